"""Programs by crossing: each way to an object with each change of it in each region, and likewise names and generators.

python -m tests.autograph.crossings --kind effects --staged runtime
python -m tests.autograph.crossings --kind generators --staged jax --programs 500 --seed 3

A program is wrong, or ends in an error without a code, or is equal or refused as others are. All are run if no number is
given: of `births` 3,400, of `effects` and `loops` some 20,000, of `tries` millions.
"""

from __future__ import annotations

import argparse
import itertools
import linecache
import random
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.autograph.differential import define
from tests.autograph.effects.outcomes import SYSTEMS, Outcome, Program, counted, outcome

#: What all programs have around them.
SURROUNDINGS = """
import contextlib
import copy
import functools
import heapq
import itertools
import json
import operator
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import asdict, dataclass, field, replace

import numpy as np


class Thing:
    def __init__(self, v=1):
        self.v = v
        self.u = 2
        self.xs = [v, 2]

    def increase(self):
        self.v += 1
        return self.v


class Holder:
    def __init__(self, held):
        self.held = held

    @property
    def read(self):
        return self.held

    @functools.cached_property
    def kept(self):
        return self.held

    def get(self):
        return self.held

    def __getitem__(self, key):
        return self.held

    def __call__(self):
        return self.held

    @classmethod
    def of(cls, held):
        return cls(held)


class Heir(Holder):
    pass


Pair = namedtuple("Pair", "one other")


@dataclass
class Data:
    held: object


def same(value):
    return value


def by_keyword(*, value):
    return value


def last(*values):
    return values[-1]


def generated(value):
    yield value


def matched(values):
    match values:
        case [_, found]:
            return found


@contextlib.contextmanager
def opened(value):
    yield value


def within(value):
    with opened(value) as found:
        return found


def tried(value):
    try:
        return value
    finally:
        pass


def wrapping(function):
    @functools.wraps(function)
    def run(*args):
        return function(*args)

    return run


wrapped = wrapping(same)


def chosen(n, one, other):
    if n > 0:
        return one
    return other


def doubled(items):
    for item in items:
        yield item * 2


def increased(items):
    for item in items:
        yield item + 1


def handed_on(items):
    yield from items


def first_above(items, bound):
    for item in items:
        if item > bound:
            return item
    return -1

def new_list(start=1):
    return [start, 2]


class Maker:
    def __init__(self):
        self.own = [1, 2]

    def made(self):
        return [1, 2]

    @classmethod
    def of_class(cls):
        return [1, 2]

    @staticmethod
    def of_none():
        return [1, 2]

    @functools.cached_property
    def kept(self):
        return [1, 2]

    def __getitem__(self, key):
        return [1, 2]

    def __call__(self):
        return [1, 2]


@dataclass
class ByFactory:
    items: list = field(default_factory=new_list)


@dataclass
class ByLambda:
    items: list = field(default_factory=lambda: [1, 2])


@dataclass
class ByFunction:
    items: list = field(default_factory=functools.partial(new_list, 3))


@dataclass
class ByClass:
    inner: ByLambda = field(default_factory=ByLambda)


class Nested:
    class Inner:
        def __init__(self):
            self.xs = [1, 2]

    def __init__(self):
        self.xs = self.Inner().xs


def defaulted():
    return defaultdict(lambda: [1, 2])


def made_anew():
    yield [1, 2]


def from_rest(first, *rest):
    return list(rest)


def gathered(*values):
    first, *rest = (0, *values)
    return rest


def named(**values):
    return list(values.values())


@wrapping
def decorated():
    return [1, 2]


@contextlib.contextmanager
def opening():
    yield [1, 2]


def by_with():
    with opening() as found:
        return found


def by_try():
    try:
        raise KeyError([1, 2])
    except KeyError as error:
        return list(error.args[0])


def by_match():
    match (1, 2):
        case [*found]:
            return found


def by_recursion(k):
    return [] if k == 0 else [*by_recursion(k - 1), k]


def by_loop(k):
    found = []
    for i in range(k):
        found.append(i)
    return found


class Items:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]


class Own(Exception):
    pass


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append(8)

    def __exit__(self, kind, error, traceback):
        self.log.append(9)
        return kind is Own


def fail(n):
    if n > 0:
        raise ValueError(n)
    raise KeyError(n)


def fail_within(n):
    try:
        return fail(n)
    finally:
        pass


def divided(number):
    return [*divmod(number, 4)]
"""

