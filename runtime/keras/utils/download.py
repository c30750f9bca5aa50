"""Files from the network, kept in a folder of the user's: `get_file`."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from typing import Any

from runtime.keras.coverage import warn_of_unused


def keras_home() -> str:
    """The folder that files are kept in: `KERAS_HOME`, or `~/.keras`."""
    return os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")


def get_file(
    fname: str | None = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: Any = "auto",
    cache_dir: str | None = None,
    force_download: bool = False,
) -> str:
    """A file from the network: the copy that is kept, or else a new one.

    Args:
        fname: what it is called here; by default the last part of `origin`. An absolute path is a place of its own.
        origin: the URL.
        untar, extract: whether an archive is unpacked beside it.
        md5_hash, file_hash: what the checksum has to be, if that is known.
        cache_subdir: the folder inside of the folder of the user's.
        hash_algorithm: `sha256`, `md5`, or `auto`, which tells by the length.
        archive_format: what kind of archive it is: its content tells.
        cache_dir: in place of the folder of the user's.
        force_download: whether a copy that is there is replaced.

    Returns:
        The path of the file, or of the folder that it was unpacked to.

    Raises:
        ValueError: if the checksum is not right.
        OSError: if there is no copy and the file cannot be had.
    """
    warn_of_unused("get_file", {"archive_format": archive_format}, {"archive_format": ("auto", "tar", "zip")})
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    fname = fname or os.path.basename(urllib.parse.urlparse(origin).path)
    path = os.path.join(os.path.expanduser(cache_dir or keras_home()), cache_subdir, fname)
    wanted = file_hash or md5_hash
    algorithm = hash_algorithm if hash_algorithm != "auto" else "sha256" if wanted and len(wanted) == 64 else "md5"
    if force_download or not os.path.exists(path) or (wanted and _checksum(path, algorithm) != wanted):
        download(origin, path, wanted, algorithm)
    if not (untar or extract):
        return path
    endings = (".tar.gz", ".tar.bz2", ".tgz", ".tar", ".zip")
    folder = next((path.removesuffix(ending) for ending in endings if path.endswith(ending)), f"{path}_extracted")
    if not os.path.exists(folder):
        _unpack(path, folder)
    return folder


def download(origin: str, path: str, wanted: str | None = None, algorithm: str = "sha256") -> None:
    """Copies the file at a URL to `path`, at once: a copy that fails leaves nothing behind.

    Raises:
        ValueError: if the checksum is not `wanted`.
        OSError: if the file cannot be had.
    """
    folder, name = os.path.split(path)
    os.makedirs(folder or ".", exist_ok=True)
    print(f"Downloading data from {origin}")
    with tempfile.TemporaryDirectory(dir=folder or ".", prefix=name) as waiting:
        part = os.path.join(waiting, "part")
        try:
            with urllib.request.urlopen(origin, timeout=60) as source, open(part, "wb") as target:
                shutil.copyfileobj(source, target)
        except (urllib.error.URLError, OSError) as error:
            raise OSError(
                f"{name} is not in {folder}, and cannot be downloaded from {origin} ({getattr(error, 'reason', error)})"
                f": without a network, copy the file to {path} yourself"
            ) from None
        if wanted and (found := _checksum(part, algorithm)) != wanted:
            raise ValueError(
                f"What was downloaded from {origin} is not the file that was expected: its {algorithm} checksum is "
                f"{found} in place of {wanted}. Nothing was kept; try again, or copy the right file to {path}"
            )
        os.replace(part, path)


def _checksum(path: str, algorithm: str) -> str:
    """The checksum of a file, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()


def _unpack(path: str, folder: str) -> None:
    """Unpacks an archive into a folder, which holds all of it or is not there.

    Raises:
        ValueError: if a member would be written outside of the folder.
    """
    with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as waiting:
        part = os.path.join(waiting, "part")
        if tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                archive.extractall(part, filter="data")
        else:
            with zipfile.ZipFile(path) as zipped:
                for name in zipped.namelist():
                    if os.path.isabs(name) or ".." in name.replace("\\", "/").split("/"):
                        raise ValueError(f"{path} holds '{name}', which would be written outside of {folder}")
                zipped.extractall(part)
        os.replace(part, folder)
