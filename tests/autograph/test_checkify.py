"""What raises on JAX, where `checkify` traces a function: exceptions, assertions and the checks of what may be None."""

from __future__ import annotations

import pytest

from autograph import convert
from tests.autograph.differential import define
from tests.autograph.staged import Jax

PROGRAMS = {
    "raise": """
        def limited(n):
            if n > 5:
                raise ValueError("too {big}")
            return n
    """,
    "raise in a loop": """
        def limited(n):
            total = 0
            for i in range(n):
                if i > 5:
                    raise ValueError(f"no more than {5}")
                total += i
            return total
    """,
    "assert": """
        def limited(n):
            assert n <= 5, "too big"
            return n
    """,
    "None": """
        def limited(n):
            best = None
            if n <= 5:
                best = n
            return best + 1
    """,
    "a variable without a value": """
        def limited(n):
            if n <= 5:
                y = n
            return y
    """,
}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=list(PROGRAMS))
def test_checkify_has_the_exceptions_of_a_program(source):
    Jax()
    import jax
    from jax.experimental import checkify

    program = define(source)
    staged = jax.jit(checkify.checkify(convert(program)))
    error, result = staged(3)
    assert (error.get(), int(result)) == (None, program(3))
    with pytest.raises(Exception) as expected:
        program(8)
    error, _ = staged(8)
    assert error.get().startswith(f"{type(expected.value).__name__}: {expected.value}")
