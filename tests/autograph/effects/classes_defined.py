"""Attributes of classes that a staged function defines, which are new at each call."""

# ruff: noqa: RUF012 - what such classes have in common is what is tested
from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def attributes_of_a_class_and_of_an_object(n):
    class A:
        count = 0
        items = []

        def bump(self, k):
            if k > 1:
                self.count += k
            self.items.append(k)

    a, b = A(), A()
    a.bump(n)
    b.bump(1)
    return a.count, b.count, A.count, len(A.items), A.items


@cases(0, 3)
def attribute_of_a_class_in_a_branch(n):
    class A:
        total = 0

    a = A()
    if n > 1:
        A.total += n
    a.total += 1
    return a.total, A.total


@cases(0, 3)
def class_method_that_stores(n):
    class Temp:
        scale = 2

        @classmethod
        def set_scale(cls, k):
            cls.scale = k

        def get(self):
            return self.scale * n

    t = Temp()
    before = t.get()
    if n > 1:
        Temp.set_scale(5)
    return before, t.get()


@cases(0, 3)
def class_that_counts_its_objects(n):
    class Counter:
        made = 0
        known = {}

        def __init__(self):
            Counter.made += 1
            type(self).known[Counter.made] = n

    for k in range(n):
        Counter()
    return Counter.made


@cases(0, 3)
def classes_in_classes(n):
    class Outer:
        class Inner:
            x = 1

        y = [0, 0]

    if n > 1:
        Outer.Inner.x = n
        Outer.y[0] = 5
    return Outer.Inner.x, Outer.y


@cases(0, 3)
def class_of_each_call(n):
    def make():
        class A:
            v = 0

        return A

    A, B = make(), make()
    if n > 1:
        A.v = n
    B.v += 1
    return A.v, B.v


@cases(0, 3, staged="refused AG010")
def attribute_of_a_base_class(n):
    class Base:
        count = 0

    class A(Base):
        pass

    if n > 1:
        A.count = n
    else:
        Base.count = 4
    return A.count, Base.count


@cases(0, 3)
def attribute_of_a_dataclass(n):
    @dataclass
    class P:
        x: int
        ys: list = field(default_factory=list)

    p = P(n)
    P.z = n
    if n > 1:
        p.ys.append(n)
        P.z += 1
    return p.x, P.z, sum(p.ys)


@cases(0, 3)
def enumeration_of_the_function(n):
    class E(enum.Enum):
        A = 1
        B = 2

    return (E.A if n > 1 else E.B).name


@cases(0, 3)
def attribute_of_a_class_in_a_loop(n):
    class A:
        total = 0

    for k in range(n):
        A.total += k
    while A.total < 10:
        A.total += 3
    return A.total


@cases(0, 3)
def metaclass_that_lists_classes(n):
    class Reg(type):
        all = []

        def __new__(m, name, bases, ns):
            c = super().__new__(m, name, bases, ns)
            m.all.append(name)
            return c

    class A(metaclass=Reg):
        v = 0

    class B(A):
        pass

    if n > 1:
        A.v = n
    return Reg.all, B.v


@cases(0, 3)
def exception_that_counts(n):
    class Err(Exception):
        count = 0

        def __init__(self):
            Err.count += 1

    try:
        if n > 1:
            raise Err()
    except Err:
        pass
    return Err.count


@cases(0, 3)
def only_one_object(n):
    class Single:
        instance = None

        def __new__(cls, v):
            if cls.instance is None:
                cls.instance = super().__new__(cls)
            return cls.instance

        def __init__(self, v):
            self.v = v

    a = Single(n)
    b = Single(n + 1)
    return a is b, a.v


@cases(0, 3)
def class_in_a_branch(n):
    if n > 1:

        class A:
            v = 1

        A.v = n
        r = A.v
    else:
        r = 0
    return r


@cases(0, 3)
def list_of_the_function_in_a_class(n):
    outer = [1]

    class A:
        xs = outer

    if n > 1:
        A.xs.append(2)
    return outer


KEPT = None


@cases(0, 3, outer=("KEPT",))
def attribute_that_outlives_the_class(n):
    global KEPT

    class A:
        v = 0

    if n > 1:
        A.v = n
    KEPT = A.v
    return A.v
