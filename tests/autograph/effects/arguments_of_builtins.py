"""Builtins, methods and operators that are given what they take none of, or a number at the edge of what they take."""

# ruff: noqa: RUF005, UP031

from __future__ import annotations

import itertools
import math
from collections import deque

from tests.autograph.effects.outcomes import cases

INTEGERS = ((2, 3), (0, 1), (3, 0), (1, 1))
WITH_FLOATS = ((2, 3, 2.5), (0, 1, 0.5), (3, 1, -0.5))


def told(function):
    try:
        return function()
    except Exception as e:
        return type(e).__name__, str(e)


@cases(*WITH_FLOATS, (1, 1, 2.0))
def float_in_a_range(n, m, x):
    return x in range(3), x in range(2, -2, -1), x in range(n), x + 0.5 in range(0, 9, 3)


@cases(*INTEGERS)
def truth_of_a_range(n, m):
    return bool(range(n)), not range(n, m), told(lambda: bool(range(m)))


@cases(*INTEGERS)
def place_in_a_range(n, m):
    return told(lambda: range(n).index(1)), range(n).count(1), told(lambda: range(m, 9, 2).index(n))


@cases(*WITH_FLOATS)
def place_of_a_float_in_a_range(n, m, x):
    return told(lambda: range(n + 3).index(x + 0.5)), range(n + 3).count(x + 0.5), told(lambda: range(n).index(None))


@cases(*INTEGERS)
def attributes_of_a_range(n, m):
    return hasattr(range(n), "index"), hasattr(range(n), "nosuch"), told(lambda: range(n).nosuch)


@cases(*INTEGERS)
def step_of_a_range_is_zero(n, m):
    try:
        for i in range(n, m, 0):
            n += i
    except ValueError as e:
        return str(e)
    return n


@cases(*WITH_FLOATS, (1, 1, -0.0), (1, 1, 3.0), (1, 1, math.inf), (1, 1, -math.inf))
def fraction_with_the_sign_of_a_float(n, m, x):
    return str(math.modf(x * 0 - 2)) if x - x == 0 else "", str(math.modf(x))


@cases(*INTEGERS)
def logarithm_of_gamma_at_a_pole(n, m):
    try:
        return math.lgamma(-m)
    except ValueError as e:
        return str(e)


@cases(-math.inf, -1e20, -0.5, 0.0, 2.0)
def logarithm_of_gamma(x):
    return told(lambda: math.lgamma(x))


@cases(*INTEGERS)
def power_modulo_zero(n, m):
    return pow(n, 2, m)


@cases(*INTEGERS)
def power_modulo_zero_in_a_handler(n, m):
    return told(lambda: pow(n, 2, m)), told(lambda: pow(n, 2, 0))


@cases(*WITH_FLOATS)
def float_for_an_integer_of_math(n, m, x):
    return math.gcd(n, x)


@cases(*WITH_FLOATS)
def floats_for_integers_of_math(n, m, x):
    a = told(lambda: math.lcm(x, 2)), told(lambda: math.isqrt(x)), told(lambda: math.ldexp(1.0, x))
    return a, told(lambda: math.comb(x, 1)), told(lambda: math.factorial(x)), told(lambda: math.perm(3, x))


@cases(*WITH_FLOATS)
def slice_to_a_float(n, m, x):
    return [n, m, 3][:x]


@cases(*WITH_FLOATS)
def slices_to_floats(n, m, x):
    a = told(lambda: (n, m, 3)[x:]), told(lambda: (n, m, 3)[::x]), told(lambda: "abc"[:x])
    return a, told(lambda: f"{n}abc"[:x]), told(lambda: range(n)[x])


@cases(*WITH_FLOATS)
def floats_as_places_in_a_list(n, m, x):
    xs = [i for i in range(n)]
    ys = [n, m]
    a = told(lambda: xs[:x]), told(lambda: xs[x::-1]), told(lambda: xs.insert(x, 1)), told(lambda: xs.pop(x))
    return a, told(lambda: ys.insert(x, 1)), told(lambda: ys.pop(x)), xs, ys


@cases(*WITH_FLOATS)
def floats_as_bounds_of_stores(n, m, x):
    xs = [n, m]

    def store():
        xs[:x] = [1]

    def delete():
        del xs[x:]

    return told(store), told(delete), xs


@cases(*WITH_FLOATS)
def floats_for_integers_of_strings(n, m, x):
    s = f"a,{n},{m}"
    a = told(lambda: "a,b".split(",", x)), told(lambda: "a,b".replace("a", "b", x)), told(lambda: "ab".find("b", x))
    return a, told(lambda: s.split(",", x)), told(lambda: s.replace("a", "b", x)), told(lambda: s.center(x))


@cases(*WITH_FLOATS)
def floats_as_counts(n, m, x):
    a = told(lambda: list(itertools.repeat(n, x))), told(lambda: list(enumerate([n, m], x)))
    return a, told(lambda: list(enumerate(range(n), start=x))), told(lambda: list(range(n, x)))


