"""Texts of exceptions that have staged arguments, of the classes of Python's that make their own."""

# ruff: noqa: UP031 - `%` is tested as well
from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((2,), (6,))
def last_of_two_attempts(n):
    last = None
    for attempt in range(2):
        try:
            if n > 3:
                raise ConnectionError("attempt %d" % n)
            return attempt
        except ConnectionError as e:
            last = e
    raise RuntimeError(f"gave up: {last}")


@cases((2,), (6,))
def texts_of_errors_of_python(n):
    return (
        f"{OSError('a %d' % n)}",
        str(OSError(n)),
        str(KeyError(n)),
        str(ImportError(f"x {n}")),
        repr(OSError(n)),
        f"{ValueError(n)!r}",
    )


@cases((2,), (6,))
def error_with_its_number(n):
    return str(OSError(n, "no such file"))


@cases((2,), (6,))
def syntax_error(n):
    return str(SyntaxError(f"bad {n}"))


@cases((2,), (6,))
def errors_of_own_classes(n):
    class Mine(OSError):
        pass

    class Own(ValueError):
        def __str__(self):
            return f"own {self.args[0]}"

    e = Mine(f"m {n}") if n > 3 else Own(n)
    return f"{e} {e!r}", "%s" % e


@cases((2,), (6,))
def value_or_key_error(n):
    e = ValueError(n) if n > 3 else KeyError(n)
    return f"{e} {e!r} {[e]}", "%s" % e


@cases((2,), (6,))
def stop_or_timeout(n):
    e = StopIteration(n) if n > 3 else TimeoutError(n)
    return f"{e} {e!r} {[e]}", "%s" % e


@cases((2,), (6,))
def error_with_its_number_or_another(n):
    e = OSError(n, "x") if n > 3 else TimeoutError(n)
    return f"{e} {e!r} {[e]}", "%s" % e


@cases((2,), (6,))
def number_of_an_error(n):
    try:
        raise OSError(n, "x")
    except OSError as e:
        return e.errno + 1, e.strerror
