"""`itertools.combinations` and the like, of items of which a tensor decides how many there are."""

import itertools

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 4)
def combinations(n):
    return [a + b for a, b in itertools.combinations(range(n), 2)]


@cases(0, 3, 4)
def combinations_for(n):
    t = 0
    for a, b in itertools.combinations(range(n), 2):
        t += a * b
    return t


@cases(0, 3, 4)
def combinations_r(n):
    return list(itertools.combinations([1, 2, 3], n))


@cases(0, 3, 4)
def combinations_list(n):
    xs = [i * i for i in range(n)]
    return sum(a * b for a, b in itertools.combinations(xs, 2))


@cases(0, 3, 4)
def permutations(n):
    return len(list(itertools.permutations(range(n))))


@cases(0, 3, 4)
def with_replacement(n):
    return list(itertools.combinations_with_replacement(range(n), 2))


@cases(0, 3, 4)
def combinations_known(n):
    return list(itertools.combinations([1, n, 3], 2))


@cases(0, 3, 4, staged="refused AG033")
def longest(n):
    return list(itertools.zip_longest(range(n), [1, 2]))


@cases(0, 3, 4)
def triples(n):
    t = 0
    for a, b, c in itertools.combinations(range(n), 3):
        if a + b == c:
            t += 1
    return t


@cases(0, 3, 4)
def of_none(n):
    return list(itertools.combinations(range(n), 0)), len(list(itertools.combinations_with_replacement(range(n), 1)))


@cases(0, 3, 4)
def list_changed(n):
    xs = [i for i in range(n)]
    c = itertools.combinations(xs, 2)
    xs.append(100)
    return [a + b for a, b in c], xs


@cases(0, 3, 4)
def found_pair(n):
    for a, b in itertools.combinations(range(n), 2):
        if a * b == 6:
            return a, b
    return -1, -1


@cases(0, 3, 4)
def any_pair(n):
    xs = [i * 3 for i in range(n)]
    return any(a + b == 9 for a, b in itertools.combinations(xs, 2))


@cases(0, 3, 4)
def negative(n):
    return list(itertools.combinations(range(n), -1))


@cases(0, 3, 4)
def held(n):
    c = itertools.combinations(range(n), 2)
    first = next(c, None)
    return first, list(c)


@cases(0, 3, 4)
def min_distance(n):
    xs = [i * i % 7 for i in range(n)]
    return min((abs(a - b) for a, b in itertools.combinations(xs, 2)), default=-1)


@cases(0, 3, 4, staged="refused AG033")
def longest_lists(n):
    xs = [i for i in range(n)]
    return list(itertools.zip_longest(xs, [1, 2], fillvalue=0))


@cases((3, 6), (2, 10), (4, 4), (0, 0), (7, 3))
def combinations_by_their_sum(k, target):
    found = []
    for c in itertools.combinations(range(1, 7), k):
        if sum(c) == target:
            found.append(c)
    return found or None


@cases((3, 2), (4, 3), (2, 1))
def of_so_many_so_many(n, r):
    items = range(1, n + 1)
    found = [c for c in itertools.combinations(items, r) if sum(c) % 2 == 0]
    return found, sum(1 for p in itertools.permutations(items, r) if p[0] < p[-1])


@cases(2, 3, 1, 0, 4)
def permutations_r(r):
    return [sum(x * (k + 1) for k, x in enumerate(p)) for p in itertools.permutations([1, 2, 3], r)]


@cases(2, 4, 0)
def powerset(n):
    xs = list(range(n))
    return [sum(c) for r in range(len(xs) + 1) for c in itertools.combinations(xs, r)]


@cases(2, -1)
def negative_r(r):
    try:
        return sum(1 for _ in itertools.combinations([1, 2], r))
    except ValueError as error:
        return str(error)
