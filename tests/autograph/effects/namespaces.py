"""The `__dict__` of objects, by whatever way it is asked for."""

from __future__ import annotations

from typing import Any

from tests.autograph.effects.outcomes import cases


class Counted:
    seen = 1

    def __init__(self, n: Any = 0):
        self.count = n

    def add(self, n):
        if n > 0:
            self.seen = 2

    def names(self):
        return list(self.__dict__)


@cases(2, 0, -4, staged="refused AG010")
def attribute_that_may_be_the_class_s(n):
    counted = Counted()
    counted.add(n)
    return "seen" in vars(counted)


@cases(2, 0, -4, staged="refused AG010")
def names_of_attributes(n):
    counted = Counted()
    counted.add(n)
    return counted.names()


@cases(2, 0, -4, staged="refused AG010")
def deleted_where_it_may_be_the_class_s(n):
    counted = Counted()
    counted.add(n)
    try:
        del counted.seen
    except AttributeError:
        return "the class's"
    return counted.seen


@cases(2, 0, -4)
def attributes_of_every_path(n):
    counted = Counted(n)
    if n > 1:
        counted.count += 1
    for i in range(n):
        counted.count += i
    return vars(counted), dict(counted.__dict__), sorted(counted.__dict__.items())


@cases(2, 0, -4)
def stored_to(n):
    counted = Counted(n)
    vars(counted)["more"] = n + 1
    if n > 1:
        counted.__dict__["count"] = 7
    return counted.count, counted.more


class Borg:
    def __init__(self, state):
        self.__dict__ = state


@cases(2, 0, -4, staged="refused AG024")
def namespace_of_two(n):
    state: dict[str, Any] = {}
    one, other = Borg(state), Borg(state)
    if n > 0:
        one.v = n
    else:
        other.v = 2
    return one.v, other.v


@cases(2, 0, -4)
def context_of_an_exception(n):
    try:
        try:
            if n > 0:
                raise KeyError(n)
            raise ValueError(1)
        except KeyError as error:
            raise IndexError(2) from error
    except (IndexError, ValueError) as error:
        return str(error.__context__)


@cases(0, 3, staged="refused AG010")
def variable_that_may_be_absent(n):
    if n > 1:
        found = n
    return "found" in locals()


@cases(0, 3, staged="refused AG010")
def variables_of_a_match(n):
    match n:
        case 0:
            text = "zero"
        case m if m > 2:
            text = "many"
        case _:
            text = "few"
    return text, "m" in dir()


@cases(0, 3)
def variables_that_are_there(n):
    found = 0
    if n > 1:
        found = n
    return sorted(locals()), found


class Grown:
    def __init__(self, n):
        self.a = n


def grown(n, m):
    p = Grown(n)
    if n > m:
        p.b = m
    if m > 2:
        p.z = 1
        p.b = 4
    return p


@cases((3, 1), (0, 5), (1, 1))
def names_sorted_where_they_are_made(n, m):
    return sorted(vars(grown(n, m)))


@cases((3, 1), (0, 5), (1, 1))
def number_of_attributes(n, m):
    return len(vars(grown(n, m)))


@cases((3, 1), (0, 5), (1, 1))
def whether_an_attribute_is_there(n, m):
    return "b" in vars(grown(n, m))


@cases((3, 1), (0, 5), (1, 1))
def whether_attributes_are_there(n, m):
    p = grown(n, m)
    return "z" not in p.__dict__, "a" in p.__dict__, "q" in p.__dict__


@cases((3, 1), (0, 5), (1, 1))
def names_of_attributes_sorted(n, m):
    p = grown(n, m)
    return sorted(p.__dict__)


@cases((3, 1), (0, 5), (1, 1))
def set_of_attributes(n, m):
    return set(vars(grown(n, m)))


@cases((3, 1), (0, 5), (1, 1))
def names_of_attributes_reversed(n, m):
    return sorted(vars(grown(n, m)), reverse=True)


@cases((3, 1), (0, 5), (1, 1), staged="refused AG010")
def names_of_attributes_by_key(n, m):
    return sorted(vars(grown(n, m)), key=lambda k: -ord(k))


@cases((3, 1), (0, 5), (1, 1), staged="refused AG010")
def names_of_attributes_of_one_length(n, m):
    p = grown(n, m)
    p.c = 1
    return sorted(vars(p), key=len)


@cases((3, 1), (0, 5), (1, 1))
def attribute_where_it_is_there(n, m):
    p = grown(n, m)
    if "b" in vars(p):
        p.b += 1
        return p.b
    return len(p.__dict__) * 10


@cases((3, 1), (0, 5), (1, 1), staged="refused AG010")
def order_of_attributes(n, m):
    return list(vars(grown(n, m)))


@cases((3, 1), (0, 5), (1, 1), staged="refused AG010")
def attributes_kept(n, m):
    p = grown(n, m)
    held = vars(p)
    p.q = 1
    return sorted(held)


@cases((3, 1), (0, 5), (1, 1), staged="refused AG010")
def attributes_stored_to(n, m):
    p = grown(n, m)
    vars(p)["q"] = 1
    return p.q
