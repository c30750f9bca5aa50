"""Lists and deques to which the elements of a list are added, of which a tensor decides how many there are."""

import functools
import operator
from collections import deque

from tests.autograph.effects.iterators_more import Down
from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3)
def aliased(n):
    a = [1]
    b = a
    xs = [i for i in range(n)]
    a += xs
    return a, b, a is b


@cases(0, 1, 3)
def given(n):
    def add(a, xs):
        a += xs

    a = [1]
    xs = [i for i in range(n)]
    add(a, xs)
    return a


class Box:
    def __init__(self):
        self.items = [1]


@cases(0, 1, 3)
def held(n):
    b = Box()
    c = b.items
    xs = [i for i in range(n)]
    b.items += xs
    return b.items, c


def _checked(i, n):
    if i > n:
        raise ValueError
    return i


@cases(0, 1, 3)
def in_try(n):
    a = [1]
    b = a
    try:
        a += (_checked(i, n) for i in range(3))
    except ValueError:
        pass
    return a, b


@cases(0, 1, 3)
def in_try_filter(n):
    a = [1]
    try:
        a += (i for i in range(3) if i > n)
    except ValueError:
        pass
    return a


@cases(0, 1, 3)
def item(n):
    d = {"k": [1]}
    c = d["k"]
    xs = [i for i in range(n)]
    d["k"] += xs
    return d, c


@cases(0, 1, 3)
def element(n):
    d = [[1], [2]]
    c = d[1]
    xs = [i for i in range(n)]
    d[1] += xs
    return d, c


@cases(0, 1, 3)
def in_branch(n):
    a = [1]
    b = a
    xs = [i for i in range(n)]
    if n > 0:
        a += xs
    return a, b


@cases(0, 1, 3, jax="refused AG022")
def in_loop(n):
    a = [1]
    b = a
    xs = [0]
    for i in range(n):
        xs.append(i)
        a += xs
    return a, b


@cases(0, 1, 3)
def of_deque(n):
    a = deque([1])
    b = a
    xs = [i for i in range(n)]
    a += xs
    return list(a), list(b), a is b


@cases(0, 1, 3)
def of_window(n):
    a = deque([1], maxlen=2)
    b = a
    xs = [i for i in range(n)]
    a += xs
    return list(a), list(b), a is b


@cases(0, 1, 3)
def tuple_plus(n):
    a = (1,)
    xs = tuple(i for i in range(n))
    a += xs
    return a


@cases(0, 1, 3)
def itself(n):
    xs = [i for i in range(n)]
    ys = xs
    xs += xs
    return xs, ys


@cases(0, 1, 3)
def tuple_holder(n):
    t = ([1], 2)
    xs = [i for i in range(n)]
    try:
        t[0].extend(xs)
    except TypeError:
        pass
    return t


GIVEN = [1]


@cases(0, 1, 3, outer=("GIVEN",), staged="refused AG022")
def outer(n):
    global GIVEN
    xs = [i for i in range(n)]
    GIVEN += xs
    return len(xs)


@cases(0, 1, 3, staged="refused AG022")
def default(n):
    def add(xs, into=[]):
        into += xs
        return into

    xs = [i for i in range(n)]
    add(xs)
    return add(xs)


@cases(0, 1, 3)
def to_a_string(n):
    a = ["a"]
    xs = [i for i in range(n)]
    a += xs
    return a


@cases(0, 1, 3)
def in_try_sharing(n):
    a = [1]
    b = a
    try:
        a += (_checked(i, n) for i in range(3))
    except ValueError:
        a += [8]
    b += [9]
    return a, b, a is b


@cases(0, 1, 3)
def by_function(n):
    a = [1]
    b = a
    xs = [i for i in range(n)]
    a = operator.iadd(a, xs)
    return a, b, operator.iadd(n, True)


@cases(0, 1, 3)
def plus(n):
    a = [1]
    b = a
    xs = [i for i in range(n)]
    a = a + xs
    c = operator.add(b, xs)
    return a, b, c, functools.reduce(operator.iadd, [[2], xs], [3])


@cases(0, 1, 3, 6)
def extend_in_branch(n):
    a = [1]
    b = a
    xs = [i for i in range(n)]
    if n > 2:
        a.extend(xs)
    return a, b, len(xs)


@cases(0, 1, 3, 6, jax="refused AG022")
def extend_in_loop(n):
    a = []
    xs = [1]
    for i in range(n):
        xs.append(i)
        a.extend(xs)
    return a


@cases(0, 1, 3)
def extend_held(n):
    b = Box()
    xs = [i for i in range(n)]
    b.items.extend(xs)
    b.items.extend(xs)
    return b.items, xs


@cases(0, 1, 3)
def extend_a_string(n):
    a = ["a"]
    xs = [i for i in range(n)]
    a.extend(xs)
    return a


@cases(0, 1, 3)
def extend_result(n):
    a = [1]
    xs = [i for i in range(n)]
    return a.extend(xs), a


@cases(0, 1, 3)
def extendleft_deque(n):
    a = deque([1])
    xs = [i for i in range(n)]
    a.extendleft(xs)
    return list(a)


