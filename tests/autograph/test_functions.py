"""Nested functions, lambdas, closures, parameters, decorators, recursion, partials and callable objects."""

from __future__ import annotations

import ast
import functools
import linecache
import textwrap

from autograph import to_graph
from tests.autograph.differential import assert_all_same, assert_same, assert_same_made, define
from tests.autograph.staged import assert_all_staged_same


def test_parameters_of_every_kind():
    def f(a, b=2, /, c=3, *args, d, e=5, **kwargs):
        if a:
            a = a + b
        for name in sorted(kwargs):
            args = (*args, name, kwargs[name])
        return a, b, c, args, d, e, kwargs

    assert_same(f, 1, d=4)
    assert_same(f, 1, 2, 3, 4, 5, d=6, e=7, x=8, a=9)
    assert_same(f, 0, *[1, 2], **{"d": 1, "z": 2})


def test_wrong_arguments_raise_what_python_raises():
    def f(a, /, b, *, c):
        if a:
            return b
        return c

    assert_same(f)
    assert_same(f, 1)
    assert_same(f, 1, 2)
    assert_same(f, 1, 2, 3, c=4)
    assert_same(f, 1, b=2, c=3, d=4)
    assert_same(f, a=1, b=2, c=3)


def test_defaults_are_those_of_the_function_object():
    def make():
        def f(x, seen=[], *, table={}):
            if x > 0:
                seen.append(x)
                table[x] = len(seen)
            return seen, table

        return f

    f = make()
    assert to_graph(f)(1) == ([1], {1: 1})
    assert f(2) == ([1, 2], {1: 1, 2: 2})
    f.__defaults__ = ([9],)
    assert to_graph(f)(0) == ([9], {1: 1, 2: 2})


def test_nested_functions_are_converted_and_behave():
    def outer(n):
        def square(x):
            if x < 0:
                return 0
            return x * x

        def apply(function, values):
            found = []
            for value in values:
                found.append(function(value))
            return found

        return apply(square, range(-2, n)), square.__name__, square.__qualname__, square.__defaults__

    assert_all_same(outer, [0, 4])


def test_definitions_in_statements_and_comprehensions_have_their_qualified_names():
    def outer(n):
        global made_globally
        found = [*(lambda: k for k in range(n)), *[lambda: k for k in range(n)]]
        if n:

            def made_globally():
                return [lambda: 1]

            class Kind:
                method = lambda self: [lambda: 2]  # noqa: E731

            found += [made_globally, *made_globally(), Kind, Kind.method, *Kind().method()]
        return [value.__qualname__ for value in found]

    assert_all_same(outer, [0, 2])


def test_nested_functions_with_defaults_evaluated_where_they_stand():
    def outer(items):
        functions = []
        for item in items:
            if item > 0:

                def f(x=item, *, y=item * 2 if item > 1 else 0):
                    if x > 1:
                        return x, y
                    return y

                functions.append(f)
        return [f() for f in functions], [f(0) for f in functions], [f.__kwdefaults__ for f in functions]

    assert_all_same(outer, [([1, 2, 3],), ([-1],)])


def test_lambdas_on_one_line():
    f, g, h = (lambda x: x + 1 if x > 0 else 0), (lambda x: x and 2), lambda x: (lambda x: not x)(x + 1)
    assert_all_same(f, [1, -1])
    assert_all_same(g, [0, 5])
    assert_all_same(h, [-1, 0])


def test_nested_lambdas_with_the_same_parameters():
    f = lambda x: lambda x: x if x > 2 else -x  # noqa: E731
    g = lambda x: (lambda x: (lambda x: x or 7)(x - 1) or 8)(x - 1) or 9  # noqa: E731
    assert_all_same(f(0), [1, 3])
    assert_all_same(g, [0, 1, 2, 3])


def test_lambdas_inside_calls_over_several_lines():
    found = list(
        map(
            lambda f, x: to_graph(f)(x),
            [
                lambda x: x if x else "zero", lambda x: x and "one",
                lambda x: [x if x else y for y in range(x or 2)],
            ],
            [0, 1, 0],
        )
    )  # fmt: skip
    assert found == ["zero", "one", [0, 1]]


