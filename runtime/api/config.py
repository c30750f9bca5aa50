"""`tf.config`: switches of the whole process."""

from __future__ import annotations

from types import SimpleNamespace

from runtime.core import config
from runtime.core.config import (
    LogicalDevice,
    LogicalDeviceConfiguration,
    PhysicalDevice,
    functions_run_eagerly,
    get_logical_device_configuration,
    get_soft_device_placement,
    get_visible_devices,
    list_logical_devices,
    list_physical_devices,
    run_functions_eagerly,
    set_logical_device_configuration,
    set_soft_device_placement,
    set_visible_devices,
)

experimental_run_functions_eagerly = run_functions_eagerly
experimental_functions_run_eagerly = functions_run_eagerly
threading = config.Threading()
optimizer = config.Optimizer()
experimental = SimpleNamespace(
    VirtualDeviceConfiguration=LogicalDeviceConfiguration,
    enable_op_determinism=config.enable_op_determinism,
    enable_tensor_float_32_execution=config.enable_tensor_float_32_execution,
    get_device_details=config.get_device_details,
    get_virtual_device_configuration=get_logical_device_configuration,
    get_visible_devices=get_visible_devices,
    list_logical_devices=list_logical_devices,
    list_physical_devices=list_physical_devices,
    set_memory_growth=config.set_memory_growth,
    set_virtual_device_configuration=set_logical_device_configuration,
    set_visible_devices=set_visible_devices,
    tensor_float_32_execution_enabled=config.tensor_float_32_execution_enabled,
)

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "experimental",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "optimizer",
    "run_functions_eagerly",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
    "threading",
]
