"""`raise ... from`: of exceptions and causes that are made, or chosen, when the program runs."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Err(ValueError):
    pass


class SubErr(Err):
    pass


def mk(x, t):
    t.append(("mk", x))
    return Err(x) if x < 2 else SubErr(x)


@cases(0, 1, 2, 3)
def cause_is_made_by_a_function(n):
    t = []
    try:
        raise mk(n, t) from mk(n + 1, t)
    except SubErr as e:
        t.append(("sub", e.args, type(e.__cause__).__name__))
    except Err as e:
        t.append(("err", e.args, type(e.__cause__).__name__, e.__cause__.args))
    return t


@cases(0, 1, 2, 3)
def cause_of_one_of_two(n):
    t = []
    e = KeyError(n) if n > 1 else ValueError(n)
    try:
        try:
            raise ZeroDivisionError(1)
        except ZeroDivisionError as z:
            raise e from z
    except (KeyError, ValueError) as x:
        t.append((type(x).__name__, type(x.__cause__).__name__, x.__cause__.args))
    return t


@cases(0, 1, 2, 3)
def from_none(n):
    e = KeyError(n) if n > 1 else ValueError(n)
    try:
        try:
            1 // 0
        except ZeroDivisionError:
            raise e from None
    except (KeyError, ValueError) as x:
        return type(x).__name__, x.__cause__ is None, x.__suppress_context__


@cases(0, 1, 2, 3)
def class_chosen_from_class(n):
    kind = KeyError if n > 1 else ValueError
    try:
        raise kind from TypeError
    except (KeyError, ValueError) as x:
        return type(x).__name__, type(x.__cause__).__name__


@cases(0, 1, 2, 3)
def cause_is_no_exception(n):
    e = KeyError(n) if n > 1 else ValueError(n)
    try:
        raise e from 5
    except TypeError as x:
        return str(x)


@cases(0, 1, 2, 3)
def again_from_the_same(n):
    e = ValueError(n)
    try:
        if n > 1:
            raise e from e
    except ValueError as x:
        return x.__cause__ is x
    return None


@cases((2,), (6,), (0,))
def none_or_an_error(n):
    last = None
    if n > 3:
        last = ValueError(n)
    try:
        if n > 1:
            raise RuntimeError("x") from last
        return "fine"
    except RuntimeError as e:
        return str(e), e.__cause__ is None, e.__suppress_context__


@cases((2,), (6,), (0,))
def read_where_it_is_there(n):
    last = None
    if n > 3:
        last = ValueError(n)
    try:
        raise RuntimeError("x") from last
    except RuntimeError as e:
        if e.__cause__ is None:
            return 0
        return e.__cause__.args[0]


@cases((2,), (6,), (0,))
def last_of_three(n):
    last = None
    for k in range(3):
        try:
            if k < n:
                raise KeyError(k)
            return k
        except KeyError as e:
            last = e
    raise RuntimeError(f"gave up after {n}") from last


@cases((2,), (6,), (0,))
def last_of_as_many(n):
    last = None
    for k in range(n):
        try:
            if k < n - 1:
                raise KeyError(k)
            return k
        except KeyError as e:
            last = e
    raise RuntimeError("gave up") from last


@cases((2,), (6,), (0,))
def last_is_raised(n):
    last = None
    for k in range(n):
        try:
            if k < 4:
                raise KeyError(k)
            return k
        except KeyError as e:
            last = e
    raise last


@cases((2,), (6,), (0,))
def key_or_index(n):
    e = KeyError(n) if n > 3 else IndexError(n)
    try:
        raise RuntimeError("x") from e
    except RuntimeError as err:
        return type(err.__cause__).__name__, err.__cause__.args[0]


@cases((2,), (6,), (0,))
def class_or_none(n):
    try:
        raise RuntimeError from (KeyError if n > 3 else None)
    except RuntimeError as err:
        return repr(err.__cause__)
