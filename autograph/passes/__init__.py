"""The rewrites that make a converted function, one to a file, in the order they run.

Each function of a tree is rewritten by itself, those nested in it first; expressions come last, in one walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import gast

from autograph.analysis.assignment import mark_unbound_reads
from autograph.analysis.eligibility import mark_plain
from autograph.analysis.joinings import mark_joined
from autograph.analysis.managers import mark_managers
from autograph.analysis.memberships import mark_membership_tests
from autograph.analysis.optionals import mark_optional_tests
from autograph.analysis.own_nodes import Nodes, OwnNodes
from autograph.analysis.remainders import mark_remainders
from autograph.analysis.repetitions import mark_repetitions
from autograph.garbage import not_collected
from autograph.passes.control_flow import convert_control_flow
from autograph.passes.declarations import hoist_declarations
from autograph.passes.expressions import convert_expressions
from autograph.passes.frame_names import hide_added_names
from autograph.passes.handlers import stage_handlers, watch_handlers, watch_managers
from autograph.passes.jumps import replace_jumps
from autograph.passes.matching import convert_matches
from autograph.passes.resuming import mark_iterables
from autograph.passes.stores import convert_item_stores, number_variables
from autograph.passes.unbound import check_unbound_reads
from autograph.passes.unstaged import check_unstaged, keep_unstaged
from autograph.recursion import deep_recursion
from autograph.source.names import Namer


def convert_tree(nodes: Nodes, namer: Namer, variables: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Converts, in place, a function (or a lambda) and what is nested in it.

    Args:
        nodes: those of its tree.
        namer: gives names that the tree does not use.
        variables: the global ones, where they are known.
    """
    may_be_unbound = False
    mark_membership_tests(nodes)
    mark_repetitions(nodes, variables)
    mark_remainders(nodes)
    mark_joined(nodes)
    mark_managers(nodes)
    for inner, own in nodes.functions:
        if isinstance(inner, gast.Lambda):
            mark_optional_tests(inner, own)
            mark_plain(inner, own)
            inner.number_variables, inner.rebound_elsewhere = set(), set()
        else:
            may_be_unbound |= _convert_statements(inner, own, namer)
    convert_expressions(nodes.tree, namer)
    if may_be_unbound:
        check_unbound_reads(nodes.tree)
    for inner, _ in nodes.functions:
        hide_added_names(inner, namer)


def _convert_statements(function: Any, own: OwnNodes, namer: Namer) -> bool:
    """Converts the statements of one function, and says whether a read in it may find a variable unbound."""
    mark_iterables(own)
    function.number_variables = number_variables(function, own)
    hoist_declarations(function, own)
    convert_item_stores(function, own)
    keep_unstaged(function, own)
    watch_handlers(own)
    convert_matches(function, namer, own)
    mark_optional_tests(function, own)
    stage_handlers(function, namer, own)
    mark_plain(function, own)
    check_unstaged(function)
    reads = mark_unbound_reads(function)
    of_others = reads.used.globals | reads.used.nonlocals
    function.binds_of_others = reads.used.binds & of_others
    function.rebound_elsewhere = reads.used.captured_binds | of_others
    may_be_unbound = bool(reads.nodes or reads.captured)
    convert_control_flow(function, namer, replace_jumps(function, namer, reads))
    watch_managers(own)
    return may_be_unbound


@contextmanager
def room_to_work() -> Iterator[None]:
    """Lets a walk over a tree go as deep as the tree, and holds the garbage collector off.

    An `elif` chain is as deep as it is long. And trees are many objects that live for a short while, of which none is
    garbage until the end.
    """
    with not_collected(), deep_recursion(20_000):
        yield
