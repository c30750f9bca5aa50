"""`GradientTape`: records what is computed, and differentiates it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from runtime.autodiff import calls, jacobians
from runtime.autodiff.backprop import cotangents, dense
from runtime.autodiff.recording import Record, is_differentiable, key
from runtime.autodiff.unconnected import UnconnectedGradients
from runtime.core import dtypes, nest
from runtime.ir import handlers
from runtime.ir.values import Tensor
from runtime.library import assembling, creation, shaping
from runtime.state.indexed_slices import IndexedSlices
from runtime.state.storage import READ
from runtime.state.variable import ResourceHandle, Variable
from runtime.tensor.conversion import convert_to_tensor

__all__ = ["GradientTape", "calls"]

_log = logging.getLogger("runtime")


class GradientTape(calls.CallListener):
    """Records the operations that run inside of it, for gradients to be taken of what they compute.

    Args:
        persistent: whether more than one gradient can be taken.
        watch_accessed_variables: whether trainable variables are watched as soon as they are read.

    >>> import runtime as tf
    >>> x = tf.constant(3.0)
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.gradient(y, x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True):
        self._persistent = persistent
        self._watches_variables = watch_accessed_variables
        self._recording = False
        self._used = False
        self._clear()

    def _clear(self) -> None:
        self._variables: dict[int, Any] = {}
        self._forget()

    def _forget(self) -> None:
        self._records: list[Record] = []
        self._watched: dict[Any, Any] = {}
        self._tracked: set[Any] = set()

    def __enter__(self) -> GradientTape:
        self._start()
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._recording:
            self._stop()

    def _start(self) -> None:
        if self._recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        self._recording = True
        self._used = False
        handlers.install(self)

    def _stop(self) -> None:
        if not self._recording:
            raise ValueError("Tape is not recording.")
        handlers.remove(self)
        self._recording = False

    # -- recording ---------------------------------------------------------------------------------------------------

    def watches(self, tensors: Sequence[Any]) -> bool:
        """Whether something computed from `tensors` is recorded; watches the variables among them."""
        tracked = self._tracked
        found = False
        for x in tensors:
            if self._watches_variables and isinstance(x, ResourceHandle):
                self._watch_variable(x)
            found = found or key(x) in tracked
        return found

    def record(self, record: Record) -> None:
        """Keeps an operation if it computes something from what is watched."""
        tracked = self._tracked
        if self._watches_variables and record.op is READ:
            self._watch_variable(record.inputs[0])
        if not tracked or not any(key(x) in tracked for x in record.inputs if is_differentiable(x.dtype)):
            return
        outputs = [key(y) for y in record.outputs if is_differentiable(y.dtype)]
        if outputs:
            tracked.update(outputs)
            self._records.append(record)

    def extended(self, node: Any, outputs: Sequence[Any]) -> None:
        """Notes that a node that was recorded has further outputs."""
        if any(key(y) in self._tracked for y in node.outputs):
            self._tracked.update([key(y) for y in outputs if is_differentiable(y.dtype)])

    def _watch_variable(self, handle: Any) -> None:
        if id(handle) in self._variables or key(handle) in self._tracked:
            return
        if isinstance(handle, ResourceHandle):
            variable = handle.variable()
            if variable is None or not variable.trainable:
                return
            if not is_differentiable(variable.dtype):
                return
            self._variables[id(handle)] = variable
        self._watched[key(handle)] = handle
        self._tracked.add(key(handle))

    def watch(self, tensor: Any) -> None:
        """Has the tape record what is computed from `tensor`.

        Args:
            tensor: a tensor, a variable, or a nested structure of them.

        Raises:
            ValueError: if something in it is neither.
        """
        for x in nest.flatten(tensor):
            if not isinstance(x, (Tensor, Variable)):
                raise ValueError(f"Passed in object {x} of type {type(x).__name__!r}, not tf.Tensor or tf.Variable.")
            if not is_differentiable(x.dtype):
                _log.warning("The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", x.dtype)
                continue
            if isinstance(x, Variable):
                self._variables[id(x.handle)] = x
            handle = _handle(x)
            self._watched[key(handle)] = handle
            self._tracked.add(key(handle))

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Nothing that runs inside is recorded.

        >>> import runtime as tf
        >>> x = tf.constant(2.0)
        >>> with GradientTape() as tape:
        ...     tape.watch(x)
        ...     with tape.stop_recording():
        ...         y = x * x
        >>> print(tape.gradient(y, x))
        None
        """
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forgets everything recorded and watched."""
        if self._recording:
            self._stop()
            self._clear()
            self._start()
        else:
            self._clear()

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that are watched, in the order in which they were first used."""
        return tuple(self._variables.values())

    # -- differentiating ---------------------------------------------------------------------------------------------

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradient of `target`, or of the sum of all that is in it.

        Args:
            target: a tensor or a nested structure of them.
            sources: tensors and variables, in a nested structure.
            output_gradients: what to weight each element of the target with, in the structure of `target`.
            unconnected_gradients: what there is for a source that the target does not depend on: None or zeros.

        Returns:
            In the structure of `sources` a tensor each, or `IndexedSlices` for what was gathered from, or None.

        Raises:
            RuntimeError: if a tape that is not persistent is used a second time.
            LookupError: if an operation in between has no gradient.
        """
        self._use()
        unconnected = _unconnected(unconnected_gradients)
        flat = nest.flatten(sources)
        handles = [_handle(_checked_source(x)) for x in flat]
        seeds = _seeds(target, output_gradients)
        found = self._cotangents(seeds, handles)
        if not self._persistent:
            self._forget()
        found = [
            _zeros(x) if g is None and unconnected is UnconnectedGradients.ZERO else g
            for g, x in zip(found, flat, strict=True)
        ]
        return nest.pack_sequence_as(sources, found)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of each element of `target` with respect to each element of each source.

        Args:
            target: a tensor.
            sources: tensors and variables, in a nested structure.
            unconnected_gradients: what there is for a source that the target does not depend on.
            parallel_iterations, experimental_use_pfor: accepted for compatibility.

        Returns:
            In the structure of `sources` tensors of the shape of the target followed by that of the source.

        >>> import runtime as tf
        >>> x = tf.constant([1.0, 2.0])
        >>> with GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.jacobian(y, x).numpy()
        array([[2., 0.],
               [0., 4.]], dtype=float32)
        """
        self._use()
        flat = nest.flatten(sources)
        handles = [_handle(_checked_source(x)) for x in flat]
        target = convert_to_tensor(target)

        def row(seed: Any) -> list[Any]:
            return [dense(g) for g in self._cotangents([(target, seed)], handles)]

        found = jacobians.jacobian(row, target, flat)
        if not self._persistent:
            self._forget()
        if _unconnected(unconnected_gradients) is UnconnectedGradients.ZERO:
            found = [jacobians.zeros(target, x) if g is None else g for g, x in zip(found, flat, strict=True)]
        return nest.pack_sequence_as(sources, found)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The Jacobian of each example of a batch, where `target[i]` depends on `source[i]` alone.

        Args:
            target: a tensor of shape `[b, ...]`.
            source: a tensor of shape `[b, ...]`.
            unconnected_gradients: what there is if the target does not depend on the source.
            parallel_iterations, experimental_use_pfor: accepted for compatibility.

        Returns:
            A tensor of the shape of the target followed by that of one example of the source.

        Raises:
            ValueError: if the sizes of the batches differ, or one has no batch.
        """
        for x in (target, source):
            if x.shape.rank is not None and x.shape.rank < 1:
                raise ValueError(f"Shape {x.shape} has no first dimension, which is that of the batch")
        if target.shape.rank == 1:
            raise ValueError(f"Shape {target.shape} must have rank at least 2")
        self._use()
        if target.shape.rank is None or not target.shape[:1].is_compatible_with(source.shape[:1]):
            raise ValueError(
                f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match."
            )
        handle = _handle(source)

        def row(seed: Any) -> list[Any]:
            return [dense(g) for g in self._cotangents([(target, seed)], [handle])]

        found = jacobians.batch_jacobian(row, target, source)
        if not self._persistent:
            self._forget()
        if found is None and _unconnected(unconnected_gradients) is UnconnectedGradients.ZERO:
            return creation.zeros(
                assembling.concat([shaping.shape(target), shaping.shape(source)[1:]], 0), target.dtype
            )
        return found

    def _cotangents(self, seeds: Sequence[tuple[Any, Any]], handles: Sequence[Any]) -> list[Any]:
        """The cotangents of `handles`; None of those that were not watched, unless they are the target itself."""
        known = self._tracked.union([key(x) for x, _ in seeds])
        found = cotangents(self._records, seeds, handles) if seeds else [None] * len(handles)
        return [g if key(x) in known else None for g, x in zip(found, handles, strict=True)]

    def _use(self) -> None:
        if self._used and not self._persistent:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        self._used = True
        if self._recording and not self._persistent:
            self._stop()


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str | None = None,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> Any:
    """The gradients of the sum of `ys` in the graph that is being built.

    Args:
        ys: a tensor or a list of them.
        xs: a tensor or variable, or a list of them.
        grad_ys: what to weight each of `ys` with.
        name, gate_gradients, aggregation_method: accepted for compatibility.
        stop_gradients: tensors to be taken as constants.
        unconnected_gradients: what there is for one that `ys` do not depend on.

    Returns:
        A list of gradients, one for each of `xs`.

    Raises:
        RuntimeError: outside of a function.
    """
    from runtime.ir.graph import current_graph

    graph = current_graph()
    if graph is None:
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
        )
    flat = nest.flatten(xs)
    handles = [graph.capture(_handle(_checked_source(x))) for x in flat]
    stopped = (
        {key(graph.capture(_handle(x))) for x in nest.flatten(stop_gradients)} if stop_gradients is not None else set()
    )
    nodes = [node for node in graph.nodes if not any(key(y) in stopped for y in node.outputs)]
    found = cotangents(nodes, _seeds(ys, grad_ys), handles)
    if _unconnected(unconnected_gradients) is UnconnectedGradients.ZERO:
        found = [_zeros(x) if g is None else g for g, x in zip(found, flat, strict=True)]
    return found


