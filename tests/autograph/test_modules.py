"""Whole modules: what their converted text is, that it runs as the original does, and which places stay plain."""

from __future__ import annotations

import importlib
import textwrap
from pathlib import Path
from typing import Any

import pytest

from autograph import to_code
from autograph.modules import (
    convert_module,
    convert_module_tree,
    named_functions,
    parse_module,
    plain_places,
)


def text(source: str) -> str:
    return textwrap.dedent(source).lstrip("\n")


def run(source: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, "program.py", "exec", dont_inherit=True), namespace)
    return namespace


def places(source: str) -> list[tuple[int, int, str, str]]:
    found = plain_places(convert_module_tree(parse_module(text(source))))
    return [(place.line, place.column, place.statement, place.reason) for place in found]


# The text of a module


def test_the_import_of_the_operators_stands_after_docstring_and_future_imports() -> None:
    original = text('''
        """What it is for."""
        from __future__ import annotations
        from __future__ import division
        import os

        def both(a, b):
            return a and b
    ''')
    assert convert_module(original) == text('''
        """What it is for."""
        from __future__ import annotations
        from __future__ import division
        from autograph import operators as ag__
        import os

        def both(a, b):
            return ag__.and_(a, lambda: b)()
    ''')


def test_comments_at_the_top_are_kept() -> None:
    original = text("""
        #!/usr/bin/env python3
        # -*- coding: utf-8 -*-

        # Licence: none.

        # The first import.
        import os
        def flip(a):
            # This one is lost.
            return not a
    """)
    assert convert_module(original) == text("""
        #!/usr/bin/env python3
        # -*- coding: utf-8 -*-

        # Licence: none.

        # The first import.
        from autograph import operators as ag__
        import os

        def flip(a):
            return ag__.not_(a)
    """)


def test_a_blank_line_between_the_comments_and_the_module_is_kept() -> None:
    assert convert_module("\n# Licence\n\n\nflip = lambda a: not a\n").startswith("# Licence\n\nfrom autograph import")


def test_a_form_feed_in_a_comment_does_not_end_it() -> None:
    assert convert_module("# one\x0ctwo\nflip = lambda a: not a\n").startswith("# one\x0ctwo\nfrom autograph import")


@pytest.mark.parametrize(
    "original",
    [
        "",
        "\n",
        "# Only a comment",
        '"""Only a docstring."""\n',
        "from __future__ import annotations\n",
        "x = [1,  2]  # as it was written\nif x: print('no function here')\n",
        "def last(xs): return xs[-1]  # nothing to convert\n",
    ],
)
def test_a_module_in_which_nothing_needs_converting_is_left_as_it_is(original: str) -> None:
    assert convert_module(original) == original


def test_a_converted_module_is_not_converted_again() -> None:
    once = convert_module("def sign(x):\n    if f(x) and not x:\n        return 1\n    return -1\n")
    assert convert_module(once) == once


def test_lambdas_outside_functions_are_converted() -> None:
    original = text("""
        @register(lambda a: not a)
        def f(key=lambda a: not a, *, other=lambda a: not a) -> 'None':
            return key

        class C:
            flip = lambda a: not a
    """)
    assert convert_module(original).count("lambda a: ag__.not_(a)") == 4


