"""Event files: what is in them, in which format, and what goes wrong."""

import io
import os
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from runtime.exchange.record_files import crc32c, read_records, record
from runtime.summary.events import read_events
from runtime.summary.writers import FileWriter
from tests.runtime.summary.programs import write_everything


def events_in(directory):
    """The events of the only file of a directory, without the first, which says the version."""
    (name,) = os.listdir(directory)
    first, *events = read_events(os.path.join(directory, name))
    assert first.file_version == "brain.Event:2"
    return events


def written(directory, write, **options):
    writer = tf.summary.create_file_writer(str(directory), **options)
    with writer.as_default():
        write()
    writer.close()
    return events_in(directory)


def test_events_are_those_that_tensorflow_writes(tmp_path):
    events = written(tmp_path, lambda: write_everything(tf))
    for event in events:
        assert event.wall_time > 1.6e9
        event.wall_time = 0.0
    text = re.sub(r'"\\211PNG.*"', '"<PNG>"', "\n".join(map(str, events)))
    assert text == (Path(__file__).parent / "recorded.txt").read_text()


def test_tensorboard_reads_the_same_events(tmp_path):
    loader = pytest.importorskip(
        "tensorboard.backend.event_processing.event_file_loader", reason="the extra 'tensorboard' is not installed"
    )
    events = written(tmp_path, lambda: write_everything(tf))
    (name,) = os.listdir(tmp_path)
    theirs = list(loader.RawEventFileLoader(os.path.join(tmp_path, name)).Load())
    assert theirs[1:] == [event.SerializeToString() for event in events]


