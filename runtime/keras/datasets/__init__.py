"""`tf.keras.datasets`: small data sets to learn with."""

from runtime.keras.coverage import refusing
from runtime.keras.datasets import fashion_mnist, mnist

__all__ = ["fashion_mnist", "mnist"]

__getattr__ = refusing("tf.keras.datasets", __all__)
