"""Functions of NumPy, and methods of arrays, of what has become a tensor."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

WEIGHTS = np.array([3.0, 1.0, 2.0, 5.0])


@cases(2.0, 0.5)
def reductions(t):
    v = WEIGHTS * t + t
    totals = np.sum(v), np.mean(v), np.max(v), np.min(v), np.prod(v), np.ptp(v), np.median(v)
    return totals, np.std(v), np.var(v), np.any(v > 3), np.all(v > 1), np.count_nonzero(v > 2)


@cases(2.0, 0.5)
def places_and_order(t):
    v = WEIGHTS * t
    return np.argmax(v), np.argmin(v), np.sort(v)[::-1][:2], np.argsort(v), int(np.argmax(-v))


@cases(2.0, 0.5)
def so_far(t):
    v = WEIGHTS * t
    return np.cumsum(v), np.cumprod(v), np.diff(v), [float(x) for x in np.cumsum(v)]


@cases(2.0, -0.5)
def element_by_element(t):
    v = WEIGHTS * t
    rounded = np.floor(v), np.ceil(v), np.round(v), np.trunc(v), np.rint(v)
    return rounded, np.abs(v), np.sign(v), np.square(v), np.exp(v), np.sin(v), np.tanh(v), np.sqrt(np.abs(v))


@cases(2.0, 0.5)
def numbers_by_themselves(t):
    return np.sqrt(t), int(np.floor(t)), np.abs(-t), np.maximum(t, 1.0), np.sign(t), np.round(t), np.hypot(t, 3.0)


@cases((2, 2.5), (3, 0.5))
def of_integers_and_floats(n, t):
    a = np.array([1, 2, 3]) * n
    beside = np.clip(a, 0, t), np.where(a > 3, a, t), np.maximum(a, t), np.concatenate([a, np.array([0.5]) * t])
    return beside, np.mean(a), np.sqrt(a), np.sum(a > 2), np.divide(a, 2), np.power(a, 2), np.std(a), a.clip(0, t)


@cases(2.0, 0.5)
def chosen_by_a_mask(t):
    v = WEIGHTS * t
    picked = np.where(v > 2, v, 0.0)
    return picked, picked.sum(), np.select([v > 4, v > 2], [1.0, 2.0], 0.0), np.logical_and(v > 1, v < 4)


@cases(2.0, 9.0, 3.5)
def mean_of_those_above(limit):
    mask = WEIGHTS > limit
    if int(mask.sum()) == 0:
        return None
    return float(np.where(mask, WEIGHTS, 0.0).sum()) / int(mask.sum()), np.clip(WEIGHTS, 0, limit).tolist()


@cases(2.0, 0.5)
def put_together(t):
    v = WEIGHTS * t
    rows = np.stack([v, WEIGHTS]), np.vstack([v, WEIGHTS]), np.column_stack((v, WEIGHTS))
    return rows, np.concatenate([v, WEIGHTS]), np.hstack([v, WEIGHTS]), np.append(v, t), np.tile(v, 2), np.repeat(v, 2)


@cases(2.0, 0.5)
def made_of_numbers(t):
    made = np.array([t, 2 * t, 3.0]), np.array([[t, 1.0], [0.0, t]]) @ np.array([1.0, t]), np.asarray([t, 1.0])
    return made, np.full(3, t), np.full_like(WEIGHTS, t), np.zeros_like(made[0]), np.linspace(0, t, 5), np.zeros(3) + t


@cases(2.0, 0.5)
def products(t):
    v = WEIGHTS * t
    return np.dot(v, WEIGHTS), np.matmul(v, WEIGHTS), np.inner(v, WEIGHTS), np.outer(v, WEIGHTS), np.linalg.norm(v)


@cases(2.0, 0.5)
def compared(t):
    v = WEIGHTS * t
    return np.isclose(v, WEIGHTS * 2), np.allclose(v, v + 1e-9), np.array_equal(v, WEIGHTS), np.array_equal(v, v[:2])


@cases((2, 1), (3, 2))
def along_axes(n, k):
    m = np.arange(6).reshape(2, 3) * n
    reduced = m.sum(axis=0), np.sum(m, 1), np.mean(m, axis=(0, 1)), np.max(m, axis=0, keepdims=True), np.std(m, axis=0)
    moved = np.roll(m, 1), np.roll(m, k, axis=1), np.flip(m, 1), np.transpose(m), np.reshape(m, (3, 2)), np.ravel(m)
    return reduced, moved, np.argmax(m, axis=1), np.cumsum(m, axis=1), np.sort(-m, axis=0), np.diff(m, axis=0)


@cases(2.0, 0.5)
def lists_of_arrays(t):
    v = WEIGHTS * t
    kept = [0.0]
    if t > 1:
        kept = v.tolist()
        kept.append(3.0)
    else:
        kept.extend(np.sort(-v).tolist())
    return kept, sum(kept), v.max().item()


@cases(2, 3)
def a_copy_is_another_array(n):
    v = np.arange(6) * n
    w, x = np.copy(v), np.array(v)
    v[0] = 100
    x[1] = 50
    return v, w, x


@cases(2, 3)
def a_copy_that_is_sorted(n):
    v = np.arange(6) * -n
    w = np.sort(v)
    w[1] = 100
    return v, w


@cases(2, 3, staged="refused AG028")
def a_reshaped_array_is_a_view(n):
    v = np.arange(6) * n
    m = np.reshape(v, (2, 3))
    v[0] = 100
    return m


@cases(2, 3, staged="refused AG028")
def a_flipped_array_is_a_view(n):
    v = np.arange(6) * n
    w = np.flip(v)
    w[0] = 100
    return v


@cases(2, 3, staged="refused AG028")
def an_array_of_an_array_is_itself(n):
    v = np.arange(6) * n
    w = np.atleast_1d(np.asarray(v))
    w[0] = 100
    return v


@cases(2, 3, staged="refused AG033")
def as_many_as_the_values_say(n):
    return np.unique(np.arange(4) // n)


@cases(2, 3, staged="refused")
def stored_to_another_array(n):
    v = np.arange(3) * n
    w = np.zeros(3)
    np.add(v, 1, out=w)
    return w


@cases((0,), (1,), (3,), jax="refused AG037")
def vstack_grow(n):
    m = np.zeros((1, 2))
    for i in range(3):
        if i < n:
            m = np.vstack([m, [i, i + 1]])
    return m.shape[0], m.sum()


@cases((0,), (1,), (3,), jax="refused AG037")
def append_grow(n):
    a = np.array([1])
    for i in range(n):
        a = np.append(a, i)
    return a.tolist()
