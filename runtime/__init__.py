"""An embedded system of tensors, graphs and functions, under the names of TensorFlow 2.

import runtime as tf
"""

from __future__ import annotations

import sys
from typing import Any

import runtime.exchange.graph_def  # noqa: F401 - graphs can say what they are as data
from runtime import autodiff
from runtime.api import autograph, compat, config, dtypes, errors, nest, public
from runtime.api.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from runtime.api.messages import get_logger
from runtime.api.public import *  # noqa: F403 - the table of public operations
from runtime.autodiff.custom import custom_gradient, grad_pass_through, recompute_grad
from runtime.autodiff.tape import GradientTape, gradients
from runtime.autodiff.unconnected import UnconnectedGradients
from runtime.control.functional import foldl, foldr, map_fn, scan, vectorized_map
from runtime.control.python_function import numpy_function, py_function
from runtime.core.coverage import not_covered
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.function.concrete import ConcreteFunction
from runtime.function.function import Function, function
from runtime.ir.graph import Graph, executing_eagerly, init_scope, inside_function, name_scope
from runtime.ir.graph import Node as Operation
from runtime.ir.values import Tensor
from runtime.keras.initializers import (
    constant_initializer,
    ones_initializer,
    random_normal_initializer,
    random_uniform_initializer,
    zeros_initializer,
)
from runtime.library.control_flow import case, cond, switch_case, while_loop
from runtime.state.indexed_slices import IndexedSlices
from runtime.state.module import Module
from runtime.state.tensor_array import TensorArray
from runtime.state.variable import Variable, VariableAggregation, VariableSynchronization, variable_creator_scope

__version__ = "2.21.0"

__all__ = [
    *public.__all__,
    "ConcreteFunction", "DType", "Function", "GradientTape", "Graph", "IndexedSlices", "Module", "Operation",
    "Tensor", "TensorArray", "TensorShape", "TensorSpec", "UnconnectedGradients", "Variable",
    "VariableAggregation", "VariableSynchronization", "as_dtype", "autodiff", "autograph", "bfloat16", "bool",
    "case", "compat", "complex64", "complex128", "cond", "config", "custom_gradient", "double", "dtypes",
    "errors", "executing_eagerly", "float16", "float32", "float64", "function", "grad_pass_through", "gradients",
    "half", "init_scope", "inside_function", "int8", "int16", "int32", "int64", "name_scope", "nest",
    "numpy_function", "py_function", "recompute_grad", "resource", "string", "switch_case", "uint8", "uint16",
    "uint32", "uint64", "variant", "while_loop",
    "constant_initializer", "foldl", "foldr", "get_logger", "map_fn", "ones_initializer", "random_normal_initializer",
    "random_uniform_initializer", "scan", "variable_creator_scope", "vectorized_map", "zeros_initializer",
]  # fmt: skip


#: The public namespaces are modules under their public names, too: `from runtime.errors import InvalidArgumentError`.
for _name in (
    "autograph", "bitwise", "compat", "config", "debugging", "dtypes", "errors", "linalg", "math", "nest", "nn",
    "random", "strings",
):  # fmt: skip
    sys.modules[f"{__name__}.{_name}"] = globals()[_name]

#: Parts that are loaded when they are first asked for, by the module that has them.
_LAZY = {
    "data": "runtime.data",
    "distribute": "runtime.control.distribute",
    "image": "runtime.image",
    "initializers": "runtime.keras.initializers",
    "io": "runtime.library.io",
    "keras": "runtime.keras",
    "losses": "runtime.keras.losses",
    "metrics": "runtime.keras.metrics",
    "optimizers": "runtime.keras.optimizers",
    "ragged": "runtime.structured.ragged",
    "saved_model": "runtime.saved_model",
    "sparse": "runtime.structured.sparse",
    "summary": "runtime.summary",
    "train": "runtime.train",
    "types": "runtime.api.types",
    "version": "runtime.api.version",
}


#: Classes of such parts.
_LAZY_CLASSES = {
    "RaggedTensor": "ragged", "RaggedTensorSpec": "data", "SparseTensor": "sparse", "SparseTensorSpec": "data",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LAZY_CLASSES:
        return globals().setdefault(name, getattr(__getattr__(_LAZY_CLASSES[name]), name))
    if name in _LAZY:
        import importlib  # breaks the cost of parts that most programs do not use

        return globals().setdefault(name, importlib.import_module(_LAZY[name]))
    return _refuse(name)


_refuse = not_covered("tf", [*__all__, *_LAZY, *_LAZY_CLASSES])


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_LAZY_CLASSES})
