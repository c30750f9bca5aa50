"""Context managers made of generators: jumps in what they manage, and what their generators do beside one `yield`."""

from contextlib import contextmanager, suppress

from tests.autograph.effects.outcomes import cases


@contextmanager
def retry(log, n):
    log.append("enter")
    try:
        yield n * 2
    except (KeyError, ValueError) as e:
        log.append(type(e).__name__)
        if n > 1:
            raise
    else:
        log.append("ok")
    finally:
        log.append("exit")


@cases((0, 0), (0, 1), (2, 1), (2, 2), (1, 2))
def raise_again(n, m):
    log = []
    try:
        with retry(log, n) as twice:
            log.append(twice)
            if m == 1:
                raise KeyError("k")
            if m == 2:
                raise ValueError("v")
    except KeyError as e:
        log.append(e.args[0])
    except ValueError as e:
        log.append(e.args[0])
    return log


@contextmanager
def two_places(n):
    if n > 1:
        yield "large"
    else:
        yield "small"


@cases(0, 1, 2)
def yields_at_two(n):
    found = []
    try:
        with two_places(n) as word:
            if n == 1:
                raise KeyError("one")
            found.append(word)
    except KeyError as error:
        found.append(error.args[0])
    return found


@contextmanager
def twice(log):
    yield 1
    log.append("between")
    yield 2


@cases(0, 1, staged="refused AG021")
def yields_twice(n):
    log = []
    try:
        with twice(log) as one:
            if n == 1:
                log.append(one)
    except RuntimeError as e:
        log.append(e.args[0])
    return log


@contextmanager
def gives_list(n):
    found = []
    yield found
    found.append(n)


@cases(0, 1, 2)
def list_given(n):
    with gives_list(n) as found:
        if n == 1:
            found.append("one")
    return found


@cases(0, 1, 2)
def list_given_raises(n):
    found = None
    try:
        with gives_list(n) as found:
            found.append(1)
            if n == 1:
                raise ValueError("x")
            found.append(2)
    except ValueError:
        found.append(3)
    return found


@cases(0, 1, 2)
def target_in_object(n):
    class Box:
        pass

    box = Box()
    box.value = None
    with gives_list(n) as box.value:
        if n == 1:
            box.value.append(9)
    return box.value


@contextmanager
def stop(n):
    try:
        yield
    except StopIteration as e:
        pass


@cases(0, 1, 2)
def stop_iteration(n):
    x = 0
    with stop(n):
        if n == 1:
            raise StopIteration("x")
        x = 1
    return x


@contextmanager
def plain(n):
    yield n


@cases(0, 1, 2)
def stop_iteration_through(n):
    x = 0
    try:
        with plain(n):
            if n == 1:
                raise StopIteration("x")
            x = 1
    except StopIteration:
        x = 5
    except RuntimeError:
        x = 6
    return x


@cases(0, 1, 3)
def loop_with_continue(n):
    log = []
    total = 0
    for i in range(n):
        with retry(log, 0):
            if i == 1:
                continue
            if i == 2:
                raise ValueError("two")
            total += i + 10
    return total, len(log)


@cases(0, 1, 3)
def while_with_break(n):
    total = 0
    while True:
        with suppressing():
            total += 1
            if total > n:
                break
            if total == 2:
                raise KeyError("two")
            total += 5
    return total


@contextmanager
def suppressing():
    with suppress(KeyError):
        yield


@cases(0, 1, 2)
def recursion_in_with(n):
    log = []

    def down(k):
        with retry(log, 0):
            if k == 0:
                raise ValueError("bottom")
            down(k - 1)
            log.append(k)

    down(2)
    with retry(log, 0):
        if n == 1:
            raise KeyError("n")
    return log


@cases(0, 1, 2)
def variable_of_the_function_around(n):
    log = []
    x = 1

    def inner():
        nonlocal x
        with retry(log, 0) as t:
            x += 1
            if n == 1:
                raise ValueError("v")
            x += 10
        x *= 2
        return t

    return inner(), x, log


@contextmanager
def timed(stats, name):
    start = len(stats)
    yield
    stats[name] = stats.get(name, 0) + 1 + start


@cases(0, 1, 2)
def counted(n):
    stats = {}
    for i in range(3):
        with timed(stats, "a"):
            if i == n:
                continue
        with timed(stats, "b"):
            pass
    return stats


class Named:
    def __init__(self, name):
        self.name = name
        self.left = 0


@contextmanager
def leaving_marks(c, log):
    before = c
    try:
        yield c
    except KeyError:
        c.left += 5
        log.append("key")
    finally:
        c.left += 1
        before.name += 100


@cases(0, 1, 3)
def variable_replaced(n):
    c = Named(1)
    log = []
    with leaving_marks(c, log) as d:
        if n > 1:
            c = Named(2)
            c.name += n
        log.append(1)
        if n == 1:
            c = Named(7)
            raise KeyError("x")
        log = [9]
    return c.left, c.name, d.left, d.name, log, c is d


@cases(0, 1, 3)
def variables_linked(n):
    c = Named(1)
    d = c
    log = []
    with leaving_marks(d, log) as e:
        if n > 1:
            e = Named(2)
        e.left += 50
        if n == 1:
            raise KeyError("x")
    e.left += 1000
    return c.left, c.name, d.left, e.left, e is d


@cases(0, 1, 3, staged="refused AG021")
def list_of_another_name(n):
    log = []
    other = log
    with leaving_marks(Named(3), log):
        for i in range(n):
            log.append(i)
            if i == 0 and n == 1:
                raise KeyError("x")
        if n == 3:
            other = [1]
        other.append(5)
    return log, other, log is other


@contextmanager
def pushing(stack, v):
    stack.append(v)
    try:
        yield stack
    finally:
        stack.pop()


@cases(0, 1, 3)
def pushed_and_popped(n):
    s = []
    seen = []
    try:
        with pushing(s, n) as t:
            seen.append(len(t))
            with pushing(s, n + 1) as u:
                seen.append(t[-1])
                u[0] += 10
                if n == 1:
                    raise ValueError(len(s))
            seen.append(s[-1])
    except ValueError as e:
        seen.append(e.args[0])
    return s, seen


@contextmanager
def setting(box, **values):
    before = {name: getattr(box, name) for name in values}
    for name, value in values.items():
        setattr(box, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(box, name, value)


@cases(0, 1, 3)
def attributes_set(n):
    box = Named(n)
    seen = []
    try:
        with setting(box, name=n + 1, left=5):
            seen.append(box.name)
            if n == 1:
                raise ValueError("x")
            box.left += 1
            seen.append(box.left)
    except ValueError:
        seen.append(box.left)
    return seen, box.name, box.left


@contextmanager
def _told_in_text(out, depth):
    out.append(" " * depth + "begin")
    try:
        yield depth + 2
    except KeyError:
        out.append("lost")
    finally:
        out.append(" " * depth + "end")


@cases((1, 2), (3, 9), (0, 0))
def text_of_staged_length_before_a_handler(depth, key):
    names = {0: "zero", 2: "two"}
    out = []
    with _told_in_text(out, depth) as inner:
        out.append(names[key])
        out.append("found")
    return out, inner
