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
from autograph.operators.effects import log, logs
from autograph.operators.namespaces import class_attribute
from autograph.operators.origin import reaches_staged
from autograph.operators.refusals import refusal

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
    "sys": frozenset(["set_int_max_str_digits", "setrecursionlimit", "setswitchinterval", "settrace", "setprofile"]),
    "functools": frozenset({"register"}),
    "csv": frozenset({"field_size_limit", "register_dialect", "unregister_dialect"}),
    "_csv": frozenset({"field_size_limit", "register_dialect", "unregister_dialect"}),
    "faulthandler": frozenset({"disable", "enable"}),
    "locale": frozenset({"setlocale"}),
    "logging": frozenset({"addLevelName", "basicConfig", "captureWarnings", "disable", "setLevel"}),
    "mimetypes": frozenset({"add_type"}),
    "threading": frozenset({"setprofile", "settrace", "stack_size"}),
    "tracemalloc": frozenset({"start", "stop"}),
    "warnings": frozenset({"filterwarnings", "resetwarnings", "simplefilter"}),
    "copyreg": frozenset({"add_extension", "clear_extension_cache", "constructor", "pickle", "remove_extension"}),
    "gc": frozenset({"disable", "enable", "freeze", "set_debug", "set_threshold", "unfreeze"}),
    "weakref": frozenset({"finalize"}),
    **dict.fromkeys(("decimal", "_decimal"), frozenset({"setcontext"})),
    **dict.fromkeys(
        ("xml.etree.ElementTree", "_elementtree"), frozenset({"SubElement", "indent", "register_namespace"})
    ),
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
#: What changes a class that it is given, by its module.
_OF_CLASSES = {
    "functools": frozenset({"total_ordering"}),
    "dataclasses": frozenset({"dataclass"}),
    "typing": frozenset({"final", "no_type_check", "runtime_checkable"}),
}


def check_outside(function: Any, args: Sequence[Any]) -> None:
    """Refuses a call, in a region that may run any number of times or never, of what changes what is outside.

    Elsewhere it is noted: the region around may have to be staged again, and it would be done again.
    """
    around = log()
    if around is None:
        return
    is_start = type(function) is MethodType and function.__name__ == "start" and _is_thread(function.__self__)
    if is_start and _computes_apart(function.__self__):
        effect_errors.thread_is_started()
    if (found := _effect_of(function, args)) is None:
        return
    if around.conditional:
        effect_errors.cannot_undo(*found)
    around.done = around.done or refusal(effect_errors.is_done_again, found[0])


def _effect_of(function: Any, args: Sequence[Any]) -> tuple[str, str, str] | None:
    """What a call does that cannot be undone: what it is, why that matters, and what to do instead."""
    if function is exec or function is eval:
        if not args or _is_expression(args[0]):
            return None
        return (
            f"`{function.__name__}` runs code",
            "what that changes is changed once, while the program is staged, whichever path is taken when it runs",
            "write the code where it is run",
        )
    name = "finalize" if type(function) is weakref.finalize else getattr(function, "__name__", None)
    if name is None:
        return None
    module = getattr(function, "__module__", None) or ""
    is_outside = name in _FUNCTIONS.get(module, ())
    if type(function) is MethodType:
        owner = function.__self__
        is_outside = (
            is_outside
            or (name == "register" and isinstance(owner, abc.ABCMeta))
            or (name in _PATHS and isinstance(owner, pathlib.Path))
            or (name == "start" and _is_thread(owner))
        )
    if name in _OF_CLASSES.get(module, ()) and args and isinstance(args[0], type):
        is_outside = not any(region.is_new(args[0]) for region in logs() if region.conditional)
    if not is_outside:
        return None
    return (
        f"`{name}` changes what is outside of the program",
        "it does so once, while the program is staged, whichever path is taken when it runs",
        "call it outside, or where no tensor decides whether it is called",
    )


def _is_thread(value: Any) -> bool:
    """Whether a value is a thread, or a process."""
    return any((cls.__module__, cls.__name__) in _THREADS for cls in type(value).__mro__)


_THREADS = frozenset({("threading", "Thread"), ("multiprocessing.process", "BaseProcess")})


def _computes_apart(thread: Any) -> bool:
    """Whether a thread has something staged."""
    return any(map(reaches_staged, [*vars(thread).values(), class_attribute(type(thread), "run")]))


def _is_expression(source: Any) -> bool:
    """Whether code calls nothing, as far as its text tells."""
    return isinstance(source, str) and "(" not in source and ":=" not in source
