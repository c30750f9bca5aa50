"""What schemas say of operations, and what kernels take, agree."""

from __future__ import annotations

import importlib
import inspect

import numpy as np
import pytest

import runtime  # noqa: F401 - declares the operations
from runtime.ir.schema import ATTRIBUTES, OPS, Column, Signature, op
from runtime.saved_model.lazy_operations import DECLARING

for _module in DECLARING:
    importlib.import_module(_module)
DECLARED = sorted(name for name, op in OPS.items() if op.signature is not None)


@pytest.mark.parametrize("name", DECLARED)
def test_a_kernel_takes_the_inputs_and_attributes_of_its_schema(name: str) -> None:
    signature = OPS[name].signature
    kernel = OPS[name].kernel
    assert signature is not None
    assert {a.type for a in signature.attributes.values()} <= ATTRIBUTES
    if isinstance(kernel, np.ufunc):
        assert kernel.nin == len(signature.inputs)
        assert not signature.attributes
        return
    try:
        parameters = inspect.signature(kernel)
    except ValueError:
        return  # one of NumPy's that does not say
    if signature.open_ended:
        parameters.bind_partial(*signature.inputs)
        return
    required = {a.name: None for a in signature.attributes.values() if a.required}
    parameters.bind(*signature.inputs, **required)
    parameters.bind(*signature.inputs, **dict.fromkeys(signature.attributes))


def test_attributes_are_parsed_with_their_types_and_defaults() -> None:
    signature = Signature("x: T, axis: int32; keep_dims: bool = False, unit: str -> T, kind", {})
    found = [(a.name, a.type, a.required, a.default) for a in signature.attributes.values()]
    assert found == [
        ("keep_dims", "bool", False, False), ("unit", "str", True, None), ("kind", "dtype", True, None),
    ]  # fmt: skip


def test_a_mistake_in_a_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot be of type 'boolean'"):
        Signature("x: T; keep: boolean -> T", {})
    with pytest.raises(ValueError, match="declared twice"):
        op("Neg", "x: T -> T", shapes=lambda x: x.shape)


def test_a_column_is_filled_once() -> None:
    column = Column("kernel")
    with pytest.raises(ValueError, match="operation Neg has a kernel already"):
        column[OPS["Neg"]] = np.negative
