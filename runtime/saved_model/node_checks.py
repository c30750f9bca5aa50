"""What a node that was read from a file must fulfil before it may become part of a graph.

Operations are looked up in the table of operations, and have the attributes that their schemas say. Then the types that
inference gives must agree with those in the file; for operations with regions, the types of the regions must.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.autodiff.custom import Traced
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph
from runtime.ir.schema import ABSENT, Op
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, STATELESS, SWITCHES, effects_of_graph
from runtime.ir.views import carried_places
from runtime.kernels.streams import Stream
from runtime.saved_model.lazy_operations import found_operation, is_dataset_function


class Unfit(Exception):
    """A node is not what its operation allows; the message says why.

    Args:
        problem: why.
        is_new: whether a later version of the program may allow it.
    """

    def __init__(self, problem: str, is_new: bool = False):
        super().__init__(problem)
        self.is_new = is_new


def operation(name: str) -> Op:
    """The operation of that name.

    Raises:
        Unfit: if there is none.
    """
    op = found_operation(name)
    if op is None:
        raise Unfit(f"there is no operation {name!r}", is_new=True)
    return op


# -- attributes ------------------------------------------------------------------------------------------------------

_PLAIN = (bool, int, float, str, bytes, type(None), DType, TensorShape, TensorSpec, Stream, Traced)


def check_attributes(op: Op, attrs: Mapping[str, Any]) -> None:
    """Checks the attributes of a node.

    Raises:
        Unfit: if one is unknown, missing, or of a wrong type.
    """
    declared = op.signature.attributes
    for name, value in attrs.items():
        attribute = declared.get(name)
        if attribute is None:
            if not (op.signature.open_ended and name.isidentifier() and not keyword.iskeyword(name)):
                raise Unfit(f"{op.name} has no attribute '{name}'", is_new=True)
        elif not attribute.takes(value):
            raise Unfit(f"the attribute '{name}' of {op.name} should be of type {attribute.type}")
        if not (_is_plain(value) or (attribute is not None and attribute.type == "array")):
            raise Unfit(f"the attribute '{name}' of {op.name} cannot be of type {type(value).__name__}")
    for name, attribute in declared.items():
        if attribute.required and name not in attrs:
            raise Unfit(f"{op.name} needs the attribute '{name}'")


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


# -- types -----------------------------------------------------------------------------------------------------------


def checked_types(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], written: Sequence[TensorSpec]) -> list[Any]:
    """The types of the outputs of a node without regions: what the file says and inference confirms.

    Raises:
        Unfit: if they do not agree, or the inputs and attributes do not fit the operation.
    """
    signature = op.signature
    fixed = len(signature.inputs)
    if len(inputs) != fixed and not (signature.variadic and len(inputs) >= fixed - 1):
        raise Unfit(f"{op.name} does not take {len(inputs)} inputs")
    try:
        # Asked first: inference makes as many types as an attribute says.
        expected = op.outputs(attrs) if callable(op.outputs) else op.outputs
        if expected not in (-1, len(written)):
            raise Unfit(f"{op.name} has {expected} outputs, not {len(written)}")
        inferred = op.infer(*inputs, **attrs)
    except Unfit:
        raise
    except Exception as error:
        # Whatever inference stumbles over, the reason is that the file does not say what was written.
        raise Unfit(f"{op.name} does not fit its inputs and attributes: {error}") from None
    if len(inferred) != len(written):
        raise Unfit(f"{op.name} has {len(inferred)} outputs, not {len(written)}")
    return [_agreed(op, spec, given) for spec, given in zip(inferred, written, strict=True)]


def _agreed(op: Op, inferred: TensorSpec, written: TensorSpec) -> TensorSpec:
    if not inferred.is_compatible_with(written):
        raise Unfit(f"{op.name} gives {_type(inferred)} here, not {_type(written)}")
    return TensorSpec(inferred.shape.merge_with(written.shape), written.dtype)


def check_regions(
    op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[TensorSpec]
) -> None:
    """Checks that the regions of a node take its inputs and give its outputs.

    Raises:
        Unfit: if they do not.
    """
    _check_effects(op, regions)
    for kind, check in _REGIONS.items():
        if op in kind:
            check(inputs, attrs, regions, written)
            return
    raise Unfit(f"{op.name} has no regions")


def _check_effects(op: Op, regions: Sequence[Graph]) -> None:
    if op in STATELESS and any(effects_of_graph(region) for region in regions):
        raise Unfit(f"{op.name} may not have side effects, but what it runs has")


def _check_conditional(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a conditional", regions, 2)
    _check_condition(inputs, dtypes.bool)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_switch(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    if not regions:
        raise Unfit("a choice has no branches")
    _check_condition(inputs, dtypes.int32)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_loop(
    inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[Any]
) -> None:
    _check_count("a loop", regions, 2)
    carried, bounded = attrs.get("carried"), attrs.get("bounded")
    if carried is None or bounded is None:
        raise Unfit("a loop needs the attributes 'carried' and 'bounded'")
    test, body = regions
    if not 0 <= carried <= len(inputs) - bounded or len(written) < carried:
        raise Unfit(f"a loop cannot carry {carried} values of {len(inputs) - bounded}")
    if len(test.outputs) != 1 or test.outputs[0].dtype is not dtypes.bool:
        raise Unfit("the test of a loop gives one bool")
    for region in regions:
        _check_flow("a region takes", inputs, region.inputs)
    initial = [inputs[i] for i in carried_places(attrs)]
    _check_flow("the loop gives", initial, written[:carried])
    if len(body.outputs) < carried:
        raise Unfit(f"the body of a loop gives {len(body.outputs)} values, of which {carried} are carried")
    _check_flow("the body gives", body.outputs[:carried], written[:carried])


def _check_call(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a call", regions, 1)
    _check_flow("the function takes", inputs, regions[0].inputs)
    _check_flow("the function gives", regions[0].outputs, written)


def _check_count(what: str, regions: Sequence[Graph], count: int) -> None:
    if len(regions) != count:
        raise Unfit(f"{what} has {count} regions, not {len(regions)}")


def _check_condition(inputs: Sequence[Any], dtype: DType) -> None:
    if not inputs or inputs[0].dtype is not dtype:
        raise Unfit(f"the first input decides, and is of dtype {dtype.name}")


def _check_flow(what: str, given: Sequence[Any], taken: Sequence[Any]) -> None:
    """Checks that the values of `given` can be those of `taken`."""
    if len(given) != len(taken):
        raise Unfit(f"{what} {len(taken)} values, not {len(given)}")
    for source, target in zip(given, taken, strict=True):
        if source.dtype is not target.dtype or not source.shape.is_compatible_with(target.shape):
            raise Unfit(f"{what} {_type(target)}, not {_type(source)}")


def _type(tensor: Any) -> str:
    from runtime.ir.printing import type_text  # only needed to fail

    return type_text(tensor)


_REGIONS: dict[frozenset[Op], Callable[[Any, Any, Any, Any], None]] = {
    CONDITIONALS: _check_conditional,
    SWITCHES: _check_switch,
    LOOPS: _check_loop,
    CALLS: _check_call,
}
