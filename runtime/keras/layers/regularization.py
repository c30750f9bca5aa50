"""Dropout: what does something in training only, against overfitting."""

from __future__ import annotations

from typing import Any

from runtime.keras.declaring import field
from runtime.keras.layers.base import Layer
from runtime.keras.layers.seeds import SeedGenerator, dropped, when
from runtime.library import shaping
from runtime.tensor import conversion


def _rate(rate: Any) -> Any:
    if not isinstance(rate, (int, float)) or not 0 <= rate <= 1:
        raise ValueError(
            f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={rate}"
        )
    return rate


class Dropout(Layer):
    """Sets a fraction of elements to 0 in training, and scales the others up (Srivastava et al. 2014).

    Raises:
        ValueError: if `rate` is out of its range.

    >>> import runtime as tf
    >>> Dropout(0.5)(tf.ones([2])).numpy()
    array([1., 1.], dtype=float32)
    """

    supports_masking = True
    rate: float = field("the fraction, in `[0, 1]`", convert=_rate)
    noise_shape: Any = field(
        "what is dropped together: sizes of 1 are broadcast, None stands for the size of the inputs", default=None
    )
    seed: int | None = field("an integer that decides which", default=None)

    def _init_done(self) -> None:
        if self.rate > 0:  # a seed that nobody uses is not drawn
            self.seed_generator = SeedGenerator(self.seed)

    def call(self, inputs: Any, training: Any = False) -> Any:
        if not self.rate:
            return inputs
        return when(training, lambda: self._dropped(self._floats(inputs)), lambda: conversion.convert_to_tensor(inputs))

    def _dropped(self, x: Any) -> Any:
        if self.rate == 1:
            return shaping.zeros_like(x)
        shape = self.noise_shape
        if shape is not None:
            shape = [shaping.shape(x)[i] if n is None else n for i, n in enumerate(shape)]
        return dropped(x, self.rate, shape, self.seed_generator)
