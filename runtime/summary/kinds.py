"""The kinds of summaries that TensorBoard has a page for."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.shapes import TensorShape
from runtime.ir.schema import declare, no_gradient
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
        A bool tensor: whether it was written.

    Raises:
        ValueError: if the data is not a scalar, or if there is a writer, but no step.
    """
    with summary_scope(name, "scalar_summary") as (tag, _):
        tensor = convert_to_tensor(data)
        if tensor.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {tensor.shape}.")
        metadata = plugin_metadata("scalars", description=description)
        return write(tag, lambda: cast(tensor, dtypes.float32), step, metadata)


def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> Any:
    """Writes how the values of a tensor are distributed.

    Args:
        name: its tag, after the name scopes around it.
        data: numbers, of any shape.
        step: see `write`.
        buckets: how many intervals of equal width there are; 30 by default.
        description: shown beside it, in Markdown.

    Returns:
        A bool tensor: whether it was written.

    Raises:
        ValueError: if the number of buckets is negative, or if there is a writer, but no step.
    """
    if buckets is not None and buckets < 0:
        raise ValueError(f"a histogram has 0 buckets or more, not {buckets}")
    with summary_scope(name, "histogram_summary") as (tag, _):
        tensor = cast(convert_to_tensor(data), dtypes.float64)
        attrs = {"buckets": 30 if buckets is None else int(buckets)}
        return write(
            tag, lambda: apply(_HISTOGRAM, (tensor,), attrs), step, plugin_metadata("histograms", b"", description)
        )


def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None) -> Any:
    """Writes images.

    Args:
        name: their tag, after the name scopes around it.
        data: of shape `[k, height, width, channels]`, with 1 to 4 channels; floats between 0 and 1, or uint8.
        step: see `write`.
        max_outputs: how many of the images are written at most.
        description: shown beside them, in Markdown.

    Returns:
        A bool tensor: whether they were written.

    Raises:
        ValueError: if the data is not of rank 4.
    """
    with summary_scope(name, "image_summary") as (tag, _):
        tensor = convert_to_tensor(data)
        _check_rank(tensor, 4)
        attrs = {"max_outputs": int(max_outputs)}
        return write(tag, lambda: apply(_IMAGES, (tensor,), attrs), step, plugin_metadata("images", b"", description))


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Any:
    """Writes text, which is shown as Markdown.

    Args:
        name: its tag, after the name scopes around it.
        data: a string, or a tensor of strings, shown as a table.
        step: see `write`.
        description: shown beside it, in Markdown.

    Returns:
        A bool tensor: whether it was written.

    Raises:
        TypeError: if the data is no text.
    """
    with summary_scope(name, "text_summary") as (tag, _):
        tensor = convert_to_tensor(data)
        if tensor.dtype is not dtypes.string:
            raise TypeError(f"tensor must be of type tf.string; got tf.{tensor.dtype.name}")
        return write(tag, tensor, step, plugin_metadata("text", b"", description))


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
        name: their tag, after the name scopes around it.
        data: of shape `[k, samples, channels]`, float32 between -1 and 1.
        sample_rate: in Hertz.
        step: see `write`.
        max_outputs: how many of the sounds are written at most.
        encoding: `"wav"`, which is the default.
        description: shown beside them, in Markdown.

    Returns:
        A bool tensor: whether they were written.

    Raises:
        ValueError: if the data is not of rank 3, or the encoding is another one.
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    with summary_scope(name, "audio_summary") as (tag, _):
        tensor = convert_to_tensor(data)
        _check_rank(tensor, 3)
        attrs = {"sample_rate": int(sample_rate), "max_outputs": int(max_outputs)}
        metadata = plugin_metadata("audio", _WAV, description)
        return write(tag, lambda: apply(_SOUNDS, (tensor,), attrs), step, metadata)


#: What the audio page is told: field 2, the encoding, is WAV.
_WAV = b"\x10\x0b"


def _check_rank(tensor: Any, rank: int) -> None:
    if tensor.shape.rank not in (rank, None):
        raise ValueError(
            f"Tensor {getattr(tensor, 'name', '') if not hasattr(tensor, 'numpy') else ''} must have rank {rank}.  "
            f"Received rank {tensor.shape.rank}, shape {tensor.shape}"
        )


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
