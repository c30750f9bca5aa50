"""`if`, `elif`, `else` and conditional expressions."""

from __future__ import annotations

from tests.autograph.differential import assert_all_same, assert_same, define
from tests.autograph.staged import assert_all_staged_same, printed_while_staging


def test_if_without_else_leaves_the_variable_as_it_was():
    def absolute(x):
        if x < 0:
            x = -x
        return x

    assert_all_same(absolute, [-3, 0, 3, 2.5, True])


def test_elif_runs_the_first_branch_that_holds():
    def size(x):
        if x < 10:
            name = "small"
        elif x < 100:
            name = "medium"
        elif x < 1000:
            name = "large"
        else:
            name = "huge"
        return name

    assert_all_same(size, [1, 10, 99, 100, 1000, float("nan")])


def test_conditions_count_as_python_counts_them():
    class Odd:
        def __init__(self, n):
            self.n = n

        def __bool__(self):
            print("asked", self.n)
            return self.n % 2 == 1

    class Sized:
        def __len__(self):
            print("measured")
            return 0

    def choose(x):
        if x:
            return "true"
        else:
            return "false"

    assert_all_same(choose, [0, 1, "", "a", (), [], [0], {}, None, 0.0, 1e-9, Odd(1), Odd(2), Sized()])


def test_a_condition_without_a_truth_value_raises_what_python_raises():
    class Undecided:
        def __bool__(self):
            raise ValueError("cannot decide")

    class Wrong:
        def __bool__(self):
            return 1

    def choose(x):
        if x:
            return 1
        return 2

    assert_same(choose, Undecided())
    assert_same(choose, Wrong())


def test_a_condition_is_evaluated_once_and_before_its_branches():
    def run(values):
        def ask(name):
            print("ask", name)
            return values.pop()

        if ask("first"):
            print("one")
        elif ask("second"):
            print("two")
        else:
            print("three")

    assert_all_same(run, [([True],), ([False, False],), ([True, False],)])


def test_branches_may_be_empty():
    def nothing(x):
        if x > 1:
            pass
        elif x > 0:
            ...
        else:
            pass
        return x

    assert_all_same(nothing, [0, 1, 2])


def test_branches_see_and_change_the_same_variables():
    def swap(a, b, c):
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
            if a > b:
                a, b = b, a
        return a, b, c

    assert_all_same(swap, [(1, 2, 3), (3, 2, 1), (2, 3, 1), (1, 1, 1)])


def test_a_variable_of_one_branch_is_unbound_after_the_other():
    def maybe(x):
        if x > 0:
            y = x
        return y

    assert_all_same(maybe, [1, -1])


def test_a_variable_set_in_two_branches_is_set_after_them():
    def describe(x):
        if x > 0:
            sign = 1
            name = "positive"
        elif x < 0:
            sign = -1
            name = "negative"
        else:
            sign = 0
        return sign, name

    assert_all_same(describe, [5, -5, 0])


def test_conditional_expressions_evaluate_one_alternative():
    def choose(x):
        def say(word):
            print(word)
            return word

        return say("yes") if x > 0 else say("no") if x < 0 else say("zero")

    assert_all_same(choose, [1, -1, 0])


def test_conditional_expressions_nest_in_every_position():
    def nested(a, b, c):
        return (b if a else c) if (c if b else a) else (a if c else b)

    assert_all_same(nested, [(a, b, c) for a in (0, 1) for b in (0, 2) for c in (0, 3)])


def test_definitions_and_imports_in_branches():
    def build(x):
        if x > 0:
            import math as tool

            def make(n):
                return tool.sqrt(n)

            class Kind:
                name = "root"
        else:
            from os import path as tool

            def make(n):
                return tool.join("a", str(n))

            class Kind:
                name = "path"

        return make(4), Kind.name, Kind.__qualname__, make.__qualname__, tool.__name__

    assert_all_same(build, [1, -1])


def test_branches_of_150_alternatives():
    lines = ["def pick(x):", "    if x == 0:", "        return 'zero'"]
    for i in range(1, 150):
        lines += [f"    elif x == {i}:", f"        y = {i} * 2"]
    lines += ["    else:", "        y = None", "    return y"]
    pick = define("\n".join(lines))
    assert_all_same(pick, [0, 1, 75, 149, 150])


# Staged


def test_staged_branches_choose_values(system):
    def absolute(x):
        if x < 0:
            x = -x
        return x

    assert_all_staged_same(system, absolute, [-3.0, 0.0, 3.0])


def test_staged_elif(system):
    def clip(x, low, high):
        if x < low:
            x = low
        elif x > high:
            x = high
        else:
            x = x + 0.5
        return x

    assert_all_staged_same(system, clip, [(0.0, 1.0, 2.0), (1.5, 1.0, 2.0), (3.0, 1.0, 2.0)])


def test_staged_branches_change_several_variables(system):
    def swap(a, b):
        c = a * 0
        if a > b:
            a, b = b, a
            c = c + 1
        return a, b, c

    assert_all_staged_same(system, swap, [(1.0, 2.0), (2.0, 1.0)])


def test_staged_branches_nest(system):
    def nested(x, y):
        z = x * 0
        if x > 0:
            if y > 0:
                z = x + y
            else:
                z = x - y
        elif y > 0:
            z = y * 2
        return z

    assert_all_staged_same(system, nested, [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)])


def test_staged_branches_of_plain_numbers_meet_tensors(system):
    def choose(x):
        y = 0.0
        if x > 0:
            y = x
        return y

    assert_all_staged_same(system, choose, [1.5, -1.5])


def test_staged_conditional_expression(system):
    def choose(x, y):
        return (x if x > y else y) + (1.0 if x < 0 else 2.0)

    assert_all_staged_same(system, choose, [(1.0, 2.0), (2.0, 1.0), (-1.0, -2.0)])


def test_each_staged_branch_is_traced_once(system):
    def choose(x):
        if x > 0:
            print("then")
            y = x
        else:
            print("else")
            y = -x
        return y

    assert printed_while_staging(system, choose, 1.0) == "then\nelse\n"


def test_staged_branches_return_structures(system):
    def both(x):
        if x > 0:
            pair = {"a": x, "b": (x + 1, [x + 2])}
        else:
            pair = {"a": -x, "b": (x - 1, [x - 2])}
        return pair

    assert_all_staged_same(system, both, [1.0, -1.0])


def test_a_variable_that_only_one_staged_branch_sets_may_stay_unread(system):
    def local(x):
        if x > 0:
            scale = x * 2
            y = scale + 1
        else:
            y = x
        return y

    assert_all_staged_same(system, local, [1.0, -1.0])


def test_a_plain_condition_within_a_staged_one_stays_plain(system):
    def mixed(x):
        y = x
        for flag in (True, False):
            if x > 0:
                if flag:
                    y = y + 1
                else:
                    y = y * 3
        return y

    assert_all_staged_same(system, mixed, [1.0, -1.0])


def test_a_variable_that_only_functions_defined_in_the_branch_read_needs_no_value_in_the_other(system):
    def run(x):
        total = x
        if x > 2:
            shift = x + 1

            def move(value):
                return value + shift

            total = move(total)
        if x > 0:
            for i in range(3):

                def scaled():
                    return x * i

                total = total + scaled()
        return total

    assert_all_staged_same(system, run, [-1.0, 1.0, 5.0])
