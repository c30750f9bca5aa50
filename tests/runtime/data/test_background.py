"""Threads that read ahead or call functions: they keep the order, pass errors on, and end with their iterator."""

from __future__ import annotations

import gc
import sys
import threading
import time
import warnings
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


def test_a_number_that_the_user_gives_is_honoured_however_quick_the_functions_are() -> None:
    for dataset in (
        D.range(100).map(lambda x: x + 1).prefetch(2),
        D.range(100).map(lambda x: x + 1, num_parallel_calls=4),
        D.range(1).interleave(lambda x: D.range(1, 101), 4, num_parallel_calls=2),
    ):
        iterator = iter(dataset)
        assert int(next(iterator)) == 1
        assert threads()
        assert [int(x) for x in iterator] == list(range(2, 101))
        del iterator
        assert all_threads_end()


def test_what_is_left_to_the_system_has_threads_only_if_it_may_have_to_wait() -> None:
    quick = D.range(100).map(lambda x: x + 1, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)
    iterator = iter(quick.interleave(D.from_tensors, 4, num_parallel_calls=tf.data.AUTOTUNE))
    assert [int(next(iterator)) for _ in range(9)] == list(range(1, 10))
    assert not threads()
    iterator = iter(numbers(9).prefetch(tf.data.AUTOTUNE))
    assert int(next(iterator)) == 0
    assert threads()
    del iterator
    assert all_threads_end()


def test_prefetch_of_nothing_reads_when_it_is_asked() -> None:
    read: list[int] = []

    def generator():
        for i in range(3):
            read.append(i)
            yield i

    iterator = iter(D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int32)).prefetch(0))
    assert (int(next(iterator)), read) == (0, [0])
    assert (int(next(iterator)), read) == (1, [0, 1])
    assert not threads()


class Meter:
    """Counts how many calls there are at a time; each waits until there are `wanted`, and a moment for there to be more."""

    def __init__(self, wanted: int):
        self._barrier = threading.Barrier(wanted)
        self._lock = threading.Lock()
        self._now = self.most = 0

    def __call__(self, x):
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self._barrier.wait(10)
        threading.Event().wait(0.005)
        with self._lock:
            self._now -= 1
        return x


def test_as_many_calls_run_at_a_time_as_were_asked_for() -> None:
    meter = Meter(4)
    dataset = D.range(16).map(lambda x: tf.py_function(meter, [x], tf.int64), num_parallel_calls=4)
    assert [int(x) for x in dataset] == list(range(16))
    assert meter.most == 4


def test_as_many_datasets_are_read_at_a_time_as_were_asked_for() -> None:
    meter = Meter(2)

    def slow(n):
        return D.from_tensors(n).map(lambda x: tf.py_function(meter, [x], tf.int64))

    assert sorted(int(x) for x in D.range(8).interleave(slow, 4, num_parallel_calls=2)) == list(range(8))
    assert meter.most == 2


def test_interleave_opens_all_datasets_of_a_cycle_before_the_first_is_at_its_end() -> None:
    opened = threading.Barrier(3)

    def generator(n):
        opened.wait(10)  # until the others were opened
        yield from (n, n + 10)

    signature = tf.TensorSpec([], tf.int64)
    dataset = D.range(3).interleave(
        lambda n: D.from_generator(generator, output_signature=signature, args=(n,)), 3, num_parallel_calls=3
    )
    assert [int(x) for x in dataset] == [0, 1, 2, 10, 11, 12]


@pytest.mark.parametrize("count", [0, -2])
def test_a_number_of_calls_that_makes_no_sense_is_an_error(count: int) -> None:
    for dataset in (
        lambda: D.range(3).map(lambda x: x, num_parallel_calls=count),
        lambda: D.range(3).interleave(D.from_tensors, 2, num_parallel_calls=count),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"num_parallel_calls must be greater than zero\."):
            dataset()


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


