"""What is known of a layer's `call`, and of the calls that are under way."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


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
