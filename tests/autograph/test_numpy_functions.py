"""Functions and methods of NumPy, and operators of its arrays, give staged what NumPy gives: values, shapes and kinds."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.autograph.effects.outcomes import SYSTEMS, error_code, same, visible
from tests.autograph.numpy_expressions import ARRAYS, EXPRESSIONS, REFUSED, SETUP

#: What `t` and `n` are.
NUMBERS = ((1.0, 1), (2.0, 2))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("family", EXPRESSIONS)
def test_staged_expressions_are_what_numpy_makes_of_them(family: str, system: str, tmp_path: Path) -> None:
    pytest.importorskip(system)
    expressions = _separate(EXPRESSIONS[family])
    module = _module(tmp_path / "expressions.py", expressions)
    may_be_refused = _separate(REFUSED[system])
    wrong = []
    for number, expression in enumerate(expressions):
        function = getattr(module, f"evaluate_{number}")
        for numbers in NUMBERS:
            difference = _difference(function, SYSTEMS[system](function), numbers)
            if difference and not (difference.startswith("refused") and expression in may_be_refused):
                wrong.append(f"{expression} of {numbers}: {difference}")
    assert not wrong, "\n".join(wrong)


def _separate(text: str) -> list[str]:
    return [" ".join(expression.split()) for expression in text.split(";")]


def _module(path: Path, expressions: list[str]) -> ModuleType:
    """A module with a function for each of some expressions."""
    functions = []
    for number, expression in enumerate(expressions):
        made = [
            line for line in SETUP.splitlines() if re.search(rf"\b{line.partition('=')[0].strip() or 0}\b", expression)
        ]
        lines = [f"def evaluate_{number}(t, n):", *made, f"    return {expression}"]
        functions.append("\n".join(lines))
    path.write_text("\n\n\n".join(["import numpy as np", ARRAYS, *functions]))
    spec = importlib.util.spec_from_file_location("expressions", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _difference(plain: Callable[..., Any], staged: Callable[..., Any], numbers: tuple[float, int]) -> str:
    """What is another staged; '' if nothing is."""
    (expected, raised), (found, error) = _seen(plain, numbers), _seen(staged, numbers)
    if code := error_code(error):
        return f"refused {code}"
    if (type(error), str(error)) != (type(raised), str(raised)):
        return f"raises {error!r}, and plain {raised!r}"
    if not same(visible(expected), visible(found)):
        return f"is {visible(found)}, and plain {visible(expected)}"
    return "" if _kinds(found) == _kinds(expected) else f"has {_kinds(found)}, and plain {_kinds(expected)}"


def _seen(function: Callable[..., Any], numbers: tuple[float, int]) -> tuple[Any, Exception | None]:
    try:
        return function(*numbers), None
    except Exception as error:
        return None, error


def _kinds(value: Any) -> Any:
    """The shapes and the kinds of numbers of arrays: how many bits they have is the system's."""
    if isinstance(value, (list, tuple)):
        return [_kinds(part) for part in value]
    array = np.asarray(value)
    return array.shape, array.dtype.kind
