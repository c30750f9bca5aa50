"""After the guide "Introduction to tensor slicing"."""

# %%
import numpy as np

t1 = tf.constant([0, 1, 2, 3, 4, 5, 6, 7])
print(tf.slice(t1,
               begin=[1],
               size=[3]))
# %%
print(t1[1:4])
# %%
print(t1[-3:])
# %%
t2 = tf.constant([[0, 1, 2, 3, 4],
                  [5, 6, 7, 8, 9],
                  [10, 11, 12, 13, 14],
                  [15, 16, 17, 18, 19]])
print(t2[:-1, 1:3])
# %%
t3 = tf.constant([[[1, 3, 5, 7],
                   [9, 11, 13, 15]],
                  [[17, 19, 21, 23],
                   [25, 27, 29, 31]]
                  ])
print(tf.slice(t3,
               begin=[1, 1, 0],
               size=[1, 1, 2]))
# %%
print(tf.gather(t1,
                indices=[0, 3, 6]))
print(t1[::3])
# %%
alphabet = tf.constant(list('abcdefghijklmnopqrstuvwxyz'))
print(tf.gather(alphabet,
                indices=[2, 0, 19, 18]))
# %%
t4 = tf.constant([[0, 5],
                  [1, 6],
                  [2, 7],
                  [3, 8],
                  [4, 9]])
print(tf.gather_nd(t4,
                   indices=[[2], [3], [0]]))
# %%
t5 = np.reshape(np.arange(18), [2, 3, 3])
print(tf.gather_nd(t5,
                   indices=[[0, 0, 0], [1, 2, 1]]))
# %%
print(tf.gather_nd(t5,
                   indices=[[[0, 0], [0, 2]], [[1, 0], [1, 2]]]))
# %%
print(tf.gather_nd(t5,
                   indices=[[0, 0], [0, 2], [1, 0], [1, 2]]))
# %%
t6 = tf.constant([10])
indices = tf.constant([[1], [3], [5], [7], [9]])
data = tf.constant([2, 4, 6, 8, 10])
print(tf.scatter_nd(indices=indices,
                    updates=data,
                    shape=t6))
# %%
new_indices = tf.constant([[0, 2], [2, 1], [3, 3]])
t7 = tf.gather_nd(t2, indices=new_indices)
t8 = tf.sparse.SparseTensor(indices=[[0, 2], [2, 1], [3, 3]],
                            values=t7,
                            dense_shape=[4, 5])
print(t8)
# %%
t9 = tf.sparse.to_dense(t8)
print(t9)
# %%
t11 = tf.constant([[2, 7, 0],
                   [9, 0, 1],
                   [0, 3, 8]])
t12 = tf.tensor_scatter_nd_add(t11,
                               indices=[[0, 2], [1, 1], [2, 0]],
                               updates=[6, 5, 4])
print(t12)
# %%
t13 = tf.tensor_scatter_nd_sub(t11,
                               indices=[[0, 0], [0, 1], [1, 0], [1, 2], [2, 1], [2, 2]],
                               updates=[1, 6, 8, 0, 2, 7])
print(t13)
# %%
t14 = tf.constant([[-2, -7, 0],
                   [-9, 0, 1],
                   [0, -3, -8]])
print(tf.tensor_scatter_nd_min(t14,
                               indices=[[0, 2], [1, 1], [2, 0]],
                               updates=[-6, -5, -4]))
# %%
print(tf.tensor_scatter_nd_max(t14,
                               indices=[[0, 2], [1, 1], [2, 0]],
                               updates=[6, 5, 4]))
# %%
print(tf.tensor_scatter_nd_update(t11, [[0, 0]], [100]))
# %%
print(t3[..., 0], t3[0, ..., tf.newaxis], t3[tf.constant(1), ::-1, 1:tf.constant(3)])
# %%
print(tf.strided_slice(t2, [0, 0], [4, 5], [2, 2]))
print(tf.boolean_mask(t2, [True, False, True, False]))
print(t2[t2 > 12])
