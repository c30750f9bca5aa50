"""Trees in Python's dialect and gast's: the same as gast's own translators make, and back to what they were."""

import ast
from pathlib import Path

import gast
import pytest

from autograph.source.dialects import from_python, to_python
from autograph.source.templates import location_of

_LIBRARY = Path(ast.__file__).parent
#: Between them these have every kind of node that Python 3.11 has.
_FILES = [
    "argparse.py",
    "contextlib.py",
    "dataclasses.py",
    "test/test_patma.py",
    "test/test_except_star.py",
    "typing.py",
]
_NOWHERE = dict.fromkeys(("lineno", "col_offset", "end_lineno", "end_col_offset"), 1)


@pytest.mark.parametrize("name", _FILES)
def test_a_file_is_translated_as_gast_does(name: str) -> None:
    tree = ast.parse((_LIBRARY / name).read_text("utf-8"))
    assert _dumped(from_python(tree)) == _dumped(gast.ast_to_gast(tree))


@pytest.mark.parametrize("name", _FILES)
def test_a_file_survives_both_translations(name: str) -> None:
    tree = ast.parse((_LIBRARY / name).read_text("utf-8"))
    assert _dumped(to_python(from_python(tree), _NOWHERE)) == _dumped(tree)


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: int, /, b=1, *c: str, d: float = 2, **e) -> None:\n    pass",
        "async def f():\n    async with a as b:\n        return [await x async for x in y]",
        "try:\n    pass\nexcept (A, B) as error:\n    raise\nexcept:\n    pass",
        "class K[T: int, *Ts, **P](Base, metaclass=Meta):\n    type X[U] = list[U]",
        "def f[T = int](x: T): pass",
    ],
)
def test_a_statement_survives_both_translations(text: str) -> None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        pytest.skip("syntax of a newer Python")
    assert _dumped(to_python(from_python(tree), _NOWHERE)) == _dumped(tree)


def test_what_has_no_location_is_where_the_code_around_it_is() -> None:
    statement = from_python(ast.parse("\n\nreturn_this(1)")).body[0]
    statement.value.args = [gast.Name("new", gast.Load(), None, None)]
    (argument,) = to_python(statement, _NOWHERE).value.args
    assert location_of(argument) == location_of(statement.value)


def _dumped(tree: ast.AST) -> str:
    return ast.dump(tree, include_attributes=True)
