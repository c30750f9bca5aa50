"""`hasattr`, `callable` and `getattr` with a default, of numbers, strings, containers and objects that are staged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, MutableSet, Reversible, Sequence, Set, Sized
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


@dataclass
class Plain:
    x: int


class Calling:
    def __init__(self, v):
        self.v = v

    def __call__(self):
        return self.v

    def __len__(self):
        return 3


def protocols(x):
    names = ["__iter__", "__len__", "__getitem__", "__call__", "__add__", "__contains__", "__next__", "__enter__"]
    return [hasattr(x, name) for name in names], callable(x)


def numeric(x):
    names = ["__lt__", "__int__", "__index__", "__float__", "__bool__", "__abs__", "__neg__", "__matmul__", "__dict__"]
    return [hasattr(x, name) for name in names]


def public(x):
    names = ["real", "imag", "numerator", "is_integer", "bit_length", "append", "keys", "upper", "copy", "values", "x"]
    return [hasattr(x, name) for name in names]


def all_of(x):
    return protocols(x), numeric(x), public(x)


def staged_list(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs


def staged_dict(n, step):
    found = {}
    for i in range(n):
        found[i * step] = i
    return found


@cases((3, 4), (7, 2))
def an_int(a, b):
    return all_of(a)


@cases((3, 4), (7, 2))
def a_float(a, b):
    return all_of(a / 2)


@cases((3, 4), (7, 2))
def a_bool(a, b):
    return all_of(a > b)


@cases((3, 4), (7, 2))
def float_or_int(a, b):
    return all_of(1.5 if a > b else a)


@cases((3, 4), (7, 2))
def none_or_int(a, b):
    return all_of(None if a > b else a)


@cases((3, 4), (7, 2))
def text_or_int(a, b):
    return all_of("abc" if a > b else a)


@cases((3, 4), (7, 2))
def list_or_int(a, b):
    return all_of([a] if a > b else a)


@cases((3, 4), (7, 2))
def function_or_int(a, b):
    x = (lambda: 3) if a > b else a
    return protocols(x), callable(x), x() if hasattr(x, "__call__") else x


@cases((3, 4), (7, 2))
def function_or_int_by_name(a, b):
    x = (lambda: 3) if a > b else a
    return x() if hasattr(x, "__call__") else x


@cases((3, 4), (7, 2))
def texts(a, b):
    return all_of(f"a{a}"), all_of(chr(65 + a)), all_of("x" if a > b else "y")


@cases((3, 4), (7, 2))
def objects_of_two_classes(a, b):
    return all_of(Plain(a) if a > b else Calling(b))


@cases((3, 4), (7, 2))
def objects_in_a_list(a, b):
    made = []
    for i in range(b):
        made.append(Plain(i) if i % 2 else Calling(i))
    lengths = sum(len(one) if hasattr(one, "__len__") else one.x for one in made)
    return lengths, sum(3 if hasattr(one, "__call__") else 4 for one in made), sum(hasattr(one, "x") for one in made)


@cases((3, 4), (7, 2))
def list_of_staged_length(a, b):
    return all_of(staged_list(b))


@cases((3, 4), (7, 2))
def dict_of_staged_keys(a, b):
    return all_of(staged_dict(b, a))


@cases((3, 4), (7, 2))
def defaults(a, b):
    absent = [getattr(a, name, None) is None for name in ("__iter__", "__len__", "append", "copy")]
    return absent, getattr(a, "upper", 5), getattr(a / 2, "real", 5)


@cases((3, 4), (7, 2))
def flattened(a, b):
    def flat(x):
        if hasattr(x, "__iter__"):
            for y in x:
                yield from flat(y)
        else:
            yield x

    return list(flat([1, [a, [b, 2]], (3,), {a > b: 1}]))


@cases((3, 4), (7, 2))
def summed_at_any_depth(a, b):
    def total(x):
        found = 0
        for y in x if hasattr(x, "__getitem__") else [x]:
            found += total(y) if hasattr(y, "__len__") else y
        return found

    return total([1, [a, [b, 2]], (3,)]), total(a)


@cases((3, 4), (7, 2))
def gone_over_if_it_can_be(a, b):
    x = [a, b] if a > b else a
    if hasattr(x, "__iter__"):
        return sum(x)
    return x


@cases((3, 4), (7, 2))
def type_of_what_may_be_none(a, b):
    x = None if a > b else a
    names = {type(None): "none", int: "an int"}
    return type(x).__name__, type(x) is int, type(x) in (int, str), names[type(x)]


@cases((3, 4), (7, 2))
def object_if_it_is_of_a_class(a, b):
    x = None if a > b else Plain(b)
    if type(x) is Plain:
        return x.x
    return -1


ABILITIES = (Callable, Hashable, Iterator, Mapping, MutableSet, Reversible, Sequence, Set, Sized, dict, list, set)


def abilities(x):
    return [isinstance(x, ability) for ability in ABILITIES]


@cases((3, 4), (7, 2))
def abilities_of_containers(a, b):
    lists = abilities([a]), abilities(staged_list(b)), abilities((a, b)), abilities(tuple(staged_list(b)))
    sets = abilities({a}), abilities({1, a}), abilities(frozenset([a, b])), abilities(set(staged_list(b)))
    return lists, sets, abilities({a: b}), abilities(staged_dict(b, a)), abilities({a} if a > b else {a: b})


@cases((3, 4), (7, 2))
def abilities_of_views(a, b):
    held = staged_dict(b, a)
    return abilities(held.keys()), abilities(held.values()), abilities(held.items())


@cases((3, 4), (7, 2))
def abilities_of_what_is_no_container(a, b):
    return abilities(a), abilities(a / 2), abilities(f"x{a}"), abilities(iter([a])), abilities(lambda: a)


@cases((3, 4), (7, 2))
def names_of_what_may_be_none(a, b):
    cls = Plain if a > b else None
    made = {3: Plain, 4: Calling}.get(b)
    return cls.__name__ if cls else "none", made.__name__ if made is not None else "none"


@cases((3, 4), (7, 2))
def names_that_a_tensor_chooses(a, b):
    o = Calling(a)
    found = getattr(o, "v" if a > b else "z", 5), hasattr(o, "v" if a > b else "z")
    return found, getattr(a, "real" if a > b else "imag", 7)
