"""Objects that were there before, as what builtins and functions of the library hand on gives them: changed on one path."""

# ruff: noqa: RUF005, RUF015, RUF017 - what is written so is what is tested
from __future__ import annotations

import contextlib
import functools
import heapq
import itertools
import json
import operator
from collections import ChainMap, namedtuple
from dataclasses import dataclass
from functools import reduce

from tests.autograph.effects.outcomes import cases

Rec = namedtuple("Rec", "a")


@dataclass
class Dc:
    a: object


class Obj:
    def __init__(self, d):
        self.d = d

    @property
    def user(self):
        return self.d["user"]

    def __call__(self):
        return self.d["user"]

    def __getitem__(self, k):
        return self.d[k]

    def __iter__(self):
        yield self.d["user"]

    def get(self):
        return self.d["user"]

    @classmethod
    def of(cls, d):
        return cls(d).d["user"]

    @contextlib.contextmanager
    def open(self):
        yield self.d["user"]


def withed(doc):
    with Obj(doc).open() as u:
        return u


def tryf(doc):
    try:
        return doc["user"]
    finally:
        pass


def deco(f):
    @functools.wraps(f)
    def g(*a):
        return f(*a)

    return g


def nested(doc):
    def inner():
        return doc["user"]

    return inner


@functools.singledispatch
def singled(d):
    return 1


@singled.register(dict)
def _(d):
    return d["user"]


def step(d, k):
    return d[k]


def ident(x):
    return x


def kw(*, a):
    return a


def mat(d):
    match d:
        case {"user": u}:
            return u


@cases(0, 1, 2)
def by_reduce(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(lambda d, k: d[k], ["user"], doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_reduce1(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(lambda a, b: b, [doc["user"], doc["user"]])
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_reduce_op(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(operator.getitem, ["user"], doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_reduce_one(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(lambda a, b: a, [doc["user"]])
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_reduce_get(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(dict.get, ["user"], doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_reduce_named(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(step, ["user"], doc)
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_rr(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(lambda d, k: d.get(k, {}), ["user"], doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_max(op):
    doc = {"user": {"name": "kim"}}
    t = max([doc["user"]], key=len)
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_maxv(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = max(doc.values(), key=lambda v: len(v))
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_next(op):
    doc = {"user": {"name": "kim"}}
    t = next(iter([doc["user"]]))
    for i in range(3):
        if i == op:
            t.pop("name", None)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_nextd(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = next((v for v in doc.values() if len(v) > 5), doc["user"])
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_sorted(op):
    doc = {"user": {"name": "kim"}}
    t = sorted([doc["user"]], key=len)[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_filter(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = list(filter(None, [doc["user"]]))[0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_map(op):
    doc = {"user": {"name": "kim"}}
    t = list(map(lambda k: doc[k], ["user"]))[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_setdefault(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = doc.setdefault("user", {})
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_itemgetter(op):
    doc = {"user": {"name": "kim"}}
    t = operator.itemgetter("user")(doc)
    for i in range(3):
        if i == op:
            t.pop("name", None)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_partial(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = functools.partial(step, doc)("user")
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_nlargest(op):
    doc = {"user": {"name": "kim"}}
    t = heapq.nlargest(1, [doc["user"]], key=len)[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_acc(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = list(itertools.accumulate([doc["user"]], lambda a, b: a))[0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_accf(op):
    doc = {"user": {"name": "kim"}}
    t = list(itertools.accumulate(["user"], lambda d, k: d[k], initial=doc))[1]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_starmap(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = list(itertools.starmap(step, [(doc, "user")]))[0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_chainmap(op):
    doc = {"user": {"name": "kim"}}
    t = ChainMap(doc)["user"]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_groupby(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = [list(g) for k, g in itertools.groupby([doc["user"]], key=len)][0][0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_islice(op):
    doc = {"user": {"name": "kim"}}
    t = list(itertools.islice([doc["user"]], 1))[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_product(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = list(itertools.product([doc["user"]], [1]))[0][0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_cycle(op):
    doc = {"user": {"name": "kim"}}
    t = next(itertools.cycle([doc["user"]]))
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_replace(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = Rec(doc["user"])._replace()[0]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_match(op):
    doc = {"user": {"name": "kim"}}
    t = mat(doc)
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_maxd(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = max([], default=doc["user"])
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_sum(op):
    doc = {"user": {"name": "kim"}}
    t = sum([[doc["user"]]], [])[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_dm(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = (doc | {})["user"]
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_compose(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = reduce(lambda f, g: lambda x: g(f(x)), [lambda d: d["user"], ident])(doc)
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_sd(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = singled(doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_prop(op):
    doc = {"user": {"name": "kim"}}
    t = Obj(doc).user
    for i in range(3):
        if i == op:
            t.pop("name", None)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_call(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = Obj(doc)()
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_iter(op):
    doc = {"user": {"name": "kim"}}
    t = list(Obj(doc))[0]
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_with(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = withed(doc)
        t["name"] += "x"
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_tryf(op):
    doc = {"user": {"name": "kim"}}
    t = tryf(doc)
    for i in range(3):
        if i == op:
            t.update(age=3)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_deco(op):
    doc = {"user": {"name": "kim"}}
    if op != 0:
        t = deco(lambda d: d["user"])(doc)
        t["age"] = 3
    return json.dumps(doc, sort_keys=True), len(doc["user"])


@cases(0, 1, 2)
def by_nest(op):
    doc = {"user": {"name": "kim"}}
    t = nested(doc)()
    for i in range(3):
        if i == op:
            t.pop("name", None)
    return json.dumps(doc, sort_keys=True), len(doc["user"])


# What `reduce` makes is new


@cases(0, 1, 2)
def made_by_reduce(n):
    t = 0
    if n > 0:
        xs = functools.reduce(lambda a, b: a + [b], [1, 2], [])
        xs.append(3)
        t = len(xs)
    return t


@cases(0, 1, 2)
def made_by_reduce_in_a_loop(n):
    t = 0
    for i in range(n):
        xs = functools.reduce(lambda a, b: {**a, b: i}, [1, 2], {})
        ys = functools.reduce(lambda a, b: a | {b}, [1, 2], set())
        zs = functools.reduce(lambda a, b: a + b, [[1], [2]])
        xs[5] = 1
        ys.add(7)
        zs[0] = i
        t += len(xs) + xs[1] + len(ys) + sum(zs)
    return t


@cases(0, 1, 2)
def updated_by_reduce(n):
    t = 0
    for _ in range(n):
        d = functools.reduce(lambda a, b: (a.update({b: 1}), a)[1], [1, 2], {})
        d[8] = 1
        t += len(d)
    return t
