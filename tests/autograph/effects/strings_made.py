"""Strings that loops make longer, numbers shown in other bases, padded and grouped, and lines put together of them."""

# ruff: noqa: UP031, UP032 - the older ways to make text are tested as well
from __future__ import annotations

import string

from tests.autograph.effects.outcomes import cases


@cases(5, 0, 255, -3)
def to_binary(n):
    if n == 0:
        return "0"
    sign, n = ("-", -n) if n < 0 else ("", n)
    s = ""
    while n:
        s = "01"[n & 1] + s
        n >>= 1
    return sign + s


@cases((3, 0), (0, 0), (29, 1))
def caesar_word(shift, up):
    out = ""
    for ch in "hello z":
        if not ch.isalpha():
            out += ch
            continue
        c = chr((ord(ch) - 97 + shift) % 26 + 97)
        out += c.upper() if up else c
    return out


@cases(1, 4, 9, 14, 28)
def roman(n):
    table = [
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ]
    out = ""
    for value, letters in table:
        while n >= value:
            out += letters
            n -= value
    return out


@cases(0, 7, 35, 36, 1000)
def base36(n):
    digits = string.digits + string.ascii_lowercase
    if n == 0:
        return "0"
    out = ""
    while n > 0:
        n, d = divmod(n, 36)
        out = digits[d] + out
    return out


@cases(1, 2, 26, 27, 703)
def column_name(n):
    name = ""
    while n > 0:
        n, rest = divmod(n - 1, 26)
        name = chr(65 + rest) + name
    return name


@cases(0, 121, 123, 1001)
def palindrome(n):
    s = str(n)
    return s == s[::-1]


@cases(0, 121, 98765)
def digit_sum(n):
    return sum(int(d) for d in str(n)), max(str(n)), min(str(n)), sorted(str(n)), len(set(str(n)))


@cases(0, 153, 154)
def armstrong(n):
    s = str(n)
    return sum(int(d) ** 3 for d in s) == n


@cases(12, 1000, 1234567, -1234567)
def grouped(n):
    return f"{n:,}", f"{n:_}", len(f"{n:,}"), f"{n:,}".replace(",", ".")


@cases(0, 5, 42)
def padded(n):
    return (
        str(n).zfill(4),
        str(n).rjust(5),
        str(n).ljust(5, "."),
        str(n).center(6),
        f"{n:05d}",
        f"{n:>6}|",
        f"{n:<6}|",
        f"{n:^7}|",
    )


@cases(0, 5, 42, -42)
def padded_length(n):
    return len(str(n).zfill(4)), len(f"{n:05d}"), f"{n:05d}"[0], f"{n:+d}"[0]


@cases(0, 5, 255)
def number_bases(n):
    return (
        bin(n)[2:],
        hex(n)[2:].upper(),
        oct(n)[2:],
        format(n, "b").count("1"),
        len(bin(n)),
        f"{n:08b}"[-1],
        f"{n:x}" == "ff",
    )


@cases(0, 1, 2)
def chosen_methods(n):
    word = ["apple", "Banana split", ""][n]
    return (
        word.title(),
        word.swapcase(),
        word.capitalize(),
        word.strip("a"),
        word.replace("a", "o"),
        word.count("a"),
        word.find("n"),
        word.zfill(7),
        word.split(),
        word.partition(" "),
    )


@cases(0, 1, 2)
def chosen_walk(n):
    word = ["level", "abc", ""][n]
    vowels = 0
    out = []
    for i, ch in enumerate(word):
        if ch in "aeiou":
            vowels += 1
        out.append(ch.upper() if i % 2 == 0 else ch)
    return vowels, "".join(out), word == word[::-1]


@cases(0, 1, 2)
def rle(n):
    text = ["aaabcc", "", "zz"][n]
    out = ""
    count = 0
    prev = ""
    for ch in text:
        if ch == prev:
            count += 1
        else:
            if count:
                out += prev + str(count)
            prev = ch
            count = 1
    if count:
        out += prev + str(count)
    return out


