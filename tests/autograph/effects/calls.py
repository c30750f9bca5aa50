"""Effects of called functions: nested ones, closures, callbacks, lambdas, recursion, and what closures capture."""

from __future__ import annotations

import functools
from functools import partial, wraps

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


def add_to(o, v):
    o.v += v
    return o.v


def fill(xs, v):
    for k in range(len(xs)):
        xs[k] = v


def counter():
    count = 0

    def next_():
        nonlocal count
        count += 1
        return count

    return next_


def traced(f):
    @wraps(f)
    def inner(*args):
        inner.calls += 1
        return f(*args)

    inner.calls = 0
    return inner


@cases(0, 3)
def function_in_a_branch(n):
    o = Box(v=1)
    if n > 2:
        add_to(o, n)
    return o.v


@cases(0, 3)
def function_in_a_loop(n):
    o = Box(v=1)
    last = 0
    for i in range(n):
        last = add_to(o, i)
    return o.v, last


@cases(0, 3)
def function_that_fills_a_list(n):
    xs = [1, 2, 3]
    if n > 2:
        fill(xs, n)
    return xs


@cases(0, 3)
def nonlocal_in_a_branch(n):
    total = 1

    def add(v):
        nonlocal total
        total += v

    if n > 2:
        add(n)
    return total


@cases(0, 3)
def nonlocal_in_a_loop(n):
    total = 0

    def add(v):
        nonlocal total
        total += v

    for i in range(n):
        add(i)
    return total


@cases(0, 3)
def nonlocal_two_levels_up(n):
    total = 0

    def outer():
        def inner(v):
            nonlocal total
            total += v

        if n > 1:
            inner(n)
        inner(1)

    outer()
    return total


@cases(0, 3)
def closure_counter_in_a_branch(n):
    tick = counter()
    tick()
    if n > 2:
        tick()
    return tick()


@cases(0, 3)
def closure_counter_in_a_loop(n):
    tick = counter()
    for _ in range(n):
        tick()
    return tick()


@cases(0, 3)
def two_closure_counters(n):
    a, b = counter(), counter()
    for _ in range(n):
        a()
    b()
    return a(), b()


@cases(0, 3)
def callback_passed_in(n):
    seen = {"count": 0, "sum": 0}

    def on_value(v):
        seen["count"] += 1
        seen["sum"] += v

    def walk(k, callback):
        for i in range(k):
            callback(i)

    walk(n, on_value)
    return seen["count"], seen["sum"]


@cases(0, 3)
def callback_in_an_attribute(n):
    o = Box(v=0)
    o.on_hit = lambda by: setattr(o, "v", o.v + by)
    if n > 2:
        o.on_hit(n)
    return o.v


@cases(0, 3)
def callbacks_in_a_list(n):
    o = Box(a=0, b=0)

    def first():
        o.a += 1

    def second():
        o.b += o.a

    handlers = [first, second]
    for _ in range(n):
        for handler in handlers:
            handler()
    return o.a, o.b


@cases(0, 3)
def dispatch_table(n):
    o = Box(v=1)

    def double():
        o.v *= 2

    def add():
        o.v += 3

    table = {"double": double, "add": add}
    for name in ("add", "double"):
        if n > 2:
            table[name]()
    return o.v


@cases(0, 3)
def lambda_that_reads_later_values(n):
    k = 1
    f = lambda: k * 10  # noqa: E731
    if n > 2:
        k = n
    return f()


@cases(0, 3)
def lambda_captures_a_loop_variable(n):
    t = 0
    for i in range(n):
        f = lambda v: v * i  # noqa: E731
        t += f(2)
    return t


@cases(0, 3)
def generator_captures_a_loop_variable(n):
    t = 0
    for i in range(n):
        t += sum(i * k for k in [1, 2])
    return t


@cases(0, 3)
def comprehension_captures_a_loop_variable(n):
    t = 0
    for i in range(n):
        t += sum([i * k for k in (1, 2, 3)])
    return t


@cases(0, 3)
def function_captures_a_loop_variable(n):
    t = 0
    for i in range(n):

        def scaled(v):
            return v * i

        t += scaled(1) + scaled(2)
    return t


