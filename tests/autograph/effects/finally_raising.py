"""What a `finally` raises in the place of another exception, and handlers that ask with effects what they catch."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, -1, runtime="refused AG026")
def staged_on_both_paths(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            if x > -5:
                raise IndexError
    except IndexError as e:
        return 4
    return "no"


@cases(1, -1, runtime="refused AG026")
def index_of_an_empty_list(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            [][3 if x > 0 else 4]
    except IndexError as e:
        return 4
    return "no"


@cases(1, -1)
def staged_index(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            [1, 2][x + 5]
    except IndexError as e:
        return 4
    return "no"


@cases(1, -1, runtime="refused AG026")
def raised_always(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            raise IndexError
    except IndexError as e:
        return 4
    return "no"


@cases(1, -1, runtime="refused AG026")
def constant_index(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            [][7]
    except IndexError as e:
        return 4
    return "no"


@cases(1, -1)
def staged_index_of_more(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            y = [1, 2, 3][x + 1]
    except IndexError as e:
        return 4
    except KeyError:
        return 9
    return "no", y


@cases(1, -1, runtime="refused AG026")
def in_a_called_function(x):
    def f():
        try:
            if x > 0:
                raise KeyError("a")
        finally:
            int("x")

    try:
        f()
    except ValueError:
        return 3


@cases(1, -1, staged="refused AG025")
def handlers_log_what_they_catch(x):
    log = []

    def which(kind):
        log.append(kind.__name__)
        return kind

    try:
        if x > 0:
            raise ValueError
        raise KeyError
    except which(KeyError):
        log.append(1)
    except which(ValueError):
        log.append(2)
    return log


@cases(1, -1)
def handlers_ask_without_effects(x):
    def which(kind):
        return (kind, TypeError)

    try:
        if x > 0:
            raise ValueError
        raise KeyError
    except which(KeyError):
        return 1
    except which(ValueError):
        return 2
