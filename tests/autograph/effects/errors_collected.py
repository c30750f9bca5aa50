"""Exceptions that are collected: in lists, deques and dicts, with texts that are known, and by what operators raise."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


class Bad(Exception):
    def __init__(self, code, *, hint="none"):
        super().__init__(f"bad {code}")
        self.code = code
        self.hint = hint

    def __str__(self):
        return f"{self.args[0]} ({self.hint})"


class Retry:
    def __init__(self, n):
        self.errors = []
        self.n = n

    def run(self, f):
        while len(self.errors) < self.n:
            try:
                return f(len(self.errors))
            except ZeroDivisionError as e:
                self.errors.append(e)
        return None


class Pair(Exception):
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __str__(self):
        return f"{self.a}/{self.b}"


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def of_one_text(xs):
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise ValueError("negative")
        except ValueError as e:
            errors.append(e)
    return [str(e) for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def without_arguments(xs):
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise Bad(1)
        except Bad as e:
            errors.append(e)
    return len(errors), [repr(e) for e in errors]


@cases([1, 0, 3], [0, 0, 0], [1, 2, 3])
def of_an_operator(xs):
    errors = []
    for x in xs:
        try:
            10 // x
        except ZeroDivisionError as e:
            errors.append(e)
    return len(errors), [str(e) for e in errors]


@cases([1, 0, 3], [0, 0, 0], [1, 2, 3])
def until_there_are_enough(xs):
    errors = []
    k = 0
    while len(errors) < 2 and k < 3:
        try:
            10 // xs[k]
        except ZeroDivisionError as e:
            errors.append(e)
        k += 1
    return len(errors), [str(e) for e in errors]


@cases([1, 0, 3], [0, 0, 0], [1, 2, 3])
def raised_until_there_are_enough(xs):
    errors = []
    k = 0
    while len(errors) < 2 and k < 3:
        try:
            if xs[k] == 0:
                raise ValueError("zero")
        except ValueError as e:
            errors.append(e)
        k += 1
    return len(errors), [str(e) for e in errors]


@cases([1, 0, 3], [0, 0, 0], [1, 2, 3])
def by_a_function(xs):
    errors = []

    def run(k):
        try:
            if xs[k] == 0:
                raise ValueError("zero")
            return k
        except ValueError as e:
            errors.append(e)
        return -1

    return [run(k) for k in range(3)], len(errors), [str(e) for e in errors]


@cases(([1, 0, 3], 1), ([0, 0, 0], 2), ([1, 2, 3], 0))
def retried(xs, n):
    errors = []
    while len(errors) < n:
        try:
            if xs[len(errors)] == 0:
                raise ValueError("zero")
            return len(errors)
        except ValueError as e:
            errors.append(e)
    return [str(e) for e in errors]


@cases(([1, 0, 3], 1), ([0, 0, 0], 2), ([1, 2, 3], 0))
def texts_of_an_operator(xs, n):
    errors = []
    while len(errors) < n:
        try:
            return 10 // xs[len(errors)]
        except ZeroDivisionError as e:
            errors.append(str(e))
    return errors


@cases([1, -2, 0], [-1, -2, -3], [1, 2, 3])
def of_two_classes(xs):
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise ValueError("neg", x)
            10 // x
        except (ValueError, ZeroDivisionError) as e:
            errors.append(e)
    return len(errors), [type(e).__name__ for e in errors]


@cases(([0, 0, 4], 3), ([5, 1, 1], 2), ([0, 0, 0], 3))
def of_an_object_that_retries(xs, n):
    r = Retry(n)
    v = r.run(lambda k: 100 // xs[k])
    return v, len(r.errors), [str(e) for e in r.errors]


@cases(3, 0)
def first_is_raised(n):
    errors = []
    for i in range(n):
        try:
            if i % 2:
                raise ValueError(i)
        except ValueError as e:
            errors.append(e)
    if errors:
        raise errors[0]
    return len(errors)


@cases(3, 0)
def one_of_two(n):
    a, b = ValueError("x"), ValueError("x")
    e = a if n > 1 else b
    return e is a, e is b, a is b


@cases(3, 0)
def one_of_two_unlike(n):
    a, b = ValueError("x"), ValueError("y")
    e = a if n > 1 else b
    return str(e), e is a, e is b


@cases(3, 0, staged="refused AG024")
def first_is_identified(n):
    errors = []
    first = None
    for i in range(n):
        try:
            if i != 1:
                raise ValueError("x")
        except ValueError as e:
            if first is None:
                first = e
            errors.append(e)
    return len(errors), first is not None and errors[0] is first


@cases(3, 0, staged="refused AG024")
def two_are_identified(n):
    errors = []
    for i in range(n):
        try:
            if i != 1:
                raise ValueError("x")
        except ValueError as e:
            errors.append(e)
    return len(errors) > 1 and errors[0] is errors[1], len(errors) > 1 and errors[0] == errors[1]


@cases(3, 0, staged="refused AG024")
def one_is_collected_again(n):
    a = ValueError("x")
    errors = [a]
    for i in range(n):
        try:
            if i != 1:
                raise a
        except ValueError as e:
            errors.append(e)
    return len(errors), all(e is a for e in errors), errors.count(a)


@cases(3, 0, staged="refused AG024")
def one_of_two_is_removed(n):
    a, b = ValueError("x"), ValueError("x")
    errors = [a, b]
    if n > 1:
        errors.remove(b)
    else:
        errors.remove(a)
    return len(errors), errors[0] is a, a in errors, b in errors


@cases(3, 0)
def one_of_two_in_a_set(n):
    a, b = ValueError("x"), ValueError("x")
    seen = {a}
    e = a if n > 1 else b
    return e in seen, len({a, b})


@cases(3, 0, staged="refused AG024")
def changed_after_it_was_collected(n):
    class E(Exception):
        def __init__(self, code):
            super().__init__(f"code {code}")
            self.code = code

    errors = []
    for i in range(n):
        try:
            if i != 1:
                raise E(i)
        except E as e:
            errors.append(e)
            e.code += 10
    return [(str(e), e.code) for e in errors]


@cases(3, 0)
def with_a_text_of_its_class(n):
    errors = []
    for i in range(n):
        try:
            if i != 1:
                raise Pair("k", 2)
        except Pair as e:
            errors.append(e)
    return [str(e) for e in errors], [e.args for e in errors]


@cases(3, 0)
def one_of_two_in_a_dict(n):
    d = {}
    a, b = KeyError("x"), KeyError("x")
    d["e"] = a
    if n > 1:
        d["e"] = b
    return d["e"] is a, d["e"] is b, d["e"] == a


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def in_a_dict(xs):
    d = {}
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise ValueError("neg")
        except ValueError as e:
            d[i] = e
    return {k: str(v) for k, v in d.items()}


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def in_a_deque_with_numbers(xs):
    out = deque(maxlen=2)
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise Bad(i, hint="x" if x < -1 else "y")
        except Bad as e:
            out.append((i, e))
    return [(i, str(e), e.code, e.hint) for i, e in out]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def beside_numbers(xs):
    out = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise Bad(i)
            out.append(x)
        except Bad as e:
            out.append(e)
    return [o if not isinstance(o, Exception) else str(o) for o in out]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def last_is_raised(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise Bad(i)
        except Bad as e:
            errors.append(e)
    try:
        if errors:
            raise errors[-1]
    except Bad as e:
        return e.code, str(e)
    return None


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3], staged="refused AG021")
def with_causes(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            try:
                if x < 0:
                    raise KeyError("k")
            except KeyError as e:
                raise ValueError("v") from e
        except ValueError as e:
            errors.append(e)
    return [str(e.__cause__) for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def with_notes(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise KeyError("k")
        except KeyError as e:
            e.add_note(f"at {i}")
            errors.append(e)
    return [e.__notes__ for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3], staged="refused AG024")
def noted_after_it_was_collected(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise KeyError("k")
        except KeyError as e:
            errors.append(e)
            e.add_note(f"at {i}")
    return [e.__notes__ for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def of_the_system(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise OSError(2, "no", "f")
        except OSError as e:
            errors.append(e)
    return [(e.errno, e.strerror, e.filename, str(e)) for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3], staged="refused AG024")
def of_a_builtin(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            int("z" if x < 0 else "1")
        except ValueError as e:
            errors.append(e)
    return [str(e) for e in errors], sorted(errors, key=str)[:1] == errors[:1]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def or_none(xs):
    errors = [None] * 3
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise ValueError("neg")
        except ValueError as e:
            errors[i] = e
    return [None if e is None else str(e) for e in errors]


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def shown(xs):
    errors = [ValueError("first")]
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise ValueError("neg")
        except ValueError as e:
            errors.append(e)
    return (
        [e.args for e in errors],
        f"{errors}",
        repr(errors[0]),
        type(errors[0]) is ValueError,
        isinstance(errors[-1], ValueError),
    )


@cases([1, -2, 3], [-1, -2, -3], [1, 2, 3])
def of_two_classes_raised(xs):
    errors = []
    for i, x in enumerate(xs):
        try:
            if x < 0:
                raise ValueError("neg")
            if x > 2:
                raise KeyError("big")
        except (ValueError, KeyError) as e:
            errors.append(e)
    return [(type(e).__name__, str(e)) for e in errors], sum(isinstance(e, KeyError) for e in errors)
