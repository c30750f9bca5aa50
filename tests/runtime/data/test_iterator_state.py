"""The state of iterators: saved and restored in this process and another, and after the process is forked."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.data.background import Ahead, Parallel
from tests.runtime.data.test_background import all_threads_end
from tests.runtime.forks import in_a_fork

D = tf.data.Dataset


@pytest.fixture(autouse=True)
def no_seed_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.library.randomness._global_seed", None)


def numbers(count: int) -> Any:
    return D.from_generator(lambda: iter(range(count)), output_signature=tf.TensorSpec([], tf.int64))


#: Pipelines that draw random numbers, in all the ways there are.
RANDOM: dict[str, Callable[[], Any]] = {
    "shuffle": lambda: D.range(40).shuffle(40),
    "shuffle with a seed": lambda: D.range(40).shuffle(40, seed=3),
    "shuffle in one order": lambda: D.range(40).shuffle(40, reshuffle_each_iteration=False),
    "shuffle of epochs": lambda: D.range(5).shuffle(5).repeat(),
    "epochs with a seed": lambda: D.range(5).shuffle(5, seed=1).repeat(),
    "two shuffles": lambda: D.range(40).shuffle(40).batch(2).shuffle(20).unbatch(),
    "random numbers": lambda: D.random().map(lambda x: x % 1000),
    "samples": lambda: D.sample_from_datasets([D.range(100), D.range(100, 200)]),
    "shuffles in a function": lambda: D.range(9).flat_map(lambda n: D.range(n * 10, n * 10 + 9).shuffle(9)),
    "a captured shuffle": lambda: (lambda inner: D.range(9).flat_map(lambda n: inner))(D.range(9).shuffle(9)),
    "shuffle, read ahead": lambda: D.range(5).shuffle(5).repeat().prefetch(3).map(lambda x: x, num_parallel_calls=2),
    "shuffles by threads": lambda: D.range(9).interleave(
        lambda n: D.range(n * 10, n * 10 + 9).shuffle(9).repeat(), 3, num_parallel_calls=3
    ),
    "a loop in a function": lambda: (
        lambda inner: D.range(40).map(lambda n: inner.reduce(n * 0, lambda s, x: 10 * s + x))
    )(D.range(4).shuffle(4)),
}


def took(iterator: Any, count: int) -> list[int]:
    return [int(next(iterator)) for _ in range(count)]


@pytest.mark.parametrize("name", RANDOM)
def test_a_restored_iterator_goes_on_as_the_saved_one_did(name: str, tmp_path) -> None:
    dataset = RANDOM[name]()
    took(iter(dataset), 3)  # another pass, which draws of the same source
    iterator = iter(dataset)
    before = took(iterator, 7)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    after = took(iterator, 20)
    tf.train.Checkpoint(iterator=iterator).restore(path)
    assert took(iterator, 20) == after
    for fresh in (iter(dataset), iter(RANDOM[name]())):  # of the same dataset, and of one that is made again
        took(fresh, 2)
        tf.train.Checkpoint(iterator=fresh).restore(path)
        assert took(fresh, 20) == after
    assert took(iter(RANDOM[name]()), 27) != before + after or "seed" in name


def test_an_order_that_was_kept_in_memory_is_restored_where_it_is_not(tmp_path) -> None:
    def made():
        return D.range(20).shuffle(20).cache().shuffle(4)

    dataset = made()
    list(dataset)  # fills the cache
    iterator = iter(dataset)
    took(iterator, 3)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    after = took(iterator, 17)
    for restored in (iter(dataset), iter(made())):
        tf.train.Checkpoint(iterator=restored).restore(path)
        assert took(restored, 17) == after


def test_a_restored_iterator_is_saved_again(tmp_path) -> None:
    dataset = D.range(5).shuffle(5).repeat()
    iterator = iter(dataset)
    took(iterator, 13)
    first = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "first")
    restored = iter(D.range(5).shuffle(5).repeat())
    tf.train.Checkpoint(iterator=restored).restore(first)
    second = tf.train.Checkpoint(iterator=restored).save(tmp_path / "second")
    again = iter(D.range(5).shuffle(5).repeat())
    tf.train.Checkpoint(iterator=again).restore(second)
    assert took(iterator, 30) == took(restored, 30) == took(again, 30)


def test_passes_after_a_restored_one_have_other_orders(tmp_path) -> None:
    dataset = D.range(50).shuffle(50)
    iterator = iter(dataset)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    tf.train.Checkpoint(iterator=iterator).restore(path)
    orders = [took(iterator, 50), *[[int(x) for x in dataset] for _ in range(3)]]
    assert len({tuple(order) for order in orders}) == 4


def test_errors_that_were_passed_over_are_passed_over_again(tmp_path) -> None:
    dataset = D.from_tensor_slices([2, 0, 3, 1]).map(lambda x: 6 // x)
    iterator = iter(dataset)
    assert int(next(iterator)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    fresh = iter(dataset)
    tf.train.Checkpoint(iterator=fresh).restore(path)
    assert took(fresh, 2) == took(iterator, 2) == [2, 6]


def test_data_that_has_become_shorter_is_an_error(tmp_path) -> None:
    iterator = iter(D.range(9))
    took(iterator, 5)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    with pytest.raises(tf.errors.FailedPreconditionError, match="was at element 5, and now there are only 3"):
        tf.train.Checkpoint(iterator=iter(D.range(3))).restore(path)


def test_a_state_of_another_pipeline_is_warned_of(tmp_path) -> None:
    iterator = iter(D.range(9).shuffle(9).shuffle(9))
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "ckpt")
    other = iter(D.range(9).shuffle(9))
    with pytest.warns(UserWarning, match="draws random numbers in 2 places, and this one in 1"):
        tf.train.Checkpoint(iterator=other).restore(path)
    assert sorted(took(other, 9)) == list(range(9))


@pytest.mark.parametrize(
    "state",
    ["", "x", "[]", "[1]", "[1, 2, {}]", '[1, 2, [["x", 2]]]', "[1, 2, [[1, [[0, 1e9]], 2, null]]]", "[2, 3, []]"],
)
def test_what_is_no_state_is_an_error(state: str) -> None:
    iterator = iter(D.range(9).shuffle(9))
    restored = {"taken": tf.constant(0, tf.int64), "random": tf.constant(state)}
    if state:
        with pytest.raises(tf.errors.DataLossError, match="this is no state of an iterator"):
            iterator._restore_from_tensors(restored)
    else:  # what was saved before there was one
        iterator._restore_from_tensors(restored)
    assert sorted(took(iterator, 9)) == list(range(9))


def test_what_a_function_shuffles_without_a_seed_has_another_order_each_time() -> None:
    found = took(iter(D.range(2).flat_map(lambda n: D.range(50).shuffle(50))), 100)
    assert found[:50] != found[50:]
    assert sorted(found[:50]) == sorted(found[50:]) == list(range(50))


def test_reading_ahead_changes_no_order() -> None:
    def order(change) -> list[int]:
        return [int(x) for x in change(D.range(9).shuffle(9, seed=1).repeat(3))]

    assert order(lambda d: d) == order(lambda d: d.prefetch(2)) == order(lambda d: d.map(lambda x: x, 3).prefetch(1))


def test_what_threads_draw_side_by_side_follows_from_the_seed() -> None:
    def order() -> list[int]:
        inner = D.range(20).shuffle(20, seed=4)
        return [int(x) for x in D.range(8).interleave(lambda n: inner, 4, num_parallel_calls=4)]

    assert len({tuple(order()) for _ in range(5)}) == 1


def test_the_state_does_not_grow_with_the_elements() -> None:
    inner = D.range(2).shuffle(2)
    dataset = D.range(10**6).interleave(lambda n: inner, 4, num_parallel_calls=4).shuffle(3)
    iterator = iter(dataset)
    took(iterator, 4000)
    assert len(iterator._handle._array.position()[1]) < 300


PROGRAM = """
import sys
import runtime as tf
iterator = iter(tf.data.Dataset.range(6).shuffle(6).repeat())
checkpoint = tf.train.Checkpoint(iterator=iterator)
if sys.argv[1] == "save":
    for _ in range(9):
        next(iterator)
    checkpoint.write(sys.argv[2])
