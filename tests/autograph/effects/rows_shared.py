"""Lists that are rows of a list, elements of a tuple or values of a dict, and that have other names as well: what a loop
does to one name, or to one place, must be seen by all who have the list, and by nobody else.
"""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Holder:
    def __init__(self, items):
        self.items = items


@cases(0, 1, 3)
def name_assigned_to_itself(n):
    a = [0]
    g = [a]
    d = a
    for i in range(n):
        a = a
        g.append([4])
    a.append(5)
    return d, g[0], a


@cases(0, 1, 3)
def name_assigned_by_way_of_another(n):
    a = [0]
    g = [a]
    d = a
    for i in range(n):
        b = a
        a = b
        g.append([4])
    d.append(5)
    return d, g[0], a


@cases(0, 1, 3, staged="refused AG024")
def name_assigned_from_the_list_of_lists(n):
    a = [0]
    g = [a]
    i = 0
    while i < n:
        a = g[0]
        g.append([4])
        i += 1
    a.append(5)
    return g[0], a


@cases(0, 1, 3)
def current_row(n):
    g = [[1]]
    cur = g[-1]
    for i in range(n):
        cur = [i]
        g.append(cur)
    g[-1].append(7)
    return cur, g


@cases(0, 1, 3, staged="refused AG024")
def current_row_changed(n):
    g = [[1]]
    cur = g[-1]
    for i in range(n):
        cur = [i]
        g.append(cur)
    cur.append(7)
    return cur, g


@cases(0, 1, 3)
def current_row_and_break(n):
    g = [[1]]
    cur = g[-1]
    i = 0
    while i < n:
        cur = [i]
        g.append(cur)
        i += 1
        if i == 2:
            break
    g[-1].append(7)
    return cur, g


@cases(0, 1, 3, staged="refused AG032")
def current_row_or_the_last(n):
    g = [[1]]
    cur = g[-1]
    for i in range(n):
        if i % 2 == 0:
            cur = [i]
            g.append(cur)
        else:
            cur.append(i)
    return cur, g


@cases(0, 1, 3, staged="refused AG024")
def name_assigned_after_it_was_appended(n):
    a = [0]
    g = [a]
    for i in range(n):
        g.append(a)
        a = [3]
    g[0].append(5)
    return a, g


@cases(0, 1, 3, staged="refused AG024")
def name_of_before_changed_after_it_was_appended(n):
    a = [0]
    b = a
    g = []
    for i in range(n):
        g.append(a)
        a = [3]
    b.append(5)
    return a, b, g


@cases(0, 1, 3)
def assigned_by_a_function_that_is_not_called(n):
    a = [0]
    g = [a]
    d = a

    def other():
        nonlocal a
        a = [9]

    for i in range(n):
        g.append([4])
    a.append(5)
    return d, g[0], a


@cases(0, 1, 3)
def assigned_by_a_function_that_is_not_called_and_appended(n):
    a = [0]
    g = [a]
    d = a

    def other():
        nonlocal a
        a = [9]

    for i in range(n):
        g.append(a)
    d.append(5)
    return d, g, a


@cases(0, 1, 3, staged="refused AG024")
def assigned_by_a_function_that_may_be_called(n):
    a = [0]
    g = [a]
    d = a

    def other():
        nonlocal a
        a = [9]

    for i in range(n):
        if i == 1:
            other()
    d.append(5)
    return d, g, a


@cases(0, 1, 3)
def row_held_twice_is_gone_over(n):
    a = [0]
    g = [a, a]
    for i in range(n):
        g.append([i])
    for r in g:
        r.append(5)
    return a, g


@cases(0, 1, 3)
def row_repeated_is_gone_over(n):
    g = [[0]] * 2
    for i in range(n):
        g.append([i])
    for r in g:
        r.append(5)
    return g


@cases(0, 1, 3)
def row_appended_again_is_gone_over(n):
    a = [0]
    g = [a]
    for i in range(n):
        g.append(a)
    for r in g:
        r.append(5)
    return a, g


@cases(0, 1, 3)
def row_appended_in_one_branch_is_gone_over(n):
    a = [0]
    g = [a]
    if n > 1:
        g.append(a)
    else:
        g.append([2])
    for r in g:
        r[0] += 1
    g[1].append(5)
    return g, a


@cases(0, 1, 3, staged="refused AG024")
def part_of_a_tuple_made_anew(n):
    a = [0]
    t = (a, a)
    for i in range(n):
        t = ([1], t[1])
    t[0].append(5)
    return t, a


