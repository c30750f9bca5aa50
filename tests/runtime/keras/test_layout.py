"""How the modules of `runtime.keras` import each other and the rest: in no circle, imports inside functions included."""

from __future__ import annotations

from pathlib import Path

from tests.autograph.test_layout import circles, imported

ROOT = Path(__file__).resolve().parents[3]


def graph() -> dict[str, set[str]]:
    """What each module of the runtime imports."""
    known = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted((ROOT / "runtime").rglob("*.py"))
    }
    return {name: set(imported(path, name, known)) for name, path in known.items()}


def is_of_keras(name: str) -> bool:
    return name.startswith("runtime.keras")


def test_no_modules_of_keras_import_each_other_in_a_circle() -> None:
    assert [sorted(c) for c in circles(graph()) if any(map(is_of_keras, c))] == []


def test_keras_does_not_import_the_names_that_it_is_part_of() -> None:
    assert [name for name, imports in graph().items() if is_of_keras(name) and "runtime" in imports] == []


def test_only_the_public_names_import_keras() -> None:
    found = {name for name, imports in graph().items() if not is_of_keras(name) and any(map(is_of_keras, imports))}
    assert found == {"runtime"}
