"""Exceptions: raised when a staged path is taken, in loops and called functions; caught, with `else` and `finally`."""

from __future__ import annotations

import math
import threading
from contextlib import contextmanager, suppress

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import Stop, cases

COUNTS = {"raised": 0}


@cases(1, 3)
def raised_in_a_branch(n):
    if n > 2:
        raise ValueError("too big")
    return n


@cases(1, 3)
def raised_in_an_else(n):
    if n < 2:
        r = 1
    else:
        raise ValueError("too big")
    return r


@cases(1, 3)
def raised_unless(n):
    ok = n > 2
    if not ok:
        raise ValueError("no convergence")
    return n


@cases(1, 3)
def raised_after_a_loop(n):
    total = 0
    for i in range(n):
        total += i
    if total > 2:
        raise Stop("overflow")
    return total


@cases(1, 5)
def raised_in_a_loop(n):
    total = 0
    for i in range(n):
        if i > 3:
            raise ValueError("i is too big")
        total += i
    return total


@cases(1, 5)
def raised_in_a_while(n):
    steps = 0
    while n > 0:
        steps += 1
        if steps > 3:
            raise RuntimeError("too many steps")
        n -= 1
    return steps


@cases(1, 5)
def raised_at_the_end_of_a_search(n):
    for i in range(4):
        if i == n:
            return i
    raise LookupError("not found")


@cases(1, 5)
def raised_in_a_loop_else(n):
    r = -1
    for i in range(4):
        if i == n:
            r = i
            break
    else:
        raise Stop("not found")
    return r


@cases(-1, 3)
def raised_in_a_called_function(n):
    def check(v):
        if v < 0:
            raise ValueError("negative")
        return v * 2

    return check(n) + 1


@cases(-1, 3)
def raised_in_a_constructor(n):
    class Amount:
        def __init__(self, v):
            if v < 0:
                raise ValueError("negative amount")
            self.v = v

    return Amount(n).v * 2


@cases(-1, 3)
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


@cases(0, 1, 2, 3)
def raised_of_several_types(n):
    if n == 1:
        raise ValueError("one")
    elif n == 2:
        raise KeyError("two")
    elif n == 3:
        raise Stop("three", 3)
    return n


@cases(0, 1, 5)
def raised_in_a_match(n):
    match n:
        case 0:
            return 10
        case 1:
            return 20
        case _:
            raise ValueError("unknown command")


@cases(1, 3)
def raised_class_without_arguments(n):
    if n > 2:
        raise Stop
    return n


@cases(1, 3)
def raised_from_another(n):
    if n > 2:
        raise ValueError("outer") from KeyError("inner")
    return n


@cases(1, 3)
def raised_after_an_effect(n):
    o = Box(v=0)
    o.v += n
    if o.v > 2:
        o.v = 100
        raise ValueError("big")
    o.v += 1
    return o.v


@cases(1, 3)
def raised_with_a_staged_message(n):
    if n > 2:
        raise ValueError(f"bad {n}")
    return n


@cases(1, 3)
def raised_with_a_computed_python_message(n):
    limit = 2
    if n > limit:
        raise ValueError(f"over {limit}" + "!")
    return n


@cases((1, 1), (3, 1), (1, 3), (3, 3))
def first_of_two_raises(n, m):
    if n > 2:
        raise ValueError("first")
    if m > 2:
        raise KeyError("second")
    return n + m


@cases(1, 3)
def raised_before_a_division(n):
    d = n - 1
    if d == 0:
        raise ZeroDivisionError("division by zero!")
    return 10 // d


@cases(0, 2)
def not_implemented_branch(n):
    if n == 0:
        return 1
    elif n > 100:
        raise NotImplementedError
    return n


@cases(0, 3)
def raise_in_a_conditional_lambda(n):
    def fail():
        raise ValueError("fail")

    return n if n < 2 else fail()


@cases(1, 3)
def caught_around_a_staged_branch(n):
    try:
        if n > 2:
            raise ValueError("big")
        return 1
    except ValueError:
        return 5


@cases(1, 3)
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


@cases(1, 3)
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


@cases(1, 3)
def caught_in_a_loop(n):
    bad = 0
    for i in range(n):
        try:
            if i % 2:
                raise ValueError("odd")
        except ValueError:
            bad += 1
    return bad


