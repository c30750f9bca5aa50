"""Deques with a `maxlen` that a tensor decides how many items to put into: windows over what came last."""

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5)
def moving_average_window(n):
    window = deque(maxlen=3)
    out = []
    for i in range(n):
        window.append(i * i % 7)
        if len(window) == 3:
            out.append(sum(window) / 3)
    return out


@cases(0, 1, 2, 3, 4, 7)
def last_three(n):
    w = deque(maxlen=3)
    for i in range(n):
        w.append(i)
    return w, len(w), w.maxlen, list(w)


@cases(0, 1, 2, 3, 4, 7)
def appendleft(n):
    w = deque(maxlen=3)
    for i in range(n):
        w.appendleft(i)
    return w


@cases(0, 1, 2, 3, 4, 7)
def both_ends(n):
    w = deque([7], maxlen=3)
    for i in range(n):
        if i % 3 == 0:
            w.appendleft(i)
        else:
            w.append(i)
    return w


@cases(0, 1, 2, 3, 4, 7)
def in_branch(n):
    w = deque([1, 2], maxlen=3)
    if n > 1:
        w.append(n)
    if n > 2:
        w.append(n + 1)
    if n > 3:
        w.appendleft(n + 2)
    return w, sum(w), max(w), 2 in w


@cases(0, 1, 2, 3, 4, 7)
def full_in_branch(n):
    w = deque([1, 2, 3], maxlen=3)
    if n > 1:
        w.append(n)
    for i in range(n):
        w.append(i)
    return list(w)


@cases(0, 1, 2, 3, 4, 7)
def of_three_with_maxlen(n):
    w = deque([1, 2, 3], maxlen=3)
    out = []
    for i in range(n):
        if w[0] % 2 == 0:
            w.popleft()
        w.append(w[-1] + i)
        out.append(w[0])
    return w, out


@cases(0, 1, 2, 3, 4, 7)
def of_list(n):
    xs = [i * 2 for i in range(n)]
    w = deque(xs, maxlen=2)
    w.append(99)
    return w, xs, w.maxlen


@cases(0, 1, 3)
def zero_of_list(n):
    w = deque([i for i in range(n)], maxlen=0)
    w.append(1)
    w.appendleft(1)
    w.extend([1, 2])
    return w, len(w)


@cases(0, 1, 3)
def zero(n):
    w = deque(maxlen=0)
    for i in range(n):
        w.append(1)
    return list(w), len(w)


@cases(0, 1, 3, 6)
def extends(n):
    w = deque(maxlen=4)
    for i in range(n):
        w.extend([i, i + 1])
        if i == 2:
            w.extend(w)
    return w


@cases(0, 1, 3, 6)
def extends_staged(n):
    w = deque(maxlen=4)
    xs = [i for i in range(n)]
    w.extend(xs)
    for i in range(n):
        w.extend(xs)
    w += xs
    w.extendleft(xs)
    return w


@cases(0, 1, 3, 6)
def extendleft(n):
    w = deque(maxlen=4)
    for i in range(n):
        w.extendleft([i, 10 * i, 100 * i])
    return w


@cases(0, 1, 3, 6)
def alias(n):
    w = deque(maxlen=2)
    w2 = w
    for i in range(n):
        w.append(i)
        w2.append(i + 10)
    return w is w2, w, w2


def push(w, x):
    w.append(x)
    return sum(w)


@cases(0, 1, 3, 6)
def given(n):
    w = deque(maxlen=2)
    t = 0
    for i in range(n):
        t += push(w, i)
    return w, t


class Mean:
    def __init__(self, k):
        self.w = deque(maxlen=k)

    def add(self, x):
        self.w.append(x)
        return sum(self.w) / len(self.w)


@cases(0, 1, 3, 6)
def held(n):
    m = Mean(3)
    out = []
    for i in range(n):
        out.append(m.add(i * 1.5))
    return out, m.w


@cases(0, 1, 3, 6, staged="refused AG011")
def swapped(n):
    a, b = deque(maxlen=2), deque(maxlen=2)
    if n > 2:
        a, b = b, a
    a.append(1)
    a.append(n)
    a.append(3)
    b.append(2)
    return a, b


@cases(0, 1, 3, 6, staged="refused AG024")
def swapped_staged(n):
    a, b = deque(maxlen=2), deque(maxlen=2)
    for i in range(n):
        a.append(i)
        if i % 2:
            a, b = b, a
    return a, b


