"""What conversion logs of its work."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

import autograph


@pytest.fixture
def verbosity():
    yield autograph.set_verbosity
    autograph.set_verbosity(0)


def test_conversion_is_logged_with_the_place_and_then_comes_from_the_cache(verbosity, caplog):
    def doubled(x):
        return x * 2

    verbosity(2)
    with caplog.at_level(logging.INFO, logger="autograph"):
        autograph.to_graph(doubled)
        autograph.to_graph(doubled)
    line = doubled.__code__.co_firstlineno
    name = "test_conversion_is_logged_with_the_place_and_then_comes_from_the_cache.<locals>.doubled"
    assert [record.getMessage() for record in caplog.records] == [
        f"converted {name} ({__file__}:{line})",
        f"from cache: {name} ({__file__}:{line})",
    ]


def test_nothing_is_logged_unless_asked_for(caplog):
    def tripled(x):
        return x * 3

    with caplog.at_level(logging.DEBUG, logger="autograph"):
        autograph.to_graph(tripled)
    assert not caplog.records


def test_what_is_left_alone_is_logged_with_the_reason(verbosity, caplog):
    @autograph.do_not_convert
    def inner(x):
        return x

    import runtime as tf

    @tf.function
    def outer(x):
        return inner(x)

    verbosity(1)
    with caplog.at_level(logging.INFO, logger="autograph"):
        outer(tf.constant(1))
    messages = [record.getMessage() for record in caplog.records]
    assert any("left alone" in m and "inner" in m and "it is marked with do_not_convert" in m for m in messages)


def test_the_environment_sets_the_level(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import autograph\n\ndef f(x):\n    return x\n\nautograph.to_graph(f)\n")
    import os
    from pathlib import Path

    environment = {**os.environ, "AUTOGRAPH_VERBOSITY": "1", "PYTHONPATH": str(Path(autograph.__file__).parents[1])}
    done = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == f"autograph: converted f ({program}:3)\n"


def test_trace_prints_its_place(capsys):
    autograph.trace("x is", 3)
    printed = capsys.readouterr().out
    assert printed.startswith(f"{__file__}:") and printed.endswith(": x is 3\n")
