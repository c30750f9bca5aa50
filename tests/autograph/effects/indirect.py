"""Effects without a store in the text: setattr, vars, operator, heapq, bisect, random, functools, computed holders."""

from __future__ import annotations

import bisect
import heapq
import operator
import random
from functools import partial, reduce

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def setattr_in_a_branch(n):
    o = Box(v=1)
    if n > 2:
        setattr(o, "v", n)
    return o.v


@cases(0, 3)
def setattr_of_a_computed_name_in_a_loop(n):
    o = Box(a=0, b=0)
    for _ in range(n):
        for name in ("a", "b"):
            setattr(o, name, getattr(o, name) + len(name) + 1)
    return o.a, o.b


@cases(0, 3, staged="refused")
def setattr_of_a_new_name_in_one(n):
    o = Box()
    if n > 2:
        setattr(o, "z", 1)
    return getattr(o, "z", 0)


@cases(0, 3, staged="refused")
def delattr_in_one(n):
    o = Box(v=1)
    if n > 2:
        delattr(o, "v")
    return hasattr(o, "v")


@cases(0, 3)
def vars_in_a_branch(n):
    o = Box(x=1)
    if n > 2:
        vars(o)["x"] = n
    return o.x


@cases(0, 3)
def vars_after_an_attribute_in_a_branch(n):
    o = Box(x=1)
    if n > 2:
        o.x = n
        vars(o)["x"] = o.x + n
    return o.x


@cases(0, 3)
def dict_of_an_object_in_a_loop(n):
    o = Box(x=1)
    for i in range(n):
        o.__dict__["x"] += i
    return o.x


@cases(0, 3)
def dict_update_of_an_object(n):
    o = Box(x=1, y=2)
    if n > 2:
        o.__dict__.update(x=5)
    return o.x + o.y


@cases(0, 3)
def object_setattr(n):
    o = Box(v=1)
    if n > 2:
        object.__setattr__(o, "v", n)
    return o.v


@cases(0, 3)
def operator_setitem_in_a_branch(n):
    xs = [1, 2]
    if n > 2:
        operator.setitem(xs, 0, n)
    return xs


@cases(0, 3)
def dunder_setitem_in_a_loop(n):
    d = {"a": 0}
    for i in range(n):
        d.__setitem__("a", d["a"] + i)
    return d["a"]


@cases(0, 3, staged="refused")
def operator_delitem_in_one(n):
    d = {"a": 1}
    if n > 2:
        operator.delitem(d, "a")
    return len(d)


@cases(0, 3)
def operator_iadd_of_a_list_in_one(n):
    xs = [1]
    if n > 2:
        operator.iadd(xs, [2])
    return len(xs)


@cases(0, 3)
def operator_iadd_of_a_number(n):
    x = 1
    for i in range(n):
        x = operator.iadd(x, i)
    return x


@cases(0, 3, staged="refused")
def heappush_in_one(n):
    h = [2, 4]
    if n > 2:
        heapq.heappush(h, 1)
    return h[0]


@cases(0, 3)
def heappush_in_both(n):
    h = [2, 4]
    if n > 2:
        heapq.heappush(h, 1)
    else:
        heapq.heappush(h, 3)
    return h[0]


@cases(0, 3, staged="refused")
def heappop_in_a_loop(n):
    h = [5, 3, 8, 1]
    heapq.heapify(h)
    total = 0
    while n > 0:
        total += heapq.heappop(h)
        n -= 1
    return total


@cases(0, 3, staged="refused")
def heap_of_staged_numbers(n):
    h = [2, 9]
    heapq.heappush(h, n)
    return h[0]


@cases(0, 3, staged="refused")
def insort_in_one(n):
    xs = [1, 5]
    if n > 2:
        bisect.insort(xs, 3)
    return xs[1]


@cases(0, 3, staged="refused")
def insort_of_a_staged_number(n):
    xs = [1, 5]
    bisect.insort(xs, n)
    return xs


@cases(0, 3, staged="refused")
def shuffle_in_one(n):
    rng = random.Random(0)
    xs = [1, 2, 3, 4, 5]
    if n > 2:
        rng.shuffle(xs)
    return xs


@cases(0, 3, staged="refused")
def random_state_in_one(n):
    rng = random.Random(0)
    if n > 2:
        rng.random()
    return rng.random()


