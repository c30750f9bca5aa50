"""What values are asked of themselves: which object they are, of which class, and which comes first."""

from collections.abc import Hashable, Iterable, Sized
from dataclasses import dataclass
from typing import NamedTuple

from tests.autograph.effects.outcomes import cases


class Ranked:
    """Its order is told by an int."""

    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return other.rank - self.rank if other.rank > self.rank else 0


@cases(0, 3)
def sorted_by_ints(n):
    return [v.rank for v in sorted([Ranked(3), Ranked(n), Ranked(1)])]


@cases(0, 3)
def least_by_ints(n):
    return min(Ranked(n), Ranked(1)).rank, max([Ranked(n), Ranked(1), Ranked(2)], key=lambda v: v).rank


@cases(0, 3)
def key_by_ints(n):
    return sorted([3, n, 1], key=Ranked)


@cases(0, 3, staged="refused")
def tuple_that_is_chosen(n):
    p = (1, 2)
    q = p if n > 1 else (3, 4)
    return q is p


@cases(0, 3, staged="refused")
def tuples_but_the_best(n):
    items = [(1, 5), (2, n)]
    best = max(items, key=lambda t: t[1])
    return len([item for item in items if item is not best])


@cases(0, 3)
def tuples_that_differ(n):
    p = (1, n)
    q = (2, n)
    return p is q, p is p, p is not q


@cases(0, 3, staged="refused")
def number_that_is_chosen(n):
    a = n + 1
    m = a
    if n > 1:
        m = 99
    return m is a


@cases(0, 3, staged="refused")
def all_but_the_largest(n):
    xs = [n, 2, 5]
    largest = max(xs)
    return sum(1 for x in xs if x is not largest)


@cases(0, 3)
def range_of_its_class(n):
    r = range(n)
    return isinstance(r, range), type(r) is range, type(r).__name__, isinstance(n, range)


@cases(0, 3)
def ranges_that_are_equal(n):
    return range(n) == range(3), range(n) == range(n), range(3) != range(n), range(1, n + 1) == range(3)


@cases(1, 3, staged="refused")
def range_with_items(n):
    r = range(n)
    return r[-1], r[0], list(r[1:]), list(r[::-1])


@cases(0, 3)
def what_a_number_can_do(n):
    return isinstance(n, Iterable), isinstance(n, (str, Sized)), isinstance(n, Hashable), isinstance(n, (int, Sized))


@cases((1, 0), (0, 1))
def absolute_bool(a, b):
    p = a > b
    return f"{abs(p)}", type(abs(p)).__name__


@cases((1, 0), (0, 1), staged="refused")
def inverted_bool(a, b):
    p = a > b
    return ~p


@cases((1, 0), (0, 1))
def inverted_numbers(a, b):
    return ~a, ~(a > b), ~[b][0]


@cases(0, 3)
def class_of_a_dict_that_grows(n):
    d = {"b": 1}
    if n > 1:
        d["a"] = n
    return isinstance(d, (int, dict)), isinstance(d, int), type(d) is dict


@cases(0, 3)
def class_of_a_list_that_grows(n):
    xs = [1]
    if n > 1:
        xs.append(n)
    return isinstance(xs, int), isinstance(xs, (int, list)), type(xs) is list


@cases(0, 3)
def class_of_a_number(n):
    return (
        n.__class__.__name__,
        n.__class__ is int,
        (n > 1).__class__ is bool,
        (n * 0.5).__class__.__name__,
        [n].__class__ is list,
    )


@cases(0, 3)
def abilities_of_a_number(n):
    def flat(x):
        return [z for y in x for z in flat(y)] if hasattr(x, "__iter__") else [x]

    numbers = hasattr(n, "__len__"), hasattr(n, "bit_length"), hasattr(n * 0.5, "is_integer")
    return flat([n, [n + 1, [2, n]], 5]), numbers


class Counted:
    def __init__(self, value):
        self.value = value

    def get(self):
        return self.value

    def next(self):
        return self.value + 1


@cases(0, 3)
def methods_of_one_object(n):
    a = Counted(1)
    f = a.get if n > 1 else a.next
    return f == a.get, f != a.get, f(), f == a.next, f in (a.next, 3)


@cases(0, 3)
def methods_of_two_objects(n):
    a, b = Counted(1), Counted(2)
    f = a.get if n > 1 else b.get
    return f == a.get, f is a.get, f == b.get, b.get != f, f in (b.get, 3), [a.get] == [f], f(), a.get == a.get


class Place(NamedTuple):
    x: int
    y: int


@dataclass
class Route:
    place: Place
    steps: list


def are_equal(a, b):
    return a == b


@cases(0, 3)
def equal_containers(n):
    p, q = Place(n, 2), Place(3, 2)
    a, b = Route(p, [n]), Route(q, [3])
    places = [p, q]
    dicts = are_equal({"a": n}, {"a": 3}), are_equal([n], [n]), are_equal((n, 1), (3, 1))
    return p == q, places[0] != places[1], a == b, a.steps == b.steps, dicts


class Odd(list):
    def __eq__(self, other):
        return "own"

    __hash__ = None


@cases(0, 3)
def equal_by_its_own_method(n):
    xs, ys = Odd([n]), [n]
    return xs == ys, ys == xs, xs != ys
