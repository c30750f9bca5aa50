"""Arrays of NumPy that became tensors: what changes them in place, others that have them see, or it is refused."""

from __future__ import annotations

import functools
import operator

import numpy as np

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def nonlocal_store(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c[0] = 50

    f()
    return c[0]


@cases(0, 3)
def nonlocal_aug(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 50

    f()
    return c[0]


@cases(0, 3)
def row_sum(n):
    m = np.ones((3, 3)) * n
    t = 0
    for i in range(3):
        row = m[i]
        t += row.sum()
        m[i] = row * 2
    return t + m.sum()


@cases(0, 3)
def row_sum_staged(n):
    m = np.ones((3, 3)) * n
    t = 0.0
    for i in range(n):
        row = m[i]
        t = t + row[0]
        m[i] = row * 2
    return t + m.sum()


@cases(0, 3)
def loop_store(n):
    c = np.ones(5) * n
    for i in range(n):
        c[i] = i
    return c


@cases(0, 3)
def loop_aug(n):
    c = np.ones(5) * n
    for i in range(n):
        c += 1
    return c


@cases(0, 3)
def while_aug(n):
    c = np.ones(5) * n
    i = 0
    while i < n:
        c *= 2
        c[i] = 1
        i += 1
    return c


@cases(0, 3)
def branch_aug(n):
    c = np.ones(5) * n
    if n > 0:
        c += 1
        c[0] = 8
    else:
        c -= 1
    c[1] = 5
    return c


@cases(0, 3)
def old_and_new(n):
    c = np.ones(5) * n
    old = c
    c = c * 2
    c[0] = 1
    c += 1
    return c, old


@cases(0, 3)
def double_buffer(n):
    g = np.ones((4, 4)) * n
    for k in range(2):
        new = g * 1.0
        for i in range(4):
            for j in range(4):
                new[i, j] = g[i, j] + g[i - 1, j] + k
        g = new
    return g


@cases(0, 3)
def double_buffer_staged(n):
    g = np.ones((4, 4)) * n
    k = 0
    while k < n:
        new = g * 1.0
        for i in range(4):
            new[i, 0] = g[i, 1] + g[i - 1, 2] + 1
        g = new
        k += 1
    return g


@cases(0, 3)
def call_stores(n):
    def f(a):
        a = a + 0
        a[0] = 5
        return a

    c = np.ones(3) * n
    c = f(c)
    d = f(c)
    return c, d


@cases(0, 3)
def slices(n):
    c = np.ones(6) * n
    c[1:3] = c[3:5] + 1
    c[2:] += c[:-2]
    c[0], c[1] = c[1], c[0]
    return c


@cases(0, 3)
def object_state(n):
    class S:
        def __init__(self):
            self.b = np.zeros(3) + n

        def step(self):
            self.b += 1
            self.b = self.b * 2
            self.b -= 1

    s = S()
    for i in range(n):
        s.step()
    s.step()
    return s.b


@cases(0, 3)
def list_of_rows(n):
    rows = [np.ones(2) * n, np.zeros(2) + n]
    rows[0] += 1
    rows[1] -= 1
    return rows[0], rows[1]


@cases(0, 3)
def listed_reader(n):
    c = np.ones(3) * n

    def total():
        return c.sum()

    c[0] = 8
    a = total()
    c += 1
    return a, total()


@cases(0, 3)
def helper_reader(n):
    def read(a, i):
        return a[i]

    c = np.ones(3) * n
    for i in range(3):
        c[i] = read(c, i) + 1
    return c


@cases(0, 3)
def row_views(n):
    m = np.ones((2, 2)) * n
    t = 0.0
    for r in m:
        s = r.sum()
        t = t + s
        r = r + 1
    m[0] = 4
    return t, m


@cases(0, 3)
def dead_view(n):
    c = np.ones(4) * n
    v = c[:2]
    s = v.sum()
    c[0] = 8
    c += 2
    return s, c


@cases(0, 3)
def gauss(n):
    m = np.array([[2.0, 1.0], [1.0, 3.0]]) + n
    b = np.array([1.0, 2.0]) * n
    for i in range(2):
        p = m[i, i]
        m[i] = m[i] / p
        b[i] = b[i] / p
        for j in range(2):
            if j != i:
                f = m[j, i]
                m[j] -= f * m[i]
                b[j] -= f * b[i]
    return b


@cases(0, 3)
def nonlocal_declared(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c[0] = 50
        c = c + 1

    f()
    return c[0]


@cases(0, 3)
def rows_swapped(n):
    m = np.ones((2, 2)) * n
    m[0, 0] = 5
    m[0], m[1] = m[1] + 0, m[0] + 0
    return m


@cases(0, 3, staged="refused AG028")
def enumerated(n):
    c = np.arange(3) + n
    t = 0
    for i, v in enumerate(c):
        if v > 2:
            c[i] = 0
        t += v
    return c, t


@cases(0, 3, staged="refused AG028")
def enumerated_and_the_next_one_stored_to(n):
    c = np.arange(3) + n
    t = 0
    for i, v in enumerate(c):
        if v > 0:
            c[(i + 1) % 3] = 0
        t += v
    return c, t


@cases(0, 3, staged="refused AG028")
def enumerate_other(n):
    c = np.ones(3) * n
    t = 0
    for i, v in enumerate(c):
        c[2] = 50
        t += v
    return t


@cases(0, 3, staged="refused AG028")
def iter_other(n):
    c = np.ones(3) * n
    t = 0
    for v in c:
        c[2] = 50
        t += v
    return t


@cases(0, 3, staged="refused AG028")
def zip_other(n):
    c = np.ones(3) * n
    t = 0
    for v, w in zip(c, [1, 2, 3]):
        c[2] = 50
        t += v * w
    return t


@cases(0, 3, staged="refused AG028")
def row_enum(n):
    m = np.ones((3, 2)) * n
    for i, r in enumerate(m):
        r[0] = 50
    return m[0, 0]


@cases(0, 3, staged="refused AG028")
def row_zip(n):
    m = np.ones((3, 2)) * n
    for i, r in zip([1, 2, 3], m):
        r += i
    return m[0, 0]


@cases(0, 3, staged="refused AG028")
def late_alias_in_loop(n):
    c = np.ones(3) * n
    d = np.ones(3) * n
    for i in range(n):
        c += 1
        d[0] = 7
        d = c
    return c, d


@cases(0, 3, staged="refused AG028")
def late_alias_store(n):
    c = np.ones(3) * n
    d = np.ones(3) * n
    for i in range(n):
        c[0] = c[0] + 1
        d[1] = 7
        d = c
    return c, d


@cases(0, 3, staged="refused AG028")
def view_kept_in_loop(n):
    c = np.ones(3) * n
    v = np.ones(1)
    for i in range(n):
        c[0] = i
        v = c[:1]
        c[0] = 7
    return c, v


@cases(0, 3, staged="refused AG028")
def view_from_last_iteration(n):
    c = np.ones(3) * n
    v = np.ones(1)
    s = 0.0
    for i in range(n):
        c[0] = i
        s = s + v[0]
        v = c[:1]
    return c, s


@cases(0, 3, staged="refused AG028")
def in_helper_object(n):
    class Holder:
        def __init__(self, a):
            self.a = a

        def first(self):
            return self.a[0]

    c = np.ones(3) * n
    o = Holder(c)
    c[0] = 8
    return o.first()


@cases(0, 3, staged="refused AG028")
def two_cells(n):
    c = np.ones(3) * n

    def make(c):
        return lambda: c[0]

    f = make(c)
    c[0] = 8
    return f()


@cases(0, 3, staged="refused AG028")
def two_cells_aug(n):
    c = np.ones(3) * n

    def make(c):
        def g():
            return c[0]

        return g

    f = make(c)
    c += 8
    return f()


@cases(0, 3, staged="refused AG028")
def loop_chosen(n):
    a = np.zeros(2)
    b = np.ones(2)
    for i in range(n):
        a, b = b, a
    a += 1
    return a, b


@cases(0, 3, staged="refused AG024")
def array_changed_after_choice(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = a if n > 0 else b
    v = b[:1]
    v += 7
    return c


@cases(0, 3, staged="refused AG024")
def array_sorted_after_choice(n):
    a = np.array([2.0, 1.0])
    b = np.array([4.0, 3.0])
    c = a if n > 0 else b
    a.sort()
    b.sort()
    return c


@cases(0, 3, staged="refused AG024")
def array_filled_after_choice(n):
    a = np.array([2.0, 1.0])
    b = np.array([4.0, 3.0])
    c = a if n > 0 else b
    b.fill(9)
    np.copyto(a, b)
    return c


@cases(0, 3, staged="refused AG024")
def array_out_after_choice(n):
    a = np.array([2.0, 1.0])
    b = np.array([4.0, 3.0])
    c = a if n > 0 else b
    np.add(b, 1, out=b)
    np.negative(b, b)
    return c


@cases(0, 3, staged="refused AG024")
def array_shuffled(n):
    b = np.array([4.0, 3.0])
    c = b * 1 if n > 0 else b
    np.put(b, [0], [8])
    np.fill_diagonal(b.reshape(1, 2), 3)
    return c


@cases(0, 3, staged="refused AG024 AG028")
def changed_in_helper(n):
    a = np.array([2.0, 1.0])
    b = np.array([4.0, 3.0])
    c = a if n > 0 else b

    def f(x):
        x[0] = 99

    f(b)
    return c


@cases(0, 3, staged="refused AG028")
def dict_of(n):
    d = {"a": np.ones(2) * n}
    e = d["a"]
    d["a"] += 1
    return e[0]


@cases(0, 3, staged="refused AG028")
def list_twice(n):
    c = np.ones(2) * n
    xs = [c, c]
    c = 0
    xs[0] += 1
    return xs[1][0]


@cases(0, 3, staged="refused AG028")
def multiplied_list(n):
    xs = [np.ones(2) * n] * 3
    xs[0] += 1
    return xs[1][0]


@cases(0, 3, staged="refused AG028")
def comprehension_aug(n):
    c = np.ones(2) * n
    xs = [c for i in range(2)]
    for x in xs:
        x += 1
    return c[0]


@cases(0, 3, staged="refused AG028")
def aug_loop_var(n):
    xs = [np.ones(2) * n, np.zeros(2) * n]
    for x in xs:
        x += 1
    return xs[0][0], xs[1][0]


@cases(0, 3, staged="refused AG028")
def returned_alias(n):
    c = np.ones(2) * n

    def same(a):
        return a

    d = same(c)
    d += 1
    return c[0]


@cases(0, 3, staged="refused AG028")
def default_arg(n):
    c = np.ones(2) * n

    def g(a=c):
        return a[0]

    c += 1
    return g()


@cases(0, 3, staged="refused AG028")
def optional_array(n):
    a = np.ones(2)
    c = a if n > 0 else None
    if c is not None:
        c[0] = 9
    return a[0]


@cases(0, 3, staged="refused AG028")
def tensor_optional(n):
    a = np.ones(2) * n
    c = a if n > 0 else None
    if c is not None:
        c[0] = 9
    return a[0]


@cases(0, 3, staged="refused AG028")
def tensor_optional_aug(n):
    a = np.ones(2) * n
    c = a if n > 0 else None
    if c is not None:
        c += 9
    return a[0]


@cases(0, 3, staged="refused AG028")
def tuple_choice(n):
    a = np.ones(2) * n
    b = np.ones(2) * n + 1
    t = (a, b) if n > 0 else (b, a)
    a[0] = 9
    return t[0][0]


@cases(0, 3, staged="refused AG028")
def attr_chosen(n):
    class Holder:
        pass

    o = Holder()
    o.c = np.ones(2) * n
    d = o.c
    if n > 0:
        o.c += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def stack_alias(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 1
        return 0

    return (c, f())[0][0]


@cases(0, 3, staged="refused AG028")
def stack_alias2(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c[0] = 8
        return c[1]

    def g(a, b):
        return a[0] + b

    return g(c, f())


@cases(0, 3, staged="refused AG028")
def global_alias(n):
    c = np.ones(2) * n
    xs = []
    xs.append(c)
    c -= 1
    return xs[0][0]


@cases(0, 3, staged="refused AG028")
def early_return_alias(n):
    c = np.ones(2) * n
    d = c
    while True:
        c += 1
        if c[0] > 5:
            return d[0]


@cases(0, 3, staged="refused AG028")
def try_alias(n):
    c = np.ones(2) * n
    d = c
    try:
        c += 1
        if n > 0:
            raise ValueError
    except ValueError:
        return d[0]
    return -1.0


@cases(0, 3, staged="refused AG028")
def generator_changes(n):
    c = np.ones(2) * n

    def g(a):
        for i in range(2):
            a += 1
            yield a[0]

    t = 0
    for v in g(c):
        t += v
    return t, c[0]


@cases(0, 3, staged="refused AG024")
def is_chosen(n):
    a = np.ones(2) * n
    b = np.ones(2)
    c = a if n > 0 else b
    return c is a


@cases(0, 3, staged="refused AG028")
def shadow(n):
    m = np.ones((2, 2)) * n
    t = m.T
    m += 1
    return t[0, 0]


@cases(0, 3, staged="refused AG053")
def lambda_param(n):
    c = np.ones(2) * n

    def f(a):
        return a.__iadd__(1)

    f(c)
    return c[0]


@cases(0, 3, staged="refused AG028")
def operator_iadd(n):
    c = np.ones(2) * n
    operator.iadd(c, 1)
    return c[0]


@cases(0, 3, staged="refused AG053")
def operator_setitem(n):
    c = np.ones(2) * n
    operator.setitem(c, 0, 9)
    return c[0]


@cases(0, 3, staged="refused AG053")
def del_item(n):
    c = np.ones(2) * n
    c.__setitem__(0, 5)
    return c[0]


@cases(0, 3, staged="refused AG028")
def real_view(n):
    c = np.ones(2) * n
    c.real[0] = 5
    v = c.real
    v[1] = 8
    return c[0], c[1]


@cases(0, 3, 5, -4, -5)
def read_try(n):
    c = np.arange(4) + n
    try:
        return c[n]
    except IndexError:
        return -1


@cases(0, 3, 5, -4, -5)
def store_try(n):
    c = np.arange(4) + n
    try:
        c[n] = 7
    except IndexError:
        return -1
    return c[0] + c[3]


@cases(0, 3, 5)
def aug_try(n):
    c = np.arange(4) + n
    try:
        c[n] += 7
    except IndexError:
        return -1
    return c[0] + c[3]


@cases(0, 1, 5)
def two_axes(n):
    c = np.ones((2, 3)) + n
    try:
        return c[1, n] + c[n, 0]
    except IndexError:
        return -1.0


@cases(0, 3, 5)
def known_place(n):
    c = np.arange(4) + n
    i = 7
    try:
        return c[i]
    except IndexError:
        return -1


@cases(0, 3, 5, runtime="refused AG032")
def uncaught(n):
    c = np.arange(4) + n
    return c[n]


@cases(0, 3, 5, runtime="refused AG032")
def uncaught_store(n):
    c = np.arange(4) + n
    c[n] = 1
    return c


@cases(0, 3)
def text(n):
    c = np.arange(4) + n
    try:
        return c[n + 2]
    except IndexError as e:
        return str(e)


@cases(0, 3, jax="refused AG053")
def fancy(n):
    c = np.arange(4) + n
    c[[0, -1]] = 9
    m = np.ones((3, 2)) * n
    m[[0, 2]] = 4
    m[[1]] = [7, 8]
    return c, m


@cases(0, 3, jax="refused AG053")
def fancy_array(n):
    c = np.arange(4) + n
    c[np.array([1, 2])] = np.array([5, 6])
    c[[True, False, False, False]] = 50
    return c


@cases(0, 3)
def broadcast(n):
    c = np.arange(3) + n
    try:
        c[:] = [1, 2]
    except ValueError:
        return -1
    return c[0]


@cases(0, 3)
def in_loop(n):
    c = np.arange(4) + n
    t = 0
    for i in range(n + 1):
        t += c[i]
        c[i] = t
    return c


@cases(0, 3, staged="refused AG028")
def aug(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 1
        return 5

    c += f()
    return c


@cases(0, 3, staged="refused AG028")
def augitem(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c[1] = 7
        return 5

    c[0] += f()
    return c


@cases(0, 3, staged="refused AG028")
def plus(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 1
        return 5

    return c + f()


@cases(0, 3)
def good_item(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 1
        return 5

    return c[0] + f()


@cases(0, 3)
def good_sum(n):
    c = np.ones(2) * n

    def f():
        nonlocal c
        c += 1
        return 5

    t = c.sum() + f()
    u = f() + c
    c[0] = f()
    return t, u, c


@cases(0, 3)
def good_store(n):
    class S:
        def __init__(self):
            self.b = np.ones(2) * n

        def step(self):
            self.b += 1
            return 1

        def total(self):
            return self.b.sum()

    s = S()
    t = s.total() + s.step()
    return t + s.b[0] + s.step() * 2, s.b


@cases(0, 3, staged="refused AG028")
def view_min(n):
    c = np.ones(2) * n
    v = c[:1]
    v[0] = 5
    return c[0]


@cases(0, 3, staged="refused AG028")
def aug_alias_min(n):
    c = np.ones(2) * n
    d = c
    c += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def aug_alias_branch(n):
    c = np.ones(2) * n
    d = c
    if n > 0:
        c += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def aug_alias_loop(n):
    c = np.ones(2) * n
    d = c
    i = 0
    while i < n:
        c += 1
        i += 1
    return d[0]


@cases(0, 3, staged="refused AG028")
def aug_in_list(n):
    c = np.ones(2) * n
    xs = [c]
    c += 1
    return xs[0][0]


@cases(0, 3, staged="refused AG028")
def aug_in_list2(n):
    c = np.ones(2) * n
    xs = [c]
    xs[0] += 1
    return c[0]


@cases(0, 3, staged="refused AG028")
def aug_attr(n):
    class Holder:
        pass

    o = Holder()
    c = np.ones(2) * n
    o.a = c
    o.a += 1
    return c[0]


@cases(0, 3, staged="refused AG028")
def aug_param(n):
    def f(a):
        a += 1

    c = np.ones(2) * n
    f(c)
    return c[0]


@cases(0, 3, staged="refused AG028")
def store_closure(n):
    c = np.ones(2) * n

    def f():
        c[0] = 50

    f()
    return c[0]


@cases(0, 3, staged="refused AG028")
def store_in_tuple(n):
    c = np.ones(2) * n
    t = (c, 1)
    c[0] = 50
    return t[0][0]


@cases(0, 3, staged="refused AG028")
def store_in_dict(n):
    c = np.ones(2) * n
    t = {"a": c}
    c[0] = 50
    return t["a"][0]


@cases(0, 3, staged="refused AG028")
def store_in_attr(n):
    class Holder:
        pass

    o = Holder()
    c = np.ones(2) * n
    o.c = c
    c[0] = 50
    return o.c[0]


@cases(0, 3, staged="refused AG028")
def store_in_partial(n):
    c = np.ones(2) * n
    f = functools.partial(lambda a: a[0], c)
    c[0] = 50
    return f()


@cases(0, 3, staged="refused AG028")
def store_in_generator(n):
    c = np.ones(2) * n

    def g(a):
        yield 0
        yield a[0]

    it = g(c)
    next(it)
    c[0] = 50
    return next(it)


@cases(0, 3, staged="refused AG028")
def store_in_iter(n):
    c = np.ones(2) * n
    it = iter(c)
    next(it)
    c[1] = 50
    return next(it)


@cases(0, 3, staged="refused AG028")
def for_iter_store(n):
    c = np.ones(3) * n
    t = 0
    for v in c:
        c[2] = 50
        t += v
    return t


@cases(0, 3, staged="refused AG028")
def tuple_swap(n):
    m = np.ones((2, 2)) * n
    m[0] = [5, 6]
    a, b = m[0], m[1]
    m[0], m[1] = b, a
    return m[1, 0]


@cases(0, 3, staged="refused AG028")
def flat_ravel(n):
    m = np.ones((2, 2)) * n
    f = m.reshape(-1)
    f[0] = 8
    return m[0, 0]


@cases(0, 3, staged="refused AG028")
def chain_assign(n):
    c = d = np.ones(2) * n
    d -= 8
    return c[0]


@cases(0, 3, staged="refused AG028")
def is_same(n):
    c = np.ones(2) * n
    d = c
    d += 1
    return d is c


@cases(0, 3, staged="refused AG028")
def store(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = a if n > 0 else b
    c[0] = 5
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def aug_again(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = a if n > 0 else b
    c += 1
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def if_stmt(n):
    a = np.zeros(2)
    b = np.ones(2)
    if n > 0:
        c = a
    else:
        c = b
    c[1] = 9
    return list(a), list(b)


@cases(0, 3, staged="refused AG024 AG028")
def alias_then_orig_changed(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = a if n > 0 else b
    a[0] = 7
    b[0] = 8
    return list(c)


@cases(0, 3, staged="refused AG028")
def slice_store(n):
    a = np.zeros(3)
    b = np.ones(3)
    c = (a if n > 0 else b)[1:]
    c[:] = 6
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def in_list_index(n):
    xs = [np.zeros(2), np.ones(2), np.ones(2), np.ones(2)]
    r = xs[n]
    r[0] = 5
    return [list(x) for x in xs]


@cases(0, 3, staged="refused AG028")
def in_list_index_aug(n):
    xs = [np.zeros(2), np.ones(2), np.ones(2), np.ones(2)]
    y = xs[0]
    xs[n] += 3
    return [list(x) for x in xs], list(y)


@cases(0, 3, staged="refused AG028")
def chosen_by_a_call(n):
    a = np.zeros(2)
    b = np.ones(2)

    def f(k):
        return a if k else b

    c = f(n > 1)
    c -= 2
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def loop_swap(n):
    a = np.zeros(2)
    b = np.ones(2)
    x, y = a, b
    i = 0
    while i < n:
        x, y = y, x
        i += 1
    x[0] = 50
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def match(n):
    a = np.zeros(2)
    b = np.ones(2)
    match n:
        case 0:
            c = a
        case _:
            c = b
    c[0] = 50
    return list(a), list(b)


@cases(0, 3, staged="refused AG028")
def chosen_by_a_try(n):
    a = np.zeros(2)
    b = np.ones(2)
    try:
        5 // n
        c = a
    except ZeroDivisionError:
        c = b
    c[0] = 50
    return list(a), list(b)


@cases(0, 3, staged="refused AG024")
def chosen_and_identified(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = a if n > 0 else b
    return c is a, c is b


@cases(0, 3, staged="refused AG028")
def fresh_aug(n):
    c = np.zeros(2) if n > 0 else np.ones(2)
    d = c
    c += 5
    return list(c), list(d)


@cases(0, 3, staged="refused AG028")
def fresh_view(n):
    c = np.zeros(3) if n > 0 else np.ones(3)
    v = c[1:]
    v[0] = 5
    c[2] = 7
    return list(c), list(v)


@cases(0, 3, staged="refused AG028")
def reshape_view(n):
    c = np.zeros(4) if n > 0 else np.ones(4)
    v = c.reshape(2, 2)
    v[0, 1] = 5
    return list(c), list(v[0])


@cases(0, 3, staged="refused AG028")
def transpose_view(n):
    c = np.zeros((2, 2)) if n > 0 else np.ones((2, 2))
    t = c.T
    t[0, 1] = 5
    return [list(r) for r in c]


@cases(0, 3, staged="refused AG028")
def row_view_loop(n):
    m = np.zeros((2, 2)) if n > 0 else np.ones((2, 2))
    for r in m:
        r[0] = 9
    return [list(r) for r in m]


@cases(0, 3, staged="refused AG028")
def row_aug_loop(n):
    m = np.zeros((2, 2)) if n > 0 else np.ones((2, 2))
    for r in m:
        r += 9
    return [list(r) for r in m]


@cases(0, 3, staged="refused AG028")
def param_aug(n):
    def f(a):
        a *= 3
        a[0] = 7
        return a

    c = np.array([1, 2]) if n > 0 else np.array([3, 4])
    d = f(c)
    return list(c), list(d)


@cases(0, 3, staged="refused AG028")
def times_n_alias(n):
    c = np.ones(2) * n
    d = c
    c += 1
    d[0] = 5
    return list(c), list(d)


@cases(0, 3, staged="refused AG028")
def times_n_view(n):
    c = np.ones(4) * n
    v = c[::2]
    v += 10
    return list(c), list(v)


@cases(0, 3, staged="refused AG028")
def times_n_swap(n):
    c = np.arange(4) * n
    c[0], c[3] = c[3], c[0]
    a = c[1:3]
    c[1] = 50
    return list(c), list(a)


@cases(0, 3, staged="refused AG028")
def row_swap_staged(n):
    m = np.arange(4).reshape(2, 2) + n
    m[0], m[1] = m[1], m[0]
    return [list(r) for r in m]
