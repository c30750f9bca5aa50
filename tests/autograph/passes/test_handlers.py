"""`try`, and what its handlers may have to catch, in the form that is staged: a program in, a program out."""

from __future__ import annotations

import pytest

from tests.autograph.passes.rewriting import after_all, program, staged_form

STAGED = {
    "the body becomes a function, and so does the rest of the statement": (
        """
        def f(x):
            try:
                y = x()
            except KeyError:
                y = 0
            return y
        """,
        """
        def f(x):
            y: object

            def get_state():
                return (y,)

            def set_state(state):
                nonlocal y
                (y,) = state

            def try_body():
                nonlocal y
                y = ag__.call(x)()

            def attempt(run_body):
                nonlocal y
                try:
                    run_body()
                except KeyError:
                    y = 0

            ag__.try_stmt(attempt, try_body, lambda: KeyError, get_state, set_state, ("y",), 1)()
            return y
        """,
    ),
    "a finally is that of another try around the handlers": (
        """
        def f(x):
            try:
                x()
            except:
                x(1)
            finally:
                x(2)
        """,
        """
        def f(x):
            def try_body():
                def try_body():
                    ag__.call(x)()

                def attempt(run_body):
                    try:
                        run_body()
                    except:
                        ag__.caught()
                        ag__.call(x)(1)

                ag__.try_stmt(attempt, try_body, lambda: BaseException)()

            def attempt(run_body):
                try:
                    run_body()
                finally:
                    ag__.call(x)(2)

            ag__.try_stmt(attempt, try_body, lambda: ())()
        """,
    ),
    "an operator under a handler for what it raises is checked": (
        """
        def f(x, y):
            try:
                x = x / y + "%d" % x
                x //= y
                o.xs[y - 1] <<= 1
            except (KeyError, ArithmeticError):
                x = x / 2
            print(x)
        """,
        """
        def f(x, y):
            holder: object
            index: object

            def get_state():
                return (x,)

            def set_state(state):
                nonlocal x
                (x,) = state

            def try_body():
                nonlocal holder, index, x
                x = ag__.operated(x, "/", y) + ag__.percent("%d", x)
                x = ag__.operated(x, "//=", y)
                holder = o.xs
                index = y - 1
                ag__.writing(holder)[index] = ag__.operated(ag__.indexed(holder)[index], "<<=", 1)

            def attempt(run_body):
                nonlocal x
                try:
                    run_body()
                except (KeyError, ArithmeticError):
                    x = x / 2

            ag__.try_stmt(attempt, try_body, lambda: (KeyError, ArithmeticError), get_state, set_state, ("x",), 1)()
            print(x)
        """,
    ),
    "suppress is a handler": (
        """
        def f(x):
            with suppress(KeyError):
                x()
        """,
        """
        def f(x):
            error: object
            entered = ag__.entering(ag__.call(suppress)(KeyError))
            raising = False

            def get_state():
                return (raising,)

            def set_state(state):
                nonlocal raising
                (raising,) = state

            def try_body():
                ag__.call(x)()

            def attempt(run_body):
                nonlocal error, raising
                try:
                    run_body()
                except BaseException as error:
                    raising = True

                    def else_body():
                        raise
                    ag__.if_stmt(ag__.leaves(entered, error), None, else_body)()
                finally:
                    if ag__.is_(raising, False):
                        ag__.leaves(entered, None)

            ag__.with_stmt(attempt, try_body, entered, get_state, set_state, ("raising",), 0)()
        """,
    ),
}

KEPT = {
    "in a generator": """
        def f(x):
            try:
                yield x
            except KeyError:
                pass
        """,
    "whose finally leaves by a jump": """
        def f(x):
            try:
                x += 1
            finally:
                return x
        """,
}


@pytest.mark.parametrize("before, after", STAGED.values(), ids=STAGED)
def test_staging_handlers(before, after):
    assert staged_form(before) == program(after)


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_a_try_that_stays(text):
    assert "try_stmt" not in after_all(text)
