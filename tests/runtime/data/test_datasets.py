"""Datasets: what TensorFlow's answers cannot show, because they are random, have a state, or are ours alone."""

from __future__ import annotations

import collections
import gc
import gzip
import itertools
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

D = tf.data.Dataset


def ints(dataset) -> list[int]:
    return [int(x) for x in dataset]


# -- shuffling and seeds ---------------------------------------------------------------------------------------------


@given(st.integers(0, 40), st.integers(1, 50))
def test_shuffle_gives_every_element_once_and_none_too_early(count: int, size: int) -> None:
    found = ints(D.range(count).shuffle(size))
    assert sorted(found) == list(range(count))
    assert all(x < place + size for place, x in enumerate(found))


def test_shuffle_by_rows_and_by_elements_are_the_same() -> None:
    rows = D.from_tensor_slices(np.arange(20) * 10).shuffle(7, seed=4)
    elements = D.from_tensor_slices(np.arange(20) * 10).map(lambda x: x).shuffle(7, seed=4)
    one, other = list(rows.batch(3)), list(elements.batch(3))
    assert [x.numpy().tolist() for x in one] == [x.numpy().tolist() for x in other]


def test_each_pass_has_another_order_unless_it_is_to_be_the_same() -> None:
    anew, same = D.range(50).shuffle(50, seed=1), D.range(50).shuffle(50, seed=1, reshuffle_each_iteration=False)
    assert ints(anew) != ints(anew)
    assert ints(same) == ints(same)
    first, second = np.array_split(ints(D.range(50).shuffle(50, seed=1).repeat(2)), 2)
    assert first.tolist() != second.tolist()
    assert sorted(first) == sorted(second) == list(range(50))


def test_the_seed_of_the_program_reproduces_orders_and_draws() -> None:
    def pipeline():
        tf.random.set_seed(7)
        shuffled = D.range(30).shuffle(30)
        sampled = D.sample_from_datasets([D.range(100), D.range(100, 200)]).take(20)
        return ints(shuffled), ints(D.range(30).shuffle(30)), ints(sampled), ints(D.random().take(3))

    one, other = pipeline(), pipeline()
    assert one == other
    assert one[0] != one[1]


def test_without_a_seed_two_datasets_have_different_orders() -> None:
    assert ints(D.range(100).shuffle(100)) != ints(D.range(100).shuffle(100))


def test_random_gives_the_numbers_of_its_seed() -> None:
    assert ints(D.random(seed=4).take(5)) == ints(D.random(seed=4).take(5))
    fixed, anew = D.random(seed=4).take(5), D.random(seed=4, rerandomize_each_iteration=True).take(5)
    assert ints(fixed) == ints(fixed)
    assert ints(anew) != ints(anew)
    assert all(0 <= x < 2**32 for x in ints(fixed))


# -- what is chosen by rows is what is chosen by elements -------------------------------------------------------------


STEPS = {
    "take": lambda d: d.take(7),
    "skip": lambda d: d.skip(2),
    "shard": lambda d: d.shard(2, 1),
    "repeat": lambda d: d.repeat(2),
    "shuffle": lambda d: d.shuffle(4, seed=2),
    "identity": lambda d: d.with_options(tf.data.Options()),
}


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=4), st.integers(1, 5), st.booleans())
def test_batches_of_rows_are_the_batches_of_elements(steps: list[str], size: int, drop: bool) -> None:
    def batches(dataset):
        for step in steps:
            dataset = STEPS[step](dataset)
        return [[x.numpy().tolist() for x in parts] for parts in dataset.batch(size, drop)]

    values = (np.arange(12), np.arange(24.0).reshape(12, 2), [str(i) for i in range(12)])
    rows = D.from_tensor_slices(values)
    assert batches(rows) == batches(rows.map(lambda *parts: parts))


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=4), st.integers(1, 5), st.booleans())
def test_cardinality_is_how_many_elements_come(steps: list[str], size: int, drop: bool) -> None:
    dataset = D.range(9)
    for step in steps:
        dataset = STEPS[step](dataset)
    for each in (dataset, dataset.batch(size, drop), dataset.window(size, 2, 2, drop), dataset.enumerate()):
        assert int(each.cardinality()) == len(list(each))


@given(st.integers(0, 12), st.integers(1, 5), st.integers(1, 5), st.integers(1, 3), st.booleans())
def test_windows_are_slices(count: int, size: int, shift: int, stride: int, drop: bool) -> None:
    found = [ints(w) for w in D.range(count).window(size, shift, stride, drop)]
    expected = [list(range(count))[i : i + size * stride : stride][:size] for i in range(0, count, shift)]
    assert found == [w for w in expected if len(w) == size or not drop]


