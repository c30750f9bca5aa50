"""What Python raises within a handler: of what the program does, or only because a value is staged.

The first a handler of the program's catches, on its path. The second is refused: numbers would not raise it.
"""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import re
import statistics
import struct
import textwrap
from contextlib import suppress

from tests.autograph.effects.outcomes import cases


class Text:
    pass


class Tensor:
    pass


class Config:
    def __init__(self):
        self.a = 1


class Vec:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        if not isinstance(other, Vec):
            return NotImplemented
        return Vec(self.x + other.x)

    def __getattr__(self, name):
        if name == "magic":
            return 5
        raise AttributeError(name)


@cases(0, 3)
def heap_that_is_empty(n):
    hp = []
    try:
        if n > 0:
            heapq.heappop(hp)
        return 5
    except IndexError:
        return -2


@cases(0, 3)
def root_of_a_negative_number(n):
    k = -1
    try:
        if n > 0:
            math.sqrt(k)
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def getattr_of_a_missing_name(n):

    class Empty:
        pass

    o = Empty()
    try:
        if n > 0:
            getattr(o, "zz")
        return 5
    except AttributeError:
        return -2


@cases(0, 3)
def next_of_a_generator_without_items(n):
    try:
        if n > 0:
            return next(x for x in [1, 2] if x > 5)
        return 5
    except StopIteration:
        return -2


@cases(0, 3)
def list_times_text(n):
    try:
        if n > 0:
            return [0] * "a"
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def zero_to_a_negative_power(n):
    k = 0
    try:
        if n > 0:
            return k ** (-1)
        return 5
    except ZeroDivisionError:
        return -2


@cases(0, 3)
def divmod_by_zero(n):
    k = 0
    try:
        if n > 0:
            return divmod(4, k)[0]
        return 5
    except ZeroDivisionError:
        return -2


@cases(0, 3)
def range_with_step_zero(n):
    k = 0
    try:
        if n > 0:
            return sum(range(0, 5, k))
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def operator_function_that_raises(n):
    k = 0
    try:
        if n > 0:
            return operator.floordiv(4, k)
        return 5
    except ZeroDivisionError:
        return -2


@cases(0, 3)
def set_without_the_item(n):
    s = {1}
    try:
        if n > 0:
            s.remove(7)
        return 5
    except KeyError:
        return -2


@cases(0, 3)
def join_of_numbers(n):
    try:
        if n > 0:
            return len(",".join([1, 2]))
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def format_with_too_few_arguments(n):
    try:
        if n > 0:
            return len("{} {}".format(1))
        return 5
    except IndexError:
        return -2


@cases(0, 3)
def percent_with_too_few_arguments(n):
    try:
        if n > 0:
            return len("%d %d" % (1,))
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def f_string_with_a_bad_specification(n):
    k = 1
    try:
        if n > 0:
            return len(f"{k:zz}")
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def reduce_of_nothing(n):
    try:
        if n > 0:
            return functools.reduce(lambda a, b: a + b, [])
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def max_of_nothing(n):
    try:
        if n > 0:
            return max([])
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def int_of_a_text(n):
    try:
        if n > 0:
            return int("x")
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def number_compared_with_text(n):
    try:
        if n > 0:
            return 1 < "a"
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def in_a_number(n):
    try:
        if n > 0:
            return 1 in 5
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def sorted_of_unlike_items(n):
    try:
        if n > 0:
            return sorted([1, "a"])[0]
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def with_of_a_number(n):
    try:
        if n > 0:
            with 5:
                pass
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def pop_of_a_missing_key(n):
    d = {}
    if n > 5:
        d["k"] = 1
    try:
        if n > 0:
            d.pop("zz")
        return 5
    except KeyError:
        return -2


@cases(0, 3)
def remove_of_a_missing_item(n):
    xs = []
    if n > 5:
        xs.append(1)
    try:
        if n > 0:
            xs.remove(3)
        return 5
    except ValueError:
        return -2


@cases(0, 3)
def loop_over_a_number(n):
    try:
        for i in range(2):
            if n > 0:
                for x in 5:
                    pass
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def key_named_like_a_stand_in(n):
    d = {"Choice": 1}
    try:
        if n > 0:
            return d["Text"]
        return 5
    except KeyError:
        return -2


