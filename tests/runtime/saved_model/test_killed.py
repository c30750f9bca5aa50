"""A save that is killed leaves what was saved before it whole, wherever it stops."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import runtime as tf

#: What a save does to the disk is done by these functions; each may be the last that the process sees.
CALLS = ["open", "replace", "fsync", "mkdir", "makedirs", "remove", "unlink", "rmdir"]

KINDS = ["saved_model", "write", "manager"]

CHILD = (
    f"CALLS, KINDS = {CALLS}, {KINDS}"
    + """
import builtins, os, sys
import numpy as np
import runtime as tf
import runtime.saved_model, runtime.train, safetensors

def exiting(function):
    def call(*args, **kwargs):
        left[0] -= 1
        if left[0] == 0:
            os._exit(9)
        return function(*args, **kwargs)
    return call

model = tf.Module()
model.v = tf.Variable(np.full([1000], 0.0))
model.f = tf.function(lambda x: x + model.v[0], input_signature=[tf.TensorSpec([], tf.float64)])
model.f(0.0)
for value in (1.0, 2.0):
    os.makedirs(f"{sys.argv[1]}/{value}")
    with open(f"{sys.argv[1]}/{value}/words.txt", "w") as file:
        file.write(str(value))

def save(path, kind, value):
    model.v.assign(np.full([1000], value))
    if kind == "saved_model":
        model.asset = tf.saved_model.Asset(f"{sys.argv[1]}/{value}/words.txt")
        tf.saved_model.save(model, path + "/model")
    elif kind == "write":
        tf.train.Checkpoint(v=model.v).write(path + "/ckpt")
    else:
        checkpoint = tf.train.Checkpoint(v=model.v)
        manager = tf.train.CheckpointManager(checkpoint, path, max_to_keep=1)
        checkpoint.save_counter.assign(len(manager.checkpoints))
        manager.save()

left = [0]
os.fsync = lambda descriptor: None  # the process is killed, not the machine: there is nothing to wait for
for name in CALLS:
    setattr(os, name, exiting(getattr(os, name)))
builtins.open = exiting(builtins.open)

for kind in KINDS:
    point, status = 0, 9
    while status:
        point += 1
        child = os.fork()
        if child == 0:
            path = f"{sys.argv[1]}/{kind}/{point}"
            os.makedirs(path)
            save(path, kind, 1.0)
            left[0] = point
            save(path, kind, 2.0)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 9)
"""
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


@pytest.fixture(scope="module")
def saves(tmp_path_factory):
    """For each kind of save, directories with one that was killed: at the first call, at the second, and so on."""
    path = tmp_path_factory.mktemp("killed")
    result = subprocess.run([sys.executable, "-c", CHILD, path], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return {kind: [path / kind / str(i + 1) for i in range(len(os.listdir(path / kind)))] for kind in KINDS}


def loaded(path, kind):
    """The value that is found in a directory after a save was killed there."""
    if kind == "saved_model":
        model = tf.saved_model.load(f"{path}/model")
        assert float(model.f(0.0)) == float(model.v[0])
        assert open(model.asset.asset_path.numpy()).read() == str(float(model.v[0]))
        return float(model.v[0])
    v = tf.Variable(tf.zeros([1000], tf.float64))
    prefix = f"{path}/ckpt" if kind == "write" else tf.train.latest_checkpoint(str(path))
    tf.train.Checkpoint(v=v).read(prefix).expect_partial()
    assert len(set(v.numpy().tolist())) == 1
    return float(v[0])


@pytest.mark.parametrize("kind", KINDS)
def test_a_save_that_is_killed_anywhere_leaves_the_one_before_it(saves, kind):
    values = [loaded(path, kind) for path in saves[kind]]
    assert set(values) == {1.0, 2.0}
    assert values == sorted(values)
    assert len(values) >= 10


def test_the_next_save_removes_what_a_killed_one_left(saves):
    directory = saves["saved_model"][7] / "model"
    assert sorted(os.listdir(directory)) == ["assets", "save-1", "save-2", "saved_model.txt"]
    tf.saved_model.save(tf.Module(), str(directory))
    assert sorted(os.listdir(directory)) == ["assets", "save-3", "saved_model.txt"]
