"""`match` of lists of which a tensor decides how long they are, and of texts and dicts under staged keys."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

LINES = ["set a", "dec", "jump b c"]


@cases(0, 1, 5)
def words_of_a_chosen_line(n):
    words = [line.split() for line in LINES]
    match words[n % 3]:
        case ["set", name]:
            return name
        case ["dec"]:
            return "d"
        case ["jump", x, y]:
            return x + y


@cases(0, 1, 5)
def no_case_for_it(n):
    words = [line.split() for line in LINES]
    found = "none"
    match words[n % 3]:
        case [x, y, z, _]:
            found = x + y + z
        case ["jump", "b", "x"] | ["dec"]:
            found = "second"
    return found


@cases(0, 1, 5)
def numbers_of_a_chosen_row(n):
    rows = [(1, 2), (3,), (4, 5, 6)]
    match rows[n % 3]:
        case (x,):
            return x
        case (x, y) if x < y - n:
            return x * 10 + y
        case (x, y, z):
            return x + y + z
    return -1


@cases(0, 3)
def of_a_list_that_has_grown(n):
    xs = [1, 2]
    if n > 2:
        xs.append(n)
    match xs:
        case [a, b, c]:
            return a + b + c
        case [a, b]:
            return a * b


@cases(0, 3)
def a_name_for_the_whole(n):
    xs = [1, 2]
    if n > 2:
        xs.append(n)
    match xs:
        case [_, _] as both:
            return len(both)
        case _:
            return 0


@cases(0, 3)
def the_rest_of_it(n):
    xs = [1, 2, 3]
    if n > 2:
        xs.append(n)
    match xs:
        case [first, *rest]:
            return first + len(rest)


@cases(2, 3)
def a_small_machine(n):
    code = [line.split() for line in ("put n", "add s n", "dec n", "back n", "show s")]
    memory = {"n": n, "s": 0}
    shown = []
    place = steps = 0
    while place < len(code) and steps < 20:
        steps += 1
        match code[place]:
            case ["add", one, other]:
                memory[one] += memory[other]
            case ["dec", name]:
                memory[name] -= 1
            case ["back", name] if memory[name] > 0:
                place = 1
                continue
            case ["show", name]:
                shown.append(memory[name])
        place += 1
    return shown, steps


@cases(1, 3, 5)
def keys_down_a_tree(n):
    node = {"k": 4, "l": {"k": 2, "l": None, "r": None}, "r": None}
    depth = 0
    while node is not None:
        depth += 1
        side = "l" if n < node["k"] else "r"
        node = node[side]
    return depth


@cases(1, 5)
def a_node_on_one_side(n):
    root = {"k": 4, "l": None, "r": None}
    side = "l" if n < root["k"] else "r"
    if root[side] is None:
        root[side] = {"k": n, "l": None, "r": None}
    return root, root[side]["k"]


@cases(1, 3, 5)
def a_dict_that_may_be_none(n):
    d = {"a": 1, "b": 2} if n > 2 else None
    key = "a" if n > 3 else "b"
    if d is not None:
        d[key] += 5
    return d[key] if d else 0
