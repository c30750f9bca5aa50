"""What to say where Python asks a staged value for what it has not: its truth, a place in a list, a hash, its items.

Found from the stack and the user's text when it happens, so that code which runs pays nothing.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from types import FrameType, TracebackType

from autograph.diagnostics import Place, StagingError
from autograph.operators.call_sites import expressions_at, path_at, value_of
from autograph.operators.places import is_own, place_in
from autograph.operators.proxies import Proxy
from autograph.source.build import converted_codes
from autograph.staging import backend_of, backends, candidates

#: What is asked for, in words.
_WANTED = {
    "bool": "whether it is true",
    "index": "for an integer",
    "hash": "for a hash",
    "iter": "for its items",
    "number": "for a number",
    "array": "for a NumPy array",
}

_CALL_HELP = "call `{}` outside of the staged function, or with what is known while that is staged"
_SUBSCRIPT_HELP = "index a tensor, or a list, tuple or dict of numbers: `xs[i]` of those is staged"


def staged_value_asked(wanted: str, kind: type[StagingError] = StagingError, note: str = "") -> StagingError | None:
    """The error for a staged value that the code now running asks for `wanted` ("bool", "index", ...).

    None if that code is not converted: it may be any.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (is_own(frame) or (wanted == "array" and _is_of_numpy(frame))):
        frame = frame.f_back
    if frame is None or frame.f_code not in converted_codes:
        return None
    around = frame.f_back
    while around is not None and _is_of_library(frame):
        if around.f_code in converted_codes and not is_own(around):
            frame = around
        around = around.f_back
    return _error(frame, frame.f_lasti, wanted, kind, note)


def _is_of_numpy(frame: FrameType) -> bool:
    """Whether code is NumPy's own, whose functions ask what they are given for its array."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] == "numpy"


def staged_value_asked_in(
    traceback: TracebackType | None, wanted: str, kind: type[StagingError] = StagingError
) -> StagingError | None:
    """The same for what was raised elsewhere: the innermost converted code of the traceback has asked."""
    found = _innermost_converted(traceback)
    return None if found is None else _error(found.tb_frame, found.tb_lasti, wanted, kind, "")


def explain_foreign(error: BaseException) -> StagingError | None:
    """What to raise in place of a system's own error about a staged value; None where that may stand."""
    for backend in backends:
        wanted = getattr(backend, "asked_for", lambda error: None)(error)
        if wanted is not None:
            explained = staged_value_asked_in(error.__traceback__, wanted)
            if explained is not None:
                explained.__traceback__ = error.__traceback__
            return explained
    return None


def give_code(error: Exception) -> None:
    """Adds a note to an error of an operation, which keeps its type, and its text but for the names of what stands for
    values.

    The note has the code, the place in the user's file, and what the tensors are that the expression is made of.
    """
    found = _innermost_converted(error.__traceback__)
    if found is None or hasattr(error, "code"):
        return
    try:
        error.code = "AG053"  # type: ignore[attr-defined]
    except AttributeError:
        return
    if type(error) is TypeError and len(error.args) == 1 and type(error.args[0]) is str:
        error.args = (_in_words(error.args[0]),)
    frame, instruction = found.tb_frame, found.tb_lasti
    note = "an operation of a staged function does not take what it is given [AG053]"
    note += f"\n --> {place_in(frame, instruction)}"
    operands = _tensors_of(frame, instruction)
    for text, described in operands.items():
        note += f"\n  = `{text}` is {described}"
    kinds = {described.partition(" ")[0] for described in operands.values()}
    called = _called(frame, instruction)
    if operands and called:
        note += f"\n  = help: `{called}` knows no tensors: use it outside of the function, or compute by arithmetic"
    elif len(kinds) > 1 or (operands and "Expected " in str(error)):
        note += f"\n  = help: cast one to the type of the other: `tf.cast({next(iter(operands))}, tf.float32)`"
    error.add_note(note)


