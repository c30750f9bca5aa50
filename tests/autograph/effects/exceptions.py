"""Exceptions: raised when a staged path is taken, in loops and called functions; caught, with `else` and `finally`."""

from __future__ import annotations

from contextlib import suppress

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import Stop, cases

COUNTS = {"raised": 0}


@cases(1, 3, jax="refused")
def raised_in_a_branch(n):
    if n > 2:
        raise ValueError("too big")
    return n


@cases(1, 3, jax="refused")
def raised_in_an_else(n):
    if n < 2:
        r = 1
    else:
        raise ValueError("too big")
    return r


@cases(1, 3, jax="refused")
def raised_unless(n):
    ok = n > 2
    if not ok:
        raise ValueError("no convergence")
    return n


@cases(1, 3, jax="refused")
def raised_after_a_loop(n):
    total = 0
    for i in range(n):
        total += i
    if total > 2:
        raise Stop("overflow")
    return total


@cases(1, 5, jax="refused")
def raised_in_a_loop(n):
    total = 0
    for i in range(n):
        if i > 3:
            raise ValueError("i is too big")
        total += i
    return total


@cases(1, 5, jax="refused")
def raised_in_a_while(n):
    steps = 0
    while n > 0:
        steps += 1
        if steps > 3:
            raise RuntimeError("too many steps")
        n -= 1
    return steps


@cases(1, 5, jax="refused")
def raised_at_the_end_of_a_search(n):
    for i in range(4):
        if i == n:
            return i
    raise LookupError("not found")


@cases(1, 5, jax="refused")
def raised_in_a_loop_else(n):
    r = -1
    for i in range(4):
        if i == n:
            r = i
            break
    else:
        raise Stop("not found")
    return r


@cases(-1, 3, jax="refused")
def raised_in_a_called_function(n):
    def check(v):
        if v < 0:
            raise ValueError("negative")
        return v * 2

    return check(n) + 1


@cases(-1, 3, jax="refused")
def raised_in_a_constructor(n):
    class Amount:
        def __init__(self, v):
            if v < 0:
                raise ValueError("negative amount")
            self.v = v

    return Amount(n).v * 2


@cases(-1, 3, jax="refused")
def raised_in_a_method(n):
    class Account:
        def __init__(self):
            self.balance = 1

        def withdraw(self, k):
            if k > self.balance:
                raise Stop("insufficient funds")
            self.balance -= k

    a = Account()
    a.withdraw(n)
    return a.balance


@cases(0, 1, 2, 3, jax="refused")
def raised_of_several_types(n):
    if n == 1:
        raise ValueError("one")
    elif n == 2:
        raise KeyError("two")
    elif n == 3:
        raise Stop("three", 3)
    return n


@cases(0, 1, 5, jax="refused")
def raised_in_a_match(n):
    match n:
        case 0:
            return 10
        case 1:
            return 20
        case _:
            raise ValueError("unknown command")


@cases(1, 3, jax="refused")
def raised_class_without_arguments(n):
    if n > 2:
        raise Stop
    return n


@cases(1, 3, jax="refused")
def raised_from_another(n):
    if n > 2:
        raise ValueError("outer") from KeyError("inner")
    return n


@cases(1, 3, jax="refused")
def raised_after_an_effect(n):
    o = Box(v=0)
    o.v += n
    if o.v > 2:
        o.v = 100
        raise ValueError("big")
    o.v += 1
    return o.v


@cases(1, 3, runtime="refused", jax="refused")
def raised_with_a_staged_message(n):
    if n > 2:
        raise ValueError(f"bad {n}")
    return n


@cases(1, 3, jax="refused")
def raised_with_a_computed_python_message(n):
    limit = 2
    if n > limit:
        raise ValueError(f"over {limit}" + "!")
    return n


@cases((1, 1), (3, 1), (1, 3), (3, 3), jax="refused")
def first_of_two_raises(n, m):
    if n > 2:
        raise ValueError("first")
    if m > 2:
        raise KeyError("second")
    return n + m


@cases(1, 3, jax="refused")
def raised_before_a_division(n):
    d = n - 1
    if d == 0:
        raise ZeroDivisionError("division by zero!")
    return 10 // d


@cases(0, 2, jax="refused")
def not_implemented_branch(n):
    if n == 0:
        return 1
    elif n > 100:
        raise NotImplementedError
    return n


