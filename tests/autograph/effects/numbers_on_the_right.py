"""Numbers of classes of the program, whose methods answer operators that staged numbers have on the left."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Whole(int):
    def __rmul__(self, o):
        return 100

    def __radd__(self, o):
        return 50


class E(int):
    def __eq__(self, o):
        return True

    __hash__ = None


class G(int):
    def __gt__(self, o):
        return False


class F(float):
    def __rmul__(self, o):
        return -1.0


class P(int):
    def twice(self):
        return self * 2


@cases(0, 2, 3)
def times(x):
    return x * Whole(3), Whole(3) * x, x + Whole(3)


@cases(0, 2, 3)
def equals(x):
    return x == E(7), x < G(7), G(7) < x


@cases(0.5, 2.0)
def floats(x):
    return x * F(2.0), F(2.0) * x, x * Whole(2)


@cases(0, 2, 3)
def of_int_and_float(x):
    return x * F(2.0), x + P(2), x * P(3).twice()


@cases(0, 2, 3)
def branch(x):
    r = 0
    if x > 1:
        r = x * Whole(3)
    return r


@cases(0, 2, 3)
def augmented(x):
    x += Whole(3)
    return x, sum([1, Whole(3)])


@cases(0, 2, 3)
def summed(x):
    return sum([x, Whole(3)])
