"""Patterns in patterns of `match`: parts that are one of several values, rows, lists of staged length, and alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3)
def a1(n):
    rows = [[1], [2, 3], [], [4, 5, 6], [7], [8]][:n]
    match rows:
        case [[x]]:
            return x
        case [[x], [y, z]]:
            return x, y, z
    return "other"


@cases(0, 1, 2, 3)
def a2(n):
    rows = []
    for i in range(n):
        rows.append([i, i])
    match rows:
        case [[x, y]]:
            return x
        case [[x, _], [y, z]]:
            return x, y, z
    return "other"


@cases(0, 1, 2, 3)
def a3(n):
    rows = []
    for i in range(n):
        rows.append([0] * i)
    match rows:
        case [[]]:
            return 1
        case [[], [y]]:
            return 2
    return "other"


@cases(0, 1, 2, 3)
def a4(n):
    rows = []
    for i in range(n):
        rows.append({"a": i})
    match rows:
        case [{"a": x}]:
            return x
        case [{"a": x}, {"a": y}]:
            return x, y
    return "other"


@dataclass
class Node:
    value: Any
    next: Any = None


class Circle:
    __match_args__ = ("r",)

    def __init__(self, r):
        self.r = r


class Square:
    __match_args__ = ("s",)

    def __init__(self, s):
        self.s = s


@cases(0, 3, 7)
def opt_in_tuple(n):
    p = (n, 2) if n > 2 else None
    match (p, n):
        case ((x, y), 3):
            return x + y
        case ((x, y), k):
            return x - y, k
        case (None, k):
            return k


@cases(0, 3, 7)
def either_in_tuple(n):
    p = (n, 2) if n > 2 else 5
    match (p, n):
        case ((x, y), 3):
            return x + y
        case ((x, y), k):
            return x - y, k
        case (z, k):
            return z, k


@cases(0, 3, 7)
def either_in_list(n):
    p = (n, 2) if n > 2 else 5
    match [p, n]:
        case [(x, y), 3]:
            return x + y
        case [(x, y), k]:
            return x - y, k
        case [z, k]:
            return z, k


@cases(0, 3, 7)
def either_in_dict(n):
    p = (n, 2) if n > 2 else 5
    match {"p": p, "n": n}:
        case {"p": (x, y), "n": 3}:
            return x + y
        case {"p": (x, y), "n": k}:
            return x - y, k
        case {"p": z, "n": k}:
            return z, k


@cases(0, 3, 7)
def opt_in_dict(n):
    p = (n, 2) if n > 2 else None
    match {"p": p, "n": n}:
        case {"p": (x, y), "n": 3}:
            return x + y
        case {"p": (x, y), "n": k}:
            return x - y, k
        case {"p": z, "n": k}:
            return k


@cases(0, 3, 7)
def objects_in_tuple(n):
    shape = Circle(n) if n > 2 else Square(n)
    match (shape, n):
        case (Circle(r), 3):
            return "three", r
        case (Circle(r), _):
            return "circle", r
        case (Square(s), k):
            return "square", s, k


@cases(0, 3, 7)
def next_may_be_none(n):
    node = Node(1, Node(n) if n > 2 else None)
    match node:
        case Node(v, Node(w)):
            return v, w
        case Node(v, None):
            return v


@cases(0, 3, 7)
def value_may_be_tuple(n):
    node = Node((n, 1) if n > 2 else n)
    match node:
        case Node((a, b)):
            return a, b
        case Node(v):
            return v


@cases(0, 3, 7)
def attribute_object_of_two(n):
    node = Node(Circle(n) if n > 2 else Square(n))
    match node:
        case Node(Circle(r)):
            return "circle", r
        case Node(Square(s)):
            return "square", s


@cases(0, 3, 7)
def list_in_list_grown(n):
    xs = [1]
    if n > 2:
        xs.append(n)
    match [xs, n]:
        case [[a], _]:
            return a
        case [[a, b], 3]:
            return a, b
        case [ys, _]:
            ys.append(9)
            return xs


@cases(0, 3, 7)
def strings_within(n):
    cmd = ("go", "north" if n > 2 else "south", n)
    match cmd:
        case ("go", "north", k):
            return k
        case ("go", way, 0):
            return way


@cases(0, 3, 7, staged="refused AG011")
def string_or_tuple(n):
    a = "all" if n < 2 else ("some", n)
    match ("take", a):
        case ("take", ("some", k)):
            return k
        case ("take", "all"):
            return "everything"


@cases(0, 3, 7)
def attr_list(n):
    node = Node([1, 2] if n > 2 else [3])
    match node:
        case Node([a]):
            return a
        case Node([a, b]):
            return a + b


@cases(0, 3, 7)
def or_opt(n):
    p = (n, 2) if n > 2 else None
    match (n, p):
        case (3, (x, y)) | (x, (y, 5)):
            return x, y
    return 0


@cases(0, 3, 7)
def or_either(n):
    p = (n, 2) if n > 2 else 4
    match (n, p):
        case (3, (x, y)) | (x, (y, 5)):
            return x, y
    return 0


@cases(0, 3, 7)
def or_list(n):
    p = [1]
    if n > 2:
        p.append(5)
    match (n, p):
        case (3, [x, y]) | (x, [y]):
            return x, y
    return 0


@cases(0, 3, 7)
def or_known(n):
    match (n, (1, n)):
        case (3, (x, y)) | (x, (y, 7)):
            return x, y
    return 0


@cases(0, 3, 7)
def or_of_constants_and_sequences(n):
    p = (n, 2) if n > 2 else None
    match p:
        case None | (3, _):
            return "first"
        case (_, 2) | [_, _, _]:
            return "second"
    return 0


@cases(0, 3, 7)
def deep(n):
    xs = [n] if n > 2 else [n, 1]
    match (("a", xs), {"k": (n, None)}):
        case (("a", [x]), {"k": (3, y)}):
            return x, y
        case (("a", [x, 1]), {"k": (0, None)}) as whole:
            return x, len(whole)
        case (("a", [x, *_]), {"k": (z, None) as pair, **rest}):
            return x, z, pair, rest
    return 0


@cases(0, 3, 7)
def guard_on_parts(n):
    xs = [n] if n > 2 else [n, 1]
    match (xs, n):
        case ([x], k) if x + k > 10:
            return x
        case ([x, *rest], k) if rest:
            return rest, k
        case (ys, k) if len(ys) == 1:
            ys.append(k)
    return xs


@cases((0, 5), (5, 0), (1, 1), (0, 0))
def zero_on_either_side(n, k):
    match (n, k):
        case (0, x) | (x, 0) if x > 0:
            return "axis", x
        case (0, x) | (x, 0):
            return "origin", x
        case (x, y):
            return x, y


@cases((0, 5), (5, 0), (1, 1), (0, 0))
def alternatives_in_a_part(n, k):
    match {"op": "add", "args": (n, k)}:
        case {"op": "add", "args": (0, x) | (x, 0)}:
            return x
        case {"op": "add" | "sub" as op, "args": (x, y)}:
            return op, x + y


@cases((0, 5), (5, 0), (1, 1), (0, 0))
def names_are_kept_if_nothing_matches(n, k):
    x = "before"
    match (n, k):
        case (0, (x, _)) | (x, 7):
            return "never"
    return x


@cases((0, 5), (5, 0), (1, 1), (0, 0))
def names_are_bound_before_a_guard(n, k):
    x = "before"
    match (n, k):
        case (0, x) | (x, 0) if n > k:
            return "larger"
    return x


@cases((0, 5), (5, 0), (1, 1), (2, 0))
def alternatives_in_a_loop(n, k):
    seen = []
    while n > 0 or k > 0:
        match (n % 3, k % 3):
            case (0, x) | (x, 0) if x:
                seen.append(x)
            case (1, _) | (_, 1):
                seen.append(10)
            case other:
                seen.append(other[0] - other[1])
        n, k = n - 1, k - 2
    return seen


@cases((0, 5), (5, 0), (1, 1), (2, 0))
def alternatives_with_names_for_all(n, k):
    match (n, k):
        case ((0, _) | (_, 0)) as pair:
            return pair
        case ((1, a) as p) | ((a, 1) as p):
            return a, p


@cases((0, 5), (5, 0), (1, 1), (2, 0))
def properties_once(n, k):
    class Pair:
        __match_args__ = ("left", "right")
        asked = 0

        @property
        def left(self):
            Pair.asked += 1
            return n

        @property
        def right(self):
            return (k, n)

    match Pair():
        case Pair(0, (x, _)):
            return "zero", x, Pair.asked
        case Pair(5, (0, y)):
            return "five", y, Pair.asked
        case Pair(z, _) if z > 1:
            return z, Pair.asked
    return Pair.asked


@cases((0, 5), (5, 0), (1, 1), (2, 0))
def expression_tree(n, k):
    def value(e):
        match e:
            case int():
                return e
            case ("+", a, b):
                return value(a) + value(b)
            case ("*", 0, _) | ("*", _, 0):
                return 0
            case ("*", a, b):
                return value(a) * value(b)
            case ("neg", ("neg", x)):
                return value(x)
            case ("neg", x):
                return -value(x)

    return value(("+", ("*", n, 3), ("neg", ("neg", k)))), value(("neg", ("*", 0, n)))


@cases((0, 5), (5, 0), (1, 1), (2, 0))
def json_like(n, k):
    data = {"user": {"name": "ann", "tags": ["x"] * n}, "size": k}
    match data:
        case {"user": {"name": str(name), "tags": [first, *_]}, "size": 0}:
            return name, first
        case {"user": {"tags": []}, **rest}:
            return "untagged", rest
        case {"user": {"name": name}}:
            return name
    return None
