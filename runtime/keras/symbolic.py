"""Models as they are put together: what layers are called on before there is data.

A `KerasTensor` stands for a value of a model: it has a shape and a dtype. Calling a layer on one records a `Node` (the
layer, its arguments, its results), and a functional model is the nodes between its inputs and outputs. What a layer
returns is found by tracing its call once, with placeholders, into a graph that is thrown away.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes, nest
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.context import init_scope
from runtime.ir.graph import Graph
from runtime.ir.values import SymbolicTensor, Tensor
from runtime.keras.backend import snake_case, unique_name


class KerasTensor:
    """A value of a model that is being put together.

    Args:
        shape: with None for what is not known.
        dtype: of its elements.
        name: by default `keras_tensor`, with a number.

    >>> KerasTensor((None, 3), name='x')
    <KerasTensor shape=(None, 3), dtype=float32, sparse=False, ragged=False, name=x>
    """

    #: numpy leaves binary operators with a symbolic value on the right to that value.
    __array_priority__ = 200

    def __init__(self, shape: Any, dtype: Any = "float32", name: str | None = None, sparse: bool = False):
        self.shape: Any = None if shape is None else tuple(shape)
        self.dtype: str = dtypes.as_dtype(dtype).name
        self.name = name or unique_name("keras_tensor")
        self.sparse = sparse
        self.node: Node | None = None
        #: The layer, the number of its call, and the number of the result.
        self._keras_history: tuple[Any, int, int] | None = None
        #: Stands for the mask that comes with the value, if there is one.
        self._keras_mask: KerasTensor | None = None

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __repr__(self) -> str:
        return (
            f"<KerasTensor shape={self.shape}, dtype={self.dtype}, sparse={self.sparse}, ragged=False, "
            f"name={self.name}>"
        )

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        raise ValueError(
            "A KerasTensor is a placeholder without a value. You cannot convert it to a TensorFlow tensor, or pass it "
            "to a function of tensors. Put that into a layer: `tf.keras.layers.Lambda(function)(x)`, or your own."
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise ValueError("A KerasTensor is a placeholder, without a value. You cannot convert it to a NumPy array.")

    def __bool__(self) -> bool:
        raise TypeError("A symbolic KerasTensor cannot be used as a boolean.")

    def __iter__(self) -> Any:
        raise NotImplementedError("Iterating over a symbolic KerasTensor is not supported.")

    def __getitem__(self, key: Any) -> Any:
        return Operation("get_item")(self, key)


class Node:
    """One call of a layer or operation on symbolic values.

    Attributes:
        operation: what was called.
        args, kwargs: of the call; KerasTensors in them stand for values.
        inputs: the KerasTensors among the arguments.
        outputs: a structure of KerasTensors.
    """

    def __init__(self, operation: Any, args: tuple[Any, ...], kwargs: dict[str, Any], outputs: Any):
        self.operation = operation
        self.args = args
        self.kwargs = kwargs
        self.inputs = [x for x in nest.flatten((args, kwargs)) if isinstance(x, KerasTensor)]
        self.outputs = outputs
        index = len(operation._inbound_nodes)
        operation._inbound_nodes.append(self)
        for i, tensor in enumerate(nest.flatten(outputs)):
            tensor.node = self
            tensor._keras_history = (operation, index, i)


#: What is between symbolic values, by the methods that operators call: the names that Keras has for it.
_BINARY = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide",
    "mod": "mod", "pow": "power", "matmul": "matmul", "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
}  # fmt: skip
_COMPARISONS = {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
_UNARY = {"neg": "negative", "abs": "absolute", "invert": "logical_not"}
_OPERATORS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, f"__{method}__") for method, name in (_BINARY | _COMPARISONS | _UNARY).items()},
    "get_item": operator.getitem,
}


class Operation:
    """What an operator between symbolic values, one of `_OPERATORS`, is in a model where layers are layers."""

    def __init__(self, operator_name: str, name: str | None = None):
        self._operator = operator_name
        self._function = _OPERATORS[operator_name]
        self.name = name or unique_name(snake_case(operator_name))
        self._inbound_nodes: list[Node] = []
        self._kind = operator_name.title().replace("_", "")

    def get_config(self) -> dict[str, Any]:
        """The arguments to make the same operation with."""
        return {"operator_name": self._operator, "name": self.name}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if any_symbolic(args, kwargs):
            return record(self, self._function, args, kwargs)
        return self._function(*args, **kwargs)


def any_symbolic(args: Any, kwargs: Any) -> bool:
    """Whether there is a KerasTensor among the arguments."""
    return any(isinstance(x, KerasTensor) for x in nest.flatten((args, kwargs)))


def record(operation: Any, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls `function`, what `operation` does, with placeholders; returns KerasTensors, made by a node of it."""
    outputs = inferred(function, args, kwargs)
    given = {id(x) for x in nest.flatten((args, kwargs))}
    # What is handed through is a value of its own from here on.
    outputs = nest.map_structure(lambda x: _copy(x) if id(x) in given else x, outputs)
    return Node(operation, args, kwargs, outputs).outputs


def inferred(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The results of `function`, as KerasTensors, given arguments of which some are KerasTensors."""
    graph = Graph("keras", None, is_function=True)
    given: dict[int, KerasTensor] = {}

    def placeholder(x: Any) -> Any:
        if not isinstance(x, KerasTensor):
            return x
        tensor = _placeholder(graph, x)
        if x._keras_mask is not None:
            tensor._keras_mask = _placeholder(graph, x._keras_mask)
        given[id(tensor)] = x
        return tensor

    with init_scope(), graph.as_default():
        args, kwargs = nest.map_structure(placeholder, (args, kwargs))
        results = function(*args, **kwargs)

    def symbolic(x: Any) -> Any:
        if not isinstance(x, Tensor) and hasattr(type(x), "__tf_tensor__"):
            with graph.as_default():
                x = x.__tf_tensor__(None, None)
        if not isinstance(x, Tensor):
            return x
        if id(x) in given:
            return given[id(x)]
        made = KerasTensor(_tuple(x.shape), x.dtype)
        mask = getattr(x, "_keras_mask", None)
        if mask is not None:
            made._keras_mask = KerasTensor(_tuple(mask.shape), mask.dtype, name=f"{made.name}_mask")
        return made

    return nest.map_structure(symbolic, results)


def _placeholder(graph: Graph, x: KerasTensor) -> SymbolicTensor:
    tensor = graph.placeholder(TensorSpec(TensorShape(x.shape), dtypes.as_dtype(x.dtype)), x.name)
    graph.inputs.append(tensor)
    return tensor


def _copy(x: Any) -> Any:
    if not isinstance(x, KerasTensor):
        return x
    copy = KerasTensor(x.shape, x.dtype)
    copy._keras_mask = x._keras_mask
    return copy


def _tuple(shape: TensorShape) -> Any:
    return None if shape.rank is None else tuple(shape.as_list())


def _install_operators() -> None:
    """Operators between symbolic values, and between them and tensors, arrays and numbers."""
    for method, name in _BINARY.items():
        setattr(KerasTensor, f"__{method}__", lambda self, other, n=name: Operation(n)(self, other))
        setattr(KerasTensor, f"__r{method}__", lambda self, other, n=name: Operation(n)(other, self))
    for method, name in _COMPARISONS.items():  # equality stays identity, as Keras has it
        setattr(KerasTensor, f"__{method}__", lambda self, other, n=name: Operation(n)(self, other))
    for method, name in _UNARY.items():
        setattr(KerasTensor, f"__{method}__", lambda self, n=name: Operation(n)(self))


_install_operators()
