"""The type of a call: what decides whether a trace can be used again.

There are two forms of it. The *key* of a call is computed from the arguments as they were written, in a few
microseconds, and finds the trace of an earlier call that was written alike. The *call type* is canonical: arguments
under the names of their parameters, defaults filled in, specs for tensors. It is computed when the key is new.

Tensors and arrays count by dtype and shape, Python values by type and value, variables and other objects by identity.
Composites (`TensorArray`, `Dataset`, ...) count by their label and the types of the tensors they are made of.
Objects are held weakly: a trace does not keep its arguments alive, and dies with them.
"""

from __future__ import annotations

import inspect
import math
import weakref
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.core.composites import as_argument
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.function.dataclass_arguments import closed, is_record, opened
from runtime.function.trace_types import supports_tracing, trace_type_of
from runtime.ir.graph import init_scope
from runtime.ir.values import EagerTensor, SymbolicTensor
from runtime.state.module import Module
from runtime.state.replicas import current_replica
from runtime.state.variable import UnreadVariable, Variable
from runtime.tensor.conversion import convert_to_tensor


class Identity:
    """A key that equals that of the same object, or of one that says it is equal, and does not keep it alive.

    Raises:
        TypeError: if the object has no hash: it may change, and a trace would not notice.
    """

    __slots__ = ("_hash", "_reference", "_strong")

    def __init__(self, value: Any):
        try:
            self._hash = hash(value)
        except TypeError:
            if not isinstance(value, Module):
                raise untraceable(value) from None
            self._hash = id(value)
        try:
            self._reference: Any = weakref.ref(value)
            self._strong = None
        except TypeError:
            self._reference, self._strong = None, value

    @property
    def value(self) -> Any:
        """The object, or None if it is gone."""
        return self._strong if self._reference is None else self._reference()

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity) or self._hash != other._hash:
            return False
        value, known = self.value, other.value
        return value is not None and (value is known or (known is not None and bool(value == known)))

    def stands_for(self, value: Any) -> bool:
        """Whether a trace for this can be called with `value` in its place."""
        return self.value is value

    def __repr__(self) -> str:
        return f"Weakref[{self.value!r}]"


class TypedObject(Identity):
    """The key of an object that says itself which others it shares traces with; it keeps the type of it alive.

    Attributes:
        type: of the object.
    """

    __slots__ = ("type",)

    def __init__(self, value: Any):
        self.type = trace_type_of(value)

    @property
    def value(self) -> Any:
        """What a trace is given in place of the object."""
        return self.type.placeholder_value(None)

    def __hash__(self) -> int:
        return hash(self.type)

    def __eq__(self, other: object) -> bool:
        return type(other) is TypedObject and bool(self.type == other.type)

    def stands_for(self, value: Any) -> bool:
        return supports_tracing(value) and bool(trace_type_of(value).is_subtype_of(self.type))

    def __repr__(self) -> str:
        return repr(self.type)


def untraceable(value: Any) -> TypeError:
    """The error of an argument that no trace can be kept for."""
    return TypeError(
        f"Could not generate a generic TraceType for {value!r}.Please verify that it is immutable/hashable. Otherwise, "
        "consider implementing the Tracing Protocol for it."
    )


def mentions_the_dead(key: Any) -> bool:
    """Whether an object that is part of a key is gone: no call can have that key any more."""
    if type(key) is Identity:
        return key.value is None
    return type(key) is tuple and any(map(mentions_the_dead, key))


def covers(known: Hashable, given: Hashable) -> bool:
    """Whether two skeletons are alike but for objects, those of `given` of subtypes of those of `known`."""
    if type(known) is TypedObject and type(given) is TypedObject:
        return bool(given.type.is_subtype_of(known.type))
    if type(known) is tuple and type(given) is tuple:
        return len(known) == len(given) and all(map(covers, known, given))
    return bool(known == given)


# -- keys ------------------------------------------------------------------------------------------------------------

