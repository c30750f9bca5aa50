"""What may be None, and deques that a key may be missing for, where builtins and methods are given or make such."""

# ruff: noqa: UP031, UP032 - the older ways to make text are tested as well

from __future__ import annotations

import itertools
from collections import defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(3, staged="refused AG021")
def maxlen_of_a_default(n):
    d = {}
    for i in range(n):
        d.setdefault("a", deque(maxlen=2)).append(i)
    return {k: list(v) for k, v in d.items()}


@cases(1)
def maxlen_in_a_branch(n):
    d = {}
    if n > 0:
        d.setdefault("a", deque(maxlen=1)).extend([1, 2])
    return list(d["a"])


@cases(1)
def popleft_of_an_empty_one(n):
    d = defaultdict(deque)
    try:
        return d[n].popleft()
    except IndexError:
        return -1


@cases(0, 1)
def default_or_none(n):
    x = n if n > 0 else None
    return max([1, 2], default=x)


@cases(0, 1)
def next_or_none(n):
    x = n if n > 0 else None
    return next(iter([]), x)


@cases(0, staged="refused AG054")
def islice_to_none(n):
    x = n if n > 0 else None
    return list(itertools.islice([1, 2, 3], 0, x))


@cases(0, 1, staged="refused AG034")
def rounded_to_staged_digits(n):
    try:
        return round(2.567, n)
    except Exception:
        return "no"


@cases(0, 1)
def defaults_of_extremes(n):
    x = n if n > 0 else None
    return max([n, 2], default=x), min((v for v in range(n)), default=x)


@cases(0, 1)
def defaults_of_next(n):
    x = n if n > 0 else None
    it = iter([5])
    return next(it, x), next(it, x)


@cases(0, 1)
def default_of_next_of_a_generator(n):
    x = n if n > 0 else None
    return next((v for v in range(n) if v > 5), x)


@cases(1, 0, 3)
def deque_of_a_key_or_none(n):
    d = {}
    if n > 0:
        d["a"] = deque()
        d["a"].append(5)
    q = d["a"] if "a" in d else deque()
    return list(q)


@cases(1, 0, 3)
def deque_of_a_default(n):
    d = defaultdict(deque)
    if n > 0:
        d["a"].append(5)
    if n > 1:
        d["a"].append(6)
    return list(d["a"])


@cases(1, 0, 3)
def deque_or_another(n):
    p = deque()
    if n > 0:
        p.append(5)
    q = p if n > 1 else deque()
    return list(q)


@cases(1, 0, 3)
def deque_by_setdefault(n):
    d = {}
    if n > 0:
        d.setdefault("a", deque()).append("x")
    if n > 1:
        d.setdefault("a", deque()).append("y")
    return {k: list(v) for k, v in d.items()}


@cases(1, 0, 3)
def deque_by_setdefault_of_items(n):
    d = {}
    if n > 0:
        d.setdefault("a", deque([9])).append("x")
    if n > 1:
        d.setdefault("a", deque([8])).append("y")
    return {k: [str(x) for x in v] for k, v in d.items()}


@cases(1, 0, 3)
def deque_with_limit(n):
    d = defaultdict(lambda: deque(maxlen=2))
    if n > 0:
        d["a"].append(5)
    if n > 1:
        d["a"].append(6)
    d["a"].append(7)
    return list(d["a"])


@cases(1, 0, 3)
def deque_with_limit_and_item(n):
    d = defaultdict(lambda: deque([0], maxlen=2))
    if n > 0:
        d["a"].append(5)
    if n > 1:
        d["a"].append(6)
    d["a"].append(7)
    return list(d["a"])


@cases(0, 1)
def found_from(n):
    x = n if n > 0 else None
    return "abcabc".find("b", x)


@cases(0, 1)
def split_at_most(n):
    x = n if n > 0 else None
    try:
        return "abcabc".split("b", x)
    except TypeError as e:
        return str(e)


@cases(0, 1)
def split_at(n):
    x = "b" if n > 0 else None
    return "a bc ab".split(x)


@cases(0, 1)
def replaced_by(n):
    x = "b" if n > 0 else None
    try:
        return "abcabc".replace("a", x)
    except TypeError as e:
        return str(e)


@cases(0, 1)
def begins_with(n):
    x = "b" if n > 0 else None
    try:
        return "abcabc".startswith(x)
    except TypeError as e:
        return str(e)


@cases(0, 1)
def stripped_of(n):
    x = "b" if n > 0 else None
    return " bab ".strip(x)


@cases(0, 1)
def percent_of_none(n):
    x = n if n > 0 else None
    try:
        return "%d" % x
    except TypeError as e:
        return str(e)


@cases(0, 1)
def shown(n):
    x = n if n > 0 else None
    return "%s %r" % (x, x)


@cases(0, 1)
def format_of_none(n):
    x = n if n > 0 else None
    try:
        return f"{x:d}"
    except TypeError as e:
        return str(e)


@cases(0, 1)
def format_method_of_none(n):
    x = n if n > 0 else None
    try:
        return "{:5.1f}".format(x)
    except TypeError:
        return "no"


@cases(0, 1)
def shown_where_it_is_none(n):
    x = n * 0.5 if n > 0 else None
    if x is not None:
        return "%.1f" % x
    return "-"


def average():
    value = None
    while True:
        given = yield value
        if given is None:
            value = None
        elif value is None:
            value = given
        else:
            value = 0.5 * value + 0.5 * given


@cases([1.0, 2.0, -1.0, 3.0], [-1.0, 2.0, 4.0, 3.0])
def sent_to_a_generator(values):
    averages = average()
    next(averages)
    return [averages.send(None if value < 0 else value) for value in values], averages.send(None)


@cases([1.0, 2.0, -1.0, 3.0], [-1.0, 2.0, 4.0, 3.0])
def sent_in_a_loop(values):
    averages, last = average(), None
    next(averages)
    for value in values:
        given = None
        if value > 0:
            given = value * 2
        last = averages.send(given)
    return last


@cases([1.0, 2.0], [-1.0, 2.0])
def sent_to_one_that_has_not_begun(values):
    averages = average()
    try:
        averages.send(values[0] if values[0] > 0 else None)
    except TypeError as error:
        return str(error)
    return "begun"
