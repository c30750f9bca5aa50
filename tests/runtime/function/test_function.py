"""`function`: when it traces, what it does with arguments and variables, methods, threads."""

from __future__ import annotations

import collections
import functools
import gc
import threading
import weakref

import numpy as np
import pytest

import runtime as tf


class Traces:
    """Counts the traces of the function it decorates."""

    def __init__(self, **options):
        self.options = options
        self.calls = []

    def __call__(self, function):
        @functools.wraps(function)
        def counted(*args, **kwargs):
            self.calls.append((args, kwargs))
            return function(*args, **kwargs)

        return tf.function(counted, autograph=False, **self.options)


def test_tensors_of_one_dtype_and_shape_share_a_trace():
    traces = Traces()
    f = traces(lambda x: x + x)
    for value in (1, 2, 1.5, 2.5, [1, 2], [3, 4], [[1.0]]):
        f(tf.constant(value))
    assert len(traces.calls) == f.experimental_get_tracing_count() == 4


def test_arrays_count_as_tensors():
    traces = Traces()
    f = traces(lambda x: x * 2)
    assert [float(f(x)) for x in (tf.constant(1.0), np.float32(2), np.array(3, np.float32))] == [2, 4, 6]
    assert len(traces.calls) == 1


def test_an_array_that_changes_after_the_call_does_not_change_the_result():
    f = tf.function(lambda x: x, autograph=False)
    x = np.array([1.0, 2.0])
    y = f(x)
    x[0] = 7
    assert y.numpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    "values, count",
    [
        ((1, 1, 2), 2),
        ((1, 1.0, True), 3),
        ((0.0, -0.0), 2),
        ((float("nan"), float("nan")), 1),
        (("a", "b", "a"), 2),
        ((None, None), 1),
        (([1, 2], (1, 2), [1, 2]), 2),
        (({"a": 1, "b": 2}, {"b": 2, "a": 1}), 1),
    ],
)
def test_python_values_count_by_type_and_value(values, count):
    traces = Traces()
    f = traces(lambda x: tf.constant(0))
    for value in values:
        f(value)
    assert len(traces.calls) == count


def test_a_call_is_the_same_however_its_arguments_are_written():
    traces = Traces()
    f = traces(lambda x, y=2, *, z=3: x + y + z)
    x, y = tf.constant(1), tf.constant(5)
    assert [int(r) for r in (f(x), f(x, 2), f(x=x), f(y=2, x=x), f(x, z=3))] == [6] * 5
    assert len(traces.calls) == 1
    assert [int(r) for r in (f(x, y), f(y=y, x=x), f(y=x, x=y))] == [9, 9, 9]
    assert len(traces.calls) == 2


def test_keyword_arguments_out_of_order_reach_their_parameters_from_the_cache_too():
    f = tf.function(lambda a, b: a - b, autograph=False)
    x, y = tf.constant(5), tf.constant(3)
    assert [int(f(b=y, a=x)) for _ in range(3)] == [2, 2, 2]


def test_structures_of_arguments_keep_their_structure():
    Point = collections.namedtuple("Point", "x y")
    seen = []

    @tf.function(autograph=False)
    def f(p, options):
        seen.append((type(p), p.x, sorted(options)))
        return {"sum": p.x + options["more"][0], "same": p}

    result = f(Point(tf.constant(1), 2), {"more": [tf.constant(10)]})
    assert int(result["sum"]) == 11
    assert (type(result["same"]), int(result["same"].y)) == (Point, 2)
    assert [(kind, keys) for kind, _, keys in seen] == [(Point, ["more"])]


def test_objects_count_by_identity_and_are_not_kept_alive():
    class Settings:
        scale = 3

    traces = Traces()
    f = traces(lambda s, x: x * s.scale)
    one, other = Settings(), Settings()
    for s in (one, other, one):
        f(s, tf.constant(1))
    assert len(traces.calls) == 2
    reference = weakref.ref(one)
    traces.calls.clear()
    del one, s
    gc.collect()
    assert reference() is None


def test_placeholders_are_named_after_arguments():
    printed = []

    @tf.function(autograph=False)
    def f(a, *rest, key=None):
        printed.extend([str(a), str(rest[0]), str(key["k"])])
        return a

    f(tf.constant(1), tf.constant([1.0]), key={"k": tf.constant(b"x")})
    assert printed == [
        'Tensor("a:0", shape=(), dtype=int32)',
        'Tensor("rest_0:0", shape=(1,), dtype=float32)',
        'Tensor("key:0", shape=(), dtype=string)',
    ]