@cases(0, 1, 3)
def extend_window(n):
    a = deque([1], maxlen=2)
    xs = [i for i in range(n)]
    a.extend(xs)
    b = deque([1, 5], maxlen=2)
    b.extend(xs)
    return list(a), list(b)


@cases((2, 7), (5, 5), (9, 1))
def slice_of_a_staged_list_reversed_in_place(a, b):
    track = list(range(10))
    lo, hi = sorted((a, b))
    track[lo:hi] = [-1]
    track[-2:] = reversed(track[-2:])
    return track


@cases((2, 7), (5, 5), (9, 1))
def slice_reversed_in_place_on_a_path(a, b):
    track = list(range(10))
    lo, hi = sorted((a, b))
    track[lo:hi] = [-1]
    if a > 5:
        track[-2:] = reversed(track[-2:])
    return track


@cases((2, 7), (5, 5), (9, 1))
def slice_of_a_list_takes_a_reversed_one(a, b):
    xs = [1, 2, 3]
    ys = []
    for i in range(a):
        ys.append(i)
    xs[1:2] = reversed(ys)
    return xs


@cases((2, 7), (5, 5), (9, 1))
def slices_take_iterators(a, b):
    xs = [1, 2, 3]
    ys = []
    for i in range(a):
        ys.append(i)
    ys[1:2] = xs
    ys[-1:] = map(abs, xs)
    ys[:0] = (i for i in range(b))
    ys[1:1] = zip(xs, [4]) if False else ()
    return ys


@cases((2, 7), (5, 5), (9, 1))
def iterators_of_a_class_are_added(a, b):
    ys = []
    for i in range(a):
        ys.append(i)
    c = Down(b)
    ys.extend(c)
    ys += Down(a)
    ys[1:1] = Down(2)
    return ys, c.k


@cases((2, 7), (5, 5), (9, 1))
def iterators_of_a_class_are_added_to_a_list(a, b):
    xs = [1, 2]
    if a > 3:
        xs.extend(Down(2))
    xs.extend(Down(a))
    return xs


def by_parity(n):
    for i in range(n):
        if i % 2:
            yield i
        else:
            yield -i


@cases((3,), (1,), (0,))
def by_a_generator(n):
    xs = [7]
    xs.extend(by_parity(n))
    return len(xs), sum(xs), xs[-1]


@cases((3,), (1,), (0,))
def by_items_of_itself(n):
    xs = [1, 2]
    xs.extend(x * n for x in list(xs))
    return xs


@cases((3,), (1,), (0,))
def by_what_is_kept(n):
    xs = []
    xs.extend(i for i in range(n) if i % 2)
    return len(xs), sum(xs)


@cases((3,), (1,), (0,))
def a_set_by_a_generator_expression(n):
    s = {5}
    s.update(i % 3 for i in range(n))
    return len(s), sum(s)


@cases((3,), (1,), (0,))
def a_deque_at_both_ends(n):
    d = deque([1])
    d.extend(i for i in range(n))
    d.extendleft(i * 10 for i in range(n))
    return len(d), d[0], d[-1]


@cases((3,), (1,), (0,))
def a_dict_by_pairs(n):
    d = {0: 5}
    d.update((i, i * i) for i in range(n))
    return len(d), sum(d.values())


@cases((3,), (1,), (0,))
def by_a_generator_expression_in_a_branch(n):
    xs = [1]
    if n > 1:
        xs.extend(i for i in range(n))
    return len(xs)


@cases((3,), (1,), (0,), staged="refused AG023")
def by_an_expression_of_two_clauses(n):
    xs = []
    xs.extend(i * j for i in range(n) for j in range(i))
    return len(xs), sum(xs)


@cases((3,), (1,), (0,))
def by_one_that_raises(n):
    xs = []

    def half(i):
        if i == 2:
            raise ValueError("two")
        return i

    try:
        xs.extend(half(i) for i in range(n))
    except ValueError:
        xs.append(-1)
    return len(xs), sum(xs)


@cases((3,), (1,), (0,))
def by_products(n):
    xs = []
    xs.extend(a * b for a, b in zip(range(n), range(1, n + 1)))
    return sum(xs), len(xs)


@cases((3,), (1,), (0,))
def an_attribute_of_its_own_items(n):
    class Box:
        pass

    b = Box()
    b.items = []
    b.items.extend(i for i in range(n))
    b.items.extend(i for i in b.items[:1])
    return len(b.items)


@cases((3,), (1,), (0,))
def twice_by_one_generator(n):
    g = (i * 2 for i in range(n))
    xs = [1]
    xs.extend(g)
    xs.extend(g)
    return len(xs), sum(xs)


@cases((3,), (1,), (0,))
def by_expressions_in_a_loop(n):
    xs = []
    for k in range(n):
        xs.extend(i * k for i in range(k) if i % 2)
        xs += (i for i in range(2))
    return len(xs), sum(xs)


@cases((3,), (1,), (0,))
def by_ranges_that_shrink(n):
    xs = []
    left, right = 0, n
    while left <= right:
        xs.extend(c for c in range(left, right + 1))
        left += 1
    return len(xs), sum(xs)
