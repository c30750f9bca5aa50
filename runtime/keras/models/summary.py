"""`Model.summary`: a table of the layers of a model, drawn with box characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.core import nest
from runtime.keras.layers.base import Layer

#: Where columns end, as fractions of the line: of a stack of layers, and of a graph.
_STACK = (0.45, 0.80, 1.0)
_GRAPH = (0.3, 0.56, 0.74, 1.0)
_LINE = 76


def print_summary(
    model: Any,
    line_length: int | None = None,
    positions: Sequence[float] | None = None,
    print_fn: Callable[[str], Any] | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
    layer_range: Sequence[str] | None = None,
) -> None:
    """Prints a table of the layers of `model`, and how many parameters it has.

    Args:
        model: a model.
        line_length: how many characters a line has.
        positions: where columns end: fractions of the line, or characters.
        print_fn: called with the text in place of `print`.
        expand_nested: whether layers of models inside are listed too.
        show_trainable: whether there is a column for whether layers are trained.
        layer_range: the names of the first and the last layer to list.
    """
    network = model._network
    is_stack = network is None or _is_stack(model)
    headers = ["Layer (type)", "Output Shape", "Param #"]
    if not is_stack:
        headers.append("Connected to")
    ends = list(positions or (_STACK if is_stack else _GRAPH))
    line_length = line_length or _LINE
    if show_trainable:
        headers.append("Trainable")
        if len(ends) < len(headers):
            ends = [end * 0.9 for end in ends] + [1.0]
    rows = _rows(model, is_stack, expand_nested, show_trainable, "")
    rows = _between(rows, layer_range)
    table = _table(headers, [cells for _, cells in rows], _widths(line_length, ends))
    text = "\n".join([f'Model: "{model.name}"', *table, *_totals(model)])
    (print_fn or print)(text)


def _is_stack(model: Any) -> bool:
    from runtime.keras.models.sequential import Sequential  # models are built on this module

    if isinstance(model, Sequential):
        return True
    nodes = model._network.nodes
    return len(model._network.inputs) == 1 and all(
        len(node.inputs) == 1 and (i == 0 or node.inputs[0].node is nodes[i - 1]) for i, node in enumerate(nodes)
    ) and len({id(node.operation) for node in nodes}) == len(nodes)  # fmt: skip


# -- what is in the table --------------------------------------------------------------------------------------------


def _rows(
    model: Any, is_stack: bool, expand_nested: bool, show_trainable: bool, prefix: str
) -> list[tuple[str, list[str]]]:
    """For each layer its name and its cells."""
    from runtime.keras.models.model import Model  # models are built on this module

    network = model._network
    listed = model.layers if network is None or _stacked(model) else network.operations
    rows = []
    for layer in listed:
        kind = getattr(layer, "_kind", type(layer).__name__)
        cells = [f"{prefix}{layer.name} ({kind})", _shape_text(layer), _parameters_text(layer)]
        if not is_stack:
            cells.append(_connections(layer, network))
        if show_trainable:
            weights = layer.weights if isinstance(layer, Layer) else []
            cells.append("-" if not weights else "Y" if layer.trainable else "N")
        rows.append((layer.name, cells))
        if expand_nested and isinstance(layer, Model):
            inner = "   └ " if not prefix else f"   {prefix}"
            rows += _rows(layer, is_stack, expand_nested, show_trainable, inner)
    return rows


def _stacked(model: Any) -> bool:
    from runtime.keras.models.sequential import Sequential  # models are built on this module

    return isinstance(model, Sequential)


def _shape_text(layer: Any) -> str:
    """The shape of the outputs, or a question mark."""
    from runtime.keras.models.model import Model  # models are built on this module

    shape: Any = None
    try:
        if layer._inbound_nodes:
            shape = layer._inbound_nodes[0].outputs
        elif isinstance(layer, Model) and layer._network is not None:
            shape = layer._network.outputs_structure
        elif layer._build_shapes and _tells_shapes(layer):
            shapes = layer.compute_output_shape(next(iter(layer._build_shapes.values())))
            return str(shapes)
    except (NotImplementedError, TypeError, ValueError):
        return "?"
    return "?" if shape is None else _nested_text([x.shape for x in nest.flatten(shape)])


def _tells_shapes(layer: Any) -> bool:
    """Whether the shape of the outputs can be asked for without running the user's code."""
    own = type(layer).compute_output_shape is not Layer.compute_output_shape
    return own or type(layer).__module__.startswith("runtime.")


def _nested_text(shapes: list[Any]) -> str:
    return str(shapes[0] if len(shapes) == 1 else shapes)


def _parameters_text(layer: Any) -> str:
    if not isinstance(layer, Layer):
        return "0"
    if not layer.built:
        return "0" if _built_when_made(layer) else "0 (unbuilt)"
    return f"{layer.count_params():,}"


