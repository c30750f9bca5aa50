"""Refusals pass what the program has for its own exceptions: handlers, `finally` blocks that jump, context managers."""

from __future__ import annotations

import array
from contextlib import ExitStack, contextmanager, suppress

from tests.autograph.effects.outcomes import cases


def asked(n):
    """Asks for an integer, which a tensor has not."""
    return array.array("i", [n])


def count_down(n, out):
    """Adds more than JAX has room for, if there are many."""
    while n > 0:
        out.append(n)
        n -= 1


@cases(3, 0, staged="refused AG032")
def finally_return(n):
    def f():
        try:
            asked(n)
        finally:
            return 7

    return f()


@cases(3, 0, staged="refused AG032")
def finally_break(n):
    k = 0
    while True:
        try:
            k = asked(n)
        finally:
            break
    return k


@cases(3, 0, staged="refused AG032")
def finally_continue(n):
    k = 0
    for i in range(2):
        try:
            k = asked(n)
        finally:
            continue
    return k == 0


@cases(3, 0, staged="refused AG032")
def finally_raise(n):
    try:
        try:
            asked(n)
            n = 5
        finally:
            if n > -5:
                raise ValueError(1)
    except ValueError:
        return n


@cases(3, 0, staged="refused AG032")
def finally_raise_known(n):
    try:
        try:
            asked(n)
            n = 5
        finally:
            raise ValueError(1)
    except ValueError:
        return n


@cases(3, 0, staged="refused AG032")
def finally_raise_inside(n):
    d = {}
    try:
        try:
            asked(n)
            d[1] = 2
        finally:
            d.pop(1)
    except KeyError:
        return n
    return 1


@cases(3, 0, staged="refused AG032")
def finally_raise_outside(n):
    d = {}
    try:
        asked(n)
        d[1] = 2
    finally:
        d.pop(1)
    return n


class Raising:
    def __enter__(self):
        return self

    def __exit__(self, *e):
        raise ValueError("x")


class Swallowing:
    def __enter__(self):
        return self

    def __exit__(self, *e):
        return True


@cases(3, 0, staged="refused AG032")
def manager_raises(n):
    try:
        with Raising():
            asked(n)
            n = 7
    except ValueError:
        return n


@cases(3, 0, staged="refused AG032")
def manager_eats(n):
    with Swallowing():
        asked(n)
        n = 7
    return n


@contextmanager
def swallowing():
    try:
        yield
    except BaseException:
        pass


@contextmanager
def returning():
    try:
        yield
    finally:
        return


@cases(3, 0, staged="refused AG032")
def manager_cm(n):
    with swallowing():
        asked(n)
        n = 7
    return n


@cases(3, 0, staged="refused AG032")
def manager_cr(n):
    with returning():
        asked(n)
        n = 7
    return n


@cases(3, 0, staged="refused AG032")
def suppressed(n):
    with suppress(Exception):
        asked(n)
        n = 7
    return n


@cases(3, 0, staged="refused AG032")
def stack(n):
    with ExitStack() as s:
        s.enter_context(suppress(Exception))
        asked(n)
        n = 7
    return n


@cases(3, 0, staged="refused AG032")
def stack_callback(n):
    with ExitStack() as s:
        s.push(lambda *e: True)
        asked(n)
        n = 7
    return n


@cases(3, 0, staged="refused AG032")
def star(n):
    try:
        asked(n)
    except* Exception as e:
        r = 1
    else:
        r = 2
    return r


@cases(3, 0, staged="refused AG032")
def generator(n):
    def g():
        try:
            yield asked(n)
        finally:
            return 7

    return len(list(g()))


@cases(3, 0, staged="refused AG032")
def generator_around(n):
    def g():
        try:
            yield 1
            yield asked(n)
        finally:
            return

    return len(list(g()))


class Asking:
    def __init__(self, n):
        self.n = n

    @property
    def x(self):
        try:
            return asked(self.n)[0]
        except TypeError:
            raise AttributeError("x")

    def __len__(self):
        return asked(self.n)[0]

    def __iter__(self):
        try:
            asked(self.n)
        finally:
            return iter([1])


@cases(3, 0, staged="refused AG032")
def prop(n):
    p = Asking(n)
    return hasattr(p, "x"), getattr(p, "x", -5)


@cases(3, 0, staged="refused AG032")
def own_iter(n):
    p = Asking(n)
    return [x for x in p]


@cases(3, 0, staged="refused AG032")
def in_branch(n):
    k = 2
    if n > 1:
        try:
            try:
                k = 8
                asked(n)
            finally:
                raise KeyError(1)
        except KeyError:
            k += 1
    return k


@cases(3, 0, staged="refused AG032")
def in_branch_out(n):
    k = 2
    if n < -1:
        try:
            k = 8
            asked(n)
        finally:
            raise KeyError(1)
    return k


