"""Random skeletons of control flow, original against converted: every statement, crossed with every jump, everywhere.

python -m tests.autograph.skeletons --kind try --count 100000

A skeleton computes nothing. Its conditions are drawn when it runs (`c()`), what it does is logged in order (`log(3)`),
and context managers, iterators and awaitables raise or swallow where the next condition says so. A program is made of
the templates below: a word in capitals stands for a block of statements.
"""

from __future__ import annotations

import argparse
import contextlib
import linecache
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from autograph import to_graph
from autograph.modules import convert_module
from autograph.operators.effects import staging_function
from tests.autograph.differential import tracing, visible_error
from tests.autograph.fuzz import failure, smaller

#: The forms of each kind of statement. `#` is a number of its own.
#: BLOCK may hold what its surroundings may, LOOP `break` and `continue` too, HANDLER `raise`, STAR no jump out of it.
STATEMENTS: dict[str, list[str]] = {
    "if": [
        "if c():\n  BLOCK",
        "if c():\n  BLOCK\nelse:\n  BLOCK",
        "if c():\n  BLOCK\nelif c():\n  BLOCK\nelse:\n  BLOCK",
        "if c() and not c():\n  BLOCK",
    ],
    "while": [
        "while c():\n  LOOP",
        "while c():\n  LOOP\nelse:\n  BLOCK",
        "while True:\n  if not more():\n    break\n  LOOP",
        "while True:\n  if not more():\n    break\n  LOOP\nelse:\n  BLOCK",
        "while (x := x + 1) < 9 and c():\n  LOOP",
    ],
    "for": [
        "for i in items(#):\n  LOOP",
        "for i in items(#):\n  LOOP\nelse:\n  BLOCK",
        "for x in range(#, # + 2):\n  LOOP",
    ],
    "try": [
        "try:\n  BLOCK\nexcept A:\n  HANDLER",
        "try:\n  BLOCK\nexcept B as e:\n  HANDLER\nexcept A as e:\n  HANDLER",
        "try:\n  BLOCK\nexcept (B, ValueError):\n  HANDLER\nelse:\n  BLOCK",
        "try:\n  BLOCK\nexcept:\n  HANDLER\nelse:\n  BLOCK",
        "try:\n  BLOCK\nfinally:\n  FINALLY",
        "try:\n  BLOCK\nexcept A:\n  HANDLER\nelse:\n  BLOCK\nfinally:\n  FINALLY",
        "try:\n  try:\n    BLOCK\n  finally:\n    FINALLY\nexcept Exception as e:\n  HANDLER",
    ],
    "try_star": [
        "try:\n  BLOCK\nexcept* A:\n  STAR",
        "try:\n  BLOCK\nexcept* B as e:\n  STAR\nexcept* A as e:\n  STAR\nelse:\n  BLOCK",
        "try:\n  BLOCK\nexcept* (B, ValueError):\n  STAR\nfinally:\n  FINALLY",
    ],
    "with": [
        "with M(#):\n  BLOCK",
        "with M(#) as x:\n  BLOCK",
        "with M(#), M(#):\n  BLOCK",
        "with suppress(A):\n  BLOCK",
        "with suppress(ValueError), M(#):\n  BLOCK",
    ],
    "match": [
        "match c():\n  case True:\n    BLOCK\n  case False:\n    BLOCK",
        "match (c(), c()):\n  case (True, x):\n    BLOCK\n  case (_, True) if c():\n    BLOCK\n  case _:\n    BLOCK",
        "match x:\n  case 0 | 1:\n    BLOCK\n  case x if c():\n    BLOCK\n  case y:\n    BLOCK",
        "match pick():\n  case 0 if c():\n    BLOCK\n  case 1:\n    BLOCK\n  case [x, *_]:\n    BLOCK",
    ],
    "async_for": [
        "async for i in async_items(#):\n  LOOP",
        "async for i in async_items(#):\n  LOOP\nelse:\n  BLOCK",
    ],
    "async_with": [
        "async with AsyncM(#):\n  BLOCK",
        "async with AsyncM(#) as x, AsyncM(#):\n  BLOCK",
    ],
}
#: What is done between jumps.
_EFFECTS = ["log(#)", "x += #", "log(x)", "x = boom(#)", "boom(#)", "log(c() or boom(#))", "log(# if c() else x)"]
_RAISES = ["raise A(#)", "raise B(#)", "raise ValueError(#) from None", "raise A(#) from B(#)", "int('#x')", "raise"]
#: The kinds of functions: how they begin, and what may stand in them besides.
_FUNCTIONS: dict[str, tuple[str, list[str]]] = {
    "function": ("def f(x):", []),
    "definition": ("def f(x):", []),
    "frame": ("def f(x):", ["log(sorted(locals()))", "log(sorted(vars()))", "log(dir())", "x = eval('x')"]),
    "generator": ("def f(x):", ["yield #", "x = yield #", "log((yield x))", "yield from items(#)"]),
    "coroutine": ("async def f(x):", ["await step(#)", "x = await step(#)", "log(await step(#))"]),
    "async_generator": ("async def f(x):", ["yield #", "x = yield #", "await step(#)", "log((yield x))"]),
}
_ASYNC = {"async_for", "async_with"}
#: What a run can be about: a kind of statement that is in every program, or a kind of function.
KINDS = [*STATEMENTS, *_FUNCTIONS]


