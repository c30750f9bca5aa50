"""Functions, methods, classes and closures, one of which a tensor chooses."""

# ruff: noqa: E731 - lambdas with a name are tested
from __future__ import annotations

import functools
import operator

from tests.autograph.effects.outcomes import cases


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


@cases(1, -1)
def op(n):
    f = add if n > 0 else sub
    return f(n, 3)


@cases(1, -1, 0)
def op3(n):
    if n > 0:
        f = add
    elif n < 0:
        f = sub
    else:
        f = mul
    return f(n, 3)


@cases(0, 1, 2)
def table(n):
    return {0: add, 1: sub, 2: mul}[n](n, 5)


@cases(0, 1, 2, 7)
def table_get(n):
    f = {0: add, 1: sub, 2: mul}.get(n, add)
    return f(n, 5)


@cases(0, 1, 2, 7)
def table_get_none(n):
    f = {0: add, 1: sub, 2: mul}.get(n)
    if f is None:
        return -1
    return f(n, 5)


@cases(0, 1, 2)
def list_(n):
    return [add, sub, mul][n](n, 5)


@cases(0, 1)
def lambdas(n):
    fs = [lambda x: x + 1, lambda x: x * 10]
    return fs[n](n + 3)


@cases(0, 1)
def name(n):
    f = [add, sub][n]
    return f.__name__


@cases(0, 1, 4)
def partials(n):
    f = functools.partial(add, 10) if n > 0 else functools.partial(sub, 100)
    return f(n)


@cases(0, 1, 4)
def closure(n):
    def make(k):
        def inner(x):
            return x + k

        return inner

    f = make(n) if n > 0 else make(n * 2 + 50)
    return f(3)


@cases(0, 1, 4)
def closure2(n):
    def plus(k):
        return lambda x: x + k

    def times(k):
        return lambda x: x * k

    f = plus(n + 1) if n > 0 else times(n + 7)
    return f(3)


@cases(0, 1, 4)
def compose(n):
    f = (lambda x: x + 1) if n > 0 else (lambda x: x * 2)
    g = lambda x: f(f(x))
    return g(n)


@cases(0, 1, 4)
def key_chosen(n):
    key = (lambda v: v) if n > 2 else (lambda v: -v)
    return sorted([3, 1, 2], key=key)


@cases(0, 1, 4)
def key_max(n):
    key = (lambda v: v) if n > 2 else (lambda v: -v)
    return max([3, 1, 2], key=key)


@cases(0, 1, 4)
def map_chosen(n):
    f = (lambda v: v) if n > 2 else (lambda v: -v)
    return [f(v) for v in [1, 2, n]], list(map(f, [n, 1]))


@cases(0, 1, 4)
def reduce_chosen(n):
    return functools.reduce(add if n > 2 else mul, [1, 2, n, 4])


@cases(0, 1, 4)
def operator_fn(n):
    f = operator.add if n > 2 else operator.mul
    return f(n, 3)


@cases(0, 1, 4)
def builtin_fn(n):
    f = max if n > 2 else min
    return f(n, 2)


class Door:
    def __init__(self):
        self.state = self.closed
        self.log = 0

    def opened(self, e):
        if e == 1:
            self.state = self.closed
        self.log += 1

    def closed(self, e):
        if e == 0:
            self.state = self.opened
        self.log += 10


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def door(a, b):
    d = Door()
    d.state(a)
    d.state(b)
    return d.log, d.state.__name__


@cases(0, 1, 4, 5)
def door_loop(n):
    d = Door()
    for i in range(n):
        d.state(i % 2)
    return d.log, d.state.__name__


@cases(0, 1, 4, 5)
def state_fn_loop(n):
    def even(x):
        return odd, x + 1

    def odd(x):
        return even, x * 2

    state = even
    x = 1
    for _ in range(n):
        state, x = state(x)
    return x


@cases(0, 1, 4, 5)
def state_fn_loop_is(n):
    def even(x):
        return odd, x + 1

    def odd(x):
        return even, x * 2

    state = even
    x = 1
    while x < n * 3:
        state, x = state(x)
    return x, state is even


@cases(0, 1)
def chosen_class(n):
    class A:
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v

    class B(A):
        def get(self):
            return self.v * 100

    cls = A if n > 0 else B
    return cls(n + 3).get()


@cases(0, 1)
def chosen_class_dict(n):
    class A:
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v

    class B(A):
        def get(self):
            return self.v * 100

    return {0: A, 1: B}[n](5).get()


@cases(0, 1, 3)
def effects(n):
    log = []
    total = 0

    def inc(k):
        nonlocal total
        total += k

    def dec(k):
        nonlocal total
        total -= k

    f = inc if n > 1 else dec
    f(5)
    f(n)
    return total


