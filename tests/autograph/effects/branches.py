"""Effects in the branches of `if`: on locals, attributes, items and contents, where both join and where they cannot."""

from __future__ import annotations

from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


class Box:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


@dataclass
class Point:
    x: float
    y: float = 0.0


@cases(0, 3)
def local_in_one_branch(n):
    total = 1
    if n > 2:
        total = n * 2
    return total


@cases(-1, 0, 1, 7)
def local_in_a_chain(n):
    if n < 0:
        kind = -1
    elif n == 0:
        kind = 0
    elif n < 5:
        kind = 1
    else:
        kind = 2
    return kind


@cases(0, 3)
def attribute_in_one_branch(n):
    o = Box(v=1)
    if n > 2:
        o.v = n * 2
    return o.v


@cases(0, 3)
def attribute_of_python_number_in_both(n):
    o = Box(v=0)
    if n > 2:
        o.v = 5
    else:
        o.v = 6
    return o.v


@cases(0, 3)
def attribute_augmented_in_one_branch(n):
    o = Box(count=1)
    if n > 2:
        o.count += 1
    o.count *= 10
    return o.count


@cases(0, 3, runtime="refused")
def attribute_string_in_one_branch(n):
    o = Box(mode="a")
    if n > 2:
        o.mode = "b"
    return 1 if o.mode == "b" else 0


@cases(0, 3)
def attribute_string_same_in_both(n):
    o = Box(mode="a", v=0)
    if n > 2:
        o.mode = "b"
        o.v = 1
    else:
        o.mode = "b"
    return (1 if o.mode == "b" else 0) + o.v


@cases(0, 3)
def attribute_string_set_and_set_back(n):
    o = Box(mode="a", v=0)
    if n > 2:
        o.mode = "busy"
        o.v += len(o.mode)
        o.mode = "a"
    return o.v, o.mode == "a"


@cases(0, 3)
def new_attribute_in_both(n):
    o = Box()
    if n > 2:
        o.z = n
    else:
        o.z = -n
    return o.z


@cases(0, 3, staged="refused")
def new_attribute_in_one_read_with_getattr(n):
    o = Box()
    if n > 2:
        o.z = n * 2
    return getattr(o, "z", 0)


@cases(0, 3, staged="refused")
def new_attribute_in_one_asked_with_hasattr(n):
    o = Box()
    if n > 2:
        o.z = 1
    return hasattr(o, "z")


@cases(0, 3, staged="refused")
def attribute_deleted_in_one(n):
    o = Box(n=1)
    if n > 2:
        del o.n
    return hasattr(o, "n")


@cases(0, 3)
def attribute_deleted_in_both(n):
    o = Box(n=1, r=0)
    if n > 2:
        o.r = o.n
        del o.n
    else:
        del o.n
    return o.r, hasattr(o, "n")


@cases(0, 3)
def dataclass_field_in_one(n):
    p = Point(1.0, 2.0)
    if n > 2:
        p.x += 0.5
        p.y = p.x * 2
    return p.x, p.y


@cases(0, 3)
def nested_attribute_in_one(n):
    o = Box(inner=Box(v=1))
    if n > 2:
        o.inner.v += n
    return o.inner.v


@cases(0, 3)
def object_replaced_by_one_of_its_kind(n):
    p = Point(1.0)
    if n > 2:
        p = Point(2.0, 3.0)
    return p.x + p.y


@cases(0.0, 3.0)
def object_made_in_both(n):
    if n > 2:
        p = Point(n, 1.0)
    else:
        p = Point(0.0, -1.0)
    p.x += 1
    return p.x, p.y


@cases(0.0, 3.0)
def object_made_and_dropped_in_one(n):
    r = 0.0
    if n > 2:
        p = Point(1.0)
        p.x += n
        r = p.x
    return r


@cases(0, 3)
def dict_item_in_one(n):
    d = {"a": 1}
    if n > 2:
        d["a"] = n
    return d["a"]


