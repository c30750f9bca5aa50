"""After the examples of the reference: what people copy from the page of a function."""

# %%
import collections
import functools
import math

import numpy as np

x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
print(tf.map_fn(lambda t: t * 2, tf.range(3)))
print(tf.map_fn(lambda t: (t, -t), tf.range(3), fn_output_signature=(tf.int32, tf.int32)))
# %%
print(tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3, 4, 5, 6])), tf.foldl(lambda a, x: a - x, tf.constant([1, 2, 3])), tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 3])))
# %%
i = tf.constant(0)
c = lambda i: tf.less(i, 10)
b = lambda i: (tf.add(i, 1), )
r = tf.while_loop(c, b, [i])
print(r)
# %%
Pair = collections.namedtuple('Pair', 'j, k')
ijk_0 = (tf.constant(0), Pair(tf.constant(1), tf.constant(2)))
c = lambda i, p: i < 10
b = lambda i, p: (i + 1, Pair((p.j + p.k), (p.j - p.k)))
ijk_final = tf.while_loop(c, b, ijk_0)
print(ijk_final)
# %%
n = 10
x = tf.constant(list(range(n)))
c = lambda i, x: i < n
b = lambda i, x: (tf.add(i, 1), tf.add(x, 1))
i, out = tf.while_loop(c, b, (0, x))
print(i, out)
# %%
def f1(): return tf.constant(17)
def f2(): return tf.constant(23)
def f3(): return tf.constant(-1)
print(tf.case([(tf.less(1, 2), f1)], default=f2), tf.switch_case(tf.constant(1), branch_fns={0: f1, 1: f2}, default=f3))
print(tf.cond(tf.less(3, 2), lambda: tf.multiply(3, 17), lambda: tf.add(2, 23)))
# %%
ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
ta = ta.write(0, 10)
ta = ta.write(1, 20)
ta = ta.write(2, 30)
print(ta.read(0), ta.read(1), ta.read(2), ta.stack(), ta.size())
# %%
@tf.function
def fibonacci(n):
  ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
  ta = ta.unstack([0., 1.])
  for i in range(2, n):
    ta = ta.write(i, ta.read(i - 1) + ta.read(i - 2))
  return ta.stack()
fibonacci(7)
# %%
v = tf.Variable(1)
@tf.function
def f(x):
  ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
  for i in tf.range(x):
    v.assign_add(i)
    ta = ta.write(i, v)
  return ta.stack()
f(5)
# %%
@tf.function
def f():
  x = tf.constant([[1, 2], [3, 4]])
  tf.print("in a function", x, x[0], {"a": x[1]}, output_stream="file:///dev/stdout") if False else None
  tf.print("tensor:", x, "list:", [1, x[0, 0]], sep=" | ")
