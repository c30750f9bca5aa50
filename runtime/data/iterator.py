"""Iterators: a pass over a dataset, in Python or in a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.frames import hide_project_frames
from runtime.core import dtypes, errors, quiet
from runtime.data import structure
from runtime.data.iterator_resource import IteratorResource
from runtime.data.ops import components_given, typed
from runtime.data.optional import Optional, OptionalValue
from runtime.data.randomness import current
from runtime.data.source import Source
from runtime.data.spec import ElementsSpec, describes
from runtime.data.structure import Element, component_specs, packer
from runtime.ir.graph import current_graph
from runtime.ir.schema import Effect, acts_outside, declare, no_gradient
from runtime.ir.values import EagerTensor
from runtime.library.iteration import Iteration, StagedIterable
from runtime.ops.shape_rules import nothing, scalar
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

# -- operations ------------------------------------------------------------------------------------------------------


def _make(dataset: Source, iterator: IteratorResource) -> tuple[()]:
    iterator.begin(dataset, current.get())
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
    "AnonymousIteratorV3", "; ** -> handle: resource", kernel=lambda **attrs: IteratorResource(), shapes=scalar,
    gradient=no_gradient, effects=Effect.FRESH,
)  # fmt: skip
MAKE_ITERATOR = declare(
    "MakeIterator", "dataset: variant, iterator: resource -> ", _make, shapes=nothing, effects=Effect.OUTPUT
)
acts_outside[MAKE_ITERATOR] = None
GET_NEXT = declare(
    "IteratorGetNext",
    "iterator: resource; ** -> components: *",
    kernel=_next,
    infer=components_given,
    gradient=no_gradient,
    effects=Effect.WRITE,
)
HAS_NEXT = declare(
    "IteratorHasNext", "iterator: resource -> bool", lambda iterator: iterator.has_next(), shapes=scalar,
    gradient=no_gradient, effects=Effect.WRITE,
)  # fmt: skip
GET_NEXT_AS_OPTIONAL = declare(
    "IteratorGetNextAsOptional", "iterator: resource; ** -> optional: variant", kernel=_next_as_optional, shapes=scalar,
    gradient=no_gradient, effects=Effect.WRITE,
)  # fmt: skip


# -- iterators -------------------------------------------------------------------------------------------------------


class IteratorSpec(ElementsSpec):
    """The type of an iterator.

    Args:
        element_spec: the spec of an element.
    """


class PassedOver(StagedIterable):
    """What Python loops over when no graph is built, and converted code also when one is."""

    def _pass(self) -> IteratorBase:
        """The iterator that a loop takes elements from."""
        raise NotImplementedError

    def __iter__(self) -> Any:
        if current_graph() is None:
            return self._pass()
        raise TypeError(
            f"{self!r} has as many elements as it turns out to have when the graph runs: only a `for` statement of "
            "converted code can loop over it here, and no comprehension. If this function was not converted "
            "(autograph=False, or its source cannot be had), use dataset.reduce, or loop outside of the function"
        )

    def __is_staged__(self) -> bool:
        return current_graph() is not None

    def __staged_iteration__(self) -> Iteration:
        return Elements(self._pass())

    def __staged_iterator__(self) -> IteratorBase:
        return self._pass()

    def __bool__(self) -> bool:
        return True


class IteratorBase(PassedOver):
    """A pass over a dataset: `next(iterator)` takes the next element. Made by `iter(dataset)`."""

    def __init__(self, handle: Any, element_spec: Any):
        self._handle = handle
        #: The spec of an element.
        self.element_spec = element_spec
        self._specs = component_specs(element_spec)
        self._pack: Callable[[Element], Any] = packer(element_spec)
        self._type_spec = IteratorSpec(element_spec)

    def _pass(self) -> IteratorBase:
        return self

    def __next__(self) -> Any:
        if current_graph() is not None or not isinstance(self._handle, EagerTensor):
            return self.get_next()
        token = quiet.begin()
        try:
            resource: Any = self._handle._array
            return self._pack(resource.next())
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
        return structure.build(self.element_spec, components)

    def get_next_as_optional(self) -> Optional:
        """The next element, or that there is none, as an `Optional`."""
        variant = apply(GET_NEXT_AS_OPTIONAL, (self._handle,), typed(self._specs))
        return Optional(variant, self.element_spec)

    def __len__(self) -> int:
        raise TypeError(f"object of type '{type(self).__name__}' has no len()")

    # -- checkpoints -------------------------------------------------------------------------------------------------

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """What a checkpoint keeps: how many elements were taken, and which random numbers the pipeline drew."""
        steps, state = self._handle._array.position()
        return {
            "taken": convert_to_tensor(steps, dtypes.int64),
            "random": convert_to_tensor(state.encode(), dtypes.string),
        }

    def _restore_from_tensors(self, restored: dict[str, Any]) -> None:
        state = restored["random"].numpy().decode() if "random" in restored else ""
        self._handle._array.go_to(int(restored["taken"]), state)


class OwnedIterator(IteratorBase):
    """An iterator over a dataset, which ends with it.

    Args:
        dataset: where elements come from.
    """

    def __init__(self, dataset: Any):
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


describes(IteratorSpec, [IteratorBase, OwnedIterator], "_handle", is_part=False)
