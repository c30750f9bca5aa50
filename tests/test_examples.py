"""Every example runs on its own, and says what it promises."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_EXAMPLES = Path(__file__).parents[1] / "examples"


def _output(name: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(_EXAMPLES.parent)}
    command = [sys.executable, str(_EXAMPLES / name)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["newton.py", "collatz.py", "fizzbuzz.py"])
def test_small_examples_show_their_code_and_agree_with_themselves(name: str) -> None:
    assert "ag__." in _output(name)


def test_digits_reaches_ninety_percent_in_one_trace() -> None:
    pytest.importorskip("sklearn")
    output = _output("digits.py")
    accuracy = float(output.partition("held-out digits: ")[2].partition("%")[0])
    assert accuracy >= 90
    assert "traces: 1\n" in output


def test_converted_difflib_prints_what_difflib_prints() -> None:
    output = _output("convert_stdlib.py")
    for name in ("unified_diff", "context_diff", "ndiff", "HtmlDiff"):
        assert f"{name}: the same " in output
