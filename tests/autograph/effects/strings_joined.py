"""Strings that are joined, on several paths, of others with other characters."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def loop_that_adds_to_either_end(n):
    s = "a"
    for k in range(n):
        s = s + "1" if k % 2 == 0 else "b" + s
    return s.isdigit(), s.upper(), s.count("1"), s[0].isalpha(), s[-1] == "1"


@cases(0, 3)
def attribute_that_is_a_string(n):
    class A:
        def __init__(self):
            self.t = "a"

    a = A()
    if n > 1:
        a.t = "1" + str(n)
    else:
        a.t += "Z"
    return a.t.lower(), a.t.isdigit(), a.t[0]


@cases(0, 3)
def strings_in_rows(n):
    rows = [["a", 1], ["b", 2]]
    for k in range(n):
        rows.append(["C" if k > 1 else "7", k])
    s = "".join(r[0] for r in rows)
    return s.upper(), s.lower(), s.isdigit(), rows[-1][0].lower()


@cases(0, 3)
def items_that_are_exchanged(n):
    xs = ["a", "b"]
    if n > 1:
        xs[0] = "7"
    i = n % 2
    c = xs[i]
    xs[1 - i] = c + "Q"
    return xs[0].upper(), xs[1].lower(), xs[0].isdigit(), c.isalpha()


@cases(0, 3)
def characters_of_a_chosen_word(n):
    words = ["apple", "Bob", "c3"]
    w = words[n % 3]
    acc = []
    for ch in w:
        if ch.isupper():
            acc.append(ch.lower())
        elif ch.isdigit():
            acc.append("#")
        else:
            acc.insert(0, ch.upper())
    return "".join(acc), "".join(reversed(acc)), "".join(acc).count("#")


@cases(0, 3)
def message_of_an_exception(n):
    try:
        if n > 1:
            raise ValueError("bad9")
        s = "ok"
    except ValueError as e:
        s = str(e)
    s += "!"
    return s.upper(), s.isalnum(), s.find("9")


# In exceptions


class Invalid(Exception):
    pass


def errors_of(a, b):
    errors = []
    if a < 0:
        errors.append("age")
    if b < 0:
        errors.append("score")
    return errors


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def joined_of_a_staged_list(a, b):
    return ", ".join(errors_of(a, b))


@cases((1, 1), (-1, 1), (1, -1), (-1, -1), staged="refused AG027")
def raised_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    if errors:
        raise Invalid(", ".join(errors))
    return 1


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(", ".join(errors))
    except Invalid:
        return 2
    return 1


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_text_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(", ".join(errors))
    except Invalid as e:
        return str(e)
    return "fine"


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_text_f_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(", ".join(errors)) from None
    except Invalid as e:
        return f"invalid: {e}"
    return "fine"


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_list_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(errors)
    except Invalid as e:
        return e.args[0]
    return ["fine"]


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_len_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(len(errors))
    except Invalid as e:
        return e.args[0]
    return 0


@cases((1, 1), (-1, 1), (1, -1), (-1, -1), staged="refused AG033")
def caught_star_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(*errors)
    except Invalid as e:
        return len(e.args)
    return 0


@cases((1, 1), (-1, 1), (1, -1), (-1, -1))
def caught_f_of_a_staged_list(a, b):
    errors = errors_of(a, b)
    try:
        if errors:
            raise Invalid(f"{len(errors)} errors: {errors[0]}")
    except Invalid as e:
        return str(e)
    return "none"


@cases(2, 0, 5)
def board_of_a_game_that_may_be_left(cell):
    board = ["."] * 8
    for player in "OX":
        if cell == 0:
            return "no"
        board[cell] = player
        if cell == 5:
            return "".join(board)
    return "".join(board)
