"""The cost of converting, and of running converted code when nothing is staged.

    python benchmarks/conversion.py

Each measure is also taken of diastatic-malt (`import malt`, a maintained copy of AutoGraph) when it is installed, as
the `bench` extra does. Before anything is timed, the converted function is checked to return what the original does.
"""

from __future__ import annotations

import importlib
import linecache
import subprocess
import sys
import time
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

import autograph  # noqa: E402
from autograph import operators  # noqa: E402
from benchmarks.timing import alternating, formatted, print_table, times  # noqa: E402

try:
    import malt
    from malt.impl import api as malt_api
    from malt.operators import function_wrappers
except ImportError:
    malt = None

#: Functions of the standard library that the rival converts, so that it takes a minute, not ten.
_RIVAL_SAMPLE = 100
_NOT_IMPORTED = {"antigravity", "this", "idlelib", "turtledemo", "turtle", "lib2to3", "pty", "tty", "test"}


@dataclass(frozen=True)
class Converter:
    """One system that converts functions."""

    name: str
    to_graph: Callable[[Any], Any]
    convert: Callable[[Any], Any]


def converters() -> list[Converter]:
    """This project's converter, and the rival's if it is there."""
    found = [Converter("autograph", autograph.to_graph, autograph.convert)]
    if malt is not None:
        found.append(Converter("diastatic-malt", malt.to_graph, lambda function: malt.convert()(function)))
    return found


# Programs


def collatz(n: int) -> int:
    """Steps to 1."""
    steps = 0
    while n != 1:
        if n % 2 == 0:  # noqa: SIM108 - a statement is what is measured
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def increment(n: int) -> int:
    """As little as a function can do."""
    return n + 1


def larger(x: int, y: int) -> int:
    """A single branch, which has one form."""
    if x < y:
        x = y
    return x


def kind_of(x: int) -> str:
    """Branches that are left by a jump."""
    if x < 0:
        return "negative"
    if x < 10:
        return "digit"
    return "large"


def position(rows: list[list[int]], value: int) -> tuple[int, int] | None:
    """Loops that are left by jumps."""
    for i, row in enumerate(rows):
        j = 0
        while j < len(row):
            if row[j] == value:
                return i, j
            if row[j] > value:
                break
            j += 1
    return None


