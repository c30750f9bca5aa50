"""Lists of functions, to which one is added, or from which one is taken, on some paths only."""

from functools import partial

from tests.autograph.effects.outcomes import cases


def inc(x):
    return x + 1


def dbl(x):
    return x * 2


@cases(0, 1, 6)
def append_fn(n):
    fs = [inc]
    if n > 3:
        fs.append(dbl)
    x = n
    for f in fs:
        x = f(x)
    return x


@cases(0, 1, 6)
def remove_fn(n):
    fs = [inc, dbl]
    if n > 3:
        fs.remove(inc)
    x = n
    for f in fs:
        x = f(x)
    return x


@cases(0, 1, 6)
def append_len(n):
    fs = [inc]
    if n > 3:
        fs.append(dbl)
    return len(fs), fs[0](3)


@cases(0, 1, 6)
def comprehension(n):
    fs = [inc, dbl]
    if n > 3:
        fs.remove(inc)
    return [f(n) for f in fs]


@cases(0, 1, 6)
def membership(n):
    fs = [inc, dbl]
    if n > 3:
        fs.remove(inc)
    return inc in fs, dbl in fs


def neg(x):
    return -x


@cases(0, 1, 6)
def popped(n):
    fs = [inc, dbl]
    if n > 3:
        fs.append(neg)
    f = fs.pop()
    return f(n), len(fs), fs[-1](n)


@cases(0, 1, 3)
def appended_in_a_loop(n):
    fs = []
    for i in range(n):
        fs.append(inc if i % 2 else dbl)
    x = 1
    for f in fs:
        x = f(x)
    return x, len(fs)


@cases(0, 1, 6)
def index_of_one(n):
    fs = [inc, dbl, neg]
    if n > 3:
        fs.remove(inc)
    return fs.index(neg), fs.count(dbl), neg in fs


@cases(0, 1, 6)
def remove_twice(n):
    fs = [inc, dbl, neg]
    if n > 3:
        fs.remove(inc)
    try:
        fs.remove(inc)
        r = 1
    except ValueError:
        r = 0
    return r, [f(n) for f in fs]


@cases(0, 1, 6)
def reversed_in_place(n):
    fs = [inc, dbl, neg]
    if n > 3:
        fs.reverse()
    x = n
    for f in fs:
        x = f(x)
    return x


@cases(0, 1, 6)
def inserted(n):
    fs = [inc, dbl]
    if n > 3:
        fs.insert(0, neg)
    x = n
    for f in fs:
        x = f(x)
    return x, fs[0] is neg


@cases(0, 1, 6)
def held_by_an_object(n):
    class Signal:
        def __init__(self):
            self.handlers = []

        def connect(self, f):
            self.handlers.append(f)
            return f

        def send(self, v):
            return [h(v) for h in self.handlers]

    s = Signal()
    s.connect(inc)
    if n > 1:
        s.connect(dbl)
    a = s.send(n)
    if n > 3:
        s.handlers.remove(inc)
    return a, s.send(10)


@cases(0, 1, 6, staged="refused AG022")
def lambdas(n):
    fs = [lambda x: x + 1]
    if n > 3:
        fs.append(lambda x: x * 5)
    x = n
    for f in fs:
        x = f(x)
    return x


@cases(0, 1, 6, staged="refused AG022")
def closures(n):
    fs = [lambda x: x + n]
    if n > 3:
        fs.append(lambda x: x * n)
    x = n
    for f in fs:
        x = f(x)
    return x


@cases(0, 1, 6)
def pairs(n):
    fs = [("inc", inc)]
    if n > 3:
        fs.append(("dbl", dbl))
    x = n
    for name, f in fs:
        x = f(x) + len(name)
    return x


@cases(0, 1, 6)
def names_of_all(n):
    fs = [inc]
    if n > 3:
        fs.append(dbl)
    return [f.__name__ for f in fs]


@cases(0, 1, 6)
def printed(n):
    fs = [inc]
    if n > 3:
        fs.append(dbl)
    return f"{fs[-1].__name__} {len(fs)}"


@cases(0, 1, 6)
def mapped(n):
    fs = [inc]
    if n > 3:
        fs.append(dbl)
    return list(map(lambda f: f(n), fs)), sum(f(n) for f in fs), [(f, f(1))[1] for f in fs if f is not inc]


@cases(0, 1, 6)
def sorted_by_what_they_make(n):
    fs = [neg, inc]
    if n > 3:
        fs.append(dbl)
    return [f(2) for f in sorted(fs, key=lambda f: f(1))], max(fs, key=lambda f: f(n))(n)


@cases(0, 1, 6)
def attrs(n):
    def step(x):
        step.calls += 1
        return x + 1

    step.calls = 0
    fs = [inc]
    if n > 3:
        fs.append(step)
    for f in fs:
        n = f(n)
    return n, step.calls


def boom(x):
    if x > 2:
        raise ValueError("boom")
    return x


@cases(0, 1, 6)
def loop_raises(n):
    fs = [inc]
    if n > 3:
        fs.append(boom)
    t = 0
    try:
        for f in fs:
            t += f(n)
    except ValueError as e:
        return str(e)
    return t