@cases(1, 3)
def caught_by_a_base_class(n):
    try:
        if n > 2:
            raise KeyError("k")
        r = 0
    except LookupError:
        r = 1
    return r


@cases(1, 3)
def handler_of_another_type(n):
    try:
        if n > 2:
            raise ValueError("big")
        r = 0
    except KeyError:
        r = 1
    return r


@cases(1, 3)
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


@cases(1, 3)
def suppressed(n):
    r = 0
    with suppress(ValueError):
        if n > 2:
            raise ValueError("big")
        r = 1
    return r


@cases(1, 3)
def reraised(n):
    try:
        if n > 2:
            raise ValueError("big")
    except ValueError:
        raise Stop("stopped") from None
    return n


@cases(1, 3)
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


@cases(1, 3)
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


@cases(1, 3)
def type_error_handler_around_what_cannot_be_staged(n):
    name = "a"
    try:
        if n > 2:
            name = "bb"
    except TypeError:
        name = "ccc"
    return 1 if name == "ccc" else 0


@cases(0, 3, 11)
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


@cases(0, 3)
def raise_after_an_effect_on_an_object_of_its_own(n):
    counts = {"raised": 0}
    if n > 2:
        counts["raised"] += 1
        raise ValueError("stopped")
    return counts["raised"]


@cases(0, 3)
def conversion_fails_in_a_branch(n):
    if n > 2:
        int("x")
    return n


@cases(0, 3)
def operands_do_not_fit_in_a_branch(n):
    if n > 2:
        None + 1
    return n


@cases(0, 3)
def attribute_missing_in_a_branch(n):
    if n > 2:
        "a".foo
    return n


@cases(0, 3)
def conversion_fails_in_a_loop(n):
    t = 0
    for i in range(n):
        if i > 1:
            int("y")
        t += i
    return t


@cases(0, 3)
def unpacking_fails_in_a_branch(n):
    if n > 2:
        a, b = (1, 2, 3)
    return n


@cases(0, 3)
def wrong_arguments_in_a_branch(n):
    def f(a):
        return a

    if n > 2:
        f()
    return n


@cases(0, 3)
def iterator_exhausted_in_a_branch(n):
    if n > 2:
        next(iter([]))
    return n


@cases(0, 3)
def empty_list_popped_in_a_branch(n):
    xs = []
    if n > 2:
        xs.pop()
    return n


@cases(0, 3)
def failed_conversion_caught(n):
    try:
        if n > 2:
            int("x")
        return 1
    except ValueError:
        return 2


@cases(0, 3)
def assertion_caught(n):
    try:
        assert n < 2
        return 1
    except AssertionError:
        return 2


@cases(0, 3)
def assertion_caught_by_a_broad_handler(n):
    try:
        assert n < 2, "no"
        return 1
    except Exception:
        return 2


@cases(0, 3)
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


@cases(0, 3)
def index_out_of_range_caught(n):
    xs = [1, 2]
    try:
        return xs[n]
    except IndexError:
        return -1


@cases(0, 3)
def missing_key_caught(n):
    d = {0: 5, 1: 6}
    try:
        return d[n]
    except KeyError:
        return -1


@cases(0, 3)
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


@contextmanager
def guarded(log):
    log["entered"] = 1
    try:
        yield log
    except ValueError:
        log["caught"] = 1
    finally:
        log["left"] = 1


@cases(0, 3, staged="refused AG026", jax="refused")
def raised_under_a_generator_that_catches(n):
    log = {"caught": 0}
    with guarded(log):
        if n > 2:
            raise ValueError("too large")
    return log


@cases(0, 3, jax="refused AG027")
def raised_under_a_generator_that_catches_something_else(n):
    log = {"caught": 0}
    with guarded(log):
        if n > 2:
            raise KeyError("too large")
    return log


# Caught: the exception is a jump to the handler


class Coded(Exception):
    def __init__(self, code, reason):
        super().__init__(code, reason)
        self.code = code


def positive(v):
    if v < 0:
        raise ValueError("negative")
    return v * 2


def nested_check(v):
    r = positive(v - 1)
    return r + positive(v)


@cases(1, 3)
def handler_reads_the_arguments(n):
    try:
        if n > 2:
            raise Stop(n * 2, 7)
        r = 0
    except Stop as e:
        r = e.args[0] + e.args[1]
    return r


@cases(1, 3)
def handler_reads_an_attribute(n):
    try:
        if n > 2:
            raise Coded(n + 4, "high")
        return n
    except Coded as e:
        return e.code * 100


