"""Expressions of NumPy, of arrays of several dtypes and shapes, that are to be the same where they are staged.

Each is evaluated of `SETUP`, where `t` and `n` are staged numbers.
"""

from __future__ import annotations

SETUP = """
    a = A * t
    w = W * t
    i = I * n
    m = M * t
    k = K * n
    c = C * t
    b = B & (t > 0)
    nan = NAN * t
    allnan = ALLNAN * t
    inf = INF * t
    ties = TIES * t
    one = ONE * t
    half = HALF * t
    q = Q * t
    ki = KI * n
    sing = SING * t
    spd = SPD * t
    i_sorted = ISORTED * n
    f4 = F4 * t
    i4 = I4 * n
    u1 = U1 * n
    e = E * t
"""

ARRAYS = """
import numpy as np
A = np.array([3.0, 1.0, 2.0, 5.0])
W = np.array([1.0, 2.5, 2.0, 0.5])
I = np.array([3, 1, 2, 5])
M = np.array([[1.0, 5.0, 2.0, 4.0], [0.0, 2.0, 7.0, 1.0], [6.0, 3.0, 3.0, 2.0]])
K = np.array([[1, 5, 2, 4], [0, 2, 7, 1], [6, 3, 3, 2]])
C = np.arange(24.0).reshape(2, 3, 4)
B = np.array([True, False, True, True])
NAN = np.array([1.0, np.nan, 3.0, -2.0])
ALLNAN = np.array([np.nan, np.nan])
INF = np.array([1.0, np.inf, -np.inf, 2.0])
TIES = np.array([2.0, 1.0, 2.0, 1.0, 3.0, 3.0])
ONE = np.array([4.0])
HALF = np.array([0.5, 1.5, 2.5, -0.5, 2.7])
Q = np.array([[2.0, 1.0], [1.0, 3.0]])
KI = np.array([[2, 1], [1, 3]])
SING = np.array([[1.0, 2.0], [2.0, 4.0]])
SPD = np.array([[4.0, 1.0], [1.0, 3.0]])
ISORTED = np.array([1, 2, 3, 5])
F4 = np.array([1.5, 2.5], dtype=np.float32)
I4 = np.array([1, 2, 7], dtype=np.int32)
U1 = np.array([1, 200], dtype=np.uint8)
E = np.array([])
"""

