"""The structure of a dataset's elements: what they are made of, taken apart into components and put together again.

An element is a tensor, a dataset, None, or a tuple, dict, namedtuple or attrs object of such; a list is a tensor.
Inside of a pipeline it is the tuple of its components: arrays (numpy scalars for rank 0), or the sources of datasets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.core import dtypes, nest
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.values import EagerTensor, wrap
from runtime.tensor.conversion import convert_to_tensor

#: The type of a component that is not an array.
VARIANT = TensorSpec([], dtypes.variant)

#: The components of an element.
Element = tuple[Any, ...]


class NoneTensorSpec:
    """The spec of an element, or of a part of one, that is None."""

    value_type = type(None)
    shape = TensorShape(None)

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value` is None, or the spec of None."""
        return value is None or isinstance(value, NoneTensorSpec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoneTensorSpec)

    def __hash__(self) -> int:
        return hash(NoneTensorSpec)

    def __repr__(self) -> str:
        return "NoneTensorSpec()"


@dataclass(frozen=True)
class LeafType:
    """A kind of leaf that elements may have.

    Attributes:
        spec: of a value.
        components: the tensors that a value is made of.
        component_specs: the specs of these, for a spec.
        build: a value, from a spec and such tensors.
        joined: the spec that two specs have in common; None if there is none.
    """

    spec: Callable[[Any], Any]
    components: Callable[[Any], Sequence[Any]]
    component_specs: Callable[[Any], Sequence[TensorSpec]]
    build: Callable[[Any, Sequence[Any]], Any]
    joined: Callable[[Any, Any], Any]


def _joined_tensors(one: TensorSpec, other: TensorSpec) -> TensorSpec | None:
    if one.dtype is not other.dtype:
        return None
    return TensorSpec(one.shape.most_specific_compatible_shape(other.shape), one.dtype)


_TENSOR = LeafType(
    lambda x: TensorSpec(x.shape, x.dtype), lambda x: [x], lambda spec: [spec], lambda spec, parts: parts[0],
    _joined_tensors,
)  # fmt: skip
_NONE = LeafType(lambda x: NoneTensorSpec(), lambda x: [], lambda spec: [], lambda spec, parts: None, lambda a, b: a)

#: By the type of a value; whatever else is a leaf is a tensor. Datasets add themselves.
LEAVES: dict[type, LeafType] = {type(None): _NONE}

#: By the type of a spec.
SPECS: dict[type, LeafType] = {NoneTensorSpec: _NONE, TensorSpec: _TENSOR}


# -- structures of values --------------------------------------------------------------------------------------------


def tensors(structure: Any) -> Any:
    """`structure` with every leaf made a tensor, but for datasets and None."""
    if isinstance(structure, (list, range)):
        return convert_to_tensor(list(structure))
    if nest.is_nested(structure):
        return nest.with_children(structure, [tensors(child) for child in nest.children(structure)])
    return structure if type(structure) in LEAVES else convert_to_tensor(structure)


def spec_of(structure: Any) -> Any:
    """The specs of a structure of tensors, datasets and None."""
    return nest.map_structure(lambda leaf: LEAVES.get(type(leaf), _TENSOR).spec(leaf), structure)


def components_of(structure: Any) -> list[Any]:
    """The tensors that a structure of tensors, datasets and None is made of."""
    leaves = nest.flatten(structure)
    return [part for leaf in leaves for part in LEAVES.get(type(leaf), _TENSOR).components(leaf)]


# -- structures of specs ---------------------------------------------------------------------------------------------


def is_spec(value: Any) -> bool:
    """Whether `value` describes a leaf of elements."""
    return type(value) in SPECS


def component_specs(spec: Any) -> list[TensorSpec]:
    """The specs of the components of an element."""
    return [part for leaf in nest.flatten(spec) for part in SPECS[type(leaf)].component_specs(leaf)]


def build(spec: Any, components: Sequence[Any]) -> Any:
    """The element of the given components, which are tensors."""
    remaining = iter(components)

    def leaf(leaf_spec: Any) -> Any:
        kind = SPECS[type(leaf_spec)]
        return kind.build(leaf_spec, [next(remaining) for _ in kind.component_specs(leaf_spec)])

    return nest.map_structure(leaf, spec)


def joined(one: Any, other: Any) -> Any:
    """The most specific spec that describes what either does.

    Raises:
        TypeError: if there is none.
    """
    try:
        nest.assert_same_structure(one, other)
        found = []
        for a, b in zip(nest.flatten(one), nest.flatten(other), strict=True):
            both = SPECS[type(a)].joined(a, b) if type(a) is type(b) else None
            if both is None:
                raise TypeError
            found.append(both)
        return nest.pack_sequence_as(one, found)
    except (TypeError, ValueError):
        raise TypeError(f"Incompatible dataset elements:\n  {one} vs.   {other}") from None


def parts_at(spec: Any, value: Any) -> list[Any] | None:
    """The parts of `value` where `spec` has leaves; None if it does not have its structure."""
    if not nest.is_nested(spec):
        return [value]
    if not nest.is_nested(value) or isinstance(value, dict) is not isinstance(spec, dict):
        return None
    ours, theirs = nest.children(spec), nest.children(value)
    if (set(spec) != set(value)) if isinstance(spec, dict) else (len(ours) != len(theirs)):
        return None
    found = [parts_at(part, child) for part, child in zip(ours, theirs, strict=True)]
    return None if any(x is None for x in found) else [leaf for x in found for leaf in x or ()]


def packer(spec: Any) -> Callable[[Element], Any]:
    """The function from the components of an element, as a pipeline has them, to the element a user sees."""
    if type(spec) is TensorSpec:
        single = _wrapper(spec)
        return lambda element: single(element[0])
    if type(spec) is tuple and spec and all(type(leaf) is TensorSpec for leaf in spec):
        wrappers = [_wrapper(leaf) for leaf in spec]
        return lambda element: tuple([wrapper(x) for wrapper, x in zip(wrappers, element, strict=True)])
    leaf_wrappers = [_wrapper(leaf) for leaf in component_specs(spec)]
    return lambda element: build(spec, [wrapper(x) for wrapper, x in zip(leaf_wrappers, element, strict=True)])


def _wrapper(spec: TensorSpec) -> Callable[[Any], EagerTensor]:
    if spec.dtype.kind in ("string", "handle"):
        return wrap
    dtype, asarray = spec.dtype.dtype, np.asarray
    return lambda value: EagerTensor(asarray(value, dtype))


# -- arrays ----------------------------------------------------------------------------------------------------------


def stacked(values: Sequence[Any], dtype: dtypes.DType) -> Any:
    """Arrays of one shape as one array, with a new first dimension.

    Raises:
        ValueError: if the shapes differ.
    """
    if dtype.kind == "string":
        result = np.empty((len(values), *np.shape(values[0])), object)
        for i, value in enumerate(values):
            result[i] = value if isinstance(value, bytes) else value[()]
        return result
    return np.array(values, dtype.dtype)


def rows(array: Any) -> Iterator[Any]:
    """The slices of an array along its first dimension, as components."""
    if array.ndim == 1 and array.dtype == object:
        return iter([array[i : i + 1].reshape(()) for i in range(len(array))])
    return iter(array)
