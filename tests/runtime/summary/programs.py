"""What the tests of summaries write; `recorded.txt` is what TensorFlow 2.21 with TensorBoard 2.21 wrote for it."""

import numpy as np


def write_everything(tf):
    """Writes a summary of each kind, eagerly and from graphs, to the default writer."""
    tf.summary.scalar("loss", 0.5, step=1)
    tf.summary.scalar("loss", tf.constant(2), step=2, description="an *integer*")
    tf.summary.histogram("weights", [1.0, 2.0, 3.0, 4.0, 10.0], step=1, buckets=4)
    tf.summary.histogram("equal", [[7, 7], [7, 7]], step=1, buckets=2)
    tf.summary.histogram("empty", [], step=1, buckets=2)
    tf.summary.text("note", "hello **world**", step=1)
    tf.summary.text("table", [["a", "b"], ["c", "d"]], step=1)
    tf.summary.image("grey", np.linspace(0, 1, 12).reshape(1, 3, 4, 1), step=1, description="a ramp")
    tf.summary.image("colours", np.arange(72, dtype=np.uint8).reshape(3, 2, 4, 3), step=1, max_outputs=2)
    tf.summary.audio("ramp", np.linspace(-1, 1, 20, dtype=np.float32).reshape(1, 20, 1), 8000, step=1)
    tf.summary.write("raw", tf.constant([[1, 2]]), step=3)
    tf.summary.write("strings", tf.constant(["é", ""]), step=3)
    with tf.name_scope("outer"), tf.name_scope("inner"):
        tf.summary.scalar("scoped", 1.0, step=3)
    with tf.summary.record_if(False):
        tf.summary.scalar("never", 1.0, step=3)
    with tf.summary.record_if(lambda: tf.summary.experimental.get_step() % 2 == 0):
        for step in range(3):
            tf.summary.experimental.set_step(step)
            tf.summary.scalar("even", step)

    counter = tf.Variable(10, dtype=tf.int64)
    tf.summary.experimental.set_step(counter)

    @tf.function
    def train(x, limit):
        tf.summary.scalar("x", x)
        if x > 2.0:
            tf.summary.scalar("large", x)
        for i in tf.range(limit):
            tf.summary.scalar("iteration", x * tf.cast(i, tf.float32), step=tf.cast(i, tf.int64))
        tf.map_fn(lambda y: (tf.summary.scalar("mapped", y), y)[1], tf.constant([1.0, 2.0]))
        tf.switch_case(limit, [lambda: tf.summary.scalar("zero", x), lambda: tf.summary.scalar("other", x)])
        with tf.name_scope("scope"):
            for _ in range(1):
                while x < 2.0:
                    tf.summary.scalar("small", x)
                    x += 1.0
        with tf.summary.record_if(counter % 2 == 0), tf.name_scope("scope"):
            tf.summary.scalar("sometimes", x)
        counter.assign_add(1)

    train(tf.constant(1.0), tf.constant(2))
    train(tf.constant(3.0), tf.constant(0))
    tf.summary.experimental.set_step(None)
