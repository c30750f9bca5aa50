"""Models that the tests of saving save."""

from __future__ import annotations

import os

import numpy as np

import runtime as tf


class Layer(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.w = tf.Variable(tf.reshape(tf.range(size * size, dtype=tf.float32), [size, size]), name="w")
        self.b = tf.Variable(tf.zeros([size]), trainable=False, name="b")

    @tf.function
    def __call__(self, x, scale=1.0):
        return tf.matmul(x, self.w) * scale + self.b


@tf.custom_gradient
def clipped(x):
    return tf.identity(x), lambda dy: tf.clip_by_value(dy, -1.0, 1.0)


TABLE = tf.constant(np.arange(40, dtype=np.int64))


class Model(tf.Module):
    """Something of everything that can be saved."""

    def __init__(self, vocabulary):
        super().__init__()
        self.layers = [Layer(2), Layer(2)]
        self.named = {"scale": tf.Variable(2.0), "counts": [tf.Variable([1, 2, 3])]}
        self.half = tf.Variable(tf.constant([1.5, float("nan"), -0.0], tf.bfloat16))
        self.words = tf.Variable([b"caf\xc3\xa9", b"", b"'\"\n"])
        self.vocabulary = tf.saved_model.Asset(vocabulary)
        self.calls = tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def serve(self, x):
        self.calls.assign_add(1)
        for layer in self.layers:
            x = layer(x, scale=0.5)
        return {"y": x, "size": tf.shape(x)[0]}

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def collatz(self, n):
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def clip(self, x):
        return clipped(x * x) * self.named["scale"]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
    def look_up(self, indices):
        return tf.gather(TABLE, indices) + tf.constant(np.arange(20))[-1]

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def squares(self, n):
        array = tf.TensorArray(tf.int32, size=n)
        for i in tf.range(n):
            array = array.write(i, i * i)
        return array.stack()

    @tf.function(input_signature=[])
    def texts(self):
        return tf.strings.join([self.words, "!"]), self.vocabulary.asset_path, self.half + 1

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def choose(self, i):
        return tf.switch_case(i, [lambda: 1.0, lambda: float("inf"), lambda: -0.0])

    @tf.function(input_signature=[])
    def noise(self):
        return tf.random.uniform([3], seed=7)


def make_model(directory) -> Model:
    path = os.path.join(directory, "vocabulary.txt")
    with open(path, "w") as file:
        file.write("one\ntwo\n")
    model = Model(path)
    model.layers[0](tf.ones([1, 2]))
    model.layers[0](tf.ones([1, 2]), 2.0)
    return model
