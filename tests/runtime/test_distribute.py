"""Virtual CPUs, and strategies over them. The random numbers are TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


@pytest.fixture(autouse=True)
def two_cpus():
    (cpu,) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
    yield
    tf.config.set_logical_device_configuration(cpu, [])


@pytest.fixture
def strategy():
    return tf.distribute.MirroredStrategy(devices=["cpu:0", "cpu:1"])


def results(strategy, value):
    return [np.asarray(x).tolist() for x in strategy.experimental_local_results(value)]


def replica_id():
    return tf.distribute.get_replica_context().replica_id_in_sync_group


def test_the_cpu_is_divided_as_it_is_configured():
    names = [device.name for device in tf.config.list_logical_devices("CPU")]
    assert names == ["/device:CPU:0", "/device:CPU:1"]
    (cpu,) = tf.config.list_physical_devices()
    assert len(tf.config.get_logical_device_configuration(cpu)) == 2
    with pytest.raises(ValueError, match="memory limit"):
        tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(memory_limit=10)])
    assert tf.distribute.MirroredStrategy().num_replicas_in_sync == 2
    with pytest.raises(ValueError, match="no device 'cpu:7'"):
        tf.distribute.MirroredStrategy(["cpu:7"])


def test_a_function_runs_once_for_each_replica_on_its_own_values(strategy):
    given = strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant([1.0, 2.0]) * (context.replica_id_in_sync_group + 1.0)
    )
    found = strategy.run(lambda x, y: (x + y, {"id": replica_id(), "none": None}), args=(given,), kwargs={"y": 1.0})
    assert results(strategy, found[0]) == [[2.0, 3.0], [3.0, 5.0]]
    assert results(strategy, found[1]["id"]) == [0, 1]
    assert found[1]["none"] is None
    assert str(strategy.run(replica_id)) == (
        "PerReplica:{\n  0: tf.Tensor(0, shape=(), dtype=int32),\n  1: tf.Tensor(1, shape=(), dtype=int32)\n}"
    )


@pytest.mark.parametrize(
    ("operation", "axis", "expected"),
    [("SUM", None, [3, 6]), ("MEAN", None, [1.5, 3]), ("sum", 0, 9), (tf.distribute.ReduceOp.MEAN, 0, 2.25)],
)
def test_values_of_replicas_become_one(strategy, operation, axis, expected):
    value = strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant([1, 2]) * (context.replica_id_in_sync_group + 1)
    )
    np.testing.assert_array_equal(strategy.reduce(operation, value, axis=axis), expected)
    np.testing.assert_array_equal(strategy.gather(value, 0), [1, 2, 2, 4])
    with pytest.raises(ValueError, match="cannot be reduced"):
        strategy.reduce("SUM", 3.0, axis=None)


def test_a_function_is_traced_for_each_replica_and_a_strategy_runs_inside_of_one(strategy):
    traces = []

    @tf.function
    def times_id(x):
        traces.append(1)
        return x * tf.cast(replica_id(), tf.float32)

    @tf.function
    def inside():
        return strategy.run(times_id, args=(2.0,))

    for _ in range(2):
        assert results(strategy, strategy.run(times_id, args=(tf.constant(3.0),))) == [0.0, 3.0]
    assert len(traces) == 2
    assert results(strategy, inside()) == [0.0, 2.0]


def test_a_generator_from_outside_is_drawn_from_by_one_replica_after_the_other(strategy):
    generator = tf.random.Generator.from_seed(1)
    np.testing.assert_allclose(
        results(strategy, strategy.run(lambda: generator.normal([]))), [0.43842274, 1.6272374], rtol=1e-6
    )


def test_a_generator_of_the_strategy_draws_other_numbers_on_each_replica(strategy):
    with strategy.scope():
        generator = tf.random.Generator.from_seed(1)
    staged = tf.function(lambda: generator.normal([]))
    drawn = [results(strategy, strategy.run(draw)) for draw in (lambda: generator.normal([]), staged)]
    np.testing.assert_allclose(drawn, [[-0.87930447, 0.020661574], [-1.5822568, 0.77539235]], rtol=1e-6)
    with strategy.scope():
        second = tf.random.Generator.from_seed(1).split(2)[1]
    np.testing.assert_allclose(
        results(strategy, strategy.run(lambda: second.normal([]))), [1.6378621, 0.9637098], rtol=1e-6
    )
    generator.reset_from_seed(1)
    again = results(strategy, strategy.run(lambda: generator.normal([])))
    np.testing.assert_allclose(again, drawn[0])


def test_contexts_say_where_the_program_is(strategy):
    def where():
        context = tf.distribute.get_replica_context()
        return context and (int(context.replica_id_in_sync_group), context.num_replicas_in_sync)

    assert where() == (0, 1)
    assert not tf.distribute.has_strategy()
    with strategy.scope():
        assert where() is None
        assert tf.distribute.in_cross_replica_context()
        assert tf.distribute.get_strategy() is strategy
    found = []
    strategy.run(lambda: found.append(where()))
    assert found == [(0, 2), (1, 2)]
    with pytest.raises(NotImplementedError, match="replicas run one after the other"):
        strategy.run(lambda: tf.distribute.get_replica_context().all_reduce("SUM", 1.0))