@cases(0, 3, staged="refused")
def random_number_in_a_loop(n):
    rng = random.Random(0)
    total = 0.0
    for _ in range(n):
        total += rng.random()
    return total


@cases(0, 3)
def holder_from_a_call(n):
    o = Box(v=1)

    def get():
        return o

    if n > 2:
        get().v = 5
    return o.v


@cases(0, 3)
def holder_from_a_call_augmented(n):
    o = Box(v=1, gets=0)

    def get():
        o.gets += 1
        return o

    for i in range(n):
        get().v += i
    return o.v, o.gets


@cases(0, 3)
def holder_from_an_item(n):
    os = [Box(v=1), Box(v=2)]
    for i in range(n):
        os[min(0, 1)].v += i
    return os[0].v, os[1].v


@cases(0, 3)
def holder_from_a_conditional_expression_of_python(n):
    a, b = Box(v=1), Box(v=2)
    use_a = True
    if n > 2:
        (a if use_a else b).v = 7
    return a.v, b.v


@cases(0, 3)
def holder_from_a_dict_get(n):
    table = {"k": [1, 2]}
    if n > 2:
        table.get("k")[0] = n
    return table["k"]


@cases(0, 3)
def holder_from_getattr(n):
    o = Box(inner=Box(v=0))
    for _ in range(n):
        getattr(o, "inner").v += 2
    return o.inner.v


@cases(0, 3)
def holder_from_a_loop_over_values(n):
    boxes = {"a": Box(v=1), "b": Box(v=2)}
    if n > 2:
        for box in boxes.values():
            box.v += n
    return boxes["a"].v, boxes["b"].v


@cases(0, 3)
def holder_from_zip(n):
    boxes = [Box(v=1), Box(v=2)]
    for _ in range(n):
        for box, by in zip(boxes, (10, 20)):
            box.v += by
    return [box.v for box in boxes]


@cases(0, 3)
def partial_setattr(n):
    o = Box(v=0)
    put = partial(setattr, o, "v")
    if n > 2:
        put(n)
    return o.v


@cases(0, 3)
def methodcaller_in_a_loop(n):
    class C:
        v = 0

        def add(self, by):
            self.v += by

    c = C()
    for _ in range(n):
        operator.methodcaller("add", 2)(c)
    return c.v


@cases(0, 3)
def reduce_with_effects(n):
    o = Box(calls=0)

    def add(a, b):
        o.calls += 1
        return a + b if n > 2 else a - b

    return reduce(add, [1, 2, 3]), o.calls


@cases(0, 3)
def list_map_append(n):
    seen = []
    if n > 2:
        list(map(seen.append, (1, 2)))
    return len(seen)


@cases(0, 3)
def sort_with_a_key_that_counts(n):
    o = Box(calls=0)

    def key(v):
        o.calls += 1
        return -v

    xs = sorted([3, 1, 2], key=key)
    if n > 2:
        xs[0] = n
    return xs, o.calls


@cases(0, 3)
def max_with_a_key_of_staged_values(n):
    return max((1, 5, n), key=lambda v: -v)


@cases(0, 3, staged="refused")
def exec_free_globals_write(n):
    space = {"x": 1}
    if n > 2:
        space.update(y=2)
    return len(space)


@cases(0, 3)
def slice_object_store(n):
    xs = [1, 2, 3, 4]
    where = slice(1, 3)
    if n > 2:
        xs[where] = [n, n]
    return xs


@cases(0, 3)
def starred_call_with_effects(n):
    o = Box(v=0)

    def add(*values, by=1):
        for v in values:
            o.v += v * by

    if n > 2:
        add(*[1, 2], **{"by": 3})
    return o.v


@cases(0, 3)
def operator_setitem_without_a_condition(n):
    xs = [1, 2]
    operator.setitem(xs, 0, n)
    return xs


@cases(0, 3)
def vars_of_a_new_value_in_a_loop(n):
    o = Box(x=1, k=2)
    for i in range(n):
        vars(o)["x"] = i + o.k
    return o.x


@cases(0, 3)
def dict_of_an_object_in_a_loop_into_an_attribute(n):
    o = Box(x=1, y=0)
    for o.x in range(n):
        o.__dict__["y"] = o.x + 1
    return o.x, o.y
