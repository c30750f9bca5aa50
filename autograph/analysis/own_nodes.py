"""The functions of a tree and the nodes of each, by kind: found in one walk, for passes that are about few kinds."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import gast

from autograph.source.schema import SCOPES
from autograph.source.walking import children

#: The nodes of a function by kind, as it was before any pass.
OwnNodes = dict[type, list[Any]]


def functions_inside_out(tree: Any) -> list[tuple[Any, OwnNodes]]:
    """The functions and lambdas of a tree, those nested in another first, each with its own nodes.

    Those are the nodes of its body but for what is in functions and classes defined there.
    """
    found: list[tuple[Any, OwnNodes]] = []
    nobody: OwnNodes = defaultdict(list)
    own = nobody
    # Where the nodes are others' from some point on, the stack holds those of whom.
    stack: list[Any] = [tree]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is defaultdict:
            own = node
            continue
        own[kind].append(node)
        if kind not in _SCOPES:
            stack += children(node)
            continue
        stack.append(own)
        own = nobody
        if kind is gast.ClassDef:
            stack += children(node)
            continue
        inner: OwnNodes = defaultdict(list)
        found.append((node, inner))
        body = node.body if node.body.__class__ is list else [node.body]
        after_body = [*getattr(node, "decorator_list", ()), getattr(node, "returns", None)]
        after_body += getattr(node, "type_params", None) or ()
        # Last things first.
        stack += [node.args, nobody, *body, inner, *(part for part in after_body if part is not None)]
    found.reverse()
    return found


_SCOPES = frozenset(SCOPES)
