"""Texts of dicts, sets and views that stand for others, and what Python raises of keys and formats."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

from tests.autograph.effects.outcomes import cases

A = ((0, 1), (1, 0), (2, 2), (3, 1))


@cases(*A)
def emptied(n, m):
    d = {"a": 1}
    if n > 1:
        d["b"] = m
    d.clear()
    s = {1, 2}
    if n > 1:
        s.add(5)
    s.clear()
    o = OrderedDict(a=1)
    if n > 1:
        o["z"] = 1
    o.clear()
    dd = defaultdict(int)
    if n > 1:
        dd["z"] += 1
    dd.clear()
    return repr(d), f"{s}", d == {}, str(o), [repr(dd)], str([d, s])


@cases(*A)
def filled_again(n, m):
    d = {"a": 1}
    if n > 1:
        d["b"] = m
    d.clear()
    d["x"] = 1
    d["y"] = "t"
    s = {1, 2}
    if n > 1:
        s.add(5)
    s.clear()
    s.add(4)
    return repr(d), f"{s}"


@cases(*A)
def popped(n, m):
    d = {"a": 1}
    if n > 1:
        d["b"] = m
    d.pop("a")
    d.pop("b", None)
    return str(d), f"{d!r:>5}"


@cases(*A)
def staged_keys_emptied(n, m):
    d = {}
    d[n] = m
    d.clear()
    s = {n, m}
    s.clear()
    return str(d), str(s)


@cases(*A)
def views_shown(n, m):
    d = {"a": 1, "c": 2}
    if n > 1:
        d.pop("a")
    e = {n: m}
    return f"{d.keys()}", str(d.items()), repr(d.values()), f"{e.keys()} {e.items()} {e.values()}", str([d.keys()])


@cases(*A)
def attributes_of_views(n, m):
    d = {"a": 1, "c": 2}
    if n > 1:
        d.pop("a")
    try:
        d.keys().add(1)
    except AttributeError as e:
        return str(e), hasattr(d.values(), "x"), hasattr({n: 1}.items(), "y")


@cases(*A)
def key_that_is_missing(n, m):
    d = {"a": 1, "c": 2}
    if n > 1:
        d.pop("a")
    return d["c" if n < 2 else "a"]


@cases(*A, staged="refused AG055")
def set_of_two(n, m):
    s = {1, 2}
    if n > 1:
        s.add(5)
    s.clear()
    s.add(4)
    s.add(9)
    return f"{s}", sorted(s)


@cases(*A)
def key_that_is_caught(n, m):
    d = {"a": 1, "c": 2}
    if n > 1:
        d.pop("a")
    s = {"a", "b"}
    k = "q" if n else "r"
    found = []
    try:
        found.append(d[k])
    except KeyError as e:
        found.append((e.args[0], str(e)))
    try:
        del d[k]
    except KeyError as e:
        found.append(str(e))
    try:
        s.remove("c" if n else "a")
    except KeyError as e:
        found.append(str(e))
    return found


@cases(*A)
def format_that_is_none_on_one_path(n, m):
    x = "a" if n else 1
    y = None if n > 1 else n
    found = []
    try:
        found.append(f"{x:d}")
    except ValueError as e:
        found.append(str(e))
    try:
        found.append(f"{y:3}")
    except TypeError as e:
        found.append(str(e))
    return found


@cases(*A)
def format_that_is_none(n, m):
    try:
        return f"{n:,x}"
    except ValueError as e:
        return str(e)


@cases(*A)
def format_that_is_none_and_not_used(n, m):
    x = "a" if n else 1
    f"{x:d}"
    return 5


@cases(*A)
def numbers_gone_over(n, m):
    found = []
    for function in (any, all, max, min, sorted, reversed):
        try:
            found.append(function(n))
        except TypeError as e:
            found.append(str(e))
    return found


def kind_of_error(function):
    try:
        return function()
    except Exception as e:
        return type(e).__name__, str(e)


@cases(*A)
def keys_that_may_change(n, m):
    s = {1, n}
    d = {"a": 1}
    if n > 1:
        d["b"] = m
    return [
        kind_of_error(lambda: [1] in s),
        kind_of_error(lambda: s.discard([1])),
        kind_of_error(lambda: d.get([1])),
        kind_of_error(lambda: d.pop({}, 2)),
        kind_of_error(lambda: {n: [1]}[[n]]),
        kind_of_error(lambda: d[n]),
    ]


@cases(*A)
def arguments_that_are_none(n, m):
    xs, text = [7], "a"
    for i in range(n):
        xs.append(i)
        text += "b"
    return [
        kind_of_error(lambda: xs[n * 1.0]),
        kind_of_error(lambda: xs[::0]),
        kind_of_error(lambda: text[::0]),
        kind_of_error(lambda: text.center(9, "ab")),
        kind_of_error(lambda: text.rjust(9, "")),
    ]
