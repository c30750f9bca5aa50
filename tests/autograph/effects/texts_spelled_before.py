"""Texts from before a loop or a branch that asks for their characters: they are spelled out before it, once."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 12, 3450)
def scanned_by_positions(n):
    text = f"x{n}y"
    i = digits = 0
    while i < len(text):
        if text[i].isdigit():
            digits += 1
        i += 1
    return digits


@cases(0, 12, 3450)
def scanned_twice(n):
    text = f"x{n}y"
    found = []
    for k in range(2):
        for i in range(len(text)):
            if text[i] == "xy"[k]:
                found.append(i)
    return found


@cases((0, 1), (12, 3), (345, 0))
def text_grows_on_a_path(n, more):
    text = f"{n}"
    if more > 0:
        text += f"-{more}"
    i = 0
    while i < len(text) and text[i] != "-":
        i += 1
    return i, text[:i]


@cases((0, 1), (12, 3), (3, 0))
def spelled_on_one_path(n, k):
    text = f"a{n}"
    found = 0
    if k > 0:
        for i in range(k):
            if i < len(text) and text[i].isalpha():
                found += 1
    return found, text


@cases((5, 2), (10, 3))
def text_of_each_iteration(n, times):
    total = 0
    for k in range(times):
        text = str(n + k)
        for i in range(len(text)):
            total += int(text[i])
    return total


@cases((5, 2), (10, 3))
def text_is_carried(n, times):
    text = f"{n}"
    for _ in range(times):
        if text[0] == "5":
            text = "6" + text
        else:
            text = text + "5"
    return text


def letters(text):
    i = 0
    while i < len(text):
        if text[i].isalpha():
            yield text[i]
        i += 1


@cases(0, 12)
def by_a_generator(n):
    text = f"x{n}y"
    found = []
    for letter in letters(text):
        found.append(letter)
    return found


@cases(0, 12)
def by_a_generator_that_began_before(n):
    text = f"x{n}y"
    given = letters(text)
    first = next(given)
    rest = [first]
    for letter in given:
        rest.append(letter)
    return rest


@cases((0, 3), (12, 9))
def in_a_try(n, wanted):
    text = f"{n}:"
    i = 0
    try:
        while text[i] != ":":
            if text[i] == str(wanted):
                raise ValueError(i)
            i += 1
    except ValueError as error:
        return f"found {error}"
    return i


@cases((0, 3), (12, 9))
def effects_before_and_within(n, k):
    text = f"{n}-{k}"
    log = []
    for i in range(3):
        log.append(i)
        if i < len(text):
            log.append(text[i])
    log.append(text)
    return log


@cases((0, 3), (12, 9))
def test_with_effects_asks(n, k):
    text = f"{n}-{k}"
    i = -1
    while text[(i := i + 1)] != "-":
        k += 1
    return i, k


@cases((0, 3), (12, 9), (7, 7))
def compared_in_a_loop(n, k):
    text, times = f"{n}", 0
    for i in range(k + 1):
        if f"{i}" == text:
            times += 1
    return times


@cases((0, 3), (12, 9), (7, 7))
def list_grows_beside(n, k):
    text, parts, word = f"{n},{k},", [], ""
    for i in range(len(text)):
        if text[i] == ",":
            parts.append(word)
            word = ""
        else:
            word += text[i]
    return parts


@cases((0, 3), (12, 9), (7, 7))
def asked_in_a_condition(n, k):
    text = f"{n}{k}"
    return [c for c in "0123456789" if c in text and int(c) > 1], (text[0] if k > 5 else text[-1])
