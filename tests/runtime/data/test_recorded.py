"""What TensorFlow 2.21 answers to expressions over datasets, recorded, is what the runtime answers.

`recorded.txt` is in the format of `tests/runtime/recorded`. In it `D` is `tf.data.Dataset`, `r` is `D.range(5)`, `v` lists
the elements of a dataset as numpy values, and the elements of `ragged` are vectors of lengths 1 to 4.
"""

from __future__ import annotations

import collections
import logging
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

RECORDED = (Path(__file__).parent / "recorded.txt").read_text().removeprefix(">>> ").split("\n>>> ")


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    D = tf.data.Dataset
    return {
        "tf": tf,
        "np": np,
        "D": D,
        "r": D.range(5),
        "v": lambda dataset: list(dataset.as_numpy_iterator()),
        "P": collections.namedtuple("P", "x y"),
        "ragged": D.range(1, 5).map(lambda n: tf.fill([n], n)),
    }


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("expression", "answer"), [entry.partition("\n")[::2] for entry in RECORDED])
def test_expression_shows_what_was_recorded(
    expression: str, answer: str, names: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)  # the lambdas have no source: they are traced as they are
    try:
        text = repr(eval(expression, dict(names)))
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
    assert re.sub(r" \[Op:(\w+)\]( name: .*)?$", r" [Op:\1]", text) == answer.rstrip("\n")
