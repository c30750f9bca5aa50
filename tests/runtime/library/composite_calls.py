"""Calls, as in `calls`, of convolutions, pooling, special functions, solving, partition, normalisation."""

from __future__ import annotations

import numpy as np

import runtime as tf
from tests.runtime.library.calls import DEFINITE, POSITIVE, ROW, SQUARE, UNIT, Call, X, Y, _numbers

IMAGES = _numbers(2, 5, 6, 4)
KERNEL = _numbers(3, 2, 4, 2, seed=1)
VOLUMES = _numbers(1, 4, 3, 4, 2)
ROWS = _numbers(2, 7, 3)
FIVE = _numbers(5, low=0.2, high=2.5)
TALL = _numbers(4, 2)
PAIR = np.array([0, 1, 0, 2, 1, 1], np.int32)


def _parts(*tensors):
    """Real and imaginary parts, as one vector."""
    return tf.concat([tf.reshape(part(x), [-1]) for x in tensors for part in (tf.math.real, tf.math.imag)], 0)


def _projectors(u, v):
    """What does not depend on the signs of singular vectors: the projector on each, and of pairs."""
    first, both = u[..., :, 0], u[..., :1] * tf.math.conj(v[..., :1, 0])[..., None, :]
    return _parts(first[..., :, None] * tf.math.conj(first)[..., None, :], both)


