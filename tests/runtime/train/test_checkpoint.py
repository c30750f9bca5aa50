"""`tf.train.Checkpoint`: values come back to where they were, and to what is made later."""

from __future__ import annotations

import copy
import gc
import logging
import os

import numpy as np
import pytest

import runtime as tf


class Dense(tf.Module):
    """Makes its variables when it is first called."""

    def __init__(self, size):
        super().__init__()
        self.size = size

    def __call__(self, x):
        if not hasattr(self, "kernel"):
            self.kernel = tf.Variable(tf.zeros([x.shape[-1], self.size]))
            self.bias = tf.Variable(tf.zeros([self.size]))
        return tf.matmul(x, self.kernel) + self.bias


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.l1 = Dense(2)
        self.scale = tf.Variable(1.0, name="anything")


def trained(tmp_path):
    """A net with values, and the path it was saved to."""
    net = Net()
    net.l1(tf.ones([1, 3]))
    net.l1.kernel.assign(tf.reshape(tf.range(6.0), [3, 2]))
    net.l1.bias.assign([7.0, 8.0])
    net.scale.assign(9.0)
    return net, tf.train.Checkpoint(net=net, step=tf.Variable(4)).save(tmp_path / "ckpt")


def test_values_return_by_the_names_of_attributes(tmp_path):
    net, path = trained(tmp_path)
    other = Net()
    other.l1(tf.ones([1, 3]))
    step = tf.Variable(0, name="called_differently")
    tf.train.Checkpoint(net=other, step=step).restore(path).assert_consumed()
    assert other.l1.kernel.numpy().tolist() == net.l1.kernel.numpy().tolist()
    assert (other.scale.numpy(), step.numpy()) == (9.0, 4)


def test_variables_that_are_made_later_get_their_values_then(tmp_path):
    _, path = trained(tmp_path)
    net = Net()
    status = tf.train.Checkpoint(net=net, step=tf.Variable(0)).restore(path)
    with pytest.raises(AssertionError, match=r"Unresolved object in checkpoint \(root\).net.l1.kernel: attributes {"):
        status.assert_consumed()
    assert net.l1(tf.ones([1, 3])).numpy().tolist() == [[13.0, 17.0]]
    status.assert_consumed()


def test_variables_that_are_made_while_a_function_is_traced_get_their_values_too(tmp_path):
    _, path = trained(tmp_path)
    net = Net()
    tf.train.Checkpoint(net=net, step=tf.Variable(0)).restore(path)
    assert tf.function(net.l1)(tf.ones([1, 3])).numpy().tolist() == [[13.0, 17.0]]


def test_lists_and_dictionaries_are_restored_as_they_grow(tmp_path):
    # The example of the guide "Training checkpoints".
    save = tf.train.Checkpoint()
    save.listed = [tf.Variable(1.0)]
    save.listed.append(tf.Variable(2.0))
    save.mapped = {"one": save.listed[0]}
    save.mapped["two"] = save.listed[1]
    path = save.save(tmp_path / "list_example")
    restore = tf.train.Checkpoint()
    v2 = tf.Variable(0.0)
    restore.mapped = {"two": v2}
    status = restore.restore(path)
    assert v2.numpy() == 2.0
    restore.listed = []
    v1 = tf.Variable(0.0)
    restore.listed.append(v1)
    assert v1.numpy() == 1.0
    status.assert_consumed()
    third = tf.Variable(5.0)
    restore.mapped["one"] = third
    restore.listed.append(third)
    assert third.numpy() == 5.0


@pytest.mark.parametrize(
    "grow",
    [
        lambda items, v: items.append(v),
        lambda items, v: items.extend([v]),
        lambda items, v: items.insert(0, v),
        lambda items, v: items.__iadd__([v]),
    ],
)
def test_however_a_list_grows_its_elements_get_their_values(tmp_path, grow):
    root = tf.Module()
    root.l = [tf.Variable(3.0)]
    path = tf.train.Checkpoint(root).save(tmp_path / "c")
    other = tf.Module()
    other.l = []
    tf.train.Checkpoint(other).restore(path)
    grow(other.l, tf.Variable(0.0))
    assert other.l[0].numpy() == 3.0


def test_a_copy_of_an_object_that_waits_for_values_does_not_wait(tmp_path):
    _, path = trained(tmp_path)
    net = Net()
    tf.train.Checkpoint(net=net, step=tf.Variable(0)).restore(path).expect_partial()
    twin = copy.deepcopy(net)
    assert twin.scale.numpy() == 9.0
    assert twin.l1(tf.ones([1, 3])).numpy().tolist() == [[0.0, 0.0]]
    assert net.l1(tf.ones([1, 3])).numpy().tolist() == [[13.0, 17.0]]