#: Ways to an object: statements that make them, and the expression. `NEW` makes an object.
WAYS = {
    "variable": ("o = NEW", "o"),
    "alias": ("p = o = NEW", "p"),
    "item": ("o = NEW; xs = [o, NEW]", "xs[0]"),
    "last_item": ("o = NEW; xs = [NEW, o]", "xs[-1]"),
    "tuple": ("o = NEW; t = (o, 1)", "t[0]"),
    "dict": ("o = NEW; d = {'k': o}", "d['k']"),
    "get": ("o = NEW; d = {'k': o}", "d.get('k')"),
    "setdefault": ("o = NEW; d = {'k': o}", "d.setdefault('k', None)"),
    "values": ("o = NEW; d = {'k': o}", "list(d.values())[0]"),
    "attribute": ("o = NEW; h = Holder(o)", "h.held"),
    "attributes": ("o = NEW; h = Holder(Holder(o))", "h.held.held"),
    "inherited": ("o = NEW; h = Heir(o)", "h.held"),
    "property": ("o = NEW; h = Holder(o)", "h.read"),
    "cached_property": ("o = NEW; h = Holder(o)", "h.kept"),
    "method": ("o = NEW; h = Holder(o)", "h.get()"),
    "bound_method": ("o = NEW; f = Holder(o).get", "f()"),
    "getitem": ("o = NEW; h = Holder(o)", "h[0]"),
    "call": ("o = NEW; h = Holder(o)", "h()"),
    "classmethod": ("o = NEW", "Holder.of(o).held"),
    "getattr": ("o = NEW; h = Holder(o)", "getattr(h, 'held')"),
    "vars": ("o = NEW; h = Holder(o)", "vars(h)['held']"),
    "function": ("o = NEW", "same(o)"),
    "keyword": ("o = NEW", "by_keyword(value=o)"),
    "arguments": ("o = NEW", "last(1, o)"),
    "wrapped": ("o = NEW", "wrapped(o)"),
    "lambda": ("o = NEW; f = lambda: o", "f()"),
    "partial": ("o = NEW; f = functools.partial(same, o)", "f()"),
    "reduce": ("o = NEW; d = {'k': o}", "functools.reduce(lambda one, k: one[k], ['k'], d)"),
    "max": ("o = NEW", "max([NEW, o], key=lambda one: one is o)"),
    "sorted": ("o = NEW; xs = sorted([o], key=lambda one: 0)", "xs[0]"),
    "next": ("o = NEW", "next(iter([o]))"),
    "expression": ("o = NEW", "next(one for one in [o])"),
    "generator": ("o = NEW", "next(generated(o))"),
    "zip": ("o = NEW", "list(zip([o], [1]))[0][0]"),
    "chain": ("o = NEW", "list(itertools.chain([1], [o]))[1]"),
    "slice": ("o = NEW; xs = [1, o, 2]", "xs[1:2][0]"),
    "star": ("o = NEW; s, *rest = [1, o]", "rest[0]"),
    "copied_list": ("o = NEW; xs = list([o])", "xs[0]"),
    "deque": ("o = NEW; q = deque([o])", "q[0]"),
    "namedtuple": ("o = NEW; t = Pair(o, 1)", "t.one"),
    "dataclass": ("o = NEW; h = Data(o)", "h.held"),
    "itemgetter": ("o = NEW", "operator.itemgetter(1)([0, o])"),
    "match": ("o = NEW", "matched([1, o])"),
    "with": ("o = NEW", "within(o)"),
    "finally": ("o = NEW", "tried(o)"),
    "or": ("o = NEW", "(None or o)"),
    "walrus": ("o = NEW", "(w := o)"),
}
#: Changes of a thing, a dict and a list: `X` is the way to it.
CHANGES = {
    "Thing()": (
        "X.v = 7", "X.v += 5", "X.increase()", "setattr(X, 'v', n + 3)", "X.xs.append(4)", "X.xs[0] += n", "X.w = 1",
        "X.v, X.u = X.u, X.v",
    ),
    "{'a': 1}": ("X['a'] = 9", "X['a'] += n", "X['b'] = 2", "X.update(a=6)"),
    "[1, 2, 3]": (
        "X[1] = 8", "X.append(n)", "X.reverse()", "X.insert(0, 6)", "X.pop()", "X[0:1] = [7]", "X.sort(reverse=True)",
        "heapq.heappush(X, 0)", "operator.setitem(X, 0, 5)",
    ),
}  # fmt: skip
#: What a program returns of such an object, to see what it is now.
SEEN = {"Thing()": "[o.v, o.u, o.xs, getattr(o, 'w', 0)]", "{'a': 1}": "o", "[1, 2, 3]": "o"}
#: Where a statement `S` stands that only some paths take, or that is repeated.
REGIONS = {
    "if": "if n > 1:\n    S",
    "else": "if n > 1:\n    pass\nelse:\n    S",
    "for": "for _ in range(n):\n    S",
    "while": "k = n\nwhile k > 0:\n    k -= 1\n    S",
    "if_in_for": "for i in range(3):\n    if i < n:\n        S",
    "break": "for i in range(4):\n    if i >= n:\n        break\n    S",
    "continue": "for i in range(3):\n    if i >= n:\n        continue\n    S",
    "for_else": "for i in range(3):\n    if i == n:\n        break\nelse:\n    S",
    "try": "try:\n    if n > 1:\n        raise ValueError(n)\n    S\nexcept ValueError:\n    pass",
    "except": "try:\n    if n > 1:\n        raise ValueError(n)\nexcept ValueError:\n    S",
    "try_else": "try:\n    if n > 1:\n        raise ValueError(n)\nexcept ValueError:\n    pass\nelse:\n    S",
    "finally": "try:\n    if n > 1:\n        n += 1\nfinally:\n    if n > 2:\n        S",
    "with": "with contextlib.suppress(ValueError):\n    if n > 1:\n        raise ValueError\n    S",
    "match": "match n:\n    case 3:\n        S\n    case _:\n        pass",
    "return": "def early():\n    if n > 1:\n        return 1\n    S\n    return 2\nearly()",
    "function": "def change():\n    S\nif n > 1:\n    change()",
    "and": "def change():\n    S\n    return True\nr = n > 1 and change()",
    "conditional": "def change():\n    S\n    return 5\nr = change() if n > 1 else 4",
    "comprehension": "def change(i):\n    S\n    return i\nr = [change(i) for i in range(3) if i < n]",
    "recursion": "def change(k):\n    if k <= 0:\n        return 0\n    S\n    return change(k - 1)\nr = change(n)",
    "test": "def change():\n    S\n    return 1\nk = 0\nwhile k < n and change():\n    k += 1",
}

