"""`try`, `raise` and `with`."""

from __future__ import annotations

import contextlib

from tests.autograph.differential import assert_all_same, define
from tests.autograph.staged import assert_all_staged_same


def test_handlers_are_tried_in_order():
    def run(x):
        try:
            if x == 0:
                raise KeyError("k")
            elif x == 1:
                raise IndexError("i")
            elif x == 2:
                raise ValueError("v")
            elif x == 3:
                raise RuntimeError("r")
        except KeyError as error:
            return "key", error.args
        except (IndexError, ValueError) as error:
            result = type(error).__name__
        except LookupError:
            return "never"
        else:
            result = "none"
        finally:
            print("finally")
        return result

    assert_all_same(run, [0, 1, 2, 3, 4])


def test_the_name_of_a_handler_is_unbound_after_it():
    def run(x):
        error = "before"
        if x:
            try:
                1 / 0
            except ZeroDivisionError as error:
                print(error)
        return error

    assert_all_same(run, [0, 1])


def test_else_and_finally_in_loops():
    def run(items):
        seen = []
        for item in items:
            try:
                value = 10 / item
                if value > 5:
                    continue
            except ZeroDivisionError:
                seen.append("zero")
                if len(seen) > 2:
                    break
            except TypeError as error:
                seen.append(str(error))
            else:
                seen.append(value)
            finally:
                seen.append("finally")
            seen.append("end")
        return seen

    assert_all_same(run, [([1, 2, 0, 5],), (["a", 0, 0, 0, 4],), ([],)])


def test_exceptions_nest_and_chain():
    def run(x):
        try:
            try:
                if x > 0:
                    raise ValueError("first")
            except ValueError as error:
                if x > 1:
                    raise KeyError("second") from error
                if x > 2:
                    raise KeyError("never")
                raise
            finally:
                if x == 3:
                    raise RuntimeError("third")
        finally:
            if x == 4:
                raise TypeError("fourth") from None

    assert_all_same(run, [0, 1, 2, 3, 4])


def test_a_bare_raise_in_a_branch_of_a_handler():
    def run(x):
        for i in range(3):
            try:
                1 / (x - i)
            except ZeroDivisionError:
                if x == 1:
                    raise
                print("passed", i)
        if x == 5:
            raise

    assert_all_same(run, [0, 1, 5])


def test_raise_forms():
    def run(x):
        if x == 0:
            raise ValueError
        if x == 1:
            raise ValueError("text", 1)
        if x == 2:
            raise "text"
        if x == 3:
            raise KeyError from ValueError("cause")
        if x == 4:
            raise KeyError from 5
        if x == 5:
            raise None

    assert_all_same(run, range(7))


def test_exception_groups():
    run = define("""
        def run(kinds):
            seen = []
            try:
                if kinds:
                    raise ExceptionGroup("group", [kind("x") for kind in kinds])
            except* (ValueError, KeyError) as group:
                for error in group.exceptions:
                    if isinstance(error, KeyError):
                        seen.append("key")
                    else:
                        seen.append("value")
            except* TypeError:
                seen.append("type")
            else:
                seen.append("else")
            finally:
                print("finally", seen)
            return seen
    """)
    assert_all_same(run, [((),), ((ValueError,),), ((KeyError, TypeError),), ((OSError, ValueError),)])


def test_exceptions_in_tests_of_loops_and_branches():
    def run(x):
        seen = []
        try:
            while 6 / x > 1:
                x -= 1
                seen.append(x)
        except ZeroDivisionError as error:
            seen.append(str(error))
        try:
            if x > "a":
                seen.append("never")
        except TypeError as error:
            seen.append(str(error))
        try:
            for y in range(3, x, x):
                seen.append(y)
        except ValueError as error:
            seen.append(str(error))
        return seen, x

    assert_all_same(run, [3, 10, -5, 0])


