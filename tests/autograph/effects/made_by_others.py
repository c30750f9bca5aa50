"""Objects that functions make which nobody looks into: lambdas, caches, factories. What is returned has what was stored."""

from __future__ import annotations

import collections
import dataclasses
import functools
from collections import namedtuple

import autograph
from tests.autograph.effects.outcomes import cases

_of_module = [0]


def _make():
    return [0]


_make_later = lambda: [0]  # noqa: E731


@cases(0, 3)
def list_of_a_lambda(n):
    f = lambda: [0]  # noqa: E731
    a, b = f(), f()
    a[0] = n
    return a, b


@cases(0, 3)
def list_of_a_lambda_of_the_module(n):
    a = _make_later()
    if n > 1:
        a.append(n)
    a[0] += n
    return len(a), a[0]


@cases(0, 3)
def dict_of_a_lambda(n):
    f = lambda k: {"a": [k]}  # noqa: E731
    d = f(1)
    d["a"][0] = n
    for i in range(n):
        d["a"][0] += i
    return d


@cases(0, 3)
def lists_of_a_map(n):
    a = list(map(lambda v: [v], (1, 2)))
    a[0][0] = n
    return a


@cases(0, 3)
def default_of_a_lambda(n):
    f = lambda xs=[0]: xs  # noqa: E731
    a = f()
    a[0] = n
    return a[0], f()[0]


@cases(0, 3)
def factory_of_a_defaultdict(n):
    d = collections.defaultdict(lambda: [0])
    d["a"][0] = n
    e = collections.defaultdict(list)
    e["b"].append(n)
    return dict(d), dict(e), e["b"]


@cases(0, 3)
def factories_of_a_dataclass(n):
    @dataclasses.dataclass
    class Bag:
        xs: list = dataclasses.field(default_factory=list)
        ys: list = dataclasses.field(default_factory=lambda: [0])

    bag = Bag()
    bag.xs.append(n)
    bag.ys[0] = n
    return bag.xs, bag.ys


@cases(0, 3)
def partial_of_a_class(n):
    a = functools.partial(list, (0,))()
    a[0] = n
    return a


@cases(2)
def list_of_the_module(n):
    _of_module[0] = 0
    _of_module[0] += n
    return _of_module, {"same": _of_module}


Trip = namedtuple("Trip", "name stops")


@cases(0, 3, 7)
def list_in_the_dict_of_a_named_tuple(x):
    t = Trip("a", [1])
    d = t._asdict()
    if x > 2:
        t.stops.append(x)
    return d["stops"], t.stops


@cases(0, 3, 7)
def list_in_a_tuple_replaced_and_a_dict(x):
    t = Trip("a", [1])
    u = t._replace(name="b")
    d = t._asdict()
    if x > 2:
        u.stops.append(x)
    return t, u, d


@autograph.do_not_convert
def unseen(values):
    return {"a": [values]}


@cases(0, 3, 7, staged="refused AG021")
def list_in_a_dict_made_out_of_sight(x):
    values = [1]
    held = unseen(values)
    if x > 2:
        values.append(x)
    return held, values


@cases(0, 3, 7, staged="refused AG021")
def list_in_a_list_made_out_of_sight(x):
    values = [1]
    held = unseen(values)["a"]
    if x > 2:
        values.append(x)
    return held, values
