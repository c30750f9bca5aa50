"""What is saved and loaded does what the original does."""

from __future__ import annotations

import collections
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf
from tests.runtime.saved_model.models import make_model

X = tf.constant([[1.0, 2.0], [3.0, 4.0]])


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """A model with something of everything, and the same after it was saved and loaded."""
    directory = tmp_path_factory.mktemp("round_trip")
    model = make_model(str(directory))
    tf.saved_model.save(model, directory / "model", signatures=model.serve)
    return model, tf.saved_model.load(directory / "model"), str(directory / "model")


def save_and_load(root, tmp_path, **options):
    tf.saved_model.save(root, tmp_path / "model", **options)
    return tf.saved_model.load(tmp_path / "model")


def same(a, b):
    for x, y in zip(tf.nest.flatten(a), tf.nest.flatten(b), strict=True):
        assert x.dtype is y.dtype
        np.testing.assert_array_equal(x.numpy(), y.numpy())


# -- functions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("serve", [X]),
        ("serve", [X[:1]]),
        ("collatz", [27]),
        ("clip", [3.0]),
        ("look_up", [[0, 39]]),
        ("squares", [5]),
        ("choose", [0]),
        ("choose", [1]),
        ("choose", [2]),
    ],
)
def test_a_loaded_function_gives_what_the_original_gives(pair, name, arguments):
    model, loaded, _ = pair
    same(getattr(loaded, name)(*arguments), getattr(model, name)(*arguments))


def test_exact_values_survive(pair):
    model, loaded, path = pair
    words, vocabulary, _ = loaded.texts()
    assert words.numpy().tolist() == [b"caf\xc3\xa9!", b"!", b"'\"\n!"]
    assert vocabulary.numpy() == os.path.join(path, "assets", "vocabulary.txt").encode()
    assert loaded.half.numpy().tobytes() == model.half.numpy().tobytes()
    assert np.signbit(loaded.choose(2).numpy())


def test_a_stateful_random_operation_starts_over(pair):
    model, loaded, _ = pair
    same(loaded.noise(), model.noise())


def test_variables_are_shared_between_functions_and_attributes(pair):
    _, loaded, path = pair
    loaded = tf.saved_model.load(path)
    loaded.layers[0].w.assign(tf.zeros([2, 2]))
    assert loaded.serve(X)["y"].numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert loaded.calls.numpy() == 1


def test_attributes_keep_their_structure(pair):
    _, loaded, _ = pair
    assert loaded.named["counts"][0].numpy().tolist() == [1, 2, 3]
    assert [layer.w.trainable for layer in loaded.layers] == [True, True]
    assert [layer.b.trainable for layer in loaded.layers] == [False, False]
    assert loaded.layers[0].w.name == "w:0"


def test_gradients_go_through_a_loaded_function(pair):
    model, loaded, _ = pair
    found = []
    for m in (model, loaded):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(m.serve(X)["y"])
        found.append(tape.gradient(loss, [layer.w for layer in m.layers]))
    same(*found)


def test_a_custom_gradient_is_saved_with_its_function(pair):
    _, loaded, _ = pair
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = loaded.clip(x)
    assert tape.gradient(y, x).numpy() == 6.0  # the cotangent 2.0 was clipped to 1.0


def test_a_loaded_model_is_saved_again(pair, tmp_path):
    model, loaded, _ = pair
    again = save_and_load(loaded, tmp_path, signatures=loaded.signatures)
    same(again.serve(X), model.serve(X))
    same(again.collatz(27), model.collatz(27))
    assert list(again.signatures) == ["serving_default"]


def test_a_loaded_function_is_called_while_another_is_traced(pair):
    _, loaded, _ = pair

    @tf.function
    def outer(n):
        return loaded.collatz(n) + 1

    assert outer(tf.constant(27)).numpy() == 112


