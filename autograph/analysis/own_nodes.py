"""The functions of a tree and the nodes of each, by kind: found in one walk, for what is about few kinds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import gast

from autograph.source.schema import SCOPES
from autograph.source.walking import children

#: The nodes of a function by kind, as it was before any pass.
OwnNodes = dict[type, list[Any]]


class Nodes:
    """The nodes of a tree as it was before any pass.

    Attributes:
        tree: the tree.
        functions: its functions and lambdas, those nested in another first, each with its own nodes: those of its body
            but for what is in functions and classes defined there.
    """

    def __init__(self, tree: Any):
        self.tree = tree
        self.functions: list[tuple[Any, OwnNodes]] = []
        self._others: OwnNodes = defaultdict(list)
        self._find(tree)
        self.functions.reverse()

    def of(self, *kinds: type) -> Iterator[Any]:
        """All nodes of some kinds."""
        for own in (self._others, *(own for _, own in self.functions)):
            for kind in kinds:
                yield from own.get(kind, ())

    def _find(self, tree: Any) -> None:
        own = self._others
        # Where the nodes are others' from some point on, the stack holds those of whom.
        stack: list[Any] = [tree]
        while stack:
            node = stack.pop()
            kind = node.__class__
            if kind is defaultdict:
                own = node
                continue
            own[kind].append(node)
            if kind is gast.Constant or (kind is gast.Name and node.annotation is None):
                continue
            if kind not in _SCOPES:
                stack += children(node)
                continue
            stack.append(own)
            own = self._others
            if kind is gast.ClassDef:
                stack += children(node)
                continue
            inner: OwnNodes = defaultdict(list)
            self.functions.append((node, inner))
            body = node.body if node.body.__class__ is list else [node.body]
            after_body = [*getattr(node, "decorator_list", ()), getattr(node, "returns", None)]
            after_body += getattr(node, "type_params", None) or ()
            # Last things first.
            stack += [node.args, own, *body, inner, *(part for part in after_body if part is not None)]


_SCOPES = frozenset(SCOPES)
