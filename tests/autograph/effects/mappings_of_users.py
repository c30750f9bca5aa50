"""Objects of the program's that say which keys they have, as dicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.autograph.effects.outcomes import cases


class Pairs:
    def __init__(self, held):
        self.held = held

    def __iter__(self):
        for k in self.held:  # noqa: UP028  a loop of the program's
            yield k

    def keys(self):
        return list(self.held)

    def __getitem__(self, k):
        return self.held[k]


@cases(0, 8)
def listed_by_its_iterator(x):
    d = {"x": x}
    if x:
        d["y"] = x * x
    p = Pairs(d)
    return list(p)


@cases(0, 8)
def as_a_dict(x):
    d = {"x": x}
    if x:
        d["y"] = x * x
    p = Pairs(d)
    return dict(p)


@cases(0, 8)
def gone_over(x):
    d = {"x": x}
    if x:
        d["y"] = x * x
    p = Pairs(d)
    t = 0
    for k in p:
        t += p[k]
    return t, "y" in p.keys()


class Chain(Mapping):
    def __init__(self, *maps):
        self.maps = maps

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def __iter__(self):
        seen = []
        for m in self.maps:
            for k in m:
                if k not in seen:
                    seen.append(k)
                    yield k

    def __len__(self):
        return sum(1 for _ in self)


@cases(0, 8)
def a_chain_of_dicts(x):
    local = {"x": x}
    c = Chain(local, {"x": -1, "z": 2})
    if x:
        local["y"] = x * x
    return dict(c)


class Doubling(dict):
    def __getitem__(self, key):
        return 2 * super().__getitem__(key)


@cases(0, 8)
def a_dict_of_its_own(x):
    doubled = Doubling({"x": x})
    return dict(doubled), doubled["x"]


@cases(0, 8)
def counted_and_merged(x):
    held = {"x": x}
    if x:
        held["y"] = x * x
    pairs = Pairs(held)
    return Counter(pairs), {**dict(pairs), "z": x}, dict(pairs, w=1)