else:
    checkpoint.read(sys.argv[2])
print([int(next(iterator)) for _ in range(20)])
"""


def test_another_process_goes_on_where_this_one_was(tmp_path) -> None:
    def run(what: str) -> str:
        command = [sys.executable, "-c", PROGRAM, what, str(tmp_path / "ckpt")]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout

    assert run("save") == run("restore")


# -- fork ------------------------------------------------------------------------------------------------------------


FORKED: dict[str, Callable[[], Any]] = {
    **RANDOM,
    "no threads": lambda: D.range(100),
    "a generator": lambda: numbers(100),
    "prefetch": lambda: numbers(100).prefetch(2),
    "parallel map": lambda: D.range(100).map(lambda x: x + 1, num_parallel_calls=3),
    "parallel interleave": lambda: D.range(4).interleave(lambda n: numbers(25), 4, num_parallel_calls=4),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("name", FORKED)
def test_an_iterator_goes_on_in_both_processes(name: str) -> None:
    iterator = iter(FORKED[name]())
    took(iterator, 6)
    forked = in_a_fork(lambda: took(iterator, 20))
    assert forked == repr(took(iterator, 20))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_pass_that_has_lost_its_threads_says_so() -> None:
    for items in (Ahead(lambda: iter(range(9)), 2), Parallel(lambda x: x, zip(range(9)), 2, True)):
        next(items)
        message = "FailedPreconditionError: this pass over a dataset has threads, which are in the process"
        assert in_a_fork(lambda: next(items)).startswith(message)
        assert next(items) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_lock_that_another_thread_holds_is_not_waited_for() -> None:
    entered, leave = threading.Event(), threading.Event()

    def generator():
        for i in range(9):
            if i == 3 and not leave.is_set() and threading.current_thread() is not threading.main_thread():
                entered.set()
                leave.wait(30)
            yield i

    iterator = iter(D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int64)))
    took(iterator, 3)
    thread = threading.Thread(target=lambda: next(iterator))
    thread.start()
    assert entered.wait(10)
    forked = in_a_fork(lambda: took(iterator, 4))
    leave.set()
    thread.join()
    assert forked == "[3, 4, 5, 6]"
    assert took(iterator, 2) == [4, 5]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_an_element_that_was_looked_at_is_not_lost_by_forking() -> None:
    @tf.function
    def first(iterator):
        for x in iterator:
            if x >= 2:
                break
        return x

    iterator = iter(D.range(9).prefetch(2))
    first(iterator)
    iterator._handle._array.has_next()
    assert in_a_fork(lambda: took(iterator, 4)) == repr(took(iterator, 4)) == "[3, 4, 5, 6]"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_makes_and_drops_iterators() -> None:
    dataset = numbers(20).map(lambda x: x, num_parallel_calls=2).prefetch(2)
    iterator = iter(dataset)
    took(iterator, 2)

    def compute():
        nonlocal iterator
        del iterator
        return [int(x) for x in dataset]

    assert in_a_fork(compute) == repr(list(range(20)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("kind", ["lines", "packed lines", "records", "elements of a cache"])
def test_files_are_read_in_both_processes(kind: str, tmp_path) -> None:
    path = str(tmp_path / "data")
    lines = "".join(f"{i}\n" for i in range(20000))
    with gzip.open(path, "wt") if kind == "packed lines" else open(path, "w") as file:
        file.write(lines)
    kept = D.range(20000).cache(str(tmp_path / "kept"))
    if kind == "elements of a cache":
        list(kept)
    dataset = {
        "lines": lambda: tf.data.TextLineDataset(path).map(lambda x: tf.strings.to_number(x, tf.int64)),
        "packed lines": lambda: tf.data.TextLineDataset(path, "GZIP").map(lambda x: tf.strings.to_number(x, tf.int64)),
        "records": lambda: tf.data.experimental.CsvDataset(path, [tf.int64]).map(lambda x: x),
        "elements of a cache": lambda: kept,
    }[kind]()
    iterator = iter(dataset)
    took(iterator, 6)
    assert in_a_fork(lambda: took(iterator, 19990)[-1]) == "19995"
    assert took(iterator, 19994) == list(range(6, 20000))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("threads", [0, 2])
def test_a_cache_is_written_by_the_process_that_has_begun_it(threads: int, tmp_path) -> None:
    dataset = D.range(5000).cache(str(tmp_path / "kept")).prefetch(threads)
    iterator = iter(dataset)
    took(iterator, 3000)

    def leave_it() -> list[int]:
        nonlocal iterator
        found = took(iterator, 3)
        del iterator
        assert all_threads_end()  # with which what they have begun to write is deleted
        return found

    assert in_a_fork(leave_it) == "[3000, 3001, 3002]"
    assert [int(x) for x in iterator] == list(range(3000, 5000))
    assert [x.name for x in tmp_path.iterdir()] == ["kept.cache"]
    assert [int(x) for x in dataset] == list(range(5000))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_variable_that_another_thread_was_updating_is_updated_in_a_forked_process() -> None:
    count = tf.Variable(0, dtype=tf.int64)
    iterator = iter(D.range(9).map(lambda x: x + count.assign_add(1)))
    took(iterator, 1)
    entered, leave = threading.Event(), threading.Event()

    def update() -> None:
        with count._storage.lock:
            entered.set()
            leave.wait(30)

    thread = threading.Thread(target=update)
    thread.start()
    assert entered.wait(10)
    forked = in_a_fork(lambda: took(iterator, 2))
    leave.set()
    thread.join()
    assert forked == repr(took(iterator, 2)) == "[3, 5]"
