"""What a node that was read from a file must fulfil besides what `runtime.ir.verifier` asks of every node.

Operations are looked up in the table of operations; attributes are such as files can hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.autodiff.custom import Traced
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.schema import ABSENT, Op
from runtime.ir.verifier import Unfit, check_attributes
from runtime.kernels.streams import Stream
from runtime.saved_model.lazy_operations import found_operation, is_dataset_function


def operation(name: str) -> Op:
    """The operation of that name.

    Raises:
        Unfit: if there is none.
    """
    op = found_operation(name)
    if op is None:
        raise Unfit(f"there is no operation {name!r}", is_new=True)
    return op


_PLAIN = (bool, int, float, str, bytes, type(None), DType, TensorShape, TensorSpec, Stream, Traced)


def check_written_attributes(op: Op, attrs: Mapping[str, Any]) -> None:
    """Checks the attributes of a node that was read.

    Raises:
        Unfit: if one is unknown, missing, or of a wrong type, or what no file should hold.
    """
    check_attributes(op, attrs)
    for name, value in attrs.items():
        attribute = op.signature.attributes.get(name)
        if not (_is_plain(value) or (attribute is not None and attribute.type == "array")):
            raise Unfit(f"the attribute '{name}' of {op.name} cannot be of type {type(value).__name__}")


def default_attributes(op: Op) -> dict[str, Any]:
    """The attributes that need not be written: those at their default are not.

    A later version may give an operation more attributes: as long as they are at their default, which is what the
    operation did before, files can be read by programs that do not know them, and programs that do read older files.
    """
    attributes = op.signature.attributes.values()
    return {a.name: a.default for a in attributes if not a.required and a.default is not ABSENT}


def _is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN) or is_dataset_function(value)
