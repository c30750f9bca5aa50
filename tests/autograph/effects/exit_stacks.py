"""`ExitStack`, which a loop fills, and managers that a loop enters."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from tests.autograph.effects.outcomes import cases


class Stack:
    def __init__(self):
        self.exits = []

    def __enter__(self):
        return self

    def callback(self, function, /, *args):
        def leave(kind, error, trace):
            function(*args)
            return False

        self.exits.append(leave)
        return function

    def enter_context(self, manager):
        entered = manager.__enter__()

        def leave(kind, error, trace):
            return manager.__exit__(kind, error, trace)

        self.exits.append(leave)
        return entered

    def __exit__(self, kind, error, trace):
        swallowed = False
        while self.exits:
            leave = self.exits.pop()
            if leave(kind, error, trace):
                swallowed = True
                kind = error = trace = None
        return swallowed


class R:
    def __init__(self, name, log):
        self.name, self.log = name, log

    def __enter__(self):
        self.log.append(f"+{self.name}")
        return self

    def __exit__(self, *e):
        self.log.append(f"-{self.name}")
        return False


class S:
    def __init__(self, log):
        self.log = log
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, kind, error, tb):
        self.depth -= 1
        self.log.append(self.depth if kind is None else kind.__name__)
        return kind is ValueError


@cases(3, 0, 5)
def stack_of_the_program(n):
    log = []
    with Stack() as stack:
        for i in range(n):
            stack.callback(log.append, i * i)
        log.append(-1)
    return log


@cases(3, 0, 2)
def managers_in_a_stack_of_the_program(n):
    log = []
    with Stack() as stack:
        for i in range(n):
            stack.enter_context(R(i, log))
        log.append("body")
    return log


@cases(3, 0, 2)
def managers(n):
    log = []
    with ExitStack() as stack:
        for i in range(n):
            stack.enter_context(R(i, log))
        log.append("body")
    return log


@cases(3, 0, 5)
def callbacks(n):
    log = []
    with ExitStack() as stack:
        for i in range(n):
            stack.callback(log.append, i * i)
        log.append(-1)
    return log


@cases((3, 1), (0, 0), (5, 1), jax="refused AG022")
def raises_in_between(n, fail):
    log = []
    try:
        with Stack() as stack:
            for i in range(n):
                stack.callback(log.append, i * i)
                if fail and i == 2:
                    raise ValueError(i)
            log.append(-1)
    except ValueError as e:
        log.append(f"err{e}")
    return log


@cases((3, 1), (0, 0), (5, 1), staged="refused AG011")
def unlike_callbacks(n, fail):
    log = []

    def put(x):
        log.append(x)

    with Stack() as stack:
        for i in range(n):
            if i % 2:
                stack.callback(put, i)
            else:
                stack.callback(lambda: log.append(i * 10))
    return log


@cases(3, 0, 2)
def managers_in_a_list(n):
    log = []
    rs = [R(i, log) for i in range(n)]
    for r in rs:
        with r as q:
            log.append(q.name * 10)
    return log


@cases((3, 1), (0, 2), (2, 0))
def swallowing_managers_in_a_list(n, k):
    log = []
    out = []
    ms = [S(log) for _ in range(n)]
    for i, m in enumerate(ms):
        with m:
            if i == k:
                raise ValueError
            out.append(i)
    return log, out


@cases((3, 1), (0, 2), (2, 0))
def swallowing_managers(n, k):
    log = []
    with ExitStack() as st:
        for i in range(n):
            st.enter_context(S(log))
        if k == 1:
            raise ValueError
    return log


@cases((3, 2, 9), (2, 0, 9), (3, 1, 1), staged="refused AG051")
def raises_under_a_handler(n, divisor, broken):
    log = []
    result = None
    try:
        with ExitStack() as stack:
            for i in range(n):
                stack.enter_context(R(i, log))
                if i == broken:
                    raise OSError("x")
            result = 10 // divisor
    except OSError as e:
        result = str(e)
    except ZeroDivisionError:
        result = "z"
    return result, log


@cases(3, 0)
def no_manager(n):
    try:
        with ExitStack() as s:
            s.enter_context(n)
    except TypeError as e:
        return str(e)


@cases(3, 0)
def taken_over(n):
    log = []
    with ExitStack() as s:
        s.callback(log.append, 1)
        keep = s.pop_all()
    log.append(2)
    keep.close()
    return log, n


@cases(3, 0)
def function_that_swallows(n):
    log = []

    def leave(kind, error, tb):
        log.append(kind is not None)
        return True

    with ExitStack() as s:
        s.push(leave)
        s.callback(log.append, n)
        if n > 1:
            raise ValueError(n)
        log.append(7)
    return log


@cases((3, 2), (0, 1), (2, 0), jax="refused AG022")
def stack_in_a_stack(n, m):
    log = []
    with ExitStack() as a:
        for k in range(n):
            a.callback(log.append, k)
        with ExitStack() as b:
            for k in range(m):
                b.callback(log.append, k * 10)
            log.append("in")
        log.append("out")
    return log


# Managers of generators that do more than to enter and to leave


@contextmanager
def noted(name, log):
    if name == "none":
        raise OSError("no such")
    log.append(f"open {name}")
    try:
        yield name.upper()
    finally:
        log.append(f"close {name}")


@contextmanager
def noted_around(name, log):
    if len(log) > 100:
        log.append("full")
    log.append(f"open {name}")
    yield name
    log.append(f"close {name}")


@cases(2, 0)
def generators_that_test_before_they_enter(n):
    log = []
    with ExitStack() as stack:
        opened = [stack.enter_context(noted(name, log)) for name in ["a", "b"]]
        log.append(n)
    return log, opened


@cases(2, 0)
def generators_without_a_finally_in_a_stack(n):
    log = []
    with ExitStack() as stack:
        stack.enter_context(noted_around("a", log))
        stack.enter_context(noted_around("b", log))
        log.append(n)
    return log


@cases(2, 0)
def generator_that_is_not_entered(n):
    log = []
    try:
        with ExitStack() as stack:
            for name in ["a", "b", "none"]:
                stack.enter_context(noted(name, log))
            log.append(n)
    except OSError as error:
        log.append(str(error))
    return log


@cases(2, 0)
def error_in_the_body_of_a_stack(n):
    log = []
    try:
        with ExitStack() as stack:
            stack.enter_context(noted("a", log))
            stack.enter_context(noted("b", log))
            raise OSError("in the body")
    except OSError as error:
        log.append(str(error))
    return log, n
