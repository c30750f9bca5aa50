"""After the guides on numpy-like operations: what numpy's users write with tensors."""

# %%
import numpy as np

x = tf.constant([[5, 2], [1, 3]])
print(x)
print(x.numpy(), x.numpy().dtype)
# %%
print(tf.ones(shape=(2, 1)))
print(tf.zeros(shape=(2, 1)))
# %%
x = tf.constant(np.arange(6).reshape(2, 3))
print(x, np.sum(x), np.asarray(x).T, x.ndim, len(x))
# %%
print(np.multiply(x, 2), x * np.array([1, 2, 3]), np.add(tf.ones([2]), 1))
# %%
print([row.numpy().tolist() for row in x], [int(i) for i in x[0]], float(tf.constant(2.5)))
# %%
a = tf.random.stateless_normal([2, 2], [1, 2]) * 0 + 1.0
b = tf.eye(2)
c = a + b
d = tf.square(c)
e = tf.exp(d * 0.1)
print(c, d, e)
# %%
print(tf.math.add(1, 2))
print(tf.math.add([1, 2], [3, 4]))
print(tf.math.square(5))
print(tf.math.reduce_sum([1, 2, 3]))
print(tf.math.square(2) + tf.math.square(3))
# %%
x = tf.linalg.matmul([[1]], [[2, 3]])
print(x)
print(x.shape)
print(x.dtype)
# %%
ndarray = np.ones([3, 3])
tensor = tf.math.multiply(ndarray, 42)
print(tensor)
print(np.add(tensor, 1))
print(tensor.numpy())
# %%
x = tf.constant([[1., 2.], [3., 4.]])
print(tf.tensordot(x, x, 1), tf.einsum("ij,jk->ik", x, x), tf.linalg.inv(x), tf.linalg.det(x), tf.linalg.trace(x))
# %%
print(tf.where([True, False], [1, 2], [3, 4]), tf.argsort([3, 1, 2]), tf.sort([3, 1, 2]), tf.unique([1, 1, 2]))
# %%
print(tf.stack([x, x]).shape, tf.concat([x, x], 1), tf.split(x, 2), tf.tile(x, [1, 2]), tf.repeat([1, 2], 2))
# %%
print(tf.clip_by_value(x, 2, 3), tf.math.cumsum([1, 2, 3]), tf.reduce_all(x > 0), tf.reduce_any(x > 3), tf.math.count_nonzero(x))
# %%
print(x[:, 0], x[tf.newaxis].shape, tf.expand_dims(x, -1).shape, tf.squeeze(tf.ones([1, 2, 1])).shape, tf.transpose(x))
# %%
print(x == x, x != 1, x > 2, -x, abs(-x), x // 2, x % 2, x ** 2, 2 / x, ~(x > 2), (x > 1) & (x < 4))
# %%
print(tf.one_hot([0, 2], 3), tf.range(3, 10, 2), tf.linspace(0., 1., 3), tf.fill([2], 7), tf.meshgrid([1, 2], [3, 4]))
# %%
print(tf.math.reduce_std(x), tf.math.reduce_variance(x, 0), tf.reduce_logsumexp(x), tf.norm(x), tf.math.top_k([1, 3, 2], 2))
# %%
print(tf.strings.join(["a", "b"], "-"), tf.strings.length("abc"), tf.strings.upper("abc"), tf.strings.reduce_join(["x", "y"]))
# %%
print(tf.cast([1.7, -1.7], tf.int32), tf.saturate_cast([300, -5], tf.uint8), tf.bitcast(1.0, tf.int32), tf.round([0.5, 1.5]))
# %%
print(tf.pad([[1]], [[1, 0], [0, 1]]), tf.reverse([1, 2, 3], [0]), tf.roll([1, 2, 3], 1, 0), tf.gather([5, 6, 7], [2, 0]))
# %%
try:
  tf.constant([1, 2]) + tf.constant([1.0, 2.0])
except Exception as e:
  print(type(e).__name__, e)
# %%
try:
  tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))
except Exception as e:
  print(type(e).__name__)
# %%
if tf.constant(True):
  print("bool of a tensor", bool(tf.constant([[1]])))
try:
  bool(tf.constant([1, 2]))
except Exception as e:
  print(type(e).__name__, e)
# %%
print(tf.constant([1, 2, 3], shape=[3, 1]), tf.constant(0, shape=[2, 2]), tf.zeros_like(x), tf.ones_like(x, dtype=tf.int32))
# %%
x, hash(tf.constant(1).ref()) is not None, tf.is_tensor(x), tf.executing_eagerly(), x.device, tf.constant(1).shape.rank
