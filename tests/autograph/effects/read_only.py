"""Attributes and items that Python does not let a program store to, on one path."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def namedtuple_attr_iadd(n):
    P = namedtuple("P", "xs y")
    p = P([1], 2)
    try:
        if n > 1:
            p.xs += [n]
    except AttributeError:
        return p.xs, 1
    return p.xs, 0


@cases(0, 3)
def namedtuple_attr_iadd_uncaught(n):
    P = namedtuple("P", "xs y")
    p = P([1], 2)
    if n > 5:
        p.xs += [n]
    return p.xs


@cases(0, 3)
def namedtuple_attr_stored(n):
    P = namedtuple("P", "xs y")
    p = P(n, 2)
    try:
        if n > 1:
            p.y = n
    except AttributeError:
        return p.y, 1
    return p.y, 0


@cases(0, 3)
def frozen_dataclass_iadd(n):
    @dataclass(frozen=True)
    class F:
        xs: list = field(default_factory=list)

    f = F()
    try:
        if n > 1:
            f.xs += [n]
    except AttributeError:
        return f.xs, 1
    return f.xs, 0


@cases(0, 3)
def frozen_dataclass_stored(n):
    @dataclass(frozen=True)
    class F:
        v: int = 0

    f = F(n)
    try:
        if n > 1:
            f.v = n + 1
        else:
            del f.v
    except AttributeError as error:
        return f.v, str(error)
    return f.v, 0


@cases(0, 3)
def property_without_setter(n):
    class A:
        def __init__(self):
            self._xs = [0]

        @property
        def xs(self):
            return self._xs

    a = A()
    try:
        if n > 1:
            a.xs += [n]
    except AttributeError:
        return a.xs, 1
    return a.xs, 0


@cases(0, 3)
def straight(n):
    P = namedtuple("P", "xs y")
    p = P([1], 2)
    try:
        p.xs += [n]
    except AttributeError:
        return p.xs, 1
    return p.xs, 0


@cases(0, 3)
def in_loop(n):
    P = namedtuple("P", "xs y")
    p = P([1], 2)
    fails = 0
    for i in range(n):
        try:
            p.xs += [i]
        except AttributeError:
            fails += 1
    return p.xs, fails


@cases(0, 3)
def tuple_item_iadd(n):
    t = ([1], 2)
    try:
        if n > 1:
            t[0] += [n]
    except TypeError:
        return t[0], 1
    return t[0], 0
