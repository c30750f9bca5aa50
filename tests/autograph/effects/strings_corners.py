"""Corners of strings of staged characters: letters that change their number, bounds, order, patterns and characters that
only the program knows.
"""

# ruff: noqa: UP031, UP032 - the older ways to make text are tested as well
from __future__ import annotations

import copy

from tests.autograph.effects.outcomes import cases


class Box:
    label = ""

    def __init__(self):
        self.text = ""
        self.words = ["a", "b"]

    def add(self, piece):
        self.text += piece
        return self


LETTERS = "abc3"


@cases(0, 2, 3)
def chained(n):
    b = Box()
    if n > 1:
        b.add("x").add(str(n))
    for i in range(n):
        b.add("yz"[i % 2])
    return b.text, len(b.text), b.text.upper()


@cases(0, 2, 700, 64)
def unknown_chars(n):
    c = chr(n + 60)
    return c == "<", c + "!", c in "<>", ord(c), len(c)


@cases(0, 2, 40, 64)
def unknown_changed(n):
    c = chr(n + 60)
    return c.upper(), c.isalpha(), c.lower() + c, (c * 2).swapcase()


@cases(0, 2)
def sharp(n):
    w = "straße" if n else "ΑΣ"
    return w.upper(), w.lower(), [c.upper() for c in w], len(w.upper())


@cases(0, 2)
def spelled_sharp(n):
    w = ""
    for i in range(n + 1):
        w += "ßa"[i % 2]
    return w.upper(), w.title(), w.capitalize(), w.casefold()


@cases(0, 2, staged="refused AG055")
def sigma(n):
    w = ""
    for i in range(n + 1):
        w += "ΑΣ"[i % 2]
    return w.lower()


@cases(0, 3)
def negative_slices(n):
    s = str(n + 1234)
    return s[-2:], s[:-1], s[::2], s[1:3], s[5:], s[-10:2], s[n:], s[:n], s[-1:0:-1]


@cases(0, 3, 9)
def index_error(n):
    return str(n + 5)[n]


@cases(0, 3, 9)
def index_error_caught(n):
    try:
        return str(n)[1]
    except IndexError as e:
        return str(e)


@cases(0, 3)
def find_missing(n):
    s = str(n)
    try:
        return s.index("3")
    except ValueError as e:
        return str(e)


