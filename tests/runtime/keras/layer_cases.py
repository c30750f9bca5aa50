"""Layers and what they are called on, to compare what two systems make of it.

Weights and inputs are made of sines, so that both systems have the same. `python -m tests.runtime.keras.layer_cases`,
where TensorFlow is installed, writes what Keras answers to `layers.json`; the tests compare that with our answers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).parent / "layers.json"


def data(*shape: int, scale: float = 1.0, phase: float = 0.0) -> np.ndarray:
    """An array of floating-point numbers that look irregular."""
    count = int(np.prod(shape))
    return (scale * np.sin(np.arange(count) * 1.7 + phase + 0.3)).reshape(shape).astype(np.float32)


def numbers(*shape: int, below: int = 5) -> np.ndarray:
    """An array of integers."""
    return ((np.arange(int(np.prod(shape))) * 7 + 3) % below).reshape(shape).astype(np.int32)


#: A layer, what it is called on, and (if given) keyword arguments of the call.
CASES: dict[str, str] = {
    "dense": "L.Dense(3), data(2, 4)",
    "dense_relu": "L.Dense(3, activation='relu', use_bias=False), data(2, 4)",
    "dense_of_sequences": "L.Dense(3, activation='tanh', kernel_regularizer='l2'), data(2, 5, 4)",
    "dense_of_images": "L.Dense(2, activation='softmax'), data(2, 3, 2, 4)",
    "dense_of_integers": "L.Dense(2), numbers(2, 3)",
    "conv1d": "L.Conv1D(3, 2), data(2, 6, 2)",
    "conv1d_causal": "L.Conv1D(3, 2, padding='causal', dilation_rate=2), data(2, 6, 2)",
    "conv1d_same_strides": "L.Conv1D(3, 3, strides=2, padding='same', activation='relu'), data(2, 7, 2)",
    "conv2d": "L.Conv2D(3, 2), data(2, 4, 5, 2)",
    "conv2d_lists": "L.Conv2D(filters=4, kernel_size=[3, 2], strides=[2, 1], padding='same'), data(1, 5, 4, 2)",
    "conv2d_dilated": "L.Conv2D(2, (2, 2), dilation_rate=2, use_bias=False), data(1, 5, 5, 2)",
    "conv2d_groups": "L.Conv2D(4, 2, groups=2), data(1, 4, 4, 4)",
    "conv1d_transpose": "L.Conv1DTranspose(2, 3, strides=2), data(1, 4, 2)",
    "conv2d_transpose": "L.Conv2DTranspose(2, 3, strides=2, padding='same'), data(1, 3, 3, 2)",
    "conv2d_transpose_valid": "L.Conv2DTranspose(2, (3, 2), strides=(2, 3)), data(1, 3, 2, 2)",
    "conv2d_transpose_padded": "L.Conv2DTranspose(2, 3, 2, 'same', output_padding=1), data(1, 3, 3, 2)",
    "max_pool2d": "L.MaxPool2D(pool_size=[2, 2], strides=2), data(2, 5, 4, 2)",
    "max_pool2d_same": "L.MaxPooling2D(3, 2, padding='same'), data(1, 5, 5, 2)",
    "average_pooling2d": "L.AveragePooling2D(2, padding='same'), data(1, 5, 5, 2)",
    "global_average1d": "L.GlobalAveragePooling1D(), data(2, 5, 2)",
    "global_average1d_masked": "L.GlobalAveragePooling1D(), data(2, 3, 2), {'mask': np.array([[1, 1, 0], [1, 0, 0]], bool)}",
    "global_average2d": "L.GlobalAveragePooling2D(keepdims=True), data(2, 3, 4, 2)",
    "flatten": "L.Flatten(), data(2, 3, 2)",
    "reshape": "L.Reshape((2, 3)), data(2, 6)",
    "reshape_rest": "L.Reshape((-1, 2)), data(2, 6)",
    "zero_padding2d": "L.ZeroPadding2D(((1, 0), (2, 1))), data(1, 2, 2, 2)",
    "activation": "L.Activation('gelu'), data(2, 3)",
    "relu": "L.ReLU(max_value=0.6, negative_slope=0.1, threshold=0.2), data(2, 5)",
    "leaky_relu": "L.LeakyReLU(), data(2, 5)",
    "softmax": "L.Softmax(axis=1), data(2, 3, 2)",
    "softmax_masked": "L.Softmax(), data(2, 3), {'mask': np.array([[1, 1, 0], [1, 0, 1]], bool)}",
    "embedding": "L.Embedding(5, 3), numbers(2, 4)",
    "embedding_mask": "L.Embedding(5, 3, mask_zero=True), numbers(2, 4)",
    "dropout": "L.Dropout(0.5), data(2, 3)",
    "dropout_of_everything": "L.Dropout(1.0), data(2, 3), {'training': True}",
    "batch_normalization": "L.BatchNormalization(), data(4, 3)",
    "batch_normalization_training": "L.BatchNormalization(momentum=0.8), data(4, 3), {'training': True}",
    "batch_normalization_images": "L.BatchNormalization(epsilon=0.01), data(2, 3, 3, 2), {'training': True}",
    "batch_normalization_axis": "L.BatchNormalization(axis=1, scale=False), data(2, 3, 4), {'training': True}",
    "layer_normalization": "L.LayerNormalization(), data(3, 4)",
    "layer_normalization_axes": "L.LayerNormalization(axis=[1, 2], center=False), data(2, 3, 4)",
    "layer_normalization_middle": "L.LayerNormalization(axis=1), data(2, 3, 4)",
    "add": "L.Add(), [data(2, 3), data(2, 3, phase=1), data(2, 3, phase=2)]",
    "add_broadcast": "L.Add(), [data(2, 1, 3), data(2, 4, 3, phase=1)]",
    "multiply": "L.Multiply(), [data(2, 3), data(2, 3, phase=1)]",
    "concatenate": "L.Concatenate(), [data(2, 3), data(2, 2, phase=1)]",
    "concatenate_axis": "L.Concatenate(axis=1), [data(2, 3, 2), data(2, 1, 2, phase=1)]",
    "simple_rnn": "L.SimpleRNN(3), data(2, 4, 2)",
    "simple_rnn_sequences": "L.SimpleRNN(3, return_sequences=True, go_backwards=True), data(2, 4, 2)",
    "lstm": "L.LSTM(3), data(2, 4, 2)",
    "lstm_states": "L.LSTM(3, return_sequences=True, return_state=True), data(2, 4, 2)",
    "lstm_masked": "L.LSTM(3, return_sequences=True), data(2, 4, 2), {'mask': MASK}",
    "lstm_zero_masked": "L.RNN(L.LSTMCell(3), return_sequences=True, zero_output_for_mask=True), data(2, 4, 2), {'mask': MASK}",
    "lstm_initial": "L.LSTM(3), data(2, 4, 2), {'initial_state': [data(2, 3), data(2, 3, phase=1)]}",
    "gru": "L.GRU(3), data(2, 4, 2)",
    "gru_masked": "L.GRU(3, return_sequences=True, go_backwards=True), data(2, 4, 2), {'mask': MASK}",
    "gru_reset_before": "L.GRU(3, reset_after=False, return_state=True), data(2, 4, 2)",
    "gru_activations": "L.GRU(2, activation='relu', recurrent_activation='hard_sigmoid'), data(2, 4, 2)",
    "rnn_cell": "L.RNN(L.SimpleRNNCell(3), return_state=True), data(2, 4, 2)",
    "rescaling": "L.Rescaling(1.0 / 127.5, offset=-1), numbers(2, 3)",
    "normalization": "L.Normalization(mean=[1.0, 2.0], variance=[4.0, 9.0]), data(3, 2)",
    "normalization_inverse": "L.Normalization(mean=3.0, variance=2.0, invert=True), data(3, 2)",
}

MASK = np.array([[True, True, False, True], [False, True, True, False]])


def made(tf: Any, expression: str) -> tuple[Any, Any, dict[str, Any]]:
    """A layer, its inputs, and keyword arguments of the call."""
    names = {"L": tf.keras.layers, "np": np, "data": data, "numbers": numbers, "MASK": MASK}
    layer, inputs, *rest = eval(f"({expression})", names)
    kwargs = {
        k: tf.nest.map_structure(tf.constant, v) if not isinstance(v, bool) else v for k, v in (rest or [{}])[0].items()
    }
    return layer, tf.nest.map_structure(tf.constant, inputs), kwargs


def set_weights(layer: Any) -> None:
    """Gives a layer weights that are sines; variances stay positive."""
    layer.set_weights(
        [
            np.abs(data(*np.shape(w), scale=0.5, phase=i)) + (0.5 if "variance" in v.name else 0.0)
            if "variance" in v.name
            else data(*np.shape(w), scale=0.5, phase=i)
            for i, (w, v) in enumerate(zip(layer.get_weights(), layer.weights, strict=True))
        ]
    )


def answer(tf: Any, expression: str) -> dict[str, Any]:
    """What a system makes of a case: outputs, gradients, weights afterwards, shapes, the mask and the config."""
    tf.keras.backend.clear_session()
    layer, inputs, kwargs = made(tf, expression)
    layer(inputs, **kwargs)
    if layer.weights:
        set_weights(layer)
    floats = [x for x in tf.nest.flatten(inputs) if x.dtype.is_floating]
    with tf.GradientTape() as tape:
        tape.watch(floats)
        outputs = layer(inputs, **kwargs)
        flat = tf.nest.flatten(outputs)
        total = sum(
            tf.reduce_sum(tf.sin(x) * tf.constant(data(*x.shape, phase=2))) for x in flat if x.dtype.is_floating
        )
    wanted = [*layer.trainable_weights, *floats]
    gradients = (
        tape.gradient(total, [getattr(v, "value", v) if not tf.is_tensor(v) else v for v in wanted])
        if not isinstance(total, int)
        else []
    )
    mask = getattr(flat[0], "_keras_mask", None)
    return {
        "outputs": [_listed(x) for x in flat],
        "dtypes": [x.dtype.name for x in flat],
        "gradients": [None if g is None else _listed(tf.convert_to_tensor(g)) for g in gradients],
        "weights": [[v.name.split("/")[-1].split(":")[0], list(v.shape)] for v in layer.weights],
        "state": [_listed(v) for v in layer.non_trainable_weights if v.dtype != "uint32"],
        "losses": [_listed(x) for x in layer.losses],
        "mask": None if mask is None else np.asarray(mask).tolist(),
        "config": _plain(layer.get_config()),
    }


def _listed(x: Any) -> Any:
    array = np.asarray(x)
    return np.round(array.astype(np.float64), 6).tolist() if array.dtype.kind == "f" else array.tolist()


def _plain(config: Any) -> Any:
    """A config without what a version of Keras alone says."""
    if isinstance(config, dict):
        skipped = {"dtype", "registered_name", "build_config", "module", "lora_rank", "lora_alpha", "quantization_config",
                   "gptq_unpacked_column_size", "use_cudnn"}  # fmt: skip
        return {k: _plain(v) for k, v in config.items() if k not in skipped}
    if isinstance(config, (list, tuple)):
        return [_plain(v) for v in config]
    return config


def main() -> None:
    import tensorflow as tf

    recorded = {}
    for name, expression in CASES.items():
        try:
            recorded[name] = answer(tf, expression)
        except Exception as error:
            sys.exit(f"{name}: {type(error).__name__}: {error}")
    lines = ",\n".join(f'"{name}": {json.dumps(value)}' for name, value in recorded.items())
    RECORDED.write_text("{\n" + f'"_": "Keras of TensorFlow {tf.__version__}",\n' + lines + "\n}\n")


if __name__ == "__main__":
    main()
