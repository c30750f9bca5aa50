"""Exceptions whose messages show lists, dicts and strings that the program makes."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager

from tests.autograph.effects.outcomes import cases


@cases((5, 0), (2, 3), (9, 9))
def listed(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    if errors:
        raise ValueError(f"{len(errors)} errors: {', '.join(errors)}")
    return a + b


@cases((5, 0), (2, 3), (9, 9), (0, 0))
def list_itself(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    if errors:
        raise ValueError(errors)
    return a + b


class Invalid(Exception):
    def __init__(self, errors):
        super().__init__("; ".join(errors))
        self.errors = errors


@cases((5, 0), (2, 3), (9, 9), (0, 0))
def own_class(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    if errors:
        raise Invalid(errors)
    return a + b


@cases((5, 0), (2, 3), (9, 9), (0, 0))
def own_class_caught(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    try:
        if errors:
            raise Invalid(errors)
    except Invalid as e:
        return str(e), e.errors
    return a + b


@cases(0, 3, 5)
def numbers_in_loop(n):
    seen = []
    for i in range(n):
        seen.append(i * i)
        if i == 3:
            raise RuntimeError("seen", seen)
    return seen


@cases(0, 3, 5)
def text_of_list(n):
    seen = []
    for i in range(n):
        seen.append(i * i)
    if n > 3:
        raise RuntimeError(f"seen {seen} and {seen[-1]}")
    return seen


@cases((5, 0), (2, 3), (9, 9))
def asserted(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    assert len(errors) < 2, "; ".join(errors)
    return a + b


@cases((5, 0), (2, 3), (9, 9))
def raised_from(a, b):
    errors = []
    if a > 4:
        errors.append("large")
    if b > 2:
        errors.append("wide")
    try:
        if errors:
            raise Invalid(errors)
    except Invalid as e:
        raise KeyError("no " + "+".join(e.errors)) from e
    return a + b


@cases(0, 3, 5)
def unlike_texts(n):
    notes = [f"n is {n}"]
    if n > 2:
        notes.append("large")
    if n > 4:
        raise ValueError("\n".join(notes))
    return notes


@cases(0, 3, 5)
def of_dict(n):
    c = {}
    for i in range(n):
        c[i % 3] = i
    if n > 4:
        raise ValueError(f"bad {c}", c)
    return c


@cases(0, 3, 5)
def of_deque(n):
    c = deque()
    for i in range(n):
        c.append(i)
    if n > 4:
        raise ValueError(c)
    return list(c)


@cases(0, 3, 5)
def chars(n):
    s = ""
    for i in range(n):
        s += chr(97 + i)
    if n > 2:
        raise ValueError("no such name: " + s)
    return s


@cases(0, 3, 5)
def of_set(n):
    c = set()
    for i in range(n):
        c.add(i * 2)
    if n > 4:
        raise ValueError(c)
    return len(c)


@cases(0, 3, 5)
def of_rows(n):
    c = []
    for i in range(n):
        c.append((i, "ab"[i % 2]))
    if n > 4:
        raise ValueError(c, [x for x in c if x[0] > 1])
    return c


@cases((0, 3), (5, 5))
def changed_in_handler(n, m):
    c = []
    for i in range(n):
        c.append(i)
    try:
        if m > 3:
            raise Invalid(["a", "b"][:n])
    except Invalid as e:
        e.errors.append("c")
        return e.errors
    return c


@cases(0, 3, 5)
def in_function(n):
    def check(v):
        bad = [x for x in v if x > 3]
        if bad:
            raise ValueError("bad values: " + ", ".join(map(str, bad)))
        return v

    return check(list(range(n)))


@cases(0, 3, 5, staged="refused AG027")
def finally_changes(n):
    c = []
    for i in range(n):
        c.append(i)
    try:
        if n > 4:
            raise ValueError(c)
    finally:
        c.append(7)
    return c


@cases(0, 3, 5)
def handler_changes(n):
    c = []
    for i in range(n):
        c.append(i)
    try:
        if n > 4:
            raise ValueError(c)
    except ValueError as e:
        c.append(9)
        raise
    return c


@cases(0, 3, 5)
def handler_changes_from(n):
    c = []
    for i in range(n):
        c.append(i)
    try:
        if n > 4:
            raise ValueError(c)
    except ValueError as e:
        c.append(9)
        raise KeyError(1) from e
    return c


@cases(0, 3, 5, staged="refused AG027")
def with_changes(n):
    c = []

    @contextmanager
    def m():
        try:
            yield
        finally:
            c.append(8)

    for i in range(n):
        c.append(i)
    with m():
        if n > 4:
            raise ValueError(c)
    return c


@cases(0, 3, 5, staged="refused AG027")
def finally_changes_known(n):
    c = [n, 1]
    try:
        if n > 4:
            raise ValueError(c)
    finally:
        c.append(7)
    return c


@cases(0, 3, 5, staged="refused AG027")
def finally_changes_item(n):
    c = [n, 1]
    try:
        if n > 4:
            raise ValueError(c)
    finally:
        c[0] = 7
    return c


@cases(0, 3, 5, staged="refused AG027")
def finally_changes_attribute(n):
    c = [n, 1]
    e = ValueError("a")
    e.items = c
    try:
        if n > 4:
            raise e
    finally:
        c[0] = 7
    return c


@cases(0, 3, 5)
def with_text(n):
    c = []

    @contextmanager
    def m():
        try:
            yield
        finally:
            c.append(8)

    for i in range(n):
        c.append(i)
    with m():
        if n > 4:
            raise ValueError("+".join(map(str, c)), n, (n, 4))
    return c


class Carrying(Exception):
    def __init__(self, carried):
        self.carried = carried


@cases(0, 1, -1, staged="refused AG011")
def a_handler_returns_lists_of_two_lengths_and_the_body_a_number(x):
    try:
        if x > 0:
            raise Carrying([x])
        elif x < 0:
            raise Carrying([x, 2])
        return 0
    except Carrying as e:
        return e.carried


@cases(0, 1, -1, staged="refused AG011")
def a_handler_returns_dicts_of_other_keys_and_the_body_a_number(x):
    try:
        if x > 0:
            raise Carrying({1: x})
        elif x < 0:
            raise Carrying({2: x})
        return 0
    except Carrying as e:
        return e.carried


@cases(0, 1, -1)
def a_handler_returns_lists_of_two_lengths_and_the_body_a_list(x):
    try:
        if x > 0:
            raise Carrying([x])
        elif x < 0:
            raise Carrying([x, 2])
        return []
    except Carrying as e:
        return e.carried


def _divided(xs, n):
    out = []
    for x in xs:
        out.append(n // x)
    return out


@cases(0, 1, 2, 5)
def comprehension_that_raises(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    try:
        return [n // x for x in xs]
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 5)
def list_of_a_called_function(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    try:
        found = _divided(xs, n)
    except ZeroDivisionError:
        found = [-1]
    return found, xs


@cases(0, 1, 2, 5)
def list_of_a_closure(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    kept = []

    def divide():
        out = []
        kept.append(lambda: len(out))
        for x in xs:
            out.append(n // x)
        return out

    try:
        found = divide()
    except ZeroDivisionError:
        found = [-1]
    return found, kept[0]()


@cases(0, 1, 2, 5)
def nonlocal_list_bound_in_the_body(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    out = [7]

    def divide():
        nonlocal out
        out = []
        for x in xs:
            out.append(n // x)

    try:
        divide()
    except ZeroDivisionError:
        out.append(-1)
    return out


@cases(0, 1, 2, 5)
def nonlocal_list_that_grows(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)
    out = [7]

    def divide():
        for x in xs:
            out.append(n // x)

    try:
        divide()
    except ZeroDivisionError:
        out.append(-1)
    return out


@cases(0, 1, 2, 5)
def list_of_a_called_function_in_a_cell(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)

    def outer():
        out = []

        def divide():
            for x in xs:
                out.append(n // x)

        try:
            divide()
        except ZeroDivisionError:
            out.append(-1)
        return out

    return outer()


@cases(0, 1, 2, 5)
def attribute_of_an_object_of_the_body(n):
    class Box:
        pass

    xs = []
    for i in range(n):
        xs.append(3 - i)
    box = None
    try:
        box = Box()
        box.out = []
        for x in xs:
            box.out.append(n // x)
    except ZeroDivisionError:
        pass
    return box.out


@cases(0, 1, 2, 5)
def nested_tries_of_called_functions(n):
    xs = []
    for i in range(n):
        xs.append(3 - i)

    def inner():
        try:
            return _divided(xs, n)
        except IndexError:
            return [0]
        finally:
            xs.append(9)

    try:
        return inner(), xs
    except ZeroDivisionError:
        return [-1], xs
