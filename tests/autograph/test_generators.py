"""Generators, coroutines, asynchronous generators and comprehensions of each kind."""

from __future__ import annotations

import asyncio
import gc
import inspect

import numpy as np

import runtime as tf
from autograph import to_graph
from autograph.garbage import not_collected
from autograph.operators.effects import Log, is_logging, logging
from tests.autograph.differential import assert_all_same, assert_same, define, tracing
from tests.autograph.staged import assert_all_staged_same, run_staged, staging_error


def test_generators_yield_in_every_statement():
    def run(items):
        for i, item in enumerate(items):
            if item > 0:
                while item > 1:
                    yield item
                    item -= 1
                    if item == 7:
                        break
                else:
                    yield "else"
            elif item == 0:
                continue
            elif item == -1:
                return
            else:
                try:
                    yield "try"
                finally:
                    yield "finally"
            yield i
        else:
            yield "end"

    assert_all_same(run, [([3, 0, -2, 9],), ([1, -1, 5],), ([],)])


def test_generators_with_loops_that_do_not_yield():
    def run(items):
        total = 0
        for item in items:
            if item < 0:
                break
            total += item
        if total > 5:
            yield total
        for item in items:
            if item > 3:
                return "early"
        yield "last"

    assert_all_same(run, [([1, 2],), ([5, 6],), ([-1],), ([],)])


def test_send_throw_and_close():
    def echo():
        received = []
        try:
            while True:
                try:
                    value = yield list(received)
                    if value is None:
                        continue
                    received.append(value)
                    if len(received) > 3:
                        return received
                except KeyError as error:
                    received.append(repr(error))
        finally:
            print("closed", received)

    def drive(make):
        seen = []
        generator = make()
        seen.append(next(generator))
        seen.append(generator.send(1))
        seen.append(generator.send(None))
        seen.append(generator.throw(KeyError("k")))
        seen.append(generator.send(2))
        try:
            generator.send(3)
        except StopIteration as stop:
            seen.append(stop.value)
        other = make()
        next(other)
        other.close()
        return seen

    assert drive(to_graph(echo)) == drive(echo)
    with tracing():
        assert drive(to_graph(echo)) == drive(echo)


def test_yield_from_delegates():
    def run(items):
        def inner(n):
            for i in range(n):
                if i == 2:
                    return "two"
                yield i
            return "end" if n else "empty"

        found = []
        for item in items:
            found.append((yield from inner(item)))
            if (yield found[-1]) or len(found) > 3:
                return
        yield from found

    assert_all_same(run, [([1, 5],), ([0],), ([],), ([1] * 6,)])


def test_generators_are_generators():
    def run(x):
        if x:
            yield x

    converted = to_graph(run)
    assert inspect.isgeneratorfunction(converted)
    assert (converted(1).__name__, converted(1).__qualname__) == (run(1).__name__, run(1).__qualname__)
    assert list(converted(0)) == []


def test_a_generator_whose_yield_cannot_be_reached_is_still_one():
    def run(x):
        for i in range(x):
            if i > 2:
                return
        return
        yield

    assert_all_same(run, [0, 5])
    assert inspect.isgeneratorfunction(to_graph(run))


def test_generator_expressions():
    def run(items):
        squares = (x * x if x > 1 else -x for x in items if x and x != 3)
        pairs = ((x, y) for x in items for y in range(x) if x > y > 0 or not y)
        items = "changed"
        return list(squares), sorted(pairs), sum(x for x in range(5) if x % 2), any(x > 2 for x in (1, 2, 3)), items

    assert_all_same(run, [([1, 2, 3, 4],), ([0],), ([],)])


def test_generator_expressions_are_lazy():
    def run(n):
        def loud(i):
            print("loud", i)
            return i

        lazy = (loud(i) for i in range(n) if loud(i) >= 0)
        for value in lazy:
            if value == 1:
                break
        return list(lazy)

    assert_all_same(run, [0, 1, 4])