#: Bindings that only some paths do: of `T` to what `V` is.
BINDINGS = {
    "always": "T = V",
    "if": "if n > 0:\n    T = V",
    "for": "for i in range(n):\n    T = V",
    "while": "k = n\nwhile k > 0:\n    T = V\n    k -= 1",
    "conditional": "T = V if n > 0 else T",
    "break": "for i in range(3):\n    if i == n:\n        break\n    T = V",
    "try": "try:\n    if n == 0:\n        raise ValueError\n    T = V\nexcept ValueError:\n    pass",
    "match": "match n:\n    case 1 | 3:\n        T = V",
    "function": "T = chosen(n, V, T)",
}
#: What is bound: three objects, how each is changed, and what is seen of `xs`, `ys`, `zs` and `a`.
BOUND = {
    "list": (("[1]", "[3, 4]", "[5]"), ("X.append(n)", "X[0] = 9"), "xs, ys, len(zs), a"),
    "dict": (("{'k': 1}", "{'k': 2, 'j': 1}", "{'k': 3}"), ("X['m'] = n", "X['k'] = 9"), "xs, ys, zs, a"),
    "set": (
        ("{1}", "{3, 4}", "{5}"),
        ("X.add(n + 10)", "X.discard(1)"),
        "sorted(xs), sorted(ys), sorted(zs), sorted(a)",
    ),
    "thing": (
        ("Thing(1)", "Thing(2)", "Thing(3)"),
        ("X.xs.append(n)", "X.v = 9"),
        "xs.v, ys.v, zs.v, a.v, xs.xs, ys.xs, zs.xs, a.xs",
    ),
}
#: Where the first of them is bound.
PLACES = {"variable": ("a = V", "a"), "attribute": ("h = Holder(V)", "h.held"), "item": ("d = [V]", "d[0]")}

