"""Which frames are on the stack while the user's code runs: the user's own.

In a function that has one form (as one that defines another) there is one more for each branch or loop around.
"""

from __future__ import annotations

import itertools
import sys
import traceback

import pytest

from autograph import to_graph
from tests.autograph.differential import define


def stack():
    """The functions on the stack, from the caller on, up to the test; those of this file and of others."""
    found = []
    frame = sys._getframe(1)
    while frame.f_code.co_name not in ("frames_of", "names_and_files", "pytest_pyfunc_call"):
        found.append((frame.f_code.co_filename, frame.f_code.co_name))
        frame = frame.f_back
    return found


def frames_of(function, *args):
    """What `function`, given a `see` to call anywhere, sees on the stack: by label, how many frames are its own."""
    seen = {}

    def see(label, value=None):
        found = stack()
        assert {file for file, _ in found} <= {__file__, function.__code__.co_filename}, (label, found)
        seen.setdefault(label, []).append(sum(name == function.__name__ for _, name in found))
        return value

    function(see, *args)
    return seen


def test_a_function_with_loops_or_several_branches_has_its_own_frame_alone():
    def run(see, xs):
        for x in see("iterable", xs):
            if see("test", x) > 1:
                while see("while test", x):
                    see("while")
                    x -= 1
            elif see("operand", x) and see("operand", x):
                see("elif")
            else:
                see("else")
        return see("value", x) if see("condition", x) else see("other", x)

    assert frames_of(to_graph(run), [0, 1, 2]) == frames_of(run, [0, 1, 2])


def test_a_branch_or_a_loop_body_has_one_frame_more():
    def run(see, xs):
        if see is None:

            def one_form(): ...

        see("function")
        for x in see("iterable", xs):
            see("for")
            if see("test", x) > 1:
                see("if")
                while see("while test", x):
                    see("while")
                    x -= 1
            else:
                see("else")
        with open(__file__):
            if xs:
                see("in with")
        try:
            if xs:
                1 / 0
        except ZeroDivisionError:
            if see("in handler", xs):
                see("if in handler")

    assert frames_of(run, [0, 2]) == {key: [1] * len(value) for key, value in frames_of(to_graph(run), [0, 2]).items()}
    assert {key: set(value) for key, value in frames_of(to_graph(run), [0, 2]).items()} == {
        "function": {1},
        "iterable": {1},
        "for": {2},
        "test": {2},
        "if": {3},
        "while test": {4},
        "while": {4},
        "else": {3},
        "in with": {2},
        "in handler": {2},
        "if in handler": {3},
    }


def test_an_elif_chain_has_one_frame_at_most():
    def run(see, x):
        if see is None:

            def one_form(): ...

        if see("0", x) == 0:
            see("first")
        elif see("1", x) == 1:
            see("second")
        elif see("2", x) == 2:
            see("third")
        elif x is None:
            see("none")
        elif see("3", x) == 3:
            see("fourth")
        else:
            see("else")

    for x in (0, 1, 2, 3, 4):
        depths = frames_of(to_graph(run), x)
        assert frames_of(run, x).keys() == depths.keys()
        assert depths.pop("0") == [1]
        assert set(itertools.chain.from_iterable(depths.values())) == {2}, depths


def test_early_returns_do_not_go_deeper():
    def run(see, x):
        if see is None:

            def one_form(): ...

        if see("first", x) == 0:
            return 0
        y = see("second", x)
        if y == 1:
            return 1
        if see("third", y) == 2:
            return see("two", 2)
        z = see("rest", y)
        return z

    assert frames_of(to_graph(run), 5) == {"first": [1], "second": [2], "third": [2], "rest": [2]}
    assert frames_of(to_graph(run), 2)["two"] == [2]


def names_and_files(function, *args):
    """All that a function sees on the stack by a callable it is given, wherever that is called."""
    seen = []

    def see(value=True):
        seen.append(stack())
        return value

    function(see, *args)
    return seen


def test_operands_have_one_frame_more_and_none_of_this_project():
    def run(see):
        if see is None:

            def one_form(): ...

        see(1) and see(2)
        see(0) or see(3)
        see(1) and see(2) and see(3) and see(4)
        see(0) or see(0) or see(0) or see(1)
        if (see(1) and see(2) and see(0)) or see(0) or not see(1) or see(3):
            pass
        see(1) if see(2) else see(3)
        1 < see(2) < see(3) < see(4) < see(5)
        assert see(1)
        assert see([1]), see("not")
        return [x for x in see([1]) if see(x) and see(x)]

    original, converted = names_and_files(run), names_and_files(to_graph(run))
    assert len(original) == len(converted)
    for found in converted:
        assert {file for file, _ in found} == {__file__}
    # The operands of one `and`, or of one `or`, are as deep as each other.
    assert [len(found) - len(original[0]) for found in converted[4:8]] == [0, 1, 1, 1]