@cases(0, 1, 3, 6, staged="refused AG011")
def swapped_unlike(n):
    a, b = deque(maxlen=2), deque(maxlen=3)
    for i in range(n):
        a.append(i)
    for i in range(n):
        b.append(i)
    if n > 2:
        a, b = b, a
    a.append(5)
    a.append(6)
    a.append(7)
    return a, b, a.maxlen


@cases(0, 1, 3, 6, staged="refused AG011")
def chosen_unlike(n):
    if n > 2:
        a = deque(maxlen=2)
    else:
        a = deque(maxlen=3)
    for i in range(n):
        a.append(i)
    return a


@cases(0, 1, 3, 6, staged="refused AG011")
def chosen_bounded_or_not(n):
    a = deque(maxlen=2)
    if n > 2:
        a = deque()
    for i in range(n):
        a.append(i)
    return a


@cases(0, 1, 3, 6, staged="refused AG011")
def chosen_bounded_or_not2(n):
    a = deque()
    b = deque([8], maxlen=2)
    for i in range(n):
        a.append(i)
        b.append(i)
    c = a if n > 2 else b
    c.append(5)
    c.append(6)
    c.append(7)
    return a, b


@cases(0, 1, 3, 6)
def insert(n):
    a = deque(maxlen=4)
    for i in range(n):
        a.insert(0, i)
    return a


@cases(0, 1, 3, 6)
def rotates(n):
    a = deque(maxlen=4)
    for i in range(n):
        a.append(i)
        a.rotate(1)
    a.rotate(-2)
    return a


@cases(0, 1, 3, 6)
def compares(n):
    a = deque(maxlen=4)
    b = deque()
    for i in range(n):
        a.append(i)
        b.append(i)
    return a == b, a != b, a < b, a == deque([0, 1, 2]), a == deque([2, 3, 4, 5], maxlen=9)


@cases(0, 1, 3, 6)
def plus(n):
    a = deque(maxlen=3)
    b = deque()
    for i in range(n):
        a.append(i)
        b.append(i)
    c = a + b
    d = b + a
    return c, d, c.maxlen, d.maxlen, a * 2, deque([7, 8], maxlen=2) + a, deque([7, 8]) + a


@cases(0, 1, 3, 6)
def copies(n):
    a = deque(maxlen=3)
    for i in range(n):
        a.append(i)
    b = a.copy()
    b.append(7)
    c = deque(a)
    c.append(8)
    d = deque(a, 2)
    e = deque(a, maxlen=5)
    e.extend([1, 2, 3])
    return a, b, c, d, e


@cases(0, 1, 3, 6)
def clears(n):
    a = deque(maxlen=3)
    for i in range(n):
        if i == 4:
            a.clear()
        a.append(i)
    return a


@cases(0, 1, 3, 6)
def text_of(n):
    a = deque(maxlen=3)
    for i in range(n):
        a.append(i)
    return str(a)


@cases(0, 1, 3, 6)
def sliced(n):
    a = deque(maxlen=3)
    for i in range(n):
        a.append(i)
    try:
        return a[0:1]
    except TypeError as error:
        return str(error)


@cases(0, 1, 3, 6, staged="refused AG033")
def maxlen_staged(n):
    a = deque([1, 2, 3], maxlen=n)
    a.append(1)
    return a


@cases(0, 1, 3, 6, staged="refused AG033")
def maxlen_staged_list(n):
    a = deque([i for i in range(n)], maxlen=n)
    a.append(1)
    return a


@cases(0, 1, 3, 6)
def asks_maxlen(n):
    a = deque(maxlen=3)
    full = 0
    for i in range(n):
        a.append(i)
        if len(a) == a.maxlen:
            full += 1
    return full


@cases(0, 1, 3, 6)
def no_maxlen_asked(n):
    a = deque()
    for i in range(n):
        a.append(i)
    return a.maxlen


@cases(0, 1, 3, 6)
def list_has_none(n):
    a = []
    for i in range(n):
        a.append(i)
    return hasattr(a, "maxlen")


@cases(0, 1, 3, 6)
def windows_of_windows(n):
    ws = [deque(maxlen=2), deque(maxlen=2)]
    for i in range(n):
        ws[0].append(i)
        ws[1].append(-i)
    return ws


@cases(0, 1, 3, 6)
def windows_in_dict(n):
    ws = {"a": deque(maxlen=2), "b": deque(maxlen=3)}
    for i in range(n):
        ws["a"].append(i)
        ws["b"].append(-i)
    return ws