class A(Exception):
    pass


class B(A):
    pass


class World:
    """What a program finds around it. The conditions are drawn from a list; when it is empty, they are False."""

    def __init__(self) -> None:
        self.conditions: list[bool] = []
        self.logged: list[Any] = []
        world = self

        class M:
            """A manager that may raise on its way in, and raise or swallow on its way out."""

            def __init__(self, name: int):
                self.name = name

            def __enter__(self) -> int:
                world.log(("enter", self.name))
                world.boom(self.name)
                return self.name

            def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
                world.log(("exit", self.name, kind and kind.__name__))
                world.boom(self.name)
                return world.c()

        class AsyncM(M):
            async def __aenter__(self) -> int:
                await world.step(self.name)
                return self.__enter__()

            async def __aexit__(self, *raised: Any) -> bool:
                await world.step(self.name)
                return self.__exit__(*raised)

        self.names = {
            "A": A,
            "B": B,
            "M": M,
            "AsyncM": AsyncM,
            "suppress": contextlib.suppress,
            "__name__": "program",
            **{name: getattr(self, name) for name in ("c", "more", "pick", "log", "boom", "items", "async_items")},
            "step": self.step,
        }

    def c(self) -> bool:
        return self.conditions.pop() if self.conditions else False

    def more(self) -> bool:
        return bool(self.conditions) and self.conditions.pop() is not None

    def pick(self) -> Any:
        return [0, 1, [2, 3], 4][2 * self.c() + self.c()]

    def log(self, what: Any) -> None:
        self.logged.append(what)

    def boom(self, number: int) -> int:
        if self.c() and self.c():
            raise B(f"boom {number}")
        return number

    def items(self, number: int) -> Iterator[int]:
        """Two items, with effects around each, at any of which it may raise."""
        return _Items(self, number)

    async def async_items(self, number: int) -> Any:
        for item in _Items(self, number):
            await self.step(number)
            yield item

    def step(self, number: int) -> Any:
        return _Step(number)


class _Items:
    def __init__(self, world: World, number: int):
        self.world = world
        self.left = [number + 1, number]

    def __iter__(self) -> _Items:
        return self

    def __next__(self) -> int:
        self.world.log(("next", len(self.left)))
        if not self.left:
            raise StopIteration
        return self.world.boom(self.left.pop())


class _Step:
    """What waits once, and answers with what is sent."""

    def __init__(self, number: int):
        self.number = number

    def __await__(self) -> Any:
        return (yield ("step", self.number)) or self.number


WORLD = World()


