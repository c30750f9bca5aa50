"""Generators with staged control flow: loops over them, what takes all of their items, and what keeps them."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


def gen(k):
    a = 1
    while a < k:
        yield a
        a *= 2


def walk(k, step):
    for i in range(k):
        if i % step == 0:
            yield i


def both(k):
    yield from walk(k, 2)
    if k > 3:
        yield 100


class Tree:
    def __init__(self, v, kids=()):
        self.v = v
        self.kids = kids

    def walk(self, lim):
        if self.v < lim:
            yield self.v
        for k in self.kids:
            yield from k.walk(lim)


class Bag:
    def __init__(self, k):
        self.k = k

    def __iter__(self):
        for i in range(5):
            if i < self.k:
                yield i


@cases(0, 4, 20)
def loop_over_a_new_generator(n):
    t = 0
    for x in gen(n):
        t += x
    return t


@cases(0, 4, 20)
def loop_over_a_generator_defined_here(n):

    def g(k):
        a = 1
        while a < k:
            yield a
            a *= 2

    t = 0
    for x in g(n):
        t += x
    return t


@cases(0, 4, 20)
def break_from_a_generator(n):
    t = 0
    for x in gen(n):
        if t > 4:
            break
        t += x
    return t


@cases(0, 4, 20)
def return_from_a_loop_over_a_generator(n):
    for x in gen(n):
        if x > 3:
            return x
    return -1


@cases(0, 4, 20)
def else_of_a_loop_over_a_generator(n):
    for x in gen(n):
        if x > 3:
            break
    else:
        x = -1
    return x


@cases(0, 4, 9)
def yield_in_a_branch_of_a_loop(n):
    t = 0
    for x in walk(n, 2):
        t = t * 3 + x
    return t


@cases(0, 4, 9)
def yield_from_and_a_branch(n):
    t = 0
    for x in both(n):
        t = t * 3 + x
    return t


@cases(0, 4, 9)
def generator_that_calls_itself(n):
    t = 0
    for x in Tree(1, (Tree(3), Tree(5, (Tree(2),)))).walk(n):
        t = t * 10 + x
    return t


@cases(0, 4, 9)
def list_of_a_generator(n):
    return list(gen(n))


@cases(0, 4, 9)
def sum_max_and_length_of_a_generator(n):
    return (sum(gen(n)), max(gen(n + 2)), len(list(gen(n))))


@cases(0, 4, 9)
def comprehension_over_a_generator(n):
    return [x + 1 for x in gen(n)]


@cases(0, 4, 9)
def generator_expression_over_a_generator(n):
    return sum(x + 1 for x in gen(n) if x > 1)


@cases((3, 2), (1, 5), (0, 0))
def yields_in_branches(a, b):

    def parts():
        if a > b:
            yield a
        yield b
        if b > 3:
            yield from (7, 8)

    return [p for p in parts()]


@cases(0, 4, 9)
def iter_that_is_a_generator(n):
    t = 0
    for x in Bag(n):
        t += x
    return t


@cases(0, 4, 9)
def list_that_grows_by_items_of_a_generator(n):
    out = []
    for x in gen(n):
        out.append(x * n)
    return out


@cases(0, 4, 9)
def generator_with_effects(n):
    log = []

    def g():
        for i in range(3):
            log.append(i)
            if i < n:
                yield i

    t = 0
    for x in g():
        t += x
    return (t, log)


@cases(0, 4, 9)
def any_and_all_of_a_generator(n):
    return (any(x > 2 for x in gen(n)), all(x < 5 for x in gen(n)))


@cases(0, 4, 9)
def next_of_a_new_generator(n):
    return next(gen(n + 3))


@cases(0, 4, 9)
def generator_without_end_left_by_return(n):

    def g():
        i = 0
        while True:
            yield i
            i += 1

    for x in g():
        if x * x >= n:
            return x


@cases(0, 4, 9)
def enumerate_of_a_generator_without_end(n):

    def g():
        i = 0
        while True:
            yield (i * n)
            i += 1

    t = 0
    for k, x in enumerate(g()):
        if k == 3:
            break
        t += x
    return t


@cases(0, 4, 9)
def exception_in_a_loop_over_a_generator(n):
    t = 0
    try:
        for x in gen(n):
            if x > 3:
                raise ValueError(x)
            t += x
    except ValueError as e:
        return -e.args[0]
    return t


@cases(0, 4, 9)
def generator_gone_through_twice(n):
    g = gen(n)
    t = 0
    for x in g:
        t += x
    return (t, list(g))


@cases(0, 4, 9)
def generators_in_one_another(n):
    t = 0
    for x in gen(n):
        for y in gen(x):
            t += y
    return t


@cases(0, 4, 9)
def enumerate_of_a_generator(n):
    return [(i, x) for i, x in enumerate(gen(n))]


@cases(0, 4, 9)
def first_item_of_a_generator(n):
    for x in gen(n):
        break
    else:
        x = -1
    return x


@cases(0, 4, 9)
def generator_in_an_attribute_left_early(n):

    class B:
        pass

    b = B()
    b.g = gen(n)
    for x in b.g:
        if x > 1:
            break
    return list(b.g)


@cases(0, 4, 9)
def generator_in_a_list_left_early(n):
    gs = [gen(n)]
    t = 0
    for x in gs[0]:
        t += x
        if x > 1:
            break
    return (t, sum(gs[0]))


@cases(0, 4, 9, staged="refused")
def generator_left_early_under_enumerate(n):
    g = gen(n)
    for i, x in enumerate(g):
        if i == 1:
            break
    return list(g)


@cases(0, 4, 9)
def loop_that_raises_within_a_handler(n):
    t = 0

    def g():
        for i in range(4):
            if i < n:
                yield i

    try:
        for x in g():
            t += 10 // (2 - x)
    except ZeroDivisionError:
        t = -t
    return t


@cases(0, 4, 9)
def generator_that_raises_within_a_handler(n):

    def g():
        for i in range(3):
            if i > n:
                raise ValueError("g")
            yield i

    t = 0
    try:
        for x in g():
            t += x + 1
    except ValueError:
        t = -t - 1
    return t


@cases(0, 4, 9, staged="refused")
def generator_with_a_finally(n):
    log = []

    def g():
        try:
            i = 0
            while i < n:
                yield i
                i += 1
        finally:
            log.append("done")

    for x in g():
        if x > 1:
            break
    return log


@cases(0, 4, 9, staged="refused")
def generator_with_a_handler(n):

    def g():
        i = 0
        while i < 3:
            try:
                if i < n:
                    yield i
            except ValueError:
                pass
            i += 1

    t = 0
    try:
        for x in g():
            t += x
            if x == 1:
                raise ValueError
    except ValueError:
        t = -100
    return t


@cases(0, 4, 9)
def yield_with_a_value(n):

    def g():
        t = 0
        while t < n:
            x = yield t
            t += 1 if x is None else x

    out = []
    for v in g():
        out.append(v)
    return out


@cases(0, 4, 9)
def loops_over_generators_and_ranges(n):
    t = 0
    for x in gen(n):
        t += x
    for x in range(n):
        t += x * 100
    for x in gen(n + 1):
        t += x * 1000
    return t


@cases(0, 4, 9)
def breaks_from_nested_generators(n):
    t = 0
    for x in gen(n):
        for y in gen(n):
            if y > x:
                break
            t += y
        if t > 6:
            break
    return (t, x if n > 1 else 0)


@cases(0, 4, 9)
def generator_and_loop_that_change_a_list(n):
    xs = [n]

    def g():
        while len(xs) < 4:
            yield xs[-1]
            xs.append(xs[-1] + 1)

    t = 0
    for x in g():
        t += x
        xs[0] += 1
    return (t, xs)


@cases(0, 4, 9)
def generator_and_loop_that_change_a_variable(n):
    c = 0

    def g():
        nonlocal c
        for i in range(n):
            c += 1
            if i % 2 == 0:
                yield c

    t = 0
    for x in g():
        t = t * 3 + x
        c += 10
    return (t, c)


@cases(0, 4, 9)
def generator_and_loop_that_change_an_object(n):

    class A:
        def __init__(self):
            self.v = 0

        def items(self, k):
            for i in range(k):
                self.v += i
                if self.v > 2:
                    yield self.v

    a = A()
    t = 0
    for x in a.items(n):
        a.v -= 1
        t += x
    return (t, a.v)


@cases(0, 4, 9)
def length_tuple_and_sorted_of_a_generator(n):
    return (len(list(gen(n))), tuple(gen(4)), sorted(gen(n), reverse=True))


@cases(0, 4, 9)
def extremes_of_a_generator(n):
    return (max(gen(n), default=-1), min(gen(n + 3)))


@cases(0, 4, 9)
def zip_of_a_generator(n):
    return [a * b for a, b in zip(gen(9), [1, 2, 3])]


@cases(0, 4, 9)
def chain_of_a_generator(n):
    return sum(itertools.chain(gen(4), [n]))


@cases(0, 4, 9)
def dict_comprehension_over_a_generator(n):
    return {x: x * n for x in gen(5)}


@cases(0, 4, 9)
def star_of_a_generator(n):
    return [*gen(5), n]


@cases(0, 4, 9)
def generator_taken_apart(n):
    a, b, c = gen(5)
    return a + b + c + n


@cases(0, 4, 9)
def continue_in_a_loop_over_known_items(n):
    t = 0
    for x in gen(9):
        if x == 4:
            continue
        t += x * n
    return t


@cases(0, 4, 9)
def generator_given_to_a_function(n):

    def total(items):
        t = 0
        for x in items:
            t += x
        return t

    return total(gen(5)) + n


@cases(0, 4, 9)
def staged_generator_given_to_a_function(n):

    def total(items):
        t = 0
        for x in items:
            t += x
        return t

    return total(gen(n))


@cases(0, 4, 9)
def generator_with_keyword_arguments(n):

    def g(k, *, step=2, lim=3):
        i = 0
        while i < k:
            if i < lim:
                yield i
            i += step

    return ([x for x in g(n, lim=5)], [x for x in g(step=3, k=n)])


@cases(0, 4, 9)
def return_in_a_branch_of_a_generator(n):

    def g():
        if n > 3:
            return
        yield 1
        yield 2

    return [x for x in g()]


@cases(0, 4, 9)
def generator_over_a_generator(n):

    def outer():
        for x in gen(n):
            if x > 1:
                yield x

    t = 0
    for y in outer():
        t += y
    return t


@cases(0, 4, 9)
def generator_that_leaves_a_generator(n):

    def outer():
        for x in gen(n):
            if x > 2:
                break
            yield x
        yield 50

    t = 0
    for y in outer():
        t += y
    return t


@cases(0, 4, 9)
def endless_loop_left_by_return(n):

    def odds(k):
        i = 1
        while True:
            if i > k:
                return
            yield i
            i += 2

    p = 1
    for v in odds(n):
        p *= v
    return p


@cases(0, 4, 9)
def yield_from_a_list_and_a_loop(n):

    def pad(xs, m):
        yield from xs
        k = len(xs)
        while k < m:
            yield 0
            k += 1

    return list(pad([1, 2], n))


@cases(0, 4, 9)
def generator_expression_over_two_generators(n):
    return sum(y for x in gen(n) for y in gen(x))


@cases(0, 4, 9)
def in_a_generator(n):
    return 4 in gen(n)


@cases(0, 4, 9)
def join_of_a_generator(n):
    return ",".join(str(x) for x in gen(5)) + str(n > 3)


@cases(0, 4, 9)
def items_that_may_be_none(n):

    def g():
        for i in range(3):
            if i < n:
                yield None
            else:
                yield i

    t = 0
    for x in g():
        if x is None:
            t += 10
        else:
            t += x
    return t


@cases(0, 4, 9)
def items_that_are_tuples(n):

    def g():
        for i in range(n):
            if i % 2:
                yield (i, i * i)

    t = 0
    for a, b in g():
        t += a * b
    return t


@cases(0, 4, 9, staged="refused")
def items_that_are_lists_which_grow(n):

    def g():
        for i in range(3):
            if i < n:
                yield [i, n]

    out = 0
    for xs in g():
        xs.append(1)
        out += sum(xs)
    return out


@cases(0, 4, 9)
def one_list_as_every_item(n):
    buf = [0]

    def g():
        for i in range(3):
            buf[0] = i
            if i < n:
                yield buf

    t = 0
    for b in g():
        b[0] += 5
        t += b[0]
    return (t, buf)


@cases(0, 4, 9)
def continue_in_a_loop_over_a_generator(n):
    t = 0
    for x in gen(n):
        if x == 2:
            continue
        t += x
    return t


@cases(0, 4, 9)
def next_until_none(n):
    g = gen(9)
    t = 0
    while True:
        x = next(g, None)
        if x is None:
            break
        t += x * n
    return t


@cases(0, 4, 9)
def return_from_nested_generators(n):

    def find(k):
        for x in gen(k):
            for y in gen(x):
                if x * y > 7:
                    return (x, y)
        return (0, 0)

    return find(n * 2)


@cases(0, 4, 9)
def try_in_a_loop_over_a_generator(n):
    t = 0
    for x in gen(n):
        try:
            if x > 2:
                raise KeyError
            t += x
        except KeyError:
            t += 100
        finally:
            t += 1
    return t


@cases(0, 4, 9)
def functions_made_of_items(n):
    fs = [lambda v: v + x for x in gen(5)]
    return [f(n) for f in fs]


@cases(0, 4, 9)
def assertion_in_a_loop_over_a_generator(n):
    for x in gen(n):
        assert x < 8, "big"
    return n


@cases(0, 4, 9)
def variable_that_only_the_loop_sets(n):
    for x in gen(n):
        last = x
    return last


@cases(0, 3, staged="refused")
def stop_iteration_in_a_generator(n):

    def gen():
        yield 1
        if n > 2:
            raise StopIteration

    try:
        for x in gen():
            pass
    except RuntimeError:
        return 1
    return 0


@cases(0, 3)
def super_in_a_generator(n):

    class A:
        def f(self):
            return 1

    class B(A):
        def g(self):
            if n > 2:
                yield super().f()

    t = 0
    for x in B().g():
        t += x
    return t
