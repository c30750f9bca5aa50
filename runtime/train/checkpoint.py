"""`Checkpoint`: the values of variables in files, found again by the names of attributes."""

from __future__ import annotations

import os
from typing import Any

from runtime.core import dtypes, errors
from runtime.ir.graph import init_scope
from runtime.saved_model.directory import is_saved_model
from runtime.state.tracking import Trackable, children, has_values, is_trackable
from runtime.state.variable import Variable
from runtime.train.checkpoint_files import CheckpointData, write_checkpoint
from runtime.train.object_graph import Restoration, saved_objects
from runtime.train.state import update_checkpoint_state
from runtime.train.status import CheckpointLoadStatus, InitializationOnlyStatus


class Checkpoint(Trackable):
    """Saves and restores the variables that belong to objects.

    Values are found again by the way to them: a variable `net.layer.kernel` gets what was saved as that, whatever the
    variables are called. What does not exist yet when a checkpoint is restored, such as the weights of a layer that was
    never called, gets its value when it is made.

    Args:
        root: an object whose attributes are saved as if they were those of the checkpoint.
        **kwargs: objects by name: variables, modules, models, optimizers, iterators, lists and dictionaries of those.

    Raises:
        ValueError: if an object is of no kind that is saved.

    >>> import tempfile
    >>> v = Variable(1.0)
    >>> checkpoint = Checkpoint(v=v)
    >>> path = checkpoint.save(os.path.join(tempfile.mkdtemp(), 'ckpt'))
    >>> os.path.basename(path)
    'ckpt-1'
    >>> _ = v.assign(2.0)
    >>> status = checkpoint.restore(path).assert_consumed()
    >>> v.numpy()
    np.float32(1.0)
    """

    def __init__(self, root: Any = None, **kwargs: Any):
        self._checkpointed_root = root
        self._save_counter: Variable | None = None
        if root is not None:
            _check_trackable(root, "root")
            taken = children(root)
            for name in kwargs:
                if name in taken:
                    raise ValueError(
                        f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already exists."
                    )
        for name, value in sorted(kwargs.items()):
            _check_trackable(value, name)
            setattr(self, name, value)

    def _trackable_children(self) -> dict[str, Any]:
        own = {name: value for name, value in super()._trackable_children().items() if name not in _HIDDEN}
        found = {**children(self._checkpointed_root), **own} if self._checkpointed_root is not None else own
        if self._save_counter is not None:
            found["save_counter"] = self._save_counter
        return found

    @property
    def save_counter(self) -> Variable:
        """How often `save` was called: a variable, saved with the others."""
        if self._save_counter is None:
            with init_scope():
                counter = Variable(0, trainable=False, name="save_counter", dtype=dtypes.int64)
            self._save_counter = counter
            waiting = vars(self).get("_waiting_for_values")
            if waiting is not None:
                waiting(self, "save_counter", counter)
        return self._save_counter

    def write(self, file_prefix: Any, options: Any = None) -> str:
        """Saves to files of exactly this name; see `save`, which numbers them.

        Args:
            file_prefix: the path; files add their endings.
            options: accepted.

        Returns:
            The path, for `read`.
        """
        prefix = os.fspath(file_prefix)
        objects, arrays = saved_objects(self)
        write_checkpoint(prefix, objects, arrays)
        return prefix

    def save(self, file_prefix: Any, options: Any = None) -> str:
        """Saves to numbered files, and has `latest_checkpoint` find them.

        Args:
            file_prefix: the path without the number: `'/tmp/training/ckpt'`.
            options: accepted.

        Returns:
            The path with the number, for `restore`.
        """
        counter = self.save_counter
        counter.assign_add(1)
        path = self.write(f"{os.fspath(file_prefix)}-{int(counter.numpy())}")
        update_checkpoint_state(os.path.dirname(path), path)
        return path

    def read(self, save_path: Any, options: Any = None) -> CheckpointLoadStatus:
        """Restores what `write` saved.

        Args:
            save_path: as returned by `write`.
            options: accepted.

        Returns:
            A status, to check that everything was found.

        Raises:
            NotFoundError: if there is no such checkpoint.
            DataLossError: if it is damaged.
            ValueError: if a variable has another shape than what was saved.
            InvalidArgumentError: if it has another dtype.
        """
        path = os.fspath(save_path)
        if is_saved_model(path):
            raise ValueError(f"{path} is a saved model: load it with `tf.saved_model.load`")
        with init_scope():
            return CheckpointLoadStatus(Restoration(CheckpointData(path), self))

    def restore(self, save_path: Any, options: Any = None) -> CheckpointLoadStatus | InitializationOnlyStatus:
        """Restores what `save` saved; see `read`.

        Args:
            save_path: as returned by `save` or `latest_checkpoint`. None restores nothing.
            options: accepted.

        Returns:
            A status, to check that everything was found: `restore(path).assert_consumed()`.
        """
        if save_path is None:
            return InitializationOnlyStatus()
        self.save_counter  # noqa: B018 - it is restored too
        try:
            return self.read(save_path)
        except errors.NotFoundError as error:
            raise errors.NotFoundError(
                None, None,
                f"Error when restoring from checkpoint or SavedModel at {os.fspath(save_path)}: {error.message}\n"
                "Please double-check that the path is correct. You may be missing the checkpoint suffix (e.g. the '-1' "
                "in 'path/to/ckpt-1').",
            ) from None  # fmt: skip

    def sync(self) -> None:
        """Does nothing: what was saved is on the disk when `save` returns."""


_HIDDEN = frozenset({"_checkpointed_root", "_save_counter"})


def _check_trackable(value: Any, name: str) -> None:
    if not is_trackable(value) and not has_values(value):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), got "
            f"{value}. If you believe this object should be trackable (i.e. it is part of the TensorFlow Python API "
            "and manages state), please open an issue."
        )
