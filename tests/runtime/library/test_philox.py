"""The generator behind random numbers, against the vectors its authors published and numbers that TensorFlow drew.

What TensorFlow makes of seeds is in `tests/runtime/guides/programs/random_bits.py`.
"""

import numpy as np
import pytest

import runtime as tf
from runtime.core import dtypes
from runtime.kernels.philox import Philox, normals, permutation, truncated_normals, uniforms


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        # kat_vectors of Random123, philox4x32 10.
        (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (2**128 - 1, 2**64 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            0x03707344_13198A2E_85A308D3_243F6A88,
            0x299F31D0_A4093822,
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_blocks_are_those_that_were_published(counter, key, words):
    assert tuple(Philox(key, counter).words(4).tolist()) == words


def test_many_blocks_are_those_that_few_are_also_where_the_counter_runs_over():
    for counter in (0, 2**32 - 3, 2**64 - 3, 2**128 - 3):
        generator = Philox(12345, counter)
        many = generator.words(4 * 20).reshape(-1, 4)
        for i, row in enumerate(many.tolist()):
            assert Philox(12345, counter + i).words(4).tolist() == row


def test_more_numbers_begin_with_the_same_numbers():
    generator = Philox(1, 2)
    for sample in (uniforms, normals, truncated_normals):
        for dtype in (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64):
            few, many = sample(generator, (3,), dtype), sample(generator, (2, 5000), dtype)
            assert few.dtype == many.dtype == dtype.dtype
            np.testing.assert_array_equal(many.reshape(-1)[:3], few)


def test_numbers_have_the_moments_of_their_distributions():
    generator = Philox(5)
    uniform = uniforms(generator, (100_000,), dtypes.float64)
    assert uniform.min() >= 0 and uniform.max() < 1 and abs(uniform.mean() - 0.5) < 0.005
    normal = normals(generator, (100_000,), dtypes.float32)
    assert abs(normal.mean()) < 0.01 and abs(normal.std() - 1) < 0.01
    truncated = truncated_normals(generator, (100_000,), dtypes.float32)
    assert np.abs(truncated).max() < 2 and abs(truncated.mean()) < 0.01 and abs(truncated.std() - 0.8796) < 0.01
    assert sorted(permutation(generator, 1000).tolist()) == list(range(1000))


@pytest.mark.parametrize("draw", [tf.random.uniform, tf.random.normal, tf.random.truncated_normal])
def test_shapes_without_elements_and_scalars(draw):
    assert draw([0, 3]).shape == [0, 3]
    assert draw([]).shape == []


def test_operations_with_one_seed_go_on_and_do_not_disturb_each_other():
    # As TensorFlow 2.21.
    tf.random.set_seed(5)
    np.testing.assert_allclose(tf.random.uniform([3], seed=1), [0.3875184, 0.7485455, 0.54871905], rtol=1e-6)
    np.testing.assert_allclose(tf.random.normal([1], seed=1), [-1.3768897], rtol=1e-6)
    np.testing.assert_allclose(tf.random.uniform([3], seed=1), [0.8333188, 0.38934743, 0.6661812], rtol=1e-6)
    tf.random.set_seed(5)
    assert tf.random.shuffle(tf.range(9), seed=1).shape == [9]
    assert tf.random.shuffle(tf.range(9), seed=1).numpy().tolist() == [4, 2, 5, 0, 1, 3, 8, 6, 7]


@pytest.mark.parametrize(
    ("seed", "state"),
    [(5, [5, 0, 0]), (-1, [-1, -1, -1]), (2**70, [0, 64, 0]), ((7,), [0, 0, 7]), ((1, 2), [0, 1, 2])],
)
def test_generators_begin_as_in_tensorflow(seed, state):
    assert tf.random.Generator.from_seed(seed).state.numpy().tolist() == state


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tf.random.set_seed("a"), TypeError, "a seed of random numbers is an integer, not 'a'"),
        (lambda: tf.random.uniform([2], seed=1.5), TypeError, "a seed of random numbers is an integer, not 1.5"),
        (
            lambda: tf.random.stateless_normal([1], [1]),
            tf.errors.InvalidArgumentError,
            r"must have shape \[2\], not \[1\]",
        ),
        (
            lambda: tf.random.Generator.from_seed(1, alg="no"),
            ValueError,
            "Unsupported RNG algorithm: 'no': use 'philox'",
        ),
        (lambda: tf.random.Generator.from_seed(1, alg="threefry"), ValueError, "ThreeFry is not covered: use alg='ph"),
        (lambda: tf.random.Generator.from_state([1, 2]), ValueError, r"The shape of the state must be \[3\]"),
    ],
)
def test_mistakes_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_without_any_seed_numbers_differ():
    script_seed = tf.random.Generator.from_non_deterministic_state()
    assert float(script_seed.uniform([])) != float(tf.random.Generator.from_non_deterministic_state().uniform([]))
