"""What all layers have in common: weights, names, `training`, masks, losses, configs, and calls in functions."""

from __future__ import annotations

import operator
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import runtime as tf

layers = tf.keras.layers


@pytest.fixture(autouse=True)
def _fresh_names() -> None:
    tf.keras.backend.clear_session()


class Linear(layers.Layer):
    def __init__(self, units: int = 2, **kwargs: Any):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape: Any) -> None:
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="ones", name="w")
        self.b = self.add_weight(shape=(self.units,), initializer="zeros", trainable=False, name="b")

    def call(self, inputs: Any) -> Any:
        return tf.matmul(inputs, self.w) + self.b


# -- weights ---------------------------------------------------------------------------------------------------------


def test_weights_are_made_when_the_layer_is_first_called() -> None:
    layer = Linear()
    assert (layer.weights, layer.built) == ([], False)
    assert layer(tf.ones([1, 3])).numpy().tolist() == [[3.0, 3.0]]
    assert [v.name for v in layer.weights] == ["linear/w:0", "linear/b:0"]
    assert (layer.trainable_weights, layer.non_trainable_weights) == ([layer.w], [layer.b])
    assert layer.count_params() == 8


def test_layers_and_modules_are_modules_of_tf() -> None:
    assert issubclass(layers.Layer, tf.Module)
    assert issubclass(tf.keras.Model, layers.Layer)


def test_layers_in_lists_tuples_and_dictionaries_are_found() -> None:
    class Net(tf.keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.first = layers.Dense(1)
            self.many = [layers.Dense(1), (layers.Dense(1),)]
            self.named = {"a": layers.Dense(1)}

        def call(self, x: Any) -> Any:
            for layer in (self.first, self.many[0], self.many[1][0], self.named["a"]):
                x = layer(x)
            return x

    net = Net()
    net(tf.ones([1, 1]))
    assert len(net.trainable_variables) == 8
    assert [layer.name for layer in net.layers] == ["dense", "dense_1", "dense_2", "dense_3"]


def test_a_layer_that_is_shared_has_its_weights_once() -> None:
    shared = layers.Dense(2)
    net = tf.keras.Sequential([tf.keras.Input((2,)), shared])
    net.same = shared
    assert len(net.weights) == 2


def test_variables_of_modules_in_attributes_are_weights() -> None:
    class Holder(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.v = tf.Variable(1.0)

    layer = Linear()
    layer.holder = Holder()
    layer.own = tf.Variable(2.0)
    assert layer.weights == [layer.own, layer.holder.v]


def test_setting_trainable_reaches_the_layers_inside() -> None:
    net = tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(2), layers.Dense(2)])
    net.trainable = False
    assert net.trainable_weights == []
    assert not net.layers[0].trainable
    net.layers[1].trainable = True
    assert net.trainable_weights == []
    net.trainable = True
    net.layers[0].trainable = False
    assert len(net.trainable_weights) == 2
    assert len(net.non_trainable_weights) == 2


def test_set_weights_checks_numbers_and_shapes() -> None:
    layer = layers.Dense(3, name="d")
    layer(tf.ones([1, 4]))
    with pytest.raises(ValueError, match=r"on layer 'd' with a weight list of length 1, but the layer was expecting 2"):
        layer.set_weights([np.ones((4, 3))])
    with pytest.raises(
        ValueError, match=r"weight shape \(4, 3\) is not compatible with provided weight shape \(3, 3\)"
    ):
        layer.set_weights([np.ones((3, 3)), np.ones(3)])
    layer.set_weights([np.ones((4, 3)), np.ones(3)])
    assert layer(tf.ones([1, 4])).numpy().tolist() == [[5.0, 5.0, 5.0]]


def test_add_weight_takes_the_name_first_as_earlier_versions_did() -> None:
    layer = layers.Layer()
    kernel = layer.add_weight("kernel", shape=[2, 3])
    assert (kernel.name, kernel.shape) == ("layer/kernel:0", (2, 3))


