"""A convolutional network that reads handwritten digits.

The model is a class with layers; the training step is a function with a gradient tape, staged by `tf.function`.

Data: the 1,797 images of 8 x 8 pixels that come with scikit-learn (`pip install autograph-runtime[examples]`).
`python examples/cnn.py 100` takes 100 steps in place of 1000.
"""

import sys
import time

import numpy as np

import runtime as tf

try:
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split
except ImportError:
    sys.exit("this example needs scikit-learn: pip install 'autograph-runtime[examples]'")


class CNN(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv1 = tf.keras.layers.Conv2D(filters=32, kernel_size=[5, 5], padding="same", activation=tf.nn.relu)
        self.pool1 = tf.keras.layers.MaxPool2D(pool_size=[2, 2], strides=2)
        self.conv2 = tf.keras.layers.Conv2D(filters=64, kernel_size=[5, 5], padding="same", activation=tf.nn.relu)
        self.pool2 = tf.keras.layers.MaxPool2D(pool_size=[2, 2], strides=2)
        self.flatten = tf.keras.layers.Reshape(target_shape=(2 * 2 * 64,))
        self.dense1 = tf.keras.layers.Dense(units=256, activation=tf.nn.relu)
        self.dense2 = tf.keras.layers.Dense(units=10)

    def call(self, inputs):
        x = self.conv1(inputs)  # [batch_size, 8, 8, 32]
        x = self.pool1(x)  # [batch_size, 4, 4, 32]
        x = self.conv2(x)  # [batch_size, 4, 4, 64]
        x = self.pool2(x)  # [batch_size, 2, 2, 64]
        x = self.flatten(x)  # [batch_size, 2 * 2 * 64]
        x = self.dense1(x)  # [batch_size, 256]
        x = self.dense2(x)  # [batch_size, 10]
        return tf.nn.softmax(x)


class DigitsLoader:
    def __init__(self):
        digits = load_digits()
        images = np.expand_dims(digits.images.astype(np.float32) / 16.0, axis=-1)  # [1797, 8, 8, 1]
        labels = digits.target.astype(np.int32)  # [1797]
        self.train_data, self.test_data, self.train_label, self.test_label = train_test_split(
            images, labels, test_size=397, random_state=0
        )

    def get_batch(self, batch_size):
        index = np.random.randint(0, len(self.train_data), batch_size)
        return self.train_data[index, :], self.train_label[index]


num_batches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
batch_size = 50
learning_rate = 0.001

np.random.seed(0)
tf.random.set_seed(0)
data_loader = DigitsLoader()
model = CNN()
optimizer = tf.keras.optimizers.Adam(learning_rate=learning_rate)


@tf.function
def train_one_step(X, y, step):
    with tf.GradientTape() as tape:
        y_pred = model(X)
        loss = tf.keras.losses.sparse_categorical_crossentropy(y_true=y, y_pred=y_pred)
        loss = tf.reduce_mean(loss)
    if step % 100 == 0:
        tf.print("step", step, "loss", loss, output_stream=sys.stdout)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))


start_time = time.time()
for batch_index in range(num_batches):
    X, y = data_loader.get_batch(batch_size)
    train_one_step(X, y, tf.constant(batch_index))
print(f"{num_batches} steps in {time.time() - start_time:.1f} seconds")

accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
for start in range(0, len(data_loader.test_data), 100):
    y_pred = model(data_loader.test_data[start : start + 100])
    accuracy.update_state(y_true=data_loader.test_label[start : start + 100], y_pred=y_pred)
print(f"accuracy on {len(data_loader.test_data)} held-out digits: {float(accuracy.result()):.1%}")
print("graph nodes:", len(train_one_step.get_concrete_function(X, y, tf.constant(0)).graph.as_graph_def().node))