def test_fine_tuning_changes_the_variables(tmp_path):
    root = tf.Module()
    root.w = tf.Variable(1.0)
    root.f = tf.function(lambda x: x * root.w, input_signature=[tf.TensorSpec([])])
    loaded = save_and_load(root, tmp_path)
    for _ in range(20):
        with tf.GradientTape() as tape:
            loss = (loaded.f(2.0) - 10.0) ** 2
        (variable,) = tape.watched_variables()
        variable.assign_sub(0.1 * tape.gradient(loss, variable))
    assert abs(loaded.w.numpy() - 5.0) < 0.01


Point = collections.namedtuple("Point", "x y")


class Calls(tf.Module):
    @tf.function
    def __call__(self, x, training=False, scale=2.0):
        return x * scale if training else x

    @tf.function
    def nested(self, point, table):
        return Point(point.x + table["a"][0], None), [table["a"][1]]

    @tf.function
    def never(self, x):
        return x


def test_each_trace_is_found_by_the_types_and_values_of_a_call(tmp_path):
    calls = Calls()
    calls(tf.constant(1.0))
    calls(tf.constant([1.0]), True)
    calls(tf.constant(1.0), training=True, scale=3.0)
    loaded = save_and_load(calls, tmp_path)
    assert loaded(tf.constant(4.0)).numpy() == 4.0
    assert loaded(4.0).numpy() == 4.0
    assert loaded([4.0], training=True).numpy().tolist() == [8.0]
    assert loaded(x=4.0, training=True, scale=3.0).numpy() == 12.0


def test_structures_of_arguments_and_results_are_kept(tmp_path):
    calls = Calls()
    calls.nested(Point(tf.constant(1), "p"), {"a": [tf.constant(2), tf.constant(3)]})
    loaded = save_and_load(calls, tmp_path)
    point, (second,) = loaded.nested(Point(tf.constant(10), "p"), {"a": [tf.constant(20), tf.constant(30)]})
    assert type(point).__name__ == "Point" and point._fields == ("x", "y")
    assert (point.x.numpy(), point.y, second.numpy()) == (30, None, 30)


def test_a_call_of_no_saved_type_lists_those_there_are(tmp_path):
    # The text is that of TensorFlow 2.21.
    calls = Calls()
    calls(tf.constant(1.0))
    calls(tf.constant([1.0]), True)
    loaded = save_and_load(calls, tmp_path)
    with pytest.raises(ValueError) as raised:
        loaded(tf.constant([2.0, 3.0]), True)
    assert str(raised.value) == (
        "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
        "  Positional arguments (3 total):\n"
        "    * <tf.Tensor 'x:0' shape=(2,) dtype=float32>\n"
        "    * True\n"
        "    * 2.0\n"
        "  Keyword arguments: {}\n"
        "\n"
        " Expected these arguments to match one of the following 2 option(s):\n"
        "\n"
        "Option 1:\n"
        "  Positional arguments (3 total):\n"
        "    * TensorSpec(shape=(), dtype=tf.float32, name='x')\n"
        "    * False\n"
        "    * 2.0\n"
        "  Keyword arguments: {}\n"
        "\n"
        "Option 2:\n"
        "  Positional arguments (3 total):\n"
        "    * TensorSpec(shape=(1,), dtype=tf.float32, name='x')\n"
        "    * True\n"
        "    * 2.0\n"
        "  Keyword arguments: {}"
    )


def test_a_function_without_traces_says_so(tmp_path):
    with pytest.raises(ValueError, match=r"Found zero restored functions for caller function."):
        save_and_load(Calls(), tmp_path).never(1.0)


def test_arguments_that_do_not_bind_are_type_errors(tmp_path):
    calls = Calls()
    calls(tf.constant(1.0))
    loaded = save_and_load(calls, tmp_path)
    with pytest.raises(TypeError) as raised:
        loaded()
    assert str(raised.value) == (
        "Binding inputs to tf.function failed due to `missing a required argument: 'x'`. Received args: () and kwargs: "
        "{} for signature: (x, training=<captured_default_value>, scale=<captured_default_value>)."
    )


# -- signatures ------------------------------------------------------------------------------------------------------