def test_list_set_and_dict_comprehensions():
    def run(items, n):
        table = {k: v for k, v in enumerate(items) if v > 0 or k == n}
        found = [[y if y else n for y in range(x)] for x in items if not x < 0]
        unique = {abs(x) for x in items}
        functions = [lambda: x for x in items]
        defaults = [lambda x=x: x if x else "zero" for x in items]
        return table, found, sorted(unique), [f() for f in functions], [f() for f in defaults]

    assert_all_same(run, [([1, -2, 0, 3], 1), ([], 0)])


def test_comprehensions_in_loops_over_the_same_name():
    def run(items):
        found = []
        for x in items:
            found.append([x for x in range(x)])
            if x > 1:
                found.append({x: x for x in [x]})
        return found, x

    assert_same(run, [1, 2, 3])


def test_walrus_in_comprehensions_binds_in_the_function():
    def run(items):
        found = []
        for item in items:
            squares = [last := x * x for x in range(item) if (seen := x) < 5]
            if item > 1:
                found += [last, seen, (lambda: last)(), *squares]
        return found, last

    assert_all_same(run, [([1, 2, 3],), ([],), ([0],)])


def test_coroutines():
    async def run(items):
        async def double(x):
            await asyncio.sleep(0)
            if x < 0:
                raise ValueError(x)
            return x * 2

        total = 0
        for item in items:
            if item == 0:
                break
            try:
                if await double(item) > 4:
                    total += await double(item) if item != 3 else 100
                else:
                    continue
            except ValueError as error:
                print("caught", error)
                return "error"
            finally:
                print("finally", item)
        else:
            while (await double(total)) < 20:
                total += 5
            return "else", total
        return total

    assert_all_same(run, [([1, 3, 4],), ([5, 0, 1],), ([1, -1],), ([],)])
    assert inspect.iscoroutinefunction(to_graph(run))


def test_coroutines_with_loops_that_do_not_wait():
    async def run(n):
        total = 0
        for i in range(n):
            if i == 3:
                continue
            total += i
        while total > 10:
            total -= 1
            if total == 12:
                return total
        return total, "end"

    assert_all_same(run, [0, 4, 9])


def test_async_for_with_and_generators():
    run = define("""
        import asyncio

        class Manager:
            def __init__(self, swallow):
                self.swallow = swallow
            async def __aenter__(self):
                print("enter")
                return self
            async def __aexit__(self, kind, error, traceback):
                print("exit", kind)
                return self.swallow and kind is not None

        async def count(n):
            for i in range(n):
                if i == 4:
                    return
                await asyncio.sleep(0)
                yield i

        async def run(n):
            seen = []
            async with Manager(n > 5) as manager:
                async for i in count(n):
                    if i == 1:
                        continue
                    if n == 3 and i == 2:
                        break
                    seen.append(i)
                else:
                    seen.append("else")
                if n > 4:
                    raise KeyError(n)
            seen += [i async for i in count(n) if i and i != 2]
            seen += [j if j else "zero" for j in [x async for x in count(2)]]
            seen.append({i: await asyncio.sleep(0, i) async for i in count(n)})
            return seen
    """)
    assert_all_same(run, [0, 2, 3, 4, 5, 6])


def test_asynchronous_generators():
    run = define("""
        import asyncio

        async def run(items):
            for item in items:
                if item < 0:
                    return
                if item == 0:
                    continue
                await asyncio.sleep(0)
                for i in range(item):
                    if i == 2:
                        break
                    yield item, i
                else:
                    yield "else"
            yield "end"
    """)
    assert_all_same(run, [([1, 0, 3],), ([1, -1, 3],), ([],)])


def test_nested_generators_share_variables():
    def run(n):
        total = 0

        def feed():
            nonlocal total
            for i in range(n):
                total += i
                if total > 3:
                    yield total
                else:
                    yield -1

        seen = []
        for value in feed():
            if value > 0:
                total += 1
            seen.append((value, total))
        return seen

    assert_all_same(run, [0, 3, 5])


# Staged


def test_comprehensions_over_python_values_with_staged_conditions(system):
    def run(x):
        values = [x * i if x > i else -x for i in range(3)]
        return values[0] + values[1] + values[2]

    assert_all_staged_same(system, run, [0.5, 1.5, 5.0])


