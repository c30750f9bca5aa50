"""Context managers of the user's that swallow exceptions: several in one `with`, and exceptions of what it calls."""

import threading
from contextlib import ExitStack, suppress

from tests.autograph.effects.outcomes import cases


class Guard:
    def __init__(self, name, log, kinds=(KeyError,)):
        self.name, self.log, self.kinds = name, log, kinds

    def __enter__(self):
        self.log.append("+" + self.name)
        return self

    def __exit__(self, kind, value, tb):
        self.log.append("-" + self.name)
        return kind is not None and issubclass(kind, self.kinds)


@cases(0, 1, 2)
def two_items(n):
    log = []
    with Guard("a", log) as a, Guard("b", log):
        log.append("in " + a.name)
        if n == 1:
            raise KeyError("x")
        log.append("end")
    return log


@cases(0, 1, 2)
def two_items_outer(n):
    log = []
    with Guard("a", log, ValueError), Guard("b", log):
        if n == 1:
            raise KeyError("x")
        if n == 2:
            raise ValueError("y")
        log.append("end")
    return log


@cases(0, 1, 2)
def three_items(n):
    log = []
    with Guard("a", log, ValueError), Guard("b", log, ()), Guard("c", log) as c:
        if n == 1:
            raise KeyError(c.name)
        if n == 2:
            raise ValueError("y")
        log.append("end")
    return log


def helper(n):
    if n == 1:
        raise KeyError("x")
    return n * 2


@cases(0, 1, 2)
def raised_by_helper(n):
    log = []
    with Guard("a", log):
        x = helper(n)
        log.append("end")
    return log


@cases(0, 1, 2)
def raised_by_helper_two(n):
    log = []
    x = -1
    with Guard("a", log), Guard("b", log, ValueError):
        x = helper(n)
    return log, x


@cases(0, 1, 2)
def raised_by_helper_suppress(n):
    x = -1
    with suppress(KeyError), suppress(ValueError):
        x = helper(n)
    return x


@cases(0, 1, 2)
def division_in_with(n):
    log = []
    x = -1
    with Guard("a", log, ZeroDivisionError):
        x = 10 // n
    return log, x


@cases(0, 1, 2)
def lookup_in_with(n):
    log = []
    d = {1: 2}
    x = -1
    with Guard("a", log, KeyError):
        x = d[n]
    return log, x


@cases(0, 1, 2)
def in_loop(n):
    log = []
    for i in range(3):
        with Guard("a", log):
            if i == n:
                raise KeyError(i)
            log.append(i)
    return log


@cases(0, 1, 2)
def in_loop_helper(n):
    t = 0
    for i in range(3):
        with suppress(KeyError):
            t += helper(i + n)
    return t


class Counter_:
    def __init__(self):
        self.errors = 0
        self.left = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        self.left += 1
        if kind is not None:
            self.errors += 1
        return kind is KeyError


@cases(0, 1, 3)
def counted(n):
    c = Counter_()
    for i in range(n):
        with c:
            if i % 2:
                raise KeyError(i)
    return c.errors, c.left


@cases(0, 1, 3)
def counted_helper(n):
    c = Counter_()
    for i in range(n):
        with c:
            helper(i)
    return c.errors, c.left


@cases(0, 1, 3)
def reads_value(n):
    class Reader:
        def __init__(self):
            self.seen = 0

        def __enter__(self):
            return self

        def __exit__(self, kind, value, tb):
            if kind is ValueError:
                self.seen = value.args[0]
                return True
            return False

    r = Reader()
    with r:
        if n > 0:
            raise ValueError(n * 10)
    return r.seen


@cases(0, 1, 3)
def with_in_method(n):
    class Bank:
        def __init__(self):
            self.balance = 2
            self.saved = None

        def __enter__(self):
            self.saved = self.balance
            return self

        def __exit__(self, kind, value, tb):
            if kind is not None:
                self.balance = self.saved
            return kind is ValueError

        def take(self, x):
            self.balance -= x
            if self.balance < 0:
                raise ValueError(x)

    b = Bank()
    with b as it:
        it.take(n)
    return b.balance


@cases(0, 1, 3, staged="refused AG026")
def exit_stack(n):
    log = []
    with ExitStack() as stack:
        stack.enter_context(Guard("a", log))
        stack.enter_context(Guard("b", log, ValueError))
        if n == 1:
            raise KeyError("x")
        log.append("end")
    return log


@cases(0, 1, 3)
def returning(n):
    log = []
    with Guard("a", log), Guard("b", log):
        if n == 1:
            return log, "early"
        if n == 3:
            raise KeyError(3)
        log.append("end")
    return log, "late"


@cases(0, 1, 3)
def guard_no_swallow_caught(n):
    log = []
    try:
        with Guard("a", log, ()), Guard("b", log, ()):
            if n == 1:
                raise KeyError("x")
            log.append("end")
    except KeyError:
        log.append("caught")
    return log


@cases(0, 1, 3)
def guard_helper_caught(n):
    log = []
    try:
        with Guard("a", log, ()):
            helper(n)
            log.append("end")
    except KeyError:
        log.append("caught")
    return log


LOCK = threading.Lock()


@cases(0, 1, 2, jax="refused AG027")
def lock_raise(n):
    with LOCK:
        if n == 1:
            raise KeyError("x")
    return n


@cases(0, 1, 2, jax="refused AG027")
def lock_helper(n):
    with LOCK:
        helper(n)
    return n
