"""Long lines broken and blank lines set, by a formatter that is installed: the printer does neither."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Mapping

from autograph.diagnostics import AutographError

#: Formatters and how to have them format standard input, the first that is installed comes first.
FORMATTERS: Mapping[str, tuple[str, ...]] = {"ruff": ("format", "--quiet", "-"), "black": ("--quiet", "-")}


def reformatted(text: str, directory: str = ".", formatters: Mapping[str, tuple[str, ...]] = FORMATTERS) -> str:
    """The text of a module as a formatter writes it.

    Args:
        text: Python source.
        directory: where the file is, for the settings that hold there.
        formatters: modules of this interpreter that format, with their arguments.

    Raises:
        AutographError: no formatter is installed, or the formatter failed.
    """
    found = next((name for name in formatters if importlib.util.find_spec(name) is not None), None)
    if found is None:
        raise AutographError(
            "AG041",
            "no formatter is installed",
            reason="converted files are printed with lines as long as it takes; ruff or black can break them",
            help="pip install ruff",
        )
    command = [sys.executable, "-m", found, *formatters[found]]
    done = subprocess.run(command, input=text.encode(), cwd=directory, capture_output=True, check=False)
    if done.returncode:
        raise AutographError(
            "AG041",
            f"{found} failed: {done.stderr.decode(errors='replace').partition(chr(10))[0]}",
            help=f"see whether `{found}` formats the original file, or convert without --reformat",
        )
    return done.stdout.decode()
