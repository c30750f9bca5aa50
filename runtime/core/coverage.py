"""What is said of a name that TensorFlow has and this system has not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def not_covered(namespace: str, names: Iterable[str]) -> Callable[[str], Any]:
    """The `__getattr__` of a namespace, which names the nearest name that is covered.

    Args:
        namespace: as users write it: `tf.math`.
        names: that the namespace has.
    """
    known = list(names)

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(refusal(namespace, name, known))

    return __getattr__


def refusal(namespace: str, name: str, names: Iterable[str]) -> str:
    """The message for a name that is not covered."""
    import difflib  # only needed to fail

    known = list(names)
    nearest = difflib.get_close_matches(name, known, 1, 0.5) or [n for n in known if name in n or n in name][:1]
    hint = f"; the nearest name that is: {namespace}.{nearest[0]}" if nearest else ""
    module = "runtime" + namespace.removeprefix("tf")
    return f"module {module!r} has no attribute {name!r}: this part of TensorFlow is not covered{hint}"
