"""Loops over sets, and over dicts filled in such, of which a tensor decides what is in them: iterations that commute."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.autograph.effects.outcomes import cases


def around(x, y):
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def beside(cell):
    x, y = cell
    yield x + 1, y
    yield x, y + 1


CALLS = []


def recorded(x):
    CALLS.append(x)
    return x


@cases(0, 1, 4, jax="refused AG022")
def life_of_counts(n):
    alive = {(0, 1), (1, 1), (2, 1)}
    for _ in range(n):
        counts = {}
        for x, y in alive:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        cell = (x + dx, y + dy)
                        counts[cell] = counts.get(cell, 0) + 1
        alive = {c for c, k in counts.items() if k == 3 or (k == 2 and c in alive)}
    return len(alive), (0, 1) in alive, alive


@cases(0, 1, 4, jax="refused AG022")
def life_of_counter(n):
    alive = {(0, 1), (1, 1), (2, 1)}
    for _ in range(n):
        counts = Counter((x + dx, y + dy) for x, y in alive for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        alive = {c for c in counts if counts[c] == 3 or (counts[c] == 2 and c in alive)}
    return sorted(alive)


@cases(0, 1, 4, jax="refused AG022")
def life_of_neighbours(n):
    alive = {(0, 1), (1, 1), (2, 1)}
    for _ in range(n):
        counts = defaultdict(int)
        for x, y in alive:
            for other in around(x, y):
                counts[other] += 1
        after = set()
        for cell, k in counts.items():
            if k == 3 or (k == 2 and cell in alive):
                after.add(cell)
        alive = after
    return sorted(alive)


@cases(0, 1, 4, jax="refused AG022")
def life_of_tests(n):
    alive = {(0, 1), (1, 1), (2, 1)}
    for _ in range(n):
        seen = set()
        after = set()
        for cell in alive:
            for other in [cell, *around(*cell)]:
                seen.add(other)
        for cell in seen:
            near = sum(1 for other in around(*cell) if other in alive)
            if near == 3 or (near == 2 and cell in alive):
                after.add(cell)
        alive = after
    return sorted(alive)


@cases(0, 1, 3, jax="refused AG022")
def spread(n):
    cells = {(0, 0)}
    for _ in range(n):
        more = set()
        for cell in cells:
            for other in beside(cell):
                more.add(other)
        cells = cells | more
    return sorted(cells)


@cases(0, 1, 3, jax="refused AG022")
def levels(n):
    seen = {(0, 0)}
    front = {(0, 0)}
    for _ in range(n):
        front = {(x + dx, y + dy) for x, y in front for dx, dy in ((1, 0), (0, 1))} - seen
        seen |= front
    return len(seen), len(front)


@cases(0, 1, 3)
def numbers_of_elements(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    total, most, least, product, bits = 0, -1, 100, 1, 0
    has_five = False
    for x in s:
        total += x
        most = max(most, x)
        least = min(x, least)
        product = product * (x + 1)
        bits ^= x
        if x == 5:
            has_five = True
    return total, most, least, product, bits, has_five


@cases(0, 1, 3)
def counted_on(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    sizes = {}
    for x in s:
        if x % 3 in sizes:
            sizes[x % 3] += 1
        else:
            sizes[x % 3] = 1
    parity = {}
    for x in s:
        if x % 2 not in parity:
            parity[x % 2] = 0
        parity[x % 2] += x
    marks = {}
    for x in s:
        marks[x] = x * 0.5
    return sizes[2], len(sizes), sorted(parity.items()), sum(marks.values()), sorted(marks)


@cases(0, 1, 3)
def known_keys(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    count = {"odd": 0, "even": 0}
    for x in s:
        if x % 2:
            count["odd"] += 1
        else:
            count["even"] += 1
    return count


@cases(0, 1, 3)
def taken_away(n):
    s, left = {1, 5}, {1, 2, 3, 4, 5, 6}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        left.discard(x)
        left.discard(x + 1)
    return left


@cases(0, 3)
def elements_that_may_be_there(n):
    s = {1, 5}
    if n > 2:
        s.add(9)
    total = 0
    seen = set()
    for x in s:
        total += x
        seen.add(x // 5)
    return total, len(seen)


# What depends on the order


@cases(0, 3, staged="refused AG033")
def last_element(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    last = 0
    for x in s:
        last = x
    return last


@cases(0, 3, staged="refused AG033")
def target_afterwards(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        pass
    return x


@cases(0, 3, staged="refused AG033")
def appended(n):
    s, out = {1, 5}, []
    for i in range(n):
        s.add(i * 3)
    for x in s:
        out.append(x)
    return out


@cases(0, 3, staged="refused AG033")
def left_early(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    found = 0
    for x in s:
        if x > 0:
            found += x
            break
    return found


@cases(0, 3, staged="refused AG033")
def floats_are_added(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    total = 0.1
    for x in s:
        total += x * 0.1
    return total


@cases(0, 3, staged="refused AG033")
def last_of_a_key(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        d[x % 2] = x
    return d[1]


@cases(0, 3, staged="refused AG033")
def target_is_bound_anew(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        y = x
        x = x % 2
        d[x] = y
    return d[1]


@cases(0, 3, staged="refused AG033")
def read_on_the_way(n):
    s, d = {1, 5}, {0: 0}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        if d[0] < 4:
            d[0] += x
    return d[0]


@cases(0, 3, staged="refused AG033")
def read_by_another_name(n):
    s, d, most = {1, 5}, {0: 0}, 0
    for i in range(n):
        s.add(i * 3)
    e = d
    for x in s:
        d[0] += x
        most = max(most, e[0] * x)
    return most


@cases(0, 3, staged="refused AG033")
def read_by_a_function(n):
    s, d, most = {1, 5}, {0: 0}, 0
    for i in range(n):
        s.add(i * 3)

    def now():
        return d[0]

    for x in s:
        d[0] += x
        most = max(most, now() * x)
    return most


@cases(0, 3, staged="refused AG033")
def a_function_has_effects(n):
    s, total = {1, 5}, 0
    for i in range(n):
        s.add(i * 3)
    for x in s:
        total += recorded(x)
    return total


@cases(0, 3, staged="refused AG033")
def keys_in_that_order(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = 1
    return list(d)


@cases(0, 3, staged="refused AG033")
def returned_in_that_order(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = 1
    return d


@cases(0, 3, staged="refused AG033")
def order_after_a_later_iteration(n):
    s, d, firsts = {1, 5}, {7: 1}, []
    for i in range(n):
        s.add(i * 3)
        firsts.append(next(iter(d)))
        d = {}
        for x in s:
            d[x] = 1
    return firsts


@cases(0, 3, staged="refused AG033")
def order_of_a_merged_dict(n):
    s, d, e = {1, 5}, {}, {2: 1}
    for i in range(n):
        s.add(i * 3)
        e[i] = 1
    for x in s:
        d[x] = 1
    e.update(d)
    return list(e)


@cases(0, 3, staged="refused AG033")
def order_of_one_path(n):
    s, d = {1, 5}, {2: 1}
    for i in range(n):
        s.add(i * 3)
        d[i] = 1
    e = {}
    for x in s:
        e[x] = 1
    if n > 2:
        d = e
    return list(d)


@cases(0, 3, staged="refused AG033")
def order_of_a_copy(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = 1
    e = dict(d)
    e[100] = 2
    return list(e.keys())


@cases(0, 3, staged="refused AG033")
def item_that_came_last(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = 1
    return d.popitem()


@cases(0, 3, staged="refused AG033")
def keys_of_a_set(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    return list(dict.fromkeys(s))


@cases(0, 3, staged="refused AG033")
def counted_elements(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    return list(Counter(x % 2 for x in s))


@cases(0, 3, staged="refused AG033")
def most_common_of_a_set(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    return Counter(x % 2 for x in s).most_common(1)[0][0]


@cases(0, 3, staged="refused AG033")
def error_on_the_way(n):
    s, done = {1, 5}, 0
    for i in range(n):
        s.add(i * 3)
    try:
        for x in s:
            done += 1
            if x == 5:
                raise ValueError(x)
    except ValueError:
        pass
    return done


@cases(0, 3, staged="refused AG033")
def division_on_the_way(n):
    s, done = {1, 5}, 0
    for i in range(n):
        s.add(i * 3)
    try:
        for x in s:
            done += 10 // (x - 5)
    except ZeroDivisionError:
        pass
    return done


@cases(0, 3, staged="refused AG033")
def printed_on_the_way(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        print(x)
    return len(s)


@cases(0, 3, staged="refused AG033")
def summed_with_effects(n):
    s, log = {1, 5}, []
    for i in range(n):
        s.add(i * 3)
    total = sum(log.append(x) or x for x in s)
    return total, log


@cases(0, 3, staged="refused AG033")
def made_with_effects(n):
    s, log = {1, 5}, []
    for i in range(n):
        s.add(i * 3)
    made = {log.append(x) or x for x in s}
    return made, log


@cases(0, 3, staged="refused AG033")
def set_of_a_row(n):
    groups, out = {}, []
    for i in range(n + 2):
        groups.setdefault(i % 2, set()).add(i * 3)
    for x in groups[1]:
        out.append(x)
    return out


# Other ways to ask for what is in a set


@cases(0, 3)
def extremes_of_elements(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    return max(x * 2 for x in s), min(x for x in s if x > 2), sorted(x + 1 for x in s)


@cases(0, 3)
def extremes_by_a_key(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    return min(s, key=lambda x: -x), max(s, key=lambda x: (x % 2, x)), sorted(s, key=lambda x: -x)


@cases(0, 3)
def extremes_of_what_may_be_there(n):
    s, cost = {1, 2, 8}, {1: 3, 2: 7, 8: 1}
    if n > 2:
        s.discard(8)
    return min(s, key=cost.get), max(s, key=lambda x: cost[x]), sorted(s, key=cost.get)


@cases(0, 3)
def kept_items(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = d.get(x, 0) + x
    e = {k: v for k, v in d.items() if v > 2}
    f = {k: d[k] * 2 for k in d}
    return len(e), sum(e.values()), max(e, key=e.get), f[5]


@cases(0, 3)
def loops_in_loops(n):
    s, t = {1, 5}, {8, 9}
    for i in range(n):
        s.add(i * 3)
        t.add(i)
    total = 0
    pairs = set()
    for x in s:
        for y in t:
            total += x * y
            if x < y:
                pairs.add((x, y))
    return total, len(pairs)


@cases(0, 2)
def shortest_paths(n):
    graph = {0: {1: 4, 2: 1}, 1: {3: 1}, 2: {1: 2, 3: 5}, 3: {}}
    far = {v: 1000 for v in graph}
    far[0] = n
    unvisited = set(graph)
    while unvisited:
        u = min(unvisited, key=far.get)
        unvisited.remove(u)
        for v in range(4):
            for w, cost in graph[v].items():
                if u == v and far[v] + cost < far[w]:
                    far[w] = far[v] + cost
    return far


@cases(0, 3, jax="refused", runtime="refused AG034")
def equal_keys(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    return min(s, key=lambda x: 0)


@cases(0, 3, jax="refused", runtime="refused AG034")
def equal_keys_of_what_may_be_there(n):
    s = {8, 1}
    if n > 2:
        s.add(16)
    return min(s, key=lambda x: 0), max((x for x in s), key=lambda x: 0)


@cases(0, 3, jax="refused", runtime="refused AG034")
def sorted_by_equal_keys(n):
    s = {8, 1}
    if n > 2:
        s.add(16)
    return sorted(s, key=lambda x: 0)


@cases(0, 3, staged="refused AG033")
def effects_for_elements_that_may_be_there(n):
    s, log = {8, 1}, []
    if n > 2:
        s.add(16)
    return sum(log.append(x) or x for x in s), log


@cases(0, 3, staged="refused AG033")
def keys_that_may_be_one(n):
    s, d = {1, 5}, {}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        d[x] = x
    e = {k % 2: v for k, v in d.items()}
    return e[1]


@cases(0, 3, staged="refused AG033")
def changed_while_looped_over(n):
    s = {1, 5}
    for i in range(n):
        s.add(i * 3)
    for x in s:
        s.add(x)
    return len(s)


# More that depends on it, and that does not


def put(out, x):
    out.append(x)


@cases(0, 3, staged="refused AG033")
def helper_appends(n):
    s, out = {8, 1}, []
    for i in range(n):
        s.add(i * 3)
    for x in s:
        put(out, x)
    return out


@cases(0, 3, staged="refused AG033")
def function_in_a_variable(n):
    s, out = {8, 1}, []
    for i in range(n):
        s.add(i * 3)
    f = out.append
    for x in s:
        f(x)
    return out


@cases(0, 3, staged="refused AG033")
def iterator_on_the_side(n):
    s, it, t = {8, 1}, iter([1, 2, 3, 4, 5, 6, 7]), 0
    for i in range(n):
        s.add(i * 3)
    for x in s:
        t += x * next(it)
    return t


@cases(0, 3, staged="refused AG033")
def temp_is_outer(n):
    s, rows = {8, 1}, [[0], [0]]
    for i in range(n):
        s.add(i * 3)
    for x in s:
        row = rows[x % 2]
        row[0] = row[0] * 2 + x
    return rows


@cases(0, 3, staged="refused AG033")
def add_and_multiply(n):
    s, t = {8, 1}, 1
    for i in range(n):
        s.add(i * 3)
    for x in s:
        t += x
        t *= 2
    return t


@cases(0, 3, staged="refused AG033")
def nested_function_total(n):
    total = 0
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)

    def fill():
        nonlocal total
        for x in s:
            total = total * 2 + x

    fill()
    return total


@cases(0, 3, staged="refused AG033")
def enumerate_no_order(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        d[x] = x
    t = 0
    for i, (k, v) in enumerate(d.items()):
        t += i * v
    return t


@cases(0, 3, staged="refused AG033")
def held_in_list(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    d = {}
    h = [d]
    for x in s:
        d[x] = x
    return list(h[0])


@cases(0, 3)
def own_temporary_list(n):
    s, t = {8, 1}, 0
    for i in range(n):
        s.add(i * 3)
    for x in s:
        row = []
        for k in range(3):
            row.append(x + k)
        t += row[-1] * len(row)
    return t


@cases(0, 3)
def set_comprehension_of_counts(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    c = Counter(x % 4 for x in s)
    big = {k for k, v in c.items() if v > 1}
    return big, len(c), c[0], max(c.values()), sorted(c), sorted(c.items())


@cases(0, 3)
def added_and_taken_away(n):
    s, t = {8, 1}, 0
    for i in range(n):
        s.add(i * 3)
    for x in s:
        t += x
        t -= 2 * x
        t = 5 + t
    return t


@cases(0, 3, staged="refused AG033")
def text_in_that_order(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        d[x] = 1
    return str(d)


@cases(0, 3, staged="refused AG033")
def formatted_in_that_order(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        d[x] = 1
    return f"{d} {[d]}"


@cases(0, 3, staged="refused AG033")
def returned_in_a_list(n):
    s = {8, 1}
    for i in range(n):
        s.add(i * 3)
    d = {}
    for x in s:
        d[x] = 1
    return [(d, 1)]


@cases((0, 0, 2, 1), (0, 0, 4, 4), (1, 1, 1, 1))
def knight_distance(sx, sy, tx, ty):
    if (sx, sy) == (tx, ty):
        return 0
    deltas = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    frontier = {(sx, sy)}
    seen = set(frontier)
    dist = 0
    while frontier:
        dist += 1
        nxt = set()
        for x, y in frontier:
            for dx, dy in deltas:
                p = (x + dx, y + dy)
                if p == (tx, ty):
                    return dist
                if 0 <= p[0] < 5 and 0 <= p[1] < 5 and p not in seen:
                    seen.add(p)
                    nxt.add(p)
        frontier = nxt
    return -1


@cases((0, 3), (2, 7), (5, 1))
def reach(start, goal):
    seen = {start}
    frontier = {start}
    steps = 0
    while frontier and goal not in seen:
        new = set()
        for v in frontier:
            for w in (v * 2 % 11, (v + 3) % 11):
                if w not in seen:
                    seen.add(w)
                    new.add(w)
        frontier = new
        steps += 1
    return steps, sorted(seen)


@cases((3,), (5,), (0,))
def any_in(n):
    s = {n * 3, n + 1, 7}
    for x in s:
        if x > 6 and x % 2:
            return True
    return False


@cases((3,), (5,), (0,), staged="refused AG033")
def two_sites(n):
    s = {n * 3, n + 1, 7}
    seen = set()
    a, b = set(), set()
    for x in s:
        if x not in seen:
            seen.add(x)
            a.add(x)
        y = x + 1
        if y not in seen:
            seen.add(y)
            b.add(y)
    return sorted(a), sorted(b)


@cases((3,), (5,), (0,), staged="refused AG033")
def not_of_key(n):
    s = {n * 3, n + 1, 7}
    seen = set()
    a = set()
    for x in s:
        y = x % 3
        if y not in seen:
            seen.add(y)
            a.add(x)
    return sorted(a)


@cases((3,), (5,), (0,), staged="refused AG033")
def return_of_element(n):
    s = {n * 3, n + 1, 7}
    for x in s:
        if x > 6:
            return x
    return False


@cases((3,), (5,), (0,), staged="refused AG033")
def counted_before_it_returns(n):
    count = 0

    def has_large():
        nonlocal count
        for x in {n * 3, n + 1, 7}:
            count += 1
            if x > 6:
                return True
        return False

    return has_large(), count


@cases((3,), (5,), (0,), staged="refused AG033")
def divided_before_it_returns(n):
    s = {n * 3, n + 1, 7}
    for x in s:
        if 12 // (x + 1) > 1:
            return True
    return False


@cases((3,), (5,), (0,), staged="refused AG033")
def first_then_continue(n):
    seen, rest = set(), set()
    for x in {n * 3, n + 1, 7}:
        y = x % 3
        if y not in seen:
            seen.add(y)
            continue
        rest.add(x)
    return sorted(rest)


@cases((3,), (5,), (0,), staged="refused AG033")
def first_then_break(n):
    seen = set()
    for x in {n * 3, n + 1, 7}:
        for y in (x % 3, x % 2, 9):
            if y not in seen:
                seen.add(y)
                break
    return sorted(seen)


@cases((3,), (5,), (0,), staged="refused AG033")
def first_then_bound(n):
    seen, rest = set(), set()
    for x in {n * 3, n + 1, 7}:
        y = x % 3
        if y not in seen:
            seen.add(y)
            y = 5
        if y == 5:
            rest.add(x)
    return sorted(rest)


@cases((3,), (5,), (0,), staged="refused AG033")
def outer_set_is_seen_after_it_returns(n):
    seen = set()

    def has(s):
        for x in s:
            seen.add(x)
            if x > 6:
                return True
        return False

    r = has({n * 3, n + 1, 7})
    return r, sorted(seen)


def has_in(s, seen):
    for x in s:
        seen.add(x)
        if x > 6:
            return True
    return False


@cases((3,), (5,), (0,), staged="refused AG033")
def given_set_is_seen_after_it_returns(n):
    seen = set()
    r = has_in({n * 3, n + 1, 7}, seen)
    return r, sorted(seen)


@cases((3,), (5,), (0,), staged="refused AG033")
def seen_by_a_finally(n):
    log = []

    def f(s):
        seen = set()
        try:
            for x in s:
                seen.add(x)
                if x > 6:
                    return True
            return False
        finally:
            log.append(len(seen))

    return f({n * 3, n + 1, 7}), log


@cases((3,), (5,), (0,), staged="refused AG033")
def outer_dict_is_seen_after_it_returns(n):
    d = {7: 0, 1: 0}

    def has(s):
        for x in s:
            d[7] += 1
            if x > 6:
                return True
        return False

    return has({n * 3, n + 1, 7}), d


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5))
def asked_whether_there_is_any(requests, start):
    pos, direction, moved = start, 1, 0
    pending = set(requests)
    visits = []
    while pending:
        if pos in pending:
            pending.discard(pos)
            visits.append(pos)
            continue
        ahead = [f for f in pending if (f - pos) * direction > 0]
        if not ahead:
            direction = -direction
            continue
        pos += direction
        moved += 1
    return visits, moved, "up" if direction > 0 else "down"


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5))
def used_in_no_order(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x * 2 for x in s if x > n]
    k = 0
    if big and n > 1:
        k = len(big)
    return k, sorted(big), 8 in big, not [x for x in s if x < 0], len([x for x in s]), bool(big), any(big)


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5))
def named_where_it_is_asked(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    if (big := [x for x in s if x > n]) and n > 0:
        return len(big)
    return 0


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5), staged="refused AG033")
def list_returned(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x for x in s if x > n]
    if not big:
        return []
    return big


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5), staged="refused AG033")
def list_indexed(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x for x in s]
    return big[0] if len(big) > 1 else -1


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5), staged="refused AG033")
def list_read_by_a_function(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x for x in s]

    def first():
        return big[0]

    return first() if big else 0


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5), staged="refused AG033")
def name_bound_twice(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x for x in s]
    if n > 2:
        big = [1]
    return len(big)


@cases(([3, 1, 4], 2), ([0, 0, 0], 0), ([5, 2, 5], 5), staged="refused AG033")
def list_sorted_by_a_key(xs, n):
    s = {x for x in xs if x != n}
    s.discard(1)
    big = [x for x in s]
    return sorted(big, key=lambda x: x % 2)
