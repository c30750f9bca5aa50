"""Counters whose counts or keys are staged: sums, differences, what they share, comparisons, elements."""

from __future__ import annotations

from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (2, 2), (3, 1))
def counters_arithmetic(a, b):
    left = Counter([a, a, b, 3])
    right = Counter([b, 3, 3])
    plus = left + right
    minus = left - right
    both = left & right
    either = left | right
    return (sorted(plus.items()), sorted(minus.items()), sorted(both.items()), sorted(either.items()), plus.total())


@cases((1, 2), (2, 2), (3, 1))
def counters_most_common(a, b):
    votes = Counter()
    for v in [a, b, a, 3, b, a]:
        votes[v] += 1
    winner, count = votes.most_common(1)[0]
    return winner, count, list(votes.elements()), votes <= Counter([a, a, a, b, b, 3])


@cases((1, 2), (2, 2))
def counter_words(a, b):
    words = ["x", "y", "z"]
    counts = Counter(words[i] for i in (a, b, 0, a))
    return counts.most_common(2), counts.total(), counts["q"]


@cases((3, 1), (0, 2))
def counter_of_names(a, b):
    have = Counter({"egg": a, "milk": b})
    need = Counter(egg=2, milk=1)
    missing = need - have
    both = have & need
    either = have | need
    return (
        missing["egg"],
        missing["milk"],
        sum(both.values()),
        sum(either.values()),
        have >= need,
        (+have).total(),
        (have + need)["egg"],
    )


@cases((1, 2), (2, 2), (3, 1))
def in_place(a, b):
    c = Counter([a, b])
    c += Counter([a, 3])
    c -= Counter({b: 1})
    first = dict(c)
    c |= Counter({3: 2, 7: b})
    c &= Counter({3: 1, 7: 5, a: 1})
    return first, c


@cases((1, 2), (2, 2), (3, 1), (0, 0))
def plain_in_place(a, b):
    c = Counter(x=a, y=b)
    c += Counter(x=1)
    c -= Counter(y=1, z=a)
    n = len(c)
    c |= Counter(q=b)
    c &= Counter(x=2, q=1)
    return n, c


@cases((1, 2), (2, 2), (3, -1), (0, 0))
def unary(a, b):
    c = Counter(x=a, y=b)
    t = Counter({a: b, 9: -1})
    return +c, -c, +t, -t


@cases((1, 2), (2, 2), (3, 1), (0, 0))
def compared(a, b):
    c = Counter(x=a, y=b)
    d = Counter(x=1, y=2)
    t = Counter([a, b])
    return c <= d, c < d, c >= d, c > d, t <= Counter([1, 2]), t == Counter([1, 2]), t != Counter([b, a])


@cases((1, 2), (2, 0), (3, 1), (0, 0))
def elements_of(a, b):
    c = Counter(x=a, y=b)
    t = Counter({a: b, 9: 1})
    return list(c.elements()), sorted(t.elements()), sum(t.elements())


@cases((1, 2), (2, 0), (3, 1), (0, 0))
def kept_after(a, b):
    wanted = Counter(egg=2, milk=1, flour=b)
    have = Counter(egg=a, flour=3)
    missing = wanted - have
    if missing:
        return sorted(missing.items())
    return "enough"


@cases((1, 2), (2, 0))
def anagrams(a, b):
    def letters(n):
        return Counter(str(n * 37 + 11))

    return letters(a) == letters(b), sum((letters(a) & letters(b)).values())


@cases((5, 3), (2, 0))
def basket(a, b):
    cart = Counter()
    cart["apple"] += a
    cart["pear"] += b
    cart.subtract({"apple": 3})
    owed = +cart
    return owed, owed.total(), cart["plum"], owed.most_common(1)


@cases((4, 1), (5, 3), (2, 2))
def shopping_cart_offers(apples, pears):
    prices = {"apple": 3, "pear": 5}
    cart = Counter(apple=apples, pear=pears)
    subtotal = sum(prices[k] * n for k, n in cart.items())
    offers = []
    if (free := cart["apple"] // 3) > 0:
        offers.append(("3 for 2", -3 * free))
    if cart["apple"] and cart["pear"] and cart.total() % 2 == 0:
        offers.append(("mixed", -1))
    cart.subtract({"apple": 1})
    return subtotal + sum(v for _, v in offers), offers, +cart
