"""The kinds of summaries that TensorBoard has a page for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.shapes import TensorShape
from runtime.ir.schema import Op, declare, no_gradient
from runtime.library.shaping import cast
from runtime.summary.encoding import png, wav
from runtime.summary.events import plugin_metadata
from runtime.summary.recording import summary_scope, write
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Any:
    """Writes a number.

    Args:
        name: its tag, after the name scopes around it.
        data: a scalar, written as float32.
        step: see `write`.
        description: shown beside it, in Markdown.

    Returns:
        A bool tensor: whether it was written. So do all kinds.

    Raises:
        ValueError: if the data is not a scalar, or if there is a writer, but no step.
    """

    def checked(tensor: Any) -> Callable[[], Any]:
        if tensor.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {tensor.shape}.")
        return lambda: cast(tensor, dtypes.float32)

    return _write("scalar", name, data, step, description, checked)


def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> Any:
    """Writes how the values of a tensor are distributed.

    Args:
        name, step, description: as of `scalar`.
        data: numbers, of any shape.
        buckets: how many intervals of equal width there are; 30 by default.

    Raises:
        ValueError: if the number of buckets is negative, or if there is a writer, but no step.
    """
    if buckets is not None and buckets < 0:
        raise ValueError(f"a histogram has 0 buckets or more, not {buckets}")
    attrs = {"buckets": 30 if buckets is None else int(buckets)}

    def checked(tensor: Any) -> Callable[[], Any]:
        return lambda: apply(_HISTOGRAM, (cast(tensor, dtypes.float64),), attrs)

    return _write("histogram", name, data, step, description, checked)


def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None) -> Any:
    """Writes images.

    Args:
        name, step, description: as of `scalar`.
        data: of shape `[k, height, width, channels]`, with 1 to 4 channels; floats between 0 and 1, or uint8.
        max_outputs: how many of the images are written at most.

    Raises:
        ValueError: if the data is not of rank 4, or if there is a writer, but no step.
    """
    checked = _encoded(_IMAGES, 4, max_outputs=int(max_outputs))
    return _write("image", name, data, step, description, checked)


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Any:
    """Writes text, which is shown as Markdown.

    Args:
        name, step, description: as of `scalar`.
        data: a string, or a tensor of strings, shown as a table.

    Raises:
        TypeError: if the data is no text.
        ValueError: if there is a writer, but no step.
    """

    def checked(tensor: Any) -> Callable[[], Any]:
        if tensor.dtype is not dtypes.string:
            raise TypeError(f"tensor must be of type tf.string; got tf.{tensor.dtype.name}")
        return lambda: tensor

    return _write("text", name, data, step, description, checked)


def audio(
    name: str,
    data: Any,
    sample_rate: int,
    step: Any = None,
    max_outputs: int = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Any:
    """Writes sounds.

    Args:
        name, step, description: as of `scalar`.
        data: of shape `[k, samples, channels]`, float32 between -1 and 1.
        sample_rate: in Hertz.
        max_outputs: how many of the sounds are written at most.
        encoding: `"wav"`, which is the default.

    Raises:
        ValueError: if the data is not of rank 3, the encoding is another one, or there is a writer, but no step.
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    checked = _encoded(_SOUNDS, 3, sample_rate=int(sample_rate), max_outputs=int(max_outputs))
    return _write("audio", name, data, step, description, checked)


#: For each kind the plugin of TensorBoard that shows it, and what that is told. Field 2 of audio, the encoding, is WAV.
_PLUGINS = {
    "scalar": ("scalars", b""), "histogram": ("histograms", b""), "image": ("images", b""), "text": ("text", b""),
    "audio": ("audio", b"\x10\x0b"),
}  # fmt: skip


def _write(
    kind: str, name: str, data: Any, step: Any, description: str | None, checked: Callable[[Any], Callable[[], Any]]
) -> Any:
    """Writes a summary; `checked` makes of a tensor the function to what is written."""
    with summary_scope(name, f"{kind}_summary") as (tag, _):
        return write(tag, checked(convert_to_tensor(data)), step, plugin_metadata(*_PLUGINS[kind], description))


def _encoded(op: Op, rank: int, **attrs: int) -> Callable[[Any], Callable[[], Any]]:
    def checked(tensor: Any) -> Callable[[], Any]:
        if tensor.shape.rank not in (rank, None):
            raise ValueError(
                f"Tensor {getattr(tensor, 'name', '') if not hasattr(tensor, 'numpy') else ''} must have rank {rank}.  "
                f"Received rank {tensor.shape.rank}, shape {tensor.shape}"
            )
        return lambda: apply(op, (tensor,), attrs)

    return checked


# -- the operations --------------------------------------------------------------------------------------------------


def _histogram_kernel(values: Any, buckets: int) -> np.ndarray:
    """Rows of the left edge, the right edge and the count of each bucket."""
    values = np.asarray(values).reshape(-1)
    if not values.size or not buckets:
        return np.zeros((buckets, 3))
    low, high = values.min(), values.max()
    if low == high:
        rows = np.tile([low, high, 0.0], (buckets, 1))
        rows[-1, 2] = values.size
        return rows
    edges = np.linspace(low, high, buckets + 1)
    edges[-1] = high
    position = np.floor((values - low) / ((high - low) / buckets))
    known = position[np.isfinite(position)].astype(np.int64)
    counts = np.bincount(np.minimum(known, buckets - 1), minlength=buckets)
    return np.stack([edges[:-1], edges[1:], counts.astype(np.float64)], axis=1)


_HISTOGRAM = declare(
    "HistogramSummaryBuckets", "values: float64; buckets: int -> float64", _histogram_kernel,
    shapes=lambda values, buckets: TensorShape([buckets, 3]), gradient=no_gradient,
)  # fmt: skip


def _images_kernel(images: Any, max_outputs: int) -> np.ndarray:
    """The width and the height, as text, and the images as PNG files."""
    count, height, width, _ = images.shape
    files = [png(image) for image in images[: min(max_outputs, count)]]
    return _strings([str(width).encode(), str(height).encode(), *files])


def _strings(items: list[bytes]) -> np.ndarray:
    array = np.empty(len(items), object)
    array[:] = items
    return array


_IMAGES = declare(
    "EncodeImageSummary",
    "images: T; max_outputs: int -> string",
    _images_kernel,
    shapes=lambda images, **attrs: TensorShape([None]),
    gradient=no_gradient,
    T=dtypes.REAL,
)


def _sounds_kernel(sounds: Any, sample_rate: int, max_outputs: int) -> np.ndarray:
    """A row for each sound: it as a WAV file, and its label, which is empty."""
    rows = [[wav(sound, sample_rate), b""] for sound in sounds[:max_outputs]]
    return _strings([x for row in rows for x in row]).reshape(-1, 2)


_SOUNDS = declare(
    "EncodeAudioSummary", "sounds: float32; sample_rate: int, max_outputs: int -> string", _sounds_kernel,
    shapes=lambda sounds, **attrs: TensorShape([None, 2]), gradient=no_gradient,
)  # fmt: skip
