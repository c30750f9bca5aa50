"""What belongs to whom: weights to the layers that hold them, slots to variables, values in files to weights."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.saved_model import archives

keras, layers = tf.keras, tf.keras.layers


@pytest.fixture(autouse=True)
def _fresh_names() -> None:
    keras.backend.clear_session()


# -- weights ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["_network", "loss", "optimizer", "_losses", "train_function", "_path", "_loss_layers", "_call_spec", "built_"],
)
def test_a_layer_in_any_attribute_has_its_weights(name: str) -> None:
    class Net(keras.Model):
        def __init__(self) -> None:
            super().__init__()
            setattr(self, name, layers.Dense(2))

        def call(self, x: Any) -> Any:
            return getattr(self, name)(x)

    net = Net()
    net(tf.ones([1, 3]))
    assert [v.shape for v in net.trainable_weights] == [(3, 2), (2,)]
    assert net.layers == [getattr(net, name)]


def test_layers_in_lists_and_dictionaries_of_any_name_have_their_weights() -> None:
    layer = layers.Layer()
    layer.loss = [tf.Variable(1.0), {"a": tf.Variable(2.0)}]
    layer._network = {"b": [layers.Embedding(2, 1)]}
    layer._network["b"][0](tf.constant([0]))
    assert len(layer.weights) == 3


def test_a_layer_with_a_method_of_metrics_has_its_weights() -> None:
    class Counting(layers.Layer):
        def update_state(self) -> None: ...

    net = keras.Model()
    net.counting = Counting()
    net.counting.add_weight(name="count")
    assert len(net.weights) == 1


def test_compiling_does_not_take_a_layer_away() -> None:
    net = keras.Sequential([layers.Dense(1)])
    net.loss = layers.Dense(3)
    with pytest.raises(ValueError, match="compile\\(\\) sets the attribute `loss`, which holds a layer or variable of"):
        net.compile("sgd", "mse")


# -- slots -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [lambda: keras.optimizers.SGD(0.5, momentum=0.5), lambda: keras.optimizers.Adam(0.1)])
def test_variables_that_one_function_is_called_with_have_slots_of_their_own(make: Any) -> None:
    def run(step: Any, first: Any, second: Any) -> list[float]:
        for _ in range(3):
            step(first, tf.constant(1.0))
        step(second, tf.constant(0.0))
        step(second, tf.constant(2.0))
        step(first, tf.constant(0.0))
        return [first.numpy(), second.numpy()]

    staged, eager = make(), make()
    found = run(tf.function(lambda v, g: staged.apply_gradients([(g, v)])), tf.Variable(1.0), tf.Variable(1.0))
    expected = run(lambda v, g: eager.apply_gradients([(g, v)]), tf.Variable(1.0), tf.Variable(1.0))
    np.testing.assert_allclose(found, expected)
    assert len(staged.variables) == len(eager.variables)


def test_a_variable_has_the_same_slots_in_a_function_and_outside() -> None:
    optimizer, v = keras.optimizers.SGD(1.0, momentum=1.0), tf.Variable(0.0)
    step = tf.function(lambda v: optimizer.apply_gradients([(tf.constant(1.0), v)]))
    step(v)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert v.numpy() == -3.0
    assert len(optimizer.variables) == 3


# -- files -----------------------------------------------------------------------------------------------------------


def named(*names: str) -> Any:
    model = keras.Sequential([layers.Input((2,)), *[layers.Dense(2, name=name) for name in names]], name="net")
    for i, weight in enumerate(model.weights):
        weight.assign(np.full(weight.shape, i, "float32"))
    return model


def test_weights_are_loaded_by_their_names(tmp_path: Path) -> None:
    named("a", "b").save_weights(tmp_path / "w.weights")
    other = named("b", "a")
    other.load_weights(tmp_path / "w.weights")
    assert [float(w.max()) for w in other.get_weights()] == [2.0, 3.0, 0.0, 1.0]


def test_weights_of_attributes_are_loaded_by_the_attributes(tmp_path: Path) -> None:
    class Net(keras.Model):
        def __init__(self, *attributes: str) -> None:
            super().__init__()
            for attribute in attributes:
                setattr(self, attribute, layers.Dense(2))

        def call(self, x: Any) -> Any:
            return self.second(self.first(x))

    one, other = Net("first", "second"), Net("second", "first")
    for net in (one, other):
        net(tf.ones([1, 2]))
    one.save_weights(tmp_path / "w.weights")
    other.load_weights(tmp_path / "w.weights")
    np.testing.assert_array_equal(one(tf.ones([1, 2])), other(tf.ones([1, 2])))


def test_weights_have_their_places_whether_the_model_was_trained_or_not(tmp_path: Path) -> None:
    class Net(keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.compile("adam", "mse")
            self.inner = layers.Dense(1)

        def call(self, x: Any) -> Any:
            return self.inner(x)

    trained, new = Net(), Net()
    x = np.ones((2, 3), "float32")
    trained.fit(x, x[:, :1], verbose=0)
    new(x)
    trained.save_weights(tmp_path / "w.weights")
    new.load_weights(tmp_path / "w.weights")
    np.testing.assert_array_equal(trained(x), new(x))


def test_weights_that_do_not_match_are_named(tmp_path: Path) -> None:
    named("a").save_weights(tmp_path / "w.weights")
    with pytest.raises(ValueError) as caught:
        named("a", "b").load_weights(tmp_path / "w.weights")
    assert str(caught.value) == (
        f"'{tmp_path / 'w.weights'}' does not fit model 'net': it lacks layers/dense_1/kernel, layers/dense_1/bias. "
        "With skip_mismatch=True only what fits is loaded."
    )
    other = named("a", "b")
    other.load_weights(tmp_path / "w.weights", skip_mismatch=True)
    assert float(other.weights[2][0][0]) == 2.0


@pytest.mark.parametrize("name", ["w.weights.h5", "w.h5", "w.hdf5"])
def test_hdf5_is_not_pretended(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for save in (named("a").save_weights, named("a").save):
        with pytest.raises(ValueError) as caught:
            save(path)
        assert str(caught.value) == (
            f"'{path}' would be an HDF5 file, which is not covered: save a model as '{tmp_path / 'w.keras'}', and "
            f"weights as '{tmp_path / 'w.weights'}'"
        )
    assert not path.exists()


def test_files_of_other_systems_are_recognised_by_their_contents(tmp_path: Path) -> None:
    ours = "which is not covered: this system reads the `.keras` and `.weights` files that it wrote itself"
    for name in ("w.weights", "w.h5", "m.keras"):
        (tmp_path / name).write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
        for load in (keras.models.load_model, named("a").load_weights):
            with pytest.raises(ValueError) as caught:
                load(tmp_path / name)
            assert str(caught.value) == f"'{tmp_path / name}' is an HDF5 file, {ours}"
    with zipfile.ZipFile(tmp_path / "k.keras", "w") as archive:
        for name in ("metadata.json", "config.json", "model.weights.h5"):
            archive.writestr(name, "{}")
    with pytest.raises(ValueError) as caught:
        keras.models.load_model(tmp_path / "k.keras")
    assert str(caught.value) == f"'{tmp_path / 'k.keras'}' is a model that Keras saved, {ours}"
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "saved_model.pb").write_bytes(b"\x08\x01")
    with pytest.raises(ValueError) as caught:
        keras.models.load_model(tmp_path / "saved")
    assert str(caught.value) == f"'{tmp_path / 'saved'}' is a saved model of TensorFlow, {ours}"


def bomb(names: dict[str, bytes]) -> bytes:
    """An archive whose members take up little room."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_an_archive_is_not_inflated_beyond_all_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = bytes(4 << 20)
    weights = bomb({"index.npy": zeros, "0.npy": zeros})
    (tmp_path / "w.weights").write_bytes(weights)
    whole = {"metadata.json": b'{"format": 2}', "config.json": b"{}", "model.weights.npz": zeros}
    (tmp_path / "m.keras").write_bytes(bomb(whole))
    monkeypatch.setattr(archives, "LARGEST_TOTAL", 1 << 20)
    for name, load in (("w.weights", named("a").load_weights), ("m.keras", keras.models.load_model)):
        with pytest.raises(ValueError, match=r"is damaged, .* its members have over 1048576 bytes"):
            load(tmp_path / name)


