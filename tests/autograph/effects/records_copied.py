"""`dataclasses.asdict`, `astuple` and `replace` of objects that hold lists of staged length."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass, field, replace

from tests.autograph.effects.outcomes import cases


@dataclass
class Pt:
    x: int
    y: int = 0


@dataclass
class Way:
    points: list = field(default_factory=list)
    closed: bool = False


@cases((1, 3), (4, 0))
def lists_of_numbers(step, n):
    w = Way([0], False)
    for i in range(n):
        w.points.append(i * step)
    return asdict(w), astuple(w), len(w.points)


@cases((1, 3), (4, 0))
def replaced_by_another(step, n):
    w = Way([0], False)
    for i in range(n):
        w.points.append(i * step)
    v = replace(w, closed=step > 2)
    v.points.append(-1)
    return v.points, w.points, v.closed


@cases((1, 3), (4, 0))
def lists_of_records(step, n):
    w = Way([Pt(0)], False)
    for i in range(3):
        if i < n:
            w.points.append(Pt(i, step))
    return asdict(w), len(w.points)


@cases((1, 3), (4, 0))
def the_copy_is_another(step, n):
    w = Way([0], False)
    for i in range(n):
        w.points.append(i * step)
    d = asdict(w)
    d["points"].append(99)
    return d, w.points


@cases((1, 3), (4, 0))
def a_field_that_may_be_none(step, n):
    last = Pt(step) if n > 2 else None
    way = Way([last], n > 1)
    return asdict(way)["points"][0] is None, astuple(Pt(n, step)), asdict(Way({"a": Pt(n)}, {1: [Pt(step)]}))