#: From an argument to its part of the key; the tensors in it are appended to the second argument, in order.
KeyFunction = Callable[[Any, list[Any]], Hashable]


def call_key(args: tuple[Any, ...], kwargs: dict[str, Any], leaves: list[Any]) -> Hashable:
    """The key of a call, hashable.

    Args:
        args, kwargs: as the caller wrote them.
        leaves: the tensors among them are appended here, arrays as tensors.
    """
    key: list[Any] = []
    for value in args:
        part = _KEYS.get(type(value))
        key.append(part(value, leaves) if part is not None else _key_of_object(value, leaves))
    if kwargs:
        for name, value in kwargs.items():
            key.append(name)
            key.append(key_of(value, leaves))
        key.append(len(args))
    replica = current_replica()
    if replica is not None:
        key.append(("replica", replica))
    return tuple(key)


def key_of(value: Any, leaves: list[Any]) -> Hashable:
    """The part of a key that one argument, or a part of one, makes."""
    part = _KEYS.get(type(value))
    return part(value, leaves) if part is not None else _key_of_object(value, leaves)


def _key_of_tensor(tensor: Any, leaves: list[Any]) -> Hashable:
    leaves.append(tensor)
    array = tensor._array
    try:
        return array.dtype.num, array.shape
    except AttributeError:
        return tensor.dtype.name, tensor.shape._dims


def _key_of_symbolic(tensor: Any, leaves: list[Any]) -> Hashable:
    leaves.append(tensor)
    return _dtype_key(tensor.dtype), tensor.shape._dims


def _key_of_spec(spec: TensorSpec, leaves: list[Any]) -> Hashable:
    leaves.append(spec)
    return _dtype_key(spec.dtype), spec.shape._dims


def _dtype_key(dtype: DType) -> Hashable:
    return dtype.dtype.num if dtype.kind != "handle" else dtype.name


def _key_of_array(array: Any, leaves: list[Any]) -> Hashable:
    with init_scope():
        return _key_of_tensor(convert_to_tensor(np.array(array)), leaves)


def _key_of_float(value: float, leaves: list[Any]) -> Hashable:
    if value == 0.0 or value != value:
        return float, repr(value), math.copysign(1.0, value)  # 0.0 equals -0.0, and nan does not equal itself
    return float, value


def _key_of_sequence(value: Sequence[Any], leaves: list[Any]) -> Hashable:
    return type(value), *[key_of(item, leaves) for item in value]


def _key_of_dict(value: Mapping[Any, Any], leaves: list[Any]) -> Hashable:
    return type(value), *[part for k in nest.keys(value) for part in (k, key_of(value[k], leaves))]


def _key_of_variable(variable: Variable, leaves: list[Any]) -> Hashable:
    # Variables of one type share a trace; which of them are the same variable is part of the type.
    handle = variable.handle
    alias = next((i for i, leaf in enumerate(leaves) if leaf is handle), len(leaves))
    leaves.append(handle)
    return Variable, variable.dtype.name, variable.shape._dims, variable.trainable, alias


def _key_of_literal(value: Any, leaves: list[Any]) -> Hashable:
    return type(value), value