def test_initial_weights_can_be_given_to_a_layer() -> None:
    layer = layers.Embedding(2, 2, weights=[np.array([[1.0, 2.0], [3.0, 4.0]])])
    assert layer(tf.constant([1])).numpy().tolist() == [[3.0, 4.0]]


@pytest.mark.parametrize("length", [4, (4,)])
def test_the_length_of_sequences_may_be_given_to_an_embedding(length: Any) -> None:
    model = tf.keras.Sequential([layers.Embedding(5, 2, input_length=length), layers.Flatten(), layers.Dense(1)])
    assert (model.input_shape, model.output_shape) == ((None, 4), (None, 1))


# -- names -----------------------------------------------------------------------------------------------------------


def test_names_are_those_of_classes_with_numbers() -> None:
    class MyMLPBlock(layers.Layer):
        pass

    made = [layers.Dense(1), layers.Dense(1), layers.MaxPooling2D(), MyMLPBlock(), layers.LSTM(1)]
    assert [layer.name for layer in made] == ["dense", "dense_1", "max_pooling2d", "my_mlp_block", "lstm"]
    tf.keras.backend.clear_session()
    assert layers.Dense(1).name == "dense"


def test_variables_are_named_by_the_layers_around() -> None:
    class Net(tf.keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.d = layers.Dense(1, name="inner")

        def call(self, x: Any) -> Any:
            return self.d(x)

    net = Net()
    net(tf.ones([1, 1]))
    assert [v.name for v in net.variables] == ["net/inner/kernel:0", "net/inner/bias:0"]


@pytest.mark.parametrize("name", ["a/b", 3])
def test_wrong_names_are_refused(name: Any) -> None:
    with pytest.raises(ValueError, match="Argument `name` must be a string and cannot contain character `/`"):
        layers.Dense(1, name=name)


def test_unknown_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"Unrecognized keyword arguments passed to Dense: \{'unit': 3\}"):
        layers.Dense(3, unit=3)


def test_a_layer_that_forgets_super_init_works() -> None:
    class Forgetful(layers.Layer):
        def __init__(self) -> None:
            self.d = layers.Dense(1)

        def call(self, x: Any) -> Any:
            return self.d(x)

    assert Forgetful()(tf.ones([1, 1])).shape == (1, 1)
    assert Forgetful().name == "forgetful_1"


# -- inputs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [np.ones((1, 2)), [[1.0, 1.0]], np.ones((1, 2), np.int64), tf.ones([1, 2], tf.float64)])
def test_inputs_are_converted_to_the_dtype_of_the_layer(x: Any) -> None:
    y = layers.Dense(1, kernel_initializer="ones")(x)
    assert (y.dtype, y.numpy().tolist()) == (tf.float32, [[2.0]])


def test_dtype_of_a_layer_is_that_of_its_weights() -> None:
    layer = layers.Dense(1, dtype="float64")
    assert layer(np.ones((1, 2))).dtype == tf.float64
    assert layer.kernel.dtype == tf.float64


def test_inputs_that_do_not_fit_are_errors_that_name_the_layer() -> None:
    layer = layers.Dense(1, name="d")
    with pytest.raises(ValueError, match=r"of layer \"d\" is incompatible .* expected min_ndim=2, found ndim=1"):
        layer(tf.ones([3]))
    layer(tf.ones([1, 3]))
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 3, but received input with"):
        layer(tf.ones([1, 4]))
    with pytest.raises(ValueError, match="expected ndim=3, found ndim=2"):
        layers.LSTM(1)(tf.ones([1, 3]))
    with pytest.raises(ValueError, match="Computed output size would be zero or negative"):
        layers.Conv2D(1, 5)(tf.ones([1, 3, 3, 1]))


def test_a_layer_called_on_something_without_a_shape_says_so() -> None:
    with pytest.raises(ValueError, match="it was called on 'abc'"):
        layers.Dense(1)("abc")


