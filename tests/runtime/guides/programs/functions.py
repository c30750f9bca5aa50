"""After the guide "Better performance with tf.function"."""

# %%
import traceback
import contextlib

@contextlib.contextmanager
def assert_raises(error_class):
  try:
    yield
  except error_class as e:
    print('Caught expected exception \n  {}:'.format(error_class))
    print(type(e).__name__)
  except Exception as e:
    raise e
  else:
    raise Exception('Expected {} to be raised but no error was raised!'.format(
        error_class))
# %%
@tf.function
def add(a, b):
  return a + b

add(tf.ones([2, 2]), tf.ones([2, 2]))
# %%
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
  result = add(v, 1.0)
tape.gradient(result, v)
# %%
@tf.function
def dense_layer(x, w, b):
  return add(tf.matmul(x, w), b)

dense_layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]))
# %%
@tf.function
def double(a):
  print("Tracing with", a)
  return a + a

print(double(tf.constant(1)))
print()
print(double(tf.constant(1.1)))
print()
print(double(tf.constant("a")))
print()
# %%
print(double(tf.constant("b")))
# %%
print(double.pretty_printed_concrete_signatures())
# %%
@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def next_collatz(x):
  print("Tracing with", x)
  return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

print(next_collatz(tf.constant([1, 2])))
with assert_raises(TypeError):
  next_collatz(tf.constant([[1, 2], [3, 4]]))
with assert_raises(TypeError):
  next_collatz(tf.constant([1.0, 2.0]))
# %%
@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def g(x):
  print('Tracing with', x)
  return x
print(g(tf.constant([1, 2, 3])))
print(g(tf.constant([1, 2, 3, 4, 5])))
# %%
@tf.function(reduce_retracing=True)
def g(x):
  print('Tracing with', x)
  return x
print(g(tf.constant([1, 2, 3])))
print(g(tf.constant([1, 2, 3, 4, 5])))
print(g(tf.constant([1, 2, 3, 4, 5, 6])))
# %%
def train_one_step():
  pass

@tf.function
def train(num_steps):
  print("Tracing with num_steps = ", num_steps)
  tf.print("Executing with num_steps = ", num_steps)
  for _ in tf.range(num_steps):
    train_one_step()

print("Retracing occurs for different Python arguments.")
train(num_steps=10)
train(num_steps=20)
print()
print("Traces are reused for Tensor arguments.")
train(num_steps=tf.constant(10))
train(num_steps=tf.constant(20))
# %%
def f():
  print('Tracing!')
  tf.print('Executing')
tf.function(f)()
tf.function(f)()
# %%
print("Obtaining concrete trace")
double_strings = double.get_concrete_function(tf.constant("a"))
print("Executing traced function")
print(double_strings(tf.constant("a")))
print(double_strings(a=tf.constant("b")))
# %%
double_strings_from_inputspec = double.get_concrete_function(tf.TensorSpec(shape=[], dtype=tf.string))
print(double_strings_from_inputspec(tf.constant("c")))
# %%
print(double_strings)
# %%
print(double_strings.function_type)
# %%
print(double_strings.structured_input_signature)
print(double_strings.structured_outputs)
# %%
with assert_raises(tf.errors.InvalidArgumentError):
  double_strings(tf.constant(1))
# %%
@tf.function
def pow(a, b):
  return a ** b

square = pow.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
print(square)
# %%
assert square(tf.constant(10.0)) == 100
with assert_raises(TypeError):
  square(tf.constant(10.0), b=3)
# %%
graph = double_strings.graph
for node in graph.as_graph_def().node:
  print(f'{node.input} -> {node.name}')
# %%
@tf.function
def do_something_buggy(x):
  print("Tracing!", x)
  tf.debugging.assert_equal(x, 1)
  return x
try:
  do_something_buggy(tf.constant(2))
except Exception as e:
  print(type(e).__name__)
# %%
@tf.function
def f(x):
  while tf.reduce_sum(x) > 1:
    tf.print(x)
    x = tf.tanh(x)
  return x
f(tf.constant([0.5, 0.7, 0.9]))
# %%
print("while_stmt" in tf.autograph.to_code(f.python_function))
# %%
@tf.function
def fizzbuzz(n):
  for i in tf.range(1, n + 1):
    print('Tracing for loop')
    if i % 15 == 0:
      print('Tracing fizzbuzz branch')
      tf.print('fizzbuzz')
    elif i % 3 == 0:
      print('Tracing fizz branch')
      tf.print('fizz')
    elif i % 5 == 0:
      print('Tracing buzz branch')
      tf.print('buzz')
    else:
      print('Tracing default branch')
      tf.print(i)

fizzbuzz(tf.constant(5))
fizzbuzz(tf.constant(20))
# %%
def measure_graph_size(f, *args):
  g = f.get_concrete_function(*args).graph
  print("{}({}) contains {} nodes in its graph".format(
      f.__name__, ', '.join(map(str, args)), len(g.as_graph_def().node)))

@tf.function
def train(dataset):
  loss = tf.constant(0)
  for x, y in dataset:
    loss += tf.abs(y - x)
  return loss

small_data = [(1, 1)] * 3
big_data = [(1, 1)] * 10
measure_graph_size(train, small_data)
measure_graph_size(train, big_data)
# %%
batch_size = 2
seq_len = 3
feature_size = 4

def rnn_step(inp, state):
  return inp + state

