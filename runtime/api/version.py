"""`tf.version`: which TensorFlow's names these are."""

from __future__ import annotations

import platform

__all__ = ["COMPILER_VERSION", "GIT_VERSION", "VERSION"]

#: Of the TensorFlow whose behaviour is followed.
VERSION = "2.21.0"
GIT_VERSION = "unknown"
COMPILER_VERSION = platform.python_compiler()
