"""Images as PNG files (https://www.w3.org/TR/png), sounds as WAV files."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from runtime.core import errors

#: The colour type of PNG for each number of channels: grey, grey and alpha, RGB, RGB and alpha.
_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}


def png(image: np.ndarray) -> bytes:
    """An image as a PNG file of 8 bits per channel.

    Args:
        image: of shape `[height, width, channels]`; see `as_bytes` for its values.

    Raises:
        InvalidArgumentError: if there are not 1 to 4 channels.
    """
    height, width, channels = image.shape
    if channels not in _COLOUR_TYPES:
        raise errors.InvalidArgumentError(None, None, f"image must have 1, 2, 3, or 4 channels, got {channels}")
    values = as_bytes(image)
    # Each row begins with the number of its filter; this one stores differences from the pixel to the left.
    rows = np.full((height, width * channels + 1), 1, np.uint8)
    rows[:, 1:] = np.diff(values, axis=1, prepend=np.zeros((height, 1, channels), np.uint8)).reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    content = zlib.compress(rows.tobytes(), 6)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", content) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def as_bytes(image: np.ndarray) -> np.ndarray:
    """Channels as uint8: floats between 0 and 1 scaled, wider integers scaled down, what is out of range clipped."""
    if image.dtype == np.uint8:
        return image
    if image.dtype.kind in "iu":
        limits = np.iinfo(image.dtype)
        scaled = (
            image.astype(np.int64) // ((int(limits.max) + 1) // 256) if limits.max > 255 else image.astype(np.int64) * 2
        )
        return np.clip(scaled, 0, 255).astype(np.uint8)
    wide = np.nan_to_num(np.asarray(image, np.float64))
    return np.clip(wide * 255.5, 0, 255).astype(np.uint8)


def wav(sound: np.ndarray, sample_rate: int) -> bytes:
    """A sound as a WAV file of 16 bits per sample.

    Args:
        sound: of shape `[samples, channels]`, between -1 and 1.
        sample_rate: in Hertz.
    """
    channels = sound.shape[1]
    samples = np.clip(np.rint(sound.astype(np.float64) * 32768), -32768, 32767).astype("<i2").tobytes()
    form = struct.pack("<HHIIHH", 1, channels, sample_rate, sample_rate * channels * 2, channels * 2, 16)
    chunks = b"fmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks
