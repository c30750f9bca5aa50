"""Evaluation order: everything once, in Python's order, also where a store or a call becomes an operator."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


class Layer:
    def __init__(self):
        self.builds = 0

    def build(self):
        self.builds += 1
        self.vars = {}
        return 5

    def setup(self):
        self.vars["w"] = self.build()
        return self.vars["w"]


class Tape:
    def __init__(self):
        self.order = 0
        self.reads = 0
        self.data = {"k": 1}

    def at(self, digit):
        self.order = self.order * 10 + digit
        return digit

    @property
    def items(self):
        self.reads += 1
        return self.data


class Items:
    def __init__(self):
        self.gets = 0
        self.sets = 0
        self.xs = [1, 2, 3]

    def __getitem__(self, k):
        self.gets += 1
        return self.xs[k]

    def __setitem__(self, k, v):
        self.sets += 1
        self.xs[k] = v


@cases(0, 3)
def value_makes_the_holder(n):
    layer = Layer()
    w = layer.setup()
    if n > 2:
        layer.vars["w"] = n
    return w, layer.vars["w"], layer.builds


@cases(0, 3)
def value_makes_the_holder_in_a_branch(n):
    layer = Layer()
    layer.vars = {"w": 0}
    r = 0
    if n > 2:
        layer.vars["w"] = layer.build() + n
        r = 1
    else:
        layer.vars = {"w": 0}
    return r, layer.builds


# A graph has no value that is a truth value or a number.
@cases(0, 3, staged="refused AG013")
def membership_before_the_store(n):
    d = defaultdict(dict)
    d["x"]["y"] = "x" in d
    if n > 2:
        d["x"]["y"] = n
    return d["x"]["y"]


@cases(0, 3)
def property_read_once(n):
    t = Tape()
    if n > 2:
        t.items["k"] = n
    return t.reads, t.data["k"]


@cases(0, 3)
def property_read_once_augmented(n):
    t = Tape()
    for i in range(n):
        t.items["k"] += i
    return t.reads, t.data["k"]


@cases(0, 3)
def own_items_read_once(n):
    c = Items()
    if n > 2:
        c[0] += n
    return c.gets, c.sets, c.xs


@cases(0, 3)
def own_items_stored_without_a_read(n):
    c = Items()
    for i in range(n):
        c[1] = i
    return c.gets, c.sets, c.xs


@cases(0, 3)
def subscript_rebound_by_the_value(n):
    xs = [0, 0, 0]
    i = 0

    def step():
        nonlocal i
        i += 1
        return n

    xs[i] = step()
    return xs, i


@cases(0, 3)
def subscript_with_a_walrus_value(n):
    xs = [0, 0, 0, 0]
    i = 1
    xs[i] = (i := 3)
    if n > 2:
        xs[0] = i
    return xs


@cases(0, 3)
def holder_rebound_by_the_value(n):
    x = [1, 2]
    first = x

    def f():
        nonlocal x
        x = [7, 8]
        return n

    x[0] = f()
    return first, x


@cases(0, 3)
def augmented_holder_rebound_by_the_value(n):
    x = [1, 2]
    first = x

    def f():
        nonlocal x
        x = [7, 8]
        return n

    x[0] += f()
    return first, x


@cases(0, 3)
def holder_rebound_in_a_branch(n):
    x = [1, 2]

    def f():
        nonlocal x
        x = [7, 8]
        return 5

    if n > 2:
        x[0] = f()
    return x


@cases(0, 3)
def receiver_before_arguments(n):
    buf = [1]
    old = buf

    def flush():
        nonlocal buf
        buf = [9]
        return n

    buf.append(flush())
    return old, buf


@cases(0, 3)
def order_of_arguments(n):
    t = Tape()

    def f(a, b, c):
        return a * 100 + b * 10 + c

    r = f(t.at(1), c=t.at(2), b=t.at(3))
    if n > 2:
        r += f(t.at(4), t.at(5), t.at(6))
    return r, t.order


@cases(0, 3)
def order_of_operands(n):
    t = Tape()
    r = t.at(1) - t.at(2) * t.at(3)
    if t.at(4) + n > t.at(5):
        r += 1
    return r, t.order


@cases(0, 3)
def order_of_a_store(n):
    t = Tape()
    xs = [0] * 5

    def holder():
        t.at(2)
        return xs

    if n > 2:
        holder()[t.at(3)] = t.at(1)
    return t.order, xs


@cases(0, 3)
def order_of_an_augmented_store(n):
    t = Tape()
    xs = [1] * 5

    def holder():
        t.at(1)
        return xs

    for _ in range(n):
        holder()[t.at(2)] += t.at(3)
    return xs, t.order % 1000


@cases(0, 3)
def order_of_several_targets(n):
    t = Tape()
    xs = [0] * 5
    if n > 2:
        xs[t.at(1)], xs[t.at(2)] = t.at(3), t.at(4)
    return xs, t.order


@cases(0, 3)
def order_in_a_display(n):
    t = Tape()
    d = {"a": t.at(1), "b": [t.at(2), t.at(3)]}
    if n > 2:
        d = {"a": t.at(4), "b": [t.at(5), n]}
    return d["a"], d["b"], t.order


@cases(0, 3)
def first_target_used_in_the_second(n):
    i = 0
    xs = [5, 6, 7, 8]
    if n > 2:
        i, xs[i] = 2, n
    return i, xs


@cases(0, 3)
def loop_bound_evaluated_once(n):
    t = Tape()

    def bound():
        t.at(1)
        return n

    total = 0
    for i in range(bound()):
        total += i
    return total, t.order


@cases(0, 3)
def bound_changed_in_the_loop(n):
    total = 0
    for i in range(n):
        n += 5
        total += i
    return total, n


@cases(0, 3)
def condition_changed_in_the_branch(n):
    o = Box(v=n)
    if o.v > 2:
        o.v = 0
    else:
        o.v = 7
    if o.v > 2:
        o.v += 100
    return o.v


@cases(0, 3)
def value_read_before_the_branch(n):
    o = Box(v=1)
    before = o.v
    if n > 2:
        o.v = 2
    return before, o.v


@cases(0, 3)
def augmented_value_reads_its_target(n):
    o = Box(v=2)

    def bump():
        o.v += 10
        return 1

    if n > 2:
        o.v += bump()
    return o.v


@cases(0, 3)
def call_on_the_left_of_an_augmented_attribute(n):
    o = Box(v=0, calls=0)

    def me():
        o.calls += 1
        return o

    if n > 2:
        me().v += me().v + 1
    return o.v, o.calls


# The message is made while the program is staged, and making it changes an object.
@cases(0, 3, staged="refused AG025")
def assertion_message_not_evaluated(n):
    t = Tape()
    assert n >= 0, t.at(1)
    return t.order


@cases(0, 3)
def default_evaluated_at_definition(n):
    k = 1

    def f(v=k):
        return v

    k = n
    if n > 2:
        k += f()
    return k + f()