def test_what_an_object_does_when_its_truth_is_asked_has_the_frames_of_the_user():
    seen = []

    class Truth:
        def __init__(self, value):
            self.value = value

        def __bool__(self):
            seen.append([file for file, _ in stack()])
            return self.value

        def __lt__(self, other):
            seen.append([file for file, _ in stack()])
            return Truth(self.value)

    def run(see, true, false):
        if see is None:

            def one_form(): ...

        if true:
            see()
        elif false:
            see()
        if false:
            see()
        elif true:
            see()
        while false:
            pass
        a = true and false, false or true, false and 1, true or 1, (true and true and false), 1 if false else 2
        if true and false or true:
            see()
        if true < 1 < 2 < 3:
            see()
        assert true
        return a

    names_and_files(to_graph(run), Truth(True), Truth(False))
    converted, seen = seen, []
    names_and_files(run, Truth(True), Truth(False))
    assert len(converted) == len(seen) > 10
    assert {file for files in converted for file in files} == {__file__}


def test_iteration_has_the_frames_of_the_user():
    class Numbers:
        def __iter__(self):
            seen.append({file for file, _ in stack()})
            return self

        def __next__(self):
            seen.append({file for file, _ in stack()})
            if len(seen) > 5:
                raise StopIteration
            return len(seen)

    def run(see, limit):
        if see is None:

            def one_form(): ...

        for x in Numbers():
            if x == limit:
                break
        return x

    for limit in (3, 30):
        seen: list[set[str]] = []
        names_and_files(to_graph(run), limit)
        assert seen == [{__file__}] * (3 if limit == 3 else 6)


@pytest.mark.parametrize(
    ("first", "share"), [("pass", 0.98), ("if n is None:\n                def one_form(): ...", 0.45)]
)
def test_recursion_goes_as_deep_or_half_as_deep(first, share):
    source = f"""
        def deepest(n, seen):
            {first}
            seen.append(n)
            if n % 3 == 0:
                return deepest(n + 1, seen)
            elif n % 3 == 1:
                if n:
                    return deepest(n + 1, seen)
            else:
                return deepest(n + 1, seen)
    """

    def depth(convert):
        namespace = define(source).__globals__
        namespace["deepest"] = convert(namespace["deepest"])
        seen = []
        with pytest.raises(RecursionError) as caught:
            namespace["deepest"](0, seen)
        if first == "pass":
            files = {entry.filename for entry in traceback.extract_tb(caught.value.__traceback__)}
            assert files == {__file__, namespace["deepest"].__code__.co_filename}
        return len(seen)

    assert depth(to_graph) >= share * depth(lambda function: function)


@pytest.mark.parametrize("first", ["pass", "if items is None:\n                def one_form(): ..."])
@pytest.mark.parametrize("write", [False, True], ids=["to_graph", "autograph-convert"])
def test_tracebacks_of_plain_code_have_no_operators(write, first):
    from autograph.modules import convert_module

    source = f"""
        def run(kind, items):
            {first}
            for item in items:
                if item:
                    while item > 0:
                        item -= 1
                        if kind == 0:
                            1 / (item - 3)
                        elif kind == 1:
                            assert not item, item.missing
                        elif kind == 2:
                            unbound
                            unbound = item
                        elif kind == 3 and 0 < items.index(4) < items[9]:
                            return item
                        return item and kind and items[9]
    """
    function = define(source)
    if write:
        import textwrap

        namespace = {"__name__": "written"}
        exec(compile(convert_module(textwrap.dedent(source)), "<written>", "exec"), namespace)
        converted = namespace["run"]
    else:
        converted = to_graph(function)
    for kind in range(5):
        with pytest.raises(Exception) as expected:
            function(kind, [0, 4, 5])
        with pytest.raises(Exception) as caught:
            converted(kind, [0, 4, 5])
        assert (caught.type, str(caught.value)) == (expected.type, str(expected.value))
        files = {entry.filename for entry in traceback.extract_tb(caught.value.__traceback__)[1:]}
        assert files == {converted.__code__.co_filename}
