"""Text that shows staged values: where it may be used, and where it is refused."""
# ruff: noqa: UP031, UP032 - the older ways to make text are tested as well

from __future__ import annotations

import string
from dataclasses import dataclass

from tests.autograph.effects.outcomes import Stop, cases


@cases(0, 3)
def message_of_an_exception(n):
    if n > 2:
        raise ValueError(f"bad {n}")
    return n


@cases(0, 3)
def arguments_of_an_exception(n):
    if n > 2:
        raise Stop("bad", n, [n, "at", 1])
    return n


class Missing(Exception):
    def __init__(self, wanted, at):
        self.wanted = wanted
        super().__init__(f"{wanted} is missing at {at!r}")


@cases(0, 3)
def exception_of_an_own_class(n):
    for i in range(n):
        if i * i == 4:
            raise Missing(i, n)
    return n


@cases((0, 1.5), (3, 0.1), (5, -2.25))
def message_of_several_numbers(n, x):
    if n > 2:
        raise ValueError("%d of %.2f: %s, %r" % (n, x, x, n > 4) + " end")
    return x


@cases(0, 3)
def message_of_an_assertion(n):
    assert n < 5, f"too big: {n}"
    return n


@cases(0, 3)
def text_returned(n):
    return f"{n} {n + 1:>4}|{n > 2}|{n!r:<4}|" + str(n) + "{} {:02d}".format(n, n) + "%3d%%" % n


@cases((0, 0.5), (3, 1.25))
def text_of_floats(n, x):
    return f"{x:.1f} {x} {n:5.1f}", format(x, ".3f")


@cases(0, 3)
def text_chosen(n):
    if n > 2:
        text = f"{n} is big"
    else:
        text = f"{n - 1} is big"
    return text


@cases(0, 3, runtime="refused AG011 AG012")
def text_or_constant(n):
    if n > 2:
        text = f"{n} is big"
    else:
        text = "small"
    return text


@cases(0, 3)
def texts_in_a_list(n):
    log = []
    log.append(f"n = {n}")
    log.append(", ".join([str(n), "and", str(n + 1)]))
    return log


@cases(0, 3)
def text_of_a_list(n):
    return str([n, 1, (n, "a")])


@dataclass
class Point:
    x: int
    y: int


class Named:
    def __init__(self, x):
        self.x = x

    def __str__(self):
        return f"<{self.x}>"


@cases(0, 3)
def text_of_objects(n):
    return f"{Point(n, 2)} {Named(n)}"


@cases(0, 3)
def text_of_what_may_be_none(n):
    best = None
    if n > 2:
        best = n
    return f"best: {best}"


@cases(0, 3, staged="refused AG055")
def length_of_a_text(n):
    return len(str(n))


@cases(0, 3, staged="refused AG055")
def text_as_key(n):
    return {"0": 1}.get(str(n), 7)


@cases(0, 3, staged="refused AG055")
def text_as_new_key(n):
    found = {}
    found[f"k{n}"] = n
    return found


@cases(0, 3, staged="refused AG055")
def text_compared(n):
    return "{}".format(n) == "3"


@cases(0, 3, staged="refused AG055")
def text_in_a_tuple(n):
    return str(n) in ("3", "4")


@cases(0, 3, staged="refused AG055")
def text_of_which_digits_are_taken(n):
    return sum(int(c) for c in str(n))


@cases(0, 3, staged="refused AG055")
def text_made_upper_case(n):
    return f"a{n}".upper()


@cases(0, 3, staged="refused AG055")
def int_on_one_path_and_float_on_the_other(n):
    x = 1
    if n > 2:
        x = 2.5
    return f"{x * 2}"


@cases(0, 3, staged="refused AG055")
def int_before_a_loop_and_float_in_it(n):
    total = 0
    for i in range(n):
        total += i / 2
    return str(total)


@cases((0, 1.5), (3, 1.5), staged="refused AG055")
def larger_of_an_int_and_a_float(n, x):
    return "%s" % max(n, x)


@cases(0, 3)
def format_that_shows_ints_as_floats(n):
    total = 0
    for i in range(n):
        total += i / 2
    return f"{total:.2f} {total:g} {'%d' % total}"


@cases(0, 3)
def texts_by_special_methods(n):
    return n.__str__() + n.__repr__() + [n, 2].__str__() + n.__format__("")


class Shown:
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"Shown({self.v})"


@cases(0, 3, staged="refused AG055")
def text_of_a_list_of_objects(n):
    return [Shown(n)].__repr__()


@cases(0, 3, staged="refused AG055")
def texts_of_the_standard_library(n):
    return string.Template("x = $x").substitute(x=n)


@cases(0, 3, staged="refused AG055")
def part_of_a_format(n):
    return f"{1.5:.{n}f}"
