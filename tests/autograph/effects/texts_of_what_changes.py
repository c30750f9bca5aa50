"""Texts of values that change after their text was made: what they were then is shown."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from types import SimpleNamespace

from tests.autograph.effects.outcomes import cases


@dataclass
class Record:
    held: object = None


class Wrapped:
    def __init__(self, held=None):
        self.held = held

    def __repr__(self):
        return f"W({self.held})"


class Plain:
    def __init__(self, held=None):
        self.held = held


class Failure(Exception):
    def __init__(self, message, values):
        super().__init__(message)
        self.values = values


@cases(1)
def of_a_list(n):
    p = [3]
    t = f"{[n, p]}"
    p.append(4)
    return t


@cases(1)
def of_a_tuple(n):
    p = [3]
    t = f"{(n, p)}"
    p.append(4)
    return t


@cases(1)
def of_an_exception(n):
    p = [3]
    e = ValueError("e", n, p)
    t = str(e)
    p.append(4)
    return t


@cases(1)
def of_an_exception_by_repr(n):
    p = [3]
    e = ValueError("e", n, p)
    t = repr(e)
    p.append(4)
    return t


@cases(1)
def of_an_exception_with_a_list(n):
    p = [3]
    e = ValueError([n, p])
    t = str(e)
    p.append(4)
    return t


@cases(1)
def of_a_dict_by_percent(n):
    p = {"a": 3}
    t = "%s" % {"n": n, "p": p}  # noqa: UP031
    p["b"] = 4
    return t


@cases(1)
def of_a_dataclass(n):
    p = Record(3)
    t = f"{[n, p]}"
    p.held = 4
    return t


@cases(1)
def of_an_object(n):
    p = Wrapped(3)
    t = f"{[n, p]}"
    p.held = 4
    return t


@cases(1)
def of_an_object_beside_an_exception(n):
    o = ValueError("e", n)
    p = Wrapped(3)
    t = f"{[o, p]}"
    p.held = 4
    return t


@cases(1)
def of_a_dataclass_beside_an_exception(n):
    o = ValueError("e", n)
    p = Record(3)
    t = str([o, p])
    p.held = 4
    return t


@cases(1)
def of_two(n):
    p = [3]
    t = str({n: 1}) + str(p)
    p.append(n)
    return t


@cases(1)
def of_what_was_caught(n):
    p = [3]
    try:
        if n > 0:
            raise ValueError("bad", n, p)
    except ValueError as e:
        t = str(e)
    p.append(4)
    return t


@cases(1)
def of_what_an_exception_has(n):
    p = [3]
    e = Failure(f"bad {n}", p)
    t = f"{e} {e.values}"
    p.append(4)
    return t


@cases(1)
def by_the_method_format(n):
    p = [3]
    q = [p, n]
    t = "{} {}".format(q, p)  # noqa: UP032
    p.append(4)
    return t


@cases(1)
def joined(n):
    p = [3]
    t = ", ".join([str(n), str(p)])
    p.append(4)
    return t


@cases(1)
def of_a_set(n):
    s = {3}
    t = f"{[n, s]}"
    s.add(4)
    return t


@cases(1)
def of_other_containers(n):
    queue, counts, data = deque([3]), Counter("a"), bytearray(b"a")
    t = f"{[n, queue, counts, data]}"
    queue.append(4)
    counts["b"] += 1
    data.append(98)
    return t


@cases(1)
def of_a_namespace(n):
    s = SimpleNamespace(a=1)
    t = f"{[n, s]}"
    s.a = 4
    return t


@cases(1)
def of_a_key_error(n):
    p = [3]
    e = KeyError([n, p])
    t = f"{e!r} {e}"
    p.append(4)
    return t


@cases(1)
def of_an_exception_in_a_list(n):
    p = [3]
    e = RuntimeError(p)
    r = f"{[n, e]}"
    p.append(4)
    return r


@cases(0, 1)
def of_what_a_loop_put_in_a_dataclass(n):
    o = Record(Wrapped(1))
    for i in range(n):
        o.held = Wrapped(n)
    return f"{o}"


@cases(0, 1)
def of_what_a_branch_put_in_an_object(n):
    o = Wrapped(Wrapped(1))
    if n > 0:
        o.held = Wrapped(n)
    return f"{o}"


@cases(0, 1)
def of_what_a_loop_put_in_an_object(n):
    o = Plain(Wrapped(1))
    for i in range(n):
        o.held = Wrapped(n + i)
    return f"{o.held} {[o.held]} {ValueError(o.held)}"


@cases(0, 1)
def of_dataclasses_in_each_other(n):
    o = Record(Record(1))
    for i in range(n):
        o.held = Record(n)
    return str(o)


@cases(0, 1)
def of_an_exception_with_an_object(n):
    p = Wrapped()
    if n > 0:
        p.held = Wrapped()
    return str(ValueError(p))


@cases(1)
def kept_in_a_log(n):
    items, log = [3], []
    for i in range(2):
        log.append(f"{[n + i, items]}")
        items.append(i)
    return log, items