@cases(0, 3, jax="refused")
def raise_in_a_conditional_lambda(n):
    def fail():
        raise ValueError("fail")

    return n if n < 2 else fail()


@cases(1, 3, staged="refused")
def caught_around_a_staged_branch(n):
    try:
        if n > 2:
            raise ValueError("big")
        return 1
    except ValueError:
        return 5


@cases(1, 3, staged="refused")
def caught_with_an_effect(n):
    o = Box(v=0)
    try:
        o.v = 1
        if n > 2:
            raise ValueError("big")
        o.v = 2
    except ValueError:
        o.v += 10
    return o.v


@cases(1, 3, staged="refused")
def caught_from_a_function(n):
    def check(v):
        if v > 2:
            raise ValueError("big")
        return v

    try:
        r = check(n)
    except ValueError:
        r = -1
    return r


@cases(1, 3, staged="refused")
def caught_in_a_loop(n):
    bad = 0
    for i in range(n):
        try:
            if i % 2:
                raise ValueError("odd")
        except ValueError:
            bad += 1
    return bad


@cases(1, 3, staged="refused")
def caught_by_a_base_class(n):
    try:
        if n > 2:
            raise KeyError("k")
        r = 0
    except LookupError:
        r = 1
    return r


@cases(1, 3, jax="refused")
def handler_of_another_type(n):
    try:
        if n > 2:
            raise ValueError("big")
        r = 0
    except KeyError:
        r = 1
    return r


@cases(1, 3, staged="refused")
def caught_with_else_and_finally(n):
    o = Box(v=0)
    try:
        if n > 2:
            raise Stop("big")
    except Stop:
        o.v = 1
    else:
        o.v = 2
    finally:
        o.v += 10
    return o.v


@cases(1, 3, staged="refused")
def suppressed(n):
    r = 0
    with suppress(ValueError):
        if n > 2:
            raise ValueError("big")
        r = 1
    return r


@cases(1, 3, staged="refused")
def reraised(n):
    try:
        if n > 2:
            raise ValueError("big")
    except ValueError:
        raise Stop("stopped") from None
    return n


@cases(1, 3, staged="refused")
def stop_exception_ends_a_search(n):
    found = -1
    try:
        for i in range(5):
            if i * i > n:
                found = i
                raise Stop
    except Stop:
        pass
    return found


@cases(1, 3)
def try_without_a_raise(n):
    o = Box(v=0)
    try:
        if n > 2:
            o.v = n
    except ValueError:
        o.v = -1
    return o.v


@cases(1, 3)
def finally_around_a_staged_branch(n):
    o = Box(v=0)
    try:
        if n > 2:
            o.v = n
    finally:
        o.v += 1
    return o.v


@cases(1, 3)
def finally_with_a_staged_return(n):
    o = Box(v=0)

    def inner():
        try:
            if n > 2:
                return 1
            o.v = 5
        finally:
            o.v += 1
        return 2

    r = inner()
    return r, o.v


@cases(1, 3)
def finally_in_a_loop_with_break(n):
    o = Box(opened=0, closed=0)
    for i in range(5):
        o.opened += 1
        try:
            if i >= n:
                break
        finally:
            o.closed += 1
    return o.opened, o.closed


@cases(1, 3)
def finally_in_a_loop_with_continue(n):
    o = Box(done=0, closed=0)
    for i in range(n):
        try:
            if i % 2:
                continue
            o.done += 1
        finally:
            o.closed += 1
    return o.done, o.closed


@cases(1, 3)
def return_in_finally(n):
    try:
        if n > 2:
            return 1
    finally:
        return 7


@cases(1, 3)
def python_exception_caught_in_a_staged_branch(n):
    r = 0
    if n > 2:
        try:
            int("x")
        except ValueError:
            r = n
    return r


@cases(1, 3)
def python_exception_caught_around_a_staged_branch(n):
    r = 0
    try:
        if n > 2:
            r = 1
        {}["missing"]
        r = 100
    except KeyError:
        r += 10
    return r


@cases(1, 3)
def python_exception_in_a_staged_loop(n):
    d = {"a": 1}
    total = 0
    for _ in range(n):
        try:
            total += d["b"]
        except KeyError:
            total += d["a"]
    return total


@cases(1, 3)
def try_else_in_a_staged_branch(n):
    r = 0
    if n > 2:
        try:
            v = int("12")
        except ValueError:
            r = -1
        else:
            r = v + n
    return r


