"""`json.dumps` of what is staged."""

import json
from collections import Counter, OrderedDict

from tests.autograph.effects.outcomes import cases


@cases((1, 2.5), (-3, 0.1), (0, float("inf")), (7, float("nan")))
def values_of_all_kinds_are_written(a, x):
    held = {"a": a, "b": [a, x, None, True, 'q"\n'], "t": (1, a), "e": [], "f": {}, 3: a > 1, None: a}
    return json.dumps(held), json.dumps(a), json.dumps(x), json.dumps([x])


@cases((1, 2), (-3, 0))
def options_say_how_it_is_written(a, b):
    held = {"b": a, "a": {"x": [b, {"y": a}]}}
    return json.dumps(held, indent=2), json.dumps(held, sort_keys=True, separators=(",", ":"))


@cases((4, 2), (0, 0))
def lists_of_staged_length_are_written(n, k):
    values = []
    for i in range(n):
        values.append(i * k)
    return json.dumps(values), json.dumps({"values": values, "n": len(values)}), json.dumps(values, indent=1)


@cases((1, 2), (3, 0))
def strings_that_a_tensor_chooses_are_written(a, b):
    level = "high" if a > b else "low é"
    held = {"level": level, "text": f'{a} of "{b:>3}"', "same": level}
    return json.dumps(held), json.dumps(level, ensure_ascii=False)


@cases((1, 2), (3, 0))
def dicts_of_staged_keys_are_written(a, b):
    held = {"x": 1}
    if a > b:
        held["y"] = a
    counts = Counter("aab")
    counts["a"] += b
    return json.dumps(held), json.dumps(counts), json.dumps(OrderedDict(z=a))


@cases((1, 2), (3, 0))
def records_of_a_loop_are_written(n, b):
    rows = []
    for i in range(n):
        rows.append({"i": i, "v": i * b})
    return json.dumps(rows)


@cases((1, 2), (3, 0), staged="refused AG055")
def a_text_is_written_in_a_branch(a, b):
    text = ""
    if a > b:
        text = json.dumps({"a": a})
    else:
        text = json.dumps([b])
    return text, len(text)


@cases((1, 2), (3, 0), staged="refused AG055")
def other_options_ask_for_the_values(a, b):
    return json.dumps({"a": a}, default=str)
