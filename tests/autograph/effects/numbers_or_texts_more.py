"""Operators, keys, attributes and members of enumerations where a value is a number or a string."""

from __future__ import annotations

from collections import deque
from enum import IntEnum

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@cases((0,), (1,), (2,))
def repeated_as_often_as_a_constant_says(n):
    x = [3, "ab", "c"][n]
    y = x * 2
    return y if isinstance(x, int) else len(y)


@cases((0,), (1,), (2,))
def repeated_by_a_constant_on_the_left(n):
    x = [3, "ab", (1, 2)][n]
    y = 3 * x
    return y if isinstance(x, int) else len(y)


@cases(*ARGUMENTS)
def a_repeated_string(n):
    s = "ab" * n
    return len(s), s.count("b")


@cases(*ARGUMENTS, jax="refused AG032")
def an_operand_or_an_operator(n):
    t = 2
    for i in range(n + 1):
        x = [3, "+", 4, "*"][i]
        if x == "+":
            t += 1
        elif x == "*":
            t -= 1
        else:
            t *= x
    return t


@cases(*ARGUMENTS, jax="refused AG032")
def multiplied_where_it_is_a_number(n):
    t = 2
    for i in range(n + 1):
        x = [3, "+", 4, "*"][i]
        if i % 2 == 0:
            t *= x
    return t


@cases(*ARGUMENTS, jax="refused AG032")
def multiplied_from_the_left(n):
    t = 2
    for i in range(n + 1):
        x = [3, "+", 4, "*"][i]
        if i % 2 == 0:
            t = x * t
    return t


@cases(*ARGUMENTS, jax="refused AG032")
def repeated_where_it_is_a_tuple(n):
    x = [3, (1, 2), 4, None][n]
    if n == 1:
        return sum(x)
    if n == 3:
        return 0
    return n * x


def _read(n):
    if n == 0:
        return True
    if n == 1:
        return None
    return 2.5


def _rd(n):
    if n == 0:
        return True
    if n == 1:
        return "x"
    return n


@cases(*ARGUMENTS, jax="refused AG013")
def readings_with_dropouts(n):
    on = 0
    total = 0.0
    for i in range(n + 1):
        r = _read(i)
        if r is None:
            continue
        if isinstance(r, bool):
            on += r
        else:
            total += r
    return on, total


@cases(*ARGUMENTS)
def counts_of_bools(n):
    on = 0
    for i in range(n + 1):
        on += i > 1
    return on


@cases(*ARGUMENTS)
def bools_words_and_numbers(n):
    on = 0
    for i in range(n + 1):
        r = _rd(i)
        if isinstance(r, bool):
            on += r
        elif isinstance(r, int):
            on += 10 * r
    return on


@cases(*ARGUMENTS)
def joined_or_added(n):
    stack = ["ab", 3, "c", 4]
    out = 0
    for i in range(n + 1):
        a, b = stack[i], stack[(i + 2) % 4]
        if isinstance(a, str):
            out += len(a + b)
        else:
            out += a + b
    return out


@cases(*ARGUMENTS)
def a_key_that_changes_its_kind(n):
    r = {"a": 1, "b": "zz", "c": None}
    if n == 1:
        r["b"] = 5
    if n == 2:
        r["c"] = n
    v = r["b"]
    return v if isinstance(v, int) else len(v), r["c"] is None


@cases(*ARGUMENTS)
def elements_that_change_their_kind(n):
    r = [1, "zz"]
    for i in range(n):
        if i == 1:
            r[1] = 5
        if i == 2:
            r[0] = "qq"
    return sum(v if isinstance(v, int) else len(v) for v in r)


class Machine:
    pass


@cases(*ARGUMENTS)
def a_state_that_is_a_number_for_a_while(n):
    o = Machine()
    o.state = "idle"
    for i in range(n):
        if i == 1:
            o.state = 7
        elif i == 2:
            o.state = "done"
    return o.state if isinstance(o.state, int) else len(o.state)


@cases(*ARGUMENTS)
def a_state_that_is_none_at_first(n):
    o = Machine()
    o.state = None
    for i in range(n):
        if i == 0:
            o.state = "run"
        elif i == 1:
            o.state = i
    if o.state is None:
        return -1
    return 10 if o.state == "run" else o.state


class M(IntEnum):
    A = 1
    B = 10
    C = 25


@cases(*ARGUMENTS)
def coins_added_and_compared(n):
    ms = [M.A, M.B, M.C, M.B]
    t = 0
    for i in range(n + 1):
        t = t + ms[i]
        if t >= ms[i]:
            t += 1
        t -= ms[(i + 1) % 4] // 3
        if n < ms[i]:
            t *= ms[i]
    return t


