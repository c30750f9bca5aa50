"""Reading names that have no value, and deleting names."""

from __future__ import annotations

import pytest

from autograph import to_code
from autograph.modules import convert_module
from tests.autograph.differential import assert_all_same, assert_same, define


def test_a_local_name_that_is_not_set_raises_unbound_local_error():
    def run(x):
        if x > 0:
            y = 1
        if x > 1:
            z = 1
        while x > 5:
            x -= 1
            w = x
        print(y)
        print(z)
        return w

    assert_all_same(run, [0, 1, 2, 6])


def test_unbound_names_can_be_caught_as_what_they_are():
    def run(x):
        if x > 0:
            try:
                print(y)
            except UnboundLocalError as error:
                print(type(error).__name__, error, error.name)
        else:
            y = 1
        return x

    assert_all_same(run, [0, 1])


def test_unbound_names_caught_in_a_loop():
    def run(items):
        seen = []
        for item in items:
            try:
                seen.append(previous)
            except NameError as error:
                seen.append(repr(error))
            if item != 2:
                previous = item
            elif item > 0:
                del previous
        return seen

    assert_all_same(run, [([1, 3, 2, 4, 5],), ([2],), ([],)])


def test_a_power_of_a_name_that_may_not_be_set():
    def run(x):
        if x > 0:
            y = 3
        if x != 2:
            y **= x
        return y

    assert_all_same(run, [0, 1, 2])


def test_a_suppressed_unbound_name():
    def run(x):
        import contextlib

        for _ in range(2):
            with contextlib.suppress(UnboundLocalError):
                x = y
                print("never first")
            y = x + 1
        return x, y

    assert_same(run, 1)


def test_free_names_of_nested_functions_stay_free():
    def run(x):
        def read():
            return y

        if x > 0:
            read()
        else:
            y = 1
        return y

    def caught(x):
        def read():
            return y

        if x > 0:
            try:
                read()
            except UnboundLocalError:
                print("unbound local")
            except NameError as error:
                print("name", error)
        y = 1
        return read()

    assert_all_same(run, [0, 1])
    assert_all_same(caught, [0, 1])


def test_names_that_are_nowhere():
    def run(x):
        if x:
            return nowhere
        for _ in nowhere_either:
            pass

    assert_all_same(run, [0, 1])


def test_del_unbinds():
    def run(x):
        y = x
        if x > 0:
            del y
        if x > 1:
            y = 5
            del x
        return x, y

    assert_all_same(run, [0, 1, 2])


def test_del_of_an_unbound_name():
    def run(x):
        if x > 0:
            del y
        elif x == 0:
            y = 1
            del y
            del y
        else:
            y = 3
        return y

    assert_all_same(run, [1, 0, -1])


def test_del_of_parameters_items_and_attributes():
    def run(x, items, table):
        class Holder:
            value = 1

            def __init__(self):
                self.value = 2

        holder = Holder()
        for i in range(len(items)):
            if i == 1:
                del items[0], table["a"]
                del holder.value
        if x:
            del x
            del (items, (table,))
        return x, items, table, holder.value

    assert_all_same(run, [(0, [1, 2, 3], {"a": 1}), (1, [1, 2, 3], {"a": 1}), (0, [], {}), (0, [1, 2], {})])


def test_augmented_assignment_of_an_unbound_name():
    def run(x):
        if x > 0:
            count += 1
        else:
            count = 0
        return count

    assert_all_same(run, [0, 1])


def test_a_name_bound_only_in_a_nested_block_of_a_loop():
    def run(items):
        for item in items:
            if item > 0:
                for _ in range(item):
                    found = item
            print(found)
        return found

    assert_all_same(run, [([1],), ([-1],), ([2, -1],), ([],)])


def test_loop_locals_keep_their_value_from_one_iteration_to_the_next():
    def run(items):
        seen = []
        for item in items:
            if item > 0:
                memory = item
            if item < 0:
                seen.append(memory)
        return seen

    assert_all_same(run, [([1, -1],), ([-1],), ([1, 2, -5, 3, -1],)])


def test_class_bodies_read_names_of_the_function():
    run = define("""
        def run(x):
            if x > 0:
                y = 1
            class Reader:
                z = y if x < 5 else 0
                if x == 7:
                    y = 3
                w = [z for _ in range(2)]
            return Reader.z, Reader.w, y
    """)
    assert_all_same(run, [0, 1, 7])


def test_comprehensions_do_not_leak_and_walrus_does():
    run = define("""
        def run(items):
            if items:
                x = "kept"
                doubled = [x * 2 for x in items]
                any((found := y) > 1 for y in items)
            return x, doubled, found
    """)
    assert_all_same(run, [([1, 2, 3],), ([],)])


