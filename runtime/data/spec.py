"""The types of a dataset, and of other things that have elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.staging import Composite, register_composite
from runtime.core import dtypes, nest
from runtime.core.composites import spec_composites
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.data import structure
from runtime.data.structure import VARIANT, LeafType


class ElementsSpec:
    """The type of something that has elements.

    Args:
        element_spec: the spec of an element: a structure of specs.

    Attributes:
        value_type: the type of what it describes.
    """

    value_type: type

    def __init__(self, element_spec: Any):
        self._element_spec = element_spec
        self._hash = hash((type(self), tuple(structure.component_specs(element_spec))))

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._element_spec == other._element_spec)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._element_spec!r},)"


class DatasetSpec(ElementsSpec):
    """The type of a dataset: what its elements are.

    Args:
        element_spec: a structure of specs.
        dataset_shape: of a tensor of datasets; only a single one is covered.

    >>> from runtime.core.specs import TensorSpec
    >>> DatasetSpec(TensorSpec([], 'int32'))
    DatasetSpec(TensorSpec(shape=(), dtype=tf.int32, name=None), TensorShape([]))
    """

    def __init__(self, element_spec: Any, dataset_shape: Any = ()):
        super().__init__(element_spec)
        self._dataset_shape = as_shape(dataset_shape)

    @property
    def shape(self) -> TensorShape:
        return self._dataset_shape

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value`, a dataset or the spec of one, has elements of these types."""
        spec = value if isinstance(value, DatasetSpec) else getattr(value, "_type_spec", None)
        if not isinstance(spec, DatasetSpec):
            return False
        try:
            nest.assert_same_structure(self._element_spec, spec._element_spec)
        except (TypeError, ValueError):
            return False
        pairs = zip(nest.flatten(self._element_spec), nest.flatten(spec._element_spec), strict=True)
        return all(type(a) is type(b) and a.is_compatible_with(b) for a, b in pairs)

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._dataset_shape!r})"


def describes(spec_type: type[ElementsSpec], kinds: Sequence[type], handle: str, is_part: bool = True) -> None:
    """Says how values that have elements are passed about: as their only component, which stands for the elements.

    Args:
        spec_type: the type of their specs.
        kinds: their types. The first is made of the component and the spec of an element.
        handle: the attribute that holds the component.
        is_part: whether elements may have them as parts.
    """
    kind = spec_type.value_type = kinds[0]
    component = HANDLES[handle]

    def components(value: Any) -> list[Any]:
        return [getattr(value, handle)]

    def build(like: Any, parts: Sequence[Any]) -> Any:
        return kind(parts[0], like.element_spec)

    for each in kinds:
        register_composite(each, Composite(components, build, lambda value: spec_type(value.element_spec)))
    spec_composites[spec_type] = Composite(lambda spec: [component], build, lambda spec: spec)
    if is_part:
        leaf = LeafType(
            lambda value: spec_type(value.element_spec), components, lambda spec: [component], build, _joined
        )
        structure.LEAVES[kind] = structure.SPECS[spec_type] = leaf


def _joined(one: ElementsSpec, other: ElementsSpec) -> ElementsSpec | None:
    try:
        return type(one)(structure.joined(one.element_spec, other.element_spec))
    except TypeError:
        return None


#: The types of the components that stand for elements, by the attribute that holds them.
HANDLES = {"_variant": VARIANT, "_handle": TensorSpec([], dtypes.resource)}


def is_dataset(value: Any) -> bool:
    """Whether `value` is a dataset."""
    return isinstance(getattr(value, "_type_spec", None), DatasetSpec)
