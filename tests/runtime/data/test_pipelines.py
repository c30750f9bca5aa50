"""Random pipelines: a staged loop over one sees what Python's loop sees, and as many elements as it announces."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import runtime as tf

D = tf.data.Dataset

#: From a dataset of scalars, and two small numbers, to another.
STEPS = (
    lambda d, a, b: d.take(a + 2),
    lambda d, a, b: d.skip(a),
    lambda d, a, b: d.repeat(b),
    lambda d, a, b: d.map(lambda x: x * a + b),
    lambda d, a, b: d.filter(lambda x: x % (a + 1) != 0),
    lambda d, a, b: d.batch(a).unbatch(),
    lambda d, a, b: d.shard(a, a - 1),
    lambda d, a, b: d.concatenate(d.map(lambda x: x + 100)),
    lambda d, a, b: d.flat_map(lambda x: D.from_tensors(x).repeat(b)),
    lambda d, a, b: d.interleave(lambda x: D.from_tensors(x).repeat(b), cycle_length=a, block_length=b),
    lambda d, a, b: d.window(a, b, drop_remainder=True).flat_map(lambda w: w.batch(a)).map(tf.reduce_sum),
    lambda d, a, b: d.scan(np.int64(0), lambda s, x: (s + x, s * x)),
    lambda d, a, b: d.take_while(lambda x: x < 60),
    lambda d, a, b: d.enumerate().map(lambda i, x: i * 10 + x),
    lambda d, a, b: d.prefetch(b).cache(),
    lambda d, a, b: D.zip((d, d.skip(1))).map(lambda x, y: x - y),
    lambda d, a, b: d.batch(a).map(tf.reduce_max),
    lambda d, a, b: d.shuffle(a, seed=b, reshuffle_each_iteration=False),
)


@tf.function
def collected(dataset):
    found = tf.TensorArray(tf.int64, 0, dynamic_size=True, element_shape=[])
    for x in dataset:
        found = found.write(found.size(), x)
    return found.stack()


@settings(max_examples=60)
@given(st.integers(0, 9), st.lists(st.tuples(st.sampled_from(STEPS), st.integers(1, 4), st.integers(1, 3)), max_size=5))
def test_staged_and_python_loops_over_random_pipelines_agree(count, steps) -> None:
    dataset = D.range(count)
    for step, a, b in steps:
        dataset = step(dataset, a, b)
    elements = [int(x) for x in dataset]
    assert collected(dataset).numpy().tolist() == elements
    assert int(dataset.cardinality()) in (len(elements), tf.data.UNKNOWN_CARDINALITY)
