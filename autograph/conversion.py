"""From a function to its converted form, and the memory of what was converted. `api` and operators both stand on it.

The code of a function is made once, whatever closures are made of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

import gast

from autograph.analysis.own_nodes import Nodes
from autograph.diagnostics import ConversionError, Place
from autograph.locks import ForkSafeLock
from autograph.passes import convert_tree, room_to_work
from autograph.passes.calls import INDIFFERENT
from autograph.passes.entry import ENTRY, add_entry
from autograph.passes.handlers import as_checked, check_operators
from autograph.passes.resuming import Steps, as_steps
from autograph.passes.visiting import Visits, as_context, as_visitor, ends_something
from autograph.source.build import compile_function, is_converted, make_function, register_cut, register_written
from autograph.source.dialects import from_python
from autograph.source.find import find_function
from autograph.source.names import NAMING, Namer
from autograph.source.printer import to_source
from autograph.source.walking import walk
from autograph.verbosity import say, wants
from autograph.weak import WeakMap

#: What was made of code, by file (equal code of two files is equal to Python), with or without an entry and checks.
_codes: WeakMap[CodeType, dict[tuple[str, bool, bool], CodeType]] = WeakMap()
_lock = ForkSafeLock()

#: What tells functions that do not run when they are called, but later, by parts.
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_ASYNC_GENERATOR


def convert_function(
    function: FunctionType, operators: Any, entry: bool = False, checked: bool = False
) -> FunctionType:
    """The converted form of a Python function.

    It announces what it writes to objects, so that a staged statement which calls it can carry that as state.

    Args:
        function: what to convert. One that is converted is returned as it is.
        operators: what `ag__` is in its code.
        entry: whether it may be where staging begins; see `autograph.passes.entry`.
        checked: whether its operators raise what Python raises of them; see `autograph.passes.handlers`.

    Raises:
        ConversionError: the source of the function cannot be had.
    """
    if is_converted(function):
        return function
    original = function.__code__
    entry = entry and not original.co_flags & _SUSPENDED and not is_from_converted_file(function, operators)
    codes = _codes.setdefault(original, {})
    key = original.co_filename, entry, checked
    code = codes.get(key)
    if code is not None:
        say(2, "from cache:", function)
    else:
        with _lock:
            code = codes.get(key)
            if code is None:
                code = codes[key] = _converted_code(function, operators, entry, checked)
                say(1, "converted", function)
    if not entry:
        return make_function(code, function, {"ag__": operators})
    equal = make_function(original, function, {})  # which does not keep the function itself alive
    entered = operators.entry(lambda: convert_function(equal, operators))
    return make_function(code, function, {"ag__": operators, ENTRY: entered})


def _converted_code(function: FunctionType, operators: Any, entry: bool, checked: bool) -> CodeType:
    if is_from_converted_file(function, operators):
        return register_written(function.__code__)
    with room_to_work():
        return _compiled(function, entry, checked)


def _compiled(function: FunctionType, entry: bool, checked: bool) -> CodeType:
    # The tree goes when this returns, before the garbage collector would look through it.
    tree, filename, class_name, namer = _converted_tree(function, checked)
    added = ["ag__"]
    if entry:
        add_entry(tree)
        added.append(ENTRY)
    return compile_function(tree, function.__code__, filename, class_name, namer, added)


#: What was made of converted code, with or without checks, and what is known of it; None if a form cannot be made.
_others: WeakMap[CodeType, dict[tuple[Any, bool], tuple[CodeType, Any] | None]] = WeakMap()


def visiting_function(
    function: FunctionType, operators: Any, checked: bool = False
) -> tuple[FunctionType, Visits] | None:
    """A converted generator as a function that hands on its items, and what is known of it; None if that is not the
    same.

    See `autograph.passes.visiting`.

    Args:
        function: the generator function.
        operators, checked: as for `convert_function`.
    """
    return _other_form(function, operators, checked, as_visitor)


def context_function(function: FunctionType, operators: Any, checked: bool = False) -> tuple[FunctionType, str] | None:
    """The same of a generator that is a context manager's: what it yields it hands to the body of a `with`."""
    return _other_form(function, operators, checked, as_context)


