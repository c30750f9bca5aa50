"""Iterators without end, of Python and of the program's, alone and beside what is staged."""

from __future__ import annotations

import itertools

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def zip_count(n):
    s = 0
    for i, j in zip(range(n), itertools.count(3)):
        s += i * j
    return s


@cases(0, 3)
def zip_count_step(n):
    s = 0
    for i, j in zip(range(n), itertools.count(3, 2)):
        s += i * j
    return s


@cases(0, 3, 5)
def zip_cycle(n):
    s = 0
    for i, j in zip(range(n), itertools.cycle([1, 2, 3])):
        s += i * j
    return s


@cases(0, 3)
def zip_repeat_staged(n):
    s = 0
    for i, j in zip(range(n), itertools.repeat(n)):
        s += i * j
    return s


@cases(0, 3)
def zip_count_staged(n):
    s = 0
    for i, j in zip(range(n), itertools.count(n)):
        s += i * j
    return s


@cases(0, 3)
def enumerate_cycle_of_text(n):
    s = 0
    for i, c in enumerate(itertools.cycle("abc")):
        if i >= n:
            break
        if c == "b":
            s += 10
        s += 1
    return s


@cases(0, 3)
def enumerate_cycle(n):
    s = 0
    for i, c in enumerate(itertools.cycle([1, 2, 3])):
        if i >= n:
            break
        s += c
    return s


class Doubled:
    def __getitem__(self, i):
        return i * 2


@cases(0, 3)
def goes_over_items(n):
    s = 0
    for x in Doubled():
        if x >= n:
            break
        s += x
    return s


class DoubledBelow:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * 2


@cases(0, 3, staged="refused AG026")
def goes_over_items_up_to_an_error(n):
    s = 0
    for x in DoubledBelow(n):
        s += x
    return s


@cases(0, 3)
def map_count(n):
    s = 0
    for x in map(lambda a, b: a * b, range(n), itertools.count()):
        s += x
    return s


@cases(0, 3)
def map_repeat(n):
    return sum(map(pow, range(n), itertools.repeat(2)))


@cases(0, 3)
def list_zip_count(n):
    return list(zip(range(n), itertools.count(1)))


@cases(0, 3)
def comp_zip_cycle(n):
    return [i * j for i, j in zip(range(n), itertools.cycle([1, 2]))]


@cases(0, 3)
def sum_zip_count(n):
    return sum(i * j for i, j in zip(range(n), itertools.count(1)))


@cases(0, 3)
def dict_zip_count(n):
    return len(dict(zip(range(n), itertools.count(1))))


@cases(0, 3)
def cycle_left(n):
    s = 0
    for i in itertools.cycle([1, 2]):
        if s >= n:
            break
        s += i
    return s


@cases(0, 3)
def repeat_left(n):
    s = 0
    for i in itertools.repeat(2):
        if s >= n:
            break
        s += i
    return s


@cases(0, 3)
def zip_count_list_first(n):
    s = 0
    for j, i in zip(itertools.count(3), range(n)):
        s += i * j
    return s


@cases(0, 3)
def next_cycle(n):
    c = itertools.cycle([1, 2, 3])
    s = 0
    for i in range(n):
        s += next(c)
    return s


@cases(0, 3)
def any_cycle(n):
    return any(i > n - 2 for i in itertools.cycle([1, 2]))


@cases(0, 3)
def zip_lists_endless(n):
    xs = [k for k in range(n)]
    return list(zip(xs, itertools.cycle("ab")))


@cases(0, 3)
def zip_named(n):
    c = itertools.count(1)
    s = 0
    for i, j in zip(range(n), c):
        s += j
    return s, next(c)


@cases(0, 3)
def zip_named_cycle(n):
    c = itertools.cycle([1, 5])
    s = 0
    for i, j in zip(range(n), c):
        s += j
    return s, next(c)


def naturals():
    k = 0
    while True:
        yield k
        k += 1


@cases(0, 3, staged="refused AG025")
def zip_endless_gen(n):
    s = 0
    for i, j in zip(range(n), naturals()):
        s += i * j
    return s


@cases(0, 3, staged="refused AG025")
def map_endless_gen(n):
    s = 0
    for x in map(lambda a, b: a + b, range(n), naturals()):
        s += x
    return s


class Counting:
    def __init__(self):
        self.k = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.k += 1
        return self.k


@cases(0, 3)
def zip_endless_class(n):
    s = 0
    for i, j in zip(range(n), Counting()):
        s += i * j
    return s