def _key_of_object(value: Any, leaves: list[Any]) -> Hashable:
    kind = type(value)
    if supports_tracing(value):
        return TypedObject(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return _key_of_array(value, leaves)
    if nest.is_nested(value):
        if isinstance(value, Mapping):
            return _key_of_dict(value, leaves)
        metadata = nest.metadata(value)
        try:
            hash(metadata)
        except TypeError:
            raise untraceable(value) from None
        return kind, metadata, *[key_of(item, leaves) for item in nest.children(value)]
    if isinstance(value, EagerTensor):
        return _key_of_tensor(value, leaves)
    if isinstance(value, SymbolicTensor):
        return _key_of_symbolic(value, leaves)
    if isinstance(value, Variable):
        return _key_of_variable(value, leaves)
    if is_record(value):
        return key_of(opened(value), leaves)
    if as_argument(value) is not None:
        _KEYS[kind] = _key_of_composite
        return _key_of_composite(value, leaves)
    return kind, Identity(value)


def _key_of_composite(value: Any, leaves: list[Any]) -> Hashable:
    composite = as_argument(value)
    assert composite is not None
    return _composite_label(composite, value), *[key_of(x, leaves) for x in composite.components(value)]


def _composite_label(composite: Any, value: Any) -> tuple[Any, Any]:
    """What a key says of a composite beside the types of its tensors: the same for one and for the spec of it."""
    label = composite.label(value)
    return getattr(label, "value_type", type(value)), label


_KEYS: dict[type, KeyFunction] = {
    EagerTensor: _key_of_tensor,
    SymbolicTensor: _key_of_symbolic,
    TensorSpec: _key_of_spec,
    np.ndarray: _key_of_array,
    float: _key_of_float,
    list: _key_of_sequence,
    tuple: _key_of_sequence,
    dict: _key_of_dict,
    Variable: _key_of_variable,
    UnreadVariable: _key_of_variable,
    **dict.fromkeys((int, bool, str, bytes, complex, type(None), type(...), DType, TensorShape), _key_of_literal),
}


# -- canonical form --------------------------------------------------------------------------------------------------


class Argument:
    """The place of a tensor in a structure of arguments.

    Attributes:
        index: among the tensors of the call, in canonical order.
        spec: what it may be.
        name: that the user gave it in a spec, or None.
    """

    __slots__ = ("index", "name", "spec")

    def __init__(self, index: int, spec: TensorSpec, name: str | None = None):
        self.index = index
        self.spec = spec
        self.name = name


class VariableArgument(Argument):
    """The place of a variable in a structure of arguments.

    Attributes:
        alias: the same for places that hold one and the same variable, counted from 0.
        shape, dtype, trainable: of the variable.
    """

    __slots__ = ("alias", "dtype", "shape", "trainable")

    def __init__(self, index: int, spec: TensorSpec, shape: TensorShape, dtype: DType, trainable: bool, alias: int):
        super().__init__(index, spec)
        self.shape = shape
        self.dtype = dtype
        self.trainable = trainable
        self.alias = alias

    def __repr__(self) -> str:
        return (
            f"VariableSpec(shape={self.shape}, dtype={self.dtype!r}, trainable={self.trainable}, alias_id={self.alias})"
        )


class CompositeArgument:
    """The place of a composite, such as a `TensorArray`, in a structure of arguments.

    Attributes:
        identity: of the composite that was given when the function was traced, which it does not keep alive.
        label: what another must have in common with it.
        parts: the places of the tensors it is made of.
    """

    __slots__ = ("identity", "label", "parts")

    def __init__(self, identity: Identity, label: tuple[Any, Any], parts: Sequence[Argument]):
        self.identity = identity
        self.label = label
        self.parts = tuple(parts)

    def components(self, value: Any) -> Sequence[Any] | None:
        """The tensors that `value` is made of; None if it cannot take this place."""
        composite = as_argument(value)
        if composite is None or _composite_label(composite, value) != self.label:
            return None
        return composite.components(value)

    def __repr__(self) -> str:
        kind, label = self.label
        return repr(label) if hasattr(label, "value_type") else f"{kind.__name__}[{label!r}]"


@dataclass(frozen=True)
class Parameter:
    """What is known of one argument of a trace.

    Attributes:
        name: of the parameter; `a_0` for the first of `*a`.
        kind: as `inspect.Parameter.kind`; extra arguments have the kind of how they can be given.
        structure: the argument, with an `Argument` in place of each tensor, and an `Identity` of each object.
    """

    name: str
    kind: Any
    structure: Any


@dataclass(frozen=True, eq=False)
class CallType:
    """The canonical type of a call.

    Attributes:
        parameters: in order.
        skeleton: a key that says all but dtypes and shapes of tensors.
        specs: of the tensors, in order.
        names: that specs gave the tensors; empty where none did.
    """

    parameters: tuple[Parameter, ...]
    skeleton: Hashable
    specs: tuple[TensorSpec, ...]
    names: tuple[str | None, ...] = ()

    @property
    def key(self) -> Hashable:
        return self.skeleton, self.specs, self.names

    def accepts(self, other: CallType) -> bool:
        """Whether a trace for `self` can be used for `other`, which has the same skeleton."""
        if other.names and other.names != self.names:
            return False
        return all(a.is_subtype_of(b) for a, b in zip(other.specs, self.specs, strict=True))

    def generalised(self, other: CallType) -> CallType | None:
        """The most specific type that accepts both; None if dtypes differ."""
        specs = [a.most_specific_common_supertype([b]) for a, b in zip(self.specs, other.specs, strict=True)]
        return None if None in specs else self.with_specs(specs)  # type: ignore[arg-type]

    def with_specs(self, specs: Sequence[TensorSpec]) -> CallType:
        """The same with other specs."""

        def replaced(leaf: Any) -> Any:
            if type(leaf) is CompositeArgument:
                return CompositeArgument(leaf.identity, leaf.label, [replaced(part) for part in leaf.parts])
            if type(leaf) is not Argument:
                return leaf
            spec = specs[leaf.index]
            return Argument(leaf.index, TensorSpec(spec.shape, spec.dtype), spec.name or leaf.name)

        parameters = [Parameter(p.name, p.kind, nest.map_structure(replaced, p.structure)) for p in self.parameters]
        nameless = tuple([TensorSpec(s.shape, s.dtype) for s in specs])
        return CallType(tuple(parameters), self.skeleton, nameless, self.names)


class Canonical:
    """Arguments of a call under their parameters' names, and the tensors among them in order.

    Attributes:
        type: of the call.
        tensors: the values for `type.specs`: tensors, or specs where a trace is asked for by spec.
        objects: the other objects among the arguments, kept alive while this is used.
        defaults: the parameters that the call leaves at their defaults.
    """

    def __init__(self, type_: CallType, tensors: list[Any], objects: dict[Identity, Any]):
        self.defaults: frozenset[str] = frozenset()
        self.type = type_
        self.tensors = tensors
        self.objects = objects


def canonical(named: Sequence[tuple[str, Any, Any]]) -> Canonical:
    """The canonical form of bound arguments.

    Args:
        named: name, kind and value of each argument.
    """
    tensors: list[Any] = []
    objects: dict[Identity, Any] = {}
    aliases: list[Any] = []
    parameters = []
    skeleton: list[Any] = []
    for name, kind, given in named:
        value = opened(given)
        start = len(tensors)
        key = key_of(value, tensors)
        parameters.append(Parameter(name, kind, _structure(value, tensors[start:], start, objects, aliases)))
        skeleton.append((name, _without_specs(key, value)))
    replica = current_replica()
    if replica is not None:
        skeleton.append(("replica", replica))  # the function may ask which it is
    specs = tuple([TensorSpec(tensor.shape, tensor.dtype) for tensor in tensors])
    names = tuple([tensor.name if type(tensor) is TensorSpec else None for tensor in tensors])
    if not any(names):
        names = ()
    return Canonical(CallType(tuple(parameters), tuple(skeleton), specs, names), tensors, objects)


def is_tensor_like(value: Any) -> bool:
    """Whether an argument is passed as a tensor."""
    return isinstance(value, (EagerTensor, SymbolicTensor, TensorSpec, np.ndarray, np.generic))


def _structure(value: Any, tensors: Sequence[Any], start: int, objects: dict[Identity, Any], aliases: list[Any]) -> Any:
    """`value` with its tensors replaced by `Argument`s, numbered from `start`, and its objects by `Identity`s."""
    counter = iter(enumerate(tensors, start))

    def leaf(item: Any) -> Any:
        if isinstance(item, Variable):
            index, handle = next(counter)
            alias = next((i for i, known in enumerate(aliases) if known is handle), len(aliases))
            aliases.append(handle)
            spec = TensorSpec(handle.shape, handle.dtype)
            return VariableArgument(index, spec, item.shape, item.dtype, item.trainable, alias)
        if is_tensor_like(item):
            index, tensor = next(counter)
            name = item.name if type(item) is TensorSpec else None
            return Argument(index, TensorSpec(tensor.shape, tensor.dtype), name)
        composite = as_argument(item)
        if composite is None and type(item) in _KEYS:
            return item
        if supports_tracing(item):
            typed = TypedObject(item)
            objects[typed] = typed.value
            return typed
        identity = Identity(item)
        objects[identity] = item
        if composite is None:
            return identity
        parts = [next(counter) for _ in composite.components(item)]
        places = [Argument(index, TensorSpec(tensor.shape, tensor.dtype)) for index, tensor in parts]
        return CompositeArgument(identity, _composite_label(composite, item), places)

    return nest.map_structure(leaf, value)


def _without_specs(key: Any, value: Any) -> Hashable:
    """The key of `value` with the parts that tensors made replaced."""
    if is_tensor_like(value):
        return "tensor"
    if not nest.is_nested(value):
        return key[0] if as_argument(value) is not None else key
    keys: tuple[Any, ...] = ()
    if isinstance(value, Mapping):
        keys, parts = key[1::2], key[2::2]
    elif type(value) in _KEYS:
        parts = key[1:]
    else:
        keys, parts = key[1:2], key[2:]
    children = nest.children(value)
    parts = [_without_specs(part, item) for part, item in zip(parts, children, strict=True)]
    return (type(value), keys, *parts)


def arrays_as_tensors(
    args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any], set[int]]:
    """The arguments of a call with the arrays among them made tensors, once; and the identities of these tensors."""
    made: set[int] = set()

    def tensor(leaf: Any) -> Any:
        if not isinstance(leaf, (np.ndarray, np.generic)):
            return leaf
        with init_scope():
            result = convert_to_tensor(np.array(leaf))
        made.add(id(result))
        return result

    def converted(given: Any) -> Any:
        value = opened(given)
        if any(isinstance(leaf, (np.ndarray, np.generic)) for leaf in nest.flatten(value)):
            return closed(nest.map_structure(tensor, value))
        return given

    return tuple([converted(value) for value in args]), {name: converted(value) for name, value in kwargs.items()}, made


