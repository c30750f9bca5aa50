"""The command line: `autograph-convert`, or `python -m autograph`.

All inputs are read and converted before anything is written or printed, so an error in one of them leaves everything
as it was. Errors are one line each, with place and reason. Exit statuses: 0; 1 when `--check` found something; 2 after
an error.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import json
import os
import re
import sys
import time
import tokenize
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TextIO

from autograph.diagnostics import AutographError
from autograph.formatting import reformatted
from autograph.modules import (
    PlainPlace,
    convert_module_tree,
    is_converted_module,
    module_text,
    named_functions,
    parse_module,
    plain_places,
)
from autograph.source.printer import to_source

PROGRAM = "autograph-convert"

_DESCRIPTION = "Converts the functions of Python files so that their control flow can be staged. They run as before."
_EPILOG = """\
example:
  autograph-convert train.py -o converted/train.py
  autograph-convert src --check

What stays plain Python (--check) are the tests and loops inside functions that cannot become part of a graph. Of a
file that is rewritten, the comments at its top are kept; comments elsewhere are lost, and lines are as long as it takes
(unless --reformat).
"""

#: How deeply trees may be nested. Python's own default suits hand-written programs, not tables and generated code.
_RECURSION_LIMIT = 20_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: what stands after the name of the program; those of the process by default.

    Returns:
        The exit status.
    """
    options = _parser().parse_args(arguments)
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
        return _run(options)
    except _Refused as refused:
        for problem in refused.problems:
            _say(problem)
        return 2
    except OSError as error:
        _say(f"cannot write the output: {_reason(error)}")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        sys.setrecursionlimit(limit)


class _Refused(Exception):
    """What was asked cannot be done."""

    def __init__(self, *problems: str):
        super().__init__(*problems)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class _Input:
    """A file to convert.

    Attributes:
        name: what messages call it.
        path: where it is; None for standard input.
        below: its path below the directory that was named on the command line, or its name.
    """

    name: str
    path: str | None
    below: str


@dataclass(frozen=True, slots=True)
class _Source:
    """The text of a file, and what is needed to write another text in its way."""

    text: str
    encoding: str
    newline: str
    mode: int | None

    def encoded(self, text: str) -> bytes:
        """`text` in the encoding and with the newlines of the source; as UTF-8, and so declared, if it must be."""
        try:
            return text.replace("\n", self.newline).encode(self.encoding)
        except UnicodeEncodeError:
            first, second, *rest = [*text.split("\n", 2), "", ""][:3]
            lines = [_CODING.sub(r"\1utf-8", line) for line in (first, second)]
            return "\n".join([*lines, *rest]).replace("\n", self.newline).encode()


@dataclass(frozen=True, slots=True)
class _Conversion:
    """What became of a file, or of the functions in it that were asked for."""

    input: _Input
    source: _Source
    original: str
    converted: str
    places: list[PlainPlace]
    note: str | None = None


