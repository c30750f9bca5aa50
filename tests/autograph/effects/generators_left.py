"""Generators that are left early, closed or thrown into where a tensor decides, and slices of some."""

# ruff: noqa: RUF007, UP028
from __future__ import annotations

import itertools
from contextlib import closing

from tests.autograph.effects.outcomes import cases

LOG: list[int] = []


@cases((0, -1), (4, -1), (11, 99))
def plain_return(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    for value in squares():
        if value == n:
            return value
    return d


@cases((0, -1), (4, -1), (11, 99))
def enum_break(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    r = d
    for i, value in enumerate(squares()):
        if i == n:
            r = value
            break
    return r


@cases((0, -1), (4, -1), (11, 99))
def enum_held(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    r = d
    g = squares()
    for i, value in enumerate(g):
        if i == n:
            r = value
            break
    return r, next(g, -5)


@cases((0, -1), (4, -1), (11, 99))
def zip_break(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    r = d
    for i, value in zip(range(5), squares()):
        if i == n:
            r = value
            break
    return r


@cases((0, -1), (4, -1), (11, 99))
def islice_break(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    r = d
    for value in itertools.islice(squares(), 4):
        if value == n:
            r = value
            break
    return r


@cases((0, -1), (4, -1), (11, 99))
def held_break(n, d):
    def squares():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    r = d
    g = squares()
    for value in g:
        if value == n:
            r = value
            break
    return r, list(g)


@cases((0, -1), (3, -1), (11, 99))
def enum_staged_while(n, d):
    def squares(m):
        k = 0
        while k < m:
            yield k * k
            k += 1

    for i, value in enumerate(squares(n)):
        if i == 2:
            return value
    return d


@cases((0,), (4,), (11,))
def list_islice_seq(n):
    return list(itertools.islice([1, 2, 3, 4, 5], n))


@cases((0,), (4,), (11,))
def list_islice_iter(n):
    it = iter([1, 2, 3, 4, 5])
    a = list(itertools.islice(it, n))
    return a, list(it)


@cases((0,), (4,), (11,))
def comp_islice_gen(n):
    def gen():
        k = 0
        while True:
            yield k
            k += 2

    return [x for x in itertools.islice(gen(), n)]


@cases((0,), (4,), (11,))
def append_islice_gen(n):
    def gen():
        k = 0
        while True:
            yield k
            k += 2

    out = []
    for x in itertools.islice(gen(), n):
        out.append(x)
    return out


@cases((0,), (4,), (11,))
def sum_islice_gen(n):
    def gen():
        k = 0
        while True:
            yield k
            k += 2

    return sum(itertools.islice(gen(), n))


@cases((0,), (4,), (11,))
def append_islice_held(n):
    def gen():
        k = 0
        while True:
            yield k
            k += 2

    g = gen()
    out = []
    for x in itertools.islice(g, n):
        out.append(x)
    return out, next(g)


@cases((0,), (4,), (11,))
def append_islice_iter(n):
    it = iter([1, 2, 3, 4, 5])
    out = []
    for x in itertools.islice(it, n):
        out.append(x)
    return out, list(it)


@cases((0,), (4,), (11,), staged="refused AG033")
def append_islice_str(n):
    it = iter("abcdef")
    out = []
    for x in itertools.islice(it, n):
        out.append(x)
    return out, list(it)


def evens():
    k = 0
    while True:
        yield k
        k += 2


def few():
    yield 3
    yield 1
    yield 2


@cases((0,), (4,), (11,))
def list_gen(n):
    return list(itertools.islice(evens(), n))


@cases((0,), (2,), (11,))
def list_few(n):
    return list(itertools.islice(few(), n))


@cases((0,), (4,), (11,))
def tuple_gen(n):
    return (
        tuple(itertools.islice(evens(), n)),
        max(itertools.islice(evens(), n), default=-1),
        sorted(itertools.islice(evens(), n), reverse=True),
    )


@cases((0,), (4,), (11,))
def sum_gen(n):
    return (
        sum(itertools.islice(evens(), n)),
        sum(x * x for x in itertools.islice(evens(), n)),
        len(list(itertools.islice(evens(), n))),
    )


@cases((0,), (2,), (11,))
def list_held(n):
    g = few()
    a = list(itertools.islice(g, n))
    return a, list(g)


@cases((0,), (2,), (11,))
def loop_held(n):
    g = evens()
    out = []
    for x in itertools.islice(g, n):
        out.append(x)
    return out, next(g)


@cases((0,), (2,), (11,))
def sum_held(n):
    g = few()
    return sum(itertools.islice(g, n)), next(g, -1), n


@cases((0, 1), (2, 3), (4, 5))
def start_stop(a, b):
    return list(itertools.islice(evens(), a, b))


@cases((0, 1), (2, 3), (4, 5), staged="refused AG033")
def start_stop_held(a, b):
    g = evens()
    r = list(itertools.islice(g, a, b))
    return r, next(g)


@cases((0, 1), (2, 3), (4, 5))
def start_stop_list(a, b):
    return list(itertools.islice([1, 2, 3, 4, 5, 6], a, b)), [x + 1 for x in itertools.islice(range(10), a, None)]


@cases((0, 1), (2, 3), (4, 5), staged="refused AG033")
def start_stop_iter(a, b):
    it = iter([1, 2, 3, 4, 5, 6])
    return list(itertools.islice(it, a, b)), list(it)


@cases((-1,), (2,))
def negative(n):
    return list(itertools.islice(evens(), n))


@cases((-1,), (2,))
def negative_held(n):
    g = evens()
    try:
        r = list(itertools.islice(g, n))
    except ValueError as e:
        r = str(e)
    return r, next(g)


@cases((3,), (5,), (1,), staged="refused AG022")
def rows_of_pascal(rows):
    def gen():
        row = [1]
        while True:
            yield row
            row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]

    return list(itertools.islice(gen(), rows))


@cases((3,), (5,), (0,))
def logged(n):
    log = []

    def gen():
        for k in range(4):
            log.append(k)
            yield k * 10
        log.append(99)

    r = list(itertools.islice(gen(), n))
    return r, log


@cases((3,), (5,), (0,))
def logged_held(n):
    log = []

    def gen():
        for k in range(4):
            log.append(k)
            yield k * 10
        log.append(99)

    g = gen()
    r = list(itertools.islice(g, n))
    return r, log, list(g), log


@cases((3,), (5,), (0,))
def takewhile(n):
    return list(itertools.takewhile(lambda x: x < n, evens())), sum(itertools.dropwhile(lambda x: x < n, few()))


@cases((3,), (5,), (0,))
def takewhile_held(n):
    g = evens()
    a = list(itertools.takewhile(lambda x: x < n, g))
    return a, next(g)


@cases((2,), (3,), (5,))
def chunks_of_generator(size):
    it = few()
    chunks = []
    while True:
        chunk = list(itertools.islice(it, size))
        if not chunk:
            break
        chunks.append(sum(chunk))
    return chunks


@cases((2,), (3,), (5,))
def chunks_of_iter(size):
    it = iter(range(8))
    chunks = []
    while True:
        chunk = list(itertools.islice(it, size))
        if not chunk:
            break
        chunks.append(sum(chunk))
    return chunks


@cases((2,), (3,), (5,))
def chunks_listed(size):
    it = iter(range(8))
    chunks = []
    while True:
        chunk = list(itertools.islice(it, size))
        if not chunk:
            break
        chunks.append(chunk)
    return chunks


@cases((0,), (2,), (5,))
def is_saved(n):
    s = itertools.islice(evens(), n)
    a = list(s)
    return a, list(s)


@cases((0,), (2,), (5,))
def next_of_slice(n):
    s = itertools.islice(few(), n)
    return next(s, -1), next(s, -1), next(s, -1), next(s, -1)


@cases(0, 2, 9, jax="refused AG025")
def close_held(n):
    log = []

    def reader():
        try:
            for i in range(5):
                yield i
        finally:
            log.append("closed")

    r = reader()
    for item in r:
        if item == n:
            r.close()
            break
        log.append(item)
    return log


@cases(0, 2, 9, jax="refused AG025")
def close_total(n):
    log = [0]

    def reader():
        try:
            for i in range(5):
                yield i
        finally:
            log[0] += 100

    r = reader()
    t = 0
    for item in r:
        if item == n:
            r.close()
            break
        t += item
    return log, t


@cases(0, 2, 9, staged="refused AG025")
def left_open(n):
    log = [0]

    def reader():
        try:
            for i in range(5):
                yield i
        finally:
            log[0] += 100

    r = reader()
    t = 0
    for item in r:
        if item == n:
            break
        t += item
    return log, t


@cases(0, 2, 9, jax="refused AG025")
def closed_after(n):
    log = [0]

    def reader():
        try:
            for i in range(5):
                yield i
        finally:
            log[0] += 100

    r = reader()
    t = 0
    for item in r:
        if item == n:
            break
        t += item
    before = log[0]
    r.close()
    return log, t, before


@cases(0, 1, 3)
def returns_in_try(n):
    def gen():
        for i in range(5):
            try:
                if i == n:
                    return
            except ValueError:
                pass
            yield i

    g = gen()
    t = 0
    while t < 2:
        x = next(g, None)
        if x is None:
            break
        t += x
    return t, list(g)


@cases(0, 1, 3, -1)
def throw_caught(n):
    def gen():
        total = 0
        while True:
            try:
                got = yield total
            except ValueError as e:
                total = -total - 1
            else:
                total += got

    g = gen()
    out = [next(g)]
    for i in range(3):
        if i == n:
            out.append(g.throw(ValueError("x")))
        else:
            out.append(g.send(i + 1))
    return out


@cases(0, 1, 3, -1)
def throw_not_caught(n):
    def gen():
        try:
            yield 1
            yield 2
        except KeyError:
            yield 3

    g = gen()
    a = next(g)
    r = 0
    try:
        if n > 0:
            r = g.throw(ValueError("bad"))
        else:
            r = g.throw(KeyError("k"))
    except ValueError as e:
        r = 50
    return a, r, next(g, -7)


@cases(0, 1, 3, -1, jax="refused AG025")
def exit_seen(n):
    log = [0, 0]

    def gen():
        try:
            yield 1
            yield 2
        except GeneratorExit:
            log[0] += 1
            raise
        finally:
            log[1] += 1

    g = gen()
    a = next(g)
    if n > 0:
        g.close()
    b = next(g, -7)
    g.close()
    return a, b, log


@cases(0, 1, 3, -1, jax="refused AG025")
def not_begun(n):
    log = [0, 0]

    def gen():
        try:
            yield 1
        finally:
            log[1] += 1

    g = gen()
    if n > 0:
        g.close()
    b = next(g, -7)
    g.close()
    return b, log


@cases(0, 1, 3, -1, jax="refused AG026")
def yields_in_finally_body_raise(n):
    log = [0]

    def gen(k):
        try:
            for i in range(3):
                if i == k:
                    raise ValueError(i)
                yield i
        finally:
            log[0] += 1

    g = gen(n)
    t = 0
    try:
        for x in g:
            t += x + 1
    except ValueError:
        t += 100
    return t, log


@cases(0, 1, 3, -1, staged="refused AG025")
def ignores_exit(n):
    def gen():
        while True:
            try:
                yield 1
            except GeneratorExit:
                pass

    g = gen()
    next(g)
    t = 0
    try:
        if n > 0:
            g.close()
            t = 1
    except RuntimeError as e:
        t = 2
    return t


@cases((0, 1), (1, 5), (3, 2), (7, 7), jax="refused AG025")
def nested_try(n, m):
    log = []

    def gen():
        try:
            log.append(1)
            try:
                yield n
                yield n + 1
            except ValueError:
                log.append(2)
                yield 77
            finally:
                log.append(3)
            yield 5
        finally:
            log.append(4)

    g = gen()
    a = next(g)
    if n > 2:
        b = g.throw(ValueError())
    else:
        b = next(g)
    c = next(g, -1)
    d = next(g, -2)
    g.close()
    return a, b, c, d, log


@cases(0, 1, 5, staged="refused AG025")
def resource_temp(n):
    log = [0]

    def gen():
        try:
            for i in range(3):
                yield i
        finally:
            log[0] += 1

    t = 0
    for x in gen():
        if x == n:
            break
        t += log[0] * 10 + x
    return t, log


def steps(log, n):
    log.append(0)
    try:
        for i in range(n):
            yield i
    finally:
        log.append(9)


@cases(0, 2, 9, outer=("LOG",), jax="refused AG025")
def closed_and_noted_outside(n):
    def numbers():
        try:
            yield 1
            yield 2
            yield 3
        finally:
            LOG.append(7)

    g = numbers()
    total = 0
    for i in g:
        if i > n:
            g.close()
            break
        total += i
    return total


@cases(0, 2, 9, staged="refused AG025")
def dropped_where_a_function_returns(n):
    log = [0]

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 10

    def first(k):
        g = numbers()
        x = next(g)
        if k > 1:
            g.close()
        return x + log[0]

    a = first(n)
    return a, log[0]


@cases(0, 2, 9, staged="refused AG025")
def variable_is_bound_anew(n):
    log = [0]

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 10

    g = numbers()
    a = next(g)
    if n > 1:
        g.close()
    g = numbers()
    b = next(g) + log[0]
    g.close()
    return a, b, log


@cases(0, 2, 9, staged="refused AG025")
def made_in_a_branch(n):
    log = [0]

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 10

    a = 0
    if n > 1:
        g = numbers()
        a = next(g)
        if n > 5:
            a += next(g)
        g.close()
    return a, log


@cases(0, 2, 9, staged="refused AG025")
def made_in_a_loop(n):
    log = [0]

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 10

    a = 0
    for i in range(n):
        g = numbers()
        a += next(g)
        if i > 1:
            a += next(g)
        g.close()
    return a, log


@cases(0, 2, 9, staged="refused AG025")
def raises_while_it_is_open(n):
    log = [0]

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 10

    g = numbers()
    a = next(g)
    if n > 5:
        raise ValueError(f"too many after {a}")
    if n > 1:
        a += next(g)
    g.close()
    return a, log


@cases(0, 2, 9, outer=("LOG",), staged="refused AG025")
def dropped_before_it_raises(n):
    def numbers():
        try:
            yield 1
            yield 2
        finally:
            LOG.append(3)

    def first(k):
        g = numbers()
        x = next(g)
        if k == 0:
            g.close()
        return x

    a = first(n)
    if n > 5:
        raise ValueError(a)
    return a


@cases((0, 0), (1, 1), (3, 2), (9, 0))
def thrown_into_from_a_loop(n, at):
    def adder():
        total = 0
        while True:
            try:
                total += yield total
            except ValueError:
                total = 0
            except KeyError as e:
                total = -1

    g = adder()
    next(g)
    out = []
    for i in range(n):
        if i == at:
            out.append(g.throw(ValueError("reset")))
        elif i == at + 1:
            out.append(g.throw(KeyError("k")))
        else:
            out.append(g.send(i + 5))
    return out


@cases(0, 1, 2, 3, staged="refused AG025")
def thrown_as_a_class_with_a_value(n):
    def numbers():
        try:
            yield 1
        except ValueError as e:
            yield len(e.args)

    g = numbers()
    a = next(g)
    if n == 1:
        b = g.throw(ValueError)
    elif n == 2:
        b = g.throw(ValueError, "text")
    elif n == 3:
        b = g.throw(ValueError, (1, 2, 3))
    else:
        b = next(g, -1)
    return a, b


@cases(0, 1, jax="refused AG025")
def thrown_before_it_begins(n):
    log = []

    def numbers():
        try:
            log.append(1)
            yield 1
        except ValueError:
            log.append(2)
            yield 2
        finally:
            log.append(3)

    g = numbers()
    r = 0
    try:
        if n > 0:
            r = g.throw(ValueError("early"))
        else:
            r = next(g)
    except ValueError:
        r = -5
    g.close()
    return r, log


@cases(0, 1, staged="refused AG025")
def thrown_after_it_has_ended(n):
    def numbers():
        try:
            yield 1
        except ValueError:
            yield 2

    g = numbers()
    t = 0
    for x in g:
        t += x
    try:
        if n > 0:
            t += g.throw(ValueError("late"))
        else:
            t += next(g, 10)
    except ValueError:
        t = -t
    return t


@cases(0, 1, jax="refused AG025")
def stop_iteration_is_thrown(n):
    def numbers():
        try:
            yield 1
            yield 2
        finally:
            pass

    g = numbers()
    a = next(g)
    b = 0
    try:
        if n > 0:
            b = g.throw(StopIteration(5))
        else:
            b = next(g)
    except RuntimeError as e:
        b = -1
    g.close()
    return a, b


@cases(0, 1)
def stop_iteration_into_one_without_a_try(n):
    def numbers():
        yield 1
        yield 2

    g = numbers()
    a = next(g)
    b = 0
    try:
        if n > 0:
            b = g.throw(StopIteration(5))
        else:
            b = next(g)
    except RuntimeError as e:
        b = -1
    return a, b, next(g, -2)


@cases(0, 1, 4, jax="refused AG029")
def yields_in_a_handler(n):
    def numbers():
        k = 0
        while k < 6:
            try:
                yield k
            except ValueError:
                yield 100 + k
                continue
            except KeyError:
                break
            k += 2

    g = numbers()
    out = [next(g)]
    for i in range(n):
        if i == 0:
            out.append(g.throw(ValueError()))
        elif i == 2:
            out.append(g.throw(KeyError()) if n > 9 else next(g, -3))
        else:
            out.append(next(g, -4))
    return out


@cases(0, 1, 4, jax="refused AG025")
def break_and_continue_through_finally(n):
    log = [0, 0]

    def numbers():
        for i in range(6):
            try:
                if i == n:
                    continue
                if i == 4:
                    break
                yield i
                log[0] += 1
            finally:
                log[1] += i + 1

    g = numbers()
    t = 0
    while t < n:
        x = next(g, None)
        if x is None:
            break
        t += x + 1
    g.close()
    return t, log


@cases(0, 1, 4, jax="refused AG020")
def return_through_finally(n):
    log = []

    def numbers():
        k = 1
        try:
            yield k
            k = 2
            if n > 2:
                return k + n
            yield k
            k = 3
        finally:
            log.append(k)
        return -k

    g = numbers()
    got = [next(g)]
    try:
        while True:
            got.append(next(g))
            if len(got) > 5:
                break
    except StopIteration as stop:
        got.append(stop.value)
    return got, log


@cases(0, 1, 4, staged="refused AG025")
def what_the_body_binds(n):
    log = []

    def numbers():
        x = 0
        try:
            x = n + 1
            yield x
            x = x * 2
            yield x
        except ValueError:
            log.append(x)
            x = -x
            yield x
        finally:
            log.append(x + 100)
        log.append(x + 1000)

    g = numbers()
    a = next(g)
    if n > 0:
        b = next(g)
    else:
        b = 0
    c = g.throw(ValueError("v"))
    d = next(g, None)
    return a, b, c, d is None, log


@cases(0, 1, 4, staged="refused AG026")
def raises_in_its_try(n):
    def numbers(xs):
        for x in xs:
            try:
                if x > n:
                    raise ValueError("big")
                yield x
            except ValueError as e:
                yield len(str(e)) * 10

    g = numbers([0, 3, 1, 7])
    t = 0
    while t < 20:
        t += next(g, 50)
    g.close()
    return t, next(g, -1)


@cases(0, 1, 4, staged="refused AG025")
def ignores_that_it_is_closed(n):
    def numbers():
        try:
            yield 1
        except GeneratorExit:
            yield 2
        yield 3

    g = numbers()
    a = next(g)
    r = 0
    try:
        if n > 0:
            g.close()
    except RuntimeError:
        r = 1
    return a, r, next(g)


@cases(0, 1, 4, jax="refused AG025")
def returns_when_it_is_closed(n):
    log = []

    def numbers():
        k = 0
        while True:
            try:
                yield k
            except GeneratorExit:
                log.append(k)
                return
            k += 1

    g = numbers()
    t = 0
    for x in g:
        if x >= n:
            g.close()
            break
        t += x
    g.close()
    return t, log, next(g, -1)


@cases(0, 1, 4, jax="refused AG025")
def closed_in_a_list(n):
    log = [0]

    def numbers(k):
        try:
            while True:
                yield k
                k += 1
        finally:
            log[0] += k

    gens = [numbers(10), numbers(20)]
    t = next(gens[0]) + next(gens[1])
    if n > 0:
        gens[0].close()
    else:
        t += next(gens[1])
    for g in gens:
        g.close()
    return t, log, next(gens[0], -1)


class Owner:
    def __init__(self):
        self.seen = 0
        self.source = self.numbers()

    def numbers(self):
        try:
            k = 0
            while True:
                k += 1
                yield k
        finally:
            self.seen += 100 * k

    def stop(self):
        self.source.close()


@cases(0, 1, 4, staged="refused AG025")
def closed_by_a_method(n):
    owner = Owner()
    t = 0
    for i in range(n):
        t += next(owner.source)
        if t > 2:
            owner.stop()
            break
    owner.stop()
    return t, owner.seen


@cases(0, 2, 9, staged="refused AG025")
def closed_by_a_with(n):
    log = []
    total = 0
    with closing(steps(log, 4)) as g:
        for x in g:
            if x == n:
                break
            total += x
    return total, log


@cases(0, 2, 9, jax="refused AG025")
def closed_in_a_finally(n):
    log = []
    g = steps(log, 4)
    total = 0
    try:
        for x in g:
            if x == n:
                break
            total += x
    finally:
        g.close()
    return total, log


@cases(0, 2, 9, jax="refused AG025")
def with_else(n):
    log = []
    g = steps(log, 4)
    for x in g:
        if x == n:
            g.close()
            break
    else:
        log.append("all")
    return log


@cases(0, 2, 9, jax="refused AG025")
def closed_twice_and_asked(n):
    log = [0]

    def numbers():
        try:
            yield from_n
            yield 2
        finally:
            log[0] += 1

    from_n = n
    g = numbers()
    a = next(g)
    if n > 1:
        g.close()
        g.close()
    b = next(g, 40)
    g.close()
    return a, b, log


@cases(0, 2, 9, staged="refused AG025")
def one_inside_another(n):
    log = []

    def inner():
        try:
            yield 1
            yield 2
            yield 3
        finally:
            log.append("inner")

    def outer():
        source = inner()
        try:
            for x in source:
                yield x * 10
        finally:
            source.close()
            log.append("outer")

    g = outer()
    t = 0
    for x in g:
        if x > 10 * n:
            g.close()
            break
        t += x
    g.close()
    return t, log


@cases(0, 2, 9, staged="refused AG025")
def delegates_and_is_closed(n):
    log = [0]

    def inner():
        try:
            yield 1
            yield 2
        finally:
            log[0] += 1

    def outer():
        yield from inner()
        yield 3

    g = outer()
    a = next(g)
    if n > 1:
        g.close()
    else:
        a += next(g)
    return a, log


@cases(0, 1, 3, 7, staged="refused AG025")
def same_one_twice_in_chain(n):
    def few():
        k = 0
        while k < 3:
            yield k
            k += 1

    t, count = 0, 0
    for x in itertools.chain(*[few()] * 2):
        if x == n:
            break
        t += x
        count += 1
    return t, count


@cases(0, 1, 3, 7)
def same_one_twice_in_zip(n):
    def few():
        k = 0
        while k < 6:
            yield k
            k += 1

    out = []
    for x, y in zip(*[few()] * 2):
        if y == n:
            break
        out.append(x * 10 + y)
    return out


@cases(0, 1, 3, 7, staged="refused AG025")
def enumerated_in_a_function(n):
    def few():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    def find(items):
        for i, x in enumerate(items):
            if x >= n:
                return i
        return -1

    return find(few()), find(y + 1 for y in few())


@cases(0, 1, 3, 7)
def enumerated_and_gone_on_with(n):
    def few():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    g = few()
    e = enumerate(g)
    found = -1
    for i, x in e:
        if x >= n:
            found = i
            break
    return found, next(g, -1), next(e, (-2, -2))


@cases(0, 1, 3, 7)
def two_loops_over_an_enumerate(n):
    def few():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    e = enumerate(few())
    a = b = 0
    for i, x in e:
        if x >= n:
            break
        a += x
    for i, x in e:
        b += x
    return a, b


@cases(0, 1, 3, 7)
def enumerated_in_a_loop(n):
    def few(m):
        k = 0
        while k < m:
            yield k * k
            k += 1

    out = []
    for j in range(3):
        for i, x in enumerate(few(4)):
            if x + j > n:
                out.append(i)
                break
    return out


@cases(0, 1, 3, 7)
def enumerate_in_a_try(n):
    def few():
        k = 0
        while k < 6:
            yield k * k
            k += 1

    try:
        for i, x in enumerate(few()):
            if x > n:
                raise ValueError("found")
    except ValueError as e:
        return str(e), i, x
    return "none", i, x
