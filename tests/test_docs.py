"""The programs in the README and in docs/ do what the text under them says."""

from __future__ import annotations

import contextlib
import io
import itertools
import linecache
import re
import traceback
from pathlib import Path
from typing import NamedTuple

import pytest

_ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Program(NamedTuple):
    """A program in a page, and the text under it: what it prints, or None."""

    text: str
    printed: str | None


def _programs(page: str) -> list[Program]:
    blocks = [*_BLOCK.findall(page), ("python", "")]
    return [
        Program(text, following if kind_of_following == "text" else None)
        for (kind, text), (kind_of_following, following) in itertools.pairwise(blocks)
        if kind == "python"
    ]


def _run(program: str, folder: Path) -> str:
    """What a program prints, and the error it ends with."""
    if "import jax" in program:
        pytest.importorskip("jax")
    file = folder / "example.py"
    file.write_text(program)
    linecache.checkcache(str(file))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program, file, "exec"), {"__name__": "__main__"})
        except Exception as error:
            printed.write("".join(traceback.format_exception_only(error)))
    return printed.getvalue().replace(f"{folder}/", "")


@pytest.mark.parametrize("page", ["README.md", "docs/conversion.md", "docs/saved_model.md", "docs/summaries.md"])
def test_programs_print_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for program in _programs((_ROOT / page).read_text()):
        assert _run(program.text, tmp_path) == (program.printed or "")


_ERRORS = dict(re.findall(r"^## (AG\d{3})\n(.*?)(?=^## |\Z)", (_ROOT / "docs/errors.md").read_text(), re.M | re.S))


@pytest.mark.parametrize("code", _ERRORS)
def test_a_program_causes_the_error_and_its_repair_does_not(code: str, tmp_path: Path) -> None:
    wrong, repaired = _programs(_ERRORS[code])
    assert f"[{code}]" in (wrong.printed or "")
    assert _run(wrong.text, tmp_path) == wrong.printed
    assert _run(repaired.text, tmp_path) == ""


def test_every_code_has_an_entry() -> None:
    sources = "".join(file.read_text() for file in (_ROOT / "autograph").rglob("*.py"))
    assert set(re.findall(r'"(AG\d{3})"', sources)) == set(_ERRORS)
