"""`zip` with `strict`, of what has a staged length."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 3, 5)
def zip_strict(n):
    xs = list(range(n))
    try:
        return list(zip(xs, [1, 2, 3], strict=True))
    except ValueError:
        return []


@cases(1, 3, 5)
def zip_strict_loop(n):
    s = 0
    try:
        for i, j in zip(range(n), [1, 2, 3], strict=True):
            s += i * j
    except ValueError as e:
        s += 100
    else:
        s += 1000
    finally:
        s += 1
    return s


@cases(1, 3, 5)
def zip_strict_three(n):
    s = 0
    message = ""
    try:
        for i, j, k in zip([1, 2, 3], range(3), range(n), strict=True):
            s += i * j
    except ValueError as e:
        message = str(e)
    return s, message


@cases(3, 1, 5)
def zip_strict_uncaught(n):
    s = 0
    for i, j in zip(range(n), [1, 2, 3], strict=True):
        s += i * j
    return s


@cases(1, 3, 5)
def zip_strict_comp(n):
    try:
        return [i + j for i, j in zip(range(n), range(3), strict=True)]
    except ValueError:
        return [-1]


@cases(1, 3, 5)
def zip_strict_equal(n):
    s = 0
    for i, j in zip(range(n), range(n), strict=True):
        s += i * j
    return s


@cases((1, 2), (2, 2), (0, 0))
def zip_strict_in_branch(n, m):
    xs = [k for k in range(n)]
    s = 0
    if m > 1:
        try:
            s = sum(i * j for i, j in zip(xs, range(m), strict=True))
        except ValueError:
            s = -1
    return s


@cases((1, 2), (2, 2), (0, 0))
def zip_strict_false(n, m):
    return list(zip(range(n), range(m), strict=False)), list(zip([n], [m], strict=True)), list(zip(strict=True))


@cases((1, 2), (2, 2), (0, 0))
def dict_zip_strict(n, m):
    try:
        return len(dict(zip(range(n), range(m), strict=True)))
    except ValueError:
        return -1
