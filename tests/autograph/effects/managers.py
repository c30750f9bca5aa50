"""Context managers that swallow what arithmetic in their `with` raises, or make another exception of it."""

from __future__ import annotations

import io
import math
import threading
from contextlib import (
    AbstractContextManager,
    ContextDecorator,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    redirect_stdout,
    suppress,
)

from tests.autograph.effects.outcomes import cases


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, (ArithmeticError, ValueError, LookupError))


class QuietSuppress(suppress):
    pass


class Translates:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is ZeroDivisionError:
            raise ValueError("translated") from None


class Counts:
    def __init__(self):
        self.left = 0

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.left += 1


@contextmanager
def ignoring():
    try:
        yield
    except ZeroDivisionError:
        pass


@contextmanager
def translating():
    try:
        yield
    except ZeroDivisionError:
        raise ValueError("translated") from None


@contextmanager
def passing():
    try:
        yield 1
    finally:
        pass


@cases(0, 3, staged="refused AG026")
def stack_suppress(n):
    r = -1
    with ExitStack() as stack:
        stack.enter_context(suppress(ZeroDivisionError))
        r = 7 // n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def stack_suppress_float(n):
    r = -1.0
    with ExitStack() as stack:
        stack.enter_context(suppress(ZeroDivisionError))
        r = 7 / n
    return r


@cases(0, 3, staged="refused AG026")
def stack_push(n):
    r = -1
    with ExitStack() as stack:
        stack.push(lambda kind, value, traceback: kind is ZeroDivisionError)
        r = 7 // n
    return r


@cases(0, 3, staged="refused AG026")
def stack_unnamed(n):
    r = -1
    stack = ExitStack()
    stack.enter_context(ignoring())
    with stack:
        r = 7 // n
    return r


@cases(0, 3)
def stack_callback(n):
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, 1)
        r = 7 // (n + 1)
    return r, log


@cases(0, 3, staged="refused AG026")
def stack_raises(n):
    r = -1
    with ExitStack() as stack:
        stack.enter_context(suppress(ValueError))
        if n > 1:
            raise ValueError("x")
        r = n
    return r


@cases(0, 3, staged="refused AG026")
def in_a_variable(n):
    r = -1
    guard = suppress(ZeroDivisionError)
    with guard:
        r = 7 // n
    return r


GUARD = suppress(ZeroDivisionError)


@cases(0, 3, staged="refused AG026")
def in_a_global(n):
    r = -1
    with GUARD:
        r = 7 // n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def in_a_global_float(n):
    r = -1.0
    with GUARD:
        r = 7 / n
    return r


class Holder:
    def __init__(self):
        self.guard = suppress(ZeroDivisionError)


@cases(0.0, 3.0, staged="refused AG026")
def in_an_attribute(n):
    r = -1.0
    with Holder().guard:
        r = 7 / n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def in_an_item(n):
    r = -1.0
    guards = [nullcontext(), suppress(ZeroDivisionError)]
    for guard in guards:
        with guard:
            r += 7 / n
    return r


def quiet():
    return suppress(ZeroDivisionError)


@cases(0, 3, staged="refused AG026")
def from_a_function(n):
    r = -1
    with quiet():
        r = 7 // n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def from_a_function_float(n):
    r = -1.0
    with quiet():
        r = 7 % n
    return r


@cases(0, 3, staged="refused AG026")
def from_an_own_function(n):
    def quiet(*errors):
        return suppress(*errors)

    r = -1
    with quiet(ZeroDivisionError):
        r = 7 % n
    return r


@cases(0, 3, staged="refused AG026")
def another_name(n):
    quiet = suppress
    r = -1
    with quiet(ZeroDivisionError):
        r = 7 // n
    return r


@cases(0, 3)
def errors_given_at_once(n):
    errors = (ZeroDivisionError, KeyError)
    r = -1
    with suppress(*errors):
        r = 7 // n
    return r


@cases(0, 3, staged="refused AG026")
def by_inheritance(n):
    r = -1
    with QuietSuppress(ZeroDivisionError):
        r = 7 // n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def by_inheritance_float(n):
    r = -1.0
    with QuietSuppress(ZeroDivisionError):
        r = 7 / n
    return r


