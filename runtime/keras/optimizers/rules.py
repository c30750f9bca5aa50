"""The arithmetic of optimizers: one row for each, from a gradient and the state of a variable to its new value.

A rule is a numpy function `rule(p, g, slots, h)` of a part of the variable, of the gradient and of the slots. It
returns the new value of the part, and writes the new values of the slots into them. `h` has the learning rate and
whatever the rule makes of the numbers of its optimizer once for each step.

An update runs its rule over large variables part by part, so that what a rule computes on the way stays in the
processor's cache. It is one operation of the graph, named as TensorFlow names its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.core.shapes import dimension_text
from runtime.ir.schema import Effect, Op, declare, no_gradient
from runtime.ops.shape_rules import nothing

#: How many elements a rule is given at once: 64 kilobytes of float32.
PART = 16384

Slots = Sequence[np.ndarray]


@dataclass(frozen=True)
class Rule:
    """How one optimizer updates a variable.

    Attributes:
        op: the operation.
        slots: the names of what is kept for each variable, given the optimizer's numbers.
    """

    op: Op
    slots: Callable[[Any], Sequence[str]]


def _unshared(storage: Any) -> np.ndarray:
    """The array of a slot, to be written to: the storage's own if nothing else refers to it, else a copy."""
    # Three references: the storage's, this variable, and the argument of getrefcount.
    array = storage.array
    if sys.getrefcount(array) > 3 or not array.flags.writeable or not array.flags.c_contiguous:
        storage.array = array = array.copy()
    return array


def _update(rule: Callable[..., Any], numbers: Callable[[Any, list[np.ndarray]], None]) -> Callable[..., tuple[()]]:
    """The kernel that applies `rule`; `numbers(h, states)` adds to `h` what it needs once per step."""

    def kernel(
        var: Any, grad: Any, lr: Any, step: Any, *slots: Any, find: Callable[[Any], Any] | None = None, **attrs: Any
    ) -> tuple[()]:
        # A variable that is an argument of a function is known now, and so are its slots.
        slots = slots if find is None else tuple(find(var))
        value, grad = var.array, np.asarray(grad)
        if value is None:
            raise errors.FailedPreconditionError(None, None, f"Could not find variable {var.name}.")
        if value.shape != grad.shape:
            raise errors.InvalidArgumentError(
                None, None,
                f"the gradient of '{var.name}' has shape {dimension_text(grad.shape)}, the variable "
                f"{dimension_text(value.shape)}",
            )  # fmt: skip
        # Numbers of half precision hold neither 0.999 nor small steps: they are computed with in single precision.
        half = value.dtype.itemsize < 4
        kind = np.float32 if half else value.dtype.type
        states = [slot.array.astype(kind) if half else _unshared(slot) for slot in slots]
        held = list(states)
        h = SimpleNamespace(**attrs, lr=kind(lr), step=kind(step + 1), kind=kind)
        numbers(h, states)
        wide, g = value.astype(kind, copy=False), grad.astype(kind, copy=False)
        new = rule(wide, g, states, h) if value.size <= PART else _by_parts(rule, wide, g, states, h)
        var.array = np.asarray(new, value.dtype)
        if half:
            for slot, state in zip(slots, held, strict=True):
                slot.array = state.astype(slot.array.dtype)
        return ()

    return kernel


def _by_parts(rule: Callable[..., Any], p: np.ndarray, g: np.ndarray, states: list[np.ndarray], h: Any) -> np.ndarray:
    new = np.empty(p.shape, p.dtype)
    flat, p, g = new.reshape(-1), p.reshape(-1), g.reshape(-1)
    flat_states = [s.reshape(-1) for s in states]
    for start in range(0, flat.size, PART):
        part = slice(start, start + PART)
        flat[part] = rule(p[part], g[part], [s[part] for s in flat_states], h)
    return new