# -- training --------------------------------------------------------------------------------------------------------


class Told(layers.Layer):
    """Remembers what it is told about training."""

    def call(self, x: Any, training: Any = None) -> Any:
        self.told = training
        return x


class Around(layers.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Told()

    def call(self, x: Any) -> Any:
        return self.inner(x)


@pytest.mark.parametrize("given", [True, False, None])
def test_training_is_handed_down_to_layers_inside(given: Any) -> None:
    layer = Around()
    layer(tf.ones([1]), training=given)
    assert layer.inner.told is given


def test_what_a_layer_is_told_holds_over_what_is_handed_down() -> None:
    class Contrary(Around):
        def call(self, x: Any) -> Any:
            return self.inner(x, training=False)

    layer = Contrary()
    layer(tf.ones([1]), training=True)
    assert layer.inner.told is False


def test_default_of_call_holds_when_nobody_says() -> None:
    class Default(Told):
        def call(self, x: Any, training: Any = True) -> Any:
            return super().call(x, training)

    layer = Default()
    layer(tf.ones([1]))
    assert layer.told is True


def test_control_flow_of_a_call_is_staged_in_a_function() -> None:
    class Abs(layers.Layer):
        def call(self, x: Any) -> Any:
            if tf.reduce_sum(x) > 0:
                return x
            return -x

    layer = Abs()
    staged = tf.function(lambda x: layer(x))
    for sign in (1.0, -1.0):
        assert staged(tf.constant([sign])).numpy().tolist() == [1.0]
        assert layer(tf.constant([sign])).numpy().tolist() == [1.0]


@pytest.mark.parametrize("layer", [layers.Dropout(0.9, seed=1), layers.BatchNormalization()])
def test_training_can_be_a_tensor(layer: Any) -> None:
    x = tf.random.normal([8, 3])
    staged = tf.function(lambda x, training: layer(x, training=training))
    np.testing.assert_allclose(staged(x, tf.constant(False)), layer(x, training=False), rtol=1e-6)
    assert not np.allclose(staged(x, tf.constant(True)), x)


def test_dropout_drops_its_share_and_keeps_the_mean() -> None:
    y = layers.Dropout(0.25, seed=3)(tf.ones([100, 100]), training=True).numpy()
    assert abs((y == 0).mean() - 0.25) < 0.02
    assert set(np.unique(y)) == {np.float32(0.0), np.float32(1 / 0.75)}


def test_batch_normalisation_keeps_averages_in_functions_and_outside() -> None:
    x = tf.constant([[1.0], [3.0]])
    eager, staged = layers.BatchNormalization(momentum=0.5), layers.BatchNormalization(momentum=0.5)
    step = tf.function(lambda x: staged(x, training=True))
    for _ in range(3):
        eager(x, training=True)
        step(x)
    for layer in (eager, staged):
        assert layer.moving_mean.numpy().tolist() == [1.75]
        assert layer.moving_variance.numpy().tolist() == [1.0]


def test_frozen_batch_normalisation_does_not_train() -> None:
    layer = layers.BatchNormalization()
    layer.trainable = False
    x = tf.constant([[1.0], [3.0]])
    np.testing.assert_allclose(layer(x, training=True), [[1 / 1.0005], [3 / 1.0005]], rtol=1e-3)
    assert layer.moving_mean.numpy().tolist() == [0.0]


# -- masks -----------------------------------------------------------------------------------------------------------


def test_masks_are_handed_on_by_layers_that_support_them() -> None:
    embedded = layers.Embedding(5, 2, mask_zero=True)(tf.constant([[1, 0]]))
    assert layers.Dropout(0.5)(layers.Dense(3)(embedded))._keras_mask.numpy().tolist() == [[True, False]]


def test_a_layer_that_takes_a_mask_gets_it() -> None:
    class Taking(layers.Layer):
        def call(self, x: Any, mask: Any = None) -> Any:
            self.mask = mask
            return x

    layer = Taking()
    layer(layers.Embedding(5, 2, mask_zero=True)(tf.constant([[1, 0]])))
    assert layer.mask.numpy().tolist() == [[True, False]]


def test_a_layer_that_destroys_a_mask_says_so() -> None:
    embedded = layers.Embedding(5, 2, mask_zero=True)(tf.constant([[1, 0]]))
    with pytest.warns(UserWarning, match="does not support masking and will therefore destroy the mask"):
        Linear()(embedded)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layers.LSTM(2)(embedded)


def test_padding_makes_no_difference_to_a_masked_sequence() -> None:
    embedding, lstm = layers.Embedding(9, 4, mask_zero=True), layers.LSTM(3)
    whole = lstm(embedding(tf.constant([[3, 5, 0, 0]])))
    np.testing.assert_allclose(whole, lstm(embedding(tf.constant([[3, 5]]))), rtol=1e-5)


# -- losses ----------------------------------------------------------------------------------------------------------


class Penalised(layers.Layer):
    def call(self, x: Any) -> Any:
        self.add_loss(tf.reduce_sum(x))
        return x


def test_losses_are_those_of_the_last_call() -> None:
    net = tf.keras.Sequential([Penalised(), Penalised()])
    for size in (2.0, 3.0):
        net(tf.constant([size]))
        assert [float(loss) for loss in net.losses] == [size, size]


def test_penalties_of_weights_are_losses() -> None:
    layer = layers.Dense(2, kernel_initializer="ones", kernel_regularizer="l2", bias_regularizer=lambda b: 7.0)
    layer(tf.ones([1, 3]))
    assert [float(loss) for loss in layer.losses] == [pytest.approx(0.06), 7.0]
    layer.trainable = False
    assert layer.losses == []


def test_penalties_of_outputs_are_means_over_the_batch() -> None:
    layer = layers.Dense(1, kernel_initializer="ones", activity_regularizer=tf.keras.regularizers.L1(1.0))
    layer(tf.ones([4, 2]))
    assert [float(loss) for loss in layer.losses] == [2.0]


def test_losses_added_in_a_function_are_of_its_graph() -> None:
    net = tf.keras.Sequential([Penalised()])

    @tf.function
    def total(x: Any) -> Any:
        net(x)
        return tf.add_n(net.losses)

    assert float(total(tf.constant([2.0]))) == 2.0
    assert float(total(tf.constant([5.0]))) == 5.0


# -- functions -------------------------------------------------------------------------------------------------------


def test_weights_made_in_a_function_are_made_once() -> None:
    net = tf.keras.Sequential([layers.Dense(4), layers.Dense(1)])
    traces = []

    @tf.function
    def call(x: Any) -> Any:
        traces.append(1)
        return net(x)

    np.testing.assert_allclose(call(tf.ones([2, 3])), net(tf.ones([2, 3])), rtol=1e-5)
    call(tf.ones([5, 3]))
    assert len(net.weights) == 4
    assert len(traces) == 2


def test_threads_that_call_a_new_model_at_once_build_it_once() -> None:
    net = tf.keras.Sequential([layers.Dense(8), layers.Dense(8), layers.Dense(1)])
    barrier = threading.Barrier(8)

    def first_call(_: int) -> Any:
        barrier.wait()
        return net(tf.ones([2, 4])).numpy().tolist()

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(first_call, range(8)))
    assert len(net.weights) == 6
    assert all(result == results[0] for result in results)


