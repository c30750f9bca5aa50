"""`slice.indices` with staged bounds, steps and lengths: sequences that slice themselves."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((5, 2), (5, -2), (0, 1), (3, -1))
def bounds(n, k):
    return (
        slice(None, None, k).indices(n),
        slice(k, None).indices(n),
        slice(None, k).indices(5),
        slice(k, -1, 2).indices(n),
    )


@cases((5, 2), (5, -2), (0, 1), (3, 0))
def a_step_of_zero(n, k):
    try:
        return slice(1, n, k).indices(7)
    except ValueError as e:
        return str(e)


@cases((5, 2), (5, -2), (0, 1), (3, -1))
def as_a_range(n, k):
    return [i for i in range(*slice(k, None).indices(n))], len(range(*slice(1, n).indices(4)))


@cases((5, 2), (5, -2), (0, 1), (3, -1))
def bounds_that_may_be_none(n, k):
    z = None if n > 4 else k
    return slice(z, n).indices(6), slice(1, 3).indices(2)


class Values:
    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self.values[i] for i in range(*key.indices(len(self)))]
        return self.values[key]


@cases(([1, 2, 3], 1), ([4, 5, 6], -1), ([4, 5, 6], 7))
def in_a_sequence(xs, k):
    s = Values(xs)
    return s[k:], s[:k], s[0], s[::2]
