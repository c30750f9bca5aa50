"""Plans: a graph as a Python function, generated once.

A plan is straight code: an operator or a kernel call per node, a local variable per value, Python's own `if` and
`while` for the conditionals and loops of the graph. It can be read (`plan.source`) and stepped through.

    def plan(n, v):
        i, v_1 = c_0, v
        while i < n:
            add = i + c_1
            tanh = Tanh(v_1)
            i, v_1 = add, tanh
        return (v_1,)
"""

from __future__ import annotations

import itertools
import keyword
import linecache
import re
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.core.dtypes import DType
from runtime.execute.failures import RaisedByProgram, explained
from runtime.execute.in_place import Marks, in_place
from runtime.execute.infix import infix
from runtime.ir.graph import CONST, PLACEHOLDER, Graph, Node
from runtime.ir.schema import Column
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, SWITCHES
from runtime.ir.views import Call, Conditional, Loop
from runtime.ops.sequencing import NO_OP
from runtime.ops.shaping import IDENTITY

#: Values known to be smaller than this many elements are not deleted before the plan ends: it would only cost time.
SMALL = 4096

#: Conditionals and loops nested deeper than this become functions of their own: Python nests no more than 20 loops, and
#: indents no more than 100 times.
DEEPEST = 16


_numbers = itertools.count()