@cases(0, 1, 3, staged="refused AG024")
def part_of_a_tuple_kept(n):
    a = [0]
    t = (a, a)
    for i in range(n):
        t = ([1], t[1])
    t[1].append(5)
    return t, a


@cases(0, 1, 3, staged="refused AG024")
def parts_of_a_tuple_made_anew(n):
    a = [0]
    t = (a, a)
    for i in range(n):
        t = ([1], [2])
    t[0].append(5)
    return t


@cases(0, 1, 3, staged="refused AG024")
def part_of_a_tuple_with_another_name(n):
    a = [0]
    t = (a,)
    d = a
    for i in range(n):
        t = ([1],)
    t[0].append(5)
    return t, d


@cases(0, 1, 3)
def part_of_a_tuple_of_its_own(n):
    t = ([0], [2])
    for i in range(n):
        t = ([1], t[1])
    t[0].append(5)
    t[1].append(6)
    return t


@cases(0, 1, 3, staged="refused AG024")
def parts_of_a_tuple_change_places(n):
    a = [0]
    t = (a, a, [3])
    for i in range(n):
        t = (t[1], t[2], t[0])
    t[0][0] = 7
    return t


@cases(0, 1, 3, staged="refused AG024")
def dict_in_a_tuple_made_anew(n):
    a = {0: 1}
    t = (a, a)
    for i in range(n):
        t = ({0: 2}, t[1])
    t[0][0] = 5
    return t


@cases(0, 1, 3, staged="refused AG024")
def row_repeated_in_a_list_made_anew(n):
    t = [[0]] * 2
    for i in range(n):
        t = [[1], t[1]]
    t[0].append(5)
    return t


@cases(0, 1, 3)
def value_replaced_in_one_branch(n):
    a = [0]
    d = {"x": a, "y": a}
    if n > 1:
        d["x"] = [9]
    d["x"].append(1)
    return d, a


@cases(0, 1, 3, staged="refused AG024")
def value_replaced_in_a_loop(n):
    a = [0]
    d = {"x": a, "y": a}
    for i in range(n):
        d["x"] = [9]
    d["x"].append(1)
    return d, a


@cases(0, 1, 3)
def attribute_replaced_by_that_of_another(n):
    a = [0]
    o = Holder(a)
    p = Holder(a)
    for i in range(n):
        o.items = p.items
    o.items.append(5)
    return o.items, a, p.items


@cases(0, 1, 3, staged="refused AG014")
def row_replaced_and_the_other_made_longer(n):
    a = [0]
    g = [a, a]
    for i in range(n):
        a.append(1)
        g[0] = [0]
    return a, g


@cases(0, 1, 3, staged="refused AG014")
def row_replaced_and_the_other_made_longer_while(n):
    a = [0]
    g = [a, a]
    while len(a) < n:
        a.append(1)
        g[0] = [0]
    return a, g


@cases(0, 1, 3, staged="refused AG014")
def value_replaced_and_the_other_made_longer(n):
    a = [0]
    g = {"x": a, "y": a}
    for i in range(n):
        a.append(1)
        g["x"] = [0]
    a.append(9)
    return a, g


@cases(0, 1, 3, staged="refused AG021")
def argument_by_default(n):
    a = [0]

    def put(x=a):
        x.append(n)
        return x

    if n > 0:
        a = put()
    else:
        a = [7]
    a.append(1)
    return a, put()


@cases(0, 1, 3, staged="refused AG014")
def captured_and_assigned(n):
    a = [0]

    def put():
        a.append(n)
        return a

    b = a
    for i in range(n):
        a = [i]
        put()
    b.append(8)
    return a, b, put()


@cases(0, 1, 3)
def given_back_by_a_function(n):
    a = [0]

    def put(x):
        x = x
        x.append(3)
        return x

    b = a
    for i in range(n):
        a = put(a)
    b.append(8)
    return a, b


@cases(0, 1, 2, 3)
def row_and_list_made_longer_on_either_side(n):
    a = [0]
    b = [1]
    c = a
    g = [a, b]
    h = (c, a)
    d = {"x": c}
    o = Holder(b)
    g.append(a)
    a, b = b, a
    if n == 0:
        for i in range(n):
            c.append(0)
            if i > 0:
                break
        g.append(b)
        h[0].append(3)
    else:
        for i in range(n):
            c[0] = 1
            c.append(n)
        a.append(0)
    c.append(99)
    return a, b, c, g, h, d, o.items