def test_a_signature_takes_and_gives_tensors_by_name(pair):
    _, _, path = pair
    function = tf.saved_model.load(path).signatures["serving_default"]
    assert sorted(function(x=X)) == ["size", "y"]
    assert function.structured_input_signature == ((), {"x": tf.TensorSpec([None, 2], tf.float32, name="x")})
    assert function.structured_outputs == {
        "y": tf.TensorSpec([None, 2], tf.float32, name="y"),
        "size": tf.TensorSpec([], tf.int32, name="size"),
    }
    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        function()


def test_results_without_names_are_numbered(tmp_path):
    root = tf.Module()
    root.two = tf.function(lambda a, b: (a, b + 1), input_signature=[tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)])
    loaded = save_and_load(root, tmp_path, signatures=root.two)
    result = loaded.signatures["serving_default"](a=[1.0, 2.0], b=3)
    assert (result["output_0"].numpy().tolist(), result["output_1"].numpy()) == ([1.0, 2.0], 4)


def test_the_one_function_that_can_be_a_signature_is_the_default(tmp_path):
    root = tf.Module()
    root.v = tf.Variable(0.0)
    root.f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])
    root.g = tf.function(lambda x: print(root.v.assign(x)), input_signature=[tf.TensorSpec([])])
    assert list(save_and_load(root, tmp_path).signatures) == ["serving_default"]
    root.h = tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])
    assert list(save_and_load(root, tmp_path).signatures) == []


def test_what_cannot_be_a_signature_is_refused(tmp_path):
    root = tf.Module()
    root.f = tf.function(lambda x: x)
    root.nested = tf.function(lambda x: {"a": (x, x)}, input_signature=[tf.TensorSpec([])])
    with pytest.raises(ValueError, match="Expected a TensorFlow function for which to generate a signature, but got "):
        tf.saved_model.save(root, tmp_path / "m", signatures=root.f)
    with pytest.raises(ValueError, match=r"Got a non-Tensor value .* for key 'a' in the output of the function"):
        tf.saved_model.save(root, tmp_path / "m", signatures=root.nested)
    assert not (tmp_path / "m").exists()


# -- what cannot be saved --------------------------------------------------------------------------------------------


def test_a_variable_in_no_attribute_is_refused(tmp_path):
    v = tf.Variable(1.0)
    root = tf.Module()
    root.f = tf.function(lambda x: x * v, input_signature=[tf.TensorSpec([])])
    with pytest.raises(AssertionError, match="Tried to export a function which references an 'untracked' resource"):
        tf.saved_model.save(root, tmp_path / "m")


def test_an_iterator_that_a_function_captured_is_refused(tmp_path):
    iterator = iter(tf.data.Dataset.range(5))
    root = tf.Module()
    root.f = tf.function(lambda: next(iterator), input_signature=[])
    with pytest.raises(AssertionError, match="a dataset or an iterator cannot be saved: make it in the function"):
        tf.saved_model.save(root, tmp_path / "m")


def test_a_variable_under_a_key_that_is_no_string_is_refused(tmp_path):
    root = tf.Module()
    root.d = {1: tf.Variable(1.0)}
    with pytest.raises(ValueError, match=r"it has a variable under the key 1, which is no string. Use strings as keys"):
        tf.saved_model.save(root, tmp_path / "m")


def test_a_python_callback_is_refused_with_its_line(tmp_path):
    def callback(a):
        return a

    root = tf.Module()
    root.f = tf.function(
        lambda x: tf.numpy_function(callback, [x], tf.float32), input_signature=[tf.TensorSpec([])], autograph=False
    )
    with pytest.raises(ValueError) as raised:
        tf.saved_model.save(root, tmp_path / "m")
    message = str(raised.value)
    assert "cannot be saved: PyFunc calls the Python function 'test_a_python_callback" in message
    assert "test_round_trip.py:" in message
    assert "lambda x: tf.numpy_function(callback, [x], tf.float32)" in message
    assert "help: write it with operations of the runtime, or call it outside of the function" in message


