"""Strings of staged characters that are searched, split, compared and changed, in functions, objects and errors."""

# ruff: noqa: UP031 - the older ways to make text are tested as well
from __future__ import annotations

import string

from tests.autograph.effects.outcomes import cases


@cases(0, 7)
def constant_receiver(n):
    word = "cab" if n else "bad"
    return (
        "abcdef".find(word[0]),
        "abcdef".index(word[1]),
        "banana".count(word[2]),
        "xyz".startswith(word),
        "a-b".split(word[0]),
        "abc".replace("b", word),
        "_".join(word),
        "abc".rjust(n),
    )


@cases(0, 7)
def letter_values(n):
    word = "cab" if n else "bad"
    return (
        [string.ascii_lowercase.index(c) for c in word],
        sum(ord(c) - 96 for c in word),
        sum("abcd".find(c) for c in word),
    )


@cases(0, 7)
def frequency(n):
    word = "mississippi" if n else "banana"
    return {c: word.count(c) for c in "isp"}, max(word.count(c) for c in "isp")


@cases(0, 7)
def enumerate_pairs(n):
    word = "kitten" if n else "mitten"
    other = "sitting" if n else "sittin"
    return sum(a != b for a, b in zip(word, other)), [i for i, c in enumerate(word) if c == "t"]


@cases(0, 7)
def edit_distance(n):
    a = "kit" if n else "sat"
    b = "sit"
    d = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        prev = d[0]
        d[0] = i
        for j in range(1, len(b) + 1):
            cur = d[j]
            d[j] = min(d[j] + 1, d[j - 1] + 1, prev + (a[i - 1] != b[j - 1]))
            prev = cur
    return d[-1]


@cases(0, 7)
def unique(n):
    word = "hello" if n else "world"
    out = ""
    for ch in word:
        if ch not in out:
            out += ch
    return out


@cases(0, 7)
def snake(n):
    name = "camelCase" if n else "HelloWorldAgain"
    out = ""
    for ch in name:
        if ch.isupper() and out:
            out += "_"
        out += ch.lower()
    return out


@cases(0, 7, staged="refused AG033")
def camel(n):
    name = "snake_case" if n else "a_b_c"
    head, *rest = name.split("_")
    return head + "".join(p.title() for p in rest)


@cases(0, 7)
def morse(n):
    table = {"s": "...", "o": "---"}
    word = "sos" if n else "oso"
    return " ".join(table[c] for c in word)


@cases(0, 7)
def parse_int(n):
    text = "42" if n else "-17"
    sign = 1
    if text[0] == "-":
        sign, text = -1, text[1:]
    value = 0
    for ch in text:
        value = value * 10 + "0123456789".index(ch)
    return sign * value, int(text)


@cases(0, 7)
def parse_float(n):
    text = "3.5" if n else "10.25"
    whole, _, frac = text.partition(".")
    return int(whole) + int(frac) / 10 ** len(frac), float(text)


@cases(0, 1, 2)
def bad_int(n):
    text = ["1", "two", ""][n]
    try:
        return int(text)
    except ValueError:
        return -1


@cases(0, 1, 2)
def bad_int_raised(n):
    return int(["1", "two", "three"][n])


@cases(0, 1, 2, 5)
def bad_letter(n):
    return "abc"[n].upper()


@cases(0, 7)
def command(n):
    line = "push 5" if n else "add"
    parts = line.split()
    if parts[0] == "push":
        return int(parts[1])
    return -1


@cases(0, 7)
def startswith_chain(n):
    line = "# comment" if n > 5 else "key=value" if n else ""
    if not line:
        return "empty"
    if line.startswith("#"):
        return "comment"
    key, _, value = line.partition("=")
    return key.strip() + "->" + value


@cases(3, 10)
def number_pattern(n):
    return "".join(str(i % 10) for i in range(n)), "".join("#" if i % 2 else "." for i in range(n))


@cases(3, 10)
def joined_loop(n):
    out = ""
    for i in range(n):
        if out:
            out += ", "
        out += str(i)
    return out


@cases(3, 10)
def first_sep(n):
    out = ""
    sep = ""
    for i in range(n):
        out += sep + str(i * i)
        sep = "+"
    return out + "=" + str(sum(i * i for i in range(n)))


@cases(0, 1, 5)
def none_then_text(n):
    best = None
    for word in ["pear", "fig", "banana"]:
        if len(word) > n and (best is None or len(word) < len(best)):
            best = word
    return best, best is None or best.upper()


@cases(0, 1, 5)
def longest(n):
    words = ["a" * n, "bb", str(n) * 2]
    return max(words, key=len), max(len(w) for w in words), sorted(len(w) for w in words)


@cases(0, 1, 5)
def while_len(n):
    s = str(n)
    while len(s) < 4:
        s = "0" + s
    return s


@cases(0, 1, 500)
def additive_persistence(n):
    steps = 0
    while len(str(n)) > 1:
        n = sum(map(int, str(n)))
        steps += 1
    return steps, n


@cases(1, 89, 10)
def reverse_add(n):
    for _ in range(3):
        if str(n) == str(n)[::-1]:
            break
        n += int(str(n)[::-1])
    return n


@cases(7, 120)
def harshad(n):
    return n % sum(int(c) for c in str(n)) == 0


@cases(7, 120)
def contains_digit(n):
    return (
        "2" in str(n),
        str(2) in str(n),
        any(c == "1" for c in str(n)),
        all(c.isdigit() for c in str(n)),
        str(n).index("0") if "0" in str(n) else -1,
    )


