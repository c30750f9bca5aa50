"""What a staged function returns is Python's own value of the path that was taken, in each of many calls."""

from __future__ import annotations

import dataclasses

import pytest

import autograph
from tests.autograph.staged import arrays, assert_equal_values


def string(n):
    return "big" if n > 2 else "small"


def constant(n):
    return n, "always"


def number_or_none(n):
    return n if n > 2 else None


def number_or_string(n):
    return (n if n > 2 else "low"), n


def text(n):
    return f"{n}", [f"{n > 2}"]


def list_of_either(n):
    return [n, (n + 1 if n > 2 else None), {"k": "x" if n > 3 else "y"}]


def list_of_staged_length(n):
    found = []
    for k in (1, 2, 3):
        if k < n:
            found.append(k)
    return found


@pytest.mark.parametrize(
    "function", [string, constant, number_or_none, number_or_string, text, list_of_either, list_of_staged_length]
)
def test_each_call_returns_what_its_path_does(system, function):
    staged = system.stage(function)
    for n in (1, 3, 5, 2, 4, 1, 5, 1, 1, 4):
        assert_equal_values(arrays(staged(system.tensor(n))), arrays(function(n)))


class Point:
    def __init__(self, x):
        self.x = x


def point(n):
    return Point(n + 1 if n > 2 else n)


def test_an_object_is_returned_to_a_function_of_the_program():
    jax = pytest.importorskip("jax")
    helper = autograph.convert(point)
    assert jax.jit(lambda n: helper(n).x)(5) == 6


@dataclasses.dataclass
class Pair:
    x: object
    y: object


def test_jax_gives_back_dataclasses_wherever_it_gives_back_results():
    jax = pytest.importorskip("jax")
    pair = autograph.convert(lambda n: Pair(n, n * 2 if n > 2 else 0))
    staged = jax.jit(pair)
    assert [int(staged(5).x), int(staged(5).y), int(staged(1).y)] == [5, 10, 0]
    assert jax.jit(lambda n: staged(n).y + pair(n).y)(5) == 20
    assert jax.vmap(pair)(jax.numpy.arange(4)).y.tolist() == [0, 0, 0, 6]
    assert jax.grad(lambda x: pair(x).y)(3.0) == 2
    assert type(staged.lower(5).compile()(5)) is Pair
    assert jax.eval_shape(pair, 5).y.shape == ()


def test_an_object_that_the_system_knows_is_returned():
    jax = pytest.importorskip("jax")

    class Leaves(Point):
        """A point that JAX takes apart."""

    jax.tree_util.register_pytree_node(Leaves, lambda leaves: ((leaves.x,), None), lambda _, parts: Leaves(*parts))
    returned = jax.jit(autograph.convert(lambda n: Leaves(n + 1 if n > 2 else n)))(5)
    assert returned.x == 6


def test_another_object_is_refused(system):
    with pytest.raises(autograph.StagingError, match=r"a staged function returns a Point \[AG038\]"):
        system.stage(point)(5)