@cases(1, 3)
def handler_raises_what_shows_the_message(n):
    try:
        if n > 2:
            raise ValueError(f"bad {n}")
    except ValueError as e:
        raise Stop(f"stopped: {e}") from e
    return n


@cases(-3, 1, 12)
def several_raises(n):
    try:
        if n > 10:
            raise Coded(7, "high")
        if n < 0:
            raise Coded(3, "low")
        r = n
    except Coded as e:
        r = e.code * 100
    return r


@cases((1, 0), (0, 1), (0, 0))
def several_handlers(a, b):
    try:
        if a > b:
            raise IndexError("i")
        if b > a:
            raise TypeError("t")
        r = 1
    except (IndexError, KeyError):
        r = 2
    except TypeError:
        r = 3
    return r


@cases(0, 1, 2)
def bare_except(n):
    o = Box(v=0)
    try:
        if n == 0:
            raise KeyError(n)
        elif n == 1:
            raise SystemExit
        o.v = 5
    except:  # noqa: E722
        o.v += 1
    return o.v


@cases(1, 3)
def effects_before_the_raise_are_kept(n):
    xs = [0]
    o = Box(v=0, w=1)
    try:
        xs[0] = n
        o.v = n + 1
        if n > 2:
            o.w = n * 5
            xs.append(9)
            raise ValueError
        o.v = -1
        xs.append(7)
    except ValueError:
        o.v += 100
    return xs, o.v, o.w


@cases(1, 3)
def variables_have_their_values_of_the_raise(n):
    a = b = 0
    try:
        a = n
        if n > 2:
            raise ValueError
        a = 50
        b = n
    except ValueError:
        b = a + 1
    return a, b


@cases(1, 3)
def new_objects_are_as_they_were(n):
    xs = []
    o = Box(v=0)
    try:
        xs = [n, 1]
        o = Box(v=n)
        if n > 2:
            raise ValueError
        xs[0] = 4
        o.v = 9
    except ValueError:
        xs[1] = 2
        o.v += 1
    return xs, o.v


@cases(-3, 3)
def called_function(n):
    try:
        r = positive(n) + 1
    except ValueError:
        r = positive(-n) * 10
    return r


@cases(-3, 0, 1, 3)
def called_functions_nested(n):
    try:
        r = nested_check(n)
    except ValueError:
        r = -1
    return r


@cases(0, 3, 6)
def called_in_a_staged_loop(n):
    def check(i):
        if i % 2 == 1:
            raise ValueError("odd")
        return i

    bad = good = 0
    for i in range(n):
        try:
            good += check(i)
        except ValueError:
            bad += 1
    return bad, good


@cases(0, 2, 6)
def raise_leaves_a_staged_loop(n):
    total = 0
    try:
        for i in range(n):
            if i > 3:
                raise ValueError("i is too big")
            total += i
        total += 1000
    except ValueError:
        total += 100
    return total


@cases(1, 3, 5)
def raise_leaves_a_while(n):
    steps = 0
    try:
        while n > 0:
            steps += 1
            if steps > 3:
                raise RuntimeError("too many steps")
            n -= 1
    except RuntimeError:
        return -1, n
    return steps, n


@cases((2, 3), (3, 9), (4, 4), (0, 0))
def raise_leaves_two_loops(n, limit):
    t = 0
    try:
        for i in range(n):
            for j in range(n):
                t += 1
                if i * j > limit:
                    raise Stop(i * 10 + j)
        r = -1
    except Stop as e:
        r = e.args[0]
    return r, t


@cases(3, 5, 7)
def retry(n):
    tries = 0

    def attempt(k):
        if k < n:
            raise OSError("again")
        return k

    for k in range(1, 6):
        tries += 1
        try:
            got = attempt(k)
            break
        except OSError:
            got = -1
    return got, tries


@cases(1, 4)
def retry_until_it_works(n):
    o = Box(left=n)

    def step():
        if o.left > 0:
            o.left -= 1
            raise OSError("again")
        return 7

    tries = 0
    while True:
        tries += 1
        try:
            r = step()
            break
        except OSError:
            pass
    return r, tries, o.left


