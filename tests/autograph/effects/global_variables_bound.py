"""Global variables that are bound in every construct: `try`, `with`, `match`, loops and what they test, functions called."""

from __future__ import annotations

import contextlib

from tests.autograph.effects.outcomes import cases

COUNT = 0
LAST = None


@contextlib.contextmanager
def counted(n):
    global COUNT
    COUNT += 1
    try:
        yield COUNT
    finally:
        COUNT += n


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        global COUNT
        COUNT += 100
        return kind is not None and issubclass(kind, ValueError)


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_with(n):
    global COUNT
    with counted(n) as c:
        if n > 1:
            COUNT += 10
    return COUNT, c


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_quiet(n):
    global COUNT
    with Quiet():
        COUNT += 1
        if n > 1:
            raise ValueError(n)
        COUNT += 1
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_quiet_loop(n):
    global COUNT
    for i in range(n):
        with Quiet():
            COUNT += 1
            if i % 2:
                raise ValueError(n)
            COUNT += 1
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_finally(n):
    global COUNT
    try:
        COUNT += n
        if n > 1:
            raise ValueError("a")
        COUNT += 5
    except ValueError:
        COUNT += 7
    else:
        COUNT += 11
    finally:
        COUNT *= 2
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_finally_return(n):
    global COUNT
    try:
        COUNT += n
        if n > 1:
            return COUNT
        COUNT += 5
    finally:
        COUNT *= 2
    return COUNT


def step(k):
    global COUNT
    try:
        COUNT += 1
        if k > 2:
            raise KeyError(k)
        COUNT += 1
    except KeyError:
        COUNT += 10
        return k
    return -k


@cases(0, 1, 2, 3, 5, outer=("COUNT",))
def called(n):
    a = step(n)
    b = step(n + 1)
    return a, b, COUNT


@cases(0, 1, 2, 3, 5, jax="refused AG029", outer=("COUNT",))
def called_in_loop(n):
    out = []
    for i in range(n):
        out.append(step(i))
        if COUNT > 12:
            break
    return out, COUNT


@cases(0, 1, 2, 3, 5, outer=("COUNT",))
def called_under_handler(n):
    global COUNT
    try:
        x = step(n)
        if COUNT > 9:
            raise ValueError(COUNT)
        COUNT = 50
    except ValueError as e:
        return e.args, COUNT
    return x, COUNT


@cases(0, 1, 2, 3, 5, outer=("COUNT",))
def while_test(n):
    global COUNT

    def more():
        global COUNT
        COUNT += 1
        return COUNT < n

    t = 0
    while more():
        t += COUNT
    return t, COUNT


@cases(0, 1, 2, 3, 5, outer=("COUNT",))
def for_target(n):
    global COUNT
    for COUNT in range(n):
        if COUNT == 2:
            break
    else:
        COUNT = -1
    return COUNT


@cases(0, 1, 2, 3, outer=("LAST",))
def none_or_number(n):
    global LAST
    for i in range(n):
        try:
            if i == 1:
                raise ValueError
            LAST = i
        except ValueError:
            LAST = None
    return LAST is None, LAST


@cases(0, 1, 2, 3, staged="refused AG029", outer=("LAST",))
def list_in_try(n):
    global LAST
    LAST = []
    try:
        LAST.append(n)
        if n > 1:
            raise ValueError(n)
        LAST = [*LAST, 9]
    except ValueError:
        LAST.append(-1)
    return LAST


@cases(0, 1, 2, 3, jax="refused AG029", outer=("COUNT",))
def comprehension(n):
    def one(k):
        global COUNT
        COUNT += k
        return COUNT

    return [one(k) for k in range(n)], COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def matched(n):
    global COUNT
    match n:
        case 0:
            COUNT = 4
        case 1 | 2 if (COUNT := COUNT + 1) and n > 1:
            pass
        case _:
            COUNT += 100
    return COUNT


@cases(0, 1, 2, 3, staged="refused AG010", outer=("COUNT",))
def deleted(n):
    global COUNT
    try:
        if n > 1:
            del COUNT
        COUNT += 1
    except NameError:
        COUNT = -1
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def through_globals(n):
    global COUNT
    try:
        globals()["COUNT"] += n
        if n > 1:
            raise ValueError
        COUNT += 1
    except ValueError:
        COUNT += 20
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_try(n):
    global COUNT
    COUNT = 0
    try:
        COUNT += 10 // (n - 1)
    except ZeroDivisionError:
        COUNT -= 1
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def in_try_of_a_loop(n):
    global COUNT
    COUNT = 0
    for i in range(n):
        try:
            COUNT += 10 // (i - 1)
        except ZeroDivisionError:
            COUNT -= 1
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_while(n):
    global COUNT
    t = 0
    while (COUNT := COUNT + 1) < n:
        t += COUNT
    return t, COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_and(n):
    global COUNT
    x = n > 1 and (COUNT := 5)
    y = n > 2 or (COUNT := COUNT + 1)
    return x, y, COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_if_exp(n):
    global COUNT
    x = (COUNT := 5) if n > 1 else (COUNT := COUNT - n)
    return x, COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_chain(n):
    global COUNT
    return 0 < n < (COUNT := COUNT + 2) < n * 3, COUNT


@cases(0, 1, 2, 3, jax="refused AG029", outer=("COUNT",))
def walrus_comprehension(n):
    global COUNT
    return [(COUNT := COUNT + k) for k in range(n) if k != 1], COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_any(n):
    global COUNT
    return any((COUNT := k) > 1 for k in range(n)), COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def walrus_under_handler(n):
    global COUNT
    try:
        x = n > 1 and [1, 2][(COUNT := n)]
    except IndexError:
        x = -1
    return x, COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def while_else(n):
    global COUNT
    while COUNT < n:
        COUNT += 1
        if COUNT == 3:
            break
    else:
        COUNT += 10
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def nested_loops_with_try(n):
    global COUNT
    for i in range(n):
        for j in range(i + 1):
            try:
                if j == 1:
                    raise ValueError
                COUNT += 1
                continue
            except ValueError:
                COUNT += 10
                break
            finally:
                COUNT += 100
    return COUNT


@cases(0, 1, 2, 3, outer=("COUNT",))
def lambda_called(n):
    def bump(k=1):
        global COUNT
        COUNT += k
        return COUNT

    f = bump if n > 1 else (lambda: bump(7))
    x = f() if n else 0
    return x, COUNT, sorted([n, 1], key=lambda v: bump() and v), COUNT


@cases(0, 1, 2, 3, jax="refused AG029", outer=("COUNT",))
def in_generator(n):
    def gen():
        global COUNT
        for k in range(n):
            COUNT += k
            yield COUNT

    return list(gen()), COUNT, sum(gen()), COUNT