def test_a_general_trace_serves_calls_that_it_describes():
    f = tf.function(lambda x: x + 1, autograph=False)
    f.get_concrete_function(tf.TensorSpec([None], tf.int32))
    assert f(tf.constant([1, 2])).numpy().tolist() == [2, 3]
    assert f.experimental_get_tracing_count() == 1


def test_reduce_retracing_generalises_shapes():
    f = tf.function(lambda x: x + 1, autograph=False, reduce_retracing=True)
    for n in (1, 2, 3, 4):
        f(tf.zeros([n, 2]))
    assert f.experimental_get_tracing_count() == 2
    assert "shape=(None, 2)" in f.pretty_printed_concrete_signatures()


def test_results_are_tensors_in_the_structure_that_was_returned():
    f = tf.function(lambda x: (x, [1, "a", np.ones(2)], {"none": None}), autograph=False)
    x, (one, text, array), rest = f(tf.constant(2))
    assert (int(x), int(one), text.numpy(), array.numpy().tolist(), rest) == (2, 1, b"a", [1, 1], {"none": None})


def test_what_cannot_be_a_tensor_cannot_be_returned():
    with pytest.raises(TypeError, match=r"\bobject\b"):
        tf.function(lambda: object(), autograph=False)()


# -- input signatures


def test_an_input_signature_makes_one_trace():
    traces = Traces(input_signature=[tf.TensorSpec([None], tf.int32)])
    f = traces(lambda x: x + 1)
    for value in (tf.constant([1]), [1, 2], np.array([1, 2, 3], np.int32)):
        f(value)
    assert len(traces.calls) == 1


@pytest.mark.parametrize(
    "args, message",
    [
        (([[1]],), r"\(1, 1\).*\(None,\)"),
        (([1.5],), r"\[1.5\].*int32"),
        (([1], [2]), "too many positional arguments"),
        ((), "'x'"),
    ],
)
def test_what_does_not_fit_the_input_signature_is_refused(args, message):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([None], tf.int32)], autograph=False)
    with pytest.raises(TypeError, match=message):
        f(*args)


@pytest.mark.parametrize(
    "signature, message",
    [
        ([1], r"\[1\]"),
        (3, "input_signature"),
        ([], r"\bx\b"),
    ],
)
def test_an_input_signature_is_made_of_specs(signature, message):
    with pytest.raises(TypeError, match=message):
        tf.function(lambda x: x, input_signature=signature)


def test_parameters_beyond_the_input_signature_keep_their_defaults():
    f = tf.function(lambda x, y=2: x * y, input_signature=[tf.TensorSpec([], tf.float32)], autograph=False)
    assert float(f(3.0)) == 6
    with pytest.raises(TypeError, match=r"\b3\b.*\b2\b"):
        f(3.0, 3)


# -- variables


def test_variables_among_the_arguments_share_a_trace_unless_they_alias():
    traces = Traces()
    add = traces(lambda a, b: a.assign_add(b))
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    assert [float(r) for r in (add(v, w), add(w, v), add(v, v))] == [3, 5, 6]
    assert len(traces.calls) == 2


def test_a_variable_may_be_created_on_the_first_call():
    class Holder:
        v = None

    @tf.function(autograph=False)
    def f(x):
        if Holder.v is None:
            Holder.v = tf.Variable(1.0)
        return Holder.v.assign_add(x)

    assert [float(f(1.0)), float(f(2.0))] == [2, 4]


def test_initial_values_may_depend_on_arguments_and_on_one_another():
    state = []

    @tf.function(autograph=False)
    def f(x):
        if not state:
            state.append(tf.Variable(2.0 * x))
            state.append(tf.Variable(state[0] * 3.0))
        return state[0] * x * state[1]

    assert [float(f(tf.constant(1.0))), float(f(tf.constant(3.0)))] == [12, 36]


def test_a_variable_may_not_be_created_on_every_call():
    with pytest.raises(ValueError, match=r"tf\.Variable"):
        tf.function(lambda: tf.Variable(1.0), autograph=False)()


# -- methods, nesting, threads