@cases((1, 2), (3, 2), (9, 2))
def reraised_to_an_outer_handler(a, b):
    r = 0
    try:
        try:
            if a > b:
                raise KeyError("over")
            r = 1
        except KeyError:
            r = 10
            if a > b + 5:
                raise
            r += 5
    except LookupError:
        r += 100
    return r


@cases(1, 3)
def handler_raises_another(n):
    try:
        try:
            if n > 2:
                raise KeyError("inner")
            r = n
        except KeyError as e:
            raise Stop(n) from e
    except Stop as e:
        r = e.args[0] + (1000 if isinstance(e.__cause__, KeyError) else 0)
    return r


@cases(1, 3)
def inner_handler_of_another_type(n):
    r = 0
    try:
        try:
            if n > 2:
                raise ValueError
            r = 1
        except KeyError:
            r = -100
        r += 50
    except ValueError:
        r += 5
    return r


@cases(1, 3)
def inner_finally_runs_on_both_ways(n):
    o = Box(v=0)
    try:
        try:
            if n > 2:
                raise ValueError
            o.v += 1
        finally:
            o.v += 10
        o.v += 100
    except ValueError:
        o.v += 1000
    return o.v


@cases(1, 3, 5)
def else_and_finally(n):
    o = Box(v=0, closed=0)
    for i in range(n):
        try:
            if i == 2:
                raise KeyError
            if i == 3:
                continue
            o.v += 1
        except KeyError:
            o.v += 10
            continue
        else:
            o.v += 100
        finally:
            o.closed += 1
        o.v += 1000
    return o.v, o.closed


@cases(1, 3)
def exception_in_the_else_is_not_caught_here(n):
    r = 0
    try:
        try:
            r += 1
        except ValueError:
            r += 1000
        else:
            if n > 2:
                raise ValueError
            r += 10
    except ValueError:
        r += 100
    return r


@cases(1, 3)
def return_in_a_handler(n):
    o = Box(v=0)

    def inner():
        for i in range(4):
            try:
                if i == n:
                    raise Stop
                o.v += 1
            except Stop:
                return i * 10
            finally:
                o.v += 100
        return -1

    r = inner()
    return r, o.v


@cases(1, 3, 5)
def break_in_a_handler(n):
    t = i = 0
    for i in range(n):
        try:
            if i > 2:
                raise ValueError
            t += i
        except ValueError:
            break
        t += 100
    return t, i


@cases((0, 1), (2, 1), (9, 1))
def raise_under_a_condition_of_a_condition(n, m):
    r = 0
    try:
        r = 1
        if n > m:
            r = 2
            if n > m + 5:
                raise ValueError
            r = 3
        r += 10
    except ValueError:
        r += 100
    return r


@cases(1, 3)
def every_path_of_the_body_raises(n):
    try:
        if n > 2:
            raise ValueError(1)
        else:
            raise KeyError(2)
    except ValueError as e:
        return e.args[0] + n
    except KeyError as e:
        return e.args[0] + n * 10


@cases(1, 3, 4)
def every_outcome_matters_in_order(n):
    r = 0
    try:
        if n > 2:
            raise ValueError(n)
        if n > 3:
            raise KeyError(n)
        if n > 0:
            r = 5
    except ValueError as e:
        r = e.args[0]
    except KeyError:
        r = -1
    return r


@cases(0, 2, 5)
def exception_in_a_loop_test(n):
    def more(i):
        if i > 3:
            raise Stop(i)
        return i < n

    i = 0
    try:
        while more(i):
            i += 1
    except Stop as e:
        return e.args[0] + 100
    return i


@cases(1, 3)
def exception_in_an_operand(n):
    def check(v):
        if v > 2:
            raise ValueError
        return v > 0

    try:
        if n > 0 and check(n):
            r = 1
        else:
            r = 2
    except ValueError:
        r = 3
    return r


@cases(1, 3)
def exception_made_before(n):
    error = Stop(5)
    r = 0
    try:
        if n > 2:
            raise error
    except Stop as e:
        r = 1 if e is error else 2
    return r


@cases(1, 3)
def constructor_raises(n):
    class Amount:
        def __init__(self, v):
            if v > 2:
                raise ValueError
            self.v = v

    try:
        a = Amount(n)
        r = a.v
    except ValueError:
        r = -1
    return r


@cases(1, 3)
def caught_while_an_optional_is_chosen(n):
    best = None
    try:
        if n > 2:
            best = n
            raise ValueError
    except ValueError:
        pass
    return -1 if best is None else best * 10


