"""How the modules of `runtime` import each other: from higher layers to lower ones, imports inside functions included."""

from __future__ import annotations

import ast
import importlib

from tests.layout import ROOT, circles, graph_of, modules

#: The packages, each of which imports only those before it. `runtime` itself is above all.
LAYERS = (
    "core", "ir", "ops", "kernels", "passes", "execute", "exchange", "tensor", "library", "state", "structured",
    "autodiff", "function", "control", "staging", "data", "saved_model", "train", "summary", "image", "keras", "api",
)  # fmt: skip


def _layer(name: str) -> int:
    """The number of the layer of a module; `runtime` itself has the last."""
    package = name.split(".")[1:2]
    return LAYERS.index(package[0]) if package else len(LAYERS)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(graph_of("runtime")) == set()


def test_a_module_imports_none_of_a_higher_layer() -> None:
    upwards = {
        f"{name} -> {target}"
        for name, targets in graph_of("runtime").items()
        for target in targets
        if _layer(target) > _layer(name)
    }
    assert upwards == set()


def test_nobody_but_schemas_goes_by_the_names_of_operations() -> None:
    """A column of the schema says what something knows of an operation: no comparison with its name, no table by it."""
    importlib.import_module("runtime.saved_model.lazy_operations").found_operation("no operation")
    names = importlib.import_module("runtime.ir.schema").OPS
    found = set()
    for module, path in modules("runtime").items():
        if module.split(".")[1:2] in (["api"], ["keras"], ["data"], ["library"]):  # public names, which may be the same
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            parts: list[ast.AST | None] = []
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
            elif isinstance(node, (ast.Set, ast.List, ast.Tuple)):
                parts = [*node.elts]
            elif isinstance(node, ast.Dict):
                parts = [*node.keys]
            found |= {f"{module}: {x.value}" for x in parts if isinstance(x, ast.Constant) and x.value in names}
    assert found == set()


def test_public_namespaces_are_imported_by_the_package_alone() -> None:
    users = {
        name
        for name, targets in graph_of("runtime").items()
        if name != "runtime"
        and not name.startswith("runtime.api")
        and any(t.startswith("runtime.api") for t in targets)
    }
    assert users == set()


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for package in ("autograph", "runtime") for path in modules(package).values()}
    assert [str(f.relative_to(ROOT)) for f in sorted(folders) if not (f / "__init__.py").exists()] == []
