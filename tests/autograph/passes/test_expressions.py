"""Calls, logical operators, conditional expressions and assertions: an expression in, an expression out."""

from __future__ import annotations

import pytest

from autograph.modules import convert_module
from tests.autograph.passes.rewriting import after_all, program

CASES = {
    # calls
    "g(a, *b, x=1, **k)": "ag__.call_spread(g)(a, *ag__.spread(b), x=1, **ag__.spread_keywords(k))",
    "[a, *b]": "ag__.display([a, *ag__.spread(b)])",
    "(*a, b) == c": "ag__.compared(ag__.display((*ag__.spread(a), b))) == c",
    "a.method(b)(c)": "ag__.call(ag__.call(a.method)(b))(c)",
    "len(a)": "ag__.call(len)(a)",
    "isinstance(a, list)": "ag__.is_instance(a, list)",
    "isinstance(a, int)": "ag__.is_instance(a, int)",
    "isinstance(a, (str, float))": "ag__.is_instance(a, (str, float))",
    "print(a, sep='')": "print(a, sep='')",
    "''.join(b)": "ag__.call(''.join)(b)",
    "''.find(b)": "ag__.call(''.find)(b)",
    "''.split()": "ag__.call(''.split)()",
    "''.upper()": "''.upper()",
    "''.join(b) * c": "ag__.repeated(ag__.call(''.join)(b), c)",
    "a.bit_length()": "ag__.call(ag__.numeric(a).bit_length)()",
    "a.real": "ag__.numeric(a).real",
    "f'{a} of {b:.2f} {c!r:>{d}}'": "ag__.fstring(f'{ag__.shown(a)} of {ag__.shown(b):.2f} {ag__.shown_as(c)!r:>{ag__.format_part(d)}}')",
    "f'a{{'": "f'a{{'",
    "'%d' % a": "ag__.percent('%d', a)",
    "a % (b, c)": "ag__.percent(a, (b, c))",
    "a % b": "ag__.percent(a, b)",
    "a % (b > c)": "ag__.percent(a, b > c)",
    "a % 2 + 7 % b": "a % 2 + 7 % b",
    # comparisons as numbers
    "(a > b) + (c in g)": "ag__.number(a > b) + ag__.number(ag__.in_(c, g)())",
    "~(a > b) - (not c)": "~ag__.number(a > b) - ag__.number(ag__.not_(c))",
    "(a > b) & (a > c)": "(a > b) & (a > c)",
    "ValueError(a)": "ag__.new(ValueError(a))",
    # and, or, not
    "a and b": "ag__.and_(a, lambda: b)()",
    "a and b and c": "ag__.and_(a, lambda: b, lambda: c)()",
    "a or g(b)": "ag__.or_(a, lambda: ag__.call(g)(b))()",
    "not a": "ag__.not_(a)",
    "callable(a) or not callable(b)": "ag__.call(callable)(a) or not ag__.call(callable)(b)",
    "not callable(a)": "not ag__.call(callable)(a)",
    "a and (yield b)": "a and (yield b)",
    # comparisons
    "a < b": "a < b",
    "a < b < c": "ag__.and_(a < b, lambda: b < c)()",
    "a < 1 <= c": "ag__.and_(a < 1, lambda: 1 <= c)()",
    "a < g() not in c": "ag__.and_(a < (middle := ag__.call(g)()), lambda: ag__.not_(ag__.in_(middle, c)()))()",
    # identity
    "a is None": "ag__.is_(a, None)",
    "a is not b": "ag__.is_not(a, b)",
    "a is None or b is not None": "ag__.or_(ag__.is_(a, None), lambda: ag__.is_not(b, None))()",
    "type(a) is int": "ag__.is_(ag__.call(type)(a), int)",
    # conditional expressions
    "a if b else c": "ag__.if_exp(b, lambda: a, lambda: c)()",
    "a if b is None else c": "ag__.if_exp(ag__.is_(b, None), lambda: a, lambda: c)()",
    "a if g.y is None else c": "ag__.if_exp(ag__.is_(g.y, None), lambda: a, lambda: c)()",
    "a if g.y() is None else c": "ag__.if_exp(ag__.is_(ag__.call(g.y)(), None), lambda: a, lambda: c)()",
    "a if len(b) is None else c": "a if ag__.is_(ag__.call(len)(b), None) else c",
    "a if b else c if k else g": "ag__.if_exp(b, lambda: a, lambda: ag__.if_exp(k, lambda: c, lambda: g)())()",
    # in lambdas and comprehensions
    "lambda y: y or a": "lambda y: ag__.or_(y, lambda: a)()",
    "[lambda: y for y in b]": "ag__.listed([lambda: y for y in ag__.elements(b, None, lambda y: lambda: y, 'last')])",
    "[y for y in b]": "ag__.listed([y for y in ag__.elements(b, None, lambda y: y)])",
    "[y for y in b if not y]": "ag__.listed([y for y in ag__.elements(b, lambda y: ag__.not_(y), lambda y: y) if ag__.not_(y)])",
    "{y for y in b}": "ag__.listed({y for y in ag__.elements(b, None, lambda y: y, 'set')})",
    "{y: 1 for y in b}": "ag__.listed({y: 1 for y in ag__.elements(b, None, lambda y: (y, 1), 'dict')})",
    # displays
    "{1, 2}, {'k': b}": "(ag__.new({1, 2}), ag__.new({'k': b}))",
    "{a, 2}, {b: 1, 'k': 2, **c}": "(ag__.set_display(a, 2), ag__.dict_display((b, 1), ('k', 2), (ag__.mapping_of(c),)))",
    # comparisons
    "a in b": "ag__.in_(a, b)()",
    "a not in b": "ag__.not_(ag__.in_(a, b)())",
    "a in ('b', 'c')": "ag__.in_(a, ('b', 'c'))()",
    "'=' in a": "'=' in a",
    "'b' in a.read()": "'b' in ag__.call(a.read)()",
    "(a, 1) < b": "ag__.compared((a, 1)) < b",
    "a < (b, 1) < c in g": "ag__.and_(ag__.compared(a) < (middle := (b, 1)), lambda: ag__.compared(middle) < c, lambda: ag__.in_(c, g)())()",
    # subscripts
    "a[b]": "ag__.indexed(a)[b]",
    "a[b][c]": "ag__.indexed(ag__.indexed(a)[b])[c]",
    "a[0], a[-1], a['k'], a[1, 2]": "a[0], a[-1], a['k'], a[1, 2]",
    "a[1:]": "ag__.indexed(a)[1:]",
    "g(*a, b)": "ag__.call_spread(g)(*ag__.spread(a), b)",
    "a[b, 0]": "ag__.indexed(a)[b, 0]",
    "a[b:]": "ag__.indexed(a)[b:]",
}


