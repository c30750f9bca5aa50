"""Strings and lists of all kinds that are repeated a number of times that the program decides."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(2, 0)
def lists_times(n):
    r = [0, 1]
    p = [r] * n
    return p


@cases(2, 0)
def lists_times_changed(n):
    r = [0, 1]
    p = [r] * n
    r[0] = 5
    return p


@cases(2, 3, staged="refused AG024")
def lists_times_changed2(n):
    r = [0, 1]
    p = [r] * n
    p[0][1] = 5
    return p, r


@cases(2, 0)
def lists_times_new(n):
    return [[0]] * n


@cases(2, 0)
def rows_comp(n):
    g = [[0] * 3 for _ in range(n)]
    return g


@cases(2, 0)
def staged_cols(n):
    g = [[0] * n for _ in range(3)]
    g[1] = g[1] + [4]
    return g


@cases(2, 0)
def strs(n):
    return ["-"] * n, "ab" * n, ("x", 1) * n


@cases((2, 97), (0, 98))
def chr_times(n, c):
    return chr(c) * n


@cases((2, 97), (0, 98))
def choice_times(n, c):
    w = "yes" if c > 97 else "no"
    return w * n, (w + "!") * n, n * w


@cases((2, 97), (0, 98))
def in_loop(n, c):
    out = []
    for k in range(n):
        out.append(chr(c + k) * (k + n))
    return out, "".join(out)


@cases((0,), (1,), (2,))
def char_of_text(b):
    text = "abc"
    return [ch * b for ch in text], text[1] * b, text[-1] * (b + 1), "xyz"[0] * b


@cases((0,), (1,), (2,))
def words_of_text(b):
    out = []
    for w in "one two".split():
        out.append(w * b)
    for i, w in enumerate(["p", "q"]):
        out.append(w * (i + b))
    return out, str(7) * b, "ab".upper() * b


@cases((0,), (1,), (2,))
def dict_value(b):
    d = {"a": "x", "b": "y"}
    return [v * b for v in d.values()], [k * n for k, n in (("a", b), ("c", 2))]


@cases((0,), (1,), (2,))
def run_lengths(b):
    out = ""
    for ch, n in (("a", b), ("b", 2)):
        out += ch * n
    return out


@cases(4, 9, 14)
def numerals(n):
    table = dict(zip((10, 9, 5, 4, 1), "X IX V IV I".split()))
    out = ""
    for value, glyph in table.items():
        count, n = divmod(n, value)
        out += glyph * count
    return out


@cases(0, 2)
def lists_added(n):
    def padded(row, n):
        out = [7]
        out += row * n
        return out + n * row

    return padded([1, 2], n)


NUMERALS = [("X", 10), ("V", 5), ("I", 1)]


@cases(14, 3, 0)
def glyphs_of_a_table_of_the_module(n):
    parts = []
    for glyph, value in NUMERALS:
        count, n = divmod(n, value)
        parts.append(glyph * count)
    return parts


@cases(("ab", 3), ("", 2), ("x", 0))
def product_of_which_a_method_is_called(word, n):
    line = word * n
    return line.upper(), len(line)


@cases(("ab", 3), ("", 2), ("x", 0))
def annotated_as_a_string(word, n):
    def line(mark: str, count):
        return [mark * count]

    return line(word, n)


ENDLESS = ["x"]
ENDLESS.append(ENDLESS)
NESTED = [[[[[1]]]]]
UNITS = {"a": 2, "b": 3}


@cases(2, 0)
def tables_that_hold_themselves_and_deep_ones(n):
    return len(ENDLESS) * n, NESTED[0][0][0][0][0] * n


@cases(2, 0)
def marks_and_numbers_of_a_dict_of_the_module(n):
    return [mark * (n + times) for mark, times in UNITS.items()]


@cases(1994, 4, 0, 3888)
def marks_of_zipped_lists(n):
    out = []
    for value, mark in zip((1000, 500, 100), "M D C".split(), strict=True):
        count, n = divmod(n, value)
        out.append(mark * count)
    return "".join(out), n


@cases(3, 0)
def marks_that_are_defaults(n):
    def bar(count, mark="#", *, end="."):
        return mark * count + count * end

    return bar(n), bar(n, "ab", end="!")