def test_default_lambdas_and_lambdas_in_defaults():
    def outer(x, key=lambda v: -v if v > 2 else v):
        pick = lambda v, k=key: k(v) or v  # noqa: E731
        if x:
            pick = lambda *a, **k: (a, k) if a else None  # noqa: E731
        return pick(x)

    assert_all_same(outer, [0, 3])


def test_nonlocal_variables():
    def outer(n):
        count = 0

        def bump():
            nonlocal count
            if count < 3:
                count += 1
            return count

        seen = []
        for _ in range(n):
            seen.append((bump(), count))
            if count == 2:
                count += 10
        while count > 0:
            count -= 5
            bump()
            if len(seen) > 8:
                break
            seen.append(count)
        return seen, count

    assert_all_same(outer, [0, 1, 5])


def test_closures_of_the_function_itself():
    def make():
        total = 0

        def add(n):
            nonlocal total
            for i in range(n):
                if i % 2:
                    total += i
            return total

        return add

    assert_same_made(make, 5)
    add = make()
    converted = to_graph(add)
    assert (add(4), converted(4), add(4)) == (4, 8, 12)


def test_nonlocal_through_several_levels():
    def outer(x):
        a = 0

        def middle():
            b = 1

            def inner():
                nonlocal a, b
                if x:
                    a += 1
                    b += a
                return b

            for _ in range(2):
                inner()
            return b

        result = middle() if x > 0 else (middle(), middle())
        return a, result

    assert_all_same(outer, [0, 1, -1])


def test_globals_are_shared():
    f = define(
        """
        count = 0
        def f(n):
            global count, fresh
            for i in range(n):
                if i > 0:
                    count += i
                    fresh = count
            try:
                return count, fresh
            finally:
                count = 0
        """,
        "f",
    )
    assert_all_same(f, [0, 1, 4])
    assert to_graph(f).__globals__ is f.__globals__
    f.__globals__["range"] = lambda n: [10] * n
    assert to_graph(f)(2) == (20, 20)


def test_global_declared_in_a_branch():
    f = define("""
        def f(x):
            if x > 0:
                global g
                g = x
            else:
                g = -x
            for _ in range(2):
                g += 1
            return g
    """)
    assert_all_same(f, [1, -1])


def test_decorators_of_nested_functions():
    def outer(n):
        def twice(function):
            @functools.wraps(function)
            def wrapper(*args):
                if args[0] > 5:
                    return None
                return function(*args), function(*args)

            return wrapper

        def named(name, *, suffix=""):
            def decorate(function):
                function.label = name + suffix if suffix else name
                return function

            return decorate

        @twice
        @named("a" if n else "b", suffix="!")
        def double(x):
            """doubles"""
            return x * 2 if x else "zero"

        return double(n), double.label, double.__name__, double.__doc__

    assert_all_same(outer, [0, 1, 7])


def test_a_decorated_function_is_converted_behind_its_decorator():
    f = define("""
        import functools
        def deco(function):
            @functools.wraps(function)
            def inner(*args):
                for _ in range(2):
                    result = function(*args)
                return ("decorated", result)
            return inner

        @deco
        @deco
        def f(x):
            if x > 0:
                return "positive"
            return "other"
    """)
    assert_all_same(f, [1, -1])


def test_recursion():
    def factorial(n):
        return 1 if n <= 1 else n * factorial(n - 1)

    def is_even(n):
        if n == 0:
            return True
        return is_odd(n - 1)

    def is_odd(n):
        if n == 0:
            return False
        return is_even(n - 1)

    def hanoi(n, a="a", b="b", c="c"):
        if n == 0:
            return []
        moves = hanoi(n - 1, a, c, b)
        moves.append((a, c))
        for move in hanoi(n - 1, b, a, c):
            moves.append(move)
        return moves

    assert_all_same(factorial, [0, 5, 20])
    assert_all_same(is_even, [0, 5, 10])
    assert_all_same(hanoi, [0, 3])


def test_recursion_as_deep_as_python_allows():
    def depth(n):
        if n > 0:
            return 1 + depth(n - 1)
        return 0

    assert_same(depth, 300)


def test_partial_functions():
    def power(base, exponent, *, negate=False):
        result = base**exponent
        if negate:
            result = -result
        return result

    square = functools.partial(power, exponent=2)
    assert_same(square, 3)
    assert_same(functools.partial(square, negate=True), 3)
    assert_same(functools.partial(functools.partial(power, 2), 5))


