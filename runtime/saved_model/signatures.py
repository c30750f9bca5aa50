"""Signatures: functions of a saved model that are called with named tensors and return named tensors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function import tracing
from runtime.function.call_type import Argument, CompositeArgument, canonical
from runtime.function.concrete import ConcreteFunction
from runtime.function.function import Function
from runtime.ir.context import tracing_lock
from runtime.ir.values import is_tensor

DEFAULT = "serving_default"

#: A function of this name is what `serving_default` runs if no signatures are given.
_CHOSEN = "_default_save_signature"


class SignatureMap(Mapping[str, Any]):
    """The signatures of a loaded model, by name."""

    def __init__(self, functions: Mapping[str, ConcreteFunction]):
        self._functions = dict(functions)

    def __getitem__(self, name: str) -> ConcreteFunction:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._functions})"


def canonical_signatures(signatures: Any) -> dict[str, ConcreteFunction]:
    """The functions to save for what a user gives as `signatures`.

    Args:
        signatures: a function, or functions by name; each a `tf.function` with an input signature or a concrete
            function.

    Raises:
        ValueError: if one is neither, or does not return tensors by name, a sequence of tensors, or a tensor.
    """
    if not isinstance(signatures, Mapping):
        signatures = {DEFAULT: signatures}
    found = {}
    for name, function in signatures.items():
        if not isinstance(name, str):
            raise ValueError(f"Signatures are given by name: a key of `signatures` is {name!r}, which is no string.")
        concrete = _signature_of(function)
        if concrete is None:
            raise ValueError(
                f"Expected a TensorFlow function for which to generate a signature, but got {function}. Only "
                "`tf.functions` with an input signature or concrete functions can be used as a signature."
            )
        found[name] = _wrapped(concrete, name)
    return found


def chosen_signature(functions: Mapping[str, Any]) -> dict[str, ConcreteFunction]:
    """What is saved when no signatures are given: the function that can be one, if there is just one.

    Args:
        functions: of the root, by name.
    """
    if _CHOSEN in functions:
        return canonical_signatures(functions[_CHOSEN])
    possible = [c for c in map(_signature_of, functions.values()) if c is not None and _is_flat(c)]
    return {DEFAULT: _wrapped(possible[0], DEFAULT)} if len(possible) == 1 else {}


def _signature_of(function: Any) -> ConcreteFunction | None:
    if isinstance(function, Function) and function.input_signature is not None:
        function = function.get_concrete_function()
    return function if isinstance(function, ConcreteFunction) else None


def _is_flat(concrete: ConcreteFunction) -> bool:
    """Whether the function can be a signature: what it returns are tensors that can be named."""
    output = concrete._output
    if isinstance(output, TensorSpec):
        return True
    items = list(output.values()) if isinstance(output, dict) else output
    if isinstance(output, dict) and not all(isinstance(name, str) for name in output):
        return False
    return isinstance(items, (list, tuple)) and bool(items) and all(isinstance(x, TensorSpec) for x in items)


def _wrapped(concrete: ConcreteFunction, key: str) -> ConcreteFunction:
    """A function of keyword arguments alone that returns a dictionary."""
    if isinstance(concrete, SignatureFunction):
        return concrete
    specs = argument_specs(concrete)
    names = [spec.name or "" for spec in specs]
    if len(set(names)) != len(names):
        raise ValueError(
            f"Got non-unique argument names for the signature {key!r}: {', '.join(names)}. Give the function an "
            "`input_signature` whose specs have names of their own."
        )

    def signature_wrapper(**tensors: Any) -> Any:
        result = concrete.call_flat([tensors[name] for name in names])
        return _named_outputs(result, key, concrete)

    named = [
        (name, inspect.Parameter.KEYWORD_ONLY, TensorSpec(spec.shape, spec.dtype))
        for name, spec in zip(names, specs, strict=True)
    ]
    call = canonical(named)
    with tracing_lock:
        traced = tracing.trace(signature_wrapper, call, "signature_wrapper", _no_variables)
    traced.graph.parent = None
    return SignatureFunction(traced.graph, call.type, traced._output, "signature_wrapper")


def argument_specs(concrete: ConcreteFunction) -> list[TensorSpec]:
    """The types of the tensors that a function takes, in order, with the names of its inputs."""
    parameters = [leaf for p in concrete._type.parameters for leaf in nest.flatten(p.structure)]
    if not all(type(leaf) is Argument for leaf in parameters if isinstance(leaf, (Argument, CompositeArgument))):
        raise ValueError(
            f"'{concrete.name.decode()}' takes variables or other objects: a signature takes tensors alone."
        )
    return [TensorSpec(x.shape, x.dtype, x.node.name) for x in concrete.graph.arguments]


def _named_outputs(result: Any, key: str, concrete: ConcreteFunction) -> dict[str, Any]:
    if isinstance(result, Mapping):
        named: dict[Any, Any] = dict(result)
        if all(isinstance(name, str) for name in named):
            named = dict(sorted(named.items()))
    else:
        items: Sequence[Any] = result if isinstance(result, (list, tuple)) else [result]
        named = {f"output_{i}": item for i, item in enumerate(items)}
    for name, value in named.items():
        if not isinstance(name, str):
            raise ValueError(
                f"Got a dictionary with a non-string key {name!r} in the output of the function "
                f"{concrete.name.decode()} used to generate the SavedModel signature {key!r}."
            )
        if not is_tensor(value):
            raise ValueError(
                f"Got a non-Tensor value {value!r} for key {name!r} in the output of the function "
                f"{concrete.name.decode()} used to generate the SavedModel signature {key!r}. Outputs for functions "
                "used as signatures must be a single Tensor, a sequence of Tensors, or a dictionary from string to "
                "Tensor."
            )
    return named


def _no_variables(variable: Any, initial_value: Any) -> None:
    raise ValueError("a signature cannot create variables: call the function once before it is saved")


class SignatureFunction(ConcreteFunction):
    """A function of a saved model that takes tensors by name and returns a dictionary of tensors."""

    @property
    def structured_outputs(self) -> Any:
        """The types of the results, by name."""
        return {name: _named(name, spec) for name, spec in self._output.items()}

    @property
    def function_type(self) -> str:
        """The signature, on one line: arguments and results by name."""
        inputs = [f"{p.name}: {_named(p.name, p.structure.spec)!r}" for p in self._type.parameters]
        outputs = ", ".join(f"[{name!r}, {spec!r}]" for name, spec in self.structured_outputs.items())
        return f"({', '.join([*(['*'] if inputs else []), *inputs])}) -> Dict[{outputs}]"

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        parameters = self._type.parameters
        if len(args) == 1 and len(parameters) == 1 and not kwargs:
            return super()._bind([], {parameters[0].name: args[0]})  # there is only one it can be
        return super()._bind(args, kwargs)


def _named(name: str, spec: TensorSpec) -> TensorSpec:
    return TensorSpec(spec.shape, spec.dtype, name)
