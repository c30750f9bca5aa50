"""Loops over lists of staged length that make them longer or shorter: Python asks how long a list is before each item."""

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(10, 25, 0, 2, 3)
def topological_with_threshold(limit):
    deps = {"a": [], "b": ["a"], "c": ["a", "b"], "d": ["c"]}
    cost = {"a": 1, "b": 2, "c": 3, "d": 4}
    keep = [k for k in deps if cost[k] <= limit]
    done = []
    while keep:
        for k in keep:
            if all(d in done for d in deps[k]):
                done.append(k)
                keep.remove(k)
                break
        else:
            raise ValueError("cycle")
    return done


@cases(0, 3, 8)
def nth_prime_bounded(n):
    primes, cand = [], 2
    while len(primes) < n:
        for p in primes:
            if p * p > cand:
                primes.append(cand)
                break
            if cand % p == 0:
                break
        else:
            primes.append(cand)
        cand += 1
    return primes


@cases(0, 3, 8)
def primes_without_append(n):
    primes, cand = [], 2
    while len(primes) < n:
        for p in primes:
            if cand % p == 0:
                break
        else:
            primes.append(cand)
        cand += 1
    return primes


@cases(0, 3, 8)
def grows_while_over(n):
    xs = [i for i in range(n)]
    for x in xs:
        if len(xs) < 12:
            xs.append(x + 1)
    return xs


@cases(0, 3, 8)
def removes_while_over(n):
    xs = [i for i in range(n)]
    for x in xs:
        if x % 2 == 0:
            xs.remove(x)
    return xs


@cases(0, 3, 8)
def pops_while_over(n):
    xs = [i for i in range(n)]
    seen = []
    for x in xs:
        seen.append(x)
        xs.pop()
    return xs, seen


@cases(0, 3, 8)
def pops_and_returns(n):
    xs = [i for i in range(n)]
    for x in xs:
        if x > 1:
            xs.remove(x)
            return x, xs
    return -1, xs


@cases(0, 3, 8)
def known_grows(n):
    xs = [1, 2, 3]
    for x in xs:
        if x + len(xs) < n:
            xs.append(x + 1)
    return xs


@cases(0, 3, 8)
def known_removes(n):
    xs = [1, 2, 3, 4]
    for x in xs:
        if x == n:
            xs.remove(x)
    return xs


@cases(0, 3, 8)
def known_removes_break(n):
    xs = [1, 2, 3, 4]
    for x in xs:
        if x == n:
            xs.remove(x)
            break
    return xs


@cases(0, 3, 8)
def set_items(n):
    xs = [i for i in range(n)]
    for k, x in enumerate(xs):
        xs[k] = x * 2
    return xs


@cases(0, 3, 8)
def enumerates_and_removes(n):
    xs = [i for i in range(n)]
    for k, x in enumerate(xs):
        if x == 2:
            del xs[k]
            break
    return xs


@cases(0, 3, 8)
def enumerates_and_removes_on(n):
    xs = [i for i in range(n)]
    for k, x in enumerate(xs):
        if x % 3 == 2:
            del xs[k]
    return xs


@cases(0, 3, 8)
def alias_changes(n):
    xs = [i for i in range(n)]
    ys = xs
    total = 0
    for x in xs:
        total += x
        if x % 2 and len(ys) < 20:
            ys.append(x * 2)
    return xs, total


@cases(0, 3, 8)
def by_function(n):
    def drop(v, x):
        v.remove(x)

    xs = [i for i in range(n)]
    for x in xs:
        if x % 3 == 0:
            drop(xs, x)
    return xs


@cases(0, 3, 8, jax="refused AG014")
def rebound(n):
    xs = [i for i in range(n)]
    total = 0
    for x in xs:
        total += x
        xs = [*xs, x]
    return xs, total


@cases(0, 3, 8, jax="refused AG014")
def rebound_and_changed(n):
    xs = [i for i in range(n)]
    total = 0
    for x in xs:
        total += x
        xs = xs[1:]
        xs.append(x)
    return xs, total


@cases(0, 3, 8)
def cleared(n):
    xs = [i for i in range(n)]
    total = 0
    for x in xs:
        total += x
        if x == 2:
            xs.clear()
    return xs, total


@cases(0, 3, 8)
def nested(n):
    xs = [i for i in range(n)]
    out = []
    while xs:
        for x in xs:
            for y in xs:
                if x + y > 4:
                    xs.remove(x)
                    break
            else:
                continue
            break
        else:
            break
        out.append(len(xs))
    return xs, out


@cases(0, 3, 8, staged="refused AG022")
def deque_grows(n):
    xs = deque(i for i in range(n))
    for x in xs:
        if x == 2:
            xs.append(7)
    return list(xs)


@cases(0, 3, 8, staged="refused AG022")
def deque_grows_break(n):
    xs = deque(i for i in range(n))
    for x in xs:
        if x == 2:
            xs.append(7)
            break
    return list(xs)


