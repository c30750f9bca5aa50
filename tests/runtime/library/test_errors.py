"""What a wrong argument of an operation raises, eagerly and while a graph is built: the kinds are TensorFlow 2.21's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

Invalid = tf.errors.InvalidArgumentError

#: A call, what it raises eagerly, and what while a function is traced; and a part of both messages, which names what is wrong.
CASES: list[tuple[Any, type[Exception], type[Exception], str]] = [
    (lambda: tf.concat([tf.ones([2, 3]), tf.ones([2, 4])], 0), Invalid, ValueError, "imension 1"),
    (lambda: tf.stack([tf.ones([2]), tf.ones([3])]), Invalid, ValueError, "hapes"),
    (lambda: tf.stack([tf.ones([2])], axis=5), ValueError, ValueError, "`axis` = 5"),
    (lambda: tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])), Invalid, ValueError, "3"),
    (lambda: tf.where([True, False], tf.ones([2]), tf.ones([3])), Invalid, ValueError, "3"),
    (lambda: tf.tile([1, 2], 2), Invalid, Invalid, "multiples"),
    (lambda: tf.pad([1, 2, 3], [[3, 0]], "REFLECT"), Invalid, Invalid, "paddings"),
    (lambda: tf.pad(tf.ones([2, 2]), [[1, 1]]), Invalid, ValueError, ""),
    (lambda: tf.reverse([1, 2], [5]), Invalid, Invalid, "out of valid range"),
    (lambda: tf.repeat([1, 2], [1, 2, 3]), ValueError, ValueError, "2 and 3"),
    (lambda: tf.tensor_scatter_nd_update([1, 2, 3], [[0], [2]], [9]), Invalid, ValueError, "updates"),
    (lambda: tf.scatter_nd([[0]], [1, 2], [2]), Invalid, Invalid, "updates"),
    (lambda: tf.gather([1, 2], [5]), Invalid, Invalid, "indices[0] = 5"),
    (lambda: tf.reduce_sum(tf.ones([2]), 3), Invalid, ValueError, "dimension"),
    (lambda: tf.reduce_sum(tf.constant(1.0), [0, 0]), Invalid, ValueError, "dimension"),
    (lambda: tf.cast("a", tf.int32), tf.errors.UnimplementedError, tf.errors.UnimplementedError, "tf.strings.to_number"),
    (lambda: tf.complex(1, 2), TypeError, TypeError, "`real` and `imag`"),
    (lambda: tf.divide(True, False), TypeError, TypeError, "tf.bool"),
    (lambda: tf.subtract(tf.constant(1), 1.5), TypeError, TypeError, "1.5"),
    (lambda: tf.meshgrid([1], [2], indexing="yx"), ValueError, ValueError, "'yx'"),
    (lambda: tf.math.segment_sum([1, 2, 3], [0, 2, 1]), Invalid, Invalid, "segment ids"),
    (lambda: tf.math.segment_sum([1, 2], [0]), Invalid, Invalid, "dimension 0"),
    (lambda: tf.math.unsorted_segment_sum([1, 2], [0, 7], 2), Invalid, Invalid, "7"),
    (lambda: tf.math.bincount([-1]), Invalid, Invalid, "non-negative"),
    (lambda: tf.math.invert_permutation([1, 1]), Invalid, Invalid, "1 is duplicated"),
    (lambda: tf.math.top_k([1.0, 2.0], 5), Invalid, ValueError, ""),
    (lambda: tf.linalg.matrix_transpose([1.0]), ValueError, ValueError, "rank >= 2"),
    (lambda: tf.linalg.norm([1.0], -1), ValueError, ValueError, "'ord'"),
    (lambda: tf.linalg.diag_part([1.0]), Invalid, ValueError, ""),
    (lambda: tf.nn.softmax(1.0), Invalid, Invalid, "logits"),
    (lambda: tf.nn.gelu([1]), ValueError, ValueError, "floating point"),
    (lambda: tf.nn.bias_add(tf.ones([2, 3]), [1.0]), Invalid, Invalid, "biases"),
    (lambda: tf.nn.softmax_cross_entropy_with_logits(tf.ones([2, 3]), tf.ones([2, 4])), Invalid, ValueError, ""),
    (
        lambda: tf.nn.sparse_softmax_cross_entropy_with_logits([0], tf.ones([2, 4])),
        ValueError, ValueError, "`labels.shape`",
    ),
    (
        lambda: tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 1, 1]), [1, 9, 9, 1], 2),
        Invalid, Invalid, "",
    ),
    (lambda: tf.strings.length(tf.constant(1)), Invalid, TypeError, ""),
    (lambda: tf.strings.length("a", unit="X"), Invalid, Invalid, '"X"'),
    (lambda: tf.one_hot([0], 3, on_value=5.0, off_value=1), TypeError, TypeError, "dtype"),
    (lambda: tf.debugging.assert_rank_in([1.0], [2, 3]), ValueError, ValueError, "(2, 3)"),
    (lambda: tf.clip_by_global_norm(tf.constant([1.0]), 1.0), TypeError, TypeError, "sequence"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "eager", "staged", "message"), CASES)
def test_a_wrong_argument_raises_this(call: Any, eager: Any, staged: Any, message: str) -> None:
    with pytest.raises(eager) as caught:
        call()
    assert message in str(caught.value)
    with pytest.raises(staged) as caught:
        tf.function(call, autograph=False)()
    assert message in str(caught.value)


def test_operators_keep_the_dtype_of_a_python_value_that_does_not_fit() -> None:
    with pytest.raises(Invalid, match="int32"):
        tf.constant(1) - 1.5
    assert (tf.constant([True, False]) * tf.constant([True, True])).numpy().tolist() == [True, False]


def test_empty_tensors_pass_through_segments_bins_and_sorting() -> None:
    assert tf.math.segment_sum(tf.zeros([0, 2]), tf.zeros([0], tf.int32)).shape == [0, 2]
    assert tf.math.unsorted_segment_max(tf.zeros([2, 0]), [0, 1], 3).shape == [3, 0]
    assert tf.math.bincount(np.zeros([0], np.int32)).shape == [0]
    assert tf.math.bincount([[1, 1], [0, 2]], axis=-1).numpy().tolist() == [[0, 2, 0], [1, 0, 1]]
    assert tf.math.segment_max([1.0, 5.0], [0, 2]).numpy().tolist() == [1.0, 0.0, 5.0]
    assert tf.math.segment_mean([1, 2, 4], [0, 0, 1]).numpy().tolist() == [1, 4]


def _in_a_graph(check: Any, *operands: Any, signature: Any = None) -> str:
    """The first line of what an assertion says when a graph runs it."""

    def f(x: Any, y: Any = None) -> Any:
        check(*([x] if y is None else [x, y]))
        return x

    with pytest.raises(Invalid) as caught:
        tf.function(f, input_signature=signature)(*operands)
    return str(caught.value).splitlines()[0]


def test_assertions_in_a_graph_name_the_condition_and_the_tensors() -> None:
    """As TensorFlow 2.21 words them, but for the names of its nodes."""
    one = tf.constant([1, 2, 3])
    assert _in_a_graph(lambda x, y: tf.debugging.assert_equal(x, y, "hello", 2), one, tf.constant([1, 5, 3])) == (
        "assertion failed: [hello] [Condition x == y did not hold element-wise:] [x (x:0) = ] [1 2...] "
        "[y (y:0) = ] [1 5...]"
    )
    assert _in_a_graph(lambda x, y: tf.debugging.assert_less(x, y), one * 5, one) == (
        "assertion failed: [Condition x < y did not hold element-wise:] [x (x:0) = ] [5 10 15] [y (y:0) = ] [1 2 3]"
    )
    assert _in_a_graph(lambda x: tf.debugging.assert_positive(x, "mm"), tf.constant([[0, -1, 1, 2]])) == (
        "assertion failed: [mm.  ] [Condition x > 0 did not hold element-wise:] [x (x:0) = ] [[0 -1 1...]...]"
    )
    assert _in_a_graph(
        lambda x: tf.debugging.assert_rank(x, 3), tf.constant([1.0, 2.0]), signature=[tf.TensorSpec(None)]
    ) == ("assertion failed: [] [Tensor x:0 must have rank] [3] [Received shape: ] [2]")
    assert _in_a_graph(
        lambda x: tf.debugging.assert_shapes([(x, ("n", "n"))]),
        tf.constant([[1.0, 2.0]]),
        signature=[tf.TensorSpec([None, None])],
    ) == (
        "assertion failed: [] [Specified by tensor x:0 dimension 0] [Tensor x:0 dimension 1] [must have size] [1] "
        "[Received shape: ] [1 2]"
    )


def test_an_assertion_about_constants_fails_while_the_graph_is_built() -> None:
    @tf.function
    def f() -> None:
        tf.debugging.assert_equal(tf.constant([1.0, 2.0], name="c"), [1.0, 3.0], "msg")

    with pytest.raises(Invalid, match=r"msg\nCondition x == y did not hold element-wise:\nx \(c:0\) = \n\[1. 2.\]\ny"):
        f.get_concrete_function()


@pytest.mark.parametrize(
    "shape, count, text",
    [
        ([2, 2], 3, "[[1 2][3...]...]"),
        ([2, 2], 4, "[[1 2][3 4]]"),
        ([2, 2, 2], 5, "[[[1 2][3 4]][[5...]]...]"),
        ([4, 1], 3, "[[1][2][3]...]"),
        ([3], -1, "[1 2 3]"),
    ],
)
def test_data_of_a_failing_assertion_is_cut_as_tensorflow_cuts_it(shape: list[int], count: int, text: str) -> None:
    """Recorded from TensorFlow 2.21."""
    data = tf.reshape(tf.range(1, int(np.prod(shape)) + 1), shape)
    assert _in_a_graph(lambda x: tf.debugging.Assert(tf.size(x) > 100, [x], summarize=count), data) == (
        f"assertion failed: {text}"
    )


def test_iterating_over_a_staged_tensor_says_how_to_take_it_apart() -> None:
    @tf.function
    def f(x: Any) -> Any:
        a, b = x
        return a + b

    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match=r"a tensor is taken apart by Python \[AG033\]"):
        f(tf.constant([1, 2]))
    unconverted = tf.function(f.python_function, autograph=False)
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match=r"otherwise use tf\.unstack\(x\), which gives"):
        unconverted(tf.constant([1, 2]))
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match=r"otherwise use tf\.unstack\(x, num\), which"):
        unconverted.get_concrete_function(tf.TensorSpec([None]))