@pytest.mark.parametrize("deterministic", [True, False])
def test_an_error_of_what_threads_are_given_surfaces_and_the_next_can_be_had(deterministic: bool) -> None:
    given = D.from_tensor_slices([1, 0, 2, 3]).map(lambda x: 6 // x)
    iterator = iter(given.map(lambda x: x + 1, num_parallel_calls=2, deterministic=deterministic))
    found, failures = [], 0
    while True:
        try:
            found.append(int(next(iterator)))
        except StopIteration:
            break
        except tf.errors.InvalidArgumentError:
            failures += 1
    assert (sorted(found), failures) == ([3, 4, 7], 1)
    assert not deterministic or found == [7, 4, 3]


def test_many_threads_share_a_python_generator_which_runs_in_one_at_a_time() -> None:
    running = threading.Lock()

    def generator():
        for i in range(400):
            assert running.acquire(blocking=False), "two threads are in the generator"
            threading.Event().wait(1e-5)  # lets other threads run
            running.release()
            yield i

    iterator = iter(D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int64)))
    taken: list[list[int]] = [[] for _ in range(8)]
    failures: list[BaseException] = []

    def take(mine: list[int]) -> None:
        try:
            mine.extend(int(x) for x in iterator)
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=take, args=(mine,)) for mine in taken]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures
    assert sorted(x for mine in taken for x in mine) == list(range(400))


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
    while len(read) < 4 and time.monotonic() < deadline:
        threading.Event().wait(0.001)
    threading.Event().wait(0.01)
    assert len(read) == 4  # one taken, three in the buffer
    del ahead
    assert all_threads_end()


def test_elements_that_two_threads_compute_in_turn_keep_their_order() -> None:
    def pipeline():
        return D.range(3000).shuffle(20, seed=5).map(lambda x: x * 2)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        found = [int(x) for x in pipeline().prefetch(2)]
    finally:
        sys.setswitchinterval(interval)
    assert found == [int(x) for x in pipeline()]
    assert all_threads_end()


def test_an_error_of_a_quick_function_surfaces_at_its_element() -> None:
    iterator = iter(D.from_tensor_slices([2, 0, 3, 1]).map(lambda x: 6 // x).prefetch(2))
    assert int(next(iterator)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    assert [int(x) for x in iterator] == [2, 6]
    assert list(iterator) == []
    assert all_threads_end()  # although the iterator is there


def test_a_python_source_is_read_by_the_thread_alone() -> None:
    readers = set()

    def generator():
        for i in range(50):
            readers.add(threading.current_thread().name)
            yield i

    dataset = D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int32)).prefetch(2)
    assert [int(x) for x in dataset] == list(range(50))
    assert readers == {"tf.data read ahead"}


def test_what_the_thread_has_read_is_taken_before_more_is_computed() -> None:
    ahead = Ahead(lambda: iter(range(9)), 2, shares=True)
    deadline = time.monotonic() + 10
    while ahead._pipe.items.qsize() < 2 and time.monotonic() < deadline:
        threading.Event().wait(0.001)
    assert ahead._computed() is None
    assert [next(ahead) for _ in range(9)] == list(range(9))


def test_an_iterator_that_cannot_begin_is_an_error_and_no_wait() -> None:
    def begin():
        raise OSError("no such device")

    ahead = Ahead(begin, 1)
    with pytest.raises(OSError, match="no such device"):
        next(ahead)
    with pytest.raises(StopIteration):
        next(ahead)
    assert all_threads_end()


@pytest.mark.parametrize("rows", [True, False])
def test_batches_are_stacked_in_parallel_and_keep_the_order(rows: bool) -> None:
    dataset = D.range(50) if rows else D.range(50).map(lambda x: x)
    parallel = dataset.batch(4, num_parallel_calls=3)
    iterator = iter(parallel)
    assert next(iterator).numpy().tolist() == [0, 1, 2, 3]
    assert threads()
    del iterator
    expected = [x.numpy().tolist() for x in dataset.batch(4)]
    assert [x.numpy().tolist() for x in parallel] == expected
    assert int(parallel.cardinality()) == len(expected)
    unordered = dataset.batch(4, num_parallel_calls=3, deterministic=False)
    assert sorted(x.numpy().tolist() for x in unordered) == expected
    assert all_threads_end()
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"num_parallel_calls must be greater than zero\."):
        dataset.batch(4, num_parallel_calls=0)


def test_a_batch_of_unequal_shapes_is_an_error_in_parallel_too() -> None:
    iterator = iter(D.range(1, 5).map(lambda n: tf.ones([n])).batch(2, num_parallel_calls=2))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot batch tensors with different shapes"):
        next(iterator)


def test_an_order_that_is_asked_for_without_threads_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="`deterministic` argument has no effect unless the `num_parallel_calls`"):
        D.range(3).map(lambda x: x, deterministic=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        D.range(3).map(lambda x: x)
        D.range(3).map(lambda x: x, deterministic=False, use_unbounded_threadpool=True)
        D.range(3).map(lambda x: x, num_parallel_calls=2, deterministic=False)


def test_what_contradicts_itself_is_an_error() -> None:
    with pytest.raises(ValueError, match="`synchronous` is not supported with `num_parallel_calls`"):
        D.range(3).map(lambda x: x, num_parallel_calls=2, synchronous=True)
