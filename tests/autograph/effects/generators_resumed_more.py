"""Generators that are advanced in staged branches and loops: who holds them, and what they go over and do."""

# ruff: noqa: E731, UP028 - generators are written as programs have them

from __future__ import annotations

import contextlib
import functools
from collections import deque

from tests.autograph.effects.outcomes import cases


def counter(i=0):
    while True:
        yield i
        i += 1


@cases(0, 1, 5)
def closure_alias(n):
    it = counter()

    def draw():
        return next(it)

    a = draw()
    if n > 0:
        a += 10 * draw()
    return a, next(it)


@cases(0, 1, 5)
def bound_send(n):
    def acc():
        t = 0
        while True:
            x = yield t
            t += x

    it = acc()
    next(it)
    send = it.send
    a = send(1)
    if n > 0:
        a += 10 * send(5)
    return a, it.send(1)


@cases(0, 1, 5)
def in_dict(n):
    d = {"a": counter(), "b": counter(100)}
    s = 0
    for k in range(n):
        s += next(d["a"])
        if k % 2:
            s += next(d["b"])
    return s, next(d["a"]), next(d["b"])


@cases(0, 1, 5)
def partial_next(n):
    it = counter()
    draw = functools.partial(next, it)
    a = draw()
    if n > 0:
        a += 10 * draw()
    return a, next(it)


@cases(0, 1, 5)
def zip_twice(n):
    it = counter()
    s = next(it)
    if n > 0:
        for a, b in zip(it, it):
            s += a * b
            if a > 5:
                break
    return s, next(it)


@cases(0, 1, 5)
def sum_in_branch(n):
    def g():
        for i in range(5):
            yield i * n

    it = g()
    s = next(it)
    if n > 0:
        s += next(it)
        s += sum(it)
    return s, next(it, -1)


@cases(0, 1, 5)
def list_in_branch(n):
    def g():
        for i in range(5):
            yield i * n

    it = g()
    s = next(it)
    if n > 0:
        xs = list(it)
        s += xs[0] * 100 + len(xs)
    return s, next(it, -1)


@cases(0, 1, 5, staged="refused AG015")
def rotating(n):
    q = deque([counter(), counter(10), counter(20)])
    s = 0
    for k in range(n):
        g = q.popleft()
        s = s * 2 + next(g)
        q.append(g)
    return s


@cases(0, 1, 5, staged="refused AG025")
def with_a_finally(n):
    log = []

    def g():
        try:
            yield 1
            yield 2
        finally:
            log.append(1)

    it = g()
    s = next(it)
    if n > 0:
        s += next(it)
    return s, log


@cases(0, 1, 5, jax="refused")
def yields_own_list(n):
    def g():
        items = []
        k = 0
        while True:
            yield items
            items.append(k)
            k += 1

    it = g()
    xs = next(it)
    for _ in range(n):
        next(it)
    return len(xs), xs


@cases(0, 3, 30, staged="refused AG025")
def inner_advance(n):
    it = counter()
    s = 0
    for x in it:
        if x > 10:
            break
        if x > n:
            s += 100 * next(it)
        s += x
    return s, next(it)


@cases(0, 3, 30, staged="refused AG025")
def inner_advance_dict(n):
    d = {"k": counter()}
    key = "k"
    s = 0
    for x in d[key]:
        if x > 10:
            break
        if x > n:
            s += 100 * next(d[key])
        s += x
    return s, next(d[key])


@cases(0, 3, staged="refused AG025")
def yields_a_lambda(n):
    def g():
        k = 0
        while True:
            f = lambda x: x + k
            yield f
            k += 1

    it = g()
    f = next(it)
    a = f(1)
    if n > 2:
        h = next(it)
        a += h(10)
    return a, f(1)


@cases(0, 3)
def key_lambda(n):
    def g(sign):
        xs = [3, 1, 2]
        while True:
            xs = sorted(xs, key=lambda v: v * sign)
            yield xs[0]
            xs[0] += 5

    it = g(1)
    a = next(it)
    if n > 2:
        a += 10 * next(it)
    return a, next(it)


@cases(0, 3)
def stop_value(n):
    def g():
        yield 1
        return 7

    it = g()
    a = next(it)
    try:
        if n > 2:
            next(it)
    except StopIteration as e:
        a += e.value
    return a


@cases(0, 1, 6)
def try_loop(n):
    def g(k):
        while k > 0:
            yield k
            k -= 2

    it = g(n)
    s = 0
    while True:
        try:
            x = next(it)
        except StopIteration:
            break
        s += x
    return s


