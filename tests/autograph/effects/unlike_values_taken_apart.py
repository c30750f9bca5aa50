"""Values of unlike kinds that are unpacked, indexed, matched and compared by `is`."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@cases(*ARGUMENTS)
def unpacked_where_it_is_a_tuple(n):
    qs = [("a", 1), 5, "zz", ("b", n)]
    x = qs[n]
    if isinstance(x, int):
        return x
    if isinstance(x, str):
        return len(x)
    k, c = x
    return c + (10 if k == "a" else 0)


@cases(*ARGUMENTS)
def unpacked_where_it_may_be_none_to_unpack(n):
    qs = [("a", 1), 5, (1, 2, 3), ("b", n)]
    try:
        _, c = qs[n]
    except TypeError:
        return -1
    except ValueError:
        return -2
    return c


@cases(*ARGUMENTS, jax="refused AG013")
def bools_among_numbers(n):
    entries = []
    for i in range(n + 2):
        entries.append(i % 3 == 0 if i > 1 else i)
    flags = sum(1 for e in entries if isinstance(e, bool))
    trues = sum(1 for e in entries if e is True)
    return flags, trues


@cases(*ARGUMENTS)
def false_none_or_a_number(n):
    def w(k):
        if k > 2:
            return False
        if k > 1:
            return None
        return k

    r = w(n)
    if r is False:
        return -1
    if r is None:
        return -2
    return r


@cases(*ARGUMENTS)
def tuples_of_two_lengths(n):
    cells = [("ref", 1), ("sum", 0, 2), 4, ("ref", 0)]
    c = cells[n]
    if isinstance(c, int):
        return c
    if c[0] == "ref":
        return c[1] * 10
    return c[1] + c[2]


@cases(*ARGUMENTS)
def matched_by_class(n):
    seen = [None, ("hello", "x", 3), ("login", 2), 7]
    t = 0
    for i in range(n + 1):
        match seen[i]:
            case None:
                t -= 1
            case ("hello", _, k) | ("login", k):
                t += k
            case int() as k:
                t += 10 * k
    return t


@cases(*ARGUMENTS)
def spans_or_numbers(n):
    spans = [i * 3 if i % 2 else (i * 3, i * 3 + 2) for i in range(n)]
    t = 0
    for s in spans:
        if isinstance(s, tuple):
            a, b = s
            t += b - a
        else:
            t += s
    return t, len(spans)


@cases(*ARGUMENTS)
def pairs_with_unlike_items(n):
    ups = []
    for i in range(n):
        ups.append([("level", i), ("mode", "fast"), ("target", (i, 2)), ("mode", i)][i % 4])
    t = 0
    for k, v in ups:
        if k == "level":
            t += v
        elif k == "target":
            t += v[1] * 5
        elif isinstance(v, str):
            t += 100
    return t
