"""`tf.data`: input pipelines."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.data import experimental
from runtime.data.background import AUTOTUNE
from runtime.data.dataset import Dataset, NumpyIterator
from runtime.data.files import TextLineDataset
from runtime.data.iterator import IteratorBase as Iterator
from runtime.data.iterator import IteratorSpec
from runtime.data.options import Options, ThreadingOptions
from runtime.data.ragged_and_sparse import RaggedTensorSpec, SparseTensorSpec
from runtime.data.source import INFINITE as INFINITE_CARDINALITY
from runtime.data.source import UNKNOWN as UNKNOWN_CARDINALITY
from runtime.data.spec import DatasetSpec
from runtime.data.structure import NoneTensorSpec

__all__ = [
    "AUTOTUNE", "INFINITE_CARDINALITY", "UNKNOWN_CARDINALITY", "Dataset", "DatasetSpec", "Iterator", "IteratorSpec",
    "NoneTensorSpec", "NumpyIterator", "Options", "RaggedTensorSpec", "SparseTensorSpec", "TextLineDataset",
    "ThreadingOptions", "experimental",
]  # fmt: skip

__getattr__ = not_covered("tf.data", __all__)