@cases(0, 3)
def del_of_a_key_named_like_a_stand_in(n):
    d = {"Choice": 1}
    try:
        if n > 0:
            del d["UNSET"]
        return 5
    except KeyError:
        return -2


@cases(0, 3)
def object_of_a_class_named_like_a_stand_in(n):
    t = Text()
    try:
        if n > 0:
            return t.zz
        return 5
    except AttributeError:
        return -2


@cases(0, 3)
def operator_of_a_class_named_like_a_stand_in(n):
    t = Text()
    try:
        if n > 0:
            return t + 1
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def len_of_a_class_named_like_a_tensor(n):
    t = Tensor()
    try:
        if n > 0:
            return len(t)
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def int_of_a_text_named_like_a_tensor(n):
    try:
        if n > 0:
            return int("Tensor")
        return 5
    except ValueError:
        return -2


@cases(0, 3, staged="refused")
def struct_of_a_staged_number(n):
    try:
        if n > 0:
            return len(struct.pack("i", n))
        return 5
    except struct.error:
        return -2


@cases(0, 3, staged="refused")
def struct_of_a_staged_number_under_any_handler(n):
    try:
        return len(struct.pack("i", n))
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def array_of_a_staged_number(n):
    try:
        if n > 0:
            return array.array("i", [n])[0]
        return 5
    except TypeError:
        return -2


@cases(0, 3, staged="refused")
def timedelta_of_a_staged_number_in_a_branch(n):
    try:
        if n > 0:
            return datetime.timedelta(n).days
        return 5
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def timedelta_of_a_staged_number(n):
    try:
        return datetime.timedelta(n).days
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def json_of_a_staged_number(n):
    try:
        if n > 0:
            return len(json.dumps(n))
        return 5
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def fraction_of_a_staged_number_in_a_branch(n):
    try:
        if n > 0:
            return fractions.Fraction(n, 2).numerator
        return 5
    except TypeError:
        return -2


@cases(0, 3, staged="refused")
def fraction_of_a_staged_number(n):
    try:
        return fractions.Fraction(n, 2).numerator
    except TypeError:
        return -2


@cases(0, 3, staged="refused")
def decimal_of_a_staged_number(n):
    try:
        return int(decimal.Decimal(n))
    except (TypeError, ValueError):
        return -2


@cases(0, 3, staged="refused")
def islice_up_to_a_staged_number(n):
    try:
        return sum(itertools.islice([1, 2, 3, 4], n))
    except ValueError:
        return -2


@cases(0, 3, staged="refused")
def bytes_of_a_staged_length(n):
    try:
        return len(bytes(n))
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def method_of_integers_with_arguments(n):
    try:
        return n.to_bytes(4, "big")[0]
    except AttributeError:
        return -2


@cases(0, 3, staged="refused")
def method_of_integers(n):
    try:
        return n.bit_length()
    except AttributeError:
        return -2


@cases(0, 3, staged="refused")
def hash_of_a_staged_number(n):
    try:
        return hash(n) == 3
    except TypeError:
        return -2


@cases(0, 3, staged="refused")
def staged_number_taken_apart(n):
    try:
        a, b = n
        return a
    except TypeError:
        return -2


@cases(0, 3, staged="refused")
def mean_of_staged_numbers(n):
    try:
        return statistics.mean([n, 1])
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def ldexp_by_a_staged_number(n):
    try:
        return math.ldexp(1.0, n)
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def text_times_a_staged_number(n):
    try:
        return len("ab" * n)
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def deque_of_a_staged_length(n):
    try:
        return len(collections.deque([1, 2, 3], n))
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def counter_of_staged_numbers(n):
    try:
        return collections.Counter([n, 1])[1]
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def regular_expression_on_staged_text(n):
    try:
        return len(re.sub("a", "b", str(n)))
    except Exception:
        return -2


@cases(0, 3, staged="refused")
def textwrap_to_a_staged_width(n):
    try:
        return len(textwrap.wrap("abc def", n + 4))
    except Exception:
        return -2


@cases(0, 3)
def argument_of_a_caught_exception(n):
    try:
        raise KeyError(n)
    except KeyError as e:
        return e.args[0]


@cases(0, 3, staged="refused")
def suppress_around_json(n):
    r = 5
    with suppress(TypeError):
        if n > 0:
            r = len(json.dumps(n))
    return r


