"""The `__dict__` of objects that have an attribute on some paths, and the order of attributes."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


class Thing:
    pass


class Shown:
    def __init__(self, a):
        self.a = a

    def __repr__(self):
        return f"Shown({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None


@cases(1, 0, staged="refused AG010")
def order_of_attributes(n):
    o = Thing()
    if n > 0:
        o.a = 1
        o.b = 2
    else:
        o.b = 1
        o.a = 2
    return list(vars(o)), [k for k in o.__dict__], vars(o)


@cases(1, 0, staged="refused AG010")
def set_again(n):
    o = Thing()
    if n > 0:
        o.a = 1
    o.b = n
    o.a = 5
    return list(vars(o))


@cases(1, 0, staged="refused AG010")
def deleted(n):
    o = Thing()
    o.a = 1
    o.b = 2
    if n > 0:
        del o.a
        o.a = 3
    return list(vars(o).items())


@cases(1, 0)
def copied(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    d = dict(vars(o))
    o.c = 3
    return d, list(d)


@cases(1, 0)
def splat(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return {**vars(o), "z": 3}


@cases(1, 0)
def items(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return (
        [(k, v) for k, v in vars(o).items()],
        {k: v for k, v in o.__dict__.items() if v > 1},
        vars(o).get("b", 7),
        sum(vars(o).values()),
    )


@cases(1, 0, staged="refused AG038")
def as_object(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return o


@cases(1, 0, staged="refused AG024")
def kept(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    d = vars(o)
    o.b = 5
    o.c = 6
    return d


@cases(1, 0, staged="refused AG024")
def stored_through(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    d = vars(o)
    d["b"] = 5
    return o.b


@cases(1, 0)
def compared(n):
    o = Thing()
    p = Thing()
    o.a = 1
    p.a = 1
    if n > 0:
        o.b = 2
    return o.__dict__ == p.__dict__, vars(o) == {"a": 1}, str(vars(p))


@cases(1, 0)
def named(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    kw = ", ".join(f"{k}={v}" for k, v in vars(o).items())
    return kw


@cases(1, 0)
def by_repr(n):
    o = Shown(n)
    if n > 0:
        o.b = 2
    return repr(o), o == Shown(0), o == Shown(1)


@cases(1, 0, staged="refused AG010")
def kept_before(n):
    o = Thing()
    o.a = 1
    d = vars(o)
    if n > 0:
        o.b = 2
    return d


@cases(3, 0, 1, staged="refused AG010")
def in_a_loop(n):
    o = Thing()
    for i in range(n):
        if i % 2:
            o.b = i
        else:
            o.c = i
    return vars(o)


@cases(3, 0, 1, staged="refused AG010")
def in_a_loop_deleted(n):
    o = Thing()
    o.a = 1
    o.b = 2
    for i in range(n):
        x = o.a
        del o.a
        o.a = x + 1
    return list(vars(o))


@cases(3, 0, 1)
def exclusive(n):
    o = Thing()
    o.a = n
    if n > 1:
        o.b = 2
    else:
        o.c = 3
    return list(vars(o))


@cases(3, 0, 1)
def exclusive_then(n):
    o = Thing()
    o.a = n
    if n > 1:
        o.b = 2
        o.z = 1
    else:
        o.c = 3
        o.z = 2
    return list(vars(o))


@cases(3, 0, 1, staged="refused AG010")
def if_missing(n):
    o = Thing()
    if n > 1:
        o.b = 2
    o.z = 2
    if not hasattr(o, "b"):
        o.b = 7
    return list(vars(o))


@cases(3, 0, 1)
def if_missing_sorted(n):
    o = Thing()
    if n > 1:
        o.b = 2
    o.z = 2
    if not hasattr(o, "b"):
        o.b = 7
    return sorted(vars(o).items()), vars(o) == {"b": 2, "z": 2}, vars(o)["b"], vars(o).get("q", 1)


@cases(3, 0, 1, staged="refused AG010")
def by_try(n):
    o = Thing()
    o.a = 1
    try:
        if n > 1:
            raise ValueError
        o.b = 1
        o.c = 2
    except ValueError:
        o.c = 1
        o.b = 3
    return list(o.__dict__)


@cases(1, 0)
def vars_filter(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return {k: v for k, v in o.__dict__.items() if v > 1}


@cases(1, 0)
def vars_sum(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return sum(vars(o).values())


@cases(1, 0)
def vars_pairs(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    return [(k, v) for k, v in vars(o).items()]


@cases(1, 0)
def vars_held(n):
    o = Thing()
    o.a = 1
    if n > 0:
        o.b = 2
    d = vars(o)
    return [(k, v) for k, v in d.items()]


@cases(3, 0, 1)
def in_a_loop_sorted(n):
    o = Thing()
    for i in range(n):
        if i % 2:
            o.b = i
        else:
            o.c = i
    return sorted(vars(o).items()), set(o.__dict__.keys()), len(vars(o))


@cases(3, 0, 5)
def cached_and_deleted(n):
    class Report:
        @functools.cached_property
        def total(self):
            return n * 2

    r = Report()
    if n > 1:
        n = r.total
    if n > 6:
        del r.total
    return n, r.total, "total" in r.__dict__


@cases(3, 0, 5)
def cached_is_not_there(n):
    class Report:
        @functools.cached_property
        def total(self):
            return n * 2

    r = Report()
    if n > 1:
        n = r.total
    try:
        del r.total
    except AttributeError:
        n += 100
    return n
