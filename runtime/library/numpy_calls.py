"""NumPy's functions that a graph calls themselves when it runs, for they are no composition of its operations.

Of which types their results are is found by example: NumPy is asked about arrays of the same dtypes and shapes. These
functions have no derivatives.
"""

from __future__ import annotations

import ast
import functools
import itertools
import math
import operator
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autograph.operators.lists import StagedList
from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.execute.failures import RaisedByProgram
from runtime.ir.schema import declare
from runtime.ir.values import WIDE, is_of_numpy, is_tensor, numpys
from runtime.library import shaping
from runtime.library.array_lengths import makes_a_length, require_that
from runtime.library.numpy_operands import array
from runtime.tensor.dispatch import apply

#: What is called by its name in NumPy, and what it raises of some values: a program may catch that.
_FAILURES: dict[str, Exception] = {
    "average": ZeroDivisionError("Weights sum to zero, can't be normalized"),
    "bincount": ValueError("'list' argument must have no negative elements"),
    "choose": ValueError("invalid entry in choice array"),
    "linalg.cholesky": np.linalg.LinAlgError("Matrix is not positive definite"),
    "linalg.inv": np.linalg.LinAlgError("Singular matrix"),
    "linalg.matrix_power": np.linalg.LinAlgError("Singular matrix"),
    "linalg.solve": np.linalg.LinAlgError("Singular matrix"),
    "percentile": ValueError("Percentiles must be in the range [0, 100]"),
    "quantile": ValueError("Quantiles must be in the range [0, 1]"),
    "ravel_multi_index": ValueError("invalid entry in coordinates array"),
    **dict.fromkeys(("eye", "identity", "tri"), ValueError("negative dimensions are not allowed")),
}

#: What makes arrays whose lengths depend on the values.
_OF_ANY_LENGTH = frozenset({
    "arange", "argwhere", "bincount", "compress", "extract", "flatnonzero", "intersect1d", "nonzero", "setdiff1d",
    "union1d", "unique",
})  # fmt: skip

#: What makes integers of the dtype that it is told.
_OF_ITS_DTYPE = frozenset({"arange", "eye", "identity", "linspace", "tri"})

#: What else is called.
_OTHERS = (
    "add.outer", "allclose", "argsort", "array_equal", "convolve", "copysign", "corrcoef", "correlate",
    "count_nonzero", "cov", "cross", "delete", "diff", "digitize", "divide.outer", "ediff1d", "equal.outer",
    "float_power", "fmax", "fmin", "gcd", "gradient", "greater.outer", "greater_equal.outer", "heaviside", "histogram",
    "insert", "interp", "isclose", "isin", "kron", "lcm", "less.outer", "less_equal.outer", "linalg.det", "linalg.eigh",
    "linalg.eigvalsh", "linalg.matrix_rank", "linalg.norm", "linalg.pinv", "linalg.qr", "linalg.slogdet", "linalg.svd",
    "linspace", "logaddexp", "maximum.accumulate", "maximum.outer", "median", "minimum.accumulate", "minimum.outer",
    "multiply.outer", "nan_to_num", "nanmax", "nanmean", "nanmedian", "nanmin", "nanprod", "nanstd", "nansum", "nanvar",
    "not_equal.outer", "pad", "piecewise", "polyval", "power.outer", "ptp", "rot90", "searchsorted", "select",
    "signbit", "sinc", "subtract.outer", "take_along_axis", "trapezoid", "unravel_index", "unwrap", "vander",
)  # fmt: skip


def _function(name: str) -> Callable[..., Any]:
    return operator.attrgetter(name)(np)


