"""Which modules of a package import which: circles, and arrows between layers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def modules(package: str) -> dict[str, Path]:
    """The modules of a package of this repository, by name."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
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


def graph_of(package: str) -> dict[str, set[str]]:
    """The modules that each module of a package imports."""
    known = modules(package)
    return {name: set(imported(path, name, known)) for name, path in known.items()}


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
