"""Attention: means of values, weighted by how well their keys suit a query."""

from __future__ import annotations

import math
from typing import Any

from runtime import nn
from runtime.keras.layers.activation import Softmax
from runtime.keras.layers.arguments import keep
from runtime.keras.layers.base import Layer
from runtime.keras.layers.calling import context
from runtime.keras.layers.einsum_dense import EinsumDense
from runtime.keras.layers.regularization import Dropout, when
from runtime.keras.layers.seeds import SeedGenerator, dropped
from runtime.library import public as tf


class Attention(Layer):
    """Dot-product attention (Luong et al. 2015).

    It is called on `[query, value]` or `[query, value, key]`, of shapes `[batch, steps, size]`.

    Args:
        use_scale: whether scores are multiplied with a learned number.
        score_mode: `dot`, or `concat` for the sum of the hyperbolic tangent of query and key.
        dropout: the fraction of weights to drop in training.
        seed: an integer that decides which.

    >>> Attention()([tf.ones([1, 2, 3]), tf.ones([1, 4, 3])]).shape
    TensorShape([1, 2, 3])
    """

    supports_masking = True
    _CONFIG: tuple[str, ...] = ("use_scale", "score_mode", "dropout", "seed")

    def __init__(
        self, use_scale: bool = False, score_mode: str = "dot", dropout: float = 0.0, seed: int | None = None,
        **kwargs: Any,
    ):  # fmt: skip
        super().__init__(**kwargs)
        if score_mode not in ("dot", "concat"):
            raise ValueError(
                f"Invalid value for argument score_mode. Expected one of {{'dot', 'concat'}}. Received: "
                f"score_mode={score_mode}"
            )
        self.use_scale, self.score_mode, self.dropout, self.seed = use_scale, score_mode, dropout, seed
        if dropout > 0:
            self.seed_generator = SeedGenerator(seed)

    def build(self, input_shape: Any) -> None:
        _check_inputs(self, input_shape)
        self.scale = self.concat_score_weight = None
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=(), initializer="ones")
        if self.score_mode == "concat":
            self.concat_score_weight = self.add_weight(name="concat_score_weight", shape=(), initializer="ones")
        self.built = True

    def _scores(self, query: Any, key: Any) -> Any:
        if self.score_mode == "dot":
            scores = tf.matmul(query, key, transpose_b=True)
            return scores if self.scale is None else scores * self.scale
        both = tf.expand_dims(query, -2) + tf.expand_dims(key, -3)
        both = both if self.scale is None else both * self.scale
        return self.concat_score_weight * tf.reduce_sum(tf.tanh(both), -1)

    def call(
        self,
        inputs: Any,
        mask: Any = None,
        return_attention_scores: bool = False,
        training: Any = False,
        use_causal_mask: bool = False,
    ) -> Any:
        _check_inputs(self, inputs)
        query, value, key = inputs[0], inputs[1], inputs[-1] if len(inputs) > 2 else inputs[1]
        scores = self._scores(query, key)
        padding = None
        if isinstance(mask, (list, tuple)) and len(mask) > 1 and mask[1] is not None:
            padding = tf.expand_dims(tf.cast(mask[1], "bool"), -2)
        if use_causal_mask:
            causal = _causal(query, value)
            padding = causal if padding is None else tf.logical_and(padding, causal)
        if padding is not None:
            lowest = 65504.0 if scores.dtype.size == 2 else 1e9
            scores -= lowest * tf.cast(tf.logical_not(padding), scores.dtype)
        weights = nn.softmax(scores)
        if self.dropout > 0:
            plain = weights
            weights = when(training, lambda: dropped(plain, self.dropout, None, self.seed_generator), lambda: plain)
        result = tf.matmul(weights, value)
        if isinstance(mask, (list, tuple)) and mask[0] is not None:
            result *= tf.expand_dims(tf.cast(mask[0], result.dtype), -1)
        return (result, weights) if return_attention_scores else result

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return mask[0] if isinstance(mask, (list, tuple)) and mask else None


