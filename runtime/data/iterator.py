"""Iterators: a pass over a dataset, in Python or in a graph.

The resource behind an iterator may hold one element that was looked at and not taken: a staged loop asks whether there
is a next element before it takes it, so that leaving the loop loses none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from autograph.operators.frames import hide_project_frames
from autograph.staging import Composite, register_composite
from runtime.composites import spec_composites
from runtime.core import dtypes, errors, quiet
from runtime.core.specs import TensorSpec
from runtime.data import structure
from runtime.data.functions import explained
from runtime.data.ops import typed
from runtime.data.source import Source
from runtime.data.structure import VARIANT, Element, LeafType, component_specs, packer
from runtime.graph.graph import current_graph
from runtime.ir.schema import Effect, declare, no_gradient
from runtime.iteration import Iteration, StagedIterable
from runtime.ops.shape_rules import nothing, scalar
from runtime.tensor import EagerTensor
from runtime.tensor_apply import apply

RESOURCE = TensorSpec([], dtypes.resource)

_END: Any = object()


class IteratorResource:
    """A pass over a source, which any number of threads may take elements from."""

    __slots__ = ("__weakref__", "_ahead", "_items", "_lock", "_source", "_taken", "name")

    #: Kernels get a resource where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.resource
    shape = ()

    def __init__(self) -> None:
        self.name = "Iterator"
        self._items: Iterator[Element] = iter(())
        self._source: Source | None = None
        self._ahead: Any = None
        self._taken = 0
        self._lock = threading.RLock()

    def begin(self, source: Source) -> None:
        """Starts over, with the first element of `source`."""
        with self._lock:
            self._source, self._items, self._ahead, self._taken = source, source.iterate(), None, 0

    def next(self) -> Element:
        """The next element.

        Raises:
            StopIteration: if there is none.
        """
        with self._lock:
            found, self._ahead = self._ahead, None
            if found is None:
                try:
                    found = next(self._items)
                except StopIteration:
                    self._items = iter(())
                    raise
                except Exception as error:
                    raise explained(error) from error.__cause__
            elif found is _END:
                self._ahead = _END
                raise StopIteration
            self._taken += 1
            return found

    def has_next(self) -> bool:
        """Whether there is a next element, which is kept until it is taken."""
        with self._lock:
            if self._ahead is None:
                try:
                    found = self.next()
                    self._taken -= 1
                except StopIteration:
                    found = _END
                self._ahead = found
            return self._ahead is not _END

    @property
    def taken(self) -> int:
        """How many elements were taken."""
        return self._taken

    def go_to(self, taken: int) -> None:
        """Starts over, and goes on after the first `taken` elements."""
        with self._lock:
            assert self._source is not None
            self.begin(self._source)
            for _ in range(taken):
                self.next()


# -- operations ------------------------------------------------------------------------------------------------------


def _given(*inputs: Any, output_types: Any, output_shapes: Any, **attrs: Any) -> list[TensorSpec]:
    return [TensorSpec(shape, dtype) for shape, dtype in zip(output_shapes, output_types, strict=True)]


def _make(dataset: Source, iterator: IteratorResource) -> tuple[()]:
    iterator.begin(dataset)
    return ()


def _next(iterator: IteratorResource, **attrs: Any) -> Element:
    try:
        return iterator.next()
    except StopIteration:
        raise errors.OutOfRangeError(None, None, "End of sequence") from None


def _next_as_optional(iterator: IteratorResource, **attrs: Any) -> OptionalValue:
    try:
        return OptionalValue(iterator.next())
    except StopIteration:
        return OptionalValue(None)


ANONYMOUS_ITERATOR = declare(
    "AnonymousIteratorV3", kernel=lambda **attrs: IteratorResource(), infer=lambda **attrs: [RESOURCE],
    gradient=no_gradient, effects=Effect.RANDOM,
)  # fmt: skip
MAKE_ITERATOR = declare(
    "MakeIterator", "dataset: variant, iterator: resource -> ", _make, shapes=nothing, effects=Effect.OUTPUT, outputs=0
)
GET_NEXT = declare(
    "IteratorGetNext", kernel=_next, infer=_given, gradient=no_gradient, effects=Effect.WRITE, outputs=-1
)
HAS_NEXT = declare(
    "IteratorHasNext", "iterator: resource -> bool", lambda iterator: iterator.has_next(), shapes=scalar,
    gradient=no_gradient, effects=Effect.WRITE,
)  # fmt: skip
GET_NEXT_AS_OPTIONAL = declare(
    "IteratorGetNextAsOptional", kernel=_next_as_optional, infer=lambda iterator, **attrs: [VARIANT],
    gradient=no_gradient, effects=Effect.WRITE,
)  # fmt: skip


# -- iterators -------------------------------------------------------------------------------------------------------


class IteratorSpec:
    """The type of an iterator.

    Args:
        element_spec: the spec of an element.
    """

    def __init__(self, element_spec: Any):
        self.element_spec = element_spec
        self._hash = hash((IteratorSpec, tuple(component_specs(element_spec))))

    @property
    def value_type(self) -> type:
        return IteratorBase

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, IteratorSpec) and self.element_spec == other.element_spec)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"IteratorSpec({self.element_spec!r},)"


class IteratorBase(StagedIterable):
    """A pass over a dataset: `next(iterator)` takes the next element. Made by `iter(dataset)`."""

    def __init__(self, handle: Any, element_spec: Any):
        self._handle = handle
        self._element_spec = element_spec
        self._specs = component_specs(element_spec)
        self._pack: Callable[[Element], Any] = packer(element_spec)
        self._type_spec = IteratorSpec(element_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    def __iter__(self) -> Any:
        if current_graph() is not None:
            raise not_converted(self)
        return self

    def __next__(self) -> Any:
        if current_graph() is not None or not isinstance(self._handle, EagerTensor):
            return self.get_next()
        token = quiet.begin()
        try:
            resource: Any = self._handle._array
            return self._pack(resource.next())
        except StopIteration:
            raise
        except errors.OpError as error:
            if error.op is None and not error.message.endswith("] name: "):
                error.message += " [Op:IteratorGetNext] name: "
            hide_project_frames(error)
            raise
        finally:
            quiet.end(token)

    next = __next__

    def get_next(self) -> Any:
        """The next element.

        Raises:
            OutOfRangeError: if there is none; in a graph, when it runs.

        >>> import runtime as tf
        >>> iter(tf.data.Dataset.range(2)).get_next()
        <tf.Tensor: shape=(), dtype=int64, numpy=0>
        """
        components = apply(GET_NEXT, (self._handle,), typed(self._specs))
        return structure.build(self._element_spec, components)

    def get_next_as_optional(self) -> Optional:
        """The next element, or that there is none, as an `Optional`."""
        variant = apply(GET_NEXT_AS_OPTIONAL, (self._handle,), typed(self._specs))
        return Optional(variant, self._element_spec)

    def __is_staged__(self) -> bool:
        return current_graph() is not None

    def __staged_iteration__(self) -> Iteration:
        return Elements(self)

    def __staged_iterator__(self) -> IteratorBase:
        return self

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        raise TypeError(f"object of type '{type(self).__name__}' has no len()")

    # -- checkpoints -------------------------------------------------------------------------------------------------

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """What a checkpoint keeps: how many elements were taken. The elements must come in the same order again."""
        from runtime.conversion import convert_to_tensor  # only needed to save

        return {"taken": convert_to_tensor(self._handle._array.taken, dtypes.int64)}

    def _restore_from_tensors(self, restored: dict[str, Any]) -> None:
        self._handle._array.go_to(int(restored["taken"]))


class OwnedIterator(IteratorBase):
    """An iterator over a dataset, which ends with it.

    Args:
        dataset: where elements come from.
    """

    def __init__(self, dataset: Any):
        if current_graph() is None:
            resource = IteratorResource()
            handle: Any = EagerTensor(resource)  # type: ignore[arg-type]  # a resource is no array
            token = quiet.begin()
            try:
                resource.begin(dataset._variant._array)
            finally:
                quiet.end(token)
        else:
            handle = apply(ANONYMOUS_ITERATOR, (), typed(component_specs(dataset.element_spec)))
            apply(MAKE_ITERATOR, (dataset._variant, handle))
        super().__init__(handle, dataset.element_spec)


class Elements(Iteration):
    """The staged iteration over what an iterator has left."""

    element_types: Sequence[Any] = ()  # type: ignore[assignment]
    asks = True

    def __init__(self, iterator: IteratorBase):
        self.iterator = iterator

    def element(self, operands: Any) -> Any:
        return self.iterator.get_next()

    def count(self) -> None:
        return None

    def more(self) -> Any:
        return apply(HAS_NEXT, (self.iterator._handle,))


def not_converted(iterable: Any) -> TypeError:
    """The error for a loop of Python's over a dataset while a graph is built."""
    return TypeError(
        f"{iterable!r} has as many elements as it turns out to have when the graph runs: only a `for` statement of "
        "converted code can loop over it here, and no comprehension. If this function was not converted "
        "(autograph=False, or its source cannot be had), use dataset.reduce, or loop outside of the function"
    )


