"""Runs of characters and of numbers, as `itertools.groupby` has them."""

from __future__ import annotations

from itertools import groupby

from tests.autograph.effects.outcomes import cases


@cases(1, 2, 4, 5)
def count_and_say(n):
    s = "1"
    for _ in range(n - 1):
        s = "".join(str(len(list(g))) + k for k, g in groupby(s))
    return s


@cases(0, 1, 2)
def runs_of_chosen_text_loop(n):
    s = ["aab", "abba", ""][n]
    out = []
    for k, g in groupby(s):
        out.append((k, sum(1 for _ in g)))
    return out


@cases(0, 3, 6)
def longest_run(n):
    xs = [x for x in [1, 1, 2, 5, 5, 5, 1] if x < n]
    return max((len(list(g)) for _, g in groupby(xs)), default=0)


@cases(0, 3, 6)
def groups_as_lists(n):
    xs = [x for x in [1, 1, 2, 5, 5, 5, 1] if x < n]
    return [list(g) for _, g in groupby(xs, key=lambda x: x > 1)]


@cases(0, 3, 6)
def joined_groups(n):
    s = "aaabbc"[:n]
    return " ".join("".join(g) for _, g in groupby(s))


@cases(0, 3, 6)
def dict_of_groups(n):
    xs = [x for x in [1, 1, 2, 5, 5, 5, 1] if x < n]
    return {k: len(list(g)) for k, g in groupby(sorted(xs))}


@cases(0, 1, 2)
def encoded_parts(n):
    s = ["aab", "abba", ""][n]
    out = []
    for k, g in groupby(s):
        c = len(list(g))
        out.append(k + (str(c) if c > 1 else ""))
    return "".join(out)


@cases(0, 3, 6)
def group_rows(n):
    rows = [("a", 1), ("a", 5), ("b", 2), ("b", n), ("c", 4)]
    return {k: [v for _, v in g] for k, g in groupby(rows, key=lambda r: r[0])}


@cases(0, 3, 6)
def group_by_parity(n):
    out = []
    for even, g in groupby([n, 2, 3, 5, n + 1], key=lambda x: x % 2 == 0):
        vals = list(g)
        out.append((even, vals[0], len(vals)))
    return out


@cases(0, 3, 6)
def unpacked_groups(n):
    best, run = None, 0
    for k, g in groupby([n, 3, 3, 6, n]):
        length = len([*g])
        if length > run:
            best, run = k, length
    return best, run


@cases(1, 3, 6)
def look_and_say_numbers(n):
    term = [1]
    for _ in range(n):
        new = []
        for k, g in groupby(term):
            new.append(len(list(g)))
            new.append(k)
        term = new
    return term


@cases(1, 3, 6)
def break_in_groups(n):
    total = 0
    for k, g in groupby([1, 1, 2, 2, 2, 3]):
        if k >= n:
            break
        total += sum(g)
    return total


@cases(1, 3, 6)
def groups_in_branch(n):
    if n > 2:
        return [(k, len(list(g))) for k, g in groupby("aabbb")]
    return [("a", n)]


@cases(1, 3, 6)
def groups_in_while(n):
    words = 0
    while n > 0:
        for k, g in groupby("ab  c", str.isspace):
            if not k:
                words += len("".join(g))
        n -= 1
    return words


@cases(0, 3, 6)
def nan_known(n):
    x = float("nan")
    return [len(list(g)) for _, g in groupby([x, x, 1.0])], n


@cases(0, 3, 6)
def mixed_known(n):
    return [(k, len(list(g))) for k, g in groupby([1, 1.0, True, "a", None, None])], n


@cases(0, 3, 6, staged="refused AG033")
def nan_groups(n):
    x = float("nan")
    return [len(list(g)) for _, g in groupby([x, x, n])]
