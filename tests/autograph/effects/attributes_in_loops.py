"""Attributes that a loop gives an object, or takes away, and those of one of several objects."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Thing:
    pass


@cases(0, 1, 3)
def loop_if(n):
    o = Thing()
    for i in range(n):
        if i == 0:
            o.hit = i + 5
    return getattr(o, "hit", -1)


@cases(0, 1, 3)
def loop_if2(n):
    o = Thing()
    for i in range(n):
        if i == 1:
            o.hit = i + 5
    return getattr(o, "hit", -1)


@cases(0, 1, 3)
def loop_if3(n):
    o = Thing()
    for i in range(n):
        if i == 1:
            o.hit = i + 5
    if hasattr(o, "hit"):
        return o.hit
    return -3


@cases(0, 1, 3)
def loop_if_read(n):
    o = Thing()
    for i in range(n):
        if i == 0:
            o.hit = i + 5
    return o.hit


@cases(0, 1, 3)
def loop_var(n):
    for i in range(n):
        if i == 0:
            hit = i + 5
    return hit


@cases(0, 1, 3, staged="refused AG018")
def loop_obj(n):
    o = Thing()
    for i in range(n):
        if i == 0:
            o.c = Thing()
            o.c.v = i
    return o.c.v if hasattr(o, "c") else -1


@cases(0, 1, 3)
def two_loops(n):
    o = Thing()
    for i in range(n):
        if i == 0:
            o.hit = i + 5
    for j in range(n):
        if hasattr(o, "hit"):
            o.hit += 1
    return getattr(o, "hit", -1)


@cases(0, 1, 3)
def nested_loop(n):
    o = Thing()
    for i in range(n):
        for j in range(n):
            if i * j == 2:
                o.hit = i
    return getattr(o, "hit", -1)


@cases(0, 1, 3)
def loop_del(n):
    o = Thing()
    o.hit = 1
    for i in range(n):
        if i == 1:
            del o.hit
    return getattr(o, "hit", -1)


@cases(0, 1, 3)
def loop_del_set(n):
    o = Thing()
    o.hit = 1
    for i in range(n):
        if i == 1:
            del o.hit
        if i == 2:
            o.hit = 9
    return getattr(o, "hit", -1)


@cases(0, 1)
def at(n):
    os = [Thing(), Thing()]
    os[n].hit = 5
    return [getattr(o, "hit", -1) for o in os]


@cases(0, 1)
def at_named(n):
    a, b = Thing(), Thing()
    os = [a, b]
    os[n].hit = 5
    return getattr(a, "hit", -1), getattr(b, "hit", -1), hasattr(a, "hit")


@cases(0, 1)
def chosen(n):
    a, b = Thing(), Thing()
    c = a if n > 0 else b
    c.hit = 5
    return getattr(a, "hit", -1), getattr(b, "hit", -1), getattr(c, "hit", -1)


@cases(0, 1)
def chosen_read(n):
    a, b = Thing(), Thing()
    a.hit = 4
    c = a if n > 0 else b
    return getattr(c, "hit", -1)


@cases(0, 1)
def chosen_if(n):
    a, b = Thing(), Thing()
    c = a if n > 0 else b
    if n > 0:
        c.hit = 5
    return getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(0, 1)
def chosen_del(n):
    a, b = Thing(), Thing()
    a.hit = b.hit = 3
    c = a if n > 0 else b
    del c.hit
    return getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(0, 1, 2)
def loop_at(n):
    os = [Thing(), Thing(), Thing()]
    for i in range(n):
        os[i].hit = i
    return [getattr(o, "hit", -1) for o in os]


@cases(0, 1, 2)
def while_at(n):
    os = [Thing(), Thing(), Thing()]
    i = 0
    while i < n:
        os[i].hit = i
        i += 1
    return [getattr(o, "hit", -1) for o in os]


@cases(0, 1, 2)
def loop_if_at(n):
    a, b = Thing(), Thing()
    for i in range(n):
        if i == 0:
            a.hit = i
        else:
            b.hit = i
    return getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(0, 1, 2)
def loop_chosen(n):
    a, b = Thing(), Thing()
    for i in range(n):
        c = a if i == 0 else b
        c.hit = i
    return getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(1)
def loop_chosen_again(n):
    a, b = Thing(), Thing()
    for i in range(n):
        c = a if i == 0 else b
        c.hit = i + 7
    return hasattr(a, "hit"), hasattr(b, "hit"), getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(1, 2)
def loop_chosen_2(n):
    a, b = Thing(), Thing()
    for i in range(n):
        c = a if i == 0 else b
        c.hit = i + 7
    return hasattr(a, "hit"), hasattr(b, "hit"), getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(1, 2)
def loop_chosen_if(n):
    a, b = Thing(), Thing()
    for i in range(n):
        c = a if i == 0 else b
        if i < 5:
            c.hit = i + 7
    return hasattr(a, "hit"), hasattr(b, "hit"), getattr(a, "hit", -1), getattr(b, "hit", -1)


@cases(1, 2)
def loop_keys(n):
    a, b = {}, {}
    for i in range(n):
        c = a if i == 0 else b
        c["hit"] = i + 7
    return a, b


@cases(1, 2)
def loop_made_before(n):
    a, b = Thing(), Thing()
    a.hit = b.hit = 2
    for i in range(n):
        c = a if i == 0 else b
        c.hit = i + 7
    return a.hit, b.hit


@cases(0, 1, 3)
def vals(n):
    o = Thing()
    if n > 0:
        o.x = (1, n)
    a, b = getattr(o, "x", (0, 0))
    return a + b


@cases(0, 1, 3, staged="refused AG018")
def list_loop(n):
    o = Thing()
    for i in range(n):
        o.xs = [i, i + 1]
    return o.xs if hasattr(o, "xs") else [9, 9]


@cases(0, 1, 3)
def str_loop(n):
    o = Thing()
    for i in range(n):
        o.s = "a"
    return getattr(o, "s", "none")


@cases(0, 1, 3)
def str_loop2(n):
    o = Thing()
    for i in range(n):
        o.s = "a" if i > 1 else "bcd"
    return getattr(o, "s", "none")


@cases(0, 1, 3, staged="refused AG018")
def func_loop(n):
    o = Thing()
    for i in range(n):
        o.f = lambda v: v + 1
    return o.f(1) if hasattr(o, "f") else 0


@cases(0, 1, 3, staged="refused AG018")
def none_loop(n):
    o = Thing()
    for i in range(n):
        o.s = None if i > 1 else i
    return getattr(o, "s", -1) is None


@cases(0, 1, 3, staged="refused AG018")
def list_grow_loop(n):
    o = Thing()
    for i in range(n):
        if not hasattr(o, "xs"):
            o.xs = []
        o.xs.append(i)
    return getattr(o, "xs", [7])


@cases(0, 1, 3)
def cell_loop(n):
    class Node:
        def __init__(self, v):
            self.v = v

    head = Node(0)
    cur = head
    for i in range(3):
        if i < n:
            cur.next = Node(i)
            cur = cur.next
    t, k = 0, head
    while hasattr(k, "next"):
        k = k.next
        t += k.v
    return t


@cases(0, 1, 3)
def map_getattr(n):
    o = Thing()
    o.y = 2
    if n > 0:
        o.x = n
    return list(map(lambda k: getattr(o, k, -1), ["x", "y"]))


@cases(0, 1, 3)
def nested_try(n):
    o = Thing()
    if n > 0:
        o.x = n
    try:
        try:
            r = o.x
        except KeyError:
            r = -1
    except AttributeError:
        r = -2
    return r


@cases(0, 1, 3)
def while_test(n):
    o = Thing()
    if n > 0:
        o.x = n
    k = 0
    while getattr(o, "x", 0) > k:
        k += 1
    return k


@cases(0, 1, 3)
def sorted_key(n):
    os = [Thing(), Thing()]
    if n > 0:
        os[0].k = n
    return [getattr(o, "k", 1) for o in sorted(os, key=lambda o: getattr(o, "k", 1))]
