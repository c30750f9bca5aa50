"""How the converter hangs together: what imports what, and what is noted on trees."""

from __future__ import annotations

import ast
import random
from graphlib import TopologicalSorter
from pathlib import Path

import gast

import autograph
from autograph.passes import convert_tree
from autograph.source.names import Namer
from autograph.source.schema import ANNOTATIONS
from autograph.source.walking import walk
from tests.autograph.programs import written
from tests.autograph.skeletons import KINDS, skeleton

_LOCATION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
ROOT = Path(autograph.__file__).parent


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """The modules that one imports, in functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & modules


def test_no_module_of_source_analysis_and_passes_imports_itself_in_a_circle():
    paths = {
        ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("source", "analysis", "passes")
        for path in (ROOT / folder).glob("*.py")
    }
    # The package itself says nothing but what its modules are, so to import one from it is to import that module.
    graph = {name: imports_of(path, set(paths)) - {name.rpartition(".")[0]} for name, path in paths.items()}
    assert "autograph.analysis.scopes" in graph["autograph.analysis.liveness"] | graph["autograph.analysis.flow"]
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_every_attribute_that_conversion_gives_a_node_is_declared():
    draw = random.Random(0)
    programs = [skeleton(draw, kind) for kind in KINDS for _ in range(3)]
    programs += [written(draw.randint, 16, 4) for _ in range(20)]
    noted = set()
    for program in programs:
        tree = gast.parse(program)
        function = [node for node in tree.body if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef))][-1]
        convert_tree(function, Namer(function))
        for node in walk(function):
            noted |= set(node.__dict__) - {*node._fields, *_LOCATION}
    assert noted - set(ANNOTATIONS) == set()
    assert {"plain_reason", "generated"} <= noted
