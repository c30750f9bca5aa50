"""Tests of which class an object is: `match`, `isinstance`, `type`, `hasattr`."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class A:
    __match_args__ = ("x",)

    def __init__(self, x):
        self.x = x


class B:
    __match_args__ = ("y", "z")

    def __init__(self, y, z):
        self.y = y
        self.z = z


class C:
    pass


def make(n):
    if n == 0:
        return A(n + 1)
    if n == 1:
        return B(n, 7)
    if n == 2:
        return C()
    return None


@cases(0, 1, 2, 3)
def match_classes(n):
    match make(n):
        case A(x):
            return x
        case B(y, 7):
            return y + 10
        case B(y=k):
            return k + 1000
        case C():
            return 50
        case None:
            return -1


@cases(0, 1, 2, 3)
def match_guard(n):
    s = make(n)
    match s:
        case A(x) | B(x, _) if x > 0:
            return x
        case A() | B():
            return 77
    return 0


@cases(0, 1, 2, 3)
def match_in_loop(n):
    t = 0
    for s in [A(n), make(n), B(1, n)]:
        match s:
            case A(x=0):
                t += 1000
            case A(x=x):
                t += x
            case B(y, z):
                t += y * z
            case _:
                t -= 1
    return t


@cases(0, 1, 2, 3)
def match_optional(n):
    s = A(n) if n > 1 else None
    match s:
        case A(x):
            return x
        case None:
            return -1


@cases(0, 1, 2, 3)
def has(n):
    s = make(n)
    if hasattr(s, "x"):
        return s.x
    if hasattr(s, "z") and s.z > 3:
        return s.z
    return 9


@cases(1, 3)
def a(n):
    x = 1 if n > 2 else "a"
    return type(x) is int


@cases(1, 3)
def b(n):
    x = 1 if n > 2 else "a"
    t = type(x)
    return t.__name__


@cases(1, 3)
def c(n):
    x = 1 if n > 2 else "a"
    t = type(x)
    return t is int


@cases(0, 1, 4)
def added_to(n):
    s = "x" if n > 2 else "yy"
    s += "!"
    if n > 0:
        s += "?"
    return s


class Square:
    pass


class Rect:
    pass


@cases(1, 3)
def type_is(n):
    s = Square() if n > 2 else Rect()
    if type(s) is Square:
        return 1
    elif type(s) is type(Rect()):
        return 2
    return 3


@cases(1, 3)
def type_of_two(n):
    s = Square() if n > 2 else Rect()
    q = Square()
    kind = type(s)
    return (1 if type(s) is type(q) else 2), kind == Rect, type(s) is not Square


@cases(1, 3)
def not_isinstance(n):
    s = Square() if n > 2 else Rect()
    if not isinstance(s, Square) and n > 0:
        return 7
    while isinstance(s, Square):
        s = Rect()
        n += 5
    return n


class Light:
    def __init__(self, t):
        self.t = t

    def next(self):
        return self


class Green(Light):
    def next(self):
        return Yellow(2)


class Yellow(Light):
    def next(self):
        return Red(self.t + 3)


class Red(Light):
    def next(self):
        return Green(9)


@cases(0, 1, 3, 7)
def lights(n):
    light = Green(5)
    total = 0
    for _ in range(n):
        total += light.t
        light = light.next()
    return total, type(light).__name__


class Ctx:
    def __init__(self):
        self.state = Idle()
        self.log = 0

    def handle(self, e):
        self.state = self.state.handle(self, e)


class Idle:
    def handle(self, ctx, e):
        ctx.log += 1
        if e > 1:
            return Running(e)
        return self


class Running:
    def __init__(self, n):
        self.n = n

    def handle(self, ctx, e):
        ctx.log += 10 * self.n
        if e == 0:
            return Idle()
        self.n += 1
        return self


@cases((0, 0, 0), (2, 1, 0), (5, 5, 5), (2, 0, 3))
def context(a, b, c):
    ctx = Ctx()
    for e in (a, b, c):
        ctx.handle(e)
    return ctx.log, type(ctx.state).__name__


@cases(0, 1, 3, 7, staged="refused AG024")
def context_loop(n):
    ctx = Ctx()
    for e in range(n):
        ctx.handle(e % 3)
    return ctx.log, type(ctx.state).__name__
