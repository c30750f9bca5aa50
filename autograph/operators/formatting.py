"""How text is made of values that may be staged: f-strings, `str`, `repr`, `format`, `%`, and methods of strings."""

from __future__ import annotations

import dataclasses
import functools
import operator
import re
import string
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from threading import get_ident
from types import FunctionType, GeneratorType, MethodType
from typing import Any

from autograph import staging
from autograph.operators import aggregates, widths
from autograph.operators.bools import both
from autograph.operators.calls import call, to_function
from autograph.operators.choices import ANY, Choice, later, mapped
from autograph.operators.comparisons import number
from autograph.operators.dict_views import View
from autograph.operators.dispatch import each
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.joins import joined_kinds
from autograph.operators.kinds import class_of_number, is_staged_range, kind_of, remainder
from autograph.operators.lists import StagedList
from autograph.operators.locations import can_change
from autograph.operators.logical import if_exp
from autograph.operators.namespaces import class_attribute
from autograph.operators.operands import are_texts, check_integer, check_shown
from autograph.operators.optionals import is_none
from autograph.operators.origin import raised_by
from autograph.operators.proxies import Proxy
from autograph.operators.raising import require
from autograph.operators.refusals import raise_new
from autograph.operators.remainders import Unreduced, reduced
from autograph.operators.row_methods import rows_read
from autograph.operators.rows import Row
from autograph.operators.structures import Node, Optional, is_staged_error, staged_leaves, take_apart, with_leaves
from autograph.operators.table_methods import TableView
from autograph.operators.tables import Table, check_orders
from autograph.operators.text import (
    CONVERSIONS,
    SHOWS_STAGED,
    Field,
    Text,
    Written,
    field_or_string,
    joined,
    objects_in,
    refuse,
)
from autograph.operators.walks import is_stepped
from autograph.source.build import is_converted
from autograph.staging import SYSTEMS, UNBOUND, backend_of, backends, composites, count_modules, tracing_backend


def formatted(value: Any, specification: Any = "", conversion: str = "") -> Any:
    """What stands for a value in a text: a string, or a field or a text, where something in it is staged."""
    if widths.is_staged(specification):
        value = joined([formatted(value, "", conversion)]) if conversion else value
        return widths.filled(value, specification, lambda held, rest: joined([formatted(held, rest)]))
    if type(value) is Choice and value.options is not ANY and type(specification) is str:
        return mapped(lambda option: format(CONVERSIONS[conversion](option), specification), value)
    if type(value) is Text and not specification and conversion in ("", "s"):
        return value
    if type(value) not in (Either, Optional):
        value = rows_read(value, is_shown=True)
    method = _method(value, specification, conversion)
    if method is not None:
        made = method()
        return formatted(made, specification) if specification and conversion else made
    if type(value) is Either and any(
        type(option.value) is Row
        or _method(option.value, "", conversion)
        or _mistake(option.value, specification, conversion)
        for option in value.options
    ):
        return each(value, lambda option: joined([formatted(option, specification, conversion)]))
    if type(value) is Optional and (
        type(value.value) in (Row, Either)
        or _method(value.value, specification, conversion) is not None
        or _mistake(None, specification, conversion)
    ):
        return if_exp(
            is_none(value),
            lambda: joined([formatted(None, specification, conversion)]),
            lambda: joined([formatted(value.value, specification, conversion)]),
        )()
    if type(specification) is not str or SHOWS_STAGED.search(specification):
        refuse("formatted")
    mistake = _mistake(value, specification, conversion)
    if mistake is not None and getattr(class_of_number(value), "__name__", None) not in joined_kinds():
        raise_new(mistake)
    shown = [option.value for option in value.options] if type(value) is Either else [value]
    makes_own = conversion not in ("r", "a") and any(isinstance(part, BaseException) for part in shown)
    return field_or_string(value if makes_own else _with_texts(value), conversion, specification)


