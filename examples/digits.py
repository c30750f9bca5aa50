"""Softmax regression on handwritten digits, trained inside one graph.

The whole training loop is a plain Python `while` with an early `break`; `function` stages it once. The gradient of the
loss is written out: for logits X W + b and one-hot labels y it is X^T (softmax - y) / n.

Data: the 1,797 images of 8 x 8 pixels that come with scikit-learn (`pip install autograph-runtime[examples]`).
"""

import sys

import runtime as tf

try:
    from sklearn.datasets import load_digits
except ImportError:
    sys.exit("this example needs scikit-learn: pip install 'autograph-runtime[examples]'")


@tf.function
def train(images, labels, learning_rate, most_steps):
    """Gradient descent until the loss stops improving.

    Args:
        images: float32 of shape (n, 64), from 0 to 1.
        labels: float32 of shape (n, 10), one-hot.

    Returns:
        weights (64, 10), bias (10,), the last loss, and the number of steps taken.
    """
    weights = tf.zeros([64, 10])
    bias = tf.zeros([10])
    count = tf.cast(tf.shape(images)[0], tf.float32)
    best = tf.constant(float("inf"))
    loss = best
    step = 0
    while step < most_steps:
        predicted = tf.nn.softmax(tf.matmul(images, weights) + bias)
        loss = -tf.reduce_sum(labels * tf.math.log(predicted + 1e-9)) / count
        if loss > best - 2e-5:
            break
        best = loss
        error = (predicted - labels) / count
        weights -= learning_rate * tf.matmul(images, error, transpose_a=True)
        bias -= learning_rate * tf.reduce_sum(error, axis=0)
        step += 1
        if step % 500 == 0:
            tf.print("step", step, "loss", loss)
    return weights, bias, loss, step


def main():
    data = load_digits()
    images = tf.constant(data.data / 16.0, tf.float32)
    labels = tf.one_hot(data.target, 10)
    split = 1400
    weights, bias, loss, steps = train(images[:split], labels[:split], 0.5, tf.constant(3000))
    scores = tf.matmul(images[split:], weights) + bias
    right = tf.equal(tf.argmax(scores, axis=1), data.target[split:])
    accuracy = float(tf.reduce_mean(tf.cast(right, tf.float32)))

    concrete = train.get_concrete_function(images[:split], labels[:split], 0.5, tf.constant(3000))
    print(f"steps: {int(steps)}, loss: {float(loss):.4f}")
    print(f"accuracy on {len(data.target) - split} held-out digits: {accuracy:.1%}")
    print("graph nodes:", len(concrete.graph.as_graph_def().node))
    print("traces:", train.experimental_get_tracing_count())
    assert accuracy >= 0.9
    assert train.experimental_get_tracing_count() == 1


if __name__ == "__main__":
    main()