@cases(2, 0, -2)
def uncaught_beside_a_handler(n):
    try:
        if n == 0:
            raise KeyError("zero")
        if n < 0:
            raise ValueError("negative")
        r = n
    except KeyError:
        r = 100
    return r


@cases(1, 3)
def group_of_attempts(n):
    results = []
    for k in (1, 2, 3):
        try:
            if k == n:
                raise ValueError
            results.append(k * n)
        except ValueError:
            results.append(-1)
    return results


@cases(3.0, 200.0)
def newton_with_divergence(x):
    class Diverged(Exception):
        pass

    try:
        r = x
        for _ in range(6):
            r = r - (r * r - 2.0) / (2.0 * r)
            if r > 50.0:
                raise Diverged(r)
    except Diverged as e:
        r = -e.args[0]
    return r


@cases(0, 1, 2, 3)
def state_machine_stops_by_an_exception(n):
    class Done(Exception):
        pass

    class Machine:
        def __init__(self):
            self.state = 0

        def step(self):
            self.state += 2
            if self.state > n * 2:
                raise Done

    m = Machine()
    steps = 0
    try:
        while True:
            m.step()
            steps += 1
    except Done:
        pass
    return steps, m.state


@cases(1, 3)
def handler_shows_the_message(n):
    m = f"bad {n}"
    try:
        if n > 2:
            raise ValueError(f"bad {n * 2}")
    except ValueError as e:
        m = f"{e}"
    return m


@cases((1, 0), (6, 3), (-6, 4))
def division_by_zero(a, b):
    try:
        r = a // b
    except ZeroDivisionError:
        r = -1
    else:
        r += 100
    finally:
        r *= 2
    return r


@cases((1.0, 0.0), (6.0, 3.0))
def division_of_floats_by_zero(a, b):
    r = a
    try:
        r /= b
        r = r + a / b
    except ArithmeticError:
        r = r * 1000.0
    return r


@cases(0, 3)
def remainder_in_a_loop(n):
    t = 0
    for i in range(-2, n):
        try:
            t += 7 % i
        except ZeroDivisionError:
            t += 100
    return t


@cases(0, 2, 3, -1, -4)
def index_out_of_range_of_a_loop(n):
    xs = [4, 5, 6]
    t = misses = 0
    for k in range(3):
        try:
            t += xs[n + k]
        except IndexError:
            misses += 1
    return t, misses


@cases(0, 1, 7)
def handler_reads_the_missing_key(n):
    d = {0: 5, 1: 6}
    try:
        r = d[n]
    except KeyError as e:
        r = e.args[0] + 100
    return r


@cases(0, 3)
def suppressed_with_several_types(n):
    o = Box(v=0)
    with suppress(KeyError, ValueError):
        o.v = 1
        if n > 2:
            raise ValueError
        o.v = 2
    o.v += 10
    return o.v


@cases(0, 3)
def return_under_suppress(n):
    def f(k):
        with suppress(ValueError):
            if k > 2:
                raise ValueError
            return 1
        return 2

    return f(n)


@cases(0, 3)
def context_manager_on_the_way(n):
    o = Box(v=0)

    class Manager:
        def __enter__(self):
            o.v += 1

        def __exit__(self, *raised):
            o.v += 10

    with Manager():
        try:
            if n > 2:
                raise ValueError
            o.v += 100
        except ValueError:
            o.v += 1000
    return o.v


@cases(0, 3, staged="refused AG026")
def exception_through_a_context_manager(n):
    o = Box(v=0)

    class Manager:
        def __enter__(self):
            o.v += 1

        def __exit__(self, *raised):
            o.v += 10

    try:
        with Manager():
            if n > 2:
                raise ValueError
            o.v += 100
    except ValueError:
        o.v += 1000
    return o.v


@cases(0, 3, staged="refused AG025")
def iterator_advanced_in_a_body_that_raises(n):
    xs = iter([1, 2, 3])
    r = 0
    try:
        r = next(xs)
        if n > 2:
            raise ValueError
        r = next(xs)
    except ValueError:
        r += 100
    return r + next(xs)


@cases(0, 3)
def two_names_of_one_new_list(n):
    a = b = []
    try:
        a = [n]
        b = a
        if n > 2:
            raise ValueError
        a[0] = 5
    except ValueError:
        a[0] = 7
    return b


