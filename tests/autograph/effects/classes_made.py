"""What makes an object: `__new__` of a class of the program's, and `__call__` of its metaclass."""

from __future__ import annotations

from typing import ClassVar

from tests.autograph.effects.outcomes import cases


class Counted:
    made = 0

    def __new__(cls, *a):
        cls.made += 1
        return super().__new__(cls)

    def __init__(self, v):
        self.v = v


@cases(0, 2, 3)
def counts_in_a_branch(x):
    Counted.made = 0
    if x > 0:
        Counted(x)
    return Counted.made


@cases(0, 2, 3)
def counts_in_a_loop(x):
    Counted.made = 0
    for i in range(x):
        Counted(i)
    return Counted.made


class Limited:
    def __new__(cls, v):
        if v > 1:
            v = 10
        made = object.__new__(cls)
        made.v = v
        return made


@cases(0, 2, 3)
def branches_before_it_is_there(x):
    return Limited(x).v


class Ordered(tuple):
    def __new__(cls, a, b):
        if a > b:
            a, b = b, a
        return super().__new__(cls, (a, b))


@cases((0, 1), (2, 1))
def tuple_of_the_program(a, b):
    t = Ordered(a, b)
    return t[0], t[1], len(t)


class Changing(type):
    def __call__(cls, *a):
        if a[0] > 2:
            a = (0,)
        return super().__call__(*a)


class Changed(metaclass=Changing):
    def __init__(self, v):
        self.v = v


@cases(0, 2, 3)
def metaclass_branches(x):
    return Changed(x).v


class Kept(type):
    made: ClassVar[dict[type, object]] = {}

    def __call__(cls, *a):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*a)
        return cls.made[cls]


class One(metaclass=Kept):
    def __init__(self, v):
        self.v = v


@cases(0, 2, 3)
def one_of_a_metaclass(x):
    Kept.made.clear()
    a = One(x)
    if x > 1:
        b = One(x + 1)
        b.v += 1
    c = One(3)
    return a is c, c.v


class Registering(type):
    def __call__(cls, *a):
        made = super().__call__(*a)
        made.extra = len(cls.known)
        cls.known.append(a)
        return made


class Registered(metaclass=Registering):
    known: ClassVar[list[object]] = []

    def __init__(self, v):
        self.v = v


@cases(0, 2, 3, jax="refused AG029")
def metaclass_registers(x):
    Registered.known.clear()
    a = Registered(x)
    if x > 0:
        Registered(x + 1)
    return a.v, a.extra, Registered.known


class Singleton:
    kept = None

    def __new__(cls):
        if cls.kept is None:
            cls.kept = super().__new__(cls)
            cls.kept.count = 0
        return cls.kept


@cases(0, 2, 3)
def one_object(n):
    Singleton.kept = None
    a = Singleton()
    if n > 1:
        Singleton().count += n
    count, Singleton.kept = a.count, None
    return count


class Another:
    def __new__(cls, n):
        return n * 2


@cases(0, 2)
def no_object_of_its_class(n):
    return Another(n) + 1


class Stepped:
    def __new__(cls, n):
        made = super().__new__(cls)
        made.steps = ["new"]
        return made

    def __init__(self, n):
        self.steps.append("init")
        if n > 1:
            self.steps = []


@cases(0, 2)
def both_are_run(n):
    return len(Stepped(n).steps)


class Named(Exception):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.name = "named"
        return made


@cases(0, 2, staged="refused AG010")
def exception_of_its_own(n):
    try:
        if n > 1:
            raise Named(n)
    except Named as error:
        return error.name
    return "none"


class Given(type):
    def __call__(cls, *args):
        made = super().__call__()
        if args:
            made.args = args
        return made


class Bare(metaclass=Given):
    pass


@cases(0, 2, staged="refused AG012")
def nothing_to_initialise(n):
    bare = Bare(n)
    if n > 1:
        bare = Bare(n + 1)
    return bare.args
