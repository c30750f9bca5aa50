"""Which names each piece of a function reads, binds and captures.

A *mention* is any occurrence of a name that belongs to the function at hand: also one in a function or class nested in
it, as far as the name is free there. Names bound by a comprehension's own loops belong to the comprehension.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from autograph.source.schema import FUNCTIONS, STATEMENTS
from autograph.source.walking import children


class Names:
    """What some code does with the names of the function it stands in.

    Attributes:
        reads: names whose value it may read.
        binds: names it may bind or delete.
        captured: names that functions nested in it refer to, and may read at any later time.
        captured_binds: names that functions nested in it rebind (`nonlocal`).
        globals, nonlocals: names it declares so.
        mentions: how often it mentions each name.
        calls: whether it calls anything.
        deletes: whether it deletes any name, as an `except` does with its own.
        skips: whether it may end normally without having bound some of `binds`: by `:=`, or with a bare annotation.
    """

    __slots__ = (
        "binds", "calls", "captured", "captured_binds", "deletes", "globals", "mentions", "nonlocals", "reads", "skips",
    )  # fmt: skip

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.binds: set[str] = set()
        self.captured: set[str] = set()
        self.captured_binds: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.mentions: dict[str, int] = {}
        self.calls = False
        self.deletes = False
        self.skips = False

    def add(self, other: Names) -> None:
        """Takes in what other code of the same function does."""
        self.reads |= other.reads
        self.binds |= other.binds
        self.captured |= other.captured
        self.captured_binds |= other.captured_binds
        self.globals |= other.globals
        self.nonlocals |= other.nonlocals
        self.mention(other.mentions)
        self.calls |= other.calls
        self.deletes |= other.deletes
        self.skips |= other.skips

    def mention(self, mentions: dict[str, int]) -> None:
        """Adds to how often names are mentioned."""
        known = self.mentions
        for name, count in mentions.items():
            known[name] = known.get(name, 0) + count


#: What compound statements and definitions were found to do with names. It serves as long as they do not change.
KnownNames = dict[Any, Names]
_KNOWN = frozenset({*STATEMENTS, *FUNCTIONS, gast.ClassDef})


def names_of(nodes: Any, known: KnownNames | None = None) -> Names:
    """What a node, or a list of nodes, does with names. A function given itself counts as a definition inside code.

    Args:
        nodes: a node or a list of nodes.
        known: what is known of statements in them; what is found is put there.
    """
    names = Names()
    collector = _Collector(names, known=known)
    for node in nodes if isinstance(nodes, list) else [nodes]:
        collector.visit(node)
    return names


def parameter_nodes(function: Any) -> list[Any]:
    """A function's parameters, `*args` and `**kwargs` last."""
    arguments = function.args
    starred = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return [*(arguments.posonlyargs or ()), *(arguments.args or ()), *(arguments.kwonlyargs or ()), *starred]


def parameters(function: Any) -> list[str]:
    """The names of a function's parameters, `*args` and `**kwargs` included."""
    return [a.id for a in parameter_nodes(function)]


def first_statement(body: list[Any]) -> int:
    """Where in a function's body the code begins: after its docstring and the declarations at its top."""
    start = int(bool(body) and isinstance(body[0], gast.Expr) and isinstance(body[0].value, gast.Constant))
    while start < len(body) and isinstance(body[start], (gast.Global, gast.Nonlocal)):
        start += 1
    return start


def inner_names(function: Any) -> Names:
    """What the body of a function, or of a lambda, does with names, its parameters bound."""
    names = names_of(function.body)
    names.binds.update(parameters(function))
    return names


def free_names(function: Any) -> tuple[set[str], set[str]]:
    """The names a nested function or class needs from around it, and those of them it rebinds."""
    inner = inner_names(function) if not isinstance(function, gast.ClassDef) else names_of(function.body)
    mentioned = inner.reads | inner.binds | inner.captured | inner.captured_binds
    own = inner.binds - inner.globals - inner.nonlocals
    if isinstance(function, gast.ClassDef):
        # A class body sees its own names only at its own level: what its methods capture comes from further out,
        # and a name it binds may be read from outside before that.
        free = mentioned - inner.globals - (own - inner.captured - inner.reads)
    else:
        free = mentioned - inner.globals - own
    own_parameters = {p.name for p in getattr(function, "type_params", None) or ()}
    rebinds = (inner.nonlocals | inner.captured_binds) - own - inner.globals
    return free - own_parameters, rebinds - own_parameters