@cases(0, 1, 3)
def method_of_two(n):
    class Acc:
        def __init__(self):
            self.v = 0

        def up(self, k):
            self.v += k

        def down(self, k):
            self.v -= k

    a = Acc()
    m = a.up if n > 1 else a.down
    m(4)
    m(n)
    return a.v


@cases(0, 1, 3)
def method_of_objects(n):
    class Acc:
        def __init__(self):
            self.v = 0

        def up(self, k):
            self.v += k

    a, b = Acc(), Acc()
    m = a.up if n > 1 else b.up
    m(4)
    m(n)
    return a.v, b.v


@cases(0, 1, 3)
def none_or_function(n):
    callback = None
    if n > 1:
        callback = lambda v: v + 10
    if callback is not None:
        return callback(n)
    return n


@cases(0, 1, 3)
def none_or_function_loop(n):
    callback = None
    total = 0
    for i in range(n):
        if callback is not None:
            total += callback(i)
        if i == 1:
            callback = lambda v: v + 10
    return total


@cases(0, 1, 3)
def handlers_dict(n):
    class Machine:
        def __init__(self):
            self.handlers = {"a": self.on_a, "b": self.on_b}
            self.v = 0

        def on_a(self):
            self.v += 1

        def on_b(self):
            self.v += 100

        def dispatch(self, kind):
            self.handlers[kind]()

    m = Machine()
    m.dispatch("a" if n > 0 else "b")
    m.dispatch("b" if n > 2 else "a")
    return m.v


@cases(0, 1, 3)
def getattr_dyn(n):
    class M:
        def on_a(self):
            return 1

        def on_b(self):
            return 2

    return getattr(M(), "on_" + ("a" if n > 0 else "b"))()


@cases(0, 1, 3)
def strategy(n):
    class Cart:
        def __init__(self, strategy):
            self.strategy = strategy
            self.total = 100

        def price(self):
            return self.strategy(self.total)

    def none(t):
        return t

    def half(t):
        return t // 2

    c = Cart(none)
    if n > 1:
        c.strategy = half
    return c.price()


@cases(0, 1, 3)
def default_arg(n):
    def apply(x, f=add):
        return f(x, 1)

    return apply(n, sub if n > 2 else mul)


@cases(0, 1, 3)
def is_(n):
    f = add if n > 1 else sub
    return f is add, f == sub, f is None, callable(f)


@cases(0, 1, 3)
def as_key(n):
    f = add if n > 1 else sub
    return {add: 1, sub: 2}[f]


@cases(0, 1, 4, staged="refused AG012")
def counter(n):
    def make(start):
        count = start

        def inc():
            nonlocal count
            count += 1
            return count

        return inc

    c = make(n * 2) if n > 0 else make(n + 50)
    c()
    return c()


@cases(0, 1, 4)
def default_captured(n):
    f = (lambda x, k=n * 3: x + k) if n > 1 else (lambda x, k=n + 9: x * k)
    return f(2), f(2, 5)


@cases(0, 1, 4)
def kw_default(n):
    def outer(z):
        def g(x, *, k=z * 2):
            return x + k

        return g

    f = outer(n) if n > 1 else outer(n + 100)
    return f(1), f(1, k=3)


@cases(0, 1, 4)
def composed(n):
    def compose(f, g):
        return lambda x: f(g(x))

    add = lambda k: lambda x: x + k
    mul = lambda k: lambda x: x * k
    h = compose(add(n + 1), mul(n + 2)) if n > 1 else compose(mul(n + 3), add(n + 4))
    return h(2)


@cases(0, 1, 4)
def live_variable(n):
    k = 1
    if n > 1:
        k = n * 2
        f = lambda x: x + k
    else:
        f = lambda x: x - k
    k += 100
    return f(1)


@cases(0, 1, 4)
def partial_of_staged(n):
    def add(a, b):
        return a - b

    f = functools.partial(add, n * 3) if n > 1 else functools.partial(add, b=n + 5, a=2)
    return f() if n < 0 else (f(1) if n > 1 else f())


@cases(0, 1, 4)
def bound_of_new(n):
    class Adder:
        def __init__(self, k):
            self.k = k

        def add(self, x):
            self.k += 1
            return x + self.k

    f = Adder(n * 2).add if n > 1 else Adder(n + 70).add
    return f(1), f(1)


@cases(0, 1, 4)
def in_object(n):
    class Button:
        def __init__(self):
            self.on_click = None
            self.clicks = 0

        def click(self):
            if self.on_click is not None:
                self.clicks += self.on_click(self.clicks)

    def adder(k):
        return lambda c: c + k

    b = Button()
    if n > 1:
        b.on_click = adder(n * 3)
    b.click()
    b.click()
    return b.clicks


@cases(0, 1, 4)
def callbacks_list(n):
    def adder(k):
        return lambda c: c + k

    handlers = [adder(1), adder(n * 2) if n > 1 else adder(n * 3)]
    x = 0
    for h in handlers:
        x = h(x)
    return x


