"""After the guide "Introduction to Variables"."""

# %%
my_tensor = tf.constant([[1.0, 2.0], [3.0, 4.0]])
my_variable = tf.Variable(my_tensor)
bool_variable = tf.Variable([False, False, False, True])
complex_variable = tf.Variable([5 + 4j, 6 + 1j])
# %%
print("Shape: ", my_variable.shape)
print("DType: ", my_variable.dtype)
print("As NumPy: ", my_variable.numpy())
# %%
print("A variable:", my_variable)
print("\nViewed as a tensor:", tf.convert_to_tensor(my_variable))
print("\nIndex of highest value:", tf.math.argmax(my_variable))
print("\nCopying and reshaping: ", tf.reshape(my_variable, [1,4]))
# %%
bool_variable, complex_variable
# %%
a = tf.Variable([2.0, 3.0])
a.assign([1, 2])
try:
  a.assign([1.0, 2.0, 3.0])
except Exception as e:
  print(f"{type(e).__name__}: {e}")
# %%
a = tf.Variable([2.0, 3.0])
b = tf.Variable(a)
a.assign([5, 6])
print(a.numpy())
print(b.numpy())
print(a.assign_add([2,3]).numpy())
print(a.assign_sub([7,9]).numpy())
# %%
a = tf.Variable(my_tensor, name="Mark")
b = tf.Variable(my_tensor + 1, name="Mark")
print(a == b)
# %%
step_counter = tf.Variable(1, trainable=False)
step_counter
# %%
with tf.device('CPU:0'):
  a = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
  b = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
  c = tf.matmul(a, b)
print(c)
# %%
with tf.device('CPU:0'):
  a = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
  b = tf.Variable([[1.0, 2.0, 3.0]])
with tf.device('CPU:0'):
  k = a * b
print(k)
# %%
print(a.device, k.device)
# %%
v = tf.Variable(0.0)
w = v + 1
print(w)
print(v.assign_add(1), v.read_value(), v.trainable, v.name, step_counter.name)
# %%
v = tf.Variable(tf.constant([1, 2, 3]), shape=tf.TensorShape([None]), dtype=tf.int32)
v.assign([4, 5])
print(v, v.shape)
