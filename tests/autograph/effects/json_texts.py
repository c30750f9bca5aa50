"""`json.dumps` of staged numbers and strings, and of lists and dicts of which a tensor decides what is in them."""

from __future__ import annotations

import json
from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases((1, 2.5), (3, 4.0))
def settings(a, b):
    return json.dumps({"a": a, "b": [b, a], "c": {"on": a > 2, "name": "x"}}, indent=2, sort_keys=True)


@cases((1, 3), (5, 0))
def grown(a, b):
    record = {"id": a, "tags": [], "scores": (a, b)}
    if b > 2:
        record["tags"].append("late")
        record["extra"] = None
    return json.dumps(record, separators=(",", ":"))


@cases((1, 3), (5, 0))
def counted(a, b):
    counts = Counter([a, b, 3])
    names = {}
    names["x"] = a
    return json.dumps(counts), json.dumps(names)


@cases((1, 3), (5, 0))
def chosen(a, b):
    level = 'high "x"' if a > b else "low"
    best = None
    if b > 2:
        best = a * 0.5
    return json.dumps({"level": level, "best": best, "both": a > 2 and b > 2, 3: "three"})


@cases((1, 3), (5, 0))
def lists(a, b):
    found = [i for i in range(a) if i != b]
    return json.dumps(found) + "!", f"{json.dumps([a])}"


@cases((1, 3), (5, 0))
def later_changed(a, b):
    rows = [a]
    text = json.dumps(rows)
    rows.append(b)
    return text, json.dumps(rows)


@cases((1, 3), (5, 0))
def in_branch(a, b):
    if a > 2:
        text = json.dumps({"a": a})
    else:
        text = json.dumps([b])
    return text


@cases((1, 3), (5, 0), staged="refused AG053")
def unserialisable(a, b):
    try:
        return json.dumps({"a": {a, b}})
    except TypeError:
        return "no"


@cases((1, 3), (5, 0), staged="refused AG053")
def defaulted(a, b):
    return json.dumps({"a": {7}, "b": a}, default=sorted)


@cases((1, 3), (5, 0), staged="refused AG055")
def known(a, b):
    return json.dumps({"a": [1, 2]}), len(json.dumps([a]))


@cases((1, 0.1), (5, 1e20))
def floats(a, b):
    return json.dumps([b, a / 2, b > a])


@cases((1, 3), (5, 0))
def texts(a, b):
    return json.dumps({"say": f'{a}/"{b}"', "n": str(a)})


@cases((1, 5), (3, 4))
def json_names(a, b):
    name = "big" if a > 2 else "small"
    return json.dumps([name, a, {"b": b, "none": None}])


@cases((1, 3.5), (2, 0.5))
def order_to_json(count, price):
    order = {"items": [{"name": "tea", "count": count}], "total": count * price}
    return json.dumps(order)
