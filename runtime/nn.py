"""`tf.nn`: functions of neural networks."""

from __future__ import annotations

from runtime.ops.elementwise import (
    sigmoid,
    tanh,
)  # fmt: skip
from runtime.ops.neural import (
    bias_add,
    dropout,
    elu,
    embedding_lookup,
    gelu,
    in_top_k,
    l2_loss,
    l2_normalize,
    leaky_relu,
    log_softmax,
    moments,
    relu,
    relu6,
    selu,
    sigmoid_cross_entropy_with_logits,
    silu,
    softmax,
    softmax_cross_entropy_with_logits,
    softplus,
    softsign,
    sparse_softmax_cross_entropy_with_logits,
    swish,
    zero_fraction,
)  # fmt: skip
from runtime.ops.sorting import (
    top_k,
)  # fmt: skip

__all__ = [
    "bias_add", "dropout", "elu", "embedding_lookup", "gelu", "in_top_k", "l2_loss", "l2_normalize",
    "leaky_relu", "log_softmax", "moments", "relu", "relu6", "selu", "sigmoid",
    "sigmoid_cross_entropy_with_logits", "silu", "softmax", "softmax_cross_entropy_with_logits", "softplus",
    "softsign", "sparse_softmax_cross_entropy_with_logits", "swish", "tanh", "top_k", "zero_fraction",
]  # fmt: skip
