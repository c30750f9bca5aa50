"""Effects in the bodies of `for` and `while`."""

from __future__ import annotations

from tests.autograph.effects.branches import Box, Point
from tests.autograph.effects.outcomes import cases


@cases(0, 1, 4)
def local_counted(n):
    count = 0
    while n > 0:
        count += 1
        n -= 1
    return count, n


@cases(0, 1, 4)
def attribute_summed(n):
    o = Box(total=0)
    for i in range(n):
        o.total += i
    return o.total


@cases(0, 1, 4)
def attribute_in_the_test(n):
    o = Box(left=n, steps=0)
    while o.left > 0:
        o.left -= 2
        o.steps += 1
    return o.left, o.steps


@cases(0, 1, 4)
def item_in_the_test(n):
    d = {"left": n, "steps": 0}
    while d["left"] > 0:
        d["left"] -= 1
        d["steps"] += d["left"]
    return d["steps"]


@cases(0, 1, 4)
def list_items_shifted(n):
    xs = [1, 2, 3]
    for _ in range(n):
        xs[0], xs[1], xs[2] = xs[1], xs[2], xs[0]
    return xs


@cases(0, 1, 4)
def fibonacci_in_a_list(n):
    last = [0, 1]
    for _ in range(n):
        last = [last[1], last[0] + last[1]]
    return last[0]


@cases(0, 1, 4)
def list_appended(n):
    xs = []
    for i in range(n):
        xs.append(i * 2)
    return xs


@cases(0, 1, 4)
def list_appended_then_length(n):
    xs = []
    for i in range(n):
        xs.append(1)
    return len(xs)


@cases(0, 1, 4)
def attribute_list_appended(n):
    o = Box(items=[])
    for _ in range(n):
        o.items.append(1)
    return len(o.items)


@cases(0, 1, 4)
def attribute_list_appended_then_summed(n):
    o = Box(items=[])
    for i in range(n):
        o.items.append(i)
    return sum(o.items)


@cases(0, 1, 4)
def list_appended_under_a_condition(n):
    evens = []
    for i in range(n):
        if i % 2 == 0:
            evens.append(i)
    return len(evens)


@cases(0, 1, 4)
def strings_appended(n):
    words = []
    while n > 0:
        words.append("x")
        n -= 1
    return len(words)


@cases(0, 1, 4)
def fixed_list_filled(n):
    xs = [0, 0, 0, 0, 0]
    for i in range(n):
        xs[i] = i * i
    return xs


@cases(0, 1, 4)
def fixed_list_accumulated(n):
    hist = [0] * 3
    for i in range(n):
        hist[i % 3] += 1
    return hist


@cases(0, 3)
def dict_gains_the_same_keys_before(n):
    d = {"sum": 0, "count": 0}
    for i in range(n):
        d["sum"] += i
        d["count"] += 1
    return d["sum"], d["count"]


@cases(1, 3, jax="refused")
def dict_gains_a_key(n):
    d = {}
    for i in range(n):
        d["last"] = i
    return d["last"]


@cases(0, 3, staged="refused")
def dict_gains_a_key_counted(n):
    d = {}
    for _ in range(n):
        d["k"] = 1
    return len(d)


@cases(0, 3, staged="refused")
def set_gains_a_member(n):
    s = set()
    while n > 0:
        s.add(1)
        n -= 1
    return len(s)


@cases(0, 3)
def nested_loops_with_an_object(n):
    o = Box(cells=0, rows=0)
    for i in range(n):
        for _ in range(i):
            o.cells += 1
        o.rows += 1
    return o.cells, o.rows


@cases(0, 3)
def branch_in_a_loop_on_two_attributes(n):
    o = Box(odd=0, even=0)
    for i in range(n):
        if i % 2:
            o.odd += i
        else:
            o.even += i
    return o.odd, o.even


@cases(0, 3)
def loop_in_a_branch(n):
    o = Box(v=1)
    if n > 2:
        for i in range(n):
            o.v += i
    else:
        o.v = -1
    return o.v


@cases(0.0, 3.0)
def python_loop_over_objects(n):
    points = [Point(1.0, 2.0), Point(3.0, 4.0)]
    for p in points:
        if n > 2:
            p.x += n
        p.y -= 1
    return [(p.x, p.y) for p in points]


@cases(0, 3)
def staged_loop_over_python_objects(n):
    points = [Point(1.0, 2.0), Point(3.0, 4.0)]
    while n > 0:
        for p in points:
            p.x += p.y
        n -= 1
    return [p.x for p in points]


@cases(0, 3)
def object_replaced_in_each_iteration(n):
    p = Point(0.0, 1.0)
    for i in range(n):
        p = Point(p.y, p.x + p.y)
    return p.x, p.y


