"""`max` and `min` of those elements that a condition keeps, which may be none, and of what a recursion makes of them."""

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 9)
def filtered(n):
    return max(p for i, p in ((1, 1), (2, 5), (3, 8)) if i <= n)


@cases(0, 3, 9)
def filtered_min_caught(n):
    try:
        return min(p for i, p in ((1, 1), (2, 5), (3, 8)) if i <= n)
    except ValueError as e:
        return str(e)


@cases(0, 3, 9)
def all_raise(n):
    def price(k):
        if k < 5:
            raise KeyError(k)
        return k

    try:
        return max(price(k) for k in (1, 2, 3) if k <= n)
    except KeyError:
        return -1
    except ValueError:
        return -2


@cases(0, 3, 9)
def rod(n):
    cache = {}

    def best(k):
        if k in cache:
            return cache[k]
        if k == 0:
            r = 0
        else:
            r = max(p + best(k - i) for i, p in ((1, 1), (2, 5), (3, 8)) if i <= k)
        cache[k] = r
        return r

    return best(n), len(cache)


@cases(0, 3, 6)
def rod_plain(n):
    def best(k):
        if k == 0:
            return 0
        return max(p + best(k - i) for i, p in ((1, 1), (2, 5), (3, 8)) if i <= k)

    return best(n)


@cases(0, 3, 6)
def coins(n):
    def fewest(k):
        if k == 0:
            return 0
        return min(1 + fewest(k - c) for c in (1, 3, 4) if c <= k)

    return fewest(n)


@cases(0, 3, 6)
def coins_list(n):
    def fewest(k):
        if k == 0:
            return 0
        return min([1 + fewest(k - c) for c in (1, 3, 4) if c <= k])

    return fewest(n)


@cases(0, 3, 7)
def coins_default(n):
    def fewest(k):
        if k == 0:
            return 0
        return min((1 + fewest(k - c) for c in (2, 3) if c <= k), default=99)

    return fewest(n)


@cases(0, 3, 7)
def coins_sum(n):
    def ways(k):
        if k == 0:
            return 1
        return sum(ways(k - c) for c in (1, 3, 4) if c <= k)

    return ways(n)


@cases(0, 3, 7)
def coins_any(n):
    def can(k):
        if k == 0:
            return True
        return any(can(k - c) for c in (3, 4) if c <= k)

    return can(n)


@cases(5, 1, 0, staged="refused AG055")
def text_of_a_bool_or_a_number(n):
    return f"{max([n > 2, n])}"


@cases(1, True, staged="refused AG055")
def text_of_one_of_many_kinds(x):
    return repr(min([True, 1, 1.0, x]))
