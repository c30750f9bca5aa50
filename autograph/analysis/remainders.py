"""Which products and sums only have their remainder taken: `(a * x + c) % m`.

A product of integers may be larger than an integer of a system is, where its remainder is not.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes


def mark_remainders(nodes: Nodes) -> None:
    """Marks (`of_remainder`) the products of which only the remainder is asked for, sums of such, and the remainder.

    Not those of a power of two, which are what they are of products that wrap around.
    """
    for node in nodes.of(gast.BinOp):
        if isinstance(node.op, gast.Mod) and _may_be_large(node.right):
            parts = _products(node.left)
            for part in parts:
                part.of_remainder = True
            if parts:
                node.of_remainder = True


def _may_be_large(modulus: Any) -> bool:
    return not isinstance(modulus, gast.Constant) or (type(modulus.value) is int and not is_of_bits(modulus.value))


def is_of_bits(modulus: int) -> bool:
    """Whether the remainder of a number that has wrapped around is that of the number."""
    return 0 < modulus <= 2**31 and modulus & (modulus - 1) == 0


def _products(node: Any) -> list[Any]:
    """The products in an expression, and the sums that have them; nothing if there is none."""
    if not isinstance(node, gast.BinOp):
        return []
    if isinstance(node.op, gast.Pow):
        is_square = isinstance(node.right, gast.Constant) and type(node.right.value) is int and node.right.value == 2
        return [node] if is_square else []
    if not isinstance(node.op, (gast.Add, gast.Sub, gast.Mult)):
        return []
    inner = [*_products(node.left), *_products(node.right)]
    return [node, *inner] if inner or isinstance(node.op, gast.Mult) else []
