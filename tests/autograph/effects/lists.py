"""Lists whose length a staged condition decides: what they are asked, how they change, and who else has them."""

# ruff: noqa: RUF005, RUF007 - lists are joined and zipped in all ways

from __future__ import annotations

import copy
import heapq
from collections import deque
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases

# What a filtered list is asked


def larger(n):
    out = []
    for x in [3, 1, 4, 1, 5]:
        if x > n:
            out.append(x)
    return out


@cases(0, 2, 9)
def appended_in_a_python_loop(n):
    out = []
    for x in [3, 1, 4]:
        if x > n:
            out.append(x)
    return out


@cases(0, 2, 9)
def filtered_length_sum_and_truth(n):
    out = larger(n)
    return len(out), sum(out), bool(out), not out, 1 if out else 2


@cases(0, 2)
def filtered_extremes_and_items(n):
    out = larger(n)
    return max(out), min(out), out[0], out[-1], out[n - n], max(out, key=lambda v: -v)


@cases(0, 2, 9)
def filtered_extremes_with_a_default(n):
    out = larger(n)
    return max(out, default=-1), min(out, default=n)


@cases(3, 9)
def the_largest_of_nothing_is_an_error(n):
    return max(larger(n + 2))


@cases(0, 4, 9)
def an_item_that_is_not_there(n):
    return larger(n)[1]


@cases(0, 4, 9)
def an_item_from_the_end_that_is_not_there(n):
    return larger(n)[-2]


@cases(0, 2, 9)
def filtered_membership_and_count(n):
    out = larger(n)
    return 4 in out, n in out, 7 not in out, out.count(1), out.count(n + 1)


@cases(0, 2, 4)
def filtered_loops(n):
    out = larger(n)
    total = 0
    for i, v in enumerate(out):
        total += i * v
    for a, b in zip(out, out[1:]):
        total += a * b
    for v in reversed(out):
        total = total * 2 + v
    while out and total > 100:
        total -= 50
    return total


@cases(0, 2, 9)
def filtered_comprehensions(n):
    out = larger(n)
    return [v * 2 for v in out], [v for v in out if v > 3], sum(v * v for v in out), any(v > 4 for v in out), all(out)


@cases(0, 2, 9)
def filtered_sorted_reversed_and_copied(n):
    out = larger(n)
    up = sorted(out)
    down = sorted(out, key=lambda v: -v)
    out.reverse()
    copy = out.copy()
    copy.append(7)
    again = list(out)
    again.sort(reverse=True)
    return up, down, out, copy, again


@cases(0, 2, 9)
def filtered_slices(n):
    out = larger(n)
    return out[1:], out[:2], out[::2], out[::-1], out[-2:], out[:], out[5:], out[1:-1]


@cases(0, 2, 9)
def filtered_joined_and_repeated(n):
    out = larger(n)
    return out + [n], [n] + out, out + out, out * 2, [*map(lambda v: v, [1])]


@cases(0, 2, 9)
def filtered_compared(n):
    out = larger(n)
    return out == [3, 4, 5], out != [], out < [3, 2], [3, 1] <= out, out == larger(n), out == (3, 4, 5)


@cases(0, 2)
def filtered_index(n):
    out = larger(n)
    return out.index(4), out.index(5, 1)


@cases(0, 3)
def an_index_of_what_is_not_there(n):
    return larger(n).index(3)


@cases(0, 2, 9)
def a_comprehension_with_a_staged_filter(n):
    xs = [3, 1, 4, 1, 5]
    big = [x for x in xs if x > n]
    pairs = [(x, y) for x in xs if x > n for y in [1, 2] if y < n]
    return big, len(big), pairs


@cases(0, 2, 9)
def filter_and_map_of_a_python_list(n):
    xs = [3, 1, 4]
    big = list(filter(lambda x: x > n, xs))
    return big, sum(map(lambda x: x * 2, big)), len(list(filter(lambda x: x < n, xs)))


@cases(0, 2, 9, staged="refused AG033")
def unpacking_a_filtered_list(n):
    a, b = larger(n)
    return a, b


@cases(0, 2, 5)
def slices_with_staged_bounds(n):
    xs = [1, 2, 3, 4]
    return xs[:n], xs[n:], xs[1 : n + 1], xs[-n:], xs[: n - 4], (5, 6, 7)[n:]


@cases(0, 1, 7)
def a_list_rotated_by_a_staged_number(n):
    xs = [1, 2, 3, 4]
    k = n % len(xs)
    return xs[k:] + xs[:k]


