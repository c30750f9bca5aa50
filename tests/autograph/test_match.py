"""`match`."""

from __future__ import annotations

from dataclasses import dataclass

from tests.autograph.differential import assert_all_same
from tests.autograph.staged import assert_all_staged_same


@dataclass
class Point:
    x: int
    y: int


def test_patterns_of_every_kind():
    def describe(value):
        match value:
            case 0 | 1 | -1:
                return "small"
            case None | True | False:
                return "constant"
            case "a" | b"b":
                return "text"
            case Point(x=0, y=0):
                return "origin"
            case Point(x, y) if x == y:
                return ("diagonal", x)
            case Point(x=px) as point:
                return ("point", px, point.y)
            case []:
                return "empty"
            case [single]:
                return ("single", single)
            case (first, second, *rest) if rest:
                return ("many", first, second, rest)
            case [_, str(second) | int(second)]:
                return ("pair", second)
            case {"kind": "circle", "r": r, **others}:
                return ("circle", r, others)
            case {"kind": kind}:
                return ("kind", kind)
            case int() | float() as number if number > 100:
                return ("large", number)
            case str() as text:
                return text.upper()
            case _:
                return "other"

    cases = [
        0,
        -1,
        None,
        True,
        "a",
        b"b",
        Point(0, 0),
        Point(2, 2),
        Point(3, 1),
        ([],),
        ([5],),
        ((1, 2, 3),),
        ([1, 2],),
    ]
    cases += [([1, "s"],), ([1, 2.5],), {"kind": "circle", "r": 3, "z": 1}, {"kind": "square"}, {}, 500, 1.5, "text"]
    assert_all_same(describe, cases)


def test_names_bound_by_patterns_stay_bound():
    def run(values):
        for value in values:
            match value:
                case [x, y] if x > y:
                    kind = "down"
                case [x, *y]:
                    kind = "rest"
                case {"k": x}:
                    pass
        return x, y, kind

    assert_all_same(run, [([[1, 2]],), ([[3, 1], {"k": 9}],), ([{"k": 1}],), ([],)])


def test_a_failed_guard_leaves_its_names_bound():
    def run(value):
        x = "before"
        if value:
            match value:
                case [x] if x > 10:
                    return "large", x
                case _:
                    return "other", x
        return x

    assert_all_same(run, [([5],), ([50],), ([],), ([1, 2],)])


def test_guards_are_evaluated_in_order():
    def run(value):
        def ask(name, answer):
            print(name)
            return answer

        match value:
            case int() if ask("first", value > 5) and ask("second", value > 7):
                result = "both"
            case _ if not ask("third", value):
                result = "zero"
            case other:
                result = other
        return result

    assert_all_same(run, [0, 3, 6, 8])


def test_match_in_loops_with_loops_in_cases():
    def run(commands):
        stack = []
        for command in commands:
            match command.split():
                case ["push", *items]:
                    for item in items:
                        if item == "stop":
                            break
                        stack.append(int(item))
                    else:
                        continue
                    stack.append("stopped")
                case ["pop"] if stack:
                    stack.pop()
                case ["pop"]:
                    raise IndexError("empty")
                case [("add" | "mul") as op] if len(stack) > 1:
                    a, b = stack.pop(), stack.pop()
                    stack.append(a + b if op == "add" else a * b)
                case []:
                    pass
                case _:
                    return "bad", command, stack
        return stack

    assert_all_same(
        run,
        [(["push 1 2 3", "add", "mul"],), (["pop"],), (["push 1 stop 2", "", "pop"],), (["push 1", "add"],), ([],)],
    )


def test_no_case_matches():
    def run(value):
        result = "none"
        match value:
            case 1:
                result = "one"
        while result == "none":
            match value:
                case [x]:
                    result = x
                case _ if value:
                    result = "other"
            value = not value
        return result

    assert_all_same(run, [1, 2, ([3],), 0])


# Staged


def test_a_plain_subject_with_staged_guards(system):
    def run(x):
        y = x
        for kind in ("double", "negate", "other"):
            match kind:
                case "double":
                    if x > 0:
                        y = y * 2
                case "negate":
                    y = -y
                case _:
                    y = y + 1
        return y

    assert_all_staged_same(system, run, [1.0, -1.0])


def test_a_staged_subject_stages_value_patterns_and_guards(system):
    def run(x):
        match x:
            case 0:
                y = x + 100
            case 1 | 2:
                y = x + 200
            case n if n > 10:
                y = n + 300
            case _:
                y = x
        return y

    assert_all_staged_same(system, run, [0, 1, 2, 5, 11])
