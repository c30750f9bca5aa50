"""Context managers that decide by what is staged whether they swallow an exception."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Suppress:
    def __init__(self, on):
        self.on = on
        self.seen = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.seen += 1
        return self.on


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def number_not_bool(n, m):
    s = Suppress(m)
    done = 0
    try:
        with s:
            if n > 2:
                raise ValueError("x")
            done = 5
    except ValueError:
        done = 100
    return done, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def escapes(n, m):
    s = Suppress(m > 0)
    with s:
        if n > 2:
            raise ValueError("x")
    return s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def nested(n, m):
    s, t = Suppress(m > 0), Suppress(m == 0)
    done = 1
    with t:
        with s:
            done = 2
            if n > 2:
                raise ValueError("x")
            done = 3
        done *= 10
    return s.seen, t.seen, done


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def kinds(n, m):
    class Only:
        def __enter__(self):
            return self

        def __exit__(self, kind, value, trace):
            return kind is KeyError and m > 0

    done = 0
    try:
        with Only():
            if n > 2:
                raise KeyError(n)
            if n == 0:
                raise ValueError(n)
            done = 1
    except KeyError as e:
        done = 10 + e.args[0]
    except ValueError:
        done = 20
    return done


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def known_error(n, m):
    s = Suppress(m > 0)
    done = 0
    try:
        with s:
            raise ValueError("always")
        done = 1
    except ValueError as e:
        done = 2
    return done, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def changes_before(n, m):
    s = Suppress(m > 0)
    log = []
    for i in range(3):
        try:
            with s:
                log.append(i)
                if i == n - 2:
                    raise ValueError("x")
                log.append(10)
        except ValueError:
            log.append(100)
    return log, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def returns_inside(n, m):
    s = Suppress(m > 0)

    def run():
        with s:
            if n > 2:
                raise ValueError("x")
            return 7
        return 8

    try:
        return run(), s.seen
    except ValueError:
        return 9, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def python_decides(n, m):
    s = Suppress(True)
    done = 0
    with s:
        if n > 2:
            raise ValueError("x")
        done = 1
    return done, s.seen


@cases((3, 1), (3, 0), (0, 0), staged="refused AG020")
def raised_by_python(n, m):
    s = Suppress(m > 0)
    done = 0
    d = {1: 2}
    try:
        with s:
            done = d[5]
    except KeyError:
        done = 4
    return done, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def in_a_staged_loop(n, m):
    s = Suppress(m > 0)
    t = 0
    for i in range(n):
        try:
            with s:
                if i == 1:
                    raise ValueError("x")
                t += i
        except ValueError:
            t += 100
    return t, s.seen


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def so_many_times(n, m):
    class Retry:
        def __init__(self, times):
            self.left = times

        def __enter__(self):
            return self

        def __exit__(self, kind, value, trace):
            if kind is not None and self.left > 0:
                self.left -= 1
                return True
            return False

    r = Retry(m)
    done = 0
    for i in range(2):
        try:
            with r:
                if n > i:
                    raise ValueError("x")
                done += 1
        except ValueError:
            done -= 10
    return done, r.left


@cases((0, 1), (3, 1), (3, 0), (0, 0))
def one_of_two_managers(n, m):
    s, t = Suppress(m > 0), Suppress(m == 0)
    done = 0
    with t, s:
        if n > 2:
            raise KeyError("x")
        done = 1
    return done, s.seen, t.seen