@cases(0, 3, staged="refused")
def suppress_around_json_of_a_list(n):
    r = 5
    with suppress(TypeError, ValueError):
        r = json.dumps([n]) == "[3]"
    return r


@cases(0, 3)
def operator_that_a_class_has_not(n):
    v = Vec(n)
    try:
        if n > 0:
            return (v + 1).x
        return 5
    except TypeError:
        return -2


@cases(0, 3)
def operator_that_a_class_has_not_for_any_number(n):
    v = Vec(n)
    try:
        return (v + 1).x
    except TypeError:
        return -2


@cases(0, 3)
def getattr_method_that_raises(n):
    v = Vec(n)
    try:
        if n > 0:
            return v.zz
        return v.magic
    except AttributeError:
        return -2


@cases(0, 3)
def index_error_that_ends_a_loop(n):
    xs = [1, 2, 3]
    t = 0
    i = 0
    while True:
        try:
            t += xs[i] + n
        except IndexError:
            break
        i += 1
    return t


@cases(0, 3)
def value_error_in_a_loop(n):
    t = 0
    for s in ["1", "x", "3"]:
        try:
            t += int(s) * n
        except ValueError:
            t -= 1
    return t


@cases(0, 3)
def method_that_numbers_have_not(n):
    try:
        return n.no_such_method()
    except AttributeError:
        return n + 1


@cases(0, 3)
def unpacking_of_too_many(n):
    xs = [n, 1, 2]
    try:
        a, b = xs
        return a
    except ValueError:
        return -1


@cases(0, 3)
def unpacking_of_too_many_in_a_branch(n):
    xs = [n, 1, 2]
    try:
        if n > 1:
            a, b = xs
        return n
    except ValueError:
        return -1


@cases(0, 3)
def attribute_of_none(n):
    o = None
    try:
        if n > 1:
            return o.x + n
        return n
    except AttributeError:
        return -1


@cases(0, 3)
def attribute_that_is_missing_beside_a_staged_one(n):
    o = Config()
    o.b = n
    try:
        if n > 1:
            return o.c + n
        return n
    except AttributeError:
        return -1


@cases(0, 3)
def call_of_none(n):
    f = None
    try:
        if n > 1:
            return f(n)
        return n
    except TypeError:
        return -1


@cases(0, 3)
def call_with_too_many_arguments(n):

    def f(a):
        return a

    try:
        if n > 1:
            return f(n, n)
        return n
    except TypeError:
        return -1


@cases(0, 3, staged="refused")
def text_plus_a_staged_number(n):
    try:
        if n > 1:
            return "a" + n
        return n
    except TypeError:
        return -1


@cases(0, 3)
def item_of_a_tuple_set(n):
    t = (n, 1)
    try:
        if n > 1:
            t[0] = 5
        return t[0]
    except TypeError:
        return -1


@cases(0, 3)
def zip_of_unlike_lengths(n):
    try:
        return sum((a * b for a, b in zip([n, 1], [1], strict=True)))
    except ValueError:
        return -1


@cases(0, 3)
def type_error_that_the_program_raises(n):

    def check(v):
        if v is None:
            raise TypeError("none")
        return v

    try:
        return check(None) + n
    except TypeError:
        return -1


@cases(0, 3)
def type_check_of_the_program(n):

    def check(v):
        if isinstance(v, str):
            raise TypeError("str")
        return v

    try:
        return check(n) + check("x")
    except TypeError:
        return -1


@cases(0, 3, staged="refused")
def sum_of_unlike_items(n):
    try:
        return sum([n, "a"])
    except TypeError:
        return -1


@cases(0, 3)
def slot_that_is_missing(n):

    class S:
        __slots__ = ("a",)

    s = S()
    try:
        s.b = n
        return 1
    except AttributeError:
        return -1


@cases(0, 3)
def reduced_list_that_grows(n):
    found = []
    for i in range(n):
        found.append((i * 3) % 4)
    try:
        return functools.reduce(lambda a, b: a * 2 + b, found)
    except TypeError as error:
        return str(error)


@cases(0, 3)
def reduced_with_a_handler(n):
    try:
        return functools.reduce(lambda a, b: a + b, range(n))
    except TypeError:
        return -1
