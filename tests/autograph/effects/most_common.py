"""`Counter.most_common`, of counts or of a number of them that a tensor decides."""

from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 5)
def most_common(k):
    return Counter("abca").most_common(k)


@cases(0, 1, 2, 5)
def most_common_numbers(k):
    return Counter([1, 2, 2, 3, 3, 3]).most_common(k)


@cases(0, 1, 2, 5)
def most_common_of_staged(k):
    c = Counter([k, 1, 2, 2])
    return c.most_common(k)


@cases(0, 1, 2, 5)
def most_common_loop(k):
    c = Counter()
    for i in range(k):
        c[i % 3] += 1
    return c.most_common(1), c.most_common(k)


@cases(0, 1, 2, -1)
def most_common_in_for(k):
    t = 0
    for key, count in Counter([1, 2, 2, 3, 3, 3]).most_common(k):
        t = t * 10 + key
    return t


@cases(0, 1, 2, 5)
def most_common_dict(k):
    c = Counter({"a": k, "b": 2})
    return c.most_common(1)


@cases(0, 1, 2, 5)
def most_common_known_staged(k):
    c = Counter({"a": k, "b": 2})
    return c.most_common(k)


@cases(0, 1, 2, 5)
def most_common_none(k):
    c = Counter("abca")
    return c.most_common(None), c.most_common(n=None), c.most_common(n=2)


@cases(0, 1, 2, 5)
def most_common_named(k):
    return Counter("abca").most_common(n=k)


@cases(0, 1, 3)
def negative_of_staged_keys(k):
    c = Counter()
    for i in range(k):
        c[i % 3] += 1
    return c.most_common(-1), c.most_common(0), c.most_common(k - 2)


@cases(0, 1, 3)
def negative_of_branch(k):
    c = Counter()
    if k > 1:
        c["a"] += 1
    c["b"] += 2
    return c.most_common(-1), c.most_common(1), c.most_common(k - 2)


class Bag(Counter):
    def most_common(self, n=None):
        return [("x", 1)]


@cases(0, 1, 3)
def overridden(k):
    return Bag("abc").most_common(k)


class Shelf(Counter):
    pass


@cases(0, 1, 3)
def derived(k):
    return Shelf("abcc").most_common(k)


@cases(0, 1, 3)
def unbound(k):
    return Counter.most_common(Counter("abcc"), k)


@cases(0, 1, 3)
def keys_of(k):
    return [x for x, _ in Counter("abcca").most_common(k)]


@cases(0, 1, 3)
def known(k):
    words = "the cat the dog the end dog".split()
    return Counter(words).most_common(2)[0][1] + k, Counter(words).most_common()[-1]


@cases(0, 1, 3)
def mixed(k):
    c = Counter({1: k, 2: 1, 3: 1.5})
    return c.most_common(2)
