"""The second form of a function: its body as it was written, for when nothing is being staged."""

from __future__ import annotations

import inspect
import textwrap

import pytest

import runtime as tf
from autograph import to_code, to_graph
from autograph.modules import convert_module
from tests.autograph.differential import assert_all_same, assert_same, define, tracing
from tests.autograph.passes.rewriting import after_all, program


def unstaged_form(text):
    """The body of a function, of the second form if it has two."""
    return textwrap.dedent(text.partition("    else:\n")[2] or text.partition("\n")[2])


def test_a_function_with_a_loop_has_its_own_body_as_well():
    before = """
        def f(xs):
            for x in xs:
                if x < g(x) and x:
                    return x
            return None if xs else 0
        """
    assert after_all(before).startswith("def f(xs):\n    if ag__.is_staging():\n        x: object\n")
    assert unstaged_form(after_all(before)) == unstaged_form(program(before))


def test_stores_to_items_and_lambdas_are_converted_in_both_forms():
    before = """
        def f(xs):
            for i in range(3):
                xs[i], ys = i, sorted(xs, key=lambda x: -x if x > i else x)
            return ys
        """
    unstaged = """
        def f(xs):
            for i in range(3):
                ag__.writing(xs)[i], ys = (i, sorted(xs, key=lambda x: ag__.if_exp(x > i, lambda: -x, lambda: x)()))
                xs = ag__.updated(xs)
            return ys
        """
    assert unstaged_form(after_all(before)) == unstaged_form(program(unstaged))


def test_an_item_is_stored_by_way_of_a_variable_that_the_function_can_bind():
    free = "def f(c):\n    def g():\n        c[0] = 1\n    return g"
    declared = "def f(c):\n    def g():\n        nonlocal c\n        c[0] = 1\n    return g"
    assert "ag__.writing(c)[0] = 1" in after_all(free)
    assert "ag__.writing(c)[0] = 1\n        c = ag__.updated(c)" in after_all(declared)


@pytest.mark.parametrize("test", ["'b' in xs", "'=' in xs and xs['=']", "'=' in xs.y.keys()", "'b' not in xs.y"])
def test_a_string_is_looked_for_in_a_dict_by_an_operator_and_by_python_where_nothing_is_staged(test):
    before = f"def f(xs):\n    return {test}\n"
    after = after_all(before)
    assert after.startswith("def f(xs):\n    if ag__.is_staging():\n") and "ag__.in_(" in after
    assert unstaged_form(after) == unstaged_form(program(before))


@pytest.mark.parametrize(
    "body",
    [
        "if x > 0:\n  x = 1\nreturn x",
        "if x is None:\n  x = 1\nif callable(x):\n  x = 2\nfor_ = 3",
        "for y in x:\n  yield y\n  if y:\n    y = 1",
        "for y in x:\n  def g(): ...\n  g()",
        "for y in x:\n  print(locals())\n  if y:\n    y = 1",
        "with g.as_default():\n  for y in x:\n    print(y)",
    ],
    ids=["one branch", "nothing to convert", "it yields", "it defines a function", "it reads its frame", "a graph"],
)
def test_a_function_with_one_form(body):
    assert "is_staging" not in after_all("def f(x):\n" + "".join(f"  {line}\n" for line in body.splitlines()))


def test_definitions_stand_before_both_forms():
    before = """
        def f(xs):
            found = []

            def see(x):
                found.append(x)
            for x in xs:
                if x > 3:
                    see(x)
                    break
            return found
        """
    after = """
        def f(xs):
            x: object
            found = ag__.new([])

            def see(x):
                ag__.call(found.append)(x)
            if ag__.is_staging():
                staged
            else:
                for x in xs:
                    if x > 3:
                        see(x)
                        break
                return found
        """
    head, tail = program(after).split("        staged\n")
    assert after_all(before).startswith(head)
    assert after_all(before).endswith(tail)


def test_declarations_stand_before_both_forms():
    run = define("""
        total = 1

        def run(xs):
            last = None
            global total
            for x in xs:
                if x > 3:
                    total = x
                    return total
            last = total
            return last
    """)
    assert_all_same(run, [([1, 5],), ([1, 2],)])
    namespace = {}
    exec(convert_module("total = 1\n" + inspect.getsource(run)), namespace)
    assert namespace["run"]([1, 5]) == 5


def test_a_coroutine_has_one_form():
    assert "is_staging" not in to_code(define("async def f(x):\n  for y in x:\n    if y: print([z async for z in y])"))


def test_what_only_the_staged_form_needs_leaves_variables_unbound_in_the_other():
    def run(n):
        def see():
            return last

        for last in range(n):
            if last > 3:
                return "large", see()
        return last, see()

    for n in (0, 2, 6):
        assert_same(run, n)


def test_the_form_is_chosen_in_each_call():
    run = define("""
        def run(see, x):
            for _ in range(x):
                see()
            return x
    """)
    converted, seen = to_graph(run), []

    def see():
        import sys

        frame, depth = sys._getframe(1), 0
        while frame is not None:
            depth, frame = depth + (frame.f_code.co_filename == run.__code__.co_filename), frame.f_back
        seen.append(depth)

    converted(see, 1)
    with tracing():
        converted(see, 1)
    converted(see, 1)
    assert seen == [1, 2, 1]


def test_items_of_eager_tensors_are_stored_to():
    def fill(x, n):
        for i in range(n):
            x[i] = i * 2
        return x

    assert to_graph(fill)(tf.zeros([4], tf.int32), 3).numpy().tolist() == [0, 2, 4, 0]
    assert tf.function(fill)(tf.zeros([4], tf.int32), tf.constant(3)).numpy().tolist() == [0, 2, 4, 0]
