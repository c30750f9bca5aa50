"""TensorBoard itself, started on what was written, and asked over HTTP."""

import json
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

import runtime as tf

pytest.importorskip("tensorboard", reason="the extra 'tensorboard' is not installed")

#: How long TensorBoard may take to start and to read the files, in seconds.
PATIENCE = 60


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    directory = tmp_path_factory.mktemp("logs")
    weights = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="weights")

    @tf.function
    def predict(x, n):
        if n > 3:
            x = x + 1.0
        else:
            x = x - 1.0
        while n > 0:
            x = x @ weights
            n -= 1
        return x

    with tf.summary.create_file_writer(directory).as_default():
        for step in range(3):
            tf.summary.scalar("loss", 1.0 / (step + 1), step=step)
        tf.summary.histogram("weights", weights, step=0, buckets=3)
        tf.summary.trace_on()
        predict(tf.ones([1, 2]), tf.constant(2))
        tf.summary.trace_export("predict", step=0)
    return directory


@pytest.fixture(scope="module")
def ask(logs):
    """A function that asks the server for a path, until it has an answer that is not empty."""
    command = [sys.executable, "-m", "tensorboard.main", "--logdir", str(logs), "--host", "127.0.0.1", "--port", "0"]
    server = subprocess.Popen([*command, "--load_fast=false"], stderr=subprocess.PIPE, text=True)
    deadline = threading.Timer(PATIENCE, server.kill)
    deadline.start()
    try:
        output = ""
        for line in server.stderr:
            output += line
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            pytest.fail(f"TensorBoard did not start:\n{output}")

        def get(path):
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                try:
                    with urllib.request.urlopen(f"{found.group()}/data/plugin/{path}") as answer:
                        text = answer.read().decode()
                except urllib.error.HTTPError:
                    continue  # it has not read the files yet
                if text not in ("{}", "[]"):
                    return text
            pytest.fail(f"TensorBoard has no answer to {path}")

        yield get
    finally:
        deadline.cancel()
        server.kill()
        server.wait()
        server.stderr.close()


def test_scalars(ask):
    assert json.loads(ask("scalars/tags")) == {".": {"loss": {"displayName": "", "description": ""}}}
    points = json.loads(ask("scalars/scalars?run=.&tag=loss"))
    assert [(step, round(value, 4)) for _, step, value in points] == [(0, 1.0), (1, 0.5), (2, 0.3333)]


def test_histograms(ask):
    ((_, step, buckets),) = json.loads(ask("histograms/histograms?run=.&tag=weights"))
    assert step == 0
    assert buckets == [[1.0, 2.0, 1.0], [2.0, 3.0, 1.0], [3.0, 4.0, 2.0]]


def test_the_graph_of_a_traced_function(ask):
    assert json.loads(ask("graphs/info"))["."]["tags"]["predict"]["op_graph"] is True
    graph = ask("graphs/graph?run=.&tag=predict")
    names = re.findall(r'^  name: "(.*)"', graph, re.MULTILINE)
    assert names == [
        "x", "n", "weights", "Greater/y", "Greater", "cond/then", "cond/else", "cond",
        "while/test", "while/body", "while", "Identity",
    ]  # fmt: skip
    functions = re.findall(r'signature \{\s+name: "(.*)"', graph)
    assert functions == ["cond_then", "cond_else", "while_test", "while_body"]
