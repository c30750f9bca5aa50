"""`load`: from the files of a saved model to an object. Nothing that is in a file is executed."""

from __future__ import annotations

import inspect
import os
from collections.abc import Sequence
from typing import Any

from runtime.core import dtypes, nest
from runtime.core.specs import TensorSpec
from runtime.function.call_type import canonical
from runtime.function.concrete import ConcreteFunction
from runtime.ir.graph import Graph, init_scope
from runtime.ir.values import EagerTensor
from runtime.saved_model.asset import Asset
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.directory import SavedFiles
from runtime.saved_model.graph_reader import FunctionReader
from runtime.saved_model.objects import KINDS, Entry, Trace, Unsaved, read_objects
from runtime.saved_model.outside import check_inside
from runtime.saved_model.restored import CallableUserObject, RestoredFunction, UserObject
from runtime.saved_model.signatures import SignatureFunction, SignatureMap
from runtime.saved_model.tensors import TensorFile
from runtime.state.generator import GENERATOR_STATE, Generator
from runtime.state.variable import Variable

#: What is about tracking, and no attribute of an object.
_RESERVED = frozenset({"_waiting_for_values"})


def load(export_dir: Any, tags: Any = None, options: Any = None, *, allow_effects: bool = True) -> Any:
    """Loads what `save` wrote.

    Args:
        export_dir: the directory.
        tags: `serve` or None: there is one version of a model in a directory.
        options: `tf.saved_model.LoadOptions`, which warns of what it asks for in vain.
        allow_effects: False refuses models with functions that write files or call Python. It is no part of TensorFlow.

    Returns:
        An object with the variables, functions and objects that the saved one had in its attributes, and `signatures`.

    Raises:
        OSError: if there is no saved model.
        DataLossError: if it is damaged, or of another version.
        ValueError: if there is nothing for `tags`.
        PermissionDeniedError: if a function does what `allow_effects` does not allow; the message names the node.

    >>> import tempfile
    >>> from runtime.state.module import Module
    >>> from runtime.saved_model import save
    >>> root, directory = Module(), tempfile.mkdtemp()
    >>> root.v = Variable(3.0)
    >>> save(root, directory)
    >>> load(directory).v.numpy()
    np.float32(3.0)
    """
    wanted = [tags] if isinstance(tags, str) else list(tags or [])
    if any(tag != "serve" for tag in wanted):
        raise ValueError(
            f"Importing a SavedModel with `tf.saved_model.load` requires a `tags=` argument if there is more than one "
            f"MetaGraph. Got `tags={tags}`, but there is 1 MetaGraph in the SavedModel with tag sets: [['serve']]."
        )
    directory = os.fspath(export_dir)
    if isinstance(directory, bytes):
        directory = directory.decode()
    with init_scope():
        return _loaded(directory, allow_effects)


def _loaded(directory: str, allow_effects: bool) -> Any:
    files = SavedFiles(directory)
    while True:
        try:
            return _Loader(files, allow_effects).root
        except DamagedError:
            # Another process may have saved while this one was reading: then there is something else to read.
            latest = SavedFiles(directory)
            if latest.directory == files.directory:
                raise
            files = latest


