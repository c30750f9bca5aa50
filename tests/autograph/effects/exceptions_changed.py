"""Exceptions that change on their way: in a handler that raises them again, in `__exit__`, and as the objects they are."""

from __future__ import annotations

from collections import ChainMap, deque

from tests.autograph.effects.outcomes import cases


class Failure(Exception):
    def __init__(self, a=0, b=2):
        self.a = a
        self.b = b


@cases(0, 2, 3)
def changed_and_raised_again(n):
    try:
        try:
            if n > 1:
                raise Failure(1)
        except Failure as e:
            e.b = 40
            raise
    except Failure as e:
        return e.b
    return 0


@cases(0, 2, 3)
def changed_with_a_staged_attribute(n):
    try:
        try:
            if n > 1:
                raise Failure(n)
        except Failure as e:
            e.b += n
            raise
    except Failure as e:
        return e.b, e.a
    return 0, 0


@cases(0, 2, 3)
def changed_and_raised_by_name(n):
    try:
        try:
            if n > 1:
                raise Failure(1)
        except Failure as e:
            e.b += 40
            raise e
    except Failure as x:
        return x.b
    return 0


@cases(0, 2, 3)
def list_in_it_changed(n):
    try:
        try:
            if n > 1:
                raise Failure([1])
        except Failure as e:
            e.a.append(2)
            raise
    except Failure as x:
        return x.a
    return [0, 0]


@cases(0, 2, 3)
def changed_on_leaving_a_context(n):
    class Context:
        def __enter__(self):
            return self

        def __exit__(self, kind, value, traceback):
            if value is not None:
                value.b += value.a

    try:
        with Context():
            if n > 1:
                raise Failure(n)
    except Failure as e:
        return e.b
    return 0


@cases(0, 2, 3)
def changed_under_a_condition(n):
    try:
        try:
            if n > 1:
                raise Failure(n)
        except Failure as e:
            if n > 2:
                e.a = 100
            raise
    except Failure as e:
        return e.a
    return 0


@cases(0, 2, 3)
def changed_in_a_function(n):
    def f(k):
        try:
            if k > 1:
                raise Failure(k)
        except Failure as e:
            e.b += 1
            raise
        return 5

    try:
        return f(n)
    except Failure as e:
        return e.b


@cases(0, 2, 3)
def changed_with_a_staged_value(n):
    try:
        if n > 1:
            raise Failure(n)
    except Failure as e:
        e.b += n
        return e.b, e.a
    return 0, 0


@cases(0, 2, 3)
def kept_and_raised_again(n):
    keep = None
    try:
        try:
            if n > 1:
                raise Failure(1)
        except Failure as e:
            keep = e
            e.b = 7
            raise
    except Failure as e:
        return e is keep, keep.b
    return 0, 0


@cases(0, 2, 3)
def same_object(n):
    e = Failure(n)
    try:
        if n > 1:
            raise e
    except Failure as x:
        return x is e
    return True


@cases(0, 2, 3)
def change_of_the_same_object(n):
    e = Failure(n)
    try:
        if n > 1:
            e.a = n * 2
            raise e
    except Failure as x:
        x.b = 50
    return e.b, e.a


@cases(0, 2, 3)
def same_object_of_an_attribute(n):
    class Holder:
        def __init__(self):
            self.error = Failure(n)

    holder = Holder()
    try:
        if n > 1:
            raise holder.error
    except Failure as x:
        x.b = 50
        return x is holder.error, holder.error.b
    return False, holder.error.b


@cases(0, 2, 3)
def same_object_raised_in_a_loop(n):
    e = Failure(n)
    for i in range(3):
        try:
            if i == n:
                e.b += i
                raise e
        except Failure as x:
            x.a += 10
    return e.a, e.b


@cases(0, 2, 3)
def context_of_one_raised_in_a_handler(n):
    try:
        try:
            if n > 1:
                raise Failure(n)
        except Failure:
            raise ValueError(9)
    except ValueError as v:
        return v.__context__.a
    return -1


