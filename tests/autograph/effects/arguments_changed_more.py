"""Arguments that are changed by other names, by what they are in, and in loops that give their names to others."""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

import bisect
import heapq

from tests.autograph.effects.outcomes import cases


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG021")
def alias_in_object(xs, n):
    class Holder:
        pass

    o = Holder()
    o.items = xs
    if n > 2:
        o.items.append(n)
    else:
        o.items[0] = n
    return len(xs), o.items is xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5))
def alias_in_branch(xs, n):
    ys = xs if n > 2 else list(xs)
    ys.append(n)
    ys[0] += 1
    return len(xs), xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5))
def rebound(xs, n):
    xs = xs + [n]
    xs[0] = 9
    return xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG029")
def rebound_in_branch(xs, n):
    if n > 2:
        xs = xs + [n]
    xs[0] = 9
    return xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG029")
def closure(xs, n):
    def push(v):
        xs.append(v)
        return len(xs)

    while push(n) < 6:
        n += 1
    return n


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG021")
def generator(xs, n):
    def drain():
        while xs:
            yield xs.pop()

    out = []
    for v in drain():
        out.append(v)
        if v > n:
            break
    return out


@cases(([3, 1, 2], [4, 5], 1), ([0, 0, 0], [1, 2], 5), jax="refused AG021")
def two_lists(xs, ys, n):
    if n > 2:
        xs, ys = ys, xs
    xs.append(ys.pop())
    return len(xs), len(ys)


@cases(([3, 1, 2], [4, 5], 1), ([0, 0, 0], [1, 2], 5), jax="refused AG021")
def chosen(xs, ys, n):
    t = xs if n > 2 else ys
    t.append(n)
    t.sort()
    return t


@cases(([[1, 2], [3]], 1), ([[5, 6], [7]], 0), staged="refused AG051")
def rows(m, n):
    if n > 0:
        m[0], m[1] = m[1], m[0]
    m[0].append(n)
    m.append([n])
    return len(m)


@cases(([[1, 2], [3, 4]], 1), ([[5, 6], [7, 8]], 0))
def transpose(m, n):
    for i in range(2):
        for j in range(i):
            m[i][j], m[j][i] = m[j][i], m[i][j]
    m[n][n] = 0
    return m


@cases(([3, 1, 2], 1), ([0, 0, 0], 5))
def cleared(xs, n):
    if n > 2:
        xs.clear()
    xs.extend([n, n + 1])
    del xs[0]
    return xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG029")
def slices(xs, n):
    xs[1:] = [n]
    xs *= 2
    xs += (n,)
    return sum(xs)


@cases(([3, 1, 2], 1), ([0, 0, 0], 5))
def handlers(xs, n):
    try:
        xs.append(n)
        if n > 2:
            raise ValueError
        xs.append(7)
    except ValueError:
        xs.pop(0)
    finally:
        xs.reverse()
    return xs


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG029")
def recursion(xs, n):
    def go(i):
        if i >= len(xs):
            return 0
        xs[i] += n
        return xs[i] + go(i + 1)

    return go(0)


@cases(([3, 1, 2], 1), ([0, 0, 0], 5), jax="refused AG021")
def early(xs, n):
    for i in range(len(xs)):
        xs[i] += 1
        if xs[i] > n:
            return i
    xs.append(99)
    return -1


@cases(([3, 1, 2], 1), ([0, 4, 0], 2), staged="refused AG024")
def rebound_in_loop(xs, n):
    while n > 0:
        xs[0] += n
        xs = xs[1:] + [n]
        n -= 1
    xs[0] = 50
    return xs


@cases(([3, 1, 2], 1), ([0, 4, 0], 2), staged="refused AG024")
def rebound_in_for(xs, n):
    for i in range(n):
        xs.append(i)
        if i > 0:
            xs = [x + 1 for x in xs]
    return xs


@cases(([3, 1, 2], [5, 6], 1), ([0, 4, 0], [7, 8], 2), staged="refused AG024")
def swapped_in_loop(xs, ys, n):
    for i in range(n):
        xs, ys = ys, xs
        xs.append(i)
    return xs, ys


@cases(([3, 1, 2], [5, 6], 1), ([0, 4, 0], [7, 8], 2), jax="refused AG022")
def merged(xs, ys, n):
    while ys and n < 5:
        xs.append(ys.pop(0))
        n += 1
    xs.sort()
    return n


@cases(([3, 1, 2], 1), ([0, 4, 0], 2), jax="refused AG029")
def stack_machine(code, n):
    stack = []
    while code:
        op = code.pop()
        if op > n:
            stack.append(op)
        else:
            stack.append(-op)
    return stack


