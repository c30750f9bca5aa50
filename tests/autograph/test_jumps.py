"""`break`, `continue`, `return` and the `else` of loops."""

from __future__ import annotations

import contextlib

import pytest

from tests.autograph.differential import assert_all_same, assert_same, define
from tests.autograph.staged import assert_all_staged_same, assert_staged_same


def test_break_leaves_only_the_inner_loop():
    def pairs(n):
        found = []
        for i in range(n):
            for j in range(n):
                if j > i:
                    break
                found.append((i, j))
            found.append(i)
        return found, i, j

    assert_all_same(pairs, [1, 4])


def test_continue_goes_on_with_the_next_item_of_the_inner_loop():
    def odd(n):
        found = []
        i = 0
        while i < n:
            i += 1
            if i % 3 == 0:
                continue
            for j in range(i):
                if j % 2:
                    continue
                found.append((i, j))
            else:
                continue
            found.append("never")
        return found

    assert_all_same(odd, [0, 2, 7])


def test_break_and_continue_in_the_same_loop():
    def run(items):
        seen = []
        for item in items:
            if item < 0:
                seen.append("skip")
                continue
            if item > 10:
                seen.append("stop")
                break
            if item == 5:
                if seen:
                    break
                else:
                    continue
            seen.append(item)
        return seen, item

    assert_all_same(run, [([1, -1, 2],), ([5, 1, 5, 2],), ([11, 1],), ([-1, 20],)])


def test_code_after_a_jump_does_not_run():
    def run(x):
        for _ in range(2):
            if x:
                break
                print("never")
            else:
                continue
                print("never")
            print("never")
        return x
        print("never")

    assert_all_same(run, [0, 1])


def test_else_of_a_for_loop_runs_unless_it_breaks():
    def find(items, wanted):
        for item in items:
            if item == wanted:
                print("found")
                break
        else:
            print("missing")
            item = None
        return item

    assert_all_same(find, [([1, 2], 2), ([1, 2], 3), ([], 1)])


def test_else_of_a_while_loop_runs_unless_it_breaks():
    def search(n, stop):
        while n > 0:
            if n == stop:
                break
            n -= 1
        else:
            n = -1
        return n

    assert_all_same(search, [(5, 3), (5, 9), (0, 0)])


def test_else_without_break():
    def run(n):
        for i in range(n):
            print(i)
        else:
            print("else")
        while n > 0:
            n -= 1
        else:
            n = "done"
        return n

    assert_all_same(run, [0, 2])


def test_jumps_in_the_else_of_a_loop_concern_the_loop_around():
    def run(n):
        found = []
        for i in range(n):
            for j in range(i):
                if j == 2:
                    break
            else:
                if i == 1:
                    continue
                if i > 5:
                    break
                found.append(("else", i))
            found.append(i)
        else:
            found.append("outer else")
        return found

    assert_all_same(run, [0, 1, 2, 3, 9])


def test_return_from_an_else_of_a_loop():
    def run(items):
        for item in items:
            if item == 0:
                break
        else:
            return "no zero"
        return "zero"

    assert_all_same(run, [([1],), ([0],), ([],)])


def test_return_from_nested_loops():
    def find(table, wanted):
        for i, row in enumerate(table):
            for j, cell in enumerate(row):
                if cell == wanted:
                    return i, j
                print("passed", cell)
        return None

    assert_all_same(find, [([[1, 2], [3, 4]], 3), ([[1, 2], [3, 4]], 9), ([], 1)])


def test_return_from_branches():
    def sign(x):
        if x > 0:
            return 1
        if x < 0:
            return -1
        return 0

    def nested(x, y):
        if x:
            if y:
                return "xy"
            print("x only")
        elif y:
            return "y"
        print("fell")

    assert_all_same(sign, [5, -5, 0])
    assert_all_same(nested, [(0, 0), (0, 1), (1, 0), (1, 1)])


