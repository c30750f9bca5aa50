"""Runs a package's own tests on the package as it is and converted, and says where the outcome differs.

    python -m tests.packages toolz                  # in a temporary folder
    python -m tests.packages --folder /tmp/p toolz  # in a folder that is kept, and used again the next time
    python -m tests.packages --source ../rich rich  # with the tests of a checkout

The package and what its tests need are installed by name, with pip, into a virtual environment of its own. The tests
come with the source distribution, or with a checkout; they run in two copies of it, one of which has every file of the package (not of the
tests) converted as `autograph-convert` does. The exit status is 1 if an outcome differs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograph.modules import convert_module
from tests.packages.catalogue import PACKAGES, Package

_ROOT = Path(__file__).resolve().parents[2]
_TEST_FOLDERS = frozenset({"tests", "test"})

_METADATA = """
import importlib.metadata, json, sys
found = importlib.metadata.distribution(sys.argv[1])
files = [str(file) for file in found.files or () if file.suffix == ".py" and ".." not in file.parts]
print(json.dumps({"version": found.version, "site": str(found.locate_file("")), "files": files}))
"""


@dataclass
class Outcomes:
    """What one run of the tests gave: by test its outcome, its error and its processor time; and what was imported."""

    tests: dict[str, tuple[str, str, float]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    output: str = ""

    @property
    def passed(self) -> set[str]:
        return {test for test, (outcome, _, _) in self.tests.items() if outcome in ("passed", "xfailed")}

    def seconds(self, tests: set[str]) -> float:
        return sum(self.tests[test][2] for test in tests)


@dataclass
class Comparison:
    """Where the tests of a package come out otherwise once it is converted."""

    name: str
    version: str
    files: int
    functions: int
    tests: int
    passed: int
    differing: dict[str, tuple[str, str]]
    flaky: list[str]
    seconds: tuple[float, float]

    def summary(self) -> str:
        before, after = self.seconds
        factor = f"{after / before:.1f} times" if before else "no time"
        flaky = f", {len(self.flaky)} flaky" if self.flaky else ""
        return (
            f"{self.name} {self.version}: {self.files} files, {self.functions} functions; {self.passed} of {self.tests} tests passed, "
            f"{len(self.differing)} differ{flaky}; {before:.2f} s and {after:.2f} s ({factor})"
        )


def grouped(differing: dict[str, tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """The tests that differ, by their error; what varies from one to the next in it is left out. Largest group first.

    >>> grouped({"a": ("failed", "x.py:3: KeyError: 17"), "b": ("failed", "x.py:3: KeyError: 4")})
    [('failed x.py:N: KeyError: N', ['a', 'b'])]
    """
    groups = defaultdict(list)
    for test, (outcome, error) in differing.items():
        message = re.sub(r"0x[0-9a-f]+|\d+", "N", error)
        groups[f"{outcome} {re.sub(chr(39) + '[^' + chr(39) + ']*' + chr(39), '_', message)[:160]}"].append(test)
    return sorted(groups.items(), key=lambda group: -len(group[1]))


# The environment


def make_environment(name: str, package: Package, folder: Path) -> dict[str, Any]:
    """Makes the virtual environment of a package, if it is not there yet; returns what the package's metadata say."""
    python = folder / "env" / "bin" / "python"
    ready = folder / "env" / ".ready"
    if not ready.exists():
        _run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(folder / "env")])
        _pip(python, "install", name, "pytest", "gast", *package.requirements)
        ready.touch()
    metadata: dict[str, Any] = json.loads(_run([str(python), "-c", _METADATA, name]))
    site = Path(metadata["site"])
    # A link for this package alone: a path to the repository would show its `tests` as well.
    link = site / "autograph"
    link.unlink(missing_ok=True)
    link.symlink_to(_ROOT / "autograph")
    shutil.copy(Path(__file__).with_name("recorder.py"), site / "outcome_recorder.py")
    return metadata


def unpack_source(name: str, version: str, folder: Path) -> Path:
    """The folder with the source distribution of a package."""
    downloads = folder / "source"
    if not downloads.exists():
        python = folder / "env" / "bin" / "python"
        _pip(python, "download", "--no-deps", "--no-binary", name, "-d", str(downloads), f"{name}=={version}")
    (archive,) = downloads.iterdir()
    target = folder / "unpacked"
    shutil.rmtree(target, ignore_errors=True)
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(target)
    else:
        with tarfile.open(archive) as opened:
            opened.extractall(target, filter="data")
    (top,) = target.iterdir()
    return top


