"""Threads that read ahead or call functions: they keep the order, pass errors on, and end with their iterator."""

from __future__ import annotations

import gc
import sys
import threading
import time
from typing import Any

import pytest

import runtime as tf
from runtime.data.background import Ahead

D = tf.data.Dataset


def threads() -> list[str]:
    """The threads that pipelines have started and that still run."""
    return [t.name for t in threading.enumerate() if t.name.startswith("tf.data")]


def all_threads_end() -> bool:
    gc.collect()
    deadline = time.monotonic() + 10
    while threads() and time.monotonic() < deadline:
        threading.Event().wait(0.001)
    return not threads()


def numbers(count: int) -> Any:
    """A dataset that a Python generator yields: reading it may wait."""
    return D.from_generator(lambda: iter(range(count)), output_signature=tf.TensorSpec([], tf.int64))


def through_python(x):
    return tf.py_function(lambda v: v * 2, [x], tf.int64)


PIPELINES = {
    "prefetch": lambda: numbers(1000).prefetch(2),
    "autotuned prefetch": lambda: numbers(1000).prefetch(tf.data.AUTOTUNE),
    "parallel map": lambda: D.range(1000).map(through_python, num_parallel_calls=3),
    "unordered map": lambda: D.range(1000).map(through_python, num_parallel_calls=3, deterministic=False),
    "parallel interleave": lambda: D.range(4).interleave(lambda _: numbers(250), 4, num_parallel_calls=4),
    "all of them": lambda: (
        D.range(4)
        .interleave(lambda _: numbers(250), 4, num_parallel_calls=4)
        .map(through_python, num_parallel_calls=2)
        .prefetch(2)
    ),
}


@pytest.mark.parametrize("name", PIPELINES)
def test_threads_end_when_the_iterator_is_dropped(name: str) -> None:
    iterator = iter(PIPELINES[name]())
    for _ in range(5):
        next(iterator)
    assert threads()
    del iterator
    assert all_threads_end()


@pytest.mark.parametrize("name", PIPELINES)
def test_threads_end_when_a_loop_is_left(name: str) -> None:
    @tf.function
    def first(dataset):
        for x in dataset:
            break
        return x

    for x in PIPELINES[name]():
        if x >= 0:
            break
    first(PIPELINES[name]())
    assert all_threads_end()


@pytest.mark.parametrize("name", PIPELINES)
def test_all_elements_come(name: str) -> None:
    found = [int(x) for x in PIPELINES[name]()]
    assert len(found) == 1000
    assert all_threads_end()


def test_parallel_map_and_interleave_keep_the_order() -> None:
    slow_first = threading.Event()

    def wait_for_the_second(x):
        if x == 0:
            assert slow_first.wait(10)  # only a call beside this one can set it
        if x == 1:
            slow_first.set()
        return x

    dataset = D.range(6).map(lambda x: tf.py_function(wait_for_the_second, [x], tf.int64), num_parallel_calls=2)
    assert [int(x) for x in dataset] == [0, 1, 2, 3, 4, 5]

    def interleaved(**options):
        return [int(x) for x in D.range(3).interleave(lambda n: numbers(3).map(lambda x: x + 10 * n), 2, **options)]

    assert interleaved(num_parallel_calls=2) == interleaved() == [0, 10, 1, 11, 2, 12, 20, 21, 22]


def test_without_an_order_results_come_as_they_are_ready() -> None:
    second_is_taken = threading.Event()

    def wait(x):
        if x == 0:
            assert second_is_taken.wait(10)
        return x

    dataset = D.range(2).map(lambda x: tf.py_function(wait, [x], tf.int64), num_parallel_calls=2, deterministic=False)
    iterator = iter(dataset)
    assert int(next(iterator)) == 1
    second_is_taken.set()
    assert int(next(iterator)) == 0


def test_prefetch_reads_ahead() -> None:
    third_is_read = threading.Event()

    def generator():
        for i in range(5):
            if i == 2:
                third_is_read.set()
            yield i

    dataset = D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int32)).prefetch(2)
    iterator = iter(dataset)
    assert int(next(iterator)) == 0
    assert third_is_read.wait(10)  # although nobody asked for it


def test_what_takes_long_is_read_ahead_although_it_only_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.data.background.WORTH_A_THREAD", -1.0)
    iterator = iter(D.range(100).map(lambda x: x + 1).prefetch(2))
    assert [int(next(iterator)) for _ in range(10)] == list(range(1, 11))
    assert threads()
    assert [int(x) for x in iterator] == list(range(11, 101))
    assert all_threads_end()


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_surfaces_at_its_element_and_the_next_can_be_had(count: int) -> None:
    def fail_at_two(x):
        if x == 2:
            raise ValueError("two")
        return x

    mapped = D.range(4).map(lambda x: tf.py_function(fail_at_two, [x], tf.int64), num_parallel_calls=count)
    iterator = iter(mapped.prefetch(1))
    assert [int(next(iterator)) for _ in range(2)] == [0, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="ValueError: two"):
        next(iterator)
    assert int(next(iterator)) == 3
    with pytest.raises(StopIteration):
        next(iterator)
    with pytest.raises(StopIteration):
        next(iterator)


def test_many_threads_share_an_iterator_and_each_element_is_taken_once() -> None:
    iterator = iter(D.range(2000).map(lambda x: x + 1))
    taken: list[list[int]] = [[] for _ in range(8)]

    def take(mine: list[int]) -> None:
        for x in iterator:
            mine.append(int(x))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        workers = [threading.Thread(target=take, args=(mine,)) for mine in taken]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(interval)
    assert sorted(x for mine in taken for x in mine) == list(range(1, 2001))


def test_reading_ahead_stops_at_the_size_of_the_buffer() -> None:
    read: list[int] = []

    def items():
        for i in range(100):
            read.append(i)
            yield i

    ahead = Ahead(items, 3)
    assert next(ahead) == 0
    deadline = time.monotonic() + 10
    while len(read) < 5 and time.monotonic() < deadline:
        threading.Event().wait(0.001)
    assert len(read) == 5  # one taken, three in the buffer, one in the hand of the thread
    del ahead
    assert all_threads_end()


def test_an_iterator_that_cannot_begin_is_an_error_and_no_wait() -> None:
    def begin():
        raise OSError("no such device")

    ahead = Ahead(begin, 1)
    with pytest.raises(OSError, match="no such device"):
        next(ahead)
    with pytest.raises(StopIteration):
        next(ahead)
    assert all_threads_end()
