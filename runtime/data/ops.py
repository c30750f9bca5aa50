"""How operations on datasets are declared, under TensorFlow's names, and those whose result is no dataset.

A dataset is a variant tensor. The attributes `output_types` and `output_shapes` are those of the components of an
element. A function is the attribute `f`; what it captures follows the other inputs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.data.functions import explained
from runtime.data.source import Source
from runtime.data.structure import Element
from runtime.ir.schema import Effect, Op, acts_outside, declare, no_gradient
from runtime.ops.shape_rules import scalar

#: The attributes of every operation whose result is a dataset.
Types = tuple[dtypes.DType, ...]
Shapes = tuple[TensorShape, ...]


def dataset_op(name: str, signature: str) -> Callable[[Callable[..., Source]], Op]:
    """Declares an operation that makes a dataset: the source that the decorated function returns.

    It is neither merged nor folded: sources have a state of their own, such as what they cache.

    Args:
        name: TensorFlow's.
        signature: of the inputs.

    Returns:
        The decorator of the function from inputs, and from the attributes it names, to the source.
    """

    def declared(make: Callable[..., Source]) -> Op:
        wanted = [p.name for p in inspect.signature(make).parameters.values() if p.kind is p.KEYWORD_ONLY]

        def kernel(*inputs: Any, **attrs: Any) -> Source:
            return make(*inputs, **{attr: attrs[attr] for attr in wanted})

        types = f"{signature}; ** -> handle: variant"
        return declare(name, types, kernel, shapes=scalar, gradient=no_gradient, effects=Effect.FRESH)

    return declared


def components_given(*inputs: Any, output_types: Types, output_shapes: Shapes, **attrs: Any) -> list[TensorSpec]:
    """The types of the components of an element, as the attributes of its operation say."""
    return [TensorSpec(shape, dtype) for shape, dtype in zip(output_shapes, output_types, strict=True)]


def typed(specs: Sequence[TensorSpec]) -> dict[str, Any]:
    """The attributes `output_types` and `output_shapes` for components of these specs."""
    return {"output_types": tuple([s.dtype for s in specs]), "output_shapes": tuple([s.shape for s in specs])}


# -- what kernels make of their inputs -------------------------------------------------------------------------------


def positive(value: Any, what: str) -> int:
    """`value` as an int; InvalidArgumentError if it is not positive."""
    number = int(value)
    if number < 1:
        raise invalid_argument(f"{what} must be greater than zero.")
    return number


def text(value: Any) -> bytes:
    """The string in a scalar."""
    return value if isinstance(value, bytes) else value[()]


# -- what needs no source, or is no dataset --------------------------------------------------------------------------


def _single_element(input: Source, **attrs: Any) -> Element:
    try:
        passes = input.iterate()
        for element in passes:
            for _ in passes:
                raise invalid_argument("Dataset had more than one element.")
            return element
    except Exception as error:
        raise explained(error) from None
    raise invalid_argument("Dataset was empty.")


def _reduce(input: Source, *rest: Any, f: Any, states: int, **attrs: Any) -> Element:
    function, state = f.bound(rest[states:]), rest[:states]
    try:
        for element in input.iterate():
            state = function(*state, *element)
    except Exception as error:
        raise explained(error) from None
    return state


@dataset_op("OptionsDataset", "input_dataset: variant")
def OPTIONS(input: Source) -> Source:
    """The elements as they are: options say how they are computed."""
    return input


CARDINALITY = declare(
    "DatasetCardinality", "input_dataset: variant -> int64", lambda input: np.int64(input.cardinality()),
    shapes=scalar, gradient=no_gradient,
)  # fmt: skip
SINGLE_ELEMENT = declare(
    "DatasetToSingleElement",
    "dataset: variant; ** -> components: *",
    kernel=_single_element,
    infer=components_given,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[SINGLE_ELEMENT] = None
#: The functions of these may do anything: they run at once.
REDUCE = declare(
    "ReduceDataset",
    "input_dataset: variant, other_arguments: *; ** -> components: *",
    kernel=_reduce,
    infer=components_given,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[REDUCE] = None
