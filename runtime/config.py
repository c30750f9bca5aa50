"""`tf.config`: switches of the whole process."""

from __future__ import annotations

from types import SimpleNamespace

from runtime.core.config import (
    PhysicalDevice,
    functions_run_eagerly,
    get_soft_device_placement,
    list_physical_devices,
    run_functions_eagerly,
    set_soft_device_placement,
)

experimental_run_functions_eagerly = run_functions_eagerly
experimental_functions_run_eagerly = functions_run_eagerly
experimental = SimpleNamespace(list_physical_devices=list_physical_devices)

__all__ = [
    "PhysicalDevice",
    "experimental",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_soft_device_placement",
    "list_physical_devices",
    "run_functions_eagerly",
    "set_soft_device_placement",
]
