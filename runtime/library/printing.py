"""Text from tensors: `print`, `strings.format`, and how TensorFlow's kernels write values."""

from __future__ import annotations

import sys
from typing import Any

from runtime.core import dtypes, nest
from runtime.ir.values import is_tensor
from runtime.ops import printing as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


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
    apply(ops.PRINT, (text,), attrs, name)


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
    return apply(ops.FORMAT, tensors, attrs, name)


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
