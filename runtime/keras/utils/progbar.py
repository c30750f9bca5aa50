"""`Progbar`: a line that shows how far something has come, with numbers beside it.

On a terminal and in a notebook the line is redrawn while it grows. On a pipe or in a file, where that would leave a
mess, it is written once, when it is complete.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Container, Sequence
from typing import Any

_BOLD, _GREEN, _WHITE, _PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[37m", "\x1b[0m"


class Progbar:
    """A progress bar.

    Args:
        target: the number of steps; None if it is not known.
        width: of the bar, in characters.
        verbose: 0 for nothing, 1 for a bar, 2 for one line at the end.
        interval: the least time between two looks, in seconds.
        stateful_metrics: names of numbers to show as they are, in place of their means over the steps.
        unit_name: what a step is called.

    >>> bar = Progbar(2, verbose=2)
    >>> bar.update(1, [('loss', 1.0)])
    >>> bar.update(2, [('loss', 2.0)])  # doctest: +ELLIPSIS
    2/2 - 0s - ...s/step - loss: 1.5000
    """

    def __init__(
        self,
        target: int | None,
        width: int = 20,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Container[str] | None = None,
        unit_name: str = "step",
    ):
        self.target = target
        self.width = width
        self.verbose = verbose
        self.interval = interval
        self.stateful_metrics: Container[str] = () if stateful_metrics is None else stateful_metrics
        self.unit_name = unit_name
        self._values: dict[str, tuple[float, float]] = {}
        self._seen = 0
        self._start = time.time()
        self._after_first = self._start
        self._last_look = 0.0
        self._drawn = 0
        self._live = _can_redraw()

    def update(
        self, current: int, values: Sequence[tuple[str, Any]] | None = None, finalize: bool | None = None
    ) -> None:
        """Shows that `current` steps are done.

        Args:
            current: the number of steps.
            values: pairs of a name and a number.
            finalize: whether this is the last look; by default when the target is reached.
        """
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        for name, value in values or ():
            if name in self.stateful_metrics or not isinstance(value, (int, float)):
                self._values[name] = (value, 1)
            else:
                total, count = self._values.get(name, (0.0, 0))
                # A number counts for all the steps since the last one.
                weight = max(current - self._seen, 1)
                self._values[name] = (total + value * weight, count + weight)
        if self._seen == 0 and current > 0:
            self._after_first = time.time()
        self._seen = current
        if self.verbose == 1:
            self._draw(current, finalize)
        elif self.verbose == 2 and finalize:
            self._write(
                f"{self._count(current)} - {self._seconds():.0f}s{self._pace(current, ' - ')}{self._numbers()}\n"
            )

    def add(self, n: int, values: Sequence[tuple[str, Any]] | None = None) -> None:
        """Shows that `n` more steps are done."""
        self.update(self._seen + n, values)

    def _draw(self, current: int, finalize: bool) -> None:
        now = time.time()
        if not finalize and (not self._live or now - self._last_look < self.interval):
            return
        self._last_look = now
        # The target is known when there are no more steps.
        target = current if finalize and self.target is None else self.target
        pace = self._per_step(current)
        left = self._seconds() if finalize or target is None else pace * (target - current)
        clock = f"{left:.0f}s" if finalize or target is None else _duration(left)
        colours = (_BOLD, _GREEN, _WHITE, _PLAIN) if self._live else ("", "", "", "")
        bold, green, white, plain = colours
        if target is None:
            line = f"{self._count(current)} {bold}{clock}{plain}"
        else:
            done = int(self.width * current / target) if target else self.width
            bar = f"{green}{'━' * done}{plain}{white}{'━' * (self.width - done)}{plain}"
            line = f"{bold}{self._count(current, target)}{plain} {bar} {bold}{clock}{plain}"
        line += f"{self._pace(current)}{self._numbers()}"
        width = len(line) - (sum(map(len, colours)) if self._live else 0)
        if self._live:
            line = "\r" + line + " " * max(self._drawn - width, 0)
        self._drawn = width
        self._write(line + ("\n" if finalize else ""))

    def _count(self, current: int, target: int | None = None) -> str:
        target = target if target is not None else self.target
        if target is None:
            return f"{current:>7}/Unknown" if self.verbose == 1 else f"{current}/{current}"
        return f"{current:>{len(str(target))}}/{target}"

    def _seconds(self) -> float:
        return time.time() - self._start

    def _per_step(self, current: int) -> float:
        """Seconds per step; the first, in which functions are traced, counts only while there is no other."""
        if current <= 1:
            return self._seconds() / max(current, 1)
        return (time.time() - self._after_first) / (current - 1)

    def _pace(self, current: int, lead: str = " ") -> str:
        pace = self._per_step(current)
        for scale, unit in ((1.0, "s"), (1e-3, "ms")):
            if pace >= scale or pace == 0:
                return f"{lead}{pace / scale:.0f}{unit}/{self.unit_name}"
        return f"{lead}{pace * 1e6:.0f}us/{self.unit_name}"

    def _numbers(self) -> str:
        text = ""
        for name, (total, count) in self._values.items():
            if not isinstance(total, (int, float)):
                text += f" - {name}: {total}"
                continue
            mean = total / max(count, 1)
            text += f" - {name}: {mean:.4f}" if abs(mean) > 1e-3 else f" - {name}: {mean:.4e}"
        return text

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # a terminal without the characters of the bar
            sys.stdout.write(text.replace("━", "="))
        sys.stdout.flush()


def _can_redraw() -> bool:
    """Whether what was written can be written over: on a terminal, or in a notebook."""
    return bool(getattr(sys.stdout, "isatty", lambda: False)()) or "ipykernel" in sys.modules


def _duration(seconds: float) -> str:
    """A time to wait: `12s`, `3:05`, `1:02:03`."""
    total = int(seconds)
    if total > 3600:
        return f"{total // 3600}:{total % 3600 // 60:02d}:{total % 60:02d}"
    return f"{total // 60}:{total % 60:02d}" if total > 60 else f"{total}s"