# How lists change


@cases(0, 3)
def appended_in_one_branch(n):
    log = []
    if n > 2:
        log.append(1)
    return log


@cases(0, 3)
def appended_differently_in_each_branch(n):
    log = [n]
    if n > 2:
        log.append(1)
        log.append(2)
    else:
        log.extend([5, 6, 7])
    log.append(9)
    return log, len(log)


@cases(0, 3)
def every_method_in_one_branch(n):
    xs = [1, 2, 3]
    if n > 2:
        first = xs.pop(0)
        xs.insert(1, 9)
        xs.insert(-1, 8)
        xs.insert(99, 7)
        xs.extend([first, n])
        xs.remove(2)
        xs[0] = n
        xs[1] += 5
        del xs[-1]
        xs += [0]
    return xs


@cases(0, 3)
def cleared_and_sliced_in_one_branch(n):
    xs, ys, zs = [1, 2, 3], [1, 2, 3], [1, 2, 3, 4]
    if n > 2:
        xs.clear()
        ys[1:2] = [7, 8, n]
        del zs[1:3]
    xs.append(n)
    return xs, ys, zs


@cases(0, 3)
def another_list_in_one_branch(n):
    xs = [n, 1]
    if n > 2:
        xs = xs + [n]
    ys = [1] if n > 2 else [1, 2]
    xs.sort()
    return xs, ys, len(ys)


@cases(0, 3)
def lists_of_other_length_are_returned(n):
    if n > 2:
        return [1, n]
    return []


@cases(0, 2, 3)
def lists_of_other_length_in_a_tuple(n):
    out = []
    for x in [3, 1]:
        if x > n:
            out.append(x)
    if n == 2:
        return [], n
    return out, n * 2


@cases(0, 3)
def popped_more_often_than_there_are_elements(n):
    xs = [1, 2]
    if n > 2:
        xs.pop()
    xs.pop()
    return xs.pop(), xs


@cases(0, 3)
def removed_what_is_not_there(n):
    xs = [1, 2]
    if n > 2:
        xs.append(3)
    xs.remove(3)
    return xs


@cases(0, 2, 5)
def a_stack_of_staged_depth(n):
    stack, seen = [n], 0
    while stack:
        v = stack.pop()
        seen += 1
        if v > 0:
            stack.append(v - 1)
        if v > 2:
            stack.append(v - 2)
    return seen


