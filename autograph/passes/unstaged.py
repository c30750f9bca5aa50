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
staged, as where it yields, and one that defines others, which would have two forms in each of its own. Definitions at
the beginning stand before both forms.

What may run later is converted all the same (lambdas, generators), and so are stores to items, for eager tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.eligibility import has_jumps, is_handling, is_plain_test, walk_own
from autograph.analysis.memberships import is_of_text
from autograph.analysis.optionals import asks_for_class
from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import first_statement
from autograph.source.schema import COMPREHENSIONS, FUNCTIONS, LOOPS, SCOPES, SUSPENDING
from autograph.source.templates import first_line_of, instantiate, template
from autograph.source.walking import children, fields_with_nodes, walk

_TWO_FORMS = template("""
if ag__.is_staging():
    staged
else:
    unstaged
""")

#: The kinds of nodes of which one may be a branch, and those of which one may speak against a second form.
_BRANCHING = (gast.If, *LOOPS, gast.Try, gast.With, gast.Match, *COMPREHENSIONS, gast.BoolOp, gast.IfExp)
_DEFINITIONS = (*FUNCTIONS, gast.ClassDef)
_MAYBE_AGAINST = (*_DEFINITIONS, *SUSPENDING, gast.With)

#: Functions and methods that use up a generator that they are given.
_USING_UP = frozenset(
    {"all", "any", "dict", "frozenset", "join", "list", "max", "min", "set", "sorted", "sum", "tuple"}
)


@dataclass(frozen=True, slots=True)
class Unstaged:
    """The form of a function that is run while nothing is being staged.

    Attributes:
        body: its statements.
        later: the lambdas and generator expressions in there that may run when something is.
        stores: the stores to items that may rebind a variable.
    """

    body: list[Any]
    later: list[Any]
    stores: list[Any]


def keep_unstaged(function: Any, nodes: OwnNodes) -> None:
    """Puts aside a copy of a function's body, after the definitions in it, if it may need one.

    Args:
        function: its tree.
        nodes: its nodes.
    """
    if not any(nodes[kind] for kind in (*_BRANCHING, gast.Compare)):
        return
    start = _after_definitions(function.body)
    head, body = function.body[:start], function.body[start:]
    if isinstance(function, gast.AsyncFunctionDef) or _branches(head):
        return
    asks_for_key = any(map(_asks_for_key, nodes[gast.Compare])) and any(map(_asks_for_key, walk_own(body)))
    if _branches(body) < 2 and not asks_for_key:
        return
    if any(nodes[kind] for kind in _MAYBE_AGAINST) and any(map(_is_against, walk_own(body))):
        return
    copy = [_copy(statement) for statement in body]
    later = list(_run_later(copy)) if nodes[gast.Lambda] or nodes[gast.GeneratorExp] else []
    rebinding = any(map(_rebinds, nodes[gast.Subscript]))
    function.unstaged = Unstaged(copy, later, list(filter(_rebinds, walk_own(copy))) if rebinding else [])


def check_unstaged(function: Any) -> None:
    """Drops the copy of a function that looks at its frame, as `mark_plain` knows."""
    if "unstaged" in function.__dict__ and "reads_frame" in function.__dict__:
        del function.unstaged


def add_unstaged(function: Any) -> None:
    """Gives a function its second form beside the one that its body has become."""
    unstaged = function.unstaged.body
    start = _after_definitions(function.body)
    initial = [s for s in function.body[:start] if "is_initial" in s.__dict__]
    head = [s for s in function.body[:start] if "is_initial" not in s.__dict__]
    staged = [*initial, *function.body[start:]]
    (choice,) = instantiate(_TWO_FORMS, first_line_of(unstaged[0]), staged=staged, unstaged=unstaged)
    choice.has_unstaged = True
    function.body = [*head, choice]


def _after_definitions(body: list[Any]) -> int:
    """Where in a function's body what has two forms begins: after its docstring, declarations and definitions."""
    found = [i for i, s in enumerate(body, 1) if isinstance(s, _DEFINITIONS) and "generated" not in s.__dict__]
    return max([first_statement(body), *found])


def _run_later(body: list[Any]) -> Iterator[Any]:
    """The lambdas and generator expressions in some code but for those that are used up where they stand."""
    used_up = set()
    for node in walk_own(body):
        if isinstance(node, gast.Call) and len(node.args) == 1:
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            used_up.update([id(node.args[0])] if name in _USING_UP else [])
        elif isinstance(node, gast.Lambda) or (isinstance(node, gast.GeneratorExp) and id(node) not in used_up):
            yield node


def _rebinds(node: Any) -> bool:
    return "rebinds" in node.__dict__


def _asks_for_key(node: Any) -> bool:
    """Whether a node is a test that costs Python next to nothing."""
    return isinstance(node, gast.Compare) and is_of_text(node) and "may_be_staged" in node.__dict__


def _is_against(node: Any) -> bool:
    """Whether something speaks against a second form: it defines a function, or may begin to stage a program."""
    begins = isinstance(node, gast.With) and any(map(_builds_graph, node.items))
    return begins or isinstance(node, (*_DEFINITIONS, *SUSPENDING))


def _branches(body: list[Any]) -> int:
    """How many branches there are in some code, if fewer than two.

    Loops, `try`, branches with jumps, and tests of classes, which cost Python next to nothing, count for two, others
    for one.
    """
    count = 0
    stack = list(body)
    while stack and count < 2:
        node = stack.pop()
        kind = type(node)
        if kind in LOOPS or kind is gast.Try or is_handling(node):
            count += 2
        elif kind is gast.Match:
            count += len(node.cases)
        elif kind is gast.If and any(isinstance(part, gast.Call) and asks_for_class(part) for part in walk(node.test)):
            count += 2
        elif kind is gast.If and not is_plain_test(node.test):
            count += 2 if has_jumps([node]) else 1
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


def _copy(node: Any) -> Any:
    kind: Any = type(node)
    new = kind.__new__(kind)  # without its slow __init__
    attributes = new.__dict__
    attributes.update(node.__dict__)
    for field in fields_with_nodes(kind):
        value = attributes[field]
        if value.__class__ is list:
            attributes[field] = [_copy(item) if isinstance(item, gast.AST) else item for item in value]
        elif isinstance(value, gast.AST):
            attributes[field] = _copy(value)
    return new
