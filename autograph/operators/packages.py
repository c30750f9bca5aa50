"""Which code is the program's: whose functions are converted, and whose variables may lead to its objects."""

from __future__ import annotations

import sys
import sysconfig

#: Packages whose functions are run as they are: they work below the level of a user's control flow.
UNCONVERTED_PACKAGES = frozenset(
    {
        "autograph", "runtime", "numpy", "jax", "jaxlib", "torch", "tensorflow", "keras", "scipy", "optree", "gast",
        "astunparse", "ml_dtypes", "sklearn", "pandas", "pytest", "_pytest", "hypothesis", "unittest", "doctest",
        "abc", "argparse", "ast", "asyncio", "atexit", "codecs", "collections", "concurrent", "contextlib", "copy",
        "copyreg", "ctypes", "dataclasses", "dis", "enum", "functools", "gc", "importlib", "inspect", "io", "json",
        "linecache", "logging", "multiprocessing", "operator", "os", "pathlib", "pdb", "pickle", "queue", "random",
        "re", "reprlib", "selectors", "shutil", "signal", "socket", "string", "struct", "subprocess", "sys",
        "sysconfig", "tempfile", "textwrap", "threading", "time", "timeit", "token", "tokenize", "trace", "traceback",
        "types", "typing", "typing_extensions", "uuid", "warnings", "weakref", "zipfile",
    }
)  # fmt: skip

#: Modules of Python's library whose classes are converted as the program's are, however they make their objects.
CONVERTED_MODULES = frozenset({"fractions"})

_PYTHONS = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})
_ADDED = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib")})


def is_programs(name: str | None) -> bool:
    """Whether a module may have objects of the program's: it is neither Python's nor of those packages."""
    if name is None or name.partition(".")[0] in UNCONVERTED_PACKAGES:
        return False
    file = getattr(sys.modules.get(name), "__file__", None)
    return name == "__main__" or (file is not None and (not file.startswith(_PYTHONS) or file.startswith(_ADDED)))
