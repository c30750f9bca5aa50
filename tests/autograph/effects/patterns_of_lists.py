"""Patterns of `match` for sequences, with stars and without, over lists of staged length."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


@cases(6, 3, 10)
def poker_hand_rank(card):
    hand = [3, 3, 6, 6, card]
    counts = sorted(Counter(hand).values(), reverse=True)
    match counts:
        case [4, *_]:
            return "four of a kind"
        case [3, 2]:
            kind = "full house"
        case [2, 2, 1]:
            kind = "two pair"
        case _:
            kind = "other"
    return kind, max(hand)


def _grown(n):
    return [i * 2 for i in range(n)]


@cases(0, 1, 2, 3, 5)
def first_and_rest(n):
    match _grown(n):
        case []:
            return "none"
        case [x]:
            return "one", x
        case [x, *rest]:
            return x, rest, len(rest)


@cases(0, 1, 2, 3, 5)
def last_and_init(n):
    match _grown(n):
        case [*init, last]:
            return init, last
    return "none"


@cases(0, 1, 2, 3, 5)
def both_ends(n):
    match _grown(n):
        case [a, *middle, b]:
            return a, middle, b
        case [a]:
            return a
        case _:
            return None


@cases(0, 1, 2, 3, 5)
def only_star(n):
    match _grown(n):
        case [*xs]:
            return xs, sum(xs)


@cases(0, 1, 2, 3, 5)
def ends_equal(n):
    xs = _grown(n)
    match xs:
        case [0, *_, 4]:
            return "zero to four"
        case [0, *_]:
            return "from zero"
        case _:
            return "other"


@cases(0, 1, 2, 3, 5)
def guarded_star(n):
    match _grown(n):
        case [x, *rest] if len(rest) > 2:
            return "long", rest
        case [x, y, *rest] if y > 1:
            return "mid", x, y, rest
        case other:
            return "short", other


@cases(0, 1, 2, 3, 5)
def with_as(n):
    match _grown(n):
        case [x, *_] as whole:
            return x, whole
        case [] as empty:
            return empty


@cases(0, 1, 2, 3, 5)
def alternatives(n):
    match _grown(n):
        case [x] | [_, x] | [_, _, x, *_]:
            return x
    return -1


@cases(0, 1, 2, 3, 5)
def alternatives_without_names(n):
    match _grown(n):
        case [] | [_]:
            return "few"
        case [0, 2] | [0, 2, 4]:
            return "some"
        case [_, _, _, _, *_]:
            return "many"


@cases((0, 1), (2, 0), (1, 1), (2, 3), (0, 0))
def merge_two(n, k):
    def merge(xs, ys, out):
        match xs, ys:
            case [], rest:
                return out + rest
            case rest, []:
                return out + rest
            case [x, *xr], [y, *yr]:
                return [*out, min(x, y)]

    return merge(_grown(n), _grown(k), [9])


@cases((0, 1), (2, 0), (1, 1), (2, 3), (0, 0))
def pair_of_lists(n, k):
    xs, ys = _grown(n), _grown(k)
    match (xs, ys):
        case ([], []):
            return "both"
        case ([], _) | (_, []):
            return "either"
        case ([x], [y, *_]):
            return x + y
        case ([x, *_], [*_, y]):
            return x * 10 + y


@cases((0, 1), (2, 0), (1, 1), (2, 3), (0, 0))
def list_in_tuple(n, k):
    match ("add", _grown(n), k):
        case ("add", [], m):
            return m
        case ("add", [x, *rest], 0):
            return x, rest
        case ("add", xs, m) if m > 2:
            return xs
        case (_, xs, _):
            return len(xs)


@cases((0, 1), (2, 0), (1, 1), (2, 3), (0, 0))
def list_in_dict(n, k):
    match {"kind": "a", "xs": _grown(n)}:
        case {"kind": "a", "xs": []}:
            return "empty"
        case {"kind": "a", "xs": [x, *_]}:
            return x + k


@dataclass
class Call:
    name: str
    args: list


@cases((0, 1), (2, 0), (1, 1), (2, 3), (0, 0))
def list_in_object(n, k):
    match Call("f", _grown(n)):
        case Call("f", []):
            return "no arguments"
        case Call(name="f", args=[x]):
            return x
        case Call(args=[x, *rest]):
            return x, rest


@cases(0, 1, 2, 3, 5)
def tuples_in_list(n):
    pairs = [(i, i * i) for i in range(n)]
    match pairs:
        case []:
            return 0
        case [(a, b)]:
            return a + b
        case [(0, b), (c, 1), *rest]:
            return c, rest


@cases(0, 1, 2, 3, 5)
def strings_in_list(n):
    words = ["go", "north", "fast", "now", "please"][:n]
    match words:
        case []:
            return "nothing"
        case ["go"]:
            return "where"
        case ["go", way]:
            return "go " + way
        case ["go", way, *how]:
            return way, how


@cases(0, 1, 2, 3, 5)
def in_a_loop(n):
    stack, seen = _grown(n), []
    while True:
        match stack:
            case []:
                break
            case [x]:
                seen.append(x)
                stack = []
            case [x, y, *rest]:
                seen.append(x + y)
                stack = rest
    return seen


@cases(0, 1, 2, 3, 5)
def recursive_sum(n):
    def total(xs):
        match xs:
            case []:
                return 0
            case [x, *rest]:
                return x + total(rest)

    return total(_grown(n))


@cases(0, 1, 2, 3, 5)
def deque_subject(n):
    match deque(_grown(n)):
        case [x, *rest]:
            return x, rest
        case _:
            return None


@cases(0, 1, 2, 3, 5)
def changes_the_rest(n):
    xs = _grown(n)
    match xs:
        case [x, *rest]:
            rest.append(7)
            xs.append(8)
            return x, rest, xs
    return xs


@cases(0, 1, 2, 3, 5)
def known_list_of_staged_items(n):
    match [n, n + 1, 3]:
        case [0, *rest]:
            return rest
        case [1, 2, x]:
            return x
        case [a, *_, 3] if a > 2:
            return a
        case _:
            return None


@cases(0, 1, 2, 3, 5)
def tuple_with_star(n):
    point = (n, 2, n * 2, 7)
    match point:
        case (0, *rest):
            return rest
        case (x, _, y, *_) if x * 2 == y and x > 2:
            return x, y
        case (*init, 7):
            return init
    return None


@cases(0, 1, 2, 3, 5)
def nested_known(n):
    tree = ("node", ("leaf", n), ("node", ("leaf", 2), ("leaf", n + 1)))
    match tree:
        case ("node", ("leaf", 0), _):
            return "zero"
        case ("node", ("leaf", x), ("node", ("leaf", y), ("leaf", z))) if x + y + z > 7:
            return x, y, z
        case ("node", _, ("node", *parts)):
            return len(parts)
    return None


@cases(0, 1, 2, 3, 5)
def sublist_of_lists(n):
    rows = [[1], [2, 3], [], [4, 5, 6], [7], [8]][:n]
    match rows:
        case [[x], *rest]:
            return x, len(rest)
        case []:
            return "none"
    return "other"


@cases(0, 1, 2, 3, 5)
def chosen_row(n):
    rows = [[1], [2, 3], [], [4, 5, 6], [7], [8]]
    match rows[n]:
        case []:
            return "none"
        case [x]:
            return x
        case [x, *rest]:
            return x, rest


@cases(0, 1, 2, 3, 5)
def bound_after(n):
    x = rest = None
    match _grown(n):
        case [x, *rest] if x + len(rest) > 3:
            pass
        case [_, _]:
            x = 100
    return x, rest


@cases(0, 1, 2, 3, 5)
def not_a_list(n):
    xs = _grown(n)
    match xs:
        case {"a": 1}:
            return "dict"
        case str():
            return "text"
        case int(x):
            return x
        case list():
            return "list", len(xs)


@cases(0, 1, 2, 3, 5)
def list_class_with_parts(n):
    xs = _grown(n)
    match xs:
        case list([x, *_]):
            return x
        case list() as ys:
            return ys
