"""`for` loops."""

from __future__ import annotations

from tests.autograph.differential import assert_all_same, assert_same
from tests.autograph.staged import assert_all_staged_same, printed_while_staging, run_staged


def test_for_over_anything_that_can_be_iterated():
    def collect(items):
        found = []
        for item in items:
            found.append(item)
        return found

    assert_all_same(collect, [([1, 2],), ((),), ("abc",), ({"a": 1},), (range(3),), ({1, 2},), (b"ab",)])


def test_for_over_what_cannot_be_iterated_raises_what_python_raises():
    def collect(items):
        for item in items:
            print(item)

    class Broken:
        def __iter__(self):
            return 3

    assert_all_same(collect, [1, None, Broken()])


def test_for_uses_the_sequence_protocol_where_there_is_no_iterator():
    class Sequence:
        def __getitem__(self, index):
            print("get", index)
            if index > 2:
                raise IndexError
            return index * index

    def collect(items):
        total = 0
        for item in items:
            total += item
        return total

    assert_same(collect, Sequence())


def test_the_target_keeps_its_last_value():
    def last(items):
        for item in items:
            pass
        return item

    assert_all_same(last, [([1, 2, 3],), ([],)])


def test_the_target_may_be_assigned_in_the_body():
    def run(items):
        for item in items:
            item = item * 2
            print(item)
        return item

    assert_same(run, [1, 2, 3])


def test_targets_of_every_kind():
    def unpack(rows):
        class Holder:
            pass

        holder, table, found = Holder(), {}, []
        for a, (b, *c) in rows:
            found.append((a, b, c))
        for holder.value, table["k"] in [(1, 2), (3, 4)]:
            found.append((holder.value, table["k"]))
        for [x, y] in [(5, 6)]:
            found.append(x + y)
        for found[0] in "ab":
            print(found)
        return found, holder.value, table, a, b, c, x, y

    assert_same(unpack, [(1, (2, 3, 4)), (5, (6,))])


def test_unpacking_the_wrong_number_of_values():
    def unpack(rows):
        for a, b in rows:
            print(a, b)
        return a, b

    assert_all_same(unpack, [([(1, 2), (3,)],), ([(1, 2, 3)],), ([1],)])


def test_the_iterable_is_evaluated_once():
    def run(items):
        def give():
            print("give")
            return items

        for item in give():
            items = []
            print(item)
        return items

    assert_same(run, [1, 2])


def test_a_list_that_grows_while_it_is_looped_over():
    def grow(items):
        for item in items:
            if item < 4:
                items.append(item + 1)
        return items

    assert_same(grow, [1, 2])


def test_an_iterator_is_left_where_the_loop_was():
    def first_two(n):
        iterator = iter(range(n))
        for item in iterator:
            if item == 1:
                break
        return list(iterator)

    assert_all_same(first_two, [1, 2, 5])


def test_a_generator_is_closed_as_soon_as_its_loop_is_left():
    def run(how):
        def numbers():
            try:
                yield 1
                yield 2
            finally:
                print("closed")

        def inner():
            for n in numbers():
                if how == "break":
                    break
                if how == "return":
                    return n
            print("after")

        print(inner())

    assert_all_same(run, ["break", "return", "end"])


def test_loop_over_loop_variables_and_shadowing():
    def run(x):
        for x in range(x):
            for x in range(x):
                print(x)
        return x

    assert_all_same(run, [0, 1, 4])


def test_functions_made_in_a_loop_share_its_variables():
    def make(n):
        functions = []
        for i in range(n):
            square = i * i
            functions.append(lambda: (i, square))
            functions.append(lambda i=i: (i, square))
        return [f() for f in functions]

    assert_all_same(make, [0, 1, 3])


def test_deleting_the_loop_variable():
    def run(items):
        for item in items:
            if item == 2:
                del item
        try:
            return item
        except NameError as error:
            return type(error).__name__, str(error)

    assert_all_same(run, [([1, 2],), ([1, 2, 3],), ([],)])


def test_a_body_that_rebinds_the_iterable():
    def run(items):
        for item in items:
            items = [item, *items]
        return items

    assert_same(run, [1, 2, 3])


def test_the_target_is_global_or_nonlocal():
    def run(n):
        global _loop_variable
        outer = None

        def inner():
            nonlocal outer
            for outer in range(n):
                pass

        for _loop_variable in range(n):
            pass
        inner()
        return outer, _loop_variable

    assert_same(run, 3)


def test_stop_iteration_raised_in_a_body_is_not_the_end_of_the_loop():
    def run(items):
        for item in items:
            if item == 2:
                raise StopIteration(item)
        return "end"

    assert_all_same(run, [([1],), ([1, 2, 3],)])


# Staged


def test_staged_for_over_rows(system):
    def total(rows):
        result = rows[0] * 0
        for row in rows:
            result = result + row * 2
        return result

    assert_all_staged_same(system, total, [([1.0, 2.0, 3.0],), ([[1.0, 2.0], [3.0, 4.0]],)])


def test_staged_for_over_a_range(system):
    def triangular(n):
        total = 0
        for i in range(n):
            total = total + i
        return total

    assert run_staged(system, triangular, 5) == 10
    assert run_staged(system, triangular, 0) == 0


def test_staged_for_over_a_range_with_bounds(system):
    def collect(a, b, c):
        total = a * 0
        for i in range(a, b, c):
            total = total * 10 + i
        return total

    assert run_staged(system, collect, 1, 4, 1) == 123
    assert run_staged(system, collect, 5, 0, -2) == 531
    assert run_staged(system, collect, 3, 3, 1) == 0


def test_staged_for_loops_nest(system):
    def product(xs, ys):
        total = xs[0] * 0
        for x in xs:
            for y in ys:
                if x > y:
                    total = total + x * y
        return total

    assert_all_staged_same(system, product, [([1.0, 2.0, 3.0], [2.0, 1.0])])


def test_staged_for_traces_its_body_once(system):
    def total(xs):
        result = xs[0] * 0
        for x in xs:
            print("body")
            result = result + x
        return result

    assert printed_while_staging(system, total, [1.0, 2.0, 3.0]) == "body\n"


def test_the_target_of_a_staged_loop_is_set_after_it(system):
    def last(xs):
        x = xs[0] * 0
        for x in xs:
            pass
        return x

    assert_all_staged_same(system, last, [([1.0, 5.0],)])


def test_a_variable_first_assigned_in_a_staged_loop_that_is_sure_to_run(system):
    def last(xs):
        for x in xs:
            double = x * 2
        return double

    assert_all_staged_same(system, last, [([1.0, 5.0],)])


def test_a_python_loop_over_tensors_is_unrolled(system):
    def total(a, b):
        result = a * 0
        for x in (a, b):
            print("body")
            if x > 0:
                result = result + x
        return result

    assert printed_while_staging(system, total, 1.0, 2.0) == "body\nbody\n"
    assert_all_staged_same(system, total, [(1.0, 2.0), (-1.0, 2.0)])
