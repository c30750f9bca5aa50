"""Generators of ordinary programs that are advanced in staged branches and loops."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 4)
def one_path(n):
    def nums():
        yield 1
        yield 2
        yield 3

    g = nums()
    a = next(g)
    if n > 2:
        a += next(g)
    return a, next(g)


@cases(0, 1, 7, 30)
def counting(n):
    def counter():
        i = 0
        while True:
            yield i
            i += 1

    it = counter()
    t = 0
    while t < n:
        t += next(it)
    return t, next(it)


@cases(0, 1, 5)
def averager(n):
    def averages():
        total, count = 0.0, 0
        avg = 0.0
        while True:
            x = yield avg
            total += x
            count += 1
            avg = total / count

    it = averages()
    next(it)
    out = []
    for i in range(n):
        out.append(it.send(i))
    return out


@cases(0, 1, 5)
def one_send(n):
    def averages():
        total, count = 0.0, 0
        avg = None
        while True:
            x = yield avg
            total += x
            count += 1
            avg = total / count

    c = averages()
    next(c)
    r = c.send(3)
    if n > 2:
        r = c.send(10)
    return r, c.send(n)


@cases(0, 1, 5)
def with_a_default(n):
    def pair():
        yield n
        yield n + 1

    it = pair()
    s = 0
    if n > 0:
        s += next(it, 7)
    s += 10 * next(it, 7)
    s += 100 * next(it, 7)
    return s


@cases(0, 1, 5)
def over_list(n):
    def doubled(xs):
        for x in xs:
            yield x * 2

    it = doubled([3, 1, 4, 1, 5, 9, 2, 6])
    t = next(it)
    while t < 4 * n:
        t += next(it)
    return t


@cases(0, 1, 3)
def take_some(n):
    def counter(k):
        while True:
            yield k
            k += 2

    def take(k, it):
        out = []
        for _ in range(k):
            out.append(next(it))
        return out

    it = counter(n)
    return take(n, it), take(2, it)


@cases(0, 1, 5)
def filtered(n):
    def odd():
        i = 0
        while True:
            if i % 2 == 1:
                yield i
            i += 1

    it = odd()
    t = 0
    for k in range(n):
        t += next(it) * k
    return t


@cases(0, 1, 5)
def round_robin(n):
    def a():
        i = 0
        while True:
            yield i
            i += 1

    def b():
        i = 100
        while True:
            yield i
            i -= 1

    gens = [a(), b()]
    s = 0
    for k in range(n):
        for g in gens:
            s += next(g) * (k + 1)
    return s


@cases(0, 1, 5)
def effects_of_body(n):
    log = []

    def g():
        i = 0
        while True:
            log.append(i)
            yield i
            i += 1

    it = g()
    s = 0
    for k in range(n):
        s += next(it)
    return s, log, len(log)


@cases(0, 1, 5)
def nonlocal_counter(n):
    calls = 0

    def g():
        nonlocal calls
        while True:
            calls += 1
            yield calls

    it = g()
    s = 0
    while s < n:
        s += next(it)
    return s, calls


@cases(0, 1, 5)
def alias(n):
    def g():
        i = 0
        while True:
            yield i
            i += 1

    a = g()
    b = a
    next(a)
    s = 0
    if n > 0:
        s += next(a)
    s += 10 * next(b)
    return s, next(a)


@cases(0, 1, 5)
def in_attribute(n):
    class Source:
        def __init__(self):
            self.it = self.run()
            self.limit = 3

        def run(self):
            k = 0
            while True:
                k += self.limit
                yield k

        def get(self):
            return next(self.it)

    s = Source()
    t = 0
    while t < n:
        t += s.get()
    return t, s.get()


@cases(0, 1, 5)
def inbox(n):
    def inbox():
        items = []
        while True:
            x = yield len(items)
            items.append(x)

    it = inbox()
    next(it)
    last = 0
    for i in range(n):
        if i % 2 == 0:
            last = it.send(i)
    return last


@cases(0, 1, 5, 9)
def ends_for(n):
    def g(k):
        while k > 0:
            yield k
            k -= 2

    it = g(n)
    s = 0
    if n > 3:
        s += 100 * next(it)
    for x in it:
        s += x
    return s


@cases(0, 1, 5, 9)
def ends_caught(n):
    def g(k):
        while k > 0:
            yield k
            k -= 2

    it = g(n)
    s = 0
    try:
        if n > 3:
            s += 100 * next(it)
            s += 1000 * next(it)
        s += next(it)
        s += next(it)
    except StopIteration:
        s -= 1
    return s


@cases(0, 1, 5, 9)
def yield_from(n):
    def inner(k):
        got = 0
        while got < 3:
            x = yield k
            got += 1
            k += 1 if x is None else x
        return got

    def outer():
        r = yield from inner(10)
        yield r
        yield from [7, 8, 9]

    it = outer()
    s = next(it)
    if n > 3:
        s += next(it)
        s += it.send(5)
    for _ in range(2):
        s = s * 10 + next(it)
    return s


@cases(0, 1, 5, 9)
def inner_next(n):
    def source():
        i = 1
        while True:
            yield i
            i *= 2

    def pairs(it):
        while True:
            a = next(it)
            b = next(it)
            yield a + b

    src = source()
    it = pairs(src)
    s = 0
    while s < n:
        s += next(it)
    return s, next(src)


@cases(0, 1, 5, 9)
def runtime_error(n):
    def pairs(it):
        while True:
            a = next(it)
            b = next(it)
            yield a * b

    def three():
        yield 1
        yield 2
        yield 3

    it = pairs(three())
    s = next(it)
    try:
        if n > 3:
            s += next(it)
    except RuntimeError:
        s = -5
    return s


@cases((0, 3), (1, 0), (5, 5))
def break_continue(n, m):
    def g():
        for i in range(20):
            if i % 3 == 0:
                continue
            if i > 11:
                break
            yield i
        yield -1

    it = g()
    s = next(it)
    for k in range(n):
        s += k * next(it, -100)
    for k in range(m):
        s += next(it, -100)
    return s


@cases(0, 1, 5)
def enumerated(n):
    def g(xs, ys):
        for i, (x, y) in enumerate(zip(xs, ys)):
            yield i * x + y

    it = g([1, 2, 3, 4, 5], (5, 4, 3, 2, 1))
    s = next(it)
    if n > 0:
        s += next(it)
    for k in range(n - 2):
        s += next(it)
    return s


@cases(0, 1, 5)
def nested_loops(n):
    def g():
        for i in range(4):
            for j in range(i):
                yield i * 10 + j

    it = g()
    s = 0
    for k in range(n):
        s = s * 2 + next(it)
    return s, next(it)


@cases(0, 1, 5, staged="refused AG026")
def method_of_a_tree(n):
    class Tree:
        def __init__(self, v, left=None, right=None):
            self.v, self.left, self.right = v, left, right

        def walk(self):
            if self.left is not None:
                yield from self.left.walk()
            yield self.v
            if self.right is not None:
                yield from self.right.walk()

    t = Tree(4, Tree(2, Tree(1), Tree(3)), Tree(6))
    it = t.walk()
    a = next(it)
    if n > 2:
        a += 10 * next(it)
    return a, next(it)


@cases(0, 1, 5)
def fib(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    it = fib()
    out = []
    while len(out) < n:
        out.append(next(it))
    return out, next(it)


@cases(0, 1, 5, 20)
def ids(n):
    def counter(start=0):
        i = start
        while True:
            yield i
            i += 1

    new_id = counter(10)
    table = []
    for k in range(n):
        if k % 3 == 0:
            table.append(next(new_id))
    return table, next(new_id)


@cases(0, 3)
def is_closed(n):
    def c():
        i = 0
        while True:
            yield i
            i += 1

    it = c()
    a = next(it)
    if n > 2:
        a += 1 + next(it)
        it.close()
    return a, next(it, -7)


@cases(0, 3)
def loop_left_early(n):
    def c():
        i = 0
        while i < 10:
            yield i
            i += 1

    it = c()
    s = 0
    for x in it:
        if x > n:
            break
        s += x
    return s, next(it)


@cases(0, 3)
def in_a_conditional_expression(n):
    def c():
        i = 5
        while True:
            yield i
            i += 1

    it = c()
    a = next(it) if n > 2 else -1
    b = n > 2 and next(it)
    return a, b, next(it)


@cases(0, 3)
def in_a_comprehension(n):
    def c():
        i = 5
        while True:
            yield i
            i += 1

    it = c()
    xs = [next(it) for _ in range(n)]
    return xs, next(it)


@cases(0, 3, 8)
def walrus(n):
    def c():
        i = 0
        while True:
            yield i
            i += 2

    it = c()
    s = 0
    while (x := next(it)) < n:
        s += x
    return s, x


@cases(0, 3, 8, jax="refused AG025")
def raises_in_body(n):
    def c():
        i = 0
        while True:
            if i > 3:
                raise ValueError("too many")
            yield i
            i += 2

    it = c()
    s = 0
    try:
        while s < n:
            s += 1 + next(it)
    except ValueError:
        s = -s
    return s, next(it, -9)


@cases(0, 3)
def numbers_handed_on(n):
    def g(n):
        yield 1
        yield from range(n)

    items, total = g(n), 0
    if n > 1:
        for item in items:
            total += item
    return total
