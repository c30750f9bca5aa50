"""`tf.keras.utils.plot_model`: a picture of the layers of a model and of what goes from one to another."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from runtime.keras.models.network import network_of
from runtime.keras.models.summary import shape_text


def model_to_dot(model: Any, show_shapes: bool = False, show_layer_names: bool = False, rankdir: str = "TB") -> str:
    """The layers of a model as a graph in the language of Graphviz.

    Args:
        model: a functional or `Sequential` model that knows its inputs.
        show_shapes: whether the shapes of outputs are shown.
        show_layer_names: whether the names of layers are shown.
        rankdir: `TB` for top to bottom, `LR` for left to right.

    Raises:
        ValueError: if it is not known how the layers are connected.
    """
    network = network_of(model)
    if network is None:
        raise ValueError(
            f"It is not known how the layers of model '{model.name}' are connected: plot a functional model, or a "
            "`Sequential` one that was built."
        )
    lines = [f"rankdir={rankdir};", "node [shape=box];"]
    for operation in network.operations:
        kind = getattr(operation, "_kind", type(operation).__name__)
        label = f"{operation.name} ({kind})" if show_layer_names else kind
        label += f"\\n{shape_text(operation)}" if show_shapes else ""
        lines.append(f'"{operation.name}" [label="{label}"];')
    for node in network.nodes:
        sources = [x._keras_history[0].name for x in node.inputs if x._keras_history is not None]
        lines += [f'"{source}" -> "{node.operation.name}";' for source in sources]
    return "digraph {\n  " + "\n  ".join(lines) + "\n}\n"


def plot_model(model: Any, to_file: Any = "model.png", **options: Any) -> None:
    """Draws the layers of a model into a file.

    Args:
        model: as of `model_to_dot`.
        to_file: its ending says what kind of picture it is; `.dot` is the text that Graphviz draws.
        **options: those of `model_to_dot`.

    Raises:
        ImportError: if Graphviz is not there.
        ValueError: if it is not known how the layers are connected.
    """
    path, text = Path(to_file), model_to_dot(model, **options)
    if path.suffix == ".dot":
        path.write_text(text)
        return
    program = shutil.which("dot")
    if program is None:
        raise ImportError(
            "plot_model needs Graphviz: install it (graphviz.org), or write a text with to_file='model.dot'"
        )
    subprocess.run([program, f"-T{path.suffix[1:] or 'png'}", "-o", str(path)], input=text, text=True, check=True)
