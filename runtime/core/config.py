"""Switches of the whole process, as `tf.config` has them."""

from __future__ import annotations

from typing import NamedTuple


class PhysicalDevice(NamedTuple):
    """A device of this machine."""

    name: str
    device_type: str


_functions_run_eagerly = False
_soft_device_placement = True


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Makes every `function` run as the plain Python function it was made from, or stops that.

    Args:
        run_eagerly: whether functions run eagerly from now on.

    >>> run_functions_eagerly(True); functions_run_eagerly()
    True
    >>> run_functions_eagerly(False); functions_run_eagerly()
    False
    """
    global _functions_run_eagerly
    _functions_run_eagerly = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether functions run eagerly, as set by `run_functions_eagerly`."""
    return _functions_run_eagerly


def set_soft_device_placement(enabled: bool) -> None:
    """Accepted for compatibility: there is one device."""
    global _soft_device_placement
    _soft_device_placement = bool(enabled)


def get_soft_device_placement() -> bool:
    """What `set_soft_device_placement` was last given."""
    return _soft_device_placement


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of this machine that tensors can live on: its CPU.

    >>> list_physical_devices('GPU')
    []
    """
    return [d for d in (PhysicalDevice("/physical_device:CPU:0", "CPU"),) if device_type in (None, d.device_type)]