def _calling(name: str) -> Callable[..., Any]:
    """What stages a call of the function of a name."""

    def form(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("out") is not None:
            raise TypeError("a result that is stored to another array")
        given: list[Any] = []
        arguments = repr(_template((args, kwargs), given))
        tensors = [*map(array, given)]
        kind, specs = _types_by_example(name, arguments, _specs(tensors))
        if any(None in spec.shape for spec in specs):
            makes_a_length()
        types = {"output_types": tuple([x.dtype for x in specs]), "output_shapes": tuple([x.shape for x in specs])}
        found = apply(CALL, tensors, {"function": name, "arguments": arguments, **types}, name.rpartition(".")[2])
        if name in _FAILURES:
            require_that(found[-1], _FAILURES[name])
        results = [_as_precise(name, x, given) for x in found[: len(specs)]]
        return results[0] if kind is None else kind(results)

    return form


def _as_precise(function: str, x: Any, given: Sequence[Any]) -> Any:
    """A result, as precise as the tensors are that it is of: what is known takes their dtype."""
    if x.dtype is dtypes.bool:
        return x
    like: Callable[[DType], bool] = (lambda dtype: dtype.is_integer) if x.dtype.is_integer else _is_inexact
    known = [value.dtype for value in given if is_tensor(value) and like(value.dtype)]
    if x.dtype.is_integer:
        if function in _OF_ITS_DTYPE:
            return x
        return shaping.cast(x, max(known, key=lambda dtype: dtype.size, default=dtypes.int32))
    if any(numpys(value) == WIDE for value in given) or (not known and any(map(is_of_numpy, given))):
        return x
    size = max([dtype.real_dtype.size for dtype in known], default=4)
    return shaping.cast(x, _NARROW.get(x.dtype, x.dtype)) if size < 8 else x


def _is_inexact(dtype: DType) -> bool:
    return dtype.is_floating or dtype.is_complex


_NARROW = {dtypes.float64: dtypes.float32, dtypes.complex128: dtypes.complex64}

# Arguments as text


def _template(value: Any, given: list[Any]) -> Any:
    """An argument as literals, with numbers in place of the tensors and arrays, which are added to those given."""
    if isinstance(value, TensorShape):
        return tuple(value.as_list())
    if isinstance(value, (list, tuple)):
        parts = [_template(part, given) for part in value]
        return tuple(parts) if isinstance(value, tuple) else parts
    if isinstance(value, dict):
        return {name: _template(part, given) for name, part in value.items()}
    if isinstance(value, slice):
        return {"": "slice", "parts": [_template(part, given) for part in (value.start, value.stop, value.step)]}
    if isinstance(value, (type, np.dtype)):
        return np.dtype(value).name
    if type(value) in (type(None), bool, int, str) or (type(value) is float and math.isfinite(value)):
        return value
    if not (is_tensor(value) or isinstance(value, (float, np.ndarray, np.generic, StagedList))):
        raise TypeError("an argument that is not staged")
    given.append(array(value) if type(value) is StagedList else value)
    return {"": "operand", "place": len(given) - 1}


def _filled(template: Any, arrays: Sequence[Any]) -> Any:
    """The argument that a template stands for."""
    if isinstance(template, (list, tuple)):
        return type(template)([_filled(part, arrays) for part in template])
    if not isinstance(template, dict):
        return template
    if template.get("") == "operand":
        found = np.asarray(arrays[template["place"]]).view()
        found.flags.writeable = False  # an array of the graph is nobody's to write to
        return found[()]
    if template.get("") == "slice":
        return slice(*_filled(template["parts"], arrays))
    return {name: _filled(part, arrays) for name, part in template.items()}


# The operation


_parsed = functools.lru_cache(maxsize=1024)(ast.literal_eval)


def _evaluated(function: str, arguments: str, arrays: Sequence[Any]) -> Any:
    args, kwargs = _filled(_parsed(arguments), arrays)
    return _function(function)(*args, **kwargs)


def _parts(made: Any) -> list[np.ndarray]:
    return [*map(np.asarray, made)] if isinstance(made, (list, tuple)) else [np.asarray(made)]


def _kernel(
    *arrays: Any, function: str, arguments: str, output_types: Sequence[DType], output_shapes: Sequence[TensorShape]
) -> tuple[Any, ...]:
    if function not in CALLED:
        raise invalid_argument(f"{function} is not one of the functions of NumPy that graphs call")
    failure = _FAILURES.get(function)
    holds: tuple[Any, ...] = () if failure is None else (np.True_,)
    try:
        made = _parts(_evaluated(function, arguments, arrays))
    except Exception as error:
        if failure is None or (type(error), str(error)) != (type(failure), str(failure)):
            raise RaisedByProgram(error) from None
        made = [
            np.zeros([size or 0 for size in shape], dtype.dtype)
            for shape, dtype in zip(output_shapes, output_types, strict=True)
        ]
        holds = (np.False_,)
    for x, shape, dtype in zip(made, output_shapes, output_types, strict=True):
        if x.dtype != dtype.dtype or not shape.is_compatible_with(x.shape):
            raise invalid_argument(f"np.{function} gave {x.dtype.name} of shape {x.shape}, not {dtype.name} of {shape}")
    return (*made, *holds)


def _infer(*inputs: Any, function: str, output_types: Any, output_shapes: Any, **attrs: Any) -> list[TensorSpec]:
    holds = [TensorSpec([], dtypes.bool)] if function in _FAILURES else []
    return [*map(TensorSpec, output_shapes, output_types), *holds]


def _gradient(node: Any, *cotangents: Any) -> list[Any]:
    given = [g for g in cotangents if g is not None]
    attrs = {"function": node.attrs["function"]}
    return [apply(_NO_DERIVATIVE, (x, *given), attrs) if x.dtype.is_floating and given else None for x in node.inputs]


def _no_derivative(x: Any, *cotangents: Any, function: str) -> Any:
    if any(map(np.any, cotangents)):  # what the result of the program does not depend on is no matter
        text = f"np.{function} has no derivative where it is staged: compose it of functions that have one"
        raise errors.UnimplementedError(None, None, text)
    return np.zeros_like(x)


_NO_DERIVATIVE = declare(
    "NumpyCallGradient", "x: T, cotangents: *; function: str -> T", _no_derivative,
    shapes=lambda x, *cotangents, function: x.shape,
)  # fmt: skip
CALL = declare(
    "NumpyCall", "data: *; function: str, arguments: str, output_types: dtypes, output_shapes: shapes -> *", _kernel,
    gradient=_gradient, infer=_infer,
)  # fmt: skip

# Types by example


def _specs(inputs: Sequence[Any]) -> tuple[TensorSpec, ...]:
    return tuple([TensorSpec(x.shape, x.dtype) for x in inputs])


@functools.lru_cache(maxsize=1024)
def _types_by_example(
    function: str, arguments: str, inputs: tuple[TensorSpec, ...]
) -> tuple[Callable[..., Any] | None, tuple[TensorSpec, ...]]:
    """What puts the results together, unless there is one, and their types."""
    if any(x.shape.rank is None for x in inputs):
        raise TypeError("how many axes the tensor has is known only when the program runs")
    unknown = any(None in x.shape for x in inputs)
    found: list[tuple[int, list[np.ndarray]]] = []
    problems = []
    kind: Callable[..., Any] | None = None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for size, arrays in _examples(inputs):
            try:
                made = _evaluated(function, arguments, arrays)
            except Exception as error:
                problems.append(error)
                continue
            kind = None if not isinstance(made, (list, tuple)) else list if isinstance(made, list) else tuple
            found.append((size, _parts(made)))
    if not found:
        raise problems[0]
    only = {size for size, _ in found} if unknown else set()
    return kind, tuple([
        _joined(parts, only, function in _OF_ANY_LENGTH) for parts in zip(*[parts for _, parts in found], strict=True)
    ])  # fmt: skip


def _examples(inputs: Sequence[TensorSpec]) -> Iterator[tuple[int, list[np.ndarray]]]:
    """Arrays of these types, and the size that the first have along axes of which it is not known.

    Sizes are small, those that are known, and larger ones, alike for all arrays and unlike.
    """
    known = [2, *(size for x in inputs for size in x.shape if size is not None)]
    sizes = sorted({*known, max(known) + 1}) if any(None in x.shape for x in inputs) else [0]
    for size, step in itertools.product(sizes, (0, 1) if len(inputs) > 1 and len(sizes) > 1 else (0,)):
        shapes = [[size + step * place if n is None else n for n in x.shape] for place, x in enumerate(inputs)]
        for fill in (np.zeros, np.ones, _unit, None):
            made = [fill(shape) if fill else _ascending(shape, place) for place, shape in enumerate(shapes)]
            yield size, [values.astype(x.dtype.dtype) for values, x in zip(made, inputs, strict=True)]


def _unit(shape: Sequence[int]) -> np.ndarray:
    return np.broadcast_to(np.eye(shape[-2], shape[-1]), shape) if len(shape) > 1 else np.ones(shape)


def _ascending(shape: Sequence[int], place: int) -> np.ndarray:
    return np.arange(math.prod(shape)).reshape(shape) + place + 2


def _joined(examples: Sequence[np.ndarray], sizes: set[int], is_of_any_length: bool) -> TensorSpec:
    """The type of what may be any of some arrays; of one length alone they may have that of the examples."""
    if len({(x.dtype, x.ndim) for x in examples}) > 1:
        raise TypeError("the dtype of its result, or how many axes that has, depends on the values")
    lengths = [{x.shape[axis] for x in examples} for axis in range(examples[0].ndim)]
    is_known = [
        not is_of_any_length and len(found) == 1 and not (len(sizes) == 1 and found <= sizes) for found in lengths
    ]
    shape = [min(found) if known else None for found, known in zip(lengths, is_known, strict=True)]
    return TensorSpec(shape, dtypes.from_numpy(examples[0].dtype))


#: What stages calls of functions of NumPy, by their names there.
CALLED: dict[str, Callable[..., Any]] = {
    name: _calling(name) for name in dict.fromkeys((*_FAILURES, *sorted(_OF_ANY_LENGTH), *_OTHERS))
}  # fmt: skip
