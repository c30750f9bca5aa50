"""The command line: what it prints, what it writes, what it refuses, and that it then leaves everything as it was."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from autograph.cli import _Progress, main
from autograph.modules import convert_module

ROOT = Path(__file__).resolve().parents[2]

FLIP = "def flip(a):\n    return not a\n"
FLIP_CONVERTED = "from autograph import operators as ag__\n\ndef flip(a):\n    return ag__.not_(a)\n"
YIELDS = "def f(xs):\n    for x in xs:\n        yield x\n\n\ndef g(x):\n    if x:\n        return locals()\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs the command line in an empty directory: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as exit:
            status = int(exit.code or 0)
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return run


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    """The command line in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("environment", {})}  # type: ignore[dict-item]
    return subprocess.Popen(
        [sys.executable, "-m", "autograph", *arguments],
        env=environment,
        stderr=subprocess.PIPE,
        **options,  # type: ignore[call-overload]
    )


def listing(directory: Path) -> list[str]:
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*"))


# What is printed


def test_the_converted_module_is_printed(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py") == (0, FLIP_CONVERTED, "")


def test_several_modules_are_printed_under_their_names(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("b.py").write_text("b = 1\n")
    assert run("a.py", "b.py") == (0, f"# a.py\n{FLIP_CONVERTED}# b.py\nb = 1\n", "")


def test_python_dash_m_converts_standard_input() -> None:
    process = start("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.communicate(FLIP.encode()) == (FLIP_CONVERTED.encode(), b"")
    assert process.returncode == 0


def test_json_has_an_entry_for_each_file(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("b.py").write_text("")
    status, out, err = run("a.py", "b.py", "--format", "json")
    assert (status, err) == (0, "")
    assert json.loads(out) == [{"file": "a.py", "converted": FLIP_CONVERTED}, {"file": "b.py", "converted": ""}]


def test_one_function_alone(run: Run) -> None:
    Path("a.py").write_text(
        "class C:\n    @property\n    def flip(self):\n        return not self\n\n    def other(self): ...\n"
    )
    assert run("a.py", "--function", "C.flip") == (
        0,
        "@property\ndef flip(self):\n    return ag__.not_(self)\n",
        "",
    )


def test_a_nested_function_alone(run: Run) -> None:
    Path("a.py").write_text("def f(x):\n    if x:\n        def g():\n            return not x\n        return g\n")
    expected = (0, "def g():\n    return ag__.not_(x)\n", "")
    assert run("a.py", "--function", "f.<locals>.g") == run("a.py", "--function", "f.g") == expected


def test_a_diff_can_be_applied(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py", "--diff") == (
        0,
        textwrap.dedent("""\
            --- a.py\toriginal
            +++ a.py\tconverted
            @@ -1,2 +1,4 @@
            +from autograph import operators as ag__
            +
             def flip(a):
            -    return not a
            +    return ag__.not_(a)
            """),
        "",
    )


def test_a_diff_says_where_a_newline_is_missing(run: Run) -> None:
    Path("a.py").write_text(FLIP.rstrip("\n"))
    assert "-    return not a\n\\ No newline at end of file\n+    return" in run("a.py", "--diff")[1]


def test_a_diff_of_one_function_is_between_its_texts(run: Run) -> None:
    Path("a.py").write_text("class C:\n    def flip(self):\n        return not self\n")
    lines = run("a.py", "--diff", "--function", "C.flip")[1].splitlines()
    assert lines[3:] == [" def flip(self):", "-    return not self", "+    return ag__.not_(self)"]


def test_a_diff_of_a_file_with_nothing_to_convert_is_empty(run: Run) -> None:
    Path("a.py").write_text("x = 1  # untouched\n")
    assert run("a.py", "--diff") == (0, "", "")


def test_check_prints_a_line_for_each_plain_place(run: Run) -> None:
    Path("a.py").write_text(YIELDS)
    assert run("a.py", "--check") == (
        1,
        "a.py:2:5: 'for' stays plain Python: it waits or yields inside\n"
        "a.py:7:5: 'if' stays plain Python: it looks at the variables of the function with `locals()`\n",
        "",
    )


def test_check_of_one_function(run: Run) -> None:
    Path("a.py").write_text(YIELDS)
    assert run("a.py", "--check", "--function", "f")[:2] == (
        1,
        "a.py:2:5: 'for' stays plain Python: it waits or yields inside\n",
    )


def test_check_as_json(run: Run) -> None:
    Path("a.py").write_text("def f(x):\n    y = 'é' or (yield), x or (yield)\n")
    status, out, _ = run("a.py", "--check", "--format", "json")
    assert status == 1
    assert json.loads(out) == [
        {"file": "a.py", "line": 2, "column": 25, "statement": "or", "reason": "it waits or yields inside"}
    ]


def test_check_of_a_file_that_is_all_converted_is_silent(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py", "--check") == (0, "", "")


def test_a_converted_file_is_left_as_it_is(run: Run) -> None:
    Path("a.py").write_text(FLIP_CONVERTED)
    note = "autograph-convert: a.py: is converted already; left as it is\n"
    assert run("a.py") == (0, FLIP_CONVERTED, note)
    assert run("a.py", "--check") == (0, "", note)
    assert run("a.py", "--diff") == (0, "", note)
    assert run("a.py", "--function", "flip") == (0, "def flip(a):\n    return ag__.not_(a)\n", note)


def test_warnings_about_the_program_are_not_shown(run: Run) -> None:
    Path("a.py").write_text("x = '\\d' is 1\n")
    assert run("a.py") == (0, "x = '\\d' is 1\n", "")


def test_help_has_an_example(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert "autograph-convert train.py -o converted/train.py" in out
    assert "comments elsewhere are lost" in out


def test_version(run: Run) -> None:
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith("autograph-convert ")


# Encodings and newlines


def test_output_has_the_encoding_and_the_newlines_of_the_file(
    run: Run, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = b"# coding: latin-1\r\ndef f(x):\r\n    return x and '\xe9'\r\n"
    converted = (
        b"# coding: latin-1\r\nfrom autograph import operators as ag__\r\n\r\n"
        b"def f(x):\r\n    return ag__.and_(x, lambda: '\xe9')()\r\n"
    )
    Path("a.py").write_bytes(data)
    assert main(["a.py"]) == 0
    assert capsysbinary.readouterr().out == converted
    assert run("a.py", "-o", "b.py") == (0, "", "")
    assert Path("b.py").read_bytes() == converted


def test_what_the_encoding_of_the_file_lacks_makes_it_utf_8(run: Run) -> None:
    Path("a.py").write_bytes(b"# coding: latin-1\nf = lambda x: not '\\u20ac'\ng = lambda x: x and '\\u20ac'\n")
    status, out, _ = run("a.py")
    assert status == 0
    assert out.startswith("# coding: utf-8\n")
    namespace: dict[str, Callable[[object], object]] = {}
    exec(compile(out.encode(), "a.py", "exec"), namespace)
    assert namespace["g"](1) == "€"


def test_a_byte_order_mark_is_kept(run: Run) -> None:
    Path("a.py").write_bytes(b"\xef\xbb\xbf" + FLIP.encode())
    run("a.py", "-o", "b.py")
    assert Path("b.py").read_bytes() == b"\xef\xbb\xbf" + FLIP_CONVERTED.encode()


# What is written


def test_an_output_file(run: Run, tmp_path: Path) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py", "-o", "b.py") == (0, "", "")
    assert Path("b.py").read_text() == FLIP_CONVERTED
    assert listing(tmp_path) == ["a.py", "b.py"]


def test_an_output_file_keeps_its_permissions_and_a_new_one_has_those_of_the_source(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("a.py").chmod(0o755)
    Path("old.py").write_text("")
    Path("old.py").chmod(0o640)
    run("a.py", "-o", "old.py")
    run("a.py", "-o", "new.py")
    assert Path("old.py").stat().st_mode & 0o777 == 0o640
    assert Path("new.py").stat().st_mode & 0o700 == 0o700


def test_an_output_that_is_a_link_stays_one(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("real.py").write_text("")
    Path("link.py").symlink_to("real.py")
    run("a.py", "-o", "link.py")
    assert Path("link.py").is_symlink()
    assert Path("real.py").read_text() == FLIP_CONVERTED


def test_a_device_as_output_is_written_to(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py", "-o", os.devnull) == (0, "", "")
    assert not Path(os.devnull).is_file()


def test_a_directory_is_converted_into_another(run: Run, tmp_path: Path) -> None:
    Path("src/package").mkdir(parents=True)
    Path("src/.hidden").mkdir()
    Path("src/package/__init__.py").write_text("")
    Path("src/package/a.py").write_text(FLIP)
    Path("src/.hidden/b.py").write_text(FLIP)
    Path("src/notes.txt").write_text("not Python")
    assert run("src", "-o", "out") == (0, "", "")
    assert listing(tmp_path / "out") == ["package", "package/__init__.py", "package/a.py"]
    assert Path("out/package/a.py").read_text() == FLIP_CONVERTED


def test_the_output_directory_is_no_input(run: Run, tmp_path: Path) -> None:
    Path("a.py").write_text(FLIP)
    for _ in range(2):
        assert run(".", "-o", "out") == (0, "", "")
    assert listing(tmp_path) == ["a.py", "out", "out/a.py"]


def test_a_file_into_a_directory_that_is_there(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("out").mkdir()
    assert run("a.py", "-o", "out", "--format", "json")[:2] == (
        0,
        json.dumps([{"file": "a.py", "output": os.path.join("out", "a.py")}], indent=2) + "\n",
    )
    assert Path("out/a.py").read_text() == FLIP_CONVERTED


def test_nothing_is_written_if_one_input_is_wrong(run: Run, tmp_path: Path) -> None:
    Path("a.py").write_text(FLIP)
    Path("b.py").write_text("x = = 1\n")
    assert run("a.py", "b.py", "c.py", "-o", "out") == (
        2,
        "",
        "autograph-convert: b.py:1:5: not Python: invalid syntax\nautograph-convert: c.py: no such file or directory\n",
    )
    assert listing(tmp_path) == ["a.py", "b.py"]


def test_nothing_is_written_if_one_output_cannot_be(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.py").write_text(FLIP)
    Path("b.py").write_text(FLIP)
    Path("out").mkdir()
    Path("out/a.py").write_text("as it was")
    Path("out/b.py").write_text("not to be touched")
    accessible = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("b.py") and accessible(path, mode))
    assert run("a.py", "b.py", "-o", "out") == (
        2,
        "",
        f"autograph-convert: {os.path.join('out', 'b.py')}: cannot be written: permission denied\n",
    )
    assert Path("out/a.py").read_text() == "as it was"
    assert listing(tmp_path) == ["a.py", "b.py", "out", "out/a.py", "out/b.py"]


# Formatting


def test_lines_are_broken_by_a_formatter_on_demand(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("ruff")
    Path("pyproject.toml").write_text("[tool.ruff]\nline-length = 40\n")
    Path("a.py").write_text("def either(first, second):\n    return first or second\n")
    Path("b.py").write_text("untouched   =   1\n")
    expected = (
        "from autograph import operators as ag__\n\n\ndef either(first, second):\n"
        "    return ag__.or_(\n        first, lambda: second\n    )()\n"
    )
    assert run("a.py", "--reformat") == (0, expected, "")
    assert run("a.py", "b.py", "--reformat", "-o", "out") == (0, "", "")
    assert (Path("out/a.py").read_text(), Path("out/b.py").read_text()) == (expected, "untouched   =   1\n")


def test_where_no_formatter_is_installed_the_command_says_how_to_get_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    Path("a.py").write_text(FLIP)
    assert run("a.py", "--reformat", "-o", "b.py") == (
        2,
        "",
        "autograph-convert: a.py: no formatter is installed; pip install ruff [AG041]\n",
    )
    assert not Path("b.py").exists()


def test_a_formatter_that_fails_is_an_error(run: Run) -> None:
    pytest.importorskip("ruff")
    Path("pyproject.toml").write_text("[tool.ruff]\nline-length = 'long'\n")
    Path("a.py").write_text(FLIP)
    status, out, err = run("a.py", "--reformat")
    assert (status, out) == (2, "")
    assert err.startswith("autograph-convert: a.py: ruff failed: ") and err.endswith("without --reformat [AG041]\n")
    assert err.count("\n") == 1


# What is refused


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x = 1\n  y = 2\n", "spam.py:2:3: not Python: unexpected indent"),
        (b"x = 1\nspam eggs\n", "spam.py:2:6: not Python: invalid syntax"),
        (
            b"print 'hello'\n",
            "spam.py:1:1: not Python: Missing parentheses in call to 'print'. Did you mean print(...)?",
        ),
        (b"def f():\n    yield\nreturn\n", "spam.py:3:1: not Python: 'return' outside function"),
        (b"x = 1\ny = '\xe9'\n", "spam.py:2:6: not Python: byte 0xe9 is not utf-8"),
        (b"# coding: ascii\ny = '\xe9'\n", "spam.py:2:6: not Python: byte 0xe9 is not ascii"),
        (b"# coding: klingon\n", "spam.py:1:1: not Python: unknown encoding: klingon"),
        (b"x\0\n", "spam.py:1:2: not Python: source code cannot contain null bytes"),
    ],
)
def test_a_file_that_is_not_python(run: Run, tmp_path: Path, data: bytes, problem: str) -> None:
    Path("spam.py").write_bytes(data)
    status, out, err = run("spam.py", "-o", "out.py")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    # Where exactly the parser sees an indentation differs between Pythons.
    assert err.replace(":2:2:", ":2:3:") == f"autograph-convert: {problem}\n"
    assert listing(tmp_path) == ["spam.py"]


def test_a_file_nested_more_deeply_than_python_can_take(run: Run) -> None:
    Path("a.py").write_text("x = " + "+".join(["1"] * 100_000) + "\n")
    assert run("a.py") == (2, "", "autograph-convert: a.py: nested too deeply to be converted\n")


def test_a_missing_file(run: Run) -> None:
    assert run("spam.py") == (2, "", "autograph-convert: spam.py: no such file or directory\n")


def test_a_directory_without_python_files(run: Run) -> None:
    Path("empty").mkdir()
    assert run("empty") == (2, "", "autograph-convert: empty: no Python files in this directory\n")


def test_an_output_in_a_directory_that_is_not_there(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    assert run("a.py", "-o", "no/b.py") == (
        2,
        "",
        "autograph-convert: no/b.py: cannot be written: no such file or directory\n",
    )


def test_several_files_into_one(run: Run) -> None:
    Path("a.py").write_text(FLIP)
    Path("b.py").write_text(FLIP)
    Path("c.py").write_text("as it was")
    assert run("a.py", "b.py", "-o", "c.py") == (2, "", "autograph-convert: c.py: cannot be written: file exists\n")
    assert Path("c.py").read_text() == "as it was"


def test_two_files_of_one_name_into_a_directory(run: Run, tmp_path: Path) -> None:
    for directory in ("one", "two"):
        Path(directory).mkdir()
        Path(directory, "a.py").write_text(FLIP)
    status, _, err = run("one", "two", "-o", "out")
    assert status == 2
    assert err == ("autograph-convert: out/a.py: cannot be written: it would be the output of one/a.py and two/a.py\n")
    assert not Path("out").exists()


def test_an_unknown_function(run: Run) -> None:
    Path("a.py").write_text("class C:\n    def flip(self): ...\n")
    assert run("a.py", "--function", "C.flop") == (
        2,
        "",
        "autograph-convert: a.py: no function 'C.flop'; did you mean 'C.flip'?\n",
    )
    assert run("a.py", "--function", "xyz") == (2, "", "autograph-convert: a.py: no function 'xyz'\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "the following arguments are required: FILE (see autograph-convert --help)"),
        (["a.py", "--chekc"], "unrecognized arguments: --chekc (see autograph-convert --help)"),
        (["a.py", "-o", "b.py", "--diff"], "-o writes converted files; it cannot be used with --diff"),
        (["a.py", "b.py", "--function", "f"], "--function takes one file, not 2"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(run: Run, arguments: list[str], problem: str) -> None:
    assert run(*arguments) == (2, "", f"autograph-convert: {problem}\n")


# Pipes and terminals


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(FLIP * 3000)
    with start(str(file), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"from autograph import operators as ag__\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def on_a_terminal(*arguments: str, **environment: str) -> str:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    received = b""
    with start(*arguments, stdout=theirs, environment={"TERM": "xterm", "NO_COLOR": "", **environment}):
        os.close(theirs)
        # Linux says that the other side is closed by an error, other systems by an end.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 4096):
                received += part
    os.close(ours)
    return received.decode().replace("\r\n", "\n")


def test_diff_and_check_are_coloured_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(FLIP + YIELDS)
    assert "\n\x1b[31m-    return not a\x1b[0m\n\x1b[32m+    return ag__.not_(a)\x1b[0m\n" in on_a_terminal(
        str(file), "--diff"
    )
    assert on_a_terminal(str(file), "--check").startswith(
        f"\x1b[1m{file}:4:5:\x1b[0m \x1b[33m'for' stays plain Python:\x1b[0m it waits"
    )


def test_no_color_is_respected(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(FLIP + YIELDS)
    assert "\x1b" not in on_a_terminal(str(file), "--diff", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(str(file), "--check", NO_COLOR="1")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_progress_bar_appears_on_a_terminal_when_a_job_takes_long() -> None:
    terminal = Terminal()
    times = iter([0.0, 0.1, 0.6])
    progress = _Progress(terminal, 4, clock=lambda: next(times))
    progress.show(0, "a.py")
    assert terminal.getvalue() == ""
    progress.show(1, "b.py")
    assert terminal.getvalue() == "\r[######..................] 1/4 b.py\x1b[K"
    progress.clear()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_there_is_no_progress_bar_elsewhere() -> None:
    stream = io.StringIO()
    times = iter([0.0, 9.0])
    progress = _Progress(stream, 4, clock=lambda: next(times))
    progress.show(1, "a.py")
    progress.clear()
    assert stream.getvalue() == ""


def test_the_command_prints_what_convert_module_returns(run: Run) -> None:
    source = (ROOT / "autograph" / "modules.py").read_text()
    Path("a.py").write_text(source)
    assert run("a.py") == (0, convert_module(source), "")