# -- state -----------------------------------------------------------------------------------------------------------


def test_cache_computes_elements_in_the_first_whole_pass_only() -> None:
    calls = tf.Variable(0)

    def counted(x):
        calls.assign_add(1)
        return x

    dataset = D.range(4).map(counted).cache()
    next(iter(dataset))  # a pass that is left early keeps nothing
    assert int(calls) == 1
    assert ints(dataset) == ints(dataset) == [0, 1, 2, 3]
    assert int(calls) == 5


def test_a_cache_in_a_file_outlives_the_dataset(tmp_path: Path) -> None:
    calls = tf.Variable(0)

    def counted(x):
        calls.assign_add(1)
        return x, [[1.5, 2.5]], ["a", "\xe9"], tf.cast(x, tf.bfloat16), x > 1

    def made():
        return D.range(3).map(counted).cache(str(tmp_path / "kept" / "elements"))

    next(iter(made()))  # a pass that is left early keeps nothing
    gc.collect()
    assert list((tmp_path / "kept").iterdir()) == []
    first = [[x.numpy().tolist() for x in element] for element in made()]
    assert int(calls) == 4
    assert [[x.numpy().tolist() for x in element] for element in made()] == first
    assert [x.dtype for x in next(iter(made()))] == [tf.int64, tf.float32, tf.string, tf.bfloat16, tf.bool]
    assert int(calls) == 4


def test_the_file_of_a_cache_gets_its_name_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "elements.cache"
    dataset = D.range(3).cache(str(tmp_path / "elements"))
    one, other = iter(dataset), iter(dataset)
    for _ in range(3):
        next(one), next(other)
        assert not path.exists()
    assert list(one) == list(other) == []
    assert [x.name for x in tmp_path.iterdir()] == ["elements.cache"]
    assert ints(dataset) == [0, 1, 2]


