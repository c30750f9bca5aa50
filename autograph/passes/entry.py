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

from autograph.source.templates import expression, first_line_of, instantiate, template

#: The variable of the function that is called instead; see `autograph.operators.entry`.
ENTRY = "ag__entry"

_BEGINNING = template("""
    if begins:
        return call
""")


def add_entry(tree: Any) -> None:
    """Has a converted function, or lambda, begin with its entry."""
    positional = [a.id for a in (*(tree.args.posonlyargs or ()), *tree.args.args)]
    named = [a.id for a in tree.args.kwonlyargs or ()]
    rest, keywords = ([a.id] if a is not None else [] for a in (tree.args.vararg, tree.args.kwarg))
    begins = f"ag__.begins({', '.join([*positional, *rest, *named, *keywords])})"
    passed = [*positional, *(f"*{r}" for r in rest), *(f"{n}={n}" for n in named), *(f"**{k}" for k in keywords)]
    call = f"{ENTRY}({', '.join(passed)})"
    if isinstance(tree, gast.Lambda):
        tree.body = expression(f"{call} if {begins} else orelse", tree.body, orelse=tree.body)
        return
    body = tree.body
    first = _first_run(body)
    if first is not None and "has_unstaged" in body[first].__dict__:  # while nothing is staged it need not ask
        body = body[first].body
        first = _first_run(body)
    if first is not None:
        at = first_line_of(body[first])
        body[first:first] = instantiate(_BEGINNING, at, begins=expression(begins, at), call=expression(call, at))


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
