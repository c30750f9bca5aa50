"""Objects from outside of a staged function that lists and attributes outside would get copies of."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


@dataclass
class Wheel:
    pressure: float = 2.0


class Plain:
    def __init__(self, p):
        self.pressure = p


W = [Wheel(), Wheel()]
P = [Plain(1.0), Plain(2.0)]


class Car:
    def __init__(self):
        self.wheels = [Wheel(), Wheel()]


CAR = Car()


@cases(0, 1, 2, outer=("W",), staged="refused AG029")
def list_of_objects(n):
    if n > 1:
        W[n % 2] = Wheel(5.0)
    return [w.pressure for w in W]


@cases(0, 1, 2, outer=("P",), staged="refused AG029")
def list_of_plain_objects(n):
    if n > 1:
        P[n % 2] = Plain(5.0)
    return [w.pressure for w in P]


@cases(0, 1, 2, outer=("CAR",), staged="refused AG029")
def list_in_an_object(n):
    if n > 1:
        CAR.wheels[n % 2] = Wheel(5.0)
    return [w.pressure for w in CAR.wheels]


@cases(0, 1, 2, outer=("CAR",), staged="refused AG029")
def place_known(n):
    if n > 1:
        CAR.wheels[1] = Wheel(5.0)
    return [w.pressure for w in CAR.wheels]


@cases(0, 1, 2, outer=("CAR",), staged="refused AG029")
def place_staged(n):
    CAR.wheels[n % 2] = Wheel(5.0)
    return [w.pressure for w in CAR.wheels]


@cases(0, 1, 2, outer=("CAR",), staged="refused AG029")
def appended(n):
    if n > 1:
        CAR.wheels.append(Wheel(5.0))
    return [w.pressure for w in CAR.wheels]


@cases(0, 1, 2, outer=("CAR",), staged="refused AG051")
def attribute_bound(n):
    if n > 1:
        CAR.wheels = [Wheel(5.0)]
    return [w.pressure for w in CAR.wheels]


@dataclass
class Main:
    wheel: Wheel
    extra: list = field(default_factory=list)


MAIN = Main(Wheel())
LL = [[1], [2]]
EMPTY = []
REG = {}


@cases(0, 1, 2, outer=("MAIN",), staged="refused AG029")
def attribute_on_one_path(n):
    if n > 1:
        MAIN.wheel = Wheel(5.0)
    return MAIN.wheel.pressure


@cases(0, 1, 2, outer=("MAIN",))
def attribute_on_all_paths(n):
    MAIN.wheel = Wheel(5.0 * n)
    return MAIN.wheel.pressure


@cases(0, 1, 2, outer=("LL",), staged="refused AG029")
def list_in_a_list(n):
    if n > 1:
        LL.append([n])
    return LL


@cases(0, 1, 2, outer=("LL",), staged="refused AG029")
def list_replaced(n):
    if n > 1:
        LL[0] = [n]
    return LL


@cases(0, 1, 2, outer=("EMPTY",))
def first_appended(n):
    EMPTY.append(Wheel(1.0 * n))
    return len(EMPTY)


@cases(0, 1, 2, outer=("EMPTY",))
def first_appended_on_one_path(n):
    if n > 1:
        EMPTY.append(Wheel(1.0 * n))
    return len(EMPTY)


@cases(0, 1, 2, outer=("REG",))
def first_in_a_dict_on_one_path(n):
    if n > 1:
        REG["a"] = Wheel(1.0 * n)
    return len(REG)


@cases(0, 1, 2, outer=("REG",))
def first_in_a_dict(n):
    REG["a"] = Wheel(1.0 * n)
    return len(REG)


@cases(0, 1, 2, outer=("MAIN",))
def first_in_an_attribute(n):
    if n > 1:
        MAIN.extra.append(Wheel(n))
    return len(MAIN.extra)
