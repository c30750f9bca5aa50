"""After the guide "Advanced automatic differentiation"."""

# %%
x = tf.Variable(2.0)
y = tf.Variable(3.0)
with tf.GradientTape() as t:
  x_sq = x * x
  with t.stop_recording():
    y_sq = y * y
  z = x_sq + y_sq
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])
print('dz/dy:', grad['y'])
# %%
reset = True
with tf.GradientTape() as t:
  y_sq = y * y
  if reset:
    t.reset()
  z = x * x + y_sq
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])
print('dz/dy:', grad['y'])
# %%
with tf.GradientTape() as t:
  y_sq = y**2
  z = x**2 + tf.stop_gradient(y_sq)
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])
print('dz/dy:', grad['y'])
# %%
@tf.custom_gradient
def clip_gradients(y):
  def backward(dy):
    return tf.clip_by_norm(dy, 0.5)
  return y, backward
v = tf.Variable(2.0)
with tf.GradientTape() as t:
  output = clip_gradients(v * v)
print(t.gradient(output, v))
# %%
class MyModule(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec(None)])
  def call_custom_grad(self, x):
    return clip_gradients(x)
model = MyModule()
v = tf.Variable(2.0)
with tf.GradientTape() as t:
  output = model.call_custom_grad(v * v)
print(t.gradient(output, v))
# %%
x0 = tf.constant(0.0)
x1 = tf.constant(0.0)
with tf.GradientTape() as tape0, tf.GradientTape() as tape1:
  tape0.watch(x0)
  tape1.watch(x1)
  y0 = tf.math.sin(x0)
  y1 = tf.nn.sigmoid(x1)
  y = y0 + y1
  ys = tf.reduce_sum(y)
tape0.gradient(ys, x0).numpy()
# %%
tape1.gradient(ys, x1).numpy()
# %%
x = tf.Variable(1.0)
with tf.GradientTape() as t2:
  with tf.GradientTape() as t1:
    y = x * x * x
  dy_dx = t1.gradient(y, x)
d2y_dx2 = t2.gradient(dy_dx, x)
print('dy_dx:', dy_dx.numpy())
print('d2y_dx2:', d2y_dx2.numpy())
# %%
x = tf.constant([[0.5, -1.0, 2.0, 0.1, 0.3]] * 7)
kernel = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 50), [5, 10]), name="kernel")
bias = tf.Variable(tf.zeros([10]), name="bias")
layer = lambda x: tf.nn.relu(x @ kernel + bias)
with tf.GradientTape() as t2:
  with tf.GradientTape(watch_accessed_variables=False) as t1:
    t1.watch(x)
    y = layer(x)
    out = tf.reduce_sum(layer(x)**2)
  g1 = t1.gradient(out, x)
  g1_mag = tf.norm(g1)
dg1_mag = t2.gradient(g1_mag, [kernel, bias])
[var.shape for var in dg1_mag]
# %%
x = tf.linspace(-10.0, 10.0, 5)
delta = tf.Variable(0.0)
with tf.GradientTape() as tape:
  y = tf.nn.sigmoid(x+delta)
dy_dx = tape.jacobian(y, delta)
print(y.shape)
print(dy_dx.shape)
# %%
x = tf.ones([7, 5])
with tf.GradientTape(persistent=True) as tape:
  y = layer(x)
print(y.shape, kernel.shape)
j = tape.jacobian(y, kernel)
print(j.shape)
# %%
g = tape.gradient(y, kernel)
print('g.shape:', g.shape)
j_sum = tf.reduce_sum(j, axis=[0, 1])
delta = tf.reduce_max(abs(g - j_sum)).numpy()
assert delta < 1e-3
# %%
x = tf.ones([7, 5])
with tf.GradientTape() as t2:
  with tf.GradientTape() as t1:
    loss = tf.reduce_mean((x @ kernel)**2)
  g = t1.gradient(loss, kernel)
h = t2.jacobian(g, kernel)
print(f'layer.kernel.shape: {kernel.shape}')
print(f'h.shape: {h.shape}')
# %%
n_params = tf.reduce_prod(kernel.shape)
g_vec = tf.reshape(g, [n_params, 1])
h_mat = tf.reshape(h, [n_params, n_params])
eps = 1e-3
eye_eps = tf.eye(h_mat.shape[0])*eps
update = tf.linalg.solve(h_mat + eye_eps, g_vec)
_ = kernel.assign_sub(tf.reshape(update, kernel.shape))
update.shape
# %%
x = tf.reshape(tf.linspace(0.0, 1.0, 35), [7, 5])
weights = tf.reshape(tf.linspace(-1.0, 1.0, 30), [5, 6])
with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
  tape.watch(x)
  y = tf.nn.elu(x @ weights)
y.shape
# %%
j = tape.jacobian(y, x)
j.shape
# %%
j_sum = tf.reduce_sum(j, axis=2)
print(j_sum.shape)
j_select = tf.einsum('bxby->bxy', j)
print(j_select.shape)
# %%
jb = tape.batch_jacobian(y, x)
jb.shape
# %%
error = tf.reduce_max(abs(jb - j_sum))
assert error < 1e-3
print(error.numpy() < 1e-5)
# %%
@tf.custom_gradient
def log1pexp(x):
  e = tf.exp(x)
  def grad(upstream):
    return upstream * (1 - 1 / (1 + e))
  return tf.math.log(1 + e), grad
x = tf.constant(100.)
with tf.GradientTape() as g:
  g.watch(x)
  y = log1pexp(x)
g.gradient(y, x)
# %%
with tf.autodiff.ForwardAccumulator(primals=tf.constant(2.0), tangents=tf.constant(1.0)) as acc:
  y = tf.constant(2.0) ** 2
print(acc.jvp(y))
