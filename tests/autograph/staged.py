"""Runs a function staged and eagerly on the same inputs, on each system that converted code stages onto.

`assert_staged_same(system, f, 3, 4.0)` makes tensors of the numbers, runs the original function on them as Python does,
and compares what it returns with what the staged program computes.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import pytest

from autograph import convert


class System(Protocol):
    """A system of tensors, as far as a test needs it."""

    name: str

    def tensor(self, value: Any) -> Any:
        """A concrete tensor."""

    def stage(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that stages `function`, all arguments staged values, and runs what comes of it."""

    def stage_within(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same, for a function that one which is not converted calls, and computes with what it returns."""


class Jax:
    """JAX: `jax.jit`."""

    name = "jax"

    def __init__(self) -> None:
        if importlib.util.find_spec("jax") is None:
            pytest.skip("JAX is not installed")
        import jax

        self.jax = jax

    def tensor(self, value: Any) -> Any:
        return self.jax.numpy.asarray(value)

    def stage(self, function: Callable[..., Any]) -> Callable[..., Any]:
        converted = convert(function)
        # A new function each time: JAX remembers traces by function.
        return self.jax.jit(lambda *args: converted(*args))

    def stage_within(self, function: Callable[..., Any]) -> Callable[..., Any]:
        converted = convert(function)
        return self.jax.jit(lambda *args: [converted(*args)][0])


class Runtime:
    """The embedded runtime: `runtime.function`."""

    name = "runtime"

    def __init__(self) -> None:
        import runtime

        self.runtime = runtime

    def tensor(self, value: Any) -> Any:
        return self.runtime.constant(value)

    def stage(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return self.runtime.function(function)

    stage_within = stage


SYSTEMS: dict[str, Callable[[], System]] = {"runtime": Runtime, "jax": Jax}


def run_staged(system: System, function: Callable[..., Any], *args: Any) -> Any:
    """What the staged function returns for tensors of these values, as numpy arrays."""
    return arrays(system.stage(function)(*tensors(system, args)))


def assert_staged_same(system: System, function: Callable[..., Any], *args: Any) -> Any:
    """Checks that staging makes no difference to the values a function computes; returns them as numpy arrays."""
    eager = arrays(function(*tensors(system, args)))
    staged = run_staged(system, function, *args)
    assert_equal_values(staged, eager)
    return eager


def assert_all_staged_same(system: System, function: Callable[..., Any], cases: list[Any]) -> None:
    """The same for many cases, with one staged function; each is a tuple of arguments, or a single one."""
    staged = system.stage(function)
    for case in cases:
        args = case if isinstance(case, tuple) else (case,)
        assert_equal_values(arrays(staged(*tensors(system, args))), arrays(function(*tensors(system, args))))


def staging_error(system: System, function: Callable[..., Any], *args: Any) -> str:
    """The text of the error that staging the function raises, where it cannot raise when it runs."""
    from autograph import StagingError

    with pytest.raises(StagingError) as caught:
        system.stage_within(function)(*tensors(system, args))
    return str(caught.value)


def printed_while_staging(system: System, function: Callable[..., Any], *args: Any) -> str:
    """What `print` of Python writes while the function is staged and run once."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        system.stage(function)(*tensors(system, args))
    return written.getvalue()


def tensors(system: System, value: Any) -> Any:
    """The value with every number in it as a tensor."""
    if isinstance(value, tuple):
        return tuple(tensors(system, item) for item in value)
    if isinstance(value, dict):
        return {key: tensors(system, item) for key, item in value.items()}
    if isinstance(value, list) and not all(isinstance(item, (bool, int, float, list)) for item in value):
        return [tensors(system, item) for item in value]
    return system.tensor(value)


def arrays(value: Any) -> Any:
    """The value with every tensor and number in it as an array."""
    if isinstance(value, (list, tuple)):
        return tuple(arrays(item) for item in value)
    if isinstance(value, dict):
        return {key: arrays(item) for key, item in value.items()}
    return value if value is None or isinstance(value, str) else np.asarray(value)


def assert_equal_values(got: Any, expected: Any) -> None:
    """Checks structures of arrays for equality, up to rounding."""
    if isinstance(expected, tuple):
        assert isinstance(got, tuple) and len(got) == len(expected), f"{got!r} is not {expected!r}"
        for one, other in zip(got, expected, strict=True):
            assert_equal_values(one, other)
    elif isinstance(expected, dict):
        assert isinstance(got, dict) and got.keys() == expected.keys(), f"{got!r} is not {expected!r}"
        for key in expected:
            assert_equal_values(got[key], expected[key])
    elif expected is None or isinstance(expected, str):
        assert got == expected, f"{got!r} is not {expected!r}"
    else:
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
