"""The line that shows how far `fit`, `evaluate` or `predict` has come, with numbers beside it.

On a terminal and in a notebook the line is redrawn while it grows. On a pipe or in a file, where that would leave a
mess, it is written once, when it is complete.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

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
        self.done = 0
        self._start = self._after_first = time.time()
        self._last_look = 0.0
        self._drawn = 0
        # Whether what was written can be written over: on a terminal, or in a notebook.
        self._live = bool(getattr(sys.stdout, "isatty", lambda: False)()) or "ipykernel" in sys.modules

    def update(self, done: int, numbers: Mapping[str, Any], finalize: bool = False) -> None:
        """Shows that `done` steps are done, and numbers by name; `finalize` says that this is the last look."""
        now = time.time()
        if not self.done and done:
            self._after_first = now
        self.done = done
        # The first step, in which functions are traced, counts only while there is no other.
        pace = (now - self._start) / max(done, 1) if done <= 1 else (now - self._after_first) / (done - 1)
        text = "".join(f" - {name}: {_number(value)}" for name, value in numbers.items())
        if self.verbose == 2 and finalize:
            count = f"{done:>{len(str(self.target))}}/{self.target}"
            self._write(f"{count} - {now - self._start:.0f}s - {_pace(pace)}{text}\n")
        elif self.verbose == 1 and (finalize or (self._live and now - self._last_look >= _INTERVAL)):
            self._last_look = now
            self._draw(f"{self._bar(now, pace, finalize)} {_pace(pace)}{text}", finalize)

    def _bar(self, now: float, pace: float, finalize: bool) -> str:
        bold, green, white, plain = ("\x1b[1m", "\x1b[32m", "\x1b[37m", "\x1b[0m") if self._live else ("", "", "", "")
        done, target, spent = self.done, self.target, f"{now - self._start:.0f}s"
        if target is None:
            return f"{done:>7}/Unknown {bold}{spent}{plain}"
        clock = spent if finalize else _duration(pace * (target - done))
        full = int(_WIDTH * done / target) if target else _WIDTH
        bar = f"{green}{'━' * full}{plain}{white}{'━' * (_WIDTH - full)}{plain}"
        return f"{bold}{done:>{len(str(target))}}/{target}{plain} {bar} {bold}{clock}{plain}"

    def _draw(self, line: str, finalize: bool) -> None:
        width = len(line)
        if self._live:
            line = "\r" + line + " " * max(self._drawn - width, 0)
        self._drawn = width
        self._write(line + ("\n" if finalize else ""))

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # a terminal without the characters of the bar
            sys.stdout.write(text.replace("━", "="))
        sys.stdout.flush()


def _number(value: Any) -> Any:
    return value if not isinstance(value, (int, float)) else f"{value:.4f}" if abs(value) > 1e-3 else f"{value:.4e}"


def _pace(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale or seconds == 0:
            return f"{seconds / scale:.0f}{unit}/step"
    return f"{seconds * 1e6:.0f}us/step"


def _duration(seconds: float) -> str:
    """A time to wait: `12s`, `3:05`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
    return f"{minutes}:{rest:02d}" if minutes else f"{rest}s"
