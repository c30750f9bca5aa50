"""Dataclasses whose fields are made by functions, lambdas and classes of the program's."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


@dataclass
class Wheel:
    pressure: float = 2.0


def two_wheels():
    return [Wheel(), Wheel()]


@dataclass
class ByComprehension:
    wheels: list = field(default_factory=lambda: [Wheel() for _ in range(4)])


@dataclass
class ByDisplay:
    wheels: list = field(default_factory=lambda: [Wheel(), Wheel()])


@dataclass
class ByFunction:
    wheels: list = field(default_factory=two_wheels)


@dataclass
class OfNumbers:
    wheels: list = field(default_factory=lambda: [0] * 4)


def changed(car, n):
    if n > 1:
        car.wheels[n % 2] = Wheel(5.0)
    return [wheel.pressure for wheel in car.wheels]


@cases(0, 1, 2)
def by_comprehension(n):
    return changed(ByComprehension(), n)


@cases(0, 1, 2)
def by_display(n):
    return changed(ByDisplay(), n)


@cases(0, 1, 2)
def by_function(n):
    return changed(ByFunction(), n)


@cases(0, 1, 2)
def given_instead(n):
    return changed(ByFunction([Wheel(1.0), Wheel(n)]), n)


@cases(0, 1, 2)
def of_numbers(n):
    car = OfNumbers()
    if n > 1:
        car.wheels[n % 2] = 5
    return car.wheels


@dataclass
class Place:
    x: int = 0
    seen: list = field(default_factory=list)

    def __post_init__(self):
        self.seen.append(self.x)


@dataclass
class Game:
    place: Place = field(default_factory=Place)
    log: list = field(default_factory=list)


@dataclass(slots=True)
class WithSlots:
    place: Place = field(default_factory=lambda: Place(3))
    kind: int = field(default=7, init=False)
    other: dict = field(default_factory=dict, init=False)


@dataclass
class Named(Game):
    n: int = 0

    def __post_init__(self):
        self.log.append(self.n)


class Built(Game):
    def __init__(self, n):
        super().__init__()
        self.n = n


def moved(game, n):
    if n > 1:
        game.place.x += n
        game.place.seen.append(n)
    return game.place.x, len(game.place.seen)


@cases(0, 1, 2)
def by_a_class(n):
    return moved(Game(), n)


@cases(0, 1, 2)
def in_slots(n):
    return moved(WithSlots(), n)


@cases(0, 1, 2)
def inherited(n):
    return moved(Named(n=n), n)


@cases(0, 1, 2)
def by_super(n):
    return moved(Built(n), n)


@cases(0, 1, 2)
def not_parameters(n):
    made = WithSlots()
    made.other[n] = 1
    if n > 1:
        made.other[7] = 3
    return made.kind, len(made.other)


@cases(0, 1, 2)
def in_a_loop(n):
    t = 0
    for i in range(n):
        game = Game()
        game.log.append(i)
        game.place.x += i
        t += game.place.x + len(game.log)
    return t


@cases(0, 1, 2)
def on_one_path(n):
    if n > 1:
        game = Game(Place(n))
    else:
        game = Game()
    game.log.append(n)
    return game.place.x, game.log


@dataclass
class Numbered:
    number: int = field(default_factory=lambda: 3 if two_wheels() else 4)
    size: float = field(default_factory=float)


@cases(0, 1, 2)
def with_control_flow(n):
    made = Numbered()
    if n > 1:
        made.number += n
        made.size -= 1
    return made.number, made.size
