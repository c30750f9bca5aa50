"""Texts that say what they are and who wrote them, and end with their own SHA-256: manifests and indices.

checkpoint 1
producer 'autograph-runtime' '0.1.0'
...
end '9b1c...'
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

from runtime.saved_model.damage import RESTORE, DamagedError
from runtime.saved_model.literals import Reader

#: Texts larger than this are refused: nobody wrote them, and reading them takes memory.
LARGEST_TEXT = 1 << 30


@dataclass(frozen=True)
class Producer:
    """A program that writes files.

    Attributes:
        name: of the distribution.
        version: of the distribution.
    """

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


#: This program. A test holds that it is what the distribution is called.
THIS = Producer("autograph-runtime", "0.1.0")


def signed(format: str, lines: Iterable[str]) -> str:
    """The text of some lines, in a format.

    >>> print(signed('list 1', ["item 'a'"]))
    list 1
    producer 'autograph-runtime' '0.1.0'
    item 'a'
    end 'a72d5efb71f6c66b1129b49400780225efc78d29c4cda36cd0bee7b7f57363e9'
    <BLANKLINE>
    """
    text = "".join(f"{line}\n" for line in [format, f"producer {THIS.name!r} {THIS.version!r}", *lines])
    return text + f"end {hashlib.sha256(text.encode()).hexdigest()!r}\n"


def check_format(path: str, first: str, format: str, help: str = RESTORE) -> None:
    """Checks the first line of a text, which names the format and its version.

    Args:
        path: of the file, for errors.
        first: the line.
        format: what it should be.
        help: what to do about a text of another kind.

    Raises:
        DamagedError: if it is another.
    """
    if first != format:
        known = first.rpartition(" ")[0] == format.rpartition(" ")[0]
        problem = f"the first line should be {format!r}, not {first[:40]!r}"
        raise DamagedError(path, problem, (1, 1), "load it with the version that saved it" if known else help)


def read_signed(
    path: str, text: str, format: str, what: str, help: str = RESTORE
) -> tuple[Producer | None, list[Reader]]:
    """What `signed` made a text of.

    Args:
        path: of the file, for errors.
        text: what is in it.
        format: that it should be in.
        what: to call it in errors.
        help: what to do about a text of another kind.

    Returns:
        Who wrote it, if it says so, and its lines.

    Raises:
        DamagedError: if it is not what was written.
    """
    lines = text.split("\n")
    check_format(path, lines[0], format, help)
    if len(lines) < 3 or lines[-1]:
        raise DamagedError(path, f"the {what} is not complete", (len(lines), 1))
    end = Reader(path, len(lines) - 1, lines[-2])
    end.expect("end")
    digest = end.string()
    end.expect_end()
    if hashlib.sha256("".join(f"{line}\n" for line in lines[:-2]).encode()).hexdigest() != digest:
        end.fail(f"the {what} is not what was written: its SHA-256 is another")
    found = [Reader(path, number, content) for number, content in enumerate(lines[1:-2], 2)]
    if not found:
        end.fail(f"the {what} says nothing")
    if not found[0].accept("producer"):
        return None, found
    producer = Producer(found[0].string(), found[0].string())
    found[0].expect_end()
    return producer, found[1:]


def read_bytes(path: str, size: int | None = None, largest: int = LARGEST_TEXT) -> bytes:
    """The content of a file, which is to be no link, device or the like.

    Args:
        path: of the file.
        size: how many bytes there should be, if that is known.
        largest: how many there may be.

    Raises:
        DamagedError: if it is another kind of file, or has another size.
    """
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise DamagedError(path, "this is no regular file")
    found = os.path.getsize(path)
    if size is not None and found != size:
        raise DamagedError(path, f"the file has {found} bytes, not the {size} that were written")
    if found > largest:
        raise DamagedError(path, f"the file is larger than {largest} bytes")
    with open(path, "rb") as file:
        return file.read()


def decoded(path: str, data: bytes) -> str:
    """The content of a file as text.

    Raises:
        DamagedError: if it is none.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise DamagedError(path, f"the file is not text in UTF-8: {error}") from None
