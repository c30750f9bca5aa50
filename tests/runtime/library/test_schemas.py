"""What schemas say of operations, and what kernels take, agree."""

from __future__ import annotations

import importlib
import inspect

import numpy as np
import pytest

import runtime as tf
from runtime.ir.schema import ABSENT, ATTRIBUTES, OPS, Column, Signature, kernels, op
from runtime.saved_model.lazy_operations import DECLARING

for _module in DECLARING:
    importlib.import_module(_module)
#: Those with regions have no kernel, and what is recorded is not run.
DECLARED = sorted(name for name, op in OPS.items() if op in kernels)


@pytest.mark.parametrize("name", DECLARED)
def test_a_kernel_takes_the_inputs_and_attributes_of_its_schema(name: str) -> None:
    signature = OPS[name].signature
    kernel = OPS[name].kernel
    assert {a.type for a in signature.attributes.values()} <= set(ATTRIBUTES)
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
    signature = Signature("x: T, axis: int32; keep_dims: bool = False, unit: str, label: str? -> T, named: kind", {})
    found = [(a.name, a.type, a.required, a.default) for a in signature.attributes.values()]
    assert found == [
        ("keep_dims", "bool", False, False), ("unit", "str", True, None),
        ("label", "str", False, ABSENT), ("kind", "dtype", True, None),
    ]  # fmt: skip


def test_a_mistake_in_a_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot be of type 'boolean'"):
        Signature("x: T; keep: boolean -> T", {})
    with pytest.raises(ValueError, match="two outputs have one name"):
        Signature("x: T -> T, T", {})
    with pytest.raises(ValueError, match="declared twice"):
        op("Neg", "x: T -> T", shapes=lambda x: x.shape)


def test_a_column_is_filled_once() -> None:
    with pytest.raises(ValueError, match="operation Neg has a kernel already"):
        kernels[OPS["Neg"]] = np.negative
    column = Column("speed", default=1)
    column[OPS["Neg"]] = 2
    assert [column[OPS[name]] for name in ("Neg", "Abs")] == [2, 1]
    with pytest.raises(ValueError, match="operation Neg has a speed already"):
        column[OPS["Neg"]] = 3


@pytest.mark.parametrize(
    ("type_", "taken", "refused"),
    [
        ("bool", [True], [1, None]), ("int", [1], [True, 1.0, "1"]), ("float", [1.0, 1], [True, "1"]),
        ("str", ["a"], [b"a"]), ("bytes", [b"a"], ["a"]), ("ints", [(1, 2), [], [1]], [1, (1.0,), "12"]),
        ("dtype", [tf.int32], ["int32"]), ("shape", [tf.TensorShape([1])], [[1]]),
        ("specs", [(tf.TensorSpec([1]),)], [tf.TensorSpec([1])]), ("array", [np.ones(2)], [[1.0]]),
        ("any", [None, 1, "a"], []),
    ],
)  # fmt: skip
def test_an_attribute_takes_values_of_its_type(type_: str, taken: list[object], refused: list[object]) -> None:
    attribute = Signature(f"; it: {type_} -> any", {}).attributes["it"]
    assert all(attribute.takes(value) for value in taken)
    assert not any(attribute.takes(value) for value in refused)


def test_an_attribute_may_be_none_if_that_is_its_default() -> None:
    attributes = Signature("; size: int = None, other: int = 1 -> any", {}).attributes
    assert attributes["size"].takes(None) and not attributes["other"].takes(None)
