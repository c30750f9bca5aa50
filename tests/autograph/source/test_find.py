"""The definition of a function is found wherever its text is: files, notebooks, sessions, generated modules."""

from __future__ import annotations

import ast
import asyncio
import doctest
import importlib.util
import linecache
import os
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

from autograph import ConversionError, to_graph
from tests.autograph.differential import define

_ROOT = Path(__file__).parents[3]


@pytest.fixture
def remember(monkeypatch):
    """Puts a text where notebooks and sessions put what was typed."""

    def remember(name: str, text: str) -> None:
        monkeypatch.setitem(linecache.cache, name, (len(text), None, text.splitlines(True), name))

    return remember


@pytest.mark.parametrize(
    "name",
    ["<ipython-input-3-0a1b2c3d4e5f>", "/tmp/ipykernel_1/1234567890.py", "<python-input-0>", "<stdin>", "<string>"],
)
@pytest.mark.parametrize("mode", ["exec", "single"])
def test_functions_typed_in_notebooks_and_sessions(remember, name, mode):
    text = "def sign(x):\n    if x > 0:\n        return 1\n    return -1\n"
    remember(name, text)
    namespace = {"__name__": "__main__"}
    exec(compile(text, name, mode), namespace)
    converted = to_graph(namespace["sign"])
    assert [converted(1), converted(-1)] == [1, -1]
    assert converted.__code__.co_filename == name


def test_a_cell_that_awaits_at_its_top(remember):
    text = "import asyncio\nawait asyncio.sleep(0)\ndef sign(x):\n    return 1 if x > 0 else -1\n"
    remember("<cell>", text)
    namespace = {}
    code = compile(text, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    asyncio.run(eval(code, namespace))
    assert to_graph(namespace["sign"])(-3) == -1


def test_cells_that_inherit_a_future_import(remember):
    import __future__

    text = "def f(x: no.such[name]):\n    return 1 if x > 0 else f.__annotations__['x']\n"
    remember("<future>", text)
    namespace = {}
    exec(compile(text, "<future>", "exec", __future__.annotations.compiler_flag), namespace)
    assert to_graph(namespace["f"])(0) == "no.such[name]"


def test_a_function_defined_again_under_the_name_of_the_cell(remember):
    results = []
    for value in (1, 2):
        text = f"def f(x):\n    return x and {value}\n"
        remember("<cell again>", text)
        namespace = {}
        exec(compile(text, "<cell again>", "exec"), namespace)
        results.append(to_graph(namespace["f"])(True))
    assert results == [1, 2]


def test_functions_of_doctests():
    def documented():
        """
        >>> from autograph import to_graph
        >>> def sign(x):
        ...     if x > 0:
        ...         return 1
        ...     return -1
        >>> to_graph(sign)(3)
        1
        >>> def sign(x):
        ...     return "other" if x else 0
        >>> to_graph(sign)(3)
        'other'
        """

    # Only a runner that shows examples in tracebacks has their text where it can be found.
    runner = doctest.DocTestRunner(verbose=False)
    (test,) = doctest.DocTestFinder().find(documented, globs={})
    assert runner.run(test) == doctest.TestResults(failed=0, attempted=5)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="Python keeps the text of `-c` since 3.13")
