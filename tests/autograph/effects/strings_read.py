"""Strings that a tensor chooses, or that show one, read character by character: parsers, ciphers, digits; and methods of
numbers."""

from __future__ import annotations

import string

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, staged="refused AG022")
def tokenizer(pick):
    text = ["12+3", "7*(2", ""][pick]
    tokens = []
    num = ""
    for ch in text:
        if ch.isdigit():
            num += ch
        else:
            if num:
                tokens.append(num)
            num = ""
            tokens.append(ch)
    if num:
        tokens.append(num)
    return tokens


@cases(0, 1, 2)
def balanced(pick):
    text = ["(()", "()()", ")("][pick]
    depth = 0
    for ch in text:
        depth += 1 if ch == "(" else -1
        if depth < 0:
            return False
    return depth == 0


@cases(0, 1, 2)
def brackets(pick):
    text = ["([)]", "([]{})", "]"][pick]
    stack = []
    pairs = {")": "(", "]": "[", "}": "{"}
    for ch in text:
        if ch in "([{":
            stack.append(ch)
        elif not stack or stack.pop() != pairs[ch]:
            return False
    return not stack


@cases(0, 1, 2)
def evaluate(pick):
    text = ["12+3-4", "7", "100-1"][pick]
    total, sign, num = 0, 1, 0
    for ch in text:
        if ch.isdigit():
            num = num * 10 + ord(ch) - ord("0")
        else:
            total += sign * num
            num = 0
            sign = 1 if ch == "+" else -1
    return total + sign * num


@cases(0, 3)
def vigenere(k):
    key = "ab" if k > 1 else "lemon"
    out = []
    for i, ch in enumerate("att"):
        shift = ord(key[i % len(key)]) - 97
        out.append(chr((ord(ch) - 97 + shift) % 26 + 97))
    return "".join(out)


@cases(0, 1, 7)
def atbash(n):
    word = "wizard" if n > 2 else "abc"
    return "".join(chr(ord("a") + ord("z") - ord(c)) for c in word), word.translate(str.maketrans("abc", "xyz"))


@cases(0, 5, 17)
def hex_digits(n):
    out = ""
    while True:
        out = "0123456789ABCDEF"[n % 16] + out
        n //= 16
        if n == 0:
            break
    return "0x" + out


@cases(0, 5, 17)
def run_lengths(n):
    bits = bin(n)[2:]
    best = cur = 0
    for b in bits:
        if b == "1":
            cur += 1
            best = max(best, cur)
        else:
            cur = 0
    return best, bits.count("0"), bits.zfill(8), bits.rjust(8, "0"), bits.lstrip("0")


@cases(0, 5, 17)
def look_and_say(n):
    s = "1"
    for _ in range(3):
        out = ""
        i = 0
        while i < len(s):
            j = i
            while j < len(s) and s[j] == s[i]:
                j += 1
            out += str(j - i) + s[i]
            i = j
        s = out
    return s if n > 3 else s[:2]


@cases(1, 3, 5)
def say(n):
    s = str(n) * 2
    return s, s.count(str(n)), s + s, s * 2, len(s * n)


@cases(0, 3)
def template(n):
    template = "Dear {name}, you owe {amount:.2f}"
    return template.format(name="Ann" if n > 2 else "Bob", amount=n * 1.5)


@cases(0, 3)
def table(n):
    rows = [("apple", n), ("kiwi", n * 10)]
    return "\n".join(f"{name:<8}|{value:>5}" for name, value in rows)


@cases(0, 1, 2)
def plural(n):
    return f"{n} item{'s' if n != 1 else ''}", f"{n} item" + "s" * (n != 1)


@cases(1, 2, 3, 11, 21, 112)
def ordinal(n):
    if 10 <= n % 100 <= 20:
        suffix = "th"
    else:
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"


@cases(0, 59, 100)
def grade(score):
    for limit, letter in [(90, "A"), (80, "B"), (50, "C")]:
        if score >= limit:
            return letter
    return "F"


@cases(0, 2, 5)
def checksum(n):
    code = str(n) + "97"
    total = 0
    for i, d in enumerate(reversed(code)):
        v = int(d)
        if i % 2 == 1:
            v *= 2
            if v > 9:
                v -= 9
        total += v
    return total % 10 == 0, total


@cases(10, 1234)
def split_digits(n):
    digits = [int(d) for d in str(n)]
    return digits, digits[0], digits[-1], len(digits), list(map(int, str(n)))


@cases(10, 1234, staged="refused AG055")
def letters(n):
    return list(str(n)), tuple(str(n)), set(str(n)) == {"1", "0"}, [*str(n)]


@cases(10, 1234)
def text_in_dict(n):
    words = {"10": "ten", "11": "eleven"}
    return words.get(str(n), "many"), str(n) in words


@cases(10, 13)
def text_key(n):
    words = {"10": 1, "11": 2}
    try:
        return words[str(n)]
    except KeyError:
        return 0


@cases(0, 3)
def key_choice(n):
    d = {}
    key = "even" if n % 2 == 0 else "odd"
    d[key] = n
    d["other"] = 1
    return d.get("even", -1), d.get("odd", -1), len(d)


@cases(0, 3)
def count_letters(n):
    word = "banana" if n > 2 else "apple"
    counts = {}
    for ch in word:
        counts[ch] = counts.get(ch, 0) + 1
    return counts["a"], counts["p"] if "p" in counts else 0


