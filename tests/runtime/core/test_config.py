"""`tf.config`: what programs ask it and set, on a machine with a CPU."""

from __future__ import annotations

import pytest

import runtime as tf


def test_there_is_one_device():
    (device,) = tf.config.list_physical_devices()
    assert (device.name, device.device_type) == ("/physical_device:CPU:0", "CPU")
    assert tf.config.list_physical_devices("GPU") == tf.config.list_logical_devices("GPU") == []
    assert [d.name for d in tf.config.list_logical_devices("CPU")] == ["/device:CPU:0"]
    assert tf.config.get_visible_devices() == [device]
    assert tf.config.get_logical_device_configuration(device) is None


def test_gpus_may_be_hidden_and_the_cpu_may_not():
    tf.config.set_visible_devices([], "GPU")
    with pytest.raises(RuntimeError, match="the CPU cannot be hidden"):
        tf.config.set_visible_devices([], "CPU")
    with pytest.raises(ValueError, match="Unrecognized device: 'a name'"):
        tf.config.set_visible_devices(["a name"])


def test_memory_growth_is_for_gpus():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    with pytest.raises(ValueError, match="Cannot set memory growth on non-GPU"):
        tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("CPU")[0], True)


def test_options_of_the_optimiser_add_up():
    optimizer = type(tf.config.optimizer)()
    optimizer.set_experimental_options({"layout_optimizer": True, "constant_folding": False})
    optimizer.set_experimental_options({"constant_folding": True})
    assert optimizer.get_experimental_options() == {
        "layout_optimizer": True, "constant_folding": True, "disable_model_pruning": False,
        "disable_meta_optimizer": False,
    }  # fmt: skip
    assert optimizer.get_jit() == ""
    optimizer.set_jit(True)
    assert optimizer.get_jit() == "autoclustering"


def test_tracebacks_can_show_the_frames_of_the_project():
    def frames():
        try:
            tf.function(lambda: tf.zeros([2]) + tf.zeros([3]))()
        except ValueError as error:
            traceback, count = error.__traceback__, 0
            while traceback is not None:
                count += "/runtime/" in traceback.tb_frame.f_code.co_filename
                traceback = traceback.tb_next
            return count

    hidden = frames()
    tf.debugging.disable_traceback_filtering()
    try:
        assert frames() > hidden
    finally:
        tf.debugging.enable_traceback_filtering()