def test_the_program_of_the_command_line():
    program = "import autograph\ndef f(x):\n    return x and 3\nprint(autograph.to_graph(f)(1))"
    done = subprocess.run([sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")


def load(path: Path, name: str):
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_a_file_that_is_edited_while_the_program_runs(tmp_path):
    path = tmp_path / "edited.py"
    path.write_text("def stays(x):\n    return x and 'stays'\n\n\ndef goes(x):\n    return x and 'goes'\n")
    module = load(path, "edited")
    path.write_text(
        "# a line more\n\n\ndef stays(x):\n    return x and 'stays'\n\n\ndef goes(x):\n    return x and 'new'\n"
    )
    assert to_graph(module.stays)(1) == "stays"
    with pytest.raises(ConversionError, match="the definition of 'goes' is not at line 5"):
        to_graph(module.goes)


def test_a_function_that_moved_shows_the_lines_where_it_is_now(tmp_path):
    path = tmp_path / "moved.py"
    text = "def fails(x):\n    if x:\n        raise ValueError(x)\n"
    path.write_text(text)
    module = load(path, "moved")
    path.write_text("import os\nimport sys\n" + text)
    with pytest.raises(ValueError) as caught:
        to_graph(module.fails)(1)
    assert caught.traceback[-1].lineno + 1 == 5


def test_a_module_in_a_zip_file(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "modules.zip", "w") as archive:
        archive.writestr("zipped_module.py", "def sign(x):\n    return 1 if x > 0 else -1\n")
    monkeypatch.syspath_prepend(str(tmp_path / "modules.zip"))
    import zipped_module

    assert to_graph(zipped_module.sign)(-2) == -1


def test_a_loader_that_adds_to_the_code_is_trusted(tmp_path):
    class Loader(importlib.machinery.SourceFileLoader):
        def source_to_code(self, data, path, *, _optimize=-1):
            tree = ast.parse(data)
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    node.body.insert(0, ast.parse("print('called')").body[0])
            return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    path = tmp_path / "instrumented.py"
    path.write_text("def sign(x):\n    return 1 if x > 0 else -1\n")
    loader = Loader("instrumented", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("instrumented", loader))
    loader.exec_module(module)
    assert to_graph(module.sign)(3) == 1


@pytest.mark.parametrize("encoding, newline", [("utf-8-sig", "\n"), ("latin-1", "\r\n"), ("utf-8", "\r")])
def test_files_of_every_encoding_and_newline(tmp_path, encoding, newline):
    head = "# coding: latin-1\n" if encoding == "latin-1" else ""
    text = head + "def name(x):\n    \f\n    return 'é' if x else 'è'\n"
    path = tmp_path / "encoded.py"
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    assert to_graph(load(path, "encoded").name)(1) == "é"


def test_decorators_and_defaults_over_several_lines():
    f = define(
        """
        def tag(*_, **__):
            return lambda f: f

        @tag(
            lambda x: x and 1,
            key=lambda x: x and 2,
        )
        @tag()
        def f(
            x,
            y=lambda x: x and 3,
        ):
            return y(x) and 4
        """,
        "f",
    )
    assert to_graph(f)(1) == 4
    assert to_graph(f.__defaults__[0])(1) == 3


def test_lambdas_that_differ_in_nothing_but_their_place():
    pair = define("pair = (lambda x: x and 1, lambda x: x and 2), [lambda x: x and 1, lambda x: x and 3]", "pair")
    assert [[to_graph(f)(True) for f in part] for part in pair] == [[1, 2], [1, 3]]


def test_many_functions_are_compared_with_one_compilation_of_their_file(monkeypatch, remember):
    from autograph.source import find

    compiled = []
    original = find._compiled
    monkeypatch.setattr(find, "_compiled", lambda *args: compiled.append(args[1]) or original(*args))
    text = "".join(f"def f{i}(x): return x and {i}\n" for i in range(50))
    remember("<fifty>", text)
    namespace = {}
    exec(compile(text, "<fifty>", "exec"), namespace)
    assert [to_graph(namespace[f"f{i}"])(True) for i in range(50)] == list(range(50))
    assert compiled == ["<fifty>"]


def test_a_script_read_from_a_pipe_says_that_its_text_is_not_kept():
    program = textwrap.dedent("""
        import autograph
        def f(x):
            return x and 3
        try: autograph.to_graph(f)
        except autograph.ConversionError as error: print(error.code)
    """)
    done = subprocess.run([sys.executable, "-"], input=program, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout in ("AG001\n", "")  # since 3.13 the text is kept


def test_lambdas_on_one_line_are_told_apart_without_the_positions_of_instructions(tmp_path):
    program = textwrap.dedent("""
        from autograph import to_graph
        pair = [lambda x: x and 1, lambda x: x and 2, lambda x: x and 1, lambda x: 3 and [lambda: x or 4][0]()]
        class A: pair = [lambda x: x.__a, lambda x: x._A__a or 5]
        A._A__a = 0
        print([to_graph(f)(True) for f in pair], [to_graph(f)(A()) for f in A.pair])
    """)
    path = tmp_path / "pair.py"
    path.write_text(program)
    environment = {**os.environ, "PYTHONNODEBUGRANGES": "1", "PYTHONPATH": str(_ROOT)}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[1, 2, 1, True] [0, 5]\n", "")


def test_lambdas_on_one_line_that_cannot_be_told_apart_are_not_guessed(remember):
    text = "pair = lambda x: x and 1, lambda x: x and 2\n"
    remember("<changed>", text)
    namespace = {"__loader__": object()}  # one that may add to the text
    exec(compile(text.replace("x and", "bool(x) and"), "<changed>", "exec"), namespace)
    for function in namespace["pair"]:
        with pytest.raises(ConversionError, match=r"line 1 has several functions that '<lambda>' may be \[AG040\]"):
            to_graph(function)