def test_call_may_be_a_function_itself() -> None:
    class Net(tf.keras.Model):
        def __init__(self) -> None:
            super().__init__()
            self.d = layers.Dense(2)

        @tf.function
        def call(self, x: Any, training: bool = True) -> Any:
            y = self.d(x)
            return tf.nn.dropout(y, 0.5) if training else y

    net = Net()
    assert net(tf.ones([1, 2]), training=False).shape == (1, 2)
    assert len(net.weights) == 2


def test_gradients_flow_through_layers_with_tapes_of_any_order() -> None:
    layer = layers.Dense(1, kernel_initializer="ones", activation="tanh")
    x = tf.constant([[0.3]])
    layer(x)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = layer(x)
        first = inner.gradient(y, x)
    t = np.tanh(0.3)
    np.testing.assert_allclose(first, [[1 - t**2]], rtol=1e-5)
    np.testing.assert_allclose(outer.gradient(first, x), [[-2 * t * (1 - t**2)]], rtol=1e-5)


# -- configs and shapes ----------------------------------------------------------------------------------------------


def test_arguments_of_a_class_of_the_users_are_its_config() -> None:
    layer = Linear(5, name="mine")
    assert layer.get_config() == {"name": "mine", "trainable": True, "dtype": "float32", "units": 5}
    assert Linear.from_config(layer.get_config()).units == 5


