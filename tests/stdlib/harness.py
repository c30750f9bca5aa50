"""Runs CPython's own tests of a module against its converted form, and says where the outcome differs.

    python tests/stdlib/harness.py difflib test_difflib
    python tests/stdlib/harness.py json test_json
    python tests/stdlib/harness.py xml.dom.minidom test_minidom

The module, or every file of the package, goes through `convert_module` into a temporary directory that stands before
the standard library on the path; of a module in a package, what is around it is there as well, as it is. The tests run
twice, each time in a process of its own, the other time on a copy of the original in such a directory.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_RUNNER = r"""
import importlib, json, os, sys, time, unittest
names, report = sys.argv[1].split(","), sys.argv[2]
module = sys.argv[3]
import autograph.operators, test.support
sys.path.insert(0, os.environ["CONVERTED"])
importlib.invalidate_caches()
top = module.partition(".")[0]
for name in [name for name in sys.modules if name == top or name.startswith(top + ".")]:
    del sys.modules[name]
imported = importlib.import_module(module)
where = getattr(imported, "__file__", "")
suite = unittest.TestSuite(
    unittest.defaultTestLoader.loadTestsFromName("test." + name) for name in names
)
class Result(unittest.TestResult):
    outcomes = {}
    def addSuccess(self, test): self.outcomes.setdefault(test.id(), "ok")
    def addError(self, test, error):
        super().addError(test, error); self.outcomes[test.id()] = "error: " + self.errors[-1][1][-1500:]
    def addFailure(self, test, error):
        super().addFailure(test, error); self.outcomes[test.id()] = "failure: " + self.failures[-1][1][-1500:]
    def addSkip(self, test, reason): self.outcomes[test.id()] = "skipped"
    def addExpectedFailure(self, test, error): self.outcomes[test.id()] = "expected failure"
    def addUnexpectedSuccess(self, test): self.outcomes[test.id()] = "unexpected success"
    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            kept = (self.failures if issubclass(error[0], test.failureException) else self.errors)[-1][1][-1500:]
            self.outcomes[test.id()] = "failure in a subtest: " + kept
started = time.perf_counter()
suite.run(Result())
json.dump({"outcomes": Result.outcomes, "seconds": time.perf_counter() - started, "file": where}, open(report, "w"))
"""


@dataclass(frozen=True)
class Comparison:
    """What running a module's tests on the original and on the converted module gave."""

    tests: int
    differences: dict[str, tuple[str, str]]
    seconds: tuple[float, float]


def copy_to(directory: Path, module: str, convert: Callable[[str, str], str]) -> None:
    """Writes what `convert` makes of a standard library module, or package, into a directory."""
    library = Path(sysconfig.get_paths()["stdlib"])
    source = library / module.replace(".", "/")
    package = library / module.partition(".")[0]
    if package.is_dir():
        shutil.copytree(package, directory / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    files = sorted(source.rglob("*.py")) if source.is_dir() else [source.with_suffix(".py")]
    for file in files:
        target = directory / file.relative_to(library)
        target.write_text(convert(file.read_text("utf-8"), str(file)), "utf-8")


def run_tests(module: str, tests: str, convert: Callable[[str, str], str]) -> dict[str, object]:
    """The outcome of every test on what `convert` makes of a module, from a process of its own."""
    root = str(Path(__file__).resolve().parents[2])
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as directory:
        copy_to(Path(directory), module, convert)
        report = Path(scratch, "report.json")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        environment["CONVERTED"] = directory
        # What the interpreter itself needs is compiled into it, unless told otherwise.
        command = [sys.executable, "-X", "frozen_modules=off", "-c", _RUNNER, tests, str(report), module]
        done = subprocess.run(
            command, cwd=scratch, env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        if not report.exists():
            raise RuntimeError(f"the tests of {module} did not run:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        outcome: dict[str, object] = json.loads(report.read_text())
    if not str(outcome["file"]).startswith(directory):
        raise RuntimeError(f"the {module} that was imported is {outcome['file']}")
    return outcome


def compare(module: str, tests: str) -> Comparison:
    """Runs the tests on the original and on the converted module."""
    from autograph.modules import convert_module

    converted = run_tests(module, tests, convert_module)
    original = run_tests(module, tests, lambda text, _: text)
    before, after = original["outcomes"], converted["outcomes"]
    assert isinstance(before, dict) and isinstance(after, dict)
    differences = {
        name: (before.get(name, "absent"), after.get(name, "absent"))
        for name in sorted({*before, *after})
        if before.get(name, "absent").partition(":")[0] != after.get(name, "absent").partition(":")[0]
    }
    seconds = (float(str(original["seconds"])), float(str(converted["seconds"])))
    return Comparison(len(before), differences, seconds)


def main(arguments: list[str]) -> int:
    module, tests = arguments
    started = time.perf_counter()
    comparison = compare(module, tests)
    for name, (before, after) in comparison.differences.items():
        print(f"--- {name}\n    original: {before}\n    converted: {after}")
    before, after = comparison.seconds
    print(
        f"{module}: {comparison.tests} tests, {len(comparison.differences)} differ; "
        f"{before:.2f} s and {after:.2f} s ({after / before:.1f} times); {time.perf_counter() - started:.1f} s in all"
    )
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
