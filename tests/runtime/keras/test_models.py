"""Models: subclassed, functional and sequential; their summaries, configs, copies and files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

keras = tf.keras
layers = keras.layers


@pytest.fixture(autouse=True)
def _fresh_names() -> None:
    keras.backend.clear_session()


def functional() -> Any:
    """A model with two inputs, two outputs, a shared layer, operators and a slice."""
    a, b = keras.Input((3,), name="a"), keras.Input((3,), name="b")
    shared = layers.Dense(4, activation="tanh", name="shared")
    x, y = shared(a), shared(b)
    z = layers.Concatenate(name="both")([x * 2.0 - y, 1.0 - y[:, :2]])
    return keras.Model([a, b], {"p": layers.Dense(2, name="p")(z), "q": layers.Dense(1, name="q")(x)}, name="net")


ROWS = [np.linspace(-1, 1, 6).reshape(2, 3).astype("float32"), np.linspace(2, 0, 6).reshape(2, 3).astype("float32")]


# -- functional ------------------------------------------------------------------------------------------------------


def test_functional_model_computes_what_its_layers_do() -> None:
    model = functional()
    shared, p, q = (model.get_layer(name) for name in ("shared", "p", "q"))
    x, y = shared(ROWS[0]), shared(ROWS[1])
    outputs = model(ROWS)
    np.testing.assert_allclose(outputs["p"], p(tf.concat([x * 2.0 - y, 1.0 - y[:, :2]], 1)), rtol=1e-5)
    np.testing.assert_allclose(outputs["q"], q(x), rtol=1e-5)
    assert len(model.weights) == 6
    assert model.get_layer(index=-1) is model.layers[-1] and model.get_layer(index=2) is model.layers[2]


def test_inputs_are_given_in_order_or_by_name() -> None:
    model = functional()
    by_name = model({"b": ROWS[1], "a": ROWS[0]})
    np.testing.assert_array_equal(by_name["p"], model(ROWS)["p"])


def test_only_an_optional_input_may_be_none() -> None:
    class First(layers.Layer):
        def call(self, x: Any, y: Any = None) -> Any:
            return x if y is None else x + y

    for optional in (True, False):
        a, b = keras.Input((3,), name="a"), keras.Input((3,), name="b", optional=optional)
        model = keras.Model([a, b], First()(a, b), name="net")
        if optional:
            np.testing.assert_array_equal(model([ROWS[0], None]), ROWS[0])
        else:
            with pytest.raises(ValueError, match="Input 'b' of model 'net' is None: make it an `Input"):
                model([ROWS[0], None])


def test_model_is_a_layer_of_other_models() -> None:
    inner = keras.Sequential([keras.Input((3,)), layers.Dense(2)], name="inner")
    x = keras.Input((3,))
    outer = keras.Model(x, layers.Dense(1)(inner(x)))
    assert outer.layers[1] is inner
    np.testing.assert_allclose(outer(ROWS[0]), outer.layers[2](inner(ROWS[0])), rtol=1e-6)


def test_part_of_a_model_is_a_model() -> None:
    model = keras.Sequential([keras.Input((3,)), layers.Dense(4, name="first"), layers.Dense(2)])
    part = keras.Model(model.inputs, [layer.output for layer in model.layers])
    first, second = part(ROWS[0])
    np.testing.assert_array_equal(first, model.get_layer("first")(ROWS[0]))
    np.testing.assert_array_equal(second, model(ROWS[0]))


def test_subclass_may_be_functional() -> None:
    class Net(keras.Model):
        def __init__(self) -> None:
            x = keras.Input((3,))
            super().__init__(inputs=x, outputs=layers.Dense(2)(x))

    net = Net()
    assert (net.name, net(ROWS[0]).shape, net.output_shape) == ("net", (2, 2), (None, 2))


def test_training_reaches_the_layers_of_a_functional_model() -> None:
    x = keras.Input((100,))
    model = keras.Model(x, layers.Dropout(0.5)(x))
    ones = tf.ones([1, 100])
    assert (model(ones, training=True).numpy() == 0).any()
    assert (model(ones).numpy() == 1).all()


def test_masks_reach_the_layers_of_a_functional_model() -> None:
    x = keras.Input((None,), dtype="int32")
    embedding, lstm = layers.Embedding(9, 2, mask_zero=True), layers.LSTM(3)
    model = keras.Model(x, lstm(embedding(x)))
    padded, plain = model(tf.constant([[3, 5, 0]])), model(tf.constant([[3, 5]]))
    np.testing.assert_allclose(padded, plain, rtol=1e-5)


def test_a_user_s_layer_is_traced_once_to_know_its_outputs() -> None:
    calls = []

    class Noting(layers.Layer):
        def call(self, x: Any) -> Any:
            calls.append(x.shape)
            return tf.reduce_sum(x, -1), x

    total, same = Noting()(keras.Input((4, 5)))
    assert (total.shape, same.shape, calls) == ((None, 4), (None, 4, 5), [tf.TensorShape([None, 4, 5])])


ERRORS = [
    (lambda x: keras.Model(keras.Input((2,)), layers.Dense(1)(x)), "`inputs` not connected to `outputs`"),
    (lambda x: keras.Model(x, tf.ones([1])), "All `outputs` values must be KerasTensors"),
    (lambda x: keras.Model(x), "needs both `inputs` and `outputs`"),
    (lambda x: tf.matmul(x, tf.ones([3, 1])), "You cannot convert it to a TensorFlow tensor"),
    (lambda x: np.sum(x), "You cannot convert it to a NumPy array"),
    (lambda x: keras.Model(x, layers.Dense(1)(x))(tf.ones([2, 4])), "expected shape=\\(None, 3\\), found shape=\\(2, 4\\)"),
    (lambda x: functional()(tf.ones([2, 3])), "expects 2 input\\(s\\), but it received 1 input tensors"),
    (lambda x: functional()({"a": tf.ones([2, 3])}), 'Missing data for input "b"'),
    (lambda x: functional().get_layer("z"), "No such layer: z. Existing layers are: \\['a', 'b', 'shared'"),
    (lambda x: functional().get_layer(index=70), "No such layer: at index 70. Existing layers are"),
    (lambda x: layers.Dense(1)(keras.Input((None,))), "last dimension of the inputs to a Dense layer should be defined"),
    (lambda x: layers.Concatenate()([x, keras.Input((2, 3))]), "requires inputs with matching shapes"),
    (lambda x: keras.Sequential([3]), "Only instances of `keras.Layer` can be added to a Sequential model"),
    (lambda x: keras.Sequential().pop(), "There are no layers in the model"),
    (lambda x: keras.Sequential([layers.Dense(1, name="a"), layers.Dense(1, name="a")]), "should have unique names"),
    (lambda x: keras.Sequential([layers.Dense(1)]).save_weights("w.weights"), "cannot be saved: it has none yet"),
    (lambda x: keras.models.load_model("nowhere.keras"), "File not found: filepath=nowhere.keras"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text"), ERRORS)
def test_what_cannot_be_is_an_error(make: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make(keras.Input((3,)))


def test_symbolic_values_have_no_truth() -> None:
    with pytest.raises(TypeError, match="cannot be used as a boolean"):
        bool(keras.Input((3,)))


# -- sequential ------------------------------------------------------------------------------------------------------


def test_layers_are_added_and_removed() -> None:
    model = keras.Sequential(name="s")
    model.add(layers.Dense(4, input_shape=(3,)))
    model.add(layers.Dense(2))
    assert (model.input_shape, model.output_shape, len(model.weights)) == ((None, 3), (None, 2), 4)
    removed = model.pop()
    assert (removed.name, model.output_shape, model(ROWS[0]).shape) == ("dense_1", (None, 4), (2, 4))
    model.add(layers.Dense(5))
    assert model(ROWS[0]).shape == (2, 5)


@pytest.mark.parametrize("first", [{"input_shape": (3,)}, {"input_dim": 3}, {"batch_input_shape": (None, 3)}])
def test_older_ways_to_tell_the_input_shape_are_understood(first: dict[str, Any]) -> None:
    assert keras.Sequential([layers.Dense(2, **first)]).weights[0].shape == (3, 2)


def test_model_without_an_input_shape_is_built_by_data_or_by_build() -> None:
    model = keras.Sequential([layers.Dense(2)])
    assert model.weights == []
    model.build((None, 3))
    assert model.weights[0].shape == (3, 2)
    other = keras.Sequential([layers.Dense(2), layers.Dense(1)])
    other(ROWS[0])
    assert other(tf.ones([7, 3])).shape == (7, 1)


# -- summary ---------------------------------------------------------------------------------------------------------


def summary(model: Any, **arguments: Any) -> str:
    lines: list[str] = []
    model.summary(print_fn=lines.append, **arguments)
    return "\n".join(lines)


def test_summary_of_a_stack_is_that_of_keras() -> None:
    model = keras.Sequential([keras.Input((10,)), layers.Dense(4), layers.Dense(2), layers.Dense(1)])
    # From Keras of TensorFlow 2.21.
    assert (
        summary(model)
        == """\
