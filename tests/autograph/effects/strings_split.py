"""Strings that are split and stripped, of which tensors decide what they say."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 12, 345)
def words_added_up(n):
    text = f"x {n} + y"
    words = []
    word = ""
    for ch in text:
        if ch == " ":
            words.append(word)
            word = ""
        else:
            word += ch
    words.append(word)
    t = 0
    for w in words:
        if w.isdigit():
            t += int(w)
        elif w == "+":
            t += 1
    return t, words


@cases(0, 12, 345)
def three_parts(n):
    text = f"x,{n},y"
    _, b, c = text.split(",")
    return int(b), c


@cases(0, 12, 345)
def split_join(n):
    return "-".join(f"x {n} + y".split())


@cases(0, 12, 345)
def split_len(n):
    return len(f"x {n} + y".split())


@cases(0, 12, 345)
def parsed(n):
    return sum(int(p) for p in f"{n}.{n + 1}.3".split("."))


@cases(0, 12, 345)
def parsed_map(n):
    a, b = map(int, f"{n}.{n + 1}".split("."))
    return a * b


@cases(0, 12, 345)
def parsed_tuple(n):
    v = tuple(int(p) for p in f"{n}.{n + 1}.3".split("."))
    return v, v > (2, 3)


@cases(0, 12, 345)
def partitioned(n):
    a, sep, b = f"{n}={n + 1}".partition("=")
    return int(a) + int(b), sep


@cases(0, 12, 345)
def lines(n):
    out = []
    for line in f"a {n}\nb {n + 1}\n".splitlines():
        _, value = line.split()
        out.append(int(value))
    return out


@cases(0, 12, 345)
def words_by_length(n):
    words = f"one {n} three".split()
    return max(words, key=len), sorted(words), len(words[1])


@cases(0, 2, 34)
def staged_words(n):
    words = ("a bb ccc " * n).split()
    return len(words), words[:2]


@cases(0, 12, 345)
def parsed_by_a_map(n):
    x = f"{n}.{n + 1}".split(".")
    a, b = map(int, x)
    return a * b


@cases(0, 12, 345)
def parsed_by_a_list(n):
    a, b = list(map(int, f"{n}.{n + 1}".split(".")))
    return a * b


@cases(0, 12, -345)
def at_most_one(n):
    return f"{n},{n + 1},{n + 2}".split(",", 1), f"a,{n},b".rsplit(",", 1), f"{n}".split(",", maxsplit=2)


@cases(0, 12, -345)
def nothing_between(n):
    return f",{n},,{n}".split(","), f" {n}  {n} ".split(), f" {n}  {n} ".split(" ")


@cases(0, 12, -345)
def numbers_hold_the_separator(n):
    return f"{n}a{n}".split("1"), f"{n}-{n}".split("-"), len(f"{n}".split("2"))


@cases(0, 1, 3)
def truths(n):
    return f"{n > 1} {n > 2}".split(), f"{n > 1}".split("e")


@cases(0.5, 2.0)
def floats(x):
    return len(f"{x:.2f} {x:5.1f}".split("|")), f"{x} {x}".split(" "), f"{x},y".split(",")[1]


@cases(3, 12345)
def widths(n):
    return f"{n:6d}|{n:<6}|".split(), f"{n:03d}.{n:,}".split(".")


@cases(0, 2)
def either_of_two(n):
    name = "a b" if n > 1 else "c"
    return len(f"{name} {n}".split()), f"{name}|{n}".split("|")


@cases(0, 2)
def nothing_or_a_word(n):
    name = "" if n > 1 else "c"
    return f"x {name} {n}".split(), f"{name}{n} {name}".split()


@cases(0, 2, 5)
def words_of_a_loop(n):
    text = ""
    for i in range(n):
        text += "ab"[i % 2] + " " * (i % 3)
    return text.split(), text.split(" "), text.strip()


@cases(0, 2, 5)
def at_most_some_words(n):
    text = " a" * n
    return text.split(None, 1), text.split(maxsplit=2), (text + " ").split(None, 0)


@cases(0, 2, 5)
def from_the_right(n):
    text = "a," * n + "b"
    return text.rsplit(",", 2), text.rsplit(","), text.split(",", 2)


@cases(0, 2, 5)
def longer_separator(n):
    return ("ab::" * n + ":c").split("::"), f"{n}::{n}:".split("::")


@cases(0, 2, 5)
def lines_of_a_loop(n):
    text = ""
    for i in range(n):
        text += f"line {i}\n"
    return text.splitlines(), (text + "x").splitlines(), f"{n}\n\n{n}".splitlines(), f"{n}\n".splitlines()


@cases(0, 2)
def empty_separator(n):
    try:
        return f"{n} a".split("")
    except ValueError as error:
        return str(error)


@cases(0, 2, -7)
def stripped(n):
    return f"  {n} ".strip(), f"v{n}.".lstrip("v"), f"{n};;".rstrip(";"), f"0{n}0".strip("0"), f"x{n}".strip("x.")


@cases(0, 2, -7)
def stripped_and_split(n):
    major, minor = f"v{n}.{n + 1}\n".strip().lstrip("v").split(".")
    return int(major), int(minor)


@cases((3, 4), (0, -1))
def commands(a, b):
    total = 0
    for line in f"add {a}\nsub {b}\nadd {a + b}".splitlines():
        command, amount = line.split()
        if command == "add":
            total += int(amount)
        else:
            total -= int(amount)
    return total


@cases((3, 4), (0, -1))
def pairs_of_a_text(a, b):
    found = {}
    for pair in f"a={a};b={b}".split(";"):
        key, value = pair.split("=")
        found[key] = int(value)
    return found


@cases(0, 12)
def given_a_separator_that_is_chosen(n):
    return f"{n},1;2".split("," if n > 5 else ";")


@cases(0, 12)
def a_part_is_changed(n):
    parts = f"{n}.{n + 1}.3".split(".")
    parts[1] = "x"
    parts.append("y")
    return ".".join(parts)
