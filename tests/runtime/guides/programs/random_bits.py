"""Random numbers of each kind: the same seeds give the same numbers."""

# %%
import numpy as np

for dtype in ("float16", "bfloat16", "float32", "float64"):
  print(tf.random.stateless_uniform([5], [7, -3], dtype=dtype))
  print(tf.random.stateless_normal([5], [7, -3], dtype=dtype))
  print(tf.random.stateless_truncated_normal([5], [7, -3], dtype=dtype))
# %%
for dtype in ("int32", "int64", "uint32", "uint64"):
  print(tf.random.stateless_uniform([5], [7, -3], minval=None, maxval=None, dtype=dtype))
print(tf.random.stateless_uniform([5], [7, -3], minval=-7, maxval=9, dtype=tf.int32))
print(tf.random.stateless_uniform([5], [7, -3], minval=-7, maxval=2**40, dtype=tf.int64))
# %%
print(tf.reduce_sum(tf.random.stateless_normal([1000], [1, 2])).numpy().round(2),
      tf.reduce_sum(tf.random.stateless_truncated_normal([1000], [1, 2])).numpy().round(2))
# %%
tf.random.set_seed(5)
print(tf.random.uniform([3]), tf.random.normal([3]), tf.random.truncated_normal([3]))
print(tf.random.uniform([3], 0, 10, tf.int32), tf.random.shuffle([1, 2, 3, 4, 5, 6]))
# %%
tf.random.set_seed(5)
print(tf.random.uniform([3], seed=1), tf.random.uniform([3], seed=1), tf.random.normal([3], seed=1))
print(tf.random.uniform([2], seed=1, dtype=tf.float64), tf.random.uniform([2], seed=1))
# %%
tf.random.set_seed(1234)
@tf.function
def f():
  a = tf.random.uniform([1])
  b = tf.random.uniform([1])
  return a, b
@tf.function
def g():
  return tf.random.uniform([1]), tf.random.uniform([1])
print(f(), f())
print(g())
# %%
@tf.function
def foo():
  return tf.random.uniform([1], seed=1), tf.random.uniform([1], seed=1)
print(foo(), foo())
# %%
g = tf.random.Generator.from_seed(1)
print(g.state, g.normal([2, 3]), g.state)
print(g.truncated_normal([3]), g.uniform([3], 1, 2), g.uniform([2], 0, 100, tf.int64), g.uniform_full_int([2]))
print(g.state)
# %%
print([n.state for n in g.split(2)], g.make_seeds(2), g.state)
# %%
g.reset_from_seed(3)
print(g.state, g.normal([2]))
g.reset_from_key_counter(key=1, counter=[3, 4])
print(g.state, g.normal([2]))
# %%
tf.random.set_seed(3)
print(tf.nn.dropout(tf.ones([8]), 0.5), tf.nn.dropout(tf.ones([8]), 0.5, seed=2))
# %%
print(tf.random_normal_initializer(seed=1)([3]), tf.random_uniform_initializer(seed=2)([3]))
# %%
tf.random.set_seed(3)
g = tf.random.Generator.from_seed(7)
@tf.function
def many():
  total = tf.zeros([2])
  for i in tf.range(3):
    total += g.normal([2])
  return total
print(many(), g.state)
# %%
print(tf.random.experimental.stateless_shuffle(tf.range(6), [1, 2]))
# %%
logits = tf.constant([[0., 1., 2.], [3., -1., 0.5]])
tf.random.set_seed(5)
print(tf.random.categorical(logits, 10, seed=1), tf.random.categorical(logits, 5, seed=1), tf.random.categorical(logits, 1))
print(tf.random.stateless_categorical(logits, 10, seed=[1, 2]), tf.random.categorical([[float("-inf"), 0., 1.]], 5, seed=2, dtype=tf.int32))
