"""`Model.summary`: a table of the layers of a model, drawn with box characters."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from runtime.core import nest
from runtime.keras.layers.base import Layer
from runtime.keras.models.network import network_of
from runtime.keras.serialization import is_own

#: Where columns end, as fractions of the line: of a stack of layers, and of a graph.
_STACK = (0.45, 0.80, 1.0)
_GRAPH = (0.3, 0.56, 0.74, 1.0)
_LINE = 76

#: Layers that have nothing to build: Keras builds them as soon as they are made.
_BUILT_WHEN_MADE = frozenset((
    "Activation", "AveragePooling2D", "Dropout", "GlobalAveragePooling1D", "GlobalAveragePooling2D", "LeakyReLU",
    "MaxPooling2D", "ReLU", "Reshape", "Softmax",
))  # fmt: skip


def print_summary(
    model: Any,
    line_length: int | None = None,
    print_fn: Callable[[str], Any] | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
) -> None:
    """Prints a table of the layers of `model`, and how many parameters it has.

    Args:
        model: a model.
        line_length: how many characters a line has.
        print_fn: called with the text in place of `print`.
        expand_nested: whether layers of models inside are listed too.
        show_trainable: whether there is a column for whether layers are trained.
    """
    is_stack = network_of(model) is None or _is_stack(model)
    headers, ends = ["Layer (type)", "Output Shape", "Param #"], list(_STACK if is_stack else _GRAPH)
    if not is_stack:
        headers.append("Connected to")
    if show_trainable:
        headers.append("Trainable")
        ends = [end * 0.9 for end in ends] + [1.0]
    rows = _rows(model, headers, expand_nested, "")
    table = _table(headers, rows, _widths(line_length or _LINE, ends))
    (print_fn or print)("\n".join([f'Model: "{model.name}"', *table, *_totals(model)]))


def _is_stack(model: Any) -> bool:
    """Whether each layer is called once, on what the one before it returned."""
    network: Any = network_of(model)
    return model._is_sequential or (
        len(network.inputs) == 1
        and all(len(node.inputs) == 1 for node in network.nodes)
        and all(node.inputs[0].node is before for before, node in itertools.pairwise(network.nodes))
        and len({id(node.operation) for node in network.nodes}) == len(network.nodes)
    )


# -- what is in the table --------------------------------------------------------------------------------------------


def _rows(model: Any, headers: Sequence[str], expand_nested: bool, prefix: str) -> list[list[str]]:
    """For each layer its cells."""
    network = network_of(model)
    rows = []
    for layer in model.layers if network is None or model._is_sequential else network.operations:
        kind = getattr(layer, "_kind", type(layer).__name__)
        cells = [f"{prefix}{layer.name} ({kind})", shape_text(layer), _parameters_text(layer)]
        if "Connected to" in headers:
            cells.append(_connections(layer, network))
        if "Trainable" in headers:
            cells.append("-" if not getattr(layer, "weights", ()) else "Y" if layer.trainable else "N")
        rows.append(cells)
        if expand_nested and hasattr(layer, "layers"):
            rows += _rows(layer, headers, expand_nested, f"   {prefix or '└ '}")
    return rows


def shape_text(layer: Any) -> str:
    """The shape of the outputs, or a question mark."""
    outputs = layer._inbound_nodes[0].outputs if layer._inbound_nodes else None
    if outputs is None and isinstance(layer, Layer):
        network, called_with = network_of(layer), layer._keras_state.shapes
        outputs = network.outputs_structure if network is not None else None
        # The user's code is not run to know.
        if outputs is None and called_with and is_own(type(layer)):
            return str(layer.compute_output_shape(next(iter(called_with.values()))))
    if outputs is None:
        return "?"
    shapes = [x.shape for x in nest.flatten(outputs)]
    return str(shapes[0] if len(shapes) == 1 else shapes)


def _parameters_text(layer: Any) -> str:
    if not isinstance(layer, Layer) or layer.built:
        return f"{layer.count_params():,}" if isinstance(layer, Layer) else "0"
    return "0" if is_own(type(layer)) and type(layer).__name__ in _BUILT_WHEN_MADE else "0 (unbuilt)"


def _connections(layer: Any, network: Any) -> str:
    """Where the inputs come from."""
    nodes = [] if network is None else [node for node in network.nodes if node.operation is layer]
    sources = [x._keras_history for node in nodes for x in node.inputs if x._keras_history is not None]
    return ", ".join(f"{source.name}[{node}][{tensor}]" for source, node, tensor in sources) or "-"


def _totals(model: Any) -> list[str]:
    def size(variables: Any) -> tuple[int, int]:
        counts = [(v.shape.num_elements(), v.dtype.size) for v in variables]
        return sum(n for n, _ in counts), sum(n * width for n, width in counts)

    optimizer = model.optimizer
    slots = size(optimizer.variables) if optimizer is not None and optimizer.built else (0, 0)
    parts = {"Trainable": size(model.trainable_weights), "Non-trainable": size(model.non_trainable_weights)}
    if slots[0]:
        parts["Optimizer"] = slots
    total = sum(n for n, _ in parts.values()), sum(width for _, width in parts.values())
    return [f" {what} params: {n:,} ({_bytes_text(width)})" for what, (n, width) in {"Total": total, **parts}.items()]


def _bytes_text(count: float) -> str:
    """
    >>> _bytes_text(228), _bytes_text(2101 * 4)
    ('228.00 B', '8.21 KB')
    """
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1024:
            return f"{count:.2f} {unit}"
        count /= 1024
    return f"{count:.2f} TB"


# -- drawing ---------------------------------------------------------------------------------------------------------


def _widths(line_length: int, ends: Sequence[float]) -> list[int]:
    """How many characters there are between the lines of the table."""
    places = [int(end * line_length) for end in ends]
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
        lines = itertools.zip_longest(*wrapped, fillvalue="")
        columns = list(zip(widths, aligned, strict=True))
        return [
            line + line.join(f" {c:{a}{w - 2}} " for c, (w, a) in zip(row, columns, strict=True)) + line
            for row in lines
        ]

    between = border("├", "─", "┼", "┤")
    body = [text for row in rows for text in (between, *drawn(row, "│"))][1:]
    head = [border("┏", "━", "┳", "┓"), *drawn(headers, "┃"), border("┡", "━", "╇", "┩")]
    return [*head, *body, border("└", "─", "┴", "┘")]


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
