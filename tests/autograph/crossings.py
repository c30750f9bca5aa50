"""Programs by crossing: each way to an object with each change of it in each region, and likewise names and generators.

python -m tests.autograph.crossings --kind effects --staged runtime
python -m tests.autograph.crossings --kind generators --staged jax --programs 500 --seed 3

A program is wrong, or ends in an error without a code, or is equal or refused as others are. All are run if no number is
given; `effects` has some 27,000.
"""

from __future__ import annotations

import argparse
import itertools
import linecache
import random
import re
import sys
from collections.abc import Iterator

from tests.autograph.differential import define
from tests.autograph.effects.outcomes import SYSTEMS, Outcome, Program, counted, outcome

#: What all programs have around them.
SURROUNDINGS = """
import contextlib
import functools
import heapq
import itertools
import operator
from collections import Counter, deque, namedtuple
from dataclasses import dataclass


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


def effects() -> Iterator[str]:
    """Each way to an object, with each change of it, in each region."""
    for (made, way), region in itertools.product(WAYS.values(), REGIONS.values()):
        for new, changes in CHANGES.items():
            for change in changes:
                statement = filled(region, S=filled(change, X=way))
                yield _program(filled(made, NEW=new).replace("; ", "\n"), statement, f"return {SEEN[new]}")


def aliases() -> Iterator[str]:
    """An object bound to a place on some paths, then one of three names to another: changed by one of them."""
    bindings = itertools.product(BINDINGS.values(), BINDINGS.values(), PLACES.values())
    for (first, second, (begin, place)), (objects, changes, seen) in itertools.product(bindings, BOUND.values()):
        others = ("zs", "ys"), ("zs", "xs"), ("ys", "xs"), ("zs", place)
        for (target, value), change, name in itertools.product(others, changes, ("xs", "zs", place)):
            yield _program(
                f"xs, ys, zs = {objects[0]}, {objects[1]}, {objects[0]}",
                filled(begin, V=objects[2]),
                filled(first, T=place, V="xs"),
                filled(second, T=target, V=value).replace("n > 0", "n == 1").replace("n == 0", "n != 1"),
                filled(change, X=name),
                f"a = {place}",
                f"return {seen}",
            )


def generators() -> Iterator[str]:
    """A generator that the program goes on with, gone over in a branch or a loop in some way."""
    crossed = itertools.product(GENERATORS.values(), OVER_THEM.values(), USES, LEFT, (True, False), ("if", "for"))
    for made, over, use, left, is_named, region in crossed:
        used = f"h = {over}\nt = {filled(use, H='h')}" if is_named else f"t = {filled(use, H=over)}"
        head = "if n > 1:" if region == "if" else "for _ in range(min(n, 1)):"
        yield _program("xs = [1, 2, 3, n]\nt = 0", f"g = {made}", f"{head}\n{_indented(used)}", left)


KINDS = {"aliases": aliases, "effects": effects, "generators": generators}


def filled(text: str, **parts: str) -> str:
    """A text with others in the places of some names."""
    for name, part in parts.items():
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


def chosen(kind: str, count: int | None, seed: int) -> list[str]:
    """Some programs of a kind, or all of them."""
    programs = [*KINDS[kind]()]
    random.Random(seed).shuffle(programs)
    return programs[:count]


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