def test_a_root_is_saved_as_if_it_were_the_checkpoint(tmp_path):
    root = tf.Module()
    root.v = tf.Variable(3.0)
    path = tf.train.Checkpoint(root).save(tmp_path / "c")
    assert [name for name, _ in tf.train.list_variables(path)] == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "save_counter/.ATTRIBUTES/VARIABLE_VALUE",
        "v/.ATTRIBUTES/VARIABLE_VALUE",
    ]
    later = tf.Module()
    tf.train.Checkpoint(later).restore(path)
    later.v = tf.Variable(0.0)
    assert later.v.numpy() == 3.0
    with pytest.raises(
        ValueError, match=r"Cannot create a Checkpoint with keyword argument v if root.v already exists."
    ):
        tf.train.Checkpoint(root, v=tf.Variable(1.0))


def test_a_part_of_a_checkpoint_is_restored_by_objects_of_that_shape(tmp_path):
    _, path = trained(tmp_path)
    bias = tf.Variable(tf.zeros([2]))
    root = tf.train.Checkpoint(net=tf.train.Checkpoint(l1=tf.train.Checkpoint(bias=bias)))
    root.restore(path).expect_partial()
    assert bias.numpy().tolist() == [7.0, 8.0]


def test_all_dtypes_are_restored_exactly(tmp_path):
    values = [
        tf.constant([1.5, float("nan"), -0.0, float("inf")], dtype)
        for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64)
    ]
    values += [tf.constant([1 + 2j], tf.complex64), tf.constant([1 + 2j, complex("nan")], tf.complex128)]
    values += [
        tf.constant([dtype.max, dtype.min], dtype) for dtype in (tf.int8, tf.uint8, tf.int64, tf.uint64, tf.int32)
    ]
    values += [tf.constant([[True], [False]]), tf.constant([b"\xff\x00", b"", "é"]), tf.zeros([0, 3]), tf.constant("s")]
    path = tf.train.Checkpoint(v=[tf.Variable(v) for v in values]).write(tmp_path / "c")
    restored = [tf.Variable(tf.zeros_like(v)) for v in values]
    tf.train.Checkpoint(v=restored).read(path).assert_consumed()
    for v, r in zip(values, restored, strict=True):
        assert v.dtype is r.dtype and v.shape == r.shape
        assert np.asarray(v.numpy()).tobytes() == np.asarray(r.numpy()).tobytes() or v.dtype is tf.string
        if v.dtype is tf.string:
            assert np.asarray(v.numpy()).tolist() == np.asarray(r.numpy()).tolist()


def test_a_generator_goes_on_where_it_was(tmp_path):
    generator = tf.random.Generator.from_seed(1)
    path = tf.train.Checkpoint(g=generator).write(tmp_path / "c")
    expected = generator.normal([3]).numpy().tolist()
    other = tf.random.Generator.from_seed(2)
    tf.train.Checkpoint(g=other).read(path)
    assert other.normal([3]).numpy().tolist() == expected
    assert "g/_state_var/.ATTRIBUTES/VARIABLE_VALUE" in dict(tf.train.list_variables(path))


def test_keys_escape_what_separates_them(tmp_path):
    root = tf.train.Checkpoint()
    root.b = {"k/1.x": tf.Variable(2.0)}
    names = [name for name, _ in tf.train.list_variables(root.write(tmp_path / "c"))]
    assert names == ["_CHECKPOINTABLE_OBJECT_GRAPH", "b/k.S1..x/.ATTRIBUTES/VARIABLE_VALUE"]


# -- statuses; the texts are those of TensorFlow 2.21 ----------------------------------------------------------------