def reversed_in_place(xs: list[int]) -> list[int]:
    """Stores to items, which may be those of a tensor."""
    for i in range(len(xs) // 2):
        xs[i], xs[-1 - i] = xs[-1 - i], xs[i]
    return xs


def words(text: str) -> Iterator[str]:
    """A generator, in which statements stay Python's and calls are those of operators."""
    word = ""
    for character in text:
        if character.isalpha():
            word += character
        elif word:
            yield word
            word = ""


def counted(texts: list[str]) -> dict[str, int]:
    """A loop over a function that is defined in this one."""
    found: dict[str, int] = {}

    def count(text: str) -> None:
        found[text] = found.get(text, 0) + 1

    for text in texts:
        if text:
            count(text)
    return found


#: Functions to be run converted, as they take their arguments, and these.
_PROGRAMS: list[tuple[str, Callable[..., Any], tuple[Any, ...]]] = [
    ("collatz(97)", collatz, (97,)),
    ("a branch", larger, (1, 2)),
    ("early returns", kind_of, (12,)),
    ("loops left by jumps", position, ([list(range(0, 40, 2)), list(range(20))], 17)),
    ("stores to items", reversed_in_place, (list(range(40)),)),
    ("a generator", lambda text: list(words(text)), ("some words of a text",)),
    ("a definition and a loop", counted, (["a", "b", "", "a"] * 5,)),
]


def long_function(lines: int) -> types.FunctionType:
    """A function of about so many lines: branches and loops."""
    body = ["def long(x):", "    total = 0"]
    for i in range(lines // 8):
        body += [
            f"    if x > {i}:",
            f"        total += {i}",
            "    else:",
            f"        total -= {i}",
            f"    for j in range({i % 3}):",
            "        if j > x:",
            "            break",
            "        total += j",
        ]
    text = "\n".join([*body, "    return total", ""])
    filename = f"<{lines} lines>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["long"]


def library_functions() -> list[types.FunctionType]:
    """The functions and methods, written in Python, of every module of the standard library that can be imported."""
    seen: dict[types.CodeType, types.FunctionType] = {}
    for name in sorted(sys.stdlib_module_names - _NOT_IMPORTED):
        if name.startswith("_") and name != "_pydecimal":
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = importlib.import_module(name)
        except ImportError:
            continue
        for function in functions_of(module):
            if linecache.getline(function.__code__.co_filename, 1):
                seen.setdefault(function.__code__, function)
    return list(seen.values())


def functions_of(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """The functions that a module defines, in its classes too."""
    for _, _, function in places_of(module):
        yield function


def places_of(module: types.ModuleType) -> Iterator[tuple[Any, str, types.FunctionType]]:
    """What holds each function of a module, under which name, and the function."""
    holders = [module, *(v for v in vars(module).values() if isinstance(v, type) and v.__module__ == module.__name__)]
    for holder in holders:
        for name, value in list(vars(holder).items()):
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                yield holder, name, value


# Measures


def conversion() -> None:
    functions = library_functions()
    rows = []
    for converter in converters():
        ours = converter.name == "autograph"
        sample = functions if ours else functions[:: max(1, len(functions) // _RIVAL_SAMPLE)]
        refused = 0
        started = time.perf_counter()
        for function in sample:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    converter.to_graph(function)
            except Exception:
                refused += 1
        mean = (time.perf_counter() - started) / len(sample)
        rows.append([converter.name, str(len(sample)), formatted(mean), f"{refused / len(sample):.1%}"])
    print_table("Conversion of functions of the standard library", ["", "functions", "mean", "refused"], rows)


def linearity() -> None:
    rows = []
    for converter in converters():
        for lines in (8, 16, 32, 1250, 2500, 5000):
            if lines > 32 and converter.name != "autograph":
                break  # 160 lines take the rival minutes
            function = long_function(lines)
            started = time.perf_counter()
            converted = converter.to_graph(function)
            elapsed = time.perf_counter() - started
            assert converted(2) == function(2)
            rows.append([converter.name, str(lines), formatted(elapsed), formatted(elapsed / lines)])
    print_table("Conversion of one long function", ["", "lines", "time", "per line"], rows)


def plain_running() -> None:
    rows = []
    for converter in converters():
        before, after = alternating([collatz, converter.convert(collatz)], 97)
        rows.append(_row("collatz(97), decorated", converter.name, before, after))
        for name, function, arguments in _PROGRAMS:
            converted = converter.to_graph(function)
            if name == "a generator":
                generator = converter.to_graph(words)
                converted = lambda text, generator=generator: list(generator(text))  # noqa: E731
            assert converted(*arguments) == function(*arguments)
            before, after = alternating([function, converted], *arguments)
            rows.append(_row(name, converter.name, before, after))
    columns = ["", "", "original", "converted", "ratio"]
    print_table("Nothing staged: the original and what to_graph makes of it", columns, rows)


def _row(name: str, converter: str, before: float, after: float) -> list[str]:
    return [name, converter, formatted(before), formatted(after), times(after, before)]


def calls() -> None:
    ag__ = operators  # a global of that name would mark this file as converted already

    def through_call(n: int) -> int:
        return ag__.call(increment)(n)

    def plainly(n: int) -> int:
        return increment(n)

    decorated = autograph.convert(increment)
    plain, called = alternating([plainly, through_call], 1)
    rows = [["ag__.call(f)(x), nothing staged", formatted(called - plain)]]
    with tracing():
        assert through_call(1) == 2
        plain, called = alternating([plainly, through_call], 1)
    rows.append(["ag__.call(f)(x), while staging, f converted before", formatted(called - plain)])
    plain, called = alternating([increment, decorated], 1)
    rows.append(["@autograph.convert, nothing staged", formatted(called - plain)])
    if malt is not None:
        options = malt_api.converter.ConversionOptions(recursive=True, optional_features=())
        with function_wrappers.FunctionScope("benchmark", "scope", options) as scope:

            def through_malt(n: int) -> int:
                return malt_api.converted_call(increment, (n,), None, scope)

            assert through_malt(1) == 2
            plain, called = alternating([plainly, through_malt], 1)
        rows.append(["diastatic-malt: converted_call(f, (x,), None, scope)", formatted(called - plain)])
    print_table("One call, over the time of a plain call", ["", "more"], rows)


class _Holder:
    value = 0


def _many(statement: str) -> Callable[..., None]:
    """A function that runs a statement as often as it is told."""
    namespace: dict[str, Any] = {"ag" + "__": operators}
    exec(f"def many(count, o, d, xs):\n    for i in range(count):\n        {statement}", namespace)
    return namespace["many"]


def barriers() -> None:
    """What operators that change nothing cost while nothing is staged."""
    rows = []
    count = 1_000
    for plain, converted in (
        ("o.value = i", "ag__.writing(o).value = i"),
        ("d[0] = i", "ag__.writing(d)[0] = i"),
        ("xs[0] = i", "ag__.writing(xs)[0] = i"),
        ("xs[0]", "ag__.indexed(xs)[0]"),
        ("not i", "ag__.not_(i)"),
        ("o = []", "o = ag__.new([])"),
    ):
        before, after = alternating([_many(plain), _many(converted)], count, _Holder(), {}, [0])
        rows.append([converted, formatted(before / count), formatted((after - before) / count)])
    print_table("Operators that change nothing, nothing staged", ["", "without", "more"], rows)


class _Tracing:
    """A backend that says a program is being staged, and stages nothing."""

    name = "none"
    staged_types = ()
    builtins: dict[Any, Any] = {}  # noqa: RUF012 - the protocol's attribute
    active = False

    def is_tracing(self) -> bool:
        return self.active


class tracing:
    """Has converted code run as it does while a program is being staged."""

    backend: Any = None

    def __enter__(self) -> None:
        from autograph.staging import register

        if tracing.backend is None:
            tracing.backend = _Tracing()
            register(tracing.backend)
        tracing.backend.active = True

    def __exit__(self, *_: Any) -> None:
        tracing.backend.active = False


def difflib_tests() -> None:
    from tests.stdlib.harness import compare

    comparison = compare("difflib", "test_difflib")
    count, differ = comparison.tests, len(comparison.differences)
    before, after = comparison.seconds
    rows = [["autograph", f"{count}, {differ} differ", formatted(before), formatted(after), times(after, before)]]
    if malt is not None:
        done = [
            subprocess.run(
                [sys.executable, __file__, "difflib-tests", which],
                capture_output=True,
                text=True,
                check=True,
                timeout=300,
            ).stdout.split()
            for which in ("original", "malt")
        ]
        (_, before), (failed, after) = ((int(f), float(s)) for f, s in done)
        cells = [formatted(before), formatted(after), times(after, before)]
        rows.append(["diastatic-malt", f"{count}, {failed} fail", *cells])
    print_table("CPython's tests of difflib", ["", "tests", "original", "converted", "ratio"], rows)


def run_difflib_tests(which: str) -> None:
    """Prints how many tests fail and the seconds they take, with the functions of `difflib` converted by the rival."""
    import difflib
    import unittest

    warnings.simplefilter("ignore")
    from test import test_difflib

    if which == "malt":
        for holder, name, function in places_of(difflib):
            try:
                setattr(holder, name, malt.to_graph(function))
            except Exception:
                continue  # refused: stays as it is
    suite = unittest.defaultTestLoader.loadTestsFromModule(test_difflib)
    result = unittest.TestResult()
    started = time.perf_counter()
    suite.run(result)
    print(len(result.failures) + len(result.errors), time.perf_counter() - started)


def main() -> None:
    rival = "diastatic-malt is the rival" if malt else "diastatic-malt is not installed"
    print(f"Python {sys.version.split()[0]}; {rival}")
    plain_running()
    calls()
    barriers()
    linearity()
    difflib_tests()
    conversion()


if __name__ == "__main__":
    if sys.argv[1:2] == ["difflib-tests"]:
        run_difflib_tests(sys.argv[2])
    else:
        main()
