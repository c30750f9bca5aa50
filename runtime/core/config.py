"""Switches of the whole process, as `tf.config` has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class PhysicalDevice(NamedTuple):
    """A device of this machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that operations run on."""

    name: str
    device_type: str


class LogicalDeviceConfiguration(NamedTuple):
    """A part of a device.

    Attributes:
        memory_limit: in megabytes; of a CPU there is none.
        experimental_priority, experimental_device_ordinal: accepted.
    """

    memory_limit: float | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


_CPU = PhysicalDevice("/physical_device:CPU:0", "CPU")

_functions_run_eagerly = False
_divisions: list[LogicalDeviceConfiguration] | None = None
_soft_device_placement = True
_logs_device_placement = False


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


# -- devices: there is one, which may be divided ---------------------------------------------------------------------


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of this machine that tensors can live on: its CPU.

    >>> list_physical_devices('GPU')
    []
    """
    return [_CPU] if device_type in (None, _CPU.device_type) else []


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that operations run on.

    >>> list_logical_devices()
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    if device_type not in (None, "CPU"):
        return []
    return [LogicalDevice(f"/device:CPU:{i}", "CPU") for i in range(len(_divisions or (None,)))]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that are used: all of them."""
    return list_physical_devices(device_type)


def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Says which devices are used.

    Args:
        devices: one or several of `list_physical_devices`.
        device_type: of which type they are.

    Raises:
        ValueError: if there is no such device.
        RuntimeError: if the CPU is not among them: it cannot be hidden.
    """
    wanted = [devices] if isinstance(devices, PhysicalDevice) else list(devices)
    for device in wanted:
        if device != _CPU:
            raise ValueError(f"Unrecognized device: {device!r}")
    if device_type in (None, "CPU") and not wanted:
        raise RuntimeError("Visible devices cannot be modified after being initialized: the CPU cannot be hidden")


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Sequence[LogicalDeviceConfiguration]
) -> None:
    """Divides the CPU: there are as many logical devices, on which replicas of `tf.distribute` run.

    Args:
        device: one of `list_physical_devices`.
        logical_devices: the parts.

    Raises:
        ValueError: if there is no such device, or a part is to have limited memory.
    """
    global _divisions
    if device != _CPU:
        raise ValueError(f"Unrecognized device: {device!r}")
    if any(part.memory_limit is not None for part in logical_devices):
        raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
    _divisions = list(logical_devices) or None


def get_logical_device_configuration(device: PhysicalDevice) -> list[LogicalDeviceConfiguration] | None:
    """How a device is divided; None if it is not."""
    return _divisions


def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """What is known of a device: nothing more than its name."""
    return {}


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Always fails: for GPUs, of which there are none.

    Raises:
        ValueError: as TensorFlow does for a CPU.
    """
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


def set_soft_device_placement(enabled: bool) -> None:
    """Accepted for compatibility: there is one device."""
    global _soft_device_placement
    _soft_device_placement = bool(enabled)


def get_soft_device_placement() -> bool:
    """What `set_soft_device_placement` was last given."""
    return _soft_device_placement


def set_log_device_placement(enabled: bool) -> None:
    """Accepted for compatibility: everything is placed on the one device, and nothing is logged."""
    global _logs_device_placement
    _logs_device_placement = bool(enabled)


def get_log_device_placement() -> bool:
    """What `set_log_device_placement` was last given."""
    return _logs_device_placement


# -- switches without effect: plans run in one thread, deterministically, and are always optimised -------------------


class Threading:
    """`tf.config.threading`: accepted, without effect; 0 lets the system decide."""

    def __init__(self) -> None:
        self._inter = self._intra = 0

    def get_inter_op_parallelism_threads(self) -> int:
        """What `set_inter_op_parallelism_threads` was last given."""
        return self._inter

    def set_inter_op_parallelism_threads(self, num_threads: int) -> None:
        """Accepted for compatibility."""
        self._inter = int(num_threads)

    def get_intra_op_parallelism_threads(self) -> int:
        """What `set_intra_op_parallelism_threads` was last given."""
        return self._intra

    def set_intra_op_parallelism_threads(self, num_threads: int) -> None:
        """Accepted for compatibility."""
        self._intra = int(num_threads)


class Optimizer:
    """`tf.config.optimizer`: accepted, without effect."""

    def __init__(self) -> None:
        self._options: dict[str, Any] = {}
        self._jit: Any = ""

    def get_experimental_options(self) -> dict[str, Any]:
        """What `set_experimental_options` was given, all calls together."""
        return {**self._options, "disable_model_pruning": False, "disable_meta_optimizer": False}

    def set_experimental_options(self, options: dict[str, Any]) -> None:
        """Accepted for compatibility."""
        self._options.update(options)

    def get_jit(self) -> str:
        """`autoclustering` if `set_jit` switched it on, else nothing."""
        return "autoclustering" if self._jit in (True, "autoclustering") else ""

    def set_jit(self, enabled: bool | str) -> None:
        """Accepted for compatibility: every graph is compiled."""
        self._jit = enabled


_tensor_float_32 = True


def enable_op_determinism() -> None:
    """Accepted for compatibility: operations are deterministic."""


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Accepted for compatibility: there is no TensorFloat-32 on a CPU."""
    global _tensor_float_32
    _tensor_float_32 = bool(enabled)


def tensor_float_32_execution_enabled() -> bool:
    """What `enable_tensor_float_32_execution` was last given."""
    return _tensor_float_32
