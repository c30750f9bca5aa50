"""Converts a module of the standard library, and shows that nothing about it has changed.

`difflib.py` goes through the converter as `autograph-convert` does it; the result is imported and compares two real
texts. What it prints is, character for character, what the original prints.
"""

import difflib
import importlib.util
import inspect
import tempfile
import textwrap
import types
from pathlib import Path

from autograph.modules import convert_module


def import_converted(module: types.ModuleType, directory: Path) -> types.ModuleType:
    """The converted form of a module, imported from a file in `directory`."""
    source = Path(inspect.getsourcefile(module))
    target = directory / f"converted_{source.name}"
    target.write_text(convert_module(source.read_text(encoding="utf-8"), str(source)), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(target.stem, target)
    converted = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(converted)
    return converted


def main():
    with tempfile.TemporaryDirectory() as directory:
        converted = import_converted(difflib, Path(directory))
        text = Path(converted.__file__).read_text(encoding="utf-8")
    print(
        f"difflib: {len(inspect.getsource(difflib).splitlines())} lines, converted: {len(text.splitlines())} lines, "
        f"{text.count('ag__.if_stmt')} if, {text.count('ag__.for_stmt')} for, {text.count('ag__.while_stmt')} while"
    )

    one = inspect.getsource(textwrap.TextWrapper._wrap_chunks).splitlines(keepends=True)
    other = inspect.getsource(textwrap.TextWrapper._split).splitlines(keepends=True)
    for name in ("unified_diff", "context_diff", "ndiff"):
        expected = "".join(getattr(difflib, name)(one, other))
        found = "".join(getattr(converted, name)(one, other))
        assert found == expected
        print(f"{name}: the same {len(found)} characters")
    table = difflib.HtmlDiff().make_table(one, other)
    assert converted.HtmlDiff().make_table(one, other) == table
    print(f"HtmlDiff: the same {len(table)} characters")
    print("".join(list(converted.unified_diff(one, other, "_wrap_chunks", "_split"))[:12]))


if __name__ == "__main__":
    main()
