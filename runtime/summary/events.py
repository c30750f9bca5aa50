"""What an event file holds: a sequence of `Event`s, each a record; the first says which version of the format it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.core.dtypes import from_numpy
from runtime.core.shapes import TensorShape
from runtime.exchange.graph_def import TensorProto, shape_proto
from runtime.exchange.protobuf import Message
from runtime.exchange.record_files import read_records

#: The version of the format, which is TensorFlow's.
FILE_VERSION = "brain.Event:2"


class Event(
    Message,
    fields="wall_time: double = 1; step: int64 = 2; file_version: oneof string = 3; graph_def: oneof bytes = 4;"
    "summary: oneof Summary = 5; source_metadata: SourceMetadata = 10",
):
    """Something written at a time: `wall_time` in seconds since 1970, and the `step` of training."""


class SourceMetadata(Message, fields="writer: string = 1"):
    """What wrote the file."""


class Summary(Message, fields="value: repeated SummaryValue = 1"):
    """What was written: one `value` or several."""


class SummaryValue(
    Message,
    fields="tag: string = 1; simple_value: oneof float = 2; tensor: oneof TensorProto = 8;"
    "metadata: SummaryMetadata = 9",
):
    """A value under a name, the `tag`; `metadata` says what kind it is."""


class PluginData(Message, fields="plugin_name: string = 1; content: bytes = 2"):
    """A part of TensorBoard, and what is said to it."""


class SummaryMetadata(
    Message,
    fields="plugin_data: PluginData = 1; display_name: string = 2; summary_description: string = 3;"
    "data_class: DataClass = 4",
):
    """Which part of TensorBoard shows a value, and how."""

    PluginData = PluginData


class RunMetadata(
    Message, fields="partition_graphs: repeated GraphDef = 3; function_graphs: repeated FunctionGraphs = 4"
):
    """What was seen of a run: the graphs that ran."""


class FunctionGraphs(
    Message,
    fields="partition_graphs: repeated GraphDef = 1; pre_optimization_graph: GraphDef = 2;"
    "post_optimization_graph: GraphDef = 3",
):
    """The graphs of a function."""


def plugin_metadata(name: str, content: bytes = b"", description: str | None = None) -> bytes:
    """The metadata of a value for the plugin `name`, in the wire format."""
    metadata = SummaryMetadata(plugin_data=PluginData(plugin_name=name, content=content))
    if description is not None:
        metadata.summary_description = description
    return metadata.SerializeToString()


def event_proto(array: Any) -> TensorProto:
    """An array as events have it: all of its numbers as bytes."""
    array = np.asarray(array)
    if array.dtype.kind in "SU":
        array = array.astype(object)
    dtype = from_numpy(array.dtype)
    proto = TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape_proto(TensorShape(array.shape)))
    if dtype.kind == "string":
        proto.string_val = list(array.reshape(-1))
    else:
        proto.tensor_content = array.tobytes()
    return proto


def read_events(path: str) -> Iterator[Event]:
    """The events of a file.

    Raises:
        ValueError: if the file is damaged.
    """
    with open(path, "rb") as file:
        for data in read_records(file):
            yield Event.FromString(data)
