"""Exceptions that a variable may have, or None: kept, asked about, changed and raised later."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Err(Exception):
    def __init__(self, code, text="x"):
        super().__init__(text)
        self.code = code


@cases((0, 1), (3, 1), (3, 7))
def is_exc(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = ValueError("x")
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def raise_exc(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = ValueError("x")
    if m is not None:
        raise m
    return 0


@cases((0, 1), (3, 1), (3, 7))
def except_as(n, k):
    err = None
    for i in range(n):
        try:
            if i == k:
                raise ValueError("x")
        except ValueError as e:
            err = e
    return err is None


@cases((0, 1), (3, 1), (3, 7))
def err_raise_truth(n, k):
    err = None
    for i in range(n):
        if i >= k:
            err = ValueError("late")
    if err:
        raise err
    return n


@cases((0, 1), (3, 1), (3, 7))
def err_or(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = ValueError("late")
        elif i == 0:
            err = KeyError("early")
    if err is None:
        return 0
    if isinstance(err, KeyError):
        return 1
    return 2


@cases((0, 1), (3, 1), (3, 7))
def err_branch_raise(n, k):
    err = None
    if n > k:
        err = ValueError("a")
    elif n == 0:
        err = KeyError("b")
    if err is not None:
        raise err
    return 2


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def raise_none(n, k):
    err = None
    if n > k:
        err = ValueError("a")
    raise err


@cases((0, 1), (3, 1), (3, 7))
def raise_class_none(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = KeyError
    if err:
        raise err("x")
    return 1


@cases((0, 1), (3, 1), (3, 7))
def raise_class_none2(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = KeyError
    if err:
        raise err
    return 1


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def raise_from(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = KeyError("z")
    if n > 2:
        raise ValueError("x") from err
    return 1


@cases((0, 1), (3, 1), (3, 7))
def except_as_raise(n, k):
    err = None
    for i in range(n):
        try:
            if i == k:
                raise ValueError("x")
        except ValueError as e:
            err = e
    if err is not None:
        raise err
    return 0


@cases((0, 1), (3, 1), (3, 7))
def first_err(n, k):
    def check(i):
        if i == k:
            return ValueError("bad")
        return None

    for i in range(n):
        e = check(i)
        if e is not None:
            return 1
    return 0


@cases((0, 1), (3, 1), (3, 7))
def first_err_raise(n, k):
    def check(i):
        if i == k:
            return ValueError("bad")
        return None

    for i in range(n):
        e = check(i)
        if e is not None:
            raise e
    return 0


@cases((0, 1), (3, 1), (3, 7))
def own_err_set_after(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = Err(0)
    if err is not None:
        err.code = n
    if err is not None:
        return err.code
    return -1


@cases((0, 1), (3, 1), (3, 7))
def err_identity(n, k):
    first = None
    last = None
    for i in range(n):
        if i >= k:
            e = Err(i)
            if first is None:
                first = e
            last = e
    return first is last, first is None


@cases((0, 1), (3, 1), (3, 7))
def err_identity_const(n, k):
    first = None
    last = None
    for i in range(n):
        if i >= k:
            e = ValueError("x")
            if first is None:
                first = e
            last = e
    return first is last, first is None


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def err_identity_branch(n, k):
    a = ValueError(n)
    b = ValueError(k)
    c = a
    if n > k:
        c = b
    return c is a, c is b, c.args[0]


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def err_identity_branch2(n, k):
    c = a = ValueError(n)
    if n > k:
        c = ValueError(k)
    return c is a, c.args[0]


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def err_alias_branch(n, k):
    a = Err(n)
    b = Err(k)
    c = a
    if n > k:
        c = b
    c.code += 100
    return a.code, b.code, c.code


@cases((0, 1), (3, 1), (3, 7))
def err_alias_none(n, k):
    a = Err(n)
    c = None
    if n > k:
        c = a
    if c is not None:
        c.code += 100
    return a.code


@cases((0, 1), (3, 1), (3, 7))
def err_raise_alias(n, k):
    a = Err(n)
    c = None
    if n > k:
        c = a
    try:
        if c is not None:
            raise c
    except Err as e:
        return e.code, e is a
    return -1, False


@cases((0, 1), (3, 1), (3, 7))
def err_str(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = ValueError("abc")
    return len(str(err)) if err is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def err_returned(n, k):
    def run(i):
        try:
            if i == k:
                raise Err(i)
            return i, None
        except Err as e:
            return -1, e

    s = 0
    for i in range(n):
        v, e = run(i)
        if e is not None:
            s += 100
        s += v
    return s


@cases((0, 1), (3, 1), (3, 7))
def err_returned_raise(n, k):
    def run(i):
        if i == k:
            return i, Err(i)
        return i, None

    s = 0
    for i in range(n):
        v, e = run(i)
        if e is not None:
            raise e
        s += v
    return s


@cases((0, 0), (3, 1), (3, 5))
def made_in_a_loop_of_its_number(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = ValueError(i)
    return err.args if err is not None else 0


@cases((0, 0), (3, 1), (3, 5))
def made_in_a_loop_and_raised(n, k):
    err = None
    for i in range(n):
        if i == k:
            err = ValueError(f"bad {i}")
    if err is not None:
        raise err
    return 0
