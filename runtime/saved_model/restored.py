"""What a loaded model is made of: objects without a class of their own, and functions without Python code."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from runtime.core import errors, nest
from runtime.function.call_type import Argument, Canonical, CompositeArgument, bound_arguments
from runtime.function.concrete import ConcreteFunction, Unbound
from runtime.function.function import Function, Options
from runtime.ir.values import is_tensor
from runtime.state.tracking import Trackable


class UserObject(Trackable):
    """An object of a loaded model: what it had of variables, functions and other objects is in its attributes."""

    def __repr__(self) -> str:
        return f"<loaded {type(self).__name__} object at {id(self):#x}>"


class CallableUserObject(UserObject):
    """An object of a loaded model that can be called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return vars(self)["__call__"](*args, **kwargs)


class RestoredFunction(Function):
    """A function of a loaded model: it has the traces that were saved, and cannot be traced again.

    Args:
        name: of the Python function.
        signature: of the Python function.
        input_signature: as given to `tf.function`, or None.
        concrete_functions: the traces.
    """

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        input_signature: Sequence[Any] | None,
        concrete_functions: Sequence[ConcreteFunction],
    ):
        def restored(*args: Any, **kwargs: Any) -> Any:
            concrete, tensors = self._resolve(args, kwargs, remember=False)
            return concrete.call_flat(tensors)

        restored.__name__ = restored.__qualname__ = name
        restored.__signature__ = signature  # type: ignore[attr-defined]  # `inspect` reads it
        wanted = None if input_signature is None else tuple(input_signature)
        super().__init__(restored, Options(wanted, autograph=False), name)
        self.concrete_functions = list(concrete_functions)
        traces = self._traces
        traces.may_create = False
        for concrete in concrete_functions:
            type_ = concrete._type
            traces.by_type[type_.key, None] = concrete
            traces.by_skeleton.setdefault(type_.skeleton, []).append((type_, None, concrete))

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self.concrete_functions)

    def _trace(self, call: Canonical) -> ConcreteFunction:
        raise _NoTrace

    def _resolve(self, args: tuple[Any, ...], kwargs: dict[str, Any], remember: bool) -> tuple[Any, list[Any]]:
        try:
            return super()._resolve(args, kwargs, remember)
        except _NoTrace:
            pass
        # Nothing was saved for just these types: Python numbers and lists may be meant as tensors.
        named = bound_arguments(self._signature, args, kwargs)
        given = {name: value for name, _, value in named}
        for concrete in self.concrete_functions:
            if set(given) != {p.name for p in concrete._type.parameters}:
                continue
            try:
                return concrete, concrete._bound_tensors(given)
            except (Unbound, errors.InvalidArgumentError):
                continue
        raise ValueError(self._no_match(named))

    def _no_match(self, named: Sequence[tuple[str, Any, Any]]) -> str:
        if not self.concrete_functions:
            return "Found zero restored functions for caller function."
        options = [
            f"Option {i}:\n{_listed([(p.name, p.kind, p.structure) for p in concrete._type.parameters], '  ')}"
            for i, concrete in enumerate(self.concrete_functions, 1)
        ]
        return (
            "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
            f"{_listed(named, '  ')}\n\n Expected these arguments to match one of the following {len(options)} "
            "option(s):\n\n" + "\n\n".join(options)
        )

    def _signature_text(self) -> str:
        if self._options.input_signature is not None:
            return super()._signature_text()
        parameters = [
            p if p.default is p.empty else p.replace(default=_CapturedDefault())
            for p in self._signature.parameters.values()
        ]
        return str(inspect.Signature(parameters))


class _NoTrace(Exception):
    """There is no trace for a call."""


class _CapturedDefault:
    def __repr__(self) -> str:
        return "<captured_default_value>"


def _listed(named: Sequence[tuple[str, Any, Any]], indent: str) -> str:
    """Arguments on a line each."""
    positional = [(n, v) for n, kind, v in named if kind is not inspect.Parameter.KEYWORD_ONLY]
    keywords = {n: _Shown(_described(n, v)) for n, kind, v in named if kind is inspect.Parameter.KEYWORD_ONLY}
    lines = [f"{indent}Positional arguments ({len(positional)} total):"]
    lines += [f"{indent}  * {_described(name, value)}" for name, value in positional]
    return "\n".join([*lines, f"{indent}Keyword arguments: {keywords}"])


class _Shown:
    def __init__(self, text: str):
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _described(name: str, value: Any) -> str:
    """An argument as it is listed: tensors by type, and Python values as they are."""

    def leaf(path: tuple[Any, ...], item: Any) -> Any:
        if isinstance(item, Argument):
            full = "_".join([name, *map(str, path)])
            return _Shown(f"TensorSpec(shape={item.spec.shape}, dtype={item.spec.dtype!r}, name={full!r})")
        if is_tensor(item):
            return _Shown(f"<tf.Tensor '{name}:0' shape={item.shape} dtype={item.dtype.name}>")
        return _Shown(repr(item)) if isinstance(item, CompositeArgument) else item

    pairs = nest.flatten_with_paths(value)
    return repr(nest.pack_sequence_as(value, [leaf(path, item) for path, item in pairs]))