f()
# %%
tensor = tf.range(10)
tf.print(tensor)
tf.print("tensors:", tensor, {2: tensor * 2}, output_stream=__import__("sys").stdout)
# %%
params = tf.constant([[0, 1.0, 2.0], [10.0, 11.0, 12.0], [20.0, 21.0, 22.0], [30.0, 31.0, 32.0]])
print(tf.gather(params, [3, 1]).numpy(), tf.gather(params, [2, 1], axis=1).numpy(), tf.gather(params, [[0, 1], [1, 0]], batch_dims=0).shape)
print(tf.gather_nd(indices=[[0, 0], [1, 1]], params=[['a', 'b'], ['c', 'd']]).numpy())
# %%
print(tf.where([[True, False, False], [False, True, False]]), tf.where(x > 4, x, 0))
print(tf.where([True, False, False, True], 100., [1., 2., 3., 4.]))
# %%
m0, m1 = tf.reshape(tf.range(6.), [2, 3]), tf.reshape(tf.range(15.), [3, 5])
print(tf.einsum('ij,jk->ik', m0, m1), tf.einsum('ij->ji', m0), tf.einsum('ij,ij->', m0, m0), tf.einsum('...ij->...ji', tf.ones([2, 3, 4])).shape)
# %%
print(tf.reduce_sum([[1, 1, 1], [1, 1, 1]], 0), tf.reduce_sum([[1, 1, 1], [1, 1, 1]], 1, keepdims=True), tf.reduce_sum([[1, 1, 1], [1, 1, 1]], [0, 1]).numpy())
print(tf.reduce_mean([[1, 1], [2, 2]]), tf.reduce_mean([1, 0, 1, 0]), tf.reduce_prod([[1, 2], [3, 4]], 0), tf.reduce_logsumexp([0., 0.]))
# %%
print(tf.math.segment_sum([[1, 2, 3, 4], [4, 3, 2, 1], [5, 6, 7, 8]], [0, 0, 1]), tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 1], 2), tf.math.bincount([1, 1, 2, 3, 2, 4, 4, 5]))
# %%
print(tf.one_hot([0, 2, -1, 1], 3, 5.0, 0.0, -1), tf.sequence_mask([1, 3, 2], 5), tf.eye(2, batch_shape=[1]), tf.linalg.diag([1, 2]), tf.linalg.band_part(tf.ones([3, 3]), 0, -1))
# %%
print(tf.strings.split(["hello world", "a b c"]), tf.strings.substr("hello", 1, 3), tf.strings.regex_replace("Text with tags", "T", "t"), tf.strings.as_string([3.14159], precision=2), tf.strings.format("x={} y={}", (1, [2, 3])))
# %%
print(tf.clip_by_norm([3.0, 4.0], 1.0), tf.clip_by_global_norm([tf.constant([3.0, 4.0])], 1.0), tf.linalg.global_norm([tf.constant([3.0, 4.0])]))
# %%
print(tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[2., 1.]]), tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[2., 1.]]), tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.], logits=[2.]), tf.nn.l2_loss([3., 4.]), tf.nn.log_softmax([1., 2.]))
# %%
print(tf.nn.conv2d(tf.reshape(tf.range(16.), [1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 2, 'VALID'), tf.nn.max_pool2d(tf.reshape(tf.range(16.), [1, 4, 4, 1]), 2, 2, 'VALID')[0, :, :, 0], tf.nn.bias_add([[1., 2.]], [1., 1.]))
# %%
print(tf.nest.flatten({"b": 1, "a": [2, 3]}), tf.nest.map_structure(lambda a, b: a + b, (1, [2]), (3, [4])), tf.nest.pack_sequence_as([[0], 0], [1, 2]), tf.nest.is_nested([1]))
# %%
v = tf.Variable([1., 2.])
print(v.scatter_nd_add([[0]], [5.]), v.scatter_update(tf.IndexedSlices([9.], [1])), v[0:1].assign([4.]), v.sparse_read([1]), v.gather_nd([[0]]))
# %%
v = tf.Variable(1., shape=tf.TensorShape(None))
v.assign([[1.]])
print(v, v.shape)
# %%
print(tf.TensorShape([16, 256]).concatenate([None]), tf.TensorShape([None, 2]).is_compatible_with([3, 2]), tf.TensorShape([1, None]).as_list(), tf.broadcast_static_shape(tf.TensorShape([1, 3]), tf.TensorShape([2, 1])), tf.TensorShape(None).rank, tf.TensorShape([2, 3]).num_elements(), tf.TensorShape([None]) == tf.TensorShape([None]))
# %%
print(tf.TensorSpec([2], tf.int32, "x"), tf.TensorSpec.from_tensor(tf.constant([1])), tf.as_dtype("float32").is_floating, tf.float32.as_numpy_dtype, tf.int32.max, tf.dtypes.as_dtype(np.int64), tf.complex64.real_dtype)
# %%
@tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
def f(x):
  return x + 1
vector = tf.constant([1.0, 1.0])
assert f.get_concrete_function() is f.get_concrete_function(vector)
print(f(vector))
# %%
@tf.function
def f(x):
  return abs(x)
f1 = f.get_concrete_function(1)
f2 = f.get_concrete_function(2)
print(f1 is f2)
f1 = f.get_concrete_function(tf.constant(1))
f2 = f.get_concrete_function(tf.constant(2))
print(f1 is f2)
# %%
class Foo:
  def __init__(self): self.x = tf.Variable(2.)
  @tf.function
  def times(self, y): return self.x * y
foo = Foo()
print(foo.times(3.), foo.times(tf.constant(4.)))
# %%
@tf.function
def f(x):
  if x > 0:
    import math
    return x + 1
  else:
    return x - 1
print(f(tf.constant(-2)), f(tf.constant(1)))
# %%
x = tf.constant(5.0)
with tf.GradientTape() as g:
  g.watch(x)
  with tf.GradientTape() as gg:
    gg.watch(x)
    y = x * x
  dy_dx = gg.gradient(y, x)
d2y_dx2 = g.gradient(dy_dx, x)
print(dy_dx, d2y_dx2)
# %%
x = tf.ones([2, 2])
with tf.GradientTape() as t:
  t.watch(x)
  z = tf.gather(x, [0, 0, 1]) ** 2
grad = t.gradient(z, x)
print(type(grad).__name__, tf.convert_to_tensor(grad))
# %%
@tf.custom_gradient
def bar(x, y):
  def grad(upstream):
    dz_dx = y
    dz_dy = x
    return upstream * dz_dx, upstream * dz_dy
  z = x * y
  return z, grad
x, y = tf.constant(2.0), tf.constant(3.0)
with tf.GradientTape(persistent=True) as tape:
  tape.watch(x)
  tape.watch(y)
  z = bar(x, y)
print(z, tape.gradient(z, x), tape.gradient(z, y), tape.gradient(x, y))
# %%
def log_huber(x, m):
  if tf.abs(x) <= m:
    return x**2
  else:
    return m**2 * (1 - 2 * tf.math.log(m) + tf.math.log(x**2))
x, m = tf.constant(1.0), tf.constant(2.0)
with tf.GradientTape() as t:
  t.watch([x, m])
  y = tf.py_function(func=log_huber, inp=[x, m], Tout=tf.float32)
print(y, t.gradient(y, x).numpy())
# %%
@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def tf_function(input):
  y = tf.numpy_function(lambda x: np.sinh(x), [input], tf.float32)
  return y * y
print(tf_function(tf.constant(1.)))
# %%
try:
  tf.debugging.assert_equal(tf.constant([1, 2]), tf.constant([1, 3]), message="not the same")
except tf.errors.InvalidArgumentError as e:
  print(type(e).__name__, "not the same" in str(e))
for check in (lambda: tf.debugging.assert_positive([1, -1]), lambda: tf.debugging.assert_rank([1], 2), lambda: tf.debugging.assert_shapes([(tf.ones([2]), [3])]), lambda: tf.debugging.assert_type(1, tf.float32), lambda: tf.ensure_shape([1, 2], [3]), lambda: tf.debugging.check_numerics([float("nan")], "bad"), lambda: tf.Assert(False, ["data"])):
  try:
    print(check())
  except Exception as e:
    print(type(e).__name__)
# %%
print(tf.vectorized_map(lambda t: tf.reduce_sum(t * t), tf.constant([[1., 2.], [3., 4.]])), tf.searchsorted([1, 3, 5], [2, 5]), tf.histogram_fixed_width([0.1, 0.9, 0.5], [0., 1.], 2), tf.tensor_scatter_nd_update([1, 2, 3], [[0]], [9]), tf.unique_with_counts([1, 1, 2]))
# %%
print(tf.linalg.solve([[2., 0.], [0., 4.]], [[2.], [4.]]), tf.linalg.cholesky([[4., 0.], [0., 9.]]), tf.linalg.matvec([[1., 2.]], [1., 1.]), tf.linalg.norm([3., 4.]), tf.linalg.cross([1., 0., 0.], [0., 1., 0.]), tf.linalg.logdet([[2., 0.], [0., 2.]]), tf.linalg.set_diag(tf.zeros([2, 2]), [1., 2.]))
# %%
print(tf.math.divide_no_nan(1., 0.), tf.math.floormod(-5, 3), tf.math.mod(-5, 3), tf.math.truediv(1, 2), tf.math.floordiv(-5, 3), tf.math.squared_difference(1, 3), tf.math.erf(0.5), tf.math.lgamma(3.), tf.math.polyval([1., 2., 3.], 2.), tf.math.cumprod([1, 2, 3], exclusive=True), tf.math.argmin([3, 1]), tf.math.is_nan([float("nan"), 1.]), tf.math.sign(-2.), tf.math.rint(2.5), tf.math.zero_fraction([0., 1.]), tf.math.confusion_matrix([1, 2], [1, 2]), tf.math.in_top_k([1], [[0.1, 0.9]], 1))
# %%
print(tf.bitwise.bitwise_and(5, 3), tf.bitwise.left_shift(1, 3), tf.dtypes.complex(1., 2.), tf.math.conj(1 + 2j), tf.math.angle(1j), tf.math.real(1 + 2j), tf.math.abs(3 + 4j))
# %%
with tf.init_scope():
  print(tf.executing_eagerly())
@tf.function
def f():
  with tf.init_scope():
    print(tf.executing_eagerly())
  print(tf.executing_eagerly(), tf.inside_function())
  with tf.control_dependencies([tf.constant(1)]):
    return tf.constant(2)
print(f(), tf.inside_function())
# %%
@tf.function
def outer(x):
  @tf.function
  def inner(y):
    return y * 2
  return inner(x) + inner(x + 1)
print(outer(tf.constant(1)), outer.experimental_get_tracing_count())
# %%
@tf.function
def f(d, *, scale=1.0):
  return {"sum": tf.add_n(list(d.values())) * scale, "list": [d["a"], None], "tuple": (d["b"],)}
print(f({"a": tf.constant(1.), "b": tf.constant(2.)}, scale=3.0))
# %%
print(f.get_concrete_function({"a": tf.TensorSpec([]), "b": tf.TensorSpec([])}).structured_outputs)
# %%
ds = tf.data.Dataset.range(5).map(lambda x: x * x).batch(2)
@tf.function
def total(ds):
  s = tf.constant(0, tf.int64)
  for batch in ds:
    s += tf.reduce_sum(batch)
  return s
print(total(ds), [b.numpy().tolist() for b in ds], ds)
# %%
print(tf.recompute_grad(lambda x: x * x)(tf.constant(2.)), tf.grad_pass_through(tf.round)(1.4), tf.stop_gradient(1.0), tf.identity([1]), tf.identity_n([[1], [2]]), tf.no_op(), tf.group())