def _mistake(value: Any, specification: Any, conversion: str) -> Exception | None:
    """What Python raises of a format for values of a kind; None if it can be shown so, as far as the kind tells."""
    if type(specification) is not str or not specification or conversion not in CONVERSIONS:
        return None
    kind = type(value) if type(value) in _SHOWN_BY_KIND else str if are_texts(value) else class_of_number(value)
    if kind is None:
        return None
    try:
        format(CONVERSIONS[conversion](kind()), specification)
    except (TypeError, ValueError) as error:
        return type(error)(*error.args)
    return None


#: The types of values of which a format that is none is none for all.
_SHOWN_BY_KIND = frozenset({bool, int, float, complex, str, type(None), list, tuple, dict, set})


def _with_texts(value: Any) -> Any:
    """A container with the texts in it of objects whose classes make them, or that may change until it is shown."""
    leaves: list[Any] = []
    node = _with_written_whole(take_apart(value, leaves), leaves)
    check_orders(node, "its text has its keys in that order")
    within = _within_containers(node)
    made = [leaf if _is_known(leaf) else _written(leaf, k in within) for k, leaf in enumerate(leaves)]
    is_same = all(one is other for one, other in zip(made, leaves, strict=True))
    return value if node.kind is None or is_same else with_leaves(node, made)


def _with_written_whole(node: Node, leaves: list[Any]) -> Node:
    """A tree in which partials, and exceptions and lists whose texts are made, are leaves, added to those it has."""
    is_one = node.kind is StagedList or (node.kind is not None and issubclass(node.kind, BaseException))
    if node.kind is functools.partial or (is_one and _method(node.value, "", "r") is not None):
        leaves.append(node.value)
        return Node(node.value, None, None, [], len(leaves) - 1)
    if node.kind is Table:  # which holds lists of its own
        return node
    return node.with_parts([_with_written_whole(part, leaves) for part in node.parts])


def _is_known(value: Any) -> bool:
    if type(value) in (StagedList, View, TableView) or is_staged_range(value):
        return False
    if value is UNBOUND:  # what a key has that a dict is sure not to have
        return True
    return type(value) in _ATOMS or backend_of(value) is not None


def _within_containers(node: Node, is_within: bool = False) -> set[int]:
    """Which leaves are in containers, and not what a value may be as a whole."""
    if node.kind is None:
        return {node.index} if is_within else set()
    is_within = is_within or node.kind not in (Either, Optional)
    return {index for part in node.parts for index in _within_containers(part, is_within)}


def _written(value: Any, is_within: bool) -> Any:
    """What stands in a container for an object, and is shown there as `repr` shows that."""
    method = _method(value, "", "r")
    if method is not None:
        return Written(joined([method()]))
    if not is_within or type(value) in (list, dict, tuple) or not can_change(value):
        return value
    text = repr(value)
    return value if SHOWS_STAGED.search(text) else Written(text)


def _method(value: Any, specification: str, conversion: str) -> Any:
    """The method of a class of the user's that makes the text of its objects, converted; None if there is none."""
    kind = type(value)
    if kind is deque and (conversion or not specification):
        return partial(_of_deque, value)
    if kind is StagedList and value.kind is list and not specification and any(map(_makes_text, objects_in(value))):
        return partial(to_function(aggregates.text_of_elements), value)
    if is_staged_range(value):
        return partial(_of_range, value)
    if kind in (View, TableView):
        return partial(_of_view, value)
    if issubclass(kind, Proxy):
        return None
    if kind is FunctionType and str(value.__module__).startswith("autograph.operators."):
        refuse("shown")  # it is in the place of an object of Python's, which has another text
    names = ["__repr__"] if conversion in ("r", "a") else ["__str__", "__repr__"]
    if not conversion:
        names.insert(0, "__format__")
    if isinstance(value, BaseException) and conversion in ("", "s") and not specification and _shows_arguments(value):
        return partial(_message, value)
    if conversion == "r" and kind.__repr__ is BaseException.__repr__:
        return partial(_of_exception, value)
    for name in names:
        method = getattr(kind, name)
        if name == "__repr__" and (fields := _fields_of_dataclass(kind)) is not None:
            if is_staged_error(value) or not all(_is_simple(getattr(value, field, None)) for field in fields):
                return partial(_of_fields, value, fields)
        if type(method) is FunctionType:
            if not is_converted(to_function(method)) or (specification and not conversion and name != "__format__"):
                return None
            return partial(_made, name, call(MethodType(method, value)), *[specification] * (name == "__format__"))
        if name == "__format__" and not specification and method in _FORMATS_OF_NUMBERS:
            continue
        if method is not getattr(object, name):
            return None
    return None


