"""What a layer asks of its inputs, and the errors when they are something else."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes, nest
from runtime.keras.declaring import Declared, field


class InputSpec(Declared):
    """The rank, dtype and shape that an input must have."""

    dtype: str | None = field(
        "of the input", default=None, convert=lambda dtype: None if dtype is None else dtypes.as_dtype(dtype).name
    )
    shape: Any = field("with None where any size will do", default=None)
    ndim: int | None = field("the rank", default=None)
    max_ndim: int | None = field("the largest rank", default=None)
    min_ndim: int | None = field("the smallest rank", default=None)
    axes: dict[int, int | None] = field(
        "sizes, by axis", default=None, convert=lambda axes: {int(k): v for k, v in (axes or {}).items()}
    )

    def _init_done(self) -> None:
        if self.shape is not None:
            self.shape = tuple(self.shape)
            self.ndim = len(self.shape)

    def __repr__(self) -> str:
        given = [f"{name}={getattr(self, name)}" for name in self._FIELDS if getattr(self, name)]
        return f"InputSpec({', '.join(given)})"


def check_inputs(specs: Any, inputs: Any, layer_name: str) -> None:
    """Raises a ValueError that names the layer if an input is not what its spec asks for."""
    specs, values = nest.flatten(specs), nest.flatten(inputs)
    if len(values) != len(specs):
        raise ValueError(f"Layer '{layer_name}' expected {len(specs)} input(s). Received {len(values)} instead.")
    for i, (value, spec) in enumerate(zip(values, specs, strict=True)):
        shape = getattr(value, "shape", None)
        if spec is None or shape is None or getattr(shape, "rank", 0) is None:
            continue
        wrong = _difference(spec, tuple(shape), value)
        if wrong:
            raise ValueError(
                f'Input {i} of layer "{layer_name}" is incompatible with the layer: {wrong}. '
                f"Full shape received: {tuple(shape)}"
            )


def _difference(spec: InputSpec, shape: tuple[int | None, ...], value: Any) -> str | None:
    """What is expected and what was found in its place; None if they agree."""
    rank = len(shape)
    dtype = dtypes.as_dtype(value.dtype).name
    if spec.dtype is not None and dtype != spec.dtype:
        return f"expected dtype={spec.dtype}, found dtype={dtype}"
    if spec.ndim is not None and rank != spec.ndim:
        return f"expected ndim={spec.ndim}, found ndim={rank}"
    if spec.max_ndim is not None and rank > spec.max_ndim:
        return f"expected max_ndim={spec.max_ndim}, found ndim={rank}"
    if spec.min_ndim is not None and rank < spec.min_ndim:
        return f"expected min_ndim={spec.min_ndim}, found ndim={rank}"
    for axis, size in spec.axes.items():
        if size is not None and shape[axis] not in (size, None):
            return f"expected axis {axis} of input shape to have value {size}, but received input with shape {shape}"
    if any(None not in (a, b) and a != b for a, b in zip(spec.shape or (), shape, strict=False)):
        return f"expected shape={spec.shape}, found shape={shape}"
    return None
