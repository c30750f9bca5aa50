"""Functions that call themselves, are given lists and return some."""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 9)
def lists(n):
    def f(k):
        if k <= 0:
            return []
        return f(k - 1) + [k]

    return f(n)


@cases(0, 2, 7)
def lists2(n):
    def f(k):
        if k <= 0:
            return [0]
        r = f(k - 1)
        r.append(k)
        return r

    return f(n), len(f(n))


@cases(0, 2, 7)
def outer_alias(n):
    xs = [1, 2]

    def f(k):
        if k <= 0:
            return xs
        return f(k - 1)

    r = f(n)
    r.append(5)
    return xs, r


@cases(1, 5)
def digits(n):
    def f(k):
        return [k] if k < 2 else f(k // 2) + [k % 2]

    return f(n)


@cases(1, 4)
def gray(n):
    def f(k):
        if k == 0:
            return [0]
        r = f(k - 1)
        return r + [x + 10 for x in reversed(r)]

    return f(n)


@cases(1, 3)
def collect(n):
    def leaves(k):
        if k <= 1:
            return [k]
        return leaves(k - 1) + [k * 10] + leaves(k - 2)

    return leaves(n)


@cases(3, 5)
def primes(n):
    def factors(k, p):
        if k == 1:
            return []
        if k % p == 0:
            return [p] + factors(k // p, p)
        return factors(k, p + 1)

    return factors(n * 4, 2)


@cases(2, 3)
def pairs(n):
    def f(k):
        if k == 0:
            return []
        return [(k, k * 2)] + f(k - 1)

    return f(n)


@cases(2, 3)
def words(n):
    def f(k):
        if k == 0:
            return ["end"]
        return f(k - 1) + ["odd" if k % 2 else "even"]

    return f(n)


@cases(2, 3)
def kept_elsewhere(n):
    log = []

    def f(k):
        if k == 0:
            return [0]
        r = f(k - 1)
        log.append(r)
        r.append(k)
        return r

    return f(n), log


@cases((3, 1), (0, 2))
def quicksort(a, b):
    def sort(xs):
        if len(xs) <= 1:
            return xs[:]
        p = xs[0]
        return sort([x for x in xs[1:] if x < p]) + [p] + sort([x for x in xs[1:] if x >= p])

    return sort([a, 5, b, 2])


@cases((3, 1), (0, 2))
def mergesort(a, b):
    def merge(x, y):
        out = []
        i = j = 0
        while i < len(x) and j < len(y):
            if x[i] <= y[j]:
                out.append(x[i])
                i += 1
            else:
                out.append(y[j])
                j += 1
        return out + x[i:] + y[j:]

    def sort(xs):
        if len(xs) <= 1:
            return xs
        m = len(xs) // 2
        return merge(sort(xs[:m]), sort(xs[m:]))

    return sort([a, 5, b, 2])


@cases((3, 1), (0, 2))
def total(a, b):
    def f(xs):
        if not xs:
            return 0
        return xs[0] + f(xs[1:])

    ys = [a, b]
    if a > 1:
        ys.append(7)
    return f(ys)


@cases(2, 3, jax="refused AG052")
def subsets(n):
    out = []

    def go(i, path):
        if i == n:
            out.append(sum(path) * 10 + len(path))
            return
        go(i + 1, path)
        go(i + 1, path + [i + 1])

    go(0, [])
    return out


@cases(2, 3)
def changes_argument(n):
    def go(k, xs):
        if k == 0:
            return len(xs)
        xs.append(k)
        return go(k - 1, xs)

    start = [0]
    return go(n, start), start


@cases(2, 3)
def changes_fresh_argument(n):
    def go(k, xs):
        if k == 0:
            xs.append(100)
            return sum(xs)
        ys = xs + [k]
        r = go(k - 1, ys)
        return r + len(ys)

    return go(n, [])


@cases(2, 3, staged="refused AG024")
def returns_argument(n):
    def go(k, xs):
        if k == 0:
            return xs
        return go(k - 1, xs + [k])

    a = [9]
    r = go(n, a)
    r.append(1)
    return r, a


@cases(0, 3, staged="refused AG024")
def returns_argument0(n):
    def go(k, xs):
        if k == 0:
            return xs
        return go(k - 1, xs + [k])

    a = [9]
    r = go(n, a)
    r.append(1)
    return r, a


# Lists that are returned, and others have as well


@cases(0, 1, 4)
def what_is_outside(n):
    log = [0]

    def f(k):
        if k > 0:
            f(k - 1)
        return log

    f(n)[0] = 7
    return log


@cases(0, 1, 4)
def the_same_list(n):
    log = [0]

    def f(k):
        if k > 0:
            f(k - 1)
        return log

    return f(n) is log, f(n) is f(n)


@cases(0, 1, 4)
def an_element_of_a_list(n):
    rows = [[0], [1]]

    def f(k):
        if k > 0:
            f(k - 1)
        return rows[0]

    f(n)[0] = 7
    return rows


@cases(0, 1, 2)
def what_is_outside_changed_in_between(n):
    log = ["a"]

    def f(k):
        if k > 0:
            r = f(k - 1)
            r.append("b")
        return log

    f(n)
    return log


@cases(1, 0)
def memo_of_nones(n):
    memo = [None, None]

    def f(k):
        if k <= 0:
            return 0
        if memo[k % 2] is None:
            memo[k % 2] = 5
        return f(k - 1)

    return f(n)


@cases(1, 0, jax="refused AG024")
def a_copy_or_the_last(n):
    rows = [[1]]
    for i in range(n):
        r = rows[-1] if i > 2 else rows[-1][:]
        rows.append(r)
        r[0] = i
    return rows


@cases(0, 2)
def repeated_by_a_staged_number(n):
    def f(k, d):
        if k <= 0:
            return [0] * d
        return f(k - 1, d + 1)

    f(n, 0)
    return 5


@cases(0, 1, 2, 4)
def bound_in_every_part_of_a_try(n):
    c = 0

    def f(k):
        nonlocal c
        try:
            if k == 2:
                raise KeyError("x")
            r = 1
        except KeyError:
            r = 2
        else:
            r = 5
            if k > 0:
                f(k - 1)
        finally:
            c += r

    f(n)
    return c


@cases((8, 0), (5, 2), (3, 3))
def sorted_in_three_ways(x, y):
    def sort(v):
        if len(v) <= 1:
            return v
        p = v[len(v) // 2]
        return sort([e for e in v if e < p]) + [e for e in v if e == p] + sort([e for e in v if e > p])

    return sort([5, x, 3, y, 5, x + y])


@cases(0, 1, 3)
def given_list_returned_and_made_longer(n):
    def go(k, xs):
        if k <= 0:
            return xs
        ys = go(k - 1, xs[1:])
        ys.append(k)
        return ys

    return go(n, [4, 5, 6, n])


@cases(0, 1, 3, staged="refused")
def list_of_the_caller_returned(n):
    def go(k, xs):
        if k <= 0:
            return xs
        ys = [k]
        zs = go(k - 1, ys)
        zs.append(9)
        return ys + zs

    base = [1]
    found = go(n, base)
    found.append(7)
    return base, found


@cases(0, 1, 3, staged="refused")
def list_of_somebody_else_returned(n):
    def go(k, xs):
        if k <= 0:
            return xs
        return go(k - 1, xs)

    base = [1]
    found = go(n, base)
    found.append(7)
    return base, found
