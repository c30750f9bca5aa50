"""Models and checkpoints that earlier versions of this program have saved: they load, and compute what they did.

Each is in a directory of `golden`, named for the version that saved it, with what it computed in `expected.json`. They
are never written again: a version that changes what is saved adds its own, with

    python -m tests.runtime.saved_model.test_golden
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.saved_model.signed_text import THIS

GOLDEN = Path(__file__).parent / "golden"

X = np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)


class Layer(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.b = tf.Variable([0.5, -0.5], trainable=False, name="b")

    @tf.function
    def __call__(self, x, scale=1.0):
        return tf.nn.relu(tf.matmul(x, self.w, transpose_b=True) * scale + self.b)


class Model(tf.Module):
    """Something of everything that a model may have."""

    def __init__(self, vocabulary: str) -> None:
        super().__init__()
        self.layers = [Layer(), Layer()]
        self.named = {"scale": tf.Variable(2.0), "half": tf.Variable(tf.constant([1.5, -0.0], tf.bfloat16))}
        self.words = tf.Variable([b"caf\xc3\xa9", b"", b"'\"\n"])
        self.vocabulary = tf.saved_model.Asset(vocabulary)
        self.generator = tf.random.Generator.from_seed(7)
        self.table = tf.constant(np.arange(40, dtype=np.int64) ** 2)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def serve(self, x):
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

    @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
    def total(self, n):
        total = tf.constant(0, tf.int64)
        for x in tf.data.Dataset.range(n).map(lambda x: tf.gather(self.table, x)).batch(2):
            total += tf.reduce_max(x)
        return total

    @tf.function(input_signature=[])
    def texts(self):
        return tf.strings.join([self.words, "!"])

    @tf.function(input_signature=[])
    def noise(self):
        return self.generator.normal([3]), tf.random.stateless_uniform([2], [1, 2])

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def choose(self, i):
        return tf.switch_case(i, [lambda: 1.0, lambda: float("inf"), lambda: -0.0])


def answers(model: Any) -> dict[str, Any]:
    """What a model says, in values that JSON keeps."""
    normal, uniform = model.noise()
    return {
        "serve": model.serve(tf.constant(X))["y"].numpy().tolist(),
        "scaled": model.layers[0](tf.constant(X)).numpy().tolist(),
        "collatz": int(model.collatz(27)),
        "total": int(model.total(tf.constant(9, tf.int64))),
        "texts": [text.decode() for text in model.texts().numpy()],
        "noise": [*normal.numpy().tolist(), *uniform.numpy().tolist()],
        "more noise": model.generator.uniform([2]).numpy().tolist(),
        "choose": [repr(float(model.choose(i))) for i in range(3)],
        "half": [float(x) for x in model.named["half"].numpy()],
        "vocabulary": Path(model.vocabulary.asset_path.numpy().decode()).read_text(),
    }


def training() -> tuple[tf.train.Checkpoint, Any]:
    """What a checkpoint is saved of, and restored into; and the optimizer in it."""
    # The iterator has random numbers in its state, and does not depend on them: those of numpy differ between versions.
    dataset = tf.data.Dataset.range(50).shuffle(1, seed=5).repeat()
    net = Layer()
    optimizer = tf.keras.optimizers.Adam(0.1)
    checkpoint = tf.train.Checkpoint(
        net=net, optimizer=optimizer, iterator=iter(dataset), generator=tf.random.Generator.from_seed(1),
        step=tf.Variable(0, dtype=tf.int64),
    )  # fmt: skip
    return checkpoint, optimizer


def step(checkpoint: Any) -> list[Any]:
    """A step of training; returns what it saw and made."""
    net, seen = checkpoint.net, int(next(checkpoint.iterator))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(tf.constant(X)) ** 2) * float(seen % 3 + 1)
    checkpoint.optimizer.apply_gradients([(tape.gradient(loss, net.w), net.w)])
    checkpoint.step.assign_add(1)
    return [seen, int(checkpoint.step), net.w.numpy().tolist(), checkpoint.generator.normal([1]).numpy().tolist()]


def assert_alike(found: Any, expected: Any) -> None:
    """Numbers may differ in the last bits, which numpy and the processor decide."""
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for name in expected:
            assert_alike(found[name], expected[name])
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_alike(one, other)
    elif isinstance(expected, float):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    else:
        assert found == expected


VERSIONS = sorted(path.name for path in GOLDEN.iterdir())


def test_there_are_some() -> None:
    assert VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_model_of_a_version_computes_what_it_computed(version: str, tmp_path: Path) -> None:
    expected = json.loads((GOLDEN / version / "expected.json").read_text())
    model = tf.saved_model.load(str(GOLDEN / version / "model"), allow_effects=False)
    assert_alike(answers(model), expected["model"])
    tf.saved_model.save(model, str(tmp_path / "again"), signatures=model.serve)
    served = tf.saved_model.load(str(tmp_path / "again")).signatures["serving_default"](tf.constant(X))
    assert_alike(served["y"].numpy().tolist(), expected["model"]["serve"])


@pytest.mark.parametrize("version", VERSIONS)
def test_a_checkpoint_of_a_version_goes_on_where_it_was(version: str) -> None:
    expected = json.loads((GOLDEN / version / "expected.json").read_text())
    checkpoint, optimizer = training()
    optimizer.build([checkpoint.net.w])
    checkpoint.read(str(GOLDEN / version / "ckpt")).assert_consumed()
    assert_alike([step(checkpoint) for _ in range(3)], expected["training"])


def main() -> None:
    """Saves the golden files of this version."""
    directory = GOLDEN / THIS.version
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    vocabulary = directory / "vocabulary.txt"
    vocabulary.write_text("one\ntwo\n")
    model = Model(str(vocabulary))
    model.layers[0](tf.constant(X))
    model.noise.get_concrete_function()
    tf.saved_model.save(model, str(directory / "model"), signatures=model.serve)
    vocabulary.unlink()
    model = tf.saved_model.load(str(directory / "model"))
    checkpoint, _ = training()
    for _ in range(5):
        step(checkpoint)
    checkpoint.write(str(directory / "ckpt"))
    expected = {"model": answers(model), "training": [step(checkpoint) for _ in range(3)]}
    (directory / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
