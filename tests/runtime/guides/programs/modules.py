"""After the guide "Introduction to modules, layers, and models": `tf.Module`."""

# %%
class SimpleModule(tf.Module):
  def __init__(self, name=None):
    super().__init__(name=name)
    self.a_variable = tf.Variable(5.0, name="train_me")
    self.non_trainable_variable = tf.Variable(5.0, trainable=False, name="do_not_train_me")
  def __call__(self, x):
    return self.a_variable * x + self.non_trainable_variable

simple_module = SimpleModule(name="simple")
simple_module(tf.constant(5.0))
# %%
print("trainable variables:", simple_module.trainable_variables)
print("all variables:", simple_module.variables)
# %%
class Dense(tf.Module):
  def __init__(self, in_features, out_features, name=None):
    super().__init__(name=name)
    self.w = tf.Variable(tf.ones([in_features, out_features]) * 0.5, name='w')
    self.b = tf.Variable(tf.zeros([out_features]), name='b')
  def __call__(self, x):
    y = tf.matmul(x, self.w) + self.b
    return tf.nn.relu(y)

class SequentialModule(tf.Module):
  def __init__(self, name=None):
    super().__init__(name=name)
    self.dense_1 = Dense(in_features=3, out_features=3)
    self.dense_2 = Dense(in_features=3, out_features=2)

  def __call__(self, x):
    x = self.dense_1(x)
    return self.dense_2(x)

my_model = SequentialModule(name="the_model")
print("Model results:", my_model(tf.constant([[2.0, 2.0, 2.0]])))
# %%
print("Submodules:", [type(m).__name__ for m in my_model.submodules])
# %%
for var in my_model.variables:
  print(var, "\n")
# %%
class FlexibleDenseModule(tf.Module):
  def __init__(self, out_features, name=None):
    super().__init__(name=name)
    self.is_built = False
    self.out_features = out_features

  def __call__(self, x):
    if not self.is_built:
      self.w = tf.Variable(
        tf.ones([x.shape[-1], self.out_features]), name='w')
      self.b = tf.Variable(tf.zeros([self.out_features]), name='b')
      self.is_built = True
    y = tf.matmul(x, self.w) + self.b
    return tf.nn.relu(y)

class MySequentialModule(tf.Module):
  def __init__(self, name=None):
    super().__init__(name=name)
    self.dense_1 = FlexibleDenseModule(out_features=3)
    self.dense_2 = FlexibleDenseModule(out_features=2)

  def __call__(self, x):
    x = self.dense_1(x)
    return self.dense_2(x)

my_model = MySequentialModule(name="the_model")
print("Model results:", my_model(tf.constant([[2.0, 2.0, 2.0]])))
# %%
import os, tempfile
chkp_path = os.path.join(tempfile.mkdtemp(), "my_checkpoint")
checkpoint = tf.train.Checkpoint(model=my_model)
os.path.basename(checkpoint.write(chkp_path))
# %%
tf.train.list_variables(chkp_path)
# %%
new_model = MySequentialModule()
new_checkpoint = tf.train.Checkpoint(model=new_model)
new_checkpoint.restore(chkp_path)
new_model(tf.constant([[2.0, 2.0, 2.0]]))
# %%
class MySequentialModule(tf.Module):
  def __init__(self, name=None):
    super().__init__(name=name)
    self.dense_1 = Dense(in_features=3, out_features=3)
    self.dense_2 = Dense(in_features=3, out_features=2)

  @tf.function
  def __call__(self, x):
    x = self.dense_1(x)
    return self.dense_2(x)

my_model = MySequentialModule(name="the_model")
print(my_model([[2.0, 2.0, 2.0]]))
print(my_model([[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]]))
# %%
logdir = tempfile.mkdtemp()
writer = tf.summary.create_file_writer(logdir)
new_model = MySequentialModule()
tf.summary.trace_on(graph=True)
z = print(new_model(tf.constant([[2.0, 2.0, 2.0]])))
with writer.as_default():
  tf.summary.trace_export(
      name="my_func_trace",
      step=0,
      profiler_outdir=logdir)
# %%
path = os.path.join(tempfile.mkdtemp(), "the_saved_model")
tf.saved_model.save(my_model, path)
new_model = tf.saved_model.load(path)
isinstance(new_model, SequentialModule)
# %%
print(new_model([[2.0, 2.0, 2.0]]))
print(new_model([[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]]))
# %%
class Scoped(tf.Module):
  def __init__(self, name=None):
    super().__init__(name)
    with self.name_scope:
      self.v = tf.Variable([1, 2], name="v")
  @tf.Module.with_name_scope
  def __call__(self):
    if not hasattr(self, "w"):
      self.w = tf.Variable(1.0, name="w")
    return self.w
s = Scoped("scoped")
s()
print(s.v.name, s.w.name, s.name, s.name_scope.name, s.trainable_variables)
# %%
class Tree(tf.Module):
  def __init__(self):
    self.list = [Dense(1, 1), {"k": tf.Variable(1)}]
    self.b = tf.Variable(2)
t = Tree()
print([v.name for v in t.variables], len(t.submodules), t.name)
