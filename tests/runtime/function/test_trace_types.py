"""Objects that say themselves which calls with them share a trace: `__tf_tracing_type__`."""

from __future__ import annotations

import pytest

import runtime as tf

TraceType = tf.types.experimental.TraceType


class FruitType(TraceType):
    """That of fruits of a class: all of them share a trace, which is made with the first."""

    def __init__(self, fruit):
        self.kind = type(fruit)
        self.fruit = fruit

    def is_subtype_of(self, other):
        return type(other) is FruitType and issubclass(self.kind, other.kind)

    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context=None):
        return self.fruit

    def __eq__(self, other):
        return type(other) is FruitType and self.kind is other.kind

    def __hash__(self):
        return hash(self.kind)


class Fruit:
    flavor = (1, 2)

    def __tf_tracing_type__(self, context):
        return FruitType(self)


class Apple(Fruit):
    flavor = (3, 4)


class GreenApple(Apple):
    flavor = (5, 6)


def counted():
    traced = []

    @tf.function
    def mixed(a, b):
        traced.append((a, b))
        return tf.constant(a.flavor) + tf.constant(b["fruit"].flavor)

    return mixed, traced


def test_calls_with_objects_of_equal_types_share_a_trace():
    mixed, traced = counted()
    for _ in range(3):
        assert mixed(Apple(), {"fruit": Fruit()}).numpy().tolist() == [4, 6]
    assert len(traced) == 1
    assert mixed(Fruit(), {"fruit": Apple()}).numpy().tolist() == [4, 6]
    assert len(traced) == 2


def test_an_object_of_a_subtype_takes_the_trace_of_the_supertype():
    mixed, traced = counted()
    mixed(Apple(), {"fruit": Apple()})
    assert mixed(GreenApple(), {"fruit": Apple()}).numpy().tolist() == [6, 8]
    assert len(traced) == 1


def test_a_concrete_function_takes_objects_of_its_types():
    mixed, _ = counted()
    concrete = mixed.get_concrete_function(Apple(), {"fruit": Apple()})
    assert concrete(GreenApple(), {"fruit": Apple()}).numpy().tolist() == [6, 8]
    assert concrete().numpy().tolist() == [6, 8]
    with pytest.raises(TypeError, match="Fruit"):
        concrete(Fruit(), {"fruit": Apple()})
    assert concrete.inference_fn.graph is concrete.graph


def test_the_protocol_is_recognised():
    assert isinstance(Apple(), tf.types.experimental.SupportsTracingProtocol)
    assert not isinstance(3, tf.types.experimental.SupportsTracingProtocol)
    with pytest.raises(TypeError, match="abstract"):
        TraceType()
