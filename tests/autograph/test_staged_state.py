"""State that staged statements change: items of tensors, lists that grow, types and shapes that adapt."""

from __future__ import annotations

import numpy as np

from tests.autograph.differential import assert_all_same
from tests.autograph.staged import (
    assert_all_staged_same,
    assert_equal_values,
    assert_staged_same,
    printed_while_staging,
    run_staged,
)


def test_items_of_plain_containers_are_stored_as_ever():
    def run(items, table, n):
        alias = items
        for i in range(n):
            if i % 2:
                items[i] = i * 10
                table[i] = items[i]
            items[0] += 1
            items[-1:] = [i]
        return alias is items, alias

    assert_all_same(run, [([1, 2, 3], {}, 0), ([1, 2, 3], {}, 3), ([1], {}, 3)])


def test_items_of_arrays_are_stored_as_ever():
    def run(n):
        array = np.zeros(4)
        alias = array
        for i in range(n):
            array[i] = i
            array[i:] += 1
            array[array > 2] = -1
        return alias.tolist()

    assert_all_same(run, [0, 2, 4])


def test_an_item_of_a_staged_tensor_is_assigned(system):
    def run(x, i):
        x[0] = 5.0
        x[i] = x[i] + 10.0
        return x

    assert_equal_values(run_staged(system, run, [1.0, 2.0, 3.0], 1), np.array([5.0, 12.0, 3.0]))


def test_items_and_slices_of_a_staged_tensor_are_augmented(system):
    def run(x):
        x[1] += 10.0
        x[2:] *= 2.0
        x[:1] -= 1.0
        return x

    assert_equal_values(run_staged(system, run, [1.0, 2.0, 3.0, 4.0]), np.array([0.0, 12.0, 6.0, 8.0]))


def test_a_mask_of_a_staged_tensor_is_assigned(system):
    def run(x):
        x[x > 2.0] = 0.0
        return x

    assert_equal_values(run_staged(system, run, [1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 0.0, 0.0]))


def test_items_are_assigned_in_staged_loops_and_branches(system):
    def run(x, n):
        for i in range(n):
            if x[i] > 2.0:
                x[i] = -x[i]
            else:
                x[i] += 1.0
        return x

    assert_equal_values(run_staged(system, run, [1.0, 5.0, 3.0], 3), np.array([2.0, -5.0, -3.0]))
    assert_equal_values(run_staged(system, run, [1.0, 5.0, 3.0], 1), np.array([2.0, 5.0, 3.0]))


def test_all_that_have_a_tensor_see_an_item_that_is_stored_to_it(system):
    def run(x):
        y = x
        x[0] = 9.0
        return x, y

    def put(values):
        for k in range(2):
            values[k] = 9.0

    def call(x):
        put(x)
        return x

    changed, alias = run_staged(system, run, [1.0, 2.0])
    assert_equal_values(changed, np.array([9.0, 2.0]))
    assert_equal_values(alias, np.array([9.0, 2.0]))
    assert_equal_values(run_staged(system, call, [1.0, 2.0]), np.array([9.0, 9.0]))


def test_a_list_is_appended_to_in_both_staged_branches(system):
    def run(x):
        items = [x]
        if x > 0:
            items.append(x * 2)
        else:
            items.append(x * 3)
        return items

    assert_all_staged_same(system, run, [1.0, -1.0])


def test_a_list_grows_in_a_python_loop_with_staged_branches(system):
    def run(x):
        items = []
        for i in range(3):
            y = x
            if x > i:
                y = y * 10
            items.append(y + i)
        return items[0] + items[1] * items[2], len(items)

    assert_all_staged_same(system, run, [0.5, 1.5, 5.0])


def test_a_list_grows_in_a_staged_loop():
    from tests.autograph.staged import Runtime

    system = Runtime()

    def run(n):
        items = []
        for i in range(n):
            items.append(i * i)
        total = 0
        for item in items:
            total += item
        return total, len(items), items[2]

    assert_equal_values(run_staged(system, run, 4), (np.array(14), np.array(4), np.array(4)))


def test_a_dict_and_a_list_changed_in_place_in_a_staged_loop(system):
    def run(x):
        table = {"a": x, "b": [x * 0, x]}
        while table["a"] < 5:
            table["a"] = table["a"] + 1
            table["b"][0] = table["b"][0] + table["a"]
        return table["a"], table["b"][0]

    assert_all_staged_same(system, run, [0.0, 4.5, 9.0])


def test_a_python_number_meets_the_type_of_a_tensor_in_a_branch(system):
    def run(x):
        y = 0
        if x > 0:
            y = x
        z = 1 if x > 0 else x
        return y, z

    assert_all_staged_same(system, run, [1.5, -1.5])


def test_a_python_number_that_turns_into_a_float_in_a_loop(system):
    def run(n):
        s = 0
        c = 0
        while n > 0:
            s = s + 0.5
            c = c + 1
            n = n - 1
        return s, c

    assert_all_staged_same(system, run, [0, 3])


def test_flags_and_counters_of_python_in_a_staged_loop(system):
    def run(xs):
        found, count, last = False, 0, -1.0
        for x in xs:
            if x > 1.0:
                found = True
                count += 1
                last = x
        return found, count, last

    assert_all_staged_same(system, run, [([1.0, 2.0, 3.0],), ([0.0],)])


def test_a_python_value_that_a_staged_loop_leaves_alone_stays_one(system):
    def run(x):
        name, table = "scale", {"scale": 2}
        while x < 10:
            x = x * table[name]
        return x

    assert_all_staged_same(system, run, [1.0, 11.0])


def test_a_loop_variable_whose_shape_changes():
    from tests.autograph.staged import Runtime

    system = Runtime()

    def run(n):
        import runtime

        x = runtime.constant([1.0])
        while n > 0:
            x = runtime.concat([x, x], 0)
            n = n - 1
        return x

    assert_equal_values(run_staged(system, run, 2), np.ones(4))


def test_comprehensions_over_staged_tensors(system):
    def run(xs):
        doubled = [x * 2 for x in xs]
        return doubled[0] + sum(y for y in doubled) + max([abs(x) for x in xs])

    assert_staged_same(system, run, [1.0, -5.0, 3.0])


def test_while_is_traced_again_only_for_wider_types(system):
    def run(n):
        s = 0
        while n > 0:
            print("body")
            s = s + n * 0.5
            n = n - 1
        return s

    assert printed_while_staging(system, run, 3.0) in ("body\n", "body\nbody\n")
