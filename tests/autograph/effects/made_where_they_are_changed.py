"""Lists and dicts that methods of what is written out give, and that patterns bind, changed in loops."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3)
def by_setdefault(n):
    t = 0
    for _ in range(n):
        xs = {}.setdefault("k", [1, 2])
        xs.append(t)
        t += len(xs)
    return t


@cases(0, 1, 3)
def by_pop(n):
    t = 0
    for _ in range(n):
        xs = {"k": [1, 2]}.pop("k")
        xs.append(t)
        ys = [[1, 2]].pop()
        ys[0] = 7
        t += len(xs) + sum(ys)
    return t


@cases(0, 1, 3)
def rest_of_a_sequence(n):
    t = 0
    for i in range(n):
        match (1, 2, i):
            case [_, *xs]:
                xs.append(t)
                t += sum(xs)
    return t


@cases(0, 1, 3)
def rest_of_a_mapping(n):
    t = 0
    for i in range(n):
        match {"a": 1, "b": i}:
            case {"a": _, **rest}:
                rest["c"] = t
                t += len(rest)
    return t