@cases(0, 3, 10)
def collatz_text(n):
    steps = []
    while n > 1:
        steps.append("e" if n % 2 == 0 else "o")
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    path = "".join(steps)
    return path, path.count("e"), len(path), "oe" in path


@cases(0, 3, 5)
def report(n):
    lines = []
    for i in range(3):
        mark = "*" if i < n else "-"
        lines.append(f"{i}: {mark * 3}")
    return "\n".join(lines)


@cases(0, 3, 5)
def triangle(n):
    rows = []
    for i in range(1, n + 1):
        rows.append("*" * i)
    return "\n".join(rows)


@cases(0, 3, 5)
def bar(n):
    line = "#" * n + "." * (10 - n)
    return "[" + line + "]", len(line), line[0], line.count("#")


@cases((0, 4), (4, 4), (8, 2), (1, 7))
def tic_tac_toe(x, o):
    board = [" "] * 9
    board[x] = "X"
    if board[o] != " ":
        raise ValueError("taken")
    board[o] = "O"
    return "".join(board), "|".join(board[:3]), "/".join("".join(board[3 * r : 3 * r + 3]) for r in range(3))


@cases(0, 3)
def keys(n):
    counts = {}
    for ch in "abca":
        key = ch.upper() if n > 2 else ch
        counts[key] = counts.get(key, 0) + 1
    return sorted(counts.items())


@cases(0, 3, 40)
def message(n):
    if len(str(n)) > 1:
        raise ValueError(f"too long: {str(n)[::-1]}")
    return "ok"


@cases(0, 3)
def parity_word(n):
    word = "odd" if n % 2 else "even"
    return (
        f"{word:>6}",
        f"{word!r}",
        "%-6s|" % word,
        word.upper() + str(n),
        word[0],
        word[-1],
        word[::-1],
        len(word) * n,
    )


@cases(12, 305)
def spoken(n):
    names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return " ".join(names[int(d)] for d in str(n))


@cases(0, 9, 10, 99)
def int_of_text(n):
    return int(str(n) + "1"), int("1" + str(n)), int(str(n)[::-1]), int(bin(n)[2:], 2)


@cases(0, 3, 26)
def alphabet(n):
    return string.ascii_lowercase[:n], string.ascii_uppercase[n:][:2], "abc" * n


@cases(0, 3)
def compare_texts(n):
    a = str(n)
    b = str(n + 1)
    return a < b, a + b, a == b, a != "3", a in ("3", "4"), a in "0123", max(a, b)


@cases(0, 7, 13)
def startswith(n):
    s = str(n)
    return s.startswith("1"), s.endswith("3"), s.isdigit(), s.find("3"), "7" in s, s.startswith(("0", "7"))


@cases((1, 5), (12, 30), (23, 59))
def clock(h, m):
    suffix = "AM" if h < 12 else "PM"
    hour = h % 12 or 12
    return f"{hour:02d}:{m:02d} {suffix}", f"{hour}:{m:02}"[-2:], ("%02d:%02d" % (h, m))


@cases(0, 65, 3661, staged="refused AG022")
def duration(s):
    h, rest = divmod(s, 3600)
    m, s = divmod(rest, 60)
    parts = []
    if h:
        parts.append(f"{h}h")
    if m:
        parts.append(f"{m}m")
    parts.append(f"{s}s")
    return " ".join(parts)


@cases(0, 1, 5)
def bits_string(n):
    return "".join("1" if n >> i & 1 else "0" for i in range(4)), "".join(str(n >> i & 1) for i in reversed(range(4)))


@cases(1, 5)
def grow_break(n):
    s = ""
    for i in range(5):
        if i == n:
            break
        s += "ab"[i % 2]
    return s, len(s)


@cases(0, 1, 3)
def attribute(n):
    class Writer:
        def __init__(self):
            self.out = ""

        def write(self, text):
            self.out += text

    w = Writer()
    for i in range(n):
        w.write(f"<{i}>")
    return w.out, len(w.out)


@cases(0, 1, 3)
def in_try(n):
    try:
        word = ["1", "x", "33"][n]
        return int(word)
    except ValueError as e:
        return str(e)
    except IndexError:
        return -1