class Plan:
    """A graph, ready to run.

    Args:
        graph: closed, but for captured values, which are bound.
        name: of the function, for messages.

    Attributes:
        source: what runs, as text.
        run: the compiled function, from the arrays of the arguments to the tuple of results.
    """

    def __init__(self, graph: Graph, name: str):
        self.name = name
        code, parts = _compiled(graph, name, {})
        self.source = code.source
        self.run = code.run
        self._parts = {part.file: part for part in (code, *parts)}

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Runs the graph.

        Args:
            *arrays: one per argument of the graph; for a variable, its storage.

        Returns:
            An array or numpy scalar per result.

        Raises:
            OpError: if a kernel fails; see `failures`.
        """
        try:
            with np.errstate(all="ignore"):
                return self.run(*arrays)
        except errors.OpError as error:
            if error.op is not None:
                raise
            raise self._explained(error) from None
        except RaisedByProgram as error:
            raise error.exception  # noqa: B904 - it has a cause of its own, or none
        except Exception as error:
            raise self._explained(error) from error

    def _explained(self, error: BaseException) -> BaseException:
        traceback, node = error.__traceback__, None
        while traceback is not None:
            part = self._parts.get(traceback.tb_frame.f_code.co_filename)
            if part is not None:
                node = part.nodes[traceback.tb_lineno - 1] or node
            traceback = traceback.tb_next
        return explained(error, node, self.name) if node is not None else error

    def __repr__(self) -> str:
        return f"<Plan {self.name}>\n{self.source}"


def _compiled(graph: Graph, name: str, called: dict[int, Callable[..., Any]]) -> tuple[_Code, list[_Code]]:
    """The code of `graph`, and of the parts that it calls; `called` are the bodies that have been compiled already."""
    writer = _Writer(name, called, in_place(graph))
    captured = {id(inner): outer for outer, inner in graph.captures}
    for tensor in graph.inputs:
        base = tensor.node.name
        if id(tensor) in captured:
            writer.values[id(tensor)] = writer.bind(base, captured[id(tensor)]._array)
        else:
            writer.values[id(tensor)] = writer.local(base)
    parameters = ", ".join(writer.values[id(x)] for x in graph.inputs if id(x) not in captured)
    writer.line(f"def plan({parameters}):")
    writer.depth = 1
    writer.graph(graph)
    results = "".join(f"{writer.read(x)}, " for x in graph.outputs)
    writer.line(f"return ({results.strip()})")
    return _Code(writer), writer.parts


class _Code:
    """The text of a writer, compiled.

    Attributes:
        source: the text.
        file: what it is called in tracebacks, as no other is: debuggers find the text under this name.
        nodes: that each line runs, or None.
        run: the function.
    """

    def __init__(self, writer: _Writer):
        self.source = "\n".join(writer.lines) + "\n"
        self.file = file = f"<plan {writer.name} #{next(_numbers)}>"
        self.nodes = writer.nodes
        exec(compile(self.source, file, "exec"), writer.namespace)
        self.run: Callable[..., tuple[Any, ...]] = writer.namespace["plan"]
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(True), file)
        weakref.finalize(self, linecache.cache.pop, file, None)


class _Writer:
    """The text of a plan under construction, with the names it uses.

    Args:
        name: of the plan.
        called: the bodies of calls that have been compiled, by their identity.
        marks: what may be done in place.

    Attributes:
        parts: what was compiled apart, and is called.
        lines: of the source.
        nodes: that each line runs, or None.
        namespace: the globals of the source: kernels and constants.
        values: the expression that stands for a tensor, by its identity.
        attributes: the names of attribute values that have no literal.
    """

    def __init__(self, name: str, called: dict[int, Callable[..., Any]], marks: Marks) -> None:
        self.name = name
        self.called = called
        self.marks = marks
        self.parts: list[_Code] = []
        self.lines: list[str] = []
        self.nodes: list[Node | None] = []
        self.namespace: dict[str, Any] = {"__builtins__": {"range": range, "int": int}, "as_int32": np.int32}
        self.values: dict[int, str] = {}
        self.attributes: dict[Any, str] = {}
        self.depth = 0
        self._node: Node | None = None
        self._taken = {"plan", "range", "int", "as_int32"}
        #: By the names that were wanted the first number that may be free.
        self._counts: dict[str, int] = {}
        self._constants: dict[Any, str] = {}
        self._functions: dict[Callable[..., Any], str] = {}

    # -- names -------------------------------------------------------------------------------------------------------

    def local(self, base: str) -> str:
        """An unused name for a local variable."""
        # Operations begin with a capital, local variables do not.
        return self._unused(re.sub(r"\W", "_", base).lower())

    def bind(self, base: str, value: Any) -> str:
        """A name for a constant of the plan."""
        name = self._unused(re.sub(r"\W", "_", base))
        self.namespace[name] = value
        return name

    def function(self, base: str, function: Callable[..., Any]) -> str:
        """The name of a function of the plan, the same for all its calls."""
        name = self._functions.get(function)
        if name is None:
            name = self._functions[function] = self.bind(base, function)
        return name

    def _unused(self, name: str) -> str:
        if not name or name[0].isdigit():
            name = f"_{name}"
        if keyword.iskeyword(name):
            name = f"{name}_"
        candidate, count = name, self._counts.get(name, 1)
        while candidate in self._taken:
            candidate, count = f"{name}_{count}", count + 1
        self._taken.add(candidate)
        self._counts[name] = count
        return candidate

    def read(self, tensor: Any) -> str:
        """The expression for the value of `tensor`."""
        return self.values[id(tensor)]

    # -- text --------------------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        self.nodes.append(self._node)

    def graph(self, graph: Graph) -> None:
        """Writes the nodes of `graph`; its inputs have their expressions already."""
        inputs = {id(x.node) for x in graph.inputs}
        deaths = _deaths(graph)
        for position, node in enumerate(graph.nodes):
            if id(node) in inputs:
                continue
            self._node = node
            emit = emitters[node.op]
            (_emit_apart if node.regions and self.depth > DEEPEST and emit is not _emit_call else emit)(self, node)
            self._node = None
            dead = [self.values[id(x)] for x in deaths.get(position, ()) if self.values[id(x)] not in self.namespace]
            if dead:
                self.line(f"del {', '.join(dict.fromkeys(dead))}")

    def block(self, graph: Graph, arguments: Sequence[str]) -> list[str]:
        """Writes `graph` with its inputs standing for `arguments`; returns the expressions of its outputs."""
        for tensor, argument in zip(graph.inputs, arguments, strict=True):
            self.values[id(tensor)] = argument
        self.depth += 1
        self.graph(graph)
        self.depth -= 1
        return [self.read(x) for x in graph.outputs]

    def assign(self, targets: Sequence[str], sources: Sequence[str]) -> None:
        """Writes a parallel assignment, leaving out what assigns a name to itself."""
        pairs = [(t, s) for t, s in zip(targets, sources, strict=True) if t != s]
        if pairs:
            self.line(f"{', '.join(t for t, _ in pairs)} = {', '.join(s for _, s in pairs)}")

    def copy(self, names: Sequence[str], copy: Callable[[Any], Any]) -> None:
        """Writes that some variables are copies from here on: updates in place change what they would be views of."""
        for name in names:
            self.line(f"{name} = {self.function(copy.__name__.strip('_'), copy)}({name})")

    def outputs(self, node: Node) -> list[str]:
        """New local variables for the outputs of `node`."""
        names = [self.local(node.name) for _ in node.outputs]
        for tensor, name in zip(node.outputs, names, strict=True):
            self.values[id(tensor)] = name
        return names

    def constant(self, node: Node) -> str:
        array = node.attrs["value"]
        is_small = array.size == 1 and array.dtype != object
        key = (array.dtype.str, array.shape, array.tobytes()) if is_small else id(array)
        name = self._constants.get(key)
        if name is None:
            # Arithmetic on numpy scalars is faster than on arrays of no dimensions.
            value = array[()] if array.ndim == 0 and array.dtype != object else array
            name = self._constants[key] = self.bind(_constant_name(node, array), value)
        return name


def _constant_name(node: Node, array: np.ndarray) -> str:
    if array.size == 1 and array.dtype.kind in "iuf":
        text = str(array.reshape(-1)[0])
        if len(text) <= 12:
            return "c_" + text.replace("-", "minus_").replace(".", "p").replace("+", "")
    return "c_" + node.name.lower()


def _deaths(graph: Graph) -> dict[int, list[Any]]:
    """The large values of `graph` that are used for the last time at each position of its nodes."""
    last: dict[int, int] = {}
    tensors: dict[int, Any] = {}
    alias: dict[int, int] = {}
    for position, node in enumerate(graph.nodes):
        for x in node.inputs:
            last[alias.get(id(x), id(x))] = position
        if node.op is IDENTITY:
            alias[id(node.outputs[0])] = alias.get(id(node.inputs[0]), id(node.inputs[0]))
            continue
        if node.op in (CONST, PLACEHOLDER):
            continue
        for x in node.outputs:
            size = x.shape.num_elements()
            if size is None or size >= SMALL:
                tensors[id(x)] = x
    kept = {alias.get(id(x), id(x)) for x in graph.outputs}
    deaths: dict[int, list[Any]] = {}
    for key, tensor in tensors.items():
        if key in last and key not in kept:
            deaths.setdefault(last[key], []).append(tensor)
    return deaths


# -- the table of emitters: one row for every operation that is not a kernel call ------------------------------------


def _emit_kernel(writer: _Writer, node: Node) -> None:
    expression = infix(node, [writer.read(x) for x in node.inputs])
    if expression is not None:
        writer.line(f"{writer.outputs(node)[0]} = {expression}")
        return
    function, kernel = node.op.kernel, node.type
    if id(node) in writer.marks.updates:
        function, kernel = node.op.in_place, f"{node.type}InPlace"
    if writer.namespace.setdefault(kernel, function) is not function:
        kernel = writer.bind(kernel, function)
    arguments = [writer.read(x) for x in node.inputs]
    arguments += [f"{key}={_attr_text(writer, node, key, value)}" for key, value in node.attrs.items()]
    call = f"{kernel}({', '.join(arguments)})"
    if node.op.outputs == 1:
        call = f"{writer.outputs(node)[0]} = {call}"
    elif node.outputs:
        call = f"{', '.join(writer.outputs(node))}{',' if len(node.outputs) == 1 else ''} = {call}"
    writer.line(call)
    if id(node) in writer.marks.copied:
        writer.copy([writer.read(y) for y in node.outputs], _copied)


def _owned(value: Any) -> Any:
    """A copy of what a loop updates, laid out as a kernel would that does not update in place."""
    return value.copy()


def _copied(value: Any) -> Any:
    """A copy of what may be a view, laid out alike: sums depend on that."""
    return value.copy("K") if isinstance(value, np.ndarray) else value


_LITERALS = frozenset({int, bool, str, bytes, type(None)})


def _attr_text(writer: _Writer, node: Node, key: str, value: Any) -> str:
    if type(value) in _LITERALS or (type(value) is tuple and all(type(v) in _LITERALS for v in value)):
        return repr(value)
    try:
        known = (type(value), value)
        name = writer.attributes.get(known)
    except TypeError:
        return writer.bind(f"{node.name}_{key}", value)
    if name is None:
        name = writer.attributes[known] = writer.bind(value.name if isinstance(value, DType) else key.strip("_"), value)
    return name


def _emit_constant(writer: _Writer, node: Node) -> None:
    writer.values[id(node.outputs[0])] = writer.constant(node)


def _emit_identity(writer: _Writer, node: Node) -> None:
    writer.values[id(node.outputs[0])] = source = writer.read(node.inputs[0])
    if id(node) in writer.marks.copied:
        (name,) = writer.outputs(node)
        writer.assign([name], [source])
        writer.copy([name], _copied)


def _emit_nothing(writer: _Writer, node: Node) -> None:
    """For what only orders others: program order does that."""


def _emit_if(writer: _Writer, node: Node) -> None:
    choice = Conditional(node, [writer.read(x) for x in node.inputs])
    names = writer.outputs(node)
    then, orelse = choice.regions
    writer.line(f"if {choice.decision}:")
    _emit_branch(writer, node, then, choice.passed, names)
    position = len(writer.lines)
    writer.line("else:")
    if _emit_branch(writer, node, orelse, choice.passed, names) == 0:
        del writer.lines[position:], writer.nodes[position:]


def _emit_branch(writer: _Writer, node: Node, region: Graph, arguments: Sequence[str], names: Sequence[str]) -> int:
    """Writes a branch, and returns how many lines of it do something."""
    start = len(writer.lines)
    results = writer.block(region, arguments)
    writer._node = node
    writer.depth += 1
    writer.assign(names, results)
    written = len(writer.lines) - start
    if not written:
        writer.line("pass")
    writer.depth -= 1
    return written


def _emit_case(writer: _Writer, node: Node) -> None:
    choice = Conditional(node, [writer.read(x) for x in node.inputs])
    names = writer.outputs(node)
    last = len(choice.regions) - 1
    for position, region in enumerate(choice.regions):
        # An index out of range takes the last branch, as in TensorFlow.
        test = f"{choice.decision} == {position}"
        word = "if" if position == 0 else "elif"
        writer.line(f"{word} {test}:" if position < last else ("else:" if last else "if True:"))
        _emit_branch(writer, node, region, choice.passed, names)


def _emit_while(writer: _Writer, node: Node) -> None:
    loop = Loop(node, [writer.read(x) for x in node.inputs])
    state = writer.outputs(node)
    writer.assign(state, loop.initial)
    writer.copy([state[k] for k in sorted(writer.marks.owned.get(id(node), ()))], _owned)
    arguments = [*state, *loop.invariants]
    condition = loop.test.outputs[0].node
    always = condition.op is CONST and bool(condition.attrs["value"].all())
    if loop.bounded:
        counter = writer.local(f"{node.name}_counter")
        writer.line(f"for {counter} in range(int({loop.limit})):")
        if any(id(x) == id(region.inputs[0]) for region in loop.regions for x in _uses(region)):
            writer.depth += 1
            writer.line(f"{counter} = as_int32({counter})")
            writer.depth -= 1
        arguments.insert(0, counter)
    else:
        writer.line("while True:")
    head = len(writer.lines) - 1
    if not always:
        _emit_test(writer, node, loop.test, arguments, None if loop.bounded else head)
    results = writer.block(loop.body, arguments)
    writer._node = node
    writer.depth += 1
    writer.assign(state, results[: loop.count])
    if len(writer.lines) == head + 1:
        writer.line("pass")
    writer.depth -= 1


def _emit_test(writer: _Writer, node: Node, test: Graph, arguments: Sequence[str], head: int | None) -> None:
    """Writes the test of a loop; as the condition of the `while` on line `head` if it is a single expression."""
    start = len(writer.lines)
    (result,) = writer.block(test, arguments)
    added = writer.lines[start:]
    if head is not None and len(added) <= 1:
        name, _, expression = added[0].strip().partition(" = ") if added else ("", "", result)
        if not added or name == result:
            failing = writer.nodes[start] if added else node
            del writer.lines[start:], writer.nodes[start:]
            writer.lines[head] = "    " * writer.depth + f"while {expression}:"
            writer.nodes[head] = failing
            return
    writer._node = node
    writer.depth += 1
    writer.line(f"if not {result}: break")
    writer.depth -= 1


def _uses(region: Graph) -> list[Any]:
    return [x for node in region.nodes for x in node.inputs] + region.outputs


def _emit_call(writer: _Writer, node: Node) -> None:
    body = Call(node).body
    run = writer.called.get(id(body))
    if run is None:
        code, parts = _compiled(body, body.name, writer.called)
        writer.parts.extend([code, *parts])
        run = writer.called[id(body)] = code.run
    _write_call(writer, node, writer.function(body.name, run))


def _emit_apart(writer: _Writer, node: Node) -> None:
    """Writes `node` as the body of another function, and calls that."""
    inner = _Writer(f"{writer.name}, {node.name}", writer.called, writer.marks)
    parameters = [inner.local(x.node.name) for x in node.inputs]
    inner.values.update(zip(map(id, node.inputs), parameters, strict=True))
    inner.line(f"def plan({', '.join(parameters)}):")
    inner.depth, inner._node = 1, node
    emitters[node.op](inner, node)
    inner.line(f"return ({''.join(f'{inner.read(x)}, ' for x in node.outputs).strip()})")
    code = _Code(inner)
    writer.parts.extend([code, *inner.parts])
    _write_call(writer, node, writer.bind(node.name, code.run))


def _write_call(writer: _Writer, node: Node, function: str) -> None:
    call = f"{function}({', '.join(writer.read(x) for x in node.inputs)})"
    names = "".join(f"{n}, " for n in writer.outputs(node)).strip()
    writer.line(f"{names} = {call}" if names else call)


#: What writes the code for a node: for most, a call of the kernel.
emitters = Column("emitter", default=_emit_kernel)
emitters[CONST] = _emit_constant
emitters[IDENTITY] = _emit_identity
emitters[NO_OP] = _emit_nothing
emitters.fill(CONDITIONALS, _emit_if)
emitters.fill(SWITCHES, _emit_case)
emitters.fill(LOOPS, _emit_while)
emitters.fill(CALLS, _emit_call)