@cases(0, 3, staged="refused AG026")
def by_inheritance_raise(n):
    r = -1
    with QuietSuppress(ValueError):
        if n > 1:
            raise ValueError("x")
        r = n
    return r


@cases(0, 3)
def in_a_variable_raise(n):
    r = -1
    guard = suppress(ValueError)
    with guard:
        if n > 1:
            raise ValueError("x")
        r = n
    return r


@cases(0, 3)
def from_a_function_raise(n):
    def quiet():
        return suppress(ValueError)

    r = -1
    with quiet():
        if n > 1:
            raise ValueError("x")
        r = n
    return r


@cases(0, 3)
def own_class_raise(n):
    r = -1
    with Quiet():
        if n > 1:
            raise ValueError("x")
        r = n
    return r


@cases(0, 3)
def index_error(n):
    r = -1
    with suppress(IndexError):
        r = [1, 2][n]
    return r


@cases(0, 3, staged="refused AG026")
def index_error_own(n):
    r = -1
    with Quiet():
        r = [1, 2][n]
    return r


@cases(0, 3, staged="refused AG026")
def index_error_stack(n):
    r = -1
    with ExitStack() as stack:
        stack.enter_context(suppress(IndexError))
        r = [1, 2][n]
    return r


@cases(0, 3)
def key_error(n):
    r = -1
    with suppress(KeyError):
        r = {0: 5}[n]
    return r


@cases(0, 3, staged="refused AG026")
def key_error_in_a_variable(n):
    r = -1
    guard = suppress(KeyError)
    with guard:
        r = {0: 5}[n]
    return r


@cases(0, 3, staged="refused AG026")
def key_error_inherited(n):
    r = -1
    with QuietSuppress(KeyError):
        r = {0: 5}[n]
    return r


@cases(0, 3, staged="refused AG026")
def translates(n):
    with Translates():
        return 7 // n


@cases(0, 3, staged="refused AG026")
def translates_and_is_caught(n):
    try:
        with Translates():
            return 7 // n
    except ValueError:
        return -1


@cases(0.0, 3.0, staged="refused AG026")
def translates_float(n):
    try:
        with Translates():
            return 7 / n
    except ValueError:
        return -1.0


@cases(0, 3, staged="refused AG026")
def generator_translates(n):
    with translating():
        return 7 // n


@cases(0.0, 3.0, staged="refused AG026")
def generator_translates_float(n):
    try:
        with translating():
            return 7 / n
    except ValueError:
        return -1.0


@cases(0, 3, staged="refused AG026")
def decorates(n):
    @ignoring()
    def f():
        return 7 // n

    return f()


@cases(0.0, 3.0, staged="refused AG026")
def decorates_float(n):
    @ignoring()
    def f(k):
        return 7 / k

    return f(n)


@ignoring()
def divided(a, b):
    return a // b


@ignoring()
def divided_floats(a, b):
    return a / b


@cases(0, 3, staged="refused AG026")
def decorates_a_global(n):
    return divided(7, n)


@cases(0.0, 3.0, staged="refused AG026")
def decorates_a_global_float(n):
    return divided_floats(7, n)


