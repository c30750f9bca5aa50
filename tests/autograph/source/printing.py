"""What the tests of the printer share: text in, text out."""

from __future__ import annotations

import ast
import sys

import gast
import pytest

from autograph.source.printer import to_source

from_python_312 = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
from_python_313 = pytest.mark.skipif(sys.version_info < (3, 13), reason="the syntax of Python 3.13")


def assert_printed(source: str, expected: str, **options: int) -> None:
    """`source` is printed as `expected`, from either dialect, and means what it did."""
    tree = ast.parse(source)
    assert to_source(tree, **options) == expected
    assert to_source(gast.parse(source), **options) == expected
    assert ast.dump(ast.parse(expected)) == ast.dump(tree)


def rows(table: str) -> list[str]:
    """The cases of a table whose rows are divided by lines of three dashes."""
    return [row.strip("\n") + "\n" for row in table.split("---\n")]
