"""The text that each kind of statement is printed as, the blank lines between them, and what can be printed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import dedent

import gast
import pytest

from autograph.source.printer import to_source
from tests.autograph.source.printing import assert_printed, from_python_312, from_python_313, rows

# Statements. A row that is printed as it is; what other text means the same is in the tests below.

STATEMENTS = """
a = b = c
---
a, *b = b, *c
---
(a,) = b
---
a, (b, c) = [d, e] = f
---
a = yield
---
a = yield b, c
---
a += b, c
---
a **= yield b
---
a @= b
---
y: object
---
(x): int = 1
---
a.b: int
---
a[0]: list[int] = b, c
---
a: (b, c) = yield
---
del a, b[0], c.d
---
del (a, b)
---
del (a,)
---
return_ = [a]
---
raise
---
raise A(b) from c
---
raise (a, b)
---
assert a, (b, c)
---
assert (a, b)
---
assert (a := b)
---
global_ = a
---
import a.b as c, d
---
from .. import a
---
from ...a.b import c as d, e
---
from a import *
---
pass
---
if a:
    pass
elif b:
    pass
else:
    if c:
        pass
    d
---
if a := b:
    pass
else:
    while not c:
        break
    else:
        continue
---
for a, (b, *c) in (d, e):
    pass
else:
    pass
---
for (a,) in (b,):
    pass
---
for a.b in (*c, d):
    pass
---
for a[0] in lambda: b:
    pass
---
with a as b, c, (d, e) as (f, g):
    pass
---
with (a, b) as c:
    pass
---
with ((a, b)):
    pass
---
with (yield):
    pass
---
with (a := b):
    pass
---
try:
    a
except (B, C) as d:
    e
except F:
    g
except:
    h
else:
    i
finally:
    j
---
try:
    a
except* (B, C) as d:
    e
except* F:
    g
---
def f():
    global a, b
    nonlocal_ = c
    return
    return a, *b
    return (a,)
    return (yield)
    return (a := b)
---
def f():
    def g():
        nonlocal a, b

    yield
    b = yield from c
---
def f(a, b: int = 1, /, c=2, *d: *e, f, g: str = "h", **i: j) -> k | l: ...
---
def f(*, a): ...
---
def f(a: (b, c) = (d, e)) -> (f, g): ...
---
@a
@b.c[d](e)
@lambda f: f
@a := b
def f(): ...
---
class A: ...
---
class A(B, *c, metaclass=D, **e):
    a: int
    b = 1
---
class A((a for a in b)): ...
---
async def f():
    async for a, b in c:
        pass
    else:
        pass
    async with a as b, c:
        await d
    a = await b, await c
    return [a async for a in b]
---
match a:
    case 0 | -1 | 1.5 | 2 + 3j | -2 - 3j | "a" | b"c":
        pass
    case None | True | False:
        pass
    case b.c | d.e.f:
        pass
    case g:
        pass
---
match a, b:
    case []:
        pass
    case [a]:
        pass
    case [a, *_, [b, *c]]:
        pass
---
match a:
    case {}:
        pass
    case {"a": 1, -1: b, c.d: _, **rest}:
        pass
    case {**rest}:
        pass
---
match a:
    case A():
        pass
    case a.B(1, [b], c=2, d=_):
        pass
---
match a:
    case A() as b if b.c or d:
        pass
    case 1 | 2 as b if c := d:
        pass
    case (A() as b) | c:
        pass
    case [a as b, A(c=1 | 2 as d)]:
        pass
    case 1 | (2 | 3):
        pass
    case _:
        pass
---
match *a, b:
    case _:
        pass
---
match a := b:
    case _:
        pass