@cases(0, 1, 4)
def recursive_closure(n):
    def make(k):
        def go(x):
            return x if x <= 0 else go(x - 1) + k

        return go

    f = make(n * 2) if n > 1 else make(n + 3)
    return f(3)


@cases(0, 1, 4)
def decorators(n):
    def double(f):
        return lambda x: f(x) * 2

    def shift(k):
        def deco(f):
            return lambda x: f(x) + k

        return deco

    base = lambda x: x + 1
    f = double(base) if n > 1 else shift(n * 5)(base)
    return f(3)


@cases(0, 1, 4, staged="refused AG012")
def shared(n):
    def account(start):
        total = start

        def deposit(x):
            nonlocal total
            total += x
            return total

        def balance():
            return total

        return deposit, balance

    deposit, balance = account(n * 2) if n > 1 else account(n + 100)
    deposit(5)
    return balance()


@cases(0, 1, 4, staged="refused AG014")
def loop_of_closures(n):
    f = lambda x: x
    for i in range(n):
        g = lambda x, i=i: x + i
        f = g
    return f(3)


@cases(0, 3)
def captures_what_its_branch_binds(n):
    if n > 1:
        j = n * 10
        f = lambda: j + 1
    else:
        f = lambda: 7
    return f()


@cases(0, 3)
def branch_binds_captured_def(n):
    if n > 1:
        j = n * 10

        def f():
            return j + 1
    else:
        k = n - 4

        def f():
            return k * 2

    return f() + 1


@cases(0, 3)
def branch_binds_captured_default(n):
    fs = []
    for i in range(3):
        if n > i:
            j = n * i
            fs.append(lambda x, j=j: j + x)
        else:
            m = i
            fs.append(lambda x: m + x)
    return [f(1) for f in fs]


@cases(0, 3)
def branch_binds_captured_gen(n):
    if n > 1:
        j = n * 10
        g = (j + i for i in range(3))
    else:
        k = n
        g = (k * i for i in range(3))
    return sum(g)


@cases(0, 3)
def captured_next_iteration(n):
    total = 0
    for i in range(4):
        if i > 0:
            total += f()
        j = i * n
        f = lambda: j + 1
    return total


@cases(0, 3)
def captured_registered(n):
    subs = []

    def register(f):
        subs.append(f)

    if n > 1:
        k = n * 2
        register(lambda v: v + k)
    else:
        m = n * 3
        register(lambda v: v * m)
    return [f(2) for f in subs]


@cases(0, 3)
def captured_partials(n):
    add = lambda a, b: a + b
    if n > 1:
        k = n * 2
        f = functools.partial(lambda a, b: a + b + k, 1)
    else:
        f = functools.partial(add, 2)
    return f(3)


class Holder:
    pass


@cases(0, 3, jax="refused AG054")
def captured_attribute(n):
    o = Holder()
    if n > 1:
        k = n * 2
        o.f = lambda: k
    else:
        o.f = lambda: 1
    return o.f()


@cases(0, 3)
def captured_dict_of(n):
    d = {}
    if n > 1:
        k = n * 2
        d["f"] = lambda v: k + v
    else:
        k = 5
        d["f"] = lambda v: k - v
    return d["f"](1)


@cases(0, 3)
def captured_returned(n):
    def make():
        if n > 1:
            k = n * 2
            return lambda v: k + v
        z = n - 9
        return lambda v: z - v

    return make()(1)


@cases(0, 3)
def captured_later_changed(n):
    k = 1
    f = None
    if n > 1:
        m = 1
        f = lambda: m + k
        m = n
    else:
        f = lambda: k
    k = 100
    return f()


@cases(0, 3)
def captured_used_gen(n):
    t = 0
    for i in range(n):
        w = i * 2
        t += sum(w * k for k in [1, 2])
        t += max([1, 5, 3], key=lambda v: -abs(v - w))
    return t


@cases(0, 3, jax="refused AG054")
def text_captured(n):
    if n > 1:
        s = "big"
        f = lambda: s
    else:
        f = lambda: "small"
    return f()


@cases(0, 3, jax="refused AG054")
def list_captured(n):
    if n > 1:
        xs = [n, 2]
        f = lambda: xs
    else:
        f = lambda: [1]
    return f()


@cases(0, 3)
def captured_decorated(n):
    handlers = {}

    def on(name):
        def deco(f):
            handlers[name] = f
            return f

        return deco

    if n > 1:
        k = n + 1

        @on("a")
        def f(v):
            return v * k
    else:

        @on("a")
        def g(v):
            return v

    return handlers["a"](2)


def _weighted(a, b=0, c=0):
    return a + b * 10 + c * 100


@cases(0, 3)
def partial_of_a_partial(n):
    g = functools.partial(functools.partial(_weighted, b=n), 5, c=7)
    return g.keywords["b"], g(), g.args, g.func is _weighted
