"""Datasets of the records of CSV files."""

from __future__ import annotations

import collections
import csv
import itertools
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.core.specs import TensorSpec
from runtime.data.background import AUTOTUNE
from runtime.data.constructors import made, matching
from runtime.data.dataset import Dataset
from runtime.data.files import opened_text, reading_from
from runtime.data.functions import waits
from runtime.data.ops import Types, dataset_op
from runtime.data.source import Source, flattened
from runtime.data.structure import Element
from runtime.tensor.conversion import convert_to_tensor


def _integer(text: str, dtype: DType) -> Any:
    if not re.fullmatch(r"[+-]?\d+", text):
        raise ValueError(text)
    value = int(text)
    if not dtype.min <= value <= dtype.max:
        raise ValueError(text)
    return dtype.dtype.type(value)


def _floating(text: str, dtype: DType) -> Any:
    if "_" in text:
        raise ValueError(text)
    return dtype.dtype.type(float(text))


def _string(text: str, dtype: DType) -> Any:
    cell = np.empty((), object)
    cell[()] = text.encode("utf-8", "surrogateescape")
    return cell


#: What reads a field, by dtype.
_READERS: dict[DType, Callable[[str, DType], Any]] = {
    dtypes.int32: _integer, dtypes.int64: _integer, dtypes.float32: _floating, dtypes.float64: _floating,
    dtypes.string: _string,
}  # fmt: skip


@dataset_op("CSVDatasetV2", "filenames: string, record_defaults: *")
def CSV(names: Any, *defaults: Any, output_types: Types, required: Sequence[bool], settings: Any) -> Source:
    """The records of CSV files.

    `defaults` says what stands for an empty field of each column that is read, unless it is `required`. The `settings`
    are which columns are read, None for all; the delimiter; whether quotes are respected; whether the first line of a
    file is none of its records; the compression of the files; and what counts as an empty field besides one.
    """
    columns, field_delim, use_quote_delim, header, compression, missing = settings
    dialect = _dialect(field_delim, use_quote_delim)

    def field(position: int, text: str) -> Any:
        dtype = output_types[position]
        if not text or text == missing:
            if required[position]:
                raise invalid_argument(f"Field {position} is required but missing in record!")
            return defaults[position]
        try:
            return _READERS[dtype](text, dtype)
        except ValueError:
            raise invalid_argument(f"Field {position} in record is not a valid {dtype.enum_name}: {text}") from None

    def element(row: list[str]) -> Element:
        if columns is not None:
            if row and columns[-1] >= len(row):
                raise invalid_argument(f"Expect at least {columns[-1] + 1} fields but have {len(row)} in record")
            row = [row[i] for i in columns]
        elif len(row) != len(output_types):
            found = len(row) if len(row) < len(output_types) else "more"
            raise invalid_argument(f"Expect {len(output_types)} fields but have {found} in record")
        return tuple([field(i, text) for i, text in enumerate(row)])

    def rows(name: bytes) -> Iterator[list[str]]:
        return _rows(name, compression, dialect, header)

    def records() -> Iterator[Element]:
        return map(element, flattened(map(rows, np.ravel(names))))

    return Source(records, is_slow=True)


waits[CSV] = True


def _rows(
    name: bytes, compression: str, dialect: dict[str, Any], header: bool, encoding: str = "utf-8"
) -> Iterator[list[str]]:
    """The records of a file, without the first line if that is a header."""
    file = opened_text(name, compression, encoding)
    rows = reading_from(file, csv.reader(file, **dialect), name)
    if header:
        next(rows, None)
    return rows


def _dialect(field_delim: str, use_quote_delim: bool) -> dict[str, Any]:
    if len(field_delim) != 1:
        raise invalid_argument(f"field_delim should be only 1 char; got {field_delim!r}")
    return {"delimiter": field_delim, "quoting": csv.QUOTE_MINIMAL if use_quote_delim else csv.QUOTE_NONE}


class CsvDataset:
    """A dataset of the records of CSV files: tuples of scalars.

    Args:
        filenames: a name, or several.
        record_defaults: for each column that is read, what stands for an empty field; or a dtype, if there must be one.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: says how much of a file to read at once; the system decides that.
        header: whether the first line of each file is left out.
        field_delim: what separates fields.
        use_quote_delim: whether double quotes hold fields together.
        na_value: what counts as an empty field besides one.
        select_cols: the numbers of the columns that are read, ascending; all unless given.
        exclude_cols: the numbers of those that are not, instead.
    """

    def __new__(
        cls,
        filenames: Any,
        record_defaults: Any,
        compression_type: str | None = None,
        buffer_size: Any = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Any = None,
        exclude_cols: Any = None,
    ) -> Any:
        _dialect(field_delim, use_quote_delim)
        if select_cols is not None and exclude_cols is not None:
            raise ValueError("Only one of `select_cols` and `exclude_cols` can be given.")
        required = tuple([isinstance(x, DType) for x in record_defaults])
        defaults = [
            convert_to_tensor(b"" if x is dtypes.string else 0, x)
            if isinstance(x, DType)
            else _scalar(convert_to_tensor(x))
            for x in record_defaults
        ]
        for i, x in enumerate(defaults):
            if x.dtype not in _READERS:
                allowed = ", ".join(dtype.name for dtype in _READERS)
                raise TypeError(f"record_defaults[{i}] has dtype {x.dtype.name}; columns may be {allowed}")
        columns = None if select_cols is None else tuple([int(c) for c in select_cols])
        if exclude_cols is not None:
            left_out = {int(c) for c in exclude_cols}
            kept = (c for c in itertools.count() if c not in left_out)
            columns = tuple(itertools.islice(kept, len(defaults)))
        if columns is not None and (list(columns) != sorted(set(columns)) or len(columns) != len(defaults)):
            raise ValueError("`select_cols` must be as many as `record_defaults`, and ascend")
        settings = (columns, field_delim, use_quote_delim, header, compression_type or "", na_value)
        spec = tuple([TensorSpec([], x.dtype) for x in defaults])
        names = convert_to_tensor(filenames, dtypes.string)
        return made(CSV, [names, *defaults], spec, required=required, settings=settings)


