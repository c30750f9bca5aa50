"""Objects that come to be in a staged function out of sight: what they are given does not outlive it."""

from __future__ import annotations

import collections
import copy
import json

from tests.autograph.effects.outcomes import cases


class Held:
    def __init__(self, items):
        self.items = items


@cases(0, 3)
def list_of_an_unpacking_is_stored_to(n):
    first, *rest = [n, 1, 2]
    (*all_of,) = range(3)
    if n > 2:
        rest[0] = n
    all_of[0] = n
    return first, rest, all_of


@cases(0, 3)
def dict_of_keywords_is_stored_to(n):
    def changed(*values, **named):
        named["x"] = n
        items = list(values)
        items[0] = n
        return named, items

    return changed(1, 2, x=3)


@cases(0, 3)
def parts_of_a_deep_copy_are_stored_to(n):
    held = copy.deepcopy(Held([1, [2]]))
    rows = json.loads('{"a": [1, 2]}')
    if n > 2:
        held.items[1][0] = n
        rows["a"][0] = n
    return held.items, rows


@cases(0, 3)
def wrapped_containers_are_stored_to(n):
    values, items = collections.UserList([1, 2]), collections.UserDict(a=1)
    if n > 2:
        values[0] = n
    items["a"] = n
    return values[0], items["a"]


@cases(0, 3)
def lists_that_a_defaultdict_makes_are_stored_to(n):
    d = collections.defaultdict(list)
    for k in ["a", "b", "a"]:
        d[k].append(1)
    if n > 2:
        d["a"][0] = n
    return dict(d)


_KEPT = [1, [2]]


@cases(0, 3, staged="refused AG029", outer=("_KEPT",))
def part_that_a_deep_copy_shares_is_stored_to(n):
    class Shared:
        def __init__(self):
            self.items = _KEPT

        def __deepcopy__(self, memo):
            return self

    made = copy.deepcopy([Shared()])
    made[0].items[0] = n
    return made[0].items


class Problem(Exception):
    def __init__(self, a=0, b=2):
        self.a = a
        self.b = b


@cases(0, 2, 3)
def attribute_of_an_exception_changes_in_a_handler(n):
    try:
        try:
            if n > 1:
                raise Problem(1)
        except Problem as e:
            e.b += 40
            raise
    except Problem as e:
        return e.b
    return 0


@cases(0, 2, 3)
def attribute_of_a_caught_exception_is_given_a_staged_value(n):
    try:
        if n > 1:
            raise Problem(n)
    except Problem as e:
        e.b += n
        return e.b, e.a
    return 0, 0
