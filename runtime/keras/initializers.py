"""`tf.keras.initializers`: what `tf.initializers` is."""

from runtime.initializers import *  # noqa: F403
from runtime.initializers import deserialize, get, serialize  # noqa: F401
