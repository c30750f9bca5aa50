"""Definite assignment: which variables may be read where they have no value.

Forward data-flow over the control-flow graph: a local variable is unbound at the start and after `del`, and a step that
reads it while some path leaves it unbound may raise UnboundLocalError. Where a read did not, the variable is bound.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.cfg import FlowGraph
from autograph.analysis.scopes import KnownNames, free_names, names_of, parameters
from autograph.source.schema import COMPREHENSIONS, FUNCTIONS, SCOPES
from autograph.source.walking import children, walk


class UnboundReads:
    """The reads of a function's local variables that may find no value.

    Attributes:
        names: the variables.
        places: the statement of each such read, and the names it may find unbound.
        nodes: the reads that Python does in the frame of the function, those of `del` and of `x += 1` among them.
        captured: the reads of functions nested in it that are defined where a variable may be unbound.
        used: what the function does with names.
        known: what its statements do with names.
        graph: its control-flow graph; None where no variable can be unbound.
    """

    def __init__(self, function: Any):
        self.known: KnownNames = {}
        self.used = names = names_of(function.body, self.known)
        own = names.binds - names.globals - names.nonlocals
        unbound = own.difference(parameters(function))
        self.names: set[str] = set()
        self.places: list[tuple[Any, set[str]]] = []
        self.nodes: list[Any] = []
        self.captured: list[Any] = []
        self.graph: FlowGraph | None = None
        deleted = _deleted_by_functions(function.body, own)
        if not unbound and not names.deletes and not deleted:
            return
        self.graph = graph = FlowGraph(function, self.known)
        _solve(graph, graph.set_of(unbound | deleted), graph.set_of(deleted))
        for step in graph.steps:
            if any(map(_defines, step.parts)):
                self.captured += _captured_reads(step.parts, graph.names_in(_unbound_from(step)) & own)
            found = graph.names_in(step.reads & step.unbound) & own
            if not found:
                continue
            nodes = [node for node in _reads(step.parts) if node.id in found]
            if step.reads & step.binds & step.unbound:
                found_first = {id(node) for node in _reads_before_binds(step.parts, set())}
                nodes = [node for node in nodes if id(node) in found_first]
                found = {node.id for node in nodes} | (found - {node.id for node in _reads(step.parts)})
            if found:
                self.names |= found
                self.places.append((step.source, found))
                self.nodes += nodes


def mark_unbound_reads(function: Any) -> UnboundReads:
    """Marks the reads (`maybe_unbound`) that may find a variable of the function unbound, and gives them."""
    reads = UnboundReads(function)
    for node in reads.nodes:
        node.maybe_unbound = True
    for node in reads.captured:
        node.maybe_unbound_outside = True
    return reads


def _deleted_by_functions(body: list[Any], own: set[str]) -> set[str]:
    """The variables of a function that those delete which are nested in it: whenever these are called."""
    functions = [node for node in walk(body) if isinstance(node, FUNCTIONS)]
    inner = [node for function in functions for node in walk(function.body)]
    declared = {name for node in inner if isinstance(node, gast.Nonlocal) for name in node.names} & own
    if not declared:
        return set()
    targets = [part for node in inner if isinstance(node, gast.Delete) for part in walk(node.targets)]
    return {part.id for part in targets if isinstance(part, gast.Name)} & declared


def _solve(graph: FlowGraph, at_start: int, always: int) -> None:
    """Finds what may be unbound at each step.

    Args:
        at_start: what is at the start.
        always: what may be at any.
    """
    for step in graph.steps:
        step.unbound = 0
    seen = {id(graph.entry)}
    graph.entry.unbound = at_start
    waiting = [graph.entry]
    while waiting:
        step = waiting.pop()
        after = (step.unbound & ~(step.binds | graph.set_of(_surely_read(step)))) | step.deletes | always
        targets = [(target, after) for target in step.to]
        if step.raises_to is not None:
            targets.append((step.raises_to, step.unbound | after))
        for target, unbound in targets:
            if unbound & ~target.unbound or id(target) not in seen:
                seen.add(id(target))
                target.unbound |= unbound
                waiting.append(target)


def _unbound_from(start: Any) -> int:
    """The variables that may be unbound at a step or after it, where a function that it defines may be called.

    That is so of what a loop binds, in the loop as well: where it has been staged, the function is one of none.
    """
    found, waiting, seen = 0, [start], {id(start)}
    while waiting:
        step = waiting.pop()
        found |= step.unbound
        for target in (*step.to, step.raises_to):
            if target is not None and id(target) not in seen:
                seen.add(id(target))
                waiting.append(target)
    return found


def _surely_read(step: Any) -> set[str]:
    """Names that a step reads whenever it ends normally, if they may be unbound there."""
    if not step.unbound & step.reads:
        return set()
    return {node.id for node in _reads(step.parts, skippable=False)}


def _reads(parts: list[Any], skippable: bool = True) -> Iterator[Any]:
    """The names that code reads in the frame it runs in; on request, only those that are read in any case."""
    stack = list(parts)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is gast.Name:
            if not isinstance(node.ctx, gast.Store):
                yield node
        elif kind is gast.AugAssign:
            if isinstance(node.target, gast.Name):
                yield node.target
            stack += [node.target, node.value]
        elif kind is gast.BoolOp:
            stack += node.values if skippable else node.values[:1]
        elif kind is gast.IfExp:
            stack += children(node) if skippable else [node.test]
        elif kind is gast.Compare:
            stack += [node.left, *(node.comparators if skippable else node.comparators[:1])]
        elif kind is gast.Assert:
            stack += children(node) if skippable else [node.test]
        elif kind in SCOPES:
            if kind is not gast.ClassDef:
                stack += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
            stack += getattr(node, "decorator_list", ())
        elif kind in COMPREHENSIONS:
            stack += _reads_in_place(node) if skippable else [node.generators[0].iter]
        else:
            stack += children(node)


def _defines(node: Any) -> bool:
    """Whether code defines a function."""
    return any(isinstance(part, (*FUNCTIONS, gast.Lambda)) for part in walk(node))


def _captured_reads(parts: list[Any], names: set[str]) -> Iterator[Any]:
    """The reads of variables by the functions that code defines."""
    stack = list(parts)
    while stack:
        node = stack.pop()
        if isinstance(node, (*FUNCTIONS, gast.Lambda)):
            free, rebinds = free_names(node)
            yield from _reads_anywhere(node, names & free - rebinds)
        else:
            stack += children(node)


def _reads_anywhere(function: Any, names: set[str]) -> Iterator[Any]:
    """The reads of variables by a function that captures them, and by those nested in it."""
    stack = children(function) if names else []
    while stack:
        node = stack.pop()
        if isinstance(node, (*FUNCTIONS, gast.Lambda)):
            yield from _reads_anywhere(node, names & free_names(node)[0])
        elif isinstance(node, gast.Name):
            if node.id in names and isinstance(node.ctx, gast.Load):
                yield node
        else:
            stack += children(node)


def _reads_before_binds(parts: list[Any], bound: set[str]) -> Iterator[Any]:
    """The reads of names in code that no assignment expression in it has bound before, in the order they are done.

    Args:
        bound: the names that are bound by then, to which others are added.
    """
    for node in parts:
        kind = type(node)
        if kind is gast.Name:
            if not isinstance(node.ctx, gast.Store) and node.id not in bound:
                yield node
        elif kind is gast.NamedExpr:
            yield from _reads_before_binds([node.value], bound)
            bound.add(node.target.id)
        elif kind is gast.IfExp:
            yield from _reads_before_binds([node.test], bound)
            after, other = {*bound}, {*bound}
            yield from _reads_before_binds([node.body], after)
            yield from _reads_before_binds([node.orelse], other)
            bound |= after & other
        elif kind is gast.BoolOp or kind is gast.Compare:
            first, *rest = node.values if kind is gast.BoolOp else [node.left, *node.comparators]
            sure = 1 if kind is gast.Compare else 0
            yield from _reads_before_binds([first, *rest[:sure]], bound)
            yield from _reads_before_binds(rest[sure:], {*bound})
        elif kind is gast.Assign:
            yield from _reads_before_binds([node.value, *node.targets], bound)
        elif kind is gast.AugAssign:
            if isinstance(node.target, gast.Name) and node.target.id not in bound:
                yield node.target
            yield from _reads_before_binds([node.target, node.value], bound)
        elif kind is gast.Dict:
            pairs = zip(node.keys, node.values, strict=True)
            yield from _reads_before_binds([part for pair in pairs for part in pair if part is not None], bound)
        elif kind in SCOPES or kind in COMPREHENSIONS:  # of what these bind it is not known whether they run
            own = _reads_in_place(node) if kind in COMPREHENSIONS else children(node)
            yield from _reads_before_binds(own, {*bound})
        else:
            yield from _reads_before_binds(children(node), bound)


def _reads_in_place(comprehension: Any) -> list[Any]:
    """The parts of a comprehension that run in the frame around it: since Python 3.12 all, but in generators."""
    if sys.version_info >= (3, 12) and not isinstance(comprehension, gast.GeneratorExp):
        return children(comprehension)
    return [comprehension.generators[0].iter]
