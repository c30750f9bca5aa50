"""`PyDataset`: batches by number; and the tuples that batches are."""

from __future__ import annotations

from typing import Any


class PyDataset:
    """Batches that can be asked for by number. A subclass defines `__len__` and `__getitem__`.

    Args:
        workers, use_multiprocessing, max_queue_size: accepted for compatibility.

    >>> class Squares(PyDataset):
    ...     def __len__(self):
    ...         return 2
    ...     def __getitem__(self, i):
    ...         return [i], [i * i]
    >>> Squares()[1]
    ([1], [1])
    """

    def __init__(self, workers: int = 1, use_multiprocessing: bool = False, max_queue_size: int = 10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    @property
    def num_batches(self) -> int:
        """How many batches there are."""
        return len(self)

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} does not define `__len__`, the number of batches")

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define `__getitem__`, a batch by number")

    def on_epoch_begin(self) -> None:
        """Called before each epoch."""

    def on_epoch_end(self) -> None:
        """Called after each epoch."""


Sequence = PyDataset


def unpack_x_y_sample_weight(data: Any) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights of a batch; None for what it has not.

    >>> unpack_x_y_sample_weight((1, 2))
    (1, 2, None)
    """
    from runtime.keras.training_data import unpack  # which uses the datasets of this module

    return unpack(data)


def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """A batch of inputs, targets and weights, as far as there are."""
    if y is None:
        return x if not isinstance(x, (tuple, list)) else (x,)
    return (x, y) if sample_weight is None else (x, y, sample_weight)
