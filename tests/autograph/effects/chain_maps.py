"""`ChainMap`: settings over defaults, scopes in scopes, of which a tensor decides what keys they have.

And what `ChainMap` asks of its dicts: `set().union(d)` and `dict.fromkeys(d)`, of a dict whose keys are staged.
"""

from __future__ import annotations

from collections import ChainMap

from tests.autograph.effects.outcomes import cases


@cases(7, 1)
def set_in_a_branch(v):
    settings = ChainMap({}, {"v": 0})
    if v > 3:
        settings["v"] = v
    return settings["v"]


@cases(7, 1)
def child_of_either_dict(v):
    settings = ChainMap({"a": 1}, {"v": 0})
    child = settings.new_child({"v": v} if v > 3 else {})
    return child["v"], child["a"]


@cases(7, 1)
def asked_for_what_may_be_missing(v):
    settings = ChainMap({}, {"a": 0})
    if v > 3:
        settings["v"] = v
    return settings.get("v", -1), "v" in settings, len(settings), settings.get("a")


@cases(7, 1, staged="refused AG033")
def gone_over(v):
    over = {}
    if v > 3:
        over["a"] = v
    settings = ChainMap(over, {"a": 1, "b": 2})
    return sorted(settings.items()), dict(settings), list(settings.keys())


@cases(7, 1)
def scope_left_in_a_branch(v):
    scope = ChainMap({"x": 1})
    scope = scope.new_child()
    scope["x"] = v
    if v > 3:
        scope = scope.parents
    return scope["x"], len(scope.maps)


@cases(7, 1)
def missing_is_caught(v):
    settings = ChainMap({}, {"a": 1})
    if v > 3:
        settings["z"] = v
    try:
        return settings["z"]
    except KeyError:
        return -1


@cases(7, 1)
def deleted_in_a_branch(v):
    settings = ChainMap({"a": 5}, {"a": 1})
    if v > 3:
        del settings["a"]
    return settings["a"], "a" in settings.maps[0]


@cases(7, 1, 4)
def scopes_in_scopes(v):
    outermost = {"x": 1, "y": 2}
    scope = ChainMap(outermost)
    for i in range(2):
        scope = scope.new_child()
        if v > 3 * i + 2:
            scope["x"] = v + i
    return scope["x"], scope["y"], outermost["x"]


@cases(7, 1)
def settings_of_a_comprehension(v):
    settings = ChainMap({k: w for k, w in {"size": v}.items() if v > 3}, {"size": 1, "color": 2})
    return settings["size"] * settings["color"]


@cases(0, 1, 2)
def at_a_chosen_key(n):
    return ChainMap({"a": 5}, {"b": 1, "c": 2})[["a", "b", "c"][n]]


@cases(0, 1, staged="refused AG033")
def updated_in_a_branch(n):
    settings = ChainMap({}, {"b": 1, "c": 2})
    if n:
        settings.update(b=n, d=4)
    return settings["b"], len(settings), sum(settings.values())


@cases(0, 1)
def of_known_keys(n):
    settings = ChainMap({"b": n}, {"b": 1, "c": 2})
    settings["c"] = settings["b"] + n
    return settings["b"], settings["c"], len(settings), repr(settings.maps[1]), list(settings)


class Scope(ChainMap):
    """One that has a value for keys that are missing."""

    def __missing__(self, key):
        return 9


@cases(0, 1)
def missing_of_its_own(n):
    scope = Scope({}, {"b": 1})
    if n:
        scope["q"] = n
    return scope["q"], scope["b"], scope["zz"]


def with_staged_keys(v):
    d = {"a": 1}
    if v > 3:
        d["v"] = v
    return d


@cases(7, 1)
def united_with_a_set(v):
    d = with_staged_keys(v)
    both = set().union(d, {"q": 2})
    return "v" in both, len(both), len({"v"}.intersection(d)), {"a", "v"}.issubset(d), frozenset("v").isdisjoint(d)


@cases(7, 1)
def dict_from_its_keys(v):
    d = with_staged_keys(v)
    made = dict.fromkeys(d, 0)
    made["a"] = 5
    return made, d, len(dict.fromkeys(d))