@cases(*WITH_FLOATS)
def floats_as_digits(n, m, x):
    a = told(lambda: round(x, x)), told(lambda: round(n, x)), told(lambda: pow(x, 2, 3)), told(lambda: int(n, 10))
    return a, told(lambda: int(x, 10)), told(lambda: int("5", x)), told(lambda: hex(x)), told(lambda: chr(x))


@cases(*INTEGERS)
def length_of_a_generator_expression(n, m):
    return len(v for v in [n, m])


@cases(*INTEGERS)
def lengths_of_iterators(n, m):
    return told(lambda: len(filter(None, [n, m]))), told(lambda: len(v for v in range(n))), len([v for v in range(n)])


@cases(*INTEGERS, staged="refused AG034")
def length_of_a_map(n, m):
    return told(lambda: len(map(abs, range(n))))


@cases(*INTEGERS)
def lists_among_keys(n, m):
    a = told(lambda: [n] in {1: 2}), told(lambda: ([n],) in {1}), told(lambda: {n} in {1: 2})
    return a, {1} in {frozenset({1})}, (m, 1) in {(n, 1): 2}


@cases(*WITH_FLOATS)
def instances_of_no_class(n, m, x):
    return isinstance(n, (int, 5)), isinstance(x, (str, (float, bytes))), told(lambda: isinstance(n, (str, 5)))


@cases(*WITH_FLOATS)
def percent_of_a_float(n, m, x):
    try:
        return "%5d|%x" % (x, x)
    except TypeError as e:
        return str(e)


@cases(*WITH_FLOATS)
def percent_of_a_text(n, m, x):
    try:
        return "%d" % str(n)
    except TypeError as e:
        return str(e)


@cases(*WITH_FLOATS)
def percent_of_none(n, m, x):
    try:
        return "%s %x" % (n, None)
    except TypeError as e:
        return str(e)


@cases(*WITH_FLOATS)
def percent_of_a_float_as_a_character(n, m, x):
    try:
        return "%c" % str(m), "%d" % x, "%c" % x
    except TypeError as e:
        return str(e)


MANUAL_FIRST, AUTOMATIC_FIRST = "{0}{}", "{}{0}"
TWO_FIELDS, NAMED, OPEN = "{} {}", "{a} {}", "{"


@cases(*INTEGERS)
def manual_and_automatic_fields(n, m):
    return MANUAL_FIRST.format(n, m)


@cases(*INTEGERS)
def fields_that_are_not_there(n, m):
    a = told(lambda: AUTOMATIC_FIRST.format(n, m)), told(lambda: TWO_FIELDS.format(n)), told(lambda: NAMED.format(n))
    return a, "{:{}}".format(n, 5), "{0[0]:>{1}}".format([n], 4), told(lambda: OPEN.format(n))


@cases(*WITH_FLOATS)
def methods_that_ints_have(n, m, x):
    return x.is_integer(), told(lambda: n.is_integer()), told(lambda: x.bit_length())


@cases(*WITH_FLOATS)
def methods_that_are_not_for_a_float(n, m, x):
    a = str(n.__eq__(x)), str(n.__add__(x)), str(n.__rsub__(x)), x.__eq__(n), x.__add__(n), n.__lt__(m)
    return a, str(n.__lt__("a")), str(n.__ne__(None))


@cases(*INTEGERS, staged="refused AG026")
def iterator_ends_in_a_generator(n, m):
    def g():
        yield n
        yield iter(range(m)).__next__()

    return list(g())


@cases(*WITH_FLOATS)
def numbers_equal_to_lists(n, m, x):
    return [] == n, [2] != n, n == {}, x == "a", n != (2,), n in zip([n]), n in enumerate([n]), n in [[n]], n == None  # noqa: E711


@cases(*INTEGERS)
def texts_of_operators_of_dicts_and_sets(n, m):
    a = told(lambda: {n: 1} | [m]), told(lambda: {n: 1} + {m: 1}), told(lambda: {n, m} & [1]), told(lambda: {n} < [1])
    return a, told(lambda: {n: m}(n)), told(lambda: -{n: m})


@cases(*WITH_FLOATS)
def texts_of_items_of_what_has_none(n, m, x):
    xs, s = [n], {n, m}
    a = told(lambda: s[0]), told(lambda: xs[x]), told(lambda: (n, m)[x]), told(lambda: n["a"])

    def store():
        s[0] = n

    def delete():
        del s[0]

    return a, told(store), told(delete)


@cases(*WITH_FLOATS)
def texts_of_bits_of_a_float(n, m, x):
    a = told(lambda: x & 1), told(lambda: 1 | x), told(lambda: x ^ x), told(lambda: x << 2), told(lambda: 2 >> x)
    return a, told(lambda: ~x)


@cases(*WITH_FLOATS)
def texts_of_the_largest_of_none(n, m, x):
    a = told(lambda: max(n, None if m else n)), told(lambda: max(None if m else n, n))
    return a, told(lambda: min(x, None if m else 1, n))