@cases(0, 1, 2)
def ints_of_words(n):
    word = ["1", "x", "33"][n]
    if word.isdigit():
        return int(word)
    return -1


@cases(0, 4)
def reversed_words(n):
    text = "the quick fox" if n > 2 else "a bc"
    return (
        " ".join(reversed(text.split())),
        [w[::-1] for w in text.split()],
        " ".join(w.capitalize() for w in text.split()),
    )


@cases(0, 4)
def acronym(n):
    text = "portable network graphics" if n > 2 else "as soon as possible"
    return "".join(w[0].upper() for w in text.split())


@cases(0, 4)
def vowel_count(n):
    text = "Programming" if n > 2 else "Education"
    return (
        sum(1 for c in text if c.lower() in "aeiou"),
        sum(c in "aeiou" for c in text),
        len([c for c in text if c.isupper()]),
    )


@cases(0, 4, 9)
def rotate(n):
    text = "abcdef"
    k = n % len(text)
    return text[k:] + text[:k]


@cases(3, 7)
def anagram(n):
    a = "net" if n > 4 else "app"
    return sorted(a) == sorted("ten"), "".join(sorted(a))


@cases(0, 5)
def interpolate(n):
    name = "Ann" if n > 2 else "Bob"
    return (
        "Hello, {}! You are {}.".format(name, n),
        "Hello, {name}".format(name=name),
        "%s is %d" % (name, n),
        "Hi " + name + "!" * n,
    )


@cases(0, 1, 2, 5)
def counted_in_joined(n):
    s = ",".join(str(i) for i in range(n))
    return s, len(s), s.count(",")


@cases(0, 1, 2, 5)
def found_in_grown(n):
    s = ""
    for i in range(n):
        s += "p" + str(i) + "/"
    return s.count("/"), s.find("/"), s.rfind("/"), s[-1:], s.index("p") if n else 7, s.find("p1"), s.count("p1")


@cases(0, 1, 2, 5)
def characters_of_one_branch(n):
    made = ""
    first = True
    for i in range(n):
        if first:
            made = made + str(i)
            first = False
        else:
            made = made + "," + str(i)
    return made.count(",")


@cases(0, 1, 2, 5)
def characters_of_two_branches(n):
    s = str(n) + "a"
    if n > 1:
        s = s + "," + str(n)
    else:
        s = s + str(n) + "x"
    return s.count(","), "x" in s, s.count("5")


@cases(0, 1, 2, 5)
def characters_joined(n):
    names = ["x", "yy"]
    if n > 1:
        names.append("z,z")
    s = ";".join(names)
    if n > 2:
        s = s + "!"
    return s.count(","), s.count("!"), s.count(";"), s.find("z"), "!" in s


@cases(0, 1, 2, 5)
def characters_of_texts(n):
    s = ""
    k = n
    while k > 0:
        s = "01"[k % 2] + s
        k //= 2
    u = "0b" + s
    if n > 3:
        u = u + "x"
    v = f"<{u}>"
    w = v if n > 1 else f"<{s}|"
    return w.count("x"), w.count(">"), w.count("|"), w.find("b"), w


@cases(5, 10, 255, -5)
def read_with_prefixes(n):
    return (
        bin(n),
        hex(n),
        oct(n),
        bin(n).count("1"),
        len(bin(n)) - 2,
        int(bin(n), 2),
        int(hex(n), base=16),
        int(oct(n), 8),
    )


@cases(5, 10, 255, -5)
def read_with_other_prefixes(n):
    return int(f"0B{abs(n):b}", 2), int(f"0x_{abs(n):x}", 16), int(str(n), 16), int(f" {n} ")


@cases(5, 10)
def read_with_a_prefix_of_another_base(n):
    try:
        return int(f"0x{n}", 10)
    except ValueError:
        return -1


@cases(0, 1)
def read_with_a_prefix_alone(n):
    s = "0x"
    for i in range(n):
        s += "f"
    try:
        return int(s, 16)
    except ValueError:
        return -1
