"""Lists that one path of a program shortens: by pop, remove, del and stores to slices, of which bounds may be staged."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def pop_last_value(n):
    xs = [1, 2, 3]
    v = 0
    if n > 1:
        v = xs.pop()
    return xs, v


@cases(0, 3)
def pop_first(n):
    xs = [1, 2, n]
    if n > 1:
        xs.pop(0)
    return xs, sum(xs)


@cases(0, 3)
def pop_staged_index(n):
    xs = [1, 2, 7, 8]
    if n > 1:
        xs.pop(n)
    return xs, sum(xs)


@cases(0, 3)
def del_item(n):
    xs = [1, 2, 3]
    if n > 1:
        del xs[1]
    return xs


@cases(0, 3)
def del_slice(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        del xs[1:3]
    return xs


@cases(0, 3)
def del_step(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        del xs[::2]
    return xs


@cases(0, 3, 2)
def remove_known(n):
    xs = [1, 2, 3]
    if n > 1:
        xs.remove(2)
    return xs


@cases(0, 3, 2)
def remove_if_in(n):
    xs = [1, 2, 3]
    if n in xs:
        xs.remove(n)
    return xs, len(xs)


@cases(0, 3)
def clear_append(n):
    xs = [1, 2, 3]
    if n > 1:
        xs.clear()
    xs.append(n)
    return xs


@cases(0, 3)
def slice_store(n):
    xs = [1, 2, 3]
    if n > 1:
        xs[:] = [n]
    return xs


@cases(0, 3)
def slice_store_middle(n):
    xs = [1, 2, 3]
    if n > 1:
        xs[1:2] = [n, n, n]
    return xs


@cases(0, 3)
def slice_store_comp(n):
    xs = [1, 2, 3]
    if n > 1:
        xs[:] = [x for x in xs if x > n]
    return xs


@cases(0, 3)
def rebuilt_staged(n):
    xs = [1, 2, 3]
    if n > 1:
        xs = [x for x in xs if x != n]
    return xs


@cases(0, 3, 10)
def while_pop(n):
    xs = [5, 3, 1, 4]
    total = 0
    while xs and total < n:
        total += xs.pop()
    return total, xs


@cases(0, 1, 3)
def for_staged_tail(n):
    xs = [5, 3, 1, 4]
    for i in range(n):
        xs = xs[1:]
    return xs


@cases(0, 1, 3)
def pairs_pop0(n):
    xs = [(5, 3), (1, 4), (2, 2)]
    if n > 1:
        a, b = xs.pop(0)
        n = a + b
    return xs, n


@cases(0, 1, 3)
def rows_del(n):
    xs = [[5, 3], [1, 4], [2, 2]]
    if n > 1:
        del xs[0]
    return xs, len(xs)


@cases(0, 1, 3)
def rows_remove(n):
    xs = [[5, 3], [1, 4], [2, 2]]
    if n > 1:
        xs.remove([1, 4])
    return xs, len(xs)


@cases(0, 1, 3)
def rows_tail(n):
    xs = [[5, 3], [1, 4], [2, 2]]
    if n > 1:
        xs = xs[1:]
    return xs, len(xs)


@cases(0, 1, 3)
def two(n):
    a = [1, 2, 3]
    b = []
    if n > 1:
        b.append(a.pop())
    return a, b


@cases(0, 1, 3)
def strip_zeros(n):
    xs = [1, n, 0, 0]
    while xs and xs[-1] == 0:
        xs.pop()
    return xs


@cases(0, 1, 3)
def strip_zeros_slice(n):
    xs = [1, n, 0, 0]
    while xs and xs[-1] == 0:
        xs = xs[:-1]
    return xs


@cases(0, 1, 3)
def merge(n):
    a, b = [1, 4, 6], [2, n, 7]
    out = []
    while a and b:
        if a[0] <= b[0]:
            out.append(a.pop(0))
        else:
            out.append(b.pop(0))
    return out + a + b


@cases(0, 1, 3)
def nested_if(n):
    xs = [1, 2, 3, 4]
    if n > 0:
        xs.pop()
        if n > 1:
            xs.pop(0)
    else:
        xs.append(9)
    return xs


@cases(0, 1, 3)
def ternary(n):
    xs = [1, 2, 3, 4]
    v = xs.pop() if n > 0 else 0
    return xs, v


@cases(0, 1, 3)
def boolop(n):
    xs = [1, 2, 3, 4]
    ok = n > 0 and xs.pop() == 4
    return xs, ok


@cases(0, 1, 3)
def filter_in_place(n):
    xs = [1, 2, 3]
    for x in xs[:]:
        if x > n:
            xs.remove(x)
    return xs


@cases(0, 1, 3)
def swap_remove_if(n):
    xs = [1, 2, 3, 4]
    if n > 0:
        xs[n] = xs[-1]
        xs.pop()
    return xs


@cases(0, 1, 3)
def slice_then_a(n):
    xs = [1, n, 0, 0]
    xs = xs[:-1]
    while xs and xs[-1] == 0:
        xs = xs[:-1]
    return xs


@cases(0, 1, 3)
def slice_then_b(n):
    xs = [1, n, 0, 0]
    xs = xs[:-1]
    if n > 0:
        xs.append(4)
    return xs


@cases(0, 1, 3)
def slice_then_c(n):
    xs = [1, n, 0, 0]
    xs = [*xs, 3]
    if n > 0:
        xs.append(4)
    return xs


@cases(0, 1, 3)
def slice_then_d(n):
    xs = [1, n, 0, 0] * 2
    if n > 0:
        xs.pop()
    return xs


@cases(0, 1, 3)
def slice_then_e(n):
    xs = [1, n, 0, 0]
    while xs and xs[-1] == 0:
        xs = xs[: len(xs) - 1]
    return xs


@cases(0, 1, 3)
def slice_then_f(n):
    xs = [1, n, 0, 0]
    k = 0
    while xs and xs[-1] == 0:
        xs = xs[:-1]
        k += 1
    return xs, k


@cases(0, 1, 3)
def slice_then_g(n):
    xs = [0, 0, n]
    while xs and xs[0] == 0:
        xs = xs[1:]
    return xs


@cases(0, 1, 3)
def del_from(n):
    xs = [1, 2, 3, 4]
    del xs[n:]
    return xs


@cases(0, 1, 3, 6, -1)
def del_to(n):
    xs = [1, 2, 3, 4]
    ys = xs
    del xs[:n]
    return xs, ys, len(ys)


@cases(0, 1, 3, 6, -1)
def store_from(n):
    xs = [1, 2, 3, 4]
    xs[n:] = [7, n]
    return xs


@cases(0, 1, 3, 6, -1)
def store_empty(n):
    xs = []
    xs[n:] = [7, n]
    return xs


@cases(0, 1, 3, 6, -1)
def store_empty_empty(n):
    xs = []
    xs[n:] = []
    return xs


@cases(0, 1, 3, 6, -1)
def del_empty(n):
    xs = []
    del xs[n:]
    return xs


@cases(0, 1, 3, 6, -1)
def filt(n):
    xs = [1, 2, 3, 4]
    xs[:] = [x for x in xs if x != n]
    return xs


@cases(0, 1, 3, 6, -1)
def filt_if(n):
    xs = [1, 2, 3, 4]
    if n > 0:
        xs[:] = [x for x in xs if x != n]
    return xs


@cases(0, 1, 3, 6, -1)
def filt_gen(n):
    xs = [1, 2, 3, 4]
    xs[1:] = (x * n for x in xs if x != n)
    return xs


@cases(0, 1, 3, 6, -1)
def filt_float(n):
    xs = [1, 2, 3, 4]
    xs[1:2] = [x * 0.5 for x in xs if x != n]
    return xs


@cases(0, 1, 3)
def rows(n):
    xs = [[1, 2], [3, 4], [5, 6]]
    del xs[n:]
    return xs, len(xs)


@cases(0, 1, 3)
def rows_keep(n):
    xs = [[1, 2], [3, 4], [5, 6]]
    xs[:] = [r for r in xs if r[0] > n]
    return xs, len(xs)


@cases(0, 1, 3)
def param(n):
    def cut(xs, k):
        del xs[k:]

    xs = [1, 2, 3]
    cut(xs, n)
    xs.append(9)
    return xs


class Buffer:
    def __init__(self):
        self.data = [3, 1, 2]

    def trim(self, k):
        del self.data[k:]

    def keep(self, k):
        self.data[:] = [x for x in self.data if x >= k]


@cases(0, 1, 3)
def buf(n):
    b = Buffer()
    b.trim(n + 1)
    return b.data


@cases(0, 1, 3)
def buf2(n):
    b = Buffer()
    if n > 0:
        b.keep(n)
    return b.data


@cases(0, 1, 3)
def loop(n):
    xs = [1, 2, 3, 4, 5]
    t = 0
    while n > 0:
        del xs[n:]
        t += sum(xs)
        n -= 1
    return xs, t


@cases(0, 1, 3, staged="refused AG022")
def chosen(n):
    a, b = [1, 2, 3], [4, 5, 6]
    c = a if n > 0 else b
    del c[n:]
    return a, b


@cases(0, 1, 3)
def step(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        del xs[::2]
    return xs


@cases(0, 1, 3)
def step2(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    del xs[1::2]
    return xs


@cases(0, 1, 3)
def step3(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    del xs[::-3]
    return xs


@cases(0, 1, 3)
def step4(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    del xs[3:0:-2]
    return xs


@cases(0, 1, 3)
def step_store(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    xs[::2] = [0] * len(xs[::2])
    return xs


@cases(0, 1, 3)
def step_store_err(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    xs[::2] = [0, 0]
    return xs


@cases(0, 1, 3)
def step_store_rev(n):
    xs = [1, 2, 3, 4]
    if n > 1:
        xs.append(5)
    xs[::-1] = xs
    return xs


@cases(0, 1, 3)
def sieve(n):
    flags = [1] * 12
    if n > 0:
        flags.append(1)
    for p in (2, 3):
        flags[p * p :: p] = [0] * len(flags[p * p :: p])
    return flags


@cases(0, 1, 3)
def del_at(n):
    flags = [1, 2, 3, 4]
    if n > 0:
        flags[1:n] = []
    return flags


@cases(0, 1, 3)
def names(n):
    flags = ["a", "b", "c", "d"]
    del flags[n:]
    return "-".join(flags)


@cases(0, 1, 3)
def optional_bound(n):
    k = None
    if n > 0:
        k = n
    flags = [1, 2, 3, 4]
    del flags[k:]
    return flags


@cases(0, 1, 3)
def insert_slice(n):
    flags = [1, 2, 3, 4]
    flags[n:n] = [8, 9]
    return flags


@cases(0, 1, 3)
def swap_slices(n):
    flags = [1, 2, 3, 4]
    flags[:n], flags[n:] = flags[n:], flags[:n]
    return flags


@cases(0, 1, 3)
def rev_prefix(n):
    flags = [1, 2, 3, 4]
    flags[:n] = flags[:n][::-1]
    return flags


@cases(0, 1, 3)
def rev_prefix2(n):
    flags = [1, 2, 3, 4]
    flags[:n] = reversed(flags[:n])
    return flags


@cases(0, 1, 3)
def sort_prefix(n):
    flags = [4, 2, 3, 1]
    flags[:n] = sorted(flags[:n])
    return flags