@cases(0, 3, 8)
def loop_else(n):
    xs = [i for i in range(n)]
    for x in xs:
        if x == 5:
            xs.insert(0, 9)
            break
        if x == 2 and len(xs) < 7:
            xs.append(x)
    else:
        xs.append(-1)
    return xs


@cases(0, 3, 8)
def continues(n):
    xs = [i for i in range(n)]
    total = 0
    for x in xs:
        if x % 2:
            continue
        total += x
        if total < 9:
            xs.append(x)
    return xs, total


@cases(0, 3, 8)
def raises(n):
    xs = [i for i in range(n)]
    for x in xs:
        xs.append(x)
        if len(xs) > 10:
            raise ValueError("too many")
    return xs


@cases(0, 3, 8)
def value_after(n):
    xs = [i for i in range(n)]
    x = -1
    for x in xs:
        if len(xs) < 9:
            xs.append(x + 1)
    return x, xs


@cases(0, 3, 8)
def unset_after(n):
    xs = [i for i in range(n)]
    for x in xs:
        if len(xs) < 9:
            xs.append(x + 1)
    return x


class Box:
    def __init__(self):
        self.items = [1]


@cases(0, 3, 8)
def held(n):
    b = Box()
    for i in range(n):
        b.items.append(i)
    for x in b.items:
        if x == 3:
            b.items.remove(x)
    return b.items


@cases(0, 3, 8)
def pairs(n):
    xs = [(i, i * 2) for i in range(n)]
    for a, b in xs:
        if b > 2 and len(xs) < 10:
            xs.append((b, a))
    return xs


@cases(0, 3, 8, staged="refused AG024")
def two_lists_swapped(n):
    xs = [i for i in range(n)]
    ys = [9]
    for x in xs:
        if x == 1:
            xs, ys = ys, xs
        xs.append(x)
        if len(xs) + len(ys) > 30:
            break
    return xs, ys


@cases(0, 3, 8)
def sums(n):
    xs = [i for i in range(n)]
    return sum(x for x in xs), [xs.append(9) for x in xs if x == 2 and len(xs) < 10], xs


@cases(0, 3, 8, staged="refused AG022")
def windows(n):
    xs = deque(maxlen=3)
    for i in range(n):
        xs.append(i)
    for x in xs:
        if x == 5:
            xs.append(3)
            break
    return list(xs)


@cases(0, 3, 5)
def doubles(n):
    xs = [1]
    for i in range(3):
        if n > i:
            xs.extend(xs)
    return xs


@cases(0, 3, 5, jax="refused AG022")
def doubles_staged(n):
    xs = [1]
    for i in range(n):
        xs += xs
    return xs


@cases(0, 3, 5)
def pops_then_grows(n):
    xs = [1, 2]
    ys = []
    for i in range(n):
        for y in ys:
            if y > 0:
                xs.append(y)
                ys.pop()
        ys.append(i)
        if len(xs) > 1:
            xs.pop()
    return xs, ys


@cases(0, 3, 5)
def nested_growth(n):
    ys = []
    for i in range(n):
        for j in range(i):
            for y in ys:
                if y == j:
                    ys.append(i)
                    break
        ys.append(i)
    return ys


@cases(0, 3, 5)
def bound_of_constant(n):
    ys = []
    for i in range(4):
        for y in ys:
            if y + i == n:
                ys.append(i)
                break
        if i < n:
            ys.append(i)
    return ys


@cases(0, 3, 5, jax="refused AG022")
def collects(n):
    ys, level = [], [1]
    while len(ys) < n:
        following = []
        for y in level:
            ys.append(y)
            following.append(y * 2)
            following.append(y * 2 + 1)
        level = following
    return ys


@cases(10, 25, 0, 2, 3)
def lists_of_constants_in_another_order(limit):
    deps = {"a": [], "b": ["a"], "c": ["a", "b"], "d": ["c"]}
    cost = {"a": 1, "b": 2, "c": 3, "d": 4}
    keep = [k for k in deps if cost[k] <= limit]
    it = iter(keep)
    done = []
    for k in it:
        done.append(len(deps[k]))
    return done


@cases(0, 3)
def grows_after_the_loop(n):
    primes, cand = [], 2
    while len(primes) < n:
        for p in primes:
            if p * p > cand:
                primes.append(cand)
                break
        primes.append(cand)
        cand += 1
    return primes


@cases(3, 0, 1, staged="refused AG022")
def replaced_in_the_loop(n):
    q = [i for i in range(3) if i != n]
    t = []
    for x in q:
        t.append(x)
        if x == 1:
            q = []
        q.append(x)
        if len(t) > 7:
            break
    return q, t


@cases(3, 0, 1, staged="refused AG024")
def replaced_beside_another_name(n):
    q = [i for i in range(3) if i != n]
    items, at, t = q, 0, []
    while at < len(items):
        x = items[at]
        at += 1
        t.append(x)
        if x == 1:
            q = []
        q.append(x)
        if len(t) > 7:
            break
    return q, t


@cases(3, 0, 1)
def rebuilt_in_the_loop(n):
    q = [i for i in range(n)]
    t = 0
    for x in q:
        t += x
        q = [*q, x]
    return q, t