# -- optionals -------------------------------------------------------------------------------------------------------


class OptionalValue:
    """What the variant tensor of an optional holds: an element, or None."""

    __slots__ = ("element",)

    dtype = dtypes.variant
    shape = ()

    def __init__(self, element: Element | None):
        self.element = element


def _optional_value(optional: OptionalValue, **attrs: Any) -> Element:
    if optional.element is None:
        raise errors.InvalidArgumentError(None, None, "The given optional does not have a value.")
    return optional.element


OPTIONAL_FROM_VALUE = declare(
    "OptionalFromValue", kernel=lambda *components: OptionalValue(components), infer=lambda *inputs: [VARIANT],
    gradient=no_gradient, effects=Effect.RANDOM,
)  # fmt: skip
OPTIONAL_NONE = declare(
    "OptionalNone", kernel=lambda: OptionalValue(None), infer=lambda: [VARIANT], gradient=no_gradient,
    effects=Effect.RANDOM,
)  # fmt: skip
OPTIONAL_HAS_VALUE = declare(
    "OptionalHasValue", "optional: variant -> bool", lambda optional: optional.element is not None, shapes=scalar,
    gradient=no_gradient,
)  # fmt: skip
OPTIONAL_GET_VALUE = declare("OptionalGetValue", kernel=_optional_value, infer=_given, gradient=no_gradient, outputs=-1)


