"""What conversion says of its work: which functions it converted, found converted, or left alone, and why.

Off unless `set_verbosity` or the environment variable `AUTOGRAPH_VERBOSITY` says otherwise; then lines go to the
logger `autograph`, which prints on standard error unless the program has set it up differently.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("autograph")

_level = 0


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Sets how much is logged.

    Args:
        level: 0 for nothing; 1 for what is converted or left alone; 2 for what comes from the cache, too; 3 for the
            converted code as well.
        alsologtostdout: whether the lines are also printed on standard output.

    >>> set_verbosity(0)
    """
    global _level
    _level = int(level)
    logger.setLevel(logging.INFO if _level > 0 else logging.WARNING)
    for handler in [h for h in logger.handlers if getattr(h, "from_set_verbosity", False)]:
        logger.removeHandler(handler)
    if _level > 0 and not logging.getLogger().handlers:
        _add_handler(sys.stderr)
    if alsologtostdout:
        _add_handler(sys.stdout)


def _add_handler(stream: Any) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("autograph: %(message)s"))
    handler.from_set_verbosity = True  # type: ignore[attr-defined]
    logger.addHandler(handler)


def trace(*values: Any) -> None:
    """Prints values at once, while a program is being staged, with the place of the call.

    >>> trace("shape", (2, 3))  # doctest: +ELLIPSIS
    <doctest ...>:1: shape (2, 3)
    """
    frame = sys._getframe(1)
    print(f"{frame.f_code.co_filename}:{frame.f_lineno}:", *values)


def say(level: int, message: str, function: Callable[..., Any], reason: str = "") -> None:
    """Logs a line about a function, if so much is wanted."""
    if level <= _level:
        code = function.__code__ if hasattr(function, "__code__") else None
        place = "" if code is None else f" ({code.co_filename}:{code.co_firstlineno})"
        name = getattr(function, "__qualname__", repr(function))
        logger.info("%s %s%s%s", message, name, place, f": {reason}" if reason else "")


def wants(level: int) -> bool:
    """Whether lines of a level are logged."""
    return level <= _level


if os.environ.get("AUTOGRAPH_VERBOSITY", "0") not in ("", "0"):
    set_verbosity(int(os.environ["AUTOGRAPH_VERBOSITY"]))
