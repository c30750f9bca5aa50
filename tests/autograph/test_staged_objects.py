"""What staged statements do to objects: items of tensors, lists that grow, writes made by called functions."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from tests.autograph.differential import assert_all_same
from tests.autograph.staged import (
    Runtime,
    arrays,
    assert_all_staged_same,
    assert_equal_values,
    printed_while_staging,
    staging_error,
    tensors,
)


@pytest.fixture
def runtime() -> Runtime:
    return Runtime()


def check_against_lists(runtime, function, *args):
    """Checks the staged function on tensors against the original on Python lists and numbers."""
    expected = arrays(function(*copy.deepcopy(args)))
    staged = arrays(runtime.stage(function)(*[runtime.tensor(a) for a in args]))
    assert_equal_values(tuple(staged) if isinstance(staged, np.ndarray) and staged.ndim else staged, expected)


# Items


def test_item_stores_on_plain_containers_are_as_before():
    def run(items, table, key):
        items[0] = key
        items[1:3] = [items[0], key, key]
        items[-1] += 5
        alias = items
        alias[0] = "changed"
        table[key] = items
        table["n"] += 1
        if key:
            table[key, 1] = table.get("n")
        return items, table, alias is items

    assert_all_same(run, [([1, 2, 3], {"n": 0}, 1), ([4, 5, 6], {"n": 3}, 0)])


def test_an_item_store_evaluates_in_the_order_of_python():
    def run(x):
        seen = []

        def noted(value):
            seen.append(value)
            return value

        items = x
        items[noted(1) - 1] = noted(2)
        items[noted(3) - 3] += noted(4)
        items[noted(0)] = noted(5)
        return items, seen

    assert_all_same(run, [([7],)])


def test_items_of_a_staged_tensor_are_stored_by_rebinding_its_name(runtime):
    def run(x, v):
        x[0] = v
        x[1:3] = 7.0
        x[-1] += 10.0
        y = x + 0.0
        x[0] = -1.0
        return x, y

    x, y = runtime.stage(run)(runtime.tensor([1.0, 2.0, 3.0, 4.0]), runtime.tensor(9.0))
    assert x.numpy().tolist() == [-1.0, 7.0, 7.0, 14.0]
    assert y.numpy().tolist() == [9.0, 7.0, 7.0, 14.0]


def test_items_are_stored_in_staged_branches_and_loops(runtime):
    def run(x, n):
        for i in range(n):
            if x[i] > 2:
                x[i] = x[i] * 10
            else:
                x[i] += 1
        return x

    check_against_lists(runtime, run, [1, 2, 3, 4, 5], 4)
    check_against_lists(runtime, run, [1, 2, 3, 4, 5], 0)


# Lists


def test_a_list_grows_in_a_staged_loop(runtime):
    def run(xs):
        doubled = []
        for x in xs:
            if x > 1:
                doubled.append(x * 2)
        return doubled

    function = runtime.stage(run)
    for xs in ([1, 2, 3], [5], [0, 0], [2, 2, 2, 2]):
        staged = function(runtime.tensor(xs))
        assert isinstance(staged, list)
        assert [int(x) for x in staged] == run(xs)


def test_a_growing_list_is_read_and_looped_over(runtime):
    def run(n):
        squares = [100]
        total = 0
        for i in range(n):
            squares.append(i * i)
            total += squares[-1] + squares[0] + len(squares)
        for square in squares:
            total = total * 2 + square
        return total, len(squares), squares[1], squares[-2]

    for n in (1, 2, 6):
        check_against_lists(runtime, run, n)


def test_a_list_grows_in_nested_loops_and_a_while_loop(runtime):
    def run(n):
        found = []
        i = 0
        while i < n:
            for j in range(i):
                found.append(i * 10 + j)
            if i == 3:
                found.append(-1)
                break
            i += 1
        found.append(7)
        return found

    for n in (0, 1, 3, 6):
        check_against_lists(runtime, run, n)


def test_a_list_that_keeps_its_length_is_carried_element_by_element(runtime):
    def run(n):
        pair = [0, 1]
        for _ in range(n):
            pair = [pair[1], pair[0] + pair[1]]
        return pair

    for n in (0, 1, 7):
        check_against_lists(runtime, run, n)


def test_a_list_of_strings_grows_as_one_of_tensors_does(runtime):
    def run(n):
        log = []
        for _ in range(n):
            log.append("went on")
        return len(log)

    assert int(runtime.stage(run)(runtime.tensor(5))) == run(5) == 5


def test_a_list_that_grows_in_one_branch_alone_has_a_staged_length(system):
    def run(x):
        found = [x]
        if x > 0:
            found = [x, x]
        return found

    for x in (1.0, -1.0):
        check_against_lists(system, run, x)


def test_a_list_cannot_grow_without_bound_where_arrays_have_a_fixed_shape():
    from tests.autograph.staged import Jax

    def run(n):
        found = []
        for i in range(n):
            found.append(i)
        return found

    text = staging_error(Jax(), run, 3)
    assert "'found' changes its length in a staged `for` [AG022]" in text
    assert "jax has to know how long a list can get, and does not know how often the loop runs" in text


def test_a_list_grows_as_often_as_an_array_has_rows(system):
    def run(rows):
        found = []
        for row in rows:
            if row > 1:
                found.append(row * 2)
        return found

    function = system.stage(run)
    for rows in ([1, 2, 3], [0, 0, 0], [5, 6, 7]):
        assert [int(x) for x in function(system.tensor(rows))] == run(rows)


# Comprehensions


def test_comprehensions_over_a_tensor_of_known_length(system):
    def run(xs):
        return [x * 2 for x in xs], {"total": sum([x + y for x in xs for y in (1.0, 2.0)])}

    assert_all_staged_same(system, run, [([1.0, 2.0, 3.0],)])


def test_a_set_takes_what_a_generator_makes_of_a_tensor_of_unknown_length(runtime):
    import runtime as tf

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def run(xs):
        found = {1.0}
        found.update(x for x in xs)
        return len(found)

    assert int(run(tf.constant([1.0]))) == 1
    assert int(run(tf.constant([1.0, 2.0, 3.0]))) == 3


# Writes of called functions


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.movements = {"in": 0, "out": 0}
        self.history = [balance, balance]

    def move(self, amount):
        if amount > 0:
            self.movements["in"] += 1
        else:
            self.movements["out"] += 1
        self.balance += amount
        self.history[1] = self.balance


def test_what_a_method_writes_is_found_carried_and_right_after_the_loop(runtime):
    def run(amounts, limit):
        account = Account(0)
        for amount in amounts:
            account.move(amount)
            if account.balance > limit:
                account.balance = limit
                break
        return account.balance, account.movements["in"], account.movements["out"], account.history[1]

    for amounts, limit in (([5, -2, 4], 100), ([5, 5, 5], 8), ([-1], 0)):
        check_against_lists(runtime, run, amounts, limit)


def test_a_function_that_writes_through_a_closure_and_setattr(runtime):
    def run(n):
        account = Account(0)
        name = "balance"

        def bump(k):
            setattr(account, name, getattr(account, name) + k)

        i = 0
        while i < n:
            bump(i)
            i += 1
        if n > 2:
            bump(100)
        return account.balance

    for n in (0, 2, 5):
        check_against_lists(runtime, run, n)


def test_objects_made_in_a_staged_body_are_its_own(runtime):
    def run(n):
        total = 0
        for i in range(n):
            account = Account(i)
            account.move(i + 1)
            total += account.balance
        return total

    for n in (0, 1, 4):
        check_against_lists(runtime, run, n)


def test_a_side_effect_of_python_in_one_branch_happens_where_that_is_taken(system):
    calls = []

    def run(x):
        def note(what):
            calls.append(what)

        if x > 0:
            note("positive")
        return x

    if system.name == "jax":
        refused = staging_error(system, run, 1.0)
        assert (
            "'calls' is given a tensor by a staged function, and would hold it when the function has ended" in refused
        )
        assert calls == [], "what the branch did is undone"
        return
    staged = system.stage(run)
    for x, expected in ((1.0, 1), (-1.0, 1), (2.0, 2)):
        staged(*tensors(system, [x]))
        assert calls == ["positive"] * expected


def test_a_side_effect_of_python_in_both_branches_happens_once_while_staging(system):
    calls = []

    def run(x):
        if x > 0:
            calls.append("either")
            x = x * 2
        else:
            calls.append("either")
        return x

    system.stage(run)(system.tensor(1.0))
    assert calls == ["either"]


def test_a_body_is_traced_once_unless_a_type_must_widen(runtime):
    def once(n):
        total = 0
        for i in range(n):
            print("traced")
            total += i
        return total

    def twice(n):
        total = 0
        for i in range(n):
            print("traced")
            total += i * 0.5
        return total

    assert printed_while_staging(runtime, once, 3) == "traced\n"
    assert printed_while_staging(runtime, twice, 3) == "traced\ntraced\n"


# Shapes and options


def test_a_variable_whose_shape_changes_gets_the_unknown_dimensions_it_needs(runtime):
    def run(x, n):
        import runtime as tf

        for _ in tf.range(n):
            x = tf.concat([x, x], 0)
        return x

    staged = runtime.stage(run)(runtime.tensor([1.0]), runtime.tensor(3))
    np.testing.assert_array_equal(staged.numpy(), np.ones(8))


def test_set_loop_options_limits_the_iterations_and_is_checked(runtime):
    import autograph

    def run(n):
        i = 0
        while i < n:
            autograph.set_loop_options(maximum_iterations=3)
            i += 1
        return i

    assert int(runtime.stage(run)(runtime.tensor(10))) == 3
    assert run(10) == 10
    with pytest.raises(ValueError, match="maximum_iterations must not be negative, but is -1"):
        autograph.set_loop_options(maximum_iterations=-1)
    with pytest.raises(TypeError, match="shape_invariants must be pairs of a variable and a shape"):
        autograph.set_loop_options(shape_invariants=[3])
    autograph.set_loop_options(parallel_iterations=4)
    with pytest.raises(ValueError, match="parallel_iterations must be a positive int, not 0"):
        autograph.set_loop_options(parallel_iterations=0)
