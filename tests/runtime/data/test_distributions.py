"""Random orders and draws have the distributions they should have. Seeds are fixed: a test fails always or never."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

D = tf.data.Dataset

#: Within how many standard deviations a count must be: a sound program fails for one seed in a million.
SIGMAS = 5


def assert_binomial(count: int, draws: int, probability: float) -> None:
    deviation = np.sqrt(draws * probability * (1 - probability))
    assert abs(count - draws * probability) < SIGMAS * deviation, (count, draws * probability, deviation)


@pytest.mark.parametrize("by", ["rows", "elements"])
def test_a_shuffle_of_everything_favours_no_element_at_any_place(by: str) -> None:
    size, passes = 6, 3000
    dataset = D.range(size) if by == "rows" else D.range(size).map(lambda x: x)
    orders = np.array([x.numpy() for x in dataset.shuffle(size, seed=1).repeat(passes).batch(size)])
    assert orders.shape == (passes, size)
    for place in range(size):
        for element in range(size):
            assert_binomial(int((orders[:, place] == element).sum()), passes, 1 / size)


def test_pairs_of_places_are_independent() -> None:
    passes = 6000
    orders = np.array([x.numpy() for x in D.range(4).shuffle(4, seed=2).repeat(passes).batch(4)])
    for first in range(4):
        for second in range(4):
            if first != second:
                both = int(((orders[:, 0] == first) & (orders[:, 1] == second)).sum())
                assert_binomial(both, passes, 1 / 12)


@pytest.mark.parametrize("size", [2, 4])
def test_a_small_buffer_favours_none_of_its_elements(size: int) -> None:
    count, passes = 8, 3000
    orders = np.array([x.numpy() for x in D.range(count).shuffle(size, seed=3).repeat(passes).batch(count)])
    for element in range(size):
        assert_binomial(int((orders[:, 0] == element).sum()), passes, 1 / size)
    # An element stays in the buffer with the same probability each time, however long it has been there.
    for place in range(count - size):
        probability = (1 - 1 / size) ** place / size
        assert_binomial(int((orders[:, place] == 0).sum()), passes, probability)


@pytest.mark.parametrize("weights", [[0.2, 0.8], [1.0, 4.0], [1, 4], np.float32([0.2, 0.8])])
def test_datasets_are_sampled_as_often_as_their_weights_say(weights) -> None:
    endless = [D.from_tensors(i).repeat() for i in range(2)]
    found = [int(x) for x in D.sample_from_datasets(endless, weights, seed=5).take(3000)]
    assert_binomial(sum(found), 3000, 0.8)


def test_datasets_are_sampled_equally_often_without_weights_and_never_with_none() -> None:
    endless = [D.from_tensors(i).repeat() for i in range(3)]
    found = np.array([int(x) for x in D.sample_from_datasets(endless, seed=6).take(3000)])
    for i in range(3):
        assert_binomial(int((found == i).sum()), 3000, 1 / 3)
    found = np.array([int(x) for x in D.sample_from_datasets(endless, [1.0, 0.0, 3.0], seed=6).take(3000)])
    assert not (found == 1).any()
    assert_binomial(int((found == 2).sum()), 3000, 3 / 4)
