"""What importing the packages loads. (How long it takes is measured in `benchmarks/imports.py`.)"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]


def _loaded(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after a statement."""
    program = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement",
    ["import autograph", "import autograph.operators", "import autograph.cli", "from autograph.modules import *"],
)
def test_the_converter_loads_no_backend_and_no_numpy(statement: str) -> None:
    assert not _loaded(statement) & {"runtime", "numpy", "jax", "ml_dtypes", "optree"}


def test_converting_and_running_a_function_loads_no_backend_and_no_numpy() -> None:
    program = "import textwrap, autograph; autograph.to_graph(textwrap.shorten)('one two three', 8)"
    assert not _loaded(program) & {"runtime", "numpy", "jax", "ml_dtypes", "optree"}


def test_the_runtime_loads_no_other_system() -> None:
    assert not _loaded("import runtime") & {"jax", "tensorflow", "torch", "sklearn", "scipy"}


def test_public_namespaces_are_modules_under_their_public_names() -> None:
    import runtime.math
    from runtime.errors import InvalidArgumentError

    assert runtime.math is runtime.__dict__["math"]
    assert InvalidArgumentError is runtime.errors.InvalidArgumentError