@cases(7, 120)
def concatenated_number(n):
    text = ""
    k = 1
    while len(text) < 9:
        text += str(n * k)
        k += 1
    return text, "".join(sorted(text[:9])) == "123456789"


@cases(0, 1)
def html(n):
    tag = "b" if n else "i"
    return f"<{tag}>{n}</{tag}>", f"<{tag.upper()}>", "<%s id='%d'>" % (tag, n), f"{tag!r}: {n!r}"


@cases(0, 1, 12)
def thousands(n):
    n = n * 100000 + 5
    s = str(n)
    out = ""
    while len(s) > 3:
        out = "," + s[-3:] + out
        s = s[:-3]
    return s + out


@cases(0.0, 1.5)
def float_text(x):
    return f"{x:.2f}", str(x), f"{x:>8.1f}|", "%.3f" % x, f"{x:e}"


@cases(0.0, 1.5, staged="refused AG055")
def float_text_searched(x):
    return len(f"{x:.2f}")


@cases(0, 3)
def bool_text(n):
    return (
        str(n > 1),
        f"{n > 1}",
        str(n > 1).lower(),
        len(str(n > 1)),
        "yes" if str(n > 1) == "True" else "no",
        repr(n == 3),
    )


@cases(0, 3)
def list_text(n):
    xs = [n, n + 1]
    return str(xs), f"{xs}", len(str(xs)), str((n,)), str({"a": n}), str(xs)[1:-1]


@cases(0, 3)
def in_dict_value(n):
    state = {"name": "", "log": ""}
    for i in range(3):
        if i < n:
            state["name"] += "x"
        state["log"] += str(i)
    return state


@cases(0, 3)
def returned_from(n):
    def label(k):
        if k == 0:
            return "zero"
        out = ""
        while k > 0:
            out = "ab"[k % 2] + out
            k //= 2
        return out

    return label(n), label(n + 1) + "!", len(label(n * 2))


@cases(0, 3, jax="refused AG038")
def dataclass_text(n):
    from dataclasses import dataclass

    @dataclass
    class P:
        name: str
        n: int

    p = P("a" if n else "b", n)
    return f"{p.name}:{p.n}", p.name == "a", p


@cases(0, 3)
def ternary_chain(n):
    mood = ":)" if n > 2 else ":|" if n > 1 else ":("
    return mood * 2, mood[::-1], mood + str(n), f"[{mood:^6}]"


@cases(0, 3)
def encode(n):
    return "".join(f"{ord(c) + n:02x}" for c in "hi"), "".join(chr(ord(c) ^ n) for c in "key")


@cases(0, 3)
def decode(n):
    return "".join(chr(int(p, 16)) for p in ["68", "69"]) * n


@cases(0, 3)
def isbn(n):
    digits = "030640615" + str(n)
    total = 0
    for i, d in enumerate(digits):
        total += (10 - i) * (10 if d == "X" else int(d))
    return total % 11


@cases(2, 7)
def mirrored(n):
    half = ""
    for i in range(1, n):
        half += str(i)
    return half + str(n) + half[::-1]


@cases(0, 2, 3)
def first_and_last_of_several_strings(n):
    one, other = "a" if n else "d", "b" if n > 2 else "e"
    return max(["c", one]), min([one, other]), max((one, other, "bb")), max([one, "b"], default="z"), max([one])


@cases(0, 2)
def first_and_last_of_strings_of_staged_length(n):
    word = "a" * n
    return max([word, "aab"]), min((word, "aab", "c")), max([str(n), "1"], key=str)


@cases(0, 3)
def last_of_strings_and_numbers(n):
    word = "a" if n else "d"
    try:
        return max([word, 1])
    except TypeError:
        return "unlike"


LINES = ["a=1", "b = two", "# note", "c"]


@cases(0, 1, 2, 3)
def part_of_a_line(i):
    line = LINES[i]
    return "=" in LINES[i], "= " not in line, line.count("=") > 0


@cases((1, 2), (4, 3), (0, 1))
def whether_a_string_is_one_of_a_few(n, k):
    marks = ["I" if x % 2 else "S" for x in (n, k, n + k)]
    if "I" in (marks[0], marks[1]):
        return "S" not in (marks[0], marks[2]), "I" in [marks[2]], sum("I" in (marks[i - 1], "x") for i in range(k))
    return "S" in marks[:2], "I" in marks[1:]


@cases((1, 2), (4, 3), (0, 1))
def whether_a_string_is_a_part_of_a_sum(n, k):
    s = "a" if n > 2 else "b"
    t = s * k
    return "a" in t, "a" in (t, s), "ab" in t + s, "ab" in s + "b", "ab" not in "a" + t


@cases(1, 40)
def part_of_a_line_of_a_text(n):
    text = f"[first]\na = {n}\nbad line\nq={n}0"
    section, values, errors = None, {}, 0
    for raw in text.splitlines():
        line = raw.strip()
        if line[0] == "[" and line[-1] == "]":
            section = values.setdefault(line[1:-1], {})
        elif "=" in line and section is not None:
            key, _, value = line.partition("=")
            section[key.strip()] = int(value)
        else:
            errors += 1
    return values, errors


@cases(3, 40)
def part_of_what_is_taken_out(n):
    first, *rest = f"{n};{n + 1};x".split(";")
    found = [word for word in rest if "1" in word or "x" in word]
    return "4" in first, "4" not in first.strip("0"), found, [("0" in a, "4" in b) for a, b in [(first, rest[0])]]