class AdditiveAttention(Attention):
    """Attention whose scores are sums of the hyperbolic tangent of query and key (Bahdanau et al. 2014).

    Args:
        use_scale: whether there are learned weights of the sum.
        dropout: the fraction of weights to drop in training.
    """

    _CONFIG = ("use_scale", "dropout", "seed")

    def __init__(self, use_scale: bool = True, dropout: float = 0.0, **kwargs: Any):
        super().__init__(use_scale=use_scale, dropout=dropout, **kwargs)

    def build(self, input_shape: Any) -> None:
        _check_inputs(self, input_shape)
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=(input_shape[0][-1],), initializer="glorot_uniform")
        self.built = True

    def _scores(self, query: Any, key: Any) -> Any:
        both = tf.tanh(tf.expand_dims(query, -2) + tf.expand_dims(key, -3))
        return tf.reduce_sum(both if self.scale is None else self.scale * both, -1)


def _check_inputs(layer: Layer, inputs: Any) -> None:
    if not isinstance(inputs, (list, tuple)) or not 2 <= len(inputs) <= 3:
        raise ValueError(
            f"{type(layer).__name__} layer must be called on a list of inputs, namely [query, value] or "
            f"[query, value, key]. Received: inputs={inputs}."
        )


def _causal(query: Any, value: Any) -> Any:
    """Which of the values a query may see: those up to its own place. Of shape `[1, queries, values]`."""
    return tf.expand_dims(tf.range(tf.shape(query)[1])[:, None] >= tf.range(tf.shape(value)[1])[None, :], 0)


