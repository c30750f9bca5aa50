"""What a layer asks of its inputs, and the errors when they are something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.core import dtypes, nest


class InputSpec:
    """The rank, dtype and shape that an input must have.

    Args:
        dtype: accepted: what can be converted is.
        shape: with None where any size will do.
        ndim: the rank.
        max_ndim, min_ndim: limits of the rank.
        axes: sizes, by axis.
        allow_last_axis_squeeze: whether a last axis of size 1 may be more or less than `shape` has.
        name: by which the input is given in a dictionary.
        optional: whether it may be None.
    """

    def __init__(
        self,
        dtype: Any = None,
        shape: Any = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int | None] | None = None,
        allow_last_axis_squeeze: bool = False,
        name: str | None = None,
        optional: bool = False,
    ):
        self.dtype = None if dtype is None else dtypes.as_dtype(dtype).name
        self.shape = None if shape is None else tuple(shape)
        self.ndim = len(self.shape) if self.shape is not None else ndim
        self.max_ndim, self.min_ndim = max_ndim, min_ndim
        self.axes = {int(k): v for k, v in (axes or {}).items()}
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        self.name, self.optional = name, optional

    def __repr__(self) -> str:
        parts = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        given = [f"{name}={getattr(self, name)}" for name in parts if getattr(self, name)]
        return f"InputSpec({', '.join(given)})"

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> InputSpec:
        """The spec of a config."""
        return cls(**config)


def check_inputs(specs: Any, inputs: Any, layer_name: str) -> None:
    """Checks inputs against specs.

    Args:
        specs: one, or a structure of them.
        inputs: of the layer.
        layer_name: for the error.

    Raises:
        ValueError: if an input is not what its spec asks for.
    """
    if specs is None:
        return
    specs = nest.flatten(specs)
    if isinstance(inputs, Mapping) and all(getattr(s, "name", None) in inputs for s in specs):
        values = [inputs[s.name] for s in specs]
    else:
        values = nest.flatten(inputs)
    if len(values) != len(specs):
        raise ValueError(f"Layer '{layer_name}' expected {len(specs)} input(s). Received {len(values)} instead.")
    for i, (value, spec) in enumerate(zip(values, specs, strict=True)):
        if spec is not None and not (value is None and spec.optional):
            shape = getattr(value, "shape", None)
            if shape is not None and getattr(shape, "rank", 0) is not None:
                _check(spec, tuple(shape), f"Input {i} with name '{spec.name}' of layer '{layer_name}'" if spec.name
                       else f"Input {i} of layer \"{layer_name}\"")  # fmt: skip


def _check(spec: InputSpec, shape: tuple[int | None, ...], what: str) -> None:
    rank = len(shape)
    if spec.ndim is not None and not spec.allow_last_axis_squeeze and rank != spec.ndim:
        raise ValueError(
            f"{what} is incompatible with the layer: expected ndim={spec.ndim}, found ndim={rank}. "
            f"Full shape received: {shape}"
        )
    if spec.max_ndim is not None and rank > spec.max_ndim:
        raise ValueError(f"{what} is incompatible with the layer: expected max_ndim={spec.max_ndim}, found ndim={rank}")
    if spec.min_ndim is not None and rank < spec.min_ndim:
        raise ValueError(
            f"{what} is incompatible with the layer: expected min_ndim={spec.min_ndim}, found ndim={rank}. "
            f"Full shape received: {shape}"
        )
    for axis, size in spec.axes.items():
        if size is not None and shape[axis] not in (size, None):
            raise ValueError(
                f"{what} is incompatible with the layer: expected axis {axis} of input shape to have value {size}, "
                f"but received input with shape {shape}"
            )
    if spec.shape is not None:
        wanted = spec.shape
        if spec.allow_last_axis_squeeze:
            wanted = wanted[:-1] if wanted and wanted[-1] == 1 else wanted
            shape = shape[:-1] if shape and shape[-1] == 1 else shape
        for a, b in zip(wanted, shape, strict=False):
            if a is not None and b is not None and a != b:
                raise ValueError(
                    f"{what} is incompatible with the layer: expected shape={spec.shape}, found shape={shape}"
                )