def _makes_text(value: Any) -> bool:
    return _method(value, "", "r") is not None


#: Those that show what `str` does, where no format is given.
_FORMATS_OF_NUMBERS = frozenset({int.__format__, float.__format__, str.__format__})


def _made(name: str, method: Callable[..., Any], *args: Any) -> Any:
    """The text that a method of the user's makes."""
    made = method(*args)
    if isinstance(made, str) or type(made) in (Either, Optional):
        return made
    kind = getattr(class_of_number(made), "__name__", type(made).__name__)
    says = "__format__ must return a str, not {}" if name == "__format__" else name + " returned non-string (type {})"
    raise TypeError(says.format(kind))


def _is_simple(value: Any) -> bool:
    """Whether nothing in a value makes a text of its own, or may change."""
    is_number = type(value) not in composites and backend_of(value) is not None
    return type(value) in _ATOMS or type(value) is Text or is_number


def _fields_of_dataclass(kind: type) -> list[str] | None:
    """The fields that the text of an object shows, by the method that `dataclass` has made; None for another method."""
    owner: Any = next(cls for cls in kind.__mro__ if "__repr__" in cls.__dict__)
    generated = getattr(owner.__dict__["__repr__"], "__wrapped__", None)
    if "__dataclass_fields__" not in owner.__dict__ or type(generated) is not FunctionType:
        return None
    is_generated = generated.__code__.co_filename == "<string>"
    return [field.name for field in dataclasses.fields(owner) if field.repr] if is_generated else None


def _of_fields(value: Any, names: list[str]) -> Any:
    """The text of an object of a dataclass."""
    return _call_of(
        type(value).__qualname__, [[f"{name}=", formatted(getattr(value, name), "", "r")] for name in names]
    )


def _of_deque(values: deque[Any]) -> Any:
    """The text of a deque."""
    most = "" if values.maxlen is None else f", maxlen={values.maxlen}"
    return joined(["deque(", formatted(list(values), "", "r"), f"{most})"])


def _of_exception(error: BaseException) -> Any:
    """The text of an exception as `repr` shows it."""
    return _call_of(type(error).__name__, [[formatted(value, "", "r")] for value in error.args])


def _of_range(values: Any) -> Any:
    """The text of a range of which a bound is staged."""
    start, stop, step = getattr(values, "bounds", None) or (values.start, values.stop, values.step)
    if type(step) is not int:
        refuse("shown")  # a step of 1 is not
    return _call_of("range", [[formatted(bound)] for bound in (start, stop, *[step] * (step != 1))])


def _of_view(view: Any) -> Any:
    return _call_of(view.__class__.__name__, [[formatted(call(list)(view), "", "r")]])


def _call_of(name: str, arguments: Iterable[list[Any]]) -> Any:
    """The text of a call, by the pieces of the texts of its arguments."""
    pieces = [piece for argument in arguments for piece in (", ", *argument)]
    return joined([f"{name}(", *pieces[1:], ")"])


def _shows_arguments(error: BaseException) -> bool:
    """Whether the text of an exception is that of its arguments."""
    return type(error).__str__ in (BaseException.__str__, KeyError.__str__) or _is_shown_as_others(error)


def _is_shown_as_others(error: BaseException) -> bool:
    """Whether an error of a class of Python's that makes its text itself has been given what others are."""
    return len(error.args) <= 1 and type(error).__str__ in (OSError.__str__, ImportError.__str__)


