"""`tf.errors`: the errors that operations raise."""

from __future__ import annotations

from runtime.core.errors import *  # noqa: F403 - the whole of that table
