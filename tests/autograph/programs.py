"""Random functions as source text, for Hypothesis.

`programs()` draws functions over integers, a list, a dict and an object: nested loops and branches, early exits,
exceptions raised and caught, groups of them, `try`/`finally`, `with`, `match`, closures, attribute and item state,
augmented and starred assignment, `del`, lists that grow, names that may be unbound, walrus, comprehensions, nested
functions and classes, generators, coroutines.

`numeric_programs()` draws from a smaller language, whose functions can be staged: every variable is a number, is
assigned before the first statement, and keeps its type.

Loops end: each iteration burns fuel, and without fuel `tick` raises what no handler of a program catches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

VARIABLES = ("v0", "v1", "v2", "v3")
PARAMETERS = ("a", "b")
_ERRORS = ("ValueError", "KeyError", "ZeroDivisionError")
_HANDLED = (*_ERRORS, "LookupError", "TypeError", "(ValueError, NameError)", "NameError", "Exception")
_OPERATORS = ("+", "-", "*", "//", "%")
_COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
FUEL = 60


class OutOfFuel(BaseException):
    """Ends a program that loops for too long."""


class Thing:
    """An object with attributes."""

    def __init__(self, **attributes: Any):
        self.__dict__.update(attributes)

    def grow(self, by: int) -> int:
        self.x += by
        return self.x


class Manager:
    """A context manager that swallows the errors of a type."""

    def __init__(self, name: Any, swallows: Any = ()):
        self.name = name
        self.swallows = swallows

    def __enter__(self) -> Any:
        print("enter", self.name)
        return self.name

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        print("exit", self.name, "after an error" if kind else "")
        return isinstance(error, self.swallows)


class AsyncManager(Manager):
    """The same, for `async with`."""

    async def __aenter__(self) -> Any:
        return self.__enter__()

    async def __aexit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        return self.__exit__(kind, error, traceback)


class _Pause:
    def __await__(self) -> Any:
        yield "paused"


async def nap(value: Any) -> Any:
    """Waits, and returns the value."""
    await _Pause()
    return value


async def drawn(items: Any) -> Any:
    """The items, with waits in between."""
    for item in items:
        await _Pause()
        yield item


def awaited(coroutine: Any) -> Any:
    """Runs a coroutine to its end."""
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    finally:
        coroutine.close()


class Tank:
    """The fuel of a run."""

    def __init__(self) -> None:
        self.fuel = FUEL

    def tick(self) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel


def namespace() -> dict[str, Any]:
    """The globals of a program."""
    tank = Tank()
    return {
        "tick": tank.tick, "tank": tank, "Manager": Manager, "Thing": Thing, "OutOfFuel": OutOfFuel, "g": 1,
        "AsyncManager": AsyncManager, "nap": nap, "drawn": drawn, "awaited": awaited,
    }  # fmt: skip


class _Writer:
    """Draws statements and expressions. What is simplest comes first in each choice, so that shrinking finds it."""

    def __init__(self, between: Callable[[int, int], int]):
        self.between = between
        self.left = 0
        self.generator = False
        self.coroutine = False
        self.names = [*PARAMETERS]
        self.functions = 0

    def pick(self, *options: Any) -> Any:
        return options[self.between(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        return self.between(0, 99) >= 100 - percent

    # Expressions

    def name(self) -> str:
        if self.chance(6):
            return self.pick(*VARIABLES)
        return self.pick(*self.names)

    def number(self, depth: int = 2, walrus: bool = True) -> str:
        if depth <= 0:
            return self.pick(self.name(), str(self.between(0, 4)), "o.x", "d['k']", "len(xs)", "g")
        kind = self.between(0, 13)
        if kind <= 3:
            return self.number(0)
        if kind <= 6:
            operator = self.pick(*_OPERATORS)
            text = f"{self.number(depth - 1, walrus)} {operator} {self.number(depth - 1, walrus)}"
            return f"({text}) % 97" if operator == "*" else f"({text})"
        if kind == 7:
            one, test, other = self.number(depth - 1, walrus), self.test(depth - 1, walrus), self.number(depth - 1)
            return f"({one} if {test} else {other})"
        if kind == 8:
            return f"({self.number(depth - 1, walrus)} {self.pick('and', 'or')} {self.number(depth - 1, walrus)})"
        if kind == 9 and walrus:
            target = self.pick(*VARIABLES)
            text = f"({target} := {self.number(depth - 1)})"
            self.bind(target)
            return text
        if kind == 10:
            inner, source = self.number(depth - 1, walrus), self.items(0)
            condition = f" if {self.test(depth - 1, False)}" if self.chance(50) else ""
            form = self.pick(
                "sum([{0} + c for c in {1}{2}])", "len({{c: {0} for c in {1}{2}}})", "sum({0} for c in {1}{2})"
            )
            return str(form.format(inner, source, condition))
        if kind == 11:
            return f"(lambda {self.pick('q', 'a')}: {self.number(depth - 1, False)})({self.number(0)})"
        if kind == 12:
            return f"o.grow({self.number(0)})"
        return f"xs[{self.number(0)}]"

    def test(self, depth: int = 2, walrus: bool = True) -> str:
        kind = self.between(0, 7)
        if depth <= 0 or kind <= 3:
            return f"{self.number(depth - 1, walrus)} {self.pick(*_COMPARISONS)} {self.number(depth - 1, walrus)}"
        if kind == 4:
            return f"not {self.test(depth - 1, walrus)}"
        if kind == 5:
            return f"({self.test(depth - 1, walrus)} {self.pick('and', 'or')} {self.test(depth - 1, walrus)})"
        if kind == 6:
            middle = f" {self.pick(*_COMPARISONS)} {self.number(depth - 1, walrus)} {self.pick(*_COMPARISONS)} "
            return self.number(depth - 1, walrus) + middle + self.number(depth - 1, walrus)
        return self.number(depth - 1, walrus)

    def items(self, depth: int = 1) -> str:
        first, second = self.number(depth - 1, False), self.number(depth - 1, False)
        return self.pick("xs", f"range(min({first}, 20))", f"({first}, {second})", f"list(xs)[:{first}]", "d")

    # Statements

    def bind(self, name: str) -> None:
        if name not in self.names:
            self.names.append(name)

    def block(self, depth: int, in_loop: bool, least: int = 1) -> list[str]:
        count = self.between(least, 3)
        lines: list[str] = []
        for _ in range(count):
            if self.left <= 0:
                break
            lines += self.statement(depth, in_loop)
        return lines or ["pass"]

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        self.left -= 1
        kind = self.between(0, 31)
        if kind >= 14 and depth > 0:
            return self.compound(kind, depth, in_loop)
        if 3 <= kind <= 4 and self.chance(50):
            return self.rarer()
        if kind <= 3 or kind >= 14:
            value, target = self.number(), self.pick(*VARIABLES)
            self.bind(target)
            return [f"{target} = {value}"]
        if kind == 4:
            return [f"print({self.number()})"]
        if kind == 5:
            target = self.pick(self.name(), "o.x", "d['k']", "xs[0]", "o.y")
            return [f"{target} {self.pick('+', '-')}= {self.number()}"]
        if kind == 6:
            target = self.pick("o.x", "d['k']", "xs[0]", f"d[{self.number(0)}]", "o.y")
            return [f"{target} = {self.number()}"]
        if kind == 7:
            one, other = self.pick(*VARIABLES), self.pick(*VARIABLES)
            line = f"{one}, {other} = {self.number()}, {self.number()}"
            self.bind(one)
            self.bind(other)
            return [line]
        if kind == 8 and in_loop:
            return [self.pick("break", "continue")]
        if kind == 9:
            return [f"return {self.number()}" if self.chance(80) else "return"]
        if kind == 10:
            return [f"raise {self.pick(*_ERRORS)}({self.number(0)})"]
        if kind == 11:
            return [f"del {self.pick(self.name(), 'o.y', 'xs[0]')}"]
        if kind == 12 and self.generator:
            return [self.pick(f"yield {self.number()}", f"yield from {self.items()}")]
        if kind == 13:
            return [f"assert {self.test()}, {self.number(0)}"]
        return [f"xs.append({self.number()})" if self.chance(50) else "pass"]

    def rarer(self) -> list[str]:
        """A statement of the kinds that most programs have few of."""
        one, other = self.pick(*VARIABLES), self.pick(*VARIABLES)
        number, items = self.number(1), self.items()
        kinds = [
            f"{one}, *xs[1:] = {items}",
            f"*{one}, {other} = *{items}, {number}",
            f"({one}, [{other}, *o.r]), d['k'] = ({number}, [{number}, *{items}]), {number}",
            f"{one} = {other} = xs[0] = {number}",
            f"del {one}, (o.y, [{other}])",
            "del xs[:1], d['k']",
            f"xs[1:2] = [{number}, {number}]",
            f"xs {self.pick('+', '*')}= [{number}]",
            f"ys = [{number}]",
            f"ys.append({number})",
            f"hs.append(lambda: {number})",
            f"print([(({one} := c), {number}) for c in {items}])",
            f"print(any(({one} := c) {self.pick(*_COMPARISONS)} {number} for c in {items}))",
            f"print(f'{{{number}!r:>{{len(xs)}}}} {{{one}=}} {{({other} := {number})}}')",
            f"raise ExceptionGroup('g', [ValueError({number}), KeyError(xs), ExceptionGroup('h', [TypeError({one})])])",
            f"{one}: undefined[{number}] = {number}",
            "print(len(ys), ys[-1], [h() for h in hs[:2]])",
        ]
        if self.generator:
            kinds += [f"{one} = yield {number}", f"{one} = yield from {items}"]
        if self.coroutine:
            kinds += [
                f"{one} = await nap({number})",
                f"print([c async for c in drawn({items}) if c {self.pick(*_COMPARISONS)} await nap({number})])",
                f"{one} = {number} if await nap({other}) else {number}",
                f"{one} = {number} and await nap({other})",
            ]
        return [self.pick(*kinds)]

    def compound(self, kind: int, depth: int, in_loop: bool) -> list[str]:
        if kind >= 26 and self.chance(25):
            return self.rarer_compound(depth, in_loop)
        if kind <= 19:
            return self.if_(depth, in_loop)
        if kind <= 21:
            return self.loop(f"while {self.test()}:", depth, in_loop)
        if kind <= 24:
            items, target = self.items(), self.pick("i", *VARIABLES)
            self.bind(target)
            return self.loop(f"for {target} in {items}:", depth, in_loop)
        if kind <= 27:
            return self.try_(depth, in_loop)
        if kind == 28:
            swallows = self.pick("", ", ValueError", ", Exception")
            target = f" as {self.pick(*VARIABLES)}" if self.chance(40) else ""
            lines = [f"with Manager({self.number(0)}{swallows}){target}:"]
            return lines + _indented(self.block(depth - 1, in_loop))
        if kind == 29:
            return self.function(depth)
        if kind == 30:
            return self.match(depth, in_loop)
        return self.class_(depth)

    def rarer_compound(self, depth: int, in_loop: bool) -> list[str]:
        kind = self.between(0, 3)
        if kind == 0:
            lines = ["try:", *_indented(self.block(depth - 1, in_loop))]
            for group in ("ValueError", "(KeyError, TypeError)", "Exception")[: self.between(1, 3)]:
                # No jump may leave such a handler.
                body = [f"print({self.number(1)}, len(e.exceptions))", *(self.rarer() if self.chance(50) else [])]
                lines += [f"except* {group} as e:", *_indented([line for line in body if "yield" not in line])]
            if self.chance(40):
                lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
            if self.chance(40):
                lines += ["finally:", *_indented(self.last(depth, in_loop))]
            return lines
        if kind == 1:
            return self.loop("while True:", depth, in_loop)
        if kind == 2 or not self.coroutine:
            one, other = self.pick(*VARIABLES), self.number(0)
            head = f"with (Manager({other}, KeyError) as {one}, Manager({one} := {other}, {self.pick('()', 'TypeError')})):"
            return [head, *_indented(self.block(depth - 1, in_loop))]
        if self.chance(50):
            lines = [f"async with AsyncManager({self.number(0)}, ValueError) as {self.pick(*VARIABLES)}:"]
            return lines + _indented(self.block(depth - 1, in_loop))
        return self.loop(f"async for {self.pick('i', *VARIABLES)} in drawn({self.items()}):", depth, in_loop)

    def if_(self, depth: int, in_loop: bool) -> list[str]:
        lines = [f"if {self.test()}:", *_indented(self.block(depth - 1, in_loop))]
        if self.chance(25):
            lines += [f"elif {self.test()}:", *_indented(self.block(depth - 1, in_loop))]
        if self.chance(50):
            lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
        return lines

    def loop(self, head: str, depth: int, in_loop: bool) -> list[str]:
        lines = [head, "    tick()", *_indented(self.block(depth - 1, True))]
        if self.chance(25):
            lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
        return lines

    def try_(self, depth: int, in_loop: bool) -> list[str]:
        lines = ["try:", *_indented(self.block(depth - 1, in_loop))]
        handlers = self.between(0, 2)
        for _ in range(handlers):
            name = self.pick("", " as e", " as v3")
            body = self.block(depth - 1, in_loop)
            if self.chance(30):
                body.append("raise" if self.chance(50) or not name else f"raise RuntimeError('again') from {name[4:]}")
            elif name == " as e":
                body.insert(0, "print(type(e).__name__, e)")
            lines += [f"except {self.pick(*_HANDLED)}{name}:", *_indented(body)]
        if handlers and self.chance(30):
            lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
        if not handlers or self.chance(40):
            lines += ["finally:", *_indented(self.last(depth, in_loop))]
        return lines

    def last(self, depth: int, in_loop: bool) -> list[str]:
        """The block of a `finally`; by `continue` in it a program could go on without fuel."""
        return [line.replace("continue", "break") for line in self.block(depth - 1, in_loop)]

    def function(self, depth: int) -> list[str]:
        self.functions += 1
        name = f"f{self.functions}"
        outer, generator, coroutine = self.names, self.generator, self.coroutine
        rebinds = [n for n in outer if n in VARIABLES and self.chance(40)]
        self.names = [*outer, "p"]
        self.generator = self.chance(15)
        self.coroutine = not self.generator and self.chance(20)
        made_generator, made_coroutine = self.generator, self.coroutine
        body = self.block(depth - 1, False, 2)
        if made_generator:
            body.append("yield 0")
        self.names, self.generator, self.coroutine = outer, generator, coroutine
        declaration = [f"nonlocal {', '.join(rebinds)}"] if rebinds else []
        call = f"list({name}({self.number(0)}))" if made_generator else f"{name}({self.number(0)})"
        if made_coroutine:
            call = f"awaited({call})"
        kind = "async def" if made_coroutine else "def"
        lines = [f"{kind} {name}(p, q={self.number(0)}):", *_indented([*declaration, *body])]
        return [*lines, f"print({call})"] if self.chance(70) else lines

    def class_(self, depth: int) -> list[str]:
        self.functions += 1
        name = f"C{self.functions}"
        outer, generator, coroutine = self.names, self.generator, self.coroutine
        self.names, self.generator, self.coroutine = [*outer, "self.n"], False, False
        body = self.block(depth - 1, False, 2)
        self.names, self.generator, self.coroutine = outer, generator, coroutine
        lines = [
            f"class {name}:",
            f"    n = {self.number(walrus=False)}",
            "    def m(self, a):",
            *_indented(_indented(body)),
        ]
        return [*lines, f"print({name}().m({self.number(0)}), {name}.__qualname__)"]

    def match(self, depth: int, in_loop: bool) -> list[str]:
        lines = [f"match {self.pick(self.number(), 'xs', 'd', 'o')}:"]
        for _ in range(self.between(1, 3)):
            pattern = self.pick(
                "0", "1 | 2", "[v0, *v1]", "{'k': v2}", "int(v1)", "[_, v0]", "[]", "None", "v3 if v3", "(0 | 1) as v2",
                "[0 | 1 as v1, *_] | {'k': v1}", "{'k': 1 | 2, **v0}", "Thing(x=v1)", "-1", "str() | [_]",
            )  # fmt: skip
            for name in VARIABLES:
                if name in pattern:
                    self.bind(name)
            guard = f" if {self.test(1)}" if self.chance(30) and " if " not in pattern else ""
            lines += [f"    case {pattern}{guard}:", *_indented(_indented(self.block(depth - 1, in_loop)))]
        if self.chance(50):
            lines += ["    case _:", *_indented(_indented(self.block(depth - 1, in_loop)))]
        return lines


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@st.composite
def programs(draw: Callable[[Any], Any], size: int = 24, depth: int = 4) -> str:
    """The text of a function `program(a, b, xs, d, o)`."""
    return written(lambda low, high: draw(st.integers(low, high)), size, depth)


def written(between: Callable[[int, int], int], size: int = 24, depth: int = 4) -> str:
    """The same, of numbers that are drawn by `between`."""
    writer = _Writer(between)
    writer.left = between(3, size)
    writer.generator = writer.chance(12)
    writer.coroutine = not writer.generator and writer.chance(10)
    body: list[str] = ["hs = []"]
    while writer.left > 0:
        body += writer.statement(depth, False)
    if writer.generator:
        body.append("yield 0")
    else:
        body.append(f"return {', '.join(writer.name() for _ in range(3))}, [h() for h in hs[:3]]")
    if writer.chance(20):
        body.insert(0, "global g")
        body.insert(1, "g = a")
    kind = "async def" if writer.coroutine else "def"
    return "\n".join([f"{kind} program(a, b, xs, d, o):", *_indented(body)]) + "\n"


def inputs() -> Any:
    """Arguments for a program."""
    small = st.integers(-2, 5)
    return st.builds(
        lambda a, b, xs, k, x: (a, b, xs, {"k": k}, Thing(x=x)), small, small, st.lists(small, max_size=4), small, small
    )


class _NumericWriter:
    """The language of programs that can be staged; `a` and `b` are floats, `n` is an int, and so are the variables."""

    def __init__(self, between: Callable[[int, int], int], depth: int):
        self.between = between
        self.depth = depth
        self.left = 0
        self.loops = 0
        #: How many nested functions have been defined for certain, before the code at hand.
        self.functions = 0

    pick = _Writer.pick
    chance = _Writer.chance

    def number(self, depth: int = 2) -> str:
        if depth <= 0:
            return self.pick("a", "b", "v0", "v1", "v2", "1.0", "0.5", "2.0", "o.x", "d['k']")
        kind = self.between(0, 12)
        if kind <= 3:
            return self.number(0)
        if kind == 12:
            return self.pick(
                f"sum([c * 0.5 + {self.number(0)} for c in rows])",
                f"(lambda q: q + {self.number(0)})({self.number(depth - 1)})",
                f"max({self.number(0)}, {self.number(depth - 1)})",
                f"min({self.number(0)}, {self.number(0)})",
            )
        if kind <= 6:
            return f"({self.number(depth - 1)} {self.pick('+', '-')} {self.number(depth - 1)})"
        if kind == 7:
            return f"({self.number(depth - 1)} * 0.5)"
        if kind == 8:
            return f"({self.number(depth - 1)} if {self.test(depth - 1)} else {self.number(depth - 1)})"
        if kind == 9:
            return f"abs({self.number(depth - 1)})"
        if kind == 10 and self.functions:
            return f"f{self.between(1, self.functions)}({self.number(depth - 1)})"
        return f"(v2 := {self.number(depth - 1)})" if kind == 10 else f"o.grow({self.number(0)})"

    def test(self, depth: int = 2) -> str:
        kind = self.between(0, 7)
        if depth <= 0 or kind <= 3:
            return f"{self.number(0)} {self.pick('<', '>', '<=', '>=')} {self.number(depth - 1)}"
        if kind == 4:
            return f"not {self.test(depth - 1)}"
        if kind == 5:
            return f"({self.test(depth - 1)} {self.pick('and', 'or')} {self.test(depth - 1)})"
        if kind == 6:
            return f"{self.number(depth - 1)} < {self.number(0)} <= {self.number(depth - 1)}"
        return self.pick("n > 1", "True", "n == 2")

    def target(self) -> str:
        return self.pick("v0", "v1", "v2", "a", "o.x", "d['k']")

    def block(self, depth: int, in_loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.between(1, 3)):
            if self.left > 0:
                lines += self.statement(depth, in_loop)
        return lines or ["v0 = v0 + 1.0"]

    def function(self) -> list[str]:
        """A nested function of one number that may change variables of the program."""
        left, self.left = self.left - 3, 3
        known, self.functions = self.functions, 0
        body = [line.replace("return v", "return p + v") for line in self.block(2, False)]
        body = [line[: line.index(",")] if line.lstrip().startswith("return ") else line for line in body]
        self.left, self.functions = left, known + 1
        lines = ["nonlocal a, v0, v1, v2", "v0 = v0 * 0.5 + p", *body, f"return {self.number(0)}"]
        return [f"def f{self.functions}(p):", *_indented(lines)]

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        self.left -= 1
        kind = self.between(0, 16)
        if kind == 16 and depth > 0:
            return self.match(depth, in_loop)
        if kind >= 15:
            return [self.pick(f"v0, *_, v1 = {self.number(1)}, a, {self.number(1)}", f"v2 = v0 = {self.number(1)}")]
        if kind == 13 and depth > 0:
            head = self.pick("try:", "with Manager(None):")
            lines = [head, *_indented(self.block(depth - 1, in_loop))]
            return [*lines, "finally:", f"    {self.target()} = {self.number()}"] if head == "try:" else lines
        if kind <= 3 or (depth <= 0 and kind > 6):
            return [f"{self.target()} = {self.number()}"]
        if kind == 4:
            return [f"{self.target()} {self.pick('+', '-')}= {self.number()}"]
        if kind == 5:
            one, other = self.pick(("v0", "v1"), ("v1", "v2"), ("a", "v0"))
            return [f"{one}, {other} = {self.number()}, {self.number()}"]
        if kind == 6:
            if in_loop and self.chance(60):
                return [self.pick("break", "continue")]
            if depth < self.depth:  # at the top, it would leave nothing to run
                return [f"return {self.number(1)}, {self.number(0)}"]
            return [f"{self.target()} = {self.number(3)}"]
        if kind <= 9:
            lines = [f"if {self.test()}:", *_indented(self.block(depth - 1, in_loop))]
            if self.chance(60):
                lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
            return lines
        if kind == 14:
            return [f"o.grow({self.number(1)})"]
        self.loops += 1
        index, items = f"i{self.loops}", self.pick("rows", "range(3)", "range(n)", "(a, b)")
        if kind == 10:
            fuel = f"{index} = n * 0"
            lines = [fuel, f"while {index} < 4 and {self.test(1)}:", f"    {index} = {index} + 1"]
        else:
            lines = [f"for {index} in {items}:"]
            if items in ("rows", "(a, b)"):
                lines.append(f"    v1 = v1 * 0.5 + {index}")
        lines += _indented(self.block(depth - 1, True))
        if self.chance(20):
            lines += ["else:", *_indented(self.block(depth - 1, in_loop))]
        return lines

    def match(self, depth: int, in_loop: bool) -> list[str]:
        subject = self.pick("a", "v0", "n", self.number(1))
        lines = [f"match {subject}:"]
        for _ in range(self.between(1, 3)):
            pattern = self.pick(
                "0", "1 | 2", "3" if subject == "n" else "0.5", f"v1 if {self.test(1)}", f"2 if {self.test(1)}"
            )
            pattern = pattern.replace("v1 if", "w if")  # an int, where `v1` is a float
            lines += [f"    case {pattern}:", *_indented(_indented(self.block(depth - 1, in_loop)))]
        if self.chance(60):
            lines += ["    case _:", *_indented(_indented(self.block(depth - 1, in_loop)))]
        return lines


@st.composite
def numeric_programs(draw: Callable[[Any], Any], size: int = 10, depth: int = 3) -> str:
    """The text of a function `program(a, b, n, rows)` of floats, an int and a vector of floats."""
    return numeric_written(lambda low, high: draw(st.integers(low, high)), size, depth)


def numeric_written(between: Callable[[int, int], int], size: int = 10, depth: int = 3) -> str:
    """The same, of numbers that are drawn by `between`."""
    writer = _NumericWriter(between, depth)
    writer.left = between(1, size)
    body = ["v0, v1, v2 = a * 0.0, b + 1.0, a - b", "o = Thing(x=a + 0.0)", "d = {'k': b + 0.0}"]
    while writer.left > 0:
        body += writer.function() if writer.chance(15) else writer.statement(depth, False)
    body.append("return v0 + o.x, v1 + d['k'] + v2")
    return "\n".join(["def program(a, b, n, rows):", *_indented(body)]) + "\n"


def numeric_inputs() -> Any:
    """Arguments for a program that can be staged."""
    number = st.integers(-6, 6).map(lambda k: k / 2)
    return st.tuples(number, number, st.integers(0, 3), st.lists(number, min_size=2, max_size=2))
