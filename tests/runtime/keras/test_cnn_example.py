"""`examples/cnn.py` learns to read digits."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def accuracy(steps: int) -> float:
    """The accuracy, in percent, that the example reports after so many steps."""
    command = [sys.executable, str(ROOT / "examples" / "cnn.py"), str(steps)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    losses = [float(loss) for loss in re.findall(r"^step \d+ loss (.*)$", done.stdout, re.MULTILINE)]
    assert len(losses) == -(-steps // 100) and losses[0] > 2
    return float(re.findall(r"accuracy on 397 held-out digits: (.*)%", done.stdout)[0])


def test_some_steps_lead_a_good_way() -> None:
    pytest.importorskip("sklearn")
    assert accuracy(100) > 85


@pytest.mark.slow
def test_all_steps_lead_to_more_than_97_percent() -> None:
    pytest.importorskip("sklearn")
    assert accuracy(1000) > 97
