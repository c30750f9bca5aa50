"""Schemas and shape rules: names of `tf` that are about when and where operations run."""

from __future__ import annotations

from runtime.core.shapes import SCALAR
from runtime.ir.schema import Effect, acts_outside, op

NO_OP = op("NoOp", "-> ", infer=list)
TIMESTAMP = op("Timestamp", "-> ts: float64", shapes=lambda: SCALAR, effects=Effect.OUTPUT)
acts_outside[TIMESTAMP] = None
