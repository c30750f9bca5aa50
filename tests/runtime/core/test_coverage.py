"""A name of TensorFlow that is not there says so, in every namespace, and names the nearest that is."""

from __future__ import annotations

import pytest

import runtime as tf

UNCOVERED = [
    ("tf.nn.ctc_loss", "module 'runtime.nn' has no attribute 'ctc_loss': this part of TensorFlow is not covered"),
    ("tf.math.reduce_summ", "the nearest name that is: tf.math.reduce_sum"),
    ("tf.linalg.LinearOperatorDiag", "module 'runtime.linalg' has no attribute 'LinearOperatorDiag'"),
    ("tf.strings.to_hash_bucket", "module 'runtime.strings' has no attribute 'to_hash_bucket'"),
    ("tf.bitwise.bitwise_nand", "the nearest name that is: tf.bitwise.bitwise_and"),
    ("tf.debugging.assert_ranks", "the nearest name that is: tf.debugging.assert_rank"),
    ("tf.random.log_uniform_candidate_sampler", "module 'runtime.random' has no attribute"),
    ("tf.sparse.fill_empty_rows", "module 'runtime.sparse' has no attribute 'fill_empty_rows'"),
    ("tf.io.decode_jpeg", "module 'runtime.io' has no attribute 'decode_jpeg'"),
    ("tf.signal", "module 'runtime' has no attribute 'signal': this part of TensorFlow is not covered"),
    ("tf.matmull", "the nearest name that is: tf.matmul"),
]


@pytest.mark.parametrize(("expression", "message"), UNCOVERED)
def test_attribute_access_says_that_it_is_not_covered(expression: str, message: str) -> None:
    with pytest.raises(AttributeError) as caught:
        eval(expression, {"tf": tf})
    assert message in str(caught.value)