@cases(([3, 1, 2], 1), ([0, 4, 0], 2), jax="refused AG029")
def heap(xs, n):
    heapq.heapify(xs)
    out = []
    for _ in range(2):
        out.append(heapq.heappop(xs))
    heapq.heappush(xs, n)
    return out


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG022")
def insort(xs, n):
    bisect.insort(xs, n)
    i = bisect.bisect_left(xs, 4)
    xs[i:i] = [n]
    return i


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG021")
def nested_calls(xs, n):
    def add(ys, k):
        ys.append(k)
        return ys

    zs = add(xs, n)
    zs[0] = 7
    if n > 5:
        add(zs, n * 2)
    return zs is xs


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG022")
def object_owns(xs, n):
    class Bag:
        def __init__(self, items):
            self.items = items

        def add(self, v):
            self.items.append(v)
            return self

    b = Bag(xs)
    b.add(n)
    while n > 5:
        b.add(n)
        n -= 2
    return len(b.items)


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG021")
def dict_owns(xs, n):
    d = {"a": xs, "b": [n]}
    key = "a" if n > 5 else "b"
    d[key].append(1)
    return len(xs)


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG029")
def quick(xs, n):
    def sort(lo, hi):
        if lo >= hi:
            return
        p, i = xs[hi], lo
        for j in range(lo, hi):
            if xs[j] < p:
                xs[i], xs[j] = xs[j], xs[i]
                i += 1
        xs[i], xs[hi] = xs[hi], xs[i]
        sort(lo, i - 1)
        sort(i + 1, hi)

    sort(0, len(xs) - 1)
    return xs[0]


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), staged="refused AG021")
def comprehension_effects(xs, n):
    [xs.append(x) for x in [n, n + 1] if x > 5]
    return [xs.pop() for _ in range(2)]


@cases(([1, 3, 5], 2), ([0, 4, 8], 9), jax="refused AG021")
def walrus(xs, n):
    total = 0
    while (v := xs.pop()) < n:
        total += v
        if not xs:
            break
    return total


@cases(([1, 3, 5], [2, 2], 0), ([0, 4, 8], [1, 1], 1), staged="refused AG024")
def choose_target(xs, ys, k):
    target = (xs, ys)[k]
    target.append(9)
    target[0] -= 1
    return len(target)


@cases(([1, 3, 5], 0), ([0, 4, 8], 1), jax="refused AG029")
def match_it(xs, k):
    match xs:
        case [a, *rest] if a > k:
            xs[0] = 0
            rest.append(4)
        case _:
            xs.append(8)
    return xs


@cases(([1, 3, 5], 0), ([0, 4, 8], 1))
def deleted(xs, k):
    del xs[k]
    if k > 0:
        del xs[0]
    return xs


@cases(([1, 3, 5], 0), ([0, 4, 8], 1), staged="refused AG021")
def iter_while(xs, k):
    out = 0
    for x in xs:
        if x > 3 and len(xs) < 6:
            xs.append(k)
        out += x
    return out


@cases(([3, 1, 2], 3), ([4, 0, 4], 0), runtime="refused AG027", jax="refused AG029")
def before_a_raise(xs, n):
    a = xs[0]
    xs[0] = 7
    if n > 5:
        raise ValueError(n)
    return a


@cases(([3, 1, 2, 5], 3), ([4, 0, 4, 1], 0), runtime="refused AG021")
def before_a_loop_that_appends(xs, n):
    xs[0] += 7
    for v in xs:
        if v == n:
            xs.append(v + 1)
            break
    return xs


@cases(([3, 1, 2, 5], 3), ([4, 0, 4, 1], 0), runtime="refused AG027")
def before_a_text_or_number(xs, n):
    a = xs[0]
    xs[0] = 7
    x = "a" if n > 2 else 5
    if n > 2:
        x += "b"
    else:
        x -= 1
    return xs, a, x


class Box:
    def __init__(self, xs, k):
        self.xs = xs
        self.k = k

    def total(self):
        return sum(self.xs) * self.k


@cases(([1, 2, 3], 2), ([4, 5, 6], 0))
def held_by_objects(xs, n):
    boxes = [Box(xs, i) for i in range(n)]
    return [b.total() for b in boxes]


@cases(([1, 2, 3], 2), ([4, 5, 6], 0))
def held_by_objects_in_a_loop(xs, n):
    boxes = []
    for i in range(n):
        boxes.append(Box(xs, i + 1))
    best = None
    for b in boxes:
        if best is None or b.total() > best.total():
            best = b
    return None if best is None else best.k


@cases(([1, 2, 3], 2), ([4, 5, 6], 1), jax="refused AG022")
def changed_by_objects_that_hold_it(xs, n):
    boxes = [Box(xs, i) for i in range(n)]
    for b in boxes:
        b.xs[0] += b.k + 1
    return n


@cases(([1, 2, 3], 2), ([4, 5, 6], 1), jax="refused AG022")
def sorted_while_objects_hold_it(xs, n):
    boxes = [Box(xs, i) for i in range(n)]
    xs.sort(reverse=True)
    return n, boxes[0].total()