@pytest.mark.parametrize(
    ("source", "line", "column", "message"),
    [
        ("x = (\n", 1, 5, "'(' was never closed"),
        ("def f():\n    x = = 1\n", 2, 9, "invalid syntax"),
        ("x = 1\nreturn x\n", 2, 1, "'return' outside function"),
        ("def f():\n    nonlocal x\n", 2, 5, "no binding for nonlocal 'x' found"),
        ("x = 1\ny\0 = 2\n", 2, 2, "source code cannot contain null bytes"),
    ],
)
def test_what_python_would_not_run_is_a_syntax_error(source: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        convert_module(source, "spam.py")
    assert (caught.value.filename, caught.value.lineno, caught.value.offset) == ("spam.py", line, column)
    assert caught.value.msg == message


# Modules that run


PROGRAM = text('''
    """A program."""
    from __future__ import annotations

    import functools

    total = 0
    if total == 0:
        GREETING = "hello"

    def count(limit: Undefined = 10) -> Undefined:
        """Counts."""
        global total
        for i in range(limit):
            if i % 3 == 0:
                continue
            if i > 7:
                break
            total += i
        else:
            total = -1
        return total

    class Account:
        """Money."""
        rate = 2
        def __init__(self, start=0):
            self.__balance = start
        def spend(self, amount):
            if amount > self.__balance:
                raise ValueError(f"only {self.__balance!r} left")
            self.__balance -= amount
            return self.__balance
        @property
        def empty(self):
            return not self.__balance
        @classmethod
        def rich(cls):
            return cls(100 if cls.rate > 1 and cls.rate < 3 else 1)

    class Child(Account):
        def spend(self, amount):
            return super().spend(amount * 2)

    def pairs(xs):
        for x in xs:
            if x:
                yield x, (yield None)

    @functools.lru_cache
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    if __name__ == "__main__":
        print(GREETING, count())
''')


def test_a_converted_module_behaves_as_the_original() -> None:
    def behaviour(source: str) -> list[Any]:
        module = run(source)
        child = module["Child"].rich()
        try:
            child.spend(1000)
        except ValueError as error:
            message = str(error)
        return [
            module["__doc__"],
            module["count"].__doc__,
            module["count"].__annotations__,
            module["Account"].__doc__,
            module["Account"].spend.__qualname__,
            [module["count"](n) for n in (0, 5, 10)],
            child.spend(3),
            child.empty,
            vars(child),
            message,
            list(module["pairs"]([0, 1, 2])),
            module["fibonacci"](20),
            module["GREETING"],
        ]

    assert behaviour(convert_module(PROGRAM)) == behaviour(PROGRAM)


def test_a_converted_script_runs_its_main_part(capsys: pytest.CaptureFixture[str]) -> None:
    exec(convert_module(PROGRAM), {"__name__": "__main__"})
    assert capsys.readouterr().out == "hello 19\n"


# The functions of a module


def test_functions_go_by_their_qualified_names() -> None:
    source = text("""
        def f():
            if f:
                def g(): ...
            class C:
                async def h(self): ...
        class D:
            @property
            def x(self): ...
            @x.setter
            def x(self, value): ...
        f = lambda: 0
    """)
    assert [name for name, _ in named_functions(parse_module(source))] == ["f", "f.g", "f.C.h", "D.x", "D.x"]


# Places that stay plain


def test_statements_around_a_yield_or_an_await_stay() -> None:
    assert places("""
        def f(xs, n):
            while n > 0:
                for x in xs:
                    if x:
                        yield x
                if n: n -= 1
            for x in xs:
                n += x

        async def g(x):
            if x:
                await x
    """) == [
        (2, 4, "while", "it waits or yields inside"),
        (3, 8, "for", "it waits or yields inside"),
        (4, 12, "if", "it waits or yields inside"),
        (11, 4, "if", "it waits or yields inside"),
    ]


def test_a_jump_out_of_a_plain_loop_keeps_its_condition_plain() -> None:
    assert places("""
        def f(xs):
            for x in xs:
                yield x
                if x > 3:
                    break
    """) == [
        (2, 4, "for", "it waits or yields inside"),
        (4, 8, "if", "a jump in it leaves code that stays plain Python"),
    ]


def test_the_statements_around_code_that_looks_at_the_variables_stay() -> None:
    reason = "it looks at the variables of the function with `locals()`"
    assert places("""
        def f(a, b):
            if a and not b:
                c = a if b else not a
            while a:
                if b:
                    return locals()
                if not b:
                    a = b
            return eval("a")
    """) == [(4, 4, "while", reason), (5, 8, "if", reason)]


def test_an_expression_whose_operands_cannot_wait_stays() -> None:
    reason = "it waits or yields inside"
    assert places("""
        def f(a):
            b = a or (yield a)
            c = 1 < a < (yield)
            assert a, (yield)
            return (yield) if a else 2
    """) == [
        (2, 8, "or", reason),
        (3, 8, "chained comparison", reason),
        (4, 4, "assert", reason),
        (5, 11, "conditional expression", reason),
    ]


def test_tests_that_can_only_be_python_bools_are_not_places() -> None:
    assert (
        places("""
        def f(a=None):
            if a is None or callable(a):
                yield 1
            elif not issubclass(a, int):
                yield 2
            x = a is None and (yield 3)
    """)
        == []
    )


def test_what_is_in_no_function_is_no_place() -> None:
    assert (
        places("""
        import sys
        if sys.argv and sys.path:
            while sys.argv: break

        def f():
            class C:
                if sys.argv: x = 1
                y = sys.argv and 2
            return C
    """)
        == []
    )


def test_the_methods_of_a_class_in_a_function_are_functions() -> None:
    assert places("""
        def f():
            class C:
                def g(self):
                    while self: yield
    """) == [(4, 12, "while", "it waits or yields inside")]


def test_a_function_that_is_all_converted_has_no_places() -> None:
    assert places(PROGRAM.replace("(yield None)", "None").replace("yield", "return")) == []


DEFINITIONS = """
def definitions(x):
    found = [lambda: 0]
    if x > 0:
        class Kind:
            def method(self):
                return [lambda: 1]

        def function():
            def inner():
                pass
            return inner

        found += [Kind, Kind.method, Kind().method()[0], function, function()]
    for i in range(2):
        if x > i:
            async def waiting():
                pass
            found += [waiting, lambda: 2, next(lambda: 3 for _ in [0])]
    return [(value.__name__, value.__qualname__) for value in found]

class Account:
    @staticmethod
    def rates(x):
        while x > 0:
            def rate(year):
                pass
            return rate

def missing(x):
    if x:
        def rate(year):
            pass
        rate()
"""


def test_definitions_in_branches_and_loops_have_the_names_of_the_original() -> None:
    original, converted = run(DEFINITIONS), run(convert_module(DEFINITIONS))
    assert converted["definitions"](2) == original["definitions"](2)
    assert converted["Account"].rates(1).__qualname__ == "Account.rates.<locals>.rate"
    with pytest.raises(TypeError, match=r"^missing\.<locals>\.rate\(\) missing 1"):
        converted["missing"](1)


def test_functions_with_definitions_in_branches_are_decorated() -> None:
    original = text("""
        def make(x):
            if x > 0:
                def inner():
                    pass
                return inner
            return [y and 1 for y in x]
    """)
    assert convert_module(original).startswith(
        text("""
            from autograph import operators as ag__

            @ag__.named('if_body')
            def make(x):
        """)
    )


def test_a_function_with_a_decorator_for_names_is_found_in_its_file(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "written_definitions.py").write_text(convert_module(DEFINITIONS))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("written_definitions")
    assert "@ag__.named" in to_code(module.definitions)


def test_an_expression_may_be_as_deep_as_python_compiles() -> None:
    original = f"def f(a):\n    if a > 0:\n        a = 1\n    return {' + '.join(['a'] * 700)}\n"
    namespace: dict[str, Any] = {}
    exec(convert_module(original), namespace)
    assert namespace["f"](5) == 700