def test_a_process_that_ends_while_it_writes_a_cache_leaves_none(tmp_path: Path) -> None:
    program = f"""
import os
import runtime as tf
iterator = iter(tf.data.Dataset.range(3000).cache({str(tmp_path / "elements")!r}))
for _ in range(2000):
    next(iterator)
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert not (tmp_path / "elements.cache").exists()
    assert ints(D.range(4).cache(str(tmp_path / "elements"))) == [0, 1, 2, 3]
    assert (tmp_path / "elements.cache").exists()


def test_a_pass_that_fails_keeps_nothing(tmp_path: Path) -> None:
    divisors = tf.Variable([1, 0, 2])
    dataset = D.range(3).map(lambda i: 6 // divisors[i]).cache(str(tmp_path / "elements"))
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(dataset)
    gc.collect()
    assert list(tmp_path.iterdir()) == []
    divisors.assign([1, 3, 2])
    assert ints(dataset) == ints(dataset) == [6, 2, 3]


def test_a_damaged_cache_is_one_clear_error(tmp_path: Path) -> None:
    name = str(tmp_path / "elements")
    dataset = D.from_tensor_slices((["a", "bc", "def"], [[1, 2], [3, 4], [5, 6]])).cache(name)
    whole = [str(x) for x in dataset.as_numpy_iterator()]
    path = tmp_path / "elements.cache"
    good = path.read_bytes()
    generator = np.random.default_rng(0)
    for _ in range(300):
        data = bytearray(good)
        place = int(generator.integers(len(data)))
        if generator.random() < 0.3:
            del data[place:]
        else:
            data[place] ^= 1 << int(generator.integers(8))
        path.write_bytes(data)
        try:
            assert len([str(x) for x in dataset.as_numpy_iterator()]) == len(whole)
        except tf.errors.DataLossError as error:
            assert "Delete it to write it anew." in str(error)
    path.write_bytes(good)
    with pytest.raises(tf.errors.DataLossError, match="written for elements of other dtypes"):
        list(D.range(3).cache(name))


def test_a_generator_starts_over_for_every_pass_and_is_closed_with_its_iterator() -> None:
    events: list[str] = []

    def numbers():
        events.append("begin")
        try:
            yield from range(3)
        finally:
            events.append("end")

    dataset = D.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32))
    assert events == []
    assert ints(dataset) == ints(dataset) == [0, 1, 2]
    assert events == ["begin", "end"] * 2
    iterator = iter(dataset)
    next(iterator)
    del iterator
    gc.collect()
    assert events == ["begin", "end"] * 3


def test_take_while_stops_for_good_at_the_first_element_that_is_refused() -> None:
    read: list[int] = []

    def generator():
        for i in range(9):
            read.append(i)
            yield i

    numbers = D.from_generator(generator, output_signature=tf.TensorSpec([], tf.int32))
    iterator = iter(numbers.take_while(lambda x: x < 3 or x > 5))
    assert [int(x) for x in iterator] == [0, 1, 2]
    assert list(iterator) == []
    assert read == [0, 1, 2, 3]  # the one that was refused, and none after it


def test_iterators_of_one_dataset_are_independent() -> None:
    dataset = D.range(3)
    one, other = iter(dataset), iter(dataset)
    assert [int(next(one)), int(next(one)), int(next(other))] == [0, 1, 0]


def test_an_iterator_stays_at_its_end() -> None:
    iterator = iter(D.range(1))
    next(iterator)
    for _ in range(2):
        with pytest.raises(StopIteration):
            next(iterator)
        with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
            iterator.get_next()


# -- structures ------------------------------------------------------------------------------------------------------


def test_structures_of_elements_survive_every_step() -> None:
    Point = collections.namedtuple("Point", "x y")
    dataset = D.from_tensor_slices({"b": Point([1, 2, 3], ["p", "q", "r"]), "a": (np.eye(3),)})
    for step in (lambda d: d, lambda d: d.batch(2).unbatch(), lambda d: d.cache(), lambda d: d.map(lambda e: e)):
        first = next(iter(step(dataset)))
        assert list(first) == ["b", "a"]
        assert type(first["b"]) is Point
        assert (int(first["b"].x), first["b"].y.numpy(), first["a"][0].numpy().tolist()) == (1, b"p", [1.0, 0.0, 0.0])


def test_a_subclass_may_make_any_dataset() -> None:
    class Artificial(tf.data.Dataset):
        def _generator(num_samples):
            yield from ((i,) for i in range(num_samples))

        def __new__(cls, num_samples=3):
            return tf.data.Dataset.from_generator(
                cls._generator, output_signature=tf.TensorSpec([1], tf.int64), args=(num_samples,)
            )

    assert [x.numpy().tolist() for x in D.range(1).interleave(lambda _: Artificial(2))] == [[0], [1]]


# -- files -----------------------------------------------------------------------------------------------------------


def test_lines_of_text_files(tmp_path: Path) -> None:
    for name, text in {"a": b"one\ntwo\r\n\nfour", "b": b""}.items():
        (tmp_path / name).write_bytes(text)
    (tmp_path / "c.gz").write_bytes(gzip.compress(b"packed\n"))
    names = [str(tmp_path / name) for name in "ab"]
    lines = [b"one", b"two", b"", b"four"]
    assert list(tf.data.TextLineDataset(names).as_numpy_iterator()) == lines
    assert list(D.from_tensor_slices(names).flat_map(tf.data.TextLineDataset).as_numpy_iterator()) == lines
    assert list(tf.data.TextLineDataset(D.from_tensor_slices(names)).as_numpy_iterator()) == lines
    packed = tf.data.TextLineDataset(str(tmp_path / "c.gz"), compression_type="GZIP")
    assert list(packed.as_numpy_iterator()) == [b"packed"]
    with pytest.raises(tf.errors.NotFoundError, match="No such file or directory"):
        next(iter(tf.data.TextLineDataset(str(tmp_path / "missing"))))


def test_names_of_files(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "c.csv"):
        (tmp_path / name).touch()
    found = D.list_files(str(tmp_path / "*.txt"), shuffle=False)
    assert [Path(x.decode()).name for x in found.as_numpy_iterator()] == ["a.txt", "b.txt"]
    both = D.list_files([str(tmp_path / "*.txt"), str(tmp_path / "*.csv")], seed=1)
    assert sorted(Path(x.decode()).name for x in both.as_numpy_iterator()) == ["a.txt", "b.txt", "c.csv"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="No files matched pattern"):
        D.list_files(str(tmp_path / "*.png"))


# -- memory ----------------------------------------------------------------------------------------------------------


def test_a_trace_for_a_dataset_does_not_keep_it_alive() -> None:
    @tf.function
    def total(dataset):
        result = tf.constant(0, tf.int64)
        for x in dataset:
            result += x
        return result

    dataset = D.range(4)
    total(dataset)
    gone = weakref.ref(dataset)
    del dataset
    gc.collect()
    assert gone() is None
    assert int(total(D.range(5))) == 10
    assert total.experimental_get_tracing_count() == 1


def test_endless_pipelines_take_no_more_than_was_asked_for() -> None:
    dataset = D.counter().map(lambda x: x * 2).filter(lambda x: x % 3 == 0).batch(2).enumerate().prefetch(1)
    assert [x.numpy().tolist() for _, x in itertools.islice(dataset, 2)] == [[0, 6], [12, 18]]


def test_thousands_of_datasets_are_put_together_one_by_one() -> None:
    dataset = D.range(1)
    for _ in range(3000):
        dataset = dataset.concatenate(D.range(1))
    assert len(dataset) == len(list(dataset)) == 3001


# -- ragged and sparse tensors ---------------------------------------------------------------------------------------


def test_ragged_and_sparse_tensors_pass_through_pipelines() -> None:
    sparse = tf.SparseTensor(indices=[[0, 0], [1, 2]], values=[1, 2], dense_shape=[3, 4])
    dataset = D.from_tensors((sparse, tf.ragged.constant([[1], [2, 3]])))
    assert repr(dataset) == (
        "<_TensorDataset element_spec=(SparseTensorSpec(TensorShape([3, 4]), tf.int32), "
        "RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64))>"
    )
    assert dataset.element_spec[0].value_type is tf.SparseTensor
    for each in (dataset.repeat(2), dataset.cache(), dataset.concatenate(dataset), dataset.map(lambda s, r: (s, r))):
        s, r = next(iter(each))
        assert tf.sparse.to_dense(s).numpy().tolist() == [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]
        assert r.to_list() == [[1], [2, 3]]
    dense = dataset.map(lambda s, r: (tf.sparse.to_dense(s), (r * 2).to_tensor())).batch(1)
    assert [x.shape.as_list() for x in next(iter(dense))] == [[1, 3, 4], [1, 2, 2]]


def test_ragged_and_sparse_tensors_are_arguments_of_staged_loops() -> None:
    @tf.function
    def total(dataset):
        result = 0
        for row in dataset:
            result += tf.reduce_sum(row.to_tensor())
        return result

    assert int(total(D.from_tensors(tf.ragged.constant([[1], [2, 3]])).repeat(2))) == 12


def test_generators_yield_ragged_tensors_datasets_and_none() -> None:
    numbers_spec = tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))
    signature = (tf.RaggedTensorSpec([2, None], tf.int32), numbers_spec, tf.data.NoneTensorSpec())

    def elements():
        yield tf.ragged.constant([[1], [2, 3]]), D.range(2), None

    ragged, numbers, none = next(iter(D.from_generator(elements, output_signature=signature)))
    assert (ragged.to_list(), ints(numbers), none) == ([[1], [2, 3]], [0, 1], None)
    wrong = D.from_generator(lambda: iter([(1, D.range(2), None)]), output_signature=signature)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"yielded an element of 1 where .*RaggedTensorSpec"):
        next(iter(wrong))


def test_specs_of_ragged_and_sparse_tensors_are_equal_if_all_they_say_is() -> None:
    sparse, ragged = tf.SparseTensorSpec([3, None], tf.int32), tf.RaggedTensorSpec([2, None, None], tf.int32)
    same = (tf.SparseTensorSpec([3, None], tf.int32), tf.RaggedTensorSpec([2, None, None], tf.int32, 2))
    assert same == (sparse, ragged)
    assert [hash(x) for x in same] == [hash(sparse), hash(ragged)]
    others = [
        tf.SparseTensorSpec([3, 4], tf.int32), tf.SparseTensorSpec([3, None], tf.int64),
        tf.RaggedTensorSpec([3, None, None], tf.int32), tf.RaggedTensorSpec([2, None, None], tf.int64),
        tf.RaggedTensorSpec([2, None, None], tf.int32, 1),
    ]  # fmt: skip
    assert not [x for x in others if x in (sparse, ragged)]
    values = tf.SparseTensor([[0, 0]], [1], [3, 4]), tf.ragged.constant([[[1], []], []], dtype=tf.int32)
    assert sparse.is_compatible_with(values[0]) and ragged.is_compatible_with(values[1])
    assert not [x for x in others[1:] if x.is_compatible_with(values[0]) or x.is_compatible_with(values[1])]


def test_a_spec_of_datasets_is_compatible_with_those_of_its_structure_and_types() -> None:
    number = tf.TensorSpec([], tf.int64)
    spec = tf.data.DatasetSpec((number, number))
    assert spec.is_compatible_with(D.zip(D.range(2), D.range(3)))
    assert spec.is_compatible_with(tf.data.DatasetSpec((number, number)))
    for other in (
        D.zip({"a": D.range(2), "b": D.range(2)}),
        D.range(2),
        D.zip(D.range(2), D.from_tensors("x")),
        number,
    ):
        assert not spec.is_compatible_with(other)


def test_a_generator_yields_text_where_text_was_announced_and_only_there() -> None:
    for value, kind in ((1, tf.string), ("a", tf.int32)):
        dataset = D.from_generator(lambda: iter([value]), output_signature=tf.TensorSpec([], kind))
        with pytest.raises(tf.errors.InvalidArgumentError, match="could not be converted to the expected type"):
            next(iter(dataset))


def test_numbers_are_tensors_of_any_integer_dtype() -> None:
    assert ints(D.range(tf.constant(3, tf.int32)).take(tf.constant(2, tf.int8))) == [0, 1]
    with pytest.raises((TypeError, ValueError)):
        D.range(5).take(tf.constant(2.0))


def test_a_padded_shape_may_be_as_large_as_the_elements_and_no_smaller() -> None:
    vectors = D.from_tensors([1, 2])
    assert [x.tolist() for x in vectors.padded_batch(1, [2]).as_numpy_iterator()] == [[[1, 2]]]
    with pytest.raises(ValueError, match=r"The padded shape \(1,\) is not compatible with the shape \(2,\)"):
        vectors.padded_batch(1, [1])


def test_what_is_longer_than_the_padded_shape_is_lost_data_even_if_that_is_empty() -> None:
    vectors = D.range(1, 3).map(lambda n: tf.fill([n], n))
    for size in (0, 1):
        with pytest.raises(tf.errors.DataLossError, match=rf"padded_shapes says \[{size}\]"):
            list(vectors.padded_batch(2, [size]))
    assert [x.shape for x in vectors.take(0).padded_batch(2, [0])] == []


def test_text_that_functions_make_is_stacked_padded_and_padded_with() -> None:
    longer = D.from_tensor_slices(["a", "b"]).map(lambda x: x + "c")
    for batches in (longer.batch(2), longer.padded_batch(2)):
        assert [x.tolist() for x in batches.as_numpy_iterator()] == [[b"ac", b"bc"]]
    filled = longer.flat_map(lambda x: D.from_tensors(["z"]).padded_batch(1, [2], x + "d"))
    assert [x.tolist() for x in filled.as_numpy_iterator()] == [[[b"z", b"acd"]], [[b"z", b"bcd"]]]


def test_unique_compares_text_and_vectors() -> None:
    text = D.from_tensor_slices(["a", "b", "a"])
    assert list(text.unique().as_numpy_iterator()) == [b"a", b"b"]
    assert list(text.map(tf.strings.lower).unique().as_numpy_iterator()) == [b"a", b"b"]
    assert list(text.map(lambda x: x + "c").unique().as_numpy_iterator()) == [b"ac", b"bc"]
    words = D.from_tensor_slices([["a", "b"], ["b", "a"], ["a", "b"]])
    assert [x.tolist() for x in words.unique().as_numpy_iterator()] == [[b"a", b"b"], [b"b", b"a"]]


def test_slicing_and_stacking_of_ragged_and_sparse_tensors_is_refused() -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    with pytest.raises(TypeError, match=r"Make dense tensors of them first.*x\.to_tensor\(\)"):
        D.from_tensors(ragged).batch(2)
    with pytest.raises(TypeError, match="from_tensor_slices slices tensors along their first dimension"):
        D.from_tensor_slices(ragged)
    with pytest.raises(TypeError, match="unbatch slices tensors along their first dimension"):
        D.from_tensors(ragged).unbatch()


# -- what is not covered ---------------------------------------------------------------------------------------------


def test_what_is_not_covered_says_so() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'snapshot': .* is not covered; use cache\(filename\)"):
        D.range(3).snapshot("/tmp/snapshot")
    with pytest.raises(AttributeError, match=r"'Dataset' object has no attribute 'bacth'$"):
        D.range(3).bacth(2)
    for module, name in ((tf.data, "TFRecordDataset"), (tf.data.experimental, "service")):
        with pytest.raises(AttributeError, match=f"'{name}'.*not covered"):
            getattr(module, name)


def test_windows_that_are_left_over_come_in_the_order_of_their_keys() -> None:
    """Key 1 has had a full window, and begins another after key 2 has begun its first."""
    ds = tf.data.Dataset.from_tensor_slices(np.array([1, 1, 2, 1, 0], "int64"))
    windows = ds.group_by_window(lambda x: x, lambda key, window: window.batch(2), 2)
    assert [w.tolist() for w in windows.as_numpy_iterator()] == [[1, 1], [0], [1], [2]]