def ends_when_closed(function: FunctionType) -> bool:
    """Whether a converted generator may stand where it does something if it is closed."""
    try:
        with room_to_work():
            return ends_something(from_python(find_function(function, is_converted(function)).node))
    except ConversionError:
        return False


def step_function(function: FunctionType, operators: Any, checked: bool = False) -> tuple[FunctionType, Steps] | None:
    """A converted generator as a function that goes on with it to its next item, and what is known of that.

    See `autograph.passes.resuming`; arguments as for `visiting_function`.
    """
    found = _other_form(function, operators, checked, as_steps)
    if found is not None:
        found[0].__defaults__ = found[0].__kwdefaults__ = None
        if found[1].is_tried:
            register_cut(found[0].__code__)
    return found


def checked_function(function: FunctionType, operators: Any) -> FunctionType | None:
    """A converted function with operators that raise what Python raises of them; None if its source cannot be had."""
    found = _other_form(function, operators, True, as_checked)
    return None if found is None else found[0]


def _other_form(
    function: FunctionType, operators: Any, checked: bool, rewritten: Callable[[Any, Namer], Any]
) -> tuple[FunctionType, Any] | None:
    original = function.__code__
    with _lock:
        codes = _others.setdefault(original, {})
        key = rewritten, checked
        if key not in codes:
            codes[key] = _other_code(function, operators, checked, rewritten)
        found = codes[key]
    return None if found is None else (make_function(found[0], function, {"ag__": operators}), found[1])


def _other_code(
    function: FunctionType, operators: Any, checked: bool, rewritten: Callable[[Any, Namer], Any]
) -> tuple[CodeType, Any] | None:
    if is_from_converted_file(function, operators):
        return None
    with room_to_work():
        try:
            found = find_function(function, is_converted(function))
        except ConversionError:
            return None
        tree = from_python(found.node)
        namer = Namer(walk(tree), found.class_name)
        known = rewritten(tree, namer)
        if known is None:
            return None
        if checked:
            check_operators(tree, namer)
        convert_tree(Nodes(tree), namer, function.__globals__)
        return compile_function(tree, function.__code__, found.filename, found.class_name, namer), known


def converted_text(function: FunctionType, operators: Any) -> str:
    """The text of the converted form of a Python function.

    Raises:
        ConversionError: the source of the function cannot be had.
    """
    if is_from_converted_file(function, operators):
        return to_source(find_function(function).node)
    with room_to_work():
        return to_source(_converted_tree(function)[0])


def is_from_converted_file(function: FunctionType, operators: Any) -> bool:
    """Whether the file of a function came out of `autograph-convert`."""
    return function.__globals__.get("ag__") is operators


def _takes_the_name(function: FunctionType, filename: str) -> ConversionError:
    return ConversionError(
        "AG001",
        f"{function.__qualname__!r} calls something 'ag__', by which converted code calls its operators",
        Place(filename, function.__code__.co_firstlineno, function.__qualname__),
        reason="the converted function would take the one for the other",
        help="give it another name",
    )


def _converted_tree(function: FunctionType, checked: bool = False) -> tuple[Any, str, str | None, Namer]:
    found = find_function(function)
    tree = from_python(found.node)
    nodes = Nodes(tree)
    namer = Namer(nodes.of(*NAMING), found.class_name)
    namer.shadowed |= INDIFFERENT & (function.__globals__.keys() | set(function.__code__.co_freevars))
    if "ag__" in namer.taken:
        raise _takes_the_name(function, found.filename)
    if checked:
        check_operators(tree, namer)
        nodes = Nodes(tree)
    convert_tree(nodes, namer, function.__globals__)
    if not isinstance(tree, gast.Lambda):
        tree.decorator_list = []
    if wants(3):
        say(3, "the code of", function, "\n" + to_source(tree))
    return tree, found.filename, found.class_name, namer