def test_what_is_no_trackable_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"Expected an object of type `Trackable`.* Got 3 with type <class 'int'>"):
        tf.saved_model.save(3, tmp_path / "m")


def test_an_asset_that_does_not_exist_is_refused(tmp_path):
    root = tf.Module()
    root.asset = tf.saved_model.Asset(str(tmp_path / "none.txt"))
    with pytest.raises(
        ValueError, match=r"none.txt' cannot be saved: No such file or directory. Write the file first."
    ):
        tf.saved_model.save(root, tmp_path / "m")


def test_a_trace_for_an_object_is_left_out_with_a_warning(tmp_path, caplog):
    root = tf.Module()
    root.f = tf.function(lambda x, helper: x)
    helper = tf.Module(name="helper")
    root.f(1.0, helper)
    root.f(tf.constant(2.0), 3)
    loaded = save_and_load(root, tmp_path)
    assert "A trace of '<lambda>' is not saved: an argument or a result of it is the object" in caplog.text
    assert loaded.f(tf.constant(5.0), 3).numpy() == 5.0


def test_a_default_that_is_an_object_is_part_of_the_trace(tmp_path):
    root = tf.Module()
    root.f = tf.function(lambda x, g=abs: g(x), input_signature=[tf.TensorSpec([])])
    assert save_and_load(root, tmp_path).f(-2.0).numpy() == 2.0


# -- directories -----------------------------------------------------------------------------------------------------


def test_the_files_are_those_the_documentation_names(pair):
    _, _, path = pair
    found = [os.path.relpath(os.path.join(base, f), path) for base, _, names in os.walk(path) for f in names]
    assert sorted(found) == [
        "assets/vocabulary.txt",
        "save-1/functions.txt",
        "save-1/objects.txt",
        "save-1/tensors.safetensors",
        "saved_model.txt",
    ]


def test_a_save_replaces_the_one_before_it_and_nothing_else(tmp_path):
    root = tf.Module()
    root.v = tf.Variable(1.0)
    (tmp_path / "notes.txt").write_text("mine")
    tf.saved_model.save(root, tmp_path)
    root.v.assign(2.0)
    tf.saved_model.save(root, tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["notes.txt", "save-2", "saved_model.txt"]
    assert tf.saved_model.load(tmp_path).v.numpy() == 2.0


def test_a_model_that_is_saved_while_it_is_loaded_is_loaded_as_it_is_then(tmp_path, monkeypatch):
    from runtime.saved_model.directory import SavedFiles

    root = tf.Module()
    root.v = tf.Variable(1.0)
    tf.saved_model.save(root, tmp_path)
    text = SavedFiles.text

    def save_first(files, name):
        monkeypatch.undo()
        root.v.assign(2.0)
        tf.saved_model.save(root, tmp_path)
        return text(files, name)

    monkeypatch.setattr(SavedFiles, "text", save_first)
    assert tf.saved_model.load(tmp_path).v.numpy() == 2.0


def test_assets_of_one_name_are_told_apart(tmp_path):
    root = tf.Module()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "words.txt").write_text(name)
        setattr(root, name, tf.saved_model.Asset(str(tmp_path / name / "words.txt")))
    loaded = save_and_load(root, tmp_path)
    assert [open(x.asset_path.numpy()).read() for x in (loaded.a, loaded.b)] == ["a", "b"]


def test_variables_that_are_made_when_a_signature_is_traced_are_saved(tmp_path):
    class Late(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([])])
        def f(self, x):
            if not hasattr(self, "inner"):
                self.inner = tf.Module()
                self.inner.v = tf.Variable(3.0)
            return x * self.inner.v

    loaded = save_and_load(Late(), tmp_path, signatures={})
    assert (loaded.f(2.0).numpy(), loaded.inner.v.numpy()) == (6.0, 3.0)


