"""Attributes that values of the program do not have, and what stands for them has by these names."""

from __future__ import annotations

from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3)
def of_a_list(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return hasattr(xs, "form"), getattr(xs, "length", -1), hasattr(xs, "append"), hasattr(xs, "shape")


@cases(0, 1, 3)
def of_a_dict_of_staged_keys(n):
    d = {}
    for i in range(n):
        d[i] = i
    return hasattr(d, "entries"), getattr(d, "kind", -1), hasattr(d, "get"), hasattr(d, "value"), hasattr(d, "backend")


@cases(0, 1, 3)
def of_a_dict(n):
    d = {"a": 1}
    if n > 1:
        d["b"] = 2
    return (
        hasattr(d, "entries"),
        getattr(d, "kind", -1),
        hasattr(d, "get"),
        hasattr(d, "value"),
        hasattr(d, "backend"),
        hasattr(d, "stamps"),
    )


@cases(0, 1, 3)
def of_chosen_texts(n):
    s = "ab" if n > 1 else "c"
    return hasattr(s, "number"), hasattr(s, "options"), getattr(s, "parts", 5), hasattr(s, "upper")


@cases(0, 1, 3)
def of_shown_texts(n):
    s = f"{n}"
    return (
        hasattr(s, "number"),
        hasattr(s, "pieces"),
        getattr(s, "parts", 5),
        hasattr(s, "upper"),
        getattr(s, "made_in", 4),
    )


@cases(0, 1, 3)
def of_a_list_or_a_number(n):
    x = [1, 2] if n > 1 else 5
    return hasattr(x, "value"), hasattr(x, "options"), getattr(x, "backend", 4), hasattr(x, "append")


@cases(0, 1, 3)
def of_counters(n):
    x = Counter("ab") if n > 1 else Counter("b")
    try:
        return x.value
    except AttributeError as e:
        return 1


@cases(0, 1, 3)
def read(n):
    xs = []
    for i in range(n):
        xs.append(i)
    try:
        return xs.length
    except AttributeError as e:
        return str(e)


@cases(0, 1, 3)
def of_rows(n):
    xs = []
    for i in range(n):
        xs.append([i])
    return [hasattr(x, "pool") for x in xs], [getattr(x, "number", 7) for x in xs]
