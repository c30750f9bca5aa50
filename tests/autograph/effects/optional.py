"""Variables that are None, or unbound, on one path and a number on the other."""

from __future__ import annotations

from dataclasses import dataclass

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def best_of_a_loop(n):
    best = None
    for i in range(n):
        v = (i * 7) % 5
        if best is None or v > best:
            best = v
    return -1 if best is None else best


@cases(0, 3)
def best_of_a_python_loop(n):
    best = None
    for v in (3, 1, 2):
        if v > n:
            if best is None or v < best:
                best = v
    if best is None:
        return -1
    return best


@cases(0, 3)
def set_in_a_branch_asked_is_none(n):
    best = None
    if n > 2:
        best = n
    if best is None:
        return -1
    return best


@cases(0, 3)
def set_in_a_branch_asked_is_not_none(n):
    best = None
    if n > 2:
        best = n * 2
    r = 0
    if best is not None:
        r = best + 1
    return r


@cases(0, 3)
def set_in_a_branch_asked_for_truth(n):
    best = None
    if n > 2:
        best = n - 3
    if best:
        return 1
    return 0


@cases(0, 3, 4)
def truth_of_a_number_or_none(n):
    best = None
    if n > 2:
        best = n - 3
    if not best:
        return -1
    return best


@cases(0, 3)
def number_set_to_none_in_a_branch(n):
    left = 5
    if n > 2:
        left = None
    return 0 if left is None else left + n


@cases(0, 3)
def equals_none(n):
    best = None
    if n > 2:
        best = n
    return 1 if best == None else 2  # noqa: E711


@cases(0, 3)
def is_none_as_a_value(n):
    best = None
    if n > 2:
        best = n
    missing = best is None
    return missing


@cases(0, 3)
def attribute_none_then_number(n):
    o = Box(best=None)
    if n > 2:
        o.best = n * 2
    return -1 if o.best is None else o.best


@cases(0, 3)
def attribute_none_then_number_in_a_loop(n):
    o = Box(best=None, seen=0)
    for i in range(n):
        o.seen += 1
        if o.best is None:
            o.best = i + 10
    return (o.best, o.seen) if o.best is not None else (-1, o.seen)


@cases(0, 3)
def item_none_then_number(n):
    d = {"last": None}
    for i in range(n):
        d["last"] = i
    if d["last"] is None:
        return -1
    return d["last"]


@cases(0, 3)
def list_item_none_then_number(n):
    slots = [None, None]
    if n > 2:
        slots[0] = n
    return 0 if slots[0] is None else slots[0]


@cases(0, 3)
def previous_in_a_loop(n):
    previous = None
    rises = 0
    for i in range(n):
        v = (i * 3) % 4
        if previous is not None and v > previous:
            rises += 1
        previous = v
    return rises


@cases(0, 3)  # that `high` is there because `low` is, no analysis of flags can tell
def two_optional_variables(n):
    low = high = None
    for i in range(n):
        v = (i * 5) % 7
        if low is None or v < low:
            low = v
        if high is None or v > high:
            high = v
    if low is None:
        return -1, -1
    return low, high


@cases(0, 3)
def optional_tuple(n):
    best = None
    for i in range(n):
        score = i * (4 - i)
        if best is None or score > best[0]:
            best = (score, i)
    if best is None:
        return -1, -1
    return best


@cases(0, 3)
def while_none(n):
    found = None
    k = 0
    while found is None:
        if k * k >= n:
            found = k
        k += 1
    return found


@cases(0, 3)
def while_not_none(n):
    node = n
    steps = 0
    while node is not None:
        steps += 1
        node = node - 1 if node > 0 else None
    return steps


@cases(0, 3)
def or_default(n):
    best = None
    if n > 2:
        best = n
    return best or 7


@cases(0, 3)
def function_that_may_return_none(n):
    def find(k):
        for i in range(4):
            if i * i == k:
                return i
        return None

    r = find(n + 1)
    return -1 if r is None else r


@cases(0, 3)
def function_that_falls_off_its_end(n):
    def find(k):
        if k > 2:
            return k

    r = find(n)
    if r is None:
        return 0
    return r


@cases(0, 3)
def optional_argument(n):
    def scale(v, by=None):
        if by is None:
            by = 2
        return v * by

    return scale(n) + scale(n, n)


@cases(0, 3)
def conditional_expression_of_none(n):
    best = n if n > 2 else None
    return 1 if best is None else best * 2


@cases(0, 3, runtime="refused")
def none_returned_on_one_path(n):
    best = None
    if n > 2:
        best = n
    return best


@cases(0, 3)
def used_without_asking(n):
    best = 1
    if n > 5:
        best = None
    return best + n


@cases(0, 3)
def optional_passed_to_a_function(n):
    def value(v, default):
        return default if v is None else v

    best = None
    if n > 2:
        best = n
    return value(best, 9)


@cases(0, 3)
def optional_reset_in_a_loop(n):
    pending = None
    done = 0
    for i in range(n + 2):
        if pending is None:
            pending = i
        else:
            done += pending + i
            pending = None
    return done, pending is None


@cases(0, 3)
def bound_on_one_path_and_used_there(n):
    if n > 2:
        y = n * 2
    r = 0
    if n > 2:
        r = y + 1
    return r


