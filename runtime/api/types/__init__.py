"""`tf.types`: the types that programs may implement or ask for."""

from runtime.api.types import experimental
from runtime.core.coverage import not_covered

__all__ = ["experimental"]
__getattr__ = not_covered("tf.types", __all__)
