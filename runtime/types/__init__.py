"""`tf.types`: the types that programs may implement or ask for."""

from runtime.core.coverage import not_covered
from runtime.types import experimental

__all__ = ["experimental"]
__getattr__ = not_covered("tf.types", __all__)
