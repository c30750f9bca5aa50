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

What may run later is converted all the same (lambdas, generators), and so are stores to items, for eager tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.plain import is_plain_test, walk_own
from autograph.analysis.scopes import first_statement
from autograph.passes.stores import convert_item_stores
from autograph.source.schema import COMPREHENSIONS, FUNCTIONS, LOOPS, SCOPES, SUSPENDING
from autograph.source.templates import first_line_of, instantiate, template
from autograph.source.walking import children

_TWO_FORMS = template("""
if ag__.is_staging():
    staged
else:
    unstaged
""")

#: Functions and methods that use up a generator that they are given.
_USING_UP = frozenset(
    {"all", "any", "dict", "frozenset", "join", "list", "max", "min", "set", "sorted", "sum", "tuple"}
)


def keep_unstaged(function: Any) -> None:
    """Puts aside a copy of a function's body, if it may need one."""
    if not isinstance(function, gast.AsyncFunctionDef) and _may_need(function.body):
        function.unstaged = _copy(function.body[first_statement(function.body) :])


def check_unstaged(function: Any) -> None:
    """Drops the copy of a function that looks at its frame, as `mark_plain` knows; completes that of others."""
    if "unstaged" not in function.__dict__:
        return
    if "reads_frame" in function.__dict__:
        del function.unstaged
        return
    function.body, function.unstaged = function.unstaged, function.body
    convert_item_stores(function)
    function.body, function.unstaged = function.unstaged, function.body


def add_unstaged(function: Any) -> None:
    """Gives a function its second form beside the one that its body has become."""
    unstaged = function.unstaged
    start = first_statement(function.body)
    (choice,) = instantiate(_TWO_FORMS, first_line_of(unstaged[0]), staged=function.body[start:], unstaged=unstaged)
    choice.has_unstaged = True
    function.body[start:] = [choice]


def runs_later(body: list[Any]) -> Iterator[Any]:
    """The lambdas and generator expressions in some code but for those that are used up where they stand."""
    used_up = set()
    for node in walk_own(body):
        if isinstance(node, gast.Call) and len(node.args) == 1:
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            used_up.update([id(node.args[0])] if name in _USING_UP else [])
        elif isinstance(node, gast.Lambda) or (isinstance(node, gast.GeneratorExp) and id(node) not in used_up):
            yield node


def _may_need(body: list[Any]) -> bool:
    """Whether there are loops or several branches, and nothing that speaks against a second form."""
    return _branches(body) > 1 and not any(
        isinstance(node, (*FUNCTIONS, gast.ClassDef, *SUSPENDING))
        or (isinstance(node, gast.With) and any(map(_builds_graph, node.items)))
        for node in walk_own(body)
    )


def _branches(body: list[Any]) -> int:
    """How many branches there are in some code, a loop counting for two, and an expression for one at most."""
    count = 0
    stack = list(body)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind in LOOPS:
            count += 2
        elif kind is gast.Match:
            count += len(node.cases)
        elif kind is gast.If:
            count += not is_plain_test(node.test)
        elif kind in COMPREHENSIONS or (
            kind in (gast.BoolOp, gast.IfExp) and not is_plain_test(node.test if kind is gast.IfExp else node)
        ):
            count += 1
            continue
        if not isinstance(node, SCOPES):
            stack += children(node)
    return count


def _builds_graph(item: Any) -> bool:
    """Whether a `with` is to begin to stage, as far as its text tells."""
    return getattr(getattr(item.context_expr, "func", None), "attr", None) == "as_default"


def _copy(value: Any) -> Any:
    if isinstance(value, list):
        return [_copy(item) for item in value]
    if not isinstance(value, gast.AST) or isinstance(value, gast.expr_context):
        return value
    kind: Any = type(value)
    new = kind.__new__(kind)  # without its slow __init__
    new.__dict__.update((name, _copy(part)) for name, part in value.__dict__.items())
    return new
