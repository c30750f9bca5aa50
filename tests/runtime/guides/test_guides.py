"""Programs after TensorFlow's public guides show, cell by cell, what TensorFlow 2.21 shows: see `record.py`.

Fractions may differ in their last digits. The words of errors that say what to do are our own, so most cells show
the type of an error only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.guides.cells import run, same, split

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_guide_shows_what_tensorflow_shows(program: Path) -> None:
    if "tf.saved_model" in program.read_text():
        pytest.importorskip("safetensors", reason="saving needs safetensors")
    try:
        found = run(program, tf)
    finally:
        tf.config.run_functions_eagerly(False)
    for number, (ours, theirs) in enumerate(zip(found, split(program.with_suffix(".txt").read_text()), strict=True)):
        assert same(theirs, ours), f"cell {number} of {program.name} shows\n{ours}\nwhere TensorFlow shows\n{theirs}"