@cases(0, 1, 3)
def recursion_in_a_handler(n):
    def f(k):
        try:
            if n > k:
                raise ValueError
            return k
        except ValueError:
            return f(k + 1) if k < 2 else -1

    return f(0)


@cases((2, 3), (2, 0), (0, 0), (3, 2))
def inner_loop_left_in_each_iteration(n, m):
    t = 0
    for i in range(n):
        try:
            for j in range(m):
                if j > i:
                    raise ValueError(j)
                t += 1
        except ValueError as e:
            t += 10 * e.args[0]
        else:
            t += 1000
    return t


@cases(1, 3)
def raised_by_a_case(n):
    try:
        match n:
            case 1:
                r = 5
            case _:
                raise ValueError(n)
    except ValueError as e:
        r = e.args[0]
    return r


@cases(1, 3)
def raised_in_a_comprehension(n):
    def check(v):
        if v > n:
            raise ValueError
        return v

    try:
        return sum([check(v) for v in [1, 2]])
    except ValueError:
        return -1


@cases(1, 3)
def context_of_what_a_handler_raises(n):
    try:
        try:
            if n > 2:
                raise ValueError(n)
        except ValueError:
            raise KeyError(1)
        r = 0
    except KeyError as e:
        r = 1 if isinstance(e.__context__, ValueError) else 2
    return r


@cases((3, 0), (3, 1), (0, 0))
def variable_that_only_the_raising_path_binds(n, m):
    try:
        if n > 2:
            x = n
            raise ValueError
        y = n
    except ValueError:
        y = 4 if m > 0 else x
    return y


@cases(0, 3, staged="refused AG026")
def division_by_zero_in_a_nested_function(n):
    def divided(a, b):
        return a // b

    try:
        return divided(10, n)
    except ZeroDivisionError:
        return -1


@cases((1, 1), (3, 1), (1, 3), (3, 3))
def raised_by_a_handler_that_has_a_finally(n, m):
    r = 0
    try:
        try:
            if n > 2:
                raise ValueError(1)
            r = 1
        except ValueError:
            if m > 2:
                raise KeyError(2)
            r = 2
        finally:
            r += 10
        r += 100
    except KeyError as e:
        r += 1000 * e.args[0]
    return r


@cases(0, 3)
def endless_loop_that_an_uncaught_exception_leaves(n):
    while True:
        n -= 1
        if n < 0:
            raise Stop("done")


@cases(0, 3)
def loop_whose_python_test_stays_true(n):
    o = Box(best=None, n=n)
    while o.best is None:
        o.n -= 1
        if o.n < 0:
            raise Stop("done")


@cases(0, 2)
def quotient_and_remainder_by_zero(n):
    try:
        q, r = divmod(7, n)
    except ZeroDivisionError as error:
        return str(error)
    return f"{q} {r}"


@cases(-1, 2)
def negative_shifts(n):
    x = 3
    try:
        x <<= n
        x = x + (64 >> n)
    except ValueError as error:
        return str(error)
    return f"{x}"


@cases((0, 1), (0, 0), (2, 0))
def zero_to_a_negative_power(x, n):
    try:
        return x**-n
    except ZeroDivisionError:
        return -7


@cases((0, 3), (2, 3))
def power_of_modulus_zero(n, x):
    try:
        return pow(x, 3, n)
    except ValueError:
        return -7


@cases(0, 2)
def range_of_step_zero(n):
    t = 0
    try:
        for i in range(0, 5, n):
            t += i
    except ValueError as error:
        return str(error)
    return f"{t}"


@cases((0.0, 7.0), (2.0, 7.0), (-1.0, 7.0), (1.0, 8.0))
def outside_of_domains(x, y):
    t = 0.0
    try:
        t += math.fmod(y, x)
    except ValueError:
        t += 100.0
    try:
        t += math.log(y, x)
    except (ValueError, ZeroDivisionError):
        t += 200.0
    try:
        t += math.pow(x, -0.5)
    except ValueError:
        t += 400.0
    return t


class Ratio:
    def __init__(self, value):
        self.value = value

    @property
    def inverse(self):
        return 12 // self.value

    def __truediv__(self, other):
        return self.value / other

    def reduce(self, by):
        self.value %= by
        return 10 / self.value


def quotient(a, b):
    return a // b


@cases(0, 2)
def division_by_zero_in_a_called_function(n):
    try:
        return quotient(7, n)
    except Exception:
        return -1


