"""Functions of Python's library that change what is outside of the program: files, processes, the clock, generators.

What they do cannot be undone, and in a region that may run any number of times, or never, they are refused. `print`,
`logging` and `warnings` are not among them: they tell what is traced, once.
"""

from __future__ import annotations

import abc
import pathlib
import weakref
from collections.abc import Sequence
from types import MethodType
from typing import Any

from autograph.operators import effect_errors

_FILES = """chdir chmod chown close dup dup2 fchmod fchown fsync ftruncate lchown link lockf lseek makedirs mkdir mkfifo
    mknod open pipe putenv pwrite remove removedirs rename renames replace rmdir setxattr symlink truncate umask unlink
    unsetenv utime write writev abort execv execve fork kill killpg popen posix_spawn spawnv startfile system wait
    waitpid _exit"""

#: Names of functions by the module that has them.
_FUNCTIONS = {
    **dict.fromkeys(("os", "posix", "nt"), frozenset(_FILES.split())),
    **dict.fromkeys(("io", "_io", "builtins"), frozenset({"open", "input"})),
    "shutil": frozenset(
        [
            "chown",
            "copy",
            "copy2",
            "copyfile",
            "copyfileobj",
            "copymode",
            "copystat",
            "copytree",
            "make_archive",
            "move",
            "rmtree",
            "unpack_archive",
        ]
    ),
    "subprocess": frozenset(["Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput", "run"]),
    "time": frozenset({"sleep"}),
    "tempfile": frozenset(
        ["NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory", "TemporaryFile", "mkdtemp", "mkstemp"]
    ),
    "sys": frozenset(["setrecursionlimit", "setswitchinterval", "settrace", "setprofile"]),
    "functools": frozenset({"register"}),
    "copyreg": frozenset({"add_extension", "clear_extension_cache", "constructor", "pickle", "remove_extension"}),
    "gc": frozenset({"disable", "enable", "freeze", "set_debug", "set_threshold", "unfreeze"}),
    "weakref": frozenset({"finalize"}),
    **dict.fromkeys(("decimal", "_decimal"), frozenset({"setcontext"})),
    **dict.fromkeys(("xml.etree.ElementTree", "_elementtree"), frozenset({"SubElement", "indent"})),
    "signal": frozenset(["alarm", "raise_signal", "setitimer", "signal"]),
    "urllib.request": frozenset({"urlopen", "urlretrieve"}),
    "socket": frozenset({"socket", "create_connection", "create_server"}),
    "webbrowser": frozenset({"open", "open_new", "open_new_tab"}),
    "numpy": frozenset(["fromfile", "save", "savetxt", "savez", "savez_compressed", "seterr", "set_printoptions"]),
    "numpy.random": frozenset({"seed", "set_state"}),
    "numpy.random.mtrand": frozenset({"seed", "set_state"}),
}
_PATHS = frozenset(
    [
        "chmod",
        "hardlink_to",
        "lchmod",
        "link_to",
        "mkdir",
        "open",
        "rename",
        "replace",
        "rmdir",
        "symlink_to",
        "touch",
        "unlink",
        "write_bytes",
        "write_text",
    ]
)
_THREADS = frozenset({"start"})


def check_outside(function: Any, args: Sequence[Any]) -> None:
    """Refuses a call, in a region that may run any number of times or never, of what changes what is outside."""
    if (function is exec or function is eval) and args and not _is_expression(args[0]):
        effect_errors.cannot_undo(
            f"`{function.__name__}` runs code",
            "what that changes is changed once, while the program is staged, whichever path is taken when it runs",
            "write the code where it is run",
        )
    name = "finalize" if type(function) is weakref.finalize else getattr(function, "__name__", None)
    if name is None:
        return
    if type(function) is MethodType:
        owner = function.__self__
        is_outside = (
            (name == "register" and isinstance(owner, abc.ABCMeta))
            or (name in _PATHS and isinstance(owner, pathlib.Path))
            or (name in _THREADS and type(owner).__module__ in ("threading", "multiprocessing.context"))
        )
    else:
        is_outside = name in _FUNCTIONS.get(getattr(function, "__module__", None) or "", ())
    if is_outside:
        effect_errors.cannot_undo(
            f"`{name}` changes what is outside of the program",
            "it does so once, while the program is staged, whichever path is taken when it runs",
            "call it outside, or where no tensor decides whether it is called",
        )


def _is_expression(source: Any) -> bool:
    """Whether code calls nothing, as far as its text tells."""
    return isinstance(source, str) and "(" not in source and ":=" not in source
