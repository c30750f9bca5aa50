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
    "abc": "test_abc",
    "base64": "test_base64",
    "calendar": "test_calendar",
    "cmd": "test_cmd",
    "code": "test_code",
    "codecs": "test_codecs",
    "codeop": "test_codeop",
    "collections": "test_collections",
    "colorsys": "test_colorsys",
    "configparser": "test_configparser",
    "copyreg": "test_copyreg",
    "csv": "test_csv",
    "datetime": "test_datetime",
    "enum": "test_enum",
    "filecmp": "test_filecmp",
    "fileinput": "test_fileinput",
    "fnmatch": "test_fnmatch",
    "functools": "test_functools",
    "getopt": "test_getopt",
    "glob": "test_glob",
    "graphlib": "test_graphlib",
    "gzip": "test_gzip",
    "hashlib": "test_hashlib",
    "hmac": "test_hmac",
    "html": "test_html",
    "html.parser": "test_htmlparser",
    "http.cookiejar": "test_http_cookiejar",
    "http.cookies": "test_http_cookies",
    "ipaddress": "test_ipaddress",
    "linecache": "test_linecache",
    "locale": "test_locale",
    "mimetypes": "test_mimetypes",
    "modulefinder": "test_modulefinder",
    "netrc": "test_netrc",
    "ntpath": "test_ntpath",
    "numbers": "test_abstract_numbers",
    "optparse": "test_optparse",
    "os": "test_os",
    "pathlib": "test_pathlib",
    "pickle": "test_pickle",
    "pkgutil": "test_pkgutil",
    "posixpath": "test_posixpath",
    "pprint": "test_pprint",
    "pyclbr": "test_pyclbr",
    "queue": "test_queue",
    "quopri": "test_quopri",
    "random": "test_random",
    "reprlib": "test_reprlib",
    "sched": "test_sched",
    "selectors": "test_selectors",
    "shelve": "test_shelve",
    "shlex": "test_shlex",
    "stat": "test_stat",
    "statistics": "test_statistics",
    "symtable": "test_symtable",
    "tarfile": "test_tarfile",
    "timeit": "test_timeit",
    "tokenize": "test_tokenize",
    "types": "test_types",
    "unittest.mock": "test_unittest",
    "urllib.parse": "test_urlparse",
    "urllib.request": "test_urllib",
    "uuid": "test_uuid",
    "weakref": "test_weakref",
    "xml.dom.minidom": "test_minidom",
    "xml.etree.ElementTree": "test_xml_etree",
    "xml.sax": "test_sax",
    "zipfile": "test_zipfile",
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