class _Collector:
    def __init__(self, names: Names, hidden: frozenset[str] = frozenset(), known: KnownNames | None = None):
        self.names = names
        self.hidden = hidden
        self.known = known

    def visit(self, node: Any) -> None:
        names, hidden, known = self.names, self.hidden, self.known
        mentions = names.mentions
        stack = [node]
        while stack:
            node = stack.pop()
            kind = node.__class__
            if kind is gast.Name:
                if (name := node.id) not in hidden:
                    use = node.ctx.__class__
                    if use is not gast.Store:
                        names.reads.add(name)
                        mentions[name] = mentions.get(name, 0) + 1
                    if use is not gast.Load:
                        names.binds.add(name)
                        names.deletes |= use is gast.Del
                        mentions[name] = mentions.get(name, 0) + 1
            elif kind is gast.Constant:
                pass
            elif kind is gast.Attribute:
                stack.append(node.value)
            elif known is not None and kind in _KNOWN:
                if node not in known:
                    known[node] = Names()
                    handle = _HANDLERS.get(kind, _Collector.compound)
                    handle(_Collector(known[node], hidden, known), node)
                names.add(known[node])
            elif (handler := _HANDLERS.get(kind)) is not None:
                handler(self, node)
            else:
                if kind is gast.Call:
                    names.calls = True
                elif kind is gast.NamedExpr:
                    names.skips = True
                elif kind is gast.ExceptHandler and node.name is not None:
                    names.deletes = True
                stack += children(node)

    def each(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            if isinstance(node, gast.AST):
                self.visit(node)

    def read(self, name: str) -> None:
        if name not in self.hidden:
            self.names.reads.add(name)
            self.names.mention({name: 1})

    def bind(self, name: str | None) -> None:
        if name is not None and name not in self.hidden:
            self.names.binds.add(name)
            self.names.mention({name: 1})

    def augmented(self, node: Any) -> None:
        self.visit(node.value)
        if isinstance(node.target, gast.Name):
            self.read(node.target.id)
        self.visit(node.target)

    def annotated(self, node: Any) -> None:
        if node.value is not None:
            self.visit(node.value)
        else:
            self.names.skips = True
        self.visit(node.target)

    def compound(self, node: Any) -> None:
        self.each(children(node))

    def function(self, node: Any) -> None:
        self.bind(node.name)
        self.each(node.decorator_list)
        self.nested(node)

    def class_(self, node: Any) -> None:
        self.bind(node.name)
        self.each(node.decorator_list)
        self.each(node.bases)
        self.each(node.keywords)
        self.names.calls = True
        self.nested(node)

    def nested(self, node: Any) -> None:
        if not isinstance(node, gast.ClassDef):
            self.each(node.args.defaults)
            self.each(node.args.kw_defaults)
            if not isinstance(node, gast.Lambda):
                self.each([a.annotation for a in parameter_nodes(node)])
                self.each([node.returns])
        free, rebinds = free_names(node)
        free -= self.hidden
        self.names.reads |= free
        self.names.captured |= free
        self.names.mention(dict.fromkeys(free, 1))
        self.names.captured_binds |= rebinds - self.hidden

    def comprehension(self, node: Any) -> None:
        own = Names()
        targets = _Collector(own)
        for generator in node.generators:
            targets.visit(generator.target)
        self.visit(node.generators[0].iter)
        inner = Names()
        collector = _Collector(inner, self.hidden | own.binds)
        for index, generator in enumerate(node.generators):
            if index:
                collector.visit(generator.iter)
            collector.visit(generator.target)
            collector.each(generator.ifs)
        for field in ("key", "value", "elt"):
            part = getattr(node, field, None)
            if part is not None:
                collector.visit(part)
        self.names.add(inner)
        if isinstance(node, gast.GeneratorExp):
            # It runs whenever somebody draws from it.
            self.names.captured |= inner.reads

    def imported(self, node: Any) -> None:
        for alias in node.names:
            self.bind((alias.asname or alias.name).partition(".")[0])

    def pattern(self, node: Any) -> None:
        self.bind(node.name)
        self.each(children(node))

    def mapping(self, node: Any) -> None:
        self.bind(node.rest)
        self.each(children(node))

    def global_(self, node: Any) -> None:
        self.names.globals |= {*node.names}

    def nonlocal_(self, node: Any) -> None:
        self.names.nonlocals |= {*node.names}

    def alias_statement(self, node: Any) -> None:
        self.visit(node.name)
        own = {p.name for p in node.type_params or ()}
        inner = Names()
        _Collector(inner, self.hidden | own).visit(node.value)
        self.names.reads |= inner.reads
        self.names.captured |= inner.reads
        self.names.mention(inner.mentions)


_HANDLERS: dict[type, Any] = {
    gast.AugAssign: _Collector.augmented,
    gast.AnnAssign: _Collector.annotated,
    gast.FunctionDef: _Collector.function,
    gast.AsyncFunctionDef: _Collector.function,
    gast.ClassDef: _Collector.class_,
    gast.Lambda: _Collector.nested,
    gast.ListComp: _Collector.comprehension,
    gast.SetComp: _Collector.comprehension,
    gast.DictComp: _Collector.comprehension,
    gast.GeneratorExp: _Collector.comprehension,
    gast.Import: _Collector.imported,
    gast.ImportFrom: _Collector.imported,
    gast.MatchAs: _Collector.pattern,
    gast.MatchStar: _Collector.pattern,
    gast.MatchMapping: _Collector.mapping,
    gast.Global: _Collector.global_,
    gast.Nonlocal: _Collector.nonlocal_,
    gast.TypeAlias: _Collector.alias_statement,
}
