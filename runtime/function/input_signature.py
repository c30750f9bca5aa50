"""Input signatures: the specs that a user gives a function, and fitting arguments to them."""

from __future__ import annotations

import inspect
from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.core.composites import as_argument, spec_composites
from runtime.core.specs import TensorSpec
from runtime.ir.graph import init_scope
from runtime.ir.values import EagerTensor, SymbolicTensor
from runtime.tensor.conversion import convert_to_tensor


class Misfit(Exception):
    """An argument does not fit the input signature; the message says why."""


def check_specs(input_signature: Any) -> None:
    """Checks that it is a sequence of specs, possibly nested. Raises TypeError, in TensorFlow's words, if not."""
    if not isinstance(input_signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(input_signature)}.")
    wrong = [
        leaf
        for leaf in nest.flatten(input_signature)
        if not isinstance(leaf, TensorSpec) and type(leaf) not in spec_composites
    ]
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
        raise TypeError(f"input_signature contains {len(input_signature) - len(positional)} extra type constraints.")
    for parameter in positional[len(input_signature) :]:
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(f"input_signature missing type constraint for {parameter.name}")
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is inspect.Parameter.empty:
            raise TypeError(
                f"Since input_signature is defined, keyword-only parameter `{parameter.name}` must have a default value"
            )


def fitted(
    named: list[tuple[str, Any, Any]], wanted: tuple[Any, ...], signature: inspect.Signature, arrays: Container[int]
) -> list[tuple[str, Any, Any]]:
    """The arguments with those that the input signature names converted to tensors.

    Args:
        named: name, kind and value of each argument.
        wanted: the specs.
        signature: of the Python function.
        arrays: the identities of tensors that the caller gave as arrays: these are cast.

    Raises:
        Misfit: if one cannot be.
    """
    fitted = []
    for position, (name, kind, value) in enumerate(named):
        if position < len(wanted):
            value = _fit(value, wanted[position], arrays)
        elif name not in signature.parameters:
            raise Misfit(f"got an unexpected keyword argument {name!r}")
        elif value is not signature.parameters[name].default:
            raise Misfit(f"Can not cast {value!r} to Literal[{signature.parameters[name].default!r}]")
        fitted.append((name, kind, value))
    return fitted


def _fit(value: Any, spec: Any, arrays: Container[int]) -> Any:
    if nest.is_nested(spec):
        if not _is_like(value, spec):
            raise Misfit(f"Can not cast {value!r} to {spec}")
        pairs = zip(nest.children(value), nest.children(spec), strict=True)
        return nest.with_children(value, [_fit(part, wanted, arrays) for part, wanted in pairs])
    if type(spec) in spec_composites:
        composite = as_argument(value)
        if composite is None or composite.label(value) != spec:
            raise Misfit(f"Can not cast {value!r} to {spec}")
        return value
    if isinstance(value, TensorSpec):
        given = value = TensorSpec(value.shape, value.dtype)
    else:
        if id(value) in arrays:
            value = _cast(value, spec)
        elif not isinstance(value, (EagerTensor, SymbolicTensor)):
            value = _converted(value, spec)
        given = TensorSpec(value.shape, value.dtype)
    if not given.is_subtype_of(TensorSpec(spec.shape, spec.dtype)):
        raise Misfit(f"Can not cast {given} to {TensorSpec(spec.shape, spec.dtype)}")
    return value


def _is_like(value: Any, spec: Any) -> bool:
    """Whether `value` is a container as `spec` is one, what is in them aside."""
    if not nest.is_nested(value) or len(nest.children(value)) != len(nest.children(spec)):
        return False
    if isinstance(spec, Mapping):
        return isinstance(value, Mapping) and set(value) == set(spec)
    return isinstance(value, (list, tuple)) if isinstance(spec, (list, tuple)) else type(value) is type(spec)


def _cast(value: EagerTensor, spec: TensorSpec) -> Any:
    if value.dtype is spec.dtype or "string" in (value.dtype.kind, spec.dtype.kind):
        return value
    with np.errstate(all="ignore"):
        return EagerTensor(value._array.astype(spec.dtype.dtype))


def _converted(value: Any, spec: TensorSpec) -> Any:
    if value is None:
        raise Misfit("Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.")
    try:
        with init_scope():
            return convert_to_tensor(value, dtype=spec.dtype)
    except (TypeError, ValueError):
        raise Misfit(f"Cannot convert {value!r} to EagerTensor of dtype {spec.dtype.enum_name}") from None
