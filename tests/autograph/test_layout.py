"""How the modules of `autograph` import each other: in no circle, imports inside functions included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / "autograph").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported(path: Path, name: str, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a file imports by name, anywhere in it but for type checkers."""
    stack: list[ast.AST] = [ast.parse(path.read_text())]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            stack += node.orelse
            continue
        stack += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                target = inner if inner in known else node.module
                if target in known and target != name:
                    yield target


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The strongly connected components of more than one module."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        stack = [start]
        while stack:
            for name in graph[stack.pop()] - seen:
                seen.add(name)
                stack.append(name)
        return seen

    reach = {name: reached(name) for name in graph}
    components = {frozenset({one, *(two for two in reach[one] if one in reach[two])}) for one in graph}
    return {component for component in components if len(component) > 1}


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = modules()
    graph = {name: set(imported(path, name, known)) for name, path in known.items()}
    assert circles(graph) == set()


def test_a_circle_is_found_wherever_its_imports_stand(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("from package import second\n")
    second.write_text("def f():\n    if f:\n        from package.first import g\n")
    known = {"package": tmp_path, "package.first": first, "package.second": second}
    graph = {name: set(imported(path, name, known)) for name, path in known.items() if path != tmp_path}
    assert circles({**graph, "package": set()}) == {frozenset({"package.first", "package.second"})}