def test_an_archive_in_an_archive_is_bounded_by_the_file(tmp_path: Path) -> None:
    inner = bomb({"index.npy": bytes(64 << 20)})
    whole = {"metadata.json": b'{"format": 2}', "config.json": b"{}", "model.weights.npz": inner}
    (tmp_path / "m.keras").write_bytes(bomb(whole))
    assert (tmp_path / "m.keras").stat().st_size < 50_000
    with pytest.raises(ValueError, match=r"is damaged, .* cannot stand for the 67108864 that the archive says it has"):
        named("a").load_weights(tmp_path / "m.keras")


# -- errors, classes, arguments --------------------------------------------------------------------------------------


def test_what_a_layer_of_a_stack_does_not_implement_is_told() -> None:
    class Unfinished(layers.Layer):
        def call(self, x: Any) -> Any:
            raise NotImplementedError("the unfinished layer")

    with pytest.raises(NotImplementedError, match="the unfinished layer"):
        keras.Sequential([layers.Dense(1), Unfinished()])(tf.ones([1, 2]))


def test_an_unfinished_layer_is_run_once_before_it_fails() -> None:
    calls: list[int] = []

    class Unfinished(layers.Layer):
        def call(self, x: Any) -> Any:
            calls.append(1)
            raise NotImplementedError("the unfinished layer")

    with pytest.raises(NotImplementedError):
        keras.Sequential([Unfinished()])(tf.ones([1, 2]))
    assert len(calls) == 1


