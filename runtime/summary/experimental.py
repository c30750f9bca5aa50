"""`tf.summary.experimental`: the default step, and the scopes that name what is written."""

from runtime.summary.recording import get_step, set_step, summary_scope

__all__ = ["get_step", "set_step", "summary_scope"]
