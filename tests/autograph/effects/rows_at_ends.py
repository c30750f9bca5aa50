"""Lists that a branch leaves in a place, staged at its end with the lists and tuples in them; types of such."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def number_and_list_or_list(xs, n):
    out = []
    h = []
    for i, x in enumerate(xs):
        if x > n:
            h.append(i)
        if x > 2:
            out.append([i, list(h)])
        else:
            out.append(h[:])
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def tuple_in_a_list_or_none(xs, n):
    out = []
    h = []
    for i, x in enumerate(xs):
        if x > n:
            h.append(i)
        if x > 2:
            out.append([tuple(h)])
        else:
            out.append([])
    return out


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def number_and_tuple_or_list(xs, n):
    h = [x for x in xs if x > n]
    v = [1, tuple(h)] if n > 1 else h[:]
    return v


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def two_parts_or_one(xs, n):
    h = [x for x in xs if x > n]
    v = [1, tuple(h)] if n > 1 else [2]
    return v


@cases(([3, 1], 2), ([0, 5], 0))
def appended_to_a_list(xs, n):
    h = [x for x in xs if x > n]
    out = []
    if xs[0] > 2:
        out.append([tuple(h)])
    else:
        out.append([])
    return out


@cases(([3, 1], 2), ([0, 5], 0))
def appended_twice(xs, n):
    h = []
    if xs[0] > n:
        h.append(1)
    out = []
    if xs[0] > 2:
        out.append([tuple(h)])
    else:
        out.append([])
    if xs[1] > 2:
        out.append([tuple(h)])
    else:
        out.append([])
    return out


@cases(([3, 1], 2), ([0, 5], 0))
def two_variables(xs, n):
    h = [x for x in xs if x > n]
    v = [tuple(h)] if xs[0] > 2 else []
    w = [tuple(h)] if xs[1] > 2 else []
    return v, w


@cases(([3, 1], 2), ([0, 5], 0))
def list_in_a_list_appended(xs, n):
    h = [x for x in xs if x > n]
    out = []
    if xs[0] > 2:
        out.append([list(h)])
    else:
        out.append([])
    return out


@cases(([3, 1], 2), ([0, 5], 0))
def stored_in_an_item(xs, n):
    h = [x for x in xs if x > n]
    out = [0]
    if xs[0] > 2:
        out[0] = [tuple(h)]
    else:
        out[0] = []
    return out


@cases(([3, 1], 2), ([0, 5], 0))
def stored_in_an_attribute(xs, n):
    h = [x for x in xs if x > n]

    class Holder:
        pass

    o = Holder()
    if xs[0] > 2:
        o.v = [tuple(h)]
    else:
        o.v = []
    return o.v


@cases(([3, 1], 2), ([0, 5], 0))
def gone_over_afterwards(xs, n):
    h = [x for x in xs if x > n]
    out = []
    if xs[0] > 2:
        out.append([tuple(h), tuple(h[:1])])
    else:
        out.append([])
    return out, sum(len(t) for v in out for t in v)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def type_of_list_or_string(xs, n):
    h = [x for x in xs if x > n]
    v = h if n > 1 else "abc"
    return type(v).__name__, isinstance(v, list)


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def type_of_set_or_none(xs, n):
    h = {x for x in xs if x > n}
    v = h if n > 1 else None
    return type(v).__name__, type(h) is set


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def type_of_dict_or_tuple(xs, n):
    d = {}
    for x in xs:
        d[x] = n
    v = d if n > 1 else tuple(x for x in xs if x > n)
    return type(v).__name__, type(d).__name__


@cases(([3, 1, 2, 3], 2), ([0, 5, 5, 1], 0))
def type_of_text_or_number(xs, n):
    v = "x" * n if n > 1 else n
    w = str(n) if n > 1 else 2.5
    return type(v).__name__, type(w).__name__, type(v) is str
