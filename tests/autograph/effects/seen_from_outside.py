"""What would show that a program is staged: sizes under a comprehension, classes of texts, messages of exceptions."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

from tests.autograph.effects.outcomes import cases

A = ((2, 3), (0, 1), (3, 0), (1, 1))


class Name(str):
    def shout(self):
        return self.upper() + "!"


class Point:
    def __init__(self, a):
        self.a = a

    def __repr__(self):
        return f"Point({self.a})"


class Plain:
    def __init__(self, a):
        self.a = a


class Bad(Exception):
    def __init__(self, p):
        self.p = p

    def __str__(self):
        return f"bad {self.p.a}"


class Log:
    def __init__(self, v):
        self.v = v
        self.log = []

    def __enter__(self):
        self.log.append("in")
        if self.v > 2:
            raise OSError(self.v, [1])
        return self

    def __exit__(self, t, e, tb):
        self.log.append(("out", None if t is None else t.__name__, str(e)))
        return t is not None and issubclass(t, ValueError)


@cases(*A, staged="refused AG022")
def dict_emptied(n, m):  # [1, 2]; plain ('dictionary changed size during iteration', 1)
    d = {n: 1, m + 10: 2}
    try:
        return [d.pop(k) for k in d]
    except RuntimeError as e:
        return str(e), len(d)


@cases(*A, staged="refused AG022")
def set_emptied(n, m):
    s = {n, m + 10}
    try:
        return [s.discard(k) for k in s]
    except RuntimeError as e:
        return str(e), len(s)


@cases(*A, staged="refused AG055")
def class_of_texts(n, m):
    return Name(f"a{n}").shout(), len(Name(f"a{n}"))


@cases(*A, staged="refused AG027")
def object_in_a_message(
    n, m
):  # both: 'Point(Tensor("n:0", ...))', 'Point(JitTracer(int32[]))'; `raise ValueError(Point(n))` is AG027
    if n > 1:
        raise ValueError([Point(n)])
    return n


@cases(*A, staged="refused AG027")
def object_that_a_message_asks(n, m):
    if n > 1:
        raise Bad(Plain(n))  # a Point is refused, AG027: it has a text of its own
    return n


@cases(*A, staged="refused AG027")
def object_or_none_in_a_message(n, m):  # jax
    if n > 1:
        raise ValueError(Point(n) if n else None)
    return n


@cases(*A, staged="refused AG027")
def deque_in_a_message(n, m):  # runtime: deque([<tf.Tensor 'n:0' ...>]); jax: refused
    if n > 1:
        raise ValueError(deque([n, m]))
    return n


@cases(*A, staged="refused AG027")
def fraction_in_a_message(n, m):  # jax: str(e) raises UnexpectedTracerError
    if n > 1:
        raise ValueError(Fraction(n, 3))
    return n


@cases(*A, staged="refused AG011")
def unlike_entries_of_a_log(n, m):
    a = Log(n)
    try:
        with a as q:
            if q.v == 2:
                raise ValueError(q.v)
    except (OSError, KeyError) as e:
        return type(e).__name__, str(e), a.log, a.v
