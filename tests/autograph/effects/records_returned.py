"""Objects of dataclasses that a program returns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.autograph.effects.outcomes import cases


@dataclass
class Stats:
    kept: int = 0
    by: dict = field(default_factory=dict)
    bad: list = field(default_factory=list)
    name: str = "s"


@dataclass(frozen=True)
class Body:
    x: float
    v: float
    grounded: bool = False

    def fall(self, dt):
        v = self.v - 9.81 * dt
        x = self.x + v * dt
        if x <= 0:
            return replace(self, x=0.0, v=-0.5 * v, grounded=True)
        return replace(self, x=x, v=v, grounded=False)


@dataclass(slots=True)
class Slotted:
    a: int
    b: list


@cases(("a b c", 2), ("", 5))
def with_lists_and_dicts(text, n):
    s = Stats()
    for i, w in enumerate(text.split()):
        if i < n:
            s.kept += 1
        s.by[w] = i
    s.bad.append(n)
    return s


@cases((1.0, 0.0, 0.1), (0.0, 5.0, 0.2))
def made_in_a_loop(h, v, dt):
    b = Body(h, v)
    n = 0
    for _ in range(5):
        b = b.fall(dt)
        n += b.grounded
    return b, n


@cases(3, 0)
def in_other_objects(n):
    s = Stats(n, {"x": Body(1.0, n * 1.0)}, [Slotted(n, [n, n + 1])])
    return [s, {"k": s.by["x"]}]


@cases(3, 0)
def with_a_list_of_staged_length(n):
    s = Stats()
    for i in range(n):
        s.bad.append(i)
    s.name = "big" if n > 1 else "small"
    return s


@cases(3, 0, staged="refused AG038")
def or_none(n):
    return Body(1.0, 2.0) if n > 1 else None


@cases(3, 0)
def or_an_exception(n):
    if n == 0:
        raise ValueError("none")
    return Stats(n)


@cases(3, 0)
def in_two_places(n):
    s = Stats(n)
    return s, s


@dataclass
class Node:
    value: int
    next: object = None


@cases(3, 1)
def in_attributes_of_others(n):
    a = Node(n)
    a.next = Node(n + 1)
    return a


@dataclass
class Lazy:
    a: int

    def __post_init__(self):
        self.extra = self.a + 1


@cases(3, 1)
def with_attributes_that_are_no_fields(n):
    return Lazy(n)


@dataclass
class Failed(Exception):
    reason: int


@cases(3, 0, staged="refused AG038")
def that_is_an_exception(n):
    return Failed(n)
