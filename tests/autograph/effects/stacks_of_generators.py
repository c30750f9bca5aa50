"""`ExitStack` with context managers that are generators."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from tests.autograph.effects.outcomes import cases


@contextmanager
def resource(log, name):
    log.append(f"+{name}")
    try:
        yield name * 2
    finally:
        log.append(f"-{name}")


@contextmanager
def swallowing(log):
    try:
        yield log
    except ValueError as e:
        log.append(f"swallowed {e}")


@contextmanager
def simple(log, k):
    log.append(k)
    yield
    log.append(-k)


@cases((3, 1), (0, 0), (2, 5))
def one_that_swallows(n, fail):
    log = []
    with ExitStack() as stack:
        stack.enter_context(simple(log, 1))
        stack.enter_context(swallowing(log))
        stack.enter_context(simple(log, 2))
        if n > fail:
            raise ValueError("v")
        log.append(100)
    log.append("after")
    return log


@cases((3, 1), (0, 0), (2, 5), staged="refused AG021")
def closed_by_hand(n, fail):
    log = []
    stack = ExitStack()
    for i in range(2):
        stack.enter_context(resource(log, i))
    if n > fail:
        stack.close()
    log.append("mid")
    stack.close()
    return log


@cases((3, 1), (0, 0), (2, 5), staged="refused AG051")
def entered_in_a_loop(n, fail):
    log = []
    with ExitStack() as stack:
        for i in range(n):
            stack.enter_context(simple(log, i))
        log.append(100)
    return log
