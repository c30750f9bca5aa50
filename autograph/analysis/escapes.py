"""Which variables are captured by functions that may still be called when the code that defines them has run.

    if x > 0:                           if x > 0:
        j = x * 2                           j = x * 2
        f = lambda: j + 1                   y = max(xs, key=lambda v: v * j)

On the left `j` may be read as long as there is `f`, on the right only by `max`. A lambda or a generator that is given
to a call whose result is used counts as run by that call, but for calls that make an object; one that has a name is
kept where that name is read other than to call it.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import free_names, names_of
from autograph.source.schema import FUNCTIONS
from autograph.source.walking import children

#: Calls that keep the functions they are given, besides those of classes.
_KEEPING = frozenset({"cache", "lru_cache", "partial", "partialmethod", "wraps"})
_COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp)


def captured_for_later(nodes: list[Any], named_outside: set[str]) -> set[str]:
    """The names that functions defined in some code capture and may read when it has run.

    Args:
        nodes: the code.
        named_outside: names that other code of the same function mentions too.
    """
    found = _Functions()
    for node in nodes:
        found.visit(node)
    kept, new = set(found.captured), True
    while new:
        new = False
        for name in [*found.named]:
            if name in kept or name in found.passed or name in named_outside:
                kept |= found.named.pop(name)
                new = True
    return kept


class _Functions:
    """The functions that some code defines.

    Attributes:
        captured: what those capture that are put somewhere.
        named: what those capture that have names, by name.
        passed: names whose values are put somewhere.
    """

    def __init__(self) -> None:
        self.captured: set[str] = set()
        self.named: dict[str, set[str]] = {}
        self.passed: set[str] = set()

    def visit(self, node: Any) -> None:
        kind = node.__class__
        if kind is gast.Name:
            if node.ctx.__class__ is gast.Load:
                self.passed.add(node.id)
        elif kind is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name:
            self.bound(node.targets[0].id, node.value)
        elif kind is gast.NamedExpr:
            self.bound(node.target.id, node.value)
        elif kind is gast.Call:
            self.call(node, is_used=True)
        elif kind is gast.Expr and node.value.__class__ is gast.Call:
            self.call(node.value, is_used=False)
        elif kind is gast.For:
            self.used(node.iter)
            self.each(child for child in children(node) if child is not node.iter)
        elif isinstance(node, _COMPREHENSIONS):
            for generator in node.generators:
                self.used(generator.iter)
                self.each(generator.ifs)
            self.each(part for part in children(node) if not isinstance(part, gast.comprehension))
        elif kind is gast.Attribute:
            self.used(node.value)
        elif kind is gast.Lambda or kind is gast.GeneratorExp:
            self.captured |= self.free(node)
        elif isinstance(node, FUNCTIONS) and not node.decorator_list:
            self.bound(node.name, node)
        elif isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            self.captured |= self.free(node)
        else:
            self.each(children(node))

    def each(self, nodes: Any) -> None:
        for node in nodes:
            self.visit(node)

    def bound(self, name: str, value: Any) -> None:
        """A value that gets a name."""
        if isinstance(value, (gast.Lambda, gast.GeneratorExp, *FUNCTIONS)):
            self.named[name] = self.named.get(name, set()) | self.free(value)
        else:
            self.visit(value)

    def call(self, node: Any, is_used: bool) -> None:
        callee = node.func
        self.used(callee)
        name = callee.id if isinstance(callee, gast.Name) else getattr(callee, "attr", "")
        is_run = is_used and name not in _KEEPING and not name[:1].isupper()
        for argument in [*node.args, *node.keywords]:
            value = argument.value if isinstance(argument, (gast.Starred, gast.keyword)) else argument
            if is_run or isinstance(value, gast.GeneratorExp) or getattr(argument, "arg", None) == "key":
                self.used(value)
            else:
                self.visit(value)

    def used(self, node: Any) -> None:
        """An expression whose value is called, or gone through, where it stands."""
        if not isinstance(node, (gast.Name, gast.Lambda, gast.GeneratorExp)):
            self.visit(node)

    def free(self, node: Any) -> set[str]:
        names = names_of([node]).captured if isinstance(node, gast.GeneratorExp) else free_names(node)[0]
        self.passed |= names
        return names