@cases(0, 3)
def zip_of_items(n):
    s = 0
    for i, j in zip(range(n), Doubled()):
        s += i * j
    return s


@cases(0, 3)
def enumerate_of_items(n):
    s = 0
    for i, j in enumerate(Doubled()):
        if i > n:
            break
        s += i * j
    return s


@cases(1, 4, 9, jax="refused AG052")
def taken_while_of_a_generator_expression(n):
    squares = itertools.takewhile(lambda s: s <= n, (i * i for i in itertools.count(1)))
    return sum(squares)


@cases(1, 4, 9, jax="refused AG052")
def left_generator_expression(n):
    t = 0
    for s in (i * i for i in itertools.count(1)):
        if s > n:
            break
        t += s
    return t


@cases(1, 4, 9, jax="refused AG052")
def left_generator_expression_over_a_cycle(n):
    t = 0
    for s in (c * 2 for c in itertools.cycle([1, 2])):
        t += s
        if t > n:
            break
    return t


@cases(1, 4, 9, jax="refused AG052")
def left_filter_over_a_count(n):
    t = 0
    for s in (i for i in itertools.count(1) if i % 2):
        if s > n:
            break
        t += s
    return t


@cases(1, 4, 9)
def left_generator_over_a_count(n):
    def squares():
        for i in itertools.count(1):
            yield i * i

    t = 0
    for s in squares():
        if s > n:
            break
        t += s
    return t


@cases(0, 2, 5)
def cycle_of_letters_in_a_branch(n):
    order = itertools.cycle("abc")
    c = next(order)
    left = 2
    for _ in range(n):
        left -= 1
        if left == 0:
            c = next(order)
            left = 2
    return c, left


@cases(1, 2, 3)
def cycle_of_a_list_that_stays(n):
    names = ["a", "b"]
    c = itertools.cycle(names)
    x = next(c)
    if n > 1:
        x = next(c)
    return x, next(c)


@cases(0, 1, 3)
def cycle_of_a_dict(n):
    d = {"a": 1, "b": n}
    c = itertools.cycle(d)
    t = 0
    for k in range(n):
        t = t * 10 + d[next(c)]
    return t


@cases(0, 1, 3)
def cycle_of_nothing(n):
    c = itertools.cycle([])
    t = 0
    for k in range(n):
        t = t * 10 + next(c, 3)
    return t


@cases(1, 2, 3, staged="refused AG025")
def cycle_of_a_list_that_grows(n):
    names = [1, 2]
    c = itertools.cycle(names)
    x = next(c)
    if n > 1:
        x = next(c)
    names.append(3)
    return x, next(c), next(c)


@cases(0, 1, 3, staged="refused AG025")
def cycle_of_a_list_that_changes(n):
    names = [1, 2]
    c = itertools.cycle(names)
    t = 0
    for k in range(n):
        t = t * 10 + next(c)
        names[0] = k + 5
    return t


@cases((3,), (2,), (5,))
def rails_of_a_fence(n):
    rails = [[] for _ in range(n)]
    zigzag = itertools.cycle([*range(n), *range(n - 2, 0, -1)])
    for ch, r in zip("WEAREDISC", zigzag):
        rails[r].append(ch)
    return "".join("".join(r) for r in rails)


@cases((3,), (2,), (5,))
def cycle_of_those_kept(n):
    turns = itertools.cycle([k for k in range(n) if k != 1])
    total = 0
    for i, k in zip(range(7), turns):
        total = total * 3 + k * i
    return total


@cases((3,), (2,), (5,))
def cycle_asked_for_the_next(n):
    turns = itertools.cycle([k for k in range(n) if k != 1])
    total = next(turns)
    while total < 9:
        total += next(turns) + 1
    return total, next(turns)


@cases((3,), (2,), (5,), staged="refused AG033")
def cycle_of_those_kept_and_more(n):
    xs = [k for k in range(n) if k != 1]
    turns = itertools.cycle(xs)
    xs.append(8)
    total = 0
    for i, k in zip(range(7), turns):
        total = total * 3 + k * i
    return total


@cases((3,), (0,), (5,))
def cycle_of_as_many(n):
    turns = itertools.cycle([k for k in range(n)])
    return [k for _, k in zip(range(4), turns)]


@cases((3,), (1,), (5,))
def cycle_cut(n):
    return list(itertools.islice(itertools.cycle([k * 2 for k in range(n)]), 7))


@cases((3,), (1,), (5,))
def cycle_of_as_many_left(n):
    out = 0
    for k in itertools.cycle([k * 2 for k in range(n)]):
        out += k + 1
        if out > 20:
            break
    return out
