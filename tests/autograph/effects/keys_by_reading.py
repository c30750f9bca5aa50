"""Dicts that get a key where they are read, by functions that are called in staged branches and loops."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases


class Bus:
    def __init__(self):
        self.h = defaultdict(list)


class App:
    def __init__(self):
        self.bus = Bus()

    def on(self, k, f):
        self.bus.h[k].append(f)

    def on_x(self, f):
        h = self.bus.h
        h["x"].append(f)


app = App()
registry = defaultdict(list)


def register(k, f):
    registry[k].append(f)


@cases(0, 1, 3, jax="refused")
def of_the_module(n):
    registry.clear()
    if n > 1:
        register("a", 1)
    return len(registry)


@cases(0, 1, 3)
def of_an_object_of_an_object(n):
    a = App()
    if n > 1:
        a.on("x", 5)
    return len(a.bus.h)


@cases(0, 1, 3, jax="refused")
def of_an_object_of_the_module(n):
    app.bus.h.clear()
    if n > 1:
        app.on_x(5)
    return len(app.bus.h)


@cases(0, 1, 3, jax="refused")
def of_an_object_in_a_list(n):
    def read(items):
        return items[0].bus.h["q"]

    app.bus.h.clear()
    t = len(read([app])) if n > 1 else 5
    return len(app.bus.h), t


@cases(0, 1, 3)
def registered_by_a_decorator(n):
    hs = defaultdict(list)
    t = 0

    def on(f):
        hs["odd"].append(f)

    if n > 1:

        @on
        def odd(x):
            return x

    for h in hs["odd"]:
        t += h(3)
    return t


@cases(0, 1, 3)
def registered_and_called_in_a_loop(n):
    hs = defaultdict(list)
    t = 0

    def on(f):
        hs["odd"].append(f)

    if n > 1:
        on(lambda x: x)
    for i in range(n):
        for h in hs["odd"]:
            t += h(3)
    return t


@cases(0, 1, 3)
def by_a_function(n):
    hs = defaultdict(list)

    def on(f):
        hs["odd"].append(f)

    if n > 1:
        on(5)
    return len(hs["odd"])


@cases(0, 1, 3)
def keys_by_a_function(n):
    hs = defaultdict(list)

    def on(f):
        hs["odd"].append(f)

    if n > 1:
        on(5)
    return len(hs)


@cases(0, 1, 3)
def through_a_variable(n):
    hs = defaultdict(list)

    def on(f):
        xs = hs["odd"]
        xs.append(f)

    if n > 1:
        on(5)
    t = 0
    for h in hs["odd"]:
        t += h
    return t


@cases(0, 1, 3)
def under_a_key_given(n):
    hs = defaultdict(list)

    def on(f, k):
        hs[k].append(f)

    if n > 1:
        on(5, "odd")
    t = 0
    for h in hs["odd"]:
        t += h
    return t


@cases(0, 1, 3)
def in_a_loop(n):
    hs = defaultdict(list)

    def on(k, f):
        hs[k].append(f)

    for i in range(n):
        on("odd", i)
    return len(hs), len(hs["odd"])


@cases(0, 1, 3)
def only_read(n):
    hs = defaultdict(lambda: 7)

    def get(k):
        return hs[k]

    t = get("a") if n > 1 else 0
    return len(hs), t


@cases(0, 1, 3)
def only_read_in_a_loop(n):
    a = App()

    def go():
        a.bus.h["q"]

    for i in range(n):
        go()
    return len(a.bus.h)