def test_a_bare_return_gives_none():
    def run(x):
        for i in range(3):
            if i == x:
                return
            print(i)
        if x > 5:
            return 7
        return

    assert_all_same(run, [0, 2, 4, 6])


def test_the_value_of_return_is_evaluated_once_and_last():
    def run(x):
        def value():
            print("value")
            return x

        for _ in range(3):
            if x > 0:
                print("before")
                return value()
        return value() + 1

    assert_all_same(run, [1, 0])


def test_return_an_error():
    def run(x):
        if x > 0:
            return 1 / (x - 1)
        return 2

    assert_all_same(run, [0, 1, 2])


def test_return_in_try_and_finally():
    def run(x):
        for i in range(5):
            try:
                if i == x:
                    return i, "try"
                if x < 0:
                    raise ValueError(x)
            except ValueError:
                if x == -1:
                    return "except"
                continue
            else:
                if x == 10 + i:
                    return "else"
            finally:
                print("finally", i)
                if x == 20:
                    print("twenty")
            print("end of", i)
        return "end"

    assert_all_same(run, [0, 3, -1, -2, 12, 20])


def test_a_return_that_a_finally_undoes_leaves_the_one_under_way():
    def run(x):
        for i in range(2):
            try:
                if x > i:
                    return "first"
            finally:
                while x > 1:
                    try:
                        if x == 2:
                            return "second"
                        if x == 3:
                            return "third"
                    finally:
                        if x != 3:
                            break
        return "end"

    assert_all_same(run, [0, 1, 2, 3, 4])


def test_jumps_in_finally_discard_the_exception():
    def swallow(x):
        for i in range(3):
            try:
                if x > 0:
                    raise KeyError(i)
            finally:
                if x == 1:
                    break
                if x == 2:
                    continue
                if x == 3:
                    return i
            print("end", i)
        return "after"

    assert_all_same(swallow, [0, 1, 2, 3, 4])


def test_jumps_out_of_with():
    def run(x):
        class Manager:
            def __enter__(self):
                print("enter")
                return self

            def __exit__(self, *error):
                print("exit", error[0])
                return x == 4

        for i in range(3):
            with Manager() as manager:
                if x == 1:
                    break
                if x == 2:
                    continue
                if x == 3:
                    return i
                if x == 4:
                    raise ValueError
                print("body", manager is not None)
            print("after", i)
        return "end"

    assert_all_same(run, [0, 1, 2, 3, 4])


def test_a_jump_whose_way_out_raises_does_not_take_place():
    class Swallow:
        def __init__(self, *errors):
            self.errors = errors

        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            if kind is None and KeyError in self.errors:
                raise ValueError("in exit")
            return isinstance(error, self.errors)

    def run(how, x):
        seen = []
        for i in range(3):
            try:
                try:
                    if x == 0:
                        return "return"
                    if x == 1:
                        break
                    if x == 2:
                        continue
                finally:
                    if i < how:
                        raise ValueError(i)
            except ValueError:
                seen.append("caught")
            seen.append(i)
        else:
            seen.append("else")
        return seen

    def managed(how, x):
        seen = []
        for i in range(3):
            if x > 0:
                with Swallow(ValueError):
                    with Swallow(KeyError if i < how else TypeError):
                        if x == 1:
                            return "return"
                        if x == 2:
                            break
                        if x == 3:
                            continue
                    seen.append("inner")
            seen.append(i)
        return seen

    assert_all_same(run, [(how, x) for how in range(4) for x in range(4)])
    assert_all_same(managed, [(how, x) for how in range(4) for x in range(5)])


def test_jumps_out_of_a_try_with_an_else():
    def size(x):
        try:
            if x > 5:
                return "big"
            int("7" if x > 0 else "x")
        except ValueError:
            return "error"
        else:
            return "small"

    def search(xs):
        for x in xs:
            try:
                if x == 1:
                    return "found"
                int("x" if x == 2 else "0")
            except ValueError:
                pass
            else:
                if x == 3:
                    continue
                break
            print("end of", x)
        else:
            return "else"
        return "broke"

    assert_all_same(size, [9, 3, -1])
    assert_all_same(search, [([],), ([2, 1],), ([2, 3, 2],), ([3, 4, 1],)])


