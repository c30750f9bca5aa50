"""Iterators that others go on with, and what is made of them: a tensor decides how far they are advanced."""

import itertools

from tests.autograph.effects.outcomes import cases


def G():
    k = 0
    while k < 5:
        k += 1
        yield k


def tens():
    k = 0
    while k < 5:
        yield k * 10
        k += 1


def over(it):
    for v in it:  # noqa: UP028
        yield v


def T():
    yield 1
    yield 2
    yield 3


@cases(0, 2, 7)
def range_first(n):
    it = tens()
    out = []
    for i, v in zip(range(n), it):
        out.append(v + i)
    return out, next(it, None)


@cases(0, 2, 7)
def range_second(n):
    it = tens()
    out = []
    for v, i in zip(it, range(n)):
        out.append(v + i)
    return out, next(it, None)


@cases(0, 2, 7)
def in_list(n):
    it = tens()
    out = list(zip(range(n), it))
    return out, next(it, None)


@cases(0, 2, 7)
def in_comprehension(n):
    it = tens()
    out = [a + b for a, b in zip(range(n), it)]
    return out, next(it, None)


@cases(0, 2, 7)
def straight(n):
    it = T()
    out = 0
    for a, b in zip(range(n), it):
        out += a * b
    return out, next(it, None)


@cases(0, 2, 7)
def straight_rest(n):
    it = T()
    out = 0
    for a, b in zip(range(n), it):
        out += a * b
    return out, list(it)


@cases(0, 2, 7)
def of_list(n):
    it = iter([1, 2, 3])
    out = 0
    for a, b in zip(range(n), it):
        out += a * b
    return out, next(it, None), list(it)


@cases(0, 2, 7, staged="refused AG025")
def of_genexp(n):
    it = (k * 2 for k in range(4))
    out = 0
    for a, b in zip(range(n), it):
        out += a * b
    return out, next(it, None), list(it)


@cases(0, 2, 7)
def rest_looped(n):
    it = tens()
    out = 0
    for a, b in zip(range(n), it):
        out += a * b
    for v in it:
        out = out * 2 + v
    return out


@cases(0, 2, 7)
def mapped(n):
    it = tens()
    out = sum(map(lambda a, b: a * b, range(n), it))
    return out, next(it, None)


@cases(0, 2, 7)
def zipped_twice(n):
    it = tens()
    return list(zip(it, it)), n


@cases(0, 2, 7)
def broken(n):
    it = tens()
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n * 10:
            break
        t += a * b
    return t, next(it, None)


@cases(0, 2, 7)
def enumerated(n):
    it = tens()
    t = 0
    for a, b in enumerate(it):
        if a >= n:
            break
        t += a * b
    return t, next(it, None)


@cases(0, 2, 7, staged="refused AG025")
def any_of(n):
    it = tens()
    f = any(v > n * 5 for v in it)
    return f, next(it, None)


@cases(0, 2, 7, staged="refused AG031")
def member(n):
    it = tens()
    f = n * 10 in it
    return f, next(it, None)


@cases(0, 2, 7)
def taken(n):
    it = tens()
    f = list(itertools.takewhile(lambda v: v < n * 10, it))
    return f, next(it, None)


@cases(0, 2, 7)
def compressed(n):
    it = tens()
    f = list(itertools.compress(it, [1, n > 1, 1]))
    return f, next(it, None)


@cases(0, 2, 7)
def chained(n):
    it = tens()
    t = 0
    for v in itertools.chain(range(n), it):
        if v > 15:
            break
        t += v
    return t, next(it, None)


@cases(0, 2, 7)
def paired(n):
    it = tens()
    t = 0
    for a, b in itertools.pairwise(it):
        if a >= n * 10:
            break
        t += b
    return t, next(it, None)


@cases(0, 2, 7)
def accumulated(n):
    it = tens()
    t = 0
    for s in itertools.accumulate(it):
        if s >= n * 10:
            break
        t += s
    return t, next(it, None)


@cases(0, 2, 7)
def range_of_n_in_plain_generator(n):
    def g():
        for k in range(n):  # noqa: UP028
            yield k

    it = g()
    t = 0
    for a, b in zip([1, 2, 3], it):
        t += a * b
    return t, next(it, None)


