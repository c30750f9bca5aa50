"""Texts that are unlike on two paths, and texts made of pieces that a staged loop collects."""

# ruff: noqa: UP031
from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((0, 0), (1, 1), (5, 2))
def pluralize(n, k):
    def count(m, noun):
        if m == 0:
            return f"no {noun}s"
        if m == 1:
            return "one " + noun
        return f"{m} {noun}s"

    return count(n, "cat") + " and " + count(k, "dog")


@cases(0, 1, 5)
def one_or_many(n):
    text = "one" if n == 1 else f"{n} many"
    return text + "!", f"<{text}>", "(" + text + ")"


@cases(0, 1, 5)
def three(n):
    if n == 0:
        text = "none"
    elif n == 1:
        text = "one"
    else:
        text = str(n)
    return text


@cases(1, 3, 15, 16)
def fizz_word(i):
    if i % 15 == 0:
        return "FizzBuzz"
    if i % 3 == 0:
        return "Fizz"
    return str(i)


@cases(1, 3, 15, 16)
def fizz_words(i):
    words = []
    for k in range(3):
        if (i + k) % 3 == 0:
            words.append("Fizz")
        else:
            words.append(str(i + k))
    return words, " ".join(words)


@cases(1, 3, 5, 16, staged="refused AG022")
def fizzbuzz(n):
    words = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            words.append("FizzBuzz")
        elif i % 3 == 0:
            words.append("Fizz")
        elif i % 5 == 0:
            words.append("Buzz")
        else:
            words.append(str(i))
    return words


@cases(0, 1, 5)
def added_to(n):
    text = ""
    if n > 0:
        text += f"{n} hours"
    if n > 3:
        text += " and more"
    return text


@cases(0, 1, 5)
def joined(n):
    parts = ["a", f"{n}" if n > 1 else "x"]
    return ", ".join(parts), "%s" % parts[1], "{}|{}".format(*parts)


@cases(0, 1, 5, staged="refused AG055")
def compared(n):
    text = "one" if n == 1 else f"{n} many"
    return text == "one"


@cases(0, 1, 5, staged="refused AG055")
def padded(n):
    text = "one" if n == 1 else f"{n}"
    return f"{text:>6}|", text * 2, len(text)


@cases(0, 1, 5, staged="refused AG012 AG013")
def unlike_added(n):
    x = "one" if n == 1 else n
    return x + x


@cases(0, 1, 5)
def text_or_none(n):
    text = None
    if n > 0:
        text = f"{n}!" if n > 2 else "few"
    return text


@cases(0, 1, 5)
def in_an_error(n):
    text = "one" if n == 1 else f"{n} of"
    if n > 0:
        raise ValueError(text + " them")
    return text


def fizz(i):
    if i % 15 == 0:
        return "FizzBuzz"
    if i % 3 == 0:
        return "Fizz"
    if i % 5 == 0:
        return "Buzz"
    return str(i)


@cases(1, 3, 5, 16)
def fizzbuzz_of_a_function(n):
    words = []
    for i in range(1, n + 1):
        words.append(fizz(i))
    return words


@cases(1, 3, 5, 16)
def fizzbuzz_chosen_first(n):
    words = []
    for i in range(1, n + 1):
        if i % 3 == 0:
            word = "Fizz"
        else:
            word = str(i)
        words.append(word)
    return " ".join(words)


@cases(0, 1, 5)
def fizzbuzz_comprehension(n):
    return [fizz(i) for i in range(n)]


@cases(0, 1, 5, 12, staged="refused AG055")
def binary_digits(n):
    bits = []
    while n > 0:
        bits.append(str(n % 2))
        n //= 2
    bits.reverse()
    return "".join(bits) or "0"


@cases(0, 1, 5, 12)
def binary_letters(n):
    bits = []
    while n > 0:
        bits.append("01"[n % 2])
        n //= 2
    return "".join(reversed(bits))


@cases(1, 4, 1994)
def roman_pieces(n):
    out = []
    for value, letters in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")]:
        while n >= value:
            out.append(letters)
            n -= value
    return "".join(out)


@cases(1, 4)
def collected(n):
    lines = []
    for i in range(n):
        lines.append(f"{i}: " + "x")
    return "\n".join(lines) + "."


@cases(0, 3)
def stars(n):
    return "*" * n, n * "ab", "+" + "-" * n + "+"


@cases(0, 1, 5, 12, staged="refused AG014")
def binary_string(n):
    s = ""
    while n > 0:
        s = str(n % 2) + s
        n //= 2
    return s


@cases(1, 4, staged="refused AG014")
def concatenated(n):
    s = ""
    for i in range(n):
        s += f"{i},"
    return s


@cases(1, 4, jax="refused AG015")
def concatenated_constant(n):
    s = ""
    for i in range(n):
        s += "ab"
    return s
