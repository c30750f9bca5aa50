"""After the guide "Random number generation"."""

# %%
import numpy as np

g1 = tf.random.Generator.from_seed(1)
print(g1.normal(shape=[2, 3]).shape)
g2 = tf.random.get_global_generator()
print(g2.normal(shape=[2, 3]).dtype)
# %%
g1 = tf.random.Generator.from_seed(1, alg='philox')
print(g1.state, g1.algorithm)
# %%
g1.key, g1.state.numpy()
# %%
print(tf.random.Algorithm.PHILOX, tf.random.Algorithm.THREEFRY, tf.random.Algorithm.AUTO_SELECT)
# %%
g = tf.random.Generator.from_non_deterministic_state()
print(g.normal(shape=[2, 3]).shape)
# %%
g = tf.random.Generator.from_seed(1)
g.normal([])
g.normal([])
g.reset_from_seed(1)
print(g.state)
# %%
g = tf.random.Generator.from_seed(1)
new_gs = g.split(3)
print(len(new_gs), [n.state.shape for n in new_gs])
# %%
with tf.device("cpu"):
  g = tf.random.get_global_generator().split(1)[0]
  print(g.normal([]).shape)
# %%
g = tf.random.Generator.from_seed(1)
@tf.function
def foo():
  return g.normal([])
a, b = foo(), foo()
print(bool(a != b))
# %%
g = None
@tf.function
def foo():
  global g
  if g is None:
    g = tf.random.Generator.from_seed(1)
  return g.normal([])
print(bool(foo() != foo()))
# %%
num_traces = 0
@tf.function
def foo(g):
  global num_traces
  num_traces += 1
  return g.normal([])
foo(tf.random.Generator.from_seed(1))
foo(tf.random.Generator.from_seed(2))
print(num_traces)
# %%
class Dropper(tf.Module):
  def __init__(self):
    super().__init__()
    self.gen = tf.random.Generator.from_seed(1)
print([(v.name, v.shape, v.dtype) for v in Dropper().variables])
# %%
print(tf.random.stateless_normal(shape=[2, 3], seed=[1, 2]))
print(tf.random.stateless_uniform([3], seed=(1, 2), minval=0, maxval=10, dtype=tf.int32))
print(tf.random.stateless_truncated_normal([2], seed=[3, 4]))
# %%
print(tf.random.split([1, 2], 2))
print(tf.random.fold_in([1, 2], 3))
print(tf.random.experimental.stateless_split([1, 2], num=3))
# %%
print(tf.random.Generator.from_seed(1).normal([3]))
print(tf.random.Generator.from_seed(1).uniform([3]), tf.random.Generator.from_seed(1).uniform([3], 0, 10, tf.int32))
# %%
print(tf.random.Generator.from_seed(1234).make_seeds(2))
# %%
g = tf.random.Generator.from_state(state=(1, 2, 3), alg='philox')
print(g.state, g.normal([2]))
# %%
g = tf.random.Generator.from_key_counter(key=5, counter=[1, 2], alg='philox')
print(g.state, g.uniform_full_int([2], dtype=tf.int32))
# %%
g.skip(4)
print(g.state)
# %%
tf.random.set_seed(5)
print(tf.random.uniform([2]), tf.random.uniform([2]))
# %%
tf.random.set_seed(5)
print(tf.random.uniform([2], seed=1), tf.random.normal([2], seed=1))