@cases(0, 3)
def bound_on_one_path_and_used_always(n):
    if n > 2:
        y = n * 2
    return y


@cases(0, 3)
def bound_on_one_path_guarded_by_a_flag(n):
    have = False
    if n > 2:
        have = True
        y = n * 2
    if have:
        return y
    return -1


@cases(0, 3)
def bound_in_a_loop_and_used_if_it_ran(n):
    for i in range(n):
        last = i * i
    if n > 0:
        return last
    return -1


@cases(0, 3)
def bound_in_both_after_a_chain(n):
    if n > 5:
        y = 1
    elif n > 2:
        y = 2
    else:
        y = 3
    return y


@cases(0, 3)
def bound_on_one_path_then_on_both(n):
    if n > 2:
        y = n
    y = 5 if n > 2 else 6
    return y


@cases(0, 3)
def bound_in_a_break_path(n):
    for i in range(5):
        if i > n:
            where = i
            break
    else:
        where = -1
    return where


@cases(0, 3, 9)
def bound_only_in_a_break_path(n):
    for i in range(5):
        if i > n:
            where = i
            break
    return where


@cases(0, 3)
def deleted_on_one_path(n):
    y = 1
    if n > 2:
        del y
    return y


@dataclass
class Item:
    weight: int
    value: int | None = None


@cases(0, 3)
def field_of_a_dataclass(n):
    item = Item(n)
    if n > 2:
        item.value = n
    return 0 if item.value is None else item.value + item.weight


@cases(0, 3)
def none_on_the_way_to_a_sum(n):
    d = {"a": None, "b": 1}
    if n > 2:
        d["a"] = n
    return sum(v for v in d.values() if v is not None)


@cases(0, 3)
def rows_that_are_found_one_by_one(n):
    found = []
    for i in range(3):
        best = None
        for j in range(3):
            v = (i * j + n) % 4
            if best is None or v > best:
                best = v
        found.append(best)
    return found


@cases(0, 3)
def table_of_a_recursion(n):
    table = [None] * 4

    def value(i):
        if table[i] is not None:
            return table[i]
        r = n if i == 0 else value(i - 1) + i
        table[i] = r
        return r

    return value(3)


@cases(1, 3)
def read_in_a_branch_and_returned_with_others(n):
    if n > 0:
        u = n * 2
    t = 0
    if n > 2:
        t = u
    else:
        t = u + 1
    return t, u


@cases(1, 3)
def read_after_a_loop_and_returned_with_others(n):
    i = 0
    while i < n:
        i += 1
        u = i * 2
    v = u
    v = u
    return i, v, [u]


class _Limits:
    def within(self, a, most):
        return a if a <= most else None


_limits = _Limits()


@cases(1, 7)
def result_of_a_method(a):
    found = _limits.within(a, 5)
    if found is not None:
        return found
    return -1 if _limits.within(a, 6) is None else -2


class Span:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __and__(self, other):
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Span(low, high) if low <= high else None

    def __len__(self):
        return self.high - self.low + 1


@cases((2, 8, 6), (1, 3, 5), (3, 3, 3))
def what_an_operator_makes_may_be_none(a, b, c):
    both = Span(a, b) & Span(c, 9)
    if both is None:
        return "apart"
    return len(both), both.low, both is not None


@cases((2, 3), (0, 1), (4, 5))
def spread_of_what_may_be_none(n, k):
    xs = None
    if n > 0:
        xs = [i * k for i in range(n)]
    try:
        return [0, *xs], max(*xs, k)
    except TypeError:
        return "none"


@cases((0, 1), (1, 0), (2, 2))
def updated_while_none(n, m):
    b = None
    if n > 1:
        b = m
    try:
        b += n
    except TypeError as e:
        return str(e)
    return b


# Methods of numbers


@cases((3, 5), (5, 3), (0, 7))
def methods_of_a_number_or_none(n, m):
    best = None
    if n > 2:
        best = n
    if best is not None:
        return best.bit_length(), best.real, best.conjugate()
    return best


@cases((3, 5), (5, 3), (0, 7))
def method_of_a_number_or_a_text(n, m):
    v = n if m > 4 else "abc"
    if isinstance(v, int):
        return v.bit_length()
    return v.upper()


@cases((3, 5), (5, 3), (0, 7))
def method_of_a_float_or_none(n, m):
    v = None
    if m > 4:
        v = n * 0.5
    try:
        return v.is_integer()
    except AttributeError as error:
        return str(error)


@cases((3, 5), (5, 3), (7, 7))
def method_of_what_a_test_bound(n, m):
    before = None
    flips = {}
    for i in range(n):
        code = i ^ (i >> 1)
        if before is not None and (changed := code ^ before):
            flips[changed.bit_length()] = i
            if flips[changed.bit_length()] >= m:
                break
        before = code
    return flips


@cases(3, 0)
def ellipsis_or_none(n):
    x = ... if n > 0 else None
    return x is ..., x is None, x is not ..., x == ...


@cases(3, 0)
def ellipsis_or_a_number(n):
    x = ... if n > 0 else 5
    return x is ..., x == 5
