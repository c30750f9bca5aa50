"""One pass at a time on the text of a function: a program in, a program out."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.eligibility import mark_plain
from autograph.analysis.own_nodes import Nodes
from autograph.passes import convert_tree
from autograph.passes.control_flow import convert_control_flow
from autograph.passes.jumps import replace_jumps
from autograph.source.names import Namer
from autograph.source.printer import to_source
from autograph.source.walking import walk


def rewritten(text: str, *rewrites: Callable[[Any, Namer], None]) -> str:
    """The text of a function after rewrites of its tree."""
    function = gast.parse(textwrap.dedent(text)).body[0]
    namer = Namer(walk(function))
    for rewrite in rewrites:
        rewrite(function, namer)
    return to_source(function)


def after_jumps(text: str) -> str:
    return rewritten(text, _marked, _jumps_replaced)


def after_control_flow(text: str) -> str:
    return rewritten(text, _marked, _control_flow_converted)


def _marked(function: Any, namer: Namer) -> None:
    _, nodes = Nodes(function).functions[-1]
    mark_plain(function, nodes)


def _jumps_replaced(function: Any, namer: Namer) -> None:
    replace_jumps(function, namer, UnboundReads(function))


def _control_flow_converted(function: Any, namer: Namer) -> None:
    convert_control_flow(function, namer, UnboundReads(function))


def _converted(function: Any, namer: Namer) -> None:
    convert_tree(Nodes(function), namer)


def after_all(text: str) -> str:
    return rewritten(text, _converted)


def staged_form(text: str) -> str:
    """The text of a converted function as it is while a program is being staged, where it has two forms."""

    def rewrite(function: Any, namer: Namer) -> None:
        _converted(function, namer)
        (choice,) = function.body
        assert "has_unstaged" in choice.__dict__
        function.body = choice.body

    return rewritten(text, rewrite)


def program(text: str) -> str:
    """The text of an expected program, as the running Python prints it."""
    return to_source(gast.parse(textwrap.dedent(text)))
