"""Functions that read variables of the function around them, which may have no value by then."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def function_before_the_branch(n):
    def f():
        return k

    if n > 1:
        k = n
    try:
        return f()
    except NameError:
        return -1


@cases(0, 3)
def message_of_the_error(n):
    def f():
        return k

    if n > 1:
        k = n
    try:
        return f()
    except NameError as e:
        return str(e), e.name


@cases(3, 5)
def variable_that_is_bound(n):
    def f():
        return k + 1

    if n > 1:
        k = n
    return f()


@cases(0, 3)
def lambda_after_the_branch(n):
    if n > 1:
        k = n
    g = lambda: k * 2  # noqa: E731
    try:
        r = g()
    except NameError:
        r = 0
    k = 4
    return r, g()


@cases(0, 3)
def variable_of_a_loop(n):
    def f():
        if n > 2:
            return k
        return 0

    for i in range(n):
        k = i
    try:
        return f()
    except NameError:
        return -1


@cases(0, 3)
def function_in_a_function(n):
    def f():
        def g():
            return k

        return g()

    if n > 1:
        k = n
    try:
        return f()
    except NameError:
        return -1


@cases(0, 3)
def handler_in_the_function(n):
    def f():
        try:
            return k
        except NameError:
            return -2

    if n > 1:
        k = n
    return f()


@cases(0, 3)
def read_in_a_comprehension(n):
    def f():
        return [k + j for j in range(2)]

    if n > 1:
        k = n
    try:
        return f()
    except NameError:
        return [-1, -1]


@cases(0, 3)
def variable_that_is_bound_anew(n):
    def f():
        nonlocal k
        k += 1
        return k

    if n > 1:
        k = n
    try:
        return f()
    except NameError:
        return -1


@cases(0, 3)
def parameter_of_the_same_name(n):
    def f(k):
        return k

    if n > 1:
        k = n
    return f(n)


@cases(0, 3)
def argument_of_a_builtin(n):
    def f():
        return isinstance(k, int), "ok"

    if n > 1:
        k = n
    try:
        return f()
    except NameError:
        return -1, "no"


@cases(0, 3)
def method_of_a_class(n):
    class A:
        def get(self):
            return k

    if n > 1:
        k = n
    try:
        return A().get()
    except NameError:
        return -1


@cases(0, 3)
def function_that_calls_itself(n):
    def fact(m):
        return 1 if m < 1 else m * fact(m - 1)

    if n > 1:
        k = 3
    else:
        k = 2
    return fact(k) if n > 100 else fact(3)
