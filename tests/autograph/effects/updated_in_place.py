"""Augmented assignments whose right side has the list, the dict or the set staged that Python has read by then."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(0, 1)
def item_of_a_list_shortened_meanwhile(n):
    xs = [1, 2, 3]
    xs[0] += xs.pop() if n else 0
    return xs


@cases(0, 1)
def item_of_a_dict_given_a_key_meanwhile(n):
    d = {1: 1}

    def f():
        d[n] = 5
        return 2

    d[1] += f()
    return d


@cases(0, 1)
def list_extended_by_what_it_gives_up(n):
    xs = [1]
    ys = xs
    xs += [0 if n else xs.pop()]
    return xs, ys, xs is ys


@cases(0, 1)
def set_joined_with_one_of_what_is_added(n):
    s = {1}
    t = s
    s |= s.add(n) or {5}
    return sorted(s), s is t


@cases(0, 2)
def memo_filled_by_the_right_side(n):
    memo = {0: 1, 1: 1}

    def fib(k):
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    memo[1] += fib(n)
    return memo[1]


@cases(0, 2)
def item_of_a_list_that_a_function_grows(n):
    xs = [0]

    def f(v):
        while len(xs) <= v:
            xs.append(len(xs))
        return 5

    xs[0] += f(n)
    return xs


@cases(0, 2)
def item_of_a_deque(n):
    q = deque([1, 2])
    q[0] += q.pop() if n else 0
    return list(q)


@cases(0, 2)
def item_of_a_counter(n):
    c = Counter(a=1)

    def f():
        if n:
            c["b"] += 4
        return 2

    c["a"] += f()
    return c["a"]


@cases(0, 1)
def item_of_a_list_of_an_object(n):
    class Box:
        pass

    o = Box()
    o.xs = [1, 2]
    o.xs[0] += o.xs.pop() if n else 0
    return o.xs


@cases(0, 1, staged="refused")
def list_of_an_object_extended(n):
    class Box:
        pass

    o = Box()
    o.v = [1, 2]
    v = o.v
    o.v += [o.v.pop() if n else 0]
    return o.v, v, o.v is v


@cases(0, 1, staged="refused")
def list_of_a_dict_extended(n):
    d = {"k": [1, 2]}
    v = d["k"]
    d["k"] += [d["k"].pop() if n else 0]
    return d["k"], v, d["k"] is v


@cases(0, 1)
def item_of_a_list_of_a_dict(n):
    d = {"k": [1, 2]}
    d["k"][0] += d["k"].pop() if n else 0
    return d


@cases(0, 1)
def item_of_a_list_in_a_list(n):
    xs = [[1, 2], [3]]
    ys = xs
    xs[0][0] += xs[0].pop() if n else 0
    return xs, ys


@cases(0, 1)
def list_around_shortened(n):
    xs = [[1, 2], [3]]
    ys = xs
    xs[0][0] += len(xs.pop()) if n else 0
    return xs, ys


@cases(0, 1)
def alias_grown_by_a_function(n):
    xs = [1, 2]
    ys = xs

    def f():
        if n:
            ys.append(3)
        return 7

    xs[0] += f()
    return xs, ys, xs is ys


@cases(0, 1)
def alias_grown_and_list_extended(n):
    xs = [1, 2]
    ys = xs

    def f():
        if n:
            ys.append(3)
        return [7]

    xs += f()
    return xs, ys, xs is ys


@cases(0, 1)
def defaultdict_given_a_key(n):
    d = defaultdict(int)
    d[1] = 4

    def f():
        d[n] += 5
        return 2

    d[1] += f()
    return sorted(d.items())


@cases(0, 1, staged="refused")
def dict_joined_that_is_given_a_key(n):
    d = {1: 1}
    e = d

    def f():
        if n:
            d[7] = 3
        return {5: 6}

    d |= f()
    return d, e, d is e


@cases(0, 1)
def deque_extended_by_what_it_gives_up(n):
    q = deque([1, 2])
    p = q
    q += [q.pop() if n else 0]
    return list(q), list(p), q is p


@cases(0, 1, staged="refused")
def slice_of_a_list_shortened(n):
    xs = [1, 2, 3]
    xs[1:] += [xs.pop()] if n else [0]
    return xs


@cases(0, 1)
def set_without_what_another_adds(n):
    s = {1}
    t = s

    def f():
        if n:
            s.add(2)
        return {1}

    s -= f()
    return sorted(s), s is t


@cases(0, 2)
def item_in_a_loop(n):
    xs = [1, 2, 3]
    i = 0
    while i < n:
        xs[0] += xs.pop()
        i += 1
    return xs


@cases(0, 1)
def item_of_an_attribute_that_a_method_shortens(n):
    class Box:
        def __init__(self):
            self.xs = [1, 2]

        def f(self):
            if n:
                self.xs.pop()
            return 3

        def run(self):
            self.xs[0] += self.f()
            return self.xs

    return Box().run()


@cases(0, 1)
def item_taken_out_meanwhile(n):
    d = {1: 1}
    d[1] += d.pop(1) if n else 0
    return d


@cases(0, 2, staged="refused")
def list_under_two_names(n):
    xs = [1, 2]
    ys = [xs]
    ys[0] += [xs.pop() if n else 0]
    return xs, ys, ys[0] is xs


@cases(0, 2, staged="refused")
def set_of_an_object(n):
    class Box:
        pass

    o = Box()
    o.s = {1}
    t = o.s

    def f():
        o.s.add(n)
        return {4}

    o.s |= f()
    return sorted(o.s), o.s is t


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def list_chosen_before(n, m):
    a, b = [1, 2], [3, 4]
    xs = a if m else b
    xs[0] += xs.pop() if n else 0
    return a, b


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def list_of_an_object_chosen_before(n, m):
    class Box:
        pass

    a, b = Box(), Box()
    a.xs, b.xs = [1, 2], [3, 4]
    o = a if m else b
    o.xs[0] += o.xs.pop() if n else 0
    return a.xs, b.xs


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def dict_in_a_branch(n, m):
    d = {1: 1}

    def f():
        if n:
            d[7] = 3
        return 2

    if m:
        d[1] += f()
    return d


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def items_in_either_branch(n, m):
    xs = [1, 2, 3]
    if m:
        xs[0] += xs.pop() if n else 0
    else:
        xs[1] += xs.pop() if n else 0
    return xs


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def extended_in_one_branch_alone(n, m):
    xs = [1, 2, 3]
    if m:
        xs.append(5)
    else:
        xs += [xs.pop() if n else 0]
    return xs


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def tuple_around_the_list(n, m):
    t = ([1, 2],)
    xs = t[0]
    t += (xs.pop() if n else 0,)
    return t, xs, t[0] is xs


@cases((0, 0), (1, 0), (0, 1), (1, 3), staged="refused")
def tuple_of_an_object_around_the_list(n, m):
    class Box:
        pass

    o = Box()
    o.t = ([1, 2],)
    xs = o.t[0]
    o.t += (xs.pop() if n else 0,)
    return o.t, xs, o.t[0] is xs


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def item_of_a_row_of_a_list_that_grows(n, m):
    xs = [[1], [2]]

    def f():
        if n:
            xs.append([3])
        return 4

    xs[0][0] += f()
    return xs


@cases((0, 0), (1, 0), (0, 1), (1, 3), staged="refused")
def row_of_a_list_that_grows(n, m):
    xs = [[1], [2]]
    r = xs[0]

    def f():
        if n:
            xs.append([3])
        return [4]

    xs[0] += f()
    return xs, r


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def alias_of_a_row_of_a_list_that_grows(n, m):
    xs = [[1], [2]]
    r = xs[0]

    def f():
        if n:
            xs.append([3])
        return [4]

    r += f()
    return xs, r


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def list_that_a_property_gives(n, m):
    class Box:
        @property
        def xs(self):
            return self._xs

    o = Box()
    o._xs = [1, 2]
    o.xs[0] += o.xs.pop() if n else 0
    return o.xs


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def item_that_is_gone_by_then(n, m):
    xs = [1, 2]
    try:
        xs[1] += xs.pop() if n else 0
    except IndexError:
        return "gone"
    return xs


@cases((0, 0), (1, 0), (0, 1), (1, 3))
def key_taken_out_twice(n, m):
    d = {1: 1}
    d[1] += d.pop(1) if n else 0
    d[1] -= d.pop(1) if m else 0
    return d


@cases((0, 0), (1, 0), (0, 1), (1, 3), staged="refused")
def list_of_a_defaultdict(n, m):
    d = defaultdict(list)
    d[0].append(1)
    d[0] += [len(d[m])]
    return sorted(d.items())


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def dict_chosen_before(n, m):
    a, b = {1: 1}, {1: 2}
    d = a if m else b

    def f():
        if n:
            d[7] = 3
        return 2

    d[1] += f()
    return a, b


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def item_of_a_chosen_row(n, m):
    rows = [[1, 2], [3, 4]]
    rows[m][0] += rows[m].pop() if n else 1
    return rows


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def item_of_a_grouped_list(n, m):
    g = defaultdict(list)
    g[m].append(1)
    g[0].append(2)

    def f():
        if n:
            g[0].append(3)
        return 3

    g[m][0] += f()
    return sorted(g.items())


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def attributes_of_a_class_with_methods(n, m):
    class S:
        def __init__(self):
            self.st = [5]
            self.d = {}

        def add(self, v):
            if v:
                self.st.append(v)
            self.d[v] = self.d.get(v, 0) + 1
            return len(self.st)

        def run(self):
            self.st[0] += self.add(n)
            self.st[-1] += self.add(m)
            return self.st, sorted(self.d.items())

    return S().run()


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def items_in_an_unrolled_loop(n, m):
    xs = [1, 2, 3]
    ys = xs
    for i in range(2):
        xs[i] += xs.pop() if n else 0
    if m:
        xs.append(1)
    xs += [xs[0]]
    return ys


@cases((0, 0), (1, 0), (0, 1), (1, 1))
def counters_of_staged_keys(n, m):
    c = Counter()

    def f():
        c[n] += 1
        return 3

    c[5] += f()
    c[m] += f()
    return sorted(c.items())
