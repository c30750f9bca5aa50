"""`tf.summary`: scalars, histograms, images, text, audio and graphs, in event files that TensorBoard reads.

    writer = tf.summary.create_file_writer("logs")
    with writer.as_default():
        for step in range(100):
            tf.summary.scalar("loss", loss, step=step)

Writing needs nothing but this package; reading them is what TensorBoard does: `tensorboard --logdir logs`.
"""

from runtime.core.coverage import not_covered
from runtime.summary import experimental
from runtime.summary.graphs import graph, trace_export, trace_off, trace_on
from runtime.summary.kinds import audio, histogram, image, scalar, text
from runtime.summary.recording import flush, record_if, should_record_summaries, write
from runtime.summary.writers import SummaryWriter, create_file_writer, create_noop_writer

__all__ = [
    "SummaryWriter", "audio", "create_file_writer", "create_noop_writer", "experimental", "flush", "graph",
    "histogram", "image", "record_if", "scalar", "should_record_summaries", "text", "trace_export", "trace_off",
    "trace_on", "write",
]  # fmt: skip

__getattr__ = not_covered("tf.summary", __all__)
