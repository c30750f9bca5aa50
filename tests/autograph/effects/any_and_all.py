"""`any` and `all` that stop early, of elements that change something: only those that are asked for do."""

from __future__ import annotations

from collections import defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 3)
def appended(n):
    log = []
    return all(log.append(k) is None and k < n for k in range(3)), log


@cases(0, 2, 3)
def appended_by_a_function(n):
    log = []

    def t(k):
        log.append(k)
        return k < n

    return any(t(k) for k in (2, 1, 0)), len(log)


@cases(0, 2, 3)
def appended_by_a_method(n):
    class Asked:
        def __init__(self):
            self.log = []

        def is_at_least(self, v):
            self.log.append(v)
            return v >= n

    asked = Asked()
    return any(asked.is_at_least(i) for i in range(5)), asked.log


@cases(0, 2, 3)
def key_set_by_default(n):
    d = {}
    return any(d.setdefault(i, i) == n for i in range(4)), len(d)


@cases(0, 2, 3)
def key_made_by_a_read(n):
    d = defaultdict(int)
    return any(d[i] == n for i in range(3)), len(d)


@cases(0, 2, 3)
def popped(n):
    st = [1, 2, 3]
    return any(st.pop() == n for _ in range(3)), len(st)


@cases(0, 2, 3)
def seen_before(n):
    seen = set()
    return any(k in seen or seen.add(k) or k == n for k in [1, 3, 3, 2]), len(seen)


@cases(0, 2, 3, staged="refused AG011")
def appended_to_a_deque(n):
    log = deque()
    return any(log.append(a) or a == n for a in (1, 2, 3)), len(log)


@cases(0, 2, 3, staged="refused AG025")
def bound_by_walrus(n):
    c = 0
    return all((c := c + 1) and i < n for i in range(3)), c


@cases(0, 2, 3, staged="refused AG025 AG051")
def list_rebound_by_walrus(n):
    li = []
    return all((li := [*li, i]) and i < n for i in range(3)), len(li)


@cases(0, 2, 3)
def asked_for_its_truth(n):
    log = []

    class Positive:
        def __init__(self, v):
            self.v = v

        def __bool__(self):
            log.append(1)
            return self.v > 2

    return all([Positive(n), Positive(4), Positive(1)]), len(log)


@cases(0, 2, 3)
def mapped(n):
    log = []

    def t(k):
        log.append(k)
        return k < n

    return all(map(t, range(3))), log


@cases(0, 2, 3)
def mapped_over_two(n):
    log = []

    def t(k, j):
        log.append(k)
        return k + j < n

    return all(map(t, range(3), [1, 1])), log


@cases(0, 2, 3, staged="refused AG025")
def map_that_goes_on(n):
    log = []

    def t(k):
        log.append(k)
        return k < n

    m = map(t, range(3))
    return all(m), log, sum(m)


@cases(0, 2, 3)
def generator_without_control_flow(n):
    log = []

    def g():
        log.append(0)
        yield 0 < n
        log.append(1)
        yield 1 < n
        log.append(2)
        yield 2 < n

    return all(g()), len(log)


@cases(0, 2, 3)
def loop_over_a_generator_without_control_flow(n):
    log = []

    def g():
        log.append(0)
        yield 0
        log.append(1)
        yield 1
        log.append(2)
        yield 2

    for x in g():
        if x == n:
            break
    return x, len(log)


@cases(0, 2, 3, staged="refused AG025")
def generator_that_goes_on(n):
    log = []

    def g():
        for i in range(3):
            log.append(i)
            yield i < n

    it = g()
    return all(it), len(log), len(list(it))


@cases(0, 2, 3, staged="refused AG025")
def generator_expression_that_goes_on(n):
    it = (k < n for k in range(3))
    return all(it), len(list(it))


@cases(0, 2, 3)
def nested(n):
    log = []
    return any(log.append((i, j)) or i * j == n for i in range(3) if i for j in range(i)), len(log)


@cases(0, 2, 3)
def one_in_another(n):
    log = []
    return any(any(log.append((i, j)) or i * j == n for i in range(3)) for j in range(3)), len(log)


@cases(0, 2, 3)
def test_of_a_clause(n):
    log = []

    def t(k):
        log.append(k)
        return k < n

    return any(k > 0 for k in range(4) if t(k)), len(log)


@cases(0, 2, 3)
def filtered_list(n):
    log = []
    return all([log.append(k) or k > 0 for k in range(3) if k < n]), len(log)


@cases(0, 2, 3)
def list_of_staged_length(n):
    log = []
    return any([log.append(k) or k < 2 for k in range(n)]), len(log)


@cases(0, 2, 3)
def of_staged_length(n):
    log = []
    return any(log.append(a) or a == 2 for a in range(n)), len(log)


@cases(0, 2, 3)
def list_that_grows_meanwhile(n):
    li = [1, 2, 3]
    return any(li.append(k) or k == n for k in li if len(li) < 9), len(li)


@cases(0, 2, 3)
def zipped(n):
    log = []
    return any(log.append(a + b) or a == n for a, b in zip([1, 2, 3], [4, 5, 6], strict=True)), log


@cases(0, 2, 3)
def items_of_a_dict(n):
    log = []
    d = {"a": 1, "b": 2, "c": n}
    return any(log.append(k) or v == n for k, v in d.items()), log


@cases(0, 2, 3)
def in_a_branch(n):
    log = []
    if n > 1:
        return any(log.append(a) or a == n for a in (1, 2, 3)), len(log)
    return False, len(log)


@cases(0, 2, 3)
def in_a_loop(n):
    log = []
    c = 0
    for i in range(n):
        if any(log.append(a) or a == i for a in (1, 2, 3)):
            c += 1
    return c, len(log)


@cases(0, 2, 3)
def items_that_a_generator_computes(n):
    def g():
        yield n
        yield 2
        yield n * 2

    log = []
    return any(log.append(k) or k == 4 for k in g()), len(log)