class _Writer:
    def __init__(self, draw: random.Random, function: str, kind: str):
        self.draw = draw
        self.function = function
        self.kinds = [k for k in STATEMENTS if k not in _ASYNC or function in ("coroutine", "async_generator")]
        self.kind = kind if kind in STATEMENTS else draw.choice(self.kinds)
        self.extras = _FUNCTIONS[function][1]
        self.number = 0
        self.left = 14  # how many more statements there may be

    def program(self) -> str:
        chain = [self.draw.choice(self.kinds) for _ in range(self.draw.choice((0, 0, 1, 1, 2)))]
        body = [*self.block(1, "BLOCK", ""), *self.statement([*chain, self.kind], "BLOCK", "return")]
        body += [*self.block(1, "BLOCK", "return"), f"return {self.text('x')}"]
        if self.function == "definition":
            body.insert(-1, "def g(): ...")  # after branches, so that the function has one form
        if self.function == "async_generator":
            body[-1] = "yield x"
        if self.function.endswith("generator"):
            body.append("yield 0")
        return "\n".join([_FUNCTIONS[self.function][0], *("    " + line for line in body)]) + "\n"

    def text(self, template: str) -> str:
        while "#" in template:
            self.number += 1
            template = template.replace("#", str(self.number), 1)
        return template

    def block(self, depth: int, region: str, jumps: str, chain: list[str] | None = None) -> list[str]:
        """The lines of a block; `jumps` says which of `return`, `loop` and `raise` it may hold."""
        lines: list[str] = []
        place = self.draw.randrange(2) if chain else -1
        for index in range(max(place + 1, self.draw.choice((1, 1, 2, 2, 3)))):
            if index == place and chain:
                lines += self.statement(chain, region, jumps, depth)
            else:
                lines += self.simple_or_compound(depth, region, jumps)
        return lines

    def simple_or_compound(self, depth: int, region: str, jumps: str) -> list[str]:
        draw = self.draw
        self.left -= 1
        if draw.random() < 0.3 and depth < 5 and self.left > 0:
            return self.statement([draw.choice([*self.kinds, self.kind])], region, jumps, depth)
        if draw.random() < 0.5:
            return [self.text(draw.choice([*_EFFECTS, *self.extras, *self.extras]))]
        jump = self.jump(region, jumps)
        return [jump] if draw.random() < 0.3 else ["if c():", "    " + jump]

    def jump(self, region: str, jumps: str) -> str:
        choices = [self.draw.choice(_RAISES)]
        if "return" in jumps:
            choices += ["return"] if self.function == "async_generator" else ["return", "return #", "return boom(#)"]
        if "loop" in jumps:
            choices += ["break", "continue", "break", "continue"]
        if region == "HANDLER":
            choices += ["raise", "raise A(#)"]
        return self.text(self.draw.choice(choices))

    def statement(self, chain: list[str], region: str, jumps: str, depth: int = 0) -> list[str]:
        kind, rest = chain[0], chain[1:]
        template = self.draw.choice(STATEMENTS[kind])
        places = [word for line in template.split("\n") for word in line.split() if word.isupper() and len(word) > 3]
        inner = self.draw.randrange(len(places)) if rest else -1
        lines: list[str] = []
        count = 0
        for line in template.split("\n"):
            word = line.strip()
            margin = " " * (2 * (len(line) - len(line.lstrip())))
            if word not in ("BLOCK", "LOOP", "HANDLER", "FINALLY", "STAR"):
                lines.append(margin + self.text(word))
                continue
            inside = {"LOOP": f"{jumps} loop", "STAR": ""}.get(word, jumps)
            if word == "STAR" and region != "STAR":
                inside = ""
            block = self.block(depth + 1, region if word == "BLOCK" else word, inside, rest if count == inner else None)
            lines += [margin + each for each in block]
            count += 1
        return lines


def skeleton(draw: random.Random, kind: str) -> str:
    """The text of a program that has a statement, or is a function, of that kind."""
    functions = [kind] if kind in _FUNCTIONS else ["coroutine", "async_generator"] if kind in _ASYNC else _FUNCTIONS
    return _Writer(draw, draw.choice([*functions]), kind).program()


def cases(draw: random.Random, count: int = 6) -> list[tuple[list[bool], int, str]]:
    """For some runs, the conditions, and which step of a generator or a coroutine is interrupted, and how."""
    found = []
    for _ in range(count):
        likely = draw.choice((0.3, 0.5, 0.7, 0.9))
        conditions = [draw.random() < likely for _ in range(draw.randint(0, 24))]
        found.append((conditions, draw.randint(0, 6), draw.choice(("send", "send", "throw", "close"))))
    return found