# The command line


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{PROGRAM}: {message} (see {PROGRAM} --help)\n")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib import metadata  # as costly as the rest of the start, and needed for nothing else

        try:
            version = metadata.version("autograph-runtime")
        except metadata.PackageNotFoundError:
            version = f"(not installed; running from {os.path.dirname(__file__)})"
        print(f"{PROGRAM} {version}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a Python file, a directory of them, or - for standard input"
    )
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="write to this file, or below this directory, instead of printing"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--diff", action="store_true", help="print what conversion changes, as a unified diff")
    what.add_argument(
        "--check",
        action="store_true",
        help="print what stays plain Python and why, a line for each place; exit status 1 if there is any",
    )
    parser.add_argument("--function", metavar="NAME", help="only this function, by its qualified name (Class.method)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (default: text)")
    parser.add_argument(
        "--reformat", action="store_true", help="break long lines of what is converted, as ruff or black would"
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    return parser


def _run(options: argparse.Namespace) -> int:
    if options.output is not None and (options.diff or options.check):
        raise _Refused(f"-o writes converted files; it cannot be used with {'--diff' if options.diff else '--check'}")
    inputs, problems = _inputs(options.files, options.output)
    if options.function is not None and len(inputs) > 1:
        raise _Refused(f"--function takes one file, not {len(inputs)}")
    conversions = _convert_all(inputs, options.function, problems)
    if options.reformat:
        conversions = [_reformatted(conversion) for conversion in conversions]
    for conversion in conversions:
        if conversion.note is not None:
            _say(f"{conversion.input.name}: {conversion.note}")
    with _until_nobody_reads():
        if options.output is not None:
            _write_outputs(conversions, options)
        elif options.check:
            _print_places(conversions, options.format)
        elif options.diff:
            _print_diffs(conversions, options.format)
        else:
            _print_modules(conversions, options.format)
    return int(options.check and any(conversion.places for conversion in conversions))


# Input


def _inputs(names: list[str], output: str | None) -> tuple[list[_Input], list[str]]:
    """The files that were named, and those in directories that were (not those below the output directory)."""
    found: dict[str, _Input] = {}
    problems: list[str] = []
    for name in names:
        if name == "-":
            found.setdefault(name, _Input("<stdin>", None, ""))
        elif not os.path.isdir(name):
            found.setdefault(os.path.realpath(name), _Input(name, name, os.path.basename(name)))
        else:
            below = list(_python_files(name, output))
            if not below:
                problems.append(f"{name}: no Python files in this directory")
            for file in below:
                path = os.path.join(name, file)
                found.setdefault(os.path.realpath(path), _Input(path, path, file))
    return list(found.values()), problems


def _python_files(directory: str, output: str | None) -> Iterator[str]:
    """The paths, from `directory`, of the Python files below it; hidden directories are left out."""
    excluded = None if output is None or not os.path.isdir(output) else os.path.realpath(output)
    for parent, directories, files in os.walk(directory):
        directories[:] = sorted(
            name
            for name in directories
            if not name.startswith(".")
            and name != "__pycache__"
            and (excluded is None or os.path.realpath(os.path.join(parent, name)) != excluded)
        )
        for file in sorted(files):
            if file.endswith(".py"):
                yield os.path.relpath(os.path.join(parent, file), directory)


def _read(given: _Input) -> _Source:
    mode = None
    if given.path is None:
        data = sys.stdin.buffer.read()
    else:
        try:
            with open(given.path, "rb") as file:
                data = file.read()
                mode = os.fstat(file.fileno()).st_mode & 0o777
        except OSError as error:
            raise _Refused(f"{given.name}: {_reason(error)}") from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        # Either the declared encoding is unknown, or there is none and the first lines are not UTF-8.
        with contextlib.suppress(UnicodeDecodeError):
            data.decode()
            raise _Refused(f"{given.name}:1:1: not Python: {_first_line(error.msg)}") from None
        encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode(encoding, "replace")) + 1
        wrong = f"byte {data[error.start]:#04x} is not {encoding.removesuffix('-sig')}"
        raise _Refused(f"{given.name}:{line}:{column}: not Python: {wrong}") from None
    newline = re.search("\r\n|\r|\n", text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _Source(text, encoding, newline[0] if newline else "\n", mode)


_CODING = re.compile(r"^([ \t\f]*#.*?coding[:=][ \t]*)[-\w.]+")


# Conversion


def _convert_all(inputs: list[_Input], function: str | None, problems: list[str]) -> list[_Conversion]:
    """Converts every input.

    Raises:
        _Refused: there are problems, known before or found on the way.
    """
    progress = _Progress(sys.stderr, len(inputs))
    conversions: list[_Conversion] = []
    problems = list(problems)
    try:
        for done, given in enumerate(inputs):
            progress.show(done, given.name)
            try:
                conversions.append(_convert(given, function))
            except _Refused as refused:
                problems += refused.problems
    finally:
        progress.clear()
    if problems:
        raise _Refused(*problems)
    return conversions


def _convert(given: _Input, function: str | None) -> _Conversion:
    source = _read(given)
    text = source.text
    try:
        with warnings.catch_warnings():
            # About the program, not about its conversion: who runs it sees them.
            warnings.simplefilter("ignore")
            tree = parse_module(text, given.name)
        wanted = None if function is None else _functions(tree, function, given)
        if is_converted_module(tree):
            note = "is converted already; left as it is"
            if wanted is not None:
                text = "".join(_text_of(node, source.text) for node in wanted)
            return _Conversion(given, source, text, text, [], note)
        convert_module_tree(tree)
        places = plain_places(tree)
        if wanted is None:
            return _Conversion(given, source, text, module_text(tree, text), places)
        return _Conversion(
            given,
            source,
            "\n\n".join(_text_of(node, text) for node in wanted),
            "\n\n".join(to_source(node) for node in wanted),
            [place for place in places if any(node.lineno <= place.line <= node.end_lineno for node in wanted)],
        )
    except SyntaxError as error:
        place = [given.name, error.lineno, error.lineno and error.offset]
        where = ":".join(str(part) for part in place if part)
        raise _Refused(f"{where}: not Python: {_first_line(error.msg)}") from None
    except (RecursionError, MemoryError):
        raise _Refused(f"{given.name}: nested too deeply to be converted") from None


def _reformatted(conversion: _Conversion) -> _Conversion:
    """A conversion with its text as a formatter writes it; a file that did not change stays as it is."""
    if conversion.converted == conversion.original:
        return conversion
    try:
        directory = os.path.dirname(os.path.abspath(conversion.input.path or "-"))
        return replace(conversion, converted=reformatted(conversion.converted, directory))
    except AutographError as error:
        raise _Refused(f"{conversion.input.name}: {error.summary}; {error.help} [{error.code}]") from None


def _functions(tree: Any, name: str, given: _Input) -> list[Any]:
    """The functions of that name: several, where it is defined more than once."""
    known = list(named_functions(tree))
    plain = name.replace(".<locals>", "")
    wanted = [node for known_name, node in known if known_name == plain]
    if not wanted:
        close = difflib.get_close_matches(plain, [known_name for known_name, _ in known], 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise _Refused(f"{given.name}: no function {name!r}{hint}")
    return wanted


def _text_of(function: Any, text: str) -> str:
    """The lines of a function, its decorators included, at the left margin."""
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    lines = text.split("\n")[first - 1 : function.end_lineno]
    margin = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    return "".join(line.removeprefix(margin) + "\n" for line in lines)


class _Progress:
    """A bar on a terminal, once a job has taken a while."""

    def __init__(self, stream: TextIO, total: int, clock: Callable[[], float] = time.monotonic, patience: float = 0.5):
        self.stream = stream
        self.total = total
        self.clock = clock
        self.start = clock() + patience
        self.active = total > 1 and stream.isatty()
        self.shown = False

    def show(self, done: int, name: str) -> None:
        if not self.active or self.clock() < self.start:
            return
        filled = 24 * done // self.total
        line = f"[{'#' * filled}{'.' * (24 - filled)}] {done}/{self.total} "
        self.stream.write(f"\r{line}{name[-max(0, self._width() - len(line) - 1) :]}\x1b[K")
        self.stream.flush()
        self.shown = True

    def clear(self) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def _width(self) -> int:
        try:
            return os.get_terminal_size(self.stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80


# Printing


@contextlib.contextmanager
def _until_nobody_reads() -> Iterator[None]:
    """Printing that ends quietly when the other end of the pipe is closed: its reader has seen enough."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is left is flushed when the interpreter ends, and must have somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_modules(conversions: list[_Conversion], layout: str) -> None:
    if layout == "json":
        _print_json([{"file": c.input.name, "converted": c.converted} for c in conversions])
        return
    for conversion in conversions:
        title = f"# {conversion.input.name}\n" if len(conversions) > 1 else ""
        if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
            sys.stdout.write(title + conversion.converted)
        else:
            # A module that is sent to a file is that file, byte for byte.
            sys.stdout.flush()
            sys.stdout.buffer.write(title.encode() + conversion.source.encoded(conversion.converted))


def _print_diffs(conversions: list[_Conversion], layout: str) -> None:
    diffs = [(conversion, _diff(conversion)) for conversion in conversions]
    if layout == "json":
        _print_json([{"file": c.input.name, "diff": "".join(lines)} for c, lines in diffs])
        return
    _print_lines(line for _, lines in diffs for line in lines)


def _diff(conversion: _Conversion) -> list[str]:
    name = conversion.input.name
    lines = difflib.unified_diff(
        _lines(conversion.original), _lines(conversion.converted), name, name, "original", "converted"
    )
    return [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]


def _lines(text: str) -> list[str]:
    """The lines of a text, with their ends. (`str.splitlines` takes form feeds for line ends.)"""
    return [line for line in re.split("(?<=\n)", text) if line]


_DIFF_COLOURS = (("---", "1"), ("+++", "1"), ("@@", "36"), ("-", "31"), ("+", "32"))


def _print_lines(lines: Iterator[str]) -> None:
    colours = _colours(sys.stdout)
    for line in lines:
        code = next((code for start, code in _DIFF_COLOURS if line.startswith(start)), None) if colours else None
        _print(line if code is None else f"{_coloured(line[:-1], code)}\n")


def _print_places(conversions: list[_Conversion], layout: str) -> None:
    found = [
        {
            "file": conversion.input.name,
            "line": place.line,
            "column": column,
            "statement": place.statement,
            "reason": place.reason,
        }
        for conversion in conversions
        for place, column in _with_columns(conversion)
    ]
    if layout == "json":
        _print_json(found)
        return
    colours = _colours(sys.stdout)
    for entry in found:
        place = "{file}:{line}:{column}:".format(**entry)
        stays = "'{statement}' stays plain Python:".format(**entry)
        if colours:
            place, stays = _coloured(place, "1"), _coloured(stays, "33")
        _print(f"{place} {stays} {entry['reason']}\n")


def _with_columns(conversion: _Conversion) -> Iterator[tuple[PlainPlace, int]]:
    """The places with their columns as editors count them: in characters, from 1."""
    lines = conversion.source.text.split("\n")
    for place in conversion.places:
        before = lines[place.line - 1].encode()[: place.column]
        yield place, len(before.decode(errors="replace")) + 1


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def _print(text: str) -> None:
    """Writes to standard output whatever it can take; what it cannot is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def _colours(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _say(message: str) -> None:
    sys.stderr.write(f"{PROGRAM}: {message}\n")


def _reason(error: OSError) -> str:
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def _first_line(message: str) -> str:
    return message.partition("\n")[0]


# Output files


def _write_outputs(conversions: list[_Conversion], options: argparse.Namespace) -> None:
    """Writes every output or none: all are written beside their places first, and take them together."""
    targets = _targets(conversions, options)
    staged: list[tuple[str, str]] = []
    written: list[dict[str, str]] = []
    try:
        for target, conversion in targets.items():
            data = conversion.source.encoded(conversion.converted)
            try:
                temporary = _write_beside(target, data, conversion.source.mode)
            except OSError as error:
                raise _Refused(f"{target}: cannot be written: {_reason(error)}") from None
            if temporary is not None:
                staged.append((temporary, target))
            written.append({"file": conversion.input.name, "output": target})
        while staged:
            temporary, target = staged[0]
            try:
                os.replace(temporary, os.path.realpath(target))
            except OSError as error:
                raise _Refused(f"{target}: cannot be written: {_reason(error)}") from None
            del staged[0]
    finally:
        for temporary, _ in staged:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
    if options.format == "json":
        _print_json(written)


def _targets(conversions: list[_Conversion], options: argparse.Namespace) -> dict[str, _Conversion]:
    """Where each conversion goes; the directories to hold them are made."""
    output = options.output
    into_directory = (
        len(conversions) > 1
        or output.endswith(os.sep)
        or os.path.isdir(output)
        or any(os.path.isdir(name) for name in options.files)
    )
    if not into_directory:
        return {output: conversions[0]}
    targets: dict[str, _Conversion] = {}
    for conversion in conversions:
        if conversion.input.path is None:
            raise _Refused("standard input has no name to be written under in a directory; give -o a file")
        target = os.path.join(output, conversion.input.below)
        if target in targets:
            both = f"{targets[target].input.name} and {conversion.input.name}"
            raise _Refused(f"{target}: cannot be written: it would be the output of {both}")
        targets[target] = conversion
    for target in targets:
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
        except OSError as error:
            raise _Refused(f"{error.filename}: cannot be written: {_reason(error)}") from None
    return targets


def _write_beside(target: str, data: bytes, mode: int | None) -> str | None:
    """Writes a new file in the directory of `target` and returns its path.

    Its permissions are those of the file it is to replace, or else those of the source. A device or a pipe cannot be
    replaced: it is written to at once, and the result is None.
    """
    exists = os.path.exists(target)
    if exists and not os.path.isfile(target):
        with open(target, "wb") as device:
            device.write(data)
        return None
    if exists and not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    target = os.path.realpath(target)
    temporary = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if mode is None else mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if exists:
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary
