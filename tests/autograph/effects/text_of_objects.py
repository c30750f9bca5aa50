"""Texts that objects make of staged attributes, and `%` of formats that are no constants."""

# ruff: noqa: F504, F507, UP030, UP031, UP032 - the older ways to make text are tested as well
from __future__ import annotations

import operator
import types
from collections import ChainMap, deque
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


class Named:
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return f"N{self.n}"


class Shown:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return "S%d" % self.n


class Formatted(Named):
    def __format__(self, specification):
        return "F" + format(self.n, specification)


class Nested:
    def __init__(self, inner):
        self.inner = inner

    def __str__(self):
        return "<" + str(self.inner) + ">"

    def __repr__(self):
        return "<%r>" % (self.inner,)


class Sized:
    def __init__(self, n):
        self.n = n

    def __str__(self):
        if self.n > 1:
            return "big"
        return "small"


@dataclass
class Pair:
    n: int
    m: int = 2


class Failure(Exception):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return "X%s" % self.n


@cases(0, 3)
def percent_of_a_comparison(n):
    return "%s" % (n > 1), "%d" % (n > 1), "%5s|" % (n > 1), "%s" % (not n), "%s%s" % (n > 1, not n), "%.2s" % (n > 1)


@cases(0, 3)
def format_in_a_variable(n):
    b, several, names = n > 1, (n, n), {"a": n}
    text = "%s!"
    return text % n, text % (n > 1), text % b, text % [b, n], "%s-%d" % several, "%(a)s" % names, ("%s" + "%%") % n


