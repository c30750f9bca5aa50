"""Context managers made of generators, told of exceptions that are raised on one path of staged code."""

import contextlib
from contextlib import contextmanager

from tests.autograph.effects.outcomes import cases


@contextmanager
def transaction(store):
    saved = dict(store)
    try:
        yield store
    except KeyError:
        store.clear()
        store.update(saved)


@contextmanager
def noting(log, name):
    log.append("+" + name)
    try:
        yield name
    finally:
        log.append("-" + name)


@contextmanager
def swallowing(log, kind):
    try:
        yield
        log.append("done")
    except kind as error:
        log.append(error.args[0])


@contextmanager
def translating(kind, other):
    try:
        yield
    except kind as error:
        raise other(*error.args, "told") from error


@contextmanager
def without_handler(log):
    log.append("before")
    yield len(log)
    log.append("after")


@cases(0, 5, 15)
def rolls_back(amount):
    accounts = {"a": 10, "b": 0}
    with transaction(accounts) as acc:
        acc["a"] -= amount
        acc["b"] += amount
        if acc["a"] < 0:
            raise KeyError("a")
    with transaction(accounts) as acc:
        acc["b"] += 1
    return accounts


@cases(0, 1, 2)
def another_exception(n):
    store = {"a": 1}
    try:
        with transaction(store):
            store["a"] = n
            if n == 1:
                raise KeyError("a")
            if n == 2:
                raise ValueError("b")
            store["a"] = 7
    except ValueError as error:
        return error.args, store
    return store


@cases(0, 1, 2)
def leaves_twice(n):
    log = []
    with noting(log, "a") as a, noting(log, "b"), swallowing(log, KeyError):
        log.append(a)
        if n == 1:
            raise KeyError("x")
        log.append("end")
    return log


@cases(0, 1, 2)
def passes_an_inner_one(n):
    log = []
    with swallowing(log, KeyError):
        with noting(log, "a"):
            if n == 1:
                raise KeyError("x")
            log.append("end")
        log.append("after")
    return log


@cases(0, 1, 2)
def swallows_neither(n):
    log = []
    try:
        with swallowing(log, KeyError), noting(log, "b"):
            if n == 1:
                raise KeyError("x")
            if n == 2:
                raise ValueError("y")
    except ValueError:
        log.append("outside")
    return log


@cases(0, 1, 2)
def replaces_it(n):
    try:
        with translating(KeyError, ValueError):
            if n == 1:
                raise KeyError("x")
    except ValueError as error:
        return error.args, type(error.__cause__) is KeyError
    return n


@cases(0, 1, 2)
def replaces_it_for_another_manager(n):
    log = []
    with swallowing(log, ValueError), translating(KeyError, ValueError):
        if n == 1:
            raise KeyError("x")
        log.append(n)
    return log


@cases(0, 1, 2)
def has_no_handler(n):
    log = []
    try:
        with without_handler(log) as count:
            log.append(count)
            if n == 1:
                raise KeyError("x")
    except KeyError:
        log.append("caught")
    return log


@cases(0, 1, 2)
def variables_of_the_body(n):
    log = []
    x = 1
    with swallowing(log, KeyError):
        x = 2
        if n == 1:
            raise KeyError("x")
        x = 3
        y = n + 5
        x += y
    return x, log


@cases(0, 1, 2, staged="refused AG026")
def unbound_afterwards(n):
    log = []
    with swallowing(log, KeyError):
        if n == 1:
            raise KeyError("x")
        y = n + 5
    try:
        return y
    except UnboundLocalError:
        return log


@cases(0, 1, 2)
def returns_in_it(n):
    log = []

    def run():
        with noting(log, "a"), swallowing(log, KeyError):
            if n == 1:
                raise KeyError("x")
            if n == 2:
                return 5
            log.append("end")
        return 6

    return run(), log


@cases(0, 1, 3)
def in_a_staged_loop(n):
    store = {"a": 0, "b": 0}
    for i in range(n):
        with transaction(store):
            store["a"] += 1
            if i == 1:
                raise KeyError(i)
            store["b"] += 10
    return store


@cases(0, 1, 3)
def around_a_staged_loop(n):
    log = [0]
    total = 0
    with swallowing(log, ValueError):
        for i in range(n):
            total += i
            if total > 2:
                raise ValueError(7)
        total += 100
    return total, log


@cases(0, 1, 3)
def jumps_out_of_a_loop(n):
    log = []
    total = 0
    for i in range(4):
        with noting(log, "x"):
            total += i
            if i == n:
                break
            if total > 100:
                raise ValueError("large")
    return total, log


@cases(0, 1, 2)
def defined_in_a_function(n):
    events = []

    @contextlib.contextmanager
    def section(name):
        events.append(f"<{name}")
        try:
            yield name.upper()
        except KeyError as e:
            events.append(f"caught {e.args[0]}")
        finally:
            events.append(f"{name}>")

    with section("outer") as o:
        with section("inner"):
            if n == 1:
                raise KeyError("k")
            events.append("inner body")
        if n == 2:
            raise KeyError("late")
        events.append(o)
    return events


