"""Runs CPython's own tests of a module against its converted form, and says where the outcome differs.

    python tests/stdlib/harness.py difflib test_difflib
    python tests/stdlib/harness.py json test_json

The module, or every file of the package, goes through `convert_module` into a temporary directory that stands before
the standard library on the path. The tests run twice, each time in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

_RUNNER = r"""
import importlib, json, os, sys, time, unittest
names, report = sys.argv[1].split(","), sys.argv[2]
module = sys.argv[3]
import autograph.operators, test.support
converted = os.environ.get("CONVERTED")
if converted:
    sys.path.insert(0, converted)
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name == module or name.startswith(module + ".")]:
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


def convert_to(directory: Path, module: str) -> None:
    """Writes the converted form of a standard library module, or package, into a directory."""
    from autograph.modules import convert_module

    library = Path(sysconfig.get_paths()["stdlib"])
    source = library / module.replace(".", "/")
    files = sorted(source.rglob("*.py")) if source.is_dir() else [source.with_suffix(".py")]
    for file in files:
        target = directory / file.relative_to(library)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(convert_module(file.read_text("utf-8"), str(file)), "utf-8")


def run_tests(module: str, tests: str, converted: Path | None) -> dict[str, object]:
    """The outcome of every test, from a process of its own."""
    root = str(Path(__file__).resolve().parents[2])
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch, "report.json")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        environment.pop("CONVERTED", None)
        if converted is not None:
            environment["CONVERTED"] = str(converted)
        command = [sys.executable, "-c", _RUNNER, tests, str(report), module]
        done = subprocess.run(
            command, cwd=scratch, env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        if not report.exists():
            raise RuntimeError(f"the tests of {module} did not run:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        return json.loads(report.read_text())


def compare(module: str, tests: str) -> Comparison:
    """Runs the tests on the original and on the converted module."""
    with tempfile.TemporaryDirectory() as directory:
        convert_to(Path(directory), module)
        converted = run_tests(module, tests, Path(directory))
        if not str(converted["file"]).startswith(directory):
            raise RuntimeError(f"the converted {module} was not imported, but {converted['file']}")
    original = run_tests(module, tests, None)
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
