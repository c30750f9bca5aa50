"""What methods of strings do, as ordinary loops over characters. `autograph.operators.string_methods` runs them
converted.

`made` is an empty string, to which what a method makes is added.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.comparisons import equal


def changed(text: Any, made: Any, change: Any) -> Any:
    """A string of what is made of each character."""
    for character in text:
        made = made + change(character)
    return made


def titled(text: Any, made: Any, is_cased: Any, begins_only: bool) -> Any:
    """`str.title`, and `str.capitalize`, of which only the first character begins a word."""
    begins = True
    for character in text:
        made = made + (character.title() if begins else character.lower())
        begins = False if begins_only else not is_cased(character)
    return made


def is_titled(text: Any, is_cased: Any) -> Any:
    """`str.istitle`."""
    begins, has_words, holds = True, False, True
    for character in text:
        if is_cased(character):
            if character.islower() if begins else not character.islower():
                holds = False
            has_words = True
            begins = False
        else:
            begins = True
    return has_words and holds


def all_are(text: Any, holds: Any, of_none: bool) -> Any:
    """Whether something holds for each character; `of_none` of a string without any."""
    if len(text) == 0:
        return of_none
    for character in text:  # noqa: SIM110 - what is staged is a statement
        if not holds(character):
            return False
    return True


def any_is(text: Any, holds: Any) -> Any:
    """Whether something holds for a character."""
    for character in text:  # noqa: SIM110
        if holds(character):
            return True
    return False


def found(text: Any, part: Any, start: Any, stop: Any) -> Any:
    """The first place of a part; -1 if there is none."""
    for k in range(start, stop - len(part) + 1):
        if text.has_at(k, part):
            return k
    return -1


def last_found(text: Any, part: Any, start: Any, stop: Any) -> Any:
    """The last place of a part; -1 if there is none."""
    place = -1
    for k in range(start, stop - len(part) + 1):
        if text.has_at(k, part):
            place = k
    return place


def occurrences(text: Any, part: Any, start: Any, stop: Any) -> Any:
    """How often a part is in a text, without overlaps."""
    number, following = 0, 0
    for k in range(start, stop - len(part) + 1):
        if k >= following and text.has_at(k, part):
            number = number + 1
            following = k + len(part)
    return number


def replaced(text: Any, old: Any, new: Any, most: Any, made: Any) -> Any:
    """`str.replace`, of a part that is not empty."""
    following, left = 0, most
    for k, character in enumerate(text):
        if k >= following:
            if left != 0 and text.has_at(k, old):
                made = made + new
                following = k + len(old)
                left = left - 1
            else:
                made = made + character
    return made


def replaced_or_put_between(text: Any, old: Any, new: Any, most: Any, made: Any) -> Any:
    """`str.replace`: in place of a part that is empty, the other is put between all characters, and around them."""
    if len(old) > 0:
        return replaced(text, old, new, most, made)
    left = most
    for character in text:
        if left != 0:
            made = made + new
            left = left - 1
        made = made + character
    if left != 0:
        made = made + new
    return made


def first_kept(text: Any, is_stripped: Any) -> Any:
    """The place of the first character that is not stripped from the left."""
    for k in range(len(text)):
        if not is_stripped(text.character(k)):
            return k
    return len(text)


def last_kept(text: Any, start: Any, is_stripped: Any) -> Any:
    """The place behind the last character that is not stripped from the right."""
    stop = len(text)
    while stop > start and is_stripped(text.character(stop - 1)):
        stop = stop - 1
    return stop


def integer(text: Any, base: Any, digits: Any, marks: Any) -> Any:
    """`int(text, base)`, whether the text is that of an integer, and whether that is one of the system.

    Args:
        text: a string.
        base: of the digits.
        digits: gives the value of a digit, or -1.
        marks: for some bases the letters after a zero that say which it is.
    """
    start = first_kept(text, _is_space)
    stop = last_kept(text, start, _is_space)
    is_negative = False
    if start < stop:
        if equal(text.character(start), "-"):
            is_negative = True
            start = start + 1
        elif equal(text.character(start), "+"):
            start = start + 1
    is_after_digit = False
    if len(marks) and start + 1 < stop:
        for marked, letters in marks:
            if marked == base and equal(text.character(start), "0") and is_in(text.character(start + 1), letters):
                start = start + 2
                is_after_digit = True
    value, holds, fits = 0, start < stop, True
    for k in range(start, stop):
        if equal(text.character(k), "_"):
            if not is_after_digit:
                holds = False
            is_after_digit = False
        else:
            digit = digits(text.character(k))
            if digit < 0 or digit >= base:
                holds = False
            elif value > (_MOST - digit) // base:
                fits = False
            value = value * base + digit
            is_after_digit = True
    return (-value if is_negative else value), holds and is_after_digit, fits


#: The largest integer of 32 bits.
_MOST = 2**31 - 1


def is_in(character: Any, characters: str) -> Any:
    """Whether a character is one of some."""
    for one in characters:  # noqa: SIM110
        if equal(character, one):
            return True
    return False


def _is_space(character: Any) -> Any:
    return character.isspace()


def joined(separator: Any, texts: Any, made: Any) -> Any:
    """`separator.join(texts)`."""
    is_first = True
    for text in texts:
        if not is_first:
            made = made + separator
        made = made + text
        is_first = False
    return made


def repeated(text: Any, times: Any, made: Any) -> Any:
    """`text * times`."""
    for _ in range(times):
        made = made + text
    return made


def with_commas(digits: Any, mark: str, every: int, made: Any) -> Any:
    """Digits in groups."""
    for k in range(len(digits)):
        if k > 0 and (len(digits) - k) % every == 0:
            made = made + mark
        made = made + digits.character(k)
    return made


def split(text: Any, part: Any, most: Any, skipped: Any, made: Any) -> Any:
    """`text.split(part, most)`, where the first so many of the parts are none that count."""
    nothing = made
    found: list[Any] = []
    following, left, before = 0, most, skipped
    for k, character in enumerate(text):
        if k >= following:
            if left != 0 and text.has_at(k, part):
                if before > 0:
                    before = before - 1
                    made = made + part
                else:
                    found.append(made)
                    made = nothing
                    left = left - 1
                following = k + len(part)
            else:
                made = made + character
    found.append(made)
    return found


def words(text: Any, most: Any, made: Any, is_space: Any) -> Any:
    """`text.split(None, most)`."""
    nothing = made
    found: list[Any] = []
    left = most
    for character in text:
        if is_space(character) and (left != 0 or len(made) == 0):
            if len(made) > 0:
                found.append(made)
                made = nothing
                left = left - 1
        else:
            made = made + character
    if len(made) > 0:
        found.append(made)
    return found


def lines(text: Any, made: Any) -> Any:
    """`text.splitlines()`, where lines end with a line feed."""
    nothing = made
    found: list[Any] = []
    is_ended = True
    for character in text:
        is_ended = False
        if equal(character, "\n"):
            found.append(made)
            made = nothing
            is_ended = True
        else:
            made = made + character
    if not is_ended:
        found.append(made)
    return found