class OptionalSpec:
    """The type of an optional.

    Args:
        element_spec: the spec of the value that it may have.
    """

    def __init__(self, element_spec: Any):
        self.element_spec = element_spec

    @property
    def value_type(self) -> type:
        return Optional

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OptionalSpec) and self.element_spec == other.element_spec

    def __hash__(self) -> int:
        return hash((OptionalSpec, tuple(component_specs(self.element_spec))))

    def __repr__(self) -> str:
        return f"OptionalSpec({self.element_spec!r},)"


class Optional:
    """An element, or that there is none.

    >>> import runtime as tf
    >>> optional = tf.data.experimental.Optional.from_value(1)
    >>> optional.has_value().numpy(), optional.get_value().numpy()
    (np.True_, np.int32(1))
    """

    def __init__(self, variant: Any, element_spec: Any):
        self._variant = variant
        self.element_spec = element_spec

    @staticmethod
    def from_value(value: Any) -> Optional:
        """The optional that has a value, a structure of tensors."""
        value = structure.tensors(value)
        return Optional(apply(OPTIONAL_FROM_VALUE, structure.components_of(value)), structure.spec_of(value))

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """The optional that has none, though it could have one of this spec."""
        return Optional(apply(OPTIONAL_NONE, ()), element_spec)

    def has_value(self, name: str | None = None) -> Any:
        """Whether there is a value, as a scalar bool tensor."""
        return apply(OPTIONAL_HAS_VALUE, (self._variant,), name=name)

    def get_value(self, name: str | None = None) -> Any:
        """The value.

        Raises:
            InvalidArgumentError: if there is none; in a graph, when it runs.
        """
        specs = component_specs(self.element_spec)
        components = apply(OPTIONAL_GET_VALUE, (self._variant,), typed(specs), name)
        return structure.build(self.element_spec, components)

    def __repr__(self) -> str:
        return f"<Optional element_spec={self.element_spec!r}>"


# -- how they are passed about ---------------------------------------------------------------------------------------


def _rebuilt_iterator(like: Any, components: Sequence[Any]) -> IteratorBase:
    return IteratorBase(components[0], like.element_spec)


def _joined(one: Any, other: Any) -> Any:
    return one if one == other else None


_of_iterator = Composite(lambda it: [it._handle], _rebuilt_iterator, lambda it: it._type_spec)
register_composite(IteratorBase, _of_iterator)
register_composite(OwnedIterator, _of_iterator)
spec_composites[IteratorSpec] = Composite(lambda spec: [RESOURCE], _rebuilt_iterator, lambda spec: spec)

register_composite(
    Optional,
    Composite(
        lambda optional: [optional._variant],
        lambda like, components: Optional(components[0], like.element_spec),
        lambda optional: OptionalSpec(optional.element_spec),
    ),
)
_OPTIONAL = LeafType(
    lambda optional: OptionalSpec(optional.element_spec), lambda optional: [optional._variant],
    lambda spec: [VARIANT], lambda spec, parts: Optional(parts[0], spec.element_spec), _joined,
)  # fmt: skip
structure.LEAVES[Optional] = _OPTIONAL
structure.SPECS[OptionalSpec] = _OPTIONAL