def _message(error: BaseException) -> Any:
    """The text of an exception."""
    if not error.args:
        return ""
    if len(error.args) != 1:
        return formatted(error.args)
    return formatted(error.args[0], "", "r" if type(error).__str__ is KeyError.__str__ else "")


# f-strings


_ATOMS = frozenset({bool, int, float, complex, str, bytes, type(None)})
#: What f-strings that are being made show, by the mark that stands for it in them.
_pending: dict[str, Any] = {}
_numbers = count()
_MARK = re.compile("(\ue000\\d+:\\d+\ue001)")


class _Marked:
    """A value in an f-string: what is made of it there is a mark."""

    def __init__(self, value: Any):
        self.value = value

    def __format__(self, specification: str) -> str:
        return self._mark(specification, "")

    def __repr__(self) -> str:
        return self._mark("", "r")

    def __str__(self) -> str:
        return self._mark("", "s")

    def _mark(self, specification: str, conversion: str) -> _Mark:
        mark = _Mark(f"\ue000{get_ident()}:{next(_numbers)}\ue001")
        mark.value = self.value
        mark.conversion = conversion
        _pending[mark] = formatted(self.value, specification, conversion)
        return mark


class _Mark(str):
    """What stands for a value in an f-string; it may have been converted (`!r`), and is to be formatted."""

    value: Any
    conversion: str

    def __format__(self, specification: str) -> str:
        if specification:
            _pending[self] = formatted(self.value, specification, self.conversion)
        return str.__str__(self)


def shown(value: Any) -> Any:
    """A value that an f-string shows, or what stands for it there."""
    if type(value) in _ATOMS or (not backends and count_modules() == staging.modules_seen):
        return value
    return shown_as(value)


def shown_as(value: Any) -> Any:
    """Likewise, of one whose format has parts that may be staged: that tells what becomes of a known value, too."""
    return value if tracing_backend() is None else _Marked(value)


def format_part(value: Any) -> Any:
    """A value that is a part of the format of another, as a width is."""
    if type(value) in _ATOMS or backend_of(value) is None:
        return value
    return widths.as_part(value)


def fstring(made: str) -> Any:
    """An f-string, each of whose values was `shown`."""
    if "\ue000" not in made:
        return made
    return joined(_pending.pop(part) if part in _pending else part for part in _MARK.split(made) if part)


# The other ways to make text


def _form(conversion: str, function: Any) -> Callable[..., Any]:
    def of(*args: Any, **kwargs: Any) -> Any:
        if len(args) != 1 or kwargs or tracing_backend() is None:
            return function(*args, **kwargs)
        return joined([formatted(args[0], "", conversion)])

    return of


def _digits(specification: str, function: Any) -> Callable[..., Any]:
    """A builtin that shows an integer as a format does."""

    def of(*args: Any, **kwargs: Any) -> Any:
        backend = None if len(args) != 1 or kwargs or type(args[0]) is Choice else backend_of(args[0])
        type_ = None if backend is None else backend.type_of(args[0])
        if type_ is None or kind_of(type_) == "float":
            return function(*args, **kwargs)
        return joined([formatted(args[0], specification)])

    return of


def _number_shown(template: str, value: Any) -> Any:
    """`template % value`, of a number, or of what Python says is none."""
    check_shown(template, value)
    return field_or_string(value, "%", template)


def _character(*args: Any) -> Any:
    """`chr(number)`."""
    backend = backend_of(args[0]) if len(args) == 1 else None
    if backend is not None:
        check_integer(args[0], "'float' object cannot be interpreted as an integer")
        is_one = both(args[0] >= 0, args[0] <= sys.maxunicode)
        require(backend, is_one, ValueError("chr() arg not in range(0x110000)"))
        return Choice(
            backend,
            ANY,
            args[0] if backend.type_of(args[0]) != backend.type_of(True) else backend.builtins[int](args[0]),
        )
    return chr(*args)


def _format(*args: Any) -> Any:
    if not 1 <= len(args) <= 2:
        return format(*args)
    value, *specification = args
    return joined([formatted(value, *map(_with_marks, specification))])


