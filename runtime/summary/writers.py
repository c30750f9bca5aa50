"""Writers: where summaries go."""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from runtime.core import errors
from runtime.exchange.record_files import record
from runtime.ir.schema import Effect, acts_outside, declare, no_gradient
from runtime.ir.values import EagerTensor
from runtime.ops.shape_rules import nothing
from runtime.summary.events import FILE_VERSION, Event, SourceMetadata
from runtime.tensor.dispatch import apply

#: Tells the files of one process apart.
_files = itertools.count()


class SummaryWriter:
    """Where summaries go; made by `create_file_writer`. This one keeps nothing."""

    def set_as_default(self, step: Any = None) -> None:
        """Makes this the writer of this thread from now on.

        Args:
            step: the default step, if it is not None.
        """
        self._check_open()
        state.writer = self
        if step is not None:
            state.step = step

    @contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Makes this the writer of this thread inside of a `with` statement, and flushes it at the end.

        Args:
            step: the default step inside, if it is not None.
        """
        self._check_open()
        outer = state.writer, state.step
        state.writer = self
        if step is not None:
            state.step = step
        try:
            yield self
            self.flush()
        finally:
            state.writer = outer[0]
            if step is not None:
                state.step = outer[1]

    def init(self) -> None:
        """Does nothing: writers are ready when they are made."""

    def flush(self) -> None:
        """Writes what waits to be written."""

    def close(self) -> None:
        """Flushes, and closes the file; the writer cannot be used any more."""

    def write(self, **content: Any) -> None:
        """Adds an `Event` with this content, and the time."""

    @property
    def records(self) -> bool:
        """Whether what is written to it is kept."""
        return False

    def _check_open(self) -> None:
        """Raises an error if the writer is closed."""


class FileWriter(SummaryWriter):
    """Writes event files.

    Args:
        logdir: the directory; made if it is not there.
        max_queue: how many events wait at most.
        flush_millis: how long events wait at most before the next one flushes them, in milliseconds.
        suffix: of the file's name.
    """

    def __init__(self, logdir: str, max_queue: int, flush_millis: int, suffix: str):
        os.makedirs(logdir, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{os.getpid()}.{next(_files)}{suffix}"
        self.path = os.path.join(logdir, name)
        self._queue = _Queue(open(self.path, "ab"), max_queue, flush_millis / 1000)  # noqa: SIM115 - stays open
        # At the end of the program too: what waits is written then.
        self._finalizer = weakref.finalize(self, self._queue.close)
        self.write(file_version=FILE_VERSION, source_metadata=SourceMetadata(writer="runtime.summary.writers"))
        self._queue.flush()

    @property
    def records(self) -> bool:
        return True

    def flush(self) -> None:
        """Writes what waits to be written, each time the graph runs if one is being built."""
        apply(FLUSH, (), {"_writer": self})

    def close(self) -> None:
        self._queue.close()

    def write(self, **content: Any) -> None:
        if not self._queue.add(Event(wall_time=time.time(), **content).SerializeToString()):
            raise errors.FailedPreconditionError(
                None,
                None,
                f"the summary writer of {self.path} is closed: make another with tf.summary.create_file_writer",
            )

    def _check_open(self) -> None:
        if self._queue.is_closed:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")


def _flush_kernel(_writer: FileWriter) -> tuple[()]:
    _writer._queue.flush()
    return ()


FLUSH = declare(
    "FlushSummaryWriter",
    "; _writer: object ->",
    _flush_kernel,
    shapes=nothing,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[FLUSH] = "writes a file"


class _Queue:
    """Records on their way to a file. It knows nothing of the writer, which can be collected while this is closed."""

    def __init__(self, file: BinaryIO, max_queue: int, seconds: float):
        self._file = file
        self._waiting: list[bytes] = []
        self._max_queue = max_queue
        self._seconds = seconds
        self._flushed = time.monotonic()
        self._lock = threading.Lock()
        self.is_closed = False

    def add(self, data: bytes) -> bool:
        """Adds a record; returns whether the file is open."""
        data = record(data)
        with self._lock:
            if self.is_closed:
                return False
            self._waiting.append(data)
            if len(self._waiting) > self._max_queue or time.monotonic() - self._flushed > self._seconds:
                self._flush()
        return True

    def flush(self) -> None:
        with self._lock:
            if not self.is_closed:
                self._flush()

    def close(self) -> None:
        with self._lock:
            if not self.is_closed:
                self._flush()
                self.is_closed = True
                self._file.close()

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._file.write(b"".join(waiting))
        self._file.flush()
        self._flushed = time.monotonic()


class _State(threading.local):
    """What a thread writes to by default, at which step, and whether it does."""

    def __init__(self) -> None:
        self.writer: SummaryWriter | None = None
        self.step: Any = None
        self.condition: Any = True


state = _State()


def step_or_default(step: Any) -> Any:
    """`step`, or that of this thread if it is None.

    Raises:
        ValueError: if there is neither.
    """
    step = state.step if step is None else step
    if step is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    return step


def create_file_writer(
    logdir: Any,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
) -> SummaryWriter:
    """A writer of event files in a directory.

    Args:
        logdir: the directory, made if it is not there.
        max_queue: how many events wait at most until they are written; 10 by default.
        flush_millis: how long they wait at most before the next one writes them; two minutes by default.
        filename_suffix: of the file's name; `.v2` by default.
        name: accepted for TensorFlow's sake, as is `experimental_trackable`.

    Returns:
        The writer; `with writer.as_default():` makes it the one that summaries go to.

    Raises:
        ValueError: if there is no directory.

    >>> import tempfile
    >>> writer = create_file_writer(tempfile.mkdtemp())
    >>> with writer.as_default():
    ...     from runtime.summary import scalar
    ...     scalar('loss', 0.5, step=1)
    <tf.Tensor: shape=(), dtype=bool, numpy=True>
    >>> writer.close()
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None: name the directory that the event files go to")
    if isinstance(logdir, EagerTensor):
        logdir = logdir.numpy()
    return FileWriter(
        os.fsdecode(logdir),
        10 if max_queue is None else int(max_queue),
        120_000 if flush_millis is None else int(flush_millis),
        ".v2" if filename_suffix is None else str(filename_suffix),
    )


def create_noop_writer() -> SummaryWriter:
    """A writer that keeps nothing, so that a program can be run with and without summaries."""
    return SummaryWriter()
