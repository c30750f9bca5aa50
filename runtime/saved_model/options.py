"""What `save` and `load` take as `options`. Most are about several devices, or about files of TensorFlow's own.

What an option asks for that is not done is a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass
class _Options:
    """Options of which some have no effect."""

    #: The options that have none here, and why.
    _without_effect: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        for field in fields(self):
            reason = self._without_effect.get(field.name)
            if reason is not None and getattr(self, field.name) != field.default:
                what = f"{type(self).__name__}({field.name}={getattr(self, field.name)!r})"
                warnings.warn(f"{what} has no effect: {reason}", stacklevel=3)


@dataclass
class SaveOptions(_Options):
    """Options of `save`.

    Those about devices have nothing to do here; those that ask for something that is not done warn.

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

    _without_effect: ClassVar[Mapping[str, str]] = {
        "save_debug_info": "the lines of the program are not saved",
        "function_aliases": "functions are loaded by the names of attributes",
        "experimental_custom_gradients": "custom gradients are always saved",
        "experimental_image_format": "there is one format",
        "experimental_sharding_callback": "there is one file of tensors",
        "extra_tags": "there is one version of a model in a directory, and its tag is 'serve'",
    }


@dataclass
class LoadOptions(_Options):
    """Options of `load`; see `SaveOptions`.

    >>> LoadOptions().experimental_skip_checkpoint
    False
    """

    allow_partial_checkpoint: bool = False
    experimental_io_device: str | None = None
    experimental_skip_checkpoint: bool = False
    experimental_variable_policy: Any = None
    experimental_load_function_aliases: bool = False

    _without_effect: ClassVar[Mapping[str, str]] = {
        "allow_partial_checkpoint": "a model that lacks a value is damaged",
        "experimental_skip_checkpoint": "variables are loaded with the model",
        "experimental_load_function_aliases": "functions are loaded by the names of attributes",
    }
