"""The comparison of a package's tests before and after its conversion, on a package made here: no network."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.packages.catalogue import Package
from tests.packages.compare import Comparison, Layout, compare_copies, find_layout

MODULE = """
def size(x):
    if x > 10:
        return "large"
    return "small"


def names():
    return size.__code__.co_names
"""

TESTS = """
import time

import pytest
import gauge


@pytest.mark.parametrize("x, expected", [(3, "small"), (30, "large")])
def test_size(x, expected):
    assert gauge.size(x) == expected


def test_names():
    assert gauge.names() == ()


@pytest.mark.xfail
def test_a_known_bug():
    assert gauge.size(10) == "large"


@pytest.mark.parametrize("now", [str(time.time())])
def test_named_for_the_time(now):
    assert now


def test_that_fails_anyway():
    assert gauge.size(3) == "tiny"
"""


def source_tree(folder: Path) -> Path:
    top = folder / "gauge-1.0"
    (top / "src").mkdir(parents=True)
    (top / "tests").mkdir()
    (top / "src" / "gauge.py").write_text(MODULE)
    (top / "tests" / "test_gauge.py").write_text(TESTS)
    return top


def compared(folder: Path, options: tuple[str, ...] = ()) -> Comparison:
    python = folder / "site" / "python"
    python.parent.mkdir()
    shutil.copy(Path(__file__).with_name("recorder.py"), python.parent / "outcome_recorder.py")
    root = Path(__file__).resolve().parents[2]
    python.write_text(
        f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{python.parent}:{root}" exec {sys.executable} "$@"\n',
    )
    python.chmod(0o755)
    layout = Layout(Path("src"), ("gauge",), (Path("src/gauge.py"),), ("tests",))
    package = Package(options=options)
    return compare_copies("gauge", "1.0", package, python, source_tree(folder), layout, folder)


def test_a_test_that_sees_the_conversion_differs_and_no_other(tmp_path):
    comparison = compared(tmp_path)
    assert (comparison.files, comparison.functions) == (1, 2)
    assert (comparison.tests, comparison.passed) == (6, 5)
    assert list(comparison.differing) == ["tests/test_gauge.py::test_names"]
    assert [name.partition("[")[0] for name in comparison.flaky] == ["tests/test_gauge.py::test_named_for_the_time"]
    outcome, error = comparison.differing["tests/test_gauge.py::test_names"]
    assert outcome == "failed"
    assert error.startswith("test_gauge.py:14: AssertionError: assert ('ag__',")


def test_the_layout_leaves_tests_out_of_the_files_and_adds_what_was_built(tmp_path):
    top = source_tree(tmp_path)
    site = tmp_path / "site"
    package = top / "scale"
    for file in (package / "__init__.py", package / "tests" / "test_scale.py", site / "scale" / "_version.py"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    installed = ["scale/__init__.py", "scale/_version.py", "scale/tests/test_scale.py"]
    layout = find_layout(top, installed, site, Package(tests=("scale/tests",)))
    assert layout == Layout(
        Path("."), ("scale",), (Path("scale/__init__.py"), Path("scale/_version.py")), ("scale/tests",)
    )