def outcome(function: Callable[..., Any], case: tuple[list[bool], int, str], with_line: bool) -> Any:
    """All that can be seen of one run."""
    conditions, step, how = case
    WORLD.conditions, WORLD.logged = list(conditions), []
    try:
        result: Any = ("result", _run(function(0), step, how))
    except Exception as error:
        result = ("error", visible_error(error, with_line))
    return result, WORLD.logged, len(WORLD.conditions)


def _run(value: Any, step: int, how: str) -> Any:
    """The result, with a generator or a coroutine run to its end, but for an interruption at one of its steps."""
    if hasattr(value, "__anext__"):
        return _run(_drawn(value, step, how), 99, "send")
    if not hasattr(value, "send"):
        return value
    seen = []
    try:
        for index in range(200):
            seen.append(_resumed(value.send, value.throw, value.close, index, step, how))
    except StopIteration as stopped:
        return seen, stopped.value
    return seen


def _resumed(send: Any, throw: Any, close: Any, index: int, step: int, how: str) -> Any:
    if index == step and how == "throw":
        return throw(B("thrown"))
    if index == step and how == "close":
        return close()
    return send(100 + index if index else None)


async def _drawn(generator: Any, step: int, how: str) -> Any:
    seen = []
    try:
        for index in range(200):
            seen.append(await _resumed(generator.asend, generator.athrow, generator.aclose, index, step, how))
    except StopAsyncIteration:
        return seen
    return seen


def check(source: str, arguments: Any) -> None:
    """Checks that a program does the same as it is, converted, converted while staging, and written to a file."""
    linecache.cache["<skeleton>"] = (len(source), None, source.splitlines(True), "<skeleton>")
    function = _defined(source)
    converted = to_graph(function)
    written = _defined(convert_module(source))
    with_line = "except*" not in source  # which gives an exception that is raised again another traceback
    for case in arguments:
        expected = outcome(function, case, with_line)
        got = outcome(converted, case, with_line)
        assert got == expected, f"converted:\n  {case}\n  {expected}\n  {got}"
        with tracing(), staging_function():
            got = outcome(converted, case, with_line)
        assert got == expected, f"converted, while staging:\n  {case}\n  {expected}\n  {got}"
        expected, got = outcome(function, case, False), outcome(written, case, False)
        assert got == expected, f"written to a file:\n  {case}\n  {expected}\n  {got}"


def _defined(source: str) -> Any:
    namespace = dict(WORLD.names)
    exec(compile(source, "<skeleton>", "exec", dont_inherit=True), namespace)
    return namespace["f"]


def failing(kind: str, seed: int) -> str | None:
    """The program of a seed, made smaller, with how it fails; None if it does not."""
    draw = random.Random(f"{kind} {seed}")
    source, arguments = skeleton(draw, kind), cases(draw)
    compile(source, "<skeleton>", "exec")
    if failure(check, source, arguments) is None:
        return None
    source = smaller(_check_in_time, source, arguments)
    try:
        check(source, arguments)
    except Exception as error:
        return f"{source}\n{type(error).__name__}: {error}"
    return f"{source}\nwhich fails only now and then"


def _check_in_time(source: str, arguments: Any) -> None:
    """The same of a program that may not end, as one may that was made smaller."""
    signal.setitimer(signal.ITIMER_REAL, 1, 0.1)
    try:
        check(source, arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(*_: Any) -> None:
    raise TimeoutError


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.skeletons", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, action="append", help="about what (default: each in turn)")
    parser.add_argument("--count", type=int, default=1000, help="how many programs of each kind (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the first (default 0)")
    parser.add_argument("--failures", type=int, default=1, help="after how many to stop (default 1)")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _too_long)
    sys.unraisablehook = lambda _: None  # a coroutine that was closed and yet goes on complains when it is gone
    found = 0
    for kind in options.kind or KINDS:
        began = time.monotonic()
        for seed in range(options.seed, options.seed + options.count):
            report = failing(kind, seed)
            if report is not None:
                print(f"--- {kind}, seed {seed}\n{report}\n", flush=True)
                found += 1
                if found >= options.failures:
                    return 1
        print(f"{kind}: {options.count} programs in {time.monotonic() - began:.0f} s", flush=True)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
