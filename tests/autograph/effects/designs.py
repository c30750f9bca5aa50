"""Slots, dataclasses, abstract classes, special methods, visitors: of objects that a tensor chooses."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tests.autograph.effects.outcomes import cases


class P:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x


class Q:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def get(self):
        return self.x * self.y


@cases(0, 3)
def slots(n):
    p = P(n * 2) if n > 1 else Q(n, n + 1)
    return p.get()


@cases(0, 3)
def slots_known(n):
    a, b = P(4), Q(2, 3)
    p = a if n > 1 else b
    p.x += 1
    return p.get(), a.x, b.x


@dataclass
class Circle:
    r: float

    def area(self):
        return 3 * self.r * self.r


@dataclass
class Rectangle:
    w: float
    h: float

    def area(self):
        return self.w * self.h


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    def moved(self, d):
        return Point(self.x + d, self.y)


@dataclass(frozen=True)
class Point3:
    x: int
    y: int
    z: int

    def moved(self, d):
        return Point3(self.x + d, self.y, self.z + d)


@cases((1.0, 2.0), (2.0, 2.0))
def dataclasses_(w, h):
    s = Circle(w) if w == h else Rectangle(w, h)
    return s.area()


@cases((1, 2), (2, 2))
def frozen(w, h):
    s = Point(w, h) if w == h else Point3(w, h, 7)
    s = s.moved(2)
    return s.x + s.y


@cases((1, 2), (2, 2))
def dataclass_eq(w, h):
    s = Point(w, h) if w == h else Point3(w, h, 7)
    return s == Point(2, 2), s != Point3(1, 2, 7)


class NA(NamedTuple):
    a: int


class NB(NamedTuple):
    a: int
    b: int


@cases((1, 2), (2, 2))
def namedtuples(w, h):
    t = NA(w) if w == h else NB(w, h)
    return t.a, len(t)


class Animal(ABC):
    def __init__(self, name):
        self.name = name
        self.energy = 10

    @abstractmethod
    def speak(self): ...
    @property
    def tired(self):
        return self.energy < 5

    def act(self):
        self.energy -= self.cost
        return self.speak()


class Dog(Animal):
    cost = 3

    def speak(self):
        return "Woof"


class Cat(Animal):
    cost = 7

    def speak(self):
        return "Meow"

    @property
    def tired(self):
        return True


@cases(0, 1, 3)
def animals(n):
    a = Dog("rex") if n > 1 else Cat("tom")
    sound = a.act()
    return sound, a.energy, a.tired, a.name, a.cost


@cases(0, 1, 3)
def animals_loop(n):
    zoo = [Dog("a"), Cat("b")]
    count = 0
    for i in range(n):
        a = zoo[i % 2]
        a.act()
        if a.tired:
            count += 1
    return count, [z.energy for z in zoo]


@cases(0, 1, 3)
def staticmethods(n):
    class A:
        @staticmethod
        def f(x):
            return x + 1

        @classmethod
        def g(cls, x):
            return cls.f(x) * 2

    class B(A):
        @staticmethod
        def f(x):
            return x - 1

    k = A if n > 1 else B
    return k.f(n), k.g(n), k().g(3)


@cases(0, 1, 3)
def str_of(n):
    class A:
        def __str__(self):
            return "A!"

        def __repr__(self):
            return "A()"

    class B:
        def __str__(self):
            return "B!"

        def __repr__(self):
            return "B()"

    k = A() if n > 1 else B()
    return str(k), f"{k}", repr(k), f"<{k!r}>"


@cases(0, 1, 3)
def len_bool(n):
    class A:
        def __init__(self):
            self.items = [1, 2]

        def __len__(self):
            return len(self.items)

        def __getitem__(self, i):
            return self.items[i]

        def __contains__(self, x):
            return x in self.items

        def __iter__(self):
            return iter(self.items)

        def __add__(self, o):
            return 10 + o

        def __call__(self, x):
            return x * 2

        def __eq__(self, o):
            return False

    class B(A):
        def __init__(self):
            self.items = [5]

        def __bool__(self):
            return False

        def __add__(self, o):
            return 20 + o

        def __call__(self, x):
            return x * 3

    k = A() if n > 1 else B()
    return len(k), (1 if k else 0), k[0], 5 in k, k + 1, k(2), sum(x for x in k)


@cases(0, 1, 3, staged="refused AG011")
def context_manager(n):
    class A:
        def __init__(self):
            self.log = []

        def __enter__(self):
            self.log.append(1)
            return self

        def __exit__(self, *a):
            self.log.append(2)

    class B(A):
        def __exit__(self, *a):
            self.log.append(3)

    k = A() if n > 1 else B()
    with k as c:
        pass
    return k.log


@cases(0, 1, 3)
def iterate(n):
    class A:
        def __iter__(self):
            yield 1
            yield 2

    class B:
        def __iter__(self):
            yield 10

    k = A() if n > 1 else B()
    t = 0
    for x in k:
        t += x
    return t


class Visitor:
    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__)(node)

    def visit_Num(self, node):
        return node.v

    def visit_Add(self, node):
        return self.visit(node.left) + self.visit(node.right)

    def visit_Neg(self, node):
        return -self.visit(node.e)


class Num:
    def __init__(self, v):
        self.v = v


class Add:
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Neg:
    def __init__(self, e):
        self.e = e


@cases(0, 1, 3)
def visitor(n):
    tree = Add(Num(n), Neg(Num(2)) if n > 1 else Num(7))
    return Visitor().visit(tree)


def evaluate(node):
    if isinstance(node, Num):
        return node.v
    elif isinstance(node, Add):
        return evaluate(node.left) + evaluate(node.right)
    elif isinstance(node, Neg):
        return -evaluate(node.e)
    raise TypeError("unknown")


@cases(0, 1, 3)
def evaluate_(n):
    tree = Add(Num(n), Neg(Num(2)) if n > 1 else Num(7))
    return evaluate(tree)


def simplify(node):
    if isinstance(node, Neg) and isinstance(node.e, Neg):
        return simplify(node.e.e)
    return node


@cases(0, 1, 3)
def simplified(n):
    tree = Neg(Neg(Num(n))) if n > 1 else Neg(Num(7))
    s = simplify(tree)
    return evaluate(s)


class Op(enum.Enum):
    ADD = "+"
    SUB = "-"

    def apply(self, a, b):
        return a + b if self is Op.ADD else a - b


@cases(0, 1, 3)
def enum_method(n):
    op = Op.ADD if n > 1 else Op.SUB
    return op.apply(n, 5)


class Plugin:
    registry: ClassVar[dict] = {}

    def __init_subclass__(cls):
        Plugin.registry[cls.__name__.lower()] = cls


class Upper(Plugin):
    def run(self, x):
        return x + 100


class Lower(Plugin):
    def run(self, x):
        return x - 100


@cases(0, 1, 3)
def plugin(n):
    kind = "upper" if n > 1 else "lower"
    return Plugin.registry[kind]().run(n)


@cases(0, 1, 3)
def swap_strategies(n):
    class Ctx:
        def __init__(self):
            self.s = Upper()
            self.n = 0

        def go(self):
            self.n = self.s.run(self.n)

    c = Ctx()
    for i in range(n):
        if i % 2 == 1:
            c.s = Lower()
        else:
            c.s = Upper()
        c.go()
    return c.n


@cases(0, 1, 3)
def null_object(n):
    class Log:
        def __init__(self):
            self.n = 0

        def write(self, x):
            self.n += x

    class Null:
        def write(self, x):
            pass

    log = Log() if n > 1 else Null()
    for i in range(n):
        log.write(i)
    return log.n if isinstance(log, Log) else -1


@cases(0, 1, 3)
def mixed(n):
    x = Num(n) if n > 1 else n
    return x.v if isinstance(x, Num) else x + 50


@cases(0, 1, 3)
def sorted_shapes(n):
    shapes = [Circle(1.0), Rectangle(2.0, 4.0) if n > 1 else Circle(3.0)]
    return [s.area() for s in sorted(shapes, key=lambda s: -s.area())]


@cases(0, 1, 3)
def max_shape(n):
    shapes = [Circle(1.0), Rectangle(2.0, 4.0), Circle(n)]
    return max(shapes, key=lambda s: s.area()).area()


@cases(0, 1, 3)
def total_area(n):
    shapes = [Circle(1.0), Rectangle(2.0, 4.0), Circle(2.0)]
    t = 0.0
    for i in range(n):
        s = shapes[i % 3]
        t += s.area()
    return t
