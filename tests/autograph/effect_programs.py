"""Random functions with effects, that can be staged or must be refused: `program(a, b, n)` over ints.

Each program draws a few features (objects, containers, aliases, closures, exceptions, None, arrays, globals, ...), so
that one effect that cannot be staged does not keep all the others from being looked at. Values stay small: what is
stored in a loop is taken modulo something.
"""

from __future__ import annotations

import operator
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import numpy as np


class Thing:
    """An object with attributes and methods that change them."""

    def __init__(self, **attributes: Any):
        self.__dict__.update(attributes)

    def grow(self, by: Any) -> Any:
        self.x = (self.x + by) % 61
        return self.x

    def shrink(self) -> Any:
        self.x -= 1
        return self.x > 0

    @property
    def double(self) -> Any:
        return self.x * 2

    @double.setter
    def double(self, value: Any) -> None:
        self.x = value // 2


class Scope:
    """A context manager with an effect when it is entered and when it is left."""

    def __init__(self, owner: Thing):
        self.owner = owner

    def __enter__(self) -> Any:
        self.owner.y += 1
        return self.owner.y

    def __exit__(self, *error: Any) -> None:
        self.owner.y += 10


def put(holder: Thing, value: Any) -> Any:
    """A function with an effect on its argument."""
    holder.x = (holder.x - value) % 61
    return value


def store(items: list[Any], value: Any) -> Any:
    """The same, on a list."""
    items[0] = value
    return items[0]


def check(value: Any) -> Any:
    """A function that may raise."""
    if value > 30:
        raise ValueError("too big")
    return value


def namespace() -> dict[str, Any]:
    """The globals of a program; `G` and `g0` are outer state."""
    names = [Thing, Scope, put, store, check, Counter, deque, operator]
    return {"np": np, "G": Thing(x=1, items=[]), "g0": 1, **{named.__name__: named for named in names}}


#: What a program starts with, by feature.
_PROLOGUES = {
    "object": ["o = Thing(x=a % 61, y=0)"],
    "dict": ["d = {'k': b, 'm': 1}"],
    "list": ["xs = [a, 1, b]"],
    "alias": ["p = o", "ys = xs", "e = [o, xs]"],
    "closure": ["def bump(q):", "    nonlocal v0", "    v0 = (v0 + q) % 61", "    return v0"],
    "optional": [
        "best = o.best = None",
        "def find(q):",
        "    for j in range(3):",
        "        if j * 2 > q:",
        "            return j",
    ],
    "array": ["arr = np.array([1, 2, 3], np.int32)"],
    "grows": ["log = []"],
    "set": ["seen = {0}"],
    "deque": ["q = deque([1, 2, 3])"],
    "counter": ["c = Counter(u=1)"],
    "iterator": ["it = iter([1, 2, 3, 4, 5, 6, 7, 8, 9] * 9)"],
    "string": ["mode = 'a'"],
    "functions": ["fs = [lambda w: w + v1, lambda w: o.grow(w)]"],
}
_RESULTS = {
    "object": ["o.x", "o.y", "getattr(o, 'z', -5)"],
    "dict": ["d"],
    "list": ["xs"],
    "alias": ["p.x", "ys[0]"],
    "optional": ["-1 if best is None else best", "-2 if o.best is None else o.best"],
    "array": ["arr"],
    "grows": ["log"],
    "set": ["sorted(seen)"],
    "deque": ["list(q)"],
    "counter": ["c['u'], c['v']"],
    "iterator": ["next(it)"],
    "string": ["len(mode)"],
    "global": ["g0"],
}
_FEATURES = (
    "dict", "list", "alias", "closure", "optional", "array", "grows", "set", "deque", "counter", "iterator", "string",
    "functions", "exception", "walrus", "indirect", "global", "index", "unbound", "manager", "generator", "jump",
)  # fmt: skip
DEPTH = 3
#: Features that make most programs refused are drawn less often.
_RARE = ("array", "grows", "set", "deque", "counter", "iterator", "string", "global")


