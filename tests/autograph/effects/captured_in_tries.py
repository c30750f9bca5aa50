"""Variables of functions that the body of a `try` calls, which closures captured that are there after it."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3, 5)
def number_of_a_closure(n):
    kept = []

    def divide():
        state = 0
        kept.append(lambda: state)
        if n > 2:
            state = 5
            raise ValueError
        return 1

    try:
        divide()
    except ValueError:
        pass
    return kept[0]()


@cases(0, 1, 2, 3, 5)
def list_of_a_closure(n):
    kept = []

    def divide():
        state = [0]
        kept.append(lambda: state)
        if n > 2:
            state = [5]
            raise ValueError
        state = [7]
        return 1

    try:
        divide()
    except ValueError:
        pass
    return kept[0]()


@cases(0, 1, 2, 3, 5, staged="refused AG012")
def number_that_a_loop_changes(n):
    kept = []

    def divide():
        state = 0
        kept.append(lambda: state)
        for i in range(n):
            if i == 2:
                raise ValueError
            state += i
        return 1

    try:
        divide()
    except ValueError:
        pass
    return kept[0]()


@cases(0, 1, 2, 3, 5)
def variable_of_a_function_that_ended(n):
    def make():
        state = [0]

        def put(v):
            nonlocal state
            state = v

        return (lambda: state), put

    get = None
    try:
        get, put = make()
        if n > 2:
            put([5])
            raise ValueError
        put([7])
    except ValueError:
        pass
    return get()


@cases(0, 1, 2, 3, 5)
def list_that_a_loop_fills(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    kept = []

    def divide():
        out = []
        kept.append(lambda: out)
        for x in xs:
            out.append(n // x)
        return out

    try:
        found = divide()
    except ZeroDivisionError:
        found = [-1]
    return found, kept[0]()


@cases(0, 1, 2, 3, 5, staged="refused AG012")
def number_that_helpers_change(n):
    kept = {}

    def divide():
        count = 0

        def add():
            nonlocal count
            count += 1

        kept["get"] = lambda: count
        add()
        if n > 1:
            add()
        if n > 2:
            add()
            raise ValueError
        add()

    try:
        divide()
    except ValueError:
        pass
    return kept["get"]()


@cases(0, 1, 2, 3, 5)
def functions_of_an_object(n):
    class Box:
        pass

    box = Box()

    def divide():
        count = 0

        def add():
            nonlocal count
            count += 1

        box.add = add
        box.get = lambda: count
        if n > 2:
            count = 10
            raise ValueError
        count = 20

    try:
        divide()
    except ValueError:
        pass
    box.add()
    return box.get()


@cases(0, 1, 2, 3, 5)
def function_of_the_exception(n):
    def divide(m):
        count = 0
        get = lambda: count  # noqa: E731
        if n > m:
            count = 10
            error = ValueError("x")
            error.get = get
            raise error
        count = 20
        return get

    try:
        g = divide(1)
    except ValueError as e:
        return e.get()
    return g()


@cases(0, 1, 2, 3, 5, staged="refused AG051")
def called_twice(n):
    kept = []

    def divide(m):
        count = m
        kept.append(lambda: count)
        if n > m:
            count = 10 * m
            raise ValueError
        count = 20 * m

    try:
        divide(2)
        divide(1)
    except ValueError:
        pass
    return [k() for k in kept]