@cases(*INTEGERS)
def texts_of_comparisons(n, m):
    a = told(lambda: None < n), told(lambda: [n] < m), told(lambda: "a" < n), told(lambda: n < "a")
    return a, told(lambda: n >= None), told(lambda: n < [1])


@cases(*WITH_FLOATS)
def texts_of_attributes_that_numbers_lack(n, m, x):
    xs = [n, x]
    return told(lambda: n.nosuch), told(lambda: x.nosuch), told(lambda: xs[1].nosuch), told(lambda: xs.nosuch)


@cases(*INTEGERS)
def texts_of_sums_with_others(n, m):
    a = (
        told(lambda: n + [m]),
        told(lambda: [n] + n),
        told(lambda: n + "a"),
        told(lambda: "a" + n),
        told(lambda: (n,) + [m]),
    )
    return a, told(lambda: n - None), told(lambda: None - n), told(lambda: n + str(m)), told(lambda: str(n) + m)


@cases(*INTEGERS)
def texts_of_arguments(n, m):
    xs = [n]
    a = (
        told(lambda: xs.count()),
        told(lambda: next()),
        told(lambda: xs.sort(1)),
        told(lambda: id()),
        told(lambda: sorted()),
    )
    return a, told(lambda: {n: 1}.get()), told(lambda: {n}.add()), told(lambda: xs.pop(1, 2)), told(lambda: ",".join())


@cases(*INTEGERS)
def called_by_a_number_in_the_way(n, m):
    return told(lambda: n()), told(lambda: [n]())


@cases(*INTEGERS, runtime="refused AG033")
def texts_of_numbers_taken_apart(n, m):
    def unpack():
        a, c = n
        return a + c

    xs = []
    return told(unpack), told(lambda: [*n]), told(lambda: xs.extend(n))


@cases(*INTEGERS, staged="refused AG053")
def text_of_a_number_with_an_item(n, m):
    return told(lambda: n[0])


@cases(*INTEGERS, staged="refused AG001")
def variable_with_the_name_of_the_operators(n, m):
    ag__ = n
    return ag__ + m


@cases(*INTEGERS, jax="refused AG038")
def deque_or_none_in_a_result(n, m):
    v = None
    if n > 1:
        v = deque([n, m])
    return [v, v]


@cases(*INTEGERS, jax="refused AG038")
def deque_in_a_result(n, m):
    return n, [deque([n, m])]


@cases(*INTEGERS, staged="refused AG038")
def not_implemented_in_a_result(n, m):
    return n, NotImplemented


@cases(*INTEGERS, staged="refused AG022 AG038")
def ranges_in_a_list_of_staged_length(n, m):
    xs = [range(n)]
    for _ in range(m):
        xs.append(range(n))
        n += 1
    return xs, len(xs)


# A function of the program's is called once, whatever is asked about the operation that its result is given to


@cases(3, 0, jax="refused AG053")
def function_that_gives_an_operand(n):
    seen = []

    def note(x):
        seen.append(x)

    text = ""
    try:
        n + note(n)
    except TypeError as error:
        text = str(error)
    return seen, text


@cases(3, 0, jax="refused AG053")
def method_that_gives_an_operand(n):
    seen = bytearray()
    put = seen.append
    text = ""
    try:
        n + put(7)
    except TypeError as error:
        text = str(error)
    return len(seen), text


@cases(3, -1, jax="refused AG053")
def function_that_gives_an_operand_in_a_branch(n):
    seen = []

    def note(x):
        seen.append(x)

    if n > 0:
        try:
            n += note(n)
        except TypeError:
            n += 10
    return n, seen


@cases(3, 0, jax="refused AG053")
def function_that_sorts_what_is_an_operand(n):
    seen = []

    def key(letter):
        seen.append(letter)
        return letter

    text = ""
    try:
        n + sorted("ba", key=key)
    except TypeError as error:
        text = str(error)
    return seen, text


# Dicts and sets whose keys are staged, together with numbers


@cases(3, 0)
def dict_joined_with_a_number(n):
    return told(lambda: {n: 1} | n), told(lambda: {n: 1} | 2), told(lambda: {n: 1} - n)


@cases(3, 0, jax="refused AG033")
def number_joined_with_a_dict(n):
    return told(lambda: n | {n: 1}), told(lambda: 2 | {n: 1})


@cases(3, 0)
def set_joined_with_a_number(n):
    seen = {n}
    for i in range(n):
        seen.add(i)
    return told(lambda: seen | n), told(lambda: seen - n), told(lambda: seen & 2), told(lambda: seen <= n)


@cases(3, 0)
def joined_with_a_number_in_place(n):
    table, seen = {n: 1}, {n}
    told = []
    try:
        table |= n
    except TypeError as error:
        told.append(str(error))
    try:
        seen ^= n
    except TypeError as error:
        told.append(str(error))
    return table, seen, told