#: By what they are about, with `;` between them.
EXPRESSIONS = {
    "sums": """
        np.sum(a); np.sum(i); np.sum(b); np.sum(m, axis=0); np.sum(m, axis=1, keepdims=True);
        np.sum(m, axis=-1); np.sum(c, axis=(0, 2)); np.sum(m, dtype=np.float32); np.sum(i, dtype=float);
        np.sum(a, initial=3.0); np.sum(a, where=b); np.sum(m, 0); np.sum(a, keepdims=True)
    """,
    "products_and_extremes": """
        np.prod(a); np.prod(i); np.prod(m, axis=1); np.prod(b); np.max(a); np.max(i); np.max(m, axis=0);
        np.max(b); np.max(c, axis=(0, 1)); np.max(a, initial=9.0); np.min(a); np.min(m, axis=1, keepdims=True);
        np.amax(a); np.amin(k, axis=0); np.max(nan); np.min(nan)
    """,
    "quantifiers": """
        np.any(b); np.any(a); np.all(b); np.all(a); np.any(m > 2, axis=0); np.all(m > 2, axis=1, keepdims=True);
        np.any(i); np.all(nan)
    """,
    "places": """
        np.argmax(a); np.argmin(a); np.argmax(m); np.argmax(m, axis=0); np.argmin(m, axis=1, keepdims=True);
        np.argmax(b); np.argmax(nan); np.argmin(nan); np.argmax(ties); np.argmin(ties); np.argmax(c)
    """,
    "so_far": """
        np.cumsum(a); np.cumsum(i); np.cumsum(m); np.cumsum(m, axis=0); np.cumsum(m, axis=1); np.cumsum(b);
        np.cumprod(a); np.cumprod(m, axis=-1); np.cumsum(i, dtype=float)
    """,
    "means": """
        np.mean(a); np.mean(i); np.mean(b); np.mean(m, axis=0); np.mean(m, axis=1, keepdims=True);
        np.mean(c, axis=(0, 1)); np.mean(i, dtype=np.float32)
    """,
    "variances": """
        np.var(a); np.var(i); np.var(m, axis=0); np.var(m, axis=1, ddof=1); np.var(a, ddof=1); np.std(a);
        np.std(i, ddof=1); np.std(m, axis=0, keepdims=True); np.std(b); np.var(c, axis=(0, 1));
        np.var(one, ddof=1)
    """,
    "averages": """
        np.average(a); np.average(a, weights=w); np.average(m, axis=0); np.average(m, axis=1, weights=w);
        np.average(i, weights=i); np.average(a, weights=np.zeros(4) * t); np.average(m, weights=m)
    """,
    "spreads": """
        np.ptp(a); np.ptp(m, axis=0); np.count_nonzero(a); np.count_nonzero(m > 2, axis=0); np.count_nonzero(b)
    """,
    "without_nans": """
        np.nansum(nan); np.nanprod(nan); np.nanmax(nan); np.nanmin(nan); np.nanmean(nan); np.nansum(i);
        np.nanmax(i); np.nanmean(m, axis=0); np.nanmax(allnan); np.nansum(allnan); np.nanmean(allnan)
    """,
    "orders": """
        np.sort(a); np.sort(i); np.sort(m); np.sort(m, axis=0); np.sort(m, axis=None); np.sort(b); np.sort(nan);
        np.argsort(a); np.argsort(ties); np.argsort(m, axis=0); np.argsort(m, axis=1); np.argsort(m, axis=None);
        np.argsort(-a); np.argsort(nan); np.argsort(a, kind="stable"); np.argsort(ties)[::-1]; np.sort(a)[::-1];
        np.sort(c, axis=1)
    """,
    "quantiles": """
        np.median(a); np.median(i); np.median(m, axis=0); np.median(m, axis=1, keepdims=True); np.median(a[:3]);
        np.median(nan); np.percentile(a, 30); np.percentile(a, [10, 50, 90]); np.percentile(m, 25, axis=0);
        np.quantile(a, 0.3); np.quantile(a, t / 4); np.quantile(m, [0.1, 0.9], axis=1); np.percentile(a, 101);
        np.quantile(i, 0.5); np.percentile(a, 50, method="lower"); np.median(inf)
    """,
    "searching": """
        np.searchsorted(np.sort(a), t); np.searchsorted(np.sort(a), a, side="right");
        np.searchsorted(i_sorted, 2); np.searchsorted(i_sorted, 2.5);
        np.searchsorted(np.array([1.0, 2.0, 3.0]), a); np.searchsorted([1, 2, 3], n);
        np.digitize(a, [1.0, 2.0, 3.0]); np.digitize(a, np.array([1.0, 3.0]), right=True);
        np.digitize(i, [1, 2, 3]); np.digitize(t, [1, 2])
    """,
    "counting": """
        np.bincount(i); np.bincount(i, minlength=9); np.bincount(i, weights=a); np.histogram(a, bins=3);
        np.histogram(a, bins=[0, 2, 4]); np.histogram(a, bins=4, range=(0, 4)); np.histogram(i, bins=2)
    """,
    "sets": """
        np.unique(ties); np.unique(i); np.unique(ties, return_counts=True);
        np.unique(ties, return_inverse=True); np.unique(ties, return_index=True); np.unique(nan); np.unique(k);
        np.isin(i, [1, 3]); np.isin(a, [1.0]); np.isin(i, [1, 3], invert=True); np.union1d(i, [7, 1]);
        np.intersect1d(i, [1, 3, 9]); np.setdiff1d(i, [1])
    """,
    "differences": """
        np.diff(a); np.diff(i); np.diff(m); np.diff(m, axis=0); np.diff(a, n=2); np.diff(a, prepend=0);
        np.diff(a, append=t); np.gradient(a); np.gradient(a, 0.5); np.gradient(i); np.trapezoid(a);
        np.trapezoid(a, dx=0.5); np.trapezoid(a, x=np.array([0.0, 1.0, 3.0, 4.0]));
        np.interp(t, [0, 1, 2, 3], a); np.interp(a, [0.0, 1.0, 4.0], [10.0, 20.0, 50.0]);
        np.interp([-1.0, 9.0], [0, 1, 2, 3], a, left=-5, right=7); np.cov(a, w); np.cov(m); np.cov(a);
        np.corrcoef(a, w); np.corrcoef(m); np.cov(m, rowvar=False); np.cov(a, w, bias=True); np.ediff1d(a)
    """,
    "element_by_element": """
        np.abs(a); np.abs(i); np.absolute(-m); np.negative(a); np.positive(i); np.square(i); np.square(a);
        np.sqrt(a); np.sqrt(i); np.sqrt(-a); np.cbrt(-a); np.exp(a); np.exp(i); np.exp2(i); np.expm1(a);
        np.log(a); np.log(i); np.log1p(a); np.log2(a); np.log10(a); np.log(0 * a); np.sin(a); np.cos(i);
        np.tan(a); np.sinh(a); np.cosh(a); np.tanh(a); np.arcsin(a / 9); np.arccos(a / 9); np.arctan(a);
        np.arcsinh(a); np.arccosh(a + 1); np.arctanh(a / 9); np.fabs(-i); np.sign(-a); np.sign(i - 2);
        np.sign(nan); np.trunc(-half); np.floor(-half); np.ceil(-half); np.rint(half); np.round(half);
        np.round(half * 1.234, 2); np.around(a, 1); np.round(i); np.round(i * 15, -1); np.floor(i); np.ceil(i);
        np.trunc(i); np.fix(-half); np.degrees(a); np.radians(a); np.rad2deg(a); np.deg2rad(i); np.isnan(nan);
        np.isinf(inf); np.isfinite(inf); np.isnan(i); np.logical_not(b); np.logical_not(a); np.logical_not(i);
        np.invert(b); np.invert(i); ~b; ~i; np.sinc(a); np.sinc(0 * a); np.signbit(-a); np.signbit(-0.0 * a);
        np.nan_to_num(nan); np.nan_to_num(inf); np.nan_to_num(inf, posinf=1.0, neginf=-1.0); np.conjugate(a);
        np.real(a); np.reciprocal(a); np.reciprocal(i); np.abs(nan); np.angle(a); np.unwrap(a)
    """,
    "of_two": """
        np.logical_and(b, a > 1); np.logical_or(b, i); np.logical_xor(b, i > 1); np.add(a, i);
        np.subtract(i, 2); np.multiply(a, 2); np.divide(i, 2); np.divide(i, i); np.true_divide(a, 2);
        np.maximum(a, 2); np.minimum(i, 2); np.maximum(nan, 0); np.fmax(nan, 0); np.fmin(nan, 0); np.fmax(a, w);
        np.hypot(a, w); np.arctan2(a, -w); np.arctan2(i, 2); np.equal(a, i); np.not_equal(a, 2); np.less(i, 2);
        np.less_equal(a, w); np.greater(a, i); np.greater_equal(i, i); np.power(a, 2); np.power(i, 2);
        np.power(a, w); np.power(2, a); np.power(i, 0.5); np.power(2, i); np.mod(a, 2); np.mod(-a, 2);
        np.mod(-i, 3); np.mod(i, -3); np.fmod(-a, 2); np.fmod(-i, 3); np.remainder(a, w);
        np.floor_divide(-a, 2); np.floor_divide(-i, 2); np.divmod(a, 2); np.divmod(-i, 3); np.bitwise_and(i, 3);
        np.bitwise_or(i, 8); np.bitwise_xor(i, i); np.left_shift(i, 2); np.right_shift(i, 1);
        np.heaviside(a - 2, 0.5); np.copysign(a, -w); np.logaddexp(a, w); np.float_power(i, 2); np.gcd(i, 6);
        np.lcm(i, 4); np.heaviside(nan, 0.5); np.mod(a, 0); np.floor_divide(a, 0); np.divide(a, 0); a ** 2;
        a ** -1; i ** 2; 2 ** i; a ** w; (-a) ** 0.5; i / 2; i // 2; i % 2; -i // 2; -i % 3; a // 2; -a % 3;
        i / 0; a / 0; divmod(a, 2); divmod(i, 2)
    """,
    "chosen": """
        np.where(a > 2, a, 0); np.where(b, i, -1); np.where(b, i, 0.5); np.where(m > 2, m, a); np.where(b);
        np.where(m > 2); np.where(b, a, i); np.where(a > 2, "x", "y"); np.where(True, a, w);
        np.where(t > 0, a, w); np.where(b, 1, 0); np.where(b, 1.0, 0); np.where(b, t, n);
        np.select([a > 3, a > 1], [a, -a]); np.select([a > 3, a > 1], [a, i], default=9);
        np.select([b], [i], 0.5); np.piecewise(a, [a < 2, a >= 2], [-1, 1]); np.piecewise(a, [a < 2], [-1, 1]);
        np.choose(i % 2, [a, w]); np.choose(i, [a, w]); np.clip(a, 1, 2); np.clip(i, 1, 2); np.clip(a, None, 2);
        np.clip(a, t, w); np.clip(i, 0.5, 2.5); np.clip(nan, 0, 1); np.clip(a, 3, 1); np.clip(i, None, n)
    """,
    "found_and_close": """
        np.nonzero(b); np.nonzero(i - 1); np.flatnonzero(a > 1); np.argwhere(m > 2); np.isclose(a, w);
        np.isclose(a, a + 1e-9); np.isclose(nan, nan); np.isclose(nan, nan, equal_nan=True);
        np.isclose(inf, inf); np.allclose(a, a); np.allclose(a, w, atol=10); np.allclose(nan, nan);
        np.array_equal(a, a); np.array_equal(a, w); np.array_equal(a, m); np.array_equal(i, a);
        np.array_equal(a, a[:2]); np.isclose(i, i)
    """,
    "products": """
        np.dot(a, w); np.dot(m, a); np.dot(i, i); np.dot(i, a); np.dot(m, m.T); np.dot(a, 2); np.dot(c, a);
        np.dot(m, k.T); np.dot(a, a[:2]); a @ w; m @ a; m.T @ m; i @ i; i @ a; c @ a; c @ m.T; a @ m; b @ b;
        np.matmul(m, a); np.matmul(k, i); np.matmul(c, c.transpose(0, 2, 1)); np.inner(a, w); np.inner(m, a);
        np.inner(i, i); np.vdot(m, m); np.vdot(a, i); np.outer(a, i); np.outer(m, a); np.tensordot(m, m.T, 1);
        np.tensordot(m, m, 2); np.tensordot(m, m, axes=([0], [0])); np.einsum("ij,j->i", m, a);
        np.einsum("ij,kj->ik", m, k); np.einsum("ii", m[:, :3]); np.einsum("i,i", a, i);
        np.einsum("i,j->ij", a, w); np.kron(a, i); np.kron(m, k); np.cross(a[:3], w[:3]);
        np.cross(m[:, :3], k[:, :3]); np.diag(a); np.diag(m); np.diag(a, 1);
        np.diag(m, -1); np.diagonal(m); np.diagonal(m, 1); np.trace(m); np.trace(k); np.trace(m, 1); np.tril(m);
        np.triu(k); np.tril(m, -1); np.triu(m, 1)
    """,
    "linear_algebra": """
        np.linalg.norm(a); np.linalg.norm(i); np.linalg.norm(m); np.linalg.norm(m, axis=1);
        np.linalg.norm(a, 1); np.linalg.norm(a, np.inf); np.linalg.norm(a, 3); np.linalg.norm(a, 0);
        np.linalg.norm(m, 1); np.linalg.norm(m, "fro"); np.linalg.norm(m, np.inf);
        np.linalg.norm(m, axis=0, keepdims=True); np.linalg.norm(m, 2); np.linalg.norm(m, -1);
        np.linalg.norm(m, axis=(0, 1)); np.linalg.norm(a, -np.inf); np.linalg.norm(m, 2, axis=1);
        np.linalg.norm(c, axis=2); np.linalg.norm(m, 1, axis=0); np.linalg.det(q); np.linalg.det(ki);
        np.linalg.inv(q); np.linalg.inv(ki); np.linalg.inv(sing); np.linalg.solve(q, a[:2]);
        np.linalg.solve(q, q); np.linalg.solve(sing, a[:2]); np.linalg.solve(ki, i[:2]);
        np.linalg.matrix_power(q, 3); np.linalg.matrix_power(ki, 2); np.linalg.matrix_power(q, 0);
        np.linalg.matrix_power(q, -1); np.linalg.cholesky(spd); np.linalg.cholesky(-spd);
        np.linalg.eigvalsh(spd); np.linalg.det(m); np.linalg.inv(a); np.linalg.det(c[:, :3, :3]);
        np.linalg.eigh(spd); np.linalg.svd(m); np.linalg.lstsq(m, a[:3]); np.linalg.matrix_rank(m);
        np.linalg.norm(b)
    """,
    "convolutions": """
        np.convolve(a, w); np.convolve(a, [1, 2]); np.convolve(a, [1, 2, 3], "same");
        np.convolve(a, [1, 2], "valid"); np.convolve(i, i); np.convolve(i, [1, 2], "same");
        np.convolve([1, 2, 3], i, "same"); np.convolve(i, [1, 2], "valid"); np.convolve([2], i, "same");
        np.correlate(i, [1, 2]); np.correlate(a, [1.0, 2.0]); np.correlate(a, w, "full");
        np.convolve([1, 2], a, "same"); np.polyval([1, 2, 3], t); np.polyval(a, 2); np.polyval([1, 2], a);
        np.vander(a); np.vander(a, 2); np.vander(i, increasing=True)
    """,
    "made": """
        np.array(a); np.array([a, w]); np.array([t, 1]); np.array([n, 1]); np.array([n, 1.5]); np.array([n, t]);
        np.array([[t, 1], [2, n]]); np.array([n, n], dtype=float); np.array([t, 1.5], dtype=int);
        np.array(a, dtype=int); np.array(i, dtype=np.float32); np.array([b[0], True]); np.array(t);
        np.array(n, ndmin=2); np.asarray(a); np.asarray([t, t]); np.full(3, t); np.full((2, 2), n);
        np.full(2, t, dtype=int); np.full_like(a, 7); np.full_like(i, t * 2.5); np.full_like(i, 2.5);
        np.full_like(b, n); np.zeros_like(a); np.ones_like(i); np.zeros_like(b); np.zeros_like(i, dtype=float);
        np.zeros(3) + t; np.ones((2, 2)) * n; np.zeros(3, dtype=int) + n; np.zeros(3, dtype=int) + t;
        np.arange(3) * n; np.arange(3) * t; np.arange(1, 7, 2) + t; np.arange(0, 1, 0.25) * t;
        np.linspace(0, t, 5); np.linspace(0, 1, 5) * t; np.linspace(t, 10, 4, endpoint=False);
        np.linspace(0, n, 3); np.eye(2) * t; np.eye(3, k=1) * n; np.identity(2) + t; np.tri(3) * t;
        np.arange(n + 3); np.zeros(n + 1); np.eye(n + 1); np.arange(n, n + 4); np.linspace(0, 1, n + 3);
        np.arange(n + 4, 0, -2); np.arange(0, t); np.ones(n + 2, dtype=int); np.full(n + 1, t)
    """,
    "put_together": """
        np.concatenate([a, i]); np.concatenate([m, k]); np.concatenate([m, m], axis=1);
        np.concatenate([m, k], axis=None); np.concatenate((a, [9, 8])); np.concatenate([i, i]);
        np.concatenate([a, b]); np.stack([a, w]); np.stack([a, i], axis=1); np.stack([a, w], axis=-1);
        np.vstack([a, w]); np.vstack([m, a]); np.hstack([a, i]); np.hstack([m, m]); np.hstack([t, a]);
        np.column_stack([a, i]); np.column_stack([m, a[:3]]); np.dstack([a, w]); np.append(a, 9);
        np.append(i, n); np.append(i, t); np.append(m, k); np.append(m, [[1, 2, 3, 4]], axis=0);
        np.insert(a, 1, 9); np.insert(a, n, t); np.insert(i, 0, 2.7); np.insert(a, 9, 1);
        np.insert(a, [1, 2], 7); np.insert(m, 1, 7, axis=0); np.delete(a, 1); np.delete(a, n); np.delete(a, -1);
        np.delete(a, [0, 2]); np.delete(m, 0, axis=1); np.delete(a, 9); np.delete(a, slice(1, 3));
        np.roll(a, 1); np.roll(a, n); np.roll(m, 1); np.roll(m, 1, axis=1); np.roll(m, (1, 2), axis=(0, 1));
        np.roll(a, -1); np.tile(a, 2); np.tile(a, (2, 1)); np.tile(m, 2); np.tile(m, (2, 1, 1));
        np.tile(a, n + 1); np.repeat(a, 2); np.repeat(m, 2, axis=0); np.repeat(a, [1, 0, 2, 1]);
        np.repeat(m, 2); np.repeat(a, i); np.repeat(a, n); np.pad(a, 1); np.pad(a, (1, 2));
        np.pad(m, ((1, 0), (0, 1))); np.pad(a, 1, mode="edge"); np.pad(a, 2, mode="reflect");
        np.pad(a, 2, mode="wrap"); np.pad(a, 2, "symmetric"); np.pad(a, 1, constant_values=t);
        np.pad(i, 1, constant_values=2.7); np.pad(m, 1); np.pad(a, 7, mode="reflect");
        np.pad(a, (1, 2), constant_values=(5, 6))
    """,
    "other_shapes": """
        np.reshape(a, (2, 2)); np.reshape(m, -1); np.reshape(m, (4, 3), order="F"); np.ravel(m);
        np.ravel(m, order="F"); np.expand_dims(a, 0); np.expand_dims(m, (0, 2)); np.expand_dims(a, -1);
        np.squeeze(a[None]); np.squeeze(m[None, :, :1], axis=0); np.squeeze(a, axis=0); np.transpose(m);
        np.transpose(c, (2, 0, 1)); np.swapaxes(c, 0, 2); np.swapaxes(c, -1, 1); np.moveaxis(c, 0, -1);
        np.moveaxis(c, (0, 1), (1, 0)); np.rot90(m); np.rot90(m, 2); np.rot90(m, -1); np.flip(a); np.flip(m);
        np.flip(m, 1); np.flip(c, (0, 2)); np.flipud(m); np.fliplr(m); np.atleast_1d(t); np.atleast_1d(a);
        np.atleast_2d(a); np.atleast_2d(t); np.broadcast_to(a, (2, 4)); np.broadcast_to(a, (3, 3));
        np.split(a, 2); np.split(a, [1, 3]); np.split(m, 2, axis=1); np.array_split(a, 3); np.split(a, 3);
        np.hsplit(m, 2); np.vsplit(m, 3); np.meshgrid(a, i); np.meshgrid(a, w, indexing="ij");
        np.take(a, [0, 2]); np.take(a, n); np.take(a, 9); np.take(m, [0, 2], axis=1); np.take(m, 5);
        np.take(a, [0, 9], mode="clip"); np.take(a, i % 4); np.take(a, -1);
        np.take_along_axis(m, np.argsort(m, axis=1), axis=1);
        np.take_along_axis(m, np.argmax(m, axis=0)[None], axis=0); np.compress(b, a);
        np.compress([True, False, True], m, axis=0); np.extract(a > 1, a); np.unravel_index(n, (2, 3));
        np.unravel_index(np.argmax(m), m.shape); np.unravel_index(99, (2, 3));
        np.ravel_multi_index((n, n), (3, 4)); np.size(a); np.size(m, 0); np.shape(m); np.ndim(m);
        np.isscalar(t); np.isscalar(a); np.iscomplexobj(a); np.copy(a)
    """,
    "universal_functions": """
        np.add.reduce(a); np.add.reduce(m); np.add.reduce(m, axis=1); np.multiply.reduce(i);
        np.maximum.reduce(m); np.minimum.reduce(a); np.logical_and.reduce(b); np.logical_or.reduce(b);
        np.add.accumulate(a); np.multiply.accumulate(i); np.maximum.accumulate(a); np.maximum.accumulate(m);
        np.minimum.accumulate(m, axis=1); np.add.outer(a, i); np.multiply.outer(m, a); np.subtract.outer(i, i);
        np.maximum.outer(a, w); np.maximum.accumulate(nan); np.less.outer(a, w); np.minimum.accumulate(i)
    """,
    "methods": """
        a.sum(); a.sum(axis=0); m.sum(1); m.sum(axis=0, keepdims=True); i.sum(); b.sum(); a.prod(); a.max();
        m.max(axis=1); a.min(); a.any(); b.all(); a.argmax(); m.argmin(axis=0); a.cumsum(); m.cumsum(axis=0);
        a.cumprod(); a.mean(); i.mean(); m.mean(axis=0); a.var(); a.std(ddof=1); m.std(axis=0); a.argsort();
        np.sort(a).searchsorted(2.0); a.copy(); a.astype(int); i.astype(float); half.astype(int);
        (-half).astype(int); a.astype(bool); b.astype(int); b.astype(float); a.astype(np.float32);
        i.astype(np.int64); a.astype(np.int32); a.astype("float32"); a.astype(str); m.flatten(); m.flatten("F");
        a.dot(w); m.dot(a); m.trace(); a.item(1); m.item(1, 2); m.item(5); one.item(); a.item(); a.conj();
        a.repeat(2); a.take([0, 1]); b.nonzero(); a.compress(b); m.reshape(4, 3); m.reshape((2, -1));
        m.reshape(5, 5); m.ravel(); c.transpose(1, 0, 2); m.transpose(); c.transpose((1, 0, 2));
        c.swapaxes(0, 1); a[None].squeeze(); m.diagonal(); m.T; c.T; a.size; m.size; a.ndim; a.real; a.imag;
        a.tolist(); m.tolist(); i.tolist(); a.clip(1, 2); a.clip(max=2); i.clip(1); half.round();
        (half * 1.111).round(1); len(a); len(m); list(a); [x * 2 for x in a]; sum(a); max(a); min(i);
        a.tobytes(); a.flat[1]; a.var(axis=0); abs(a); -a; +i; a.fill(2); float(a[0]); int(a[0]); bool(b[0]);
        round(a[0]); a[0].item(); a[0].astype(int); i[0] / i[1]; i[0] // 2; str(i[0]); f"{a[0]:.2f}"; a[n];
        a[-n]; a[n + 9]; m[n]; m[n, 1]; m[n][1]; m[:, n]; m[n, -1]; a[1:3]; a[::-1]; a[::2]; m[1:, :2];
        m[..., 0]; a[None, :]; a[:, None] - a[None, :]; a[a > 1]; a[b]; m[m > 2]; m[b[:3]]; m[:, b]; a[[0, 2]];
        a[i % 4]; m[[0, 1], [1, 2]]; m[[0, 2]][:, [1, 3]]; m[np.ix_([0, 1], [1, 2])]; a[np.argsort(a)];
        m[np.argmax(m, axis=0), np.arange(4)]; a[n:]; a[:n]; a[n:n + 2]; a[-n:]; c[n, :, 1]; c[0, n]; c[..., n];
        a[np.array([], dtype=int)]; a[[True, False, True, True]]; a[1.0]; m[5]; a[i]
    """,
    "operators": """
        a + i; a + 1; i + 1; i + 1.5; i + True; b + b; b + 1; b * 2.5; b + i; b * a; b - b; b & b; b | (a > 1);
        b ^ b; i & 1; i | 1; i << 1; a > i; a == i; i == 1.0; b == True; a != w; a + np.float32(0.1);
        i + np.int8(1); f4 + a; f4 + 1; f4 * 0.1; f4 + i; f4.mean(); f4 / 3; i4 + i; i4 * 2; i4 / 2; i4 + 0.5;
        i4.mean(); i4.sum(); f4.sum(); u1 + 1; u1 + u1; u1 * 2; -u1; u1.sum(); i4 * i4; np.float32(t) + 0.1;
        np.float64(t) * 2; np.int64(n) + 1; np.int32(n) / 2; np.float64(n); np.int64(t * 2.7); np.bool_(n);
        m + a; m * i; m + a[:3]; m - m.mean(axis=0); m / m.sum(axis=1, keepdims=True);
        (m - m.mean(axis=1)[:, None]) / m.std(axis=1)[:, None]; a + [1, 2, 3, 4]; [1, 2, 3, 4] + a;
        a * (1, 2, 3, 4); a + []; a < [2, 2, 2, 2]; a == [3, 1, 2, 5]; a + t; t + a; t * i; n * a; n + i; n / i;
        t - b; 2 - a; 1 / a; a // i; i % a; np.bool_(True) + b; (a > 1).sum() / len(a);
        np.exp(a - a.max()) / np.exp(a - a.max()).sum(); a.sum() / i.sum(); i.sum() / 2; i.sum() // 2;
        np.sqrt(i.sum()); np.sqrt(n); np.sqrt(t); np.abs(-n); np.maximum(n, 2); np.maximum(t, n);
        np.minimum(n, 0.5); np.floor(t * 2.5); np.sign(-n); np.exp(n); np.mod(n, 3); np.mod(-n, 3);
        np.power(n, 2); np.power(t, 2); np.square(n); np.sum([t, n]); np.mean([n, 2]); np.max([n, t]);
        np.dot([1, 2], [n, t]); np.cumsum([n, 2, 3]); np.where(n > 0, 1, 0); np.where(n > 0, t, 0);
        np.clip(n, 0, 10); np.clip(t, 0, 0.5); np.round(t * 2.567, 1); np.array([n, 2]).sum(); np.isnan(t);
        np.isclose(t, 1.0); np.allclose([t, 2], [1, 2]); np.linalg.norm([t, 2.0]); np.outer([1, 2], [n, 3]);
        np.std([t, 2, 3]); np.argmax([n, 5, 2]); np.sort([5, n, 2]); np.median([n, 5, 2]); np.hypot(t, 3);
        np.arctan2(t, n); np.gcd(n, 4); np.any([n > 5, t > 0]); np.all([n > 0, t > 0]);
        np.average([n, 2, 3], weights=[1, 2, t]); np.prod([n, 2]); np.concatenate([[n], [2]]); np.stack([n, 2]);
        np.unique([n, 2, 1]); np.diff([n, 5, 2])
    """,
    "more": """
        np.sum(e); np.prod(e); np.max(e); np.mean(e); np.argmax(e); np.sort(e); np.argsort(e); np.cumsum(e);
        np.median(e); np.concatenate([e, a]); np.linalg.norm(e); np.dot(e, e); np.any(e); np.all(e); e + 1;
        np.where(e > 0, e, 0); np.unique(e); np.diff(e); np.std(e); e.max(); len(e); list(e); e.tolist();
        np.append(e, t); np.stack([e, e]); np.outer(e, a); np.bincount(e); np.histogram(e, bins=2);
        np.interp(t, e, e); np.trapezoid(e); np.percentile(e, 50); np.max(e, initial=0); np.nanmean(e);
        np.count_nonzero(e); np.min(m[:0], axis=0); np.sum(m[:0], axis=0); np.max(m[:0], axis=1);
        np.mean(m[:0], axis=0); np.average(e); np.searchsorted(e, t); np.convolve(e, a); np.array_equal(e, e);
        np.power(i, i % 3); np.power(n, i); np.power(i, 2); 3 ** i; np.sum(c, axis=(0, 2), keepdims=True);
        np.max(c, axis=1, keepdims=True); np.argmax(c, axis=2); np.cumsum(c, axis=1); np.sort(c, axis=0);
        np.mean(c); c.sum(axis=-1); c.mean(axis=(1, 2)); np.std(c, axis=1); c[:, 1]; c[..., 1:]; c[1, :, ::2];
        c * a; c - c.mean(axis=0); np.where(c > 5, c, -c); np.concatenate([c, c], axis=2);
        np.stack([c, c], axis=3); np.linalg.norm(c, axis=-1); np.median(c, axis=1); np.any(c > 20, axis=(0, 1));
        np.clip(c, 2, 9); np.argsort(c, axis=0); np.flip(c, 1); np.roll(c, 2, axis=2); np.repeat(c, 2, axis=1);
        np.take(c, [1, 0], axis=1); np.squeeze(c[:, :1]); np.tensordot(c, a, 1); np.einsum('ijk,k->ij', c, a);
        np.isin(k, [1, 2]); np.unique(b); np.sum(f4); np.mean(f4); f4 ** 2; np.sqrt(f4); np.exp(f4); f4 > 2;
        np.maximum(f4, 2); np.where(f4 > 2, f4, 0); np.concatenate([f4, a]); np.concatenate([i4, i]);
        np.concatenate([f4, i4]); np.sum(i4); np.mean(i4); np.cumsum(i4); i4 // 2; i4 % 2; i4 ** 2; -i4;
        np.sqrt(i4); np.stack([f4, f4 * 2]); np.dot(f4, f4); np.dot(i4, i4); i4 / i4; i4 + t; f4 + n; f4 + t;
        f4 - np.float64(0.5); i4 * 1.5; i4 == 1; np.isin(i4, [1, 7]); f4.astype(float); i4.astype(float);
        f4.astype(int); b.sum() / 2; b.mean(); b.astype(int).sum(); b * a; a[b].sum(); b.any() and t > 0;
        np.logical_not(b).sum(); b == (a > 1); b | (i > 2); b & (a > 1); b ^ (a > 1); ~(a > 1);
        np.count_nonzero(~b)
    """,
}