def test_the_status_says_what_was_not_restored(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(tmp_path / "c")
    status = tf.train.Checkpoint(v=tf.Variable([5.0, 5.0]), u=tf.Variable(1.0)).read(path)
    with pytest.raises(AssertionError) as raised:
        status.assert_existing_objects_matched()
    assert str(raised.value) == (
        "Found 1 Python objects that were not bound to checkpointed values, likely due to changes in the Python "
        "program. Showing 1 of 1 unmatched objects: [<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=1.0>]"
    )
    status.assert_nontrivial_match()
    status = tf.train.Checkpoint(u=tf.Variable(1.0)).read(path).expect_partial()
    with pytest.raises(AssertionError, match=r"Nothing except the root object matched a checkpointed value."):
        status.assert_nontrivial_match()


def test_restoring_nothing_says_so_when_asked():
    status = tf.train.Checkpoint().restore(None)
    status.expect_partial()
    with pytest.raises(AssertionError, match=r"No checkpoint specified .save_path=None.; nothing is being restored."):
        status.assert_consumed()


def test_unused_values_are_warned_of_unless_expected(tmp_path, caplog):
    path = tf.train.Checkpoint(v=tf.Variable(1.0)).write(tmp_path / "c")
    with caplog.at_level(logging.WARNING, "runtime"):
        tf.train.Checkpoint().read(path).expect_partial()
        gc.collect()
        assert not caplog.records
        tf.train.Checkpoint().read(path)
        gc.collect()
    assert "could not be found in the restored object: (root).v" in caplog.text


def test_wrong_shapes_and_dtypes_are_errors(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(tmp_path / "c")
    with pytest.raises(ValueError) as raised:
        tf.train.Checkpoint(v=tf.Variable([1.0, 2.0, 3.0])).read(path)
    assert str(raised.value) == (
        "Received incompatible tensor with shape (2,) when attempting to restore variable with shape (3,) and name "
        "Variable:0."
    )
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="expected dtype int32 does not equal original dtype float"
    ):
        tf.train.Checkpoint(v=tf.Variable([1, 2])).read(path)


def test_what_is_not_trackable_is_refused():
    with pytest.raises(ValueError, match=r"`Checkpoint` was expecting x to be a trackable object .* got 3\."):
        tf.train.Checkpoint(x=3)


def test_a_checkpoint_that_is_not_there(tmp_path):
    with pytest.raises(tf.errors.NotFoundError) as raised:
        tf.train.Checkpoint().restore(tmp_path / "none")
    assert str(raised.value) == (
        f"Error when restoring from checkpoint or SavedModel at {tmp_path}/none: Unsuccessful TensorSliceReader "
        f"constructor: Failed to find any matching files for {tmp_path}/none\nPlease double-check that the path is "
        "correct. You may be missing the checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1')."
    )
    with pytest.raises(ValueError, match="Couldn't find 'checkpoint' file or checkpoints in given directory"):
        tf.train.load_checkpoint(tmp_path)


# -- files -----------------------------------------------------------------------------------------------------------


def test_saves_are_numbered_and_the_latest_is_found(tmp_path):
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    assert checkpoint.save(tmp_path / "c") == f"{tmp_path}/c-1"
    v.assign(2.0)
    assert checkpoint.save(tmp_path / "c") == f"{tmp_path}/c-2"
    assert checkpoint.save_counter.numpy() == 2
    assert tf.train.latest_checkpoint(tmp_path) == f"{tmp_path}/c-2"
    assert (tmp_path / "checkpoint").read_text() == 'model_checkpoint_path: "c-2"\nall_model_checkpoint_paths: "c-2"\n'
    checkpoint.restore(f"{tmp_path}/c-1")
    assert (v.numpy(), checkpoint.save_counter.numpy()) == (1.0, 1)


def test_a_reader_gives_tensors_by_key(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable([[1.0, 2.0]]), n=tf.Variable(3)).save(tmp_path / "c")
    reader = tf.train.load_checkpoint(tmp_path)
    assert reader.get_variable_to_shape_map()["v/.ATTRIBUTES/VARIABLE_VALUE"] == [1, 2]
    assert reader.get_variable_to_dtype_map()["n/.ATTRIBUTES/VARIABLE_VALUE"] is tf.int32
    assert reader.get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE").tolist() == [[1.0, 2.0]]
    assert reader.has_tensor("n/.ATTRIBUTES/VARIABLE_VALUE") and not reader.has_tensor("x")
    assert tf.train.load_variable(path, "n/.ATTRIBUTES/VARIABLE_VALUE") == 3
    with pytest.raises(tf.errors.NotFoundError, match="Key x not found in checkpoint"):
        reader.get_tensor("x")


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[: len(data) // 2], lambda data: b"", bytes.swapcase]
)
def test_damaged_files_are_one_kind_of_error(tmp_path, damage):
    path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save(tmp_path / "c")
    for name in sorted(os.listdir(tmp_path)):
        if not name.startswith("c-1"):
            continue
        file = tmp_path / name
        data = file.read_bytes()
        file.write_bytes(damage(data))
        with pytest.raises(tf.errors.DataLossError, match=f"{name}(:.*)?: .*\n  help: "):
            tf.train.Checkpoint(v=tf.Variable([0.0, 0.0])).restore(path)
        file.write_bytes(data)
    tf.train.Checkpoint(v=tf.Variable([0.0, 0.0])).restore(path).assert_consumed()


def test_a_checkpoint_of_another_version_is_refused(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(1.0)).write(tmp_path / "c")
    index = tmp_path / "c.index"
    index.write_text(index.read_text().replace("checkpoint 1", "checkpoint 2"))
    with pytest.raises(
        tf.errors.DataLossError, match="should be 'checkpoint 1', not 'checkpoint 2'\n  help: load it with the"
    ):
        tf.train.Checkpoint().read(path)


def test_a_checkpoint_that_is_written_again_leaves_no_file_of_the_old_one(tmp_path):
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    for value in (1.0, 2.0):
        v.assign(value)
        checkpoint.write(tmp_path / "ckpt")
        assert len([name for name in os.listdir(tmp_path) if ".data-" in name]) == 1
    v.assign(0.0)
    checkpoint.read(str(tmp_path / "ckpt"))
    assert v.numpy() == 2.0


# -- CheckpointManager -----------------------------------------------------------------------------------------------


def test_a_manager_keeps_the_latest_and_goes_on_after_a_restart(tmp_path):
    v = tf.Variable(0.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), tmp_path, max_to_keep=2)
    assert manager.latest_checkpoint is None
    for i in range(3):
        v.assign(float(i))
        manager.save()
    assert manager.checkpoints == [f"{tmp_path}/ckpt-2", f"{tmp_path}/ckpt-3"]
    names = sorted(name.split(".")[0] for name in os.listdir(tmp_path))
    assert names == ["checkpoint", "ckpt-2", "ckpt-2", "ckpt-3", "ckpt-3"]
    w = tf.Variable(5.0)
    again = tf.train.CheckpointManager(tf.train.Checkpoint(v=w), str(tmp_path), max_to_keep=2)
    assert again.restore_or_initialize() == again.latest_checkpoint == f"{tmp_path}/ckpt-3"
    assert w.numpy() == 2.0
    again.save()
    assert again.checkpoints == [f"{tmp_path}/ckpt-3", f"{tmp_path}/ckpt-4"]


