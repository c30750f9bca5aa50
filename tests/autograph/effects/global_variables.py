"""Global variables that are bound by `global`, by the dict `globals()` and by the module: one variable, however it is bound."""

from __future__ import annotations

import sys

from tests.autograph.effects.outcomes import cases

G = 0
H = 0


def bump(k):
    global G
    G += k
    return G


def helper():
    global K
    K = 5


class P:
    pass


@cases(1, -1)
def attribute_by_the_namespace_too(x):
    o = P()
    o.v = 0
    if x > 0:
        vars(o)["v"] = 1
        o.v += 1
    return o.v


@cases(1, -1)
def attribute_by_either(x):
    o = P()
    o.v = 0
    if x > 0:
        vars(o)["v"] = 1
    else:
        o.v = 5
    return o.v


@cases(1, -1)
def attribute_by_both_in_turn(x):
    o = P()
    o.v = 0
    d = vars(o)
    if x > 0:
        o.v = 1
        d["v"] += 4
    else:
        d["v"] = 7
        o.v += 1
    return o.v


@cases(1, -1)
def by_a_function_or_by_globals(x):
    globals()["G"] = 3
    if x > 0:
        bump(1)
    else:
        globals()["G"] = 9
    return G


@cases(1, -1)
def by_a_function_or_by_the_module(x):
    m = sys.modules[__name__]
    m.G = 3
    if x > 0:
        bump(1)
    else:
        m.G = 9
    return G


@cases(1, -1)
def by_all_three(x):
    m = sys.modules[__name__]
    m.G = 3
    if x > 0:
        bump(1)
        m.G += 7
    else:
        m.G = 9
        bump(5)
    return G, m.G, globals()["G"]


@cases(3, 0)
def module_in_a_loop(n):
    m = sys.modules[__name__]
    m.G = 3
    for i in range(n):
        bump(1)
        m.G += i
    return G, m.G


@cases(3, 0)
def globals_in_a_loop(n):
    g = globals()
    g["G"] = 3
    for i in range(n):
        bump(i)
        g["G"] *= 2
    return G, g["G"]


@cases(3, 0)
def attribute_in_a_loop(n):
    o = P()
    o.v = 2
    d = vars(o)
    for i in range(n):
        d["v"] += i
        o.v *= 2
    return o.v


@cases(3, 0)
def in_a_try(n):
    g = globals()
    g["G"] = 3
    try:
        if n > 1:
            bump(2)
            raise ValueError
        g["G"] = 8
    except ValueError:
        g["G"] += 10
    return G


@cases(3, 0)
def updated(n):
    global G
    G = 3
    if n > 1:
        globals().update(G=n)
        bump(3)
    return G


@cases(3, 0)
def popped_and_put_back(n):
    global G
    G = 3
    if n > 1:
        bump(3)
        globals().pop("G")
        globals()["G"] = 9
    return G


@cases(3, 0)
def read_both_ways(n):
    global G
    G = 3
    g = globals()
    if n > 1:
        bump(3)
        g["G"] = g["G"] + G
    return G


@cases(-1, 1)
def stored_then_bumped(x):
    globals()["G"] = 3
    if x > 0:
        globals()["G"] = 40
        bump(1)
    return G


@cases(1, -1)
def bound_then_bumped(x):
    global G
    G = 3
    if x > 0:
        G = 40
        bump(1)
    return G


@cases(1, -1, staged="refused AG010")
def deleted_on_a_path(x):
    global H
    H = 1
    if x > 0:
        del H
    try:
        r = H
    except NameError:
        r = 9
    H = 5
    return r, H


@cases(1, -1, staged="refused AG010")
def deleted_and_read_elsewhere(x):
    global H
    H = 1

    def peek():
        return H

    if x > 0:
        del H
    try:
        r = peek()
    except NameError:
        r = 9
    H = 5
    return r, H


@cases(1, -1, staged="refused AG010")
def popped_on_a_path(x):
    globals()["H"] = 1
    if x > 0:
        globals().pop("H")
    r = 3
    try:
        r = H
    except NameError:
        r = 9
    globals()["H"] = 5
    return r, H


@cases(1, -1, staged="refused AG010")
def bound_on_a_path(x):
    global K
    if x > 0:
        K = 3
    try:
        r = K
    except NameError:
        r = 9
    K = 8
    del K
    return r


@cases(0, 2, staged="refused AG010")
def bound_in_a_loop(n):
    global K
    for i in range(n):
        K = i
    try:
        r = K
    except NameError:
        r = 9
    K = 8
    del K
    return r


@cases(1, -1, staged="refused AG010")
def bound_by_a_function_on_a_path(x):
    global K
    if x > 0:
        helper()
    try:
        r = K
    except NameError:
        r = 9
    K = 8
    del K
    return r


@cases(0, 2, staged="refused AG018")
def bound_by_a_function_in_a_loop(n):
    global K
    for i in range(n):
        helper()
    try:
        r = K
    except NameError:
        r = 9
    K = 8
    del K
    return r
