"""What an expression or a context manager has, while a call in it puts something else where that was."""

from __future__ import annotations

import contextlib

from tests.autograph.effects.outcomes import cases


class M:
    def __init__(self, name=0):
        self.left = 0
        self.name = name
        self.items = []

    def __enter__(self):
        return self

    def __exit__(self, *e):
        self.left += 1

    def close(self):
        self.left += 10

    def m(self, x):
        self.name += x
        return self.name


@cases(0, 3)
def closing(n):
    c = M(1)
    with contextlib.closing(c):
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name


@contextlib.contextmanager
def g(c):
    yield 5
    c.left += 1


@cases(0, 3)
def generator(n):
    c = M(1)
    with g(c):
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name


@cases(0, 3)
def stack(n):
    c = M(1)
    with contextlib.ExitStack() as s:
        s.enter_context(c)
        s.callback(c.close)
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name


@cases(0, 3)
def stack_callback(n):
    c = M(1)
    with contextlib.ExitStack() as s:
        s.callback(c.close)
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name


@cases(0, 3)
def attribute_manager(n):
    c = M(1)
    c.inner = M(4)
    with c.inner:
        if n > 1:
            c.inner = M(2)
            c.inner.name += n
    return c.inner.left, c.inner.name


@cases(0, 3)
def made_in_with(n):
    with M(1) as c:
        d = M(3)
        with d:
            if n > 1:
                d = c
                d.name += n
    return c.left, c.name, d.left, d.name


@cases(0, 3)
def method_of_item(n):
    d = {"a": M(1)}

    def f():
        if n > 1:
            d["a"] = M(9)
        return 4

    r = d["a"].m(f())
    return r, d["a"].name


@cases(0, 3)
def argument_item(n):
    d = {"a": M(1)}

    def f():
        if n > 1:
            d["a"] = M(9)
        return 4

    def h(m, x):
        m.name += x
        return m

    r = h(d["a"], f())
    return r.name, d["a"].name


@cases(0, 3)
def argument_call(n):
    d = {"a": M(1)}

    def get():
        return d["a"]

    def f():
        if n > 1:
            d["a"] = M(9)
        return 4

    def h(m, x):
        m.name += x
        return m

    r = h(get(), f())
    return r.name, d["a"].name


@cases(0, 3)
def receiver_call(n):
    d = {"a": M(1)}

    def get():
        return d["a"]

    def f():
        if n > 1:
            d["a"] = M(9)
        return 4

    r = get().m(f())
    return r, d["a"].name


@cases(0, 3)
def receiver_get(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d.get("a").append(f())
    return d["a"]


@cases(0, 3)
def receiver_setdefault(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d.setdefault("a", []).append(f())
    return d["a"]


@cases(0, 3)
def store_to_call(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        return 4

    d.get("a")[0] = f()
    d.get("a")[0] += f()
    return d["a"]


@cases(0, 3)
def attribute_of_call(n):
    d = {"a": M(1)}

    def get():
        return d["a"]

    def f():
        if n > 1:
            d["a"] = M(9)
        return 4

    get().name += f()
    return d["a"].name


@cases(0, 3)
def key_computed(n):
    d = {("a", 1): [1], ("a", 2): [2]}

    def f():
        if n > 1:
            d["a", 1] = [9]
        return 4

    for i in (1, 2):
        d["a", i].append(f())
    return d["a", 1], d["a", 2]


@cases(0, 3)
def deep(n):
    s = M(1)
    s.rows = [[1], [2]]

    def f():
        if n > 1:
            s.rows[0] = [9]
        return 4

    i = 0
    s.rows[i].append(f())
    s.rows[i + 0].append(f())
    return s.rows


@cases(0, 3, staged="refused AG021")
def read_list_then_call(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        d["a"].append(3)
        return [4]

    return d["a"] + f(), d["a"]


@cases(0, 3, staged="refused AG021")
def display(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        d["a"].append(3)
        return 4

    r = [d["a"], f(), d["a"]]
    d["a"].append(7)
    return r, d


@cases(0, 3, staged="refused AG021")
def display_call(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        d["a"].append(3)
        return 4

    r = [d.get("a"), f(), d["a"]]
    d["a"].append(7)
    return r, d


@cases(0, 3, staged="refused AG021")
def keyword_arguments(n):
    d = {"a": [1]}

    def f():
        if n > 1:
            d["a"] = [9]
        d["a"].append(3)
        return 4

    def h(a, b, c):
        a.append(b)
        c.append(a[0])
        return a, c

    return h(a=d["a"], b=f(), c=d["a"]), d


@cases(0, 3)
def closing_in_branch(n):
    c = M(1)
    if n > 1:
        with contextlib.closing(c):
            c.name += n
    return c.left, c.name


@cases(0, 3)
def callback_in_branch(n):
    c = M(1)
    if n > 1:
        with contextlib.ExitStack() as s:
            s.callback(c.close)
            c.name += n
    return c.left, c.name


@cases(0, 3)
def callback_function_in_branch(n):
    c = M(1)

    def go():
        c.left += n

    if n > 1:
        with contextlib.ExitStack() as s:
            s.callback(go)
            c.name += n
    return c.left, c.name


@cases(0, 3)
def callback_list(n):
    c = [1]
    with contextlib.ExitStack() as s:
        s.callback(c.append, 5)
        if n > 1:
            c = [2]
            c[0] += n
    return c[0]


@cases(0, 3)
def callback_list_in_branch(n):
    c = [1]
    if n > 1:
        with contextlib.ExitStack() as s:
            s.callback(c.append, 5)
    return len(c)


@cases(0, 3, staged="refused AG026")
def callback_function(n):
    c = M(1)

    def go(k, *, j):
        c.left += n + k + j
        return True

    try:
        with contextlib.ExitStack() as s:
            s.callback(go, 1, j=2)
            s.push(lambda *e: go(1, j=1))
            c.name += n
            if n > 1:
                c = M(4)
                raise ValueError
    except ValueError:
        c.name += 100
    return c.left, c.name


@cases(0, 3)
def callback_staged_if(n):
    c = M(1)

    def go(k):
        if n > k:
            c.left += n + k

    with contextlib.ExitStack() as s:
        s.callback(go, 1)
    return c.left, c.name


def given(c, change):
    change()
    c.left += 1


@cases(0, 3)
def variable_of_a_caller_with_the_same_name(n):
    c = M(1)

    def change():
        nonlocal c
        if n > 1:
            c = M(2)
            c.name += n

    given(c, change)
    return c.left, c.name


def yielding(c):
    yield 5
    c.left += 1
    yield 6


@cases(0, 3)
def variable_of_a_generator_with_the_same_name(n):
    c = M(1)
    for _ in yielding(c):
        if n > 1:
            c = M(2)
            c.name += n
    return c.left, c.name
