"""`function`: makes a Python function run as graphs, one per type of call."""

from __future__ import annotations

import functools
import inspect
import logging
import weakref
from collections.abc import Callable, Container, Hashable, Sequence
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any

from autograph.operators.frames import hide_project_frames
from autograph.recursion import deep_recursion
from runtime.core import config, nest
from runtime.core.composites import as_argument
from runtime.core.specs import TensorSpec
from runtime.function import tracing
from runtime.function.call_type import (
    CallType,
    Canonical,
    Identity,
    TypedObject,
    arrays_as_tensors,
    bound_arguments,
    call_key,
    canonical,
    covers,
    mentions_the_dead,
)
from runtime.function.concrete import ConcreteFunction
from runtime.function.input_signature import Misfit, check_parameters, check_specs, fitted
from runtime.function.retracing import counts_of
from runtime.function.type_text import signature_text
from runtime.ir.context import tracing_lock
from runtime.ir.graph import current_graph
from runtime.ir.values import SymbolicTensor

_log = logging.getLogger("runtime")


@dataclass(frozen=True)
class Options:
    """What the arguments of `function` say."""

    input_signature: tuple[Any, ...] | None = None
    autograph: bool = True
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    autograph_options: Any = None
    implements: str | None = None


@dataclass
class _Traces:
    """The traces of a function; those of a method are kept per instance.

    Attributes:
        by_key: what a call that is written like an earlier one runs: a trace, and the order its tensors come in.
        by_type: the traces, by canonical type; those that use tensors of a graph around them, by that graph too.
        by_skeleton: the traces that differ only in dtypes and shapes.
        count: how often the Python function was traced.
        may_create: whether variables may still be created.
        running: the types that are being traced.
        stored: the locations outside that traces store to, and may depend on.
    """

    by_key: dict[Hashable, tuple[ConcreteFunction, Sequence[int] | None]] = field(default_factory=dict)
    by_type: dict[Hashable, ConcreteFunction] = field(default_factory=dict)
    by_skeleton: dict[Hashable, list[tuple[CallType, Any, ConcreteFunction]]] = field(default_factory=dict)
    count: int = 0
    may_create: bool = True
    variables: list[Any] = field(default_factory=list)
    running: set[Hashable] = field(default_factory=set)
    stored: list[Any] = field(default_factory=list)

    def forget_the_dead(self) -> None:
        """Drops the traces for objects that are gone. Called with the lock of tracing held."""
        # New tables take the place of the old, which calls in other threads may be looking at.
        self.by_key = {key: found for key, found in self.by_key.items() if not mentions_the_dead(key)}
        self.by_type = {key: found for key, found in self.by_type.items() if not mentions_the_dead(key)}
        self.by_skeleton = {key: found for key, found in self.by_skeleton.items() if not mentions_the_dead(key)}

    def forget_the_outdated(self) -> None:
        """Drops the traces that may depend on what an object outside held, to which they store, and that it holds no
        more.
        """
        outdated = {id(f) for f in self.by_type.values() if f.stores is not None and not f.stores.is_current()}
        if outdated:
            self.by_type = {key: found for key, found in self.by_type.items() if id(found) not in outdated}
            self.by_skeleton = {
                key: [known for known in found if id(known[2]) not in outdated]
                for key, found in self.by_skeleton.items()
            }


class _CallsItself(RecursionError):
    """A function is called, with arguments of the same types, while it is being traced."""


