"""Dicts of lists under keys that are texts, which a tensor decides to have: read by keys that are staged."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 4)
def grouped(m):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v < m:
            continue
        by[k].append((v, k.title()))
    return [(k, len(by[k]), max(by[k])) for k in sorted(by)]


@cases(0, 1, 4)
def grouped_numbers(m):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v < m:
            continue
        by[k].append(v)
    return [(k, len(by[k]), max(by[k])) for k in sorted(by)]


@cases(0, 1, 4)
def grouped_loop(m):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].append((v, k + "!"))
    lines = []
    for k in sorted(by):
        entries = by[k]
        worst = max(entries)
        lines.append(f"{k:<6}{len(entries):>3} worst={worst[0]} {worst[1]}")
    return lines


@cases((0, 0), (1, 1), (4, 2), (4, 0), (9, 1), staged="refused AG032")
def asks_for_missing(m, i):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].append((v, k.title()))
    key = ["db", "web", "auth"][i]
    xs = by[key]
    return len(xs), sorted(by)


@cases((0, 0), (1, 1), (4, 2), (4, 0), (9, 1), staged="refused AG032")
def appends_to_missing(m, i):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].append((v, k.title()))
    key = ["db", "web", "auth"][i]
    by[key].append((1, "more"))
    return [(k, by[k]) for k in sorted(by)]


@cases((0, 0), (4, 2), (9, 1), staged="refused AG032")
def handler_around_missing(m, i):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].append((v, k.title()))
    key = ["db", "web", "auth"][i]
    try:
        n = len(by[key])
    except Exception:
        n = -1
    return n


@cases(0, 1, 4)
def changes_while_reading(m):
    by = defaultdict(list)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].append((v, k.title()))
    for k in sorted(by):
        by[k].append((0, "end"))
    return [(k, len(by[k])) for k in sorted(by)]


@cases(0, 1, 4)
def totals_by_key(m):
    by = defaultdict(set)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k].add((v, k.upper()))
    return {k: len(by[k]) for k in sorted(by)}


@cases(0, 1, 4)
def nested_groups(m):
    by = defaultdict(dict)
    for k, v in [("db", 3), ("web", 1), ("db", 5), ("auth", 4)]:
        if v >= m:
            by[k][str(v)] = k + "!"
    return [(k, len(by[k])) for k in sorted(by)]