GENERATORS = {
    "expression": "(v + 1 for v in xs)",
    "of_the_number": "(v + n for v in [1, 2, 3])",
    "filtered": "(v + 1 for v in xs if v != n)",
    "function": "increased(xs)",
    "iterator": "iter(xs)",
    "map": "map(lambda v: v + 1, xs)",
    "nested": "(v for v in increased(xs))",
}
OVER_THEM = {
    "itself": "g",
    "expression": "(v * 2 for v in g)",
    "function": "doubled(g)",
    "map": "map(lambda v: v * 2, g)",
    "yield_from": "handed_on(g)",
    "chain": "itertools.chain(g, [7])",
    "twice": "(v for v in (w + 1 for w in g))",
}
USES = (
    "sum(H)", "any(v > 100 for v in H) + 0", "len(list(H))", "max(H)", "min(H, default=0)", "sorted(H)[0]", "next(H)",
    "list(enumerate(H))[-1][1]", "sum(map(lambda v: v + 1, H))", "sum(itertools.chain(H, [1]))", "len(tuple(H))",
    "len(set(H))", "len([v for v in H if v > 2])", "sum(itertools.islice(H, 2))", "list(itertools.accumulate(H))[-1]",
    "sum(itertools.takewhile(lambda v: v < 6, H))", "functools.reduce(lambda a, b: a + b, H)", "len([*H])",
    "(4 in H) + 0", "len(deque(H))", "len(Counter(H))", "sum(v for v in doubled(H))", "sum(v for v in handed_on(H))",
    "first_above(H, 2)", "sum(filter(lambda v: v > 2, H))", "len(dict.fromkeys(H))",
)  # fmt: skip
#: How the program goes on with the generator.
LEFT = ("return t * 10 + sum(g)", "for v in g:\n    t = t * 10 + v\nreturn t", "return t, list(g)")


