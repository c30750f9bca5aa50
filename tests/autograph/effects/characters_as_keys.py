"""Dicts and sets whose keys are characters that may be any, `chr(n)`, and the order of such characters."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.autograph.effects.outcomes import cases


def characters(step, mod):
    return [chr(97 + (i * step * i) % mod) for i in range(8)]


@cases((3, 10), (5, 7))
def last_places(step, mod):
    last = {}
    for i, c in enumerate(characters(step, mod)):
        last[c] = i
    return last


@cases((3, 10), (5, 7))
def counted(step, mod):
    counts = {}
    for c in characters(step, mod):
        counts[c] = counts.get(c, 0) + 1
    return counts, max(counts.values())


@cases((3, 10), (5, 7))
def counted_by_counter(step, mod):
    counts = Counter("".join(characters(step, mod)))
    return counts.most_common(2), counts["a"]


@cases((3, 10), (5, 7))
def grouped(step, mod):
    places = defaultdict(list)
    for i, c in enumerate(characters(step, mod)):
        places[c].append(i)
    return dict(places)


@cases((3, 10), (5, 7))
def met_before(step, mod):
    seen = set()
    again = 0
    for c in characters(step, mod):
        if c in seen:
            again += 1
        seen.add(c)
    return sorted(seen), again, len(seen)


@cases((3, 10), (5, 7))
def set_of_them(step, mod):
    seen = set(characters(step, mod))
    seen.discard("a")
    return sorted(seen), "b" in seen


@cases((3, 10), (1, 7), (0, 1))
def longest_without_repetition(step, mod):
    text = "".join(characters(step, mod))
    start, last, best = 0, {}, ""
    for i, c in enumerate(text):
        if c in last and last[c] >= start:
            start = last[c] + 1
        last[c] = i
        if i - start + 1 > len(best):
            best = text[start : i + 1]
    return best


@cases((3, 10), (5, 7))
def beside_keys_that_are_known(step, mod):
    counts = {"a": 10, "z": 20}
    for c in characters(step, mod):
        if c in counts:
            counts[c] += 1
        else:
            counts.setdefault(c, 1)
    del counts["z"]
    return counts


@cases((3, 7), (7, 3), (5, 5))
def compared(a, b):
    one, other = chr(97 + a), chr(97 + b)
    return one < other, one <= other, one > other, one >= "d", max(one, other), sorted([one, other, "e"])


@cases((3, 7), (7, 3), (5, 5), (300, 700), (70, 60))
def beyond_any_table(a, b):
    return chr(a) < chr(b), chr(a) >= chr(b)


@cases((3, 7), (7, 3), (5, 5))
def texts_of_them_compared(a, b):
    one, other = chr(97 + a) + "x", "x" + chr(97 + b)
    return one < other, other <= "xf", one > "d", min(one, other)
