"""The full text of each error that a user can see, with the program that causes it."""

from __future__ import annotations

import linecache
import re
import textwrap
from pathlib import Path

import pytest

import autograph
from autograph import AutographError, ConversionError, StagingError, to_code, to_graph
from autograph.formatting import reformatted
from tests.autograph.differential import define, tracing
from tests.autograph.staged import staging_error

_ALL = ("runtime", "jax")

#: The program, what it is called with, the text of the error, and the systems it is an error on.
STAGING_ERRORS = {
    "AG010 a variable of one branch": (
        """
        def scale(x, n):
            if n > 0:
                y = x / n
            z = n
            return y
        """,
        (1.0, 2.0),
        """
        'y' has a value in one branch of a staged `if` but not in the other [AG010]
         --> FILE:2:8 in scale
          |
        2 |     if n > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = 'y' is assigned on line 3, and used after the `if` on line 5
          = help: assign 'y' before the `if`, or in both of its branches
        """,
        _ALL,
    ),
    "AG011 branches that build different things": (
        """
        def pick(x):
            if x > 0:
                y = (x, x)
            else:
                y = {"a": x}
            return y
        """,
        (1.0,),
        """
        'y' is a tuple of 2 after one branch of a staged `if` and a dict with the keys 'a' after the other [AG011]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: give 'y' the same structure in both branches
        """,
        _ALL,
    ),
    "AG011 returned values that are built differently": (
        """
        def pick(x):
            if x > 0:
                return x, x
            return [x]
        """,
        (1.0,),
        """
        the function returns a tuple of 2 from one branch of a staged `if` and a list of 1 from the other [AG011]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: return values of one structure from every path; a path without `return` returns None
        """,
        _ALL,
    ),
    "AG012 objects that differ": (
        """
        def pick(x):
            if x > 0:
                y = object()
            else:
                y = x
            return y
        """,
        (1.0,),
        """
        'y' is an object in one branch of a staged `if` and float32 of shape () in the other [AG012]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = the graph decides when it runs, and can only choose between tensors
          = help: make it a tensor, a number or the same object in both branches
        """,
        _ALL,
    ),
    "AG012 strings that differ": (
        """
        def pick(x):
            if x > 0:
                return "up"
            return "down"
        """,
        (1.0,),
        """
        the function returns the str 'up' in one branch of a staged `if` and the str 'down' in the other [AG012]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = the graph decides when it runs, and can only choose between tensors
          = help: make it a tensor, a number or the same object in both branches
        """,
        ("jax",),
    ),
    "AG013 tensors of types that do not meet": (
        """
        def pick(x, rows):
            if x > 0:
                y = rows
            else:
                y = rows > 0
            return y
        """,
        (1.0, [1.0, 2.0]),
        """
        'y' is float32 of shape (2,) in one branch of a staged `if` and bool of shape (2,) in the other [AG013]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: cast one of them, so that both branches agree
        """,
        _ALL,
    ),
    "AG014 a loop variable that is built differently": (
        """
        def grow(n):
            pair = (n,)
            while n > 0:
                pair = (n, n)
                n = n - 1
            return pair
        """,
        (1.0,),
        """
        'pair' is a tuple of 1 before a staged `while` and a tuple of 2 after an iteration [AG014]
         --> FILE:3:11 in grow
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start 'pair' with a value of the structure that the loop gives it
        """,
        _ALL,
    ),
    "AG014 a loop variable that starts as None": (
        """
        def last(rows):
            pair = None
            for row in rows:
                pair = (row, row)
            return pair
        """,
        ([1.0, 2.0],),
        """
        'pair' is None before a staged `for` and a tuple of 2 after an iteration [AG014]
         --> FILE:3:16 in last
          |
        3 |     for row in rows:
          |                ^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = help: start 'pair' with a value of the structure that the loop gives it
        """,
        _ALL,
    ),
    "AG015 a loop variable that is no tensor": (
        """
        def name(n):
            marker = object()
            while n > 0:
                marker = object()
                n = n - 1
            return marker
        """,
        (1.0,),
        """
        'marker' is an object before a staged `while` and an object after an iteration [AG015]
         --> FILE:3:11 in name
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = how often the loop runs is known only when the graph runs, so its variables must be tensors
          = help: start 'marker' with a tensor or a number of the type that the loop gives it
        """,
        _ALL,
    ),
    "AG016 a loop variable that changes its type": (
        """
        def grow(n, rows):
            while n > 0:
                rows = rows > n
                n = n - 1
            return rows
        """,
        (1.0, [1.0, 2.0]),
        """
        'rows' is float32 of shape (2,) before a staged `while` and bool of shape (2,) after an iteration [AG016]
         --> FILE:2:11 in grow
          |
        2 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start 'rows' with the type that the loop gives it, or cast it in the loop
        """,
        _ALL,
    ),
    "AG017 a variable deleted in a loop": (
        """
        def forget(n):
            y = n
            while n > 0:
                n = n - 1
                if y is not None:
                    del y
            return y
        """,
        (1.0,),
        """
        'y' is deleted in a staged `while` [AG017]
         --> FILE:3:11 in forget
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: leave 'y' bound, or delete it after the loop
        """,
        _ALL,
    ),
    "AG018 a variable first assigned in a loop": (
        """
        def last(n):
            while n > 0:
                y = n
                n = n - 1
            return y
        """,
        (1.0,),
        """
        'y' is first assigned in a staged `while`, and used after it [AG018]
         --> FILE:2:11 in last
          |
        2 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = the loop may run no iteration, and then the variable has no value
          = help: assign 'y' before the loop
        """,
        ("jax",),
    ),
    "AG019 a scalar looped over": (
        """
        def each(x):
            for y in x:
                print(y)
        """,
        (1.0,),
        """
        a traced array of shape () cannot be looped over [AG019]
         --> FILE:2:14 in each
          |
        2 |     for y in x:
          |              ^
          = help: loop over a tensor with at least one dimension
        """,
        ("jax",),
    ),
    "AG020 a statement that yields": (
        """
        def positive(xs):
            for x in xs:
                if x > 0:
                    yield x

        def run(x):
            return list(positive([x]))
        """,
        (1.0,),
        """
        a tensor decides a statement that can only be run as Python [AG020]
         --> FILE:3:12 in positive
          |
        3 |         if x > 0:
          |            ^^^^^ this condition is a tensor
          = the statement stays plain Python: it waits or yields inside
          = help: move the condition into a function of its own, or make it a Python value
        """,
        _ALL,
    ),
    "AG020 a function that looks at its variables": (
        """
        def run(x):
            while x > 0:
                x = x - 1
                y = locals()
            return y
        """,
        (1.0,),
        """
        a tensor decides a statement that can only be run as Python [AG020]
         --> FILE:2:11 in run
          |
        2 |     while x > 0:
          |           ^^^^^ this condition is a tensor
          = the statement stays plain Python: it looks at the variables of the function with `locals()`
          = help: move the condition into a function of its own, or make it a Python value
        """,
        _ALL,
    ),
    "AG021 a list that one branch appends to": (
        """
        def collect(x):
            items = [x]
            if x > 0:
                items.append(x)
            return items
        """,
        (1.0,),
        """
        'items' has 2 elements after one branch of a staged `if` and 1 after the other [AG021]
         --> FILE:3:8 in collect
          |
        3 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: append in both branches, or in neither; in a staged loop, a list of tensors may grow
        """,
        _ALL,
    ),
    "AG022 a list of objects that grows in a loop": (
        """
        def collect(n):
            items = []
            while n > 0:
                items.append(object())
                n = n - 1
            return items
        """,
        (3.0,),
        """
        'items' grows in a staged `while` [AG022]
         --> FILE:3:11 in collect
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = its elements are not tensors of one type
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        _ALL,
    ),
    "AG022 a list that grows on a system without such lists": (
        """
        def collect(rows):
            items = []
            for row in rows:
                items.append(row * 2)
            return items
        """,
        ([1.0, 2.0],),
        """
        'items' grows in a staged `for` [AG022]
         --> FILE:3:16 in collect
          |
        3 |     for row in rows:
          |                ^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = jax has no lists that grow while a graph runs
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        ("jax",),
    ),
    "AG023 a comprehension of unknown length, runtime": (
        """
        def double(n):
            return [i * 2 for i in range(n)]
        """,
        (3,),
        """
        a comprehension over a tensor needs to know how many elements there are [AG023]
         --> FILE:2:28 in double
          |
        2 |     return [i * 2 for i in range(n)]
          |                            ^^^^^^^^ this iterable is a tensor
          = the number of elements is known only when the graph runs
          = help: give the tensor a static first dimension, or write the comprehension as a `for` loop that appends
        """,
        ("runtime",),
    ),
    "AG023 a comprehension of unknown length, jax": (
        """
        def double(n):
            return [i * 2 for i in range(n)]
        """,
        (3,),
        """
        a comprehension over a tensor needs to know how many elements there are [AG023]
         --> FILE:2:28 in double
          |
        2 |     return [i * 2 for i in range(n)]
          |                            ^^^^^^^^ this iterable is a tensor
          = the number of elements is known only when the program runs
          = help: give the tensor a static first dimension, or write the comprehension as a `for` loop that appends
        """,
        ("jax",),
    ),
}