@cases(1, 3, jax="refused")
def raised_inside_a_finally_protected_body(n):
    o = Box(v=0)
    try:
        if n > 2:
            raise ValueError("big")
        o.v = 1
    finally:
        o.v += 1
    return o.v


@cases(1, 3)
def raise_that_python_decides_not_to_do(n):
    strict = False
    if n > 2:
        if strict:
            raise ValueError("strict")
        n = 2
    return n


@cases(1, 3, staged="refused")
def broad_handler_around_what_cannot_be_staged(n):
    xs = set()
    try:
        if n > 2:
            xs.add(1)
    except Exception:
        xs = {5, 6}
    return len(xs)


@cases(1, 3, staged="refused")
def type_error_handler_around_what_cannot_be_staged(n):
    name = "a"
    try:
        if n > 2:
            name = "bb"
    except TypeError:
        name = "ccc"
    return 1 if name == "ccc" else 0


@cases(0, 3, 11, jax="refused AG027")
def raise_beside_a_store_to_an_item(n):
    xs = [n, 1, n]
    if n > 10:
        raise ValueError("stopped")
    else:
        if n > 2:
            xs[0] = n + 1
    return xs


@cases(0, 3, staged="refused AG027", outer=("COUNTS",))
def raise_after_an_effect_on_an_outer_object(n):
    if n > 2:
        COUNTS["raised"] += 1
        raise ValueError("stopped")
    return n


@cases(0, 3, jax="refused AG027")
def raise_after_an_effect_on_an_object_of_its_own(n):
    counts = {"raised": 0}
    if n > 2:
        counts["raised"] += 1
        raise ValueError("stopped")
    return counts["raised"]


@cases(0, 3, jax="refused AG027")
def conversion_fails_in_a_branch(n):
    if n > 2:
        int("x")
    return n


@cases(0, 3, jax="refused AG027")
def operands_do_not_fit_in_a_branch(n):
    if n > 2:
        None + 1
    return n


@cases(0, 3, jax="refused AG027")
def attribute_missing_in_a_branch(n):
    if n > 2:
        "a".foo
    return n


@cases(0, 3, jax="refused AG027")
def conversion_fails_in_a_loop(n):
    t = 0
    for i in range(n):
        if i > 1:
            int("y")
        t += i
    return t


@cases(0, 3, jax="refused AG027")
def unpacking_fails_in_a_branch(n):
    if n > 2:
        a, b = (1, 2, 3)
    return n


@cases(0, 3, jax="refused AG027")
def wrong_arguments_in_a_branch(n):
    def f(a):
        return a

    if n > 2:
        f()
    return n


@cases(0, 3, jax="refused AG027")
def iterator_exhausted_in_a_branch(n):
    if n > 2:
        next(iter([]))
    return n


@cases(0, 3, jax="refused AG027")
def empty_list_popped_in_a_branch(n):
    xs = []
    if n > 2:
        xs.pop()
    return n


@cases(0, 3, staged="refused AG026")
def failed_conversion_caught(n):
    try:
        if n > 2:
            int("x")
        return 1
    except ValueError:
        return 2


@cases(0, 3, staged="refused AG026")
def assertion_caught(n):
    try:
        assert n < 2
        return 1
    except AssertionError:
        return 2


@cases(0, 3, staged="refused AG026")
def assertion_caught_by_a_broad_handler(n):
    try:
        assert n < 2, "no"
        return 1
    except Exception:
        return 2


@cases(0, 3, staged="refused AG026")
def assertion_of_a_function_caught(n):
    def check(n):
        assert n < 2, "no"

    try:
        check(n)
    except (KeyError, AssertionError):
        return 2
    return 1


@cases(0, 3)
def assertion_with_a_finally(n):
    k = 1
    try:
        assert n < 5, "no"
    finally:
        k = 2
    return k + n


@cases(0, 3, staged="refused AG026")
def index_out_of_range_caught(n):
    xs = [1, 2]
    try:
        return xs[n]
    except IndexError:
        return -1


@cases(0, 3, staged="refused AG026")
def missing_key_caught(n):
    d = {0: 5, 1: 6}
    try:
        return d[n]
    except KeyError:
        return -1


@cases(0, 3, staged="refused AG026")
def missing_value_caught(n):
    try:
        return [0, 1].index(n)
    except ValueError:
        return 7


@cases(0, 3)
def failure_of_python_caught_at_once(n):
    try:
        int("x")
    except ValueError:
        return n + 1
