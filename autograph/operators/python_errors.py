"""What Python says of an error that a system, or what stands for values of the program's, has raised.

Found from the expression that was evaluated: what Python raises of values of the same classes. Code that raises nothing
pays nothing.
"""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, FrameType
from typing import Any

from autograph.operators.call_sites import value_of
from autograph.operators.concretization import innermost_path
from autograph.operators.operands import asking_for_kinds, example_of
from autograph.operators.refusals import is_raised_new
from autograph.staging import UNSET


def says_what_python_does(error: BaseException) -> bool:
    """Whether Python raises an error of the class of such values, too; the error says the same then."""
    found = _raised_by_python(error) if type(error) in (TypeError, AttributeError) else None
    if found is None or type(found) is not type(error):
        return False
    if error.args != found.args:
        error.args = found.args
        setattr(error, _SAID_OTHERWISE, True)
    return True


_SAID_OTHERWISE = "autograph_said_otherwise"


def said_otherwise(error: BaseException) -> bool:
    """Whether a system had other words for what an error says by now."""
    return hasattr(error, _SAID_OTHERWISE)


def is_another_to_python(error: BaseException) -> bool:
    """Whether a system has raised of an item what Python raises a TypeError of: a number has none."""
    return type(error) in (IndexError, ValueError) and type(_raised_by_python(error, ast.Subscript)) is TypeError


def _raised_by_python(error: BaseException, kind: type[ast.AST] = ast.AST) -> Exception | None:
    """What Python raises of values like those of the expression that an error was raised of, if it is of some kind."""
    path, frame = innermost_path(error.__traceback__)
    if frame is None or not path or not isinstance(path[-1], kind) or is_raised_new(error):
        return None
    if not _bound_meanwhile(path).isdisjoint(n.id for n in ast.walk(path[-1]) if isinstance(n, ast.Name)):
        return None
    try:
        _evaluate(path, frame)
    except _Unknown:
        return None
    except Exception as found:
        if type(found) in (TypeError, AttributeError):
            places = [node for node in ast.walk(path[-1]) if isinstance(node, (ast.Name, ast.Attribute))]
            asking_for_kinds[-1](*[value_of(node, frame) for node in places])
        return found
    return None


def _bound_meanwhile(path: list[ast.AST]) -> set[str]:
    """The names of comprehensions around an expression, which have other values by now where these have no frame."""
    around = [node for node in path[:-1] if isinstance(node, _COMPREHENSIONS)] if sys.version_info >= (3, 12) else []
    targets = [generator.target for node in around for generator in node.generators]
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


def _evaluate(path: list[ast.AST], frame: FrameType) -> None:
    """Does what the innermost of some expressions does, with values of the classes of its operands."""
    node = path[-1]
    if isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Store):
        statement = path[-2]
        if isinstance(statement, ast.Assign):
            (*_,) = _example(statement.value, frame)
    elif isinstance(node, ast.AugAssign):
        _OPERATORS[type(node.op)][1](_example(node.target, frame), _example(node.value, frame))
    else:
        _example(node, frame)


class _Unknown(Exception):
    """There is no value of Python's like one in an expression."""


def _example(node: ast.AST, frame: FrameType) -> Any:
    """A value of Python's of the class of what an expression is."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple([_example(part, frame) for part in node.elts])
    if isinstance(node, ast.List):
        return [item for part in node.elts if isinstance(part, ast.Starred) for item in [*_example(part.value, frame)]]
    if type(node) in _DISPLAYS:
        return _DISPLAYS[type(node)]()
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)][0](_example(node.left, frame), _example(node.right, frame))
    if isinstance(node, ast.UnaryOp):
        return _UNARY[type(node.op)](_example(node.operand, frame))
    found = _item(node, frame) if isinstance(node, ast.Subscript) else value_of(node, frame)
    if found is None and type(node) in _EVALUATED:
        return _EVALUATED[type(node)](node, frame)
    example = example_of(found) if found is not None or isinstance(node, ast.Name) else UNSET
    if example is UNSET:
        raise _Unknown
    return example


def _item(node: ast.Subscript, frame: FrameType) -> Any:
    """An item of a list or the like under a key that is written there; None of all else."""
    container: Any = value_of(node.value, frame)
    if type(container) not in (list, tuple, dict) or not isinstance(node.slice, ast.Constant):
        return None
    return container[node.slice.value]


def _compared(node: Any, frame: FrameType) -> Any:
    left, right = _example(node.left, frame), _example(node.comparators[-1], frame)
    return _COMPARISONS[type(node.ops[-1])](left, right) if len(node.ops) == 1 else None


def _indexed(node: Any, frame: FrameType) -> Any:
    container, key = _example(node.value, frame), _example(node.slice, frame)
    if isinstance(node.ctx, ast.Store):
        container[key] = None
    elif isinstance(node.ctx, ast.Del):
        del container[key]
    else:
        return container[key]


def _called(node: Any, frame: FrameType) -> Any:
    """A call of a method of a container, of what cannot be called, or of a builtin that only makes a value."""
    if isinstance(node.func, ast.Attribute):
        function = getattr(_example(node.func.value, frame), node.func.attr)
    else:
        function = value_of(node.func, frame)
        if not (type(function) in (type, BuiltinFunctionType) and function in _MAKING):
            function = _example(node.func, frame)
            if callable(function):
                raise _Unknown
    return function(
        *[_example(value, frame) for value in node.args],
        **{keyword.arg: _example(keyword.value, frame) for keyword in node.keywords},
    )


_MAKING = frozenset({
    abs, all, any, bool, dict, divmod, enumerate, filter, float, id, int, len, list, map, max, min, next, pow, range,
    reversed, round, set, sorted, str, sum, tuple, zip,
})  # fmt: skip

_EVALUATED: dict[type, Callable[[Any, FrameType], Any]] = {
    ast.Attribute: lambda node, frame: getattr(_example(node.value, frame), node.attr),
    ast.Call: _called,
    ast.Compare: _compared,
    ast.Subscript: _indexed,
}

_DISPLAYS: dict[type, Callable[[], Any]] = {
    ast.ListComp: list, ast.Dict: dict, ast.DictComp: dict, ast.Set: set,
    ast.SetComp: set, ast.JoinedStr: str,
}  # fmt: skip

_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip

_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda item, container: item in container, ast.NotIn: lambda item, container: item not in container,
}  # fmt: skip

#: What does what an operator does, and what does so in place.
_OPERATORS: dict[type, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    node: (getattr(operator, f"__{name}__"), getattr(operator, f"__i{name}__"))
    for node, name in (
        (ast.Add, "add"), (ast.Sub, "sub"), (ast.Mult, "mul"), (ast.Div, "truediv"), (ast.FloorDiv, "floordiv"),
        (ast.Mod, "mod"), (ast.Pow, "pow"), (ast.LShift, "lshift"), (ast.RShift, "rshift"), (ast.BitAnd, "and"),
        (ast.BitOr, "or"), (ast.BitXor, "xor"), (ast.MatMult, "matmul"),
    )
}  # fmt: skip
