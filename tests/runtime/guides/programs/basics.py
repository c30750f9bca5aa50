"""After the guide "TensorFlow basics"."""

# %%
x = tf.constant([[1., 2., 3.],
                 [4., 5., 6.]])
print(x)
print(x.shape)
print(x.dtype)
# %%
x + x
# %%
5 * x
# %%
x @ tf.transpose(x)
# %%
tf.concat([x, x, x], axis=0)
# %%
tf.nn.softmax(x, axis=-1)
# %%
tf.reduce_sum(x)
# %%
tf.reduce_sum([1, 2, 3])
# %%
print(len(tf.config.list_physical_devices('GPU')) > 0)
# %%
var = tf.Variable([0.0, 0.0, 0.0])
var.assign([1, 2, 3])
# %%
var.assign_add([1, 1, 1])
# %%
x = tf.Variable(1.0)

def f(x):
  y = x**2 + 2*x - 5
  return y
f(x)
# %%
with tf.GradientTape() as tape:
  y = f(x)
g_x = tape.gradient(y, x)
g_x
# %%
@tf.function
def my_func(x):
  print('Tracing.\n')
  return tf.reduce_sum(x)
x = tf.constant([1, 2, 3])
my_func(x)
# %%
x = tf.constant([10, 9, 8])
my_func(x)
# %%
x = tf.constant([10.0, 9.1, 8.2], dtype=tf.float32)
my_func(x)
# %%
class MyModule(tf.Module):
  def __init__(self, value):
    self.weight = tf.Variable(value)

  @tf.function
  def multiply(self, x):
    return x * self.weight

mod = MyModule(3)
mod.multiply(tf.constant([1, 2, 3]))
# %%
import tempfile
save_path = tempfile.mkdtemp() + '/saved'
tf.saved_model.save(mod, save_path)
# %%
reloaded = tf.saved_model.load(save_path)
reloaded.multiply(tf.constant([1, 2, 3]))
# %%
x = tf.linspace(-2, 2, 201)
x = tf.cast(x, tf.float32)

def f(x):
  y = x**2 + 2*x - 5
  return y
print(x.shape, f(x)[:3])
# %%
class Model(tf.Module):
  def __init__(self, units):
    self.kernel1 = tf.Variable(tf.ones([1, units]) * 0.1, name="kernel1")
    self.kernel2 = tf.Variable(tf.ones([units, 1]) * 0.1, name="kernel2")

  def __call__(self, x, training=True):
    x = x[:, tf.newaxis]
    x = tf.nn.relu(x @ self.kernel1)
    x = x @ self.kernel2
    return tf.squeeze(x, axis=1)

model = Model(64)
print(model(x)[-3:])
# %%
variables = model.variables
y = f(x)
for step in range(3):
  with tf.GradientTape() as tape:
    prediction = model(x)
    error = (y - prediction)**2
    mean_error = tf.reduce_mean(error)
  gradient = tape.gradient(mean_error, model.trainable_variables)
  for v, g in zip(model.trainable_variables, gradient):
    v.assign_sub(0.001 * g)
  print(f'Mean squared error: {mean_error.numpy():0.3f}')