def test_names_read_in_finally_after_an_error():
    def run(x):
        try:
            if x > 0:
                1 / (x - 1)
                done = True
        finally:
            try:
                print(done)
            except UnboundLocalError:
                print("not done")
        return x

    assert_all_same(run, [0, 1, 2])


def test_code_that_cannot_be_reached_still_makes_names_local():
    run = define("""
        v, w, u = "global v", "global w", "global u"
        def run(x):
            seen = []
            for name in ("v", "w", "u"):
                try:
                    seen.append(v if name == "v" else w if name == "w" else u)
                except NameError as error:
                    seen.append(type(error).__name__)
            for _ in range(x):
                if x > 1:
                    break
                    v = 1
                continue
                for w in range(3):
                    pass
            if x:
                return seen
                def u(): pass
            return seen, "end"
    """)
    assert_all_same(run, [0, 1, 2])


def test_unbound_names_read_in_operands_that_wait():
    def run(x):
        for _ in range(2):
            if x == 0:
                y = x if x else y
            elif x == 1:
                y = x and (y or x)
            elif x == 2:
                y = not (x and [x or y for _ in range(2)] and y)
            elif x == 3:
                assert x < 1, y
            elif x == 4:
                y = x < 5 < y
            else:
                y = 1
        return y

    assert_all_same(run, range(6))


def test_a_parameter_deleted_on_the_way_out_of_a_loop():
    def f(x, limit):
        while x > limit:
            del x
            return limit
        for _ in range(2):
            if limit:
                del limit
                break
        return x

    assert_all_same(f, [(3, 1), (1, 3), (0, 0)])


def test_a_name_that_is_free_in_a_method_called_from_the_branch_of_its_owner():
    def f(x):
        if x:

            class Reader:
                def read(self, y):
                    if y:
                        return (0 if y < 0 else v) + 1
                    return v

            print(Reader().read(x))
        v = 1
        return v

    assert_all_same(f, [1, -1, 0])


def test_a_finally_or_a_manager_in_a_branch_sees_the_error_of_the_original():
    import sys

    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, _):
            print("exit", kind.__name__, error)

    def run(x):
        if x > 0:
            with Manager():
                print(y)
        elif x == 0:
            try:
                del y
            finally:
                print("finally", *map(str, sys.exc_info()[:2]))
        else:
            y = 1
        return y

    assert_all_same(run, [1, 0, -1])


def test_unbound_names_in_comprehensions_and_nested_functions_in_a_branch():
    def run(x):
        if x == 0:
            return [y for _ in range(1)]
        if x == 1:
            return [z for z in y]
        if x == 2:
            return list(y + z for z in range(2))
        if x == 3:
            return (lambda: y)()
        if x == 4:
            return (lambda z=y: z)()
        if x == 5:

            class Reader:
                value = y

            return Reader.value
        y = 1
        return y

    assert_all_same(run, range(7))


def test_deleting_several_names_stops_at_the_one_that_is_unbound():
    def run(x, items):
        if x:
            try:
                del items[0], x, y, items[1]
            finally:
                print(items)
        else:
            y = 1
        return y

    assert_all_same(run, [(1, [1, 2, 3]), (0, [1, 2])])


@pytest.mark.parametrize(
    "body",
    [
        "if x: del u\n    u = 1",
        "if x: print(u)\n    u = 1",
        "if x: u += 1\n    u = 1",
        "for _ in range(2):\n        if x: x = u\n        if x: u = 1",
        "while x:\n        x = x and u\n    u = 1",
        "v = u if x else 2\n    u = v",
        "if x: u = 1\n    if not x: return u",
        "try:\n        if x: u\n    except UnboundLocalError as error: print(type(error), error)\n    u = 2",
    ],
)
def test_unbound_names_in_files_that_were_written(body):
    source = f"def run(x):\n    {body}\n"
    outcomes = []
    for text in (source, convert_module(source)):
        namespace = {"__name__": "written"}
        exec(compile(text, "<written>", "exec"), namespace)
        for x in (0, 1):
            try:
                outcomes.append((text == source, x, namespace["run"](x)))
            except Exception as error:
                outcomes.append((text == source, x, type(error), str(error)))
    half = len(outcomes) // 2
    assert [outcome[1:] for outcome in outcomes[:half]] == [outcome[1:] for outcome in outcomes[half:]]
    assert any(UnboundLocalError in outcome for outcome in outcomes) or "except" in body


def test_only_reads_that_may_find_no_value_in_a_closure_are_checked():
    source = """
        def run(x):
            y = 1
            if x:
                z = y
                w = z
            if x > 1:
                print(y, w)
                print(w, w)
            print(w)
            if x > 2:
                print(w)
                del w
                print(w)
            return w
    """
    text = to_code(define(source))
    assert text.count("ag__.local") == 2
    assert "print(y, ag__.local(lambda: w, 'w'))" in text
    assert "del w\n            print(ag__.local(lambda: w, 'w'))" in text
