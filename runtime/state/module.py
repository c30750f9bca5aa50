"""`Module`: a named holder of variables and other modules."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from runtime.ir.graph import name_scope
from runtime.state.tracking import Trackable
from runtime.state.variable import Variable

_Method = TypeVar("_Method", bound=Callable[..., Any])


class Module(Trackable):
    """A class whose instances know the variables and the modules that are in their attributes.

    Args:
        name: an identifier; by default the name of the class, in snake case.

    Raises:
        ValueError: if the name is no identifier.

    >>> class Dense(Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = Variable([[1.0]], name='w')
    >>> layer = Dense()
    >>> layer.name, [v.name for v in layer.variables]
    ('dense', ['w:0'])
    """

    #: Attributes that are not searched for variables and modules.
    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset()

    def __init__(self, name: str | None = None):
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not name.isidentifier():
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers (e.g. a valid "
                "class name)."
            )
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def name_scope(self) -> Any:
        """A context manager that prefixes the names of what is made inside with that of the module.

        >>> with Module('layer').name_scope as scope:
        ...     print(scope)
        layer/
        """
        return name_scope(f"{self._name}/")

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables in the attributes of the module, sorted by attribute, then those of its submodules."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Variable)))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of `variables` that are trainable."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Variable) and x.trainable))

    @property
    def non_trainable_variables(self) -> tuple[Any, ...]:
        """Those of `variables` that are not trainable."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Variable) and not x.trainable))

    @property
    def submodules(self) -> tuple[Module, ...]:
        """The modules in the attributes of this one, and theirs."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Module)))

    @classmethod
    def with_name_scope(cls, method: _Method) -> _Method:
        """A decorator for methods that are to run in the name scope of the module."""

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped  # type: ignore[return-value]

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] = lambda x: True,
        attribute_traversal_key: Callable[[Any], Any] | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> Iterator[Any]:
        """What is in the attributes and satisfies `predicate`, each once: of this module, then of modules in it.

        Args:
            recursive: whether to look into modules.
            predicate: of a value.
            attribute_traversal_key: sorts attributes; by default by name.
            with_path: whether to give pairs of the path and the value.
            expand_composites: accepted for compatibility.
        """
        seen = {id(self)}
        waiting: list[tuple[tuple[Any, ...], Module]] = [((), self)]
        while waiting:
            path, module = waiting.pop(0)
            inner: list[tuple[tuple[Any, ...], Module]] = []
            for name in sorted(vars(module), key=attribute_traversal_key):
                if name in module._TF_MODULE_IGNORED_PROPERTIES:
                    continue
                for place, leaf in _leaves((name,), vars(module)[name]):
                    if id(leaf) in seen:
                        continue
                    wanted = predicate(leaf)
                    if wanted or isinstance(leaf, Module):
                        seen.add(id(leaf))
                    if wanted:
                        yield ((*path, *place), leaf) if with_path else leaf
                    if recursive and isinstance(leaf, Module):
                        inner.append(((*path, *place), leaf))
            waiting[:0] = inner


def _leaves(path: tuple[Any, ...], value: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """What is in lists, tuples and mappings, with the way to it."""
    if isinstance(value, Mapping):
        try:
            keys = sorted(value)
        except TypeError:
            keys = list(value)
        for key in keys:
            yield from _leaves((*path, key), value[key])
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from _leaves((*path, i), item)
    else:
        yield path, value


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<!^)(?=[A-Z][a-z])", "_", name).lower()
