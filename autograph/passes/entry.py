"""The entry of a function that `to_graph` made: where a program begins to be staged, that is looked after.

Who calls it may be any system, `jax.jit` say, and nothing of ours is around the call. So the function itself asks,
first of all, whether something is being staged that nobody looks after yet; if so it calls its converted form by way of
what does. It is no part of the text of converted code: what is called by converted code has no use for it.

    if ag__.begins(x, args, key):
        return ag__entry(x, *args, key=key)
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import operator_call
from autograph.source.templates import first_line_of, instantiate, located, template

#: The variable of the function that is called instead; see `autograph.operators.entry`.
ENTRY = "ag__entry"

_BEGINNING = template("""
    if begins:
        return call
""")


def add_entry(tree: Any) -> None:
    """Has a converted function, or lambda, begin with its entry."""
    if isinstance(tree, gast.Lambda):
        at, body = tree.body, tree.body
        tree.body = located(gast.IfExp(_begins(tree.args, at), _call(tree.args, at), body), at)
        return
    body = tree.body
    first = _first_run(body)
    if first is not None and "has_unstaged" in body[first].__dict__:  # while nothing is staged it need not ask
        body = body[first].body
        first = _first_run(body)
    if first is not None:
        at = first_line_of(body[first])
        body[first:first] = instantiate(_BEGINNING, at, begins=_begins(tree.args, at), call=_call(tree.args, at))


def _begins(arguments: Any, at: Any) -> Any:
    rest, others = ([_read(a)] if a is not None else [] for a in (arguments.vararg, arguments.kwarg))
    return operator_call("begins", at, *_positional(arguments), *rest, *_named(arguments), *others)


def _call(arguments: Any, at: Any) -> Any:
    rest, others = arguments.vararg, arguments.kwarg
    passed = [*_positional(arguments), *([gast.Starred(_read(rest), gast.Load())] if rest is not None else [])]
    keywords = [gast.keyword(read.id, read) for read in _named(arguments)]
    keywords += [gast.keyword(None, _read(others))] if others is not None else []
    return located(gast.Call(gast.Name(ENTRY, gast.Load(), None, None), passed, keywords), at)


def _positional(arguments: Any) -> list[Any]:
    return [_read(a) for a in (*(arguments.posonlyargs or ()), *arguments.args)]


def _named(arguments: Any) -> list[Any]:
    return [_read(a) for a in arguments.kwonlyargs or ()]


def _read(parameter: Any) -> Any:
    return gast.Name(parameter.id, gast.Load(), None, None)


def _first_run(body: list[Any]) -> int | None:
    """Which statement is the first that something is run for."""
    return next((i for i, statement in enumerate(body) if not _is_declaration(statement)), None)


def _is_declaration(statement: Any) -> bool:
    """Whether nothing is run for a statement: a docstring, a declaration, a bare annotation."""
    if isinstance(statement, gast.Expr):
        return isinstance(statement.value, gast.Constant)
    return isinstance(statement, (gast.Global, gast.Nonlocal)) or (
        isinstance(statement, gast.AnnAssign) and statement.value is None
    )
