"""From a converted syntax tree to a function that takes the place of the original.

The tree is compiled under the user's file name with the user's line numbers, and the code object is made into a
function over the globals and the closure cells of the original: what is rebound later, both see. Nothing of the new
module is executed, and the user's module is not written to: `ag__` arrives as one more cell.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType
from typing import Any
from weakref import KeyedRef

import gast

from autograph.source.dialects import to_python
from autograph.source.find import FUTURE_FLAGS
from autograph.source.names import Namer, is_generated
from autograph.source.templates import location_of


class _Codes:
    """Code objects, by identity, as long as they live. (Python takes code for equal that comes from two files.)"""

    def __init__(self) -> None:
        self._found: dict[int, KeyedRef[int, CodeType]] = {}
        #: The identities of the codes of the functions in each, and the code that each of those is in.
        self._inner: dict[int, list[int]] = {}
        self._around: dict[int, KeyedRef[int, CodeType]] = {}

    def add(self, code: CodeType) -> None:
        reference = self._found[id(code)] = KeyedRef(code, self._forget, id(code))
        self._inner[id(code)] = [id(inner) for inner in code.co_consts if isinstance(inner, CodeType)]
        self._around.update(dict.fromkeys(self._inner[id(code)], reference))

    def _forget(self, code: KeyedRef[int, CodeType]) -> None:
        self._found.pop(code.key, None)
        for inner in self._inner.pop(code.key, ()):
            if self._around.get(inner) is code:
                del self._around[inner]

    def around(self, code: CodeType) -> CodeType | None:
        """The code of the function in which that of another is; None if that is not among them."""
        reference = self._around.get(id(code))
        found = None if reference is None else reference()
        return found if found is not None and any(c is code for c in found.co_consts) else None

    def __contains__(self, code: object) -> bool:
        return id(code) in self._found


#: Code that came out of a conversion, whatever function was made from it.
converted_codes = _Codes()
#: That of the functions that were converted for themselves, and not as part of the function around them.
root_codes = _Codes()
#: That of the functions that conversion added, among it.
generated_codes = _Codes()
#: That of functions which were cut into blocks, among it: around each is another `try` than where it is written.
cut_codes = _Codes()
#: The attribute of a function that has another converted, by which it has that.
WRAPPED = "autograph_wrapped"


def register_cut(code: CodeType) -> None:
    """Says of the code of a function, and of those that conversion added to it, that it was cut into blocks."""
    cut_codes.add(code)
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and inner.co_name == code.co_name:
            register_cut(inner)


def compile_function(
    tree: Any, original: CodeType, filename: str, class_name: str | None, names: Namer, added: Sequence[str] = ("ag__",)
) -> CodeType:
    """The code of a converted function.

    Args:
        tree: the function, or the lambda, as a gast tree.
        original: the code it is converted from.
        filename: what tracebacks are to call its file.
        class_name: the class whose private names it uses.
        names: the names in the tree; functions that the conversion added go by the name of their owner in tracebacks.
        added: the variables of a function around it that the conversion added.
    """
    if isinstance(tree, gast.Lambda):
        body: Any = gast.Expr(tree)
    else:
        # Without its decorators, the definition would start on another line than the original's.
        tree.decorator_list, tree.returns, tree.type_params = [], None, []
        tree.lineno = original.co_firstlineno
        # Nor may its name hide a global one that it refers to.
        tree.name = names.variable("converted")
        body = tree
    _forget_defaults(tree.args)
    at = location_of(tree)
    statement = to_python(body, at)
    if class_name is not None:
        # Private names are mangled without the leading underscores of the class's name, so that any number will do.
        while class_name in names.taken or class_name in original.co_freevars:
            class_name = "_" + class_name
        statement = ast.ClassDef(class_name, [], [], [statement], [], type_params=[], **at)
    parameters = [ast.arg(name, **at) for name in (*added, *(n for n in original.co_freevars if n not in added))]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    factory = ast.FunctionDef("factory", arguments, [statement], [], None, type_params=[], **at)
    module = ast.Module([factory], [])
    code = compile(module, filename, "exec", original.co_flags & FUTURE_FLAGS, True)
    for _ in range(2 if class_name is None else 3):
        code = next(inner for inner in code.co_consts if isinstance(inner, CodeType))
    code = named_as_written(code, original.co_name, original.co_qualname, names.generated, _register)
    if original not in converted_codes or original in root_codes:
        root_codes.add(code)
    return code


def make_function(code: CodeType, original: FunctionType, added: Mapping[str, Any]) -> FunctionType:
    """A function over `code` with everything else as `original` has it, and variables that the conversion added."""
    cells = dict(zip(original.__code__.co_freevars, original.__closure__ or (), strict=True))
    cells.update((name, CellType(value)) for name, value in added.items())
    closure = tuple(cells[name] for name in code.co_freevars)
    new = FunctionType(code, original.__globals__, original.__name__, original.__defaults__, closure)
    new.__kwdefaults__ = original.__kwdefaults__
    new.__qualname__ = original.__qualname__
    new.__module__ = original.__module__
    new.__doc__ = original.__doc__
    new.__annotations__ = original.__annotations__
    new.__dict__.update(original.__dict__)
    if hasattr(original, "__type_params__"):
        new.__type_params__ = original.__type_params__
    return new


def is_converted(function: Callable[..., Any]) -> bool:
    """Whether a function is the outcome of a conversion."""
    return getattr(function, "__code__", None) in converted_codes


def _forget_defaults(arguments: Any) -> None:
    """Defaults belong to the function object; here they only need to be there."""
    arguments.defaults = [gast.Constant(None, None) for _ in arguments.defaults or ()]
    arguments.kw_defaults = [default and gast.Constant(None, None) for default in arguments.kw_defaults or ()]
    starred = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    for argument in (*(arguments.posonlyargs or ()), *(arguments.args or ()), *(arguments.kwonlyargs or ()), *starred):
        argument.annotation = None


def named_as_written(
    code: CodeType,
    name: str,
    qualified: str,
    generated: Collection[str],
    register: Callable[[CodeType, bool], None] = lambda code, added: None,
) -> CodeType:
    """The code of a converted function, and all code within it, under the names that it has in the user's file.

    Args:
        code: the code, in which the functions that the conversion added have names of their own.
        name, qualified: what the function is called.
        generated: the names of the functions that were added. They go by the name of their owner, and what is defined
            in them is defined in their owner.
        register: called with all the new code, and whether it is that of such a function.
    """
    return _Renaming(code.co_qualname, qualified, generated, register).renamed(code, name, False)


@dataclass(frozen=True, slots=True)
class _Renaming:
    converted: str
    qualified: str
    generated: Collection[str]
    register: Callable[[CodeType, bool], None]

    def renamed(self, code: CodeType, name: str, added: bool) -> CodeType:
        constants = []
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                inner, is_added = constant.co_name, constant.co_name in self.generated
                constant = self.renamed(constant, name if is_added else inner, is_added)
            elif isinstance(constant, str) and constant == code.co_qualname:
                constant = self.translated(constant)  # a class body names its class
            constants.append(constant)
        code = code.replace(co_name=name, co_qualname=self.translated(code.co_qualname), co_consts=tuple(constants))
        self.register(code, added)
        return code

    def translated(self, qualified: str) -> str:
        if qualified != self.converted and not qualified.startswith(self.converted + "."):
            return qualified
        first, *functions = qualified[len(self.converted) :].split(".<locals>.")
        return self.qualified + ".<locals>.".join([first, *(part for part in functions if part not in self.generated)])


def register_written(code: CodeType) -> CodeType:
    """The code of a function that is in a file of converted functions, as if it had been converted now."""
    names = set()
    stack = [code]
    while stack:
        found = stack.pop()
        names.add(found.co_name)
        stack += [constant for constant in found.co_consts if isinstance(constant, CodeType)]
    code = named_as_written(code, code.co_name, code.co_qualname, set(filter(is_generated, names)), _register)
    root_codes.add(code)
    return code


def _register(code: CodeType, added: bool) -> None:
    converted_codes.add(code)
    if added:
        generated_codes.add(code)
