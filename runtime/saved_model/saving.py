"""`save`: from an object to the files of a saved model."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.function.call_type import Argument, CompositeArgument, Identity
from runtime.function.concrete import ConcreteFunction
from runtime.function.function import Function
from runtime.ir.graph import Graph, current_graph
from runtime.ir.values import SymbolicTensor
from runtime.saved_model.asset import Asset
from runtime.saved_model.directory import Saving
from runtime.saved_model.graph_text import FunctionWriter
from runtime.saved_model.literals import FunctionName, NotWritable
from runtime.saved_model.objects import (
    Entry,
    Objects,
    Trace,
    objects_text,
    parameter_notation,
    structure_notation,
)
from runtime.saved_model.signatures import canonical_signatures, chosen_signature
from runtime.state.generator import Generator
from runtime.state.tracking import Trackable, children, is_variable
from runtime.state.variable import ResourceHandle

_log = logging.getLogger("runtime")


def save(obj: Any, export_dir: Any, signatures: Any = None, options: Any = None) -> None:
    """Saves an object with its variables and functions, to be loaded where its Python code is not.

    What is saved is found in the attributes of `obj`, of the modules in them, and so on: variables, lists and
    dictionaries, and every trace that `tf.function`s have. A function with an `input_signature` is traced if need be.

    Args:
        obj: a `tf.Module`, or another object of the kind that `tf.train.Checkpoint` saves.
        export_dir: the directory; made if it does not exist. A model that is there is replaced, in one step.
        signatures: functions that are called with tensors by name: a `tf.function` with an input signature, a concrete
            function, or a dictionary of those. By default, the one function that can be a signature, if there is one.
        options: `tf.saved_model.SaveOptions`, which warns of what it asks for in vain.

    Raises:
        ValueError: if `obj`, a signature, or an operation of a function cannot be saved.
        AssertionError: if a function uses a variable that is in no attribute.

    >>> import tempfile
    >>> from runtime.state.module import Module
    >>> from runtime.function.function import function
    >>> from runtime.saved_model import load
    >>> root = Module()
    >>> root.double = function(lambda x: x + x, input_signature=[TensorSpec([])])
    >>> directory = tempfile.mkdtemp()
    >>> save(root, directory)
    >>> print(load(directory).double(2.0).numpy())
    4.0
    """
    if current_graph() is not None:
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the outer "
            "eagerly-executed context."
        )
    if not isinstance(obj, Trackable) or isinstance(obj, Asset):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for "
            f"export. Got {obj} with type {type(obj)}."
        )
    _trace_signatures(obj)
    found = _functions_of(obj)
    wrapped = chosen_signature(found) if signatures is None else canonical_signatures(signatures)
    try:
        model = _Model(obj, found, wrapped)
    except NotWritable as problem:
        raise ValueError(
            f"an argument or a result of a concrete function is {problem}, which has no notation in a file: leave the "
            "function out of the attributes, or give it tensors and plain Python values"
        ) from None
    with Saving(os.fspath(export_dir)) as saving:
        saving.write_tensors("tensors.safetensors", model.tensors)
        for source, entry in model.assets:
            entry.values = (_kept_asset(saving, source),)
        saving.write_text("functions.txt", "".join(f"{line}\n" for line in model.functions.lines))
        saving.write_text("objects.txt", objects_text(model.objects))


def _trace_signatures(root: Any) -> None:
    """Traces every function that has an input signature: it may make variables, which are to be saved as well."""
    waiting, seen = [root], {id(root)}
    for owner in waiting:
        if isinstance(owner, Trackable):
            for function in _functions_of(owner).values():
                if isinstance(function, Function) and function.input_signature is not None:
                    function.get_concrete_function()
        for value in children(owner).values():
            if id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)


def _kept_asset(saving: Saving, source: str) -> str:
    try:
        return saving.asset(source)
    except OSError as error:
        raise ValueError(f"the asset {source!r} cannot be saved: {error.strerror}. Write the file first.") from None


def _functions_of(obj: Any) -> dict[str, Any]:
    """The functions among the attributes of an object, by name: its own and its methods."""
    own = getattr(obj, "__dict__", {})
    left_out = getattr(type(obj), "_FUNCTIONS_NOT_SAVED", ())
    found = {
        name: value
        for name, value in own.items()
        if isinstance(value, (Function, ConcreteFunction)) and name not in left_out
    }
    for kind in type(obj).__mro__:
        for name, value in vars(kind).items():
            if isinstance(value, Function) and name not in found:
                method = getattr(obj, name, None)
                if isinstance(method, Function):
                    found[name] = method
    more = getattr(type(obj), "_saved_model_functions", None)
    if more is not None:
        found = {**more(obj), **found}
    return dict(sorted(found.items()))


class _Model:
    """What is written: objects, functions and tensors.

    Attributes:
        objects: the entries of the file of objects.
        functions: the writer of the functions.
        tensors: arrays, by name.
        assets: paths of files, and the entries that are to name their copies.
    """

    def __init__(self, root: Any, functions: Mapping[str, Any], signatures: Mapping[str, ConcreteFunction]):
        self.objects = Objects([], {})
        self.tensors: dict[str, np.ndarray] = {}
        self.assets: list[tuple[str, Entry]] = []
        # By identity: of objects, of the tensors that functions capture for them, and of traces.
        self._numbers: dict[int, int] = {}
        self._by_tensor: dict[int, int] = {}
        self._function_names: dict[int, FunctionName] = {}
        self._kept: list[Any] = []
        #: The number of an object, and the name and value of a function in an attribute of it.
        self._owners: list[tuple[int, str, Any]] = []
        self.functions = FunctionWriter(self._number_of_captured, self._keep_tensor)
        self._add_objects(root, functions)
        self._add_functions(signatures)

    # -- objects -----------------------------------------------------------------------------------------------------

    def _add_objects(self, root: Any, root_functions: Mapping[str, Any]) -> None:
        """Numbers the objects, the nearest to the root first; functions come in `_add_functions`."""
        waiting = [root]
        self._number(root, Entry("object", ("Generator",)) if isinstance(root, Generator) else self._entry_of(root))
        for owner in waiting:
            number = self._numbers[id(owner)]
            functions: Mapping[str, Any] = {}
            if isinstance(owner, Trackable):
                functions = root_functions if owner is root else _functions_of(owner)
            self._owners.extend((number, name, function) for name, function in functions.items())
            for name, value in children(owner).items():
                if name in functions or (name.startswith("_") and _is_hollow(value)):
                    continue
                if id(value) not in self._numbers:
                    entry = self._entry_of(value)
                    if entry is None:
                        continue
                    self._number(value, entry)
                    waiting.append(value)
                self.objects.entries[number].children[name] = self._numbers[id(value)]

    def _number(self, value: Any, entry: Entry | None) -> int:
        assert entry is not None, "the root is trackable"
        number = len(self.objects.entries)
        self.objects.entries.append(entry)
        self._numbers[id(value)] = number
        self._kept.append(value)  # what is gone could leave its identity to another
        if entry.kind == "variable":
            array = value._storage.array
            if array is None:
                raise ValueError(f"the variable {value.name!r} has no value yet: it cannot be saved")
            self.tensors[f"variables/{number}"] = array
            self._by_tensor[id(value.handle)] = number
        if entry.kind == "asset":
            self._by_tensor[id(value.asset_path)] = number
        return number

    def _entry_of(self, value: Any) -> Entry | None:
        if is_variable(value):
            return Entry(
                "variable", (value.name.rpartition(":")[0], TensorSpec(value.shape, value.dtype), value.trainable)
            )
        if isinstance(value, Asset):
            entry = Entry("asset")
            self.assets.append((value.asset_path.numpy().decode(), entry))
            return entry
        if isinstance(value, (list, tuple)):
            return Entry("list")
        if isinstance(value, dict):
            return Entry("dict")
        if isinstance(value, Generator):
            return Entry("generator")
        if isinstance(value, Trackable):
            return Entry("object", (type(value).__name__,))
        return None

    # -- functions ---------------------------------------------------------------------------------------------------

    def _add_functions(self, signatures: Mapping[str, ConcreteFunction]) -> None:
        for number, name, function in self._owners:
            key = id(_identity(function))
            if key not in self._numbers:
                self._numbers[key] = self._number(function, self._entry_of_function(function))
            self.objects.entries[number].children[name] = self._numbers[key]
        if not signatures:
            return
        entry = Entry("signatures")
        self.objects.entries[0].children["signatures"] = self._number(entry, entry)
        for name, concrete in signatures.items():
            child = Entry("concrete", (self._trace(concrete),))
            entry.children[name] = self._number(child, child)

    def _entry_of_function(self, function: Any) -> Entry:
        if isinstance(function, ConcreteFunction):
            return Entry("concrete", (self._trace(function),))
        # An argument that is always a certain object need not be given: it is part of the traces.
        fixed = _fixed_objects(function)
        complete = [c for c in _complete_traces(function) if _is_writable(function, c, fixed)]
        names = [self._trace(concrete, fixed) for concrete in complete]
        parameters = [p for p in function.function_spec.parameters.values() if p.name not in fixed]
        given = function.input_signature
        wanted = None if given is None else structure_notation(_without_names(given))
        return Entry("function", (function.name, [parameter_notation(p) for p in parameters], wanted, names))

    def _trace(self, concrete: ConcreteFunction, fixed: Mapping[str, Any] | None = None) -> FunctionName:
        known = self._function_names.get(id(concrete))
        if known is not None:
            return known
        name = self.functions.write(concrete.graph, concrete._python_name)
        self.objects.traces[name] = Trace(
            concrete._python_name, _written_parameters(concrete, fixed or {}), concrete._output
        )
        self._function_names[id(concrete)] = name
        self._kept.append(concrete)
        return name

    def _number_of_captured(self, outer: Any, graph: Graph) -> int:
        """The number of a value that a function captured."""
        number = self._by_tensor.get(id(outer))
        if number is not None:
            return number
        if isinstance(outer, ResourceHandle) or outer.dtype.kind == "handle":
            variable = outer.variable() if isinstance(outer, ResourceHandle) else None
            raise AssertionError(
                "Tried to export a function which references an 'untracked' resource. TensorFlow objects (e.g. "
                "tf.Variable) captured by functions must be 'tracked' by assigning them to an attribute of a tracked "
                "object or assigned to an attribute of the main object directly. See the information below:\n"
                f"\tFunction name = {graph.name}\n\tCaptured Tensor = {outer!r}\n"
                f"\tTrackable referencing this tensor = {variable!r}\n"
                "  help: assign it to an attribute; a dataset or an iterator cannot be saved: make it in the function"
            )
        entry = Entry("constant", (TensorSpec(outer.shape, outer.dtype),))
        number = self._by_tensor[id(outer)] = self._number(outer, entry)
        self.tensors[f"constants/{number}"] = outer._array
        return number

    def _keep_tensor(self, name: str, array: np.ndarray) -> None:
        self.tensors[name] = array


def _is_hollow(value: Any) -> bool:
    """Whether `value` is a list or dictionary with nothing to save in it, such as a private table."""
    waiting, seen = [value], set()
    while waiting:
        item = waiting.pop()
        if not isinstance(item, (list, tuple, dict)):
            return False
        if id(item) not in seen:
            seen.add(id(item))
            waiting.extend(children(item).values())
    return True


def _identity(function: Any) -> Any:
    """What tells a function from others: a method is made anew whenever it is asked for, its traces are not."""
    return function._traces if isinstance(function, Function) else function


def _complete_traces(function: Function) -> Iterator[ConcreteFunction]:
    """The traces of a function that use no tensors of a graph around them."""
    for concrete in function._list_all_concrete_functions():
        if not any(isinstance(outer, SymbolicTensor) for outer, _ in concrete.graph.captures):
            yield concrete


def _fixed_objects(function: Function) -> dict[str, Any]:
    """The defaults that have no notation, of parameters that nothing else was given for; by name."""
    found = {}
    for parameter in function.function_spec.parameters.values():
        try:
            if parameter.default is not parameter.empty:
                structure_notation(parameter.default)
        except NotWritable:
            found[parameter.name] = parameter.default
    return found


def _written_parameters(concrete: ConcreteFunction, fixed: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Name, kind and structure of the arguments of a trace, but for those that are always a certain object.

    Raises:
        NotWritable: if one has no notation.
    """
    found = []
    for p in concrete._type.parameters:
        if p.name in fixed and isinstance(p.structure, Identity) and p.structure.value is fixed[p.name]:
            continue
        structure = _with_specs(p.structure)
        structure_notation(structure)
        found.append((p.name, p.kind, structure))
    return found


def _is_writable(function: Function, concrete: ConcreteFunction, fixed: Mapping[str, Any]) -> bool:
    """Whether the arguments and results of a trace have a notation; if not, it is left out, and the user is told."""
    try:
        _written_parameters(concrete, fixed)
        structure_notation(concrete._output)
        if concrete.given_back is not None:
            raise NotWritable("a list or a dict that it changes")
    except NotWritable as problem:
        _log.warning(
            "A trace of '%s' is not saved: an argument or a result of it is %s. Such calls will not be possible after "
            "loading.", function.name, problem,
        )  # fmt: skip
        return False
    return True


def _with_specs(structure: Any) -> Any:
    """A structure of arguments with the type of each tensor in its place."""

    def leaf(item: Any) -> Any:
        if type(item) is Argument:
            return TensorSpec(item.spec.shape, item.spec.dtype)
        if isinstance(item, (Argument, CompositeArgument)):
            raise NotWritable(f"{item!r}")
        if isinstance(item, Identity):
            raise NotWritable(f"the object {item.value!r}")
        return item

    return nest.map_structure(leaf, structure)


def _without_names(structure: Any) -> Any:
    return nest.map_structure(lambda spec: TensorSpec(spec.shape, spec.dtype), structure)