@cases(0, 1, 2)
def changes_variables_around(n):
    depth = 0
    deepest = 0

    @contextmanager
    def nested():
        nonlocal depth
        depth += 1
        try:
            yield depth
        finally:
            depth -= 1

    try:
        with nested() as one:
            with nested() as two:
                deepest = depth
                if n == 1:
                    raise ValueError(one + two)
            deepest += 10
    except ValueError as error:
        deepest = error.args[0] * 100
    return depth, deepest


class Store:
    def __init__(self):
        self.values = {"a": 1, "b": 2}
        self.version = 0

    @contextmanager
    def changing(self):
        before = self.values
        self.values = dict(before)
        try:
            yield self.values
        except ValueError:
            self.values = before
        else:
            self.version += 1


@cases(0, 1, 2, staged="refused AG024")
def method_of_a_class(n):
    store = Store()
    with store.changing() as values:
        values["a"] = n * 10
        if n == 1:
            raise ValueError("no")
    with store.changing() as values:
        values["b"] += 1
    return store.values, store.version


@cases(0, 1, 2)
def body_calls_what_raises(n):
    log = []

    def check(value):
        if value == 1:
            raise KeyError("one")
        return value * 2

    with swallowing(log, KeyError):
        log.append(check(n))
        log.append(check(n - 1))
    return log


@contextmanager
def entering_another(log):
    with noting(log, "inner"), swallowing(log, KeyError):
        yield 3


@cases(0, 1, 2)
def enters_another(n):
    log = []
    with entering_another(log) as three:
        if n == 1:
            raise KeyError("x")
        log.append(three)
    return log


@contextmanager
def deciding(log, swallows):
    try:
        yield
    except ValueError:
        log.append("asked")
        if not swallows:
            raise


@cases((0, 0), (1, 0), (1, 1))
def decides_by_what_is_staged(n, m):
    log = []
    try:
        with deciding(log, m > 0):
            if n == 1:
                raise ValueError("x")
            log.append("end")
    except ValueError:
        log.append("outside")
    return log


@contextmanager
def not_always_yielding(log, n):
    if n < 2:
        yield
    log.append("end")


@cases(0, 1, 2)
def does_not_yield(n):
    log = []
    try:
        with not_always_yielding(log, n):
            log.append("body")
            if n == 1:
                raise KeyError("x")
    except RuntimeError as error:
        log.append(error.args[0])
    except KeyError:
        log.append("key")
    return log


@contextmanager
def failing_before(log, n):
    try:
        if n == 1:
            raise ValueError("before")
        yield
    except ValueError as error:
        log.append(error.args[0])


@cases(0, 1, 2)
def fails_before_it_yields(n):
    log = []
    try:
        with failing_before(log, n):
            if n == 2:
                raise ValueError("in it")
            log.append("end")
    except RuntimeError as error:
        log.append(error.args[0])
    return log


@contextmanager
def failing_after(n):
    yield
    if n == 1:
        raise ValueError("after")


@cases(0, 1, 2)
def fails_after_it_yielded(n):
    log = []
    try:
        with failing_after(n):
            if n == 2:
                raise KeyError("in it")
            log.append("end")
    except ValueError as error:
        log.append(error.args[0])
    except KeyError as error:
        log.append(error.args[0])
    return log


@cases(0, 1, 2, staged="refused AG021")
def held_by_a_variable(n):
    log = []
    manager = swallowing(log, KeyError)
    with manager:
        if n == 7:
            log.append("seven")
    try:
        with manager:
            log.append("again")
    except (RuntimeError, AttributeError):
        log.append("once only")
    return log


@cases(0, 1, 2)
def reads_a_dict(n):
    log = []
    names = {0: "zero", 2: "two"}
    with swallowing(log, KeyError):
        log.append("look")
        if n not in names:
            raise KeyError("none")
        log.append("found")
    return log


@contextmanager
def returning_early(log, n):
    try:
        yield n
    except KeyError:
        log.append("early")
        return
    finally:
        log.append("finally")
    log.append("late")


@cases(0, 1, 2)
def returns_from_a_handler(n):
    log = []
    with returning_early(log, n) as given:
        if given == 1:
            raise KeyError("x")
        log.append("end")
    return log


@contextmanager
def replacing_in_finally(log):
    try:
        yield
    finally:
        log.append("finally")
        raise ValueError("replaced")


@cases(0, 1, 2, runtime="refused AG026")
def raises_in_finally(n):
    log = []
    try:
        with replacing_in_finally(log):
            if n == 1:
                raise KeyError("x")
            log.append("end")
    except ValueError as error:
        log.append(error.args[0])
        log.append(type(error.__context__) is KeyError)
    return log


@contextmanager
def keeping(box):
    before = box[0]
    try:
        yield box
    except ValueError:
        box[0] = before
        raise


@cases((0, 1), (1, 1), (5, 2))
def puts_back_and_raises_again(n, m):
    box = [m]
    try:
        with keeping(box) as b:
            b[0] += n
            with keeping(b):
                b[0] *= 10
                if n > 3:
                    raise ValueError("large")
            if n == 1:
                raise ValueError("late")
    except ValueError as error:
        return box, error.args[0]
    return box, "fine"
