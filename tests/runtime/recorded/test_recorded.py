"""What TensorFlow 2.21 answers to an expression, recorded, is what the runtime answers.

Each text file here holds expressions after `>>>`, and under each what it shows: the repr of its value, or the type and
the text of its error. Details that name TensorFlow's own devices, node definitions or memory are left out.
"""

from __future__ import annotations

import collections
import dataclasses
import re
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

HERE = Path(__file__).parent


def recorded(name: str) -> list[tuple[str, str]]:
    """The pairs of expression and answer in a file."""
    entries = (HERE / f"{name}.txt").read_text().removeprefix(">>> ").split("\n>>> ")
    return [(expression, answer.rstrip("\n")) for expression, _, answer in (e.partition("\n") for e in entries)]


def shown(expression: str, names: dict[str, Any]) -> str:
    """What `expression` shows."""
    try:
        text = repr(eval(expression, names))
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
    return re.sub(r" \[Op:(\w+)\]( name: .*)?$", r" [Op:\1]", text.rstrip("\n"))


@dataclasses.dataclass
class D:
    x: int
    y: int


def rounded(structure: Any) -> Any:
    """The numbers of tensors, as far as they do not depend on the order of sums, which zeros have their signs from."""

    def numbers(x: Any) -> Any:
        return (np.round(np.asarray(x.numpy(), np.complex128 if x.dtype.is_complex else np.float64), 3) + 0.0).tolist()

    return tf.nest.map_structure(numbers, structure)


def as_this_python_shows_it(answer: str) -> str:
    """What was recorded on Python 3.11, with ordered dictionaries as the running version shows them."""
    if repr(collections.OrderedDict(a=1)) == "OrderedDict([('a', 1)])":
        return answer

    def shown_as_dict(found: re.Match[str]) -> str:
        return "OrderedDict({" + re.sub(r"\(('\w+'), (.*?)\)", r"\1: \2", found[1]) + "})"

    return re.sub(r"OrderedDict\(\[(.*?)\]\)", shown_as_dict, answer)


NAMES: dict[str, Any] = {
    "tf": tf,
    "np": np,
    "rounded": rounded,
    "A": tf.constant([[4.0, 1.0, 2.0], [1.0, 3.0, 0.0], [2.0, 0.0, 5.0]]),
    "b": tf.constant([[1.0], [2.0], [3.0]]),
    "nest": tf.nest,
    "collections": collections,
    "types": types,
    "od": collections.OrderedDict(b=1, a=2),
    "D": D,
    "P": collections.namedtuple("P", "y x"),
}


@pytest.mark.parametrize(
    ("expression", "answer"),
    [row for name in ("tensors", "conversion", "operations", "nest", "numerics") for row in recorded(name)],
)
def test_eager_expression_shows_what_was_recorded(expression: str, answer: str) -> None:
    assert shown(expression, dict(NAMES)) == as_this_python_shows_it(answer)


@pytest.mark.parametrize(("expression", "answer"), recorded("graphs"))
def test_expression_in_a_function_shows_what_was_recorded(expression: str, answer: str) -> None:
    found = []

    @tf.function(autograph=False)
    def function(a, b, u):
        x, y = tf.constant(1), tf.constant([1.0, 2.0])
        found.append(shown(expression, {"tf": tf, "np": np, "a": a, "b": b, "u": u, "x": x, "y": y}))
        return a

    function.get_concrete_function(
        tf.TensorSpec([], tf.int32), tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec(None, tf.float32)
    )
    assert found[-1] == answer


@pytest.mark.parametrize("expression", ["int(a)", "float(a)", "[1, 2][a]", "range(a)"])
def test_what_python_asks_of_a_tensor_of_a_graph_is_a_type_error_that_says_what_to_use(expression: str) -> None:
    """As in TensorFlow, whose message is Python's own."""

    @tf.function(autograph=False)
    def function(a):
        return eval(expression, {"a": a})

    with pytest.raises(TypeError, match=r"a:0 is a value of the graph that is being traced.*; otherwise use "):
        function.get_concrete_function(tf.TensorSpec([], tf.int32))


def test_variables_show_what_was_recorded_step_by_step() -> None:
    names = {"tf": tf, "np": np, "v": tf.Variable([1.0, 2.0], name="v"), "u": tf.Variable(1.0)}
    for expression, answer in recorded("variables"):
        assert shown(expression, names) == answer, expression


def test_values_print_as_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    """`prints.txt` is what TensorFlow printed for the calls of this test, in order."""
    floats = [0.1, 1.0, 1e-5, 3.14159274, 1e10, 123456789.0, 1e-10, float("nan"), float("inf"), -0.0, 1 / 3, 12345.678]

    def show(*values: Any, **options: Any) -> None:
        tf.print(*values, output_stream=sys.stdout, **options)

    show(tf.constant(floats))
    show(tf.constant(floats, tf.float64), summarize=-1)
    show(tf.constant(floats, tf.float32), summarize=-1)
    show(tf.constant(floats[:4], tf.float16), summarize=-1)
    show(tf.constant(floats[:4], tf.bfloat16), summarize=-1)
    for value in floats:
        show(tf.constant(value), tf.constant(value, tf.float64))
    show(1, 2.5, "a", [1, 2], {"a": 1, "b": [tf.constant(1), "x"]}, (1,), None, True, np.array([1, 2]), 0.1, 1e20, 1e-7)
    show(tf.constant("a"), tf.constant(["a", "b"]), tf.constant([["a", "b"]]), [tf.constant("a")])
    show(tf.constant([[1, 2], [3, 4]]), tf.zeros([2, 2, 2]))
    show(tf.range(20))
    show(tf.range(20), summarize=2)
    show(tf.range(7))
    show(tf.reshape(tf.range(100), [10, 10]))
    show(tf.reshape(tf.range(400), [4, 10, 10]), summarize=1)
    show(tf.constant([True, False]), tf.constant(True), tf.constant([]), tf.zeros([0, 3]))
    show("a", "b", sep="-", end="!\n")
    show()
    show("{}", 1)
    show("x:", tf.constant(1.5), "y")
    show(tf.Variable(1.5), tf.Variable([1, 2]))
    show(tf.TensorShape([1, None]), tf.float32, [tf.constant([1, 2]), [3]], b"abc")
    show("é", tf.constant("é"), tf.constant(2**40), tf.constant(200, tf.uint8), tf.constant([-5], tf.int8))
    show({"b": 1, "a": 2}, [], {}, (), [[]])
    show(tf.strings.as_string([0.1, 1.0, 1e-5]), tf.strings.as_string(3.14159, precision=2))
    show(tf.strings.format("a {} b {}", (tf.constant([1.5, 2]), tf.constant("s"))))
    assert capsys.readouterr().out == (HERE / "prints.txt").read_text()
