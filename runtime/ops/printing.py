"""Schemas and shape rules: text from tensors."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import Effect, acts_outside, op
from runtime.ops.shape_rules import nothing, scalar

FORMAT = op("StringFormat", "inputs: *; template: str, placeholder: str, summarize: int -> string", shapes=scalar)


def _printed(node: Any) -> str | None:
    stream = node.attrs["output_stream"]
    return None if stream in ("stdout", "stderr") else f"prints to {stream!r}"


PRINT = op("PrintV2", "input: string; output_stream: any, end: str ->", shapes=nothing, effects=Effect.OUTPUT)
acts_outside[PRINT] = _printed
