"""What is known of a layer, of its `call` and what that is given, and of the calls that are under way."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.core import nest


@dataclass(frozen=True, slots=True)
class CallSpec:
    """The signature of a layer's `call`, as far as calling it needs to know.

    Attributes:
        names: of its parameters, without `self`, in order.
        training: the position of `training`, or None.
        default_training: its default.
        masks: for each argument that can come with a mask, the name of the parameter that takes it.
        has_keywords: whether it takes any keyword.
    """

    names: tuple[str, ...]
    training: int | None
    default_training: Any
    masks: Mapping[str, str]
    has_keywords: bool

    @classmethod
    def of(cls, call: Any) -> CallSpec:
        """The spec of a bound `call`."""
        function = getattr(call, "python_function", call)
        try:
            parameters = inspect.signature(function).parameters
        except (TypeError, ValueError):
            return cls((), None, None, {}, True)
        kinds = inspect.Parameter
        names = tuple(n for n, p in parameters.items() if p.kind in (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY))
        training = names.index("training") if "training" in names else None
        default = parameters["training"].default if training is not None else None
        return cls(
            names,
            training,
            None if default is kinds.empty else default,
            _mask_parameters(names),
            any(p.kind is kinds.VAR_KEYWORD for p in parameters.values()),
        )

    def named(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name."""
        return {**dict(zip(self.names, args, strict=False)), **kwargs}


def _mask_parameters(names: tuple[str, ...]) -> dict[str, str]:
    """The first argument's mask is `mask`; that of any argument `x` is `x_mask`."""
    masks = {n: f"{n}_mask" for n in names if f"{n}_mask" in names}
    if names and "mask" in names and names[0] != "mask":
        masks.setdefault(names[0], "mask")
    return masks


@dataclass(slots=True, eq=False)
class LayerState:
    """What a layer remembers of how it was made and called.

    It is one object, in which nothing is looked for: whatever the attributes of a layer hold beside it are weights and
    layers of the layer.

    Attributes:
        arguments: that it was made with.
        spec: of its `call`, once it was called.
        shapes: of the arguments that it was built for, by name.
        path: the names of the layers that it was built in, and its own.
        losses: what was added with `add_loss`.
        adding: the layers that added losses in the last call of this one.
        initial_weights: that it was given, until it is built.
        input_batch_shape: the shape of its inputs, as layers of earlier versions were told it.
        network: of a functional model, the calls that it is made of.
        steps: of a model, its staged steps, by name.
    """

    arguments: tuple[tuple[Any, ...], dict[str, Any]]
    spec: CallSpec | None = None
    shapes: dict[str, Any] | None = None
    path: str | None = None
    losses: list[Any] = field(default_factory=list)
    adding: list[Any] = field(default_factory=list)
    initial_weights: Any = None
    input_batch_shape: tuple[Any, ...] | None = None
    network: Any = None
    steps: dict[str, Any] = field(default_factory=dict)


class _Context(threading.local):
    """The calls that are under way in this thread.

    Attributes:
        root: the layer that was called by the program, or None outside of calls.
        training: what it, or the innermost layer that was told, was told.
        path: names of the layers being called, joined by slashes.
    """

    def __init__(self) -> None:
        self.root: Any = None
        self.training: Any = None
        self.path = ""


context = _Context()


class Masks:
    """Whether any value has ever had a mask: programs without masks do not look for them."""

    exist = False


def set_mask(x: Any, mask: Any) -> None:
    """Attaches a mask to a value."""
    try:
        x._keras_mask = mask
    except AttributeError:
        return
    Masks.exist = True


def mask_of(x: Any) -> Any:
    """The mask that was attached to a value, or None."""
    return getattr(x, "_keras_mask", None)


# -- structures of values --------------------------------------------------------------------------------------------


def masks_of(x: Any) -> Any:
    """The masks of a value or of a structure of values; None if there is none."""
    if not nest.is_nested(x):
        return mask_of(x)
    masks = [mask_of(leaf) for leaf in nest.flatten(x)]
    return nest.pack_sequence_as(x, masks) if any(m is not None for m in masks) else None


def shapes_of(x: Any) -> Any:
    """The shapes of a tensor or of a structure of tensors, as tuples; None if there are none."""
    if not nest.is_nested(x):
        shape = getattr(x, "shape", None)
        if shape is None:
            return None
        return None if getattr(shape, "rank", 0) is None else tuple(shape)
    leaves = [shapes_of(leaf) for leaf in nest.flatten(x)]
    if not leaves or any(leaf is None for leaf in leaves):
        return None
    return nest.pack_sequence_as(x, leaves)


def map_shapes(function: Any, shape: Any) -> Any:
    """`function` of each shape of a structure of shapes."""
    if shape is None or isinstance(shape, dict):
        return None if shape is None else {key: map_shapes(function, value) for key, value in shape.items()}
    if all(n is None or isinstance(n, (int, np.integer)) for n in shape):
        return function(tuple(shape))
    return [map_shapes(function, s) for s in shape]