SMOOTH: list[Call] = [
    *[Call(f"math.{n}", getattr(tf.math, n), (UNIT,)) for n in ("erfinv",)],
    Call("math.zeta", lambda q: tf.math.zeta(tf.constant(2.5, tf.float64), q), (POSITIVE,)),
    Call("math.polygamma", lambda x: tf.math.polygamma(tf.constant(1.0, tf.float64), x), (POSITIVE,)),
    Call("math.polygamma 0", lambda x: tf.math.polygamma(tf.constant(0.0, tf.float64), x), (POSITIVE,)),
    Call("math.lbeta", tf.math.lbeta, (POSITIVE,)),
    Call("conv2d, valid", lambda x, k: tf.nn.conv2d(x, k, 1, "VALID"), (IMAGES, KERNEL)),
    Call("conv2d, same, strides", lambda x, k: tf.nn.conv2d(x, k, [1, 2, 2, 1], "SAME"), (IMAGES, KERNEL)),
    Call("conv2d, dilations", lambda x, k: tf.nn.conv2d(x, k, 1, "SAME", dilations=2), (IMAGES, KERNEL)),
    Call(
        "conv2d, explicit padding",
        lambda x, k: tf.nn.conv2d(x, k, 2, [[0, 0], [1, 0], [2, 1], [0, 0]]),
        (IMAGES, KERNEL),
    ),
    Call("conv2d, groups", lambda x, k: tf.nn.conv2d(x, k, 1, "SAME"), (IMAGES, KERNEL[:, :, :2])),
    Call(
        "conv2d, channels first",
        lambda x, k: tf.nn.conv2d(x, k, 1, "SAME", data_format="NCHW"),
        (_numbers(2, 4, 5, 3), KERNEL),
    ),
    Call("conv1d", lambda x, k: tf.nn.conv1d(x, k, 2, "SAME"), (ROWS, _numbers(3, 3, 2))),
    Call("conv3d", lambda x, k: tf.nn.conv3d(x, k, [1, 1, 2, 1, 1], "SAME"), (VOLUMES, _numbers(2, 2, 2, 2, 2))),
    Call(
        "conv2d_transpose",
        lambda x, k: tf.nn.conv2d_transpose(x, k, [2, 6, 6, 3], 2, "SAME"),
        (_numbers(2, 3, 3, 2), _numbers(3, 3, 3, 2)),
    ),
    Call("depthwise_conv2d", lambda x, k: tf.nn.depthwise_conv2d(x, k, [1, 1, 1, 1], "SAME"), (IMAGES, KERNEL)),
    Call(
        "separable_conv2d",
        lambda x, k, p: tf.nn.separable_conv2d(x, k, p, [1, 1, 1, 1], "VALID"),
        (IMAGES, KERNEL, _numbers(1, 1, 8, 2)),
    ),
    Call("max_pool", lambda x: tf.nn.max_pool(x, 2, 2, "SAME"), (IMAGES,)),
    Call("max_pool2d, overlapping", lambda x: tf.nn.max_pool2d(x, [3, 2], 1, "VALID"), (IMAGES,)),
    Call("max_pool1d", lambda x: tf.nn.max_pool1d(x, 3, 2, "SAME"), (ROWS,)),
    Call("max_pool3d", lambda x: tf.nn.max_pool3d(x, 2, 2, "SAME"), (VOLUMES,)),
    Call("avg_pool", lambda x: tf.nn.avg_pool(x, 2, 2, "SAME"), (IMAGES,)),
    Call("avg_pool2d, overlapping", lambda x: tf.nn.avg_pool2d(x, [3, 2], 1, "SAME"), (IMAGES,)),
    Call("avg_pool1d", lambda x: tf.nn.avg_pool1d(x, 3, 2, "SAME"), (ROWS,)),
    Call(
        "avg_pool, channels first",
        lambda x: tf.nn.avg_pool(x, 2, 2, "VALID", data_format="NCHW"),
        (_numbers(1, 2, 4, 4),),
    ),
    Call(
        "batch_normalization",
        lambda x, m, v, o, s: tf.nn.batch_normalization(x, m, v, o, s, 1e-3),
        (X, ROW, POSITIVE[0], Y[0], ROW),
    ),
    Call("lrn", lambda x: tf.nn.lrn(x, 1, 1.0, 0.5, 0.75), (IMAGES[:1, :2, :2],)),
    Call(
        "weighted_cross_entropy_with_logits",
        lambda x: tf.nn.weighted_cross_entropy_with_logits(tf.constant([0.0, 1.0, 0.5], tf.float64), x, 2.0),
        (X,),
    ),
    Call("weighted_moments", lambda x, w: tf.nn.weighted_moments(x, [1], w)[1], (X, POSITIVE)),
    Call("compute_average_loss", tf.nn.compute_average_loss, (ROW,)),
    Call("depth_to_space", lambda x: tf.nn.depth_to_space(x, 2), (IMAGES,)),
    Call("space_to_depth", lambda x: tf.nn.space_to_depth(x, 2), (IMAGES[:, :4],)),
    Call("dynamic_partition", lambda x: tf.dynamic_partition(x, [1, 0], 2)[1], (X,)),
    Call("dynamic_stitch", lambda x, y: tf.dynamic_stitch([[0, 2], [1, 2]], [x, y]), (X, Y)),
    Call("reverse_sequence", lambda x: tf.reverse_sequence(x, [2, 3], seq_axis=1), (X,)),
    Call("linalg.triangular_solve", tf.linalg.triangular_solve, (SQUARE, _numbers(3, 2))),
    Call(
        "linalg.triangular_solve, upper, adjoint",
        lambda a, b: tf.linalg.triangular_solve(a, b, False, True),
        (SQUARE, _numbers(3, 2)),
    ),
    Call("linalg.cholesky_solve", lambda a, b: tf.linalg.cholesky_solve(a, b), (SQUARE, _numbers(3, 2))),
    Call("linalg.logdet", lambda x: tf.linalg.logdet(0.5 * (x + tf.transpose(x))), (DEFINITE,)),
    Call("linalg.lstsq", lambda a, b: tf.linalg.lstsq(a, b, 0.1), (_numbers(4, 2), _numbers(4, 1))),
    Call("linalg.lstsq, underdetermined", lambda a, b: tf.linalg.lstsq(a, b), (X, _numbers(2, 1))),
    Call("linalg.expm", tf.linalg.expm, (SQUARE / 3,)),
    Call("linalg.eigh, values", lambda x: tf.linalg.eigh(0.5 * (x + tf.transpose(x)))[0], (DEFINITE,)),
    Call("linalg.eigh, vectors", lambda x: tf.square(tf.linalg.eigh(0.5 * (x + tf.transpose(x)))[1]), (DEFINITE,)),
    Call("linalg.tensor_diag", tf.linalg.tensor_diag, (X,)),
    Call("linalg.tensor_diag_part", tf.linalg.tensor_diag_part, (SQUARE,)),
    *[
        Call(f"{name}, negative ids", lambda x, name=name: getattr(tf.math, name)(x, [0, 1, -1, 0, 1], 2), (FIVE,))
        for name in ("unsorted_segment_sum", "unsorted_segment_prod", "unsorted_segment_max", "unsorted_segment_min")
    ],
    Call(
        "unsorted_segment_max, matrix of ids",
        lambda x: tf.math.unsorted_segment_max(x, [[0, 1, 0], [1, 1, 2]], 3),
        (_numbers(2, 3, 2),),
    ),
    Call(
        "unsorted_segment_prod with zeros",
        lambda x: tf.math.unsorted_segment_prod(x, [0, 0, 0, 1, 1], 2),
        (np.array([0.0, 2.0, 3.0, 0.0, 0.0]),),
    ),
    Call("pad, symmetric", lambda x: tf.pad(x, [[1, 1], [0, 2]], "SYMMETRIC"), (X,)),
    Call("pad, reflected", lambda x: tf.pad(x, [[1, 1], [0, 2]], "REFLECT"), (X,)),
    Call("tensor_scatter_nd_max", lambda x, u: tf.tensor_scatter_nd_max(x, [[0], [2], [2]], u), (FIVE, ROW)),
    Call("tensor_scatter_nd_min", lambda x, u: tf.tensor_scatter_nd_min(x, [[0], [2], [2]], u), (FIVE, ROW)),
    Call("complex abs", lambda x, y: tf.abs(tf.complex(x, y)), (X, Y)),
    Call("einsum ii->", lambda x: tf.einsum("ii->", x), (SQUARE,)),
    Call("einsum iij,j->i", lambda x, y: tf.einsum("iij,j->i", x, y), (_numbers(2, 2, 3), ROW)),
    Call("linalg.qr", lambda x: tf.concat(tf.linalg.qr(x), 0), (SQUARE,)),
    Call("linalg.qr, tall", lambda x: tf.concat(tf.linalg.qr(x), 0), (TALL,)),
    Call("linalg.qr, wide", lambda x: tf.concat(tf.linalg.qr(x), 1), (X,)),
    Call("linalg.qr, complex", lambda x, y: _parts(*tf.linalg.qr(tf.complex(x, y))), (SQUARE, _numbers(3, 3, seed=7))),
    Call("linalg.svd", lambda x: tf.linalg.svd(x)[0], (X,)),
    *[
        Call(f"linalg.svd, vectors of {shape}", lambda x: _projectors(*tf.linalg.svd(x)[1:]), (x,))
        for shape, x in (("square", SQUARE), ("tall", TALL), ("wide", X), ("batch", _numbers(2, 3, 4)))
    ],
    Call(
        "linalg.svd, complex",
        lambda x, y: _projectors(*tf.linalg.svd(tf.complex(x, y))[1:]),
        (TALL, _numbers(4, 2, seed=9)),
    ),
    Call("linalg.pinv", tf.linalg.pinv, (X,)),
    Call("linalg.eig", lambda x: _parts(tf.linalg.eig(x)[0]), (SQUARE,)),
    Call("linalg.eig, vectors", lambda x: tf.abs(tf.linalg.eig(x)[1]), (SQUARE,)),
    Call("linalg.global_norm", lambda x, y: tf.linalg.global_norm([x, y]), (X, Y)),
]

