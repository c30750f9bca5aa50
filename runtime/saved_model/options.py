"""What `save` and `load` accept as `options`. They are about several devices: nothing follows here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass
class SaveOptions:
    """Options of `save`; accepted for compatibility.

    >>> SaveOptions(experimental_io_device='/job:localhost').experimental_io_device
    '/job:localhost'
    """

    namespace_whitelist: Sequence[str] | None = None
    save_debug_info: bool = False
    function_aliases: Mapping[str, Any] | None = None
    experimental_debug_stripper: bool = False
    experimental_io_device: str | None = None
    experimental_variable_policy: Any = None
    experimental_custom_gradients: bool = True
    experimental_image_format: bool = False
    experimental_skip_saver: bool = False
    experimental_sharding_callback: Any = None
    extra_tags: Any = None


@dataclass
class LoadOptions:
    """Options of `load`; accepted for compatibility.

    >>> LoadOptions().experimental_skip_checkpoint
    False
    """

    allow_partial_checkpoint: bool = False
    experimental_io_device: str | None = None
    experimental_skip_checkpoint: bool = False
    experimental_variable_policy: Any = None
    experimental_load_function_aliases: bool = False
