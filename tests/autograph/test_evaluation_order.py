"""What is evaluated, in which order, how often; and how long objects live."""

from __future__ import annotations

from tests.autograph.differential import assert_all_same, assert_same


def test_operands_and_calls_from_left_to_right():
    def run(x):
        def say(value):
            print(value)
            return value

        class Box:
            def __getitem__(self, key):
                print("get", key)
                return 1

            def __setitem__(self, key, value):
                print("set", key, value)

        box = Box()
        if say(x) > 0:
            box[say("k")] += say(2)
            box[say("a")] = box[say("b")] = say(3)
            box[say(1) : say(2)], box[say("t")] = say((4, 5))
        result = {say("key"): say("value"), **{say("m"): x and say("n")}}
        return result, say(1) + say(2) * say(3), f"{say('f')}{say(x) if x else say('g')!r:>{say(5)}}"

    assert_all_same(run, [0, 1])


def test_the_callee_is_evaluated_before_its_arguments():
    def run(x):
        def make(name):
            print("make", name)
            return lambda *args: args

        return make("f")(make("g")(x), *[make("h")(x and 1)])

    assert_all_same(run, [0, 1])


def test_conditions_of_nested_statements():
    def run(items):
        def check(name, value):
            print(name, value)
            return value

        while check("while", bool(items)):
            item = items.pop(0)
            if check("if", item > 1) and check("and", item < 5) or check("or", item == 9):
                if not check("not", item == 3):
                    continue
                break
            elif check("elif", item):
                print("in elif")
        else:
            print("else")
        return items

    assert_all_same(run, [([1, 2, 0, 3, 4],), ([9, 9],), ([],)])


def test_assignment_targets_and_values():
    def run(x):
        table = {}
        i = 0
        while i < 2:
            i, table[i] = i + 1, x
            if x:
                x, table["x"] = table.get("x", 0), x
        (a, *b), c = [1, 2, 3], i
        a += (a := a + 1)
        return table, x, a, b, c

    assert_all_same(run, [0, 1])


def test_an_object_kept_in_a_branch_lives_as_long_as_the_function():
    def run(x):
        class Guard:
            def __init__(self, name):
                self.name = name

            def __del__(self):
                print("gone", self.name)

        if x > 0:
            guard = Guard("branch")
            print("kept")
        for i in range(2):
            inner = Guard(f"loop {i}")
            print("in loop")
        print("body")
        return "end"

    assert_all_same(run, [0, 1])


def test_a_temporary_object_goes_at_once():
    def run(x):
        class Loud:
            def __init__(self, name):
                self.name = name

            def __bool__(self):
                return x > 0

            def __iter__(self):
                return iter([1])

            def __del__(self):
                print("gone", self.name)

        if Loud("condition"):
            print("then")
        else:
            print("else")
        for _ in Loud("iterable"):
            print("body")
        Loud("call")
        return (Loud("and") and 1) if x else 2

    assert_same(run, 1)
    assert_same(run, 0)


def test_arguments_are_released_when_they_are_rebound():
    def run(n):
        class Loud:
            def __init__(self, name):
                self.name = name

            def __del__(self):
                print("gone", self.name)

        value = Loud("first")
        for i in range(n):
            value = Loud(i)
            print("made", i)
            if i == 1:
                del value
                break
        print("after")

    assert_all_same(run, [0, 1, 3])


def test_slices_of_a_whole_list_as_targets_among_others():
    def swap(a, b):
        a[:], (b[:], last) = b[:], (a[:], a[-1])
        return a, b, last

    assert_same(swap, [1, 2], [3])


def test_what_a_dict_display_unpacks_is_as_it_was_when_it_is_reached():
    def run(d):
        first = {**d, "last": d.pop("b"), **d, "cleared": d.clear()}
        return first, {"before": 1, **d, "after": d.setdefault("a", 5)}, d

    def fails(log):
        return {**log.append("evaluated"), "after": log.append("too late")}

    def unlike(d):
        return {**d, **[1]}

    assert_same(run, {"a": 1, "b": 2})
    assert_same(fails, [])
    assert_same(unlike, {"a": 1})