class _Loader:
    """Makes the objects of a file.

    Attributes:
        root: the first of them.
    """

    def __init__(self, files: SavedFiles, allow_effects: bool):
        self._files = files
        self._objects_file = files.place("objects.txt")
        # All files are checked before anything is made of one.
        paths = {name: files.path(name) for name in files.names}
        objects_text, functions_text = files.text("objects.txt"), files.text("functions.txt")
        objects = read_objects(self._objects_file, objects_text)
        self._entries = objects.entries
        self._paths = paths
        self._tensors = TensorFile(files.listed(files.own("tensors.safetensors"), paths))
        self._made: dict[int, Any] = {}
        self._captured: dict[int, Any] = {}
        for number, entry in enumerate(self._entries):
            if entry.kind in _VALUES:
                _VALUES[entry.kind](self, number, entry)
        tensor, captured = self._tensors.__getitem__, self._captured.__getitem__
        functions_file = files.place("functions.txt")
        reader = FunctionReader(functions_file, functions_text, tensor, captured, files.producer)
        self._graphs = reader.functions
        if not allow_effects:
            check_inside(functions_file, self._graphs.values())
        self._concrete: dict[str, ConcreteFunction] = {}
        self._traces = objects.traces
        self._add_objects()
        self.root = self._made[0]

    def _fail(self, problem: str) -> DamagedError:
        return DamagedError(self._objects_file, problem)

    # -- values ------------------------------------------------------------------------------------------------------

    def _variable(self, number: int, entry: Entry) -> None:
        name, spec, trainable = entry.values
        array = self._tensor(f"variables/{number}", spec)
        variable = Variable(EagerTensor(array), trainable, name=name, shape=spec.shape)
        variable._name = name
        self._made[number] = variable
        self._captured[number] = variable.handle

    def _constant(self, number: int, entry: Entry) -> None:
        self._captured[number] = EagerTensor(self._tensor(f"constants/{number}", entry.values[0]))

    def _asset(self, number: int, entry: Entry) -> None:
        asset = self._made[number] = Asset(os.path.abspath(self._files.listed(entry.values[0], self._paths)))
        self._captured[number] = asset.asset_path

    def _tensor(self, name: str, spec: TensorSpec) -> Any:
        found = self._tensors.types.get(name)
        if found is None:
            raise self._fail(f"there is no tensor {name!r}")
        if not spec.is_compatible_with(found):
            raise self._fail(f"the tensor {name!r} is a {found}, not a {spec}")
        return self._tensors[name]

    # -- objects -----------------------------------------------------------------------------------------------------

    def _add_objects(self) -> None:
        for number, entry in enumerate(self._entries):
            if entry.kind in _OBJECTS:
                self._made[number] = _OBJECTS[entry.kind](self, entry)
        for number, entry in enumerate(self._entries):
            if entry.kind not in ("object", "list", "dict"):
                continue
            owner = self._made[number]
            for name, child in _in_order(entry):
                if child not in self._made:
                    raise self._fail(f"&{child} cannot belong to &{number}")
                value = self._made[child]
                if entry.kind == "list":
                    owner.append(value)
                elif entry.kind == "dict":
                    owner[name] = value
                elif name in _RESERVED or (name == "signatures" and not isinstance(value, (SignatureMap, UserObject))):
                    raise self._fail(f"an object cannot have an attribute '{name}' of this kind")
                else:
                    vars(owner)[name] = value
        vars(self._made[0]).setdefault("signatures", SignatureMap({}))
        vars(self._made[0]).setdefault("tensorflow_version", "2.21.0")

    def _object(self, entry: Entry) -> UserObject:
        base = CallableUserObject if "__call__" in entry.children else UserObject
        if base is CallableUserObject and self._entries[entry.children["__call__"]].kind not in (
            "function",
            "concrete",
        ):
            raise self._fail("'__call__' should be a function")
        kind = type("_UserObject", (base,), {"__module__": __name__})
        return kind()

    def _generator(self, entry: Entry) -> Generator:
        state = self._made.get(entry.children.get(GENERATOR_STATE, -1))
        if not isinstance(state, Variable) or state.dtype is not dtypes.int64 or state.shape != [3]:
            raise self._fail("the state of a generator should be a variable of three int64")
        return Generator.of_variable(state)

    def _function(self, entry: Entry) -> RestoredFunction:
        name, parameters, input_signature, functions = entry.values
        concrete = [self._concrete_function(f, ConcreteFunction) for f in functions]
        try:
            signature = inspect.Signature([_parameter(*p) for p in parameters])
            return RestoredFunction(name, signature, input_signature, concrete)
        except (TypeError, ValueError) as error:
            raise self._fail(f"the function {name!r} cannot be made: {error}") from None

    def _concrete_entry(self, entry: Entry) -> ConcreteFunction:
        return self._concrete_function(entry.values[0], ConcreteFunction)

    def _signatures(self, entry: Entry) -> SignatureMap:
        functions = {}
        for name, child in entry.children.items():
            if self._entries[child].kind != "concrete":
                raise self._fail(f"the signature {name!r} should be a function")
            function = self._entries[child].values[0]
            functions[name] = self._concrete_function(function, SignatureFunction)
        return SignatureMap(functions)

    def _concrete_function(self, name: str, kind: type[ConcreteFunction]) -> Any:
        found = self._concrete.get(name)
        if found is not None and type(found) is kind:
            return found
        trace, graph = self._traces.get(name), self._graphs.get(name)
        if trace is None or graph is None:
            raise self._fail(f"there is no function @{name}")
        try:
            found = self._concrete[name] = self._made_concrete(trace, graph, kind)
        except (TypeError, ValueError, AttributeError) as error:
            raise self._fail(f"the function @{name} cannot be made: {error}") from None
        return found

    def _made_concrete(self, trace: Trace, graph: Graph, kind: type[ConcreteFunction]) -> ConcreteFunction:
        call = canonical(trace.parameters).type
        _check_types("takes", call.specs, graph.arguments)
        _check_types("gives", [leaf for leaf in nest.flatten(trace.output) if leaf is not None], graph.outputs)
        if kind is SignatureFunction:
            _check_signature(trace)
        concrete = kind(graph, call, trace.output, trace.name)
        captured = [n for n, outer in self._captured.items() if id(outer) in graph._captures]
        concrete.kept = [self._made[n] for n in captured if n in self._made]
        return concrete


def _check_types(verb: str, specs: Sequence[TensorSpec], tensors: Sequence[Any]) -> None:
    """Checks that the inputs or outputs of a graph are what is said of its function."""
    if len(specs) != len(tensors):
        raise ValueError(f"it {verb} {len(tensors)} tensors, not {len(specs)}")
    for spec, tensor in zip(specs, tensors, strict=True):
        if not spec.is_compatible_with(tensor):
            raise ValueError(f"it {verb} a {tensor.dtype.name}{tensor.shape}, not a {spec.dtype.name}{spec.shape}")


def _check_signature(trace: Trace) -> None:
    output = trace.output
    named = type(output) is dict and all(type(n) is str and isinstance(x, TensorSpec) for n, x in output.items())
    by_keyword = all(
        kind is inspect.Parameter.KEYWORD_ONLY and isinstance(x, TensorSpec) for _, kind, x in trace.parameters
    )
    if not named or not by_keyword:
        raise ValueError("a signature takes and gives tensors by name")


def _in_order(entry: Entry) -> list[tuple[str, int]]:
    """The children of an object; of a list, in its order."""
    items = list(entry.children.items())
    return sorted(items, key=lambda item: (len(item[0]), item[0])) if entry.kind == "list" else items


def _parameter(name: str, kind: str, default: Any) -> inspect.Parameter:
    if isinstance(default, Unsaved):
        return inspect.Parameter(name, KINDS[kind])
    value = default[0]
    return inspect.Parameter(name, KINDS[kind], default=object() if isinstance(value, Unsaved) else value)


_VALUES = {"variable": _Loader._variable, "constant": _Loader._constant, "asset": _Loader._asset}

_OBJECTS = {
    "object": _Loader._object,
    "list": lambda loader, entry: [],
    "dict": lambda loader, entry: {},
    "function": _Loader._function,
    "concrete": _Loader._concrete_entry,
    "signatures": _Loader._signatures,
    "generator": _Loader._generator,
}