#: What makes a list of integers, of at least two.
LISTS = (
    "[1, 2]", "[v for v in [1, 2]]", "list((1, 2))", "[1, 2].copy()", "[1, 2][:]", "[1] + [2]", "[1] * 2", "[*(1, 2)]",
    "list(range(2))", "sorted([2, 1])", "list(map(int, ['1', '2']))", "list(filter(None, [1, 2]))",
    "copy.copy([1, 2])", "copy.deepcopy([1, 2])", "copy.deepcopy({'k': [1, 2]})['k']", "json.loads('[1, 2]')",
    "json.loads('{\"k\": [1, 2]}')['k']", "list({'a': 1, 'b': 2}.values())", "list(reversed([2, 1]))", "list(doubled([1, 2]))",
    "list(itertools.chain([1], [2]))", "list(itertools.accumulate([1, 2]))", "functools.reduce(lambda a, b: a + [b], [1, 2], [])",
    "functools.reduce(operator.add, [[1], [2]])", "sum([[1], [2]], [])", "[int(v) for v in '1 2'.split()]", "new_list()",
    "new_list(1)", "Maker().made()", "Maker.of_class()", "Maker.of_none()", "Maker().own", "Maker().kept", "Maker()[0]", "Maker()()",
    "ByFactory().items", "ByLambda().items", "ByFunction().items", "ByClass().inner.items", "Nested().xs", "asdict(ByLambda())['items']",
    "replace(ByLambda()).items[:]", "Pair([1, 2], 0).one", "defaulted()['k']", "{}.setdefault('k', [1, 2])", "[[1, 2]].pop()",
    "{'k': [1, 2]}.pop('k')", "next(iter([[1, 2]]))", "next(made_anew())", "list(made_anew())[0]", "from_rest(0, 1, 2)", "gathered(1, 2)",
    "named(a=1, b=2)", "decorated()", "(lambda: [1, 2])()", "functools.partial(new_list)()", "(None or [1, 2])", "(w := [1, 2])",
    "([1, 2] if len(str(t)) else None)", "by_with()", "by_try()", "by_match()", "by_recursion(2)", "by_loop(2)", "list(deque([1, 2]))",
    "list(Counter([1, 2]))", "max([[1, 2], [0, 1]])", "divided(7)", "list(np.array([1, 2]))", "np.array([1, 2]).tolist()",
)  # fmt: skip
LIST_CHANGES = ("xs.append(t)", "xs[0] = 5", "xs[1] += n", "xs.insert(0, n)", "xs.pop()", "xs += [n]", "xs.sort()")
#: What stands before, and where a list `L` is made and changed by `S`.
AROUND_BIRTHS = {
    "made before a branch": ("xs = L", "if n > 1:\n    S\nt = sum(xs) * 10 + len(xs)"),
    "made in a branch": ("", "if n > 1:\n    xs = L\n    S\n    t = sum(xs) * 10 + len(xs)"),
    "made in a loop": ("", "for i in range(n):\n    xs = L\n    S\n    t += sum(xs) * 10 + len(xs)"),
    "changed in a branch of a loop": ("", "for i in range(n):\n    xs = L\n    if i > 0:\n        S\n    t += sum(xs)"),
    "changed in a loop": ("xs = L", "for i in range(n):\n    S\nt = sum(xs) * 10 + len(xs)"),
    "held by a list": ("ys = [L, L]", "for i in range(n):\n    xs = ys[i % 2]\n    S\nt = sum(map(sum, ys)) * 10 + len(ys[0])"),
    "made in a try": ("", "try:\n    xs = L\n    if n > 1:\n        raise ValueError\n    S\nexcept ValueError:\n    pass\nt = sum(xs)"),
}  # fmt: skip