class _Writer:
    """Draws statements and expressions."""

    def __init__(self, between: Callable[[int, int], int]):
        self.between = between
        self.left = 0
        self.loops = 0
        self.indices: list[str] = []
        self.features = {"object"}
        for feature in _FEATURES:
            if self.chance(8 if feature in _RARE else 40):
                self.features.add(feature)
        if "alias" in self.features:
            self.features.add("list")

    def pick(self, *options: Any) -> Any:
        return options[self.between(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        return self.between(0, 99) >= 100 - percent

    def has(self, *features: str) -> bool:
        return self.features.issuperset(features)

    def chosen(self, options: list[tuple[str, list[str]]]) -> str:
        """One of the texts whose features are there; the groups are equally likely."""
        groups = [texts for needed, texts in options if self.has(*needed.split())]
        return str(self.pick(*self.pick(*groups)))

    # Expressions

    def atom(self) -> str:
        return self.chosen(
            [
                ("", ["a", "b", "v0", "v1", "v2", "1", "2", *self.indices]),
                ("", ["n", "v0", "v1", *self.indices]),
                ("object", ["o.x", "o.y", "o.double"]),
                ("dict", ["d['k']", "d['m']"]),
                ("list", ["xs[0]", "xs[-1]", "len(xs)"]),
                ("alias", ["p.x", "ys[1]", "e[0].x"]),
                ("global", ["g0", "G.x"]),
                ("counter", ["c['u']"]),
            ]
        )

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(30):
            return self.atom()
        one, other, small = self.number(depth - 1), self.number(depth - 1), self.number(0)
        index = self.indices[-1] if self.indices else "n"
        return self.chosen(
            [
                ("", [f"({one} + {other})", f"({one} - {other})", f"({one} * {small} % 61)", f"({one} // 2)"]),
                ("", [f"abs({one})", f"max({one}, {small})", f"min({small}, {other})", f"-({one})"]),
                ("", [f"({one} if {self.test(depth - 1)} else {other})"]),
                ("object", [f"o.grow({one})", f"put(o, {one})", f"o.grow(put(o, {small}))"]),
                ("closure", [f"bump({one})", f"bump({small})"]),
                ("walrus", [f"(v2 := ({one}) % 61)", f"(v1 := {small})"]),
                ("list", [f"store(xs, {one})", f"sum(xs) + {small}", "max(xs)"]),
                ("index list", [f"xs[({small}) % 3]"]),
                ("generator", [f"sum({index} * k for k in (1, 2))", f"sum([k + {small} for k in xs or (1,)])"
                               if self.has("list") else f"sum([k + {small} for k in (1, 2)])"]),
                ("generator", [f"sum(k for k in (1, 2, 3) if k > {small})", f"(lambda w: w + {index})({one})"]),
                ("functions", [f"fs[0]({one})", f"fs[1]({small})"]),
                ("exception", [f"check({one})"]),
                ("optional", [f"({small} if best is None else best)", f"({small} if o.best is None else o.best)"]),
                ("optional", [f"(best or {small})", f"(2 if (r := find({small})) is None else r)"]),
                ("unbound", ["u", small]),
                ("iterator", ["next(it)"]),
                ("deque", ["q[0]"]),
            ]
        )  # fmt: skip

    def test(self, depth: int = 2) -> str:
        compare = f"{self.number(depth - 1)} {self.pick('<', '>', '<=', '>=', '==', '!=')} {self.number(0)}"
        if depth <= 0 or self.chance(45):
            return compare
        one, other = self.test(depth - 1), self.test(depth - 1)
        return self.chosen(
            [
                ("", [f"({one} and {other})", f"({one} or {other})", f"not {one}", f"({one}) != ({other})"]),
                ("", [f"{self.number(0)} < {self.number(depth - 1)} <= {self.number(depth - 1)}"]),
                ("object", ["o.shrink()", f"o.grow(1) > {self.number(0)}"]),
                ("closure", [f"bump(1) < {self.number(0)}"]),
                ("walrus", [f"(v2 := {self.number(1)}) > {self.number(0)}"]),
                ("optional", ["best is None", "best is not None", "(best is not None and best > 1)", "best"]),
                ("optional", ["o.best is None or o.best < 2", "not o.best", "best == None", f"best == {self.number(0)}"]),
                ("optional", [f"find({self.number(1)}) is not None", "best == o.best", "best in (1, None)"]),
                ("generator", [f"any(k > {self.number(0)} for k in (1, 3))", f"all(k != {self.number(0)} for k in (1, 2))"]),
                ("index", [f"{self.number(0)} in (1, 2, {self.number(0)})"]),
                ("string", ["mode == 'a'"]),
            ]
        )  # fmt: skip

    # Statements

    def block(self, depth: int, in_loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.between(1, 2)):
            if self.left > 0:
                lines += self.statement(depth, in_loop)
        return _indented(lines or [f"v0 = {self.number(1)}"])

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        self.left -= 1
        if depth > 0 and self.chance(55):
            return self.compound(depth, in_loop)
        line = self.simple(in_loop)
        # At the top, it would leave nothing to run.
        return [f"v0 = {self.number(3)}" if depth == DEPTH and line.startswith(("raise", "return")) else line]

    def simple(self, in_loop: bool) -> str:
        value, small = f"({self.number()}) % 61", f"({self.number(1)}) % 7"
        jumps = ["break", "continue"] if in_loop else []
        return self.chosen(
            [
                ("", [f"v0 = {value}", f"v1 = {value}", f"v2 = {value}", f"v0, v1 = v1, {value}"]),
                ("", [f"v0 += {small}", f"v1 -= {small}"]),
                ("object", [f"o.x = {value}", f"o.x += {small}", f"o.y = {value}", f"o.double = {value}"]),
                ("object", [f"o.grow({small})", f"put(o, {small})", f"o.z = {value}", "del o.y; o.y = 3"]),
                ("dict", [f"d['k'] = {value}", f"d['k'] += {small}", f"d.update(m={value})", f"d['m'], v0 = v0, {value}"]),
                ("list", [f"xs[0] = {value}", f"xs[1] += {small}", "xs[0], xs[2] = xs[2], xs[0]", f"store(xs, {value})"]),
                ("list", [f"xs = [{value}, v0, v1]", "xs.reverse()", "xs.append(xs.pop(0))", f"xs[:2] = [{value}, 5]"]),
                ("index list", [f"xs[({self.number(0)}) % 3] = {value}", f"xs[({self.number(0)}) % 3] += 1"]),
                ("alias", [f"p.x = {value}", f"ys[0] = {value}", f"e[0].x += {small}", f"e[1][2] = {value}", "ys = [v0, 1, 2]"]),
                ("closure", [f"bump({small})", f"v1 = bump({small})"]),
                ("optional", [f"best = {value}", f"best = {value}", "best = None"]),
                ("optional", [f"o.best = {value}", "o.best = None", f"best = find({small})", "best = o.best"]),
                ("indirect", [f"setattr(o, 'x', {value})", f"vars(o)['x'] = {value}", f"o.__dict__['y'] = {value}"]),
                ("indirect list", [f"operator.setitem(xs, 1, {value})", f"xs.__setitem__(0, {value})"]),
                ("exception", ["raise ValueError('stopped')", f"v0 = check({value})", "raise KeyError('k')"]),
                ("array", [f"arr[0] = {value}", "arr += 1", "arr = arr + 1", "arr = arr * 2 % 7"]),
                ("grows", [f"log.append({value})", "log.append(1)"]),
                ("set", ["seen.add(1)", "seen.discard(0)", "seen.add(0)"]),
                ("deque", ["q.append(q.popleft())", "q.popleft()", f"q.append({value})", "q.rotate(1)"]),
                ("counter", ["c['u'] += 1", "c['v'] += 1"]),
                ("iterator", ["v0 += next(it)"]),
                ("string", ["mode = 'b'", "mode = 'abc'"]),
                ("global", [f"G.x = {value}", "G.x += 1", f"g0 = {value}", "G.items.append(1)", "G.x = 1"]),
                ("unbound", [f"u = {value}", f"u = {small}", "v0 = u", "del u"]),
                ("jump", [*jumps, f"return {value}, 0" if self.chance(30) else f"v1 = {value}"]),
                ("functions", ["fs.reverse()", f"fs[1]({small})"]),
            ]
        )  # fmt: skip

    def compound(self, depth: int, in_loop: bool) -> list[str]:
        kind = self.between(0, 11)
        if kind <= 4:
            lines = [f"if {self.test()}:", *self.block(depth - 1, in_loop)]
            if self.chance(30):
                lines += [f"elif {self.test()}:", *self.block(depth - 1, in_loop)]
            return [*lines, "else:", *self.block(depth - 1, in_loop)] if self.chance(50) else lines
        if kind == 5 and self.has("exception"):
            handler = self.pick("ValueError", "KeyError", "(ValueError, KeyError)", "Exception", "LookupError")
            lines = ["try:", *self.block(depth - 1, in_loop), f"except {handler}:", *self.block(depth - 1, in_loop)]
            return [*lines, "else:", *self.block(depth - 1, in_loop)] if self.chance(25) else lines
        if kind == 5:
            return ["try:", *self.block(depth - 1, in_loop), "finally:", f"    o.y += {self.between(1, 3)}"]
        if kind == 6 and self.has("manager"):
            head = self.pick("with Scope(o):", "with Scope(o) as v1:", "with Scope(o) as o.z:")
            return [head, *self.block(depth - 1, in_loop)]
        if kind == 6:
            return self.match(depth, in_loop)
        return self.loop(depth, in_loop)

    def match(self, depth: int, in_loop: bool) -> list[str]:
        lines = [f"match {self.number(1)}:"]
        for _ in range(self.between(1, 2)):
            pattern = self.pick("0", "1 | 2", f"w if {self.test(1)}", f"3 if {self.test(0)}")
            lines += [f"    case {pattern}:", *_indented(self.block(depth - 1, in_loop))]
        return [*lines, "    case _:", *_indented(self.block(depth - 1, in_loop))]

    def loop(self, depth: int, in_loop: bool) -> list[str]:
        self.loops += 1
        index = f"i{self.loops}"
        if self.chance(45):
            bound = self.pick("n", "3", "4")
            start = f"{index} = {self.pick('0', 'n * 0')}"
            test = self.pick(
                f"{index} < {bound} and {self.test(1)}", f"{self.test(1)} and {index} < {bound}", f"{index} < {bound}"
            )
            if self.has("walrus") and self.chance(50):
                test = f"({index} := {index} + 1) < {bound}"
            lines = [start, f"while {test}:", f"    {index} += 1"]
        else:
            target = index
            if self.chance(10):
                target = self.pick("o.x", "o.y", "o.z")
            items = self.pick("range(n)", "range(n)", "range(3)", "(a, b)", "range(n, 0, -1)", "enumerate(range(n))")
            if items.startswith("enumerate"):
                target = f"v1, {target}"
            lines = [f"for {target} in {items}:"]
            index = "v2" if target != index and not target.endswith(index) else index
        self.indices.append(index)
        lines += self.block(depth - 1, True)
        self.indices.pop()
        if self.chance(15):
            lines += ["else:", *self.block(depth - 1, in_loop)]
        return lines

    def program(self) -> str:
        self.left = self.between(1, 7)
        body = ["v0, v1, v2 = a, b, a - b"]
        for feature, lines in _PROLOGUES.items():
            if feature in self.features:
                body += lines
        while self.left > 0:
            body += self.statement(DEPTH, False)
        results = ["v0", "v1", "v2"]
        for feature, shown in _RESULTS.items():
            if feature in self.features:
                results += shown
        if self.has("unbound") and self.chance(30):
            results.append("u")
        body.append(f"return {', '.join(results)}")
        if self.has("global"):
            body.insert(0, "global g0")
        return "\n".join(["def program(a, b, n):", *_indented(body)]) + "\n"


def effects_written(between: Callable[[int, int], int]) -> str:
    """The text of a function `program(a, b, n)`."""
    return _Writer(between).program()


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
