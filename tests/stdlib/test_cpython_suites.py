"""CPython's own tests of a module give the same results on the converted module as on the original."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from tests.stdlib.harness import compare

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("test") is None or importlib.util.find_spec("test.test_difflib") is None,
    reason="CPython's `test` package is not installed",
)

SUITES = {
    "argparse": "test_argparse",
    "bisect": "test_bisect",
    "copy": "test_copy",
    "difflib": "test_difflib",
    "fractions": "test_fractions",
    "heapq": "test_heapq",
    "json": "test_json",
    "string": "test_string",
    "textwrap": "test_textwrap",
}

#: Those that take longer than a few seconds, or that go beyond the first ones.
MORE_SUITES = {
    "base64": "test_base64",
    "calendar": "test_calendar",
    "cmd": "test_cmd",
    "code": "test_code",
    "collections": "test_collections",
    "colorsys": "test_colorsys",
    "configparser": "test_configparser",
    "csv": "test_csv",
    "datetime": "test_datetime",
    "enum": "test_enum",
    "fnmatch": "test_fnmatch",
    "functools": "test_functools",
    "glob": "test_glob",
    "graphlib": "test_graphlib",
    "html": "test_htmlparser",
    "ipaddress": "test_ipaddress",
    "pprint": "test_pprint",
    "quopri": "test_quopri",
    "random": "test_random",
    "reprlib": "test_reprlib",
    "sched": "test_sched",
    "shlex": "test_shlex",
    "statistics": "test_statistics",
    "timeit": "test_timeit",
    "tokenize": "test_tokenize",
    "uuid": "test_uuid",
}


def check(module: str, tests: str) -> None:
    comparison = compare(module, tests)
    assert comparison.tests > 0
    differences = [
        f"{name}\n    original: {before}\n    converted: {after}"
        for name, (before, after) in comparison.differences.items()
    ]
    assert not differences, "\n".join(differences)


@pytest.mark.parametrize("module", SUITES)
def test_a_converted_module_passes_the_tests_of_cpython(module):
    check(module, SUITES[module])


@pytest.mark.slow
@pytest.mark.parametrize("module", MORE_SUITES)
def test_more_converted_modules_pass_the_tests_of_cpython(module):
    if importlib.util.find_spec(f"test.{MORE_SUITES[module]}") is None:
        pytest.skip(f"there is no such test on Python {sys.version_info[0]}.{sys.version_info[1]}")
    check(module, MORE_SUITES[module])
