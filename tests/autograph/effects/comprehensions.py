"""Comprehensions over what is staged: that bind names, with several clauses, of dicts and sets."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 4)
def walrus_after(n):
    last = -1
    xs = [last := i * 2 for i in range(n)]
    return xs, last


@cases(0, 1, 4)
def walrus_test_after(n):
    y = -5
    xs = [y + i for i in range(n) if (y := i * 2 - 3) > 0]
    return xs, y


@cases(1, 4, jax="refused AG018")
def walrus_unbound(n):
    xs = [y for i in range(n) if (y := i * 2 - 3) > -9]
    return xs, y


@cases(0, 1, 4)
def walrus_in_loop(n):
    out = []
    total = 0
    for k in range(n):
        if k != 2:
            out.append(len([total := total + i for i in range(k)]))
    return out, total


@cases(0, 1, 4)
def walrus_list(n):
    xs = [n, 3, 1]
    ys = [z for x in xs if (z := x * 2) > 4]
    return ys, z


@cases(0, 1, 4)
def walrus_any(n):
    xs = [n, 3, 1]
    if any((hit := x) > 2 for x in xs):
        return hit
    return -1


@cases(0, 1, 4, staged="refused AG018")
def walrus_any_staged(n):
    if any((hit := x) * x > 5 for x in range(n)):
        return hit
    return -1


@cases(0, 1, 4)
def walrus_sum(n):
    t = sum(s for i in range(n) if (s := i % 3))
    return t


@cases(0, 1, 4)
def walrus_global_style(n):
    def inner():
        nonlocal seen
        return [seen := seen + i for i in range(n)]

    seen = 10
    xs = inner()
    return xs, seen


@cases(0, 1, 4, staged="refused AG018")
def walrus_try(n):
    try:
        xs = [10 // (d := i - 2) for i in range(n)]
    except ZeroDivisionError:
        return -1, d
    return xs


@cases(0, 1, 4)
def walrus_dict(n):
    d = {i: sq for i in range(n) if (sq := i * i) != 4}
    return d


@cases(0, 1, 4)
def walrus_return(n):
    return [r for i in range(n) if (r := i * n) % 2 == 0]


@cases(0, 1, 4)
def prefix_sums(n):
    total = 0
    return [total := total + x for x in [n, 2, 3]], total


@cases(0, 1, 4)
def walrus_while(n):
    out = []
    while (m := [v for v in [n, 5] if (w := v) > 2]) and n < 9:
        out.append(w)
        n += 3
    return out, len(m)


@cases(0, 3)
def cond_and_comp(n):
    return n > 1 and [q for i in range(n) if (q := i * 2) != 2]


@cases((4, 2), (0, 1), (7, 3))
def comprehension_mix(n, k):
    squares = {i: i * i for i in range(n) if i % k}
    evens = {j for j in range(n) if (h := j * k) % 2 == 0}
    nested = [i * j for i in range(n) for j in range(i) if (i + j) % k == 0]
    return squares, sorted(evens), sum(nested), len(nested)


@cases(0, 1, 4)
def dict_comp(n):
    d = {i: i * i for i in range(n)}
    return d, len(d), sum(d.values())


@cases(0, 1, 4)
def dict_comp_filter(n):
    d = {i: i * i for i in range(n) if i % 2}
    return sum(d.values()), len(d)


@cases(0, 1, 4)
def set_comp(n):
    s = {i % 3 for i in range(n)}
    return len(s), 2 in s, sorted(s)


@cases(0, 1, 4)
def nested_ranges(n):
    return [i * j for i in range(n) for j in range(i)]


@cases((0, 2), (3, 2), (2, 0))
def nested_ranges_sum(n, m):
    return sum(i * j for i in range(n) for j in range(m) if i != j)


@cases((3, 2), (0, 2))
def pairs_comp(n, k):
    return [(i, j) for i in range(n) for j in range(i, n) if (j - i) % k == 0]


@cases(4, 0, 12)
def pythagorean(n):
    return [(a, b, c) for a in range(1, n) for b in range(a, n) for c in range(b, n) if a * a + b * b == c * c]


@cases(4, 0)
def comp_in_branch(n):
    if n > 2:
        xs = [i for i in range(n) if i % 2]
    else:
        xs = []
    return xs, len(xs)


@cases(5, 0)
def enumerate_filter(n):
    xs = [n, 3, 1, n + 2]
    return [i for i, x in enumerate(xs) if x > 2]


@cases(0, 2, 4)
def chain_in_a_filter(r):
    kept = [r + d for d in (-1, 0, 1) if 0 <= r + d < 5]
    return kept, sum(r - d for d in range(r) if 0 <= r - d < 2), {d: r + d for d in (-1, 0, 1) if 0 < r + d <= 4}


@cases(0, 2, 4)
def long_chain_in_a_filter(r):
    return [d for d in (-1, 0, 1) if 0 <= r + d < 5 <= r + d + 3 < 9]


@cases(0, 2, 4)
def neighbours_in_a_grid(r):
    return [(y, x) for y in range(3) for x in range(4) if 0 <= y + r < 3 and 0 <= x - r < 4 != y]


@cases(0, 2, 4)
def chain_of_tuples_in_a_filter(r):
    return [d for d in (1, 2) if (0, 1) <= (r, d) < (3, 2)]


@cases(1, 2, 3)
def two_enumerations_in_a_branch(n):
    plan = [[0, 1, 0], [1, 0, 0]]
    if n > 2:
        free = [(r, s) for r, line in enumerate(plan) for s, x in enumerate(line) if x == 0]
        return free[0]
    return None


@cases(1, 2, 3)
def enumerations_of_chosen_rows(n):
    plan = [[0, 1, 0], [1, 0, 0]]
    if plan[0][n - 1]:
        free = [(r, s) for r, line in enumerate(plan) for s, x in enumerate(line) if x == 0]
        return free[0]
    return None


@cases(4, 1, 0)
def over_a_list_or_none(n):
    found = None
    if n > 0:
        found = []
        for i in range(n):
            found.append(i * 2)
    kept = [c + 1 for c in found] if found else None
    return kept, sum(c for c in found or ())


@cases(([1, 5, 9], [2, 3, 4]), ([1, 1, 1], [4, 4, 4]))
def over_a_list_that_a_dict_may_have(ages, ratings):
    grouped = {}
    for age, rating in zip(ages, ratings):
        grouped.setdefault("young" if age < 3 else "old" if age < 7 else "oldest", []).append((age, rating))
    report = {}
    for name in ("young", "old", "oldest"):
        rows = grouped.get(name)
        if not rows:
            report[name] = None
            continue
        found = [rating for _, rating in rows]
        report[name] = sum(found) / len(found), max(found), {rating: 1 for _, rating in rows}
    return report


@cases(("a b c", 2), ("", 5))
def over_a_part_of_nothing(text, n):
    return [len(word) for word in text.split()[:n]], text.split()[n:], tuple(text.split())[:n]


@cases((2, [1, 2, 3]), (0, [3, 3, 3]))
def named_in_a_comparison(shift, xs):
    rounds = 0
    while (new := [v + 1 if v + shift < max(xs) else v for v in xs]) != xs and rounds < 6:
        xs = new
        rounds += 1
    return xs, rounds, new == xs
