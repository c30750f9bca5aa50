"""`tf.nest`: nested structures of Python containers."""

from __future__ import annotations

from runtime.core.nest import assert_same_structure, flatten, is_nested, map_structure, pack_sequence_as

__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]