def _with_marks(specification: Any) -> Any:
    """A format that is a text, with what stands for the numbers that it shows."""
    if type(specification) is not Text:
        return specification
    return "".join([part if isinstance(part, str) else _mark_of(part) for part in specification.parts])


def _mark_of(shown: Field) -> str:
    if shown.node.kind is not None or (shown.conversion, shown.specification) not in (("", ""), ("s", ""), ("", "d")):
        refuse("a part of a format")
    return widths.as_part(*shown.operands)


def percent(left: Any, right: Any) -> Any:
    """`left % right`, where the left side may be text."""
    try:
        if tracing_backend() is None:
            return left % right
        with hidden_frames:
            if type(left) is Unreduced:
                left = reduced(left, right)
            if not isinstance(left, str):
                left, right = number(left), number(right)
            elif _shows_more_than_names(left, right) or _asks_objects(right):
                return _percent_of_text(left, right)
        return remainder(left, right)
    except BaseException as error:
        hide_frame(error)
        raise


def _shows_more_than_names(left: Any, right: Any) -> bool:
    """Whether something that is given to `%` of text is staged, or is an object whose class makes its text."""
    if issubclass(type(left), Proxy) or staged_leaves(right):
        return True
    leaves: list[Any] = []
    node = take_apart(right, leaves)
    if any(part.kind is Row for part in node.containers()):
        return True
    return any(_method(leaf, "", "") is not None for leaf in leaves if not _is_known(leaf))


def _asks_objects(given: Any) -> bool:
    """Whether what is given to `%` of text is an object that is asked for items, or has one that says a number."""
    if type(given) is tuple:
        return any(_has_hook(value, hook) for value in given for hook in _NUMERIC)
    return any(_has_hook(given, hook) for hook in ("__getitem__", *_NUMERIC))


def _has_hook(value: Any, name: str) -> bool:
    """Whether an object is of a class of the program's that has a special method."""
    kind = type(value)
    if type(class_attribute(kind, name)) is not FunctionType or issubclass(kind, Proxy):
        return False
    return backend_of(value) is None and kind.__module__.partition(".")[0] not in SYSTEMS


def _as_number(value: Any, letter: str) -> Any:
    """What an object of a class of the program's says that is shown as a number."""
    hooks = next((hooks for letters, hooks in _HOOKS.items() if letter in letters), ())
    found = next((hook for hook in hooks if _has_hook(value, hook)), None)
    return value if found is None else call(getattr(value, found))()


_NUMERIC = ("__int__", "__index__", "__float__")
#: What an object is asked for that is shown by a letter of `%`.
_HOOKS = {"diu": ("__int__", "__index__"), "oxX": ("__index__",), "eEfFgG": ("__float__", "__index__")}


def _percent_of_text(left: Any, right: Any) -> Any:
    if type(left) is Choice and left.options is not ANY:
        return each(left.as_either(), lambda option: percent(option, right))
    if issubclass(type(left), Proxy):
        refuse("formatted with `%`")
    given = iter(right if isinstance(right, tuple) else (right,))
    return joined(_of_percent(left, right, given))


_PERCENT = re.compile(
    r"%(?:\((?P<name>[^)]*)\))?(?P<flags>[-#0 +]*)(?P<size>[\d*.]*)[hlL]?(?P<type>[diouxXeEfFgGcrsa%])"
)


def _of_percent(template: str, right: Any, given: Iterator[Any]) -> Iterator[Any]:
    end = 0
    for found in _PERCENT.finditer(template):
        yield template[end : found.start()]
        end = found.end()
        if found["type"] == "%":
            yield "%"
            continue
        size = re.sub(r"\*", lambda _: _width(given), found["size"])
        value = _following(given) if found["name"] is None else right[found["name"]]
        letter = found["type"]
        if letter in "sra":
            value = formatted(value, "", letter)
            yield field_or_string(value, "%", f"%{found['flags']}{size}s") if found["flags"] or size else value
        else:
            shown = f"%{found['flags']}{size}{letter}"
            value = _as_number(value, letter)
            if type(value) is Optional:
                value = later["needed"](value, partial(raised_by, operator.mod, shown, None), "shown")
            made = partial(_number_shown, shown)
            yield each(value, made) if type(value) is Either else made(value)
    yield template[end:]
    is_mapping = isinstance(right, (Mapping, list)) or _has_hook(right, "__getitem__")
    if not is_mapping and next(given, _MISSING) is not _MISSING:
        raise TypeError("not all arguments converted during string formatting")


