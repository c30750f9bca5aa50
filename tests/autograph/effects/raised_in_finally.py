"""A `finally` that raises in the place of what the body of its `try` raises: by itself, or by what it calls."""

from __future__ import annotations

import contextlib

from tests.autograph.effects.outcomes import cases


class Limits:
    def __init__(self):
        self.checks = 0
        self.log = []

    def check(self, load):
        self.checks += 1
        if load > 4:
            raise KeyError(load)


def closed(handle):
    if handle == 1:
        raise IndexError(handle)
    return handle


def check(load):
    if load > 4:
        raise KeyError(load)


@cases(1, 2, 3)
def closes_and_fails(n):
    try:
        if n < 3:
            raise ValueError("busy")
    finally:
        code = closed(n)
    return code


@cases(1, 2, 3)
def is_told_of_the_last(n):
    log = []
    try:
        try:
            if n < 3:
                raise ValueError("busy")
            log.append(1)
        finally:
            log.append(closed(n))
    except (IndexError, ValueError) as error:
        log.append(type(error).__name__)
    return log


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def after_an_index(n, load):
    values = [1, 2, 3]
    try:
        value = values[n]
    finally:
        check(load)
    return value


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def in_a_method_that_returns(n, load):
    limits = Limits()

    def run():
        try:
            if n > 3:
                raise ValueError(n)
            return n
        finally:
            limits.log.append(load)
            limits.check(load)

    try:
        result = run()
    except Exception as error:
        result = str(error)
    return result, limits.checks, limits.log


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def caught_in_the_finally(n, load):
    failed, done = 0, []
    for i in range(n):
        try:
            if i == 3:
                raise ValueError(i)
            done.append(i)
        finally:
            try:
                check(load)
            except KeyError:
                failed += 1
    return failed, done


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def in_a_loop(n, load):
    done = []
    for i in range(n):
        try:
            if i == 3:
                raise ValueError(i)
            done.append(i)
        finally:
            check(load)
    return done


@cases((1, 2), (5, 2), (5, 7), (1, 7), runtime="refused AG027")
def in_the_place_of_one_of_two(n, load):
    try:
        if n > 3:
            raise ValueError(n)
        else:
            raise LookupError(n)
    finally:
        if load > 3:
            raise KeyError(load)


@cases((1, 2), (5, 2), (5, 7), (1, 7), (1, 7))
def behind_a_handler(n, load):
    try:
        if n > 3:
            raise ValueError(n)
    except ValueError:
        check(load)
    finally:
        check(load + n - 2)
    return 1


@cases((1, 2), (5, 2), (5, 7), (1, 7), jax="refused AG027")
def divides_in_the_finally(n, load):
    try:
        if n > 3:
            raise ValueError(n)
    finally:
        share = 10 // (load - 2) if n < 5 else 3
    return share


@cases((1, 2), (5, 2))
def always_raised(n, load):
    caught = None
    try:
        try:
            if n > 3:
                raise ValueError(n)
        finally:
            int("x")
    except Exception as error:
        caught = f"{type(error).__name__} {load}"
    return caught


def numbers(n, load):
    try:
        if n > 3:
            raise ValueError(n)
        yield 1
    finally:
        check(load)


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def of_a_generator(n, load):
    return [*numbers(n, load)]


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def of_a_generator_under_handlers(n, load):
    try:
        return sum(numbers(n, load))
    except ValueError:
        return 2
    except KeyError:
        return 3


@contextlib.contextmanager
def held(n, load):
    try:
        yield n
    finally:
        check(load)


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def of_a_context_manager(n, load):
    with held(n, load) as value:
        if n > 3:
            raise ValueError(n)
    return value


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def around_a_with(n, load):
    try:
        with held(n, load) as value:
            if n > 3:
                raise ValueError(n)
            return value
    finally:
        check(load - 1)


@cases((1, 2), (5, 2), (5, 7), (1, 7))
def in_a_loop_that_is_left(n, load):
    while n < 8:
        try:
            n += 1
            if n == 5:
                raise ValueError(n)
            if n == 7:
                break
        finally:
            check(load)
    return n