@cases(0, 3)
def most_common(n):
    word = "banana" if n > 2 else "apple"
    best, best_count = "", 0
    for ch in word:
        if word.count(ch) > best_count:
            best, best_count = ch, word.count(ch)
    return best, best_count


@cases(0, 3)
def join_nums(n):
    return ",".join(str(i * n) for i in range(3)), "-".join(map(str, [n, n + 1])), " ".join([f"{i}" for i in range(n)])


@cases(0, 3)
def csv_line(n):
    fields = ["id", n, 2.5, "x"]
    return ",".join(str(f) for f in fields)


@cases(-5, 5)
def signed(n):
    s = str(n)
    return s.startswith("-"), s[1:] if n < 0 else s, s.isdigit()


@cases(5, 50)
def error_text(n):
    try:
        if n > 10:
            raise ValueError("too big: " + str(n))
        return "fine"
    except ValueError as e:
        return str(e).upper()


@cases(5, 50)
def method_text(n):
    class Acc:
        def __init__(self, n):
            self.n = n

        def __str__(self):
            return f"Acc({self.n})"

        def __repr__(self):
            return "A" + str(self.n)

    a = Acc(n)
    return str(a), len(str(a)), f"{a}"[3], repr(a)[::-1]


@cases(0, 7)
def nested_fn(n):
    def pad(text, width):
        while len(text) < width:
            text = " " + text
        return text

    return pad(str(n), 4), pad("x" if n else "yy", 3)


@cases(0, 7, 8)
def parity_string(n):
    out = ""
    for i in range(4):
        out += "e" if (n + i) % 2 == 0 else "o"
    return out, out.count("e"), out[::-1], out.replace("e", "E"), out[1:3], "eo" in out


@cases(0, 7, 8)
def comparisons(n):
    word = "pear" if n > 7 else "apple" if n > 3 else "fig"
    return (
        word < "b",
        word <= "fig",
        word > "fig",
        word != "pear",
        word == "fig",
        min(word, "kiwi"),
        max("kiwi", word),
        sorted([word, "b"]),
    )


@cases(0, 7)
def startswith_any(n):
    word = "unhappy" if n else "redo"
    prefix = ""
    for p in ("un", "re", "in"):
        if word.startswith(p):
            prefix = p
            break
    return prefix, word.removeprefix(prefix), word[len(prefix) :]


@cases(0, 7)
def pig_latin(n):
    word = "sky" if n else "at"
    i = 0
    while i < len(word) and word[i] not in "aeiou":
        i += 1
    return word[i:] + word[:i] + "ay"


@cases(0, 7)
def title_words(n):
    words = "hello big world".split()
    words[0] = words[0].upper() if n else words[0].title()
    return " ".join(words)


@cases(3, 12)
def date(m):
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    name = months[m - 1]
    return f"{name} {m:02}", name.lower(), name[0] + name[1:].upper(), f"{name:*^7}"


@cases(0, 1, 3, jax="refused AG022")
def fib_word(n):
    a, b = "0", "01"
    for _ in range(n):
        a, b = b, b + a
    return b


@cases(0, 1, 5)
def bit_methods(n):
    return n.bit_length(), n.bit_count(), n.real, n.imag, n.numerator, n.denominator, n.conjugate()


@cases(0.5, 2.0)
def float_methods(x):
    return x.is_integer(), x.real, x.imag, x.conjugate()


@cases(0.5, 2.0, staged="refused AG053")
def ratio(x):
    return x.as_integer_ratio()


@cases(5, 300, staged="refused AG053")
def bytes_of(n):
    return n.to_bytes(2, "big")


@cases((255, 16), (10, 2), (0, 7), (12345, 36))
def digits_of_a_staged_base(n, base):
    alphabet = string.digits + string.ascii_lowercase
    if n == 0:
        return "0"
    out = ""
    while n:
        n, r = divmod(n, base)
        out = alphabet[r] + out
    return out, int(out, base)


@cases((16,), (2,), (1,), (37,), (8,))
def known_text_of_a_staged_base(base):
    try:
        return int("0b101", base)
    except ValueError as e:
        return str(e)


@cases((16,), (2,), (12,))
def chosen_text_of_a_staged_base(base):
    s = "11" if base > 5 else "-10"
    return int(s, base)


@cases((1,), (0,))
def no_digits(n):
    try:
        return int(f"x{n}'")
    except ValueError as e:
        return str(e)


@cases((3,), (16,), (1,))
def base_by_name(n):
    return int("0x1f" if n > 2 else "12", base=16), int("z", base=n + 33) if n < 4 else 0


@cases(5, 99, 0)
def integers_of_some_digits(n):
    return int(f"{n}{n}"), int(f"-{n}"), int("1" * (n % 7 + 1), 2)


@cases(5, 214748, 0)
def the_largest_integer(n):
    return int(f"{n}{3647}"), int(f"{n % 10}")


@cases(5, 32, staged="refused AG053")
def an_integer_of_more_bits(n):
    return int("1" * n, 2)


@cases(5, 99999, staged="refused AG053")
def an_integer_of_more_bits_under_a_handler(n):
    try:
        return int(f"{n}{n}")
    except ValueError:
        return -1