---
match = type = case = _
match(type)[case]
"""

STATEMENTS_OF_PYTHON_312 = """
type A = int
---
type A[B: int, C: (int, str), *D, **E] = dict[B, C]
---
type A = lambda: (yield)
---
def f[A, *B](a: A, *b: *B) -> A: ...
---
async def f[**A](): ...
---
class A[B]: ...
---
class A[B: "A"](C[B]): ...
"""

STATEMENTS_OF_PYTHON_313 = """
type A[B: int = str, *C = *tuple[int, str], **D = [int]] = B
---
def f[A = int](): ...
---
class A[B = None]: ...
"""


@pytest.mark.parametrize("source", rows(STATEMENTS))
def test_a_statement_is_printed_as_black_would_write_it(source: str) -> None:
    assert_printed(source, source)


@from_python_312
@pytest.mark.parametrize("source", rows(STATEMENTS_OF_PYTHON_312))
def test_type_parameters_and_type_statements_are_printed(source: str) -> None:
    assert_printed(source, source)


@from_python_313
@pytest.mark.parametrize("source", rows(STATEMENTS_OF_PYTHON_313))
def test_defaults_of_type_parameters_are_printed(source: str) -> None:
    assert_printed(source, source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1; b = 2", "a = 1\nb = 2\n"),
        ("if a: b", "if a:\n    b\n"),
        ("if a: pass\nelse:\n if b: pass", "if a:\n    pass\nelif b:\n    pass\n"),
        ("del (a), b", "del a, b\n"),
        ("with (a, b): pass", "with a, b:\n    pass\n"),
        ("class A(): pass", "class A:\n    pass\n"),
        ("def f():\n ...", "def f(): ...\n"),
        ("match (a):\n case (b, c): pass", "match a:\n    case [b, c]:\n        pass\n"),
        ("match a:\n case b, *_: pass", "match a:\n    case [b, *_]:\n        pass\n"),
        ("return_ = (a)", "return_ = a\n"),
        ("a = (b, c)", "a = b, c\n"),
        ("for a in (b, c): pass", "for a in (b, c):\n    pass\n"),
        ("from . import (a, b)", "from . import a, b\n"),
    ],
)
def test_one_spelling_is_chosen_for_what_means_the_same(source: str, expected: str) -> None:
    assert_printed(source, expected)


@pytest.mark.parametrize(
    "docstring",
    [
        '"""One line."""',
        '"""Several lines.\n\n    Indented.\n    """',
        '"""\\\\d \\t ""\\" \'x\' \\""""',
        '""""""',
        'u"""Old."""',
    ],
)
def test_a_docstring_keeps_its_lines(docstring: str) -> None:
    source = f"def f():\n    {docstring}\n    a\n"
    assert_printed(source, source)


def test_definitions_have_blank_lines_around_them() -> None:
    source = dedent(
        '''\
        """Doc."""

        import a
        from b import c

        d = 1


        def f():
            """Doc."""
            import e

            def g():
                """Doc."""

                def h():
                    pass

                return h

            i = 2
            if i:

                def j():
                    pass

            else:
                k

            @l
            @m
            class N: ...

            return g


        class O:
            """Doc."""

            p: int

            def q(self):
                def r(): ...

                return r

            async def s(self):
                return self


        class T(O):
            def u(self): ...


        if d:

            def v(): ...

        else:
            w


        try:

            class X: ...

        except Y:
            pass
        z
        '''
    )
    expected = source.replace("    w\n\n\ntry", "    w\ntry")
    assert_printed(source, expected)


# What may be printed.


@pytest.mark.parametrize("parse", [ast.parse, gast.parse])
def test_a_module_a_statement_a_list_and_an_expression_can_be_printed(parse: Callable[..., ast.AST]) -> None:
    module = parse("a = b\nf(c)")
    assert to_source(module) == "a = b\nf(c)\n"
    assert to_source(module.body) == "a = b\nf(c)\n"  # type: ignore[attr-defined]
    assert to_source(module.body[0]) == "a = b\n"  # type: ignore[attr-defined]
    assert to_source(module.body[1].value) == "f(c)"  # type: ignore[attr-defined]
    assert to_source(parse("a+b", mode="eval")) == "a + b"
    assert to_source(parse("a;b", mode="single")) == "a\nb\n"
    assert to_source(parse("")) == ""


def test_what_is_no_syntax_of_python_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="'frozenset' cannot be written"):
        to_source(ast.Constant(frozenset()))
    with pytest.raises(TypeError, match="'Template' is no node of Python's syntax"):
        to_source([ast.Pass(), Template()])


class Template(ast.stmt):
    pass
