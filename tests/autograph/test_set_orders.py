"""The order of sets of staged integers: that of Python's, or an error when the program runs."""

from __future__ import annotations

import random

import pytest

import runtime as tf
from autograph import StagingError


def _listed(xs):
    return list(set(xs))


def _grown(xs):
    found = {x + 1 for x in xs}
    for x in xs:
        found.add(x * 2)
    return [x for x in found]


def _common(xs):
    return list(set(xs) & {x - 1 for x in xs})


def _first(xs):
    for x in set(xs):
        return x


@pytest.mark.parametrize("program", [_listed, _grown, _common, _first])
@pytest.mark.parametrize("count", [1, 2, 4, 5, 6, 18, 19, 30])
def test_the_order_is_that_of_python_or_refused(program, count):
    staged = tf.function(program)
    draw = random.Random(count)
    told = 0
    for _ in range(40):
        least, most = draw.choice([(0, 6), (0, 30), (-2, 5), (-9, 9), (0, 100), (-(2**30), 2**30)])
        xs = [draw.randint(least, most) for _ in range(count)]
        try:
            found = staged([tf.constant(x) for x in xs])
        except StagingError as error:
            assert error.code == "AG033", error
            continue
        told += 1
        expected = program(xs)
        assert [int(x) for x in found] == expected if isinstance(expected, list) else int(found) == expected
    assert told
