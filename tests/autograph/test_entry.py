"""What `to_graph` returns is looked after by itself where a system stages it that knows nothing of this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import autograph
from autograph import StagingError, to_code, to_graph

jax = pytest.importorskip("jax")


class Kept:
    value: Any = 0


KEPT = Kept()


def left_in_an_object(n):
    KEPT.value = [n]
    return KEPT.value


def changed_after_a_choice(n):
    a, b = [1, 2], [3, 4]
    chosen = a if n > 0 else b
    a *= 2
    return chosen[0]


def stored_with_a_view(n):
    x = jax.numpy.arange(3) + n
    y = x[:2]
    x[0] = n
    return y[0]


def a_step_through_a_text(n):
    return "abc"[::n]


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (left_in_an_object, "AG029"),
        (changed_after_a_choice, "AG024"),
        (stored_with_a_view, "AG028"),
        (a_step_through_a_text, "AG032"),
    ],
)
@pytest.mark.parametrize("stage", [jax.jit, lambda f: lambda n: jax.vmap(f)(jax.numpy.asarray([n]))])
def test_refusals_are_those_of_convert(
    function: Callable[..., Any], code: str, stage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KEPT, "value", 0)
    for converted in (to_graph(function), autograph.convert(function)):
        with pytest.raises(StagingError) as caught:
            stage(converted)(1)
        assert caught.value.code == code
        assert KEPT.value == 0


@pytest.mark.parametrize(
    ("function", "rest", "named"),
    [
        (lambda n: n if n > 3 else n + 1, (), {}),
        (lambda n, *rest, k=1, **others: sum(rest) + k + others["q"] if n > 3 else n, (7, 8), {"k": 5, "q": 6}),
        (lambda n, /, m=2: [n, m][0], (), {}),
    ],
)
def test_parameters_of_every_kind_are_passed_on(
    function: Callable[..., Any], rest: tuple[int, ...], named: dict[str, int]
) -> None:
    for n in (2, 4):
        assert int(jax.jit(to_graph(function))(n, *rest, **named)) == function(n, *rest, **named)


def test_a_variable_that_is_bound_again_is_not_taken_for_an_alias() -> None:
    def store(x, n):
        y = x
        x = n
        y[0] = n
        return y[0] + x

    assert int(jax.jit(to_graph(store))(jax.numpy.arange(3), 4)) == 8


def test_a_plain_call_leaves_a_trace_within_it_to_itself() -> None:
    def outer(n):
        return jax.jit(to_graph(left_in_an_object))(n) if n else n

    with pytest.raises(StagingError, match="AG029"):
        to_graph(outer)(3)
    assert to_graph(outer)(0) == 0


def test_the_text_has_no_entry() -> None:
    assert "ag__entry" not in to_code(changed_after_a_choice)
    assert "begins" not in to_code(changed_after_a_choice)


def test_a_method_is_looked_after_as_well() -> None:
    class Machine:
        total = 0

        def add(self, n):
            if n > 0:
                self.total = self.total + n
            return self.total

    machine = Machine()
    machine.total = 1
    assert jax.jit(to_graph(machine.add))(3) == machine.total == 4
