"""`and`, `or`, `not`, comparisons and chains of them."""

from __future__ import annotations

import itertools

import pytest

from autograph import to_graph
from tests.autograph.differential import assert_all_same, assert_same, define
from tests.autograph.staged import assert_all_staged_same

_VALUES = [0, 1, "", "a", None, [], [0]]


def test_and_or_return_an_operand():
    def combine(a, b, c):
        return (a and b, a or b, a and b and c, a or b or c, a and b or c, a or b and c, (a or b) and c)

    assert_all_same(combine, list(itertools.product(_VALUES, repeat=3))[::7])


def test_not():
    def negate(a, b):
        return not a, not not a, not (a and b), not a or not b, -(not a)

    assert_all_same(negate, list(itertools.product(_VALUES, repeat=2)))


def test_operands_are_evaluated_only_as_far_as_needed():
    def run(a, b, c):
        def say(name, value):
            print(name)
            return value

        return (say("a", a) and say("b", b)) or (say("c", c) and not say("a2", a))

    assert_all_same(run, list(itertools.product((0, 1), repeat=3)))


def test_truth_is_asked_as_often_as_python_asks():
    class Loud:
        def __init__(self, name, value):
            self.name, self.value = name, value

        def __bool__(self):
            print("bool", self.name)
            return self.value

    def run(a, b):
        if a and b:
            print("both")
        elif a or b:
            print("one")
        while a or b:
            break
        result = a and b
        return (not result), result.name, 1 if a and not b else 2

    cases = [(Loud("a", x), Loud("b", y)) for x in (False, True) for y in (False, True)]
    assert_all_same(run, cases)


def test_chained_comparisons_evaluate_each_operand_once():
    def run(a, b, c):
        def say(name, value):
            print(name)
            return value

        return say("a", a) < say("b", b) <= say("c", c) != say("d", 5)

    assert_all_same(run, [(1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 5, 5)])


def test_chains_of_all_comparisons():
    def run(a, b, c):
        return (
            a < b < c, a <= b <= c, a == b == c, a != b != c, a > b > c, a >= b >= c,
            a in (b, c) in [(b, c)], a not in (b,) != c, a is b is c, a is not b is not c,
            0 < a < 5 > b < c, a < b > c, not a < b < c,
        )  # fmt: skip

    assert_all_same(run, list(itertools.product((0, 1, 2), repeat=3)))


def test_chains_return_what_the_comparisons_return():
    class Symbol:
        def __init__(self, name):
            self.name = name

        def __lt__(self, other):
            return f"{self.name}<{getattr(other, 'name', other)}" if other != 3 else ""

    def run(a, b, c):
        return a < b < c, 1 < a.x < 3

    def simple(a, b, c):
        return a < b < c

    assert_same(run, Symbol("a"), Symbol("b"), Symbol("c"))
    assert_all_same(simple, [(Symbol("a"), Symbol("b"), Symbol("c")), (Symbol("a"), Symbol("b"), 3)])


def test_a_comparison_that_changes_the_variable_it_was_given():
    def run():
        class Rebinding:
            def __lt__(self, other):
                nonlocal b
                print("compare", other)
                b = 0
                return True

        a = Rebinding()
        b = 5
        return a < b < 3

    assert_same(run)


def test_operators_in_every_kind_of_expression():
    def run(a, b):
        first = [a and b, *(a or [b])] if a else {a or b: not b}
        text = f"{a or b} {not a!r:>6} {(a and b)!s}"
        second = (lambda x: x and a)(b), {"k": a or b}, (a or [1, 2])[0 if b else -1]
        return first, text, second

    assert_all_same(run, [([], 0), ([3], 0), ([3], 7), ([], 7)])


def test_walrus_in_logical_expressions():
    def run(x):
        if (y := x + 1) > 3 and (z := y * 2) > 5 or (w := x) < 0:
            result = "yes"
        else:
            result = "no"
        found = [(k, v) for k, v in [("y", y)]]
        try:
            found.append(z)
            found.append(w)
        except NameError as error:
            found.append(type(error).__name__)
        return result, found

    assert_all_same(run, [-5, 0, 3])


def test_long_chains_of_operators():
    f = define("def f(x):\n    return " + " or ".join(f"x == {i}" for i in range(300)))
    assert_all_same(f, [0, 150, 299, 300])
    g = define("def g(x):\n    return " + "(1 + x if x else " * 60 + "0" + ")" * 60)
    assert_all_same(g, [0, 1])


# Staged


def test_staged_and_or_not(system):
    def run(a, b):
        result = a * 0
        if a > 0 and b > 0:
            result = result + 1
        if a > 0 or b > 0:
            result = result + 10
        if not (a > 0):
            result = result + 100
        if not (a > 0 and not b > 0):
            result = result + 1000
        return result

    assert_all_staged_same(system, run, [(1, 1), (1, -1), (-1, 1), (-1, -1)])


def test_staged_chained_comparison(system):
    def run(a, b, c):
        result = a * 0
        if a < b < c:
            result = result + 1
        if a <= b == c:
            result = result + 10
        if 0 < a <= b + 1 < c:
            result = result + 100
        return result

    assert_all_staged_same(system, run, list(itertools.product((0, 1, 2), repeat=3)))


def test_staged_operators_meet_plain_values(system):
    def run(a):
        flag = True
        result = a * 0
        if flag and a > 0:
            result = result + 1
        if a > 0 or not flag:
            result = result + 10
        if a > 0 and flag:
            result = result + 100
        return result

    assert_all_staged_same(system, run, [1, -1])


def test_the_operand_that_python_skips_has_no_effect_staged(system):
    def run(x, y):
        result = x * 0
        while x > 0 and 10 // x > 1:
            x = x - 1
            result = result + 10 // (x + 1)
        return result, y

    assert_all_staged_same(system, run, [(3, 0), (0, 0), (9, 0)])


def test_staged_walrus_in_operands(system):
    def run(a, b):
        c = b
        x = a if a < 0 else (c := a * 0.5)
        if a > 3 and (c := c + 10) > 13:
            x = x + 100
        if a < 1 or (b := b + c) > 5:
            x = x + 1000
        return x, b, c

    assert_all_staged_same(system, run, [(-1.0, 2.0), (2.0, 2.0), (4.0, 1.0), (8.0, 9.0), (0.5, 0.0)])


def test_a_staged_walrus_to_a_variable_that_nothing_reads_in_a_loop_that_is_traced_twice(system):
    def run(x):
        total = 0
        while x < 5:
            doubled = (unread := x * 2.0) if x > 1 else x
            total = total + 0.5
            x = x + doubled * 0 + 1
        return x, total

    assert_all_staged_same(system, run, [(0.0,), (3.0,), (9.0,)])


def test_staged_walrus_in_a_chained_comparison(system):
    def run(a, x, c):
        y = a * 0
        if a < x <= (c := a + 1):
            y = y + 1
        if a < (x := x + 1) < (c := c + 2):
            y = y + 10
        return y, x, c

    assert_all_staged_same(system, run, [(0.0, 0.0, 9.0), (0.0, 0.5, 9.0), (5.0, 0.0, 9.0), (0.0, 3.0, 9.0)])


@pytest.mark.parametrize("values", itertools.product((0, 1, [], [1], "x", ""), repeat=3), ids=repr)
def test_what_and_passes_on_to_or_is_its_value(values):
    def conjunction(a, b, c):
        return a and b and c or "none"

    def disjunction(a, b, c):
        return (a or b or c) and "some"

    for function in (conjunction, disjunction):
        got, expected = to_graph(function)(*values), function(*values)
        assert got == expected and type(got) is type(expected)
