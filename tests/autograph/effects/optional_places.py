"""Places in a container that are None until one is found: they are tested for None and then looked at."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((4, 3), (1, 9))
def the_fullest_place_that_fits(a, b):
    bins = [3]
    for item in [a, 5, b]:
        best = None
        for i, free in enumerate(bins):
            if item <= free and (best is None or free < bins[best]):
                best = i
        if best is None:
            bins.append(10 - item)
        else:
            bins[best] -= item
    return bins


@cases(3, 7, 0)
def lowest_place_in_an_if(t):
    xs = [5, t, 2]
    low = None
    for i in range(3):
        if xs[i] > 1 and (low is None or xs[i] < xs[low]):
            low = i
    return low if low is None else xs[low]


@cases(3, 7, 0)
def lowest_place_in_a_while(t):
    xs = [5, t, 2, 8]
    low = None
    i = 0
    while i < 4 and (low is None or xs[i] <= xs[low]):
        if xs[i] % 2:
            low = i
        i += 1
    return low, i


@cases(3, 7, 0)
def lowest_place_in_a_staged_loop(n):
    xs = [5, 3, 2, 8, 1, 0, 4]
    low = None
    for i in range(n):
        if low is None or xs[i] < xs[low]:
            low = i
    if low is not None:
        xs[low] += 10
    return low, xs


def better(scores, best, i):
    return best is None or scores[i] > scores[best]


@cases(3, 7, 0)
def highest_place_by_a_function(t):
    scores = [t, 4, 6]
    best = None
    for i in range(3):
        if scores[i] > 3 and better(scores, best, i):
            best = i
    return best


@cases(3, 7, 0)
def places_in_a_filter(t):
    table = [10, 20, 30]
    places = [1 if t > 2 else None, None if t > 5 else 2, 0]
    return [table[p] for p in places if p is not None and table[p] > 5]


@cases(3, 7, 0)
def key_of_the_lowest_value(t):
    prices = {"a": 3, "b": t, "c": 5}
    best = None
    for name in prices:
        if prices[name] > 2 and (best is None or prices[name] < prices[best]):
            best = name
    return best


@cases(3, 7, 0)
def none_is_a_key(t):
    prices = {None: -1, 1: 5}
    k = 1 if t > 4 else None
    return prices[k], k is None or prices[k] > 3


@cases(3, 7, 0)
def none_is_no_index(t):
    xs = [1, 2, 3]
    k = 1 if t > 4 else None
    return xs[k]


@cases(3, 7, 0)
def stored_where_it_is_a_place(t):
    xs = [1, 2, 3]
    k = 1 if t > 4 else None
    if k is not None:
        xs[k] = 9
        del xs[k]
    return xs


@cases(3, 7, 0)
def stored_where_it_is_none(t):
    xs = [1, 2, 3]
    k = 1 if t > 4 else None
    xs[k] = 9
    return xs


@cases(3, 7, 0)
def place_of_the_largest_pair(t):
    pairs = [(3, "x"), (t, "y"), (4, "z")]
    best = None
    for k, (v, name) in enumerate(pairs):
        if best is None or v > pairs[best][0]:
            best = k
    return pairs[best][1] if best is not None else None


@cases(3, 7, 0)
def place_of_a_character(t):
    word = "hello"
    k = None
    for i in range(t):
        if k is None or word[k] < word[i % 5]:
            k = i % 5
    return k, "" if k is None else word[k]


@cases(3, 7, 0)
def place_in_a_list_that_grows(t):
    out = []
    last = None
    for i in range(t):
        if last is None or out[last] < i:
            out.append(i * 2)
            last = len(out) - 1
    return out, last


@cases(3, 7, 0)
def none_is_no_index_and_caught(t):
    xs = [1, 2, 3]
    k = 1 if t > 4 else None
    try:
        return xs[k]
    except TypeError as e:
        return str(e)


@cases(3, 7, 0)
def places_in_conditions_that_are_kept(t):
    xs = [4, 1, 6]
    k = None
    seen = 0
    for i, x in enumerate(xs):
        if k is not None and xs[k] > x:
            seen += 1
        if x > t:
            k = i
    ok = k is not None and xs[k] == 6
    return seen, ok, not (k is None or xs[k] < 5)


@cases(3, 7, 0)
def place_in_a_list_under_a_staged_key(t):
    groups = {}
    best = None
    for i in range(t):
        groups.setdefault(i % 3, []).append(i)
        if best is None or groups[0][best] < i:
            best = len(groups[0]) - 1
    return best, groups


@cases(3, 7, 0)
def looked_up_what_may_be_none(t):
    d = {None: 4, 2: 5}
    k = 2 if t > 3 else None
    j = 1 if t > 3 else None
    return d.get(k, 0), d.get(j, 8), {2: 3}.get(k, 1)
