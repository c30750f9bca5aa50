"""How the modules of `autograph` import each other: in no circle, imports inside functions included."""

from __future__ import annotations

from pathlib import Path

from tests.layout import circles, graph_of, imported


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(graph_of("autograph")) == set()


def test_a_circle_is_found_wherever_its_imports_stand(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("from package import second\n")
    second.write_text("def f():\n    if f:\n        from package.first import g\n")
    known = {"package": tmp_path, "package.first": first, "package.second": second}
    graph = {name: set(imported(path, name, known)) for name, path in known.items() if path != tmp_path}
    assert circles({**graph, "package": set()}) == {frozenset({"package.first", "package.second"})}
