"""The body of a function as the user wrote it, for when nothing is being staged.

    def f(xs):                      def f(xs):
        for x in xs:                    if ag__.is_staging():
            if x > 3:                       (its control flow as calls of operators)
                return x       ->       else:
                                            for x in xs:
                                                if x > 3:
                                                    return x

Closures cost a hundred times what a branch does, and nothing can be staged while no system is staging a program. A
function with a single branch has one form, in which little is lost. So has one during which a program may begin to be
staged, as where it yields, and one that defines others, which would have two forms in each of its own.

What runs later has been converted all the same (lambdas), and so have stores to items, which tensors have anywhere.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.plain import converts, is_plain_test, walk_own
from autograph.analysis.scopes import first_statement
from autograph.passes.stores import convert_item_stores
from autograph.source.schema import FUNCTIONS, LOOPS, SUSPENDING
from autograph.source.templates import first_line_of, instantiate, template

_TWO_FORMS = template("""
if ag__.is_staging():
    staged
else:
    unstaged
""")


def keep_unstaged(function: Any) -> None:
    """Puts aside a copy of a function's body, if it may need one."""
    if not isinstance(function, gast.AsyncFunctionDef) and _may_need(function.body):
        function.unstaged = _copy(function.body[first_statement(function.body) :])


def check_unstaged(function: Any) -> None:
    """Drops the copy where too little is converted. `mark_plain` must have seen the function."""
    unstaged = function.__dict__.get("unstaged")
    if unstaged is None:
        return
    if "reads_frame" in function.__dict__ or not _gains(function.body):
        del function.unstaged
        return
    body, function.body = function.body, unstaged
    convert_item_stores(function)
    function.unstaged, function.body = function.body, body


def add_unstaged(function: Any) -> None:
    """Gives a function its second form beside the one that its body has become."""
    unstaged = function.unstaged
    start = first_statement(function.body)
    (choice,) = instantiate(_TWO_FORMS, first_line_of(unstaged[0]), staged=function.body[start:], unstaged=unstaged)
    choice.has_unstaged = True
    function.body[start:] = [choice]


def _may_need(body: list[Any]) -> bool:
    """Whether there are loops or several branches, and nothing that speaks against a second form."""
    branches = 0
    for node in walk_own(body):
        if isinstance(node, (*FUNCTIONS, gast.ClassDef, *SUSPENDING)):
            return False
        if isinstance(node, gast.With) and any(map(_builds_graph, node.items)):
            return False
        if isinstance(node, LOOPS):
            branches += 2
        elif isinstance(node, gast.If) and not is_plain_test(node.test):
            branches += 1
        elif isinstance(node, gast.Match):
            branches += len(node.cases)
    return branches > 1


def _builds_graph(item: Any) -> bool:
    """Whether a `with` is to begin to stage, as far as its text tells."""
    return getattr(getattr(item.context_expr, "func", None), "attr", None) == "as_default"


def _gains(body: list[Any]) -> bool:
    converted = [node for node in walk_own(body) if converts(node)]
    return len(converted) > 1 or any(isinstance(node, LOOPS) for node in converted)


def _copy(value: Any) -> Any:
    if isinstance(value, list):
        return [_copy(item) for item in value]
    if not isinstance(value, gast.AST) or isinstance(value, gast.expr_context):
        return value
    kind: Any = type(value)
    new = kind.__new__(kind)  # without its slow __init__
    new.__dict__.update((name, _copy(part)) for name, part in value.__dict__.items())
    return new
