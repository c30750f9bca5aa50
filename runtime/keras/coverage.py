"""What is said of a name that Keras has and this system has not: that it is not covered, and what is nearest."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def _instead(names: Mapping[str, str]) -> dict[str, str]:
    """A table of what is nearest, by name: from the names that each stands in for."""
    return {other: name for name, others in names.items() for other in others.split()}


#: What stands in for a name whose nearest spelling would mislead, by namespace; `*` for all that have none.
NEAREST: dict[str, dict[str, str]] = {
    "tf.keras": {
        "applications": "models", "preprocessing": "utils", "mixed_precision": "backend", "experimental": "models",
        "*": "layers",
    },
    "tf.keras.backend": {"*": "the operation of tf itself, such as tf.reduce_mean"},
    "tf.keras.utils": {
        "Progbar": "tf.keras.callbacks.ProgbarLogger", "pad_sequences": "tf.data.Dataset.padded_batch",
        "normalize": "tf.math.l2_normalize", "*": "tf.data.Dataset",
    },
    "tf.keras.layers": _instead({
        "Dense": "Attention AdditiveAttention MultiHeadAttention EinsumDense", "Add": "Average Subtract",
        "Multiply": "Dot", "AveragePooling2D": "AveragePooling3D", "MaxPooling2D": "MaxPooling1D MaxPooling3D",
        "GlobalAveragePooling1D": "GlobalMaxPooling1D", "GlobalAveragePooling2D": "GlobalMaxPooling2D",
        "RNN": "Bidirectional StackedRNNCells", "LSTM": "ConvLSTM2D",
        "Lambda": "Maximum Minimum TimeDistributed CategoryEncoding Discretization Hashing StringLookup IntegerLookup "
                  "TextVectorization Cropping1D Cropping2D UpSampling1D Permute RepeatVector Identity",
        "Conv1D": "SeparableConv1D DepthwiseConv1D", "Conv2D": "Conv3D SeparableConv2D DepthwiseConv2D",
        "Conv2DTranspose": "UpSampling2D Conv3DTranspose", "Activation": "ELU ActivityRegularization",
        "LeakyReLU": "PReLU", "ReLU": "ThresholdedReLU", "Embedding": "Masking",
        "Dropout": "GaussianNoise GaussianDropout AlphaDropout SpatialDropout2D",
        "LayerNormalization": "GroupNormalization RMSNormalization UnitNormalization",
    }),
    "tf.keras.metrics": {
        "RootMeanSquaredError": "MeanSquaredError", "TruePositives": "Recall", "FalsePositives": "Precision",
        "TrueNegatives": "Recall", "FalseNegatives": "Recall", "F1Score": "Precision", "MeanIoU": "Accuracy",
        "KLDivergence": "CategoricalCrossentropy", "Hinge": "BinaryCrossentropy",
        "CosineSimilarity": "MeanSquaredError",
    },
    "tf.keras.losses": {
        "KLDivergence": "CategoricalCrossentropy", "Hinge": "BinaryCrossentropy", "Poisson": "MeanSquaredError",
        "CosineSimilarity": "MeanSquaredError", "LogCosh": "Huber", "Dice": "BinaryCrossentropy",
    },
    "tf.keras.optimizers": {
        "Adadelta": "Adagrad", "Adamax": "Adam", "Nadam": "Adam", "Ftrl": "Adagrad", "Lion": "AdamW", "legacy": "SGD",
    },
    "tf.keras.callbacks": {
        "ReduceLROnPlateau": "LearningRateScheduler", "TerminateOnNaN": "EarlyStopping", "CSVLogger": "History",
        "LambdaCallback": "Callback", "BackupAndRestore": "ModelCheckpoint",
    },
}  # fmt: skip


def refusing(namespace: str, names: Iterable[str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module, which refuses what the module has not.

    Args:
        namespace: as users write it.
        names: that it has.

    >>> import runtime as tf
    >>> refusing('tf.keras.layers', ['Conv1D', 'Conv2D'])('Conv3D')
    Traceback (most recent call last):
    AttributeError: tf.keras.layers.Conv3D is not covered; the nearest that is: Conv2D
    """
    known = sorted(names)
    instead: Mapping[str, str] = NEAREST.get(namespace, {})

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        close = difflib.get_close_matches(name, known, 1)
        nearest = instead.get(name) or next(iter(close), None) or instead.get("*")
        hint = f"; the nearest that is: {nearest}" if nearest else f". What is: {', '.join(known)}"
        raise AttributeError(f"{namespace}.{name} is not covered{hint}")

    return __getattr__


def warn_of_unused(where: str, given: Mapping[str, Any], neutral: Mapping[str, tuple[Any, ...]]) -> None:
    """Warns of arguments that are understood, and change nothing here.

    Args:
        where: the class or method that takes them.
        given: all arguments in question, by name.
        neutral: the values of each that ask for nothing.

    Raises:
        TypeError: if one is not among those that are understood.
    """
    for name, value in given.items():
        if name not in neutral:
            raise TypeError(f"{where}() got an unexpected keyword argument '{name}'")
        if not any(value is x or (type(value) is type(x) and value == x) for x in neutral[name]):
            warnings.warn(f"{where}: {name}={value!r} has no effect in this system", stacklevel=4)