@cases(3, 0, 40)
def under_type_error(n):
    out = []
    try:
        count_down(n, out)
        if len(out) > 2:
            raise TypeError("long")
    except TypeError as e:
        return str(e)
    return out


@cases(3, 0, 40)
def under_exception(n):
    out = []
    try:
        while n > 0:
            out.append(n)
            n -= 1
        if len(out) == 3:
            raise ValueError("three")
    except Exception as e:
        return str(e), out
    return out


@cases(3, 0, 40)
def under_suppress(n):
    out = []
    with suppress(Exception):
        count_down(n, out)
        if len(out) == 3:
            raise ValueError("three")
        out.append(-1)
    return out


@cases(3, 0, 40)
def under_bare(n):
    out = []
    try:
        count_down(n, out)
        if len(out) == 3:
            raise ValueError("three")
    except:  # noqa: E722
        out.append(77)
    finally:
        out.append(5)
    return out


@cases(3, 0, 3000, jax="refused AG022")
def far(n):
    out = []
    try:
        count_down(n, out)
        if len(out) == 3:
            raise ValueError("three")
    except Exception as e:
        return 1
    return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_suppress(n):
    out = []
    with suppress(TypeError):
        count_down(n, out)
        out.append(3)
    return len(out)


@contextmanager
def catching(log):
    try:
        yield log
    except TypeError:
        log.append("ate")


@cases(3, 0, 3000, jax="refused AG022")
def far_generator(n):
    log = []
    out = []
    with catching(log) as kept:
        count_down(n, out)
        if len(kept) == 0 and len(out) == 3:
            raise TypeError("x")
    return len(out), log


@cases(3, 0, 3000, jax="refused AG022")
def far_class(n):
    out = []
    with Swallowing():
        count_down(n, out)
        if len(out) == 3:
            raise TypeError("x")
    return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_finally(n):
    out = []

    def f(n):
        try:
            count_down(n, out)
        finally:
            return 7

    return f(n), len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_finally_break(n):
    out = []
    while True:
        try:
            count_down(n, out)
        finally:
            break
    return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_finally_raise(n):
    out = []
    try:
        try:
            count_down(n, out)
        finally:
            if n > -5:
                raise ValueError(1)
    except ValueError:
        return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_manager(n):
    out = []
    try:
        with Raising():
            count_down(n, out)
    except ValueError:
        return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_manager_eats(n):
    out = []
    with Swallowing():
        count_down(n, out)
        if len(out) == 4:
            raise TypeError
    return len(out)


@contextmanager
def noting(log):
    try:
        yield
    finally:
        log.append("f")


@cases(3, 0, 3000, jax="refused AG022")
def far_cm(n):
    out = []
    with swallowing():
        count_down(n, out)
        if len(out) == 4:
            raise TypeError
    return len(out)


@cases(3, 0, 3000, jax="refused AG022")
def far_cf(n):
    out = []
    log = []
    with noting(log):
        count_down(n, out)
    return len(out), log


@cases(3, 0, 3000, jax="refused AG022")
def far_next(n):
    out = []

    class It:
        def __init__(self):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.n <= 0:
                raise StopIteration
            self.n -= 1
            return self.n

    try:
        for x in It():
            out.append(x)
    except Exception:
        return -1
    return len(out)


@cases(3, 0, 3000, runtime="refused AG026", jax="refused AG022")
def far_star(n):
    out = []
    try:
        count_down(n, out)
        if len(out) == 3:
            raise ValueError("three")
    except* Exception as e:
        return_value = 1
    else:
        return_value = 2
    return return_value, len(out)


@cases(3, 0, 3000, jax="refused AG022")
def nested(n):
    out = []
    try:
        try:
            count_down(n, out)
            if len(out) == 3:
                raise ValueError("three")
        except TypeError as e:
            out.append(-9)
        finally:
            out.append(8)
    except Exception as e:
        out.append(str(e))
    return len(out)


@cases(3, 0, staged="refused AG032")
def suppressed_in_a_generator(n):
    def g():
        with suppress(Exception):
            asked(n)
            yield 1
        yield 2

    return list(g())


@cases(3, 0, staged="refused AG032")
def swallowed_in_a_generator(n):
    def g():
        with Swallowing():
            asked(n)
            yield 1
        yield 2

    return list(g())


@cases(3, 0, staged="refused AG032")
def manager_raises_in_a_generator(n):
    def g():
        try:
            with Raising():
                asked(n)
                yield 1
        except KeyError:
            yield 3
        yield 2

    return list(g())


@cases(3, 0, staged="refused AG032")
def finally_raises_in_a_generator(n):
    def g():
        try:
            try:
                asked(n)
                yield 1
            finally:
                {}.pop(1)
        except KeyError:
            yield 3

    return list(g())