@cases(0, 2)
def division_by_zero_in_a_property(n):
    ratio = Ratio(n)
    try:
        return ratio.inverse
    except:  # noqa: E722
        return -1


@cases(0, 2)
def division_by_zero_in_a_special_method(n):
    try:
        return Ratio(4) / n
    except ZeroDivisionError:
        return -1.0


@cases(0, 2, 3, 4)
def division_by_zero_in_a_method(n):
    ratio = Ratio(6)
    try:
        ratio.reduce(n)
    except ZeroDivisionError:
        ratio.value += 100
    return ratio.value


@cases(0, 2)
def division_by_zero_in_a_key(n):
    try:
        return max([3, 1, 2], key=lambda value: value // n)
    except Exception:
        return 0


@cases(0, 2)
def division_by_zero_of_an_item(n):
    rows = [[8, 9]]
    try:
        rows[len(rows) - 1][1] //= n
    except ArithmeticError:
        rows[0][1] = -1
    return rows


class Told:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, exc, tb):
        self.log.append("out" if kind is None else kind.__name__)
        return kind is KeyError


class Stopwatch:
    def __init__(self):
        self.ticks = 0
        self.done = False

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.done = True


@cases(0, 1, 2)
def with_that_swallows(n):
    log = []
    with Told(log) as t:
        if n == 1:
            raise KeyError("k")
        t.log.append("body")
        if n == 2:
            return log
    log.append("after")
    return log


@cases((3, 1), (-3, 1), (0, 0))
def with_that_is_told_within_a_try(n, k):
    t = Stopwatch()
    try:
        with t:
            t.ticks += k
            if n < 0:
                raise ValueError("n")
            t.ticks += n
    except ValueError:
        t.ticks -= 100
    return t.ticks, t.done


@cases(0, 1, 2, jax="refused AG027")
def with_that_lets_pass(n):
    log = []
    with Told(log):
        if n == 1:
            raise ValueError("k")
        log.append("body")
    return log


@contextmanager
def gen(log):
    log.append("in")
    try:
        yield log
    finally:
        log.append("out")


@cases(0, 1, 2, jax="refused AG027")
def with_of_a_generator(n):
    log = []
    with gen(log) as entered:
        if n == 1:
            raise ValueError("k")
        entered.append("body")
    return log


@cases(0, 1, 2, staged="refused AG026")
def with_of_a_generator_within_a_try(n):
    log = []
    try:
        with gen(log) as entered:
            if n == 1:
                raise ValueError("k")
            entered.append("body")
    except ValueError:
        log.append("caught")
    return log


LOCK = threading.Lock()


@cases(0, 1, 2, jax="refused AG027")
def with_of_a_lock(n):
    with LOCK:
        if n == 1:
            raise ValueError("k")
        n += 1
    return n


@cases(0, 1, 2, staged="refused AG026")
def with_of_a_lock_within_a_try(n):
    try:
        with LOCK:
            if n == 1:
                raise ValueError("k")
            n += 1
    except ValueError:
        n = 50
    return n


class Rollback:
    def __init__(self, account):
        self.account = account

    def __enter__(self):
        self.before = self.account["v"]
        return self.account

    def __exit__(self, kind, error, tb):
        if kind is not None:
            self.account["v"] = self.before
            return issubclass(kind, ValueError)
        return False


@cases((1, 5), (9, 5), (5, 5))
def with_that_rolls_back(n, k):
    account = {"v": k}
    with Rollback(account) as a:
        a["v"] -= n
        if a["v"] < 0:
            raise ValueError("overdrawn")
        a["v"] *= 10
    return account


@cases(0, 3, 5)
def with_in_a_loop(n):
    out = []
    log = []
    for i in range(4):
        with Told(log):
            if i == n:
                raise KeyError
            out.append(i)
            if i > n:
                break
    return len(out), log


@cases(0, 3, 5)
def with_whose_body_always_raises(n):
    log = []
    with Told(log):
        if n > 2:
            n += 1
        raise KeyError
    return log, n


@cases(0, 3, 5, jax="refused AG027")
def nested_with(n):
    log = []
    with Told(log) as a:
        with Told(log) as b:
            if n > 2:
                raise ValueError
            log.append("x")
            if n < 1:
                raise KeyError
        log.append("y")
    return log


class Att:
    def __enter__(self):
        return 1, 2

    def __exit__(self, k, e, t):
        self.err = e
        return True


