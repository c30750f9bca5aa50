"""Protocol buffers: records that print as their text form and are written in their wire format.

    class Point(Message, fields="x: int64 = 1; y: int64 = 2; names: repeated string = 3; costs: map string float = 4"):
        ...

A message declares its fields as a `.proto` file does. `GraphDef` and the events of TensorBoard are made of messages;
the encoding is that of https://protobuf.dev/programming-guides/encoding, for the kinds of fields these have.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from runtime.core.dtypes import ALL as DTYPES


@dataclass(frozen=True)
class Field:
    """A field of a message.

    Attributes:
        name: of the attribute.
        number: that stands for it in the wire format.
        kind: a row of `SCALARS` or of `ENUMERATIONS`, or the name of a message.
        repeated: whether it is a list.
        key: the kind of its keys, if it is a dict.
        explicit: whether it is written when it was given its default value: a member of a `oneof`.
    """

    name: str
    number: int
    kind: str
    repeated: bool
    key: str | None
    explicit: bool


class Message:
    """A record with the fields that its class declares. One that was not given reads as the default of its kind.

    Args:
        **fields: by name.

    Raises:
        ValueError: if there is no field of that name.
    """

    FIELDS: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls, fields: str = "") -> None:
        cls.FIELDS = {field.name: field for field in map(_parsed, filter(str.strip, fields.split(";")))}
        _messages[cls.__name__] = cls

    def __init__(self, **fields: Any):
        unknown = fields.keys() - self.FIELDS.keys()
        if unknown:
            raise ValueError(f"Protocol message {type(self).__name__} has no {min(unknown)!r} field.")
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        field = self.FIELDS.get(name)
        if field is None:
            raise AttributeError(f"Protocol message {type(self).__name__} has no {name!r} field.")
        if field.key is not None:
            return self.__dict__.setdefault(name, {})
        if field.repeated:
            return self.__dict__.setdefault(name, [])
        return _messages[field.kind]() if field.kind in _messages else _scalar(field.kind).default

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.FIELDS:
            raise AttributeError(f"Assignment not allowed (no field {name!r} in protocol message object).")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.SerializeToString() == other.SerializeToString()

    __hash__ = None  # type: ignore[assignment]  # as messages, which compare equal and change

    def HasField(self, field_name: str) -> bool:
        """Whether the field was given."""
        return field_name in self.__dict__

    def SerializeToString(self, deterministic: bool = True) -> bytes:
        """The message in the wire format."""
        return b"".join(_encoded(self))

    def ParseFromString(self, serialized: bytes) -> int:
        """Sets the fields to what a message in the wire format says; fields that are not declared are passed over.

        Returns:
            How many bytes there were.

        Raises:
            ValueError: if these are not the bytes of a message.
        """
        self.__dict__.clear()
        try:
            _decode(self, memoryview(serialized))
        except (IndexError, struct.error, UnicodeDecodeError) as error:
            raise ValueError(f"these {len(serialized)} bytes are not a {type(self).__name__}: {error}") from None
        return len(serialized)

    @classmethod
    def FromString(cls, serialized: bytes) -> Self:
        """The message that these bytes are; see `ParseFromString`."""
        message = cls()
        message.ParseFromString(serialized)
        return message

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in _lines(self, ""))

    __repr__ = __str__


_messages: dict[str, type[Message]] = {}

_DECLARATION = re.compile(
    r"\s*(?P<name>\w+):\s*(?P<rule>repeated |oneof |map (?P<key>\w+) )?\s*(?P<kind>\w+)\s*=\s*(?P<number>\d+)\s*"
)


def _parsed(declaration: str) -> Field:
    match = _DECLARATION.fullmatch(declaration)
    assert match is not None, f"no declaration of a field: {declaration}"
    rule = (match["rule"] or "").split(" ")[0]
    return Field(match["name"], int(match["number"]), match["kind"], rule == "repeated", match["key"], rule == "oneof")


# -- kinds -----------------------------------------------------------------------------------------------------------

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True)
class _Scalar:
    """A kind of value: how it is stored, its default, and how it is written and read."""

    wire: int
    default: Any
    write: Callable[[Any], bytes]
    read: Callable[[Any], Any]
    text: Callable[[Any], str]


def varint(value: int) -> bytes:
    """An integer in groups of seven bits, the lowest first; negative ones as 64-bit two's complement.

    >>> varint(300)
    b'\\xac\\x02'
    """
    if 0 <= value < 128:
        return bytes((value,))
    value &= 0xFFFFFFFFFFFFFFFF
    groups = bytearray()
    while value > 127:
        groups.append(value & 127 | 128)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _float_text(value: float, wide: bool) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if value == int(value) and abs(value) < 1e16:
        return str(int(value))
    return repr(float(value)) if wide else str(np.float32(value))


def _quoted(value: bytes) -> str:
    return '"' + "".join(map(_escaped, value)) + '"'


_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}


def _escaped(byte: int) -> str:
    return _ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")


def _as_bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


_INTEGER = _Scalar(_VARINT, 0, varint, _signed, str)

SCALARS: dict[str, _Scalar] = {
    "int32": _INTEGER,
    "int64": _INTEGER,
    "uint64": _Scalar(_VARINT, 0, varint, int, str),
    "bool": _Scalar(_VARINT, False, varint, bool, lambda value: "true" if value else "false"),
    "double": _Scalar(
        _FIXED64, 0.0, struct.Struct("<d").pack, lambda raw: struct.unpack("<d", raw)[0], lambda v: _float_text(v, True)
    ),
    "float": _Scalar(
        _FIXED32,
        0.0,
        struct.Struct("<f").pack,
        lambda raw: struct.unpack("<f", raw)[0],
        lambda v: _float_text(v, False),
    ),
    "string": _Scalar(_BYTES, "", str.encode, lambda raw: bytes(raw).decode(), lambda v: _quoted(_as_bytes(v))),
    "bytes": _Scalar(_BYTES, b"", _as_bytes, bytes, lambda v: _quoted(_as_bytes(v))),
}

#: The names of the values of an enumeration.
ENUMERATIONS: dict[str, dict[int, str]] = {
    "DataType": {d.as_datatype_enum: f"DT_{d.enum_name.upper()}" for d in DTYPES},
    "DataClass": {1: "DATA_CLASS_SCALAR", 2: "DATA_CLASS_TENSOR", 3: "DATA_CLASS_BLOB_SEQUENCE"},
}


def _enumeration(names: dict[int, str]) -> _Scalar:
    return _Scalar(_VARINT, 0, varint, int, lambda value: names.get(value, str(value)))


_ENUMERATED = {name: _enumeration(names) for name, names in ENUMERATIONS.items()}


def _scalar(kind: str) -> _Scalar:
    return SCALARS.get(kind) or _ENUMERATED[kind]


# -- the wire format -------------------------------------------------------------------------------------------------


def _encoded(message: Message) -> Iterator[bytes]:
    given = message.__dict__
    for name, field in message.FIELDS.items():
        value = given.get(name)
        if value is None:
            continue
        if field.key is not None:
            for key, item in value.items():
                entry = _tagged(1, field.key, key) + _tagged(2, field.kind, item)
                yield _delimited(field.number, entry)
        elif not field.repeated:
            if field.explicit or field.kind in _messages or value != _scalar(field.kind).default:
                yield _tagged(field.number, field.kind, value)
        elif field.kind in _messages or _scalar(field.kind).wire == _BYTES:
            for item in value:
                yield _tagged(field.number, field.kind, item)
        elif value:
            # Numbers are packed: one length for all of them.
            yield _delimited(field.number, b"".join(map(_scalar(field.kind).write, value)))


def _delimited(number: int, content: bytes) -> bytes:
    return varint(number << 3 | _BYTES) + varint(len(content)) + content


def _tagged(number: int, kind: str, value: Any) -> bytes:
    if kind in _messages:
        return _delimited(number, value.SerializeToString())
    scalar = _scalar(kind)
    content = scalar.write(value)
    if scalar.wire == _BYTES:
        return _delimited(number, content)
    return varint(number << 3 | scalar.wire) + content


_WIDTHS = {_FIXED64: 8, _FIXED32: 4}


def _read_varint(data: memoryview, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & 0xFFFFFFFFFFFFFFFF, position
        shift += 7


def _records(data: memoryview) -> Iterator[tuple[int, int, Any]]:
    """The number, wire type and raw value of each field."""
    position = 0
    while position < len(data):
        tag, position = _read_varint(data, position)
        wire = tag & 7
        if wire == _VARINT:
            raw, position = _read_varint(data, position)
            yield tag >> 3, wire, raw
            continue
        if wire == _BYTES:
            length, position = _read_varint(data, position)
        elif wire in _WIDTHS:
            length = _WIDTHS[wire]
        else:
            raise IndexError(f"wire type {wire}")
        if position + length > len(data):
            raise IndexError("they end too early")
        yield tag >> 3, wire, data[position : position + length]
        position += length


def _decode(message: Message, data: memoryview) -> None:
    fields = {field.number: field for field in message.FIELDS.values()}
    given = message.__dict__
    for number, wire, raw in _records(data):
        field = fields.get(number)
        if field is None:
            continue
        if field.key is not None:
            entry = {n: (w, r) for n, w, r in _records(raw)}
            key = _value(field.key, entry[1][1]) if 1 in entry else _scalar(field.key).default
            given.setdefault(field.name, {})[key] = _value(field.kind, entry[2][1] if 2 in entry else memoryview(b""))
        elif not field.repeated:
            given[field.name] = _value(field.kind, raw)
        elif field.kind not in _messages and wire == _BYTES != _scalar(field.kind).wire:
            given.setdefault(field.name, []).extend(_unpacked(_scalar(field.kind), raw))
        else:
            given.setdefault(field.name, []).append(_value(field.kind, raw))


def _value(kind: str, raw: Any) -> Any:
    if kind in _messages:
        message = _messages[kind]()
        _decode(message, raw)
        return message
    return _scalar(kind).read(raw)


def _unpacked(scalar: _Scalar, data: memoryview) -> Iterator[Any]:
    position = 0
    while position < len(data):
        if scalar.wire == _VARINT:
            raw, position = _read_varint(data, position)
            yield scalar.read(raw)
        else:
            width = _WIDTHS[scalar.wire]
            yield scalar.read(data[position : position + width])
            position += width


# -- text ------------------------------------------------------------------------------------------------------------


def _lines(message: Message, indent: str) -> Iterator[str]:
    for name, field in message.FIELDS.items():
        value = message.__dict__.get(name)
        if value is None:
            continue
        if field.key is not None:
            for key in sorted(value, key=_map_order):
                yield f"{indent}{name} {{"
                yield from _value_lines("key", field.key, key, indent + "  ")
                yield from _value_lines("value", field.kind, value[key], indent + "  ")
                yield indent + "}"
        elif field.repeated:
            for item in value:
                yield from _value_lines(name, field.kind, item, indent)
        elif field.explicit or field.kind in _messages or value != _scalar(field.kind).default:
            yield from _value_lines(name, field.kind, value, indent)


def _value_lines(name: str, kind: str, value: Any, indent: str) -> Iterator[str]:
    if kind not in _messages:
        yield f"{indent}{name}: {_scalar(kind).text(value)}"
        return
    yield f"{indent}{name} {{"
    yield from _lines(value, indent + "  ")
    yield indent + "}"


def _map_order(key: Any) -> Any:
    """Sorts keys as protobuf's printer does: text from z to A, what begins another before it; numbers upwards."""
    return [-byte for byte in key.encode()] if isinstance(key, str) else key