@cases(0, 3, 10)
def int_errors(n):
    s = "x" * (n // 10) + str(n)
    return int(s)


@cases(0, 3)
def ints_signs(n):
    return int("-" + str(n)), int(" " + str(n) + " "), int("+" + str(n)), int("1_" + str(n))


@cases(0, 3)
def counts(n):
    s = "ab" * n + "aba"
    return s.count("ab"), s.count("aba"), s.find("ba", n), s.rfind("ab"), s.replace("aba", "-"), s.replace("a", "", 1)


@cases(0, 3)
def strips(n):
    s = " " * n + "x y" + " " * 2
    return s.strip(), s.lstrip(), s.rstrip(), s.strip(" x"), len(s), s.title(), s.isspace()


@cases(0, 3)
def order(n):
    s = "b" * n
    return s < "bb", s <= "bbb", s > "", s >= "c", s == "bbb", s != "", bool(s), not s, s or "empty", s and "full"


@cases(0, 3)
def carried_pair(n):
    a, b = "", "x"
    for i in range(n):
        a, b = b, a + str(i)
    return a, b


@cases(0, 3)
def while_true(n):
    s = "a"
    while True:
        if len(s) > n:
            return s
        s += "bc"


@cases(0, 3)
def nested(n):
    rows = ""
    for i in range(n):
        row = ""
        for j in range(i + 1):
            row += "*"
        rows += row + "\n"
    return rows


@cases(0, 3)
def returned_tuple(n):
    s = ""
    for i in range(n):
        s += "a"
    return {"s": s, "n": [s, len(s)]}, (s, s + "b")


@cases(0, 3)
def generator(n):
    def chars(k):
        for i in range(3):
            yield "ab"[(i + k) % 2]

    return "".join(chars(n)), "".join(c.upper() for c in chars(n))


@cases(0, 3)
def match_text(n):
    s = str(n)
    match s:
        case "0":
            return "zero"
        case "3":
            return "three"
    return "other"


@cases(0, 3)
def match_spelled(n):
    s = ""
    for i in range(n):
        s += "ab"[i % 2]
    match s:
        case "aba":
            return 1
        case "":
            return 0
    return -1


@cases(0, 3)
def in_set(n):
    s = str(n)
    return s in {"3", "x"}, s in ["0"], s not in ("3",), ("0", 1) == (s, 1)


@cases(0, 3)
def aug_mul(n):
    s = "ab" if n else "c"
    s *= 3
    t = str(n)
    t *= 2
    return s, t


@cases(0, 3)
def format_spelled(n):
    s = ""
    for i in range(n):
        s += "ab"[i % 2]
    return f"[{s:>5}]", f"{s!r}", "%s!" % s, "{}".format(s), f"{s}" + s, len(f"[{s:>5}]"), str(s), "<" + s + ">"


@cases(0, 3)
def spelled_in_error(n):
    s = ""
    for i in range(n):
        s += "ab"[i % 2]
    if n > 1:
        raise KeyError(s)
    return s


@cases(0, 3)
def globals_text(n):
    return LETTERS[n] + LETTERS[:n], LETTERS.find(str(n)), LETTERS[n] * n


@cases((0, 1), (3, 2))
def two_choices(n, k):
    a = ["x", "yy", "zzz", "w"][n]
    b = ["p", "qq", "r"][k]
    return a + b, a < b, a in b, a.replace(a[0], b), b.join(["1", a, "2"]), (a + b).index(b), len(a) + len(b)


@cases(0, 3)
def set_dict_store(n):
    d = {}
    for i in range(3):
        d["ab"[(i + n) % 2]] = i
    return d


@cases(0, 3)
def is_instance(n):
    s = str(n)
    t = ""
    for i in range(n):
        t += "a"
    return isinstance(s, str), isinstance(t, str), type(t) is str, isinstance(t, int)


@cases(0, 3, jax="refused AG034")
def listing(n):
    s = "b" * n + "ac"
    return (
        list(s),
        sorted(s),
        sorted(s, reverse=True),
        [c for c in s if c != "b"],
        list(enumerate(s)),
        set(s) == {"a", "c"},
        max(s),
        list(reversed(s)),
        any(c == "b" for c in s),
        list(zip(s, "xyz")),
    )


@cases(0, 3, 1)
def unpacked_where_it_has_as_many(n):
    text = "ab"
    if n > 1:
        text = "ba a"
    first, second = text
    return first, second


@cases(0, 3, 1)
def unpacked_with_a_handler(n):
    text = "ab"
    if n > 1:
        text = "ba a"
    try:
        first, second = text
    except ValueError:
        return "unlike"
    return first, second


@cases(0, 3)
def strings_copied(n):
    text = "ab" if n > 1 else "ba a"
    grown = ""
    for i in range(n):
        grown += "abc"[i]
    return copy.copy(text), copy.deepcopy(grown), copy.copy(f"{n}"), copy.copy(grown)


@cases(0, 3)
def characters_of_what_may_be_none(n):
    pair = found = None
    if n > 1:
        pair, found = (n, "a"), [n, 1]
    return str(pair).upper(), len(str(found)), str(found)[0]


@cases(0, 1, 3)
def widths_and_prefixes_that_tensors_decide(n):
    part = "ab" if n > 1 else "abc"
    return "7".zfill(n), "-7".zfill(n + 2), str(n).zfill(n), "abcd".removeprefix(part), "xab".removesuffix(part)
