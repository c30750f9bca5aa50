"""Functions that `functools.singledispatch` makes, given a value whose class a tensor decides."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from tests.autograph.effects.outcomes import cases


@dataclass
class Circle:
    r: int


@dataclass
class Square:
    s: int


class Base:
    def __init__(self, v):
        self.v = v


class Child(Base):
    pass


@functools.singledispatch
def size(value: Any) -> Any:
    return 0


@size.register(int)
def _(value):
    return value + 1


@size.register(float)
def _(value):
    return value * 2


@size.register(list)
def _(values):
    return sum(map(size, values))


@size.register(type(None))
def _(value):
    return -1


@size.register(str)
def _(value):
    return len(value) * 100


@size.register(tuple)
def _(values):
    return size(values[0]) * 7


@size.register
def _(circle: Circle):
    return circle.r * 10


@size.register
def _(square: Square):
    return square.s * 20


@size.register
def _(base: Base):
    return base.v * 30


@cases((3, 4), (7, 2), (2, 2))
def float_or_int(a, b):
    return size(1.5 if a > b else a)


@cases((3, 4), (7, 2), (2, 2))
def float_or_int_in_a_list(a, b):
    return size([a, b, 1.5 if a > b else a])


@cases((3, 4), (7, 2), (2, 2))
def bool_or_int(a, b):
    return size(a > b), size(True if a > b else a)


@cases((3, 4), (7, 2), (2, 2))
def none_or_int(a, b):
    return size(None if a > b else a)


@cases((3, 4), (7, 2), (2, 2))
def none_or_int_in_a_loop(a, b):
    total, last = 0, None
    for i in range(a):
        total += size(last)
        last = i if i % 2 else None
    return total


@cases((3, 1), (7, 2), (2, 3))
def none_in_a_dict(a, b):
    return size({1: a, 2: None}.get(b)), size({} if a > b else 3)


@cases((3, 4), (7, 2), (2, 2))
def text_or_int(a, b):
    return size("abc" if a > b else a)


@cases((3, 4), (7, 2), (2, 2))
def one_of_two_texts(a, b):
    return size("abc" if a > b else "d"), size(f"n{a}"), size(chr(65 + a))


@cases((3, 4), (7, 2), (2, 2))
def list_or_int(a, b):
    return size([a, b] if a > b else a)


@cases((3, 4), (7, 2), (2, 2))
def tuples_of_unlike_items(a, b):
    return size((a, b) if a > b else (1.5, 2))


@cases((3, 4), (7, 2), (2, 2))
def objects_of_two_classes(a, b):
    return size(Circle(a) if a > b else Square(b)), size(Child(a) if a > b else Base(b))


@cases((3, 4), (7, 2), (2, 2))
def objects_of_two_classes_in_a_list(a, b):
    shapes = []
    for i in range(b):
        shapes.append(Circle(i) if i % 2 else Square(i + a))
    return sum(size(shape) for shape in shapes)


@cases((3, 4), (7, 2), (2, 2))
def objects_in_a_list(a, b):
    shapes = []
    for i in range(b):
        shapes.append(Circle(i + a))
    return sum(size(shape) for shape in shapes), size(shapes)


class Counting:
    def __init__(self, k):
        self.k = k

    @functools.singledispatchmethod
    def size(self, value):
        return self.k

    @size.register
    def _(self, value: int):
        return value + self.k

    @size.register
    def _(self, value: float):
        self.k += 1
        return value * self.k

    @size.register
    def _(self, value: Circle):
        self.k += 2
        return value.r * self.k

    @size.register
    def _(self, value: None):
        self.k += 3
        return self.k


@cases((3, 4), (7, 2), (2, 2))
def methods_with_effects(a, b):
    o = Counting(a)
    sizes = o.size(b), o.size(1.5 if a > b else b), o.size(Circle(a) if a > b else 2)
    return sizes, o.size(None if a > b else Circle(b)), o.k
