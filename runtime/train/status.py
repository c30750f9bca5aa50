"""What `Checkpoint.restore` returns: whether everything was restored, for the program to ask."""

from __future__ import annotations

from typing import Any

from runtime.train.checkpoint_files import SavedObject
from runtime.train.object_graph import Restoration

_SHOWN = 10


class CheckpointLoadStatus:
    """How a checkpoint fits the objects it was restored into. It goes on being true: objects are still being added."""

    def __init__(self, restoration: Restoration):
        self._restoration = restoration

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Checks that every value of the checkpoint was restored, and every object of the program has one.

        Raises:
            AssertionError: if not.
        """
        self.assert_existing_objects_matched()
        for path, saved in self._restoration.unmatched_saved():
            raise AssertionError(f"Unresolved object in checkpoint {path}: {_described(saved)}")
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Checks that every object of the program that has a value was given one.

        Raises:
            AssertionError: if not.
        """
        missing = self._restoration.unmatched_objects()
        if missing:
            raise AssertionError(
                f"Found {len(missing)} Python objects that were not bound to checkpointed values, likely due to "
                f"changes in the Python program. Showing {min(len(missing), _SHOWN)} of {len(missing)} unmatched "
                f"objects: {missing[:_SHOWN]}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Checks that something besides the root was restored.

        Raises:
            AssertionError: if not.
        """
        if not self._restoration.matched_anything():
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint "
                "does not match the Python program. The following objects have no matching checkpointed value: "
                f"{self._restoration.unmatched_objects()}"
            )
        return self

    def expect_partial(self) -> CheckpointLoadStatus:
        """Says that parts of the checkpoint may go unused: no warning will be given."""
        self._restoration.partial = True
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Does nothing: values are restored at once."""

    def initialize_or_restore(self, session: Any = None) -> None:
        """Does nothing: values are restored at once."""


class InitializationOnlyStatus:
    """What `restore(None)` returns: nothing was restored."""

    _MESSAGE = "No checkpoint specified (save_path=None); nothing is being restored."

    def assert_consumed(self) -> InitializationOnlyStatus:
        """Raises an AssertionError, for nothing was."""
        raise AssertionError(self._MESSAGE)

    assert_existing_objects_matched = assert_consumed
    assert_nontrivial_match = assert_consumed

    def expect_partial(self) -> InitializationOnlyStatus:
        """Does nothing."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Raises an AssertionError, for there is nothing to restore."""
        raise AssertionError(self._MESSAGE)

    def initialize_or_restore(self, session: Any = None) -> None:
        """Does nothing: variables are initialised when they are made."""


def _described(saved: SavedObject) -> str:
    """A saved object as TensorFlow prints it."""
    lines = []
    for name, (_, key) in saved.values.items():
        lines += ["attributes {", f'  name: "{name}"', f'  checkpoint_key: "{key}"', "}"]
    return "\n".join([*lines, "has_checkpoint_values {", "  value: true", "}", ""])
