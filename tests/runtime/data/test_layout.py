"""How the modules of `runtime.data` import each other: in no circle, imports inside functions included."""

from __future__ import annotations

from tests.autograph.test_layout import ROOT, circles, imported


def test_no_modules_of_data_import_each_other_in_a_circle() -> None:
    known = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "runtime" / "data").rglob("*.py")
    }
    graph = {name: set(imported(path, name, known)) for name, path in known.items()}
    assert circles(graph) == set()
