"""Running something in a forked process."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable
from typing import Any


def in_a_fork(compute: Callable[[], Any]) -> str:
    """What `compute` gives, as text, in a process that is forked here."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn where there are threads
        child = os.fork()
    if child == 0:
        signal.alarm(20)  # a deadlock ends as a failure
        try:
            text = repr(compute())
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(writing, text.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        text = file.read().decode()
    os.waitpid(child, 0)
    return text
