"""The lists and dicts of a caller, which a function changes: it is given copies, and the caller gets what is in them."""

import copy

import pytest

import runtime as tf
from autograph import StagingError


def numbers(value):
    if isinstance(value, list):
        return [numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: numbers(item) for key, item in value.items()}
    return value.numpy().tolist() if hasattr(value, "numpy") else value


@tf.function
def swap(rows, value):
    rows[0], rows[1] = rows[1], rows[0]
    rows[0][0] = value


@tf.function
def append(xs, value):
    xs[0] += value
    xs.append(value)
    return len(xs)


def test_the_lists_in_a_list_stay_the_same_objects():
    one, other = [tf.constant(1), tf.constant(2)], [tf.constant(3)]
    rows = [one, other]
    for value in (9, 7):  # the second call finds the trace of the first
        plain = copy.deepcopy(numbers(rows))
        swap.python_function(plain, value)
        swap(rows, tf.constant(value))
        assert numbers(rows) == plain
        assert {id(rows[0]), id(rows[1])} == {id(one), id(other)}


def test_a_dict_gains_a_key_and_keeps_their_order():
    @tf.function
    def put(d, n):
        if n > 1:
            d["a"] += n
        d["b"] = n

    d = {"a": tf.constant(1)}
    put(d, tf.constant(5))
    put(d, tf.constant(0))
    assert numbers(d) == {"a": 6, "b": 0}
    assert list(d) == ["a", "b"]


def test_a_dict_gains_and_loses_keys_that_tensors_decide():
    @tf.function
    def count(d, n):
        d[n] = d.get(n, 0) + 1
        return len(d)

    @tf.function
    def drop(d, n):
        if n > 2:
            del d["a"]

    counts, named = {1: tf.constant(5)}, {"a": tf.constant(1), "b": tf.constant(2)}
    assert [int(count(counts, tf.constant(n))) for n in (1, 7)] == [1, 2]
    assert numbers(counts) == {1: 6, 7: 1}
    for n, kept in ((1, {"a": 1, "b": 2}), (5, {"b": 2})):
        drop(named, tf.constant(n))
        assert numbers(named) == kept


def test_what_python_knows_stays_as_it_is():
    @tf.function
    def change(xs):
        xs[0] = xs[0] + 1
        xs.append("t")

    xs = [tf.constant(1), 5, "s", None, 2.5]
    change(xs)
    assert numbers(xs) == [2, 5, "s", None, 2.5, "t"]
    assert [type(x) for x in xs[1:]] == [int, str, type(None), float, str]


def test_parameters_of_all_kinds():
    class Model(tf.Module):
        @tf.function
        def change(self, xs, *more, k, **others):
            xs.append(k)
            more[0].append(xs[0])
            others["z"][0] = xs[-1]

    xs, ys, zs = [tf.constant(1)], [tf.constant(2)], [tf.constant(0)]
    Model().change(xs, ys, k=tf.constant(3), z=zs)
    assert numbers([xs, ys, zs]) == [[1, 3], [2, 1], [3]]


def test_a_list_of_a_function_that_is_staged_itself():
    @tf.function
    def outer(n):
        xs = [n]
        append(xs, n)
        append(xs, n + 1)
        return xs

    assert numbers(outer(tf.constant(5))) == [16, 5, 6]


def test_a_list_that_is_handed_on():
    @tf.function
    def outer(xs, n):
        return append(xs, n)

    xs = [tf.constant(1)]
    assert int(outer(xs, tf.constant(4))) == 2
    assert numbers(xs) == [5, 4]


def test_the_derivative_of_what_is_left_in_a_list():
    @tf.function
    def square(xs):
        xs[0] = xs[0] * xs[0]

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        xs = [x]
        square(xs)
        y = xs[0] * 3
    assert float(tape.gradient(y, x)) == 12


def test_a_concrete_function_is_given_lists():
    concrete = append.get_concrete_function([tf.TensorSpec([], tf.int32)], tf.TensorSpec([], tf.int32))
    xs = [tf.constant(1)]
    assert int(concrete(xs, tf.constant(3))) == 2
    assert numbers(xs) == [4, 3]


def test_one_list_given_twice():
    @tf.function
    def extend(xs, ys):
        xs.append(ys[0])

    xs = [tf.constant(1)]
    with pytest.raises(StagingError) as caught:
        extend(xs, xs)
    assert numbers(xs) == [1]
    assert str(caught.value).splitlines() == [
        "'xs', an argument of a staged function, is changed by it, and is the same object as 'ys' [AG029]",
        "   = the function is staged with a copy for each place: in the other it would not see the change",
        "   = help: give it a copy in one of them: `copy.deepcopy(ys)`",
    ]
    extend(xs, [tf.constant(2)])
    assert numbers(xs) == [1, 2]


def test_one_list_in_two_places_of_an_argument():
    row = [tf.constant(1)]
    with pytest.raises(StagingError, match=r"'rows', .* has one object in two places") as caught:
        swap([row, row], tf.constant(3))
    assert caught.value.code == "AG029"


def test_a_trace_that_changes_an_argument_is_not_saved(tmp_path, caplog):
    module = tf.Module()
    module.append = append
    append([tf.constant(1)], tf.constant(2))
    tf.saved_model.save(module, tmp_path / "model")
    assert "A trace of 'append' is not saved: an argument or a result of it is a list or a dict that it" in caplog.text
