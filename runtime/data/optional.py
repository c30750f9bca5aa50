"""Optionals: an element of a dataset, or that there is none, as one value."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes, errors
from runtime.data import structure
from runtime.data.ops import components_given, typed
from runtime.data.spec import ElementsSpec, describes
from runtime.data.structure import Element, component_specs
from runtime.ir.schema import Effect, declare, no_gradient
from runtime.ops.shape_rules import scalar
from runtime.tensor.dispatch import apply


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
    "OptionalFromValue",
    "components: * -> optional: variant",
    kernel=lambda *components: OptionalValue(components),
    shapes=scalar,
    gradient=no_gradient,
    effects=Effect.FRESH,
)
OPTIONAL_NONE = declare(
    "OptionalNone", "-> optional: variant", kernel=lambda: OptionalValue(None), shapes=scalar, gradient=no_gradient,
    effects=Effect.FRESH,
)  # fmt: skip
OPTIONAL_HAS_VALUE = declare(
    "OptionalHasValue", "optional: variant -> bool", lambda optional: optional.element is not None, shapes=scalar,
    gradient=no_gradient,
)  # fmt: skip
OPTIONAL_GET_VALUE = declare(
    "OptionalGetValue",
    "optional: variant; ** -> components: *",
    kernel=_optional_value,
    infer=components_given,
    gradient=no_gradient,
)


class OptionalSpec(ElementsSpec):
    """The type of an optional.

    Args:
        element_spec: the spec of the value that it may have.
    """


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


describes(OptionalSpec, [Optional], "_variant")