def test_an_error_leaves_variables_as_they_were_when_it_was_raised():
    def run(items):
        total, last = 0, None
        try:
            for item in items:
                last = item
                if item > 0:
                    total += item
                    1 / (item - 3)
                    total += 100
        except ZeroDivisionError:
            pass
        return total, last

    assert_all_same(run, [([1, 2, 3, 4],), ([3],), ([],)])


def test_with_enters_and_exits():
    def run(how):
        class Manager:
            def __init__(self, name):
                self.name = name

            def __enter__(self):
                print("enter", self.name)
                if how == "enter":
                    raise ValueError("in enter")
                return self.name

            def __exit__(self, kind, error, traceback):
                print("exit", self.name, kind and kind.__name__, error)
                return how == "swallow"

        with Manager("a") as a, Manager("b") as b:
            if how in ("raise", "swallow"):
                raise KeyError("body")
            print(a, b)
        with Manager("c") as c, Manager("d"):
            for _ in range(2):
                with Manager(c):
                    if how == "swallow":
                        raise ValueError
        return a, b, c

    assert_all_same(run, ["plain", "enter", "raise", "swallow"])


def test_with_binds_to_any_target():
    def run(x):
        table, holder = {}, type("Holder", (), {})()
        if x > 0:
            with contextlib.nullcontext((1, 2)) as (a, b), contextlib.nullcontext(3) as table["k"]:
                with contextlib.nullcontext(4) as holder.value:
                    x += a + b
        return x, table, vars(holder)

    assert_all_same(run, [0, 1])


def test_suppress_leaves_the_statement():
    def run(items):
        done = []
        for item in items:
            with contextlib.suppress(ZeroDivisionError):
                done.append(1 / item)
                if item == 4:
                    break
                continue
            done.append("suppressed")
        return done

    assert_all_same(run, [([1, 0, 2, 4, 5],), ([],)])


def test_exc_info_within_converted_statements():
    def run(x):
        import sys

        try:
            raise ValueError("v")
        except ValueError:
            for _ in range(2):
                if x:
                    print(sys.exc_info()[1])
        print(sys.exc_info())

    assert_all_same(run, [0, 1])


def test_generators_closed_by_an_exception_in_a_loop():
    def run(x):
        def items():
            try:
                yield from range(5)
            finally:
                print("closed")

        try:
            for item in items():
                if item == x:
                    raise ValueError(item)
        except ValueError as error:
            print("caught", error)
        return "end"

    assert_all_same(run, [0, 3, 9])


def test_recursion_error_is_raised():
    def run(n):
        if n > 0:
            return run(n + 1)
        return n

    def guarded(n):
        try:
            return run(n)
        except RecursionError as error:
            return type(error).__name__

    assert_all_same(guarded, [0, 1])


# Staged


def test_staged_code_within_try(system):
    def run(x):
        try:
            if x > 0:
                y = x * 2
            else:
                y = -x
        finally:
            z = x + 1
        return y, z

    assert_all_staged_same(system, run, [1.0, -1.0])


def test_an_exception_raised_while_staging_goes_to_its_handler(system):
    def run(x):
        y = x
        try:
            for i in range(3):
                if i == 2:
                    raise KeyError(i)
                if x > i:
                    y = y + 10
        except KeyError as error:
            y = y + error.args[0]
        return y

    assert_all_staged_same(system, run, [0.0, 0.5, 1.5])


def test_an_error_of_staging_within_a_branch_leaves_variables_as_they_were(system):
    from autograph import StagingError, do_not_convert
    from tests.autograph.staged import run_staged

    @do_not_convert
    def fails():
        raise StagingError("AG000", "while the branch is traced")

    def run(x):
        y = x
        try:
            if x > 0:
                y = y + 100
                fails()
        except StagingError:
            pass
        return y * 2

    assert run_staged(system, run, 3.0) == 6.0


def test_staged_code_within_with(system):
    def run(x):
        with contextlib.nullcontext(2) as n:
            if x > 0:
                x = x * n
        return x

    assert_all_staged_same(system, run, [1.0, -1.0])
