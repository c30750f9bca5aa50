"""What the tests of the printer share: text in, text out."""

from __future__ import annotations

import ast
import sys

import gast
import pytest

from autograph.source.printer import to_source

from_python_312 = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
from_python_313 = pytest.mark.skipif(sys.version_info < (3, 13), reason="the syntax of Python 3.13")


def assert_survives(source: str | bytes) -> None:
    """`source` is printed, the same from either dialect, as text that is parsed to the same tree."""
    tree = ast.parse(source)
    text = to_source(tree)
    again = ast.parse(text.encode())
    assert without_prefixes(ast.dump(again)) == without_prefixes(ast.dump(tree)), text
    assert to_source(gast.ast_to_gast(tree)) == text


def without_prefixes(dump: str) -> str:
    """A dump without what tells `u"a"` from `"a"`: `ast.unparse` drops it in f-strings."""
    return dump.replace(", kind='u'", "")


def rows(table: str) -> list[str]:
    """The cases of a table whose rows are divided by lines of three dashes."""
    return [row.strip("\n") + "\n" for row in table.split("---\n")]