@cases(0, 3)
def with_that_binds_a_tuple(n):
    m = Att()
    with m as (a, b):
        if n > 2:
            raise ValueError("msg")
        a += n
    return a, b, m.err is None


@cases(1, 3, 5)
def handler_around_an_assignment_expression(n):
    v = n
    try:
        if (2 if (r := (None if n > 2 else 5)) is None else r) != 3:
            v = 100
    except Exception:
        v = -1
    return v


@cases(1, 3, staged="refused")
def handler_for_all_errors_around_what_cannot_be_staged(n):
    def inverse(k):
        return 1 if k else 2

    try:
        return eval("n") > 2 and {1: 2}[hash(n)]
    except Exception:
        return inverse(n)


@cases(1, 3, staged="refused")
def handler_that_fails_itself_around_what_cannot_be_staged(n):
    try:
        return [1, 2][int(f"{n}")]
    except TypeError:
        return undefined_name


@cases(0, 3)
def a_function_says_what_is_caught(n):

    def errs():
        return ValueError

    try:
        if n > 2:
            raise ValueError
    except errs():
        return 1
    return n


@cases(0, 3, staged="refused")
def exception_in_the_default_of_a_parameter(n):

    def bad():
        if n > 2:
            raise ValueError
        return 0

    try:

        def ff(v=bad()):
            return v
    except ValueError:
        return 1
    return 2


@cases(0, 3, staged="refused")
def exception_in_a_decorator(n):

    def deco(f):
        if n > 2:
            raise ValueError
        return f

    try:

        @deco
        def ff():
            return 1
    except ValueError:
        return 1
    return 2


@cases(0, 3, staged="refused")
def group_of_exceptions(n):
    try:
        if n > 2:
            raise ExceptionGroup("g", [ValueError()])
    except* ValueError:
        n = 9
    return n


@cases(1, 3, jax="refused AG053")
def recursion_under_a_handler_for_it(n):

    def r(k):
        return r(k + 1) if k > n else k

    try:
        return r(2)
    except RecursionError:
        return -1


@cases(0, staged="refused")
def recursion_in_a_branch_under_a_handler_for_it(n):

    def r():
        return r()

    try:
        if n > 2:
            r()
    except RecursionError:
        return 1
    return 0


@cases(3)
def file_name_of_an_exception(n):
    if n > 2:
        raise FileNotFoundError(2, "a", "b")
    return 1


@cases(3)
def exception_of_an_encoding(n):
    if n > 2:
        "ÿ".encode("ascii")
    return 1


@cases(1, 3, 5, runtime="refused AG026")
def finally_that_raises_after_a_handler_has(n):
    try:
        if n > 2:
            raise ValueError("v")
    except ValueError:
        raise TypeError("t")
    finally:
        if n > 4:
            raise KeyError("f")
    return n


@cases((1, 1), (2, 0), (0, 0))
def nested_function_divides_under_a_with(a, b):
    opened = closed = 0

    def use(x):
        nonlocal opened, closed
        opened += 1
        try:
            if x == 0:
                raise ValueError("zero")
            return 10 // x
        finally:
            closed += 1

    total = 0
    for x in (a, b, 5):
        with suppress(ValueError):
            total += use(x)
    return total, opened, closed


@cases((1, 1), (2, 0), (0, 0))
def nested_functions_divide_under_a_handler(a, b):
    def remainder(x, y):
        x += 7
        x //= y
        return x % y

    share = lambda x, y: x / y  # noqa: E731
    out = []
    for divide in (remainder, share):
        try:
            out.append(divide(a, b))
        except ZeroDivisionError:
            out.append(-1)
    return out


@cases(0, 3)
def arguments_of_an_exception_change_on_one_path(n):
    e = Stop(1)
    if n > 2:
        e.args = (n,)
    return e.args[0]


@cases(0, 3)
def arguments_of_an_exception_change_in_a_loop(n):
    e = Stop(1)
    i = 0
    while i < n:
        e.args = (i,)
        i += 1
    return e.args[0]


@cases(("3x2+1x5", 1), ("2x", 0), ("axb+1x1", 2))
def numbers_of_a_known_text(text, n):
    total = 0
    for part in text.split("+"):
        try:
            count, price = map(int, part.split("x"))
        except ValueError:
            total -= n
        else:
            total += count * price
    return total