def test_arguments_that_cannot_be_written_down_ask_for_get_config() -> None:
    class Calling(layers.Layer):
        def __init__(self, function: Any):
            super().__init__()

    with pytest.raises(NotImplementedError, match="Object Calling was created by passing non-serializable argument"):
        Calling(lambda x: x).get_config()


def test_shape_of_the_outputs_can_be_asked_for_without_making_weights() -> None:
    layer = layers.Conv2D(4, 3, strides=2)
    assert layer.compute_output_shape((None, 9, 9, 3)) == (None, 4, 4, 4)
    assert not layer.built
    assert layers.Concatenate().compute_output_shape([(None, 2), (None, 3)]) == (None, 5)


def test_build_may_take_the_shapes_of_several_arguments_by_name() -> None:
    class Two(layers.Layer):
        def build(self, left_shape: Any, right_shape: Any) -> None:
            self.shapes = (left_shape, right_shape)

        def call(self, left: Any, right: Any) -> Any:
            return left

    layer = Two()
    layer(tf.ones([1, 2]), tf.ones([3, 4]))
    assert layer.shapes == ((1, 2), (3, 4))


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("layers.Conv3D", "Conv2D"),
        ("layers.MultiHeadAttention", "Dense"),
        ("layers.Dens", "Dense"),
        ("layers.MaxPool", "MaxPool2D"),
        ("metrics.F1Score", "Precision"),
        ("optimizers.Nadam", "Adam"),
        ("optimizers.schedules.CosineDecayRestarts", "CosineDecay"),
        ("callbacks.ReduceLROnPlateau", "LearningRateScheduler"),
        ("losses.LogCosh", "Huber"),
        ("activations.sigmod", "sigmoid"),
        ("utils.pad_sequences", "tf.data.Dataset.padded_batch"),
        ("backend.mean", "the operation of tf itself, such as tf.reduce_mean"),
        ("applications", "models"),
    ],
)
def test_what_is_not_covered_says_what_is_nearest(name: str, nearest: str) -> None:
    with pytest.raises(AttributeError) as caught:
        operator.attrgetter(name)(tf.keras)
    assert str(caught.value) == f"tf.keras.{name} is not covered; the nearest that is: {nearest}"


# -- functions of the program, cells of the user's, masks ---------------------------------------------------------------


def test_a_lambda_applies_a_function_and_tells_it_what_it_asks_for() -> None:
    doubled = layers.Lambda(lambda x, by, training=None: x * by if training else x, arguments={"by": 2.0})
    assert doubled(tf.constant([1.0]), training=True).numpy().tolist() == [2.0]
    assert doubled(tf.constant([1.0])).numpy().tolist() == [1.0]


