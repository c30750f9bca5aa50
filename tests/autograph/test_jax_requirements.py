"""What must hold when a program on JAX runs: under the transformations of JAX as well."""

from __future__ import annotations

import pytest

from autograph import convert

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

MESSAGE = "ZeroDivisionError: integer modulo by zero"


@convert
def hashed(x, m):
    total = 0
    for i in range(4):
        total = (total * 31 + i) % m
    return x * total


def scanned(x, m):
    @convert
    def step(carried, i):
        return carried * x + i % m, None

    return lax.scan(step, x, jnp.arange(4))[0]


TRANSFORMED = {
    "jit": hashed,
    "grad": jax.grad(hashed),
    "value and grad": jax.value_and_grad(hashed),
    "jvp": lambda x, m: jax.jvp(lambda x: hashed(x, m), (x,), (1.0,)),
    "checkpoint": jax.grad(jax.checkpoint(hashed)),
    "scan": scanned,
    "grad of scan": jax.grad(scanned),
    "hessian of scan": jax.hessian(scanned),
}


@pytest.mark.parametrize("transformed", TRANSFORMED.values(), ids=TRANSFORMED)
def test_a_division_by_0_fails(transformed):
    staged = jax.jit(transformed)
    jax.block_until_ready(staged(2.0, 3))
    with pytest.raises(Exception, match=MESSAGE):
        jax.block_until_ready(staged(2.0, 0))
        jax.effects_barrier()


def test_it_says_where():
    with pytest.raises(Exception, match="ZeroDivisionError") as failed:
        jax.block_until_ready(jax.jit(hashed)(2.0, 0))
    assert "[AG027]" in str(failed.value)


def test_branches_that_vmap_runs_for_all_do_not_fail():
    @convert
    def safe(n, m):
        if m != 0:
            return n % m
        return -1

    numbers = jnp.arange(4)
    for mapped in (jax.vmap(safe), jax.jit(jax.vmap(safe)), jax.vmap(jax.jit(safe))):
        assert mapped(numbers + 5, numbers).tolist() == [-1, 0, 1, 2]


def _fail(*values):
    raise ValueError(f"shows {[int(value) for value in values]}")


def required(*args, **options):
    from autograph.backends.jax_requirements import required

    required(*args, **options)


def _checked(condition, value):
    required(condition, [value], _fail)
    return value + 1


def test_the_first_of_those_that_are_mapped_is_shown():
    values, conditions = jnp.arange(6).reshape(2, 3), jnp.array([[True, True, True], [True, False, False]])
    twice = jax.vmap(jax.vmap(_checked))
    assert (twice(jnp.full((2, 3), True), values) == values + 1).all()
    for mapped in (twice, jax.jit(twice)):
        with pytest.raises(Exception, match=r"shows \[4\]"):
            jax.block_until_ready(mapped(conditions, values))
    with pytest.raises(Exception, match=r"shows \[7\]"):
        jax.block_until_ready(jax.jit(jax.vmap(_checked, (0, None)))(conditions[1], 7))


def test_what_is_not_mapped_in_each_is_dropped():
    def checked(condition, value):
        required(condition, [value], _fail, in_each=False)
        return value + 1

    assert jax.jit(jax.vmap(checked))(jnp.array([True, False]), jnp.arange(2)).tolist() == [1, 2]
