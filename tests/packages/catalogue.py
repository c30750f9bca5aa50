"""What is particular about the tests of some packages: what they need, where they are, which part of them is run.

A package that is not here is one with nothing particular: its tests need pytest alone and are in `tests` or `test` at
the top of its source distribution, or in the package itself.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Package:
    """How the tests of a package are run.

    Attributes:
        requirements: what the tests need besides the package and pytest, as pip takes them.
        tests: the files and folders with the tests, in the source distribution; those found if there are none here.
        options: further options of pytest.
        modules: the top-level modules to convert, where the package's metadata do not tell.
        seconds: how long one run may take.
    """

    requirements: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    seconds: int = 600


PACKAGES = {
    "arrow": Package(("pytz", "simplejson", "pytest-mock", "dateparser")),
    "attrs": Package(("hypothesis", "cloudpickle", "pympler")),
    "boltons": Package(("hypothesis",)),
    "cachetools": Package(),
    "cattrs": Package(("hypothesis", "immutables", "pytest-benchmark", "pyyaml", "tomlkit", "ujson", "msgpack")),
    "docutils": Package(
        tests=("test/test_parsers", "test/test_nodes.py", "test/test_utils", "test/test_statemachine.py")
    ),
    "glom": Package(("pyyaml",)),
    "html5lib": Package(("mock", "webencodings")),
    "jedi": Package(
        ("attrs", "colorama"), ("test/test_inference", "test/test_api", "test/test_utils.py", "test/test_cache.py")
    ),
    "jsonschema": Package(("jsonpath-ng",), ("jsonschema/tests",)),
    "markdown-it-py": Package(("pytest-regressions", "linkify-it-py", "mdurl")),
    "markdown": Package(("pyyaml",)),
    "marshmallow": Package(("simplejson",)),
    "networkx": Package(("numpy",), ("networkx/classes", "networkx/algorithms/tests", "networkx/readwrite")),
    "pygments": Package(tests=("tests",), options=("-k", "not snippets and not examplefiles")),
    "pyyaml": Package(tests=("tests",)),
    "python-dateutil": Package(("hypothesis", "freezegun", "six")),
    "rich": Package(("attrs",)),
    "structlog": Package(("pretend", "freezegun", "pytest-asyncio", "twisted", "rich")),
    "sympy": Package(tests=("sympy/core/tests", "sympy/logic/tests", "sympy/sets/tests", "sympy/concrete/tests")),
    "tabulate": Package(("wcwidth",)),
    "toolz": Package(),
    "werkzeug": Package(
        ("pytest-timeout", "ephemeral-port-reserve", "cryptography", "watchdog"),
        options=("--ignore-glob", "*test_serving.py", "--ignore-glob", "*test_debug.py"),
    ),
}
