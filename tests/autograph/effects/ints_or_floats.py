"""Numbers that are ints on one path and floats or bools on another, and what Python does with ints only."""

# ruff: noqa: UP031, UP032 - the older ways to make text are tested as well

from __future__ import annotations

import operator
from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(1, 0, -3)
def min_of_three(n):
    return f"{max(n, 0.5, 2)}"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def min_alike(n, x):
    return repr(min(n, x)), isinstance(min(n, x), int), min(x, n) // 1


@cases((1, 0.5), (0, 0.5), (-3, -3.0), jax="refused AG053")
def min_and(n, x):
    try:
        return min(n, x) & 3
    except TypeError:
        return "float"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def sum_mixed(n, x):
    return str(sum([n, x])), str(sum([n, n]) + n)


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def sorted_mixed(n, x):
    return [str(v) for v in sorted([n, x, 2, 1.5])]


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def if_and(n, x):
    k = n if n > 0 else x
    return k & 3 if n > 0 else "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def index_by(n, x):
    k = n if n > 0 else x
    try:
        return [5, 6, 7][k]
    except TypeError as e:
        return str(e)


@cases((1, 0.5), (0, 0.5), (-3, -3.0), runtime="refused AG013")
def range_of(n, x):
    k = n if n > 0 else x
    try:
        return [i for i in range(k)]
    except TypeError as e:
        return str(e)


@cases((1, 0.5), (0, 0.5), (-3, -3.0), staged="refused AG055")
def times(n, x):
    k = n if n > 0 else x
    try:
        return "ab" * k
    except TypeError as e:
        return str(e)


