"""Lists of strings whose characters are staged: as many as a tensor says, each as long as it says."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 5)
def strings_appended(n):
    out = []
    for i in range(n):
        text = ""
        for j in range(i):
            text += "ab"[j % 2]
        out.append(text)
    return out


@cases(0, 3, 5)
def strings_beside_constants(n):
    words = ["start"]
    for i in range(n):
        word = ""
        for j in range(i):
            word += str(j)
        words.append(word)
        if i == 2:
            words.append("two")
    words.append(f"n={n}")
    return words


@cases(0, 3, 5)
def strings_searched(n):
    words = []
    for i in range(n):
        word = ""
        for j in range(i):
            word += str(j)
        words.append(word)
    return "012" in words, words.count("0"), ",".join(words), words == ["", "0"], [w[::-1] for w in words if w]


@cases(1, 3, 5)
def strings_in_order(n):
    words = []
    for i in range(n):
        word = ""
        for j in range((i * 3) % 4):
            word += "abc"[(i + j) % 3]
        words.append(word)
    words.sort()
    return words, sorted(words, key=len), max(words), min(words, key=len), words[::-1]


@cases(0, 3, 5)
def strings_or_none(n):
    words = []
    for i in range(n):
        word = None
        if i % 2:
            word = ""
            for j in range(i):
                word += "xy"[j % 2]
        words.append(word)
    return words


@cases(0, 3, 5)
def strings_in_pairs(n):
    words = []
    for i in range(n):
        word = ""
        for j in range(i):
            word += "xy"[j % 2]
        words.append((i, word, len(word)))
    return words, [w for _, w, _ in words]


@cases(1, 3, 5)
def strings_replaced(n):
    words = []
    for i in range(n):
        word = ""
        for j in range(i):
            word += "xy"[j % 2]
        if i % 2:
            words.append(word.upper())
        else:
            words.append("even")
    words[0] = "first"
    words.pop()
    words.insert(0, "q" * n)
    return words


@cases(1, 3, 5)
def strings_of_joined_numbers(n):
    lines = []
    for i in range(1, n + 1):
        lines.append(" ".join(str(i * j) for j in range(1, n + 1)))
    return "\n".join(lines)


@cases(3, 5)
def strings_padded_to_the_longest(n):
    words = [str(i**3) for i in range(n)]
    width = max(map(len, words))
    return [w.rjust(width) for w in words]


@cases(0, 3, 12)
def string_cut_into_pieces(n):
    text = str(n * 12345)
    return [text[i : i + 3] for i in range(0, len(text), 3)]


@cases(1, 3)
def strings_as_values(n):
    found = {}
    for i in range(n):
        word = ""
        for j in range(i):
            word += str(j)
        found[i + 10] = word
    return found


@cases(1, 3, staged="refused AG032")
def strings_as_keys(n):
    found = {}
    for i in range(n):
        word = ""
        for j in range(i):
            word += str(j)
        found[word] = i
    return found


@cases(1, 3)
def constant_in_a_list(n):
    words = []
    for i in range(n):
        words.append("Fizz Buzz" if i % 2 else str(i))
    return "Fizz Buzz" in words, "2" not in words