def _rule(
    name: str,
    attributes: str,
    function: Callable[..., Any],
    slots: Callable[[Any], Sequence[str]],
    numbers: Callable[[Any, list[np.ndarray]], None],
) -> Rule:
    op = declare(
        f"ResourceApply{name}",
        "var: resource, grad: T, lr: float32|float64|float16|bfloat16, step: int64, slots: N * resource; "
        f"{attributes}, find: object = None ->",
        _update(function, numbers),
        shapes=nothing,
        gradient=no_gradient,
        effects=Effect.READ | Effect.WRITE,
    )
    return Rule(op, slots)


def _nothing(h: Any, states: list[np.ndarray]) -> None:
    """For rules that need the learning rate alone."""


# -- gradient descent ------------------------------------------------------------------------------------------------


def _descent(p: np.ndarray, g: np.ndarray, slots: Slots, h: Any) -> np.ndarray:
    return p - h.lr * g


def _momentum(p: np.ndarray, g: np.ndarray, slots: Slots, h: Any) -> np.ndarray:
    (m,) = slots
    step = h.lr * g
    m *= h.kind(h.momentum)
    m -= step
    return p + h.kind(h.momentum) * m - step if h.nesterov else p + m


# -- Adam and its family: Kingma and Ba, https://arxiv.org/abs/1412.6980 ---------------------------------------------


def _bias_corrections(h: Any, states: list[np.ndarray]) -> None:
    h.beta_1, h.beta_2 = h.kind(h.beta_1), h.kind(h.beta_2)
    h.alpha = h.lr * np.sqrt(h.kind(1) - h.beta_2**h.step) / (h.kind(1) - h.beta_1**h.step)


def _moments(g: np.ndarray, slots: Slots, h: Any) -> None:
    m, v = slots[:2]
    m += (g - m) * (h.kind(1) - h.beta_1)
    v += (np.square(g) - v) * (h.kind(1) - h.beta_2)


def _adam(p: np.ndarray, g: np.ndarray, slots: Slots, h: Any) -> np.ndarray:
    _moments(g, slots, h)
    m, v = slots[:2]
    if h.amsgrad:
        np.maximum(slots[2], v, out=slots[2])
        v = slots[2]
    scale = np.sqrt(v)
    scale += h.kind(h.epsilon)
    return p - m * h.alpha / scale


# -- adaptive rates --------------------------------------------------------------------------------------------------


def _rmsprop(p: np.ndarray, g: np.ndarray, slots: Slots, h: Any) -> np.ndarray:
    velocity, *others = slots
    rho, rest = h.kind(h.rho), h.kind(1) - h.kind(h.rho)
    velocity *= rho
    velocity += rest * np.square(g)
    denominator = velocity + h.kind(h.epsilon)
    if h.centered:
        average = others.pop()
        average *= rho
        average += rest * g
        denominator -= np.square(average)
    step = h.lr * g / np.sqrt(denominator)
    if h.momentum > 0:
        (momentum,) = others
        momentum *= h.kind(h.momentum)
        momentum += step
        step = momentum
    return p - step


def _adagrad(p: np.ndarray, g: np.ndarray, slots: Slots, h: Any) -> np.ndarray:
    (accumulator,) = slots
    accumulator += np.square(g)
    return p - h.lr * g / np.sqrt(accumulator + h.kind(h.epsilon))


DESCENT = _rule("GradientDescent", "momentum: float, nesterov: bool", _descent, lambda o: [], _nothing)
MOMENTUM = _rule("KerasMomentum", "momentum: float, nesterov: bool", _momentum, lambda o: ["momentum"], _nothing)
ADAM = _rule(
    "Adam",
    "beta_1: float, beta_2: float, epsilon: float, amsgrad: bool",
    _adam,
    lambda o: ["momentum", "velocity", *(["velocity_hat"] if o.amsgrad else [])],
    _bias_corrections,
)
RMSPROP = _rule(
    "RMSProp", "rho: float, momentum: float, epsilon: float, centered: bool", _rmsprop,
    lambda o: ["velocity", *(["momentum"] if o.momentum > 0 else []), *(["average_gradient"] if o.centered else [])],
    _nothing,
)  # fmt: skip
ADAGRAD = _rule(
    "Adagrad", "initial_accumulator_value: float, epsilon: float", _adagrad, lambda o: ["accumulator"], _nothing
)