@cases((1, 0.5), (0, 0.5), (-3, -3.0), runtime="refused AG053", jax="refused AG013")
def slice_by(n, x):
    k = n if n > 0 else x
    try:
        return [5, 6, 7][:k]
    except TypeError:
        return "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def inverted(n, x):
    k = n if n > 0 else x
    try:
        return ~k
    except TypeError:
        return "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def shifted(n, x):
    k = n if n > 0 else x
    try:
        k <<= 2
        return k
    except TypeError:
        return "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def hexed(n, x):
    k = n if n > 0 else x
    try:
        return hex(k)
    except TypeError:
        return "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def methods(n, x):
    k = n if n > 0 else x
    try:
        return k.bit_length()
    except AttributeError:
        return "no"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def is_integer(n, x):
    k = n if n > 0 else x
    return k.is_integer() if hasattr(k, "is_integer") else "none"


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def rounding(n, x):
    k = n if n > 0 else x
    return str(round(k)), str(round(k, 1)), repr(abs(k)), str(-k)


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def divided(n, x):
    k = n if n > 0 else x
    return str(k // 2), str(divmod(k, 2)), str(k % 2), str(k**2)


@cases((1, 0.5), (0, 0.5), (-3, -3.0))
def plain_error(n, x):
    k = n if n > 0 else x
    return k & 3


@cases(0, 1)
def is_whole(n):
    x = n if n > 0 else n + 0.5
    return x.is_integer()


@cases(0, 1)
def message_of_class(n):
    x = n if n > 0 else n + 0.5
    try:
        return x.foo
    except AttributeError as e:
        return str(e)


@cases(0, 1)
def percent_x(n):
    x = n if n > 0 else n + 0.5
    try:
        return "%x" % x
    except TypeError:
        return 1


@cases(0, 1, 5)
def shown_by_percent(n):
    x = n if n > 0 else n + 0.5
    return "%d|%5.1f|%g" % (x, x, x)


@cases(0, 1, 5)
def shown_as_integer(n):
    x = n if n > 0 else n + 0.5
    try:
        return f"{x:d}"
    except ValueError:
        return 1


@cases(0, 1, 5)
def shown_in_many_ways(n):
    x = n if n > 0 else n + 0.5
    return f"{x:.2f}", f"{x}", "{:>5}".format(x), "%s" % x, "%r" % x


@cases(0, 1, 5)
def number_or_text_by_percent(n):
    x = n if n > 0 else "a"
    try:
        return "%d" % x
    except TypeError as e:
        return str(e)


@cases(0, 1, staged="refused AG013")
def slice_under_handler(n):
    x = n if n > 0 else 0.5
    try:
        return "abc"[:x]
    except Exception:
        return "no"


@cases(0, 1, 3)
def slice_where_float(n):
    x = n * 1.5 if n > 1 else n
    if isinstance(x, float):
        try:
            return [1, 2, 3][:x]
        except TypeError as e:
            return str(e)
    return 0


@cases(0, 1)
def store_at_float(n):
    x = n * 1.0
    xs = [1, 2, 3]
    xs[x] = 7
    return xs


@cases(0, 1)
def split_at_most(n):
    x = n if n > 0 else 0.5
    return "a,b,c".split(",", x)


@cases(0, 1)
def replace_at_most(n):
    x = n if n > 0 else 0.5
    return "abc".replace("a", "x", x)


@cases(0, 1)
def find_from(n):
    x = n if n > 0 else 0.5
    try:
        return "abc".find("c", x)
    except Exception:
        return "no"


@cases(0, 1)
def deleted_at_float(n):
    x = n * 1.0
    xs = [1, 2, 3]
    try:
        del xs[x]
    except TypeError as e:
        return str(e)


@cases(0, 1)
def stored_in_a_deque_at_float(n):
    x = n * 1.0
    xs = deque([1, 2, 3])
    try:
        xs[x] = 3
    except TypeError as e:
        return str(e)


@cases(0, 1)
def updated_at_float(n):
    x = n * 1.0
    xs = [1, 2, 3]
    try:
        xs[x] += 3
    except TypeError as e:
        return str(e)


@cases(0, 1)
def stored_in_a_staged_list_at_float(n):
    x = n * 1.0
    xs = [i for i in range(n)]
    try:
        xs[x] = 3
    except TypeError as e:
        return str(e)


@cases(0, 1)
def stored_at_bool(n):
    x = n > 0
    xs = [1, 2]
    xs[x] = 5
    del xs[x]
    return xs


@cases(0, 1)
def split_float(n):
    x = n + 0.5
    return "a,b,c".split(",", x)


@cases(0, 1)
def split_at(n):
    return "a,b,c".split(",", n)


@cases(0, 1)
def inserted_at(n):
    x = n if n > 0 else 0.5
    xs = [1, 2]
    xs.insert(x, 5)
    return xs


@cases((1, 0), (3, 1), (5, 1), staged="refused AG053")
def opposite_of_a_bool_or_none(n, m):  # `~True` is -2
    found = n > 1
    if n > 4:
        found = None
    k = True
    if not m:
        k = found
    return ~k, k


@cases((1, 0), (3, 1), (5, 1), staged="refused AG053")
def opposite_by_a_function(n, m):
    return operator.invert(n > m), operator.inv(n > 3)


@cases((1, 0), (3, 1), (5, 1))
def bits_of_a_bool_or_an_int(n, m):
    k = 6
    if not m:
        k = n > 1
    return k.bit_length(), k.numerator, -k, +k, abs(k)


@cases((3, 1), (3, 0), (0, 1), (0, 0))
def is_a_bool_that_became_a_float(n, m):
    k = 1
    if m:
        k = bool(k)
    b = k or n * 0.5
    c = k if n > 1 else 2.5
    return isinstance(b, bool), b, isinstance(c, bool), isinstance(c, int), c


@cases((3, 1), (0, 1), (0, 0))
def nothing_added_to_a_number(n, m):
    total, given = 1, n if n > m else None
    total += given
    return total


@cases((3, 1), (0, 1), (0, 0))
def nothing_taken_from_a_number_of_two_kinds(n, m):
    total = 1
    if m:
        total = 2.5
    total -= n if n > m else None
    return total


@cases((3, 1), (0, 1), (0, 0))
def nothing_added_to_a_bool_or_an_int(n, m):
    k = 1
    if m:
        k = bool(k)

    def given():
        if n > m:
            return k

    k += given()
    return k