def test_an_asset_stays_where_it_is_when_the_model_is_saved_again(tmp_path):
    root = tf.Module()
    (tmp_path / "words.txt").write_text("old")
    root.asset = tf.saved_model.Asset(str(tmp_path / "words.txt"))
    loaded = save_and_load(root, tmp_path)
    for _ in range(2):
        tf.saved_model.save(loaded, tmp_path / "model")
        assert open(loaded.asset.asset_path.numpy()).read() == "old"
    assert loaded.asset.asset_path.numpy() == f"{tmp_path}/model/assets/words.txt".encode()


def test_an_asset_that_changed_takes_the_place_of_the_old_one(tmp_path):
    root = tf.Module()
    root.asset = tf.saved_model.Asset(str(tmp_path / "words.txt"))
    for text in ("old", "new"):
        (tmp_path / "words.txt").write_text(text)
        loaded = save_and_load(root, tmp_path)
        assert open(loaded.asset.asset_path.numpy()).read() == text
    assert not os.path.exists(tmp_path / "model" / "assets" / "words.txt")


def test_cycles_and_shared_objects_are_kept(tmp_path):
    root, child = tf.Module(), tf.Module()
    root.child, child.parent = child, root
    root.v = child.v = tf.Variable(1.0)
    loaded = save_and_load(root, tmp_path)
    assert loaded.child.parent is loaded
    assert loaded.v is loaded.child.v


