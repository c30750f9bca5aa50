"""Files of records, each with its length and checksums: the format of TFRecord and of event files.

A record is its length as a 64-bit integer, the masked CRC-32C of these 8 bytes, the data, and the masked CRC-32C of the
data, all little-endian.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

#: The Castagnoli polynomial, its lowest power in the highest bit.
_POLYNOMIAL = 0x82F63B78

_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")

#: From this length on, the lanes of `_crc32c_in_lanes` pay.
_LONG = 2048


def record(data: bytes) -> bytes:
    """`data` as a record."""
    length = _LENGTH.pack(len(data))
    return b"".join((length, _masked(length), data, _masked(data)))


def read_records(file: BinaryIO) -> Iterator[bytes]:
    """The data of each record of a file.

    Raises:
        ValueError: if the file ends within a record, or a checksum does not agree with what it is of.

    >>> import io
    >>> list(read_records(io.BytesIO(record(b'one') + record(b'two'))))
    [b'one', b'two']
    """
    position = 0
    while head := file.read(12):
        if len(head) < 12 or _masked(head[:8]) != head[8:]:
            raise ValueError(f"the record at byte {position} has a length that its checksum does not agree with")
        (length,) = _LENGTH.unpack(head[:8])
        data, checksum = file.read(length), file.read(4)
        if len(data) < length or len(checksum) < 4:
            raise ValueError(f"the file ends within the record at byte {position}, which has {length} bytes")
        if _masked(data) != checksum:
            raise ValueError(f"the record at byte {position} does not agree with its checksum: it was changed")
        yield data
        position += 16 + length


def _masked(data: bytes) -> bytes:
    """The checksum of `data` as it is stored: rotated and shifted, so that checksums of checksums stay useful."""
    crc = crc32c(data)
    return _CHECKSUM.pack(((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def crc32c(data: bytes) -> int:
    """The CRC-32C of `data`, as iSCSI (RFC 3720) uses it.

    >>> hex(crc32c(b'123456789'))
    '0xe3069283'
    """
    if len(data) >= _LONG:
        return _crc32c_in_lanes(data)
    table = _steps()
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


@functools.cache
def _steps() -> list[int]:
    """What one byte of data does to the checksum."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = (crc >> 1) ^ (_POLYNOMIAL if crc & 1 else 0)
        table.append(crc)
    return table


def _crc32c_in_lanes(data: bytes) -> int:
    """The CRC-32C of long data, in numpy.

    A checksum that starts from zero is linear: the data is cut into equal lanes whose checksums advance side by side,
    and neighbours are then joined, the left one moved past as many bytes as the right one has. Zeros in front change
    nothing, so the first lane may be filled up.
    """
    exponent = max(6, (len(data).bit_length() - 4) // 2)
    width = 1 << exponent
    lanes = -(-len(data) // width)
    padded = np.zeros(lanes * width, np.uint8)
    padded[-len(data) :] = np.frombuffer(data, np.uint8)
    # To start from ones is to start from zero with the first four bytes inverted.
    start = lanes * width - len(data)
    padded[start : start + 4] ^= 0xFF
    columns = np.ascontiguousarray(padded.reshape(lanes, width).T)
    table = np.array(_steps(), np.uint32)
    crc = np.zeros(lanes, np.uint32)
    for column in columns:
        crc = table[(crc ^ column) & 0xFF] ^ (crc >> 8)
    while len(crc) > 1:
        if len(crc) % 2:
            crc = np.concatenate([np.zeros(1, np.uint32), crc])
        crc = _applied(_past(exponent), crc[0::2]) ^ crc[1::2]
        exponent += 1
    return int(crc[0]) ^ 0xFFFFFFFF


@functools.cache
def _past(exponent: int) -> np.ndarray:
    """The linear map of a checksum past `2 ** exponent` zero bytes: the image of each bit."""
    if exponent == 0:
        bits = [1 << i for i in range(32)]
        table = _steps()
        return np.array([table[bit & 0xFF] ^ (bit >> 8) for bit in bits], np.uint32)
    half = _past(exponent - 1)
    return _applied(half, half)


def _applied(columns: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A linear map of 32 bits, on each of `values`."""
    result = np.zeros_like(values)
    for bit, column in enumerate(columns):
        result ^= (values >> np.uint32(bit) & np.uint32(1)) * column
    return result
