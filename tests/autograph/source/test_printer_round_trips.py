"""No tree is changed by printing it and parsing the text: the standard library's, and expressions made at random."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from pathlib import Path

import gast
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from autograph.source.printer import to_source
from tests.autograph.source.printing import assert_survives

LIBRARY = Path(sysconfig.get_path("stdlib"))


def library_files() -> list[Path]:
    return sorted(path for path in LIBRARY.rglob("*.py") if "site-packages" not in path.parts)


def assert_file_survives(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes and the like, in files that test for them
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            return  # a file that is a test of the parser's
        assert_survives(path.read_bytes())


# The files that hold the most unusual syntax, and one in a dozen of the others.
UNUSUAL = [
    "difflib",
    "typing",
    "dataclasses",
    "test/test_fstring",
    "test/test_grammar",
    "test/test_patma",
    "test/test_unpack_ex",
    "test/test_ast",
    "test/test_ast/test_ast",
    "test/test_named_expressions",
    "test/test_except_star",
    "test/test_type_params",
    "test/test_coroutines",
    "test/test_asyncgen",
    "test/test_positional_only_arg",
    "test/test_decorators",
    "test/test_with",
    "test/test_string_literals",
]
SAMPLE = [path for name in UNUSUAL if (path := LIBRARY / f"{name}.py").exists()] + library_files()[::13]


@pytest.mark.parametrize("part", range(4))
def test_files_of_the_standard_library_survive_printing(part: int) -> None:
    for path in SAMPLE[part::4]:
        assert_file_survives(path)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_every_file_of_the_standard_library_survives_printing(part: int) -> None:
    for path in library_files()[part::8]:
        assert_file_survives(path)


# Expressions made at random.

NAMES = st.sampled_from(["a", "b", "c"])
BINARY = [
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.Pow, ast.LShift, ast.BitOr, ast.BitXor, ast.BitAnd, ast.MatMult
]  # fmt: skip
COMPARISONS = [ast.Eq, ast.NotEq, ast.Lt, ast.Is, ast.IsNot, ast.In, ast.NotIn]


def one_of_kinds(kinds: list[type[ast.AST]]) -> st.SearchStrategy[ast.AST]:
    return st.sampled_from(kinds).map(lambda kind: kind())


def names(context: type[ast.expr_context] = ast.Load) -> st.SearchStrategy[ast.expr]:
    return NAMES.map(lambda name: ast.Name(name, context()))


def constants() -> st.SearchStrategy[ast.expr]:
    values = st.one_of(
        st.sampled_from([None, True, False, ...]),
        st.integers(0),
        st.floats(0, allow_nan=False),
        st.floats(0, allow_nan=False).map(lambda x: complex(0, x)),
        st.text(st.characters(codec=None), max_size=5),
        st.text("'\"\\\n{}%", max_size=5),
        st.binary(max_size=5),
    )
    return values.map(ast.Constant)


def targets() -> st.SearchStrategy[ast.expr]:
    return st.recursive(
        names(ast.Store),
        lambda inner: st.builds(ast.Tuple, st.lists(inner, min_size=1, max_size=3), st.just(ast.Store())),
        max_leaves=3,
    )


def comprehensions(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[list[ast.comprehension]]:
    clause = st.builds(ast.comprehension, targets(), inner, st.lists(inner, max_size=2), st.sampled_from([0, 1]))
    return st.lists(clause, min_size=1, max_size=2)


def parameters(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.arguments]:
    def make(
        counts: tuple[int, int, int], defaults: list[ast.expr], keyword: list[ast.expr | None], star: bool, stars: bool
    ) -> ast.arguments:
        names = iter("abcdefghijk")
        positional, ordinary, only = ([ast.arg(next(names)) for _ in range(count)] for count in counts)
        return ast.arguments(
            posonlyargs=positional,
            args=ordinary,
            vararg=ast.arg("x") if star else None,
            kwonlyargs=only,
            kw_defaults=[*keyword, None, None][: len(only)],
            kwarg=ast.arg("y") if stars else None,
            defaults=defaults[: len(positional) + len(ordinary)],
        )

    counts = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
    defaults = st.lists(inner, max_size=2)
    return st.builds(make, counts, defaults, st.lists(st.none() | inner, max_size=2), st.booleans(), st.booleans())


def fstrings(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    text = st.text("ab'\"\\\n{}é", max_size=4)

    def joined(pieces: list[tuple[str, ast.expr]], last: str) -> ast.JoinedStr:
        values: list[ast.expr] = []
        for before, field in pieces:
            values += [ast.Constant(before)] if before else []
            values.append(field)
        return ast.JoinedStr([*values, ast.Constant(last)] if last else values)

    def fields(specification: st.SearchStrategy[ast.JoinedStr | None]) -> st.SearchStrategy[ast.expr]:
        return st.builds(ast.FormattedValue, inner, st.sampled_from([-1, 114, 115, 97]), specification)

    specifications = st.builds(
        joined, st.lists(st.tuples(st.sampled_from(["", ">"]), fields(st.none())), max_size=1), text
    )
    pieces = st.lists(st.tuples(text, fields(st.none() | specifications)), min_size=1, max_size=2)
    return st.builds(joined, pieces, text)


def larger(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    load = st.just(ast.Load())
    starred = st.builds(ast.Starred, inner, load)
    elements = st.lists(inner | starred, max_size=3)
    slices = st.builds(ast.Slice, st.none() | inner, st.none() | inner, st.none() | inner)
    index = st.one_of(
        inner,
        slices,
        st.builds(ast.Tuple, st.lists(inner | slices | starred, min_size=1, max_size=3), load),
    )
    pairs = st.lists(st.tuples(st.none() | inner, inner), max_size=3)
    keywords = st.lists(st.builds(ast.keyword, st.none() | NAMES, inner), max_size=2, unique_by=lambda k: k.arg)
    compared = st.lists(st.tuples(one_of_kinds(COMPARISONS), inner), min_size=1, max_size=2)
    return st.one_of(
        st.builds(ast.BinOp, inner, one_of_kinds(BINARY), inner),
        st.builds(ast.UnaryOp, one_of_kinds([ast.Not, ast.USub, ast.Invert]), inner),
        st.builds(ast.BoolOp, one_of_kinds([ast.And, ast.Or]), st.lists(inner, min_size=2, max_size=3)),
        st.builds(lambda a, rest: ast.Compare(a, [op for op, _ in rest], [b for _, b in rest]), inner, compared),
        st.builds(ast.IfExp, inner, inner, inner),
        st.builds(ast.Lambda, parameters(inner), inner),
        st.builds(ast.NamedExpr, names(ast.Store), inner),
        st.builds(ast.Await, inner),
        st.builds(ast.Yield, st.none() | inner),
        st.builds(ast.YieldFrom, inner),
        st.builds(ast.Attribute, inner, NAMES, load),
        st.builds(ast.Subscript, inner, index, load),
        st.builds(ast.Call, inner, elements, keywords),
        st.builds(ast.Tuple, elements, load),
        st.builds(ast.List, elements, load),
        st.builds(ast.Set, st.lists(inner | starred, min_size=1, max_size=3)),
        pairs.map(lambda items: ast.Dict([k for k, _ in items], [v for _, v in items])),
        st.builds(ast.ListComp, inner, comprehensions(inner)),
        st.builds(ast.SetComp, inner, comprehensions(inner)),
        st.builds(ast.GeneratorExp, inner, comprehensions(inner)),
        st.builds(ast.DictComp, inner, inner, comprehensions(inner)),
        fstrings(inner),
    )


EXPRESSION_TREES = st.recursive(names() | constants(), larger, max_leaves=12)


def printed(tree: ast.AST) -> str:
    """The text of `tree`, unless the running Python has no way to write an f-string that is in it as it is."""
    text = to_source(tree)
    if "''.join((" in text:
        reject()
    return text


class WithoutEmptyText(ast.NodeTransformer):
    """Python 3.12 puts an empty string behind a field that ends a format."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        return ast.JoinedStr([v for v in node.values if not (isinstance(v, ast.Constant) and v.value == "")])


