"""Options: those there are, and where they go when a dataset is made of another."""

from __future__ import annotations

import pytest

import runtime as tf

D = tf.data.Dataset


def some() -> tf.data.Options:
    options = tf.data.Options()
    options.deterministic = False
    options.threading.private_threadpool_size = 2
    options.experimental_optimization.map_fusion = True
    return options


def test_options_are_merged_and_change_no_element() -> None:
    dataset = D.range(3).with_options(some()).with_options(tf.data.Options())
    assert [int(x) for x in dataset] == [0, 1, 2]
    assert dataset.options().threading.private_threadpool_size == 2
    assert dataset.options().autotune.enabled is None


@pytest.mark.parametrize(
    "owner, name, nearest",
    [
        (tf.data.Options(), "determinstic", "deterministic"),
        (tf.data.Options(), "thread", "threading"),
        (tf.data.Options().threading, "private_thread_pool_size", "private_threadpool_size"),
        (tf.data.Options().experimental_optimization, "map_fussion", "map_fusion"),
        (tf.data.Options().experimental_distribute, "auto_shard", "auto_shard_policy"),
        (tf.data.Options().autotune, "enable", "enabled"),
    ],
)
def test_an_option_that_there_is_not_is_an_error_that_names_the_nearest(owner, name, nearest) -> None:
    with pytest.raises(AttributeError, match=f"Cannot set the property {name} on .*: did you mean '{nearest}'"):
        setattr(owner, name, True)
    with pytest.raises(AttributeError, match=f"Cannot get the property {name} on .*: did you mean '{nearest}'"):
        getattr(owner, name)


def test_a_name_like_no_option_lists_those_there_are() -> None:
    with pytest.raises(AttributeError, match="there are auto_shard_policy, num_devices"):
        tf.data.Options().experimental_distribute.zzz = 1


def test_a_value_of_another_type_is_an_error() -> None:
    with pytest.raises(TypeError, match='Property "deterministic" must be of type bool, got: 3'):
        tf.data.Options().deterministic = 3


def test_older_names_are_the_same_options() -> None:
    options = tf.data.Options()
    options.experimental_deterministic = True
    options.experimental_threading.max_intra_op_parallelism = 1
    assert options.deterministic and options.threading.max_intra_op_parallelism == 1


STEPS = {
    "map": lambda d: d.map(lambda x: x + 1),
    "filter": lambda d: d.filter(lambda x: x > 1),
    "batch": lambda d: d.batch(2),
    "padded_batch": lambda d: d.padded_batch(2),
    "batch and unbatch": lambda d: d.batch(2).unbatch(),
    "rebatch": lambda d: d.batch(2).rebatch(3),
    "window": lambda d: d.window(2),
    "shuffle, repeat, take": lambda d: d.shuffle(2).repeat(2).take(1),
    "enumerate": lambda d: d.enumerate(),
    "zip": lambda d: D.zip(D.range(2), d),
    "concatenate": lambda d: D.range(2).concatenate(d),
    "choose": lambda d: D.choose_from_datasets([d, d], D.range(2)),
    "sample": lambda d: D.sample_from_datasets([d, d]),
    "scan": lambda d: d.scan(tf.constant(0, tf.int64), lambda s, x: (s, x)),
    "flat_map": lambda d: d.flat_map(D.from_tensors),
    "interleave": lambda d: d.interleave(D.from_tensors, num_parallel_calls=2),
    "group_by_window": lambda d: d.group_by_window(lambda x: x, lambda key, w: w, 2),
    "prefetch": lambda d: d.prefetch(1),
    "cache": lambda d: d.cache(),
}


@pytest.mark.parametrize("name", STEPS)
def test_options_survive_transformations(name: str) -> None:
    assert STEPS[name](D.range(4).with_options(some())).options() == some()


def test_a_later_option_takes_the_place_of_one_before_and_those_not_set_do_not() -> None:
    first, second = tf.data.Options(), tf.data.Options()
    first.deterministic = True
    first.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
    second.deterministic = False
    options = D.range(2).with_options(first).map(lambda x: x).with_options(second).options()
    assert options.deterministic is False
    assert options.experimental_distribute.auto_shard_policy is tf.data.experimental.AutoShardPolicy.OFF
    assert first.deterministic is True
