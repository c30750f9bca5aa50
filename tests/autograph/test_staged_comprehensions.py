"""Comprehensions and builtins that make one value of many, over what is staged and filtered by what is staged."""

from __future__ import annotations

import numpy as np
import pytest

import autograph
from tests.autograph.differential import assert_all_same, define
from tests.autograph.staged import arrays, assert_equal_values, tensors

PROGRAMS = {
    "filters over an array": (
        """
        def f(xs):
            return (
                sum(x for x in xs if x > 1), any(x > 2 for x in xs), all(x > 0 for x in xs), max(x * x for x in xs),
                sum([x for x in xs if x > 1], 3), len([x for x in xs if x > 1]), len(list(x for x in xs if x != 1)),
                min((x for x in xs if x > 5), default=-1), any(x == 2 for x in xs if x > 1 if x < 3),
            )
        """,
        [([1, 2, 3],), ([1, 0, -3],)],
    ),
    "filters over a list with staged items": (
        """
        def f(n, k):
            xs = [1, n, 3, k]
            return (
                sum(x for x in xs if x > 2), any(x > 4 for x in xs), all(x > 0 for x in xs), max(x for x in xs if x > 0),
                len([x for x in xs if x > 2]), all(n > i for i in range(3) if i != k), sum(x > 1 for x in xs),
            )
        """,
        [(9, 4), (5, 1), (0, 0)],
    ),
    "ranges whose end is staged": (
        """
        def f(n):
            return (
                sum(i for i in range(n) if i % 2 == 0), any(i * i == n for i in range(n)), all(i < 5 for i in range(n)),
                sum(1 for i in range(2, n) if n % i == 0), sum(range(n)), len(range(n)), len([i for i in range(n)]),
                max((i * (7 - i) for i in range(n)), default=0),
            )
        """,
        [(9,), (5,), (0,), (-3,)],
    ),
    "several clauses, and patterns": (
        """
        def f(xs, ys):
            return (
                sum(x * y for x in xs for y in ys), sum(1 for x in xs for y in ys if x < y),
                sum(x * y for x, y in zip(xs, ys)), sum(i * a * b for i, (a, b) in enumerate(zip(xs, ys))),
                any(x == y for x in xs for y in [1, 5]), sum(a for a, _, _ in [(x, 1, 2) for x in xs]),
                sum(a * d + e for (a, b), ((c, d), e) in zip(zip(xs, xs), zip(zip(xs, xs), xs))),
                sum(a for a, (a, b) in zip(ys, zip(xs, xs))), sum(a for (a, b), a in zip(zip(xs, xs), ys)), max(x - k for x in xs for k in (1, 2)),
            )
        """,
        [([1, 2, 3], [2, 3]), ([4, 5, 6], [1, 1])],
    ),
    "min and max": (
        """
        def f(n, k):
            def key(x):
                if x > 3:
                    return -x
                return x
            xs = [n, k, 3]
            return (
                max(xs, key=key), min(xs, key=lambda v: v * v), max(n, k, key=key), max((n, 1), (k, 2)), max([n, 2, k]),
                min([(n, k), (k, n)], key=lambda p: p[0] * 2 - p[1]), min([], default=n), max(n, 2), max((n,)),
            )
        """,
        [(9, 4), (-5, 1), (2, 2)],
    ),
    "sorted": (
        """
        def f(n, k):
            a, b, c = sorted([n, k, 3])
            d, e = sorted([(n, 1), (k, 0)], key=lambda p: p[0], reverse=True)
            return a * 100 + b * 10 + c, d, e, sorted([n, k]) == [k, n]
        """,
        [(9, 4), (1, 5), (2, 2)],
    ),
    "keys of rows": (
        "def f(xs): return tuple(sorted(xs, key=lambda v: -v)), max(xs, key=lambda v: (v - 2) * (v - 2)), min(xs, key=abs)",
        [([1, 5, -3],), ([4, 5, 0],)],
    ),
    "loops over reversed, zip, enumerate and map": (
        """
        def triple(v):
            if v > 2:
                return v * 3
            return v
        def f(n, xs):
            t = 0
            for i in reversed(range(n)):
                t = t * 3 + i
            for i, j in zip(range(n), range(2, 100)):
                t = t + i * j
            for i, (a, b) in enumerate(zip(xs, range(n)), 1):
                t = t + i * a * b
            for x in map(triple, reversed(xs)):
                t = t * 2 + x
            return t, sum(map(triple, xs)), any(map(lambda v: v > 2, xs)), sum(filter(lambda v: v > 1, xs))
        """,
        [(5, [1, 2, 3]), (1, [4, 5, 6]), (0, [1, 1, 1])],
    ),
    "reduce": (
        """
        import functools
        from functools import reduce
        def step(a, v):
            if v > 2:
                return a + v * 2
            return a + v
        def f(n, xs):
            return functools.reduce(step, xs), reduce(step, range(n), 0), reduce(step, [n, 1, n]), reduce(max, [n, 2])
        """,
        [(5, [1, 2, 3]), (1, [3, 2, 1])],
    ),
    "functions called as builtins are": (
        """
        def hash(v):
            if v > 2:
                return v * 2
            return v
        def format(v):
            return v - 1 if v > 1 else v
        def open(v):
            return hash(v) + format(v) if v > 0 else v
        def sum(values):
            return 100
        def f(n):
            def repr(v):
                return v if v < 3 else 3
            return hash(n), format(n), open(n), repr(n), sum(i for i in [n, 2] if i), sum([n])
        """,
        [(1,), (5,)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("source, cases", PROGRAMS.values(), ids=PROGRAMS)
def test_staged_is_what_python_has(system, source, cases):
    staged = system.stage(define(source, "f"))
    plain = define(source, "f")
    for case in cases:
        expected = plain(*[np.array(value) if isinstance(value, list) else value for value in case])
        assert_equal_values(arrays(staged(*tensors(system, case))), arrays(expected))


def test_a_list_comprehension_of_unknown_length_is_a_list_that_grows():
    import runtime as tf

    def squares(n):
        found = [i * i for i in range(n)]
        return tf.stack(found), len(found), found[-1], [x + 1 for x in found if x > 3], list(range(n))

    def plainly(n):
        found = [i * i for i in range(n)]
        return np.array(found), len(found), found[-1], [x + 1 for x in found if x > 3], list(range(n))

    staged = tf.function(squares)
    for n in (4, 3):
        assert_equal_values(arrays(staged(tf.constant(n))), arrays(plainly(n)))


def test_any_and_all_stop_at_the_first_that_decides():
    import runtime as tf

    seen = []

    def note(x):
        seen.append(int(x))
        return x > 1

    @tf.function
    def run(xs):
        def look(x):
            return tf.py_function(note, [x], tf.bool)

        return any(look(x) for x in xs), all(look(x) for x in xs)

    run(tf.constant([1, 2, 3]))
    assert seen == [1, 2, 1]


def test_the_least_of_nothing_is_an_error_when_the_program_runs(system):
    staged = system.stage(define("def f(n): return max(x for x in [1, n] if x > 3)", "f"))
    assert arrays(staged(system.tensor(5))) == 5
    with pytest.raises(Exception, match=r"max\(\) (arg is an empty sequence|iterable argument is empty)"):
        arrays(staged(system.tensor(2)))


def test_functions_given_to_operations_of_jax_are_converted():
    jax = pytest.importorskip("jax")

    def double(v):
        if v > 2:
            return v * 2
        return v

    def add(total, v):
        if v > 2:
            total = total + v
        return total, total

    def f(xs):
        return jax.lax.map(double, xs), jax.lax.scan(add, xs[0] * 0, xs), jax.vmap(double)(xs), jax.grad(double)(xs[2])

    xs = jax.numpy.array([1.0, 2.0, 3.0])
    mapped, (total, totals), vmapped, gradient = jax.jit(autograph.convert(f))(xs)
    assert mapped.tolist() == vmapped.tolist() == [1, 2, 6]
    assert (total, totals.tolist(), gradient) == (3, [0, 0, 3], 2)


def test_a_bounded_loop_has_a_gradient_on_jax():
    jax = pytest.importorskip("jax")

    @autograph.convert
    def root(x):
        y = x
        while abs(y * y - x) > 1e-4:
            autograph.set_loop_options(maximum_iterations=30)
            y = (y + x / y) / 2
        return y

    assert jax.jit(jax.grad(root))(4.0) == pytest.approx(0.25, abs=1e-3)
    assert jax.jit(lambda x: jax.jvp(root, (x,), (1.0,)))(4.0)[1] == pytest.approx(0.25, abs=1e-3)


def test_an_error_of_jax_about_a_traced_value_is_told_in_terms_of_the_program():
    jax = pytest.importorskip("jax")

    def f(x):
        def less(one, other):
            return one < other

        return less((x, 1), (2, 2))

    with pytest.raises(
        autograph.StagingError, match=r"(?s)values that hold tensors are compared \[AG031\].*one < other"
    ):
        jax.jit(autograph.convert(f))(1)


def test_tensors_shift_bits():
    import runtime as tf

    def f(n, k):
        m = n
        m <<= k
        m >>= 1
        m **= 2
        return n << 2, n >> 1, 2**n, 3 << n, 100 >> k, m

    assert [int(v) for v in tf.function(f)(tf.constant(3), tf.constant(2))] == list(f(3, 2))


def test_plain_comprehensions_are_untouched():
    def run(xs, n):
        seen = []

        def look(x):
            seen.append(x)
            return x > n

        found = [
            any(look(x) for x in xs),
            all(look(x) for x in xs),
            any([look(x) for x in xs]),
            sum(x for x in xs if x),
        ]
        found += [max((x for x in xs if x > n), default="none"), len([x for x in xs if look(x)]), list(x for x in xs)]
        found += [
            [f() for f in [lambda: x for x in xs]],
            [(i, x) for i, x in enumerate(xs) if i],
            [x for (x, *_) in [(1, 2)]],
        ]
        found += [
            sorted((x for x in xs), reverse=True),
            tuple(x for x in xs if x > n),
            sum([0.1] * 10),
            sum([(1,), (2,)], ()),
        ]
        found += [list(map(look, xs)), list(filter(look, xs)), min(xs, key=lambda x: -x, default=None)]
        return found, seen

    def fails(xs):
        return max(x for x in xs if x > 9)

    assert_all_same(run, [([1, 2, 3], 1), ([], 0), ([0, 5], 7)])
    assert_all_same(fails, [([1, 2],), ([10],)])
    assert_all_same(lambda xs: sum(next(iter(x)) for x in xs), [([[1], []],), ([[1], [2]],)])