@cases(0, 2, 3)
def cause_that_is_the_context(n):
    try:
        try:
            if n > 1:
                raise Failure(n)
        except Failure as e:
            raise ValueError(9) from e
    except ValueError as v:
        return v.__cause__.a, v.__context__ is v.__cause__
    return -1, False


@cases(0, 2, 3)
def context_of_one_raised_in_a_finally(n):
    try:
        try:
            if n > 1:
                raise Failure(n)
        finally:
            if n > 2:
                raise ValueError(9)
    except ValueError as v:
        return v.__context__.a
    except Failure:
        return -2
    return -1


@cases(0, 2, 3)
def made_by_the_body(n):
    try:
        error = ValueError(n * 2)
        if n > 1:
            raise error
    except ValueError as x:
        return x.args[0]
    return 0


@cases(0, 2, 3)
def same_object_of_a_class_of_python(n):
    error = ValueError(n * 2)
    try:
        if n > 1:
            raise error
    except ValueError as x:
        return x is error, x.args[0]
    return False, 0


@cases(0, 2, 3)
def same_object_raised_by_a_function(n):
    error = Failure(n)

    def check(k):
        if k > 1:
            raise error
        return k

    try:
        return check(n), True
    except Failure as x:
        x.b = 9
        return error.b, x is error


@cases(0, 2)
def item_of_a_tuple_updated(n):
    t = ([1], 3)
    try:
        if n > 1:
            t[0] += [n]
    except TypeError:
        pass
    return t


@cases(0, 2)
def items_of_a_tuple_updated(n):
    d = {1: 1}
    t = (d, deque([1]), {3})
    try:
        if n > 1:
            t[0] |= {2: n}
    except TypeError:
        pass
    try:
        if n > 1:
            t[1] += [n]
    except TypeError:
        pass
    try:
        if n > 1:
            t[2] |= {4}
    except TypeError:
        pass
    return len(d), sum(d.values()), list(t[1]), sorted(t[2])


@cases(0, 3)
def item_of_a_tuple_in_a_dict_updated(n):
    d = {"k": ([1], 2)}
    try:
        if n > 1:
            d["k"][0] += [n]
    except TypeError:
        return -1, d["k"][0]
    return 0, d["k"][0]


@cases(0, 3, staged="refused AG026 AG010")
def chained_maps(n):
    base = {"a": 1, "b": 2}
    c = ChainMap({}, base)
    c["a"] = n
    base["b"] = n * 2
    if n > 1:
        c["b"] = 50
    return c["a"], c["b"], base["a"], base["b"]


@cases(0, 3)
def updated_until_it_raises(n):
    d = {}
    try:
        if n > 1:
            d.update([(1, 2), (3,)])
    except ValueError:
        pass
    return d


@cases(0, 3)
def extended_until_it_raises(n):
    xs = [0]

    def g():
        yield 1
        raise ValueError

    try:
        if n > 1:
            xs.extend(g())
    except ValueError:
        return xs, 1
    return xs


@cases(1, 5)
def set_updated_until_it_raises(n):
    s = {0}
    try:
        s.update(map(lambda k: 12 // (k - n), [3, 2, 5, 1]))
    except ZeroDivisionError:
        s.add(-1)
    return sorted(s)


@cases(1, 5)
def extended_by_a_map_that_raises(n):
    xs = [0]
    try:
        xs.extend(map(lambda k: 12 // (k - n), [3, 2, 5, 1]))
    except ZeroDivisionError:
        xs.append(-1)
    return xs


@cases(1, 5)
def dict_updated_until_it_raises(n):
    d = {}
    try:
        d.update((k, 12 // (k - n)) for k in [3, 2, 5, 1])
    except ZeroDivisionError:
        d[-1] = 0
    return d


@cases(1, 5)
def deque_extended_until_it_raises(n):
    q = deque([0])
    try:
        q.extend(12 // (k - n) for k in [3, 2, 5, 1])
    except ZeroDivisionError:
        q.append(-1)
    return list(q)


@cases(1, 5)
def set_updated_by_a_generator_that_raises(n):
    s = {0}
    try:
        s.update(12 // (k - n) for k in [3, 2, 5, 1])
    except ZeroDivisionError:
        s.add(-1)
    return sorted(s)