def test_a_fresh_process_without_the_code_loads_the_model(pair):
    model, _, path = pair
    code = (
        "import sys, runtime as tf\n"
        f"m = tf.saved_model.load({path!r})\n"
        "print(int(m.collatz(27)), m.serve([[1.0, 2.0]])['y'].numpy().tolist(), sorted(m.signatures))\n"
        "assert not any(name.startswith('tests') for name in sys.modules)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    expected = model.serve(X[:1])["y"].numpy().tolist()
    assert result.stdout == f"111 {expected} ['serving_default']\n", result.stderr


def test_every_traced_graph_of_the_recorded_programs_reads_as_it_was_written(pair):
    model, loaded, _ = pair
    for name in ("serve", "collatz", "squares", "clip"):
        graph = getattr(model, name).get_concrete_function().graph
        again = getattr(loaded, name).get_concrete_function().graph
        # What is called has another name in each program.
        ours, theirs = (re.sub(r"\bf='\w+'", "f", str(g)).splitlines()[1:] for g in (graph, again))
        assert ours == theirs


def test_a_gradient_through_a_conditional_and_a_loop_is_saved(tmp_path):
    """What its branches and iterations leave for it are values of their own: the statement is no longer stateless."""

    class Sloping(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([2])])
        def slope(self, x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x
                while tf.reduce_sum(y) < 10.0:
                    y = tf.exp(y) if y[0] < 1.0 else y * y * x
            return tape.gradient(y, x)

    model = Sloping()
    loaded = save_and_load(model, tmp_path)
    for x in ([0.5, 1.0], [1.5, 0.2], [20.0, 1.0]):
        np.testing.assert_array_equal(loaded.slope(x), model.slope(tf.constant(x)))


# -- other parts of the runtime --------------------------------------------------------------------------------------


def test_a_function_that_runs_a_dataset_is_saved_with_what_the_dataset_runs(tmp_path):
    root = tf.Module()
    root.step = tf.Variable(3, dtype=tf.int64)

    @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
    def total(n):
        s = tf.constant(0, tf.int64)
        for x in tf.data.Dataset.range(n).map(lambda x: x * root.step).filter(lambda x: x > 2).batch(2):
            s += tf.reduce_sum(x)
        return s

    root.total = total
    loaded = save_and_load(root, tmp_path)
    loaded.step.assign(5)
    assert (root.total(5).numpy(), loaded.total(5).numpy()) == (30, 50)


def test_a_keras_model_is_saved_with_a_signature(tmp_path):
    # What the signature takes and gives is that of Keras 3 on TensorFlow 2.21.
    keras = tf.keras
    inputs = keras.Input((3,), name="first")
    model = keras.Model(inputs, keras.layers.Dense(2)(keras.layers.Dropout(0.5)(inputs)))
    x = np.ones((2, 3), np.float32)
    loaded = save_and_load(model, tmp_path)
    signature = loaded.signatures["serving_default"]
    assert signature.structured_input_signature == ((), {"inputs": tf.TensorSpec([None, 3], tf.float32, "inputs")})
    assert signature.structured_outputs == {"output_0": tf.TensorSpec([None, 2], tf.float32, "output_0")}
    same(signature(inputs=x)["output_0"], model(x))
    same(loaded(x), model(x))


def test_a_training_step_goes_on_after_loading(tmp_path):
    class Training(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([3.0, -2.0])
            self.optimizer = tf.keras.optimizers.Adam(0.1)

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def step(self, target):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum((self.w - target) ** 2)
            self.optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
            return loss

    training = Training()
    training.step([1.0, 1.0])
    loaded = save_and_load(training, tmp_path)
    for _ in range(3):
        same(loaded.step([1.0, 1.0]), training.step([1.0, 1.0]))
    same(loaded.w, training.w)


def test_every_operation_can_be_found_in_a_fresh_process():
    code = (
        "import importlib, pkgutil, runtime, runtime.saved_model\n"
        "from runtime.ir.schema import OPS\n"
        "from runtime.saved_model.lazy_operations import found_operation\n"
        "found_operation('none')\n"
        "known = set(OPS)\n"
        "for module in pkgutil.walk_packages(runtime.__path__, 'runtime.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
        "print(sorted(set(OPS) - known))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout == "[]\n", result.stderr


def test_a_generator_that_was_saved_is_a_generator_when_it_is_loaded(tmp_path):
    class Noisy(tf.Module):
        def __init__(self):
            super().__init__()
            self.generator = tf.random.Generator.from_seed(3)
            self.others = [tf.random.Generator.from_seed(4)]

        @tf.function(input_signature=[])
        def noise(self):
            return self.generator.normal([2])

    model = Noisy()
    model.noise()
    tf.saved_model.save(model, tmp_path / "one")
    loaded = tf.saved_model.load(tmp_path / "one")
    tf.saved_model.save(loaded, tmp_path / "two")
    for again in (loaded, tf.saved_model.load(tmp_path / "two")):
        original = tf.random.Generator(copy_from=model.generator)
        assert type(again.generator) is type(again.others[0]) is tf.random.Generator
        assert again.generator.state.numpy().tolist() == original.state.numpy().tolist()
        # A function of the model and the program draw from one state.
        np.testing.assert_array_equal(again.noise(), original.normal([2]))
        np.testing.assert_array_equal(again.generator.uniform([3]), original.uniform([3]))
        np.testing.assert_array_equal(again.noise(), original.normal([2]))


def test_a_generator_without_its_state_is_refused(tmp_path):
    from tests.runtime.saved_model.test_damage import sign, write

    root = tf.Module()
    root.generator = tf.random.Generator.from_seed(3)
    tf.saved_model.save(root, tmp_path / "model")
    path = tmp_path / "model" / "save-1" / "objects.txt"
    write(path, path.read_text().replace("  '_state_var' = &2\n", "").encode())
    sign(str(tmp_path / "model"))
    with pytest.raises(
        tf.saved_model.DamagedError, match="the state of a generator should be a variable of three int64"
    ):
        tf.saved_model.load(tmp_path / "model")


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (tf.saved_model.SaveOptions, "function_aliases", {"f": None}),
        (tf.saved_model.SaveOptions, "experimental_custom_gradients", False),
        (tf.saved_model.LoadOptions, "experimental_skip_checkpoint", True),
    ],
)
def test_an_option_without_effect_warns(kind, name, value):
    with pytest.warns(UserWarning, match=rf"{kind.__name__}\({name}=.*\) has no effect: ") as warned:
        kind(**{name: value})
    assert warned[0].filename == __file__


def test_options_about_devices_do_not_warn(recwarn):
    tf.saved_model.SaveOptions(experimental_io_device="/job:localhost")
    tf.saved_model.LoadOptions(experimental_io_device="/job:localhost")
    assert not recwarn.list
