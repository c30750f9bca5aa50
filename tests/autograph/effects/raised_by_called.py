"""Exceptions of what a function calls, where its handlers stand among definitions of others."""

from __future__ import annotations

import contextlib

from tests.autograph.effects.outcomes import cases


class ParseError(Exception):
    def __init__(self, pos, message):
        super().__init__(message)
        self.pos = pos
        self.message = message


def tokenize(text):
    i = 0
    while i < len(text):
        ch = text[i]
        if ch.isdigit():
            yield ("num", int(ch))
        elif ch in "+-":
            yield ("op", ch)
        else:
            raise ParseError(i, f"unexpected {ch}")
        i += 1


@cases(0, 1, 2)
def with_inner(which):
    sources = ["2+3", "7$2", "1-2+3"]
    try:
        tokens = list(tokenize(sources[which]))
    except ParseError as e:
        return "error", e.pos, e.message

    def atom():
        return len(tokens)

    return atom()


def check(n):
    if n > 2:
        raise ValueError("large")
    return n * 2


@cases(1, 3)
def inner_after(n):
    try:
        v = check(n)
    except ValueError as e:
        v = -1

    def atom():
        return v

    return atom()


@cases(1, 3, jax="refused AG054")
def inner_returns(n):
    try:
        v = check(n)
    except ValueError as e:
        return "error", str(e)

    def atom():
        return v

    return atom()


@cases(1, 3)
def inner_nonlocal_after(n):
    try:
        v = check(n)
    except ValueError as e:
        return "error", str(e)
    pos = 0

    def atom():
        nonlocal pos
        pos += v
        return v

    atom()
    return atom() + pos


@cases(1, 3)
def comprehension_raises(n):
    try:
        xs = [check(i) for i in (1, n)]
    except ValueError as e:
        return str(e)
    return xs


def gen(n):
    for i in range(3):
        if i == n:
            raise ValueError(f"at {i}")
        yield i


@cases(1, 3)
def generator_join(n):
    try:
        t = "".join(str(x) for x in gen(n))
    except ValueError as e:
        t = str(e)
    return t


class Pool:
    def __init__(self, n):
        self.free = list(range(n))
        self.log = []

    @contextlib.contextmanager
    def acquire(self):
        if not self.free:
            raise RuntimeError("exhausted")
        r = self.free.pop()
        self.log.append(f"+{r}")
        try:
            yield r
        finally:
            self.free.append(r)
            self.log.append(f"-{r}")


@cases(0, 1, 2, 5)
def pool_loop(depth):
    pool = Pool(2)
    got = []
    try:
        for i in range(3):
            if i > depth:
                break
            with pool.acquire() as r:
                got.append(r)
                if i == 1 and depth > 3:
                    raise RuntimeError("bad")
    except RuntimeError as e:
        got.append(str(e))
    return got, pool.log


@contextlib.contextmanager
def limited(n, most):
    if n > most:
        raise ValueError("too many")
    yield n + 1


@cases(0, 1, 5)
def raises_on_entering_nested(n):
    def go(k):
        with limited(k, 4) as m:
            with limited(k + m, 3) as j:
                return j * 2

    try:
        v = go(n)
    except ValueError as e:
        v = str(e)
    return v


class Lock:
    def __init__(self):
        self.held = 0
        self.log = []

    def __enter__(self):
        if self.held > 1:
            raise RuntimeError("deadlock")
        self.held += 1
        return self.held

    def __exit__(self, *exc):
        self.held -= 1
        self.log.append(exc[0] is None)
        return False


@cases(0, 1, 2, 5)
def lock_recursion(depth):
    lock = Lock()

    def nest(d):
        with lock as h:
            if d == 0:
                return h
            return nest(d - 1) + 10 * h

    try:
        v = nest(depth)
    except RuntimeError as e:
        v = str(e)
    return v, lock.held, lock.log


@cases(0, 1, 3)
def divides_then_defines(n):
    def half(x):
        return 6 // x

    try:
        a = half(n)
    except ZeroDivisionError:
        a = -1

    def add(x):
        return a + x

    return add(n)


@cases(0, 1, 3)
def defined_in_branch(n):
    try:
        a = 6 // n
    except ZeroDivisionError:

        def show():
            return -1

        return show()
    return a


@cases(0, 1, 3)
def defined_in_try(n):
    try:

        def show(x):
            if x > 2:
                raise ValueError("x")
            return 6 // x

        a = show(n)
    except (ZeroDivisionError, ValueError) as e:
        a = type(e).__name__
    return a


@cases(0, 1, 3)
def defined_in_loop(n):
    fs = []
    for i in range(3):
        try:
            if i == n:
                raise ValueError(str(i))
            v = i
        except ValueError as e:
            v = -i

        def show(v=v):
            return v

        fs.append(show)
    return [f() for f in fs]


@cases(0, 1, 3)
def with_then_def(n):
    v = 1
    with contextlib.suppress(ZeroDivisionError, ValueError):
        if n == 1:
            raise ValueError("one")
        v = 6 // n

    def g():
        return v

    return g()


def safe(n):
    for i in range(3):
        try:
            if i == n:
                raise ValueError(str(i))
            v = 6 // i
        except ValueError as e:
            v = -i
        except ZeroDivisionError:
            v = 100
        yield v


@cases(0, 1, 3)
def generator_with_try(n):
    out = []
    for v in safe(n):
        out.append(v)
    return out


@cases(0, 1, 3)
def generator_with_try_list(n):
    return list(safe(n))


def parse(s):
    for c in s:
        try:
            yield int(c)
        except ValueError:
            yield -1


@cases(0, 1, 2, staged="refused AG026 AG033")
def yields_in_try(n):
    return list(parse(["12x", "xx", "1"][n]))


@cases(0, 1, 2)
def class_after(n):
    try:
        if n == 1:
            raise KeyError("k")
        base = n
    except KeyError:
        base = 10

    class Box:
        def get(self):
            return base

    return Box().get()


@cases(0, 1, 2)
def finally_then_def(n):
    log = []
    try:
        if n == 1:
            raise KeyError("k")
        log.append(n)
    except KeyError:
        log.append("key")
    finally:
        log.append("end")

    def show():
        return list(log)

    return show()


@cases(0, 1, 2)
def def_in_handler_used_after(n):
    try:
        if n == 1:
            raise KeyError("k")

        def f():
            return 1
    except KeyError:

        def f():
            return 2

    return f() + n
