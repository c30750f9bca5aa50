"""`break`, `continue` and `return` without jumping: a program in, a program out."""

from __future__ import annotations

import pytest

from tests.autograph.passes.rewriting import after_jumps, program, staged_form

CASES = {
    "the rest moves to the branch without the return": (
        """
        def f(x):
            if x > 0:
                return x
            y = g(x)
            return y
        """,
        """
        def f(x):
            return_value = ag__.UNSET
            if x > 0:
                return_value = x
            else:
                y = g(x)
                return_value = y
            return return_value
        """,
    ),
    "a function that may fall off its end returns None": (
        """
        def f(x):
            if x > 0:
                return x
        """,
        """
        def f(x):
            return_value = None
            if x > 0:
                return_value = x
            return return_value
        """,
    ),
    "a flag that nothing reads is not set": (
        """
        def f(n):
            while n > 0:
                n -= 1
                if n == 3:
                    continue
                g(n)
        """,
        """
        def f(n):
            while n > 0:
                n -= 1
                if n == 3:
                    pass
                else:
                    g(n)
        """,
    ),
    "break ends the test of a while loop": (
        """
        def f(n):
            while n > 0:
                n -= 1
                if g(n):
                    break
        """,
        """
        def f(n):
            did_break = False
            while not did_break and n > 0:
                n -= 1
                if g(n):
                    did_break = True
        """,
    ),
    "break takes the place of the test of an endless loop": (
        """
        def f(x):
            while True:
                if g(x):
                    break
                x = x.next
            return x
        """,
        """
        def f(x):
            did_break = False
            while not did_break:
                if g(x):
                    did_break = True
                else:
                    x = x.next
            return x
        """,
    ),
    "else of a try runs when nothing jumped": (
        """
        def f(x):
            try:
                if x:
                    return 1
            except KeyError:
                return 2
            else:
                return 3
        """,
        """
        def f(x):
            return_value = ag__.UNSET
            did_return = False
            try:
                if x:
                    return_value = 1
                    did_return = True
            except KeyError:
                return_value = 2
                did_return = True
            else:
                if not did_return:
                    return_value = 3
                    did_return = True
            return return_value
        """,
    ),
    "a jump out of finally discards the exception under way": (
        """
        def f(xs):
            for x in xs:
                try:
                    g(x)
                finally:
                    if x > 3:
                        break
        """,
        """
        def f(xs):
            did_break = False
            for x in xs:
                raising = True
                while True:
                    try:
                        g(x)
                        raising = False
                    finally:
                        did_break_1 = False
                        if x > 3:
                            did_break_1 = True
                        if raising is True:
                            if did_break_1:
                                break
                    break
                if did_break_1:
                    did_break = did_break_1
        """,
    ),
    "what yields stays out of closures": (
        """
        def f(xs):
            for x in xs:
                if x:
                    break
            else:
                yield x
        """,
        """
        def f(xs):
            did_break = False
            for x in xs:
                if x:
                    did_break = True
            if not did_break:
                yield x
        """,
    ),
    "else of a loop runs when nothing broke": (
        """
        def f(xs):
            for x in xs:
                if x:
                    break
                g(x)
            else:
                h()
        """,
        """
        def f(xs):
            did_break = False
            for x in xs:
                if x:
                    did_break = True
                else:
                    g(x)
            if not did_break:
                h()
        """,
    ),
    "else of a loop that is never left early simply follows": (
        """
        def f(xs):
            for x in xs:
                g(x)
            else:
                h()
        """,
        """
        def f(xs):
            for x in xs:
                g(x)
            h()
        """,
    ),
    "what follows a statement that may jump is guarded": (
        """
        def f(xs):
            for x in xs:
                with g(x):
                    if x:
                        continue
                    h(x)
                k(x)
        """,
        """
        def f(xs):
            for x in xs:
                did_continue = False
                with g(x):
                    if x:
                        did_continue = True
                    else:
                        h(x)
                if not did_continue:
                    k(x)
        """,
    ),
    "a jump within statements that stay plain stays a jump": (
        """
        def f(x):
            if x is None:
                return 0
            return 1
        """,
        """
        def f(x):
            if x is None:
                return 0
            return 1
        """,
    ),
    "a loop that yields keeps its jumps": (
        """
        def f(xs):
            for x in xs:
                if x:
                    break
                yield x
        """,
        """
        def f(xs):
            for x in xs:
                if x:
                    break
                yield x
        """,
    ),
    "jumps of nested functions are their own": (
        """
        def f(x):
            def g(y):
                return y

            if x:
                print(x)
            return g
        """,
        """
        def f(x):
            def g(y):
                return y

            if x:
                print(x)
            return g
        """,
    ),
}


@pytest.mark.parametrize("before, after", CASES.values(), ids=CASES)
def test_replacing_jumps(before, after):
    assert after_jumps(before) == program(after)


def test_an_endless_loop_is_left_by_the_flags_of_its_jumps():
    before = """
        def f(x):
            while True:
                x = g(x)
                if x > 3:
                    break
            return x
        """
    after = """
        def f(x):
            did_break = False

            def get_state():
                return did_break, x

            def set_state(state):
                nonlocal did_break, x
                did_break, x = state

            def loop_test():
                return ag__.not_(did_break)

            def get_state_1():
                return (did_break,)

            def set_state_1(state):
                nonlocal did_break
                (did_break,) = state

            def if_body():
                nonlocal did_break
                did_break = True

            def loop_body():
                nonlocal x
                x = ag__.call(g)(x)
                ag__.if_stmt(x > 3, if_body, None, get_state_1, set_state_1, ("did_break",), 1)()

            if ag__.while_stmt(loop_test, loop_body, get_state, set_state, ("did_break", "x")):
                while True:
                    loop_body()
                    if did_break:
                        break
            return x
        """
    assert staged_form(before) == program(after)


def test_return_leaves_every_loop_around_it():
    before = """
        def f(xs):
            for x in xs:
                for y in x:
                    if y:
                        return y
        """
    after = """
        def f(xs):
            y: object
            return_value = None
            did_return = False

            def get_state():
                return did_return, return_value

            def set_state(state):
                nonlocal did_return, return_value
                did_return, return_value = state

            def extra_test():
                return ag__.not_(did_return)

            def extra_test_1():
                return ag__.not_(did_return)

            def if_body():
                nonlocal did_return, return_value
                return_value = y
                did_return = True

            def loop_body_1(item):
                nonlocal y
                y = item
                ag__.if_stmt(
                    y, if_body, None, get_state, set_state, ("did_return", "return_value"), 2
                )()

            def loop_body(x):
                for item in ag__.for_stmt(
                    x,
                    extra_test_1,
                    loop_body_1,
                    get_state,
                    set_state,
                    ("did_return", "return_value"),
                ):
                    loop_body_1(item)
                    if did_return:
                        break

            for x in ag__.for_stmt(
                xs, extra_test, loop_body, get_state, set_state, ("did_return", "return_value")
            ):
                loop_body(x)
                if did_return:
                    break
            return return_value
        """
    assert staged_form(before) == program(after)
