"""Generators and iterators of classes in queues, and in lists and dicts of which a tensor decides what is in them."""

# ruff: noqa: UP028

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


def count(start, stop):
    k = start
    while k < stop:
        yield k
        k += 1


def count_for(start, stop):
    for k in range(start, stop):
        yield k


def named(name, steps, out):
    for i in range(steps):
        out.append(f"{name}{i}")
        yield
    out.append(name + " done")


@cases((3, 2), (1, 4), (0, 1))
def list_of_staged_length(n, m):
    gs = [count(i, m) for i in range(n)]
    out = []
    for g in gs:
        out.append(next(g, -1))
    for g in gs:
        out.append(next(g, -1))
    return out


@cases((3, 2), (1, 4), (0, 1))
def queue(n, m):
    q = deque([count(0, n), count(5, 5 + m)])
    out = []
    while q:
        g = q.popleft()
        try:
            out.append(next(g))
        except StopIteration:
            continue
        q.append(g)
    return out


@cases((3, 2), (1, 4), (0, 1))
def queue_with_default(n, m):
    q = deque([count(0, n), count(5, 5 + m)])
    out = []
    while q:
        g = q.popleft()
        x = next(g, None)
        if x is not None:
            out.append(x)
            q.append(g)
    return out


@cases((3, 2), (1, 4), (0, 1))
def queue_of_loops(n, m):
    q = deque([count_for(0, n), count_for(5, 5 + m)])
    out = []
    while q:
        g = q.popleft()
        x = next(g, None)
        if x is not None:
            out.append(x)
            q.append(g)
    return out


@cases((3, 2), (1, 4), (0, 1))
def those_that_go_on(n, m):
    gs = [count(0, n), count(5, 5 + m), count(1, 2)]
    out = []
    for _ in range(4):
        alive = []
        for g in gs:
            x = next(g, None)
            if x is None:
                out.append(-1)
            else:
                out.append(x)
                alive.append(g)
        gs = alive
    return out


@cases((3, 2), (1, 4), (0, 1), jax="refused AG021")
def tasks_with_a_log(n, m):
    out = []
    q = deque([named("a", n, out), named("b", m, out)])
    while q:
        t = q.popleft()
        try:
            next(t)
        except StopIteration:
            continue
        q.append(t)
    return out


@cases((3, 2), (1, 4), (0, 1))
def dict_of_two(n, m):
    gs = {"a": count(0, n), "b": count(5, 5 + m)}
    out = []
    while gs:
        for k in list(gs):
            try:
                out.append((k, next(gs[k])))
            except StopIteration:
                del gs[k]
    return out


@cases((3, 2), (1, 4), (0, 1))
def removed_at_their_ends(n, m):
    gs = [count(0, n), count(5, 5 + m)]
    out = []
    i = 0
    while gs:
        i %= len(gs)
        try:
            out.append(next(gs[i]))
            i += 1
        except StopIteration:
            gs.pop(i)
    return out


class Count:
    def __init__(self, start, stop):
        self.k = start
        self.stop = stop

    def __iter__(self):
        return self

    def __next__(self):
        if self.k >= self.stop:
            raise StopIteration
        self.k += 1
        return self.k - 1


class Down:
    def __init__(self, start):
        self.k = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.k <= 0:
            raise StopIteration
        self.k -= 1
        return self.k


@cases((3, 2), (1, 4), (0, 1))
def iterators_of_a_class(n, m):
    q = deque([Count(0, n), Count(5, 5 + m)])
    out = []
    while q:
        g = q.popleft()
        try:
            out.append(next(g))
        except StopIteration:
            continue
        q.append(g)
    return out


@cases((3, 2), (1, 4), (0, 1))
def iterators_of_two_classes(n, m):
    q = deque([Count(0, n), Down(m)])
    out = []
    while q:
        g = q.popleft()
        try:
            out.append(next(g))
        except StopIteration:
            continue
        q.append(g)
    return out


@cases((3, 2), (1, 4), (0, 1))
def iterators_with_names(n, m):
    q = deque([("a", Count(0, n)), ("b", Count(5, 5 + m))])
    out = []
    while q:
        name, g = q.popleft()
        x = next(g, None)
        if x is not None:
            out.append((name, x))
            q.append((name, g))
    return out


def task(name, steps):
    for i in range(steps):
        got = yield (name, i)
        if got == "cancel":
            return
    return steps * 10


def steps(name, n):
    for i in range(n):
        yield i
    return name.upper()


@cases((2, 3), (1, 5), (0, 1))
def tasks_that_are_sent_messages(a, b):
    results = {}
    ready = deque([("A", task("A", a), None), ("B", task("B", b), None)])
    turns = 0
    while ready:
        name, gen, message = ready.popleft()
        turns += 1
        try:
            yielded = gen.send(message)
        except StopIteration as stop:
            results[name] = stop.value
        else:
            message = "cancel" if yielded[1] >= 3 else None
            ready.append((name, gen, message))
    return results, turns


@cases((5, 3), (1, 1), (2, 9), jax="refused AG021")
def closures_that_yield(n, limit):
    log = []

    def task(name, k):
        while k > 0:
            log.append(f"{name}{k}")
            k -= 1
            yield

    ready = deque([task("a", n), task("b", 2)])
    while ready and len(log) < limit:
        t = ready.popleft()
        try:
            next(t)
            ready.append(t)
        except StopIteration:
            pass
    return log, len(ready)


@cases((5, 3), (1, 1), (2, 9), staged="refused AG021")
def tasks_with_results(n, limit):
    ready = deque([("a", steps("a", n)), ("b", steps("b", 2))])
    results = {}
    log = []
    for _ in range(limit * 2):
        if not ready:
            break
        name, t = ready.popleft()
        try:
            log.append(next(t))
        except StopIteration as stop:
            results[name] = stop.value
        else:
            ready.append((name, t))
    return results, log, [n for n, _ in ready]
