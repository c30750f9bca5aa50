"""Input signatures: the specs that a user gives a function, and fitting arguments to them."""

from __future__ import annotations

import inspect
from typing import Any

from runtime.conversion import convert_to_tensor
from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.graph.graph import init_scope
from runtime.tensor import EagerTensor, SymbolicTensor


class Misfit(Exception):
    """An argument does not fit the input signature; the message says why."""


def check_specs(input_signature: Any) -> None:
    """Checks that it is a sequence of specs, possibly nested. Raises TypeError, in TensorFlow's words, if not."""
    if not isinstance(input_signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(input_signature)}.")
    wrong = [leaf for leaf in nest.flatten(input_signature) if not isinstance(leaf, TensorSpec)]
    if wrong:
        raise TypeError(
            "input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args "
            f"{wrong} with types {[type(leaf) for leaf in wrong]}."
        )


def check_parameters(signature: inspect.Signature, input_signature: tuple[Any, ...]) -> None:
    """Checks that every parameter has a spec or a default. Raises TypeError if not."""
    parameters = [p for p in signature.parameters.values() if p.name != "self"]
    positional = [
        p for p in parameters if p.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    ]
    variadic = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    if len(input_signature) > len(positional) and not variadic:
        raise TypeError(
            f"input_signature has {len(input_signature)} specs, but the function takes {len(positional)} positional "
            "arguments"
        )
    for parameter in positional[len(input_signature) :]:
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(f"input_signature missing type constraint for {parameter.name}")


def fitted(
    named: list[tuple[str, Any, Any]], wanted: tuple[Any, ...], signature: inspect.Signature
) -> list[tuple[str, Any, Any]]:
    """The arguments with those that the input signature names converted to tensors.

    Raises:
        Misfit: if one cannot be.
    """
    fitted = []
    for position, (name, kind, value) in enumerate(named):
        if position < len(wanted):
            value = _fit(value, wanted[position])
        elif value is not signature.parameters[name].default:
            raise Misfit(f"Can not cast {value!r} to Literal[{signature.parameters[name].default!r}]")
        fitted.append((name, kind, value))
    return fitted


def _fit(value: Any, spec: Any) -> Any:
    if nest.is_nested(spec):
        try:
            nest.assert_same_structure(spec, value)
        except (TypeError, ValueError):
            raise Misfit(f"Can not cast {value!r} to {spec}") from None
        return nest.map_structure(lambda s, v: _fit(v, s), spec, value)
    if isinstance(value, TensorSpec):
        given = TensorSpec(value.shape, value.dtype)
    else:
        if not isinstance(value, (EagerTensor, SymbolicTensor)):
            value = _converted(value, spec)
        given = TensorSpec(value.shape, value.dtype)
    if not given.is_subtype_of(TensorSpec(spec.shape, spec.dtype)):
        raise Misfit(f"Can not cast {given} to {TensorSpec(spec.shape, spec.dtype)}")
    return value


def _converted(value: Any, spec: TensorSpec) -> Any:
    try:
        with init_scope():
            return convert_to_tensor(value, dtype=spec.dtype)
    except (TypeError, ValueError):
        raise Misfit(f"Cannot convert {value!r} to EagerTensor of dtype {spec.dtype.name}") from None
