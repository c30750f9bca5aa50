"""Effects in the tests of loops and branches: walrus, methods, functions with `nonlocal`."""

from __future__ import annotations

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 1, 5)
def walrus_difference(n):
    t = 0
    while (m := n - t) > 0:
        t += m
    return t, m


@cases(0, 1, 8)
def walrus_rebinds_what_it_reads(n):
    total = 0
    while (n := n - 2) > 0:
        total += n
    return total, n


@cases(0, 1, 8)
def walrus_halves(n):
    count = 0
    while (half := n // 2) > 0:
        n = half
        count += 1
    return count, half


@cases(1, 10, 37)
def walrus_digit_sum(n):
    total = 0
    while n > 0 and (digit := n % 10) != 7:
        total += digit
        n //= 10
    return total


@cases(0, 3)
def walrus_in_an_if_test(n):
    if (m := n * 2) > 4:
        r = m
    else:
        r = -m
    return r + m


@cases(0, 3, 9)
def walrus_in_elif_tests(n):
    m = 0
    if n > 5:
        r = 1
    elif (m := n * 2) > 4:
        r = m
    else:
        r = m - 1
    return r, m


@cases(0, 2, 5)
def walrus_of_a_counter(n):
    k = 0
    while (k := k + 1) < n:
        pass
    return k


@cases(0, 2, 5)
def walrus_bound_only_in_the_test(n):
    s = 0
    i = 0
    while (sq := i * i) < n:
        s += sq
        i += 1
    return s, sq


class Source:
    def __init__(self, left):
        self.left = left
        self.asked = 0

    def more(self):
        self.asked += 1
        return self.left > 0

    def take(self):
        self.left -= 1
        return self.left

    def advance(self):
        self.left -= 1
        return self.left >= 0


@cases(0, 1, 4)
def method_with_an_effect(n):
    s = Source(n)
    total = 0
    while s.more():
        total += s.take()
    return total, s.asked


@cases(0, 1, 4)
def method_that_advances(n):
    s = Source(n)
    rounds = 0
    while s.advance():
        rounds += 1
    return rounds, s.left


@cases(0, 1, 4)
def method_that_advances_with_empty_body(n):
    s = Source(n)
    while s.advance():
        pass
    return s.left


@cases(0, 1, 4)
def nonlocal_in_the_test(n):
    calls = 0

    def more(k):
        nonlocal calls
        calls += 1
        return k > 0

    while more(n):
        n -= 1
    return calls, n


@cases(0, 1, 4)
def nonlocal_counts_down_in_the_test(n):
    def step():
        nonlocal n
        n -= 1
        return n > 0

    rounds = 0
    while step():
        rounds += 1
    return rounds, n


@cases(0, 3)
def method_in_an_if_test(n):
    s = Source(n)
    r = 0
    if s.more():
        r = 1
    return r, s.asked


@cases(0, 3)
def method_in_each_elif_test(n):
    s = Source(n)
    if s.left > 10:
        r = 0
    elif s.advance():
        r = 1
    elif s.advance():
        r = 2
    else:
        r = 3
    return r, s.left


@cases(0, 3)
def attribute_written_by_a_lambda_in_the_test(n):
    o = Box(v=0)
    bump = lambda: setattr(o, "v", o.v + 1) or o.v  # noqa: E731
    while bump() < n:
        pass
    return o.v


@cases(0, 3)
def counter_kept_in_a_list(n):
    calls = [0]

    def below(limit):
        calls[0] += 1
        return calls[0] < limit

    total = 0
    while below(n):
        total += 10
    return total, calls[0]


@cases(0, 3)
def counter_kept_in_a_dict(n):
    stats = {"asked": 0}

    def ask(k):
        stats["asked"] += 1
        return k < n

    k = 0
    while ask(k):
        k += 1
    return k, stats["asked"]


@cases(0, 3, 6)
def test_and_body_change_the_same_attribute(n):
    o = Box(v=n)

    def shrink():
        o.v -= 1
        return o.v > 0

    while shrink():
        o.v -= 1
    return o.v


@cases(0, 3)
def walrus_in_a_comparison_chain(n):
    i = 0
    while 0 <= (rest := n - i) < 10:
        i += 1
        if rest == 1:
            break
    return i, rest


@cases(0, 4)
def two_walruses(n):
    a = b = 0
    i = 0
    while (a := i * 2) + (b := i + 1) < n:
        i += 1
    return a, b, i


@cases(0, 3)
def walrus_in_the_range(n):
    total = 0
    for i in range(m := n + 1):
        total += i * m
    return total, m


@cases(0, 3)
def list_popped_in_the_test(n):
    pending = [1, 2, 3]
    total = 0
    while pending and (k := pending.pop()) > n:
        total += k
    return total, len(pending)


@cases(0, 3)
def list_appended_in_the_test(n):
    asked = []

    def more(k):
        asked.append(1)
        return k > 0

    while more(n):
        n -= 1
    return len(asked)


@cases(0, 3)
def test_of_an_assertion_like_check(n):
    o = Box(checks=0)

    def ok(v):
        o.checks += 1
        return v >= 0

    if not ok(n):
        return -1, o.checks
    if ok(n - 2):
        return 1, o.checks
    return 0, o.checks


@cases(0, 5)
def nested_loops_with_walrus_tests(n):
    total = 0
    while (n := n - 1) > 0:
        k = n
        while (k := k - 1) > 0:
            total += k
    return total


@cases(0, 4)
def loop_test_in_a_branch(n):
    r = 0
    if n > 2:
        while (r := r + 3) < n * 3:
            pass
    else:
        r = -1
    return r


@cases(0, 4)
def walrus_test_with_continue(n):
    total = 0
    i = -1
    while (i := i + 1) < n:
        if i % 2 == 0:
            continue
        total += i
    return total, i


@cases(0, 4)
def walrus_test_with_else(n):
    i = 0
    while (i := i + 1) < n:
        if i == 7:
            break
    else:
        i += 100
    return i


@cases(0, 3)
def walrus_that_the_body_adds(n):
    t = 0
    while (m := n) > 0:
        t += m
        n -= 1
    return t


@cases((3.0, 0.1), (1.0, 0.25))
def walrus_of_a_gradient(x, rate):
    steps = 0
    while abs(grad := 2 * (x - 1)) > 0.01 and steps < 50:
        x -= rate * grad
        steps += 1
    return x, steps


@cases((3, 20), (1, 4))
def walrus_that_advances(start, limit):
    i = start
    steps = 0
    while (following := i * 2) < limit:
        i = following
        steps += 1
    return i, steps


@cases((5, 2), (0, 2))
def walrus_in_the_second_operand(n, k):
    t = 0
    while n > 0 and (m := n * k) < 100:
        t += m
        n -= 1
    return t
