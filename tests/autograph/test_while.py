"""`while` loops."""

from __future__ import annotations

from tests.autograph.differential import assert_all_same, assert_same
from tests.autograph.staged import assert_all_staged_same, printed_while_staging


def test_while_runs_until_its_test_fails():
    def collatz(n):
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    assert_all_same(collatz, [1, 2, 7, 27])


def test_the_test_is_evaluated_once_more_than_the_body_runs():
    def count(n):
        def test():
            print("test", n)
            return n > 0

        while test():
            n -= 1
        return n

    assert_all_same(count, [0, 1, 3])


def test_while_loops_nest():
    def triangle(n):
        rows = []
        i = 0
        while i < n:
            j = 0
            row = []
            while j <= i:
                row.append(j)
                j += 1
            rows.append(row)
            i += 1
        return rows, i

    assert_all_same(triangle, [0, 1, 4])


def test_walrus_in_the_test_of_a_loop():
    def drain(items):
        seen = []
        while (item := items.pop()) is not None:
            seen.append(item)
        while x := len(seen) - 1:
            seen.pop()
            print(x)
        return item, x, seen

    assert_same(drain, [None, 3, 2, 1])


def test_an_exception_in_the_test_leaves_the_loop():
    def shrink(items):
        total = 0
        try:
            while items.pop() != 5:
                total += 1
        except IndexError as error:
            print("empty", error)
        return total

    assert_all_same(shrink, [[], [1, 2, 3], [5, 1]])


def test_variables_of_the_body_survive_the_loop():
    def last(n):
        while n > 0:
            square = n * n
            n -= 1
        return square

    assert_all_same(last, [3, 1, 0])


def test_a_constant_test():
    def never():
        while False:
            print("never")
        while 0:
            print("never")
        else:
            print("else")
        while "":
            x = 1
        return x

    def forever(n):
        while 1:
            n -= 1
            if n < 0:
                return n

    assert_same(never)
    assert_same(forever, 3)


def test_test_with_side_effects_on_loop_variables():
    def run(n):
        calls = []

        def step():
            nonlocal n
            n -= 1
            calls.append(n)
            return n

        while step() > 0 and n != 3:
            calls.append("body")
        return n, calls

    assert_all_same(run, [0, 2, 5, 9])


# Staged


def test_staged_while(system):
    def collatz(n):
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    assert_all_staged_same(system, collatz, [1, 2, 7, 27])


def test_staged_while_with_several_variables(system):
    def gcd(a, b):
        while b > 0:
            a, b = b, a % b
        return a

    assert_all_staged_same(system, gcd, [(12, 18), (7, 13), (5, 0)])


def test_staged_while_loops_nest(system):
    def sums(n):
        total = n * 0
        i = n * 0
        while i < n:
            j = i * 0
            while j < i:
                total = total + j
                j = j + 1
            i = i + 1
        return total, i

    assert_all_staged_same(system, sums, [0, 1, 5])


def test_a_python_number_that_starts_a_loop_variable_takes_the_type_of_the_body(system):
    def halves(x):
        total = 0
        while x > 1:
            total = total + x
            x = x / 2
        return total

    assert_all_staged_same(system, halves, [8.0, 0.5])


def test_staged_while_traces_its_body_once(system):
    def count(n):
        while n > 0:
            print("body")
            n = n - 1
        return n

    assert printed_while_staging(system, count, 5) == "body\n"


def test_a_loop_over_python_values_is_unrolled(system):
    def power(x, unused):
        n = 3
        while n > 0:
            print("body", n)
            x = x * x
            n -= 1
        return x

    assert printed_while_staging(system, power, 1.5, 0.0) == "body 3\nbody 2\nbody 1\n"
    assert_all_staged_same(system, power, [(1.5, 0.0)])


def test_a_test_that_turns_staged_part_way(system):
    def climb(x):
        limit = None
        n = 0
        while n < 3 if limit is None else x < limit:
            n = n + 1
            x = x + 1
            if n == 3:
                limit = x + 4
        return x, n

    assert_all_staged_same(system, climb, [1.0, 5.0])


def test_staged_while_over_structures(system):
    def fibonacci(n):
        state = {"pair": (0, 1), "count": 0}
        while state["count"] < n:
            a, b = state["pair"]
            state = {"pair": (b, a + b), "count": state["count"] + 1}
        return state["pair"]

    assert_all_staged_same(system, fibonacci, [0, 1, 10])


def test_a_variable_of_the_body_alone_is_not_carried(system):
    def squares(n):
        total = n * 0
        while n > 0:
            square = n * n
            total = total + square
            n = n - 1
        return total

    assert_all_staged_same(system, squares, [0, 4])