@cases(0, 3)
def yields_twice_on_a_line(n):
    def g():
        yield 1
        yield 2
        yield 3

    it = g()
    a = next(it)
    if n > 2:
        a += 10 * next(it)
    return a, next(it)


@cases(0, 3)
def grows_under(n):
    xs = [1, 2]

    def g():
        for x in xs:
            yield x

    it = g()
    a = next(it)
    if n > 2:
        xs.append(n)
    a += 10 * next(it, 0)
    a += 100 * next(it, 0)
    return a


@cases(0, 3)
def grows_under2(n):
    xs = [1, 2]

    def g():
        for x in xs:
            yield x

    it = g()
    a = next(it)
    if n > 2:
        a += 10 * next(it, 0)
    xs.append(n)
    a += 100 * next(it, 0)
    a += 1000 * next(it, 0)
    return a


@cases(0, 3)
def made_in_param(n):
    def g(xs):
        total = 0
        for x in xs:
            total += x
            yield total

    xs = [1, 2]
    it = g(xs)
    xs.append(5)
    s = 0
    for _ in range(n):
        s += next(it, 100)
    return s


@cases(0, 3)
def throws(n):
    it = counter()
    a = next(it)
    if n > 2:
        a += next(it)
    try:
        it.throw(ValueError("x"))
    except ValueError:
        a += 100
    return a, next(it, -1)


@cases(0, 3)
def sent_first(n):
    def acc():
        t = 0
        while True:
            x = yield t
            t += x

    it = acc()
    if n > 2:
        it.send(4)
    return n


@cases(0, 3, 4, staged="refused AG025")
def chosen(n):
    a, b = counter(), counter(50)
    it = a if n > 3 else b
    s = next(it)
    return s, next(a), next(b)


@cases(0, 3, 4)
def primes(n):
    def primes():
        k = 2
        while True:
            is_prime = True
            d = 2
            while d * d <= k:
                if k % d == 0:
                    is_prime = False
                    break
                d += 1
            if is_prime:
                yield k
            k += 1

    it = primes()
    out = []
    for _ in range(n):
        out.append(next(it))
    return out, next(it)


@cases(0, 3, 7)
def asked_what_it_is(n):
    it = counter()
    s = next(it)
    if n > 2:
        s += next(it)
    return s, hasattr(it, "send"), iter(it) is it


@cases(0, 3, 7)
def global_state(n):
    class Acc:
        total = 0

    acc = Acc()

    def g():
        while True:
            acc.total += n
            yield acc.total

    it = g()
    if n > 2:
        next(it)
        next(it)
    return acc.total, next(it)


@cases(0, 3, 7)
def for_else_gen(n):
    def g(xs, k):
        for x in xs:
            if x == k:
                yield -x
                break
            yield x
        else:
            yield 99
        yield 100

    it = g([1, 2, 3], n)
    s = 0
    for i in range(4):
        s = s * 2 + next(it, 0)
    if n > 3:
        s += next(it, 1000)
    return s


@cases(0, 3, 7)
def cond_send(n):
    def window(size):
        buf = []
        out = None
        while True:
            x = yield out
            buf.append(x)
            if len(buf) > size:
                buf.pop(0)
            out = sum(buf)

    w = window(2)
    next(w)
    last = 0
    for i in range(n):
        last = w.send(i)
    return last


@cases((0, 0), (3, 1), (7, 2), staged="refused AG025")
def taken_by_a_generator(n, m):
    def take(k, it):
        for _ in range(k):
            yield next(it)

    it = counter(5)
    a = sum(take(n, it))
    b = sum(take(m, it))
    return a, b, next(it)


@cases(0, 3, staged="refused AG025")
def shared_iterator(n):
    def g(e):
        for i, x in e:
            yield i * 10 + x

    e = enumerate([5, 6, 7, 8])
    it = g(e)
    a = next(it)
    if n > 2:
        a += next(it)
    return a, next(e)


@cases(0, 3, staged="refused AG025")
def shared_reversed(n):
    def g(e):
        for x in e:
            yield x

    e = reversed([5, 6, 7, 8])
    it = g(e)
    a = next(it)
    if n > 2:
        a += next(it)
    return a, next(e)


@cases(0, 3)
def shared_walk(n):
    def g(e):
        for x in e:
            yield x
            yield -next(e)

    e = iter([5, 6, 7, 8, 9])
    it = g(e)
    a = next(it)
    if n > 2:
        a += next(it)
        a += 10 * next(it)
    return a, next(e)


