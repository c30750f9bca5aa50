"""`tf.io.gfile`: the file system, with TensorFlow's names and errors."""

from __future__ import annotations

import glob as patterns
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from runtime.core import errors
from runtime.core.coverage import not_covered
from runtime.library.point_wise import public

__all__ = [
    "GFile", "copy", "exists", "glob", "isdir", "join", "listdir", "makedirs", "mkdir", "remove", "rename", "rmtree",
    "stat", "walk",
]  # fmt: skip


#: What the file system raises, and what a program catches. First match wins.
_KINDS: tuple[tuple[type[OSError], type[errors.OpError], str], ...] = (
    (FileNotFoundError, errors.NotFoundError, "No such file or directory"),
    (FileExistsError, errors.AlreadyExistsError, "file already exists"),
    (PermissionError, errors.PermissionDeniedError, "Permission denied"),
    (OSError, errors.FailedPreconditionError, ""),
)


@contextmanager
def reported(path: str) -> Iterator[None]:
    """Raises TensorFlow's errors for those of Python."""
    try:
        yield
    except OSError as error:
        made, text = next((made, text) for kind, made, text in _KINDS if isinstance(error, kind))
        raise made(None, None, f"{path}; {text or error.strerror or error}") from None


def _path(path: Any) -> str:
    if hasattr(path, "numpy"):
        path = path.numpy()
    return os.fsdecode(path)


_OF_FILES = frozenset({"read", "readline", "readlines", "write", "seek", "tell"})


class GFile:
    """A file, as `open` gives it: `with GFile(name, "w") as f: f.write("text")`."""

    def __init__(self, name: Any, mode: str = "r"):
        self.name = _path(name)
        self.mode = mode
        self._file: IO[Any] | None = None

    def _open(self) -> IO[Any]:
        if self._file is None:
            with reported(self.name):
                self._file = open(self.name, self.mode)  # noqa: SIM115 - `close` closes it
        return self._file

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._open())

    def __getattr__(self, name: str) -> Any:
        """What files of Python have: `read`, `readline`, `readlines`, `write`, `seek`, `tell`."""
        if name not in _OF_FILES:  # to ask for another name is no reason to open it
            raise AttributeError(f"'GFile' object has no attribute {name!r}")
        return getattr(self._open(), name)

    def size(self) -> int:
        return int(stat(self.name).st_size)

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _of_path(function: Callable[[str], Any], name: str, doc: str) -> Callable[[Any], Any]:
    """The public function of what Python does with one path."""

    def reporting(path: Any) -> Any:
        with reported(_path(path)):
            return function(_path(path))

    return public(reporting, name, doc)


exists = _of_path(os.path.exists, "exists", "Whether there is a file or directory.")
isdir = _of_path(os.path.isdir, "isdir", "Whether there is a directory.")
listdir = _of_path(os.listdir, "listdir", "What is in a directory.")
makedirs = _of_path(lambda path: os.makedirs(path, exist_ok=True), "makedirs", "Makes a directory, and those it is in.")
mkdir = _of_path(os.mkdir, "mkdir", "Makes a directory.")
remove = _of_path(os.remove, "remove", "Removes a file.")
rmtree = _of_path(shutil.rmtree, "rmtree", "Removes a directory and all that is in it.")
stat = _of_path(os.stat, "stat", "What the file system says of a file.")


def glob(pattern: Any) -> list[str]:
    """The files that match a pattern, or one of several, in order."""
    given = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    return sorted(found for one in given for found in patterns.glob(_path(one)))


def _check_new(path: str, overwrite: bool) -> None:
    if os.path.exists(path) and not overwrite:
        raise errors.AlreadyExistsError(None, None, f"{path}; file already exists")


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file.

    Args:
        src, dst: paths of files.
        overwrite: whether `dst` may exist.
    """
    _check_new(_path(dst), overwrite)
    with reported(_path(src)):
        shutil.copyfile(_path(src), _path(dst))


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Renames a file or directory.

    Args:
        src, dst: paths.
        overwrite: whether `dst` may exist.
    """
    _check_new(_path(dst), overwrite)
    with reported(_path(src)):
        os.replace(_path(src), _path(dst))


def join(path: Any, *paths: Any) -> str:
    """Parts of a path, put together."""
    return os.path.join(_path(path), *map(_path, paths))


def walk(top: Any, topdown: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """The directories below one, each with the names of its directories and files.

    Args:
        top: a path.
        topdown: whether a directory comes before those below it.
    """
    yield from os.walk(_path(top), topdown)


__getattr__ = not_covered("tf.io.gfile", __all__)
