"""How long imports take, and what they spend it on.

    python benchmarks/imports.py

Each statement is timed in interpreters of its own, with bytecode in place, after the import that it may take for
granted.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

from benchmarks.timing import formatted, print_table  # noqa: E402

_ROUNDS = 15
#: Where the bytecode is, whatever the environment says of writing it.
_bytecode = tempfile.TemporaryDirectory()
_HEAVIEST = 12


def main() -> None:
    rows = []
    for first, second in (("pass", "import autograph"), ("import numpy", "import runtime")):
        least, median = _difference(first, second)
        rows.append([f"{second}, after `{first}`", formatted(least), formatted(median)])
    print_table(f"Imports (Python {sys.version.split()[0]})", ["", "best", "median"], rows)
    for first, second in (("pass", "autograph"), ("import numpy", "runtime")):
        rows = [[name, formatted(own), formatted(total)] for own, total, name in _profile(first, second)]
        print_table(f"The {_HEAVIEST} modules that `import {second}` spends most in", ["", "own", "with imports"], rows)


def _difference(first: str, second: str) -> tuple[float, float]:
    """The seconds that a statement takes after another: the best and the median of several runs."""
    _python("-c", f"{first}; {second}")  # writes the bytecode
    program = f"import time; {first}; t = time.perf_counter(); {second}; print(time.perf_counter() - t)"
    found = [float(_python("-c", program).stdout) for _ in range(_ROUNDS)]
    return min(found), statistics.median(found)


def _profile(first: str, module: str) -> list[tuple[float, float, str]]:
    """Own seconds, seconds with what it imports, and name, of the modules that take most."""
    report = _python("-X", "importtime", "-c", f"{first}; import sys; sys.stderr.write('---'); import {module}").stderr
    lines = re.findall(r"import time: +(\d+) \| +(\d+) \| +(\S+)", report.partition("---")[2])
    return sorted(((int(own) / 1e6, int(total) / 1e6, name) for own, total, name in lines), reverse=True)[:_HEAVIEST]


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": _bytecode.name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=_ROOT, env=environment, capture_output=True, text=True, check=True
    )


if __name__ == "__main__":
    main()