@cases(0, 3)
def enumerate_shared(n):
    def g(e):
        for i, x in enumerate(e):
            yield x * i

    e = zip([5, 6, 7, 8, 9], [1, 2, 3, 4, 5])
    f = iter([5, 6, 7, 8])
    it = g(f)
    a = next(it)
    if n > 2:
        a += next(it)
        a += 10 * next(it)
    return a, next(f), next(e)


@cases(0, 3, 6)
def nested_native(n):
    def g():
        for i in [1, 2, 3]:
            for j in range(i):
                yield i * 10 + j
        for c in (7, 8):
            yield c

    it = g()
    a = next(it) + next(it)
    for _ in range(n):
        a = a * 2 + next(it, 1)
    return a


@cases(0, 3, 6)
def over_a_text(n):
    def g(s):
        for c in s:
            yield len(c) if c != "b" else 5

    it = g("abcb")
    a = next(it)
    for _ in range(n):
        a = a * 2 + next(it, 1)
    return a


@cases(0, 3, staged="refused AG025")
def dict_keys(n):
    def g(d):
        for k in d:
            yield d[k]

    it = g({"a": 1, "b": 2, "c": 3})
    a = next(it)
    if n > 2:
        a += 10 * next(it)
    return a, next(it)


@cases(0, 3, staged="refused AG025")
def dict_items_started(n):
    d = {"a": 1, "b": 2, "c": 3}

    def g():
        for k, v in d.items():
            yield v

    it = g()
    s = 0
    for i in range(n):
        s += next(it, 9)
    return s


@cases(0, 3)
def impure_start(n):
    log = []

    def g():
        log.append("begun")
        i = len(log)
        while True:
            yield i
            i += 1

    it = g()
    s = 0
    if n > 2:
        s += next(it)
    log.append("x")
    s += 10 * next(it)
    return s, log


@cases(0, 3)
def impure_start_numbers(n):
    log = [0]

    def g():
        log[0] += 1
        i = log[0]
        while True:
            yield i
            i += 1

    it = g()
    s = 0
    for _ in range(n):
        s += next(it)
    log[0] += 5
    s += 10 * next(it)
    return s, log


@cases(0, 3)
def late_global(n):
    k = 1

    def g():
        base = k
        while True:
            yield base
            base += 1

    it = g()
    k = 50
    s = 0
    for _ in range(n):
        s += next(it)
    return s, next(it)


@cases(0, 3)
def else_after(n):
    def g(m):
        i = 0
        while i < m:
            got = yield i
            if got:
                i = got
                continue
            i += 1
        else:
            yield -1
        yield -2

    it = g(3)
    out = next(it)
    if n > 2:
        out = out * 10 + it.send(2)
    for _ in range(n):
        out = out * 10 + next(it, 7)
    return out


@cases(0, 3, 8)
def match_in(n):
    def g():
        s = 0
        while True:
            x = yield s
            match x:
                case 1:
                    s += 10
                case None:
                    s += 1
                case _:
                    s += 100

    it = g()
    next(it)
    r = 0
    for i in range(n):
        r = it.send(i)
    return r, next(it)


@cases(0, 3, 8)
def none_yielded(n):
    def g():
        x = None
        while True:
            y = yield x
            x = y if x is None else x + y

    it = g()
    next(it)
    r = 0
    for i in range(n):
        r = it.send(i)
    return r


@cases(0, 3, 8)
def two_types(n):
    def g():
        while True:
            yield 1
            yield 2.5

    it = g()
    r = 0.0
    for i in range(n):
        r = r * 2 + next(it)
    return r


@cases(0, 3, 8)
def yields_tuples(n):
    def g():
        i = 0
        while True:
            yield i, i * i
            i += 1

    it = g()
    r = 0
    for _ in range(n):
        a, b = next(it)
        r += a * 3 + b
    return r


@cases(0, 3, 8)
def yields_strings(n):
    def g():
        while True:
            yield "a"
            yield "b"

    it = g()
    r = 0
    for _ in range(n):
        c = next(it)
        if c == "a":
            r += 1
    return r


@cases(0, 3, 8, staged="refused AG025")
def not_unbound(n):
    def g(k):
        if k > 100:
            v = 1
        yield k
        if k > 100:
            yield v
        yield 5

    it = g(3)
    a = next(it)
    if n > 2:
        a += next(it)
    return a


@cases(0, 3, 8)
def outer_list_returned(n):
    out = []

    def producer():
        k = 0
        while True:
            out.append(k * k)
            k += 1
            yield

    p = producer()
    while len(out) < n:
        next(p)
    return out


@cases(0, 3, 8)
def coroutine_pair(n):
    def consumer(log):
        while True:
            item = yield
            log.append(item * 2)

    log = []
    c = consumer(log)
    next(c)
    for i in range(n):
        if i % 2 == 1:
            c.send(i)
    c.close()
    return log


