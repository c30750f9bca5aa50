"""Objects that become records of a list, beside what branches do to their attributes in place, and other variables."""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict, defaultdict, deque

from tests.autograph.effects.outcomes import cases


class Pair:
    def __init__(self, a):
        self.a = a
        self.items = [a]
        self.s = {1}

    def set(self, x):
        self.a = x


class Longer(list):
    pass


class Holder:
    def __init__(self, a):
        self.a = a
        self.items = Longer([a])
        self.b = bytearray(b"x")
        self.o = OrderedDict(a=1)
        self.c = Counter("ab")
        self.d = {"k": [1], "j": {2}}
        self.q = deque([1])
        self.dd = defaultdict(list)

    @property
    def p(self):
        return self.d["k"]

    @p.setter
    def p(self, v):
        self.d["k"] = v


class Box:
    def __init__(self):
        self.a_ref = None
        self.z_ref = None
        self.xs = []


class Numbers:
    def __init__(self, n):
        self.a = array("i", [1])
        self.n = n


@cases((0, 1), (1, 0), (2, 2))
def added_to_a_list(n, m):
    o = Pair(n)
    xs = [o]
    if n > 1:
        xs.append(Pair(1))
    else:
        o.items += [1]
    return len(xs), o.items


@cases((0, 1), (1, 0), (2, 2))
def added_to_a_list_first(n, m):
    o = Pair(n)
    xs = [o]
    if n <= 1:
        o.items += [1]
    else:
        xs.append(Pair(1))
    return len(xs), o.items


@cases((0, 1), (1, 0), (2, 2))
def added_to_a_set(n, m):
    o = Pair(n)
    xs = [o]
    if n > 1:
        xs.append(Pair(1))
    else:
        o.s |= {3}
    return len(xs), o.s, o.a


@cases((0, 1), (1, 0), (2, 2))
def added_in_the_same_branch(n, m):
    o = Pair(n)
    xs = [o]
    if n > 1:
        o.items += [1]
        xs.append(Pair(1))
    return len(xs), o.items


@cases((0, 1), (1, 0), (2, 2))
def added_by_another_name(n, m):
    o = Pair(n)
    xs = [o]
    if n > 1:
        xs.append(Pair(1))
    else:
        it = o.items
        it += [1]
    return len(xs), o.items


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def held_beside_the_list(n, m):
    o = Pair(n)
    for i in range(n):
        f = o.set
        f(m)
    if m == 1:
        p = o
        xs = [o, p]
    else:
        p = o
        xs = [o]
    return xs[0] is p, xs


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def held_after_a_method(n, m):
    o = Pair(n)
    if n > 2:
        f = o.set
    if m == 1:
        p = o
        xs = [o, p]
    else:
        p = o
        xs = [o]
    return xs[0] is p, xs


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def appended_under_two_names(n, m):
    o = Pair(n)
    p = o
    for i in range(n):
        f = o.set
        f(m)
    xs = []
    if m == 1:
        xs.append(o)
    xs.append(p)
    return xs[0] is p, p is o, xs[-1] is o, xs


@cases((0, 1), (1, 0), (2, 2), (3, 1), staged="refused AG021")
def held_by_attributes(n, m):
    o = Pair(n)
    box = Box()
    for i in range(n):
        f = o.set
        f(m)
    if m == 1:
        box.a_ref = o
        box.xs = [o, o]
        box.z_ref = o
    else:
        box.a_ref = o
        box.xs = [o]
        box.z_ref = o
    box.a_ref.a += 5
    return box.xs[0] is box.a_ref, box.z_ref is box.a_ref, box


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def held_in_a_tuple(n, m):
    o = Pair(n)
    box = Box()
    for i in range(n):
        f = o.set
        f(m)
    if m == 1:
        box.a_ref = o
        p = (o, 1)
        xs = [o, o]
    else:
        box.a_ref = o
        p = (o, 2)
        xs = [o]
    box.a_ref.a += 5
    p[0].a += 1
    return xs[0] is box.a_ref, p[0] is box.a_ref, xs, p, o.a


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def changed_after_it(n, m):
    o = Pair(n)
    for i in range(n):
        f = o.set
        f(m)
    if m == 1:
        p = o
        xs = [o, p]
    else:
        p = o
        xs = [o]
    p.a += 10
    p.items.append(7)
    return xs[0].a, xs[-1].items, o.a, p.a, xs


def beside_a_longer_list(staged="equal"):
    """Marks what is done to an object in one branch; the other makes the list longer that the object is in."""

    def mark(change):
        def program(n, m):
            o = Holder(n)
            xs = [o]
            if n > 1:
                xs.append(Holder(1))
            else:
                change(o, m)
            return len(xs), list(o.items), list(o.b), dict(o.o), dict(o.c), o.d, list(o.q), dict(o.dd)

        program.__name__ = change.__name__
        cases((0, 1), (1, 0), (2, 2), staged=staged)(program)
        return change

    return mark


@beside_a_longer_list(staged="refused AG021")
def a_list_of_a_class(o, m):
    o.items += [m]


@beside_a_longer_list(staged="refused AG021")
def a_bytearray(o, m):
    o.b += b"y"


@beside_a_longer_list()
def an_ordered_dict(o, m):
    o.o |= {"z": m}


@beside_a_longer_list()
def a_counter(o, m):
    o.c += Counter("b")


@beside_a_longer_list()
def a_list_in_a_dict(o, m):
    o.d["k"] += [m]


@beside_a_longer_list()
def a_set_in_a_dict(o, m):
    o.d["j"] |= {m}


@beside_a_longer_list()
def a_deque(o, m):
    o.q += [m]


@beside_a_longer_list()
def a_list_by_default(o, m):
    o.dd["n"] += [m]


@beside_a_longer_list()
def a_property(o, m):
    o.p += [m]


@beside_a_longer_list()
def a_dict(o, m):
    o.d |= {"new": m}


@beside_a_longer_list(staged="refused AG021")
def a_list_times(o, m):
    o.items *= 2


@beside_a_longer_list()
def less_in_a_set(o, m):
    o.d["j"] -= {2}


@beside_a_longer_list()
def less_in_a_counter(o, m):
    o.c -= Counter("b")


@beside_a_longer_list()
def a_deque_times(o, m):
    o.q *= 2


@cases((0, 1), (1, 0), (2, 2), staged="refused AG021")
def an_array(n, m):
    o = Numbers(n)
    xs = [o]
    if n > 1:
        xs.append(Numbers(1))
    else:
        o.a += array("i", [2])
    return len(xs), list(o.a)


@cases((0, 1), (1, 0), (2, 2))
def in_a_dict(n, m):
    o = Numbers(n)
    d = {"k": [o], "l": [1], "s": {1}}
    if n > 1:
        d["k"].append(Numbers(1))
    else:
        d["l"] += [m]
        d["s"] |= {5}
        o.n += 1
    return len(d["k"]), d["l"], d["s"], o.n


@cases((0, 1), (1, 0), (2, 2), staged="refused AG051")
def in_a_loop(n, m):
    o = Holder(n)
    xs = [o]
    for i in range(m):
        xs.append(Holder(i))
        xs[-1].d["k"] += [i]
        xs[-1].c += Counter("z")
        if i > n:
            xs[0].items *= 2
    return len(xs), list(o.items), xs[-1].d["k"]