@cases(0, 3, runtime="refused")
def string_mode_toggles(n):
    mode = "ping"
    count = 0
    for _ in range(n):
        if mode == "ping":
            mode = "pong"
        else:
            mode = "ping"
            count += 1
    return count


@cases(0, 3)
def number_mode_toggles(n):
    mode, count = 0, 0
    for _ in range(n):
        if mode == 0:
            mode = 1
        else:
            mode = 0
            count += 1
    return count, mode


@cases(0, 3)
def bool_mode_toggles(n):
    on, count = False, 0
    for _ in range(n):
        on = not on
        if on:
            count += 1
    return count, on


@cases(0, 5)
def loop_else(n):
    o = Box(found=-1, tried=0)
    for i in range(n):
        o.tried += 1
        if i * i == 9:
            o.found = i
            break
    else:
        o.tried += 100
    return o.found, o.tried


@cases(0, 5)
def while_true_with_break(n):
    o = Box(v=0)
    while True:
        if o.v >= n:
            break
        o.v += 2
    return o.v


@cases(0, 3)
def enumerated(n):
    o = Box(weighted=0)
    for k, i in enumerate(range(n)):
        o.weighted += k * i
    return o.weighted


@cases(0, 3)
def loop_variable_read_after_the_loop(n):
    i = -1
    for i in range(n):
        pass
    return i


@cases(0, 3)
def loop_variable_unbound_without_iterations(n):
    for i in range(n):
        pass
    return i


@cases(0, 3)
def temporary_of_the_body_is_not_used_after(n):
    total = 0
    for i in range(n):
        square = i * i
        total += square
    return total


@cases(0, 1, 5)
def range_with_a_step(n):
    d = {"s": 0}
    for i in range(n, 0, -2):
        d["s"] += i
    return d["s"]


@cases(-3, 0, 2)
def range_of_a_negative_number_is_empty(n):
    o = Box(v=0)
    for _ in range(n):
        o.v += 1
    return o.v


@cases(0, 3)
def int_attribute_turns_float(n):
    o = Box(mean=0)
    for i in range(n):
        o.mean = o.mean + (i - o.mean) / (i + 1)
    return o.mean


@cases(0, 3)
def int_local_turns_float(n):
    s = 0
    while n > 0:
        s = s + 0.5
        n -= 1
    return s


@cases(0, 3)
def matrix_of_lists_updated(n):
    m = [[1, 1], [1, 0]]
    for _ in range(n):
        m = [
            [m[0][0] + m[0][1], m[0][0]],
            [m[1][0] + m[1][1], m[1][0]],
        ]
    return m


@cases(0, 3)
def list_element_by_a_computed_index(n):
    xs = [5, 6, 7, 8]
    total = 0
    for i in range(n):
        total += xs[(i * 2) % 4]
    return total


@cases(0, 3, 6)
def loop_over_a_local_list_while_a_counter_grows(n):
    seen = {"hits": 0}
    for x in [1, 4, 2, 6]:
        if x <= n:
            seen["hits"] += 1
    return seen["hits"]


@cases(0, 3)
def del_of_a_temporary(n):
    total = 0
    for i in range(n):
        t = i * 2
        total += t
        del t
    return total


@cases(0, 1, 2, 4)
def first_bound_in_the_first_iteration(n):
    for i in range(n):
        if i == 0:
            u = i + 7
    return u


@cases(0, 1, 2, 4)
def first_bound_by_a_loop_within_that_runs_once(n):
    for i in range(n):
        for j in range(1 - i):
            u = j + 7
    return u


@cases(0, 1, 2, 4)
def first_bound_to_none_in_one_iteration(n):
    for i in range(n):
        for _ in range(1 - i):
            u = None
    return u is None


@cases(2, 3, 0)
def first_bound_in_one_loop_and_read_in_another(n):
    for i in range(n):
        while i < 1:
            u = i
            i += 5
    for i in range(n):
        if i == 1:
            w = i
        if i == 2:
            w += u
    return u, w


@cases((2, 3), (1, 1), (0, 2))
def bound_where_no_path_comes(n, m):
    for _ in range(n):
        if 2 in (1, 2, m):
            x = 1
        else:
            u = 7
    return u


@cases(0, 2)
def endless_where_the_program_does_not_go(n):
    found, tries = None, 0
    if n > 2:
        while found is None:
            tries += 1
    return tries


@cases(0, 3)
def long_where_the_program_may_go(n):
    i = total = 0
    if n > 2:
        while i < 1500:
            i += 1
            total += i % 7
    return total + i