@cases(0, 1, 7, staged="refused AG025")
def of_enumerate(n):
    it = enumerate([5, 6, 7, 8, 9])
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b[0] > n:
            break
        t += a * b[1]
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def of_map(n):
    it = map(abs, [-5, 6, -7, 8, 9])
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n + 5:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def of_dict(n):
    it = iter({5: 1, 6: 2, 7: 3, 8: 4})
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n + 5:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def of_genexp_b(n):
    it = (k * 5 for k in range(4))
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n * 5:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def of_reversed(n):
    it = reversed([1, 2, 3, 4])
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b < n:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def of_chain(n):
    it = itertools.chain([1, 2], [3, 4])
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7)
def of_count(n):
    it = itertools.count(3)
    t = 0
    for a, b in zip([1, 2, 3], it):
        if b > n + 3:
            break
        t += a * b
    return t, next(it)


@cases(0, 1, 7)
def chunked(n):
    it = tens()
    out = 0
    for a, b in zip(it, it):
        if a > n * 10:
            break
        out += a * b
    return out, list(it)


@cases(0, 1, 7)
def grouped(n):
    it = iter(range(6))
    return [a * n + b for a, b in zip(it, it)]


@cases(0, 1, 7)
def zip_is_held(n):
    it = tens()
    z = zip([1, 2, 3], it)
    t = 0
    for a, b in z:
        if b > n * 10:
            break
        t += a * b
    return t, list(z), list(it)


@cases(0, 1, 7, staged="refused AG025")
def longest(n):
    it = tens()
    t = 0
    for a, b in itertools.zip_longest([1, 2, 3], it, fillvalue=4):
        if b > n * 10:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG033")
def longest_staged(n):
    it = tens()
    out = list(itertools.zip_longest(range(n), it, fillvalue=4))
    return out, list(it)


@cases(0, 1, 7)
def mapped_two(n):
    it = tens()
    t = 0
    for v in map(lambda a, b: a * b, [1, 2, 3], it):
        if v > n * 10:
            break
        t += v
    return t, list(it)


@cases(0, 1, 7)
def filtered(n):
    it = tens()
    t = 0
    for v in filter(lambda v: v > 5, it):
        if v > n * 10:
            break
        t += v
    return t, list(it)


@cases(0, 1, 7)
def producted(n):
    it = tens()
    t = 0
    for a, b in itertools.product([1, 2], it):
        if b > n * 10:
            break
        t += a * b
    return t, list(it)


@cases(0, 1, 7, staged="refused AG030")
def in_genexp(n):
    it = tens()
    t = next((v for v in it if v > n * 10), -1)
    return t, list(it)


@cases(0, 1, 7)
def all_of_zip(n):
    it = tens()
    t = all(b <= n * 10 for a, b in zip([1, 2, 3], it))
    return t, list(it)


@cases(0, 1, 7)
def any_map(n):
    it = tens()
    t = any(map(lambda v: v > n * 10, it))
    return t, list(it)


@cases(0, 1, 7, staged="refused AG025")
def tee(n):
    it = tens()
    a, b = itertools.tee(it)
    t = 0
    for v in a:
        if v > n * 10:
            break
        t += v
    return t, list(b), list(a)


@cases(0, 1, 7)
def starred(n):
    it = iter([1, 2, 3, 4])
    a, *rest = it
    t = 0
    for x, y in zip(rest, range(n)):
        t += x * y
    return a, t


