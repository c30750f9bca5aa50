"""What is particular about the tests of some packages: what they need, where they are, which part of them is run.

A package that is not here is one with nothing particular: its tests need pytest alone and are in `tests` or `test` at
the top of its source distribution, or in the package itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Package:
    """How the tests of a package are run.

    Attributes:
        requirements: what the tests need besides the package and pytest, as pip takes them.
        tests: the files and folders with the tests, in the source distribution; those found if there are none here.
        options: further options of pytest.
        modules: the top-level modules to convert, where the package's metadata do not tell.
        environment: environment variables of the tests.
        seconds: how long one run may take.
    """

    requirements: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    seconds: int = 600


PACKAGES = {
    "arrow": Package(("pytz", "simplejson", "pytest-mock", "dateparser")),
    "attrs": Package(("hypothesis", "cloudpickle", "pympler")),
    "boltons": Package(("hypothesis",)),
    "cattrs": Package(
        ("hypothesis", "immutables", "pytest-benchmark", "pyyaml", "tomlkit", "ujson", "msgpack", "cbor2")
    ),
    # Its benchmarks compare the time with that of their author's machine.
    "chardet": Package(options=("--ignore-glob", "*test_benchmark.py")),
    "click": Package(options=("-m", "not stress")),
    "docutils": Package(
        tests=("test/test_parsers", "test/test_nodes.py", "test/test_utils", "test/test_statemachine.py")
    ),
    "glom": Package(("pyyaml",)),
    "html5lib": Package(("mock", "webencodings", "setuptools<81", "pytest<8")),
    "jedi": Package(
        ("attrs", "colorama"), ("test/test_inference", "test/test_api", "test/test_utils.py", "test/test_cache.py")
    ),
    "jsonschema": Package(("jsonpath-ng",), ("jsonschema/tests",)),
    "markdown-it-py": Package(("pytest-regressions", "linkify-it-py", "mdurl")),
    "markdown": Package(("pyyaml",)),
    "marshmallow": Package(("simplejson",)),
    "mpmath": Package(("hypothesis", "pytest-timeout"), ("mpmath/tests",), ("-k", "not plot and not cli")),
    "networkx": Package(
        ("numpy",), ("networkx/classes", "networkx/algorithms/flow", "networkx/algorithms/shortest_paths")
    ),
    "pygments": Package(options=("-k", "formatter or filter or token or style or lexer_classes or regexlexer or util")),
    # Every parser is tested once more with each kind of memoisation, of which one will do.
    "pyparsing": Package(
        ("railroad-diagrams", "jinja2"), options=("-k", "not Random and not Test06 and not Test08 and not Test09")
    ),
    "pyyaml": Package(tests=("tests",)),
    "python-dateutil": Package(("hypothesis", "freezegun", "pytest-cov")),
    "rich": Package(("attrs",)),
    "soupsieve": Package(
        ("beautifulsoup4", "html5lib", "lxml"), options=("-k", "not non_ascii_identifiers and not escape_round_trip")
    ),
    "sortedcontainers": Package(options=("-k", "not stress")),
    "structlog": Package(("pretend", "pytest-asyncio", "simplejson", "time-machine", "twisted", "rich")),
    "sympy": Package(("hypothesis",), ("sympy/core/tests", "sympy/logic/tests")),
    "tabulate": Package(("wcwidth",)),
    "textdistance": Package(("hypothesis", "numpy")),
    "wcwidth": Package(environment={"WCWIDTH_PYTHON": "1"}),
    "werkzeug": Package(
        ("pytest-timeout", "ephemeral-port-reserve", "cryptography", "watchdog"),
        options=("--ignore-glob", "*test_serving.py", "--ignore-glob", "*test_debug.py"),
    ),
}