def test_a_jump_that_an_exception_undoes_is_not_taken():
    def undone(x):
        if x > 0:
            try:
                try:
                    return 2
                finally:
                    int("x" if x == 1 else "1")
            except ValueError:
                pass

    def suppressed(xs):
        for x in xs:
            with contextlib.suppress(ValueError), contextlib.suppress(KeyError):
                try:
                    break
                finally:
                    if x:
                        raise ValueError
            print(x)

    def closed(x):
        class Closing:
            def __enter__(self):
                return self

            def __exit__(self, *error):
                int(x)

        while True:
            with contextlib.suppress(ValueError), Closing():
                if x != "3":
                    return "left"
            return "went on"

    assert_all_same(undone, [0, 1, 2])
    assert_all_same(suppressed, [([2, 3, 0, 5],)])
    assert_all_same(closed, ["x", "2", "3"])


def test_a_jump_out_of_a_finally_undoes_other_jumps():
    def run(x):
        for i in range(3):
            try:
                if x % 2:
                    return "return"
                if x == 4:
                    raise KeyError(i)
                if x > 5:
                    continue
            finally:
                if i == 1 and x < 3:
                    break
                if i == 2:
                    return "finally", i
            print("end of", i)
        return "broke"

    assert_all_same(run, range(8))


def test_jumps_out_of_match():
    def run(values):
        for value in values:
            match value:
                case 0:
                    continue
                case [x]:
                    return x
                case str() if value:
                    break
                case _:
                    print("other", value)
            print("end of", value)
        else:
            return "else"
        return "broke"

    assert_all_same(run, [([0, 1],), ([0, [5]],), (["", "a", 1],), ([],)])


def test_two_hundred_guard_clauses():
    lines = ["def check(x):"]
    for i in range(200):
        lines += [f"    if x == {i}:", f"        return {i} * 3"]
    lines += ["    return 'none'"]
    assert_all_same(define("\n".join(lines)), [0, 5, 11, 12, 13, 100, 199, 200])


def test_guard_clauses_in_a_loop():
    lines = ["def check(items):", "    found = []", "    for x in items:"]
    for i in range(40):
        jump = ("continue", "break", "return found")[i % 3]
        lines += [f"        if x == {i}:", f"            {jump}", f"        found.append({i})"]
    lines += ["    else:", "        found.append('else')", "    return found, x"]
    assert_all_same(define("\n".join(lines)), [([0, 3, 30],), ([1],), ([2],), ([37, 39, 38],), ([50, 13],), ([50],)])


def test_loops_that_are_left_in_every_way_twenty_levels_deep():
    lines = ["def deep(stop, how):", "    trail = []"]
    for level in range(19):
        pad = "    " * (level + 1)
        lines += [f"{pad}for i{level} in range(2):", f"{pad}    trail.append({level})"]
        lines += [f"{pad}    if stop == {level} and i{level} == how:", f"{pad}        break"]
    lines += [f"{'    ' * 20}return trail, {level}"]
    lines += ["    return trail"]
    deep = define("\n".join(lines))
    assert_all_same(deep, [(99, 0), (0, 0), (5, 0), (5, 1), (3, 1)])


# Staged


def test_staged_break(system):
    def first_above(xs, limit):
        found = limit * 0
        for x in xs:
            if x > limit:
                found = x
                break
        return found

    assert_all_staged_same(system, first_above, [([1.0, 2.0, 3.0], 1.5), ([1.0, 2.0, 3.0], 9.0)])