@pytest.mark.parametrize("before, after", CASES.items(), ids=CASES)
def test_converting_expressions(before, after):
    text = after_all(f"def f(a, b, c, g, k):\n    x = {before}\n")
    assert text == program(f"def f(a, b, c, g, k):\n    x = {after}\n")


def test_an_operand_that_is_in_two_comparisons_is_evaluated_where_it_stands():
    before = """
        def f(a, b, c):
            x = a < b.x < b.y < c
            y = [v for v in b if a < v.x < c]
        """
    after = """
        def f(a, b, c):
            x = ag__.and_(
                a < (middle := b.x),
                lambda: ag__.and_(middle < (middle_1 := b.y), lambda: middle_1 < c)(),
            )()
            y = ag__.listed(
                [
                    v
                    for v in ag__.elements(
                        b,
                        lambda v: (lambda middle_2: ag__.and_(a < middle_2, lambda: middle_2 < c)())(v.x),
                        lambda v: v,
                    )
                    if (lambda middle_2: ag__.and_(a < middle_2, lambda: middle_2 < c)())(v.x)
                ]
            )
        """
    assert after_all(before) == program(after)


def test_a_comprehension_that_is_given_to_a_builtin_has_its_parts_as_closures():
    before = """
        def f(a, b):
            return sum(y for y in b if not y)
        """
    after = """
        def f(a, b):
            return ag__.call(sum)(
                ag__.listed(y for y in ag__.elements(b, lambda y: ag__.not_(y), lambda y: y, sum) if ag__.not_(y))
            )
        """
    assert after_all(before) == program(after)


def test_decorators_are_called():
    before = """
        def f(a):
            @memoize
            @limited(a)
            def g(b):
                return b
            return g(a)
        """
    after = """
        def f(a):
            @ag__.call(memoize)
            @ag__.call(ag__.call(limited)(a))
            def g(b):
                return b
            return ag__.call(g)(a)
        """
    assert after_all(before) == program(after)


def test_assertions():
    before = """
        def f(a):
            assert a > 0, g(a)
            assert a
            assert isinstance(a, list)
        """
    after = """
        def f(a):
            assert ag__.assert_stmt(a > 0, lambda: ag__.call(g)(a)), ag__.call(g)(a)
            assert ag__.assert_stmt(a)
            assert ag__.assert_stmt(ag__.is_instance(a, list))
        """
    assert after_all(before) == program(after)


def test_super_is_given_the_arguments_that_it_would_find():
    before = """
        class A(B):
            def f(self):
                return (lambda: super().f()), self.x or super().g
        """
    text = convert_module(program(before))
    assert "self.x, lambda: super(__class__, self).g" in text
    assert "lambda: ag__.call(super().f)()" in text


def test_class_bodies_keep_their_expressions():
    before = """
        class A:
            x = a and b
            y = [g(z) for z in range(3) if not z]

            def f(self):
                return self.x or a
        """
    after = """
        from autograph import operators as ag__


        class A:
            x = a and b
            y = [g(z) for z in range(3) if not z]

            def f(self):
                return ag__.or_(self.x, lambda: a)()
        """
    assert convert_module(program(before)) == program(after)
