"""Lists that a key chosen by the program is given in place of others, of another length."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((0,), (1,), (2,))
def value_changed_after(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    v = n[b] + [7]
    n[b] = v
    v.append(8)
    return n, v


@cases((0,), (1,), (2,))
def old_changed_after(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    m = n[1]
    n[b] = n[b] + [7]
    m.append(9)
    return n, m


@cases((0,), (1,), (2,))
def item_changed_after(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    n[b] = n[b] + [7]
    n[1].append(9)
    return n


@cases((0,), (1,), (2,))
def item_changed_after_list(b):
    n = [[], [0], [0, 4]]
    m = n[2]
    n[b] = n[b] + [7]
    n[1].append(9)
    m.append(3)
    return n, m, m is n[2]


@cases((0,), (1,), (2,))
def read_twice(b):
    n = [[], [0], [0, 4]]
    n[b] = n[b] + [7]
    n[b] = n[b] + [8]
    n[1] = n[1] + [b]
    return n, sum(map(len, n)), [sum(r) for r in n]


@cases((0,), (1,), (3,))
def wrong_key(b):
    n = [[], [0], [0, 4]]
    n[b] = n[b] + [7]
    return n


@cases((0,), (1,), (-1,))
def negative(b):
    n = [[], [0], [0, 4]]
    n[b] = n[b - 1] + [7]
    return n


@cases((0, 2), (1, 1), (2, 0))
def graph(a, b):
    g = {k: [] for k in range(3)}
    for u, v in ((a, b), (b, a), (0, a)):
        g[u] = g[u] + [v]
    seen, todo = [], [0]
    while todo:
        k = todo.pop()
        if k not in seen:
            seen.append(k)
            todo = todo + g[k]
    return g, seen


@cases((0, 2), (1, 1), (2, 0))
def in_staged_loop(a, b):
    g = {k: [] for k in range(3)}
    for k in range(a + 1):
        g[b] = g[b] + [k]
    return g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG011 AG033")
def in_staged_if(a, b):
    g = {0: [1], 1: [2], 2: []}
    if a > 0:
        g[b] = g[b] + [a]
    else:
        g[a] = [9, 9]
    return g


@cases((0, 2), (1, 1), (2, 0))
def swapped(a, b):
    g = [[1], [2, 3], []]
    g[a], g[b] = g[b], g[a]
    return g


@cases((0, 2), (1, 1), (2, 0))
def swapped_then_changed(a, b):
    g = [[1], [2, 3], []]
    g[a], g[b] = g[b], g[a]
    g[0].append(7)
    return g


@cases((0, 2), (1, 1), (2, 0))
def cut(a, b):
    g = [[1], [2, 3], [4, 5, 6]]
    g[a] = g[b][1:]
    g[b] = [x for x in g[b] if x > 2]
    return g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def held_by_another(a, b):
    g = {0: [1], 1: [2], 2: []}
    g[b] = w = [a, 4]
    w.append(3)
    return g, w


@cases((0, 2), (1, 1), (2, 0))
def held_by_another2(a, b):
    g = {0: [1], 1: [2], 2: []}
    w = [a, 4]
    g[b] = w
    g[1].append(3)
    return g, w


@cases((0, 2), (1, 1), (2, 0))
def held_by_list(a, b):
    g = {0: [1], 1: [2], 2: []}
    ws = [[a, 4]]
    g[b] = ws[0]
    g[1].append(3)
    return g, ws


@cases((0, 2), (1, 1), (2, 0))
def held_by_list2(a, b):
    g = {0: [1], 1: [2], 2: []}
    ws = [[a, 4]]
    g[b] = ws[0]
    ws[0].append(3)
    return g, ws


@cases((0, 2), (1, 1), (2, 0))
def held_by_list3(a, b):
    g = {0: [1], 1: [2], 2: []}
    ws = ([a, 4], 1)
    g[b] = ws[0]
    for k in range(a):
        g[1] += [k]
    return g, ws


@cases((0, 2), (1, 1), (2, 0))
def held_by_iter(a, b):
    g = {0: [1], 1: [2], 2: []}

    def f(ws):
        g[b] = ws
        g[1].append(3)
        return ws

    return f([a, 4]), g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def stored_twice(a, b):
    g = {0: [1], 1: [2], 2: []}
    h = [[], [1], [2]]
    g[b] = h[a] = [a, 4]
    g[1] += [3]
    return h, g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG032")
def stored_twice2(a, b):
    g = {0: [1], 1: [2], 2: []}
    h = [[], [1], [2]]
    v = [a, 4]
    g[b] = v
    h[a] = v
    h[1].append(3)
    return h, g


@cases((0, 2), (1, 1), (2, 0))
def once(a, b):
    g = {0: [1], 1: [2], 2: []}
    g[b] = [a, 4]
    g[1] += [3]
    return g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def once_list(a, b):
    g = [[1], [2], []]
    g[b] = [a, 4]
    g[1] += [3]
    return g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def twice_list(a, b):
    g = [[1], [2], []]
    h = [[1], [2], []]
    h[b] = g[a] = [a, 4]
    g[1] += [3]
    return g, h


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def twice_list2(a, b):
    g = [[1], [2], []]
    h = [[1], [2], []]
    h[b] = g[a] = [a, 4]
    g[1].append(3)
    return g, h


@cases((0, 2), (1, 1), (2, 0))
def twice_list3(a, b):
    g = [[1], [2], []]
    h = [[1], [2], []]
    g[b] = h[a] = h[a] + [a, 4]
    g[1].append(3)
    return g, h


@cases((0, 2), (1, 1), (2, 0))
def twice_list4(a, b):
    g = [[1], [2], []]
    h = [[1], [2], []]
    g[b] = h[a] = g[a] + [a, 4]
    h[1].append(3)
    return g, h


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def chained(a, b):
    g = {0: [1], 1: [2], 2: []}
    h = [[0, 0], [1, 1], [2, 2]]
    g[b] = h[a] = [a, 4]
    g[1] += [3]
    return h, g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def chained_known(a, b):
    g = {0: [1], 1: [2], 2: []}
    h = [[0, 0], [1, 1], [2, 2]]
    g[b] = h[0] = [a, 4]
    g[1] += [3]
    return h, g


@cases((0, 2), (1, 1), (2, 0), staged="refused AG024")
def chained_name(a, b):
    g = {0: [1], 1: [2], 2: []}
    g[b] = h = [a, 4]
    g[1] += [3]
    return h, g


@cases((0,), (1,), (2,))
def chosen(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    n[b] = n[b] + [7]
    return n


@cases((0,), (1,), (2,))
def chosen_read(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    return n[b] + [7], len(n[b])


@cases((0,), (1,), (2,))
def list_read(b):
    n = [[], [0], [0, 4]]
    return n[b] + [7], len(n[b])


@cases((0,), (1,), (2,))
def list_stored(b):
    n = [[], [0], [0, 4]]
    n[b] = n[b] + [7]
    return n


@cases((0,), (1,), (2,), staged="refused AG024")
def list_stored_iadd(b):
    n = [[], [0], [0, 4]]
    n[b] += [7]
    return n


@cases((0,), (1,), (2,), staged="refused AG024")
def dict_stored_iadd(b):
    n = {0: [], 1: [0], 2: [0, 4]}
    n[b] += [7, b]
    return n


@cases((0,), (1,), (2,))
def dict_stored_sorted(b):
    n = {0: [], 1: [3, 0], 2: [5, 4]}
    n[b] = sorted(n[b])
    return n


@cases((0,), (1,), (2,))
def dict_stored_new(b):
    n = {0: [], 1: [3, 0], 2: [5, 4]}
    n[b] = [7]
    return n


@cases((0,), (1,), (2,))
def dict_stored_str(b):
    n = {0: ["a"], 1: ["b"], 2: ["c", "d"]}
    n[b] = n[b] + ["e"]
    return n


@cases((0,), (1,), (2,))
def dict_stored_loop(b):
    n = {0: [], 1: [3, 0], 2: [5, 4]}
    for i in range(3):
        n[(b + i) % 3] = n[i] + [i]
    return n


@cases((0,), (1,), (2,), staged="refused AG032")
def dict_stored_get(b):
    n = {}
    for e, f in ((1, b), (b, 2), (2, 3)):
        n[e] = [*n.get(e, []), f]
    return n
