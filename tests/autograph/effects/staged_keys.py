"""Dicts and sets whose keys are tensors."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 7)
def counts_remainders(n):
    counts = {}
    for i in range(n):
        counts[i % 3] = counts.get(i % 3, 0) + 1
    return counts, len(counts), list(counts)


@cases(1, 12, 60, 97)
def prime_factors(n):
    factors = {}
    p = 2
    while p * p <= n:
        while n % p == 0:
            factors[p] = factors.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        factors[n] = factors.get(n, 0) + 1
    return factors


@cases(1, 3, 5)
def key_that_is_there_or_new(n):
    d = {1: 10, 3: 30}
    d[n] = n * 100
    return d, len(d), d[1], list(d.items())


@cases(1, 3, 4)
def missing_key_raises(n):
    d = {1: 2}
    d[n] = 5
    return d[3]


@cases(0, 2)
def missing_key_is_caught(n):
    d = {}
    d[n] = 5
    try:
        return d[0]
    except KeyError as error:
        return "missing", error.args[0]


@cases(3, runtime="refused AG027")
def empty_dict_has_no_key(n):
    return {}[n]


@cases(0, 1, 10)
def memoized(n):
    memo = {}

    def fib(k):
        if k in memo:
            return memo[k]
        if k < 2:
            return k
        a, b = 0, 1
        for _ in range(k - 1):
            a, b = b, a + b
        memo[k] = b
        return b

    return fib(n) + fib(n), len(memo)


@cases(1, 6, 27)
def collatz_with_known_steps(n):
    steps = {1: 0}
    count = 0
    x = n
    while x not in steps:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        count += 1
        if count > 200:
            break
    steps[n] = count
    return count, steps[n], len(steps)


@cases(2, 19, 20)
def happy_number(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        total = 0
        while n > 0:
            total += (n % 10) ** 2
            n //= 10
        n = total
    return n == 1, len(seen)


@cases(1, 6)
def reads_what_an_earlier_iteration_stored(n):
    table = {0: 1}
    for i in range(1, n):
        table[i] = table[i - 1] * 2
    return table[n - 1], table


@cases(0, 4)
def first_key_comes_in_a_branch(n):
    memo = {}
    total = 0
    for i in range(n):
        if i > 0:
            total += memo[i - 1]
        memo[i] = i * i
    return total, memo


@cases((1, 2), (2, 2), (3, 1))
def two_sum(a, target):
    seen = {}
    values = [a, 1, 4, a]
    for i, value in enumerate(values):
        if target + 4 - value in seen:
            return seen[target + 4 - value], i
        seen[value] = i
    return -1, -1


@cases(0, 5)
def adds_in_place(n):
    d = {0: 0, 1: 0}
    for i in range(n):
        d[i % 2] += i
    return d, d[0] - d[1]


@cases((1, True), (1, False), (0, True))
def one_branch_stores(n, flag):
    d = {0: 1}
    if flag:
        d[n] = 5
    return d, len(d), n in d


@cases(0, 2)
def branches_store_other_keys(n):
    d = {}
    if n > 1:
        d[n] = 1
    else:
        d[n + 7] = 2
        d[n + 8] = 3
    return d, list(d.values())


@cases(0, 2)
def one_branch_makes_another_dict(n):
    if n > 1:
        d = {n: 1}
    else:
        d = {}
    return d, len(d)


@cases(0, 3)
def known_and_staged_keys(n):
    d = {}
    for i in range(n):
        d[0] = i
        d[i + 5] = i
        d[1] = -i
    return d, list(d)


@cases((0, 1), (3, 1), (3, 9))
def a_path_decides_a_known_key_first(n, k):
    d = {4: 4}
    if n > 2:
        d[9] = 1
    d[k] = 7
    return d, list(d), len(d)


@cases(0, 5)
def deletes_keys(n):
    d = {}
    for i in range(n):
        d[i] = i * i
    for i in range(0, n, 2):
        del d[i]
    return d, list(d), len(d)


@cases(1, 2, 5)
def pops_keys(n):
    d = {1: 10, 2: 20, 3: 30}
    first = d.pop(n, -1)
    second = d.pop(3)
    return first, second, d, list(d)


@cases(1, 2)
def pops_what_may_be_missing(n):
    d = {1: 10}
    return d.pop(n), d


@cases(0, 3)
def pops_items(n):
    d = {}
    for i in range(n):
        d[i * 2] = i
    found = 0
    while d:
        key, value = d.popitem()
        found = found * 10 + key + value
    return found, len(d)


@cases(0, 1, 2)
def setdefault_keeps_what_is_there(n):
    d = {1: 5}
    one = d.setdefault(n, 9)
    two = d.setdefault(n, 11)
    return one, two, d


@cases(0, 4)
def loops_over_items(n):
    d = {}
    for i in range(n):
        d[i * 3 % 5] = i
    total, text = 0, 0
    for k, v in d.items():
        total += k * v
        text = text * 10 + k
    for v in d.values():
        total += v
    for k in d:
        total += d[k]
    return total, text


@cases(1, 4)
def changes_values_while_it_loops(n):
    d = {}
    for i in range(n):
        d[i] = i
    total = 0
    for k, v in d.items():
        d[n - 1] = 10
        total += v
    return total, d


@cases(3, staged="refused AG022")
def changes_keys_while_it_loops(n):
    d = {1: 1}
    d[n] = 2
    for k in d:
        d[k + 1] = 0
        break
    return len(d)


@cases(0, 5)
def aggregates_of_dicts(n):
    d = {7: 1}
    for i in range(n):
        d[i * 7 % 10] = i
    return (
        sum(d), sum(d.values()), min(d), max(d.values()), sorted(d), sorted(d, reverse=True), max(d, key=d.get),
        sorted(d.items()), sorted(d, key=lambda k: -d[k]), any(v > 3 for v in d.values()), all(k < 9 for k in d),
        [k + v for k, v in d.items() if v > 1],
    )  # fmt: skip


@cases((1, 2), (2, 2))
def comparisons_of_dicts(a, b):
    one, other = {a: 1, b: 2}, {b: 2, a: 1}
    return one == other, one == {1: 1, 2: 2}, one != {2: 2}, {2: 2} == one, len(one) == 2


@cases((1, 2), (2, 5))
def unions_of_dicts(a, b):
    one = {a: 1, 2: 2}
    one |= {b: 7}
    return one | {3: 3}, {3: 3, a: 0} | one, {**one, b: 9}, one


@cases(2, 3)
def updates_alias(n):
    d = {1: 1}
    e = d
    d.update({n: 2})
    d.update({n + 1: 3, 1: 4})
    d.update([(n, 5)])
    return d, e, d is e


@cases(2, 3)
def aliases_see_stores(n):
    d = {2: 1}
    holder = [d]
    e = d
    d[n] = 5
    e[n + 1] = 6
    holder[0][n] += 1
    return d, e, holder


@cases(0, 3)
def attributes(n):
    class Tally:
        def __init__(self):
            self.counts = {}

        def add(self, k):
            self.counts[k] = self.counts.get(k, 0) + 1

    tally = Tally()
    for i in range(n):
        tally.add(i // 2)
    tally.counts[n] = -1
    return tally.counts, len(tally.counts)


@cases((0, 1), (2, 1))
def either_of_two_dicts(n, k):
    one, other = {1: 1}, {2: 2}
    one[k] = 3
    other[k] = 4
    target = one if n > 1 else other
    target[k] += 10
    target[n + 7] = 0
    return one, other, target


@cases(2)
def a_tuple_has_it(n):
    d = {1: 1}
    pair = (d, 2)
    pair[0][1] = 3
    d[1] = n
    return pair, d


@cases(2, staged="refused AG032")
def a_tuple_has_what_gets_a_key(n):
    d = {1: 1}
    pair = (d, 2)
    d[n] = 3
    return len(pair[0])


@cases((1, 2), (2, 1))
def unlike_values_are_refused_or_right(a, b):
    d = {1: (1, 2), 2: (3, 4)}
    d[a] = (b, b)
    return d, d[a][0]


@cases(2, staged="refused AG032")
def values_of_two_kinds(n):
    d = {"a": 1}
    d[n] = 2
    return d


@cases(0.5, 2.0)
def float_keys(x):
    d = {x: 1, 2: 2}
    return len(d), d[2], 2.0 in d, d.get(x), d.get(3)


@cases((1, 2), (2, 2))
def tuples_as_keys(a, b):
    grid = {}
    grid[a, b] = 1
    grid[(2, 2)] = 5
    for i in range(3):
        grid[i, a] = grid.get((i, a), 0) + i
    return grid, len(grid), grid[a, b], (1, 2) in grid, (b, a) in grid, sum(i * j for i, j in grid)


@cases((1, 2), (5, 5))
def none_where_there_is_none(a, b):
    d = {a: 1}
    found = d.get(b)
    if found is None:
        return "none"
    return found


@cases(0, 1, 6)
def visited(n):
    seen = set()
    repeats = 0
    for i in range(n):
        if i * i % 5 in seen:
            repeats += 1
        seen.add(i * i % 5)
    return repeats, sorted(seen), len(seen), sum(seen), seen


@cases((1, 2), (4, 4), (7, 9))
def operators_of_sets(a, b):
    left, right = {a, b, 4}, {2, 4, 7}
    return (
        left & right, left | right, left - right, right - left, left ^ right, left <= right, left < right, right >= left,
        left == {4, a, b}, left.isdisjoint({1}), left.union([a + 1], {b}), left.issubset({1, 2, 4}), not left - {4},
    )  # fmt: skip


@cases((1, 2), (4, 7))
def methods_of_sets(a, b):
    s = {1, 4}
    s.discard(a)
    s.add(b)
    s.update([a, b, 9])
    s.difference_update({b})
    t = s.copy()
    t.intersection_update({1, a, 9})
    s.remove(9)
    s |= {b}
    return s, t, a in s, frozenset(t), s > t


@cases(1, 2)
def removes_what_may_be_missing(n):
    s = {2}
    s.remove(n)
    return len(s)


@cases(3, staged="refused AG033")
def order_of_a_set(n):
    s = {1, n}
    return [x for x in s]


@cases(0, 4)
def sets_from_loops(n):
    evens = {i % 4 for i in range(n) if i % 2 == 0}
    squares = {i: i * i for i in range(n)}
    pairs = dict((i, -i) for i in range(n) if i != 2)
    return evens, squares, set([n, 1, n]), dict(zip([n, 2], [1, 2], strict=True)), dict.fromkeys([n, 1], 0), len(pairs)


@cases((1, 2), (2, 2))
def sets_of_elements(a, b):
    return {x % 2 for x in [a, b, 3]}, len({a, b}), a in {b, 5}, {x: 1 for x in (a, b)}, set((a, b)) == {2}


@cases(0, 1)
def filtered_strings(a):
    ages = {"al": 10 + a, "bo": 12, "cy": 11}
    adults = {k: v for k, v in ages.items() if v >= 11}
    return adults, "al" in adults, len(adults), sorted(adults), adults.get("al", 0), adults["bo"]


@cases((1, 2), (5, 5))
def counter_of_elements(a, b):
    c = Counter([a, b, 5, a, 2])
    c[b] += 2
    c.update([a])
    return c, c[a], c[100], c.most_common(1), sum(c.values()), max(c, key=c.get)


@cases(0, 5)
def counter_in_a_loop(n):
    c = Counter()
    for i in range(n):
        c[i % 2] += 1
    return c, len(c), c[1]


@cases(0, 5)
def defaultdict_of_numbers(n):
    sums = defaultdict(int)
    for i in range(n):
        sums[i % 2] += i
    asked = sums[n + 9]
    return sums, asked, len(sums)


@cases(1, 3)
def ordered_dict(n):
    d = OrderedDict()
    d[1] = 1
    d[n] = 2
    d[2] = 3
    d.move_to_end(1)
    d.popitem(last=False)
    return d, list(d)


@cases((0, 3), (2, 3))
def lru_cache(size, x):
    data = OrderedDict()
    misses = 0
    for key in (1, 2, x, 1, 3, x):
        if key in data:
            data.move_to_end(key)
        else:
            misses += 1
            data[key] = key * key
            if len(data) > size:
                data.popitem(last=False)
    return misses, list(data)


@cases((1, 2), (2, 1))
def symmetric_pairs(a, b):
    seen = set()
    hits = []
    for x, y in [(a, b), (2, 1), (4, 5), (b, a)]:
        if (y, x) in seen:
            hits.append((x, y))
        else:
            seen.add((x, y))
    return hits, len(seen)


@cases(1, 3)
def called_function_changes_it(n):
    def put(d, k):
        d[k] = d.get(k, 0) + 1

    d = {1: 0}
    put(d, n)
    for i in range(n):
        put(d, i)
    return d


@cases(0, 3)
def passed_through_a_conditional(n):
    d = {1: 1}
    d[n] = 2
    e = dict(d)
    f = d.copy()
    if n > 1:
        e[n] = 5
        f.clear()
    return d, e, f, bool(f), not d


@cases(1, 4)
def dict_of_texts(n):
    names = {1: "one", 2: "two"}
    names[n] = "many"
    return names, names[n], names.get(2, "none"), names[1] == "many"


@cases(2, 3)
def shown(n):
    d = {2: 1}
    d[n] = 5
    return f"{len(d)}: {d[n]} {n in d}"


@cases(2, 3, staged="refused")
def shown_as_a_whole(n):
    d = {2: 1}
    d[n] = 5
    return f"{d}"


@cases(0, 3)
def in_nested_loops(n):
    d = {}
    for i in range(n):
        for j in range(i):
            d[i - j] = d.get(i - j, 0) + j
    return d


@cases(0, 3)
def sets_of_a_dict(n):
    d = {}
    d[n] = 1
    d[2] = 5
    return set(d), d.keys() == {n, 2} if n < 0 else len(set(d.values())), tuple(d)


GIVEN = {1: 1}


@cases(2, staged="refused")
def dict_from_outside(n):
    GIVEN[n] = 5
    return len(GIVEN)


@cases((2, True), (2, False))
def raises_after_a_store(n, flag):
    d = {}
    d[n] = 1
    if flag:
        raise ValueError(d[n])
    return d