def test_an_attribute_that_one_branch_sets_does_not_exist_after_it(system):
    program = define("""
        def mark(x):
            class Box: pass
            box = Box()
            if x > 0:
                box.y = x
            return box.y
    """)
    with pytest.raises((StagingError, AttributeError), match=r"box\.y|'y'"):
        system.stage(program)(system.tensor(1.0))


def dedented(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def with_any_file(text: str) -> str:
    return re.sub(r"--> <program \d+>", "--> FILE", text)


@pytest.mark.parametrize("source, args, expected, systems", STAGING_ERRORS.values(), ids=STAGING_ERRORS)
def test_errors_of_staging(system, source, args, expected, systems):
    if system.name not in systems:
        pytest.skip(f"no error on {system.name}")
    assert with_any_file(staging_error(system, define(source), *args)) == dedented(expected)


def test_every_code_of_staging_has_its_text_tested():
    package = Path(autograph.__file__).parent
    codes = set(re.findall(r'"(AG\d\d\d)"', "".join(p.read_text() for p in package.rglob("*.py"))))
    here = set(re.findall(r"\[(AG\d\d\d)\]", Path(__file__).read_text()))
    assert codes <= here


def test_errors_carry_their_parts(system):
    def scale(x):
        if x > 0:
            y = x
        return y

    with pytest.raises(StagingError) as caught:
        system.stage(scale)(system.tensor(1.0))
    error = caught.value
    assert (error.code, error.place.line) == ("AG010", scale.__code__.co_firstlineno + 1)
    assert (error.place.filename, error.place.function) == (__file__, "scale")
    assert isinstance(error, TypeError) and isinstance(error, AutographError)
    assert type(error).__module__ == "autograph"


def test_an_error_within_a_function_that_a_staged_function_calls(system):
    program = define("""
        def helper(v):
            if v > 0:
                result = v
            return result

        def run(x):
            for _ in range(1):
                x = helper(x)
            return x
    """)
    assert " in helper\n" in staging_error(system, program, 1.0)


def conversion_error(function) -> str:
    with pytest.raises(ConversionError) as caught:
        to_graph(function)
    with pytest.raises(ConversionError, match=caught.value.code):
        to_code(function)
    return str(caught.value)


def test_source_that_is_not_available():
    namespace = {}
    exec(compile("def hidden(x):\n    return x if x else 1", "<nowhere>", "exec"), namespace)
    assert conversion_error(namespace["hidden"]) == dedented("""
        the source of 'hidden' is not available [AG001]
         --> <nowhere>:1 in hidden
          = functions are converted from their text, and Python does not keep that of this one
          = help: define the function in a file or a notebook, put its text into `linecache.cache`, \
or exclude it with `autograph.do_not_convert`
    """)


def test_functions_on_one_line_that_cannot_be_told_apart(monkeypatch):
    text = "pair = lambda x: x and 1, lambda x: x and 2\n"
    monkeypatch.setitem(linecache.cache, "<changed>", (len(text), None, text.splitlines(True), "<changed>"))
    namespace = {"__loader__": object()}
    exec(compile(text.replace("x and", "bool(x) and"), "<changed>", "exec"), namespace)
    assert conversion_error(namespace["pair"][1]) == dedented("""
        line 1 has several functions that '<lambda>' may be [AG040]
         --> <changed>:1 in <lambda>
          |
        1 | pair = lambda x: x and 1, lambda x: x and 2
          = they begin at columns 8, 27; the code of the function does not say where it is from, \
and differs from what Python makes of the text
          = help: write them on lines of their own
    """)


def test_no_formatter():
    with pytest.raises(AutographError) as caught:
        reformatted("x=1", formatters={})
    assert str(caught.value) == dedented("""
        no formatter is installed [AG041]
           = converted files are printed with lines as long as it takes; ruff or black can break them
           = help: pip install ruff
    """)


def test_source_that_cannot_be_parsed():
    function = define("def f(x):\n    return x if x else 1")
    name = function.__code__.co_filename
    text = "def f(x):\n    return x if\n"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    assert with_any_file(conversion_error(function)) == dedented("""
        the source of 'f' cannot be parsed: expected 'else' after 'if' expression [AG001]
         --> FILE:2 in f
          |
        2 |     return x if
          = the text that Python shows for this file is not the text it was compiled from
          = help: import the module again
    """).replace("expected 'else' after 'if' expression", _syntax_error(text))


def _syntax_error(text: str) -> str:
    with pytest.raises(SyntaxError) as caught:
        compile(text, "x", "exec")
    return caught.value.msg


def edited(before: str, after: str):
    """A function from a text whose file holds another by now."""
    function = define(before)
    name = function.__code__.co_filename
    linecache.cache[name] = (len(after), None, after.splitlines(True), name)
    return function


def test_source_that_is_gone():
    function = edited("x = 1\ndef f(x):\n    return x if x else 1", "def g(x):\n    return x if x else 1\n\n")
    assert with_any_file(conversion_error(function)) == dedented("""
        the definition of 'f' is not at line 2 of its file [AG002]
         --> FILE:2 in f
          |
        2 |     return x if x else 1
          = the file was changed after it was imported, or the function was made by another program
          = help: import the module again, or exclude the function with `autograph.do_not_convert`
    """)


@pytest.mark.parametrize(
    "after",
    [
        "def f(x):\n    return x if x else 2\n",
        "def f(x):\n    return x if x else 1.0\n",
        "def f(x):\n    return x if x else True\n",
        "def f(x):\n    return 1 if x else x\n",
        "def f(x):\n    return x if not x else 1\n",
        "def f(x):\n    y = x\n    return x if x else 1\n",
        "global_ = 1\ndef f(x):\n    return x if x else global_\n",
        "def f(x):\n    return (lambda: x)() if x else 1\n",
        "x = 0\ndef f(x):\n    return x if x else 1\ndef f(x):\n    return x if x else 1\n",
    ],
)
def test_source_that_has_changed_is_not_converted_in_place_of_the_function(after):
    function = edited("def f(x):\n    return x if x else 1", after)
    assert "the file was changed after it was imported" in conversion_error(function)


def test_source_with_another_body():
    function = edited("def f(x):\n    return x if x else 1", "def f(x):\n    return x if x else 2\n")
    assert with_any_file(conversion_error(function)) == dedented("""
        the text of 'f' is not what the function was made from [AG002]
         --> FILE:1 in f
          |
        1 | def f(x):
          = the file was changed after it was imported, or the function was made by another program
          = help: import the module again, or exclude the function with `autograph.do_not_convert`
    """)


def test_a_called_function_without_source_runs_as_it_is():
    namespace = {}
    exec(compile("def hidden(x):\n    return x + 1 if x else 1", "<nowhere>", "exec"), namespace)
    hidden = namespace["hidden"]

    def run(x):
        return [hidden(y) for y in range(x)]

    with tracing():
        assert to_graph(run)(3) == [1, 2, 3]
