"""Schemas of operations and their shape rules, a file per family."""

from runtime.ops import shape_values  # noqa: F401 - fills the columns that inference asks
