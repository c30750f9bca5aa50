"""CSV files. The expectations are what TensorFlow 2.21 answers for the same files."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf

CsvDataset = tf.data.experimental.CsvDataset
make_csv_dataset = tf.data.experimental.make_csv_dataset

PEOPLE = """survived,sex,age,fare,class
0,male,22.0,7.25,Third
1,female,38.0,71.3,"Fi,rst"
1,"fe""male",35.0,53.1,First
"""


@pytest.fixture
def people(tmp_path: Path) -> str:
    (tmp_path / "people.csv").write_text(PEOPLE)
    return str(tmp_path / "people.csv")


@pytest.fixture
def holes(tmp_path: Path) -> str:
    (tmp_path / "holes.csv").write_text("1,2,3\n,2,3\n1,,\n")
    return str(tmp_path / "holes.csv")


def rows(dataset) -> list:
    return list(dataset.as_numpy_iterator())


def test_records_are_tuples_of_the_given_types(people: str) -> None:
    dataset = CsvDataset(people, [tf.int32, tf.string, tf.float32, tf.float64, tf.string], header=True)
    assert dataset.element_spec[3] == tf.TensorSpec([], tf.float64)
    assert rows(dataset) == [
        (0, b"male", 22.0, 7.25, b"Third"), (1, b"female", 38.0, 71.3, b"Fi,rst"), (1, b'fe"male', 35.0, 53.1, b"First"),
    ]  # fmt: skip


def test_defaults_stand_for_empty_fields_and_columns_are_selected(holes: str) -> None:
    assert rows(CsvDataset(holes, [9, 9, 9])) == [(1, 2, 3), (9, 2, 3), (1, 9, 9)]
    assert rows(CsvDataset(holes, [[9], [9]], select_cols=[0, 2])) == [(1, 3), (9, 3), (1, 9)]
    assert rows(CsvDataset(holes, [9, 9], exclude_cols=[1])) == [(1, 3), (9, 3), (1, 9)]
    assert rows(CsvDataset(holes, [9, 9, 9], na_value="2")) == [(1, 9, 3), (9, 9, 3), (1, 9, 9)]
    assert rows(CsvDataset(holes, [tf.string], field_delim=";")) == [(b"1,2,3",), (b",2,3",), (b"1,,",)]


def test_a_record_that_does_not_fit_is_an_error_and_the_next_can_be_had(tmp_path: Path, holes: str) -> None:
    (tmp_path / "bad.csv").write_text("1,2\n3\nx,4\n5,6,7\n8,9\n")
    iterator = iter(CsvDataset(str(tmp_path / "bad.csv"), [tf.int32, tf.int32]))
    assert [int(x) for x in next(iterator)] == [1, 2]
    for message in (
        "Expect 2 fields but have 1 in record",
        "Field 0 in record is not a valid int32: x",
        "Expect 2 fields but have more in record",
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            next(iterator)
    assert [int(x) for x in next(iterator)] == [8, 9]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field 0 is required but missing in record"):
        rows(CsvDataset(holes, [tf.int32, 0, 0]))
    with pytest.raises(tf.errors.NotFoundError, match=r"missing\.csv; No such file or directory"):
        rows(CsvDataset("missing.csv", [tf.int32]))


def test_types_of_columns_are_found_out(people: str, tmp_path: Path) -> None:
    dataset = make_csv_dataset(people, batch_size=2, label_name="survived", shuffle=False, num_epochs=1)
    features, label = dataset.element_spec
    assert {name: spec.dtype for name, spec in features.items()} == {
        "sex": tf.string, "age": tf.float32, "fare": tf.float32, "class": tf.string,
    }  # fmt: skip
    assert label == tf.TensorSpec([None], tf.int32)
    features, label = next(iter(dataset))
    assert list(features) == ["sex", "age", "fare", "class"]
    assert (features["class"].numpy().tolist(), label.numpy().tolist()) == ([b"Third", b"Fi,rst"], [0, 1])
    (tmp_path / "types.csv").write_text("a,b,c,d,e,f\n1,2.5,x,3000000000,,1e300\n2,3,y,4,7,1\n")
    wide = make_csv_dataset(str(tmp_path / "types.csv"), batch_size=2, shuffle=False, num_epochs=1)
    assert [spec.dtype for spec in wide.element_spec.values()] == [
        tf.int32, tf.float32, tf.string, tf.int64, tf.int32, tf.float64,
    ]  # fmt: skip


def test_columns_are_selected_by_name_and_come_in_the_order_of_the_file(people: str) -> None:
    names = ["fare", "survived"]
    dataset = make_csv_dataset(people, batch_size=3, select_columns=names, shuffle=False, num_epochs=1)
    (batch,) = rows(dataset)
    assert list(batch) == ["survived", "fare"]
    assert batch["survived"].tolist() == [0, 1, 1]


def test_epochs_are_batched_together_and_without_a_number_do_not_end(people: str) -> None:
    twice = make_csv_dataset(people, batch_size=4, num_epochs=2)
    assert [len(batch["age"]) for batch in rows(twice)] == [4, 2]
    assert int(make_csv_dataset(people, batch_size=4).cardinality()) == tf.data.INFINITE_CARDINALITY


def test_what_is_not_there_is_named(people: str) -> None:
    with pytest.raises(ValueError, match="No files match `file_pattern`"):
        make_csv_dataset("missing*.csv", batch_size=1)
    with pytest.raises(ValueError, match=r"must be one of the columns: \['survived'.* Received: nope"):
        make_csv_dataset(people, batch_size=1, label_name="nope")
    with pytest.raises(ValueError, match=r"`select_columns` has names that are no columns: \['nope'\]"):
        make_csv_dataset(people, batch_size=1, select_columns=["nope"])
    with pytest.raises(TypeError, match="columns may be int32, int64, float32, float64, string"):
        CsvDataset(people, [tf.int8])


def test_files_that_are_read_at_the_same_time_give_their_records_in_turn(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("x\n" + "".join(f"{name}{i}\n" for i in range(3)))

    def read(**options) -> list[bytes]:
        pattern = str(tmp_path / "*.csv")
        dataset = make_csv_dataset(pattern, 1, num_epochs=1, shuffle=False, **options)
        return [batch["x"].numpy()[0] for batch in dataset]

    assert read() == [b"a0", b"a1", b"a2", b"b0", b"b1", b"b2"]
    assert read(num_parallel_reads=2) == [b"a0", b"b0", b"a1", b"b1", b"a2", b"b2"]


@pytest.mark.parametrize("columns", [[1, 0], [0, 0], [0], [0, 1, 2]])
def test_selected_columns_ascend_and_are_as_many_as_the_defaults(columns: list[int], tmp_path) -> None:
    with pytest.raises(ValueError, match="`select_cols` must be as many as `record_defaults`, and ascend"):
        tf.data.experimental.CsvDataset(str(tmp_path / "data.csv"), [tf.int32, tf.int32], select_cols=columns)
