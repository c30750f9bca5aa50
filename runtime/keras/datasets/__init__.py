"""`tf.keras.datasets`: small data sets to learn with."""

from __future__ import annotations

from runtime.keras.datasets import mnist

__all__ = ["mnist"]