@tf.function
def dynamic_rnn(rnn_step, input_data, initial_state):
  input_data = tf.transpose(input_data, [1, 0, 2])
  max_seq_len = tf.shape(input_data)[0]
  states = tf.TensorArray(tf.float32, size=max_seq_len)
  state = initial_state
  for i in tf.range(max_seq_len):
    state = rnn_step(input_data[i], state)
    states = states.write(i, state)
  return tf.transpose(states.stack(), [1, 0, 2])

dynamic_rnn(rnn_step,
            tf.ones([batch_size, seq_len, feature_size]),
            tf.zeros([batch_size, feature_size]))
# %%
@tf.function
def f(x):
  print("Traced with", x)
  tf.print("Executed with", x)

f(1)
f(1)
f(2)
# %%
external_list = []
@tf.function
def side_effect(x):
  print('Python side effect')
  external_list.append(x)

side_effect(1)
side_effect(1)
side_effect(1)
assert len(external_list) == 1
# %%
class Model(tf.Module):
  def __init__(self):
    self.v = tf.Variable(0)
    self.counter = 0

  @tf.function
  def __call__(self):
    if self.counter == 0:
      self.counter += 1
      self.v.assign_add(1)
    return self.v

m = Model()
for n in range(3):
  print(m().numpy())
# %%
external_var = tf.Variable(0)
@tf.function
def buggy_consume_next(iterator):
  external_var.assign_add(next(iterator))
  tf.print("Value of external_var:", external_var)

iterator = iter([0, 1, 2, 3])
buggy_consume_next(iterator)
buggy_consume_next(iterator)
buggy_consume_next(iterator)
# %%
@tf.function
def good_consume_next(iterator):
  external_var.assign_add(next(iterator))
  tf.print("Value of external_var:", external_var)

ds = tf.data.Dataset.from_tensor_slices([0, 1, 2, 3])
iterator = iter(ds)
external_var.assign(0)
good_consume_next(iterator)
good_consume_next(iterator)
good_consume_next(iterator)
# %%
@tf.function
def leaky_function(a):
  global x
  x = a + 1
  return a + 2

correct_a = leaky_function(tf.constant(1))
print(correct_a.numpy())
try:
  x.numpy()
except AttributeError as expected:
  print(type(expected).__name__)
# %%
@tf.function
def captures_leaked_tensor(b):
  b += x
  return b

with assert_raises(TypeError):
  captures_leaked_tensor(tf.constant(2))
# %%
@tf.function
def recursive_fn(n):
  if n > 0:
    return recursive_fn(n - 1)
  else:
    return 1

try:
  recursive_fn(tf.constant(5000))
except Exception:
  print('a recursion that does not end')
# %%
@tf.function
def recursive_fn(n):
  if n > 0:
    print('tracing')
    return recursive_fn(n - 1)
  else:
    return 1
recursive_fn(5)
# %%
@tf.function
def buggy_add():
  return 1 + foo
foo = 1
print("Buggy:", buggy_add())
foo = 100
print("Buggy:", buggy_add())
# %%
@tf.function
def variable_add():
  return 1 + foo

foo = tf.Variable(1)
print("Variable:", variable_add())
print("Updating the value of `foo` to 100!")
foo.assign(100)
print("Variable:", variable_add())
# %%
class SimpleModel(tf.Module):
  def __init__(self):
    self.bias = 5.
    self.weight = 2.

@tf.function
def evaluate(model, x):
  return model.weight * x + model.bias

simple_model = SimpleModel()
x = tf.constant(10.)
print(evaluate(simple_model, x))
simple_model.bias += 5.0
print(evaluate(simple_model, x))
# %%
class BetterModel:
  def __init__(self):
    self.bias = tf.Variable(5.)
    self.weight = tf.Variable(2.)

better_model = BetterModel()
print(evaluate(better_model, x))
better_model.bias.assign_add(5.0)
print(evaluate(better_model, x))
# %%
@tf.function
def f(x):
  v = tf.Variable(1.0)
  return v

with assert_raises(ValueError):
  f(1.0)
# %%
class Count(tf.Module):
  def __init__(self):
    self.count = None

  @tf.function
  def __call__(self):
    if self.count is None:
      self.count = tf.Variable(0)
    return self.count.assign_add(1)

c = Count()
print(c())
print(c())
# %%
opt1 = [tf.Variable(1.0)]
@tf.function
def train_step(w, x, y, optimizer):
  with tf.GradientTape() as tape:
    L = tf.reduce_sum(tf.square(w*x - y))
  gradients = tape.gradient(L, [w])
  w.assign_sub(0.1 * gradients[0])
  return L
w = tf.Variable(2.)
x = tf.constant([-1.])
y = tf.constant([2.])
print(train_step(w, x, y, opt1), w.numpy())
# %%
@tf.function(autograph=False)
def f(x):
  if x > 0:
    x = x * x
  return x
with assert_raises(Exception):
  f(tf.constant(1.0))
# %%
tf.config.run_functions_eagerly(True)
@tf.function
def f(x):
  print("eager", x.numpy())
  return x
f(tf.constant(3))
tf.config.run_functions_eagerly(False)
# %%
print(tf.config.functions_run_eagerly())
# %%
@tf.function
def f(x, y=2, *args, z=3, **kwargs):
  return x
print(f.get_concrete_function(tf.TensorSpec([2]), 1, 5, z=7, q=8))
# %%
class Adder(tf.Module):
  @tf.function
  def add(self, x, y):
    return x + y
a = Adder()
print(a.add(tf.constant(1), tf.constant(2)), a.add.pretty_printed_concrete_signatures())