class Function:
    """A Python function that runs as a graph; made by `function`.

    Args:
        python_function: what to trace.
        options: as given to `function`.
        name: what to call it; by default as the Python function is.
    """

    def __init__(self, python_function: Callable[..., Any], options: Options, name: str | None = None):
        self._python_function = python_function
        self._options = options
        self._name = name or _name_of(python_function)
        self._traces = _Traces()
        self._counts = counts_of(python_function)
        self._methods: dict[int, tuple[Any, _Traces]] = {}
        self._signature = inspect.signature(python_function)
        if options.input_signature is not None:
            check_parameters(self._signature, options.input_signature)
        functools.update_wrapper(self, python_function, updated=())

    # -- calling -----------------------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function: the graph for this type of call, which is traced if there is none yet."""
        if config.functions_run_eagerly():
            return self._python_function(*args, **kwargs)
        leaves: list[Any] = []
        key = call_key(args, kwargs, leaves)
        traces = self._traces
        self._counts.calls += 1
        found = traces.by_key.get(key)
        try:
            if found is None:
                concrete, tensors = self._resolve(args, kwargs, remember=True)
            else:
                concrete, order = found
                tensors = leaves if order is None else [leaves[i] for i in order]
            if concrete.given_back is None:
                return concrete.call_flat(tensors)
            named = {name: value for name, _, value in bound_arguments(self._signature, args, kwargs)}
            return concrete.call_flat(tensors, named)
        except _CallsItself as error:
            if not self._options.autograph:
                raise RecursionError(str(error)) from None
            return self._converted()(*args, **kwargs)  # where the calls end, its control flow says
        except BaseException as error:
            hide_project_frames(error)
            raise

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for a type of call.

        Args:
            *args, **kwargs: as of a call; a `TensorSpec` stands for any tensor it describes. With an `input_signature`
                they may be left out.

        Returns:
            A `ConcreteFunction`.

        Raises:
            TypeError: if the arguments do not fit the signature.

        >>> double = function(lambda x: x + x)
        >>> double.get_concrete_function(TensorSpec([None], 'int32')).structured_outputs.shape
        TensorShape([None])
        """
        if self._options.input_signature is not None and not args and not kwargs:
            args = self._options.input_signature
        return self._resolve(args, kwargs, remember=False)[0]

    def _resolve(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], remember: bool
    ) -> tuple[ConcreteFunction, list[Any]]:
        """The trace for a call, made if there is none; and its tensors in the trace's order."""
        args, kwargs, arrays = arrays_as_tensors(args, kwargs)
        call = self._canonical(args, kwargs, arrays)
        concrete = self._found(call)
        traced = concrete is None
        if concrete is None:
            with tracing_lock, deep_recursion():
                # Another thread may have traced it in the meantime.
                concrete = self._found(call) or self._trace(call)
        if remember and traced and current_graph() is None:
            self._counts.traced(self._python_function)
        # A trace that uses tensors of a graph around it is found again only when that graph is looked at.
        # So is one that stores outside, which counts only as long as there is what there was when it was traced.
        if remember and concrete.graph.parent is None and concrete.stores is None:
            leaves: list[Any] = []
            key = call_key(args, kwargs, leaves)
            order = _order(leaves, call.tensors)
            if order is not None:
                plain = order == list(range(len(order)))
                self._traces.by_key[key] = (concrete, None if plain else order)
        return concrete, call.tensors

    def _found(self, call: Canonical) -> ConcreteFunction | None:
        traces = self._traces
        traces.forget_the_outdated()
        graph = current_graph()
        known = traces.by_type.get((call.type.key, None))
        if known is None and graph is not None:
            known = traces.by_type.get((call.type.key, Identity(graph)))
        if known is not None:
            return known
        usable = [
            (type_, concrete)
            for type_, outer, concrete in self._alike(call)
            if type_.accepts(call.type) and (outer is None or outer.value is graph)
        ]
        for type_, concrete in usable:
            if all(other.accepts(type_) for other, _ in usable):
                return concrete
        return usable[0][1] if usable else None

    def _alike(self, call: Canonical) -> Sequence[tuple[CallType, Any, ConcreteFunction]]:
        """The traces for calls that differ from `call` in dtypes and shapes, or in that its objects are of subtypes."""
        by_skeleton = self._traces.by_skeleton
        found = by_skeleton.get(call.type.skeleton, [])
        if not found and any(isinstance(key, TypedObject) for key in call.objects):
            return [trace for key, known in by_skeleton.items() if covers(key, call.type.skeleton) for trace in known]
        return found

    def _canonical(self, args: tuple[Any, ...], kwargs: dict[str, Any], arrays: Container[int]) -> Canonical:
        wanted = self._options.input_signature
        try:
            named = bound_arguments(self._signature, args, kwargs)
            if wanted is not None:
                named = fitted(named, wanted, self._signature, arrays)
        except (Misfit, TypeError) as problem:
            raise self._binding_error(problem, args, kwargs) from None
        call = canonical(named)
        call.defaults = frozenset(self._signature.parameters) - self._signature.bind(*args, **kwargs).arguments.keys()
        if wanted is not None:
            call.type = call.type.with_specs(_tensor_specs(wanted))
        return call

    def _binding_error(self, problem: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
        return TypeError(
            f"Binding inputs to tf.function failed due to `{problem}`. Received args: {args} and kwargs: {kwargs} for "
            f"signature: {self._signature_text()}."
        )

    def _signature_text(self) -> str:
        wanted = self._options.input_signature
        if wanted is None:
            return str(self._signature)
        named = bound_arguments(self._signature, wanted, {})
        defaults = [name for name, _, _ in named[len(wanted) :]]
        return signature_text(canonical(named).type.parameters, defaults=defaults)

    # -- tracing -----------------------------------------------------------------------------------------------------

    def _trace(self, call: Canonical) -> ConcreteFunction:
        traces = self._traces
        traces.forget_the_dead()
        if self._options.reduce_retracing and self._options.input_signature is None:
            call.type = self._relaxed(call.type)
        key = call.type.key
        if key in traces.running:
            raise _CallsItself(
                f"'{self._name}' calls itself, with arguments of the same types, while it is being traced: a graph "
                "cannot hold a recursion whose depth is not known. Recurse over Python values, or write it as a loop."
            )
        traces.running.add(key)
        try:
            concrete = self._traced(call)
        finally:
            traces.running.discard(key)
        if concrete.stores is not None:
            known = {location.identity for location in traces.stored}
            watched = [location for location, _ in concrete.stores.watched]
            traces.stored += [location for location in watched if location.identity not in known]
        outer = None
        if any(isinstance(value, SymbolicTensor) for value, _ in concrete.graph.captures):
            outer = Identity(concrete.graph.parent)
        else:
            concrete.graph.parent = None
        traces.by_type[key, outer] = concrete
        traces.by_skeleton.setdefault(call.type.skeleton, []).append((call.type, outer, concrete))
        return concrete

    def _relaxed(self, type_: CallType) -> CallType:
        """`type_`, made general enough for the earlier calls that differ in shapes alone."""
        for earlier, _, _ in reversed(self._traces.by_skeleton.get(type_.skeleton, [])):
            general = earlier.generalised(type_)
            if general is not None:
                return general
        return type_

    def _traced(self, call: Canonical) -> ConcreteFunction:
        traces = self._traces
        function = self._converted()
        if not traces.may_create:
            traces.count += 1
            return tracing.trace(function, call, self._name, _SINGLETONS, traces.stored)
        created = tracing.CreatedVariables()
        traces.count += 1
        concrete = tracing.trace(function, call, self._name, created, traces.stored)
        traces.may_create = False
        if not created.created:
            return concrete
        # Variables exist now. The graph to keep is that of every later call, which must not create any.
        created.initialise(call.tensors, self._name)
        traces.variables = [weakref.ref(variable) for variable, _ in created.created]
        traces.count += 1
        return tracing.trace(function, call, self._name, _SINGLETONS, traces.stored)

    def _converted(self) -> Callable[..., Any]:
        """The Python function as it is traced: its control flow staged, if that is wanted and its source can be had."""
        return converted(self._python_function, self._name) if self._options.autograph else self._python_function

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def python_function(self) -> Callable[..., Any]:
        """The function that was decorated."""
        return self._python_function

    @property
    def name(self) -> str:
        return self._name

    @property
    def input_signature(self) -> tuple[Any, ...] | None:
        """What `function` was given."""
        return self._options.input_signature

    @property
    def function_spec(self) -> inspect.Signature:
        return self._signature

    def experimental_get_tracing_count(self) -> int:
        """How often the Python function was traced.

        >>> double = function(lambda x: x + x)
        >>> double(1), double(2), double.experimental_get_tracing_count()
        (<tf.Tensor: shape=(), dtype=int32, numpy=2>, <tf.Tensor: shape=(), dtype=int32, numpy=4>, 2)
        """
        return self._traces.count

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures of all traces, as text.

        Args:
            verbose: whether each takes several lines.
        """
        functions = list(self._traces.by_type.values())
        return ("\n\n" if verbose else "\n").join(f.pretty_printed_signature(verbose) for f in functions)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._traces.by_type.values())

    def __get__(self, instance: Any, owner: type | None = None) -> Function:
        """The method of an instance: it has traces of its own, which do not keep the instance alive."""
        if instance is None:
            return self
        bound = object.__new__(type(self))
        bound.__dict__.update(self.__dict__)
        bound._python_function = self._python_function.__get__(instance, owner)
        bound._signature = _method_signature(self._signature)
        bound._traces = self._traces_of(instance)
        return bound

    def _traces_of(self, instance: Any) -> _Traces:
        key = id(instance)
        found = self._methods.get(key)
        if found is not None:
            return found[1]
        traces = _Traces()
        methods = self._methods
        try:
            reference: Any = weakref.ref(instance, lambda _: methods.pop(key, None))
        except TypeError:
            reference = instance
        methods[key] = (reference, traces)
        return traces

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.Function '{self._name}' at {id(self):#x}>"


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Sequence[Any] | None = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Makes a Python function run as graphs: it is traced once for each type of call.

    Args:
        func: the function; without it, a decorator is returned.
        input_signature: a `TensorSpec` for each tensor argument: the function is traced once, for these.
        autograph: whether `if`, `for` and `while` over tensors become part of the graph.
        jit_compile: accepted; every graph is compiled.
        reduce_retracing: whether to trace with more general shapes when calls differ in shapes alone.
        experimental_implements: a name for what the function computes.
        experimental_autograph_options: optional features of conversion.
        experimental_attributes: accepted.
        experimental_relax_shapes: the older name of `reduce_retracing`.
        experimental_compile: the older name of `jit_compile`.
        experimental_follow_type_hints: accepted.

    Returns:
        A `Function`, or a decorator that makes one.

    Raises:
        TypeError: if `input_signature` is not a sequence of `TensorSpec`s, or does not fit the function.

    >>> @function
    ... def square_if_positive(x):
    ...     return x * x if x > 0 else 0
    >>> square_if_positive(3)
    <tf.Tensor: shape=(), dtype=int32, numpy=9>
    """
    if input_signature is not None:
        check_specs(input_signature)
    options = Options(
        tuple(input_signature) if input_signature is not None else None,
        autograph,
        jit_compile if experimental_compile is None else experimental_compile,
        reduce_retracing if experimental_relax_shapes is None else experimental_relax_shapes,
        experimental_autograph_options,
        experimental_implements,
    )

    def decorate(python_function: Callable[..., Any]) -> Function:
        return Function(python_function, options)

    return decorate if func is None else decorate(func)


def converted(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """`function` with its control flow staged; itself, with a warning that names it, if its source cannot be had."""
    # The converter is not needed by functions that are not converted.
    from autograph import ConversionError, api
    from autograph.operators.calls import should_convert

    plain: Any = function
    while isinstance(plain, functools.partial):
        plain = plain.func
    if isinstance(plain, MethodType):
        plain = plain.__func__
    elif not isinstance(plain, FunctionType):
        plain = type(plain).__call__
    if not isinstance(plain, FunctionType) or not should_convert(plain):
        return function
    try:
        return api.to_graph(function)
    except ConversionError as error:
        _log.warning("%s is traced as it is: %s", name, error)
        return function


#: Why a function that is traced again creates no variables.
_SINGLETONS = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only "
    "created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)


def _name_of(function: Callable[..., Any]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", type(function).__name__)


def _method_signature(signature: inspect.Signature) -> inspect.Signature:
    """The signature without its first parameter."""
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        parameters = parameters[1:]
    return signature.replace(parameters=parameters)


def _tensor_specs(input_signature: Any) -> list[TensorSpec]:
    """The spec of each tensor of a call that an input signature describes."""
    specs: list[Any] = []
    for leaf in nest.flatten(input_signature):
        composite = as_argument(leaf)
        specs.extend([leaf] if composite is None else composite.components(leaf))
    return specs


def _order(leaves: list[Any], tensors: list[Any]) -> list[int] | None:
    """For each tensor of the canonical call, which of the tensors as written it is; None if one is not among them."""
    positions = {id(leaf): i for i, leaf in enumerate(leaves)}
    if len(positions) != len(leaves) or len(tensors) != len(leaves):
        # The same tensor twice: only the plain order is certain.
        return list(range(len(leaves))) if _same(leaves, tensors) else None
    order = [positions.get(id(tensor), -1) for tensor in tensors]
    return order if -1 not in order else None


def _same(left: list[Any], right: list[Any]) -> bool:
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))
