"""Lists of strings of which each iteration of a loop makes longer ones: Gray codes, all words."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3,), (1,), (0,))
def gray_code(n):
    codes = [""]
    for _ in range(n):
        codes = ["0" + s for s in codes] + ["1" + s for s in reversed(codes)]
    return codes


@cases((3,), (1,), (0,))
def gray_code_by_a_slice(n):
    codes = ["0", "1"]
    for _ in range(n):
        codes = ["0" + s for s in codes] + ["1" + s for s in codes[::-1]]
    return codes, len(codes), codes[-1]


@cases((3,), (1,), (0,))
def all_words(n):
    words = [""]
    for _ in range(n):
        words = [word + c for word in words for c in "ab"]
    return words


@cases((5,), (1,), (0,))
def one_more_each_time(n):
    out = [""]
    for _ in range(n):
        out = [*out, out[-1] + "x"]
    return out, "xx" in out


@cases((5,), (1,), (0,))
def until_there_are_enough(n):
    out = ["a"]
    while len(out) < n:
        out = [s + "b" for s in out] + ["c"]
    return out, sorted(out)


@cases((4,), (1,), (0,))
def in_tuples_with_numbers(n):
    rows = [(0, "")]
    for i in range(n):
        rows.append((i, rows[-1][1] + "ab"[i % 2]))
    return rows


@cases((4, 2), (1, 1), (0, 3), staged="refused AG051")
def some_are_longer(n, k):
    rows = [""]
    for i in range(n):
        if i % 2 == k % 2:
            rows.append(rows[-1] + "x")
        else:
            rows.append("y")
    return rows, rows.count("y")


@cases((3,), (1,), (0,))
def as_many_as_before(n):
    words = ["a", "b"]
    for _ in range(n):
        words = [word + "!" for word in words]
    return words


@cases((5, 2), (1, 0), (3, 3))
def table_of_texts(n, k):
    best = [""] * (n + 1)
    best[0] = str(k)
    for c in range(1, n + 1):
        best[c] = best[c - 1] + str(c)
    return best[n], best


@cases((5,), (1,), (3,))
def table_of_numbers_and_texts(n):
    best = [(0, "")] * (n + 1)
    for c in range(1, n + 1):
        number, path = best[c - 1]
        best[c] = (number + 1, path + str(c))
    return best[n]


@cases((5,), (1,), (3,))
def longer_after_they_are_added(n):
    texts = []
    for c in range(n):
        texts.append(str(c))
        texts[c // 2] += "x"
    return texts, [len(text) for text in texts]
