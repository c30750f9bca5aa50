"""Losses, metrics, optimizers, schedules and trainings have the values that TensorFlow 2.21 (Keras 3.15) has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.keras import training_cases as cases

RECORDED = json.loads((Path(__file__).parent / "training.json").read_text())


def check(found: Any, expected: Any) -> None:
    """Compares numbers in structures, as far as single precision goes."""
    if isinstance(expected, dict):
        assert sorted(found) == sorted(expected)
        for name, value in expected.items():
            check(found[name], value)
    elif isinstance(expected, list) and any(isinstance(x, (list, dict)) for x in expected):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            check(a, b)
    else:
        np.testing.assert_allclose(found, expected, rtol=3e-5, atol=1e-5)


def names(rows: Any) -> list[str]:
    return [f"{i}-{cases.key(row[0], row[1])}" for i, row in enumerate(rows)]


@pytest.mark.parametrize("position", range(len(cases.LOSSES)), ids=names(cases.LOSSES))
def test_loss_has_the_recorded_values(position: int) -> None:
    check(cases.loss_values(tf, *cases.LOSSES[position]), RECORDED["losses"][position])


@pytest.mark.parametrize("position", range(len(cases.METRICS)), ids=names(cases.METRICS))
def test_metric_has_the_recorded_values(position: int) -> None:
    check(cases.metric_values(tf, *cases.METRICS[position]), RECORDED["metrics"][position])


@pytest.mark.parametrize("kind", ["dense", "sparse"])
@pytest.mark.parametrize("case", cases.OPTIMIZERS, ids=lambda case: cases.key(*case))
def test_five_steps_of_an_optimizer_lead_to_the_recorded_values(case: Any, kind: str) -> None:
    expected = RECORDED["optimizers"][cases.key(*case, kind)]
    check(cases.optimizer_values(tf, *case, kind), expected)
    check(cases.optimizer_values(tf, *case, kind, staged=True), expected)


@pytest.mark.parametrize("case", cases.SCHEDULES, ids=lambda case: cases.key(*case))
def test_schedule_has_the_recorded_values(case: Any) -> None:
    check(cases.schedule_values(tf, *case), RECORDED["schedules"][cases.key(*case)])


@pytest.mark.parametrize("name", cases.TRAININGS)
def test_training_goes_as_recorded(name: str) -> None:
    check(cases.TRAININGS[name](tf), RECORDED["trainings"][name])


@pytest.mark.parametrize("position", [0, 3, 6, 8, 10])
def test_staged_loss_is_the_eager_loss(position: int) -> None:
    name, options, y_true, y_pred = cases.LOSSES[position]
    loss = getattr(tf.keras.losses, name)(**options)
    staged = tf.function(lambda a, b, w: loss(a, b, w))
    expected = loss(y_true, y_pred, cases.WEIGHTS)
    np.testing.assert_allclose(staged(y_true, y_pred, cases.WEIGHTS), expected, rtol=1e-6)


@pytest.mark.parametrize("position", [0, 1, 3, 4, 7, 10])
def test_staged_metric_is_the_eager_metric(position: int) -> None:
    name, options, y_true, y_pred = cases.METRICS[position]
    eager, staged = (getattr(tf.keras.metrics, name)(**options) for _ in range(2))

    @tf.function
    def update(a, b, w):
        staged.update_state(a, b, w)
        return staged.result()

    for part in (slice(0, 7), slice(7, 12)):
        expected = eager(y_true[part], y_pred[part], cases.WEIGHTS[part])
        np.testing.assert_allclose(update(y_true[part], y_pred[part], cases.WEIGHTS[part]), expected, rtol=1e-6)
