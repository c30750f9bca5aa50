"""Generators that are gone on with in a loop over `enumerate`, `zip` or `reversed`, or over a dict."""

# ruff: noqa: UP028, RUF007

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


def ga(xs, n):
    for i, x in enumerate(xs):
        if x > n:
            yield i + x


def gb(xs, n):
    for x in reversed(xs):
        if x > n:
            yield x


def gc(xs, n):
    for x, y in zip(xs, xs[1:]):
        if x > n:
            yield x - y


def gd(xs, n):
    total = 0
    while total < 9:
        for k, (x, y) in enumerate(zip(xs, reversed(xs)), start=n):
            total += 2
            if x > y:
                yield k, x - y
            elif k % 2:
                yield k, -1


def ge(ys, n):
    for y in reversed(ys):
        if y > n:
            ys.append(y)
            if len(ys) > 7:
                return
        yield y


def gk(d, n):
    for k, v in d.items():
        if v > n:
            yield k
    for k in d:
        if d[k] == n:
            yield k + "!"


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def enumerated(xs, n):
    it = ga(xs, n)
    a = next(it, None)
    return a, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def backwards(xs, n):
    it = gb(xs, n)
    a = next(it, None)
    return a, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def zipped(xs, n):
    it = gc(xs, n)
    a = next(it, None)
    return a, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def enumerated_by_two(xs, n):
    gs = [ga(xs, n), ga(xs[1:], n)]
    out = []
    for it in gs:
        out.append(next(it, "none"))
    for it in gs:
        out += list(it)
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def backwards_by_two(xs, n):
    gs = [gb(xs, n), gb(xs[1:], n)]
    out = []
    for it in gs:
        out.append(next(it, "none"))
    for it in gs:
        out += list(it)
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def gone_on_with_in_another_loop(xs, n):
    it = gb(xs, n)
    out = []
    for v in it:
        if v == 3:
            break
        out.append(v)
    for v in it:
        out.append(("rest", v))
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def parts_in_parts(xs, n):
    it = gd(xs, n)
    a = next(it, None)
    out = []
    for v in it:
        if v[1] > n:
            break
        out.append(v)
    b = next(it, None)
    return a, out, b, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def begun_before_it_is_staged(xs, n):
    def pairs():
        for i, x in enumerate(zip("abcd", xs), 1):
            yield i, x

    it = pairs()
    out = [next(it)]
    if n > 0:
        out.append(next(it))
    i, (c, x) = next(it)
    return out[-1][0], i, c, x, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def of_unlike_lengths(xs, n):
    def both(a, b):
        for i, (p, q) in enumerate(zip(a, b)):
            if p > n:
                yield i, p
            if q > n:
                yield i, -q

    it = both(xs, xs[1:])
    out = []
    while (v := next(it, None)) is not None:
        out.append(v)
        if v[0] == n:
            break
    return out, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def dicts_and_their_items(xs, n):
    d = dict(zip("abcd", xs))
    it = gk(d, n)
    a = next(it, None)
    if n:
        b = next(it, "none")
    else:
        b = "zero"
    return a, b, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def dict_that_grows(xs, n):
    d = dict(zip("abc", xs))

    def pairs():
        for k in d:
            yield k, d[k]

    it = pairs()
    out = [next(it)]
    if n > 1:
        d["a"] = 7
        out.append(next(it))
    elif n == 1:
        d["z"] = 1
    try:
        for v in it:
            out.append(v)
    except RuntimeError as e:
        out.append(str(e))
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def enumerated_values(xs, n):
    def big(d):
        for i, v in enumerate(d.values()):
            if v > n:
                yield i, v

    it = big({"a": xs[0], "b": xs[1], "c": n})
    a = next(it, None)
    b = next(it, None) if n else "zero"
    return a, b, list(it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1))
def under_a_staged_range(xs, n):
    def cells():
        for i in range(n):
            for j, x in enumerate(xs):
                if x > i:
                    yield i, j

    it = cells()
    a = next(it, None)
    return a, sum(i * 3 + j for i, j in it)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1), staged="refused AG021")
def list_that_grows(xs, n):
    ys = list(xs)
    it = ge(ys, n)
    a = next(it)
    ys.append(9)
    return a, next(it), list(it), ys


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0), ([4, 3, 2, 1], 1), staged="refused AG024")
def dict_of_staged_keys(xs, n):
    d = {}
    for x in xs:
        d[x] = d.get(x, 0) + 1

    def common():
        for k, v in d.items():
            if v >= n:
                yield k

    it = common()
    a = next(it, None)
    return a, list(it)