#: What may be refused, by the system: what Python raises of it is said while the program is staged, or it is not there.
REFUSED = {
    "runtime": """
        np.percentile(a, 101); np.round(i * 15, -1); np.nan_to_num(inf); np.reciprocal(i); np.angle(a);
        np.where(a > 2, "x", "y"); np.dot(a, a[:2]); a @ m; b @ b; np.linalg.det(m); np.linalg.inv(a);
        np.linalg.lstsq(m, a[:3]); np.arange(0, t); np.squeeze(a, axis=0); np.broadcast_to(a, (3, 3));
        np.split(a, 3); np.take(a, 9); np.take(a, [0, 9], mode="clip"); a.astype(str); a.item();
        m.reshape(5, 5); a.tobytes(); a.flat[1]; a.fill(2); a[n + 9]; c[n, :, 1]; a[1.0]; a[i]; b - b;
        i + np.int8(1); f4 + a; f4 + i; i4 + i; u1 + 1; u1 + u1; u1 * 2; -u1; u1.sum(); m + a[:3];
        a * (1, 2, 3, 4); a + []; np.bool_(True) + b; np.max(e); np.argmax(e); e.max(); np.bincount(e);
        np.interp(t, e, e); np.min(m[:0], axis=0); np.convolve(e, a)
    """,
    "jax": """
        np.percentile(a, 101); np.bincount(i); np.bincount(i, minlength=9); np.bincount(i, weights=a);
        np.unique(ties); np.unique(i); np.unique(ties, return_counts=True);
        np.unique(ties, return_inverse=True); np.unique(ties, return_index=True); np.unique(nan); np.unique(k);
        np.union1d(i, [7, 1]); np.intersect1d(i, [1, 3, 9]); np.setdiff1d(i, [1]); np.round(i * 15, -1);
        np.nan_to_num(inf); np.reciprocal(i); np.power(2, i); np.where(b); np.where(m > 2);
        np.where(a > 2, "x", "y"); np.nonzero(b); np.nonzero(i - 1); np.flatnonzero(a > 1); np.argwhere(m > 2);
        np.dot(a, a[:2]); a @ m; np.linalg.det(m); np.linalg.inv(a); np.linalg.eigh(spd); np.linalg.svd(m);
        np.linalg.lstsq(m, a[:3]); np.linalg.matrix_rank(m); np.correlate(i, [1, 2]); np.arange(n + 3);
        np.zeros(n + 1); np.eye(n + 1); np.arange(n, n + 4); np.linspace(0, 1, n + 3); np.arange(n + 4, 0, -2);
        np.arange(0, t); np.ones(n + 2, dtype=int); np.full(n + 1, t); np.insert(a, [1, 2], 7);
        np.delete(a, [0, 2]); np.delete(a, 9); np.tile(a, n + 1); np.repeat(a, i); np.repeat(a, n);
        np.squeeze(a, axis=0); np.broadcast_to(a, (3, 3)); np.split(a, 3); np.take(a, [0, 9], mode="clip");
        np.compress(b, a); np.compress([True, False, True], m, axis=0); np.extract(a > 1, a); a.astype(str);
        a.item(); b.nonzero(); a.compress(b); m.reshape(5, 5); a.tobytes(); a.flat[1]; a.fill(2); a[a > 1];
        a[b]; m[m > 2]; m[b[:3]]; m[:, b]; a[n:]; a[:n]; a[n:n + 2]; a[-n:]; a[[True, False, True, True]];
        a[1.0]; b - b; i + np.int8(1); f4 + a; f4 + i; i4 + i; u1 + 1; u1 + u1; u1 * 2; -u1; u1.sum();
        m + a[:3]; a + [1, 2, 3, 4]; [1, 2, 3, 4] + a; a * (1, 2, 3, 4); a + []; a < [2, 2, 2, 2];
        a == [3, 1, 2, 5]; np.bool_(True) + b; np.average([n, 2, 3], weights=[1, 2, t]); np.unique([n, 2, 1]);
        np.max(e); np.argmax(e); np.median(e); np.unique(e); e.max(); np.bincount(e); np.histogram(e, bins=2);
        np.interp(t, e, e); np.trapezoid(e); np.percentile(e, 50); np.min(m[:0], axis=0); np.convolve(e, a);
        np.power(i, i % 3); np.power(n, i); np.unique(b); a[b].sum()
    """,
}