@given(EXPRESSION_TREES)
def test_any_expression_survives_printing(tree: ast.expr) -> None:
    text = printed(tree)
    # In parentheses, for what needs them anywhere but in a statement.
    again = WithoutEmptyText().visit(ast.parse(f"({text})", mode="eval"))
    assert ast.dump(again) == ast.dump(ast.Expression(tree)), text
    assert to_source(gast.ast_to_gast(tree)) == text


@given(EXPRESSION_TREES, st.sampled_from(["a = {}", "if {}: pass", "return {}", "for a in {}: pass", "f({}, b)"]))
def test_any_statement_survives_printing(tree: ast.expr, template: str) -> None:
    class Insert(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return tree if node.id == "hole" else node

    statement = Insert().visit(ast.parse(template.format("hole")))
    text = printed(statement)
    assert ast.dump(WithoutEmptyText().visit(ast.parse(text))) == ast.dump(statement), text


@given(st.text(st.characters(codec=None), max_size=9) | st.text("\\\"'\n a", max_size=9))
def test_any_docstring_survives_printing(docstring: str) -> None:
    tree = ast.parse("def f(): 'docstring'")
    tree.body[0].body[0].value.value = docstring  # type: ignore[attr-defined]
    assert ast.dump(ast.parse(to_source(tree))) == ast.dump(tree)


@given(fstrings(st.sampled_from([1, "a", "'", '"', "\n\\", b"\xff{"]).map(ast.Constant)))
def test_any_fstring_that_is_printed_gives_the_same_string(tree: ast.expr) -> None:
    def outcome(code: object) -> str:
        try:
            return eval(code)  # type: ignore[arg-type]
        except (TypeError, ValueError) as error:  # of a format
            return type(error).__name__

    text = to_source(tree)
    assert outcome(text) == outcome(compile(ast.fix_missing_locations(ast.Expression(tree)), "", "eval")), text
