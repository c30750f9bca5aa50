"""Builtin functions and operators of containers with staged elements, indices and keys."""

from __future__ import annotations

from functools import reduce

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


def square(v):
    return v * v


def is_odd(v):
    return v % 2 == 1


def larger(a, b):
    if a > b:
        return a
    return b


@cases(0, 3)
def in_a_list_of_staged(n):
    return 3 in [1, n, 5]


@cases(0, 3)
def staged_in_a_list(n):
    if n in [1, 2, 3]:
        return 1
    return 0


@cases(0, 3)
def staged_not_in_a_tuple(n):
    r = 0
    if n not in (1, 2, 3):
        r = 5
    return r


@cases(-1, 0, 3, 9)
def staged_in_a_range(n):
    return 1 if n in range(5) else 0


@cases(0, 3)
def python_in_a_staged_range(n):
    return 2 in range(n)


@cases(0, 3)
def staged_in_a_set(n):
    return 1 if n in {1, 3} else 0


@cases(0, 3)
def staged_in_dict_keys(n):
    table = {1: 10, 3: 30}
    return 1 if n in table else 0


@cases((1, 2), (3, 1), (1, 1))
def tuples_equal(a, b):
    return (a, 1) == (1, b)


@cases((1, 2), (3, 1), (1, 1))
def tuples_ordered(a, b):
    if (a, b) < (b, a):
        return 1
    return 0


@cases((1, 2), (3, 1), (1, 1))
def lists_ordered(a, b):
    return [a, b] >= [1, 2], [a] != [b]


@cases(0, 2)
def list_by_a_staged_index(n):
    return [10, 20, 30][n]


@cases(0, 2)
def tuple_by_a_staged_index(n):
    weights = (1.5, 2.5, 3.5)
    return weights[n] * 2


@cases(0, 2)
def list_of_lists_by_a_staged_index(n):
    table = [[1, 2], [3, 4], [5, 6]]
    return table[n][1]


@cases(0, 2)
def list_item_by_a_staged_index_written(n):
    xs = [1, 2, 3]
    xs[n] = 9
    return xs


@cases(0, 2)
def list_item_by_a_staged_index_augmented(n):
    xs = [1, 2, 3]
    xs[n] += 5
    return xs


@cases(1, 3)
def dict_with_integer_keys_by_a_staged_key(n):
    table = {1: 10, 2: 20, 3: 30}
    return table[n]


@cases(0, 2, runtime="refused")
def list_of_strings_by_a_staged_index(n):
    names = ["a", "bb", "ccc"]
    return len(names[n])


@cases(0, 2)
def list_of_functions_called_in_turn(n):
    fs = [lambda v: v + 1, lambda v: v * 2]
    for f in fs:
        if n > 0:
            n = f(n)
    return n


@cases(0, 5)
def sorted_staged(n):
    return sorted([3, n, 1])


@cases(0, 5)
def sorted_staged_with_a_key(n):
    return sorted([3, n, 1], key=lambda v: -v)


@cases(0, 5)
def sorted_staged_reversed(n):
    return sorted((3, n, 1), reverse=True)


@cases(0, 5)
def min_and_max_with_a_key(n):
    return min([3, n, -4], key=abs), max([3, n, -4], key=square)


@cases(0, 5)
def max_of_pairs_with_a_key(n):
    pairs = [(1, n), (2, 3)]
    best = max(pairs, key=lambda p: p[1])
    return best[0]


@cases(0, 5)
def sum_with_a_start(n):
    return sum([n, 2, 3], 10), sum((n, n))


@cases(0, 4)
def sum_of_a_staged_range(n):
    return sum(range(n))


@cases(-2, 0, 4)
def sum_of_a_negative_range(n):
    return sum(range(n)), len(range(n))


@cases(0, 4)
def map_of_a_named_function(n):
    return list(map(square, [n, 2]))


@cases(0, 4)
def map_of_a_function_with_a_branch(n):
    return sum(map(lambda v: v if v > 2 else -v, [n, 1, 5]))


@cases(0, 4)
def filter_of_staged_summed(n):
    return sum(filter(is_odd, [n, n + 1, 3]))


# A list of Python's has its length while the program is staged.
@cases(0, 4)
def filter_of_python_over_a_staged_condition(n):
    return len(list(filter(lambda v: v > n, [1, 3, 5])))


@cases(0, 4)
def reduce_of_a_named_function(n):
    return reduce(larger, [1, n, 3])


@cases(0, 4)
def reduce_with_a_lambda_and_start(n):
    return reduce(lambda a, b: a * 2 + b, [1, 0, n], 1)


@cases(0, 4)
def zip_of_lists_of_staged(n):
    total = 0
    for a, b in zip([n, 1], [2, n]):
        if a > b:
            total += a - b
    return total


@cases(0, 4)
def enumerate_of_staged_elements(n):
    best = -1
    for k, v in enumerate([1, n, 2]):
        if v > 2:
            best = k
    return best


@cases(0, 4)
def reversed_list_of_staged(n):
    total = 0
    for v in reversed([1, n, 3]):
        total = total * 10 + v
    return total


@cases(0, 4)
def any_and_all_of_lists(n):
    flags = [n > 1, n > 2, n > 5]
    return any(flags), all(flags)


@cases(0, 4)
def abs_min_max_pow(n):
    return abs(n - 2), min(n, 2), max(n, 2, 3), pow(n, 2)


@cases(0, 4)
def len_of_python_in_a_staged_loop(n):
    xs = [1, 2, 3]
    total = 0
    while n > 0:
        total += len(xs)
        n -= 1
    return total


@cases(0, 4)
def tuple_unpacked_and_rebuilt(n):
    a, *rest = (n, 2, 3)
    if a > 2:
        rest = [r * a for r in rest]
    return a, rest


@cases(0, 4)
def list_index_of_staged(n):
    xs = [1, 4, 0]
    where = -1
    for k in range(3):
        if xs[k] == n:
            where = k
    return where


@cases(0, 4)
def list_count_by_hand(n):
    return sum(1 for x in (0, 4, 4) if x == n)


@cases(0, 4, runtime="refused")
def list_count_of_staged(n):
    return [0, 4, 4].count(n)


@cases(0, 4, staged="refused")
def staged_as_a_dict_key(n):
    d = {}
    d[n] = 1
    d[4] = 2
    return len(d)


@cases(0, 2)
def slice_with_a_staged_bound_summed(n):
    xs = [1, 2, 3]
    return sum(xs[:n])


@cases(0, 4)
def object_comparison_by_own_methods(n):
    class Version:
        def __init__(self, major, minor):
            self.major, self.minor = major, minor

        def __lt__(self, other):
            return (self.major, self.minor) < (other.major, other.minor)

        def __eq__(self, other):
            return self.major == other.major and self.minor == other.minor

    a, b = Version(1, n), Version(1, 2)
    return a < b, a == b


@cases(0, 4)
def getattr_with_a_default(n):
    o = Box(v=1)
    if n > 2:
        o.v = getattr(o, "w", 5) + n
    return o.v


@cases(0, 3, 9)
def the_greatest_of_what_may_be_nothing(n):
    return max([x for x in (1, 2, 3, 7) if x > n])


@cases(0, 3)
def longest_of_lists_that_grow(n):
    odd, even = [], []
    for i in range(n):
        bucket = odd if i & 1 else even
        bucket.append(i)
    longer = max(odd, even, key=len)
    return longer, longer is odd


@cases(0, 3)
def longest_of_two_lists(n):
    a, b = [], []
    for i in range(n):
        a.append(i)
    for i in range(n + 1):
        b.append(i * n)
    return max(a, b, key=len)