def _pip(python: Path, *arguments: str) -> None:
    _run([sys.executable, "-m", "pip", "--python", str(python), *arguments, "--quiet", "--disable-pip-version-check"])


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


# The package in its source distribution


@dataclass(frozen=True)
class Layout:
    """Where a source distribution has what.

    Attributes:
        path: the folder to import from, below the top.
        modules: the top-level modules of the package.
        files: the files of the package, those of its tests left out, below the top.
        tests: the files and folders with tests, below the top.
    """

    path: Path
    modules: tuple[str, ...]
    files: tuple[Path, ...]
    tests: tuple[str, ...]


def find_layout(top: Path, installed: list[str], site: Path, package: Package) -> Layout:
    """Finds the package in its source distribution, and adds the files that only building it makes."""
    modules = package.modules or tuple(
        dict.fromkeys(Path(file).parts[0].removesuffix(".py") for file in installed if not _is_of_tests(Path(file)))
    )
    first = modules[0]
    candidates = [top / "src", top / "lib", top, *sorted(path for path in top.iterdir() if path.is_dir())]
    path = next(path for path in candidates if (path / first).is_dir() or (path / f"{first}.py").is_file())
    for file in installed:
        if Path(file).parts[0].removesuffix(".py") in modules and not (path / file).exists():
            (path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(site / file, path / file)
    files = []
    for module in modules:
        found = sorted((path / module).rglob("*.py")) if (path / module).is_dir() else [path / f"{module}.py"]
        files += [file.relative_to(top) for file in found if not _is_of_tests(file.relative_to(path))]
    tests = package.tests or tuple(name for name in ("tests", "test", "testing") if (top / name).is_dir())
    if not tests:
        inside = {str(d.relative_to(top)) for n in _TEST_FOLDERS for d in path.glob(f"{first}/**/{n}")}
        tests = tuple(sorted(inside)) or (".",)
    return Layout(path.relative_to(top), modules, tuple(files), tests)


def _is_of_tests(file: Path) -> bool:
    return not _TEST_FOLDERS.isdisjoint(file.parts[:-1]) or file.name.startswith("test_") or file.name == "conftest.py"


def convert_files(top: Path, files: tuple[Path, ...]) -> tuple[int, int]:
    """Converts the files of a package in place; returns how many there are, and how many functions are in them."""
    functions = 0
    for name in files:
        text = (top / name).read_bytes()
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue  # for another version of Python
        functions += sum(isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) for n in ast.walk(tree))
        (top / name).write_text(convert_module(_decoded(text), str(name)), "utf-8")
    return len(files), functions


def _decoded(text: bytes) -> str:
    """A file's text, which is written as UTF-8 again: its declaration of another encoding goes."""
    import io
    import tokenize

    encoding, _ = tokenize.detect_encoding(io.BytesIO(text).readline)
    decoded = io.TextIOWrapper(io.BytesIO(text), encoding).read()
    if encoding.startswith("utf-8"):
        return decoded
    return re.sub(r"\A(.*\n)?(#.*coding[:=]\s*)[-\w.]+", r"\1\2utf-8", decoded, count=1)


# The tests