Model: "sequential"
┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┓
┃ Layer (type)                    ┃ Output Shape           ┃       Param # ┃
┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━┩
│ dense (Dense)                   │ (None, 4)              │            44 │
├─────────────────────────────────┼────────────────────────┼───────────────┤
│ dense_1 (Dense)                 │ (None, 2)              │            10 │
├─────────────────────────────────┼────────────────────────┼───────────────┤
│ dense_2 (Dense)                 │ (None, 1)              │             3 │
└─────────────────────────────────┴────────────────────────┴───────────────┘
 Total params: 57 (228.00 B)
 Trainable params: 57 (228.00 B)
 Non-trainable params: 0 (0.00 B)"""
    )


def test_summary_of_a_graph_is_that_of_keras() -> None:
    x, y = keras.Input((28, 28, 1), name="img"), keras.Input((4,))
    h = layers.Flatten()(layers.BatchNormalization()(layers.Conv2D(3, 3)(x)))
    o = layers.Concatenate()([h, layers.Dense(5)(y)]) * 2
    model = keras.Model([x, y], layers.Dense(1, name="a_very_long_name_for_a_layer")(o), name="big")
    model.layers[2].trainable = False
    # From Keras of TensorFlow 2.21.
    assert (
        summary(model, line_length=80, show_trainable=True)
        == """\
