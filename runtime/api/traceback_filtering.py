"""Whether tracebacks show the frames of this project: by default they show the user's alone."""

from __future__ import annotations

from autograph.operators import frames


def enable_traceback_filtering() -> None:
    """Leaves the frames of this project out of tracebacks, as is the default.

    >>> disable_traceback_filtering(); is_traceback_filtering_enabled()
    False
    >>> enable_traceback_filtering(); is_traceback_filtering_enabled()
    True
    """
    frames.show_internal_frames = False


def disable_traceback_filtering() -> None:
    """Shows the frames of this project in tracebacks."""
    frames.show_internal_frames = True


def is_traceback_filtering_enabled() -> bool:
    """Whether the frames of this project are left out of tracebacks."""
    return not frames.show_internal_frames
