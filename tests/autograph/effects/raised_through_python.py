"""What stays Python's around staged code that raises: a `finally` that jumps, a `with` whose manager swallows."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Guard:
    def __init__(self, *swallow):
        self.swallow = swallow
        self.caught = []
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, kind, error, traceback):
        self.depth -= 1
        if kind is not None and issubclass(kind, self.swallow):
            self.caught.append((kind.__name__, self.depth))
            return True
        return False


@cases(0, 3, -4, staged="refused AG026")
def finally_that_returns(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
        finally:
            trail.append("finally")
            if k == 1:
                return "overridden"
        return 5

    try:
        r = inner(n)
    except ValueError:
        r = -1
    return r, trail


@cases(0, 3, -4)
def finally_that_notes(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
        finally:
            trail.append("finally")
        return 5

    try:
        r = inner(n)
    except ValueError:
        r = -1
    return r, trail


@cases(0, 3, -4, staged="refused AG026")
def finally_that_returns_after_a_handler(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
            v = 12 // k
        except ZeroDivisionError:
            return "inf"
        finally:
            trail.append("finally")
            if k == 1:
                return "overridden"
        return v

    try:
        r = inner(n)
    except ValueError:
        r = -1
    return r, trail


@cases(0, 3, -4)
def finally_after_a_handler(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
            v = 12 // k
        except ZeroDivisionError:
            return "inf"
        finally:
            trail.append("finally")
        return v

    out = []
    for k in (n, n - 2, n + 1):
        try:
            out.append(inner(k))
        except ValueError as e:
            out.append(e.args)
    return out, trail


@cases(0, 3, -4)
def finally_after_an_else(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
            v = 12 // k
        except ZeroDivisionError:
            return "inf"
        else:
            return v
        finally:
            trail.append("finally")

    out = []
    for k in (n, n - 2):
        try:
            out.append(inner(k))
        except ValueError as e:
            out.append(e.args)
    return out, trail


@cases(0, 3, -4, staged="refused AG026")
def finally_that_returns_after_an_else(n):
    trail = []

    def inner(k):
        try:
            if k < 0:
                raise ValueError(k)
            v = 12 // k
        except ZeroDivisionError:
            return "inf"
        else:
            return v
        finally:
            trail.append("finally")
            if k == 1:
                return "over"

    out = []
    for k in (n, n - 2):
        try:
            out.append(inner(k))
        except ValueError as e:
            out.append(e.args)
    return out, trail


@cases(1, 0, 7)
def entered_twice(n):
    guard = Guard(ZeroDivisionError, IndexError)
    out = []
    with guard:
        with guard as g:
            out.append(10 // n)
        if n > 5:
            raise IndexError("enough")
    return out, guard.caught, guard.depth


@cases(1, 0, 7)
def entered_twice_in_a_loop(n):
    guard = Guard(ZeroDivisionError, IndexError)
    out = []
    for x in [n, n - 1]:
        with guard:
            with guard as g:
                out.append(10 // x)
            out.append(("after", g.depth))
    return out, guard.caught, guard.depth


@cases(([1, 0, 2], 1), ([5, 5, 5], 9), staged="refused AG026")
def swallowed_where_a_target_may_be_unbound(xs, idx):
    guard = Guard(ZeroDivisionError, IndexError)
    out = []
    for x in xs:
        with guard:
            with guard as g:
                out.append(10 // x)
                out.append(xs[idx + x])
            out.append(("after", g.depth))
            if len(out) > 5:
                raise IndexError("enough")
    return len(out), guard.caught, guard.depth


@cases(([1, 0, 2], 1), ([5, 5, 5], 9), staged="refused AG026")
def swallowed_with_one_operation(xs, idx):
    guard = Guard(ZeroDivisionError, IndexError)
    out = []
    for x in xs:
        with guard:
            with guard as g:
                out.append(10 // x)
            out.append(("after", g.depth))
            if len(out) > 5:
                raise IndexError("enough")
    return out


@cases(([1, 0, 2], 1), ([5, 5, 5], 9))
def swallowed_by_one(xs, idx):
    guard = Guard(ZeroDivisionError, IndexError)
    out = []
    for x in xs:
        with guard:
            if x > 0:
                out.append(10)
            if x > 1:
                out.append(10)
            out.append(("after", guard.depth))
            if len(out) > 5:
                raise IndexError("enough")
    return out