def _seeds(target: Any, output_gradients: Any) -> list[tuple[Any, Any]]:
    flat = nest.flatten(target)
    weights = [None] * len(flat) if output_gradients is None else nest.flatten(output_gradients)
    if len(weights) != len(flat):
        raise ValueError(f"there are {len(weights)} output_gradients for {len(flat)} targets")
    seeds = []
    for y, weight in zip(flat, weights, strict=True):
        if y is None:
            continue
        if not isinstance(y, (Tensor, Variable, IndexedSlices)):
            raise TypeError(f"the target of a gradient must be a tensor, not {y!r}")
        if not is_differentiable(y.dtype):
            _log.debug(
                "The dtype of the target tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
                "got %r", y.dtype,
            )  # fmt: skip
            continue
        if isinstance(y, IndexedSlices):
            y = y.values
        handle = _handle(y)
        seeds.append((handle, shaping.ones_like(y) if weight is None else convert_to_tensor(weight, y.dtype)))
    return seeds


def _handle(x: Any) -> Any:
    return x.handle if isinstance(x, Variable) else x


def _checked_source(x: Any) -> Any:
    if isinstance(x, IndexedSlices):
        return x.values
    if not isinstance(x, (Tensor, Variable)):
        raise TypeError(
            f"a gradient is taken with respect to tensors and variables, not {x!r} of type {type(x).__name__}"
        )
    if not is_differentiable(x.dtype):
        _log.debug(
            "The dtype of the source tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
            "got %r", x.dtype,
        )  # fmt: skip
    return x


def _zeros(x: Any) -> Any:
    return shaping.zeros_like(x) if x.dtype is not dtypes.resource else None


def _unconnected(given: Any) -> UnconnectedGradients:
    try:
        return UnconnectedGradients(given)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {given!r}") from None