@cases(0, 2, 5)
def a_queue_as_a_deque(n):
    queue, order = deque([(n, 0)]), []
    while queue:
        v, depth = queue.popleft()
        order.append(v * 10 + depth)
        if v > 1:
            queue.append((v // 2, depth + 1))
            queue.appendleft((v - 2, depth + 1))
    return order, len(queue)


@cases(0, 2, 4)
def lists_grow_in_nested_staged_loops(n):
    out = []
    for i in range(n):
        row = []
        for j in range(i):
            if (i + j) % 2 == 0:
                row.append(i * j)
                out.append(j)
        out.append(sum(row) + len(row))
    return out


@cases(0, 3)
def a_list_grows_in_a_loop_in_a_branch(n):
    xs = [7]
    if n > 2:
        for i in range(n):
            xs.append(i)
    else:
        xs.append(-1)
    return xs, xs[-1], sum(xs)


@cases(0, 1, 5, jax="refused")
def another_list_in_each_iteration(n):
    row = [1]
    for _ in range(n):
        row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]
    return row


@cases(0, 3, 6)
def items_change_while_they_are_looped_over(n):
    xs = larger(n)
    for i, x in enumerate(xs):
        xs[i] = x * 2 + i
    return xs


@cases(0, 3, 6, staged="refused AG022")
def a_list_grows_while_it_is_looped_over(n):
    xs = larger(n)
    for x in xs:
        if x > 4:
            xs.append(x - 1)
    return xs


@cases(0, 3, 6, staged="refused AG021")
def a_python_list_grows_while_it_is_looped_over(n):
    xs = [1, 5]
    for x in xs:
        if x > n and len(xs) < 9:
            xs.append(x - 1)
    return xs


@cases(0, 3, 6)
def a_list_shrinks_while_a_copy_is_looped_over(n):
    xs = [1, 5, 2]
    for x in list(xs):
        if x > n:
            xs.remove(x)
    for x in xs[:]:
        if x < 2:
            xs.append(x)
    return xs


@cases(0, 3, 6)
def sieved(n):
    primes = []
    for k in range(2, 12):
        if all(k % p != 0 for p in primes):
            primes.append(k)
        elif k < n:
            primes.append(-k)
    return primes


@cases((1, 2, 2), (3, 3, 3), (1, 2, 3))
def without_duplicates(a, b, c):
    unique = []
    for x in [a, b, c]:
        if x not in unique:
            unique.append(x)
    return unique, len(unique)


# Elements


@cases(0, 2, 9)
def pairs_as_elements(n):
    edges = []
    for a, b in [(1, 2.5), (2, 0.5), (3, 1.0)]:
        if a > n - 1:
            edges.append((a, b))
    total = 0.0
    for a, b in edges:
        total += a * b
    return edges, total, sorted(edges, key=lambda e: e[1]), (2, 0.5) in edges


@cases(0, 2, 9)
def lists_and_dicts_as_elements(n):
    rows, points = [[0, 0]], []
    for i in [1, 2, 3]:
        if i > n:
            rows.append([i, i * n])
            points.append({"x": i, "y": n})
    return rows, [row[0] for row in rows[:1]], points, len(points)


@cases(0, 2, staged="refused AG024")
def an_element_changes_after_it_was_appended(n):
    rows, row = [], [1, 2]
    if n > 1:
        rows.append(row)
    row[0] = 9
    return rows, row


@cases(0, 2, staged="refused AG024", jax="refused AG024 AG027")
def an_element_changes_where_it_is(n):
    rows = [[1, 2]]
    if n > 1:
        rows.append([3, 4])
    rows[0][1] = 9
    return rows


@cases(0, 2)
def integers_and_then_floats(n):
    xs = []
    if n > 1:
        xs.append(1)
    if n < 9:
        xs.append(2.5)
    return xs, sum(xs)


@cases(0, 2, 5)
def strings_as_elements(n):
    log = []
    for i in [1, 2, 3]:
        if i > n:
            log.append("above")
        elif i == n:
            log.append("at")
    log.append("end")
    return log, len(log)


@cases(0, 2, 5)
def strings_and_numbers_as_elements(n):
    ledger = [("start", 0)]
    if n > 1:
        ledger.append(("deposit", n))
    if n > 4:
        ledger.append(("fee", -1))
    return ledger, sum(amount for _, amount in ledger)


@dataclass
class Job:
    cost: int


@cases(0, 2, 5, staged="refused AG021 AG022 AG024")
def objects_that_change_as_elements(n):
    job, jobs = Job(1), []
    if n > 1:
        jobs.append(job)
    job.cost = 7
    return sum(j.cost for j in jobs)


# Who else has them


class Stack:
    def __init__(self):
        self.items = []
        self.high = 0

    def push(self, v, n):
        if v > n:
            self.items.append(v)
        if len(self.items) > self.high:
            self.high = len(self.items)

    def pop(self):
        return self.items.pop()


@cases(0, 2, 9)
def a_list_in_an_attribute(n):
    s = Stack()
    for v in [3, 1, 4]:
        s.push(v, n)
    return s.items, s.high, len(s.items)


@cases(0, 2)
def a_list_in_an_attribute_that_a_method_pops(n):
    s = Stack()
    for v in [3, 1, 4]:
        s.push(v, n)
    return s.pop(), s.items


@dataclass
class Cart:
    lines: list = field(default_factory=list)
    total: int = 0


@cases(0, 2, 9)
def a_list_in_a_field_of_a_dataclass(n):
    cart = Cart()
    for price in [3, 1, 4]:
        if price > n:
            cart.lines.append(price)
            cart.total += price
    return cart.lines, cart.total


@cases(0, 2, 9)
def lists_in_a_dict(n):
    groups = {"low": [], "high": []}
    for v in [3, 1, 4]:
        groups["high" if v > 2 else "low"].append(v)
        if v > n:
            groups["high"].append(v * 10)
        else:
            groups["low"].append(v)
    return groups


@cases(0, 2, 9)
def lists_in_a_list(n):
    rows = [[], [7]]
    alias = rows[0]
    for v in [3, 1, 4]:
        if v > n:
            rows[0].append(v)
    alias.append(5)
    return rows, alias, len(rows[0])


def add(xs, v, n):
    if v > n:
        xs.append(v)


@cases(0, 2, 9)
def a_called_function_appends(n):
    xs = []
    ys = xs
    add(xs, 3, n)
    add(ys, 1, n)
    return xs, ys, len(xs)


@cases(0, 2, 9)
def an_alias_sees_the_growth(n):
    xs = [1]
    ys = xs
    box = {"list": xs}
    if n > 1:
        ys.append(n)
    xs.append(0)
    return xs, ys, box["list"], xs is ys


@cases(0, 2, 9)
def a_closure_has_the_list(n):
    seen = []

    def note(v):
        if v > n:
            seen.append(v)
        return len(seen)

    return note(3), note(1), note(4), seen


def counter():
    log = []

    def note(v, n):
        if v > n:
            log.append(v)
        return log

    return note


@cases(0, 2, 9)
def a_closure_of_a_function_that_has_ended_has_the_list(n):
    note = counter()
    note(3, n)
    other = counter()
    other(9, n)
    return note(4, n), len(note(1, n))


@cases(0, 2, 9, staged="refused AG021")
def a_tuple_has_the_list(n):
    xs = []
    pair = (xs, 1)
    if n > 1:
        xs.append(n)
    return pair[0], xs


@cases(0, 2, 9, staged="refused AG021")
def a_method_of_the_list_was_kept(n):
    xs = []
    push = xs.append
    if n > 1:
        push(n)
    push(7)
    return xs


@cases(0, 2, 9, staged="refused AG021")
def an_iterator_goes_over_the_list(n):
    xs = [1, 2]
    it = iter(xs)
    first = next(it)
    if n > 1:
        xs.append(n)
    return first, next(it), len(xs)


def grown(xs, n):
    if n > 1:
        xs.append(n)
    return len(xs)


def lengths(xs, count):
    return len(xs), count


@cases(0, 2, 9, staged="refused AG021")
def the_list_is_read_before_it_grows_in_one_expression(n):
    xs = [1]
    return lengths(xs, grown(xs, n))


@cases(0, 2, 9)
def the_list_is_read_after_it_grew_in_one_expression(n):
    xs = [1]
    return [grown(xs, n), len(xs), sum(xs)]


HISTORY = []


@cases(0, 3, staged="refused", outer=("HISTORY",))
def a_list_from_outside_grows(n):
    if n > 2:
        HISTORY.append(n)
    return len(HISTORY)


def remembered(v, store=[]):
    if v > 1:
        store.append(v)
    return len(store)


@cases(0, staged="refused")
def a_default_value_grows(n):
    return remembered(n)


@cases(0, 2, 9)
def one_of_two_lists_grows_in_turn(n):
    odd, even = [], []
    for v in [1, 2, 3, 4]:
        if v > n:
            (odd if v % 2 else even).append(v)
    odd.extend(even)
    even += odd
    return odd, even


@cases(0, 3, 5)
def a_list_swaps_with_another(n):
    now, then = [1], [2, 3]
    if n > 2:
        now.append(4)
    if n > 4:
        now, then = then, now
    return now, then


@cases((5, 0), (1, 4))
def a_function_with_its_own_list_in_a_branch(n, k):
    def evens(m):
        out = []
        for i in range(m):
            if i % 2 == 0:
                out.append(i)
        return out

    total = 0
    if n > k:
        found = evens(n)
        total = sum(found) + len(found)
    return total


@cases(0, 1, 3, jax="refused AG022")
def repeated_displays(n):
    xs = [0] * (n + 1)
    for i in range(n):
        xs[i] += i
    return xs, [1, n] * n, n * (7,)


@cases(0, 3, jax="refused AG023")
def tuples_and_sorted_lists_of_ranges(n):
    return tuple(range(n)), sorted(range(n), key=lambda x: -x)


@cases(0, 3, jax="refused AG022")
def joined_strings(n):
    names = []
    for i in range(n):
        names.append("odd" if i % 2 else "even")
    shown = []
    for i in range(n):
        shown.append(f"{i * n}")
    return ",".join(names) + ";" + " ".join(shown) + "".join(reversed(names)) + "-".join(str(i) for i in range(n))


@cases(0, 3)
def first_that_fits(n):
    xs = [1, 2, 3, 4]
    name = next((name for name, x in (("one", 1), ("three", 3)) if x == n), "none")
    return next((x for x in xs if x > n), -1), next((i for i, x in enumerate(xs) if x == n), None), name


@cases(0, 3, 5)
def first_of_a_range(n):
    return next((i for i in range(n) if i * i > 3), -1)


@cases(0, 3, 7, jax="refused AG027")
def first_that_must_be_there(n):
    return next(x for x in [1, 5] if x > n)


@cases(0, 3)
def first_stops_there(n):
    log = []

    def fits(x):
        log.append(x)
        return x > n

    return next((x for x in [1, 2, 5] if fits(x)), 0), len(log)


@cases(0, 3)
def deque_rotated(n):
    q = deque([1, 2, 3])
    if n > 2:
        q.append(n)
    q.rotate(-2)
    q.rotate(3)
    return list(q)


@cases(1, 3, 5)
def lengths_left_by_handlers(n):
    log = [n]
    try:
        if n > 4:
            raise KeyError
        if n > 2:
            raise ValueError
        log.append(7)
    except ValueError:
        log.append(1)
        log.append(2)
    except KeyError:
        log.pop()
    return log


@cases(1, 3, 5)
def lists_made_by_handlers(n):
    try:
        if n > 4:
            raise KeyError
        if n > 2:
            raise ValueError
        r = [n]
    except ValueError:
        r = [1, 2]
    except KeyError:
        r = []
    return r


class Bounded:
    def __init__(self):
        self.items = []

    def push(self, v):
        if v > 3:
            raise ValueError("full")
        self.items.append(v)


@cases(1, 3, 5, jax="refused AG022")
def object_that_refuses_elements(n):
    bounded = Bounded()
    refused = []
    for k in range(n):
        try:
            bounded.push(k)
        except ValueError:
            refused.append(k)
    return bounded.items, refused


@cases((5, 1), (1, 5), (3, 3))
def heap_of_two(a, b):
    h = []
    heapq.heappush(h, a)
    heapq.heappush(h, b)
    return h, heapq.heappop(h), h


@cases((5, 1, 3, 2), (1, 5, 2, 2), (3, 3, 4, 0))
def heap_operations(a, b, c, d):
    h = [a, 4, b, 7, c]
    heapq.heapify(h)
    heapq.heappush(h, d)
    first = heapq.heappop(h)
    return first, heapq.heapreplace(h, a), heapq.heappushpop(h, c), h


@cases((5, 1, 3), (1, 5, 2), (3, 3, 4))
def heap_sort(a, b, c):
    h = []
    for x in (a, b, c, 4):
        heapq.heappush(h, x)
    out = []
    while h:
        out.append(heapq.heappop(h))
    return out


@cases((5, 1, 3), (1, 5, 2), (3, 3, 4))
def heap_of_tuples(a, b, c):
    h = [(a, 0)]
    heapq.heappush(h, (b, 1))
    heapq.heappush(h, (c, 2))
    return heapq.heappop(h), h


@cases((5, 1), (1, 5), (3, 3))
def heap_changed_in_branches(a, b):
    h = [4, 7, 9]
    if a > b:
        heapq.heappush(h, a)
        heapq.heappush(h, b)
    elif a < b:
        heapq.heappop(h)
    return heapq.heappop(h), len(h)


@cases(0, 2, 5, jax="refused AG022")
def heap_in_a_loop(n):
    h = [3, 5, 8]
    for i in range(n):
        heapq.heappush(h, i)
    return heapq.heappop(h), len(h)


@cases(1, 2, 5)
def heap_of_numbers_in_a_branch(n):
    h = [3, 5, 8]
    heapq.heappush(h, 2)
    if n > 1:
        heapq.heappop(h)
    return len(h), h


@dataclass
class Ticket:
    price: int
    tags: list = field(default_factory=list)

    def __post_init__(self):
        if self.price > 5:
            self.tags.append("dear")


@cases(1, 9)
def default_of_a_dataclass_that_grows_at_once(n):
    ticket = Ticket(n)
    return len(ticket.tags), ticket.tags


@cases(1, 9, staged="refused AG021", outer=("GIVEN",))
def list_given_to_a_dataclass(n):
    return Ticket(n, GIVEN).price


GIVEN = []


@cases(1, 9)
def copies_of_what_holds_a_list(n):
    ticket = Ticket(n)
    other = copy.deepcopy(ticket)
    other.tags.append("copied")
    pair = copy.deepcopy([ticket.tags, ticket.tags])
    pair[0].append("one list")
    return len(ticket.tags), other.tags, len(pair[1])


class Grid:
    def __init__(self, width, height):
        self.rows = [[0] * width for _ in range(height)]


@cases(0, 3)
def repeated_lists_are_new(n):
    best = [1] * len("abc")
    grid = Grid(2, 3)
    if n > 2:
        best[1] = n
        grid.rows[1][0] = n
    return best, grid.rows


@cases(0, 3, staged="refused")
def a_list_grows_in_a_branch_of_the_loop_over_it(n):
    xs = [1, 2]
    t = 0
    for x in xs:
        t += 1
        if n > 2 and x == 1:
            xs.append(2)
    return (t, len(xs))


@cases(0, 3, staged="refused")
def a_list_grows_while_it_is_enumerated(n):
    xs = [1, 2]
    t = 0
    for i, x in enumerate(xs):
        t += 1
        if n > 2 and x == 1:
            xs.append(2)
    return (t, len(xs))


@cases(0, 3, staged="refused")
def a_list_shrinks_in_a_branch_of_the_loop_over_it(n):
    xs = [1, 2, 3, 4]
    t = 0
    for x in xs:
        t = t * 10 + x
        if x == 2 and n > 2:
            xs.pop()
    return t


@cases(0, 3, staged="refused")
def a_list_grows_in_a_comprehension_over_it(n):
    xs = [1, 2]

    def f(x):
        if n > 2 and len(xs) < 4:
            xs.append(2)
        return x

    return [f(x) for x in xs]


@cases((1,), (5,))
def sort_staged(n):
    xs = [3, n, 2]
    xs.sort()
    return xs


@cases((1,), (5,))
def sort_key(n):
    xs = [3, n, 2]
    xs.sort(key=lambda v: -v)
    return xs


@cases((1,), (5,))
def sort_rev(n):
    xs = [3, n, 2]
    xs.sort(reverse=True)
    return xs


@cases((1,), (5,))
def sort_branch(n):
    xs = [3, n, 2]
    if n > 2:
        xs.sort()
    return xs


@cases((1,), (5,))
def sort_pairs(n):
    xs = [(n, 1), (3, 2)]
    xs.sort(key=lambda p: p[0])
    return xs


@cases((1,), (5,), (3,))
def remove_staged(n):
    xs = [3, n, 2]
    xs.remove(2)
    return xs


@cases((1,), (5,), (3,))
def remove_tensor(n):
    xs = [3, 1, 5]
    xs.remove(n)
    return xs


@cases((1,), (0,), (2,))
def pop_tensor(n):
    xs = [3, 1, 5]
    y = xs.pop(n)
    return xs, y


@cases((1,), (0,), (2,))
def insert_tensor(n):
    xs = [3, 1, 5]
    xs.insert(n, 7)
    return xs


@cases((1,), (0,), (2,))
def del_tensor(n):
    xs = [3, 1, 5]
    del xs[n]
    return xs


@cases((1,), (0,), (2,))
def sorted_objects(n):
    class P:
        def __init__(self, v):
            self.v = v

    ps = [P(2), P(n), P(1)]
    ps.sort(key=lambda p: p.v)
    ps[0].v = 50
    return [p.v for p in ps]


@cases((1,), (-1,), (3,), (-4,))
def popped_where_it_may_not_be(n):
    xs = [3, 1, 5]
    try:
        y = xs.pop(n)
    except IndexError as error:
        return str(error), xs
    return xs, y


@cases((9,), (-9,), (3,), (-1,))
def inserted_beyond_the_ends(n):
    xs = [3, 1, 5]
    xs.insert(n, n)
    return xs


@cases((1,), (4,))
def removed_or_missing(n):
    xs = [3, 1, 5]
    xs.remove(n)
    return xs


@cases((1,), (4,))
def last_item_deleted(n):
    xs = [3, 1, 5, 7]
    del xs[-n]
    return xs


@cases((1,), (4,))
def sorted_by_what_is_equal(n):
    xs = [(n, 1), (1, 2), (n, 3), (1, 4)]
    xs.sort(key=lambda pair: pair[0], reverse=True)
    return xs


@cases((0, 5, 3), (1, 2, 3), (2, 5, 3))
def grown_in_a_loop_where_the_other_path_raises(a, b, n):
    log = []
    if b == 5:
        if a == 2:
            raise ValueError(1)
        for _ in range(n):
            log.append(1)
    return log


@cases((0.5, 0.1), (0.9, 0.9))
def index_beside_a_number_of_two_kinds(a, b):
    h = 0
    if a > 0:
        h = 1.5
    return h, [a, b].index(max(a, b))


@cases(0, 3)
def item_of_a_long_list(n):
    xs = list(range(12_000))
    if n > 1:
        xs[0] = n
    return xs[0], xs[-1], len(xs)


@cases(0, 3)
def first_of_a_long_tuple(n):
    xs = tuple(range(12_000))
    if n > 1:
        xs = (n, *xs[1:])
    return xs[0], xs[-1], len(xs)
