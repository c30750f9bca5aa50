"""`fractions.Fraction` of tensors: its methods are converted as those of the program's classes are."""

from __future__ import annotations

from fractions import Fraction

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (2, 4), (5, 3))
def in_lowest_terms(n, k):
    f = Fraction(n, k)
    return f.numerator, f.denominator


@cases((1, 2), (2, 4), (5, 3))
def added_to_another(n, k):
    f = Fraction(n, k) + Fraction(1, 3)
    return f.numerator, f.denominator


@cases((1, 2), (2, 4), (5, 3))
def a_harmonic_sum(n, k):
    f = Fraction(0)
    for i in range(1, n + 1):
        f += Fraction(1, i * k)
    return f.numerator, f.denominator


@cases((1, 2), (2, 4), (5, 3))
def the_largest_of_some(n, k):
    best = Fraction(0)
    for i in range(1, n + 1):
        f = Fraction(i, k)
        if f > best:
            best = f
    return float(best)


@cases((1, 0), (2, 4), (5, 3))
def a_fraction_of_nothing(n, k):
    try:
        f = 1 / Fraction(n, k)
    except ZeroDivisionError:
        return -1, 0
    return f.numerator, f.denominator


@cases((1, 2), (2, 4), (5, 3))
def a_determinant(n, k):
    rows = [[Fraction(2), Fraction(n)], [Fraction(1), Fraction(k)]]
    f = rows[1][0] / rows[0][0]
    rows[1] = [a - f * b for a, b in zip(rows[1], rows[0])]
    d = rows[0][0] * rows[1][1]
    return d.numerator, d.denominator


@cases((415, 93), (1, 2), (7, 3))
def a_continued_fraction(p, q):
    x = Fraction(p, q)
    terms = []
    while True:
        a = x.numerator // x.denominator
        terms.append(a)
        x -= a
        if x == 0:
            break
        x = 1 / x
    return len(terms), sum(terms)


@cases((1, 2), (2, 4), (5, 3))
def with_a_known_one(n, k):
    h = Fraction(3, 2)
    s = n + h
    p = h * k
    q = n / h
    return (
        n > h,
        h < k,
        n == h,
        s.numerator,
        s.denominator,
        p.numerator,
        float(h * n),
        h**2 == Fraction(9, 4),
        int(h * n),
        q.numerator,
        q.denominator,
    )


@cases((1, 2), (2, 4), (5, 3))
def chosen_by_a_branch(n, k):
    h = Fraction(3, 2)
    if n > 1:
        h = Fraction(n, k)
    a = abs(h - 2)
    return str(h) == "1/2", round(h), a < Fraction(1, 2), bool(h), (-h).numerator, h.limit_denominator(2).numerator
