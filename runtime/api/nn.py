"""`tf.nn`: functions of neural networks."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.library.convolution import (
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
    conv_transpose,
    convolution,
    depthwise_conv2d,
    separable_conv2d,
)
from runtime.library.elementwise import sigmoid, tanh
from runtime.library.neural import (
    batch_normalization,
    bias_add,
    compute_average_loss,
    dropout,
    elu,
    embedding_lookup,
    gelu,
    in_top_k,
    l2_loss,
    l2_normalize,
    leaky_relu,
    local_response_normalization,
    log_softmax,
    lrn,
    moments,
    relu,
    relu6,
    scale_regularization_loss,
    selu,
    sigmoid_cross_entropy_with_logits,
    silu,
    softmax,
    softmax_cross_entropy_with_logits,
    softplus,
    softsign,
    sparse_softmax_cross_entropy_with_logits,
    swish,
    weighted_cross_entropy_with_logits,
    weighted_moments,
    zero_fraction,
)
from runtime.library.partition import depth_to_space, space_to_depth
from runtime.library.pooling import (
    avg_pool,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    max_pool_with_argmax,
    pool,
)
from runtime.library.sorting import top_k

__all__ = [
    "avg_pool", "avg_pool1d", "avg_pool2d", "avg_pool3d", "batch_normalization", "bias_add", "compute_average_loss",
    "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "conv_transpose",
    "convolution", "depth_to_space", "depthwise_conv2d", "dropout", "elu", "embedding_lookup", "gelu", "in_top_k",
    "l2_loss", "l2_normalize", "leaky_relu", "local_response_normalization", "log_softmax", "lrn", "max_pool",
    "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_with_argmax", "moments", "pool", "relu", "relu6",
    "scale_regularization_loss", "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu",
    "softmax", "softmax_cross_entropy_with_logits", "softplus", "softsign", "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits", "swish", "tanh", "top_k", "weighted_cross_entropy_with_logits",
    "weighted_moments", "zero_fraction",
]  # fmt: skip


__getattr__ = not_covered("tf.nn", __all__)
