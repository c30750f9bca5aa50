"""What Python's builtins and operators say of a range or a decimal that may be None."""

from __future__ import annotations

import decimal

from tests.autograph.effects.outcomes import cases


def found_range(n):
    m = None
    for i in range(n):
        if i == 1:
            m = range(3)
    return m


def found_decimal(n):
    m = None
    for i in range(n):
        if i == 1:
            m = decimal.Decimal(3)
    return m


@cases(0, 3)
def length_of_what_may_be_none(n):
    return len(found_range(n))


@cases(0, 3)
def sum__of_what_may_be_none(n):
    return sum(found_range(n))


@cases(0, 3)
def largest_of_what_may_be_none(n):
    return max(found_range(n))


@cases(0, 3)
def least_of_what_may_be_none(n):
    return min(found_range(n))


@cases(0, 3)
def as_list_of_what_may_be_none(n):
    return len(list(found_range(n)))


@cases(0, 3)
def as_tuple_of_what_may_be_none(n):
    return len(tuple(found_range(n)))


@cases(0, 3)
def sorted__of_what_may_be_none(n):
    return len(sorted(found_range(n)))


@cases(0, 3)
def any__of_what_may_be_none(n):
    return any(found_range(n))


@cases(0, 3)
def all__of_what_may_be_none(n):
    return all(found_range(n))


@cases(0, 3)
def enumerated_of_what_may_be_none(n):
    return len(list(enumerate(found_range(n))))


@cases(0, 3)
def first_of_what_may_be_none(n):
    return next(iter(found_range(n)))


@cases(0, 3)
def reversed__of_what_may_be_none(n):
    return len(list(reversed(found_range(n))))


@cases(0, 3)
def as_int_of_what_may_be_none(n):
    return int(found_decimal(n))


@cases(0, 3)
def as_float_of_what_may_be_none(n):
    return float(found_decimal(n))


@cases(0, 3)
def absolute_of_what_may_be_none(n):
    return int(abs(found_decimal(n)))


@cases(0, 3)
def rounded_of_what_may_be_none(n):
    return round(found_decimal(n))


@cases(0, 3)
def zipped_of_what_may_be_none(n):
    return len(list(zip(found_range(n), [1])))


@cases(0, 3)
def zipped_last_of_what_may_be_none(n):
    return len(list(zip([1], found_range(n))))


@cases(0, 3)
def mapped_of_what_may_be_none(n):
    return len(list(map(int, found_range(n))))


@cases(0, 3)
def largest_by_key_of_what_may_be_none(n):
    return max(found_range(n), key=lambda x: -x)


@cases(0, 3)
def plus_one_of_what_may_be_none(n):
    return int(found_decimal(n) + 1)


@cases(0, 3)
def greater_of_what_may_be_none(n):
    return found_decimal(n) > 1


@cases(0, 3)
def negative_of_what_may_be_none(n):
    return -found_decimal(n) < 1


@cases(0, 3)
def item_of_what_may_be_none(n):
    return found_range(n)[1]


@cases(0, 3)
def attribute_of_what_may_be_none(n):
    return found_range(n).start


@cases(0, 3)
def contained_of_what_may_be_none(n):
    return 1 in found_range(n)


@cases(0, 3)
def unpacked_of_what_may_be_none(n):
    x, _, z = found_range(n)
    return x + z


@cases(0, 3)
def spread_of_what_may_be_none(n):
    return len([*found_range(n)])


@cases(0, 3)
def truth_of_what_may_be_none(n):
    return bool(found_range(n))


@cases(0, 3)
def negated_of_what_may_be_none(n):
    return not found_range(n)


@cases(0, 3)
def sum_of_generator_of_what_may_be_none(n):
    return sum(x for x in found_range(n))
