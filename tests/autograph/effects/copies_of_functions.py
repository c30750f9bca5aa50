"""`copy.copy` and `copy.deepcopy` of functions, texts and classes that are one of several."""

# ruff: noqa: E731 - lambdas are what is copied
from __future__ import annotations

import copy

from tests.autograph.effects.outcomes import cases


def add(a, b=5):
    return a + b


def mul(a, b=5):
    return a * b


@cases(0, 1, 3)
def of_a_function(n):
    return copy.deepcopy(add)(2) + n


@cases(0, 1, 3)
def in_a_branch(n):
    if n > 1:
        t = copy.deepcopy(add)(2) + n
    else:
        t = 1
    return t


@cases(0, 1, 3)
def of_one_of_two(n):
    x = add if n > 1 else mul
    y = copy.deepcopy(x)
    return y(2)


@cases(0, 1, 3)
def without_a_copy(n):
    x = add if n > 1 else mul
    return x(2)


@cases(0, 1, 3)
def of_one_in_each_branch(n):
    if n > 1:
        y = copy.deepcopy(add)
    else:
        y = copy.deepcopy(mul)
    return y(2)


@cases(0, 1, 3)
def of_texts(n):
    x = "ab" if n > 1 else "c"
    return copy.deepcopy(x)


@cases(0, 1, 3)
def of_texts_added_to(n):
    x = ""
    if n > 1:
        x = "ab"
    return copy.deepcopy(x) + "q"


@cases(0, 1, 3)
def of_classes(n):
    x = int if n > 1 else str
    return copy.deepcopy(x)(5) == 5


@cases(0, 1, 3)
def of_a_text_or_another(n):
    x = (n > 1 and "ab") or "ab"
    return copy.deepcopy(x)


@cases(0, 1, 3)
def of_lambdas(n):
    x = lambda a: a + 1
    if n > 1:
        x = lambda a: a + n
    return copy.deepcopy(x)(2)


@cases(0, 1, 3)
def of_functions_in_dicts(n):
    x = {"a": add, "b": 1}
    if n > 1:
        x["b"] = n
    return copy.deepcopy(x)["a"](x["b"])


@cases(0, 1, 3)
def shallow(n):
    x = add if n > 1 else mul
    y = copy.copy([x, n])
    return y[0](2), y[1]
