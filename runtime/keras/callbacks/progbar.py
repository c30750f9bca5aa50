"""The line that shows how far `fit`, `evaluate` or `predict` has come, with numbers beside it.

On a terminal and in a notebook the line is redrawn while it grows. On a pipe or in a file, where that would leave a
mess, it is written once, when it is complete.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

_BOLD, _GREEN, _WHITE, _PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[37m", "\x1b[0m"

#: The width of the bar in characters, and the least time between two looks in seconds.
_WIDTH, _INTERVAL = 20, 0.05


class Progbar:
    """A progress bar.

    Args:
        target: the number of steps; None if it is not known.
        verbose: 0 for nothing, 1 for a bar, 2 for one line at the end.
    """

    def __init__(self, target: int | None, verbose: int = 1):
        self.target, self.verbose = target, verbose
        self._start = self._after_first = time.time()
        self._last_look = 0.0
        self._seen = self._drawn = 0
        # Whether what was written can be written over: on a terminal, or in a notebook.
        self._live = bool(getattr(sys.stdout, "isatty", lambda: False)()) or "ipykernel" in sys.modules

    def update(self, done: int, numbers: Mapping[str, Any], finalize: bool = False) -> None:
        """Shows that `done` steps are done, and numbers by name; `finalize` says that this is the last look."""
        now = time.time()
        if not self._seen and done:
            self._after_first = now
        self._seen = done
        target = done if finalize and self.target is None else self.target
        if self.verbose == 2 and finalize:
            seconds = f"{now - self._start:.0f}s - {_pace(self._per_step(done))}"
            self._write(f"{done:>{len(str(target))}}/{target} - {seconds}{_text(numbers)}\n")
        elif self.verbose == 1 and (finalize or (self._live and now - self._last_look >= _INTERVAL)):
            self._last_look = now
            self._draw(done, target, finalize, numbers)

    def _draw(self, done: int, target: int | None, finalize: bool, numbers: Mapping[str, Any]) -> None:
        pace = self._per_step(done)
        colours = (_BOLD, _GREEN, _WHITE, _PLAIN) if self._live else ("", "", "", "")
        bold, green, white, plain = colours
        if target is None:
            line = f"{done:>7}/Unknown {bold}{time.time() - self._start:.0f}s{plain}"
        else:
            clock = f"{time.time() - self._start:.0f}s" if finalize else _duration(pace * (target - done))
            full = int(_WIDTH * done / target) if target else _WIDTH
            bar = f"{green}{'━' * full}{plain}{white}{'━' * (_WIDTH - full)}{plain}"
            line = f"{bold}{done:>{len(str(target))}}/{target}{plain} {bar} {bold}{clock}{plain}"
        line += f" {_pace(pace)}{_text(numbers)}"
        width = len(line)
        if self._live:
            line = "\r" + line + " " * max(self._drawn - width, 0)
        self._drawn = width
        self._write(line + ("\n" if finalize else ""))

    def _per_step(self, done: int) -> float:
        """Seconds per step; the first, in which functions are traced, counts only while there is no other."""
        if done <= 1:
            return (time.time() - self._start) / max(done, 1)
        return (time.time() - self._after_first) / (done - 1)

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # a terminal without the characters of the bar
            sys.stdout.write(text.replace("━", "="))
        sys.stdout.flush()


def _pace(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale or seconds == 0:
            return f"{seconds / scale:.0f}{unit}/step"
    return f"{seconds * 1e6:.0f}us/step"


def _text(numbers: Mapping[str, Any]) -> str:
    text = ""
    for name, value in numbers.items():
        is_number = isinstance(value, (int, float))
        text += f" - {name}: {value if not is_number else f'{value:.4f}' if abs(value) > 1e-3 else f'{value:.4e}'}"
    return text


def _duration(seconds: float) -> str:
    """A time to wait: `12s`, `3:05`, `1:02:03`."""
    total = int(seconds)
    if total > 3600:
        return f"{total // 3600}:{total % 3600 // 60:02d}:{total % 60:02d}"
    return f"{total // 60}:{total % 60:02d}" if total > 60 else f"{total}s"