def _scalar(x: Any) -> Any:
    return x[0] if x.shape.rank == 1 else x


def make_csv_dataset(
    file_pattern: Any,
    batch_size: Any,
    column_names: Any = None,
    column_defaults: Any = None,
    label_name: str | None = None,
    select_columns: Any = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: Any = None,
    prefetch_buffer_size: Any = None,
    num_parallel_reads: Any = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Any:
    """A dataset of batches of the records of CSV files: dicts from the names of columns to vectors.

    Args:
        file_pattern: glob patterns of the files.
        batch_size: how many records make a batch.
        column_names: of the columns; by default the first line has them.
        column_defaults: dtypes or defaults of the columns that are read; found out from the first records unless given.
        label_name: a column that is not in the dict: an element is then a pair of the dict and that.
        select_columns: the names, or numbers, of the columns that are read; all unless given.
        field_delim, use_quote_delim, na_value, header, compression_type: as of `CsvDataset`.
        num_epochs: how often the records come; without end unless given.
        shuffle, shuffle_buffer_size, shuffle_seed: whether, and how, they are shuffled.
        prefetch_buffer_size: how many batches are read ahead.
        num_parallel_reads: how many files are read at the same time; their records come in turn then.
        sloppy: permits another order of the records, which is not made use of.
        encoding: of the names of columns, and of the records that the dtypes are found out from.
        num_rows_for_inference: how many records the dtypes are found out from; all if None.
        ignore_errors: whether records that cannot be read are left out.

    Raises:
        ValueError: if there are no files, or no such columns.
    """
    files = matching([file_pattern] if isinstance(file_pattern, os.PathLike) else file_pattern)
    if not files:
        raise ValueError(f"No files match `file_pattern` {file_pattern}.")
    dialect, compression = _dialect(field_delim, use_quote_delim), compression_type or ""
    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
        column_names = next(_rows(os.fsencode(files[0]), compression, dialect, False, encoding), [])
    names = list(column_names)
    if len(set(names)) != len(names):
        raise ValueError("Cannot have duplicate column names.")
    places = _places(names, select_columns)
    if column_defaults is None:
        rows: Any = (row for f in files for row in _rows(os.fsencode(f), compression, dialect, header, encoding))
        table = list(itertools.islice(rows, num_rows_for_inference))
        column_defaults = [_inferred([row[i] for row in table if i < len(row)], na_value) for i in places]
    names = [names[i] for i in places]
    if label_name is not None and label_name not in names:
        raise ValueError(f"`label_name` provided must be one of the columns: {names}. Received: {label_name}.")

    def features(*columns: Any) -> Any:
        named = collections.OrderedDict(zip(names, columns, strict=True))
        if label_name is None:
            return named
        label = named.pop(label_name)
        return named, label

    def records(of: Any) -> Any:
        return CsvDataset(
            of, column_defaults, compression, None, header, field_delim, use_quote_delim, na_value, places
        )

    if num_parallel_reads is None or num_parallel_reads == 1:
        dataset = records(files)
    else:
        dataset = Dataset.from_tensor_slices(files).interleave(
            records, num_parallel_reads, num_parallel_calls=num_parallel_reads
        )
    if ignore_errors:
        dataset = dataset.ignore_errors()
    if shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed)
    if num_epochs != 1:
        dataset = dataset.repeat(num_epochs)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(features)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _places(names: Sequence[str], selected: Any) -> list[int]:
    """The numbers of the selected columns, in the order of the file."""
    if selected is None:
        return list(range(len(names)))
    unknown = [c for c in selected if isinstance(c, str) and c not in names]
    if unknown:
        raise ValueError(f"`select_columns` has names that are no columns: {unknown}; the columns are {list(names)}")
    return sorted(names.index(c) if isinstance(c, str) else int(c) for c in selected)


def _inferred(texts: Sequence[str], missing: str) -> Any:
    """The default of a column: zero, or an empty string, of the first dtype that all its fields can be read as."""
    present = [text for text in texts if text and text != missing]
    for dtype in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64):
        try:
            with np.errstate(over="ignore"):
                values = [_READERS[dtype](text, dtype) for text in present]
        except ValueError:
            continue
        pairs = zip(values, present, strict=True)
        if dtype is dtypes.float32 and any(np.isinf(value) and "inf" not in text.lower() for value, text in pairs):
            continue  # too large for it
        return convert_to_tensor(0, dtype)
    return convert_to_tensor(b"")
