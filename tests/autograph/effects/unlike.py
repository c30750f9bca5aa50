"""Values that are one thing on one path and something unlike it on the other."""

# ruff: noqa: E731 - lambdas with a name are tested
from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1, 3)
def number_or_string(n):
    if n > 2:
        return n
    return "small"


@cases(1, 3)
def tuples_of_two_lengths(n):
    if n > 2:
        return (n, 1)
    return (n,)


@cases(1, 3)
def structure_or_none(n):
    return [n, {"a": 1}] if n > 2 else None


@cases(1, 3, 5)
def three_kinds(n):
    if n > 4:
        return "big"
    if n > 2:
        return n
    return {"small": n}


@cases(1, 3)
def kept_in_a_result(n):
    x = 1 if n > 2 else "a"
    return [x, {"x": x}], f"<{x}>"


@cases(1, 3, 5, 15)
def fizz_buzz(n):
    if n % 15 == 0:
        return "FizzBuzz"
    elif n % 3 == 0:
        return "Fizz"
    elif n % 5 == 0:
        return "Buzz"
    else:
        return str(n)


@cases(1, 3)
def one_of_two_functions(n):
    def double(x):
        return x * 2

    def square(x):
        return x * x

    chosen = double if n > 2 else square
    return chosen(n + 1) + chosen(2)


@cases(1, 3)
def one_of_two_lambdas(n):
    if n > 2:
        step = lambda x: x + n
    else:
        step = lambda x: x - 1
    return step(step(10))


@cases(1, 3)
def functions_with_effects(n):
    log = []
    total = 0

    def one(x):
        nonlocal total
        total += x
        log.append(x)

    def other(x):
        nonlocal total
        total -= x
        log.append(-x)

    (one if n > 2 else other)(n)
    return total, log


@cases(1, 3, staged="refused AG012 AG013")
def computed_with(n):
    x = 1 if n > 2 else "a"
    return x * 2


@cases(1, 3, staged="refused AG012 AG013")
def asked_for_its_class(n):
    x = 1 if n > 2 else "a"
    return isinstance(x, int)


@cases(1, 3, staged="refused AG012 AG013")
def asked_whether_it_is_none(n):
    x = 1 if n > 2 else "a"
    return 1 if x is None else 2


@cases(1, 3, staged="refused AG012 AG013")
def given_to_a_function_that_is_not_converted(n):
    x = 1 if n > 2 else "a"
    return callable(x), type(x) is int


@cases(1, 3)
def truth(n):
    x = 1 if n > 2 else ""
    return 1 if x else 2


@cases(1, 3, staged="refused AG014")
def carried_around_a_loop(n):
    x = 1 if n > 2 else "a"
    for _ in range(n):
        x = n
    return x


@cases(1, 3)
def function_called_in_a_loop(n):
    step = (lambda a, b: a + b) if n > 2 else (lambda a, b: a - b)
    total = 0
    for i in range(n):
        total = step(total, i)
    return total


@cases(0, 1, 2)
def function_from_a_dict(n):
    steps = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
    kind = "+" if n > 1 else "-" if n > 0 else "*"
    return steps[kind](n, 3)


@cases(0, 1, 2)
def function_from_a_list(n):
    steps = [abs, lambda x: -x, lambda x: x * x]
    return steps[n](n - 5)


@cases(0, 1)
def unlike_items(n):
    return ["one", 2][n], ((1, 2), None)[n]


class Named:
    def __init__(self, name, value):
        self.name = name
        self.value = value


@cases(1, 3)
def attributes_of_what_may_be_none(n):
    found = None
    if n > 2:
        found = Named("x", n)
    return "none" if found is None else found.name, 0 if found is None else found.value


class Dials:
    def __init__(self):
        self.low, self.high = 1, 2

    def raised(self):
        return self.high + 5

    def lowered(self):
        return self.low + 50


@cases(0, 3)
def attribute_of_either_name(n):
    dials = Dials()
    name = "high" if n > 2 else "low"
    setattr(dials, name, getattr(dials, name) + 7)
    return dials.low, dials.high, getattr(dials, name)


@cases(0, 3)
def method_of_either_name(n):
    return getattr(Dials(), "raised" if n > 2 else "lowered")()


@cases(0, 3)
def slices_whose_bounds_may_be_none(n):
    k = n if n > 2 else None
    xs = [1, 2, 3, 4]
    return xs[k:], xs[:k], xs[-2:k]


@cases(0, 3)
def filter_of_what_may_be_none(n):
    x = n if n > 2 else None
    return list(filter(None, [x, 1]))


@cases(0, 2, 3, jax="refused AG027")
def raises_either_class(n):
    error = ValueError if n > 2 else KeyError
    if n > 1:
        raise error("x")
    return n


@cases(0, 3, jax="refused AG027")
def raises_what_may_be_none(n):
    error = None
    if n > 2:
        error = ValueError("a")
    if error is not None:
        raise error
    return n


@cases(0, 3)
def catches_either_class(n):
    error = ValueError
    if n > 2:
        error = KeyError
    try:
        raise error("x")
    except KeyError as found:
        return str(found)
    except ValueError as found:
        return str(found) + "!"
