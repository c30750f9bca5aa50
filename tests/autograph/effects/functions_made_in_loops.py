"""Functions that are made in staged loops and branches, and kept in lists: each has what it captured."""

# ruff: noqa: E731 - what a function finds in a variable of a loop, and lambdas with a name, are tested
from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


class Document:
    def __init__(self):
        self.v = 0
        self.undo = []

    def set(self, v):
        old = self.v
        self.v = v
        self.undo.append(lambda: setattr(self, "v", old))

    def back(self):
        if self.undo:
            self.undo.pop()()


@cases(0, 3, 7, jax="refused")
def undone(n):
    d = Document()
    for i in range(n):
        d.set(i * i)
    for _ in range(n // 2):
        d.back()
    return d.v, len(d.undo)


class Careful(Document):
    def put(self, v):
        self.v = v

    def set(self, v):
        old = self.v
        self.v = v

        def undo():
            self.put(old)

        self.undo.append(undo)


@cases(0, 3, 7, jax="refused")
def undone_while(n):
    d = Careful()
    for i in range(n):
        d.set(i * i)
    while d.v > 4:
        d.back()
    return d.v, len(d.undo)


class Bus:
    def __init__(self):
        self.handlers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def emit(self, name, x):
        for handler in self.handlers.get(name, []):
            handler(x)


@cases(0, 3, 7)
def handlers_of_a_bus(n):
    got = []
    bus = Bus()
    bus.on("a", lambda x: got.append(x))
    if n > 2:
        bus.on("a", lambda x: got.append(-x))
    for i in range(n):
        bus.on("b" if i % 2 else "a", lambda x, i=i: got.append(x * i))
    for i in range(n):
        bus.emit("a" if i % 2 else "b", i)
    return len(got), sum(got)


class Command:
    def __init__(self, do, undo):
        self.do = do
        self.undo = undo


@cases(0, 3, 7)
def commands(n):
    state = {"x": 1}

    def make(k):
        def do():
            state["x"] += k

        def undo():
            state["x"] -= k

        return Command(do, undo)

    done = []
    for i in range(n):
        c = make(i)
        c.do()
        done.append(c)
    while len(done) > 2:
        done.pop().undo()
    return state["x"], len(done)


@cases(0, 3)
def defaults_kept(n):
    cbs = []
    for i in range(n):
        cbs.append(lambda x, i=i: x * i)
    t = 0
    for cb in cbs:
        t += cb(2)
    return t


@cases(0, 3)
def made_by_a_function(n):
    def make(k):
        return lambda x: x + k

    cbs = []
    for i in range(n):
        cbs.append(make(i))
    t = 1
    for cb in cbs:
        t = cb(t)
    return t


@cases(0, 3)
def changing_a_list_of_all(n):
    out = []
    cbs = []
    for i in range(n):
        cbs.append(lambda x, i=i: out.append(x * i))
    for j, cb in enumerate(reversed(cbs)):
        cb(j + 1)
    return sum(out), len(out)


@cases(0, 3)
def made_in_a_branch(n):
    cbs = [lambda x: x + 1]
    if n > 2:
        cbs.append(lambda x: x * n)
    t = 3
    for cb in cbs:
        t = cb(t)
    return t


@cases(0, 3)
def of_two_codes(n):
    def add(k):
        return lambda x: x + k

    def mul(k):
        return lambda x: x * k

    cbs = []
    for i in range(n):
        cbs.append(add(i) if i % 2 else mul(i + 1))
    t = 1
    for cb in cbs:
        t = cb(t)
    return t


@cases(0, 3, 7)
def of_the_program_by_name(n):
    t = 0
    b = Bus()

    def add(x):
        nonlocal t
        t += x

    def sub(x):
        nonlocal t
        t -= 2 * x

    for i in range(n):
        b.on("a", add if i % 3 else sub)
    b.emit("a", 5)
    return t


@cases(0, 3, 7)
def partials_and_lambdas(n):
    steps = [lambda x: x + 1]
    while n > 0:
        steps.append(functools.partial(lambda k, x: x * k % 97, n))
        n -= 2
    x = 3
    for s in steps:
        x = s(x)
    return x


@cases(0, 3, 7)
def under_keys(n):
    reg = {}

    def register(k, f):
        reg[k] = f

    for i in range(n):
        register(i, lambda x, i=i: x * i + 1)
    return reg[n // 2](10) if n else -1


@cases(0, 3, 7)
def the_last_of_all(n):
    fs = []
    for i in range(n):

        def f(x, k=i):
            return x - k

        fs.append(f)
    return fs[-1](100) if fs else None


@cases(0, 3, 7)
def bound_late(n):
    fs = []
    for i in range(n):
        fs.append(lambda x: x * i)
    return sum(f(2) for f in fs)


@cases(0, 3, staged="refused")
def that_bind_a_variable_of_their_own(n):
    def counter(start):
        c = start

        def step():
            nonlocal c
            c += 1
            return c

        return step

    fs = []
    for i in range(n):
        fs.append(counter(i * 10))
    t = 0
    for f in fs:
        f()
        t += f()
    for f in fs:
        t += f()
    return t


@cases(0, 3, 7)
def with_a_list_of_the_caller(n):
    def adder(log, k):
        return lambda x: log.append(x * k)

    log = []
    fs = []
    for i in range(n):
        fs.append(adder(log, i))
    for f in fs:
        f(2)
    return len(log), sum(log)


@cases(0, 3, 7)
def with_a_list_of_its_own(n):
    def hist():
        seen = []

        def add(x):
            seen.append(x)
            return len(seen)

        return add

    fs = []
    for i in range(n):
        fs.append(hist())
    t = 0
    for f in fs:
        t += f(1)
        t += f(2)
    for f in fs:
        t += 100 * f(3)
    return t


@cases(0, 3, 7)
def sorted_by_a_key(n):
    fs = []
    for i in range(n):
        fs.append((i * 7 % 5, lambda i=i: i * i))
    fs.sort(key=lambda p: p[0])
    return fs[0][1]() if fs else -1


@cases(0, 3, 7)
def taken_from_the_end(n):
    out = []

    def run():
        stack = []
        for i in range(n):
            stack.append(lambda i=i: out.append(i))
        while stack:
            stack.pop()()

    run()
    return len(out), sum(k * v for k, v in enumerate(out))


@cases(0, 3, 7)
def the_last_that_a_loop_made(n):
    f = None
    for i in range(n):
        if i * i > 5:
            f = lambda x, i=i: x * i
    return f(3) if f else -1


@cases(0, 3, 7)
def curried(n):
    def add(a):
        return lambda b: lambda c: a + b * c

    fs = []
    for i in range(n):
        fs.append(add(i)(i + 1))
    return sum(f(2) for f in fs)


@cases(0, 3, 7)
def of_a_comprehension(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    return sum(f(1) for f in fs)


@cases(0, 3, staged="refused")
def of_a_comprehension_bound_late(n):
    fs = [lambda x: x + i for i in range(n)]
    return sum(f(1) for f in fs)


@cases(0, 3, 7)
def keys_in_a_comprehension(n):
    ys = [3, 8, 12]
    return sum([min(ys, key=lambda y: abs(y - x)) for x in range(n)])


@cases(0, 3, 7)
def made_in_a_comprehension(n):
    def add(k):
        return lambda x: x + k

    fs = [add(i) for i in range(n) if i % 2]
    t = 0
    for f in fs:
        t = f(t)
    return t


@cases(0, 3, 7)
def without_captures(n):
    fs = [lambda: 2 for _ in range(n)]
    return sum([f() for f in fs])


@cases(0, 3, 7)
def of_a_dict_comprehension(n):
    fs = {i: (lambda x, i=i: x * i) for i in range(n)}
    return sum(fs[k](k) for k in fs)


@cases(0, 3, staged="refused")
def bound_again_after(n):
    def h(fs, i):
        k = i
        fs.append(lambda: k)
        k = k + 100

    fs = []
    for i in range(n):
        h(fs, i)
    return sum([f() for f in fs])


@cases(0, 3, staged="refused")
def bound_again_in_a_branch(n):
    def h(fs, i):
        k = i
        fs.append(lambda: k)
        if i > 1:
            k = k + 100

    fs = []
    for i in range(n):
        h(fs, i)
    return sum([f() for f in fs])


@cases(0, 3, 7)
def one_variable_of_all(n):
    fs = []
    k = 0
    while k < n:
        fs.append(lambda: k)
        k += 2
    return sum([f() for f in fs])


@cases(0, 3, 7)
def bound_again_at_the_end(n):
    fs = []
    k = n
    for i in range(n):
        fs.append(lambda i=i: k * i)
    k = 1000
    return sum([f() for f in fs])


@cases(0, 3, staged="refused")
def bound_again_by_a_handler(n):
    def h(fs, i):
        k = i
        try:
            fs.append(lambda: k)
            if i > 2:
                raise ValueError
        except ValueError:
            k = -1

    fs = []
    for i in range(n):
        h(fs, i)
    return sum([f() for f in fs])


@cases(3, staged="refused")
def asked_for_identity(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    return fs[0] is fs[-1] if fs else None


@cases(0, 3)
def searched_for_one(n):
    f = lambda x: x
    fs = [f]
    for i in range(n):
        fs.append(lambda x, i=i: i)
    return f in fs, fs.index(f)


@cases(0, 3, 7)
def removed_by_value(n):
    fs = []

    def a():
        return 1

    def b():
        return 2

    for i in range(n):
        fs.append(a if i % 2 else b)
    if a in fs:
        fs.remove(a)
    return sum([f() for f in fs])


@cases(0, 3)
def removed_by_a_closure(n):
    subs = []

    def on(f):
        subs.append(f)
        return lambda: subs.remove(f)

    off = on(lambda x: x)
    on(lambda x: 10 * x)
    if n > 2:
        off()
    return sum([s(n) for s in subs]), len(subs)


@cases(0, 3, staged="refused")
def removed_by_closures(n):
    subs = []

    def on(f):
        subs.append(f)
        return lambda: subs.remove(f)

    offs = []
    for i in range(n):
        offs.append(on(lambda x, i=i: x * i))
    if n > 2:
        offs[1]()
    return sum([s(n) for s in subs]), len(subs)


@cases(0, 3)
def with_a_list_for_default(n):
    def mk():
        def f(x, acc=[]):
            acc.append(x)
            return len(acc)

        return f

    fs = []
    for i in range(n):
        fs.append(mk())
    t = 0
    for f in fs:
        t += f(1) + f(2)
    for f in fs:
        t += f(3)
    return t


@cases(0, 3, staged="refused")
def with_attributes(n):
    fs = []
    for i in range(n):

        def f():
            return i

        f.tag = i
        fs.append(f)
    return sum([f.tag for f in fs])


@cases(0, 3)
def asked_for_names(n):
    fs = []
    for i in range(n):

        def foo():
            return 1

        fs.append(foo)
    return [f.__name__ for f in fs] == ["foo"] * n


@cases(0, 3, 7)
def with_functions_captured(n):
    fs = []
    for i in range(n):
        g = lambda x, i=i: x + i
        fs.append(lambda y, g=g: g(y) * 2)
    return sum([f(1) for f in fs])


@cases(0, 3, 7)
def in_two_lists(n):
    a = []
    b = []
    for i in range(n):
        f = lambda x, i=i: x + i
        a.append(f)
        if i % 2:
            b.append(f)
    b.extend(a)
    return sum([f(1) for f in b])


@cases(0, 3, 7)
def swapped(n):
    fs = [lambda x: x + 1, lambda x: x * 2, lambda x: x - 3]
    if n > 2:
        fs[0], fs[2] = fs[2], fs[0]
    for i in range(n):
        fs.append(fs[i % 3])
    t = 1
    for f in fs:
        t = f(t)
    return t


@cases(0, 3)
def changing_a_dict(n):
    d = {"v": 0}
    ops = []
    for i in range(n):

        def op(k=i):
            d["v"] = d["v"] * 2 + k

        ops.append(op)
    while ops:
        ops.pop()()
    return d["v"]


@cases(0, 3, 7)
def methods_of_two(n):
    class T:
        def __init__(self, k):
            self.k = k

        def go(self, x):
            self.k += x
            return self.k

    ts = [T(1), T(10)]
    ms = []
    for i in range(n):
        ms.append(ts[i % 2].go)
    t = 0
    for m in ms:
        t += m(1)
    return t, ts[0].k, ts[1].k


@cases(0, 3)
def methods_of_new_objects(n):
    class T:
        def __init__(self, k):
            self.k = k

        def go(self, x):
            self.k += x
            return self.k

    ms = []
    for i in range(n):
        t = T(i)
        ms.append(lambda x: t.go(x))
        ms.append(t.go)
    s = 0
    for m in ms:
        s += m(1)
    return s


@cases(0, 3)
def with_an_object_captured(n):
    class T:
        def __init__(self, k):
            self.k = k

        def go(self, x):
            self.k += x
            return self.k

    def mk(t):
        return lambda x: t.go(x)

    ms = []
    for i in range(n):
        ms.append(mk(T(i)))
    s = 0
    for m in ms:
        s += m(1)
    for m in ms:
        s += m(1)
    return s


@cases(0, 3, 7)
def partials(n):
    def f(a, b, c):
        return a * 100 + b * 10 + c

    ps = []
    for i in range(n):
        ps.append(functools.partial(f, i, c=i + 1))
    return sum([p(5) for p in ps])


@cases(0, 3, 7)
def in_lists_under_keys(n):
    reg = {}
    for i in range(n):
        reg.setdefault(i % 3, []).append(lambda x, i=i: x * i)
    t = 0
    for k in reg:
        for f in reg[k]:
            t += f(k + 1)
    return t


@cases(0, 3, 10)
def a_queue_of_tasks(n):
    q = [(0, lambda: 1)]
    t = 0
    i = 0
    while q and i < n:
        p, f = q.pop(0)
        t += f() + p
        i += 1
        if t % 3:
            q.append((t, lambda t=t: t * 2 % 7))
        q.append((1, lambda: t))
    return t, len(q)


@cases(0, 3, 7)
def returned_by_a_function(n):
    def build(n):
        fs = []
        for i in range(n):
            fs.append(lambda x, i=i: x + i + n)
        return fs

    fs = build(n)
    fs.append(lambda x: x)
    return sum([f(2) for f in fs])


@cases(0, 3, 7)
def one_variable_that_changes(n):
    k = 1
    fs = []
    for i in range(n):
        fs.append(lambda: k)
        k = k * 2
    return sum([f() for f in fs])


@cases(0, 3)
def keys_to_sort_by(n):
    keys = [lambda x: x]
    if n > 2:
        keys.append(lambda x: -x)
    xs = [3, 1, 2]
    for k in keys:
        xs = sorted(xs, key=k)
    return xs


@cases(0, 3)
def method_in_a_variable(n):
    out = []
    add = out.append
    for i in range(n):
        add(i)
    return len(out), sum(out)


@cases(0, 3)
def method_or_none(n):
    out = []
    add = out.append if n > 2 else None
    for i in range(n):
        if add:
            add(i)
    return len(out), sum(out)


@cases(0, 3, staged="refused")
def methods_of_a_list_kept(n):
    out = [5]
    undo = []
    for i in range(n):
        out.append(i)
        undo.append(out.pop)
    if n > 3:
        undo.pop()()
    return len(out), sum(out)


@cases(0, 3, 10)
def one_of_two_methods(n):
    a, b = [], []
    for i in range(n):
        put = a.append if i % 2 else b.append
        put(i)
    return len(a), sum(b)


@cases(0, 3, 10)
def a_method_and_a_lambda(n):
    hs = []
    got = []
    hs.append(got.append)
    if n > 2:
        hs.append(lambda x: got.append(-x))
    for i in range(n):
        for h in hs:
            h(i)
    return len(got), sum(got)


@cases(0, 3, 10)
def methods_in_a_dict(n):
    ops = {"push": None, "pop": None}
    st = []
    ops["push"] = st.append
    ops["pop"] = st.pop
    for i in range(n):
        if i % 3 == 2:
            ops["pop"]()
        else:
            ops["push"](i)
    return len(st), sum(st)


@cases(0, 3, 10)
def made_at_one_turn(n):
    f = None
    for i in range(n):
        if i == 4:
            f = lambda v: v + 1
    return f(3) if f else 0


@cases(0, 3, 10)
def given_way_to_at_one_turn(n):
    f = lambda v: v
    for i in range(n):
        if i == 4:
            f = lambda v: v + 1
    return f(3)


@cases(0, 3, 10)
def called_once_made(n):
    out = []
    f = None
    for i in range(n):
        if f:
            f(i)
        if i == 4:
            f = lambda v: out.append(v)
    return len(out)


@cases(0, 3, 10)
def made_alike_again_and_again(n):
    def h(k):
        def q(v):
            return v * 2

        return q

    f = h(0)
    t = 0
    for i in range(n):
        t += f(i)
        f = h(i)
    return t


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


@cases(0, 3, 7)
def known_by_name_after_a_loop(n):
    op = add
    for i in range(n):
        if i == 4:
            op = sub
    return op is sub, op is add, op(3, 1)
