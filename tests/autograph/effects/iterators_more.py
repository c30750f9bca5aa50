"""Iterators that one path advances, and loops over iterators of classes."""

from __future__ import annotations

import itertools
from collections import OrderedDict

from tests.autograph.effects.outcomes import cases


class Down:
    def __init__(self, k):
        self.k = k

    def __iter__(self):
        return self

    def __next__(self):
        if self.k <= 0:
            raise StopIteration
        self.k -= 1
        return self.k


class Bag:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)


class Pairs:
    def __init__(self, k):
        self.k = k

    def __iter__(self):
        return Down(self.k)


class Maybe:
    def __init__(self, k):
        self.k = k

    def __iter__(self):
        return self

    def __next__(self):
        if self.k <= 0:
            raise StopIteration
        self.k -= 1
        if self.k == 2:
            return None
        return self.k


@cases(0, 3, 5)
def loop_over_an_object_that_makes_an_iterator(n):
    t = 0
    for x in Bag([1, 2, 3]):
        if x > n:
            break
        t += x
    return t


@cases(0, 3, 5)
def two_iterators_over_one_object(n):
    b = Bag([1, n, 3])
    t = 0
    for x in b:
        for y in b:
            if y > x:
                t += y
    return t


@cases(0, 3, 5)
def loop_over_an_object_that_makes_its_own_iterator(n):
    t = 0
    for x in Pairs(n):
        t += x
    return t


@cases(0, 3, 5)
def list_of_an_own_iterator(n):
    return list(Down(n))


@cases(0, 3, 5)
def sum_of_an_own_iterator(n):
    return sum(Down(n))


@cases(0, 3, 5)
def comprehension_over_an_own_iterator(n):
    return [x * 2 for x in Down(n)]


@cases(0, 3, 5)
def generator_expression_over_an_own_iterator(n):
    return sum(x * 2 for x in Down(n) if x > 1)


@cases(0, 3, 5)
def pairs_from_one_iterator(n):
    it = iter([1, 2, 3, 4, 5, 6])
    return [a + b for a, b in zip(it, it)]


@cases(0, 3, 5)
def pairs_from_an_advanced_iterator(n):
    it = iter([1, 2, 3, 4, 5, 6])
    if n > 2:
        next(it)
    return [a + b for a, b in zip(it, it)]