@cases(0, 3)
def format_that_a_branch_chooses(n):
    text = "%s!" if n > 1 else "%s?"
    other = ["%d", "%3d"][n // 3]
    return text % n, other % n


@cases(0, 3)
def format_in_place(n):
    text = "%d!"
    text %= n
    return text


@cases(0, 3)
def format_by_a_function(n):
    return operator.mod("%d!", n), "%d".__mod__(n), operator.mod(n, 2)


@cases(0, 3)
def formats_of_a_list(n):
    formats = ["%s", "%r"]
    return [f % n for f in formats], [f % (not n) for f in formats]


@cases(0, 3)
def width_of_a_variable(n):
    w = 5
    return "%*d" % (w, n), "%-*d|" % (w, n), f"{n:{w}}", f"{Named(n)!s:{w}}|"


@cases(0, 2)
def items_that_are_not_asked_for(n):
    return "a" % {"x": n}, "a" % [n], "%(x)s" % {"x": n > 1}


@cases((7, 3), (-7, 3), (7, -2))
def remainders_of_variables(a, b):
    c = a
    c %= b
    d = {"a": a}
    d["a"] %= b
    return a % b, c, d["a"], a % (b + 1), (a > b) % b, a % (b != 0)


@cases((7.5, 3), (-7, 3.5), (7, 2))
def remainders_under_a_handler(a, b):
    text = "%d"
    try:
        return a % b, text % b
    except ZeroDivisionError:
        return -1


@cases(0, 2)
def percent_of_objects(n):
    return "%s|%5s|%-6s|" % (Named(n), Named(n), Named(n)), "%s|%r|%5s" % (Shown(n), Shown(n), Shown(n))


@cases(0, 2)
def formats_of_objects(n):
    made = "%s" % Formatted(n), f"{Formatted(n)}", f"{Formatted(n):5}", "{:>4}".format(Formatted(n)), str(Formatted(n))
    return made, f"{Named(n)!s:>5}|", f"{Shown(n)!r:>5}|", format(Formatted(n), "03d")


@cases(0, 2)
def objects_in_containers(n):
    return str([Shown(n), 1]), f"{(Shown(n),)}", repr({"a": Shown(n)}), str({Shown(1): n}), "%r" % [Shown(n)]


@cases(0, 2)
def texts_of_several_objects(n):
    objects = [Named(n), Named(2)]
    texts = ",".join(f"{f}" for f in objects), "".join(["%s" % f for f in objects])
    return " ".join(map(str, objects)), texts, list(map("{}".format, objects)), "{0} {1}".format(*objects)


@cases(0, 2)
def object_that_a_branch_chooses(n):
    chosen = Named(n) if n > 1 else Shown(n)
    return str(chosen), "%s" % chosen, f"{chosen}"


@cases(0, 2)
def object_that_is_perhaps_none(n):
    found, kept = None, {}
    if n > 1:
        found = kept["a"] = Named(n)
    return str(found), "%s" % found, f"{found}", "%s" % kept.get("a")


@cases(0, 2)
def object_that_a_branch_changes(n):
    f = Named(n)
    if n > 1:
        f.n = 7
    return str(f), "%s" % f, f"{f}", "{}".format(f), f.__str__(), f.__format__(""), format(f, "")


@cases(0, 2)
def texts_of_objects_that_a_loop_makes(n):
    line, lines = "%d-%s", []
    text = ""
    for k in range(n):
        text += line % (k, Named(k)) + ";"
        lines.append("%s" % Named(k))
    return text, "-".join(lines)


@cases(0, 2)
def characters_of_the_text_of_an_object(n):
    text = str(Named(n))
    return text.upper(), ("%s" % Named(n)).lower(), len(text), text == "N2", text in ("N0", "x")


@cases(0, 2)
def objects_in_objects(n):
    return str(Nested(Nested(n))), repr(Nested(Nested(n))), f"{Nested(n)!r}", "%s" % Nested(Shown(n))


@cases(0, 2)
def text_that_a_branch_of_a_method_chooses(n):
    return str(Sized(n)), "%s" % Sized(n), f"{Sized(n)}", "%6s|" % Sized(n)


@cases(0, 2)
def text_of_a_dataclass(n):
    return str(Pair(n)), "%s" % Pair(n), f"{Pair(n)}", "%r" % Pair(n), "{}".format(Pair(n, n))


@cases(0, 2)
def text_of_a_caught_exception(n):
    try:
        if n > 1:
            raise Failure(n)
    except Failure as e:
        return str(e), "%s" % e, f"{e}"
    return "no"


@cases(0, 2)
def message_that_shows_an_object(n):
    if n > 1:
        raise ValueError("x%s" % Named(n))
    return 1


@cases(0, 2, staged="refused AG027")
def object_that_is_the_message(n):
    if n > 1:
        raise ValueError(Named(n))
    return 1


@cases(0, 2)
def classes_of_the_function(n):
    class Own:
        def __str__(self):
            return f"A{n}"

        def __format__(self, specification):
            return f"{n:{specification}}" if specification else "A"

    a = Own()
    return "%s!" % a, str(a).upper(), a.__str__(), f"{a:>4}", "{:x}".format(a), " ".join(str(x) for x in [a, 1])


@cases(0, 2)
def classes_of_builtin_classes(n):
    class Number(int):
        def __str__(self):
            return "I%s" % n

    class Table(dict):
        def __repr__(self):
            return "L%s" % self["a"]

    table = Table(a=n)
    return str(Number(1)), "%s %d" % (Number(1), Number(1)), f"{Number(1)}", str(table), "%s" % table, "%(a)s" % table


@cases(0, 2)
def text_of_the_class_above(n):
    class Base:
        def __str__(self):
            return "B%d" % n

    class Under(Base):
        def __str__(self):
            return "C" + super().__str__()

    class Named(Base):
        __repr__ = Base.__str__

    return str(Under()), "%s" % Under(), f"{Under()}", repr(Named()), "%r" % Named()


@cases(0, 2)
def method_that_makes_no_text(n):
    class Wrong:
        def __str__(self):
            return n

    try:
        return str(Wrong())
    except TypeError as e:
        return str(e)


@cases(0, 1, staged="refused AG055")
def of_a_namespace(n):
    return str(types.SimpleNamespace(x=n))


@cases(0, 1, staged="refused AG055")
def of_a_chain_of_dicts(n):
    return str(ChainMap({"a": n}))


@cases(0, 1, staged="refused AG055")
def of_views(n):
    d = {"a": n}
    return f"{d.values()} {d.items()}"


@cases(0, 1)
def of_deques(n):
    return f"{deque([n])!r:>20} {deque([n, deque([1, n], 3)])} {(n, deque([n]))}"


@cases(0, 3)
def text_of_a_range(n):
    return str(range(n)), f"{range(1, n)}!", repr(range(1, n, 2)), f"{[range(n)]}"


@cases(0, 3)
def numbers_in_a_range(n):
    return 1.0 in range(n), True in range(n), 1.5 in range(n), None in range(n)


@cases(0, 3, staged="refused AG038")
def returned_range(n):
    return range(n)


@cases(0, 3, staged="refused AG038")
def returned_iterator(n):
    return (i + n for i in range(3))


@cases(0, 3)
def exceptions_as_repr_shows_them(x):
    return repr(ValueError(x)), f"{KeyError(x, 'a')!r:>30}", str([ValueError(x)]), str(OSError(x, "no")), repr(slice(x))


@cases(0, 3, staged="refused AG055")
def list_in_itself(x):
    held = [x]
    held.append(held)
    return str(held)


@cases(0, 3, staged="refused AG055")
def itemgetter_of_a_staged_key(n):
    return repr(operator.itemgetter(n))


@cases((2,), (6,))
def objects_kept_of_two_classes(n):
    class Book:
        fine = 2

        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

        def late(self, d):
            return d > self.due

    class Ref(Book):
        fine = 5

    books = [Book(n), Ref(n + 1), Book(n + 2)]
    return repr([b for b in books if b.late(3)])


@cases((2,), (6,))
def texts_of_lists_of_objects(n):
    class Book:
        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

        def late(self, d):
            return d > self.due

    class Ref(Book):
        fine = 5

    books = [Book(n), Ref(n + 1), Book(n + 2)]
    late = [b for b in books if b.late(3)]
    return repr((late, n)), f"{late}", str(late), "%s" % (late,), "{}".format(late)


@cases((2,), (6,))
def one_of_two_classes(n):
    class Book:
        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

    class Ref(Book):
        fine = 5

    a, b = Book(n), Ref(n + 1)
    c = a if n > 3 else b
    return repr(c), f"{c}", str([c]), "%s" % c


@cases((2,), (6,))
def picked_of_two_classes(n):
    class Book:
        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

    class Ref(Book):
        fine = 5

    bs = [Book(n), Ref(n + 1), Ref(7)]
    c = bs[n % 3]
    m = max(bs, key=lambda b: b.due % 5)
    d = next((b for b in bs if b.due > 4), None)
    return repr(c), f"{c} {m} {d}", str([c, d]), "%s" % c


@cases((2,), (6,), staged="refused AG032")
def dict_of_objects_of_two_classes(n):
    class Book:
        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

    class Ref(Book):
        fine = 5

    bs = [Book(n), Ref(n % 4), Ref(7)]
    bs.sort(key=lambda b: b.due)
    by = {b.due: b for b in bs}
    return repr(bs), str(by)


@cases((2,), (6,), staged="refused AG021")
def tuple_of_objects_kept(n):
    class Book:
        def __init__(self, due):
            self.due = due

        def __repr__(self):
            return f"<due {self.due}>"

    class Ref(Book):
        fine = 5

    bs = (Book(n), Ref(n % 4), Ref(7))
    return repr(tuple(b for b in bs if b.due > 4)), str([(b, b.due) for b in bs if b.due > 4])