def test_callable_objects():
    class Scaler:
        def __init__(self, factor):
            self.factor = factor
            self.calls = 0

        def __call__(self, x, *, add=0):
            self.calls += 1
            if x < 0:
                return add
            return x * self.factor + add

    assert_same_made(lambda: Scaler(3), 2)
    assert_same_made(lambda: Scaler(3), -2, add=5)

    def apply(function, items):
        return [function(item) for item in items], function.calls

    assert_same(apply, Scaler(2), [1, -1, 3])


def test_functions_as_values():
    def run(x):
        table = {"neg": lambda v: -v if v else "zero", "abs": abs, "str": str}
        compose = lambda f, g: lambda v: f(g(v))  # noqa: E731
        found = []
        for name, function in table.items():
            if name != "str":
                found.append(compose(table["str"], function)(x))
        return found, sorted(table, key=lambda k: (len(k), k), reverse=x > 0), max(table, key=len)

    assert_all_same(run, [0, 3, -3])


def test_starred_calls_evaluate_from_left_to_right():
    def run(x):
        def say(value):
            print(value)
            return value

        def f(*args, **kwargs):
            return args, kwargs

        return say(f)(say(1), *say([2, 3]), say(4), *say("ab"), k=say(5), **say({"m": 6}), n=say(x and 7))

    assert_all_same(run, [0, 1])


def test_functions_whose_names_are_those_of_operators():
    f = define("""
        def f(x):
            state, item, get_state, set_state = 1, 2, 3, 4
            if_body = else_body = loop_body = loop_test = extra_test = x
            did_break = did_return = return_value = did_continue = False
            def if_stmt(item, state=state):
                for loop_body in range(item):
                    if loop_body > 1:
                        get_state_1 = loop_body
                        break
                else:
                    return "else"
                return state, get_state_1
            for item, state in [(1, 2), (3, 4)]:
                if state > x:
                    return if_stmt(item), state, item
                while item > 0:
                    item -= 1
                    if item == x:
                        did_break = True
                        continue
                    state += item
            return (state, item, get_state, set_state, if_body, else_body, loop_body, loop_test, extra_test,
                    did_break, did_return, return_value, did_continue, if_stmt(4))
    """)
    assert_all_same(f, [0, 1, 2, 5])


def test_a_variable_named_as_a_generated_parameter_in_an_enclosing_scope():
    def outer(state, item, values):
        def inner(rows):
            total = 0
            for a, b in rows:
                if a:
                    total += state + item + b
                    values.append(total)
            return total

        return inner([(1, 2), (0, 3), (4, 5)]), values

    assert_same(outer, 10, 20, [])


def test_global_names_that_generated_names_must_not_hide():
    f = define("""
        state, item, get_state, if_body, loop_body = "state", "item", "get_state", "if_body", "loop_body"
        did_break, return_value, extra_test, set_state = "did_break", "return_value", "extra_test", "set_state"
        def f(rows):
            found = []
            for a, b in rows:
                if a:
                    found.append((state, item, get_state, if_body, loop_body, did_break, return_value))
                    continue
                if b:
                    break
                found.append((extra_test, set_state))
            else:
                return found, return_value
            return found
    """)
    assert_all_same(f, [([(1, 1), (0, 0)],), ([(0, 1)],), ([],)])


def test_nested_functions_read_names_that_generated_names_must_not_hide():
    f = define("""
        item, state, get_state = "item", "state", "get_state"
        def f(rows):
            def g():
                return item, state, get_state
            found = []
            for a, (b, *c) in rows:
                if a > b:
                    found.append([g(), (lambda: (item, state))(), [item for _ in c]])
            return found
    """)
    assert_all_same(f, [([(2, (1, 5))],), ([],)])


def test_coroutine_like_names_and_keywords_as_attributes():
    def run(x):
        class Box:
            pass

        box = Box()
        box.match = box.case = box.type = x
        match = case = type = _ = x
        if match and case:
            type = match + case
        return box.match, box.case, type, _

    assert_all_same(run, [0, 2])


# Staged


