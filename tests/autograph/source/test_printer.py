"""Every kind of statement and of expression is printed as text that Python reads as the same tree."""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import dedent

import gast
import pytest

from autograph.source.printer import to_source
from tests.autograph.source.printing import assert_survives, from_python_312, from_python_313, rows

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

EXPRESSIONS = [
    "a + b * c",
    "(a + (b * c))",
    "(a + b) * c",
    "a - b - c",
    "((a - b) - c)",
    "a - (b - c)",
    "a // b % c @ d",
    "a | b ^ c & d << e",
    "a | (b ^ (c & (d << e)))",
    "(a | b) & c",
    "-a",
    "--a",
    "-(-a)",
    "+~a",
    "a**b",
    "a ** b",
    "a**-b",
    "a ** (-b)",
    "a.b**2",
    "f(a) ** b[0]",
    "(a**b) ** c",
    "a ** b**c",
    "a ** (b ** c)",
    "(-a) ** b",
    "-(a**b)",
    "-a ** b",
    "await f(a) ** b",
    "(await f(a)) ** b",
    "a < b <= c != d",
    "(a < b) < c",
    "a < (b < c)",
    "a is not b not in c",
    "a | b == c",
    "(a | b) == c",
    "a or b and not c",
    "a or (b and (not c))",
    "(a or b) and c",
    "a and (b and c)",
    "not a == b",
    "not (a == b)",
    "(not a) == b",
    "(not a) in b",
    "a if b else c if d else e",
    "a if b else (c if d else e)",
    "(a if b else c) if d else e",
    "a if (b if c else d) else e",
    "(a if b else c) or d",
    "a or (lambda: b)",
    "lambda: a or b",
    "lambda: (a or b)",
    "lambda: lambda: a",
    "(lambda a: a)(b)",
    "lambda a, /, b=1, *c, d, e=2, **f: (a, b)",
    "lambda *, a: a",
    "a if b else lambda: c",
    "(a := b)",
    "f(a := b, c=(d := e))",
    "[a := b, c]",
    "{a: (b := c)}",
    "a[b := c]",
    "[b for a in c if (b := a)]",
    "lambda: (a := b)",
    "await a",
    "await (await a)",
    "await (a + b)",
    "(await a).b",
    "-await a",
    "yield",
    "(yield)",
    "yield a, *b",
    "yield (a, *b)",
    "yield from (a, b)",
    "f((yield), (yield a))",
    "[(yield)]",
    "lambda: (yield)",
    "()",
    "(a,)",
    "a,",
    "a, b",
    "(a, b)",
    "(a, b), c",
    "(*a,)",
    "*a,",
    "[a, *b, *c | d]",
    "[a, *b, *(c | d)]",
    "[*(a or b)]",
    "{a, *b}",
    "{}",
    '{"a": b, **c, **(d or e)}',
    "{'a': b, **c, **(d or e)}",
    '{"a": lambda: b, "c": d if e else f}',
    "[a for b, c in d if e if f for g in h]",
    "[a for (b, c) in d if e if f for g in h]",
    "[a for (a,) in b]",
    "[a for a, in b]",
    "[a for a, *b in c]",
    "{a for a in b or c}",
    "{a for a in (b or c)}",
    "[a for a in (b if c else d) if (e if f else g)]",
    "[a for a in (lambda: b)]",
    "{a: b for a in c}",
    "(a async for a in b)",
    "[await a async for a in b if await c]",
    "f(a, *b, c=d, **e)",
    "f(*a or b, **c or d)",
    "f(*(a or b), **(c or d))",
    "f(a, *b, *(c, d))",
    "f(a for a in b)",
    "f((a for a in b))",
    "f((a for a in b), c)",
    "f((a, b))",
    "f(lambda: a, b if c else d)",
    "a[b, c]",
    "a[(b, c)]",
    "a[(b,)]",
    "a[b,]",
    "a[()]",
    "a[b:c, ::d]",
    "a[b:,]",
    "a[b + c : d.e, : f(g)]",
    "a[b.c :: d]",
    "a[-1:]",
    "a[lambda: b : c]",
    "a[*b]",
    "a[*b, c]",
    "a[(yield)]",
    "(a + b).c[d](e)",
    "(1).real",
    "1 .real",
    "(1.5).real",
    "1.5.real",
    "1j.real",
    '"".join(a)',
    "None, True, False, ...",
    "1e309",
    "1e1000",
    "1e309j",
    "1e23, 1e-05",
    "1e+23, 0.00001",
    "-1 + 2j",
    "255",
    "0xff",
    '"a"',
    "'a'",
    '"it\'s"',
    "'say \"no\"'",
    "'it\\'s \"no\"'",
    '"\\\\\'\\\\"',
    '"\\t\\n\\x00\\x7f\\u200b"',
    '"é😀"',
    '"\\ud800\\udfff"',
    '"ab"',
    "'a' 'b'",
    'u"a"',
    'b"\\x00\\xff\'"',
    "b'\"'",
    'f""',
    'f"{a}"',
    "f'{a}'",
    'f"a{b!r}c{d:>10}"',
    'f"{a:{b}.{c}}"',
    'f"{a:}"',
    'f"a={a!r}"',
    'f"{a=}"',
    'f"a = {a:5}"',
    'f"{a = :5}"',
    'f"{{a}} {{{b}}}"',
    'f"{ {a: b}}"',
    'f"{ {a for a in b}!s}"',
    'f"{(a, b)}"',
    'f"{a, b}"',
    'f"{(yield)}"',
    'f"{(lambda: a)}"',
    'f"{(a := b)}"',
    'f"{(a if b else lambda: c)}"',
    'f"{a if b else (lambda: c)}"',
    'f"{a if b else c}"',
    'f"{a != b}"',
    'f"{a[b:c]}"',
    "f\"{a['b']}\"",
    "f'{a[\"b\"]}'",
    "f'{a} \"b\"'",
    "f\"{a['b']} '\"",
    'f"{a:%H:%M}"',
    "f\"{f'{a}'}\"",
    "f\"{a:{'>'}{b}}\"",
    'f"\\n{a}\\\\{b}\\\\N"',
    'f"a{b}c"',
    '"a" f"{b}" "c"',
    'f"{a}{{b}}"',
    'f"{a}" "{b}"',
    'u"" f"a{b}"',
    'u"a" f"{b}"',
    '"%s" % f"{a}"',
]
EXPRESSIONS_OF_PYTHON_312 = [
    'f"{a["b"]}"',
    'f"{"\\n".join(a)}"',
    'f"{a["\\\\"]}"',
    'f"{b"\\xff"}"',
    'f"{a:{b:{c}}}"',
    'f"{f"{f"{f"{f"{f"{a}"}"}"}"}"}"',
]


