"""The types of a dataset, and of other things that have elements."""

from __future__ import annotations

from typing import Any

from runtime.core import nest
from runtime.core.shapes import TensorShape, as_shape
from runtime.data import structure


class ElementsSpec:
    """The type of something that has elements.

    Args:
        element_spec: the spec of an element: a structure of specs.
    """

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

    @property
    def value_type(self) -> type:
        return structure.value_type(DatasetSpec)

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


def is_dataset(value: Any) -> bool:
    """Whether `value` is a dataset."""
    return isinstance(getattr(value, "_type_spec", None), DatasetSpec)
