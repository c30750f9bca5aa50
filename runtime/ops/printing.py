"""Text from tensors: `print`, `strings.format`, and how TensorFlow's kernels write values."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, nest
from runtime.ops.declare import Effect, declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import nothing, scalar
from runtime.ops.rows import no_gradient
from runtime.tensor import is_tensor


def print(
    *inputs: Any,
    output_stream: Any = None,
    summarize: int = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> Any:
    """Prints values; inside a function, each time it runs.

    Args:
        *inputs: tensors, Python values, and nested structures of them.
        output_stream: a file object (`sys.stdout`, `sys.stderr`), or `'file://path'` to append to a file; standard
            error by default.
        summarize: how many elements are shown at the beginning and the end of each dimension; -1 for all.
        sep: goes between the values.
        end: goes after the last.
        name: of the node.

    >>> print('x =', convert_to_tensor([1, 2]), output_stream=sys.stdout)
    x = [1 2]
    """
    # A single string is printed as it is, so that the result of `strings.format` can be.
    text = convert_to_tensor(inputs[0]) if len(inputs) == 1 and is_tensor(inputs[0]) else None
    if text is None or text.dtype is not dtypes.string or text.shape.rank != 0:
        text = _formatted(*_template(inputs, sep), summarize, None)
    attrs = {"output_stream": _destination(output_stream), "end": end}
    apply(_PRINT, (text,), attrs, name)


def format(template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None) -> Any:
    """`template` with its placeholders replaced by the values of tensors.

    Args:
        template: the text.
        inputs: a tensor, or a list or tuple of as many as there are placeholders.
        placeholder: what is replaced.
        summarize: as of `print`.
        name: of the node.

    >>> format('x is {}', convert_to_tensor([1, 2])).numpy()
    b'x is [1 2]'
    """
    values = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    if template.count(placeholder) != len(values):
        raise ValueError(
            f"The template expects {template.count(placeholder)} tensors, but the inputs only has {len(values)}. "
            "Please ensure the number of placeholders in template matches inputs length."
        )
    return _formatted(template.replace(placeholder, _MARK), [convert_to_tensor(x) for x in values], summarize, name)


#: Stands for a tensor in the template of `StringFormat`; nothing that a user prints contains it.
_MARK = "\x00{}\x00"


def _template(inputs: Any, sep: str) -> tuple[str, list[Any]]:
    """The text of what is printed, with a mark for each tensor, and the tensors."""
    tensors: list[Any] = []

    def note(leaf: Any) -> Any:
        if is_tensor(leaf):
            tensors.append(convert_to_tensor(leaf))
            return _Marked()
        return leaf

    parts = []
    for value in inputs:
        if isinstance(value, (str, type(None))) or not (nest.is_nested(value) or is_tensor(value)):
            parts.append(value if isinstance(value, str) else repr(value))
        elif is_tensor(value):
            tensors.append(convert_to_tensor(value))
            parts.append(_MARK)
        else:
            parts.append(str(nest.map_structure(note, _sorted_by_key(value))))
    return sep.join(parts), tensors


def _sorted_by_key(structure: Any) -> Any:
    """`structure` with its dicts in the order in which they are flattened, so that marks and tensors agree."""
    if type(structure) is dict:
        try:
            return {key: _sorted_by_key(structure[key]) for key in sorted(structure)}
        except TypeError:
            return structure
    if type(structure) in (list, tuple):
        return type(structure)(_sorted_by_key(x) for x in structure)
    return structure


class _Marked:
    def __repr__(self) -> str:
        return _MARK


def _formatted(template: str, tensors: list[Any], summarize: int, name: str | None) -> Any:
    attrs = {"template": template, "placeholder": _MARK, "summarize": summarize}
    return apply(_FORMAT, tensors, attrs, name)


def _format_kernel(*values: Any, template: str, placeholder: str, summarize: int) -> bytes:
    pieces = template.split(placeholder)
    texts = [summary(value, summarize) for value in values]
    return "".join(x for pair in zip(pieces, [*texts, ""], strict=True) for x in pair).encode(
        "utf-8", "surrogateescape"
    )


_FORMAT = declare("StringFormat", "inputs: * -> string", _format_kernel, shapes=scalar, gradient=no_gradient, outputs=1)


def _destination(stream: Any) -> Any:
    """What the node remembers of a stream: a name for standard streams, which may be replaced before it runs.

    Otherwise a file object, or a function that takes a line, such as `logging.info`.
    """
    if stream is None or stream is sys.stderr:
        return "stderr"
    if stream is sys.stdout:
        return "stdout"
    if isinstance(stream, str):
        if stream.startswith("file://") or stream in ("stdout", "stderr"):
            return stream
        raise _unsupported(stream)
    if callable(getattr(stream, "write", None)) or callable(stream):
        return stream
    raise _unsupported(stream)


def _unsupported(stream: Any) -> ValueError:
    return ValueError(
        f"Unsupported output stream, logging level, or file.{stream}. Supported streams are sys.stdout, sys.stderr, "
        "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of 'file://<filepath>'."
    )


def _print_kernel(text: Any, output_stream: Any, end: str) -> tuple[()]:
    raw = text[()] if isinstance(text, np.ndarray) else text
    line = (raw if isinstance(raw, bytes) else bytes(raw)).decode("utf-8", "replace") + end
    if isinstance(output_stream, str) and output_stream.startswith("file://"):
        with open(output_stream.removeprefix("file://"), "a") as file:
            file.write(line)
        return ()
    stream = getattr(sys, output_stream) if isinstance(output_stream, str) else output_stream
    if callable(getattr(stream, "write", None)):
        stream.write(line)
        stream.flush()
    else:
        stream(line)
    return ()


_PRINT = declare(
    "PrintV2", "input: string ->", _print_kernel, shapes=nothing, effects=Effect.OUTPUT, gradient=no_gradient
)


# -- how values look -------------------------------------------------------------------------------------------------


def summary(value: Any, summarize: int = 3) -> str:
    """The text of an array, with at most `summarize` elements at either end of each dimension; -1 for all.

    >>> summary(np.arange(10, dtype=np.int32), 2)
    '[0 1 ... 8 9]'
    """
    if not isinstance(value, np.ndarray):
        return "?" if not isinstance(value, (np.generic, bytes)) else element_text(value)
    if value.ndim == 0:
        return element_text(value[()])
    return _rows(value, summarize if summarize >= 0 else sys.maxsize, 1)


def _rows(array: np.ndarray, edge: int, depth: int) -> str:
    size = len(array)
    kept: list[int | None] = list(range(size))
    if size > 2 * edge:
        kept[edge : size - edge] = [None]
    if array.ndim == 1:
        return "[" + " ".join("..." if i is None else element_text(array[i]) for i in kept) + "]"
    # Matrices are on lines of their own, with as many empty lines between them as they have dimensions beyond two.
    gap = "\n" * (array.ndim - 1) + " " * depth
    return "[" + gap.join("..." if i is None else _rows(array[i], edge, depth + 1) for i in kept) + "]"


_ESCAPES = str.maketrans({"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "'": "\\'", "\\": "\\\\"})


def element_text(value: Any) -> str:
    """One element as TensorFlow's kernels write it: strings quoted, booleans as 0 and 1, floats as short as they can.

    >>> element_text(np.float32(0.1)), element_text(np.float64(0.1) + 0.2), element_text(b'a')
    ('0.1', '0.30000000000000004', '"a"')
    """
    if isinstance(value, bytes):
        return '"' + value.decode("utf-8", "replace").translate(_ESCAPES) + '"'
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    if isinstance(value, np.integer):
        return str(int(value))
    if isinstance(value, np.complexfloating):
        return f"({number_text(value.real)},{number_text(value.imag)})"
    return number_text(value)


def number_text(value: Any) -> str:
    """A float with as few digits as name it: 6 if these suffice, else 9; for a double 15, else 17."""
    wide = isinstance(value, (float, np.float64))
    number = float(value)
    if not np.isfinite(number):
        return "nan" if np.isnan(number) else "inf" if number > 0 else "-inf"
    short, full = ("%.15g", "%.17g") if wide else ("%.6g", "%.9g")
    text = short % number
    same = float(text) == number if wide else np.float32(float(text)) == np.float32(number)
    return text if same else full % number
