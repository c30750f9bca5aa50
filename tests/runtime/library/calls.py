"""One call of every public operation that computes: what the gradient, inference and staging tests go through.

A row is the name, a function of tensors, and its arguments as arrays. Float arguments of a row in `SMOOTH` are where
the function is differentiable; rows in `ROUGH` have no gradient, or none that differences could show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import runtime as tf


@dataclass(frozen=True)
class Call:
    """A function of tensors, and what it is called with."""

    name: str
    function: Callable[..., Any]
    args: tuple[np.ndarray, ...]


def _numbers(*shape: int, low: float = -2.0, high: float = 2.0, seed: int = 0) -> np.ndarray:
    """Numbers far enough from each other, and from 0 and 1, that differences do not step over a kink."""
    count = int(np.prod(shape))
    spread = low + (high - low) * (np.arange(count) + 0.37) / max(count, 1)
    return np.random.default_rng(seed + count).permutation(spread).reshape(shape)


X = _numbers(2, 3)
Y = _numbers(2, 3, seed=5) + 0.011
ROW = _numbers(3, low=0.3, high=1.9)
POSITIVE = _numbers(2, 3, low=0.2, high=2.5)
UNIT = _numbers(2, 3, low=-0.9, high=0.9)
SQUARE = _numbers(3, 3) + 3 * np.eye(3)
BATCH = _numbers(2, 3, 4)
SCALAR = np.array(0.7)
INDEX = np.array([2, 0, 2], np.int32)
PAIRS = np.array([[0, 1], [1, 2], [0, 0]], np.int32)
DEFINITE = SQUARE @ SQUARE.T
COMPLEX = X + 1j * Y


REDUCTIONS = [
    "reduce_sum",
    "reduce_mean",
    "reduce_prod",
    "reduce_max",
    "reduce_min",
    "reduce_logsumexp",
    "reduce_std",
    "reduce_variance",
    "reduce_euclidean_norm",
]


def _unary() -> list[Call]:
    anywhere = [
        "negative",
        "square",
        "exp",
        "expm1",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "atan",
        "sigmoid",
        "erf",
        "erfc",
        "abs",
        "log_sigmoid",
    ]
    positive = ["sqrt", "rsqrt", "log", "log1p", "reciprocal", "lgamma", "reciprocal_no_nan"]
    activations = "relu relu6 elu selu softplus softsign leaky_relu gelu silu softmax log_softmax l2_loss l2_normalize"
    rows = [Call(n, getattr(tf.math, n), (X,)) for n in anywhere]
    rows += [Call(n, getattr(tf.math, n), (POSITIVE,)) for n in positive]
    rows += [Call(n, getattr(tf.math, n), (UNIT,)) for n in ("asin", "acos", "atanh")]
    rows += [Call(n, getattr(tf.nn, n), (X,)) for n in activations.split()]
    return [*rows, Call("acosh", tf.acosh, (POSITIVE + 1,))]


def _binary() -> list[Call]:
    names = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "squared_difference"]
    rows = [Call(n, getattr(tf.math, n), args) for n in names for args in ((X, Y), (X, ROW), (SCALAR, X))]
    positive = ["pow", "atan2", "divide_no_nan", "multiply_no_nan", "xlogy", "xdivy", "xlog1py", "floormod"]
    return rows + [Call(n, getattr(tf.math, n), (POSITIVE, ROW)) for n in positive]


SMOOTH: list[Call] = [
    *_unary(),
    *_binary(),
    Call("add_n", lambda x, y: tf.add_n([x, y, x]), (X, Y)),
    Call("where", lambda x, y: tf.where([[True], [False]], x, y), (X, ROW)),
    Call("clip_by_value", lambda x: tf.clip_by_value(x, -1.0, 1.0), (X,)),
    Call("clip_by_norm", lambda x: tf.clip_by_norm(x, 1.0), (X,)),
    *[
        Call(f"{n} over {axis}", lambda x, n=n, axis=axis: getattr(tf.math, n)(x, axis), (POSITIVE,))
        for n in REDUCTIONS
        for axis in (None, 0, [-1], [0, 1])
    ],
    Call("reduce_sum, keepdims", lambda x: tf.reduce_sum(x, 1, keepdims=True), (X,)),
    Call("reduce_max, keepdims", lambda x: tf.reduce_max(x, 1, keepdims=True), (X,)),
    Call("reduce_prod of a zero", lambda x: tf.reduce_prod(x, 1), (np.array([[0.0, 2.0, 3.0], [1.0, 0.5, 2.0]]),)),
    *[
        Call(f"{f.__doc__[:11]} {e}{r}", lambda x, f=f, e=e, r=r: f(x, 1, e, r), (POSITIVE,))
        for f in (tf.math.cumsum, tf.math.cumprod)
        for e in (False, True)
        for r in (False, True)
    ],
    Call("unsorted_segment_sum", lambda x: tf.math.unsorted_segment_sum(x, [0, 1, 0], 2), (ROW,)),
    Call("segment_mean", lambda x: tf.math.segment_mean(x, [0, 0, 1]), (ROW,)),
    Call("matmul", tf.matmul, (X, SQUARE)),
    Call("matmul, transpose_a", lambda a, b: tf.matmul(a, b, transpose_a=True), (X, Y)),
    Call("matmul, transpose_b", lambda a, b: tf.matmul(a, b, transpose_b=True), (X, Y)),
    Call("matmul, both", lambda a, b: tf.matmul(a, b, True, True), (X, SQUARE[:, :2])),
    Call("matmul of batches", tf.matmul, (BATCH, _numbers(2, 4, 2))),
    Call("matmul of a batch and a matrix", tf.matmul, (BATCH, _numbers(4, 2))),
    Call("matmul of batches, transposed", lambda a, b: tf.matmul(a, b, adjoint_a=True, transpose_b=True),
         (BATCH, _numbers(2, 5, 3))),
    Call("matvec", tf.linalg.matvec, (X, ROW)),
    Call("tensordot", lambda a, b: tf.tensordot(a, b, [[1], [0]]), (X, SQUARE)),
    Call("tensordot 2", lambda a, b: tf.tensordot(a, b, 2), (X, Y)),
    Call("einsum ij,jk->ik", lambda a, b: tf.einsum("ij,jk->ik", a, b), (X, SQUARE)),
    Call("einsum ij->j", lambda a: tf.einsum("ij->j", a), (X,)),
    Call("einsum ij,ij->", lambda a, b: tf.einsum("ij,ij->", a, b), (X, Y)),
    Call("einsum ...i,i->...", lambda a, b: tf.einsum("...i,i->...", a, b), (X, ROW)),
    Call("einsum ...ij,...jk, broadcast", lambda a, b: tf.einsum("...ij,...jk->...ik", a, b),
         (BATCH, _numbers(1, 4, 2))),
    Call("einsum, three", lambda a, b, c: tf.einsum("ij,jk,k->i", a, b, c), (X, SQUARE, ROW)),
    Call("identity", tf.identity, (X,)),
    Call("reshape", lambda x: tf.reshape(x, [3, -1]), (X,)),
    Call("transpose", tf.transpose, (BATCH,)),
    Call("transpose, perm", lambda x: tf.transpose(x, [1, 0, 2]), (BATCH,)),
    Call("expand_dims", lambda x: tf.expand_dims(x, 1), (X,)),
    Call("squeeze", lambda x: tf.squeeze(x), (X[:, None],)),
    Call("concat", lambda x, y: tf.concat([x, y, x], 1), (X, Y)),
    Call("stack", lambda x, y: tf.stack([x, y], 1), (X, Y)),
    Call("unstack", lambda x: tf.unstack(x, 3, axis=1)[1], (X,)),
    Call("split", lambda x: tf.split(x, 3, 1)[1], (X,)),
    Call("split by sizes", lambda x: tf.split(x, [1, 2], 1)[1], (X,)),
    Call("tile", lambda x: tf.tile(x, [2, 3]), (X,)),
    Call("repeat", lambda x: tf.repeat(x, [1, 2, 0], axis=1), (X,)),
    Call("pad", lambda x: tf.pad(x, [[1, 0], [2, 1]]), (X,)),
    Call("reverse", lambda x: tf.reverse(x, [1]), (X,)),
    Call("roll", lambda x: tf.roll(x, 1, 1), (X,)),
    Call("broadcast_to", lambda x: tf.broadcast_to(x, [2, 3]), (ROW,)),
    Call("fill", lambda x: tf.fill([2, 2], x), (SCALAR,)),
    Call("ensure_shape", lambda x: tf.ensure_shape(x, [2, None]), (X,)),
    Call("slice", lambda x: tf.slice(x, [0, 1], [2, -1]), (X,)),
    Call("x[1]", lambda x: x[1], (X,)),
    Call("x[:, 1:]", lambda x: x[:, 1:], (X,)),
    Call("x[..., ::-2]", lambda x: x[..., ::-2], (BATCH,)),
    Call("x[:, None, -1]", lambda x: x[:, tf.newaxis, -1], (BATCH,)),
    Call("gather", tf.gather, (ROW, INDEX)),
    Call("gather, axis 1", lambda x, i: tf.gather(x, i, axis=1), (X, INDEX)),
    Call("gather, matrix of indices", lambda x, i: tf.gather(x, i, axis=1), (BATCH, PAIRS)),
    Call("gather, batch_dims", lambda x: tf.gather(x, [[0, 2], [1, 1]], axis=1, batch_dims=1), (X,)),
    Call("gather_nd", lambda x: tf.gather_nd(x, [[0, 1], [1, 2], [0, 1]]), (X,)),
    Call("boolean_mask", lambda x: tf.boolean_mask(x, [[True, False, True], [False, True, False]]), (X,)),
    Call("scatter_nd", lambda u: tf.scatter_nd([[1], [0], [1]], u, [4]), (ROW,)),
    Call("tensor_scatter_nd_update", lambda x, u: tf.tensor_scatter_nd_update(x, [[0], [2]], u), (ROW, ROW[:2])),
    Call("tensor_scatter_nd_add", lambda x, u: tf.tensor_scatter_nd_add(x, [[0], [2]], u), (ROW, ROW[:2])),
    Call("tensor_scatter_nd_sub", lambda x, u: tf.tensor_scatter_nd_sub(x, [[0], [2]], u), (ROW, ROW[:2])),
    Call("sort", lambda x: tf.sort(x, direction="DESCENDING"), (X,)),
    Call("sort, axis 0", lambda x: tf.sort(x, axis=0), (X,)),
    Call("top_k", lambda x: tf.math.top_k(x, 2).values, (X,)),
    Call("linalg.inv", tf.linalg.inv, (SQUARE,)),
    Call("linalg.inv, adjoint", lambda x: tf.linalg.inv(x, adjoint=True), (SQUARE,)),
    Call("linalg.det", tf.linalg.det, (SQUARE,)),
    Call("linalg.slogdet", lambda x: tf.linalg.slogdet(x)[1], (SQUARE,)),
    Call("linalg.solve", tf.linalg.solve, (SQUARE, _numbers(3, 2))),
    Call("linalg.solve, adjoint", lambda a, b: tf.linalg.solve(a, b, adjoint=True), (SQUARE, _numbers(3, 2))),
    Call("linalg.cholesky", lambda x: tf.linalg.cholesky(0.5 * (x + tf.transpose(x))), (DEFINITE,)),
    Call("linalg.trace", tf.linalg.trace, (SQUARE,)),
    Call("linalg.norm", tf.linalg.norm, (X,)),
    Call("linalg.norm 1", lambda x: tf.linalg.norm(x, 1, axis=1), (X,)),
    Call("linalg.norm inf", lambda x: tf.linalg.norm(x, np.inf, axis=1), (X,)),
    Call("linalg.norm 3", lambda x: tf.linalg.norm(x, 3, axis=1), (POSITIVE,)),
    Call("linalg.cross", tf.linalg.cross, (ROW, X[0])),
    Call("linalg.band_part", lambda x: tf.linalg.band_part(x, 1, 0), (SQUARE,)),
    Call("linalg.diag", lambda x: tf.linalg.diag(x, k=-1), (X,)),
    Call("linalg.diag_part", lambda x: tf.linalg.diag_part(x, k=1), (BATCH,)),
    Call("linalg.set_diag", tf.linalg.set_diag, (SQUARE, ROW)),
    Call("linalg.adjoint", tf.linalg.adjoint, (BATCH,)),
    Call("softmax, axis 0", lambda x: tf.nn.softmax(x, axis=0), (X,)),
    Call("softmax_cross_entropy_with_logits",
         lambda p, x: tf.nn.softmax_cross_entropy_with_logits(labels=p, logits=x),
         (np.array([[0.2, 0.3, 0.5]] * 2), X)),
    Call("sparse_softmax_cross_entropy_with_logits",
         lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[2, 0], logits=x), (X,)),
    Call("sigmoid_cross_entropy_with_logits",
         lambda p, x: tf.nn.sigmoid_cross_entropy_with_logits(labels=p, logits=x), (POSITIVE / 3, X)),
    Call("moments", lambda x: tf.nn.moments(x, [0])[1], (X,)),
    Call("bias_add", tf.nn.bias_add, (X, ROW)),
    Call("linspace", lambda a, b: tf.linspace(a, b, 5), (SCALAR, np.array(1.9))),
    Call("meshgrid", lambda a, b: tf.meshgrid(a, b)[0] * 2.0, (ROW, ROW)),
    Call("check_numerics", lambda x: tf.debugging.check_numerics(x, "x"), (X,)),
]  # fmt: skip

ROUGH: list[Call] = [
    *[
        Call(n, getattr(tf.math, n), (X,))
        for n in ["floor", "ceil", "round", "rint", "sign", "is_nan", "is_inf", "is_finite"]
    ],
    *[
        Call(n, getattr(tf.math, n), (X, Y))
        for n in ["less", "less_equal", "greater", "greater_equal", "equal", "not_equal"]
    ],
    *[Call(n, getattr(tf.math, n), (POSITIVE, ROW)) for n in ["floordiv", "truncatediv", "truncatemod"]],
    *[Call(n, getattr(tf.math, n), (X > 0, Y > 0)) for n in ["logical_and", "logical_or", "logical_xor"]],
    *[Call(n, getattr(tf.bitwise, n), (INDEX, INDEX + 1)) for n in ["bitwise_and", "bitwise_or", "bitwise_xor"]],
    *[Call(n, getattr(tf.bitwise, n), (INDEX, INDEX + 1)) for n in ["left_shift", "right_shift"]],
    Call("invert", tf.bitwise.invert, (INDEX,)),
    Call("logical_not", tf.logical_not, (X > 0,)),
    Call("where, positions", tf.where, (X > 0,)),
    Call("reduce_all", lambda x: tf.reduce_all(x, 1), (X > 0,)),
    Call("reduce_any", lambda x: tf.reduce_any(x, 0), (X > 0,)),
    Call("argmax", lambda x: tf.argmax(x, 1), (X,)),
    Call("argmin", lambda x: tf.argmin(x, 0, output_type=tf.int32), (X,)),
    Call("count_nonzero", tf.math.count_nonzero, (X,)),
    Call("zero_fraction", tf.math.zero_fraction, (X,)),
    Call("shape", tf.shape, (X,)),
    Call("size", tf.size, (X,)),
    Call("rank", tf.rank, (X,)),
    Call("zeros_like", tf.zeros_like, (X,)),
    Call("ones_like", tf.ones_like, (X,)),
    Call("stop_gradient", tf.stop_gradient, (X,)),
    Call("cast", lambda x: tf.cast(x, tf.int32), (X,)),
    Call("bitcast", lambda x: tf.bitcast(x, tf.int64), (X,)),
    Call("one_hot", lambda i: tf.one_hot(i, 4), (INDEX,)),
    Call("one_hot, axis 0", lambda i: tf.one_hot(i, 4, axis=0), (INDEX,)),
    Call("range", lambda n: tf.range(n), (np.array(5, np.int32),)),
    Call("eye", lambda n: tf.eye(n, 2), (np.array(3, np.int32),)),
    Call("zeros", lambda n: tf.zeros([n, 2]), (np.array(3, np.int32),)),
    Call("invert_permutation", tf.math.invert_permutation, (np.array([2, 0, 1], np.int32),)),
    Call("argsort", tf.argsort, (X,)),
    Call("unique", lambda x: tf.unique(x).y, (INDEX,)),
    Call("unique_with_counts", lambda x: tf.unique_with_counts(x).count, (INDEX,)),
    Call("searchsorted", tf.searchsorted, (np.sort(ROW), X[0])),
    Call("bincount", tf.math.bincount, (INDEX,)),
    Call("confusion_matrix", tf.math.confusion_matrix, (INDEX, INDEX[::-1].copy())),
    Call("in_top_k", lambda x: tf.math.in_top_k([1, 2], x, 2), (X.astype(np.float32),)),
    Call("complex abs", tf.abs, (COMPLEX,)),
    Call("real", tf.math.real, (COMPLEX,)),
    Call("imag", tf.math.imag, (COMPLEX,)),
    Call("angle", tf.math.angle, (COMPLEX,)),
    Call("conj", tf.math.conj, (COMPLEX,)),
    Call("linalg.eigh", lambda x: tf.linalg.eigh(x)[0], (DEFINITE,)),
    Call("as_string", tf.as_string, (INDEX,)),
    Call("strings.join", lambda x: tf.strings.join([x, "-"]), (np.array([b"a", b"bc"], object),)),
    Call("strings.upper", tf.strings.upper, (np.array([b"a", b"bc"], object),)),
    Call("strings.length", tf.strings.length, (np.array([b"a", b"bc"], object),)),
    Call("strings.substr", lambda x: tf.strings.substr(x, 0, 1), (np.array([b"a", b"bc"], object),)),
    Call("strings.reduce_join", tf.strings.reduce_join, (np.array([b"a", b"bc"], object),)),
    Call("strings.to_number", tf.strings.to_number, (np.array([b"1", b"2.5"], object),)),
    Call("strings.regex_replace", lambda x: tf.strings.regex_replace(x, "b", "x"), (np.array([b"a", b"bc"], object),)),
    Call("strings.format", lambda x: tf.strings.format("{}", x), (INDEX,)),
    Call("string +", lambda x: x + "!", (np.array([b"a", b"bc"], object),)),
]