@pytest.mark.parametrize("source", rows(STATEMENTS))
def test_a_statement_survives_printing(source: str) -> None:
    assert_survives(source)


@from_python_312
@pytest.mark.parametrize("source", rows(STATEMENTS_OF_PYTHON_312))
def test_type_parameters_and_type_statements_survive_printing(source: str) -> None:
    assert_survives(source)


@from_python_313
@pytest.mark.parametrize("source", rows(STATEMENTS_OF_PYTHON_313))
def test_defaults_of_type_parameters_survive_printing(source: str) -> None:
    assert_survives(source)


@pytest.mark.parametrize("source", EXPRESSIONS)
def test_an_expression_survives_printing(source: str) -> None:
    assert_survives(f"a = ({source})\n")


@from_python_312
@pytest.mark.parametrize("source", EXPRESSIONS_OF_PYTHON_312)
def test_the_fields_of_an_fstring_may_hold_anything_from_python_312(source: str) -> None:
    assert_survives(source)


@pytest.mark.parametrize(
    "docstring",
    [
        '"""One line."""',
        '"""Several lines.\n\n    Indented.\n    """',
        '"""\\\\d \\t ""\\" \'x\' \\""""',
        '"""Both \'\'\' and ""\\"."""',
        '"""A backslash at the end: \\\\"""',
        '"""\\x00 \\r \\ud800 \\u200b é"""',
        '""""""',
        'u"""Old."""',
    ],
)
def test_a_docstring_survives_printing(docstring: str) -> None:
    assert_survives(f"{docstring}\ndef f():\n    {docstring}\n    a\nclass A:\n    {docstring}\n")