def test_a_manager_counts_steps_and_waits_for_the_interval(tmp_path):
    step = tf.Variable(3)
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step), tmp_path, 2, checkpoint_name="foo", step_counter=step, checkpoint_interval=2
    )
    assert manager.save() == f"{tmp_path}/foo-3"
    assert manager.save() is None
    assert manager.save(check_interval=False) is None
    step.assign(4)
    assert manager.save() is None
    assert manager.save(check_interval=False) == f"{tmp_path}/foo-4"
    step.assign(6)
    assert manager.save() == f"{tmp_path}/foo-6"


def test_a_manager_keeps_one_for_good_now_and_then(tmp_path):
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(v=tf.Variable(1.0)), tmp_path, 1, keep_checkpoint_every_n_hours=0
    )
    for _ in range(3):
        manager.save()
    assert manager.checkpoints == [f"{tmp_path}/ckpt-3"]
    assert os.path.exists(tmp_path / "ckpt-1.index") and os.path.exists(tmp_path / "ckpt-2.index")


def test_a_manager_initialises_when_there_is_nothing(tmp_path):
    called = []
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(v=tf.Variable(1.0)), tmp_path, None, init_fn=lambda: called.append(1)
    )
    assert manager.restore_or_initialize() is None
    assert called == [1]


def test_a_manager_refuses_what_makes_no_sense(tmp_path):
    checkpoint = tf.train.Checkpoint()
    with pytest.raises(ValueError, match=r"Expected a positive integer or `None` for `max_to_keep`, got 0."):
        tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=0)
    with pytest.raises(ValueError, match=r"`step_counter` should be passed if `checkpoint_interval` is not None."):
        tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=1, checkpoint_interval=2)


# -- the guide "Training checkpoints" --------------------------------------------------------------------------------


def test_a_training_loop_goes_on_where_it_was_interrupted(tmp_path):
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.l1 = tf.keras.layers.Dense(5)

        def call(self, x):
            return self.l1(x)

    def started():
        inputs = tf.range(10.0)[:, None]
        labels = inputs * 5.0 + tf.range(5.0)[None, :]
        dataset = tf.data.Dataset.from_tensor_slices(dict(x=inputs, y=labels)).repeat().batch(2)
        net, optimizer, iterator = Net(), tf.keras.optimizers.Adam(0.1), iter(dataset)
        checkpoint = tf.train.Checkpoint(step=tf.Variable(1), optimizer=optimizer, net=net, iterator=iterator)
        return checkpoint, tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=3)

    def train(checkpoint, steps):
        losses = []
        for _ in range(steps):
            example = next(checkpoint.iterator)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.abs(checkpoint.net(example["x"]) - example["y"]))
            variables = checkpoint.net.trainable_variables
            checkpoint.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            checkpoint.step.assign_add(1)
            losses.append(float(loss))
        return losses

    first, manager = started()
    train(first, 7)
    path = manager.save()
    expected = train(first, 5)
    second, manager = started()
    assert manager.latest_checkpoint == path
    status = second.restore(manager.latest_checkpoint)
    assert train(second, 5) == expected
    assert second.step.numpy() == 13
    status.assert_existing_objects_matched()