ROUGH: list[Call] = [
    Call("is_non_decreasing", tf.math.is_non_decreasing, (np.array([1, 1, 2]),)),
    Call("is_strictly_increasing", tf.math.is_strictly_increasing, (np.array([1, 1, 2]),)),
    Call("sequence_mask", lambda n: tf.sequence_mask(n, 4), (np.array([1, 0, 5], np.int32),)),
    Call("sequence_mask, no maxlen", lambda n: tf.sequence_mask(n, dtype=tf.int32), (np.array([[1, 0, 5]], np.int64),)),
    Call("histogram_fixed_width", lambda x: tf.histogram_fixed_width(x, [-1.0, 1.0], 4), (X,)),
    Call("unravel_index", lambda i: tf.unravel_index(i, [2, 3]), (np.array([1, 5, 0], np.int32),)),
    Call("linalg.eigvals", tf.linalg.eigvals, (SQUARE,)),
    Call("linalg.matrix_rank", tf.linalg.matrix_rank, (SQUARE,)),
    Call("random.stateless_gamma", lambda a: tf.random.stateless_gamma([2, 3], [1, 2], a, dtype=tf.float64), (ROW,)),
    Call("random.stateless_poisson", lambda a: tf.random.stateless_poisson([2, 3], [1, 2], a), (ROW,)),
    Call(
        "random.stateless_binomial", lambda p: tf.random.stateless_binomial([3], [1, 2], [9.0, 9.0, 9.0], p), (ROW / 2,)
    ),
    Call("random.stateless_categorical", lambda x: tf.random.stateless_categorical(x, 4, [1, 2]), (X,)),
    Call("random.stateless_shuffle", lambda x: tf.random.experimental.stateless_shuffle(x, [1, 2]), (X,)),
    Call("random.fold_in", lambda s: tf.random.fold_in(s, 3), (np.array([1, 2]),)),
    Call("random.split", lambda s: tf.random.split(s, 3), (np.array([1, 2]),)),
]