@cases(0, 1, 3, 6, staged="refused AG032")
def staged_index(n):
    ws = [deque(maxlen=2), deque(maxlen=2)]
    for i in range(n):
        ws[i % 2].append(i)
    return ws


@cases(0, 1, 3, 6, staged="refused AG032")
def staged_keys(n):
    ws = {}
    for i in range(n):
        if i % 3 not in ws:
            ws[i % 3] = deque(maxlen=2)
        ws[i % 3].append(i)
    return ws


@cases(0, 1, 3, 6, staged="refused AG022")
def appended_windows(n):
    ws = []
    for i in range(n):
        w = deque(maxlen=2)
        w.append(i)
        w.append(i + 1)
        w.append(i + 2)
        ws.append(w)
    return ws


@cases(0, 1, 3, 6)
def while_loop(n):
    w = deque([1], maxlen=3)
    while sum(w) < n * 2:
        w.append(w[-1] + 1)
    return list(w)


@cases(0, 1, 3, 6)
def nested(n):
    w = deque(maxlen=3)
    for i in range(n):
        for j in range(i):
            w.append(i * 10 + j)
        if len(w) == 3:
            break
    return tuple(w)


@cases(0, 1, 3, 6)
def iterates(n):
    w = deque(maxlen=3)
    total = 0
    for i in range(n):
        w.append(i)
        for k, x in enumerate(w):
            total += k * x
        for x in reversed(w):
            total = total * 2 + x
    return total


@cases(0, 1, 3, 6)
def tries(n):
    w = deque(maxlen=3)
    try:
        for i in range(n):
            w.append(i)
            if i == 2:
                raise ValueError
    except ValueError:
        w.append(77)
    return w


@cases(0, 1, 3, 6)
def pairs(n):
    w = deque(maxlen=3)
    for i in range(n):
        w.append((i, i * 0.5))
    return w, [a + b for a, b in w]


@cases(0, 1, 3, 6)
def widened(n):
    w = deque([1, 2], maxlen=3)
    for i in range(n):
        w.append(i * 0.5)
    return w


@cases(0, 1, 3, 6)
def strings(n):
    w = deque(maxlen=3)
    for i in range(n):
        w.append("abc"[i % 3])
    return "".join(w)


@cases(0, 1, 3, 6)
def pops(n):
    w = deque(maxlen=3)
    t = 0
    for i in range(n):
        w.append(i)
        if i % 2:
            t = t * 3 + w.pop()
        if len(w) > 1:
            t = t * 3 + w.popleft()
    return t, w


@cases(0, 1, 3, 6)
def pop_empty(n):
    w = deque(maxlen=3)
    for i in range(n):
        w.append(i)
    return w.pop(), w.popleft(), w.popleft()


@cases(0, 1, 3, 6)
def removes(n):
    w = deque(maxlen=4)
    for i in range(n):
        w.append(i % 2)
    del w[0]
    w.remove(1)
    w.append(4)
    w.reverse()
    w[0] = 9
    return w, w.count(0), w.index(9)


@cases(0, 1, 3, 6)
def returns_early(n):
    w = deque(maxlen=2)
    for i in range(10):
        w.append(i)
        if i == n:
            return w
    return deque(maxlen=2)


@cases(0, 1, 3, 6)
def big(n):
    w = deque(maxlen=100000)
    for i in range(n):
        w.append(i)
    return w


GLOBAL = deque(maxlen=2)


@cases(0, 1, 3, outer=("GLOBAL",), staged="refused AG022")
def outer(n):
    for i in range(n):
        GLOBAL.append(i)
    return 0


@cases(0, 1, 3)
def walk(n):
    w = deque(maxlen=2)
    for i in range(n):
        w.append(i)
    it = iter(w)
    return next(it, -1), next(it, -1), next(it, -1)


@cases(0, 1, 3)
def drains(n):
    w = deque(range(5), maxlen=3)
    out = []
    while w:
        x = w.popleft()
        out.append(x)
        if x + len(out) < n:
            w.append(x)
    return out


@cases(0, 1, 3)
def of_range(n):
    w = deque(range(n), maxlen=2)
    v = deque((i for i in range(n) if i != 1), maxlen=2)
    return w, v


@cases(0, 1, 3, 6)
def swapped_staged_windows(n):
    a, b = deque(maxlen=3), deque(maxlen=3)
    for i in range(n):
        a.append(i)
        b.append(i + i)
    if n > 2:
        a, b = b, a
    a.append(1)
    a.append(n)
    a.append(3)
    b.append(2)
    return a, b
