"""Classes whose arguments are declared once, as annotated attributes.

    class Scale(Layer):
        "Multiplies its inputs."
        factor: float = field("what they are multiplied with", default=2.0)

`__init__`, `get_config` and the list of arguments in the documentation follow from the declarations. A class that
defines one of these itself keeps it. Classes of this package enter the registry of their kind when they are defined.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from runtime.keras.serialization import Registry, is_own

#: The default of what must be given.
REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True, eq=False)
class Field:
    """An argument of a class, which becomes an attribute of its instances.

    Attributes:
        doc: what it says.
        default: if it may be left out.
        convert: from what is given to the attribute; it may raise.
        of: the registry that the argument is looked up in, if nothing converts it, and is written to a config with.
        older: the name that it had in earlier versions.
        passed: whether it is an argument of the base class, and becomes no attribute here.
        argument: its name, where that of the attribute is another.
        kw_only: whether it is given by name alone, after those of subclasses.
        first: whether it comes before those of base classes that may be left out as well.
        attribute: the name of the attribute.
    """

    doc: str
    default: Any = REQUIRED
    convert: Callable[[Any], Any] | None = None
    of: Registry | None = None
    older: str | None = None
    passed: bool = False
    argument: str | None = None
    kw_only: bool = False
    first: bool = False
    attribute: str = ""

    def read(self, value: Any) -> Any:
        """The attribute, given the argument."""
        convert = self.convert or (self.of.get if self.of is not None else None)
        return value if convert is None else convert(value)

    def write(self, value: Any) -> Any:
        """What a config has of the attribute."""
        return value if self.of is None or value is None else self.of.serialize(value)


def field(doc: str, **options: Any) -> Any:
    """Declares an argument; see `Field`. It is Any, as the attribute has the type that is written beside it."""
    return Field(doc, **options)


def among(name: str, *values: str) -> Callable[[Any], str]:
    """What takes one of some words, in any case."""

    def checked(value: Any) -> str:
        if str(value).lower() not in values:
            raise ValueError(f"The `{name}` argument must be one of {set(values)}. Received: {name}={value}")
        return str(value).lower()

    return checked


@dataclass_transform(field_specifiers=(field,))
class Declared:
    """The base of classes whose arguments are declared.

    >>> class Point(Declared):
    ...     '''A place.'''
    ...     x: int = field('to the right')
    ...     y: int = field('upwards', default=0, convert=int)
    >>> Point(1, y='2').get_config()
    {'x': 1, 'y': 2}
    >>> print(Point.__doc__)
    A place.
    <BLANKLINE>
    Args:
        x: to the right.
        y: upwards; 0 by default.
    """

    #: The arguments by name, those of base classes first.
    _FIELDS: ClassVar[Mapping[str, Field]] = {}
    _OWN_FIELDS: ClassVar[Mapping[str, Field]] = {}
    #: Where classes of this package are entered.
    _REGISTRY: ClassVar[Registry | None] = None

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Subclasses have attributes of their own."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own: dict[str, Field] = {}
        for name, value in list(vars(cls).items()):
            if isinstance(value, Field):
                own[value.argument or name] = replace(value, attribute=name)
                delattr(cls, name)
        cls._OWN_FIELDS = own
        fields: dict[str, Field] = {}
        for base in reversed(cls.__mro__):
            fields.update(vars(base).get("_OWN_FIELDS", {}))
            # What a class sets itself is no argument any more.
            fields = {name: f for name, f in fields.items() if f.attribute not in vars(base)}
        # What must be given comes first, as in any function.
        order = sorted(fields.items(), key=lambda x: (x[1].kw_only, x[1].default is not REQUIRED, not x[1].first))
        cls._FIELDS = dict(order)
        before: Any = super(cls, cls)
        if "__init__" not in vars(cls) and (
            own or (fields and len(cls.__bases__) > 1) or len(fields) < len(before._FIELDS)
        ):
            cls.__init__ = _initializer(cls._FIELDS)  # type: ignore[method-assign]
        if vars(cls).get("__doc__") and getattr(cls.__init__, "_is_declared", False):
            cls.__doc__ = _documented(vars(cls)["__doc__"], cls._FIELDS)
        if cls._REGISTRY is not None and is_own(cls) and not cls.__name__.startswith("_"):
            cls._REGISTRY.add(cls)

    def _init_base(self, **others: Any) -> None:
        """Takes the arguments that are not declared, before those that are become attributes."""
        if others:
            raise TypeError(f"{type(self).__name__} got an unexpected keyword argument {next(iter(others))!r}")

    def _init_done(self) -> None:
        """Called when the arguments are attributes: for what several of them decide together."""

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal object."""
        return {name: f.write(getattr(self, f.attribute)) for name, f in self._FIELDS.items() if not f.passed}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        """An object with the arguments that `get_config` gave."""
        return cls(**config)


def _initializer(fields: Mapping[str, Field]) -> Any:
    positional = [key for key, f in fields.items() if not f.kw_only]

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        name = type(self).__name__
        if len(args) > len(positional):
            raise TypeError(f"{name} takes at most {len(positional)} arguments, and {len(args)} were given")
        given = dict(zip(positional, args, strict=False))
        for key, declared in fields.items():
            for spelling in (key, declared.older):
                if spelling in kwargs:
                    if key in given:
                        raise TypeError(f"{name} got several values for argument {key!r}")
                    given[key] = kwargs.pop(spelling)
            if key not in given:
                if declared.default is REQUIRED:
                    raise TypeError(f"{name} is missing the argument {key!r}: {declared.doc}")
                given[key] = declared.default
        self._init_base(**{key: given[key] for key, f in fields.items() if f.passed}, **kwargs)
        for key, declared in fields.items():
            if not declared.passed:
                setattr(self, declared.attribute, declared.read(given[key]))
        self._init_done()

    kinds = inspect.Parameter
    __init__._is_declared = True  # type: ignore[attr-defined]  # read where classes are documented
    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # `inspect` and `help` read it
        [
            kinds("self", kinds.POSITIONAL_OR_KEYWORD),
            *[
                kinds(key, kinds.KEYWORD_ONLY if f.kw_only else kinds.POSITIONAL_OR_KEYWORD, default=f.default)
                for key, f in fields.items()
            ],
            kinds("kwargs", kinds.VAR_KEYWORD),
        ]
    )
    return __init__


def _documented(doc: str, fields: Mapping[str, Field]) -> str:
    """The documentation of a class with its arguments, before what is raised and the examples."""
    text = inspect.cleandoc(doc)
    places = [place for mark in ("\nRaises:", "\n>>> ") if (place := text.find(mark)) >= 0]
    place = min(places, default=len(text))
    rows = []
    for name, f in fields.items():
        default = "" if f.default in (REQUIRED, None) else f"; {f.default!r} by default"
        rows.append(f"    {name}: {f.doc}{default}.")
    listed = "\n\nArgs:\n" + "\n".join(rows)
    return text[:place].rstrip() + listed + ("\n" + text[place:] if places else "")
