"""Objects with attributes that may be None, and the texts that their classes make of them."""

from __future__ import annotations

import reprlib

from tests.autograph.effects.outcomes import cases


class Shown:
    def __init__(self):
        self.best = None

    def __repr__(self):
        return "Shown(-)" if self.best is None else f"Shown({self.best})"

    def __str__(self):
        return "-" if self.best is None else f"<{self.best}>"


class Inherited(Shown):
    pass


class Query:
    def __init__(self):
        self.order = None
        self.most = None

    def __str__(self):
        parts = ["SELECT"]
        if self.order:
            parts.append(f"ORDER BY {self.order}")
        if self.most is not None:
            parts.append(f"LIMIT {self.most}")
        return " ".join(parts)


@cases((1, 5), (0, 0), (3, -1))
def query(n, most):
    q = Query()
    if n > 1:
        q.order = "name" + " DESC"
    if most >= 0:
        q.most = most
    return str(q), f"{q}"


@cases(1, 0)
def native(n):
    r = Inherited()
    if n > 0:
        r.best = n
    return repr(r), str(r), f"{r}", f"{r!r:>8}", "%s" % r, f"{r}", str([r]), ", ".join([str(r), repr(r)])  # noqa: UP031


@cases(1, 0)
def hidden(n):
    r = Shown()
    if n > 0:
        r.best = n
    return [*map(repr, [r])], str({"a": r}), str((r,))


@cases(1, 0, staged="refused AG054")
def escapes(n):
    r = Shown()
    if n > 0:
        r.best = n
    return reprlib.repr(r)


@cases(1, 0, staged="refused AG054")
def in_error(n):
    r = Shown()
    if n > 0:
        r.best = n
    try:
        raise ValueError(r)
    except ValueError as e:
        return str(e), repr(e)
