"""Operators of numbers and of objects whose classes are tuples and lists with operators of their own, or without."""

from __future__ import annotations

from typing import NamedTuple

from tests.autograph.effects.outcomes import cases


class Vector(NamedTuple):
    x: float
    y: float

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __rsub__(self, other):
        return Vector(other - self.x, other - self.y)

    def __radd__(self, other):
        return Vector(other + self.x, other + self.y)

    def __rtruediv__(self, other):
        return Vector(other / self.x, other / self.y)

    def __rpow__(self, other):
        return Vector(other**self.x, other**self.y)

    def __rfloordiv__(self, other):
        return Vector(other // self.x, other // self.y)

    def __rmod__(self, other):
        return Vector(other % self.x, other % self.y)

    def __eq__(self, other):
        return isinstance(other, Vector) and self.x == other.x and self.y == other.y

    def __lt__(self, other):
        return self.x < (other.x if isinstance(other, Vector) else other)

    def __gt__(self, other):
        return self.x > (other.x if isinstance(other, Vector) else other)


class Scaled(list):
    def __rmul__(self, k):
        return Scaled([v * k for v in self])

    def __radd__(self, k):
        return Scaled([v + k for v in self])

    def __rsub__(self, k):
        return Scaled([k - v for v in self])


@cases((2, 1.5), (0, 3.0))
def times_a_float(n, x):
    return x * Vector(1.0, 2.0)


@cases((2, 1.5), (0, 3.0))
def times_an_int(n, x):
    return n * Vector(1.0, 2.0)


@cases((2, 1.5), (0, 3.0))
def multiplied(n, x):
    return Vector(1.0, 2.0) * n


@cases((2, 1.5), (0, 3.0))
def subtracted_from_a_float(n, x):
    return x - Vector(1.0, 2.0), x + Vector(1.0, 2.0), x / Vector(1.0, 2.0)


@cases((2, 1.5), (1, 3.0))
def power_and_remainder(n, x):
    return x ** Vector(1.0, 2.0), x // Vector(1.0, 2.0), x % Vector(1.0, 2.0)


@cases((2, 1.5), (1, 3.0))
def with_a_staged_field(n, x):
    return x * Vector(1.0, x), x - Vector(n, 2.0)


@cases((2, 1.5), (1, 3.0))
def compared_with_a_number(n, x):
    return x == Vector(1.5, 2.0), x < Vector(1.0, 2.0), x != Vector(1.0, 2.0), Vector(1.0, 2.0) < x


@cases((2, 1.5), (1, 3.0), jax="refused AG038")
def subclass_of_list(n, x):
    return n * Scaled([1, 2]), n + Scaled([1, 2]), n - Scaled([1, 2])


@cases((2, 1.5), (1, 3.0), jax="refused AG053")
def list_added_to_a_number(n, x):
    return n + [1, 2]  # noqa: RUF005


@cases((2, 1.5), (1, 3.0))
def list_added_under_a_handler(n, x):
    try:
        return n + [1, 2]  # noqa: RUF005
    except TypeError as e:
        return str(e)


@cases((2, 1.5), (1, 3.0))
def tuple_subtracted_under_a_handler(n, x):
    try:
        return n - (1, 2)
    except TypeError as e:
        return str(e)


@cases((2, 1.5), (1, 3.0))
def less_than_a_list(n, x):
    try:
        return n < [1, 2]
    except TypeError as e:
        return str(e)


@cases((2, 1.5), (1, 3.0))
def equal_to_a_list(n, x):
    try:
        return n == [1, 2], n == (2, 2), n != [2], (n, n) == n
    except TypeError as e:
        return str(e)


@cases((2, 1.5), (1, 3.0))
def in_a_loop(n, x):
    v = Vector(0.0, 1.0)
    for i in range(n):
        v = v + x * Vector(1.0, 2.0)
    return v


@cases((2, 1.5), (1, 3.0))
def summed(n, x):
    return (
        sum([Vector(1.0, x), Vector(2.0, 3.0)], Vector(0, 0)),
        2 * Vector(x, 1.0),
        max(Vector(1.0, x), Vector(x, 2.0)),
    )


class Point(NamedTuple):
    x: float
    y: float


@cases(2, 3)
def equal_to_a_point(n):
    return n == Point(1, 2), Point(1, 2) == n, n != Point(1, 2)


@cases(2, 3, jax="refused AG053")
def point_added_under_a_handler(n):
    try:
        return n + Point(1, 2)
    except TypeError as error:
        return str(error)


@cases(2, 3, staged="refused AG032")
def point_repeated(n):
    def times(a, b):
        return a * b

    return times(n, Point(1, 2))
