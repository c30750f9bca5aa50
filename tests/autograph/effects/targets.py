"""Effects of targets: `for o.v in`, `with ... as o.v`, unpacking, match subjects, guards and cases."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


class Timer:
    def __init__(self, owner):
        self.owner = owner

    def __enter__(self):
        self.owner.entered += 1
        return self.owner.entered

    def __exit__(self, *error):
        self.owner.left += 1
        return False


@contextmanager
def scaled(o, by):
    o.v *= by
    yield o.v
    o.v += 1


@dataclass
class Point:
    x: object
    y: object


@cases(0, 3)
def for_into_an_attribute(n):
    o = Box(v=-1, t=0)
    for o.v in range(n):
        o.t += o.v
    return o.v, o.t


@cases(0, 3)
def for_into_an_item(n):
    d = {"k": -1, "t": 0}
    for d["k"] in range(n):
        d["t"] += d["k"]
    return d["k"], d["t"]


@cases(0, 3)
def for_into_a_list_item(n):
    xs = [-1, 0]
    for xs[0] in range(n):
        xs[1] += xs[0]
    return xs


@cases(0, 3)
def for_into_an_attribute_over_python_values(n):
    o = Box(v=0)
    t = 0
    for o.v in (1, 2, 5):
        if o.v > n:
            break
        t += o.v
    return o.v, t


@cases(0, 3)
def for_into_two_targets(n):
    o = Box(i=0, t=0)
    for o.i, x in enumerate(range(n)):
        o.t += o.i * x
    return o.i, o.t


@cases(0, 3)
def for_into_a_nested_attribute_in_a_while(n):
    o = Box(inner=Box(v=0), t=0)
    while n > 0:
        for o.inner.v in (1, 2):
            o.t += o.inner.v * n
        n -= 1
    return o.inner.v, o.t


@cases(0, 3)
def with_into_an_attribute(n):
    o = Box(entered=0, left=0, v=0)
    if n > 2:
        with Timer(o) as o.v:
            o.v += 10
    return o.v, o.entered, o.left


@cases(0, 3)
def with_into_an_item_in_a_loop(n):
    o = Box(entered=0, left=0)
    d = {"v": 0, "t": 0}
    for _ in range(n):
        with Timer(o) as d["v"]:
            d["t"] += d["v"]
    return d["v"], d["t"], o.entered, o.left


@cases(0, 3)
def with_around_a_staged_branch(n):
    o = Box(entered=0, left=0)
    r = 0
    with Timer(o):
        if n > 2:
            r = o.entered
        o.left += 10
    return r, o.left


@cases(0, 3)
def with_around_a_staged_return(n):
    o = Box(entered=0, left=0)

    def inner():
        with Timer(o):
            if n > 2:
                return 1
            o.left += 10
        return 2

    r = inner()
    return r, o.left


@cases(0, 3)
def with_a_break_inside(n):
    o = Box(entered=0, left=0)
    for i in range(5):
        with Timer(o):
            if i >= n:
                break
    return o.entered, o.left


@cases(0, 3)
def generator_manager_around_a_branch(n):
    o = Box(v=2)
    with scaled(o, 3) as before:
        if n > 2:
            o.v += n
    return o.v, before


@cases(0, 3)
def generator_manager_in_a_loop(n):
    o = Box(v=1)
    for _ in range(n):
        with scaled(o, 2):
            pass
    return o.v


@cases(0, 3)
def unpacking_into_attributes(n):
    o = Box(a=0, b=0)
    if n > 2:
        o.a, o.b = n, n + 1
    return o.a, o.b


@cases(0, 3)
def starred_into_an_attribute(n):
    o = Box(first=0, rest=[0, 0])
    if n > 2:
        o.first, *o.rest = 1, n, n
    return o.first, o.rest


@cases(0, 3)
def chained_targets(n):
    o = Box(a=0)
    d = {"k": 0}
    x = 0
    if n > 2:
        x = o.a = d["k"] = n * 2
    return x, o.a, d["k"]


@cases(0, 3)
def swapped_attributes(n):
    o = Box(a=1, b=2)
    for _ in range(n):
        o.a, o.b = o.b, o.a + o.b
    return o.a, o.b


@cases(0, 1, 2, 5)
def match_with_effects_in_cases(n):
    o = Box(v=0)
    match n:
        case 0:
            o.v = 10
        case 1 | 2:
            o.v += n
        case _:
            o.v -= 1
    return o.v


@cases(0, 3)
def match_subject_with_an_effect(n):
    o = Box(asked=0)

    def ask():
        o.asked += 1
        return n

    match ask():
        case 0:
            r = 1
        case 3:
            r = 2
        case _:
            r = 3
    return r, o.asked


@cases(0, 3, 9)
def match_guard_with_an_effect(n):
    o = Box(asked=0)

    def big(k):
        o.asked += 1
        return k > 5

    match n:
        case k if big(k):
            r = k
        case k if big(k * 2):
            r = -k
        case _:
            r = 0
    return r, o.asked


@cases(0, 3)
def match_capture_used_after(n):
    match n:
        case 3:
            k = -3
        case k:
            k = k + 1
    return k


@cases((0, 1), (2, 0), (0, 0), (5, 5))
def match_of_a_pair(a, b):
    o = Box(v=0)
    match (a, b):
        case (0, 0):
            o.v = 1
        case (0, y):
            o.v = y * 10
        case (x, 0):
            o.v = x * 100
        case _:
            o.v = -1
    return o.v


@cases(0, 3)
def match_in_a_loop(n):
    o = Box(a=0, b=0, c=0)
    for i in range(n):
        match i % 3:
            case 0:
                o.a += 1
            case 1:
                o.b += i
            case _:
                o.c -= 1
    return o.a, o.b, o.c


@cases(0, 3)
def match_of_a_python_command(n):
    total = n
    for command in ("push", "double", "drop", "double"):
        match command:
            case "push":
                total += 1
            case "double":
                if total > 2:
                    total *= 2
            case "drop":
                total -= 1
    return total


@cases(0, 3)
def match_of_an_object(n):
    o = Box(kind=n, v=0)
    match o:
        case Box(kind=3):
            o.v = 30
        case Box(kind=k):
            o.v = k + 1
    return o.v


@cases(0, 3)
def match_of_a_dict(n):
    d = {"op": "add", "by": n}
    v = 1
    match d:
        case {"op": "sub", "by": k}:
            v -= k
        case {"op": "add", "by": k} if k > 2:
            v += k
        case _:
            v = 0
    return v


@cases(0, 3)
def match_class_int(n):
    match n:
        case int(k):
            r = k + 1
        case float():
            r = -1
        case _:
            r = 0
    return r


@cases(0.5, 3.0)
def match_class_float(x):
    match x:
        case int():
            r = -1.0
        case float(k) if k > 1:
            r = k * 2
        case _:
            r = 0.0
    return r


@cases(0, 3)
def match_return_in_cases(n):
    o = Box(v=0)
    match n:
        case 0:
            return 1, o.v
        case 3:
            o.v = 5
    return 2, o.v


@cases(0, 3)
def augmented_with_a_computed_key(n):
    d = {"a": 0, "b": 0}
    for key in ("a", "b", "a"):
        if n > 1:
            d[key] += n
    return d["a"], d["b"]


@cases((0, 1), (2, 0), (0, 0), (5, 5))
def match_binds_no_name_of_a_case_that_fails(a, b):
    y = 77
    match (a, b):
        case (0, y):
            r = 1
        case (3, _):
            r = 2
        case _:
            r = 3
    return r, y


@cases((0, 1), (2, 0), (0, 0), (5, 5))
def match_of_a_list_with_guards(a, b):
    x = 1
    y = 2
    match [a, b]:
        case [0, y] if y > 0:
            r = 1
        case [x, 0] if x > 1:
            r = 2
        case [x, y]:
            r = x + y
    return r, x, y


@cases((0, 1), (2, 0), (0, 0), (5, 5))
def match_of_a_dataclass(a, b):
    p = Point(a, b)
    match p:
        case Point(0, 0):
            return 0
        case Point(x=0, y=k):
            return k
        case Point(k, 0 | 1):
            return k + 50
        case Point() as q:
            return q.x + q.y


@cases((0, 1), (2, 0), (5, 5))
def match_with_a_star(a, b):
    match (a, b, 3):
        case (0, *rest):
            return sum(rest)
        case (*rest, 5, z):
            return z + len(rest)
        case _:
            return -9


@cases((0, 1), (2, 0), (5, 5))
def match_of_numbers_in_a_dict(a, b):
    match {"a": a, "b": b, "c": 1}:
        case {"a": 0, **rest}:
            return rest["b"] + len(rest)
        case {"a": 2 | 3 as k, "b": m}:
            return k * 10 + m
        case {"a": int(k)}:
            return k


@cases((0, 1), (2, 0), (5, 5))
def match_of_nested_tuples(a, b):
    match ("add", (a, b)):
        case ("sub", (0, k)):
            return k
        case ("add", (0, k)):
            return k + 1
        case ("add", (j, -1 | 0)):
            return j + 2
        case (op, (j, k)):
            return j * k


# TensorFlow multiplies no integer by a float.


@cases((0, 1), (2, 0), (5, 5), runtime="refused AG053")
def match_of_classes_of_numbers_in_a_tuple(a, b):
    match (a, b * 0.5):
        case (float(), k):
            return 1
        case (int(j), float(k)):
            return j + 3


@cases(0, 3)
def match_of_python_tuples(n):
    t = n
    for cmd in [("push", 1), ("pop", 0), ("push", 2), 7]:
        match cmd:
            case ("push", 1):
                t += 1
            case ("push", k):
                t += k * 10
            case ("pop", 0):
                t -= 5
            case 7:
                t *= 2
    return t
