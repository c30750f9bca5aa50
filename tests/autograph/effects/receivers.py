"""Methods of lists that are given what a function returns which changes the list."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3)
def in_a_try_in_a_try(n):
    log = []

    def act(k):
        if k == 0:
            raise ValueError("v")
        if k == 1:
            raise TypeError("t")
        return "fine"

    def guard():
        try:
            log.append(act(n))
        except TypeError as e:
            log.append("outer")
            return "handled"
        finally:
            log.append("outer finally")
        return "normal"

    try:
        log.append(guard())
    except ValueError as e:
        log.append("value")
    return log


@cases(0, 1, 2, 3)
def as_often_on_both_paths(n):
    log = []

    def guard():
        try:
            if n == 1:
                raise TypeError("t")
            log.append(n)
        except TypeError as e:
            log.append(-1)
            return 5
        finally:
            log.append(-2)
        return 6

    log.append(guard())
    return log


@cases(0, 1, 2, 3)
def returned_from_a_handler(n):
    log = []

    def guard():
        try:
            if n == 1:
                raise TypeError("t")
            log.append(n)
        except TypeError as e:
            log.append(-1)
            log.append(-3)
            return 5
        finally:
            log.append(-2)
        return 6

    log.append(guard())
    return log


@cases(0, 1, 2, 3)
def after_a_handler(n):
    log = []

    def guard():
        try:
            if n == 1:
                raise TypeError("t")
            log.append(n)
        except TypeError as e:
            log.append(-1)
            log.append(-3)
        finally:
            log.append(-2)
        return 6

    log.append(guard())
    return log


@cases(0, 1, 2, 3)
def raised_past_the_function(n):
    log = []

    def guard():
        try:
            if n == 1:
                raise TypeError("t")
            log.append(n)
        finally:
            log.append(-2)
        return 6

    try:
        log.append(guard())
    except TypeError:
        log.append(9)
    return log


@cases(0, 1, 2, 3)
def handlers_in_handlers(n):
    log = []

    def act(k):
        if k == 0:
            raise ValueError("v")
        if k == 1:
            raise TypeError("t")
        if k == 2:
            return {}["gone"]
        return "fine"

    def guard():
        try:
            try:
                log.append(act(n))
            except ValueError as e:
                log.append(f"inner {e}")
                raise TypeError("converted") from e
            finally:
                log.append("inner finally")
        except TypeError as e:
            log.append(f"outer {e}")
            return "handled"
        finally:
            log.append("outer finally")
        return "normal"

    try:
        log.append(guard())
    except LookupError as e:
        log.append(type(e).__name__)
    return log
