"""Activations, regularisers and constraints, and what Keras answers to them.

`python -m tests.runtime.keras.function_cases`, where TensorFlow is installed, writes `functions.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.runtime.keras.layer_cases import data

RECORDED = Path(__file__).parent / "functions.json"

ACTIVATIONS = (
    "linear", "relu", "leaky_relu", "relu6", "softmax", "log_softmax", "elu", "selu", "gelu", "silu", "swish",
    "softplus", "softsign", "sigmoid", "hard_sigmoid", "tanh", "exponential", "mish",
)  # fmt: skip

#: Calls of functions of `tf.keras`, named `K`, on `x`.
CALLS = (
    "K.activations.relu(x, negative_slope=0.1, max_value=1.5, threshold=0.3)",
    "K.activations.relu(x, max_value=6)",
    "K.activations.leaky_relu(x, negative_slope=0.4)",
    "K.activations.softmax(x, axis=0)",
    "K.activations.softmax(x, axis=(0, 1))",
    "K.activations.elu(x, alpha=0.5)",
    "K.activations.gelu(x, approximate=True)",
    "K.regularizers.L1(0.3)(x)",
    "K.regularizers.L2(0.3)(x)",
    "K.regularizers.L1L2(0.1, 0.2)(x)",
    "K.regularizers.get('l1')(x)",
    "K.regularizers.get('l2')(x)",
    "K.constraints.MaxNorm(1.0)(x)",
    "K.constraints.MaxNorm(1.0, axis=1)(x)",
    "K.constraints.NonNeg()(x)",
    "K.constraints.UnitNorm(axis=1)(x)",
    "K.constraints.MinMaxNorm(0.5, 1.0, rate=0.5)(x)",
    "K.initializers.Constant(3.0)((2, 2))",
    "K.initializers.Identity(2.0)((2, 3))",
    "K.initializers.get('ones')((2,))",
)


def answers(tf: Any) -> dict[str, Any]:
    """What a system makes of each call."""
    x = tf.constant(data(3, 4, scale=2.0))
    calls = [*[f"K.activations.get('{name}')(x)" for name in ACTIVATIONS], *CALLS]
    results = {call: eval(call, {"K": tf.keras, "x": x}) for call in calls}
    return {call: np.round(np.asarray(y, np.float64), 6).tolist() for call, y in results.items()}


def main() -> None:
    import tensorflow as tf

    lines = ",\n".join(f"{json.dumps(call)}: {json.dumps(value)}" for call, value in answers(tf).items())
    RECORDED.write_text("{\n" + f'"_": "Keras of TensorFlow {tf.__version__}",\n' + lines + "\n}\n")


if __name__ == "__main__":
    main()
