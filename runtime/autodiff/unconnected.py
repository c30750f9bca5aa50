"""What a gradient is where there is no dependence."""

from __future__ import annotations

import enum


class UnconnectedGradients(enum.Enum):
    """What a gradient is with respect to something that the target does not depend on: None, or zeros."""

    NONE = "none"
    ZERO = "zero"
