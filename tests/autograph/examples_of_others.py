"""The examples in the docstrings of other people's functions, plain against staged: what becomes of each, and a count.

python -m tests.autograph.examples_of_others DIRECTORY
python -m tests.autograph.examples_of_others DIRECTORY --staged jax --most 2

An example is a call of a function of a module with numbers, texts and lists of numbers that are written out: `f(3, [1, 2])`.
Its numbers become scalar tensors. Modules that cannot be imported and calls that take long are left out.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import doctest
import importlib.util
import io
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from tests.autograph.effects.outcomes import SYSTEMS, Program, outcome

#: How long a module may take to be imported, and a call to run as it is, in seconds.
_IMPORT, _CALL = 20, 0.05
#: The largest integer, the longest text and the longest list that an example has.
_INTEGER, _TEXT, _LIST = 5000, 20, 6


class _OutOfTime(BaseException):
    pass


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _imported(path: Path) -> ModuleType | None:
    spec = importlib.util.spec_from_file_location(f"example_{'_'.join(path.with_suffix('').parts[-3:])}", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    try:
        with _at_most(_IMPORT):
            spec.loader.exec_module(module)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    return module


def _is_small(value: Any) -> bool:
    if isinstance(value, list):
        is_alike = len({*map(type, value)}) == 1 and isinstance(value[0], (int, float))
        return len(value) <= _LIST and is_alike and all(map(_is_small, value))
    if isinstance(value, str):
        return len(value) <= _TEXT
    return isinstance(value, float) or (isinstance(value, int) and abs(value) < _INTEGER)


def _arguments(function: ast.FunctionDef) -> Iterator[tuple[Any, ...]]:
    """What a function is given in the examples of its docstring."""
    with contextlib.suppress(ValueError):
        for example in doctest.DocTestParser().get_examples(ast.get_docstring(function) or ""):
            try:
                call = ast.parse(example.source.strip(), mode="eval").body
                if isinstance(call, ast.Call) and getattr(call.func, "id", None) == function.name and not call.keywords:
                    given = tuple(map(ast.literal_eval, call.args))
                else:
                    continue
            except (SyntaxError, ValueError):
                continue
            if all(map(_is_small, given)) and any(isinstance(value, (int, float, list)) for value in given):
                yield given


def _is_quick(function: Callable[..., Any], given: tuple[Any, ...]) -> bool:
    start = time.process_time()
    try:
        with _at_most(10 * _CALL):
            function(*copy.deepcopy(given))
    except Exception:
        pass  # the example is of what it raises
    except _OutOfTime:
        return False
    return time.process_time() - start < _CALL


def examples(directory: Path, most: int) -> Iterator[Program]:
    """The examples in a directory, of each function the first ones."""
    for path in sorted(directory.rglob("*.py")):
        text = path.read_text()
        if ">>>" not in text or (module := _imported(path)) is None:
            continue
        for node in ast.parse(text).body:
            function: Any = getattr(module, getattr(node, "name", ""), None)
            if not isinstance(node, ast.FunctionDef) or not hasattr(function, "__globals__"):
                continue
            for number, given in zip(range(most), _arguments(node)):
                if _is_quick(function, given):
                    name = f"{path.relative_to(directory)}:{node.name}:{number}"
                    yield Program(name, function, (given,), dict.fromkeys(SYSTEMS, "equal"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.autograph.examples_of_others", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--staged", choices=sorted(SYSTEMS), default="runtime")
    parser.add_argument("--most", type=int, default=3, help="how many examples of each function (default 3)")
    options = parser.parse_args(arguments)
    kinds: Counter[str] = Counter()
    for program in examples(options.directory, options.most):
        with contextlib.redirect_stdout(io.StringIO()):
            found = outcome(options.staged, program)
        kinds[found.kind] += 1
        if found.kind != "equal":
            print(f"{program.name}{program.arguments[0]}: {found.kind} {found.code} {found.detail[:200]}", flush=True)
    print(
        f"{options.staged}: {kinds.total()} examples: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"
    )
    return int(kinds["wrong"] + kinds["error"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