@cases(0, 3, 8)
def pipeline(n):
    def numbers():
        i = 0
        while True:
            yield i
            i += 1

    def squares(src):
        for x in src:
            yield x * x

    def odd(src):
        for x in src:
            if x % 2:
                yield x

    it = odd(squares(numbers()))
    s = 0
    while s < n:
        s += next(it)
    return s, next(it)


@cases(0, 3, 8)
def in_loop_made(n):
    s = 0
    for k in range(n):

        def g(a):
            yield a
            yield a + 1

        it = g(k)
        s += next(it)
        if k > 1:
            s += next(it)
    return s


@cases(0, 3, 8, staged="refused")
def hands_on_itself(n):
    def flat(t):
        for x in t:
            if isinstance(x, list):
                yield from flat(x)
            else:
                yield x

    it = flat([1, [2, [3]], 4, [5]])
    s = next(it)
    for _ in range(n):
        s = s * 3 + next(it, 0)
    return s


# Where what is done may be taken back, and done again in another way


@cases(0, 3)
def in_a_try_that_is_run_again(n):
    it = counter()
    a = 100
    try:
        a = next(it)
        if n > 2:
            raise ValueError("x")
        a += next(it) * 5
    except ValueError:
        a -= 7
    return a, next(it)


@cases(0, 3)
def sent_to_in_a_try_that_is_run_again(n):
    def acc():
        t = 0
        while True:
            x = yield t
            t += x

    it = acc()
    next(it)
    a = 100
    try:
        a = it.send(5)
        if n > 2:
            raise ValueError("x")
        a += it.send(1)
    except ValueError:
        a -= 7
    return a, it.send(1)


@cases(0, 3)
def in_a_try_in_a_loop(n):
    it = counter()
    a = 100
    for k in range(3):
        try:
            a += next(it)
            if n > k:
                raise ValueError("x")
            a += next(it) * 5
        except ValueError:
            a -= 7
    return a, next(it)


@cases(0, 3)
def appended_in_a_try(n):
    it = counter()
    xs = []
    try:
        xs.append(next(it))
        if n > 2:
            xs.append(next(it))
            raise ValueError("x")
    except ValueError:
        xs.append(-1)
    return xs, next(it)


@cases(0, 3, 6)
def until_a_sum_is_reached(n):
    it = counter()
    s = 0
    while True:
        x = next(it)
        s += x
        if s > n:
            break
    return s, next(it)


@cases(0, 3, 6)
def in_the_test_of_a_loop(n):
    it = counter()
    s = 0
    while next(it) < 2 or s < n:
        s += 3
    return s, next(it)


@cases(0, 3, 6)
def in_a_with_that_is_run_again(n):
    it = counter()
    s = 0
    with contextlib.suppress(ValueError):
        s += next(it)
        s += next(it)
        if n > 2:
            raise ValueError
        s += 10 * next(it)
    return s, next(it)


def one_item(it):
    return next(it)


@cases(0, 3, 6)
def by_a_function_in_a_try(n):
    it = counter()
    s = 0
    try:
        s += one_item(it)
        s += one_item(it)
        if n > 2:
            raise ValueError
        s += 10 * next(it)
    except ValueError:
        pass
    return s, next(it)


@cases(0, 3, 6)
def in_a_recursion(n):
    it = counter()

    def down(k):
        v = next(it)
        if k <= 0:
            return v
        return v + down(k - 1)

    return down(n), next(it)


@cases(0, 3, 6)
def by_a_for_in_a_try(n):
    it = counter()
    s = 0
    try:
        for x in it:
            s += x
            if x == 2:
                break
        if n > 2:
            raise ValueError
    except ValueError:
        s = -s
    return s, next(it)


@cases((3, 4), (4, 3), (0, 1))
def values_of_others_under_keys(a, b):
    def child(tag):
        total = 0
        while (v := (yield tag)) is not None:
            total += v
        return total

    def parent():
        found = {}
        for tag in "xy":
            found[tag] = yield from child(tag)
        yield found

    resumed = parent()
    log = [next(resumed)]
    for v in [a, b, None, b, None, None]:
        try:
            log.append(resumed.send(v))
        except StopIteration:
            log.append("stop")
    return log


def countdown(n):
    while n > 0:
        yield n
        n -= 1


@cases(3, 1, 0, staged="refused AG025")
def asked_where_it_stands(n):
    items = countdown(n)
    if n > 1:
        next(items)
    rest = sum(items)
    return rest, items.gi_frame is None