def _following(given: Iterator[Any]) -> Any:
    value = next(given, _MISSING)
    if value is _MISSING:
        raise TypeError("not enough arguments for format string")
    return value


def _width(given: Iterator[Any]) -> str:
    """What stands in a format for a `*`."""
    width = _following(given)
    if backend_of(width) is not None:
        refuse("formatted")
    if not isinstance(width, int):
        raise TypeError("* wants int")
    return str(width)


_MISSING = object()


def _of_format(template: str, *args: Any, **kwargs: Any) -> Any:
    """`template.format(...)`."""
    if not _shows_more_than_names(template, [args, kwargs]):
        return template.format(*args, **kwargs)
    _check_fields(template, args, kwargs)
    formatter = string.Formatter()
    automatic = count()

    def of(template: str) -> Any:
        parts: list[Any] = []
        for literal, name, specification, conversion in formatter.parse(template):
            parts.append(literal)
            if name is not None:
                path = f"{next(automatic)}{name}" if not name or name[0] in ".[" else name
                value, _ = formatter.get_field(path, args, kwargs)
                parts.append(formatted(value, _with_marks(of(specification or "")), conversion or ""))
        return joined(parts)

    return of(template)


def _check_fields(template: str, args: Sequence[Any], names: Iterable[str]) -> None:
    """Raises what `template.format` does, whatever it is given."""
    try:
        template.format(*[_ANYTHING] * len(args), **dict.fromkeys(names, _ANYTHING))
    except (ValueError, LookupError) as error:
        raise_new(error)


class _Anything:
    """What has all items and attributes, and is shown by any format."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __format__(self, specification: str) -> str:
        return ""


_ANYTHING = _Anything()


def _of_format_map(text: str, mapping: Any) -> Any:
    return _of_format(text, **mapping) if type(mapping) is dict else text.format_map(mapping)


def _of_join(separator: str, values: Any) -> Any:
    """`separator.join(values)`: of a generator Python makes a list first."""
    if type(values) is GeneratorType:
        values = call(list)(values)
    if (backend_of(values) is not None and type(values) is not StagedList) or is_stepped(values):
        values = to_function(aggregates.collected)(0, values, None, lambda value: value)
    if type(values) is StagedList:
        return joined([field_or_string(values.copied(list), "join", separator)])
    values = list(values)
    if not any(issubclass(type(value), Proxy) for value in values):
        return separator.join(values)
    parts: list[Any] = []
    for value in values:
        parts += [separator, value] if parts else [value]
    return joined(parts)


def _warn(message: Any, category: Any = None, stacklevel: int = 1, source: Any = None) -> None:
    warnings.warn(str(message) if type(message) is Text else message, category, stacklevel + 2, source)


#: What is called for builtins, and for methods of strings.
FORMS: dict[Any, Callable[..., Any]] = {
    str: _form("s", str),
    repr: _form("r", repr),
    ascii: _form("a", ascii),
    format: _format,
    bin: _digits("#b", bin),
    oct: _digits("#o", oct),
    hex: _digits("#x", hex),
    chr: _character,
    warnings.warn: _warn,
}

#: What is called for methods that make the text of an object.
SPECIAL: dict[str, Callable[..., Any]] = {"__str__": FORMS[str], "__repr__": FORMS[repr], "__format__": _format}
METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (str, "format"): _of_format,
    (str, "format_map"): _of_format_map,
    (str, "join"): _of_join,
    (str, "__mod__"): percent,
}
