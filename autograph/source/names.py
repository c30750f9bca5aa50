"""Names that a function does not use yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

#: What functions that the conversion adds are called, but for a number behind it.
_GENERATED = frozenset(
    {"get_state", "set_state", "if_body", "else_body", "loop_test", "loop_body", "extra_test", "case_test", "operand",
     "try_body", "attempt"}
)  # fmt: skip


def is_generated(name: str) -> bool:
    """Whether a function of this name may be one that the conversion added."""
    wanted, _, number = name.rpartition("_")
    return name in _GENERATED or (wanted in _GENERATED and number.isdigit())


class Namer:
    """Gives out names that occur nowhere in a tree, nor among those it gave before.

    Args:
        nodes: all that mention or bind names in the tree; others are ignored.
        class_name: the class around the function, whose private names are mangled.
    """

    def __init__(self, nodes: Iterable[Any], class_name: str | None = None):
        self.class_name = class_name
        mentioned, bound = names_in(nodes)
        #: The names in use.
        self.taken = mentioned
        self._counts: dict[str, int] = {}
        self._closures: dict[tuple[str, int], str] = {}
        #: The names that the conversion added.
        self.added: set[str] = set()
        #: Those of functions that the conversion added (bodies, tests, state accessors).
        self.generated: set[str] = set()
        #: Names that are not those of Python's builtins, for the program binds them.
        self.shadowed = frozenset(bound)

    def variable(self, wanted: str) -> str:
        """`wanted`, or `wanted_1`, `wanted_2`, ..., the first that is free."""
        name, count = wanted, self._counts.get(wanted, 0)
        while name in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self._counts[wanted] = count
        self.taken.add(name)
        self.added.add(name)
        return name

    def function(self, wanted: str) -> str:
        """The same, for a function that the conversion adds."""
        assert wanted in _GENERATED
        name = self.variable(wanted)
        self.generated.add(name)
        return name

    def closure(self, wanted: str, number: int) -> str:
        """The same, for one that only the statement it is defined for uses: its name serves for later ones as well.

        Those that are in use at the same time have different numbers. (A function of thousands of statements would
        have as many variables, and Python copies the table of a function's variables for each function in it.)
        """
        name = self._closures.get((wanted, number))
        if name is None:
            name = self._closures[wanted, number] = self.function(wanted)
        return name


_DEFINING = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.MatchAs, gast.MatchStar)

#: The kinds of nodes that mention or bind names.
NAMING = (gast.Name, *_DEFINING, gast.MatchMapping, gast.alias, gast.Global, gast.Nonlocal)


def names_in(nodes: Iterable[Any]) -> tuple[set[str], set[str]]:
    """The names that some nodes mention (as a variable, a function, a class, an import, a declaration); those bound."""
    mentioned: set[str] = set()
    bound: set[str] = set()
    for node in nodes:
        kind = node.__class__
        if kind is gast.Name:
            mentioned.add(node.id)
            if node.ctx.__class__ is not gast.Load:
                bound.add(node.id)
        elif kind in _DEFINING:
            bound.add(node.name)
        elif kind is gast.MatchMapping:
            mentioned.add(node.rest)
        elif kind is gast.alias:
            bound.add((node.asname or node.name).partition(".")[0])
        elif kind in (gast.Global, gast.Nonlocal):
            mentioned.update(node.names)
    return mentioned | bound, bound
