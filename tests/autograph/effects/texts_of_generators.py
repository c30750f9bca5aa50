"""Generators that are joined to one text, by a separator that is a variable or written out."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3,), (0,), (5,))
def separator_in_a_variable(n):
    sep = ", "
    return sep.join(str(i) for i in range(n))


@cases((3,), (0,), (5,))
def separator_by_default(n):
    def report(*values, sep="-"):
        return sep.join(str(v) for v in values)

    return report(*(i * i for i in range(n)))


@cases((3,), (0,), (5,))
def chosen_separator(n):
    sep = ", " if n > 2 else "; "
    return sep.join(str(i) for i in range(n) if i != 1)


@cases((3,), (0,), (5,))
def of_a_generator(n):
    sep = "\n"

    def lines():
        yield "start"
        for i in range(n):
            yield f"line {i}"

    return sep.join(lines())


@cases((3,), (0,), (5,))
def of_iterators(n):
    sep = " "
    return (
        sep.join(map(str, range(n))),
        sep.join([str(i) for i in range(n)]),
        sep.join(reversed([str(i) for i in range(n)])),
    )


class Joiner:
    def __init__(self, sep):
        self.sep = sep

    def join(self, xs):
        return self.sep.join(str(x) for x in xs)


@cases((3,), (0,), (5,))
def by_a_class(n):
    j = Joiner("+")
    return j.join(i * 2 for i in range(n))