#: What a loop goes over, by its targets, and what its body begins with.
ITERABLES = (
    *((f"for i in {over}", "") for over in (
        "range(n)", "range(3)", "xs", "reversed(xs)", "d", "d.values()", "d.keys()", "sorted(xs)", "xs[1:]", "xs[:n]",
        "iter(xs)", "(v * 2 for v in xs)", "map(abs, xs)", "filter(lambda v: v > 1, xs)", "itertools.islice(xs, 2)",
        "itertools.chain(xs, ys)", "range(n, 0, -1)", "range(len(xs))", "xs.copy()", "itertools.repeat(2, n)",
        "[v for v in xs if v != n]", "increased(xs)", "handed_on(range(n))", "sorted(d, reverse=True)", "list(range(n))",
        "(1, n, 3)", "tuple(xs)", "xs + [n]", "[n] * 3", "itertools.takewhile(lambda v: v < 3, xs)", "deque(xs)",
        "itertools.accumulate(xs)", "range(1, 6, 2)", "np.array([1, 2, 3])", "dict.fromkeys(xs)", "Items(xs)",
    )),
    *((f"for {targets} in {over}", "") for targets in ("i, j", "j, i") for over in (
        "enumerate(xs)", "enumerate(xs, 1)", "enumerate(range(n))", "zip(xs, ys)", "zip(range(n), xs)", "d.items()",
        "zip(xs, reversed(xs))", "zip(xs, ys, strict=True)", "list(d.items())", "itertools.product(xs, ys[:2])",
        "itertools.pairwise(xs)", "itertools.combinations(xs, 2)", "sorted(d.items(), key=lambda p: -p[1])",
        "[(1, n), (2, 3)]", "itertools.zip_longest(xs, ys[:1], fillvalue=0)",
        "((a, b) for a in xs for b in ys if a < b)",
    )),
    ("for o.v in xs", "i = o.v"),
    ("for ys[0] in range(n)", "i = ys[0]"),
    ("for i, *j in [(1, n), (n, 3, 4)]", ""),
)  # fmt: skip
#: What the body of a loop does.
BODIES = (
    "t += i", "t = t * 2 + i", "t = max(t, i)", "if i == n:\n    break\nt += 1", "if i > n:\n    continue\nt += i",
    "if i == n:\n    return t, i", "o.v += i", "ys[0] += i", "zs.append(i)", "if i < n:\n    zs.append(i)",
    "if len(xs) < 6:\n    xs.append(i)", "if i == 2:\n    xs.pop()", "e[i] = t", "e[i % 2] = e.get(i % 2, 0) + i",
    "if i not in zs:\n    zs.append(i)\nelse:\n    t += 10", "for j in range(i):\n    t += j", "t += len(xs)",
    "k = i\nwhile k > 0:\n    t += 1\n    k -= 2", "best = i if best is None or i > best else best", "xs[0] = i + 1",
    "if i % 2:\n    zs.insert(0, i)\nelse:\n    t -= 1", "try:\n    t += ys[i]\nexcept IndexError:\n    t += 100",
    "match i:\n    case 1:\n        t += 5\n    case 2 | 3:\n        t += 7\n    case _:\n        t += 1",
    "if t > 3:\n    break\nt += i", "t += sum(zs) + i\nzs.append(t)", "fs.append(lambda i=i: i + n)", "o.xs.append(i)",
    "if any(z == i for z in zs):\n    break\nzs.append(i)", "zs = [i, *zs]", "zs = zs + [i] if i < n else zs",
    "d.pop(i, None)", "if i in seen:\n    t += 1\nseen.add(i)",
)  # fmt: skip
STARTS = ("[1, 2, 3]", "[n, 2, 1]", "[3, n, n]", "[]", "[2]", "list(range(n))", "[v for v in range(4) if v < n]")
ENDS = ("", "else:\n    t += 1000", "else:\n    zs.append(-1)")

