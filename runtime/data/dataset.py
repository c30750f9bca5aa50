"""`Dataset`: a potentially long sequence of elements, described as a pipeline that runs when it is looped over.

A dataset is a variant tensor with the spec of its elements. The tensor holds a source (`runtime.data.source`), or is a
value of a graph: datasets are made, passed about and looped over in functions as everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.data import ops
from runtime.data.constructors import Constructors, made
from runtime.data.functional import Functional
from runtime.data.iterator import OwnedIterator, PassedOver
from runtime.data.options import Options
from runtime.data.source import INFINITE, UNKNOWN
from runtime.data.spec import DatasetSpec, describes
from runtime.data.transformations import Transformations
from runtime.ir.graph import current_graph
from runtime.ir.values import EagerTensor
from runtime.library import checking


class Dataset(Constructors, Transformations, Functional, PassedOver):
    """A sequence of elements: structures of tensors. Made by `range`, `from_tensor_slices` and their like.

    Wherever a method takes a `name`, it is that of the node.

    >>> import runtime as tf
    >>> dataset = tf.data.Dataset.range(6).filter(lambda x: x % 2 == 0).map(lambda x: x * 10).batch(2)
    >>> dataset
    <_BatchDataset element_spec=TensorSpec(shape=(None,), dtype=tf.int64, name=None)>
    >>> for x in dataset:
    ...     print(x)
    tf.Tensor([ 0 20], shape=(2,), dtype=int64)
    tf.Tensor([40], shape=(1,), dtype=int64)

    In a function, a `for` over a dataset becomes a loop of the graph, which does not grow with the data:

        @tf.function
        def total(numbers):
            result = tf.constant(0, tf.int64)
            for x in numbers:
                result += x
            return result
    """

    def __init__(self, variant_tensor: Any, element_spec: Any, kind: str = "_VariantDataset"):
        self._variant = variant_tensor
        self._element_spec = element_spec
        self._kind = kind
        self._options: Options | None = None

    @property
    def element_spec(self) -> Any:
        """The spec of an element: a structure of `TensorSpec`s, and `DatasetSpec`s for datasets in it."""
        return self._element_spec

    @property
    def _variant_tensor(self) -> Any:
        return self._variant

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self._element_spec)

    # -- looping over it ---------------------------------------------------------------------------------------------

    def _pass(self) -> OwnedIterator:
        return OwnedIterator(self)

    def as_numpy_iterator(self) -> NumpyIterator:
        """An iterator over the elements with numpy values in place of tensors.

        Raises:
            RuntimeError: in a function that is being traced.

        >>> import runtime as tf
        >>> list(tf.data.Dataset.from_tensor_slices(([1, 2], ['a', 'b'])).as_numpy_iterator())
        [(np.int32(1), b'a'), (np.int32(2), b'b')]
        """
        if current_graph() is not None:
            raise RuntimeError("`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode.")
        return NumpyIterator(self)

    def __staged_len__(self) -> Any:
        count = self.cardinality()
        checking.Assert(count != INFINITE, ["dataset length is infinite"])
        checking.Assert(count != UNKNOWN, ["dataset length is unknown"])
        return count

    def __len__(self) -> int:
        if current_graph() is not None:
            raise TypeError(
                "`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead."
            )
        count = int(self.cardinality())
        if count == INFINITE:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return count

    # -- options -----------------------------------------------------------------------------------------------------

    def options(self) -> Options:
        """The options that `with_options` gave it."""
        return self._options or Options()

    def with_options(self, options: Options, name: str | None = None) -> Dataset:
        """The same elements with options, which say how, and not what, is computed.

        Args:
            options: added to those it has.
        """
        dataset: Dataset = made(ops.OPTIONS, [self], name=name)
        dataset._options = self.options().merge(options)
        return dataset

    def __getattr__(self, name: str) -> Any:
        instead = _INSTEAD.get(name)
        hint = f": this part of TensorFlow is not covered; use {instead}" if instead is not None else ""
        raise AttributeError(f"'{type(self).__name__}' object has no attribute {name!r}{hint}")

    def __repr__(self) -> str:
        return f"<{self._kind} element_spec={self._element_spec!r}>"

    __str__ = __repr__


#: What to use in place of methods that are not covered.
_INSTEAD = {
    "ragged_batch": "padded_batch",
    "save": "cache(filename)",
    "snapshot": "cache(filename)",
    "sparse_batch": "padded_batch",
}


class NumpyIterator(Iterator[Any]):
    """The elements of a dataset as numpy values; see `Dataset.as_numpy_iterator`."""

    def __init__(self, dataset: Dataset):
        for leaf in nest.flatten(dataset.element_spec):
            if not isinstance(leaf, TensorSpec):
                raise TypeError(f"as_numpy_iterator() is not supported for datasets that produce values of type {leaf}")
        self._iterator = OwnedIterator(dataset)

    def __next__(self) -> Any:
        return nest.map_structure(_as_numpy, next(self._iterator))

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator!r})"


def _as_numpy(tensor: EagerTensor) -> Any:
    array = tensor._array
    if array.ndim == 0:
        return array[()]
    view: np.ndarray = array.view()
    view.flags.writeable = False
    return view


describes(DatasetSpec, [Dataset], "_variant")