@cases(0, 1, 7)
def sum_islice(n):
    it = tens()
    s = sum(itertools.islice(it, 2))
    t = 0
    for v in it:
        if v > n * 10:
            break
        t += v
    return s, t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def enumerated_in_an_expression(n):
    it = G()
    t = 0
    for v in (a + b for a, b in enumerate(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def added_in_an_expression(n):
    it = G()
    t = 0
    for v in (b + 1 for b in it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def enumerated_and_left(n):
    it = G()
    t = 0
    for v, w in enumerate(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def paired_in_an_expression(n):
    it = filter(None, [1, 2, 3, 4, 5])
    t = 0
    for v in (b for a, b in itertools.pairwise(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_chain(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.chain([0], it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_fromit(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.chain.from_iterable([[0], it]):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_starmap(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in map(abs, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_islice(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.islice(it, 4):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_pairwise(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in (b for a, b in itertools.pairwise(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_accumulate(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.accumulate(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_takewhile(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.takewhile(lambda v: v < 5, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_dropwhile(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.dropwhile(lambda v: v < 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_filter(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in filter(lambda v: v != 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_map(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in map(lambda v: v * 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_zl(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in (a + b for a, b in itertools.zip_longest([1, 2, 3], it, fillvalue=0)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_compress(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.compress(it, [1, 0, 1, 1]):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_groupby(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in (k for k, g in itertools.groupby(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_enum(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in (a + b for a, b in enumerate(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_iter(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in iter(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_cycle(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in itertools.cycle(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_genover(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in over(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_chain(n):
    it = G()
    t = 0
    for v in itertools.chain([0], it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_fromit(n):
    it = G()
    t = 0
    for v in itertools.chain.from_iterable([[0], it]):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_starmap(n):
    it = G()
    t = 0
    for v in map(abs, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_islice(n):
    it = G()
    t = 0
    for v in itertools.islice(it, 4):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_pairwise(n):
    it = G()
    t = 0
    for v in (b for a, b in itertools.pairwise(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_accumulate(n):
    it = G()
    t = 0
    for v in itertools.accumulate(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_takewhile(n):
    it = G()
    t = 0
    for v in itertools.takewhile(lambda v: v < 5, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_dropwhile(n):
    it = G()
    t = 0
    for v in itertools.dropwhile(lambda v: v < 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_filter(n):
    it = G()
    t = 0
    for v in filter(lambda v: v != 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_map(n):
    it = G()
    t = 0
    for v in map(lambda v: v * 2, it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_zl(n):
    it = G()
    t = 0
    for v in (a + b for a, b in itertools.zip_longest([1, 2, 3], it, fillvalue=0)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_compress(n):
    it = G()
    t = 0
    for v in itertools.compress(it, [1, 0, 1, 1]):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_groupby(n):
    it = G()
    t = 0
    for v in (k for k, g in itertools.groupby(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_enum(n):
    it = G()
    t = 0
    for v in (a + b for a, b in enumerate(it)):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_iter(n):
    it = G()
    t = 0
    for v in iter(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_cycle(n):
    it = G()
    t = 0
    for v in itertools.cycle(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30)
def gen_genover(n):
    it = G()
    t = 0
    for v in over(it):
        if v > n or t > 30:
            break
        t += v
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_any(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = any(v > n for v in it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_all(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = all(v <= n for v in it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG030")
def map_next(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = next((v for v in it if v > n), -1)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG031")
def map_inn(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = n in it
    return t, list(it)


@cases(0, 2, 30, staged="refused AG031")
def map_inchain(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = n in itertools.chain([9], it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG030")
def map_nextfilter(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = next(filter(lambda v: v > n, it), -1)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_anymap(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = any(map(lambda v: v > n, it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_anychain(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = any(v > n for v in itertools.chain([0], it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_taken(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = list(itertools.takewhile(lambda v: v <= n, it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_anyenum(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = any(v > n for i, v in enumerate(it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_zipped(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = list(zip(range(n % 7), it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_mapped(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = sum(map(lambda a, b: a * b, range(n % 7), it))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_nextdrop(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = next(itertools.dropwhile(lambda v: v <= n, it), -1)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_cond(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = next(it) if n > 1 else 0
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_andd(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = n > 1 and next(it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG033")
def map_sliced(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = list(itertools.islice(it, n % 4))
    return t, list(it)


@cases(0, 2, 30, staged="refused AG033")
def map_starz(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = [a for (a,) in zip(itertools.islice(it, n % 4))]
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_any(n):
    it = G()
    t = any(v > n for v in it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def gen_all(n):
    it = G()
    t = all(v <= n for v in it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG030")
def gen_next(n):
    it = G()
    t = next((v for v in it if v > n), -1)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG031")
def gen_inn(n):
    it = G()
    t = n in it
    return t, list(it)


@cases(0, 2, 30)
def gen_inchain(n):
    it = G()
    t = n in itertools.chain([9], it)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG030")
def gen_nextfilter(n):
    it = G()
    t = next(filter(lambda v: v > n, it), -1)
    return t, list(it)


@cases(0, 2, 30)
def gen_anymap(n):
    it = G()
    t = any(map(lambda v: v > n, it))
    return t, list(it)


@cases(0, 2, 30)
def gen_anychain(n):
    it = G()
    t = any(v > n for v in itertools.chain([0], it))
    return t, list(it)


@cases(0, 2, 30)
def gen_taken(n):
    it = G()
    t = list(itertools.takewhile(lambda v: v <= n, it))
    return t, list(it)


@cases(0, 2, 30)
def gen_anyenum(n):
    it = G()
    t = any(v > n for i, v in enumerate(it))
    return t, list(it)


@cases(0, 2, 30)
def gen_zipped(n):
    it = G()
    t = list(zip(range(n % 7), it))
    return t, list(it)


@cases(0, 2, 30)
def gen_mapped(n):
    it = G()
    t = sum(map(lambda a, b: a * b, range(n % 7), it))
    return t, list(it)


@cases(0, 2, 30)
def gen_nextdrop(n):
    it = G()
    t = next(itertools.dropwhile(lambda v: v <= n, it), -1)
    return t, list(it)


@cases(0, 2, 30)
def gen_cond(n):
    it = G()
    t = next(it) if n > 1 else 0
    return t, list(it)


@cases(0, 2, 30)
def gen_andd(n):
    it = G()
    t = n > 1 and next(it)
    return t, list(it)


@cases(0, 2, 30)
def gen_sliced(n):
    it = G()
    t = list(itertools.islice(it, n % 4))
    return t, list(it)


@cases(0, 2, 30)
def gen_starz(n):
    it = G()
    t = [a for (a,) in zip(itertools.islice(it, n % 4))]
    return t, list(it)


class Bmap:
    def __init__(self):
        self.it = map(abs, [1, -2, 3, -4, 5])


@cases(0, 2, 30, staged="refused AG025")
def map_attribute(n):
    o = Bmap()
    t = 0
    for v in o.it:
        if v > n:
            break
        t += v
    return t, list(o.it)


@cases(0, 2, 30, staged="refused AG025")
def map_enumerated_attribute(n):
    o = Bmap()
    t = 0
    for i, v in enumerate(o.it):
        if v > n:
            break
        t += v
    return t, list(o.it)


@cases(0, 2, 30, staged="refused AG025")
def map_while(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    v = next(it)
    while v <= n and t < 6:
        t += v
        v = next(it, 99)
    return t, list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_in_dict(n):
    d = {"it": map(abs, [1, -2, 3, -4, 5])}
    t = 0
    for a, b in zip([1, 2, 3], d["it"]):
        if b > n:
            break
        t += b
    return t, list(d["it"])


@cases(0, 2, 30, staged="refused AG025")
def map_by_function(n):
    it = map(abs, [1, -2, 3, -4, 5])

    def first(source):
        for i, v in enumerate(source):
            if v > n:
                return i
        return -1

    return first(it), list(it)


@cases(0, 2, 30, staged="refused AG025")
def map_two(n):
    it = map(abs, [1, -2, 3, -4, 5])
    t = 0
    for v in it:
        if v > n:
            break
        t += v
    for v in it:
        t = t * 2 + v
    return t


class Bgen:
    def __init__(self):
        self.it = G()


@cases(0, 2, 30, staged="refused AG025")
def gen_attribute(n):
    o = Bgen()
    t = 0
    for v in o.it:
        if v > n:
            break
        t += v
    return t, list(o.it)


@cases(0, 2, 30)
def gen_enumerated_attribute(n):
    o = Bgen()
    t = 0
    for i, v in enumerate(o.it):
        if v > n:
            break
        t += v
    return t, list(o.it)


@cases(0, 2, 30)
def gen_while(n):
    it = G()
    t = 0
    v = next(it)
    while v <= n and t < 6:
        t += v
        v = next(it, 99)
    return t, list(it)


@cases(0, 2, 30)
def gen_in_dict(n):
    d = {"it": G()}
    t = 0
    for a, b in zip([1, 2, 3], d["it"]):
        if b > n:
            break
        t += b
    return t, list(d["it"])


@cases(0, 2, 30)
def gen_by_function(n):
    it = G()

    def first(source):
        for i, v in enumerate(source):
            if v > n:
                return i
        return -1

    return first(it), list(it)


@cases(0, 2, 30)
def gen_two(n):
    it = G()
    t = 0
    for v in it:
        if v > n:
            break
        t += v
    for v in it:
        t = t * 2 + v
    return t