@cases(0, 3)
def closure_captures_a_body_variable(n):
    t = 0
    while n > 0:
        square = n * n
        t += max(square - k for k in (1, 2))
        n -= 1
    return t


@cases(0, 3)
def key_function_captures_a_loop_variable(n):
    t = 0
    for i in range(n):
        t += min((1, 2, 3), key=lambda v: v * (i - 1))
    return t


@cases(3)
def python_loop_of_lambdas_late_binding(n):
    fs = []
    for i in range(3):
        fs.append(lambda: i * n)
    if n > 2:
        n += 1
    return [f() for f in fs]


@cases(3)
def python_loop_of_lambdas_default_binding(n):
    fs = [lambda v, i=i: v + i * n for i in range(3)]
    total = 0
    for f in fs:
        if n > 2:
            total = f(total)
    return total


@cases(0, 3)
def partial_of_a_function_with_effects(n):
    o = Box(v=0)
    bump = partial(add_to, o)
    for i in range(n):
        bump(i)
    return o.v


# The decorator runs unconverted: that the function is new is not known.
@cases(0, 3)
def decorated_function_with_a_counter(n):
    @traced
    def double(v):
        return v * 2

    r = double(n)
    if r > 4:
        r = double(r)
    return r, double.calls


@cases(0, 3)
def function_attribute_in_a_loop(n):
    def f(v):
        f.calls += 1
        return v

    f.calls = 0
    for i in range(n):
        f(i)
    return f.calls


@cases(0, 3)
def function_returns_from_a_branch(n):
    o = Box(v=0)

    def classify(v):
        if v > 2:
            o.v += 1
            return 10
        o.v -= 1
        return 20

    return classify(n) + classify(n - 2), o.v


@cases(0, 3)
def function_with_its_own_loop(n):
    def total(k):
        s = 0
        while k > 0:
            s += k
            k -= 1
        return s

    r = 0
    for i in range(n):
        r += total(i)
    return r


