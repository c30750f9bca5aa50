"""Schemas and shape rules: text from tensors."""

from __future__ import annotations

from runtime.ir.schema import Effect, op
from runtime.ops.shape_rules import nothing, scalar

FORMAT = op(
    "StringFormat", "inputs: *; template: str, placeholder: str, summarize: int -> string", shapes=scalar, outputs=1
)
PRINT = op("PrintV2", "input: string; output_stream: any, end: str ->", shapes=nothing, effects=Effect.OUTPUT)