def test_a_docstring_keeps_its_lines() -> None:
    source = 'def f():\n    """Several lines.\n\n    Indented.\n    """\n    return a\n'
    assert to_source(ast.parse(source)) == source


def test_definitions_have_blank_lines_above_them() -> None:
    source = dedent(
        """\
        import a

        def f():

            def g():
                pass

            def h():
                pass
            return g

        class A:
            pass
        """
    )
    assert to_source(ast.parse(source)) == source


# What `ast.unparse` has no text for, or the wrong one.


def test_a_tuple_as_the_only_context_manager_is_not_taken_for_several() -> None:
    assert to_source(ast.parse("with ((a, b)): pass")) == "with ((a, b)):\n    pass\n"
    assert_survives("async def f():\n async with ((a,)): pass")


def test_an_integer_too_long_for_decimal_digits_is_printed_in_hexadecimal() -> None:
    assert to_source(ast.Constant(16**5000)) == "0x1" + "0" * 5000
    assert eval(to_source(ast.parse(f"0x1{'0' * 5000}.real + 1", mode="eval"))) == 16**5000 + 1


def field(value: ast.expr, specification: str | None = None, conversion: str | None = None) -> ast.FormattedValue:
    format_spec = None if specification is None else ast.JoinedStr([ast.Constant(specification)])
    return ast.FormattedValue(value, ord(conversion) if conversion else -1, format_spec)


def date() -> ast.expr:
    return ast.Name("date", ast.Load())


@pytest.mark.parametrize(
    "values",
    [
        # A brace that belongs to a format, not to a field: `{:}}}` is read as the end of the field and another brace.
        [field(date(), "{}")],
        [ast.Constant("a"), field(date(), "\n}%d"), field(ast.Constant("b"), ">5", "r")],
        # Before Python 3.12, fields have neither backslashes nor the quotes around them.
        [field(ast.Constant("a\n'\"%")), ast.Constant("\n")],
        [field(ast.Constant('"\'"\'\'\'"""\\'), conversion="a")],
        [field(ast.JoinedStr([ast.Constant("\n\x00")])), ast.Constant("'")],
        [field(ast.Constant(b"\xff'\""))],
    ],
)
def test_an_fstring_that_cannot_be_written_becomes_calls_that_give_the_same_string(values: list[ast.expr]) -> None:
    class Date:
        def __format__(self, specification: str) -> str:
            return f"<{specification}>"

    tree = ast.JoinedStr(values)
    code = compile(ast.fix_missing_locations(ast.Expression(tree)), "", "eval")
    assert eval(to_source(tree), {"date": Date()}) == eval(code, {"date": Date()})


def test_the_calls_format_each_field_before_they_evaluate_the_next() -> None:
    log: list[str] = []

    class Logged:
        def __init__(self, name: str):
            log.append(f"{name} is evaluated")
            self.name = name

        def __format__(self, specification: str) -> str:
            log.append(f"{self.name} is formatted by {specification!r}")
            return self.name

    tree = ast.parse('f\'{Logged("a"):{Logged("b")}.}{Logged("c"):x}\'', mode="eval")
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and part.value == ".":
            part.value = "}"
    text = to_source(tree)
    assert text.startswith("''.join((")
    eval(compile(tree, "", "eval"), {"Logged": Logged})
    expected = log[:]
    log.clear()
    eval(text, {"Logged": Logged})
    assert log == expected
    assert len(log) == 6


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


def test_printing_changes_nothing_in_the_tree() -> None:
    tree = gast.parse("def f(a, *, b=1):\n    try: pass\n    except A as e: f'{a:{b}}'")
    before = gast.dump(tree)
    to_source(tree)
    assert gast.dump(tree) == before


def test_a_sum_may_be_longer_than_python_calls_are_deep() -> None:
    source = " + ".join(["a"] * 900)
    assert to_source(ast.parse(source, mode="eval")) == source


def test_what_is_no_syntax_of_python_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="'Template' is no node of Python's syntax"):
        to_source([ast.Pass(), Template()])


class Template(ast.stmt):
    pass