@cases(0, 3)
def dict_item_augmented_in_both(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        d["a"] += n
    else:
        d["b"] += n + 1
    return d["a"], d["b"]


@cases(0, 3, staged="refused")
def dict_key_new_in_one(n):
    d = {}
    if n > 2:
        d["new"] = 1
    return len(d)


@cases(0, 3, staged="refused")
def dict_key_new_in_one_read_with_get(n):
    d = {"a": 1}
    if n > 2:
        d["b"] = n
    return d.get("b", -1)


@cases(0, 3)
def dict_key_new_in_both(n):
    d = {}
    if n > 2:
        d["k"] = n
    else:
        d["k"] = 0
    return d["k"], len(d)


@cases(0, 3, staged="refused")
def dict_keys_differ(n):
    d = {}
    if n > 2:
        d["big"] = n
    else:
        d["small"] = n
    return sum(d.values())


@cases(0, 3, staged="refused")
def dict_key_deleted_in_one(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        del d["a"]
    return len(d)


@cases(0, 3)
def list_item_in_one(n):
    xs = [1, 2, 3]
    if n > 2:
        xs[1] = n
    return xs


@cases(0, 3)
def list_items_swapped_in_one(n):
    xs = [1, 2, n]
    if n > 2:
        xs[0], xs[2] = xs[2], xs[0]
    return xs


@cases(0, 3)
def list_slice_replaced_in_one(n):
    xs = [1, 2, 3, 4]
    if n > 2:
        xs[1:3] = [n, n]
    return xs


@cases(0, 3)
def list_appended_in_one(n):
    xs = []
    if n > 2:
        xs.append(1)
    return len(xs)


@cases(0, 3)
def list_appended_in_one_and_returned(n):
    log = []
    if n > 2:
        log.append(1)
    return log


@cases(0, 3)
def list_appended_in_both(n):
    xs = [0]
    if n > 2:
        xs.append(1)
    else:
        xs.append(2)
    return xs


@cases(0, 3)
def list_appended_and_popped_in_one(n):
    stack = [1]
    r = 0
    if n > 2:
        stack.append(n)
        r = stack.pop()
    return r, len(stack)


@cases(0, 3)
def list_rebound_in_one(n):
    xs = [1, 2]
    if n > 2:
        xs = [n, n]
    return xs


@cases(0, 3)
def list_rebound_longer_in_one(n):
    xs = [1, 2]
    if n > 2:
        xs = [1, 2, 3]
    return len(xs)


@cases(0, 3)
def list_of_lists_in_one(n):
    grid = [[0, 0], [0, 0]]
    if n > 2:
        grid[1][0] = n
    else:
        grid[0][1] = 7
    return grid


@cases((0, 0), (3, 0), (0, 3), (3, 3))
def nested_branches(n, m):
    o = Box(a=0, b=0)
    if n > 2:
        o.a = 1
        if m > 2:
            o.b = n
        else:
            o.a += 1
    else:
        if m > 2:
            o.b = -1
    return o.a, o.b


@cases(0, 3)
def tuple_rebound_in_one(n):
    pair = (1, 2)
    if n > 2:
        pair = (n, pair[0])
    return pair


@cases(0, 3)
def branch_inside_python_branch(n):
    debug = True
    o = Box(v=0)
    if debug:
        if n > 2:
            o.v = 1
        o.v += 1
    return o.v


@cases(0, 3)
def flag_of_python_bool(n):
    seen = False
    if n > 2:
        seen = True
    if seen:
        return 10
    return 20


@cases((1, 2), (2, 1), (2, 2))
def swap_if_greater(a, b):
    if a > b:
        a, b = b, a
    return a, b


@cases(0, 3)
def condition_kept_in_a_variable(n):
    big = n > 2
    o = Box(v=1)
    if big:
        o.v = 2
    if not big:
        o.v += 10
    return o.v


@cases(0, 3)
def unrelated_values_stay_python(n):
    o = Box(name="scale", table={"scale": 2}, v=1)
    if n > 2:
        o.v = n * o.table[o.name]
    return o.v + o.table["scale"]


@cases(0, 3, 11)
def clamp_attributes(n):
    o = Box(low=1, high=10, v=n)
    if o.v < o.low:
        o.v = o.low
    elif o.v > o.high:
        o.v = o.high
    return o.v
