"""The printer: the text that each construct is printed as, and the tree that it gives when it is parsed."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from textwrap import dedent

import gast
import pytest

from autograph.source.printer import to_source

pytestmark = pytest.mark.smoke

from_python_312 = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
from_python_313 = pytest.mark.skipif(sys.version_info < (3, 13), reason="the syntax of Python 3.13")


def assert_printed(source: str, expected: str, **options: int) -> None:
    """`source` is printed as `expected`, from either dialect, and means what it did."""
    tree = ast.parse(source)
    assert to_source(tree, **options) == expected
    assert to_source(gast.parse(source), **options) == expected
    assert ast.dump(ast.parse(expected)) == ast.dump(tree)


# Expressions. A row is what is printed; redundant parentheses and other spellings are in the second column.

EXPRESSIONS = [
    # Arithmetic.
    ("a + b * c", "(a + (b * c))"),
    ("(a + b) * c", ""),
    ("a - b - c", "((a - b) - c)"),
    ("a - (b - c)", ""),
    ("a // b % c @ d", ""),
    ("a | b ^ c & d << e", "a | (b ^ (c & (d << e)))"),
    ("(a | b) & c", ""),
    ("-a", ""),
    ("--a", "-(-a)"),
    ("+~a", ""),
    ("a**b", "a ** b"),
    ("a**-b", "a ** (-b)"),
    ("a.b**2", ""),
    ("f(a) ** b[0]", ""),
    ("(a**b) ** c", ""),
    ("a ** b**c", "a ** (b ** c)"),
    ("(-a) ** b", ""),
    ("-(a**b)", "-a ** b"),
    ("await f(a) ** b", "(await f(a)) ** b"),
    # Comparison and logic.
    ("a < b <= c != d", ""),
    ("(a < b) < c", ""),
    ("a < (b < c)", ""),
    ("a is not b not in c", ""),
    ("a | b == c", "(a | b) == c"),
    ("a or b and not c", "a or (b and (not c))"),
    ("(a or b) and c", ""),
    ("a and (b and c)", ""),
    ("not a == b", "not (a == b)"),
    ("(not a) == b", ""),
    ("(not a) in b", ""),
    # Conditional expressions, lambdas, assignment expressions.
    ("a if b else c if d else e", "a if b else (c if d else e)"),
    ("(a if b else c) if d else e", ""),
    ("a if (b if c else d) else e", ""),
    ("(a if b else c) or d", ""),
    ("a or (lambda: b)", ""),
    ("lambda: a or b", "lambda: (a or b)"),
    ("lambda: lambda: a", ""),
    ("(lambda a: a)(b)", ""),
    ("lambda a, /, b=1, *c, d, e=2, **f: (a, b)", ""),
    ("lambda *, a: a", ""),
    ("a if b else lambda: c", ""),
    ("(a := b)", ""),
    ("f(a := b, c=(d := e))", ""),
    ("[a := b, c]", ""),
    ("{a: (b := c)}", ""),
    ("a[b := c]", ""),
    ("[b for a in c if (b := a)]", ""),
    ("lambda: (a := b)", ""),
    # await and yield.
    ("await a", ""),
    ("await (await a)", ""),
    ("await (a + b)", ""),
    ("(await a).b", ""),
    ("-await a", ""),
    ("yield", "(yield)"),
    ("yield a, *b", "yield (a, *b)"),
    ("yield from (a, b)", ""),
    ("f((yield), (yield a))", ""),
    ("[(yield)]", ""),
    ("lambda: (yield)", ""),
    # Displays.
    ("()", ""),
    ("(a,)", "a,"),
    ("a, b", "(a, b)"),
    ("(a, b), c", ""),
    ("(*a,)", "*a,"),
    ("[a, *b, *c | d]", "[a, *b, *(c | d)]"),
    ("[*(a or b)]", ""),
    ("{a, *b}", ""),
    ("{}", ""),
    ('{"a": b, **c, **(d or e)}', "{'a': b, **c, **(d or e)}"),
    ('{"a": lambda: b, "c": d if e else f}', ""),
    # Comprehensions.
    ("[a for b, c in d if e if f for g in h]", "[a for (b, c) in d if e if f for g in h]"),
    ("[a for (a,) in b]", "[a for a, in b]"),
    ("[a for a, *b in c]", ""),
    ("{a for a in b or c}", "{a for a in (b or c)}"),
    ("[a for a in (b if c else d) if (e if f else g)]", ""),
    ("[a for a in (lambda: b)]", ""),
    ("{a: b for a in c}", ""),
    ("(a async for a in b)", ""),
    ("[await a async for a in b if await c]", ""),
    # Calls, subscripts, attributes.
    ("f(a, *b, c=d, **e)", ""),
    ("f(*a or b, **c or d)", "f(*(a or b), **(c or d))"),
    ("f(a, *b, *(c, d))", ""),
    ("f(a for a in b)", "f((a for a in b))"),
    ("f((a for a in b), c)", ""),
    ("f((a, b))", ""),
    ("f(lambda: a, b if c else d)", ""),
    ("a[b, c]", "a[(b, c)]"),
    ("a[(b,)]", "a[b,]"),
    ("a[()]", ""),
    ("a[b:c, ::d]", ""),
    ("a[b:,]", ""),
    ("a[b + c : d.e, : f(g)]", ""),
    ("a[b.c :: d]", ""),
    ("a[-1:]", ""),
    ("a[lambda: b : c]", ""),
    ("a[*b]", ""),
    ("a[*b, c]", ""),
    ("a[(yield)]", ""),
    ("(a + b).c[d](e)", ""),
    ("(1).real", "1 .real"),
    ("(1.5).real", "1.5.real"),
    ("1j.real", ""),
    ('"".join(a)', ""),
    # Constants.
    ("None, True, False, ...", ""),
    ("1e309", "1e1000"),
    ("1e309j", ""),
    ("1e23, 1e-05", "1e+23, 0.00001"),
    ("-1 + 2j", ""),
    ("255", "0xff"),
    # Strings.
    ('"a"', "'a'"),
    ('"it\'s"', ""),
    ("'say \"no\"'", ""),
    ("'it\\'s \"no\"'", ""),
    ('"\\\\\'\\\\"', ""),
    ('"\\t\\n\\x00\\x7f\\u200b"', ""),
    ('"é\U0001f600"', ""),
    ('"\\ud800\\udfff"', ""),
    ('"ab"', "'a' 'b'"),
    ('u"a"', ""),
    ('b"\\x00\\xff\'"', ""),
    ("b'\"'", ""),
    # f-strings.
    ('f""', ""),
    ('f"{a}"', "f'{a}'"),
    ('f"a{b!r}c{d:>10}"', ""),
    ('f"{a:{b}.{c}}"', ""),
    ('f"{a:}"', ""),
    ('f"a={a!r}"', 'f"{a=}"'),
    ('f"a = {a:5}"', 'f"{a = :5}"'),
    ('f"{{a}} {{{b}}}"', ""),
    ('f"{ {a: b}}"', ""),
    ('f"{ {a for a in b}!s}"', ""),
    ('f"{(a, b)}"', 'f"{a, b}"'),
    ('f"{(yield)}"', ""),
    ('f"{(lambda: a)}"', ""),
    ('f"{(a := b)}"', ""),
    ('f"{(a if b else lambda: c)}"', 'f"{a if b else (lambda: c)}"'),
    ('f"{a if b else c}"', ""),
    ('f"{a != b}"', ""),
    ('f"{a[b:c]}"', ""),
    ("f\"{a['b']}\"", "f'{a[\"b\"]}'"),
    ("f'{a} \"b\"'", ""),
    ("f\"{a['b']} '\"", ""),
    ('f"{a:%H:%M}"', ""),
    ('f"{a:\\x7b\\x7d}"', ""),
    ("f\"{f'{a}'}\"", ""),
    ("f\"{a:{'>'}{b}}\"", ""),
    ('f"\\n{a}\\\\{b}\\\\N"', ""),
    ('f"a{b}c"', '"a" f"{b}" "c"'),
    ('f"{a}{{b}}"', 'f"{a}" "{b}"'),
    ('u"" f"a{b}"', 'u"a" f"{b}"'),
    ('"%s" % f"{a}"', ""),
]


@pytest.mark.parametrize(("expected", "source"), EXPRESSIONS)
def test_an_expression_has_the_parentheses_that_it_needs_and_no_others(expected: str, source: str) -> None:
    # The first line keeps strings from being docstrings.
    assert_printed(f"_\n{source or expected}", f"_\n{expected}\n", line_length=10_000)


@from_python_312
@pytest.mark.parametrize(
    ("expected", "source"),
    [
        ("f\"{a['b']}\"", 'f"{a["b"]}"'),
        ('f"{"\\n".join(a)}"', ""),
        ('f"{a["\\\\"]}"', ""),
        ('f"{b"\\xff"}"', ""),
        ('f"{a:{b:{c}}}"', ""),
    ],
)
def test_the_fields_of_an_fstring_may_hold_anything_from_python_312(expected: str, source: str) -> None:
    assert_printed(f"_\n{source or expected}", f"_\n{expected}\n")


@from_python_312
def test_fstrings_may_be_nested_deeper_than_there_are_quotes_from_python_312() -> None:
    tree = ast.parse('f"{f"{f"{f"{f"{f"{a}"}"}"}"}"}"')
    assert ast.dump(ast.parse(to_source(tree))) == ast.dump(tree)


def test_a_string_in_a_field_is_never_given_a_backslash_before_python_312() -> None:
    value = "a\n'\"%"
    tree = ast.Expression(ast.JoinedStr([ast.FormattedValue(ast.Constant(value), -1), ast.Constant("\n")]))
    assert eval(to_source(tree)) == value + "\n"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python 3.12 can write it")
def test_an_fstring_that_cannot_be_written_says_what_to_do() -> None:
    inner = ast.JoinedStr([ast.Constant("\n")])
    with pytest.raises(ValueError, match=r"cannot be written on Python 3\.11.*into a variable first"):
        to_source(ast.JoinedStr([ast.FormattedValue(inner, -1)]))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-1, "-1"),
        (-1.5, "-1.5"),
        (1 + 2j, "(1+2j)"),
        (float("inf"), "1e309"),
        (float("nan"), "(1e309 - 1e309)"),
        ((1, ("a",)), '(1, ("a",))'),
    ],
)
def test_a_constant_that_no_parser_makes_is_printed_as_the_expression_that_gives_it(
    value: object, expected: str
) -> None:
    assert to_source(ast.Constant(value)) == expected


def test_an_integer_too_long_for_decimal_digits_is_printed_in_hexadecimal() -> None:
    assert to_source(ast.Constant(16**5000)) == "0x1" + "0" * 5000
    assert to_source(ast.Constant(-(16**5000))) == "-0x1" + "0" * 5000


def test_a_negative_constant_is_parenthesised_where_a_negation_would_be() -> None:
    assert to_source(ast.BinOp(ast.Constant(-1), ast.Pow(), ast.Constant(2))) == "(-1) ** 2"
    assert to_source(ast.Attribute(ast.Constant(-1), "real")) == "(-1).real"


def test_an_empty_set_is_not_printed_as_a_dictionary() -> None:
    assert to_source(ast.Set([])) == "{*()}"


def test_a_sum_may_be_longer_than_python_calls_are_deep() -> None:
    source = " + ".join(["a"] * 900)
    assert to_source(ast.parse(source, mode="eval")) == source


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


def rows(table: str) -> list[str]:
    return [row.strip("\n") + "\n" for row in table.split("---\n")]


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


# Lines that are too long.

LONG_LINES = """
result = function(argument, keyword=value)
---
result = function(
    first_argument, *rest, keyword=value
)
---
result = function(
    first_argument,
    second_argument,
    keyword=value,
)
---
first_target, second_target = (
    first_value,
    second_value,
)
---
value = (
    first_operand + second_operand - third
)
---
value = first_operand + function(
    argument, another_argument
)
---
value = (
    first if condition else second_alternate
)
---
call(
    argument,
    (
        first_alternative
        if the_condition_holds
        else second_alternative
    ),
)
---
if (
    first_condition
    and second_condition
    or third_condition
):
    pass