class MultiHeadAttention(Layer):
    """Attention by several heads, each in a projection of its own (Vaswani et al. 2017).

    It is called as `layer(query, value, key=None)`.

    Args:
        num_heads: how many heads there are.
        key_dim: the size of queries and keys in each head.
        value_dim: of values; `key_dim` by default.
        dropout: the fraction of weights to drop in training.
        use_bias: whether projections have biases.
        output_shape: of the outputs, without batch and steps; that of the query by default.
        attention_axes: the axes of the steps; all between batch and features by default.
        kernel_initializer, bias_initializer: of the weights.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties.
        kernel_constraint, bias_constraint: of the weights.
        seed: an integer that decides what is dropped.

    >>> MultiHeadAttention(2, 4)(tf.ones([1, 3, 8]), tf.ones([1, 5, 8])).shape
    TensorShape([1, 3, 8])
    """

    supports_masking = True
    _CONFIG = (
        "num_heads", "key_dim", "value_dim", "dropout", "use_bias", "output_shape", "attention_axes",
        "kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer", "kernel_constraint",
        "bias_constraint", "seed",
    )  # fmt: skip

    def __init__(
        self,
        num_heads: int,
        key_dim: int,
        value_dim: int | None = None,
        dropout: float = 0.0,
        use_bias: bool = True,
        output_shape: Any = None,
        attention_axes: Any = None,
        flash_attention: Any = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        seed: int | None = None,
        **kwargs: Any,
    ):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.num_heads, self.key_dim, self.value_dim = num_heads, key_dim, value_dim or key_dim
        self.dropout, self.use_bias, self.seed = dropout, use_bias, seed
        self._output = (output_shape,) if isinstance(output_shape, int) else output_shape
        self.attention_axes = (attention_axes,) if isinstance(attention_axes, int) else attention_axes
        keep(
            self, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, bias_constraint=bias_constraint,
        )  # fmt: skip

    @property
    def output_shape(self) -> Any:
        return self._output

    def build(self, query_shape: Any, value_shape: Any, key_shape: Any = None) -> None:  # type: ignore[override]  # layers of several inputs are told of each
        key_shape = value_shape if key_shape is None else key_shape
        rank = len(query_shape)
        axes = self.attention_axes or tuple(range(1, rank - 1))
        self._axes = self.attention_axes = tuple(axis % rank for axis in axes)
        letters = "abcdefghij"[: rank - 1]
        for name, shape, size in (
            ("query", query_shape, self.key_dim), ("key", key_shape, self.key_dim),
            ("value", value_shape, self.value_dim),
        ):  # fmt: skip
            heads = [*shape[1:-1], self.num_heads, size]
            setattr(self, f"_{name}", self._projection(name, f"{letters}z,zrs->{letters}rs", heads, "rs", shape))
        self._dropout = Dropout(self.dropout, seed=self.seed, dtype=self._dtype)
        outputs = self._output or (query_shape[-1],)
        out = "uvwxyz"[: len(outputs)]
        self._out = self._projection(
            "attention_output", f"{letters}rs,rs{out}->{letters}{out}", [*query_shape[1:-1], *outputs], out,
            (*query_shape[:-1], self.num_heads, self.value_dim),
        )  # fmt: skip
        self._softmax = Softmax(axis=tuple(range(-len(self._axes), 0)), dtype=self._dtype)
        self.built = True

    def _projection(self, name: str, equation: str, shape: Any, bias_axes: str, input_shape: Any) -> EinsumDense:
        """A dense layer with weights like those of this layer are to be, built."""

        def copy(x: Any) -> Any:  # equal initialisers of several weights would make these equal
            return x.clone() if hasattr(x, "clone") else x

        dense = EinsumDense(
            equation, shape, bias_axes=bias_axes if self.use_bias else None, name=name, dtype=self._dtype,
            kernel_initializer=copy(self.kernel_initializer), bias_initializer=copy(self.bias_initializer),
            kernel_regularizer=self.kernel_regularizer, bias_regularizer=self.bias_regularizer,
            kernel_constraint=self.kernel_constraint, bias_constraint=self.bias_constraint,
        )  # fmt: skip
        outer = context.path
        context.path = f"{outer or self.name}/{name}"
        try:
            dense.build(input_shape)
        finally:
            context.path = outer
        return dense

    def call(
        self,
        query: Any,
        value: Any,
        key: Any = None,
        query_mask: Any = None,
        value_mask: Any = None,
        key_mask: Any = None,
        attention_mask: Any = None,
        return_attention_scores: bool = False,
        training: Any = None,
        use_causal_mask: bool = False,
    ) -> Any:
        key = value if key is None else key
        mask = self._mask(query, value, query_mask, value_mask, key_mask, attention_mask, use_causal_mask)
        q = self._query(query) * (1.0 / math.sqrt(self.key_dim))
        k, v = self._key(key), self._value(value)
        rank = query.shape.rank
        # Steps of the query, of the values, and what they have in common with the batch.
        batch = [i for i in range(rank - 1) if i not in self._axes]
        names = "abcdefghij"
        q_letters = "".join(names[i] for i in range(rank - 1))
        v_letters = "".join(names[i] if i in batch else names[i].upper() for i in range(rank - 1))
        kept = "".join(names[i] for i in batch)
        steps = "".join(names[i] for i in self._axes)
        scores = tf.einsum(f"{v_letters}rs,{q_letters}rs->{kept}r{steps}{steps.upper()}", k, q)
        if mask is not None:
            while mask.shape.rank < scores.shape.rank:
                mask = tf.expand_dims(mask, -len(self._axes) * 2 - 1)
        weights = self._softmax(scores, mask=mask)
        dropped = self._dropout(weights, training=training) if self.dropout else weights
        heads = tf.einsum(f"{kept}r{steps}{steps.upper()},{v_letters}rs->{q_letters}rs", dropped, v)
        outputs = self._out(heads)
        return (outputs, weights) if return_attention_scores else outputs

    def _mask(
        self, query: Any, value: Any, query_mask: Any, value_mask: Any, key_mask: Any, attention_mask: Any, causal: bool
    ) -> Any:
        """What every head is allowed to look at, of shape `[batch, queries, values]`; None for everything."""
        parts: list[Any] = []
        if query_mask is not None:
            parts.append(tf.expand_dims(tf.cast(query_mask, "bool"), -1))
        parts += [tf.expand_dims(tf.cast(m, "bool"), -2) for m in (value_mask, key_mask) if m is not None]
        if causal:
            parts.append(_causal(query, value))
        if attention_mask is not None:
            parts.append(tf.cast(attention_mask, "bool"))
        whole = None
        for part in parts:
            whole = part if whole is None else tf.logical_and(whole, part)
        return whole

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return previous_mask

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "output_shape": self._output}