def run_tests(
    python: Path, top: Path, layout: Layout, package: Package, scratch: Path, only: set[str] | None = None
) -> Outcomes:
    """Runs the tests in one copy of a source distribution, in a process of its own.

    Args:
        python: the interpreter.
        top: the copy.
        layout: where it has what.
        package: how its tests are run.
        scratch: a folder for what is written.
        only: the tests to run, all if None.
    """
    report = scratch / "outcomes.jsonl"
    report.unlink(missing_ok=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "PYTHONPATH": str(top / layout.path),
        "PYTHONHASHSEED": "0",
        "OUTCOMES": str(report),
        **package.environment,
    }
    if only is not None:
        (scratch / "only.json").write_text(json.dumps(sorted(only)))
        environment["ONLY_TESTS"] = str(scratch / "only.json")
    command = ["nice", "-n", "10", str(python), "-m", "pytest", "-p", "outcome_recorder", "-p", "no:cacheprovider"]
    command += ["-o", "addopts=", "-q", "--no-header", "--tb=short"]
    command += ["--continue-on-collection-errors", *package.options, *layout.tests]
    with open(scratch / "output.txt", "w") as output:
        process = subprocess.Popen(
            command, cwd=top, env=environment, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        try:
            process.wait(package.seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    outcomes = Outcomes(output=(scratch / "output.txt").read_text(errors="replace"))
    for line in report.read_text("utf-8").splitlines() if report.exists() else ():
        entry = json.loads(line)
        if "files" in entry:
            outcomes.files = entry["files"]
        else:
            outcomes.tests[entry["test"]] = (entry["outcome"], entry["error"], entry["seconds"])
    return outcomes


def compare(name: str, package: Package, folder: Path, source: Path | None = None) -> Comparison:
    """Compares the outcomes of a package's tests before and after its conversion.

    Args:
        name: what pip calls the package.
        package: how its tests are run.
        folder: where to work.
        source: a folder with the source of the package; its source distribution if None.
    """
    metadata = make_environment(name, package, folder)
    python = folder / "env" / "bin" / "python"
    top = unpack_source(name, metadata["version"], folder) if source is None else source
    layout = find_layout(top, metadata["files"], Path(metadata["site"]), package)
    return compare_copies(name, metadata["version"], package, python, top, layout, folder)


def compare_copies(
    name: str, version: str, package: Package, python: Path, top: Path, layout: Layout, folder: Path
) -> Comparison:
    """Compares the tests in two copies of an unpacked source distribution."""
    copies = {}
    for which in ("before", "after"):
        shutil.rmtree(folder / which, ignore_errors=True)
        copies[which] = folder / which / top.name
        shutil.copytree(top, copies[which], symlinks=True)
    files, functions = convert_files(copies["after"], layout.files)

    def run(which: str, only: set[str] | None = None) -> Outcomes:
        scratch = folder / (which if only is None else f"{which}-again")
        scratch.mkdir(exist_ok=True)
        return run_tests(python, copies[which], layout, package, scratch, only)

    before = run("before")
    passed = before.passed
    if not passed:
        raise RuntimeError(f"{name}: no test passes as it is:\n{before.output[-1500:]}")
    _check_imports(name, layout, before, copies["before"])
    after = run("after")
    _check_imports(name, layout, after, copies["after"])
    suspects = passed - after.passed
    flaky: set[str] = set()
    if suspects:
        again = run("after", suspects)
        flaky = suspects & again.passed
    if gone := suspects - after.tests.keys():
        # A test whose name has the time in it is another one each time.
        flaky |= gone - run("before", gone).tests.keys()
    differing = {
        test: after.tests.get(test, ("absent", "", 0.0))[:2] for test in before.tests if test in suspects - flaky
    }
    both = passed & after.passed
    seconds = (before.seconds(both), after.seconds(both))
    return Comparison(
        name, version, files, functions, len(before.tests), len(passed), differing, sorted(flaky), seconds
    )


def _check_imports(name: str, layout: Layout, outcomes: Outcomes, copy: Path) -> None:
    """Refuses an outcome of tests that ran on something else than the copy at hand."""
    if not outcomes.files:
        return  # the process was stopped
    imported = {module: outcomes.files[module] for module in layout.modules if module in outcomes.files}
    elsewhere = sorted(file for file in imported.values() if not file.startswith(str(copy)))
    if elsewhere or not imported:
        raise RuntimeError(f"{name}: what was imported is {', '.join(elsewhere) or 'another package'}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.packages", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="+", metavar="NAME", help="a package, as pip calls it")
    parser.add_argument("--folder", type=Path, help="where to work; a folder that is removed afterwards if not given")
    parser.add_argument("--source", type=Path, help="a folder with the source and the tests of the one package")
    options = parser.parse_args(arguments)
    status = 0
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.names:
            folder = (options.folder or Path(temporary)).resolve() / name
            folder.mkdir(parents=True, exist_ok=True)
            try:
                comparison = compare(name, PACKAGES.get(name, Package()), folder, options.source)
            except (RuntimeError, SyntaxError) as error:
                print(f"{name}: {error}", flush=True)
                status = 2
                continue
            print(comparison.summary(), flush=True)
            for message, tests in grouped(comparison.differing):
                more = f" and {len(tests) - 1} more" if len(tests) > 1 else ""
                print(f"    {message}\n        {tests[0]}{more}", flush=True)
            status = status or int(bool(comparison.differing))
    return status
