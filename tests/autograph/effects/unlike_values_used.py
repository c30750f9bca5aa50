"""Values that are a number on one path and a string, None or a tuple on another: kept, changed, matched, added."""

from __future__ import annotations

import heapq
from collections import deque
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,), (5,)


@cases(*ARGUMENTS)
def appended_and_bound_anew(n):
    x = "a" if n > 2 else n
    xs = []
    xs.append(x)
    xs.append(7)
    x = 5
    return xs[1], len(xs), x, xs[0] == "a"


@cases(*ARGUMENTS, jax="refused AG032")
def values_of_a_dict(n):
    d = {}
    for i in range(n):
        d[i] = "even" if i % 2 == 0 else i
    t = 0
    for k, v in d.items():
        t += k if v == "even" else v * 10
    return t, len(d)


@cases(*ARGUMENTS)
def read_by_a_closure(n):
    x = n if n % 2 else "odd"

    def show():
        return x if isinstance(x, int) else len(x)

    y = show()
    x = "zzzz" if n > 2 else 1
    return y, show()


@cases(*ARGUMENTS)
def added_under_handlers(n):
    def get(k):
        if k > 3:
            raise ValueError("big")
        return "s" if k % 2 else k

    t = 0
    for i in range(n + 1):
        try:
            v = get(i)
            t += v
        except TypeError:
            t += 100
        except ValueError:
            t += 1000
    return t


@cases(*ARGUMENTS)
def a_queue_of_work(n):
    q = deque([n, "x", n + 1])
    t = 0
    while q:
        v = q.popleft()
        if v == "x":
            t *= 2
        elif v > 2:
            t += v
            q.append(v - 2)
        else:
            t += 1
    return t


@cases(*ARGUMENTS)
def a_state_in_a_loop_test(n):
    state = "start"
    count = 0
    while state != "end" and count < 10:
        if state == "start":
            state = n
        elif isinstance(state, int) and state > 3:
            state = "end"
        else:
            state = state + 1
        count += 1
    return count, state == "end"


@cases(*ARGUMENTS)
def the_best_of_pairs(n):
    best = None
    for i in range(n):
        cand = ("n", i) if i % 2 else ("w", "word")
        if best is None or cand[0] > best[0]:
            best = cand
    if best is None:
        return -1
    return best[1] if best[0] == "n" else len(best[1])


@cases(*ARGUMENTS)
def attributes_of_records(n):
    @dataclass
    class Node:
        val: object
        size: int = 1

    nodes = []
    for i in range(n):
        nodes.append(Node("leaf" if i % 2 else i * 10))
    for nd in nodes:
        if isinstance(nd.val, str):
            nd.size = len(nd.val)
        else:
            nd.val += 1
    return sum(nd.size for nd in nodes), sum(nd.val for nd in nodes if not isinstance(nd.val, str))


@cases(*ARGUMENTS)
def done_after_some(n):
    x = 0
    for k in range(n):
        x = x + 1 if isinstance(x, int) and x < 2 else "done"
        if x == "done":
            break
    else:
        return x
    return -1


@cases(*ARGUMENTS)
def matched_in_a_loop(n):
    vals = [1, "two", 3.5, None, (4, 4)]
    out = []
    for i in range(min(n, 5)):
        v = vals[i]
        match v:
            case None:
                out.append(0)
            case int():
                out.append(v)
            case float():
                out.append(int(v))
            case str():
                out.append(len(v))
            case (p, q):
                out.append(p + q)
    return sum(out), len(out)


@cases(*ARGUMENTS)
def counted_and_summed(n):
    x = "n" if n == 1 else n
    y = x
    if isinstance(y, int):
        y = y + 1
    z = [x, y, x]
    return z.count("n"), sum(v for v in z if isinstance(v, int))


@cases(*ARGUMENTS)
def logged_by_a_function(n):
    log = []

    def note(v):
        log.append(v)

    for i in range(n):
        if i % 3 == 0:
            note("tick")
        elif i % 3 == 1:
            note(i)
        else:
            note((i, "t"))
    return (
        sum(1 for v in log if v == "tick"),
        sum(v for v in log if isinstance(v, int)),
        sum(v[0] for v in log if isinstance(v, tuple)),
    )


@cases(*ARGUMENTS)
def doubled_in_place(n):
    x = "abc" if n > 2 else n
    x *= 2
    return x if isinstance(x, int) else len(x)


@cases(*ARGUMENTS)
def shown_and_compared(n):
    x = [n, "k"][n % 2]
    y = x if x != "k" else 0
    return y + 1, f"{x}!" == "k!"


@cases(*ARGUMENTS)
def links_in_a_dict(n):
    m = {"a": 1, "b": "a", "c": "b"}
    k = ["a", "b", "c", "a", "b"][min(n, 4)]
    hops = 0
    while isinstance(m[k], str):
        k = m[k]
        hops += 1
    return m[k], hops


@cases(*ARGUMENTS)
def results_and_errors(n):
    def div(a, b):
        if b == 0:
            return None, "zero"
        return a // b, None

    t, errs = 0, 0
    for i in range(n):
        v, err = div(10, i)
        if err:
            errs += 1
        else:
            t += v
    return t, errs


@cases(*ARGUMENTS)
def known_items_in_a_branch(n):
    total = 0
    for item in [1, "2", 3.0, "x", True]:
        if n > 2 and isinstance(item, str):
            total += 10 if item.isdigit() else 20
        elif not isinstance(item, str):
            total += item
    return total


@cases(*ARGUMENTS)
def a_marked_stack(n):
    acc = []
    for i in range(n):
        acc.append(i)
        if i == 2:
            acc.append("mark")
    out = 0
    while acc:
        v = acc.pop()
        if v == "mark":
            out += 1000
        else:
            out += v
    return out


@cases(*ARGUMENTS)
def added_where_it_can_be(n):
    x = n if n > 1 else "one"
    try:
        y = x + 1
    except TypeError:
        y = x + "1"
    return y if isinstance(y, int) else len(y)


@cases(*ARGUMENTS)
def a_dict_of_settings(n):
    cfg = {"depth": n, "name": "cfg", "ratio": 0.5}
    t = 0
    for k, v in cfg.items():
        if isinstance(v, str):
            t += len(v)
        else:
            t += v * 2
    return t


@cases(*ARGUMENTS)
def in_a_heap(n):
    heap = []
    for i in range(n):
        heapq.heappush(heap, (i % 3, i, "job" if i % 2 else i))
    t = 0
    while heap:
        _, _, x = heapq.heappop(heap)
        t += 7 if x == "job" else x
    return t