def _in_words(text: str) -> str:
    """The text of an error of Python's, with words for the classes of what stands for values of the program's."""
    staged = [kind for kind, backend in candidates.copy().items() if backend is not None]
    tensors = [kind.__name__ for kind in staged if not hasattr(kind, "called") and kind.__name__ not in _WORDS]
    if text.startswith("unhashable"):  # which a system is asked about, by the name of its class
        tensors = []
    called = {kind.__name__: kind.called for kind in (*Proxy.__subclasses__(), *staged) if hasattr(kind, "called")}
    called |= dict.fromkeys(tensors, "a tensor")
    names = "|".join(called)
    written = rf"(?:\ban? )?'(?P<quoted>{names})'(?: object)?|\b(?P<named>{names})(?= found\b)"
    written += rf"|(?<=\bnot )(?P<last>{names})\b|\b(?P<tensor>{'|'.join(tensors) or '(?!)'})\b"
    return re.sub(written, lambda found: called[str(found[found.lastgroup or 0])], text)


#: Names of classes of systems that are words, or what a program may call a class of its own.
_WORDS = frozenset({"Array", "Operation", "Tensor", "Variable"})


def _called(frame: FrameType, instruction: int) -> str:
    """What the expression calls that is being evaluated, if that has nothing to do with a system."""
    path = path_at(frame, instruction)
    node = path[-1] if path else None
    if isinstance(node, (ast.BinOp, ast.Compare)):
        operands = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return next((text for operand in operands if (text := _of_library(operand, frame))), "")
    return _of_library(node, frame)


def _of_library(node: ast.AST | None, frame: FrameType) -> str:
    """What an expression calls, or is, that Python or its library has, or an enumeration is."""
    if not isinstance(node, ast.Call):
        value = None if node is None else value_of(node, frame)
        is_librarys = type(value).__module__.lstrip("_") in sys.stdlib_module_names - {"builtins"}
        return ast.unparse(node) if node is not None and is_librarys else ""
    function = value_of(node.func, frame)
    if isinstance(node.func, ast.Attribute) and function is None:
        function = getattr(value_of(node.func.value, frame), node.func.attr, None)
    package = str(getattr(function, "__module__", None) or "").partition(".")[0].lstrip("_")
    is_plain = package in sys.stdlib_module_names or type(function).__module__ == "enum"
    return ast.unparse(node.func) if function is not None and is_plain else ""


def _makes_set(node: ast.Call) -> bool:
    """Whether a call is that of a container, or of a method of one, in which a tensor would be a key."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    return name in _OF_KEYS


_OF_KEYS = frozenset({
    "set", "frozenset", "dict", "Counter", "OrderedDict", "defaultdict", "add", "setdefault", "get", "pop", "update",
    "fromkeys", "discard", "remove", "issubset", "union", "intersection", "difference",
})  # fmt: skip


def _tensors_of(frame: FrameType, instruction: int) -> dict[str, str]:
    """The variables, attributes and items in the expression being evaluated that are staged, and of which type."""
    path = path_at(frame, instruction)
    found: dict[str, str] = {}
    for node in ast.walk(path[-1]) if path and isinstance(path[-1], (ast.expr, ast.AugAssign)) else ():
        value = value_of(node, frame)
        backend = None if issubclass(type(value), Proxy) else backend_of(value)
        type_ = None if backend is None else backend.type_of(value)
        if backend is not None and type_ is not None:
            found[ast.unparse(node)] = backend.describe(type_)
    return found


def place_of(error: BaseException) -> Place | None:
    """The place in converted code that an exception comes from."""
    found = _innermost_converted(error.__traceback__)
    return None if found is None else place_in(found.tb_frame, found.tb_lasti)


def innermost_expressions(traceback: TracebackType | None) -> tuple[list[ast.AST], FrameType | None]:
    """The expressions that the innermost converted code of a traceback was evaluating, and its frame."""
    found = _innermost_converted(traceback)
    if found is None:
        return [], None
    return expressions_at(found.tb_frame, found.tb_lasti), found.tb_frame


def innermost_path(traceback: TracebackType | None) -> tuple[list[ast.AST], FrameType | None]:
    """What is around the expression that the innermost converted code was evaluating, from the outside in."""
    found = _innermost_converted(traceback)
    return ([], None) if found is None else (path_at(found.tb_frame, found.tb_lasti), found.tb_frame)


def _innermost_converted(traceback: TracebackType | None) -> TracebackType | None:
    """The innermost converted code of a traceback; that of Python's library only if there is no other."""
    found = None
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code in converted_codes and not is_own(frame) and (found is None or not _is_of_library(frame)):
            found = traceback
        traceback = traceback.tb_next
    return found