@cases(0, 3)
def recursion_bounded_by_a_python_number(n):
    def power(x, k):
        if k == 0:
            return 1
        half = power(x, k // 2)
        return half * half * (x if k % 2 else 1)

    return power(n, 5)


@cases(0, 3, 20)
def recursion_deeper_than_it_is_traced(n):
    def down(k):
        if k <= 0:
            return 0
        return k + down(k - 1)

    return down(n)


@cases(0, 1, 3, 5)
def recursive_factorial(n):
    def factorial(k):
        if k < 2:
            return 1
        return k * factorial(k - 1)

    return factorial(n)


def common_divisor(a, b):
    return a if b == 0 else common_divisor(b, a % b)


@cases((12, 18), (7, 0), (35, 21), (-4, 6))
def recursive_divisor(a, b):
    return common_divisor(a, b)


@cases((2, 10), (3, 0), (5, 3))
def recursive_power(x, n):
    def power(k):
        if k == 0:
            return 1
        half = power(k // 2)
        if k % 2 == 0:
            return half * half
        return half * half * x

    return power(n)


@cases(3, 0, -4)
def recursive_once(n):
    def odd(k):
        if k < 0:
            return -odd(-k)
        return k * 2

    return odd(n)


@cases(0, 3, 5, jax="refused AG052")
def recursive_fibonacci(n):
    def fibonacci(k):
        if k < 2:
            return k
        return fibonacci(k - 1) + fibonacci(k - 2)

    return fibonacci(n)


class Halving:
    def depth(self, n):
        if n <= 1:
            return 0
        return 1 + self.depth(n // 2)


@cases(1, 3, 64)
def recursive_method(n):
    return Halving().depth(n)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@cases(0, 3, 6)
def mutual_recursion(n):
    return is_even(n)


@cases(0, 3)
def recursion_that_appends(n):
    out = []

    def countdown(k):
        if k < 0:
            return
        out.append(k)
        countdown(k - 1)

    countdown(n)
    return out


@cases(0, 3)
def recursion_that_counts(n):
    log = [0]

    def hanoi(k, a, b, c):
        if k > 0:
            hanoi(k - 1, a, c, b)
            log[0] += 1
            hanoi(k - 1, c, b, a)

    hanoi(n, 0, 1, 2)
    return log[0]


@cases(0, 3)
def recursion_over_python_values_in_a_branch(n):
    def total(values):
        return values[0] + total(values[1:]) if values else n

    if n > 2:
        return total([*range(30)])
    return 0


@cases(0, 3)
def mutual_calls_that_change_a_list(n):
    state = [0, 0]

    def ping(k):
        state[0] += k
        pong(k + 1)

    def pong(k):
        state[1] += k

    if n > 2:
        ping(n)
    else:
        pong(n)
    return state


@cases(0, 3)
def function_chosen_by_python(n):
    def up(v):
        return v + 1

    def down(v):
        return v - 1

    step = up if len("abc") > 2 else down
    while n < 5:
        n = step(n)
    return n


@cases(0, 3)
def functions_chosen_in_staged_branches(n):
    def up(v):
        return v + 1

    def down(v):
        return v - 1

    if n > 2:
        r = up(n)
    else:
        r = down(n)
    return r


@cases(0, 3, runtime="refused")
def function_chosen_by_a_staged_condition(n):
    step = abs
    if n > 2:
        step = float
    return step(n)


@cases(0, 3)
def user_function_called_hash(n):
    def hash(v):
        return v % 7 if v > 2 else v

    return hash(n + 9)


@cases(0, 3)
def user_functions_called_open_and_format(n):
    o = Box(opened=0)

    def open(k):
        o.opened += k
        return o.opened

    def format(v):
        return -v if v > 2 else v

    if n > 2:
        open(n)
    return format(open(1)), o.opened


@cases(0, 3)
def user_function_called_len(n):
    def len(v):
        return v + 1 if v > 2 else v

    return len(n)


@cases(0, 3)
def wrapped_effects_three_deep(n):
    o = Box(v=0)

    def a():
        b()

    def b():
        c()

    def c():
        o.v += 1

    while n > 0:
        a()
        n -= 1
    return o.v


@cases(0, 3)
def effect_before_a_staged_return(n):
    o = Box(v=0)

    def visit(k):
        o.v += 1
        if k > 2:
            return k
        o.v += 10
        return 0

    r = visit(n)
    return r, o.v


@cases(0, 3)
def map_of_a_function_with_effects(n):
    o = Box(calls=0)

    def f(v):
        o.calls += 1
        return v + n if n > 2 else v

    return list(map(f, [1, 2])), o.calls


@functools.singledispatch
def by_class(x):
    return 1


@by_class.register
def _(x: int):
    if x > 2:
        return x + 2
    return 9


@by_class.register(float)
def _(x):
    return x * 2


@by_class.register(list)
def _(x):
    return len(x)


@cases(0, 3)
def implementation_for_the_class_of_a_number(n):
    return by_class(n), by_class([n]), by_class("s"), by_class(n / 2)


@cases(0, 3)
def method_for_the_class_of_a_number(n):
    class Adder:
        @functools.singledispatchmethod
        def add(self, x):
            return 1

        @add.register
        def _(self, x: int):
            return x + 5

    return Adder().add(n)


@functools.singledispatch
def _kind(value):
    return "other"


@_kind.register
def _(value: str):
    return "text " + value


@_kind.register
def _(value: list):
    return "list"


@cases(0, 1)
def dispatched_on_chosen_strings(x):
    return _kind("b" if x else "c"), _kind(x), _kind(str(x)), _kind(f"{x}")


@cases(0, 1)
def dispatched_on_a_list_of_staged_length(x):
    xs = [1]
    if x:
        xs.append(2)
    return _kind(xs)


@cases(0, 3)
def special_methods_of_containers(n):
    read, squares = [5, 6, 7, 8].__getitem__, {0: 9, 3: 4}
    found = sorted([0, 3], key=squares.__getitem__), max([0, 3], key=squares.__getitem__)
    return read(n), squares.__getitem__(n), "abcd".__getitem__(n), [n, 1].__contains__(3), found
