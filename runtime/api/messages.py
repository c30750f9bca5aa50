"""`tf.get_logger`: where warnings go."""

from __future__ import annotations

import logging

__all__ = ["get_logger"]


def get_logger() -> logging.Logger:
    """The logger of this system's warnings.

    >>> get_logger().name
    'runtime'
    """
    return logging.getLogger("runtime")