---
return_value = {
    "key": value,
    "another": other,
    "third": 3,
}
---
from package.module import (
    first_name,
    second_name,
)
---
def function(
    parameter, another, third
) -> dict[str, int]:
    pass
---
def function(
    parameter: dict[str, int],
    another: str = "default",
    **rest,
):
    pass
---
def function_with_a_very_long_name_(
    parameter,
):
    pass
---
class ClassName(
    FirstBase, SecondBase, metaclass=Meta
):
    pass
---
value = [
    element
    for element in the_iterable
    if condition
]
---
value = (
    receiver.method(argument)
    .other(argument)
    .last()
)
---
function(argument)[
    index_number_one, index_number_two
] = 1
---
assert (
    condition_of_the_assertion
), f"the message: {that_it_has}"
---
with (
    context_manager(a) as first,
    context_manager(b) as second,
):
    pass
---
raise ValueError(
    "something is wrong with it" % arguments
)
---
value = "a string that is longer than the line has room for"
"""


@pytest.mark.parametrize("source", rows(LONG_LINES))
def test_a_line_that_is_too_long_is_broken_as_black_breaks_it(source: str) -> None:
    assert_printed(source, source, line_length=44)


def test_parentheses_are_not_put_around_several_targets_of_del() -> None:
    # They would make one target of them, a tuple.
    assert_printed("del aaaa, bbbb", "del aaaa, bbbb\n", line_length=5)


def test_an_expression_stays_on_one_line() -> None:
    source = f"f({', '.join(['argument'] * 50)})"
    assert to_source(ast.parse(source, mode="eval"), line_length=20) == source


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
