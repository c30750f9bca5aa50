"""`tf.Module`."""

from __future__ import annotations

import pytest

import runtime as tf


class Layer(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.z = tf.Variable(1.0, name="z")
        self.items = [tf.Variable(2.0, trainable=False, name="l0"), tf.Module("q")]
        self.table = {"k": tf.Variable(3.0, name="k"), "a": tf.Module("aa")}
        with self.name_scope:
            self.n = tf.Variable(1.0, name="n")

    @tf.Module.with_name_scope
    def scoped(self):
        return tf.Variable(1.0, name="m").name


def names(values):
    return [value.name for value in values]


def test_variables_are_those_of_attributes_sorted_by_name_in_containers_too() -> None:
    layer = Layer()
    assert names(layer.variables) == ["l0:0", "layer/n:0", "k:0", "z:0"]
    assert names(layer.trainable_variables) == ["layer/n:0", "k:0", "z:0"]
    assert names(layer.non_trainable_variables) == ["l0:0"]


def test_variables_of_submodules_come_after_those_of_the_module() -> None:
    outer = tf.Module("outer")
    outer.a = Layer()
    outer.b = tf.Variable(0.0, name="b")
    assert names(outer.variables) == ["b:0", "l0:0", "layer/n:0", "k:0", "z:0"]
    assert names(outer.submodules) == ["layer", "q", "aa"]


def test_a_variable_in_two_attributes_counts_once() -> None:
    module = tf.Module()
    module.a = module.b = tf.Variable(1.0)
    assert len(module.variables) == 1


@pytest.mark.parametrize(
    ("cls", "expected"),
    [("DenseLayer", "dense_layer"), ("MLPBlock2D", "mlp_block2_d"), ("A_bC", "a_b_c"), ("_Foo", "__foo")],
)
def test_the_default_name_is_that_of_the_class_in_snake_case(cls, expected) -> None:
    assert type(cls, (tf.Module,), {})().name == expected


def test_a_name_must_be_an_identifier() -> None:
    with pytest.raises(ValueError, match="'a b' is not a valid module name"):
        tf.Module("a b")


def test_methods_can_run_in_the_name_scope() -> None:
    layer = Layer(name="mine")
    assert layer.scoped() == "mine/m:0"
    assert layer.scoped() == "mine/m:0"


def test_the_name_scope_names_the_nodes_of_a_function() -> None:
    class Scale(tf.Module):
        @tf.function
        def __call__(self, x):
            with self.name_scope:
                return tf.multiply(x, 2.0)

    graph = Scale().__call__.get_concrete_function(tf.constant(1.0)).graph
    assert "scale/Mul" in [node.name for node in graph.nodes]
