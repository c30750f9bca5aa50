"""`assert`."""

from __future__ import annotations

import pytest

from tests.autograph.differential import assert_all_same, define
from tests.autograph.staged import tensors


def test_assert_raises_what_python_raises():
    check = define("""
        def check(x, message):
            assert x
            assert x > 1, message
            assert x != 3, (message, x)
            assert isinstance(x, int), f"{x!r} is no int"
            return x
    """)
    assert_all_same(check, [(0, "m"), (1, "m"), (3, "m"), (2, "m"), (2.5, "m"), ([], None), (None, "m")])


def test_the_message_is_evaluated_only_when_the_test_fails():
    check = define("""
        def check(x):
            def message():
                print("asked")
                return "no"
            assert x > 0 and x < 9, message()
            return x
    """)
    assert_all_same(check, [1, 0, 9])


def test_an_error_in_the_message():
    check = define("""
        def check(x):
            try:
                assert x, 1 / x
            except ZeroDivisionError as error:
                return repr(error), repr(error.__context__)
    """)
    assert_all_same(check, [0, 1])


def test_assertions_in_loops_and_branches():
    check = define("""
        def check(xs):
            for x in xs:
                if x:
                    assert x > 0, x
                else:
                    try:
                        assert x, "zero"
                    except AssertionError as error:
                        print(error)
    """)
    assert_all_same(check, [([1, 0, -1],), ([0],), ([],)])


def test_a_walrus_in_an_assertion():
    check = define("""
        def check(x):
            assert (y := x - 1), y
            return y
    """)
    assert_all_same(check, [1, 2])


def test_a_staged_assertion_fails_when_the_program_runs(system):
    check = define("""
        def check(x):
            assert x > 0, "x must be positive"
            return x + 1
    """)
    staged = system.stage(check)
    assert staged(*tensors(system, (1.0,))) == 2.0
    with pytest.raises(Exception, match="x must be positive"):
        result = staged(*tensors(system, (-1.0,)))
        getattr(result, "block_until_ready", lambda: None)()
        if system.name == "jax":
            system.jax.effects_barrier()