#: Layers that have nothing to build: Keras builds them as soon as they are made.
_BUILT_WHEN_MADE = frozenset((
    "Activation", "ActivityRegularization", "Dropout", "ELU", "GaussianDropout", "GaussianNoise", "Identity",
    "LeakyReLU", "Masking", "ReLU", "Reshape", "Softmax", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D",
    "UnitNormalization",
))  # fmt: skip


def _built_when_made(layer: Any) -> bool:
    name = type(layer).__name__
    own = type(layer).__module__.startswith("runtime.")
    return own and (name in _BUILT_WHEN_MADE or "Pool" in name)


def _connections(layer: Any, network: Any) -> str:
    """Where the inputs come from."""
    nodes = [] if network is None else [node for node in network.nodes if node.operation is layer]
    sources = [x._keras_history for node in nodes for x in node.inputs if x._keras_history is not None]
    return ", ".join(f"{source.name}[{node}][{tensor}]" for source, node, tensor in sources) or "-"


def _between(rows: list[tuple[str, list[str]]], layer_range: Sequence[str] | None) -> list[tuple[str, list[str]]]:
    if not layer_range:
        return rows
    if len(layer_range) != 2:
        raise ValueError(f"`layer_range` must be a list or tuple of length 2. Received: layer_range={layer_range}")
    names = [name for name, _ in rows]
    for name in layer_range:
        if name not in names:
            raise ValueError(f"Passed layer_names do not match the layer names in the model. Received: {layer_range}")
    return rows[names.index(layer_range[0]) : names.index(layer_range[1]) + 1]


def _totals(model: Any) -> list[str]:
    def size(variables: Any) -> tuple[int, int]:
        counts = [(v.shape.num_elements(), v.dtype.size) for v in variables]
        return sum(n for n, _ in counts), sum(n * width for n, width in counts)

    optimizer = getattr(model, "optimizer", None)
    slots = size(optimizer.variables) if optimizer is not None and optimizer.built else (0, 0)
    trained, fixed = size(model.trainable_weights), size(model.non_trainable_weights)
    lines = [
        ("Total", (trained[0] + fixed[0] + slots[0], trained[1] + fixed[1] + slots[1])),
        ("Trainable", trained),
        ("Non-trainable", fixed),
    ]
    if slots[0]:
        lines.append(("Optimizer", slots))
    return [f" {what} params: {count:,} ({_bytes_text(size)})" for what, (count, size) in lines]


def _bytes_text(count: float) -> str:
    """
    >>> _bytes_text(228), _bytes_text(2101 * 4)
    ('228.00 B', '8.21 KB')
    """
    units = ("B", "KB", "MB", "GB", "TB")
    i = 0
    while count >= 1024 and i < len(units) - 1:
        count /= 1024
        i += 1
    return f"{count:.2f} {units[i]}"


# -- drawing ---------------------------------------------------------------------------------------------------------


def _widths(line_length: int, ends: Sequence[float]) -> list[int]:
    """How many characters there are between the lines of the table."""
    places = [int(end * line_length) if ends[-1] <= 1 else int(end) for end in ends]
    widths = [b - a + 2 for a, b in zip([0, *places], places, strict=False)]
    # The lines take their place from all columns alike.
    excess = sum(widths) - (line_length - len(widths) - 1)
    for i in range(len(widths)):
        cut = round(excess / (len(widths) - i))
        widths[i] = max(widths[i] - cut, 3)
        excess -= cut
    return widths


def _table(headers: list[str], rows: list[list[str]], widths: list[int]) -> list[str]:
    aligned = ["<", "<", ">", *("<" if h == "Connected to" else "^" for h in headers[3:])]

    def border(left: str, line: str, between: str, right: str) -> str:
        return left + between.join(line * width for width in widths) + right

    def drawn(cells: list[str], line: str) -> list[str]:
        wrapped = [_wrapped(cell, width - 2) for cell, width in zip(cells, widths, strict=True)]
        height = max(map(len, wrapped))
        return [
            line
            + line.join(
                f" {(cell[i] if i < len(cell) else ''):{align}{width - 2}} "
                for cell, width, align in zip(wrapped, widths, aligned, strict=True)
            )
            + line
            for i in range(height)
        ]

    lines = [border("┏", "━", "┳", "┓"), *drawn(headers, "┃"), border("┡", "━", "╇", "┩")]
    for i, row in enumerate(rows):
        if i:
            lines.append(border("├", "─", "┼", "┤"))
        lines += drawn(row, "│")
    return [*lines, border("└", "─", "┴", "┘")]


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters, broken at spaces; longer words lose their end."""
    lines, line = [], ""
    indent = text[: len(text) - len(text.lstrip())]
    for i, word in enumerate(text.split()):
        word = indent + word if i == 0 else word
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [line if len(line) <= width else line[: width - 1] + "…" for line in [*lines, line]]
