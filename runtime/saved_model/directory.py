"""The directory of a saved model: a manifest, and the files that it lists.

    model/
        saved_model.txt         the manifest
        save-1/
            objects.txt  functions.txt  tensors.safetensors
        assets/vocabulary.txt

The files of each save are in a directory of their own, but for assets: one that has not changed stays where it is, for
programs know its path, and one that has gets another name. The manifest names the directory and the program that wrote
it, and has the size and the SHA-256 of each file, and of itself. Replacing the manifest, in one step, is what makes a
save the current one: a save that ends half-way leaves the previous one whole. What the manifest does not list is not
looked at.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime.saved_model.damage import DamagedError
from runtime.saved_model.signed_text import Producer, decoded, read_bytes, read_signed, signed
from runtime.saved_model.tensors import file_hash, sync_file, write_tensors

MANIFEST = "saved_model.txt"
FORMAT = "saved model 1"

_SAVE = re.compile(r"save-(\d{1,9})")


class Saving:
    """A save in progress: a new directory that becomes the current one on `commit`.

    Args:
        directory: of the saved model; made if it does not exist.

    Attributes:
        path: the new directory, to write files to.
    """

    def __init__(self, directory: str):
        os.makedirs(directory, exist_ok=True)
        self._directory = directory
        number = max(_saves(directory), default=0) + 1
        while True:
            self.path = os.path.join(directory, f"save-{number}")
            try:
                os.mkdir(self.path)
                break
            except FileExistsError:
                number += 1
        self._number = number
        self._save = os.path.basename(self.path)
        self._before = _listed_assets(directory)
        self._made_assets: list[str] = []
        #: Of each file, by its path in the directory, the SHA-256 where it is known.
        self._files: dict[str, str | None] = {}

    def file(self, name: str) -> str:
        """The path to write a file of this save to."""
        self._files[f"{self._save}/{name}"] = None
        return os.path.join(self.path, name)

    def asset(self, source: str) -> str:
        """Copies a file to the assets, unless it is among them. Returns its path in the directory.

        Raises:
            OSError: if the file cannot be read.
        """
        digest, base = file_hash(source), os.path.basename(source)
        count = 0
        while True:
            name = f"assets/{count}/{base}" if count else f"assets/{base}"
            path = os.path.join(self._directory, *name.split("/"))
            if not os.path.lexists(path) and name not in self._files:
                break
            if os.path.isfile(path) and not os.path.islink(path) and file_hash(path) == digest:
                break
            count += 1
        if not os.path.lexists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            waiting = os.path.join(self.path, "asset")
            shutil.copyfile(source, waiting)
            sync_file(waiting)
            os.replace(waiting, path)
            self._made_assets.append(path)
        self._files[name] = digest
        return name

    def write_text(self, name: str, text: str) -> None:
        """Writes a file of text."""
        _write_synced(self.file(name), text.encode())

    def write_tensors(self, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        """Writes a file of tensors."""
        digest = write_tensors(self.file(name), arrays)
        self._files[f"{self._save}/{name}"] = digest

    def commit(self) -> None:
        """Makes this save the current one, and deletes those before it."""
        lines = [f"directory {self._save!r}"]
        paths = {name: os.path.join(self._directory, *name.split("/")) for name in sorted(self._files)}
        for name, path in paths.items():
            lines.append(f"file {name!r} {os.path.getsize(path)} {(self._files[name] or file_hash(path))!r}")
        for directory in {os.path.dirname(path) for path in paths.values()}:
            sync_file(directory)
        waiting = os.path.join(self.path, MANIFEST)
        _write_synced(waiting, signed(FORMAT, lines).encode())
        os.replace(waiting, os.path.join(self._directory, MANIFEST))
        sync_file(self._directory)
        for name in self._before:
            if name not in self._files:
                with contextlib.suppress(OSError):
                    os.remove(os.path.join(self._directory, *name.split("/")))
        for number in _saves(self._directory):
            if number < self._number:
                shutil.rmtree(os.path.join(self._directory, f"save-{number}"), ignore_errors=True)

    def __enter__(self) -> Saving:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if kind is not None:
            shutil.rmtree(self.path, ignore_errors=True)
            for path in self._made_assets:
                os.remove(path)
        else:
            self.commit()


def is_saved_model(directory: str) -> bool:
    """Whether there is a manifest."""
    return os.path.isfile(os.path.join(directory, MANIFEST))


class SavedFiles:
    """The files of a saved model; each is checked against the manifest before it is read.

    Args:
        directory: of the saved model.

    Raises:
        OSError: if there is no manifest.
        DamagedError: if it cannot be read.
    """

    def __init__(self, directory: str):
        self._directory = directory
        manifest = os.path.join(directory, MANIFEST)
        if not os.path.lexists(manifest):
            raise OSError(f"SavedModel file does not exist at: {directory}/{{{MANIFEST}}}")
        self._manifest = manifest
        text = decoded(manifest, read_bytes(manifest))
        #: What wrote the model; None if it did not say so.
        self.producer: Producer | None
        self._save, self.producer, self._files = _parsed(manifest, text)

    @property
    def directory(self) -> str:
        """The directory of the save."""
        return os.path.join(self._directory, self._save)

    @property
    def names(self) -> list[str]:
        """The files that the manifest lists."""
        return list(self._files)

    def place(self, name: str) -> str:
        """Where a file of the save is, for messages."""
        return os.path.join(self.directory, name)

    def own(self, name: str) -> str:
        """The path in the directory of the model of a file of the save."""
        return f"{self._save}/{name}"

    def path(self, name: str) -> str:
        """The path of a file, whose content was checked.

        Raises:
            DamagedError: if there is no such file, or it is not what was written.
        """
        path = self._checked_path(name)
        size, digest = self._files[name]
        if os.path.getsize(path) != size:
            raise DamagedError(path, f"the file has {os.path.getsize(path)} bytes, not the {size} that were written")
        if file_hash(path) != digest:
            raise _altered(path)
        return path

    def listed(self, name: str, paths: Mapping[str, str]) -> str:
        """The path of a file among those that were checked.

        Raises:
            DamagedError: if the manifest does not list it.
        """
        if name not in paths:
            raise DamagedError(self._manifest, f"the manifest does not list {name!r}")
        return paths[name]

    def text(self, name: str) -> str:
        """The content of a file of text of the save."""
        path = self._checked_path(self.own(name))
        size, digest = self._files[self.own(name)]
        data = read_bytes(path, size)
        if hashlib.sha256(data).hexdigest() != digest:
            raise _altered(path)
        return decoded(path, data)

    def _checked_path(self, name: str) -> str:
        if name not in self._files:
            raise DamagedError(self._manifest, f"the manifest does not list {name!r}")
        path = self._directory
        for part in name.split("/"):
            path = os.path.join(path, part)
            try:
                mode = os.lstat(path).st_mode
            except OSError as error:
                raise DamagedError(path, f"the manifest lists this file, but {error.strerror}") from None
            if stat.S_ISLNK(mode):
                raise DamagedError(path, "this is a link to another place", help="put the file itself here")
        if not stat.S_ISREG(mode):
            raise DamagedError(path, "this is no regular file")
        return path


def _altered(path: str) -> DamagedError:
    return DamagedError(path, "the file is not what was written: its SHA-256 is not that of the manifest")


def _parsed(path: str, text: str) -> tuple[str, Producer | None, dict[str, tuple[int, str]]]:
    """The directory, the producer, and size and SHA-256 of the files, that a manifest names."""
    producer, (line, *rest) = read_signed(path, text, FORMAT, "manifest")
    line.expect("directory")
    save = line.string()
    if not _SAVE.fullmatch(save):
        line.fail(f"{save!r} is not the directory of a save")
    files: dict[str, tuple[int, str]] = {}
    for line in rest:
        line.expect("file")
        name = line.string()
        size = line.integer()
        if not is_inside(name) or name in files or name.split("/")[0] not in (save, "assets"):
            line.fail(f"{name!r} is not the name of a file of a saved model")
        files[name] = size, line.string()
        line.expect_end()
    return save, producer, files


def _listed_assets(directory: str) -> list[str]:
    """The assets of the model that is in a directory; none if there is no model, or it cannot be read."""
    try:
        return [name for name in SavedFiles(directory).names if name.startswith("assets/")]
    except (OSError, DamagedError):
        return []


def is_inside(name: str) -> bool:
    """Whether a path, with `/` between its parts, stays in the directory that it begins in."""
    parts = name.split("/")
    return all(re.fullmatch(r"[^/\\\0:\n]+", part) and part not in (".", "..") for part in parts)


def _saves(directory: str) -> list[int]:
    """The numbers of the saves in a directory."""
    return [int(match[1]) for match in map(_SAVE.fullmatch, os.listdir(directory)) if match]


def _write_synced(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