@cases(*ARGUMENTS)
def a_number_and_a_word_added(n):
    ms = ["a", "bc", "d", "e"]
    try:
        return n + ms[n]
    except TypeError:
        return -1


@cases(*ARGUMENTS)
def a_word_repeated_and_compared(n):
    ms = ["a", "bc", "d", "e"]
    return len(n * ms[n]), n == ms[n], n != ms[n]


@cases(*ARGUMENTS)
def a_number_and_a_word_compared(n):
    ms = ["a", "bc", "d", "e"]
    try:
        return n < ms[n]
    except TypeError:
        return False


@cases(*ARGUMENTS)
def change_in_coins(n):
    given = []
    amount = n * 20
    for coin in sorted(M, reverse=True):
        while amount >= coin:
            amount -= coin
            given.append(coin)
    return len(given), int(sum(given)), amount, sum(given)


@cases(*ARGUMENTS)
def members_and_numbers_in_a_list(n):
    measures = []
    for i in range(n + 1):
        k = M.B if i == 0 else i * 3
        measures.append(k)
    enums = sum(isinstance(m, M) for m in measures)
    return enums, int(sum(measures))


@cases(*ARGUMENTS)
def registers_or_numbers(n):
    regs = {"x": 1, "s": 2}
    code = [("ld", "x"), ("ad", 5), ("ad", "s"), ("ld", 3)]
    acc = 0
    for i in range(n + 1):
        op, r = code[i]
        v = regs[r] if isinstance(r, str) else r
        acc = v if op == "ld" else acc + v
    return acc


@cases(*ARGUMENTS)
def a_key_that_may_be_a_number(n):
    regs = {"x": 1, "s": 2}
    r = ["x", 4, "s", "x"][n]
    try:
        return regs[r]
    except KeyError:
        return -1


@cases(*ARGUMENTS)
def a_number_in_an_empty_dict(n):
    regs = {}
    try:
        return regs[n]
    except KeyError as e:
        return -1


@cases(*ARGUMENTS)
def words_tuples_and_none(n):
    ms = [("x", 3), "y", 7, None]
    regs = {"x": 5, "y": 6}
    t = 0
    for i in range(n + 1):
        m = ms[i]
        if m in regs:
            t += regs[m]
        elif m is None:
            t += 1000
        elif isinstance(m, tuple):
            t += regs[m[0]] * m[1]
        else:
            t += m
    return t


RULES = {3: "fizz", 5: "buzz", 7: "pop"}


@cases((1, 9), (5, 6), (3, 30))
def joined_words_or_numbers(low, high):
    out = []
    for n in range(low, high + 1):
        word = "".join(w for d, w in RULES.items() if n % d == 0)
        out.append(word or n)
    return out


@cases((3, 5, 15), (2, 4, 9), (2, 3, 1))
def joined_words_or_numbers_in_comprehensions(a, b, n):
    rules = (a, "fizz"), (b, "buzz")
    texts = ["".join(w for d, w in rules if i % d == 0) or str(i) for i in range(1, n + 1)]
    return texts, ["".join(w for d, w in rules if i % d == 0) or i for i in range(1, n + 1)]


@cases((1, 4), (5, 6), (3, 9))
def joined_words_or_numbers_or_none(n, k):
    out = []
    for i in range(k):
        text = ",".join(str(j) for j in range(i) if j % 2 == n % 2)
        out.append(text or i if i % 3 else None)
    return out, [x for x in out if x is not None]


@cases((1, 4), (5, 6), (3, 9))
def joined_words_or_pairs_in_a_dict(n, k):
    made = {}
    for i in range(k):
        text = "-".join(str(j) for j in range(i) if j != n)
        made[i] = text or (i, n)
    return made


@cases((5, 0), (12, 3), (0, 2))
def division_by_what_may_be_zero(a, b):
    value = "no" if a > 100 else a
    try:
        return value // b, b / value
    except ZeroDivisionError:
        return -1


@cases((5, 0), (12, 3), (0, 2))
def division_by_each_of_unlike_values(a, b):
    xs = [a, "x", b]
    total = 0
    for i in range(3):
        try:
            total += 12 // xs[i]
        except ZeroDivisionError:
            total -= 1
        except TypeError:
            total += 100
    return total


@cases((5, 0), (12, 3), staged="refused AG032")
def division_of_tokens(a, b):
    def tokens(text):
        digits = ""
        for c in text:
            if c.isdigit():
                digits += c
                continue
            yield int(digits)
            yield c
            digits = ""
        yield int(digits)

    found = deque(tokens(f"{a}/{b}"))

    def term():
        value = found.popleft()
        while found and found[0] in ("*", "/"):
            sign, other = found.popleft(), found.popleft()
            value = value * other if sign == "*" else value / other
        return value

    try:
        return term()
    except ZeroDivisionError:
        return "zero"
