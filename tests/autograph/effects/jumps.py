"""break, continue and return in staged branches and loops, with effects before and after them."""

from __future__ import annotations

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def early_return(n):
    if n > 2:
        return n * 2
    return -1


@cases(0, 3)
def return_in_one_branch_then_effects(n):
    o = Box(v=1)
    if n > 2:
        return o.v
    o.v += n + 5
    return o.v


@cases(-1, 0, 3, 9)
def guard_clauses(n):
    if n < 0:
        return -1
    if n == 0:
        return 0
    o = Box(v=n)
    if n > 5:
        o.v *= 2
        return o.v
    o.v += 1
    return o.v


@cases(0, 3, 7)
def return_from_a_loop(n):
    for i in range(5):
        if i * i >= n:
            return i
    return -1


@cases(0, 3, 7)
def return_from_a_staged_loop(n):
    total = 0
    for i in range(n):
        total += i
        if total > 4:
            return total * 100
    return total


@cases(0, 3, 7)
def return_from_nested_loops(n):
    for i in range(n):
        for j in range(i):
            if i * j > 5:
                return i * 10 + j
    return -1


@cases(0, 3, 7)
def return_from_while_true(n):
    steps = 0
    while True:
        if n <= 1:
            return steps
        n = n // 2
        steps += 1


@cases(0, 3, 7)
def break_after_an_effect(n):
    o = Box(v=0, hits=0)
    for i in range(10):
        o.v += i
        if o.v > n:
            o.hits += 1
            break
        o.hits += 10
    return o.v, o.hits


@cases(0, 3, 7)
def continue_before_an_effect(n):
    o = Box(odd=0, all=0)
    for i in range(n):
        o.all += 1
        if i % 2 == 0:
            continue
        o.odd += 1
    return o.odd, o.all


@cases(0, 3, 7)
def break_and_continue(n):
    d = {"s": 0}
    i = 0
    while True:
        i += 1
        if i > n:
            break
        if i == 2:
            continue
        d["s"] += i
    return d["s"], i


@cases(0, 3)
def break_of_the_inner_loop(n):
    o = Box(v=0)
    for i in range(3):
        for j in range(5):
            if j > n:
                break
            o.v += 1
        o.v += 100 * i
    return o.v


@cases(0, 3)
def break_both_by_a_flag(n):
    done = False
    count = 0
    for i in range(4):
        for j in range(4):
            count += 1
            if i * j >= n:
                done = True
                break
        if done:
            break
    return count


@cases(0, 3, 9)
def for_else_search(n):
    xs = [4, 3, 8]
    for k, x in enumerate(xs):
        if x == n:
            where = k
            break
    else:
        where = -1
    return where


@cases(0, 3, 9)
def while_else_with_break(n):
    k = 0
    while k < 5:
        if k * k == n:
            break
        k += 1
    else:
        k = -k
    return k


@cases(0, 3)
def return_inside_else_of_a_loop(n):
    for i in range(4):
        if i > n:
            break
    else:
        return 100
    return i


@cases(0, 3)
def list_changed_before_break(n):
    xs = [0, 0, 0]
    for i in range(3):
        if i >= n:
            break
        xs[i] = n
    return xs


@cases(0, 3)
def list_appended_until_break(n):
    xs = []
    for i in range(n):
        xs.append(i)
        if i >= 1:
            break
    return len(xs)


@cases(0, 3)
def list_appended_in_a_python_loop_until_a_staged_break(n):
    xs = []
    for i in range(5):
        if i > n:
            break
        xs.append(i)
    return len(xs)


@cases(0, 3, runtime="refused")
def none_or_number_returned(n):
    if n > 2:
        return n
    return None


@cases(0, 3)
def none_returned_always(n):
    o = Box(v=0)
    if n > 2:
        o.v = 1
        return
    o.v = 2
    return


@cases(0, 3)
def tuple_returned_early(n):
    if n > 2:
        return n, 1
    n += 5
    return n, 0


@cases(0, 3, runtime="refused")
def different_structures_returned(n):
    if n > 2:
        return n, 1
    return n


@cases(0, 3)
def jump_in_a_try_in_a_loop(n):
    total = 0
    for i in range(6):
        try:
            if i == n:
                continue
            if i > n + 1:
                break
            total += i
        finally:
            total += 100
    return total


@cases(0, 3)
def jump_in_a_with_in_a_loop(n):
    class Guard:
        depth = 0

        def __enter__(self):
            self.depth += 1

        def __exit__(self, *error):
            self.depth -= 1

    g = Guard()
    total = 0
    for i in range(6):
        with g:
            if i > n:
                break
            total += g.depth
    return total, g.depth


@cases(0, 3)
def jump_in_match_in_a_loop(n):
    total = 0
    for i in range(6):
        match i - n:
            case 0:
                continue
            case 2:
                break
        total += i
    return total


@cases(0, 2, 5)
def first_index_with_default(n):
    xs = [1, 3, 5]
    found = None
    for i in range(3):
        if xs[i] > n:
            found = i
            break
    if found is None:
        return -1
    return found


@cases(0, 3)
def return_in_a_nested_function_in_a_loop(n):
    def sign(v):
        if v > 1:
            return 1
        if v < 1:
            return -1
        return 0

    total = 0
    for i in range(n):
        total += sign(i) * 10 + 1
    return total


@cases(0, 3)
def unreachable_after_return(n):
    o = Box(v=0)
    if n > 2:
        o.v = 1
        return o.v
        o.v = 99
    return o.v


@cases(0, 4)
def break_condition_with_walrus(n):
    total = 0
    while True:
        if (left := n - total) <= 0:
            break
        total += left - left // 2
    return total, left


@cases(0, 4)
def return_of_an_effect(n):
    o = Box(v=0)

    def bump(k):
        o.v += k
        return o.v

    def go():
        if n > 2:
            return bump(10)
        return bump(1)

    r = go()
    return r, o.v