class Decorator(ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is ZeroDivisionError


@Decorator()
def divided_by_class(a, b):
    return a / b


@cases(0.0, 3.0, staged="refused AG026")
def decorates_by_a_class(n):
    return divided_by_class(7, n)


@cases(0.0, 3.0, staged="refused AG026")
def true_division(n):
    r = -1.0
    with Quiet():
        r = 7 / n
    return r


@cases(-1, 3, staged="refused AG026")
def left_shift(n):
    r = -1
    with Quiet():
        r = 1 << n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def float_remainder(n):
    r = -1.0
    with ignoring():
        r = 7.0 % n
    return r


@cases(0, 3, staged="refused AG026")
def negative_power(n):
    r = -1.0
    with Quiet():
        r = n**-1
    return r


@cases(0.0, 3.0, staged="refused AG026")
def negative_power_float(n):
    r = -1.0
    with Quiet():
        r = n**-1
    return r


@cases(2.0, 1000.0, staged="refused AG026")
def exponential(x):
    r = -1.0
    with Quiet():
        r = math.exp(x)
    return r


@cases(2.0, 1000.0, staged="refused AG026")
def exponential_in_a_variable(x):
    r = -1.0
    guard = suppress(OverflowError)
    with guard:
        r = math.exp(x)
    return r


@cases(2.0, 1000.0)
def exponential_suppressed(x):
    r = -1.0
    with suppress(OverflowError):
        r = math.exp(x)
    return r


@cases(2.0, 400.0, staged="refused AG026")
def large_power(x):
    r = -1.0
    with Quiet():
        r = 10.0**x
    return r


@cases(2.0, 400.0, staged="refused AG026")
def large_power_of_math(x):
    r = -1.0
    with Quiet():
        r = math.pow(10.0, x)
    return r


@cases(2.0, math.inf, staged="refused AG026")
def whole(x):
    r = -1
    with Quiet():
        r = int(x)
    return r


@cases(2.0, math.inf, staged="refused AG026")
def periodic(x):
    r = -1.0
    with Quiet():
        r = math.sin(x)
    return r


@cases((3.0, 0.0), (7.0, 2.0), staged="refused AG026")
def math_remainder(x, y):
    r = -1.0
    with Quiet():
        r = math.fmod(x, y)
    return r


@cases((2, 3, 0), (2, 3, 5), staged="refused AG026")
def power_modulo(a, b, c):
    r = -1
    with Quiet():
        r = pow(a, b, c)
    return r


@cases(0, 3, staged="refused AG026")
def quotient_and_remainder(n):
    r = (-1, -1)
    with Quiet():
        r = divmod(7, n)
    return r


@cases(0, 3, staged="refused AG026")
def in_a_called_function(n):
    def f(k):
        return 10 // k

    with Quiet():
        return f(n)
    return -1


@cases(0.0, 3.0, staged="refused AG026")
def in_a_called_function_float(n):
    def f(k):
        return 10 / k

    with Quiet():
        return f(n)
    return -1.0


def tenth(k):
    return 10 / k


def tenth_more(k):
    k += 0
    return tenth(k) + 1


@cases(0.0, 3.0, staged="refused AG026")
def in_a_called_global_function(n):
    with Quiet():
        return tenth(n)
    return -1.0


@cases(0.0, 3.0, staged="refused AG026")
def in_a_called_global_function_in_a_variable(n):
    guard = suppress(ZeroDivisionError)
    with guard:
        return tenth_more(n)
    return -1.0


@cases(0.0, 3.0, staged="refused AG026")
def in_a_lambda(n):
    f = [lambda k: 10 / k][0]
    with Quiet():
        return f(n)
    return -1.0


class Tx:
    def __init__(self, d):
        self.d = d

    def __enter__(self):
        self.saved = dict(self.d)
        return self

    def __exit__(self, kind, value, traceback):
        if kind is not None:
            self.d.clear()
            self.d.update(self.saved)
        return kind is not None


@cases(0, 3, staged="refused AG026")
def transaction(n):
    d = {"bal": 10, "rate": 0}
    with Tx(d):
        d["bal"] -= 5
        d["rate"] = 7 // n
        d["bal"] += 1
    return d["bal"]


class TxRaises:
    def __init__(self, d):
        self.d = d

    def __enter__(self):
        self.saved = dict(self.d)
        return self

    def __exit__(self, kind, value, traceback):
        if kind is not None:
            self.d.clear()
            self.d.update(self.saved)
        return False


@cases(0, 3, staged="refused AG026")
def transaction_raises(n):
    d = {"bal": 10, "rate": 0}
    try:
        with TxRaises(d):
            d["bal"] -= 5
            d["rate"] = 7 // n
            d["bal"] += 1
    except ZeroDivisionError:
        pass
    return d["bal"]


@cases(0.0, 3.0, staged="refused AG026")
def transaction_float(n):
    d = {"bal": 10.0, "rate": 0.0}
    with Tx(d):
        d["bal"] -= 5
        d["rate"] = 7 / n
        d["bal"] += 1
    return d["bal"]


@contextmanager
def transacting(d):
    saved = dict(d)
    try:
        yield d
    except Exception:
        d.clear()
        d.update(saved)


@cases(0.0, 3.0, staged="refused AG026")
def transaction_of_a_generator(n):
    d = {"bal": 10.0, "rate": 0.0}
    with transacting(d) as t:
        t["bal"] -= 5
        t["rate"] = 7 / n
        t["bal"] += 1
    return d["bal"]


class Swaps:
    def __init__(self, d):
        self.d = d

    def __enter__(self):
        self.saved = self.d[0]

    def __exit__(self, kind, value, traceback):
        if kind is not None:
            self.d[0] = self.saved
            return True


@cases(0.0, 3.0, staged="refused AG026")
def nested_in_a_branch(n):
    d = [10.0]
    if n < 2:
        with Swaps(d):
            d[0] -= 5
            d[0] = 7 / n
    return d[0]


@cases(0.0, 3.0, staged="refused AG026")
def two_managers(n):
    r = -1.0
    with nullcontext() as _, quiet() as _:
        r = 7 / n
    return r


@cases(0.0, 3.0, staged="refused AG026")
def two_managers_swallow_first(n):
    r = -1.0
    with suppress(ZeroDivisionError), nullcontext():
        r = 7 / n
    return r


# managers that let what is raised through: must run
@cases(1, 3)
def lock(n):
    with threading.Lock():
        return 7 // n


@cases(0.0, 3.0, staged="refused AG026")
def lock_caught(n):
    try:
        with threading.Lock():
            return 7 / n
    except ZeroDivisionError:
        return -1.0


@cases(1, 3)
def output_redirected(n):
    with redirect_stdout(io.StringIO()):
        return 7 // n


@cases(1, 3)
def null(n):
    with nullcontext() as a:
        return 7 // n


@cases(1, 3)
def null_from_a_function(n):
    def make():
        return nullcontext(3)

    with make() as a:
        return a // n


@cases(1, 3)
def null_chosen(n):
    debug = False
    guard = suppress(ValueError) if debug else nullcontext()
    with guard:
        return 7 // n


class Closes:
    is_closed = False

    def close(self):
        self.is_closed = True


@cases(1, 3)
def closed(n):
    c = Closes()
    with closing(c):
        r = 7 // n
    return r, c.is_closed


@cases(1, 3)
def counted(n):
    c = Counts()
    with c:
        r = 7 // n
    return r, c.left


@cases(1, 3)
def generator_passing(n):
    with passing() as one:
        r = one // n
    return r


@cases(1, 3)
def suppressing_something_else(n):
    r = 0
    guard = suppress(KeyError)
    with guard:
        r = 7 // n
    return r


@cases(1, 3)
def suppressing_something_else_called(n):
    r = 0
    with suppress(KeyError):
        r = 7 // n
    return r


@cases(1.0, 3.0)
def quiet_without_division(n):
    r = 0.0
    with Quiet():
        r = 7 + n * 2
    return r


class HandlesByAMethod:
    def __enter__(self):
        return self

    def __exit__(self, k, v, t):
        return self.handle(k)

    def handle(self, k):
        return k is ZeroDivisionError


class HandlesByItsBase(HandlesByAMethod):
    def __exit__(self, k, v, t):
        return super().__exit__(k, v, t)


class RaisesInAMethod:
    def __enter__(self):
        return self

    def __exit__(self, k, v, t):
        if k is not None:
            self.fail()

    def fail(self):
        raise ValueError("translated")


class InheritsEntering(AbstractContextManager):
    def __exit__(self, *raised):
        self.done = True


class LeftByAStaticMethod:
    def __enter__(self):
        return self

    @staticmethod
    def __exit__(*raised):
        return True


class SaysTrue:
    def __call__(self, *raised):
        return True


class LeftByAnObject:
    def __enter__(self):
        return self

    __exit__ = SaysTrue()


@cases(0.0, 2.0, staged="refused AG026")
def derived(n):
    r = -1.0
    with HandlesByItsBase():
        r = 7 / n
    return r


@cases(0.0, 2.0, staged="refused AG026")
def calls_raising(n):
    try:
        with RaisesInAMethod():
            return 7 / n
    except ValueError:
        return -1.0


@cases(2.0, 1.0)
def inherits(n):
    with InheritsEntering() as m:
        r = 7 / n
    return (r, m.done)


@cases(0.0, 2.0, staged="refused AG026")
def static(n):
    r = -1.0
    with LeftByAStaticMethod():
        r = 7 / n
    return r


@cases(0.0, 2.0, staged="refused AG026")
def callable_object(n):
    r = -1.0
    with LeftByAnObject():
        r = 7 / n
    return r


@contextmanager
def nested():
    with suppress(ZeroDivisionError):
        yield


@cases(0.0, 2.0, staged="refused AG026")
def nested_generator(n):
    r = -1.0
    with nested():
        r = 7 / n
    return r


@contextmanager
def finally_returns():
    try:
        yield
    finally:
        return


@cases(0.0, 2.0, staged="refused AG026")
def generator_finally(n):
    r = -1.0
    with finally_returns():
        r = 7 / n
    return r


class Guards:
    @contextmanager
    def guard(self):
        try:
            yield self
        except ArithmeticError:
            self.failed = True

    @contextmanager
    def outer(self):
        with self.guard() as g:
            yield g


@cases(0.0, 2.0, staged="refused AG026")
def method_generator_nested(n):
    r = -1.0
    with Guards().outer():
        r = 7 / n
    return r


@cases(0.0, 2.0, staged="refused AG026")
def stack_nested(n):
    r = -1.0
    with ExitStack() as outer:
        inner = outer.enter_context(ExitStack())
        inner.enter_context(Guards().outer())
        r = 7 / n
    return r


@cases((3, 0.0), (3, 2.0), staged="refused AG026")
def around_a_loop(k, n):
    r = 0.0
    with nested():
        for i in range(k):
            r += i / n
    return r


@cases((3, 2.0), (3, 1.0))
def left_before(k, n):
    r = 0.0
    with nested():
        r += 1
    with suppress(ZeroDivisionError):
        r += 2
    for i in range(k):
        r += i / n
    return r / n


@cases((3, 2.0), (3, 1.0))
def returns_inside(k, n):

    def f(x):
        with nested():
            return x

    return f(n) / n


@cases((3, 0.0), (3, 1.0))
def raised_before(k, n):
    try:
        with nested():
            raise ValueError("x")
    except ValueError:
        pass
    try:
        return k / n
    except ZeroDivisionError:
        return -1.0


def gen(n):
    with suppress(ZeroDivisionError):
        yield 1.0
        yield (7 / n)


@cases(0.0, 2.0, staged="refused AG026")
def in_a_generator(n):
    s = 0.0
    for x in gen(n):
        s += x
    return s


@cases(0.0, 2.0)
def over_a_generator(n):

    def g():
        with nested():
            yield 1.0
            yield 2.0

    s = 0.0
    for x in g():
        try:
            s += x / n
        except ZeroDivisionError:
            s -= 1
    return s


@cases(0.0, 2.0)
def inside_handled(n):
    r = -1.0
    guard = suppress(ZeroDivisionError)
    with guard:
        try:
            r = 7 / n
        except ZeroDivisionError:
            r = -3.0
    return r


@cases((3, 2.0), (5, 1.0))
def locked(k, n):
    lock = threading.RLock()
    with lock:
        k += 1
        if k > 4:
            n = k / n
    with threading.Condition():
        return k // 2 + n


class Divisor:
    def __init__(self, b):
        self.b = b

    def div(self, a):
        return a / self.b

    @property
    def half(self):
        return 7 / self.b

    def __truediv__(self, o):
        return 3 / (self.b + o)


@cases(0.0, 2.0, staged="refused AG026")
def in_a_method(n):
    r = -1.0
    with nested():
        r = Divisor(n).div(3)
    return r


@cases(0.0, 2.0, staged="refused AG026")
def in_a_property(n):
    r = -1.0
    with nested():
        r = Divisor(n).half
    return r


@cases(0.0, 2.0, staged="refused AG026")
def in_a_special_method(n):
    r = -1.0
    with nested():
        r = Divisor(n) / 0
    return r


@cases((3, 2), (4, 0))
def not_a_manager(k, n):
    try:
        with 5:
            return k
    except TypeError:
        return -1
