"""Lists that a function of Python's goes over or fills, which calls one that makes them longer: its attacks."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 7)
def f_star(n):
    a = [1, 2]

    def f(x):
        if n > 1 and len(a) < 4:
            a.append(9)
        return x > 1

    return [*filter(f, a)], a


@cases(0, 3, 7, staged="refused AG021")
def f_zip(n):
    a = [1, 2]

    def f(x):
        if n > 1 and len(a) < 4:
            a.append(9)
        return x > 1

    return list(zip(filter(f, a), [5, 6, 7])), a


@cases(0, 3, 7, staged="refused AG021")
def f_next(n):
    a = [1, 2]

    def f(x):
        if n > 1 and len(a) < 4:
            a.append(9)
        return x > 1

    it = filter(f, a)
    return next(it), a, list(it)


@cases(0, 3, 7, staged="refused AG021")
def f_join(n):
    a = ["a", "b"]

    def f(x):
        if n > 1 and len(a) < 4:
            a.append("c")
        return x != "a"

    return "".join(filter(f, a)), a


@cases(0, 3, 7)
def m_partial(n):
    from functools import partial

    a = [1, 2]

    def f(k, x):
        if n > 1 and len(a) < 4:
            a.append(9)
        return x + k

    return list(map(partial(f, 1), a)), [*map(partial(f, 1), a)], a


@cases(0, 3, 7)
def m_object(n):
    a = [1, 2]

    class F:
        def __call__(self, x):
            if n > 1 and len(a) < 4:
                a.append(9)
            return x

    return list(map(F(), a)), a


@cases(0, 3, 7)
def m_object_star(n):
    a = [1, 2]

    class F:
        def __call__(self, x):
            if n > 1 and len(a) < 4:
                a.append(9)
            return x

    return [*map(F(), a)], a


@cases(0, 3, 7, staged="refused AG014")
def m_class(n):
    a = [1, 2]

    class F:
        def __init__(self, x):
            if n > 1 and len(a) < 4:
                a.append(9)
            self.x = x

    return [f.x for f in map(F, a)], a


@cases(0, 3, 7, staged="refused AG022")
def m_class_star(n):
    a = [1, 2]

    class F:
        def __init__(self, x):
            if n > 1 and len(a) < 4:
                a.append(9)
            self.x = x

    return len([*map(F, a)]), a


@cases(0, 3, 7)
def m_method(n):
    a = [1, 2]

    class F:
        def f(self, x):
            if n > 1 and len(a) < 4:
                a.append(9)
            return x

    x, *y = map(F().f, a)
    return x, y, a


@cases(0, 3, 7, runtime="refused AG021")
def ext_self(n):
    a = [1, 2]
    out = []

    def f(x):
        if n > x:
            out.append(0)
        return x

    out.extend(map(f, a))
    return out


@cases(0, 3, 7, runtime="refused AG021")
def ext_self_gen(n):
    a = [1, 2]
    out = []

    def f(x):
        if n > x:
            out.append(0)
        return x

    out.extend(f(x) for x in a)
    return out


@cases(0, 3, 7, staged="refused AG021")
def iadd_self(n):
    a = [1, 2]
    out = []

    def f(x):
        if n > x:
            out.append(0)
        return x

    out += map(f, a)
    return out


@cases(0, 3, 7)
def iadd_self_list(n):
    a = [1, 2]
    out = []

    def f(x):
        if n > x:
            out.append(0)
        return [x]

    out += f(1)
    out += f(2)
    return out


@cases(0, 3, 7, staged="refused AG021")
def slice_self(n):
    a = [1, 2]
    out = [7, 8]

    def f(x):
        if n > x:
            out.append(0)
        return x

    out[1:1] = map(f, a)
    return out


@cases(0, 3, 7, runtime="refused AG010")
def update_self(n):
    d = {}

    def f(x):
        if n > x:
            d["k"] = x
        return ("a" * x, x)

    d.update(map(f, [1, 2]))
    return d


@cases(0, 3, 7, runtime="refused AG024")
def set_update_self(n):
    d = set()

    def f(x):
        if n > x:
            d.add(10)
        return x

    d.update(map(f, [1, 2]))
    return sorted(d)


@cases(0, 3, 7, staged="refused AG021")
def sort_self(n):
    a = [3, 1, 2]

    def f(x):
        if n > x:
            a.append(0)
        return x

    try:
        a.sort(key=f)
    except ValueError as e:
        return str(e)
    return a


@cases(0, 3, 7)
def s_ext(n):
    a, out = [1, 2], []
    if n > 2:
        out.append(50)

    def f(x):
        out.append(0)
        return x

    out.extend(map(f, a))
    return out


@cases(0, 3, 7)
def s_ext_gen(n):
    a, out = [1, 2], []
    if n > 2:
        out.append(50)

    def f(x):
        out.append(0)
        return x

    out.extend(f(x) for x in a)
    return out


@cases(0, 3, 7)
def s_iadd(n):
    a, out = [1, 2], []
    if n > 2:
        out.append(50)

    def f(x):
        out.append(0)
        return x

    out += map(f, a)
    return out


@cases(0, 3, 7)
def s_slice(n):
    a, out = [1, 2], []
    if n > 2:
        out.append(50)

    def f(x):
        out.append(0)
        return x

    out[0:0] = map(f, a)
    return out


@cases(0, 3, 7, staged="refused AG053")
def s_ext_staged(n):
    a, out = [1, 2], []
    if n > 2:
        a.append(50)

    def f(x):
        if x < n:
            out.append(0)
        return x

    out.extend(map(f, a))
    return out


@cases(0, 3, 7, runtime="refused AG023")
def s_ext_staged_gen(n):
    a, out = [1, 2], []
    if n > 2:
        a.append(50)

    def f(x):
        if x < n:
            out.append(0)
        return x

    out.extend(f(x) for x in a)
    return out


@cases(0, 3, 7, staged="refused AG021")
def s_iadd_staged(n):
    a, out = [1, 2], []
    if n > 2:
        a.append(50)

    def f(x):
        if x < n:
            out.append(0)
        return x

    out += (f(x) for x in a)
    return out


@cases(0, 3, 7)
def s_map_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(0)
        return x

    return list(map(f, a)), a


@cases(0, 3, 7)
def s_star_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(0)
        return x

    return [*map(f, a)], a


@cases(0, 3, 7, staged="refused AG022")
def s_max_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(100)
        return x

    return max(a, key=f), a


@cases(0, 3, 7)
def s_sorted_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(100)
        return x

    return sorted(a, key=f), a


@cases(0, 3, 7)
def s_sum_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(100)
        return x

    return sum(f(x) for x in a), a


@cases(0, 3, 7)
def s_comp_staged(n):
    a = [1, 2]
    if n > 2:
        a.append(50)

    def f(x):
        if x < n and len(a) < 6:
            a.append(100)
        return x

    return [f(x) for x in a], a


@cases(0, 3, 7)
def s_in_branch(n):
    a, out = [1, 2], []

    def f(x):
        out.append(0)
        return x

    if n > 2:
        out.extend(map(f, a))
    return out
