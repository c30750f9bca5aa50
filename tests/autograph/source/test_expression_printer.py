"""The text that each kind of expression is printed as."""

from __future__ import annotations

import ast
import sys

import pytest

from autograph.source.printer import to_source
from tests.autograph.source.printing import assert_printed, from_python_312

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