@cases(0, 3, 5)
def enumerate_of_an_advanced_iterator(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    t = 0
    for i, x in enumerate(it):
        t += i * 10 + x
    return t


@cases(0, 3, 5)
def in_an_advanced_iterator(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    return (2 in it, list(it))


@cases(0, 3, 5)
def any_of_an_advanced_iterator(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    return (any(x > 1 for x in it), list(it))


@cases(0, 3, 5, staged="refused")
def advanced_iterator_taken_apart(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    a, *b = it
    return (a, b)


@cases(0, 3, 5, staged="refused")
def list_extended_by_an_advanced_iterator(n):
    it = iter([1, 2, 3])
    xs = []
    if n > 2:
        next(it)
    xs.extend(it)
    return xs


@cases(0, 3, 5)
def max_of_an_advanced_iterator(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    return max(it)


@cases(0, 3, 5)
def sorted_of_an_advanced_iterator(n):
    it = iter([3, 2, 1])
    if n > 2:
        next(it)
    return sorted(it)


@cases(0, 3, 5)
def map_over_an_advanced_iterator(n):
    it = iter([3, 2, 1])
    if n > 2:
        next(it)
    return list(map(lambda v: v + n, it))


@cases(0, 3, 5)
def slice_of_an_advanced_iterator(n):
    it = iter([3, 2, 1])
    if n > 2:
        next(it)
    return list(itertools.islice(it, 2))


@cases(0, 3, 5)
def list_that_grows_under_its_iterator(n):
    xs = [1, 2]
    it = iter(xs)
    next(it)
    if n > 2:
        xs.append(n)
    return (next(it, -1), next(it, -1))


@cases(0, 3, 5)
def list_that_grows_while_its_iterator_goes_over_it(n):
    xs = [1, 2]
    t = 0
    for x in iter(xs):
        t += x
        if len(xs) < 4:
            xs.append(x)
    return t


@cases(0, 3, 5)
def iterator_that_ends_in_a_branch(n):
    it = iter([1])
    a = next(it)
    try:
        if n > 2:
            a += next(it)
    except StopIteration:
        a = -1
    return a


@cases(0, 3, 5)
def iterator_that_ends_a_staged_loop(n):
    it = iter([1, 2])
    t = 0
    try:
        while t < n:
            t += next(it)
    except StopIteration:
        return -t
    return t


@cases(0, 3, 5)
def own_iterator_of_none_and_numbers(n):
    t = 0
    for x in Maybe(n):
        if x is None:
            t += 100
        else:
            t += x
    return t


@cases(0, 3, 5, staged="refused")
def iterator_over_strings_in_a_loop(n):
    it = iter(["a", "b", "c"])
    out = ""
    if n > 2:
        next(it)
    for s in it:
        out += s
    return out


@cases(0, 3, 5)
def iterator_over_lists(n):
    it = iter([[1], [2], [3]])
    if n > 2:
        next(it)
    x = next(it)
    return x[0]


@cases(0, 3, 5)
def iterator_left_by_break_and_else(n):
    it = iter([1, 2, 3])
    for x in it:
        if x == n:
            break
    else:
        return (-1, list(it))
    return (x, list(it))


@cases(0, 3, 5)
def iterator_consumed_by_two_loops(n):
    it = iter(range(6))
    out = 0
    for x in it:
        if x > n:
            for y in it:
                out += y * 10
        out += x
    return out


@cases(0, 3, 5)
def iterator_advanced_in_the_loop_over_it(n):
    it = iter(range(6))
    out = 0
    for x in it:
        if x < n:
            continue
        out += x
        next(it, None)
    return out


@cases(0, 3, 5)
def iterator_advanced_by_a_function(n):

    def take(i, k):
        return sum(next(i) for _ in range(k))

    it = iter(range(10))
    a = take(it, 2)
    if n > 2:
        a += take(it, 3)
    return (a, next(it))


@cases(0, 3, 5)
def iterator_of_an_object(n):

    class P:
        pass

    p = P()
    p.it = iter([1, 2, 3])
    if n > 2:
        p.first = next(p.it)
    else:
        p.first = 0
    return (p.first, next(p.it))


@cases(0, 3, 5)
def what_an_iterator_is(n):
    it = iter([1, 2, 3])
    return (isinstance(it, list), hasattr(it, "__next__"), iter(it) is it)


@cases(0, 3, 5)
def count_advanced_in_one(n):
    c = itertools.count(1)
    ids = []
    if n > 2:
        ids.append(next(c))
    else:
        ids.append(0)
    return (ids, next(c))


@cases(0, 3, 5)
def count_left_by_return(n):
    for i in itertools.count():
        if i * i >= n:
            return i


@cases(0, 3, 5)
def count_zipped(n):
    return [(i, x) for i, x in zip(itertools.count(1), [n, n + 1])]


@cases(0, 3, 5)
def count_sliced(n):
    return sum(itertools.islice(itertools.count(1), 3)) + n


@cases(0, 3, 5)
def next_with_a_default_after_the_end(n):
    it = iter([n, n + 1])
    return (next(it, 0), next(it, 0), next(it, -5))


@cases(0, 3, 5)
def chunks_of_an_iterator(n):
    it = iter([1, 2, 3, 4, 5])
    out = []
    while chunk := list(itertools.islice(it, 2)):
        out.append(sum(chunk) * n)
    return out


@cases(0, 3, 5)
def loop_over_an_iterator_that_raises(n):
    it = iter([1, 2, 3])
    for x in it:
        if x > n:
            raise ValueError(x)
    return list(it)


@cases(0)
def an_iterator_that_has_ended_stays_ended(n):
    xs = [1]
    it = iter(xs)
    list(it)
    xs.append(2)
    return next(it, -5) + n


@cases(0, 3)
def an_iterator_that_may_have_ended(n):
    xs = [1]
    it = iter(xs)
    if n > 2:
        list(it)
    xs.append(2)
    return next(it, -5) + n


@cases(3)
def own_iterator_that_ends_in_another_exception(n):

    class C:
        def __iter__(self):
            return self

        def __next__(self):
            if n > 2:
                raise ValueError
            return 1

    for x in C():
        pass


@cases(0, 1, 3)
def next_until_a_staged_range_ends(n):
    it = iter(range(n))
    total = 0
    while True:
        try:
            total += next(it)
        except StopIteration:
            break
    return total, next(it, None)


@cases(0, 1, 3)
def iterator_over_a_staged_range_in_one_branch(n):
    it = iter(range(n + 2))
    a = next(it)
    if n > 1:
        a += next(it) * 10
    return a, next(it)


@cases(0, 1, 3)
def rest_of_an_iterator_over_a_staged_range(n):
    it = iter(range(n))
    next(it, None)
    return [x * 2 for x in it]


@cases(0, 1, 3)
def iterator_over_a_staged_range_that_ends_the_function(n):
    it = iter(range(n))
    a = next(it)
    return a


@cases(0, 1, 3, 4)
def zip_of_one_iterator_over_a_staged_range(n):
    it = iter(range(n))
    t = 0
    for a, b in zip(it, it):
        t += a * b + a
    return t


@cases(0, 1, 3, 4)
def iterator_over_enumerate_and_map_of_a_staged_range(n):
    pairs = iter(enumerate(range(n)))
    i, x = next(pairs, (5, 5))
    squares = iter(map(lambda v: v * v, range(n)))
    t = next(squares, -1)
    for j, y in pairs:
        t += j * y + next(squares)
    return i, x, t


def _larger(n):
    xs = []
    for x in [3, 1, 4, 1, 5]:
        if x > n:
            xs.append(x)
    return xs


@cases(0, 1, 3, 9)
def iterator_over_a_list_of_staged_length(n):
    it = iter(_larger(n))
    first = next(it, 0)
    rest = 0
    for x in it:
        rest = rest * 10 + x
    return first, rest


@cases(0, 1, 3)
def list_of_staged_length_grows_under_its_iterator(n):
    xs = _larger(n)
    t = 0
    for x in iter(xs):
        t += x
        if x == 4 and len(xs) < 6:
            xs.append(2)
    return t, len(xs)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def __iter__(self):
        return iter(reversed(self.items))


@cases(0, 1, 3)
def stack_of_staged_size_is_iterated(n):
    s = Stack()
    for i in range(n):
        s.push(i * i)
    t = 0
    for x in s:
        t = t * 10 + x
    return t, list(s), 4 in s, sum(s), max(s, default=0), sorted(s)


@cases(1, 4, 9, staged="refused AG022")
def enumerated_list_of_staged_length_grows(n):
    xs = _larger(n)
    t = 0
    for i, x in enumerate(xs):
        t += i * x
        if i < 2:
            xs.append(5)
    return t


@cases(1, 4, 9, staged="refused AG022")
def reversed_list_of_staged_length_is_cleared(n):
    xs = _larger(n)
    it = iter(reversed(xs))
    first = next(it, -1)
    xs.clear()
    return first, next(it, -7)


@cases(0, 1, 4)
def largest_of_a_generator_over_a_list_of_staged_length(n):
    return max(x * 2 for x in _larger(n)), min((x - 3 for x in _larger(n)), key=abs)


@cases(0, 1, 4, 9)
def largest_of_a_generator_that_raises(n):
    return max(x * 2 for x in _larger(n))


@cases(0, 4, 9)
def largest_of_a_generator_with_a_default(n):
    return max((x * 2 for x in _larger(n)), default=-1), min((x for x in _larger(n) if x > 1), default=9)


@cases(0, 4, 9)
def sorted_and_tuple_of_a_generator_over_a_list_of_staged_length(n):
    xs = _larger(n)
    return sorted(x * x for x in xs), sorted((x for x in xs if x > 1), reverse=True), tuple(-x for x in xs)


@cases(0, 1, 4)
def largest_over_pairs_of_a_list_of_staged_length(n):
    xs = _larger(n)
    return max(a * b for a in xs for b in xs), max((x, -i) for i, x in enumerate(xs))


class _Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n

    def __contains__(self, x):
        return x == 100


@cases((4, 2), (4, 100))
def iterator_that_says_what_it_contains(n, k):
    c = _Countdown(n)
    return k in c, k not in c, c.n, 2 in c


@cases(0, 3, staged="refused AG025")
def mapped_items_of_one_of_two_sets(n):
    items = frozenset([1, 2]) if n > 1 else frozenset([3])
    return list(map(str, items))


@cases(0, 3, staged="refused AG025")
def items_of_one_of_two_taken_twice(n):
    items = map(str, (1, 2) if n > 1 else ())
    return list(items), list(items)


@cases(1, 3, 5)
def first_of_reversed_list(n):
    xs = []
    for i in range(n):
        xs.append(i * i)
    return next(reversed(xs))


@cases(1, 3, 5)
def first_of_reversed_dict(n):
    xs = {}
    for i in range(n):
        xs[i * i] = i
    return next(reversed(xs)), next(iter(xs)), next(reversed(xs.values())), next(iter(xs.items()))


@cases(1, 3, 5)
def first_of_reversed_odict(n):
    xs = OrderedDict()
    for i in range(n):
        xs[i * i] = i
    return next(reversed(xs)) if xs else -1


@cases(0, 1, 3, 5)
def first_of_default(n):
    xs = {}
    for i in range(n):
        xs[i * i] = i
    return next(reversed(xs), -1), next(iter(xs), -2)


@cases(1, 3, 5)
def first_of_map(n):
    xs = []
    for i in range(n):
        xs.append(i * i)
    return next(map(lambda v: v + 1, xs)), next(zip(xs, xs)), next(enumerate(xs)), next(filter(None, xs), -1)


@cases(1, 3, 5)
def reversed_dict(n):
    xs = {}
    for i in range(n):
        xs[i * i] = i
    t = 0
    for k in reversed(xs):
        t = t * 2 + k
    it = reversed(xs)
    t += next(it)
    for k in it:
        t += k
    return list(reversed(xs)), t


@cases(([1, 2, 3, 4, 5], 2), ([7, 7, 7, 7, 7], 3))
def window_iterator_class(xs, n):
    class Windows:
        def __init__(self, data, n):
            self.data, self.n = data, n

        def __len__(self):
            return max(0, len(self.data) - self.n + 1)

        def __getitem__(self, i):
            if i < 0:
                i += len(self)
            if not 0 <= i < len(self):
                raise IndexError(i)
            return tuple(self.data[i : i + self.n])

    w = Windows(xs, n)
    sums = [sum(t) for t in w]
    return sums, w[-1], max(w), list(reversed(w))


@cases((2,), (4,), (0,))
def reversed_object(n):
    class Items:
        def __init__(self, n):
            self.items = [k * k for k in range(n)]

        def __len__(self):
            return len(self.items)

        def __getitem__(self, k):
            return self.items[k]

    it = Items(n)
    out = []
    for x in reversed(it):
        out.append(x)
    return out, [x + 1 for x in reversed(it)], list(reversed(it)), sum(reversed(it)), next(reversed(it), None)


@cases((2,), (4,), (0,))
def reversed_own(n):
    class Items:
        def __init__(self, n):
            self.items = [k * k for k in range(n)]

        def __reversed__(self):
            return reversed(self.items)

    return [x + 1 for x in reversed(Items(n))]


# What a function returns until that is some value


@cases((5, 2), (8, 8), (0, 1), (3, 10))
def drawn_until_a_value(n, stop):
    state = [n]

    def draw():
        state[0] = (state[0] * 3 + 1) % 11
        state.append(state[0])
        return state[0] if len(state) < 12 else stop

    return [d - 1 for d in iter(draw, stop) if d != 4], state


@cases((5, 2), (8, 8), (0, 1), (3, 10))
def popped_until_a_value(n, stop):
    xs = [3, 1, n, stop, 7]
    total = 0
    for x in iter(xs.pop, 3):
        if x > 6:
            continue
        total += x
    return total, xs


@cases((5, 2), (1, 8), (3, 10))
def thrown_until_a_value(n, most):
    class Dice:
        def __init__(self, seed):
            self.at = seed

        def roll(self):
            self.at = (self.at * 5 + 3) % 16
            return self.at % 6

    dice = Dice(n)
    rolled = []
    for r in iter(dice.roll, 0):
        rolled.append(r)
        if len(rolled) > most:
            break
    return rolled, dice.at


@cases((5, 2), (1, 8), (3, 3))
def counted_until_a_value(n, more):
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return list(iter(step, n)), sum(iter(step, n + more)), count


@cases(5, 1)
def known_until_a_value(n):
    chars = iter("ab,cd")
    return list(iter(lambda: next(chars, ""), "")), n
