"""Kernels that are written for speed, against the definition of what they compute."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.kernels import pooling, special_kernels
from runtime.kernels.accumulation import accumulate
from runtime.kernels.products import einstein_sum, product


def _convolution(x: np.ndarray, filters: np.ndarray, stride: int, dilation: int, groups: int) -> np.ndarray:
    """A convolution without padding, as its definition says."""
    n, height, width, _ = x.shape
    kh, kw, depth, outputs = filters.shape
    rows, columns = ((size - (k - 1) * dilation - 1) // stride + 1 for size, k in ((height, kh), (width, kw)))
    result = np.zeros((n, rows, columns, outputs), x.dtype)
    for i, j, o in itertools.product(range(rows), range(columns), range(outputs)):
        first = o // (outputs // groups) * depth
        window = x[:, i * stride :: dilation, j * stride :: dilation][:, :kh, :kw, first : first + depth]
        result[:, i, j, o] = np.sum(window * filters[..., o], (1, 2, 3))
    return result


@pytest.mark.parametrize(
    ("stride", "dilation", "groups", "depth"),
    [(1, 1, 1, 4), (2, 1, 1, 4), (1, 2, 1, 4), (3, 2, 1, 4), (1, 1, 2, 2), (2, 2, 4, 1)],
)
def test_convolution_is_a_sum_over_windows(stride: int, dilation: int, groups: int, depth: int) -> None:
    rng = np.random.default_rng(0)
    x, filters = rng.normal(size=(2, 9, 8, 4)), rng.normal(size=(3, 2, depth, 8))
    found = tf.nn.conv2d(x, filters, stride, "VALID", dilations=dilation)
    np.testing.assert_allclose(found, _convolution(x, filters, stride, dilation, groups), atol=1e-12)


@pytest.mark.parametrize("dtype", [tf.float16, tf.bfloat16, tf.float32, tf.float64])
def test_convolution_and_pooling_keep_the_dtype_and_take_empty_batches(dtype: tf.DType) -> None:
    for n in (0, 2):
        x, filters = tf.ones([n, 4, 4, 2], dtype), tf.ones([2, 2, 2, 3], dtype)
        with tf.GradientTape() as tape:
            tape.watch([x, filters])
            y = tf.nn.max_pool2d(tf.nn.conv2d(x, filters, 1, "SAME"), 2, 2, "VALID")
        assert (y.dtype, y.shape) == (dtype, [n, 2, 2, 3])
        assert [(g.dtype, g.shape) for g in tape.gradient(y, [x, filters])] == [
            (dtype, x.shape), (dtype, filters.shape)
        ]  # fmt: skip


def test_many_examples_are_convolved_in_parts_that_fit_together() -> None:
    x = tf.random.stateless_normal([70, 30, 30, 8], [1, 2])
    filters = tf.random.stateless_normal([3, 3, 8, 4], [3, 4])
    whole = tf.nn.conv2d(x, filters, 1, "SAME")
    np.testing.assert_allclose(whole[69:], tf.nn.conv2d(x[69:], filters, 1, "SAME"), rtol=1e-4, atol=1e-4)


def test_maximum_goes_to_the_first_of_equal_elements() -> None:
    x = tf.constant([[[[1.0], [1.0]], [[1.0], [0.0]]]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.max_pool2d(x, 2, 2, "VALID")
    assert tape.gradient(y, x).numpy().ravel().tolist() == [1.0, 0.0, 0.0, 0.0]


def test_padding_counts_for_neither_maximum_nor_mean() -> None:
    x = tf.constant([[[[-1.0], [-2.0], [-3.0]]]])
    assert tf.nn.max_pool2d(x, [1, 2], [1, 2], "SAME").numpy().ravel().tolist() == [-1.0, -3.0]
    assert tf.nn.avg_pool2d(x, [1, 2], [1, 2], "SAME").numpy().ravel().tolist() == [-1.5, -3.0]


@pytest.mark.parametrize(
    "equation",
    ["ij,jk->ik", "ij,kj->ki", "bij,bjk->bik", "bqhd,bkhd->bhqk", "abc,cd->abd", "ij,ij->", "ij,j->i", "ab,cd->abcd",
     "abc,abd->cd", "ii,i->i", "ij,jk->", "a,a->a", "ab,b->ba", "ij,jk,kl->il", "ij->ji", "ii->", "bi,bi->b"],
)  # fmt: skip
def test_einstein_sums_are_those_of_numpy(equation: str) -> None:
    sizes = dict(zip("abcdhijklq", (2, 3, 4, 5, 2, 3, 3, 2, 4, 3), strict=True))
    rng = np.random.default_rng(1)
    operands = [rng.normal(size=[sizes[c] for c in labels]) for labels in equation.split("->")[0].split(",")]
    np.testing.assert_allclose(einstein_sum(equation, operands), np.einsum(equation, *operands), atol=1e-12)


def test_products_of_integers_wrap_as_integers_do_and_of_halves_are_summed_in_float32() -> None:
    big = np.full((64, 64), 2**20, np.int32)
    np.testing.assert_array_equal(product(big, big), np.matmul(big, big))
    small = np.arange(64 * 64, dtype=np.int32).reshape(64, 64) % 11 - 5
    np.testing.assert_array_equal(product(small, small.T), np.matmul(small, small.T))
    half = np.full((1, 4096), 0.1, np.float16)
    assert product(half, half.T)[0, 0] == np.float16(4096 * float(np.float16(0.1)) ** 2)


@pytest.mark.parametrize("ufunc", [np.add, np.multiply, np.maximum, np.minimum])
@pytest.mark.parametrize("places", [[2, 0, 2, 1, 2], [0, 0, 1, 2, 2], [4, 3, 2, 1, 0], []])
@pytest.mark.parametrize("inner", [(), (1,), (3,), (2, 2)])
def test_rows_are_accumulated_as_one_after_the_other(ufunc: Any, places: list[int], inner: tuple[int, ...]) -> None:
    rows = np.random.default_rng(2).integers(-5, 5, (len(places), *inner))
    found = np.full((5, *inner), 2)
    expected = found.copy()
    accumulate(ufunc, found, np.array(places, np.int64), rows)
    for place, row in zip(places, rows, strict=True):
        expected[place] = ufunc(expected[place], row)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("kernel", "reference", "points"),
    [
        (special_kernels.erf, math.erf, np.linspace(-7, 7, 401)),
        (special_kernels.erfc, math.erfc, np.linspace(-7, 9, 401)),
        (special_kernels.log_gamma, math.lgamma, np.linspace(0.05, 90, 401)),
        (special_kernels.log_gamma, math.lgamma, np.linspace(-5.45, -0.05, 100)),
    ],
    ids=["erf", "erfc", "lgamma", "lgamma of negative numbers"],
)
def test_special_functions_are_precise(kernel: Any, reference: Any, points: np.ndarray, dtype: Any) -> None:
    points = points.astype(dtype)
    expected = np.array([reference(float(x)) for x in points])
    precision = 2e-6 if dtype is np.float32 else 1e-13
    np.testing.assert_allclose(kernel(points), expected, rtol=precision, atol=precision)


def test_special_functions_have_their_limits() -> None:
    inf = np.inf
    edges = np.array([inf, -inf, np.nan, 0.0])
    np.testing.assert_array_equal(special_kernels.erf(edges), [1, -1, np.nan, 0])
    np.testing.assert_array_equal(special_kernels.erfc(edges), [0, 2, np.nan, 1])
    np.testing.assert_array_equal(special_kernels.erfinv(np.array([1.0, -1.0, 2.0, 0.0])), [inf, -inf, np.nan, 0])
    np.testing.assert_array_equal(special_kernels.log_gamma(np.array([1.0, 2.0, 0.0, inf])), [0, 0, inf, inf])


def test_top_k_takes_the_first_of_equal_elements_without_sorting_everything() -> None:
    x = np.array([[3, 1, 3, 2, 3, 0, 0, 0, 0, 0, 0, 0], [0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]], np.float32)
    values, indices = tf.math.top_k(x, 2)
    assert values.numpy().tolist() == [[3, 3], [9, 8]]
    assert indices.numpy().tolist() == [[0, 2], [1, 2]]


@pytest.mark.parametrize("dtype", [tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int32])
def test_gradient_of_a_maximum_that_is_not_finite_stays_in_its_place(dtype: tf.DType) -> None:
    x = tf.cast([[[[1], [2]], [[4], [3]]]], dtype)
    y = tf.nn.max_pool2d(x, 2, 2, "VALID")
    for number in (5, np.inf) if dtype.is_floating else (5,):
        g = pooling.max_grad(x.numpy(), y.numpy(), np.full([1, 1, 1, 1], number).astype(dtype.dtype), (2, 2), (2, 2),
                              "VALID")  # fmt: skip
        assert g.dtype == dtype.dtype
        assert g.astype(np.float64).ravel().tolist() == [0, 0, number, 0]
