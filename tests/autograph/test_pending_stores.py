"""What a staged function leaves in globals, attributes and items: as plain Python has it, call after call.

A trace that may depend on what is outside is made anew where that has changed. JAX does not ask before it runs a trace
again: there such a call is refused, and nothing is stored.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph import StagingError, convert
from tests.autograph.test_errors import dedented

total = 0
best: Any = None
table: dict[str, Any] = {"n": 0}
items: list[Any] = [0, 0]
log: list[Any] = []
also_log = log


class Machine:
    count = 0


machine = Machine()


def accumulates(n):
    global total
    total += n
    return total


def starts_anew(n):
    global total
    total = 0
    for i in range(n):
        total += i
    return total


def keeps_the_first(n):
    global best
    if best is None:
        best = n
    return best + 1


def asks_what_was_there(n):
    global best
    known = 1 if best is None else 2
    best = n
    return known


def counts_by_key(n):
    table["n"] = table.get("n", 0) + n
    return table["n"]


def looks_for_a_value(n):
    found = 5 if table.get("n") == 4 else 6
    table["n"] = n
    return found


def hides_an_attribute_of_the_class(n):
    machine.count += n
    return machine.count


def stores_an_element(n):
    items[0] = n + items[1]
    return items[0]


def stores_where_nothing_was(n):
    machine.last = n * 2
    return n


def calls_what_stores(n):
    accumulates(n)
    return starts_anew(n) + n


def stores_and_raises(n):
    global total
    total = n
    if n > 2:
        raise ValueError("too large")
    return n


def returns_nothing(n):
    global total
    total = n * 2


def logs_large_ones(n):
    log.append(0)
    if n > 1:
        log.append(n)
    return len(also_log)


def logs_in_a_loop(n):
    for i in range(n):
        if i > 0:
            log.append(i)
    return log[-1] if log else -1


def gives_a_key_to_a_dict(n):
    if n > 1:
        table["large"] = n
    return len(table)


def logs_and_raises(n):
    global total
    log.append(n)
    if n > 2:
        total = n
        raise ValueError("too large")
    log.append(7)
    return len(log)


def asks_for_an_element_that_may_not_be_there(n):
    global total
    total = total + 1
    log.append(log[n - 2] + 1 if log else n)
    return len(log)


def default_is_changed(n, known=[]):
    if n > 1:
        known.append(n)
    return len(known)


def calls_what_changes_a_default(n):
    return default_is_changed(n)


def calls_what_logs(n):
    logs_large_ones(n)
    logs_in_a_loop(n)
    return len(log)


def _restart() -> None:
    global total, best
    log.clear()
    default_is_changed.__defaults__[0].clear()
    total, best = 0, None
    table.clear()
    table["n"] = 0
    items[:] = [0, 0]
    machine.__dict__.clear()


def _change() -> None:
    global total, best
    log.append(50)
    total, best = 100, 4
    table["n"] = 4
    items[1] = 3
    machine.count = 50


def _visible() -> list[Any]:
    assert log is also_log
    found = [total, best, *table.values(), *items, *vars(machine).values(), None, *log]
    found += [None, *default_is_changed.__defaults__[0]]
    return [None if value is None else int(np.asarray(value)) for value in found]


def _five_calls(function: Callable[[int], Any]) -> list[Any]:
    """What each of five calls returns and leaves; something else changes what is outside in between."""
    _restart()
    seen: list[Any] = []
    for k, n in enumerate((1, 2, 3, 1, 2)):
        if k == 3:
            _change()
        try:
            result = function(n)
        except StagingError as error:
            seen.append(str(error))
            continue
        except (ValueError, IndexError) as error:
            seen.append((type(error), str(error), _visible()))
            continue
        seen.append((None if result is None else int(np.asarray(result)), _visible()))
    _restart()
    return seen


PROGRAMS = [
    accumulates,
    starts_anew,
    keeps_the_first,
    asks_what_was_there,
    counts_by_key,
    looks_for_a_value,
    hides_an_attribute_of_the_class,
    stores_an_element,
    stores_where_nothing_was,
    calls_what_stores,
    returns_nothing,
    logs_large_ones,
    logs_in_a_loop,
    gives_a_key_to_a_dict,
    logs_and_raises,
    asks_for_an_element_that_may_not_be_there,
    calls_what_changes_a_default,
    calls_what_logs,
    stores_and_raises,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_later_calls_see_what_is_outside_by_then(function: Callable[[int], Any]) -> None:
    staged = tf.function(function)
    assert _five_calls(lambda n: staged(tf.constant(n))) == _five_calls(function)


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_later_call_on_jax_is_the_same_or_refused(function: Callable[[int], Any]) -> None:
    import jax

    staged = jax.jit(convert(function))
    found = _five_calls(lambda n: staged(jax.numpy.asarray(n)))
    plain = _five_calls(function)
    assert found[0] == plain[0]
    assert all(one == other or "[AG029]" in one for one, other in zip(found, plain, strict=True))
    if function in (starts_anew, stores_where_nothing_was, returns_nothing):
        assert found == plain


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
def test_a_trace_for_what_is_outside_no_more_says_so() -> None:
    import jax

    staged = jax.jit(convert(accumulates))
    assert _five_calls(lambda n: staged(jax.numpy.asarray(n)))[1] == dedented("""
        'total' holds something else than when the function that stores to it was traced [AG029]
           = the trace may depend on what it held then, and the system runs it again without asking
           = help: give the value to the function as an argument, return it, and store it outside
        """)


def test_one_trace_serves_what_does_not_depend_on_what_is_outside() -> None:
    staged = tf.function(starts_anew)
    _five_calls(lambda n: staged(tf.constant(n)))
    assert staged.experimental_get_tracing_count() == 1


def test_a_function_that_calls_one_that_stores_stores_as_well() -> None:
    inner = tf.function(starts_anew)

    @tf.function
    def outer(n):
        return inner(n) + total

    _restart()
    assert int(outer(tf.constant(3))) == 6
    assert int(np.asarray(total)) == 3
    _restart()


def returns_what_it_stores(n):
    global best
    best = [n]
    return best


def stores_it_twice(n):
    global best
    best = machine.items = [n]
    return n


@pytest.mark.parametrize("function", [returns_what_it_stores, stores_it_twice])
def test_what_a_store_later_would_not_do_is_refused(function: Callable[[int], Any]) -> None:
    _restart()
    with pytest.raises(StagingError, match=r"AG02[79]"):
        tf.function(function)(tf.constant(1))
    assert (total, best) == (0, None)


def test_a_function_that_calls_one_that_changes_a_list_changes_it_as_well() -> None:
    inner = tf.function(logs_large_ones)

    @tf.function
    def outer(n):
        first = inner(n)
        log.append(1)
        return first, inner(n + 1)

    def plain(n):
        first = logs_large_ones(n)
        log.append(1)
        return first, logs_large_ones(n + 1)

    for n in (0, 1, 2):
        _restart()
        expected, left = plain(n), [*log]
        _restart()
        assert tuple(map(int, outer(tf.constant(n)))) == expected
        assert [*map(int, log)] == left


def test_a_function_within_another_that_changes_what_that_made_is_refused_with_a_code() -> None:
    @tf.function
    def outer(n):
        made = {"a": 0}

        @tf.function
        def inner(k):
            made["a"] += k
            if k > 2:
                made["b"] = k

        inner(n)
        inner(n + 1)
        return len(made)

    with pytest.raises(StagingError, match="AG029"):
        outer(tf.constant(1))


def test_attributes_of_modules_are_given_their_lists_back() -> None:
    class Seen(tf.Module):
        def __init__(self):
            super().__init__()
            self.items = []

        @tf.function
        def see(self, n):
            if n > 2:
                self.items.append(n)
            return len(self.items)

    module = Seen()
    items = module.items
    assert [int(module.see(tf.constant(n))) for n in (3, 1, 5)] == [1, 1, 2]
    assert module.items is items
    assert [*map(int, items)] == [3, 5]


def test_what_leads_to_a_list_in_another_way_is_found() -> None:
    import functools

    @functools.lru_cache
    def known():
        return log

    def by_a_cache(n):
        known()
        if n > 1:
            log.append(n)
        known().append(7)
        return len(log)

    def by_a_generator(n):
        made = (item for item in [log])
        if n > 1:
            log.append(n)
        next(made).append(7)
        return len(log)

    for function in (by_a_cache, by_a_generator):
        _restart()
        known()
        expected = function(3)
        _restart()
        try:
            assert int(tf.function(function)(tf.constant(3))) == expected
        except StagingError as error:
            assert error.code.startswith("AG")
    _restart()


def test_a_function_within_another_that_may_raise_changes_a_list_where_it_does_not() -> None:
    @tf.function
    def inner(n):
        if n < 0:
            raise ValueError("negative")
        log.append(1)
        return n

    @tf.function
    def outer(n):
        return inner(n) + 1

    _restart()
    assert int(outer(tf.constant(1))) == 2
    assert [*map(int, log)] == [1]
    with pytest.raises(ValueError, match="negative"):
        outer(tf.constant(-1))
    assert [*map(int, log)] == [1]
    assert int(outer(tf.constant(4))) == 5
    assert [*map(int, log)] == [1, 1]
    _restart()


def test_a_function_within_another_that_changes_a_list_and_raises_is_refused() -> None:
    @tf.function
    def inner(n):
        log.append(1)
        if n < 0:
            raise ValueError("negative")
        log.append(2)
        return n

    @tf.function
    def outer(n):
        return inner(n) + 1

    _restart()
    with pytest.raises(StagingError, match=r"AG02[79]"):
        outer(tf.constant(1))
    assert log == []


def test_a_list_of_a_function_around_is_changed_by_those_that_were_defined_in_it() -> None:
    def made():
        seen = []

        def add(n):
            if n > 2:
                seen.append(n)
            return len(seen)

        return add, seen

    plain, expected = made()
    function, found = made()
    staged = tf.function(function)
    assert [int(staged(tf.constant(n))) for n in (0, 3, 1, 4)] == [plain(n) for n in (0, 3, 1, 4)]
    assert [*map(int, found)] == expected


TABLE = np.array([1.0, 2.0, 3.0])
HOLDER: dict[str, Any] = {}


def add_to_the_table(n, t):
    TABLE[n] += t
    return TABLE.sum()


def give_the_table_another_place(n, t):
    HOLDER["table"] = TABLE
    TABLE[n] = t
    return n


def test_an_array_of_before_is_stored_to_by_each_call() -> None:
    table = TABLE.copy()
    staged = tf.function(add_to_the_table)
    try:
        for total in (7.0, 8.0, 9.0):
            assert float(staged(tf.constant(1), tf.constant(1.0))) == total
        TABLE[0] = 100.0
        assert float(staged(tf.constant(1), tf.constant(1.0))) == 109.0
        assert TABLE.tolist() == [100.0, 6.0, 3.0]
    finally:
        TABLE[:] = table


def test_an_array_of_before_that_changes_gets_no_other_place() -> None:
    with pytest.raises(StagingError, match="AG029"):
        tf.function(give_the_table_another_place)(tf.constant(1), tf.constant(1.0))
    assert HOLDER == {}
    assert TABLE.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
def test_an_array_that_holds_other_numbers_is_refused_on_jax() -> None:
    import jax

    held = TABLE.copy()
    staged = jax.jit(convert(add_to_the_table))
    try:
        assert float(staged(jax.numpy.asarray(1), jax.numpy.asarray(1.0))) == 7.0
        assert TABLE.tolist() == [1.0, 3.0, 3.0]
        with pytest.raises(StagingError):
            staged(jax.numpy.asarray(1), jax.numpy.asarray(1.0))
        assert TABLE.tolist() == [1.0, 3.0, 3.0]
    finally:
        TABLE[:] = held
