"""What functions of a loaded model may do: `allow_effects`, and what those that say they do nothing do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import runtime as tf
from runtime.ir.schema import CHECK, OPS, Effect, Tag, acts_outside
from runtime.saved_model.lazy_operations import found_operation
from tests.runtime.saved_model.test_versions import edit


def write_in_a_branch(x):
    if x > 0.0:
        tf.io.write_file("written", "x")
    return x


def write_in_a_function(x):
    tf.function(write_in_a_branch)(x)
    return x


def write_in_a_dataset(x):
    for n in tf.data.Dataset.range(2).map(lambda n: write_in_a_branch(tf.cast(n, tf.float32))):
        x += n
    return x


def write_in_a_loop(x):
    while x > 0.0:
        x = write_in_a_branch(x) - 1.0
    return x


def print_to_a_file(x):
    tf.print(x, output_stream="file://written")
    return x


def cache_in_a_file(x):
    return x + tf.cast(
        tf.data.Dataset.range(3).cache("written").reduce(tf.constant(0, tf.int64), lambda a, b: a + b), tf.float32
    )


#: Functions that act outside of the program, with the node and what it does.
ACTING = {
    write_in_a_branch: (r"writes a file: %\S+ = WriteFile"),
    write_in_a_function: (r"writes a file: %\S+ = WriteFile"),
    write_in_a_dataset: (r"writes a file: %\S+ = WriteFile"),
    write_in_a_loop: (r"writes a file: %\S+ = WriteFile"),
    print_to_a_file: (r"prints to 'file://written': %\S+ = PrintV2"),
    cache_in_a_file: (r"keeps elements in a file: %\S+ = CacheDatasetV2"),
}


def saved(function, directory: Path) -> str:
    root = tf.Module()
    root.f = tf.function(function, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(root, str(directory), signatures={})
    return str(directory)


@pytest.mark.parametrize("function", ACTING, ids=lambda f: f.__name__)
def test_a_model_that_acts_outside_of_the_program_is_refused_where_that_is_not_allowed(function, tmp_path) -> None:
    path = saved(function, tmp_path)
    with pytest.raises(tf.errors.PermissionDeniedError, match=ACTING[function]) as raised:
        tf.saved_model.load(path, allow_effects=False)
    assert re.search(
        r"functions\.txt: the function '\w+'[\s\S]*help: load it with allow_effects=True", str(raised.value)
    )
    assert tf.saved_model.load(path) is not None


def test_a_model_that_computes_checks_prints_and_reads_is_loaded(tmp_path) -> None:
    def function(x):
        tf.debugging.assert_greater(x, -1.0)
        tf.print("x", x)
        for n in tf.data.Dataset.range(3).cache().shuffle(3):
            x += tf.cast(n, tf.float32)
        if x > 100.0:
            tf.io.read_file("nothing")
        return x

    loaded = tf.saved_model.load(saved(function, tmp_path), allow_effects=False)
    assert float(loaded.f(1.0)) == 4.0


def test_every_operation_with_effects_was_looked_at() -> None:
    found_operation("no operation")  # loads all that declare some
    acting = {op for op in OPS.values() if op.effects & Effect.OUTPUT}
    assert {op for op in acting if CHECK not in op.tags and op not in acts_outside} == set()


def test_an_operation_that_nobody_has_looked_at_is_refused(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(OPS["Assert"], "tags", Tag.NONE)

    def function(x):
        tf.Assert(x > -1.0, [x])
        return x

    with pytest.raises(tf.errors.PermissionDeniedError, match=r"may do anything: %\S+ = Assert\("):
        tf.saved_model.load(saved(function, tmp_path), allow_effects=False)


# -- "Stateless" has no effects --------------------------------------------------------------------------------------


def test_a_stateless_operation_whose_regions_have_effects_is_refused(tmp_path) -> None:
    for name, function in (("If", write_in_a_branch), ("While", write_in_a_loop)):
        path = tmp_path / name
        saved(function, path)
        edit(path, f" {name}(", f" Stateless{name}(")
        with pytest.raises(
            tf.saved_model.DamagedError, match=f"Stateless{name} may not have side effects, but what it"
        ):
            tf.saved_model.load(str(path))
    path = tmp_path / "call"
    saved(write_in_a_function, path)
    edit(path, "StatefulPartitionedCall(", "PartitionedCall(")
    with pytest.raises(
        tf.saved_model.DamagedError, match="PartitionedCall may not have side effects, but what it runs"
    ):
        tf.saved_model.load(str(path))