def test_methods_trace_per_instance_and_do_not_keep_it_alive():
    class Layer:
        def __init__(self, scale):
            self.scale = tf.constant(scale)

        @tf.function(autograph=False)
        def compute(self, x):
            return x * self.scale

    two, three = Layer(2), Layer(3)
    assert [int(two.compute(tf.constant(5))), int(three.compute(tf.constant(5))), int(two.compute(tf.constant(6)))] == [
        10, 15, 12,
    ]  # fmt: skip
    assert two.compute.experimental_get_tracing_count() == 1
    assert isinstance(two.compute, tf.Function)
    reference = weakref.ref(two)
    del two
    gc.collect()
    assert reference() is None


def test_a_method_outlives_the_name_of_its_instance():
    class Layer:
        @tf.function(autograph=False)
        def compute(self, x):
            return x + 1

    assert int(Layer().compute(tf.constant(1))) == 2


def test_a_function_called_by_another_becomes_a_call():
    v = tf.Variable(0)
    double = tf.function(lambda x: x + x, autograph=False)
    count = tf.function(lambda: v.assign_add(1), autograph=False)
    graph = tf.function(lambda x: double(x) + count(), autograph=False).get_concrete_function(tf.constant(1)).graph
    calls = [node.type for node in graph.nodes if "Call" in node.type]
    assert calls == ["PartitionedCall", "StatefulPartitionedCall"]


def test_an_inner_function_captures_tensors_of_the_outer_one():
    @tf.function(autograph=False)
    def outer(x):
        k = x * 3
        inner = tf.function(lambda y: y + k, autograph=False)
        return inner(x) + inner(k)

    assert int(outer(tf.constant(2))) == 2 + 6 + 6 + 6


def test_a_function_shared_by_two_outer_ones_captures_from_each():
    held = {}
    inner = tf.function(lambda y: y + held["k"], autograph=False)

    def outer(x):
        held["k"] = x * 10
        return inner(x)

    one, other = tf.function(outer, autograph=False), tf.function(outer, autograph=False)
    assert [int(one(tf.constant(1))), int(other(tf.constant(2))), int(one(tf.constant(3)))] == [11, 22, 33]


def test_recursion_over_python_values_ends_and_over_tensors_is_reported():
    @tf.function(autograph=False)
    def power(x, n):
        return x if n == 1 else x * power(x, n - 1)

    assert int(power(tf.constant(3), 4)) == 81

    @tf.function(autograph=False)
    def forever(x):
        return forever(x)

    with pytest.raises(RecursionError, match="'forever' calls itself"):
        forever(tf.constant(1))


def test_many_threads_trace_each_type_once_and_agree():
    traces = Traces()
    f = traces(lambda x: tf.reduce_sum(x) * 2)
    barrier = threading.Barrier(16)
    results = []

    def run(i):
        barrier.wait()
        results.append((float(f(tf.constant(float(i)))), 2.0 * i))
        results.append((float(f(tf.fill([3], float(i)))), 6.0 * i))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(traces.calls) == 2
    assert len(results) == 32 and all(got == want for got, want in results)


def test_functions_can_run_eagerly():
    traces = Traces()
    f = traces(lambda x: x)
    tf.config.run_functions_eagerly(True)
    try:
        f(tf.constant(1))
        f(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    assert len(traces.calls) == 2
    assert f.experimental_get_tracing_count() == 0


def test_a_function_looks_like_the_one_it_was_made_from():
    @tf.function
    def documented(x):
        """What it does."""
        return x

    assert (documented.__name__, documented.__doc__) == ("documented", "What it does.")
    assert documented.python_function(3) == 3


def test_a_function_without_source_is_traced_as_it_is():
    namespace = {"tf": tf}
    exec("def f(x):\n    return x + 1", namespace)
    assert int(tf.function(namespace["f"])(tf.constant(1))) == 2


def test_the_older_keywords_mean_what_the_newer_ones_do():
    sizes = []

    @tf.function(experimental_compile=False, experimental_relax_shapes=True, experimental_implements="total")
    def total(x):
        sizes.append(x.shape[0])
        return tf.reduce_sum(x)

    assert [float(total(tf.ones([n]))) for n in (1, 2, 3, 4)] == [1.0, 2.0, 3.0, 4.0]
    assert sizes == [1, None]


def test_without_autograph_a_condition_on_a_tensor_is_an_error():
    @tf.function(autograph=False, jit_compile=False)
    def positive(x):
        return x if x > 0 else -x

    with pytest.raises(TypeError, match="`bool`"):
        positive(tf.constant(1))