def pixels(png):
    """The pixels of a PNG file of 8 bits per channel whose rows are stored as differences."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    position, chunks = 8, {}
    while position < len(png):
        (length,) = struct.unpack(">I", png[position : position + 4])
        kind, content = png[position + 4 : position + 8], png[position + 8 : position + 8 + length]
        assert struct.unpack(">I", png[position + 8 + length : position + 12 + length])[0] == zlib.crc32(kind + content)
        chunks[kind] = content
        position += 12 + length
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    channels = {0: 1, 4: 2, 2: 3, 6: 4}[colour]
    assert (depth, rest) == (8, [0, 0, 0])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    assert (rows[:, 0] == 1).all()
    return rows[:, 1:].reshape(height, width, channels).cumsum(axis=1, dtype=np.uint8)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_images_are_png_files_of_their_pixels(tmp_path, channels):
    image = np.random.default_rng(0).integers(0, 256, (5, 7, channels), np.uint8)
    (event,) = written(tmp_path, lambda: tf.summary.image("image", image[None], step=0))
    width, height, png = event.summary.value[0].tensor.string_val
    assert (width, height) == (b"7", b"5")
    np.testing.assert_array_equal(pixels(png), image)


def test_floats_are_scaled_to_bytes_and_what_is_out_of_range_is_clipped(tmp_path):
    image = np.array([-1.0, 0.0, 0.25, 0.5, 1.0, 7.0], np.float32).reshape(1, 1, 6, 1)
    (event,) = written(tmp_path, lambda: tf.summary.image("image", image, step=0))
    # As tf.image.convert_image_dtype(image, tf.uint8, saturate=True) of TensorFlow 2.21.
    assert pixels(event.summary.value[0].tensor.string_val[2]).ravel().tolist() == [0, 0, 63, 127, 255, 255]


def test_a_histogram_counts_each_value_once(tmp_path):
    data = np.random.default_rng(0).normal(size=1000)
    (event,) = written(tmp_path, lambda: tf.summary.histogram("normal", data, step=0))
    rows = np.frombuffer(event.summary.value[0].tensor.tensor_content).reshape(30, 3)
    counts, edges = np.histogram(data, 30)
    np.testing.assert_allclose(rows[:, 0], edges[:-1])
    np.testing.assert_allclose(rows[:, 1], edges[1:])
    np.testing.assert_array_equal(rows[:, 2], counts)


# -- records ---------------------------------------------------------------------------------------------------------


def test_checksums_are_those_of_the_standard():
    # RFC 3720, B.4.
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E


@pytest.mark.parametrize("length", [2048, 2049, 4095, 70001])
def test_long_data_has_the_checksum_that_byte_by_byte_gives(length):
    data = np.random.default_rng(length).bytes(length)
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    assert crc32c(data) == crc ^ 0xFFFFFFFF


def test_a_damaged_file_is_refused_and_what_is_before_the_damage_is_read():
    data = record(b"first") + record(b"second")
    changed = bytearray(data)
    changed[-6] ^= 1
    for damaged, reason in [
        (bytes(changed), "the record at byte 21 does not agree with its checksum: it was changed"),
        (data[:-3], "the file ends within the record at byte 21, which has 6 bytes"),
        (data[:25], "the record at byte 21 has a length that its checksum does not agree with"),
    ]:
        records = read_records(io.BytesIO(damaged))
        assert next(records) == b"first"
        with pytest.raises(ValueError, match=reason):
            next(records)


# -- writers ---------------------------------------------------------------------------------------------------------


def test_files_are_named_as_tensorflow_names_them_each_with_a_number_of_its_own(tmp_path):
    for _ in range(2):
        tf.summary.create_file_writer(tmp_path / "new" / "directory")
    names = os.listdir(tmp_path / "new" / "directory")
    assert len(names) == 2
    for name in names:
        assert re.fullmatch(rf"events\.out\.tfevents\.\d{{10}}\..+\.{os.getpid()}\.\d+\.v2", name)
    writer = tf.summary.create_file_writer(tmp_path, filename_suffix=".mine")
    assert writer.path.endswith(".mine")


def test_events_wait_in_the_queue_until_it_is_full_or_flushed(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path, max_queue=2)
    with writer.as_default(step=0):
        tf.summary.scalar("a", 1.0)
        tf.summary.scalar("a", 2.0)
        assert len(events_in(tmp_path)) == 0
        tf.summary.scalar("a", 3.0)
        assert len(events_in(tmp_path)) == 3
        tf.summary.scalar("a", 4.0)
        tf.summary.flush()
        assert len(events_in(tmp_path)) == 4
        tf.summary.scalar("a", 5.0)
    assert len(events_in(tmp_path)) == 5  # leaving `as_default` flushes


def test_a_function_flushes_each_time_it_runs(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)

    @tf.function
    def log(step):
        with writer.as_default():
            tf.summary.scalar("x", 1.0, step=step)
        with writer.as_default():
            tf.summary.scalar("y", 1.0, step=step)
            tf.summary.flush()
            writer.flush()

    log(tf.constant(1, tf.int64))
    log(tf.constant(2, tf.int64))
    assert [event.step for event in events_in(tmp_path)] == [1, 1, 2, 2]


def test_events_are_written_when_the_writer_is_collected(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)
    writer.write(step=1)
    del writer
    assert [event.step for event in events_in(tmp_path)] == [1]


def test_default_writers_and_steps_nest(tmp_path):
    outer, inner = tf.summary.create_file_writer(tmp_path / "a"), tf.summary.create_file_writer(tmp_path / "b")
    with outer.as_default(step=1):
        with inner.as_default(step=2):
            tf.summary.scalar("x", 0.0)
        with inner.as_default():
            tf.summary.scalar("x", 0.0)
        tf.summary.scalar("x", 0.0)
    assert tf.summary.experimental.get_step() is None
    assert [event.step for event in events_in(tmp_path / "a")] == [1]
    assert [event.step for event in events_in(tmp_path / "b")] == [2, 1]


def test_without_a_writer_nothing_is_recorded_and_no_step_is_needed():
    assert not bool(tf.summary.scalar("x", 1.0))
    assert not bool(tf.summary.should_record_summaries())
    with tf.summary.create_noop_writer().as_default():
        assert not bool(tf.summary.scalar("x", 1.0))


def test_a_tensor_can_be_written_for_a_plugin_of_ones_own(tmp_path):
    v1 = tf.compat.v1
    metadata = v1.SummaryMetadata(plugin_data=v1.SummaryMetadata.PluginData(plugin_name="mine", content=b"abc"))
    (event,) = written(tmp_path, lambda: tf.summary.write("tag", tf.constant([1, 2]), step=3, metadata=metadata))
    (value,) = event.summary.value
    assert value.tag == "tag"
    assert (value.metadata.plugin_data.plugin_name, value.metadata.plugin_data.content) == ("mine", b"abc")
    assert (value.tensor.dtype, value.tensor.tensor_content) == (3, b"\1\0\0\0\2\0\0\0")


def test_the_data_is_not_computed_when_nothing_is_recorded(tmp_path):
    def data():
        raise AssertionError("not needed")

    with tf.summary.create_file_writer(tmp_path).as_default(step=0), tf.summary.record_if(False):
        assert not bool(tf.summary.write("x", data))


# -- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tf.summary.scalar("x", 1.0), ValueError, "No step set. Please specify one either through the `step`"),
        (lambda: tf.summary.scalar("x", [1.0, 2.0], 0), ValueError, r"Expected scalar shape, saw shape: \(2,\)"),
        (lambda: tf.summary.image("x", np.zeros((3, 4)), 0), ValueError, "must have rank 4.  Received rank 2"),
        (lambda: tf.summary.image("x", np.zeros((1, 3, 4, 7)), 0), tf.errors.InvalidArgumentError, "got 7"),
        (lambda: tf.summary.histogram("x", [1.0], 0, buckets=-1), ValueError, "0 buckets or more, not -1"),
        (lambda: tf.summary.graf, AttributeError, "the nearest name that is: tf.summary.graph"),
        (lambda: tf.summary.audio("x", np.zeros(3, "f"), 8000, 0), ValueError, "must have rank 3"),
        (lambda: tf.summary.audio("x", [[[0.0]]], 8000, 0, encoding="mp3"), ValueError, "Unknown encoding: 'mp3'"),
        (lambda: tf.summary.text("x", 1.0, 0), TypeError, "tensor must be of type tf.string; got tf.float32"),
        (lambda: tf.summary.scalar("x", 1.0, "a"), TypeError, "Cannot convert 'a' to EagerTensor of dtype int64"),
        (lambda: tf.summary.graph(3), ValueError, "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef"),
        (lambda: tf.summary.trace_export("x", 0), ValueError, "Must enable trace before export through"),
    ],
)
def test_mistakes_are_named(tmp_path, call, error, message):
    with tf.summary.create_file_writer(tmp_path).as_default(), pytest.raises(error, match=message):
        call()


def test_a_closed_writer_is_refused(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)

    @tf.function
    def log(x):
        tf.summary.scalar("x", x, step=0)

    with writer.as_default():
        log(1.0)
    writer.close()
    writer.close()
    writer.flush()
    with pytest.raises(RuntimeError, match="is already closed"), writer.as_default():
        pass
    with pytest.raises(tf.errors.FailedPreconditionError, match="is closed: make another with "):
        log(1.0)


def test_a_writer_needs_a_directory():
    with pytest.raises(ValueError, match="Argument `logdir` cannot be None"):
        tf.summary.create_file_writer(None)


def test_threads_write_whole_records_of_their_own_default_writer(tmp_path):
    import threading

    writer = tf.summary.create_file_writer(tmp_path, max_queue=3)
    assert isinstance(writer, FileWriter)

    def work(number):
        assert tf.summary.experimental.get_step() is None
        with writer.as_default(step=number):
            for _ in range(50):
                tf.summary.scalar("x", float(number))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    steps = [event.step for event in events_in(tmp_path)]
    assert sorted(steps) == sorted(list(range(8)) * 50)
