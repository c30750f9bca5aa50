"""`if`, `while` and `for` as calls of operators: a program in, a program out."""

from __future__ import annotations

import pytest

from tests.autograph.passes.rewriting import after_control_flow, program

CASES = {
    "the branches of an if become functions over the variables they change": (
        """
        def f(x):
            if x > 0:
                x = x * x
            else:
                x = 0
            return x
        """,
        """
        def f(x):
            def get_state():
                return (x,)

            def set_state(state):
                nonlocal x
                (x,) = state

            def if_body():
                nonlocal x
                x = x * x

            def else_body():
                nonlocal x
                x = 0

            ag__.if_stmt(x > 0, if_body, else_body, get_state, set_state, ("x",), 1)()
            return x
        """,
    ),
    "a variable that is not read afterwards is no state": (
        """
        def f(x):
            if x > 0:
                y = 1
                print(y)
        """,
        """
        def f(x):
            y: object

            def if_body():
                nonlocal y
                y = 1
                print(y)

            ag__.if_stmt(x > 0, if_body)()
        """,
    ),
    "a while loop": (
        """
        def f(n):
            total = 0
            while n > 0:
                total += n
                n -= 1
            return total
        """,
        """
        def f(n):
            total = 0

            def get_state():
                return n, total

            def set_state(state):
                nonlocal n, total
                n, total = state

            def loop_test():
                return n > 0

            def loop_body():
                nonlocal n, total
                total += n
                n -= 1

            if ag__.while_stmt(loop_test, loop_body, get_state, set_state, ("n", "total")):
                while loop_test():
                    loop_body()
            return total
        """,
    ),
    "the target of a for loop that nothing else mentions is a parameter": (
        """
        def f(self, xs):
            for x in xs:
                self.count += x
        """,
        """
        def f(self, xs):
            def loop_body(x):
                self.count += x

            for x in ag__.for_stmt(xs, None, loop_body):
                loop_body(x)
        """,
    ),
    "a target of several names is unpacked in the body": (
        """
        def f(rows):
            total = 0
            for a, b in rows:
                total += a * b
            return total
        """,
        """
        def f(rows):
            a: object
            b: object
            total = 0

            def get_state():
                return (total,)

            def set_state(state):
                nonlocal total
                (total,) = state

            def loop_body(item):
                nonlocal a, b, total
                a, b = item
                total += a * b

            for item in ag__.for_stmt(rows, None, loop_body, get_state, set_state, ("total",)):
                loop_body(item)
            return total
        """,
    ),
    "the closures of statements in a loop are made once, before it": (
        """
        def f(rows, low):
            for row in rows:
                for x in row:
                    if x < low:
                        low = x
            return low
        """,
        """
        def f(rows, low):
            x: object

            def get_state():
                return (low,)

            def set_state(state):
                nonlocal low
                (low,) = state

            def if_body():
                nonlocal low
                low = x

            def loop_body_1(item):
                nonlocal x
                x = item
                ag__.if_stmt(x < low, if_body, None, get_state, set_state, ("low",), 1)()

            def loop_body(row):
                for item in ag__.for_stmt(
                    row, None, loop_body_1, get_state, set_state, ("low",)
                ):
                    loop_body_1(item)

            for row in ag__.for_stmt(rows, None, loop_body, get_state, set_state, ("low",)):
                loop_body(row)
            return low
        """,
    ),
    "a variable that a nested function reads belongs to the function": (
        """
        def f(x, log):
            while x:
                log.append(lambda: x)
                x = x - 1
        """,
        """
        def f(x, log):
            def get_state():
                return (x,)

            def set_state(state):
                nonlocal x
                (x,) = state

            def loop_test():
                return x

            def loop_body():
                nonlocal x
                log.append(lambda: x)
                x = x - 1

            if ag__.while_stmt(loop_test, loop_body, get_state, set_state, ("x",)):
                while loop_test():
                    loop_body()
        """,
    ),
    "names that the program uses are not given out": (
        """
        def f(state, get_state):
            if state > 0:
                get_state = state
            return get_state
        """,
        """
        def f(state, get_state):
            def get_state_1():
                return (get_state,)

            def set_state(state):
                nonlocal get_state
                (get_state,) = state

            def if_body():
                nonlocal get_state
                get_state = state

            ag__.if_stmt(state > 0, if_body, None, get_state_1, set_state, ("get_state",), 1)()
            return get_state
        """,
    ),
    "global variables are declared global": (
        """
        def f(x):
            global total
            if x > 0:
                total = x
        """,
        """
        def f(x):
            global total

            def get_state():
                return (total,)

            def set_state(state):
                global total
                (total,) = state

            def if_body():
                global total
                total = x

            ag__.if_stmt(x > 0, if_body, None, get_state, set_state, ("total",), 1)()
        """,
    ),
    "a test that can only be a Python bool stays": (
        """
        def f(x):
            if x is None or isinstance(x, str) and not callable(x):
                x = 1
            return x
        """,
        """
        def f(x):
            if x is None or isinstance(x, str) and not callable(x):
                x = 1
            return x
        """,
    ),
    "a branch that ends in an if returns what that has still to run": (
        """
        def f(x):
            if x > 0:
                y = 1
            elif x < 0:
                y = g(x)
                if y:
                    y = 2
            else:
                y = 3
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

            def if_body():
                nonlocal y
                y = 1

            def else_body():
                def if_body():
                    nonlocal y
                    y = g(x)

                    def if_body():
                        nonlocal y
                        y = 2

                    return ag__.if_stmt(y, if_body, None, get_state, set_state, ("y",), 1)

                def else_body():
                    nonlocal y
                    y = 3

                return ag__.if_stmt(x < 0, if_body, else_body, get_state, set_state, ("y",), 1)

            branch = ag__.if_stmt(x > 0, if_body, else_body, get_state, set_state, ("y",), 1)
            while branch:
                branch = branch()
            return y
        """,
    ),
    "the if that ends one that stays": (
        """
        def f(x):
            if x > 0:
                if x is None:
                    g(x)
                elif x > 1:
                    h(x)
        """,
        """
        def f(x):
            def if_body():
                if x is None:
                    g(x)
                else:

                    def if_body():
                        h(x)

                    return ag__.if_stmt(x > 1, if_body)

            branch = ag__.if_stmt(x > 0, if_body)
            while branch:
                branch = branch()
        """,
    ),
    "an if that ends a loop's body or a handler is run there": (
        """
        def f(xs, low):
            for x in xs:
                if x > low:
                    try:
                        g(x)
                    except ValueError:
                        if x:
                            h(x)
        """,
        """
        def f(xs, low):
            x: object

            def try_body():
                g(x)

            def if_body_1():
                h(x)

            def attempt(run_body):
                try:
                    run_body()
                except ValueError:
                    ag__.if_stmt(x, if_body_1)()

            def if_body():
                ag__.try_stmt(attempt, try_body, lambda: ValueError)()

            def loop_body(item):
                nonlocal x
                x = item
                ag__.if_stmt(x > low, if_body)()

            for item in ag__.for_stmt(xs, None, loop_body):
                loop_body(item)
        """,
    ),
    "the branches of an if not change places": (
        """
        def f(x):
            if not x:
                g(x)
            else:
                h(x)
            if not (x > 0):
                g(x)
        """,
        """
        def f(x):
            def else_body():
                g(x)

            def if_body():
                h(x)

            ag__.if_stmt(x, if_body, else_body)()

            def else_body():
                g(x)

            ag__.if_stmt(x > 0, None, else_body)()
        """,
    ),
    "a statement that yields stays": (
        """
        def f(xs):
            for x in xs:
                yield x
        """,
        """
        def f(xs):
            for x in xs:
                yield x
        """,
    ),
    "a statement that yields asks whether its test is staged": (
        """
        def f(x):
            if x > 0:
                yield x
        """,
        """
        def f(x):
            if ag__.plain_bool(x > 0, "it waits or yields inside"):
                yield x
        """,
    ),
}


@pytest.mark.parametrize("before, after", CASES.values(), ids=CASES)
def test_converting_control_flow(before, after):
    assert after_control_flow(before) == program(after)