def test_a_staged_condition_of_a_statement_that_yields(system):
    def positive(xs):
        for x in xs:
            if x > 0:
                yield x

    def run(x):
        numbers = positive([x, x + 1, -x])
        return next(numbers) + next(numbers)

    text = staging_error(system, run, 1.0)
    assert text.startswith("a tensor decides a statement that can only be run as Python [AG020]")


def test_a_loop_over_a_new_generator_stages_the_control_flow_of_both(system):
    def powers(limit):
        value = 1
        while value < limit:
            yield value
            value = value * 2

    def run(limit):
        total = 0
        for value in powers(limit):
            if total > 20:
                break
            total += value
        return total

    for limit in (0, 1, 9, 100):
        assert run_staged(system, run, np.int32(limit)) == run(limit)


def test_a_generator_that_a_staged_function_draws_from(system):
    def steps(x):
        for i in range(3):
            y = x if i else x * 2
            yield y + i

    def run(x):
        total = x * 0
        for value in steps(x):
            if value > 2:
                total = total + value
        return total

    assert_all_staged_same(system, run, [0.5, 3.0])


def test_code_that_a_generator_cannot_reach():
    def run(a):
        for i in range(a):
            if i == 2:
                return
            yield i
        return
        while a < 3:
            if a:
                break
            for _ in range(2):
                continue
        yield 0

    def never(a):
        return a
        while a < 3:
            break
        yield 0

    assert_all_same(run, [0, 1, 5])
    assert_all_same(never, [0])


def test_a_loop_that_stays_plain_for_a_jump_in_its_else():
    def packages(names, wanted):
        for name in names:
            found = False
            for letter in name:
                if letter == wanted:
                    found = True
                    break
                if letter == "!":
                    return
            else:
                continue
            yield name, found, letter

    assert_all_same(packages, [(["abc", "xyz", "cab"], "b"), (["a!", "b"], "b"), (["b!", "!b", "b"], "b"), ([], "b")])


def test_the_else_of_a_loop_that_converts_may_yield_and_wait():
    def generate(xs):
        for x in xs:
            if x > 2:
                break
        else:
            yield "else"
        while xs:
            if xs.pop() > 2:
                break
        else:
            yield "else of while"

    async def wait(xs):
        async def items():
            yield 1

        for x in xs:
            if x > 2:
                break
        else:
            async for item in items():
                print(item)
        return "end"

    assert_all_same(generate, [([],), ([1, 2],), ([1, 3],)])
    assert_all_same(wait, [([],), ([1, 2],), ([1, 3],)])


def test_loops_that_stay_plain_for_jumps_of_loops_around_them():
    def pairs(n, stop):
        while n > 0:
            for i in range(n):
                while True:
                    if i == stop:
                        break
                    for _ in range(2):
                        if i > stop:
                            break
                        yield "inner", i
                    else:
                        break
                    return
                else:
                    continue
                yield n, i
            n -= 1

    assert_all_same(pairs, [(3, 1), (3, 0), (2, 5), (0, 0)])


def test_what_a_generator_does_that_python_collects_is_no_effect_of_the_program_being_staged():
    def steps(log):
        held = []
        try:
            yield held
        finally:
            log.append(is_logging())

    log = []
    generator = to_graph(steps)(log)
    next(generator).append(generator)
    del generator
    with logging(Log()) as region:
        gc.collect()
        assert is_logging()
        assert not region.is_written(log)
    assert log == [False]
    assert not is_logging()


#: What the generator of a program below does where it is closed.
CLOSED: list[int] = []


def test_a_generator_that_staging_leaves_behind_does_nothing_when_it_is_collected():
    """Attempts that are given up, and stand-ins, leave generators that stand in a `try`: the program has another."""

    def function(n):
        def numbers():
            try:
                yield 1
                yield 2
                yield 3
            finally:
                CLOSED.append(7)

        g = numbers()
        total = 0
        for i in g:
            if i > n:
                g.close()
                break
            total += i
        return total

    CLOSED.clear()
    with not_collected():
        assert int(tf.function(function)(tf.constant(2))) == 3
        assert [int(x) for x in CLOSED] == [7]
    gc.collect()
    assert [int(x) for x in CLOSED] == [7]
