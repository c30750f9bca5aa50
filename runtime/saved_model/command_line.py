"""`python -m runtime.saved_model`: shows and runs saved models, as TensorFlow's `saved_model_cli` does."""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.saved_model import show
from runtime.saved_model.archives import read_arrays
from runtime.saved_model.loading import load
from runtime.tensor.conversion import convert_to_tensor

_INPUT = re.compile(r"([^=]+)=([^\[\]]+)(?:\[([^\[\]]+)\])?$")


class Refusal(Exception):
    """The command cannot be done; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except (Refusal, OSError, ValueError, TypeError, errors.OpError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m runtime.saved_model", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="show|run")
    shows = commands.add_parser("show", help="says what is in a saved model")
    shows.add_argument("--dir", required=True, help="the directory of the model")
    shows.add_argument("--all", action="store_true", help="everything there is to say")
    shows.add_argument("--tag_set", help="the tag-set: serve")
    shows.add_argument("--signature_def", metavar="NAME", help="what this signature takes and gives")
    shows.add_argument("--list_ops", action="store_true", help="the operations of the functions")
    shows.set_defaults(command=_show)
    runs = commands.add_parser("run", help="runs a signature")
    runs.add_argument("--dir", required=True, help="the directory of the model")
    runs.add_argument("--tag_set", required=True, help="the tag-set: serve")
    runs.add_argument("--signature_def", required=True, metavar="NAME", help="which signature")
    runs.add_argument("--inputs", default="", help="files: 'name=file.npy;other=file.npz[key]'")
    runs.add_argument("--input_exprs", default="", help="Python literals: 'name=[[1.0, 2.0]];other=3'")
    runs.add_argument("--outdir", help="where to save the outputs, as name.npy")
    runs.add_argument("--overwrite", action="store_true", help="replace outputs that exist")
    runs.set_defaults(command=_run)
    return parser


def _show(options: argparse.Namespace) -> None:
    if options.all:
        lines = list(show.shown_all(options.dir))
    else:
        model = load(options.dir)
        if options.tag_set is None:
            lines = list(show.shown_tag_sets())
        else:
            _check_tag_set(options.tag_set)
            lines = [show.shown_operations(model)] if options.list_ops else []
            if options.signature_def is None:
                lines += show.shown_signature_names(model)
            else:
                lines += show.shown_signature(model, options.signature_def)
    print("\n".join(lines))


def _check_tag_set(tag_set: str) -> None:
    if tag_set != show.TAG_SET:
        raise Refusal(
            f"MetaGraphDef associated with tag-set {tag_set} could not be found in the SavedModel. Please use one of "
            f"the following tag-sets: [['{show.TAG_SET}']]"
        )


def _run(options: argparse.Namespace) -> None:
    if not options.inputs and not options.input_exprs:
        raise Refusal("At least one of --inputs, --input_exprs or --input_examples must be required")
    _check_tag_set(options.tag_set)
    model = load(options.dir)
    name = options.signature_def
    if name not in model.signatures:
        list(show.shown_signature(model, name))  # raises, and names those there are
        raise Refusal(f"{name} takes and gives nothing")
    function = model.signatures[name]
    given = {**_from_files(options.inputs), **_from_literals(options.input_exprs)}
    outputs = function(**_tensors(function, given))
    for key in sorted(outputs):
        value = outputs[key].numpy()
        print(f"Result for output key {key}:\n{value}")
        if options.outdir:
            _save(options.outdir, key, value, options.overwrite)


def _save(directory: str, key: str, value: Any, overwrite: bool) -> None:
    if not re.fullmatch(r"[\w.-]+", key):
        raise Refusal(f"the output {key!r} cannot be the name of a file")
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, f"{key}.npy")
    if os.path.exists(path) and not overwrite:
        raise Refusal(f'Output file {path} already exists. Add "--overwrite" to overwrite the existing output files.')
    array = np.asarray(value)
    if array.dtype == object:
        array = array.astype(bytes)  # strings without pickle
    np.save(path, array, allow_pickle=False)
    print(f"Output {key} is saved to {path}")


def _tensors(function: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given values as the tensors that a signature takes."""
    specs = {p.name: p.structure.spec for p in function._type.parameters}
    for key in given:
        if key not in specs:
            names = ", ".join(f'"{name}"' for name in specs)
            raise Refusal(f'"{key}" is not a valid input key. Please choose from {names}, or use --show option.')
    missing = [name for name in specs if name not in given]
    if missing:
        raise Refusal(f'the input "{missing[0]}" is missing: give it with --inputs or --input_exprs')
    tensors = {}
    for name, spec in specs.items():
        value = given[name]
        if isinstance(value, np.ndarray) and value.dtype.kind == "S":
            value = value.astype(object)
        try:
            tensors[name] = convert_to_tensor(value, spec.dtype)
        except (TypeError, ValueError) as error:
            raise Refusal(f'the input "{name}" is no {spec.dtype.name} tensor: {error}') from None
        if not spec.shape.is_compatible_with(tensors[name].shape):
            raise Refusal(
                f'the input "{name}" must have the shape {spec.shape}, and has the shape {tensors[name].shape}'
            )
    return tensors


def _from_files(text: str) -> dict[str, Any]:
    """The arrays that `--inputs` names."""
    found = {}
    for part in filter(None, text.split(";")):
        match = _INPUT.match(part)
        if match is None:
            raise Refusal(f'--inputs "{part}" format is incorrect. Please follow "<input_key>=<filename>" or '
                          '"<input_key>=<filename>[<variable_name>]"')  # fmt: skip
        key, path, variable = match.groups()
        try:
            loaded = read_arrays(path)
        except errors.DataLossError as error:
            raise Refusal(f"{path} is no file of arrays: give a .npy or .npz file (pickles are not read: they can "
                          f"execute code)\n  {error}") from None  # fmt: skip
        found[key.strip()] = _one_array(loaded, path, variable)
    return found


def _one_array(loaded: Any, path: str, variable: str | None) -> Any:
    if isinstance(loaded, np.ndarray):
        return loaded
    names = list(loaded.keys())
    if variable is not None:
        if variable not in names:
            raise Refusal(f"{path} has no array {variable!r}, but {', '.join(names)}")
        return loaded[variable]
    if len(names) != 1:
        raise Refusal(f"Input file {path} contains more than one ndarrays. Please specify the name of ndarray to use.")
    return loaded[names[0]]


def _from_literals(text: str) -> dict[str, Any]:
    """The values that `--input_exprs` writes out."""
    found = {}
    for part in filter(None, text.split(";")):
        key, sign, expression = part.partition("=")
        if not sign:
            raise Refusal(
                f'--input_exprs "{part}" format is incorrect. Please follow "<input_key>=<python expression>"'
            )
        try:
            found[key.strip()] = ast.literal_eval(expression.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise Refusal(f'Expression "{expression}" is not a valid python literal.') from None
    return found
