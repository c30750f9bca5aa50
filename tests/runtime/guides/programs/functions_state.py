"""After "Better performance with tf.function" and "Random number generation": what lives outside of a function."""

# %%
import contextlib
import os
import tempfile
import weakref

@contextlib.contextmanager
def assert_raises(error_class):
  try:
    yield
  except error_class as e:
    print('Caught expected exception', type(e).__name__)
  else:
    raise Exception('Expected {} to be raised but no error was raised!'.format(error_class))
# %%
external_list = []
def side_effect(x):
  print('Python side effect')
  external_list.append(x)

@tf.function
def f(x):
  tf.py_function(side_effect, inp=[x], Tout=[])

f(1)
f(1)
f(1)
assert len(external_list) == 3
assert external_list[0].numpy() == 1
# %%
external_var = tf.Variable(3)
@tf.function
def f(x):
  return x * external_var
traced_f = f.get_concrete_function(4)
print("Calling concrete function...")
print(traced_f(4))
# %%
external_var = tf.Variable(4)
print("Calling concrete function after garbage collecting its closed Variable...")
with assert_raises(tf.errors.FailedPreconditionError):
  traced_f(4)
# %%
@tf.function
def train_step(w, x, y, optimizer):
  with tf.GradientTape() as tape:
    L = tf.reduce_sum(tf.square(w*x - y))
  gradients = tape.gradient(L, [w])
  optimizer.apply_gradients(zip(gradients, [w]))

opt1 = tf.keras.optimizers.Adam(learning_rate=1e-2)
w = tf.Variable(2.)
x = tf.constant([-1.])
y = tf.constant([2.])
train_step(w, x, y, opt1)
print(round(float(w), 4))
# %%
opt1 = tf.keras.optimizers.Adam(learning_rate=1e-2)
opt2 = tf.keras.optimizers.Adam(learning_rate=1e-3)
train_step_1 = tf.function(train_step.python_function)
train_step_2 = tf.function(train_step.python_function)
for i in range(10):
  if i % 2 == 0:
    train_step_1(w, x, y, opt1)
  else:
    train_step_2(w, x, y, opt2)
print(round(float(w), 3))
# %%
def foo():
  pass
@tf.function
def outer(f):
  print("tracing")
  f()
outer(foo)
outer(foo)
outer(lambda: None)
# %%
class Adder:
  def __init__(self, k):
    self.k = k
  @tf.function
  def __call__(self, x):
    print("tracing")
    return x + self.k
a, b = Adder(1), Adder(2)
print(a(tf.constant(1)), b(tf.constant(1)), a(tf.constant(2)))
reference = weakref.ref(a)
del a
import gc
gc.collect()
print(reference() is None)
# %%
@tf.function
def many(x, *, flag=True, name="n"):
  print("tracing", x, flag, name)
  return x
many(tf.constant(1))
many(tf.constant(1), flag=True)
many(tf.constant(1), name="n", flag=False)
many(tf.constant(2), flag=False)
print(many.experimental_get_tracing_count())
# %%
filename = os.path.join(tempfile.mkdtemp(), "checkpoint")
g = tf.random.Generator.from_seed(1)
cp = tf.train.Checkpoint(generator=g)
print(g.normal([]))
cp.write(filename)
print("RNG stream from saving point:")
print(g.normal([]))
print(g.normal([]))
cp.restore(filename)
print("RNG stream from restoring point:")
print(g.normal([]))
print(g.normal([]))
# %%
class MyModule(tf.Module):
  def __init__(self):
    super(MyModule, self).__init__()
    self.g = tf.random.Generator.from_seed(0)
  @tf.function
  def __call__(self):
    return self.g.normal([])
  @tf.function
  def state(self):
    return self.g.state

m = MyModule()
print(m())
print("state:", m.state())
# %%
filename = os.path.join(tempfile.mkdtemp(), "saved_model")
tf.saved_model.save(m, filename)
print("RNG stream from saving point:")
print(m())
print("state:", m.state())
print(m())
print("state:", m.state())
# %%
imported = tf.saved_model.load(filename)
print("RNG stream from loading point:")
print("state:", imported.state())
print(imported())
print("state:", imported.state())
print(imported())
print("state:", imported.state())
# %%
print(tf.random.create_rng_state(1, alg='philox'), tf.random.Generator.from_seed((1, 2, 3)).state, tf.random.Generator.from_seed(-1).state)
for bad in (lambda: tf.random.Generator.from_state([1, 2], alg='philox').normal([1]), lambda: tf.random.Generator.from_seed(1, alg='nope'), lambda: tf.random.stateless_normal([1], seed=[1]), lambda: tf.random.Generator.from_seed(1).uniform([1], dtype=tf.int32)):
  try:
    print(bad())
  except Exception as e:
    print(type(e).__name__)
# %%
g = tf.random.Generator.from_seed(1)
h = tf.random.Generator(copy_from=g)
print(g.normal([1]) == h.normal([1]), g.binomial([2], 10., 0.5).shape)
tf.random.set_global_generator(g)
print(tf.random.get_global_generator() is g)
# %%
v = tf.Variable([1., 2., 3.], name="v")
@tf.function
def update(i):
  v.assign_add([1., 1., 1.])
  if i > 0:
    v.assign(v * 2.)
  for _ in tf.range(i):
    v[1:2].assign([0.])
    v.scatter_nd_add([[0]], [1.])
  return v.read_value()
print(update(tf.constant(2)), v)
# %%
@tf.function
def swap(a, b):
  t = a.read_value()
  a.assign(b)
  b.assign(t)
  return a + 10. * b
a, b = tf.Variable(1.), tf.Variable(2.)
print(swap(a, b), a.numpy(), b.numpy())
# %%
@tf.function
def counter():
  if not hasattr(counter, "v"):
    counter.v = tf.Variable(0)
  return counter.v.assign_add(1)
print(counter(), counter())
# %%
tf.config.run_functions_eagerly(True)
print(counter(), update(tf.constant(0)))
tf.config.run_functions_eagerly(False)