def test_a_lambda_of_a_registered_function_is_made_again_from_its_config() -> None:
    @tf.keras.saving.register_keras_serializable(package="tests")
    def halved(x: Any) -> Any:
        if tf.reduce_sum(x) > 0:
            return x / 2.0
        return x

    layer = layers.Lambda(halved)
    copy = layers.Lambda.from_config(layer.get_config())
    assert layer.get_config()["function"] == "tests>halved"
    staged = tf.function(lambda x: copy(x))
    assert [staged(tf.constant([sign])).numpy().tolist() for sign in (2.0, -2.0)] == [[1.0], [-2.0]]
    with pytest.raises(ValueError, match="The function 'unknown' of a Lambda layer is not known: register it"):
        layers.Lambda("unknown")
    with pytest.raises(TypeError, match=r"Lambda takes a function of tensors\. Received: 3"):
        layers.Lambda(3)


def test_a_cell_may_be_a_layer_of_the_user_s() -> None:
    class Summing(layers.Layer):
        state_size = 2

        def call(self, x: Any, states: Any) -> Any:
            total = states[0] + x
            return total * 10.0, [total]

    x = tf.reshape(tf.range(8.0), [1, 4, 2])
    eager = layers.RNN(Summing(), return_sequences=True, return_state=True)
    staged = tf.function(layers.RNN(Summing(), return_sequences=True, return_state=True))
    for output, state in (eager(x), staged(x)):
        np.testing.assert_allclose(output[0], 10.0 * np.cumsum(x[0], 0))
        np.testing.assert_allclose(state[0], [12.0, 16.0])
    with pytest.raises(ValueError, match="The RNN cell should have `call\\(inputs, states\\)` and `state_size`"):
        layers.RNN(object())


def test_masks_of_what_is_joined_are_joined() -> None:
    masked = layers.Embedding(5, 2, mask_zero=True)(tf.constant([[1, 0]]))
    for others, axis, expected in (([tf.ones([1, 2, 2])], -1, [True, True]), ([masked], -1, [True, False])):
        joined = layers.Concatenate(axis)([masked, *others])
        assert joined._keras_mask.numpy().tolist() == [expected]
    longer = layers.Concatenate(1)([masked, tf.ones([1, 1, 2])])
    assert longer._keras_mask.numpy().tolist() == [[True, False, True]]


def test_masked_steps_do_not_count_in_a_batch() -> None:
    layer = layers.BatchNormalization(momentum=0.0)
    layer(tf.constant([[[1.0], [9.0]], [[3.0], [9.0]]]), training=True, mask=tf.constant([[True, False]] * 2))
    assert layer.moving_mean.numpy().tolist() == [2.0]


def test_training_may_be_told_by_its_place() -> None:
    layer = Around()
    layer.inner(tf.ones([1]), True)
    assert layer.inner.told is True


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: layers.ReLU(negative_slope=-1.0), "`negative_slope` cannot be None or a negative value"),
        (lambda: layers.Conv2D(0, 3), "invalid value for `filters`, expected a positive integer. Received: filters=0"),
        (lambda: layers.Conv2D(2, (3,)), r"`kernel_size` argument must be a tuple of 2 integers .*=\(3,\)"),
        (lambda: layers.Conv2D(2, 3, padding="causal"), "The `padding` argument must be one of .*=causal"),
        (lambda: layers.MaxPool2D(padding="causal"), "The `padding` argument must be one of .*=causal"),
        (lambda: layers.MaxPool2D(padding="some"), "The `padding` argument must be one of"),
        (
            lambda: layers.Conv2D(3, 1, groups=2)(tf.ones([1, 2, 2, 4])),
            r"filters \(3\) and of input channels \(4\) must",
        ),
        (lambda: layers.Reshape((4,))(tf.ones([2, 3])), "total size of the tensor must be unchanged"),
        (lambda: layers.Dropout(2.0), "Expected a float value between 0 and 1"),
    ],
)
def test_arguments_that_make_no_sense_are_errors(make: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make()


def test_channels_that_come_first_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="data_format='channels_first' is not covered: transpose inputs to"):
        layers.Conv2D(1, 1, data_format="channels_first")
