"""Running a program cell by cell, as a notebook does: what a cell prints, and the value of its last expression.

A program is a Python file whose cells begin with `# %%`. It may run on any system: `tf` is given to it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: What differs from one run or system to the next.
MASKS = [
    (r"0x[0-9a-fA-F]{6,}", "0x..."),
    (r"\b(__inference_\w+?)_\d+\b", r"\1_N"),
    (r"\b((?:cond|while)_(?:true|false|cond|body))_\d+\b", r"\1_N"),
    (r"\[Op:\w+\]( name: .*)?", "[Op]"),
    (r"\{\{.*?\}\} ?", ""),
    (r"(?<=\d)\.\d+ seconds", ".N seconds"),
    (r"File \"?[^,\n]*\"?, line \d+, in ", "File ..., line N, in "),
    (
        r"^(WARNING:(tensorflow|absl):|[IWE]0000 .*|WARNING: All log messages before absl.*|To enable the following.*)",
        "",
    ),
    (r"tensorflow\.python\.[\w.]+\.(\w+)", r"tf.\1"),
    (r"runtime\.[\w.]+\.(\w+)", r"tf.\1"),
    (r"^The dtype of the watched tensor must be floating.*$", ""),  # goes through logging, which pytest redirects
    (r"^\d+ out of the last \d+ calls to .*triggered tf.function retracing.*$", ""),
    (r"[ \t]+$", ""),
    (r"\n\n+", "\n"),
]


def run(path: Path, tf: Any) -> list[str]:
    """What each cell of a program shows."""
    module = types.ModuleType(f"guide_{path.stem}")
    sys.modules[module.__name__] = module
    names = module.__dict__
    names["tf"] = tf
    cells = re.split(r"^# %%\n", path.read_text(), flags=re.MULTILINE)[1:]
    shown = []
    with tempfile.TemporaryDirectory() as directory:
        for number, source in enumerate(cells):
            # A file for each, as notebooks have it: the source of functions is asked for.
            file = Path(directory) / f"cell_{number}.py"
            file.write_text(source)
            shown.append(_masked(_shown(source, str(file), names)))
    return shown


def _shown(source: str, file: str, names: dict[str, Any]) -> str:
    tree = ast.parse(source, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with _captured() as output:
        try:
            exec(compile(tree, file, "exec", dont_inherit=True), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), file, "eval", dont_inherit=True), names)
                if value is not None:
                    print(repr(value))
        except Exception as error:
            message = str(error).strip().split("\n")
            # A traceback that the message quotes is in the words of the system.
            reason = message[0] if not message[0].startswith("in user code:") else message[-1].strip()
            print(f"{type(error).__name__}: {reason}")
    return output.text


class _Output:
    text = ""


@contextlib.contextmanager
def _captured() -> Iterator[_Output]:
    """Collects what is written to the standard streams, by Python or by C++, in one order."""
    output = _Output()
    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stream = io.TextIOWrapper(os.fdopen(os.dup(file.fileno()), "wb", 0), "utf-8", write_through=True)
        try:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
            with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
                yield output
        finally:
            for target, descriptor in enumerate(kept, 1):
                os.dup2(descriptor, target)
                os.close(descriptor)
            stream.close()
            file.seek(0)
            output.text = file.read().decode()


def _masked(text: str) -> str:
    for pattern, replacement in MASKS:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text.strip()


def joined(shown: list[str]) -> str:
    """What all cells show, as one text."""
    return "".join(f"# %% {i}\n{text}\n" for i, text in enumerate(shown))


def split(text: str) -> list[str]:
    """What `joined` made one text of."""
    return [part.rstrip("\n") for part in re.split(r"^# %% \d+\n", text, flags=re.MULTILINE)[1:]]


_NUMBER = re.compile(r"(-?\d+\.?\d*(?:e[+-]\d+)?)")


def same(expected: str, found: str) -> bool:
    """Whether two texts agree but for the last digits of fractions, and the spaces between them."""
    ours, theirs = (_NUMBER.split(_SPACES.sub(r"\1", re.sub(r"\s+", " ", text))) for text in (found, expected))
    if len(ours) != len(theirs):
        return False
    return all(a == b or (_fraction(a) and _fraction(b) and _close(float(a), float(b)))
               for a, b in zip(ours, theirs, strict=True))  # fmt: skip


#: Spaces that arrays print, or do not, as their widest number wants.
_SPACES = re.compile(r" ?([\[\](),]) ?")


def _fraction(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and ("." in text or "e" in text)


def _close(a: float, b: float) -> bool:
    return abs(a - b) <= 2e-5 * max(abs(a), abs(b), 1e-2)