Model: "big"
┏━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━┳━━━━━━━┓
┃ Layer (type)       ┃ Output Shape     ┃    Param # ┃ Connected to    ┃ Trai… ┃
┡━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━╇━━━━━━━┩
│ img (InputLayer)   │ (None, 28, 28,   │          0 │ -               │   -   │
│                    │ 1)               │            │                 │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ conv2d (Conv2D)    │ (None, 26, 26,   │         30 │ img[0][0]       │   Y   │
│                    │ 3)               │            │                 │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ batch_normalizati… │ (None, 26, 26,   │         12 │ conv2d[0][0]    │   N   │
│ (BatchNormalizati… │ 3)               │            │                 │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ input_layer        │ (None, 4)        │          0 │ -               │   -   │
│ (InputLayer)       │                  │            │                 │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ flatten (Flatten)  │ (None, 2028)     │          0 │ batch_normaliz… │   -   │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ dense (Dense)      │ (None, 5)        │         25 │ input_layer[0]… │   Y   │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ concatenate        │ (None, 2033)     │          0 │ flatten[0][0],  │   -   │
│ (Concatenate)      │                  │            │ dense[0][0]     │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ multiply           │ (None, 2033)     │          0 │ concatenate[0]… │   -   │
│ (Multiply)         │                  │            │                 │       │
├────────────────────┼──────────────────┼────────────┼─────────────────┼───────┤
│ a_very_long_name_… │ (None, 1)        │      2,034 │ multiply[0][0]  │   Y   │
│ (Dense)            │                  │            │                 │       │
└────────────────────┴──────────────────┴────────────┴─────────────────┴───────┘
 Total params: 2,101 (8.21 KB)
 Trainable params: 2,089 (8.16 KB)
 Non-trainable params: 12 (48.00 B)"""
    )


def test_summary_of_a_subclassed_model_shows_what_is_known() -> None:
    class Net(keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.d = layers.Dense(4)

        def call(self, x: Any) -> Any:
            return self.d(x)

    net = Net()
    assert "│ dense (Dense)                   │ ?                      │   0 (unbuilt) │" in summary(net)
    net(ROWS[0])
    assert "│ dense (Dense)                   │ (2, 4)                 │            16 │" in summary(net)


# -- configs, copies, files ------------------------------------------------------------------------------------------


def sequential() -> Any:
    return keras.Sequential([keras.Input((3,)), layers.Dense(4, "relu"), layers.BatchNormalization(), layers.Dense(2)])


def subclassed() -> Any:
    net = Subclassed(3)
    net(ROWS[0])
    return net


@keras.saving.register_keras_serializable(package="tests")
class Subclassed(keras.Model):
    def __init__(self, units: int, **kwargs: Any):
        super().__init__(**kwargs)
        self.units = units
        self.d = layers.Dense(units)

    def call(self, x: Any) -> Any:
        return self.d(x)

    def get_config(self) -> dict[str, Any]:
        return {"units": self.units}


def assert_same(a: Any, b: Any, x: Any) -> None:
    for left, right in zip(tf.nest.flatten(a(x)), tf.nest.flatten(b(x)), strict=True):
        np.testing.assert_allclose(left, right, rtol=1e-6)


@pytest.mark.parametrize(("make", "x"), [(functional, ROWS), (sequential, ROWS[0])])
def test_model_is_made_again_from_its_config_and_from_text(make: Any, x: Any) -> None:
    model = make()
    for copy in (
        type(model).from_config(model.get_config()),
        keras.models.model_from_json(model.to_json()),
        keras.models.clone_model(model),
    ):
        assert copy.name == model.name
        assert [layer.name for layer in copy.layers] == [layer.name for layer in model.layers]
        copy.set_weights(model.get_weights())
        assert_same(copy, model, x)
        assert not {id(v) for v in copy.weights} & {id(v) for v in model.weights}


def test_config_of_a_functional_model_is_plain() -> None:
    assert json.loads(json.dumps(functional().get_config()))["output_layers"] == {"p": ["p", 0, 0], "q": ["q", 0, 0]}


def test_config_in_a_circle_is_an_error() -> None:
    config = json.loads(json.dumps(keras.Model(*(lambda x: (x, layers.Dense(1)(x)))(keras.Input((2,)))).get_config()))
    history = config["layers"][1]["inbound_nodes"][0]["args"][0]["config"]
    history["keras_history"] = ["dense", 0, 0]
    with pytest.raises(ValueError, match="the inputs of layer 'dense' are made by no layer before it"):
        keras.Model.from_config(config)


@pytest.mark.parametrize("name", ["w.weights", "w.npz", "checkpoint"])
@pytest.mark.parametrize(("make", "x"), [(functional, ROWS), (sequential, ROWS[0]), (subclassed, ROWS[0])])
def test_weights_are_saved_and_loaded(make: Any, x: Any, name: str, tmp_path: Path) -> None:
    model, other = make(), make()
    model.save_weights(str(tmp_path / name))
    other.load_weights(str(tmp_path / name))
    assert_same(model, other, x)


@pytest.mark.parametrize(("make", "x"), [(functional, ROWS), (sequential, ROWS[0])])
def test_model_is_saved_and_loaded(make: Any, x: Any, tmp_path: Path) -> None:
    model = make()
    path = tmp_path / "deep" / "model.keras"
    model.save(path)
    assert_same(keras.models.load_model(path), model, x)
    with pytest.raises(ValueError, match="exists, and overwrite=False"):
        model.save(path, overwrite=False)


def test_model_is_loaded_with_how_it_was_compiled(tmp_path: Path) -> None:
    model = sequential()
    model.compile("adam", "mse")
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras")
    x, y = ROWS[0], np.zeros((2, 2))
    np.testing.assert_allclose(loaded.evaluate(x, y, verbose=0), model.evaluate(x, y, verbose=0), rtol=1e-5)


def test_weights_of_another_model_are_refused_by_name(tmp_path: Path) -> None:
    sequential().save_weights(tmp_path / "w.weights")
    other = keras.Sequential([keras.Input((3,)), layers.Dense(5), layers.BatchNormalization(), layers.Dense(2)])
    with pytest.raises(
        ValueError,
        match=r"'layers/dense/kernel' of .* is \(3, 5\), but that of 'layers/dense/kernel' in .* is \(3, 4\)",
    ):
        other.load_weights(tmp_path / "w.weights")
    before = other.get_weights()
    other.load_weights(tmp_path / "w.weights", skip_mismatch=True)
    assert (other.get_weights()[0] == before[0]).all()
    small = keras.Sequential([keras.Input((3,)), layers.Dense(4)], name="small")
    with pytest.raises(ValueError) as caught:
        small.load_weights(tmp_path / "w.weights")
    assert str(caught.value) == (
        f"'{tmp_path / 'w.weights'}' does not fit model 'small': it has layers/batch_normalization/gamma, "
        "layers/batch_normalization/beta, layers/batch_normalization/moving_mean, "
        "layers/batch_normalization/moving_variance, layers/dense_1/kernel, layers/dense_1/bias, which the model has "
        "not. With skip_mismatch=True only what fits is loaded."
    )


def test_unknown_class_in_a_file_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    class Mine(layers.Layer):
        def call(self, x: Any) -> Any:
            return x

    path = tmp_path / "m.keras"
    keras.Sequential([keras.Input((3,)), Mine()]).save(path)
    with pytest.raises(ValueError, match=r"Unknown object: 'Mine'.*register_keras_serializable"):
        keras.models.load_model(path)
    assert keras.models.load_model(path, custom_objects={"Mine": Mine})(ROWS[0]).shape == (2, 3)


def test_damaged_files_are_errors_that_say_so(tmp_path: Path) -> None:
    model, path = sequential(), tmp_path / "m.keras"
    model.save(path)
    whole = path.read_bytes()
    for size in range(0, len(whole), 101):
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="damaged"):
            keras.models.load_model(path)
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("config.json", "model.weights.npz"):
            archive.writestr(name, b"{}")
        archive.writestr("metadata.json", json.dumps({"format": 99}))
    with pytest.raises(ValueError, match="has version 99 of the format"):
        keras.models.load_model(path)


def test_a_save_that_fails_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, path = sequential(), tmp_path / "m.keras"
    model.save(path)
    whole = path.read_bytes()

    def fail(*args: Any) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no space"):
        model.save(path)
    assert path.read_bytes() == whole
    assert [p.name for p in tmp_path.iterdir()] == ["m.keras"]


# -- training goes on from a file --------------------------------------------------------------------------------------


X = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
Y = np.arange(8) % 2


def classifier() -> Any:
    model = keras.Sequential([layers.Input((3,)), layers.Dense(2, kernel_initializer="ones")])
    model.compile(
        keras.optimizers.Adam(0.1),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        [keras.metrics.SparseCategoricalAccuracy(name="right")],
    )
    return model


def test_model_that_was_compiled_with_objects_is_loaded_with_equal_ones(tmp_path: Path) -> None:
    model = classifier()
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras")
    assert loaded.evaluate(X, Y, verbose=0, return_dict=True) == model.evaluate(X, Y, verbose=0, return_dict=True)


def test_loaded_model_trains_on_as_the_saved_one_does(tmp_path: Path) -> None:
    model = classifier()
    model.fit(X, Y, epochs=3, shuffle=False, verbose=0)
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras")
    assert int(loaded.optimizer.iterations) == 3
    histories = [m.fit(X, Y, epochs=2, shuffle=False, verbose=0).history["loss"] for m in (model, loaded)]
    assert histories[0] == histories[1]


def test_losses_in_a_dictionary_are_loaded(tmp_path: Path) -> None:
    model = functional()
    model.compile("sgd", {"p": keras.losses.MeanSquaredError(), "q": "mae"}, {"p": [keras.metrics.MeanSquaredError()]})
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras")
    targets = {"p": np.ones((2, 2), "float32"), "q": np.ones((2, 1), "float32")}
    assert loaded.evaluate(ROWS, targets, verbose=0) == model.evaluate(ROWS, targets, verbose=0)


class Doubling(keras.Model):  # type: ignore[misc, name-defined]
    def __init__(self, units: int = 2, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.units = units
        self.dense = layers.Dense(units, kernel_initializer="ones")

    def call(self, x: Any) -> Any:
        return 2.0 * self.dense(x)


def test_subclassed_model_has_its_weights_when_it_is_loaded(tmp_path: Path) -> None:
    model = Doubling(3)
    model(X)
    model.dense.bias.assign([1.0, 2.0, 3.0])
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras", custom_objects={"Doubling": Doubling})
    np.testing.assert_array_equal(loaded(X), model(X))


def test_stack_takes_the_sizes_that_its_layers_take() -> None:
    """A model that was built by a sequence of three takes one of five."""
    model = keras.Sequential([layers.Embedding(10, 4), layers.GlobalAveragePooling1D()])
    assert model(np.ones((2, 3), "int32")).shape == (2, 4)
    assert model(np.ones((1, 5), "int32")).shape == (1, 4)
    stack = keras.Sequential([layers.Input((4,)), layers.Dense(1)])
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 4, but received input with"):
        stack(np.ones((2, 3), "float32"))


def test_summary_counts_what_the_optimizer_has_once_it_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    model = classifier()
    model.summary()
    assert "Total params: 8 (32.00 B)" in capsys.readouterr().out
    model.fit(X, Y, verbose=0)
    model.summary()
    assert "Optimizer params: 18 (76.00 B)" in capsys.readouterr().out


def test_layers_without_weights_are_not_called_unbuilt(capsys: pytest.CaptureFixture[str]) -> None:
    keras.Sequential([layers.Dropout(0.5), layers.MaxPooling2D(2), layers.Flatten()]).summary()
    rows = [line.split("│")[3].strip() for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    assert rows == ["0", "0", "0 (unbuilt)"]  # as Keras of TensorFlow 2.21 has it


def test_a_model_is_plotted_as_a_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    x = keras.Input((2,), name="x")
    model = keras.Model(x, layers.Add(name="sum")([x, layers.Dense(2, name="d")(x)]))
    keras.utils.plot_model(model, tmp_path / "m.dot", show_shapes=True, show_layer_names=True)
    assert (
        (tmp_path / "m.dot").read_text()
        == """\
digraph {
  rankdir=TB;
  node [shape=box];
  "x" [label="x (InputLayer)\\n(None, 2)"];
  "d" [label="d (Dense)\\n(None, 2)"];
  "sum" [label="sum (Add)\\n(None, 2)"];
  "x" -> "d";
  "x" -> "sum";
  "d" -> "sum";
}
"""
    )
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ImportError, match="plot_model needs Graphviz"):
        keras.utils.plot_model(model, tmp_path / "m.png")
    with pytest.raises(ValueError, match="It is not known how the layers of model 's' are connected"):
        keras.utils.plot_model(keras.Sequential([layers.Dense(1)], name="s"), tmp_path / "m.png")