#: What raises, or does not, where it raises, what handles it, and what is around that.
RAISING = (
    "raise ValueError(n)", "raise KeyError('k')", "raise Own('m')", "t += {'a': 1}['b']", "t += [1, 2][n]", "fail(n)",
    "t += int('x')", "assert n > 5, 'small'", "t += next(iter([]))", "t += o.missing", "t += 1", "raise Own",
    "raise ValueError('a') from KeyError('b')", "return t + 1", "t += fail_within(n)", "raise StopIteration",
    "del xs[5]", "xs.remove(99)", "t += float('z')", "{}.popitem()", "xs.index(77)", "t += int(None)",
    "raise OSError(2, 'x')", "x, y = xs",
)  # fmt: skip
RAISING_WHERE = (
    "S", "if n > 1:\n    S", "if n == 0:\n    S", "for j in range(n):\n    if j == 1:\n        S",
    "while t < n:\n    t += 1\n    if t == 2:\n        S", "xs.append(1)\nif n != 1:\n    S\nxs.append(2)",
    "match n:\n    case 3:\n        S\n    case _:\n        t += 2", "if n > 0 and len(xs) == 0:\n    S",
)  # fmt: skip
HANDLED = (
    "ValueError", "(KeyError, ValueError)", "Exception as e", "Own as e", "LookupError", "BaseException",
    "(TypeError, AttributeError, ArithmeticError)",
)  # fmt: skip
HANDLERS = (
    "t += 10", "t += 10\nxs.append(5)", "raise", "raise Own('again') from None", "return t + 50", "pass",
    "t += len(xs)\nif n > 2:\n    raise ValueError('late')", "t = t + 3\nif n == 0:\n    return -1",
)  # fmt: skip
ELSES = ("", "else:\n    t += 100", "else:\n    xs.append(6)", "else:\n    if n == 1:\n        raise Own('else')")
FINALLIES = (
    "", "finally:\n    t += 1000", "finally:\n    xs.append(7)", "finally:\n    if n > 2:\n        t += 5",
    "finally:\n    if n == 3:\n        return -7", "finally:\n    o.v += t",
)  # fmt: skip
AROUND_TRIES = (
    "S", "for i in range(2):\n    S", "for i in range(n):\n    S\n    t += i", "with Manager(xs):\n    S",
    "def inner():\n    nonlocal t\n    S\n    return 0\ninner()", "with contextlib.suppress(Own):\n    S",
    "try:\n    S\nexcept Own:\n    t -= 1\nexcept LookupError:\n    t -= 2", "k = 0\nwhile k < n:\n    k += 1\n    S",
)  # fmt: skip


def effect(way: tuple[str, str], change: tuple[str, str], region: str) -> str:
    """An object reached in some way and changed in a region."""
    (made, expression), (new, statement) = way, change
    changed = filled(region, S=filled(statement, X=filled(expression, NEW=new)))
    return _program(filled(made, NEW=new).replace("; ", "\n"), changed, f"return {SEEN[new]}")


def alias(
    first: str, second: str, place: tuple[str, str], bound: Any, names: tuple[str, str], change: int, by: str
) -> str:
    """An object bound to a place, `a`, on some paths, then one of three names to another: changed by one of them."""
    (begin, where), (objects, changes, seen) = place, bound
    target, value = names
    return _program(
        f"xs, ys, zs = {objects[0]}, {objects[1]}, {objects[0]}",
        filled(begin, V=objects[2]),
        filled(first, T=where, V="xs"),
        filled(second, T=target, V=filled(value, a=where)).replace("n > 0", "n == 1").replace("n == 0", "n != 1"),
        filled(changes[change], X=filled(by, a=where)),
        f"a = {where}",
        f"return {seen}",
    )


def generator(made: str, over: str, use: str, left: str, is_named: bool, region: str) -> str:
    """A generator that the program goes on with, gone over in a branch or a loop in some way."""
    used = f"h = {over}\nt = {filled(use, H='h')}" if is_named else f"t = {filled(use, H=over)}"
    return _program("xs = [1, 2, 3, n]\nt = 0", f"g = {made}", f"{region}\n{_indented(used)}", left)


def birth(made: str, change: str, around: tuple[str, str]) -> str:
    """A list that is made in some way, where it is made and changed on some paths only or again and again."""
    return _program("t = 0", filled(around[0], L=made), filled(around[1], L=made, S=change), "return t")


def loop(over: tuple[str, str], body: str, start: str, end: str) -> str:
    """A loop over something, that changes what it goes over, what is around it, or leaves early."""
    return _program(
        "t, best = 0, None",
        f"xs, ys, zs, d, e, fs, seen, o = {start}, [4, 5, 6], [], {{1: 10, 2: 20, 3: 5}}, {{}}, [], set(), Thing()",
        f"{over[0]}:\n{_indented(over[1])}\n{_indented(body)}\n{end}",
        "return t, best, xs, ys, zs, d, e, [f() for f in fs], sorted(seen), o.v, o.xs",
    )