@cases(0, 1, 6)
def loop_raises_out(n):
    fs = [inc]
    if n > 3:
        fs.append(boom)
    t = 0
    for f in fs:
        t += f(n)
    return t


@cases(0, 1, 3, staged="refused AG022 AG051")
def late(n):
    fs = []
    for i in range(n):
        fs.append(lambda x: x + i)
    return [f(0) for f in fs]


@cases(0, 1, 3, staged="refused AG022")
def default(n):
    fs = []
    for i in range(n):
        fs.append(lambda x, i=i: x + i)
    return [f(0) for f in fs]


def make(k):
    return lambda x: x + k


@cases(0, 1, 3, staged="refused AG022")
def factory(n):
    fs = []
    for i in range(n):
        fs.append(make(i))
    return [f(0) for f in fs]


@cases(0, 1, 3, staged="refused AG022")
def factory_const(n):
    fs = [make(1)]
    if n > 1:
        fs.append(make(5))
    return [f(0) for f in fs]


def counter():
    c = 0

    def f():
        nonlocal c
        c += 1
        return c

    return f


@cases(0, 1, 3)
def counters(n):
    a, b = counter(), counter()
    fs = [a]
    if n > 1:
        fs.append(b)
    t = 0
    for f in fs:
        t = t * 10 + f()
    for f in fs:
        t = t * 10 + f()
    return t, a(), b()


@cases(0, 1, 3)
def counters_twice(n):
    a, b = counter(), counter()
    fs = [a]
    for i in range(n):
        fs.append(b)
    t = 0
    for f in fs:
        t = t * 10 + f()
    return t, a(), b()


@cases(0, 1, 3, staged="refused AG022")
def counters_made_there(n):
    fs = [counter()]
    if n > 1:
        fs.append(counter())
    t = 0
    for f in fs:
        t = t * 10 + f()
    return t


@cases(0, 1, 3)
def state_read_later(n):
    y = 1

    def f(x):
        return x + y

    def g(x):
        return x * y

    fs = [f]
    if n > 1:
        fs.append(g)
        y = n
    r = [h(2) for h in fs]
    y = 10
    return r, [h(2) for h in fs]


@cases(0, 1, 3)
def writes(n):
    total = 0

    def add(x):
        nonlocal total
        total += x

    def sub(x):
        nonlocal total
        total -= x

    fs = [add, add]
    if n > 0:
        fs.append(sub)
    if n > 1:
        fs.pop(0)
    for f in fs:
        f(n + 1)
    return total, len(fs)


class Button:
    def __init__(self):
        self.clicks = []
        self.count = 0

    def on(self, f):
        self.clicks.append(f)

    def off(self, f):
        if f in self.clicks:
            self.clicks.remove(f)

    def click(self, x):
        for f in self.clicks:
            self.count += f(x)


@cases(0, 1, 3)
def button(n):
    b = Button()
    b.on(inc)
    b.on(dbl)
    if n > 1:
        b.off(inc)
    b.click(n)
    b.off(dbl)
    b.click(5)
    return b.count, len(b.clicks)


@cases(0, 1, 3, staged="refused AG021")
def methods(n):
    b = Button()
    c = Button()
    fs = [b.click]
    if n > 1:
        fs.append(c.click)
    b.on(inc)
    c.on(dbl)
    for f in fs:
        f(n)
    return b.count, c.count


@cases(0, 3, staged="refused AG024")
def one_of_two_and_itself(n):
    def adder(k):
        return lambda x: x + k

    f = adder(n) if n > 2 else adder(2 * n)
    g = f if n > 1 else adder(n)
    return f is g, f(1)


@cases(0, 3, staged="refused AG024")
def in_a_list_of_handlers(n):
    def adder(k):
        return lambda x: x + k

    f = adder(n)
    handlers = [f]
    if n > 2:
        f = adder(n + 1)
    return f in handlers, handlers.count(f)


@cases(0, 3, staged="refused AG024")
def partials_compared(n):
    p = partial(max, n)
    q = p
    if n > 2:
        q = partial(max, n + 1)
    return p == q, q(2)


@cases(0, 3)
def a_function_and_itself(n):
    def adder(k):
        return lambda x: x + k

    f = adder(n) if n > 2 else adder(2 * n)
    g = f
    return f is g, f == g, f(1)


@cases(0, 3, staged="refused AG024")
def partial_as_key(n):
    p = partial(max, n)
    fs = [p]
    if n > 2:
        fs.append(partial(max, n + 1))
    d = {p: 1}
    d[fs[0]] = 2
    return len(d), d[p]


@cases(0, 3, staged="refused AG024")
def function_as_key(n):
    def adder(k):
        return lambda x: x + k

    f = adder(n)
    d = {f: 1}
    g = f
    if n > 2:
        g = adder(n + 1)
    return d.get(g, 5)


@cases(0, 3, staged="refused AG024")
def in_set(n):
    def adder(k):
        return lambda x: x + k

    f = adder(n)
    g = f
    if n > 2:
        g = adder(n + 1)
    return len({f, g}), g in {f}


@cases(0, 3)
def known_keys(n):
    def a(x):
        return x

    def b(x):
        return x + n

    d = {a: 1, b: 2}
    f = b
    return d[a] + d[b], d[f], f in d