def test_staged_continue(system):
    def positive(xs):
        total = xs[0] * 0
        for x in xs:
            if x < 0:
                continue
            total = total + x
        return total

    assert_all_staged_same(system, positive, [([1.0, -2.0, 3.0],)])


def test_staged_break_and_continue_in_while(system):
    def run(n):
        total = n * 0
        i = n * 0
        while i < n:
            i = i + 1
            if i == 3:
                continue
            if total > 20:
                break
            total = total + i
        return total, i

    assert_all_staged_same(system, run, [0, 2, 5, 100])


def test_staged_return_from_branches(system):
    def sign(x):
        if x > 0:
            return 1.0
        if x < 0:
            return -1.0
        return x

    assert_all_staged_same(system, sign, [5.0, -5.0, 0.0])


def test_staged_return_from_a_loop(system):
    def find(xs, wanted):
        i = 0
        for x in xs:
            if x == wanted:
                return i
            i += 1
        return -1

    assert_all_staged_same(system, find, [([4, 5, 6], 5), ([4, 5, 6], 4), ([4, 5, 6], 7)])


def test_staged_return_from_nested_loops(system):
    def find(xs, ys):
        for x in xs:
            for y in ys:
                if x + y > 5:
                    return x * 10 + y
        return 0.0

    assert_all_staged_same(system, find, [([1.0, 2.0, 3.0], [1.0, 4.0]), ([1.0], [1.0]), ([9.0], [1.0])])


def test_staged_jumps_out_of_try(system):
    def leave(n):
        total = 0
        while n > 0:
            try:
                n = n - 1
                if n == 5:
                    continue
            except ValueError:
                total = total - 1
            else:
                total = total + n
            finally:
                if n == 2:
                    break
            total = total + 100
        return total

    def answer(n):
        try:
            if n > 2:
                return n
        finally:
            if n > 4:
                return n * 10
        return -n

    assert_all_staged_same(system, leave, [0, 3, 7])
    assert_all_staged_same(system, answer, [1, 3, 5])


def test_staged_else_of_loops(system):
    def find(xs, wanted):
        for x in xs:
            if x == wanted:
                result = x * 100
                break
        else:
            result = wanted
        return result

    assert_all_staged_same(system, find, [([1, 2, 3], 2), ([1, 2, 3], 5)])


def test_staged_else_of_while(system):
    def search(n, stop):
        while n > 0:
            if n == stop:
                break
            n = n - 1
        else:
            n = n - 10
        return n

    assert_all_staged_same(system, search, [(5, 3), (5, 9), (0, 0)])


@pytest.mark.parametrize("stop", [0.5, 2.5, 9.0])
def test_a_python_loop_whose_break_turns_staged(system, stop):
    def run(limit):
        total = limit * 0
        for i in range(5):
            if total > limit:
                break
            total = total + i
        return total

    assert_staged_same(system, run, stop)


def test_a_python_loop_whose_return_turns_staged(system):
    def run(limit):
        total = limit * 0
        for i in range(5):
            total = total + i
            if total > limit:
                return total * 100
        return total

    assert_all_staged_same(system, run, [0.5, 2.5, 99.0])


def test_a_while_true_loop_left_by_a_staged_break(system):
    def run(x):
        n = x * 0
        while True:
            x = x * 2
            n = n + 1
            if x > 100:
                break
        return n

    assert_all_staged_same(system, run, [1.0, 99.0, 1000.0])


def test_twenty_staged_guard_clauses(system):
    lines = ["def check(x):"]
    for i in range(20):
        lines += [f"    if x == {i}:", f"        return x * {i} + 1"]
    lines += ["    return x"]
    assert_all_staged_same(system, define("\n".join(lines)), [0, 5, 13, 19, 30])


def test_result_of_a_function_that_always_returns_in_a_loop():
    def run(items):
        while True:
            for item in items:
                if item:
                    return item
            items = [*items, 1]

    assert_all_same(run, [([0, 2],), ([],)])
    assert_same(run, [0])