def attempt(raising: str, where: str, handled: str, handler: str, orelse: str, final: str, around: str) -> str:
    """What raises in a `try`, with all that a `try` may have, in a loop, a function or another."""
    body = _indented(filled(where, S=raising))
    tried = f"try:\n{body}\nexcept {handled}:\n{_indented(handler)}\n{orelse}\n{final}"
    return _program("t, xs, o = 0, [], Thing()", filled(around, S=tried), "return t, xs, o.v")


_CHANGES = [(new, change) for new, changes in CHANGES.items() for change in changes]
_NAMES = (("zs", "ys"), ("zs", "xs"), ("ys", "xs"), ("zs", "a"))
_ON_A_PATH = ("if n > 1:", "for _ in range(min(n, 1)):")
_BOUND_TWICE = ([*BINDINGS.values()], [*BINDINGS.values()], [*PLACES.values()])
#: What makes the programs of each kind, and what is crossed for them.
KINDS: dict[str, tuple[Callable[..., str], Sequence[Sequence[Any]]]] = {
    "aliases": (alias, (*_BOUND_TWICE, [*BOUND.values()], _NAMES, (0, 1), ("xs", "zs", "a"))),
    "births": (birth, (LISTS, LIST_CHANGES, [*AROUND_BIRTHS.values()])),
    "effects": (effect, ([*WAYS.values()], _CHANGES, [*REGIONS.values()])),
    "generators": (generator, ([*GENERATORS.values()], [*OVER_THEM.values()], USES, LEFT, (True, False), _ON_A_PATH)),
    "loops": (loop, (ITERABLES, BODIES, STARTS, ENDS)),
    "tries": (attempt, (RAISING, RAISING_WHERE, HANDLED, HANDLERS, ELSES, FINALLIES, AROUND_TRIES)),
}


def filled(text: str, **parts: str) -> str:
    """A text with others in the places of some names; what has several lines is indented as the name was."""
    for name, part in parts.items():
        text = re.sub(rf"^( *){name}$", lambda m, part=part: textwrap.indent(part, m[1]), text, flags=re.MULTILINE)
        text = re.sub(rf"\b{name}\b", lambda _, part=part: part, text)
    return text


def _program(*statements: str) -> str:
    return "def program(n):\n" + "".join(_indented(statement) + "\n" for statement in statements)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def judged(system: str, source: str) -> Outcome:
    """What becomes of a program."""
    function = define(SURROUNDINGS + source, "program")
    try:
        return outcome(system, Program("", function, ((0,), (1,), (3,)), {}))
    finally:
        linecache.cache.pop(function.__code__.co_filename, None)


def chosen(kind: str, count: int | None, seed: int) -> Iterator[str]:
    """Some programs of a kind, or all of them."""
    make, axes = KINDS[kind]
    draw = random.Random(seed)
    combinations = itertools.product(*axes) if count is None else ([*map(draw.choice, axes)] for _ in range(count))
    return itertools.starmap(make, combinations)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.crossings", description=__doc__)
    parser.add_argument("--kind", choices=sorted(KINDS), required=True, help="which programs")
    parser.add_argument("--staged", choices=sorted(SYSTEMS), required=True, help="where")
    parser.add_argument("--programs", type=int, help="how many (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="which ones, if not all (default 0)")
    options = parser.parse_args(arguments)
    found = []
    for source in chosen(options.kind, options.programs, options.seed):
        found.append(judged(options.staged, source))
        if found[-1].kind in ("wrong", "error"):
            print(f"{found[-1].kind} for {found[-1].arguments}: {found[-1].detail}\n{_indented(source)}", flush=True)
    counts = counted(found)
    codes = ", ".join(f"{code} {counts[code]}" for code in sorted(counts) if code.startswith("AG"))
    print(
        f"{options.staged}, {options.kind}: {len(found)} programs, {counts['equal']} equal, {counts['refused']} refused "
        f"({codes or 'none'}), {counts['wrong']} wrong, {counts['error']} errors without a code"
    )
    return bool(counts["wrong"] or counts["error"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