# -- binding ---------------------------------------------------------------------------------------------------------


def bound_arguments(
    signature: inspect.Signature, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[tuple[str, Any, Any]]:
    """Name, kind and value of every argument that a call gives or leaves at its default.

    Extra positional arguments are named after theirs: `a_0`, `a_1`.

    Raises:
        TypeError: if the arguments do not fit, with Python's own message.
    """
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    positional_only = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in signature.parameters.values())
    named: list[tuple[str, Any, Any]] = []
    for name, value in bound.arguments.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            named.extend((f"{name}_{i}", inspect.Parameter.POSITIONAL_ONLY, item) for i, item in enumerate(value))
        elif kind is inspect.Parameter.VAR_KEYWORD:
            named.extend((key, inspect.Parameter.KEYWORD_ONLY, item) for key, item in value.items())
        elif kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and positional_only:
            named.append((name, inspect.Parameter.POSITIONAL_ONLY, value))
        else:
            named.append((name, kind, value))
    return named


def split_arguments(named: Sequence[tuple[str, Any, Any]]) -> tuple[list[Any], dict[str, Any]]:
    """Bound arguments as the positional and keyword arguments of a call."""
    args = [value for _, kind, value in named if kind is not inspect.Parameter.KEYWORD_ONLY]
    kwargs = {name: value for name, kind, value in named if kind is inspect.Parameter.KEYWORD_ONLY}
    return args, kwargs