def _is_of_library(frame: FrameType) -> bool:
    """Whether code is of Python's library."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] in sys.stdlib_module_names - {"__main__"}


def _error(frame: FrameType, instruction: int, wanted: str, kind: type[StagingError], note: str) -> StagingError:
    place = place_in(frame, instruction)
    code, summary, help_ = _description(frame, instruction, place, wanted)
    reason = f"its value is known only when the program runs, and Python asks {_WANTED[wanted]} now"
    return kind(code, summary, place, reason=reason + (f"\n{note}" if note else ""), help=help_)


def _description(frame: FrameType, instruction: int, place: Place, wanted: str) -> tuple[str, str, str]:
    """The code, what is wrong, and how to mend it."""
    path = path_at(frame, instruction)
    for around, inner in itertools.pairwise(path):
        if isinstance(around, ast.comprehension) and inner in around.ifs:
            return (
                "AG030",
                "a tensor decides which elements are kept",
                "make it a list or a tuple, or give it to sum, any, all, min, max, sorted or len(list(...))",
            )
    if wanted == "bool" and not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        return (
            "AG020",
            "a tensor decides a statement in the body of a class, which can only be run as Python",
            "decide it before the class, in a statement of the function, or in a method",
        )
    node = path[-1] if path else None
    if isinstance(node, ast.Call) and wanted in ("hash", "index") and not _makes_set(node):
        called = ast.unparse(node.func)
        return "AG032", f"`{called}` asks a tensor {_WANTED[wanted]}", _CALL_HELP.format(called)
    if wanted == "iter":
        return (
            "AG033",
            "a tensor is taken apart by Python",
            "loop over it with `for`, or use x[0], x[1] or an operation that gives a list",
        )
    if isinstance(node, ast.Subscript):
        what = "the key of a dict" if wanted == "hash" else "the index of what is not a tensor"
        return "AG032", f"a tensor is {what}", _SUBSCRIPT_HELP
    if wanted == "hash":
        return (
            "AG032",
            "a tensor is a key of a dict or an item of a set",
            "use a list or a tuple, or numbers that are known while the program is staged",
        )
    if wanted == "index":
        return "AG032", "a tensor stands where Python needs an integer", _SUBSCRIPT_HELP
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            part, text = ast.unparse(node.left), ast.unparse(node.comparators[0])
            return (
                "AG031",
                "`in` looks for a part of a text that is known only when the program runs, where it stays Python's",
                f"count it, which is staged: `{text}.count({part}) > 0`",
            )
        return "AG031", "`in` cannot look for a tensor here", "look in a list, a tuple, a range or a tensor"
    if isinstance(node, ast.Compare):
        return (
            "AG031",
            "values that hold tensors are compared",
            "compare them item by item, or write one side as a tuple: `(a, b) < (c, d)` is staged",
        )
    if isinstance(node, ast.Call):
        return (
            "AG033",
            f"`{ast.unparse(node.func)}` asks a tensor for its value",
            "call an operation on tensors, or a function that is converted",
        )
    return (
        "AG033",
        "a tensor is asked for its value where the program is staged",
        "move the expression into a statement or function that is converted, or use an operation on tensors",
    )