@pytest.mark.parametrize(
    "cls", [c for c in vars(keras.metrics).values() if isinstance(c, type)], ids=lambda c: c.__name__
)
def test_metric_classes_are_pickled_by_name(cls: Any) -> None:
    assert pickle.loads(pickle.dumps(cls)) is cls


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: layers.LSTM(1, use_cudnn=True), "LSTM: use_cudnn=True has no effect in this system"),
        (lambda: layers.BatchNormalization(synchronized=True), "synchronized=True has no effect in this system"),
        (lambda: layers.Lambda(abs, output_shape=(1,)), "output_shape=(1,) has no effect in this system"),
        (lambda: named("a").compile("sgd", "mse", jit_compile=True), "compile: jit_compile=True has no effect"),
        (lambda: keras.callbacks.TensorBoard(write_images=True), "TensorBoard: write_images=True has no effect"),
        (lambda: layers.Layer().add_weight(name="w", aggregation="other"), "add_weight: aggregation='other' has no"),
        (lambda: named("a").predict(np.ones((1, 2)), verbose=0, workers=8), "predict: workers=8 has no effect"),
    ],
)
def test_arguments_that_change_nothing_are_warned_of(make: Any, text: str) -> None:
    with pytest.warns(UserWarning) as caught:
        make()
    assert any(text in str(warning.message) for warning in caught)


@pytest.mark.parametrize(
    "call",
    [
        lambda: named("a").compile("sgd", "mse", metric=["mae"]),
        lambda: layers.Layer().add_weight(name="w", trainabel=False),
        lambda: keras.metrics.Mean(nam="m"),
        lambda: keras.callbacks.ModelCheckpoint("w", save_frequency=3),
        lambda: keras.callbacks.TensorBoard(log_directory="logs"),
        lambda: named("a").save("m.keras", save_format="keras"),
        lambda: keras.optimizers.SGD().apply_gradients([], aggregate=True),
    ],
)
def test_arguments_that_are_not_known_are_errors(call: Any) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        call()


def test_the_dtype_of_an_input_spec_is_checked() -> None:
    layer = layers.Activation("relu", name="a")
    layer.input_spec = layers.InputSpec(dtype="int32")
    with pytest.raises(ValueError, match="expected dtype=int32, found dtype=float32"):
        layer(tf.ones([1]))