def test_staged_calls_of_nested_functions_and_lambdas(system):
    def run(x):
        def absolute(v):
            if v < 0:
                return -v
            return v

        double = lambda v: v * 2 if v > 1 else v  # noqa: E731
        return absolute(x) + double(x)

    assert_all_staged_same(system, run, [1.0, -3.0, 5.0])


def test_functions_that_a_staged_function_calls_are_converted(system):
    def clip(x, *, low=0.0, high=1.0):
        if x < low:
            return x * 0 + low
        elif x > high:
            return x * 0 + high
        return x

    def run(x):
        return clip(x) + functools.partial(clip, high=2.0)(x) + (lambda f: f(x, low=-1.0))(clip)

    assert_all_staged_same(system, run, [-5.0, 0.5, 1.5, 3.0])


def test_a_nonlocal_variable_changed_in_a_staged_branch(system):
    def run(x):
        total = x

        def add(v):
            nonlocal total
            if v > 0:
                total = total + v

        add(x)
        if x > 1:
            add(x * 10)
        return total

    assert_all_staged_same(system, run, [-1.0, 0.5, 2.0])


def test_recursion_over_python_values(system):
    def power(x, n):
        if n == 0:
            return x * 0 + 1
        half = power(x, n // 2)
        return half * half * (x if n % 2 else 1)

    def run(x):
        return power(x, 5)

    assert_all_staged_same(system, run, [2.0, 3.0])


_total = 0.0


def _add_to_global(x):
    global _total
    _total = _total + x
    return x


def test_variables_of_others_changed_by_a_function_called_in_a_staged_statement(system):
    def make(total):
        def add(x):
            nonlocal total
            total = total + x
            return total

        return add, lambda: total

    def closed_over(x):
        add, total = make(x * 0)
        if x > 0:
            add(x)
        i = x * 0
        while i < 3:
            i = i + 1
            add(i)
        y = 1.0 if x < 5 and add(x) > 3 else 2.0
        return total(), y

    def global_(x):
        global _total
        _total = x * 0
        if x > 0:
            _add_to_global(x)
        for i in range(2):
            if x > i:
                _add_to_global(x)
        result, _total = _total, 0.0
        return result

    assert_all_staged_same(system, closed_over, [-1.0, 2.0, 7.0])
    assert_all_staged_same(system, global_, [-1.0, 0.5, 2.0])


def test_variables_of_others_bound_by_something_else_than_an_assignment(system):
    def make(total):
        def walrus(x):
            nonlocal total
            return (total := x) if x > 2 else x * 2

        def target(x):
            nonlocal total
            for total in (x, x + 1):
                pass
            return x

        return walrus, target, lambda: total

    def run(x):
        walrus, target, total = make(x * 0)
        y = walrus(x) if x > 0 else x
        first = total()
        if y > 5:
            target(y)
        return y, first, total()

    assert_all_staged_same(system, run, [-1.0, 1.0, 2.5, 7.0])


def test_a_variable_that_one_branch_rebinds_and_a_function_called_in_the_other(system):
    def run(x, y):
        v = x * 0

        def move(by):
            nonlocal v
            v = v * 0.5 + by
            return y

        w = x
        if x > v:
            if y > 1:
                w = move(x)
            else:
                v = v + 1.0
        return v, w

    assert_all_staged_same(system, run, [(1.0, 2.0), (1.0, 0.0), (-1.0, 2.0)])


def test_names_of_builtins_that_mean_something_else():
    def f(xs, n, slice=None, dict=None, bool=None):
        for i in range(n):
            xs[i : i + 1] = [i, slice]
            xs[-1] = dict
            if i and bool:
                break
        return xs

    assert_all_same(f, [([1, 2, 3], 2), ([1, 2, 3], 3, 4, 5, 6)])


def test_functions_of_a_notebook_whose_cells_are_compiled_statement_by_statement():
    cell = textwrap.dedent("""
        import math

        def root(x):
            if x > 0:
                return math.sqrt(x)
            return 0
        """)
    filename = "/tmp/ipykernel_1/1234567.py"
    linecache.cache[filename] = (len(cell), None, cell.splitlines(True), filename)
    namespace = {"__name__": "__main__"}
    for statement in ast.parse(cell).body:
        exec(compile(ast.Module([statement], []), filename, "exec"), namespace)
    assert to_graph(namespace["root"])(4.0) == 2.0
