"""Deques that are made of what a tensor decides: of filters, generators, and lists of staged length."""

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases((2, 4), (3, 1), (0, 0))
def of_filter(a, b):
    q = deque(i for i in range(5) if (i + a) % 3 != b % 3)
    q.append(a)
    return list(q), len(q)


@cases(0, 3)
def of_filter_function(n):
    q = deque(filter(lambda i: i > n, [1, 5, 2, 7]))
    q.appendleft(n)
    return q


@cases(0, 3)
def of_list(n):
    xs = [i for i in range(n)]
    q = deque(xs)
    q.append(9)
    q.popleft()
    return q, xs


@cases(0, 3)
def of_range(n):
    q = deque(range(n))
    q.append(9)
    return q


@cases(0, 3)
def of_genexp_range(n):
    q = deque(i * i for i in range(n))
    q.append(9)
    return q.popleft(), len(q)


@cases(0, 3, 10)
def keeps_last(n):
    q = deque((i * i for i in range(n)), maxlen=3)
    return q


@cases(0, 3, 10)
def keeps_last_filter(n):
    q = deque((i for i in range(5) if i < n), 2)
    return q


@cases(0, 3, 10)
def keeps_all_maxlen_none(n):
    q = deque((i for i in range(5) if i < n), maxlen=None)
    q.append(1)
    return q


@cases(0, 3, 10)
def of_a_list_with_maxlen(n):
    q = deque([1, 2, n], 2)
    q.append(n)
    return list(q)


@cases(0, 3, 10)
def empty_grown(n):
    q = deque()
    for i in range(n):
        q.append(i)
    return q


@cases(0, 3)
def tuple_of(n):
    return tuple(i for i in range(5) if i > n)


@cases(0, 3)
def set_of(n):
    return len(set(i % 2 for i in range(5) if i > n))


@cases(0, 3)
def of_deque(n):
    q = deque([1, 2])
    if n > 1:
        q.append(n)
    r = deque(q)
    r.append(7)
    return q, r


@cases(0, 3)
def drawn_from(n):
    it = iter(range(10))
    q = deque((i for i in it if i > n), maxlen=4)
    return q, list(it)


@cases(0, 3)
def of_string(n):
    return deque(str(n * 77))


@cases(0, 3)
def worked_off(n):
    visited = []
    q = deque(i for i in [4, 2, n] if i)
    while q:
        x = q.popleft()
        visited.append(x)
        if x > 1:
            q.append(x // 2)
    return visited


@cases(0, 3)
def of_dict(n):
    d = {}
    for i in range(n):
        d[i % 2] = i
    return deque(d)


@cases(0, 3)
def of_an_iterator(n):
    it = iter([4, n, 2])
    first = next(it)
    q = deque(it)
    q.append(first)
    return list(q), list(it)


def _counted(n):
    k = 0
    while k < n:
        yield k * k
        k += 1


@cases(0, 3)
def of_a_generator(n):
    q = deque(_counted(n))
    q.appendleft(n)
    return q, len(q)


@cases(0, 3)
def of_a_list_without_maxlen(n):
    q = deque([1, n], maxlen=None)
    q.rotate(1)
    return list(q)


@cases(1, 5)
def topological_order(a):
    edges = {0: [a % 3 + 1], 1: [4], 2: [1], 3: [2], 4: []}
    indegree = [0] * 5
    for u in edges:
        for v in edges[u]:
            indegree[v] += 1
    ready = deque(i for i in range(5) if indegree[i] == 0)
    order = []
    while ready:
        u = ready.popleft()
        order.append(u)
        for v in edges[u]:
            indegree[v] -= 1
            if indegree[v] == 0:
                ready.append(v)
    return order


@cases(0, 1, 3, 6)
def text_deque(n):
    a = deque()
    for i in range(n):
        a.append(i)
    return str(a)


@cases(0, 1, 3, 6)
def text_known_deque(n):
    return str(deque([n, 1]))


@cases(0, 1, 3, 6)
def text_known_deque_in(n):
    return f"{[deque([n, 1])]}"


@cases(0, 1, 3, 6)
def assigned_beyond(n):
    q = deque()
    for i in range(n):
        q.append(i)
    q[2] = 7
    return q


@cases(0, 1, 3, 6)
def deque_extends(n):
    q = deque()
    for i in range(n):
        q.append(i)
    q.extendleft([1, 2, n])
    q.extendleft(q)
    return q


@cases(2, 3)
def rows_queued_again(x):
    waiting, out = deque([[1, 5], [2, x]]), []
    while waiting:
        task = waiting.popleft()
        task[1] -= 1
        out.append(task[0])
        if task[1] > 0:
            waiting.append(task)
    return out
