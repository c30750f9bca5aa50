"""`statistics` of numbers of which some are staged, or how many they are."""

from __future__ import annotations

import statistics
from statistics import fmean, median, stdev

from tests.autograph.effects.outcomes import cases

READINGS = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 30.0]


@cases(1.0, 4.5, 50.0)
def of_those_kept(least):
    kept = [x for x in READINGS if x > least]
    return statistics.mean(kept), statistics.median(kept), statistics.pstdev(kept), statistics.pvariance(kept)


@cases(1.0, 4.5, 20.0)
def of_a_sample(least):
    kept = [x for x in READINGS if x > least]
    return stdev(kept), statistics.variance(kept), fmean(kept)


@cases(1.0, 4.5)
def of_a_known_number(x):
    xs = [x, 2.0, 8.0]
    middle = median(xs), median([*xs, 0.0]), statistics.median_low(xs)
    return statistics.mean(xs), middle, statistics.pstdev(xs), statistics.variance(xs)


@cases(1, 4)
def of_integers(n):
    xs = [n, 2, 8]
    return median(xs), fmean(xs), statistics.pstdev(xs), statistics.median_high(xs), median([n, 1])


@cases(1, 4)
def whole_mean_is_an_integer(n):
    return statistics.mean([n, 2, 9])


@cases(3.0, 100.0)
def without_the_far_ones(most):
    mu, sigma = statistics.mean(READINGS), statistics.pstdev(READINGS)
    near = [x for x in READINGS if abs(x - mu) <= most * sigma]
    return statistics.mean(near), statistics.median(near), mu, sigma


@cases(0, 3)
def none_at_all(n):
    try:
        return statistics.mean([float(i) for i in range(n)])
    except statistics.StatisticsError:
        return -1.0


@cases(3, 4)
def of_a_generator(n):
    return fmean(i * 2.0 for i in range(n)), statistics.mean(map(float, range(n)))


@cases(3, 4)
def of_constants_beside_a_tensor(n):
    return n + statistics.mean([1, 2, 3]), statistics.mode([1, 1, 2])
