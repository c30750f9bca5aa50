"""Effects inside expressions: operands of `and` and `or`, alternatives, comparison chains, comprehensions."""

from __future__ import annotations

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


class Meter:
    def __init__(self):
        self.reads = 0
        self.log = []

    def read(self, value):
        self.reads += 1
        return value

    def note(self, value):
        self.log.append(value)
        return value


@cases(0, 3)
def and_reads_the_second_only_if_needed(n):
    m = Meter()
    ok = m.read(n) > 1 and m.read(n) > 2
    return ok, m.reads


@cases(0, 3)
def or_reads_the_second_only_if_needed(n):
    m = Meter()
    ok = m.read(n) > 1 or m.read(n) < -2
    return ok, m.reads


@cases(0, 2, 3)
def and_of_three(n):
    m = Meter()
    ok = m.read(n) > 0 and m.read(n) > 2 and m.read(n) < 10
    return ok, m.reads


@cases(0, 3)
def and_in_an_if(n):
    m = Meter()
    r = 0
    if n > 1 and m.read(n) > 2:
        r = 1
    return r, m.reads


@cases(0, 3)
def and_with_a_walrus(n):
    m = 0
    ok = n > 1 and (m := n * 2) > 4
    return ok, m


@cases(0, 3)
def or_with_a_walrus(n):
    m = -1
    ok = n > 1 or (m := n + 7) > 4
    return ok, m


@cases(0, 3)
def alternative_with_an_effect(n):
    m = Meter()
    r = m.read(n) * 2 if n > 1 else 5
    return r, m.reads


@cases(0, 3)
def both_alternatives_with_effects(n):
    m = Meter()
    r = m.read(1) if n > 1 else m.read(m.read(2))
    return r, m.reads


@cases(0, 3)
def alternative_with_a_walrus(n):
    k = 0
    r = (k := n + 1) if n > 1 else n
    return r, k


@cases(0, 3)
def alternative_that_appends(n):
    m = Meter()
    r = m.note(1) if n > 1 else 0
    return r, len(m.log)


@cases(0, 3)
def and_that_appends(n):
    m = Meter()
    ok = n > 1 and m.note(n) > 2
    return ok, len(m.log)


@cases(0, 3)
def or_that_appends_none(n):
    log = []
    n > 1 or log.append(1)
    return len(log)


@cases(0, 2, 3)
def chain_evaluates_the_middle_once(n):
    m = Meter()
    ok = 0 < m.read(n) < 3
    return ok, m.reads


@cases(0, 2, 3)
def chain_stops(n):
    m = Meter()
    ok = 1 < n < m.read(3) < m.read(10)
    return ok, m.reads


@cases(0, 3)
def chain_with_a_walrus_at_the_end(n):
    k = 0
    ok = 0 < n < (k := 5)
    return ok, k


@cases(0, 3)
def not_of_a_call_with_an_effect(n):
    m = Meter()
    ok = not m.read(n) > 1
    return ok, m.reads


@cases(0, 3)
def nested_conditional_expressions(n):
    m = Meter()
    r = 1 if m.read(n) > 5 else 2 if m.read(n) > 2 else 3
    return r, m.reads


@cases(0, 3)
def conditional_expression_as_an_argument(n):
    o = Box(v=0)

    def put(v):
        o.v += v
        return o.v

    put(put(1) if n > 1 else 7)
    return o.v


@cases(0, 3)
def comprehension_elements_count(n):
    m = Meter()
    xs = [m.read(n + k) for k in range(3)]
    return xs, m.reads


@cases(0, 3)
def comprehension_elements_write_a_local(n):
    last = 0
    xs = [(last := last + k * n) for k in range(4)]
    return xs, last


@cases(0, 3)
def comprehension_elements_branch(n):
    m = Meter()
    xs = [m.read(k) if n > k else 0 for k in range(4)]
    return xs, m.reads


@cases(0, 3)
def comprehension_of_staged_length(n):
    return sum([i * i for i in range(n)])


@cases(0, 3)
def comprehension_of_staged_length_returned(n):
    return [i * i for i in range(n)]


@cases(0, 3)
def comprehension_of_staged_length_with_effects(n):
    m = Meter()
    xs = [m.read(i) for i in range(n)]
    return len(xs), m.reads


@cases(0, 3)
def comprehension_with_a_staged_filter_summed(n):
    return sum([k for k in (1, 2, 3, 4) if k > n])


@cases(0, 3)
def generator_with_a_staged_filter_summed(n):
    return sum(k for k in (1, 2, 3, 4) if k > n)


@cases(0, 3)
def generator_with_a_staged_filter_any(n):
    return any(k > n for k in (1, 2, 3, 4) if k % 2 == 0)


@cases(0, 3)
def generator_all(n):
    return all(k + n > 3 for k in (1, 2, 3))


@cases(0, 3)
def generator_max(n):
    return max(k * n - k * k for k in (1, 2, 3))


@cases(0, 3)
def generator_min_with_a_filter(n):
    return min(k for k in (1, 2, 3, 9) if k > n)


@cases(0, 3)
def length_of_a_filtered_list(n):
    return len([k for k in (1, 2, 3, 4) if k > n])


@cases(0, 3)
def length_of_a_list_of_a_generator(n):
    return len(list(k for k in (1, 2, 3, 4) if k > n))


@cases(0, 3)
def generator_over_a_staged_range_summed(n):
    return sum(i * i for i in range(n))


@cases(0, 3)
def generator_over_a_staged_range_filtered(n):
    return sum(i for i in range(n) if i % 2 == 0)


@cases(0, 3, 5)
def any_over_a_staged_range(n):
    return any(i * i == 4 for i in range(n))


@cases(0, 3, 5)
def all_over_a_staged_range(n):
    return all(i < 4 for i in range(n))


@cases(0, 3)
def any_that_stops_early(n):
    m = Meter()
    found = any(m.read(k) > n for k in (1, 2, 4, 8))
    return found, m.reads


@cases(0, 3)
def all_that_stops_early(n):
    m = Meter()
    ok = all(m.read(k) <= n for k in (1, 2, 4, 8))
    return ok, m.reads


@cases(0, 3)
def dict_comprehension_of_staged_values(n):
    d = {k: len(k) * n for k in ("ab", "c")}
    if n > 1:
        d["c"] = -1
    return d["ab"], d["c"]


@cases(0, 3)
def dict_comprehension_with_a_branch(n):
    d = {k: (v if v > n else -v) for k, v in {"a": 1, "b": 5}.items()}
    return d["a"], d["b"]


@cases(0, 3, staged="refused")
def dict_comprehension_with_a_staged_filter(n):
    d = {k: 1 for k in range(4) if k > n}
    return len(d)


@cases(0, 3, staged="refused")
def set_comprehension_of_staged_values(n):
    return len({k * n for k in (1, 2, 3)})


@cases(0, 3)
def nested_comprehension(n):
    return [[i * j if n > 1 else i + j for j in range(2)] for i in range(3)]


@cases(0, 3)
def condition_reads_what_an_operand_writes(n):
    o = Box(v=n)

    def add(k):
        o.v += k
        return o.v

    ok = add(1) > 3 and add(10) > 13 or add(100) > 0
    return ok, o.v


# A lambda has no closures that could bind its variable.
@cases(0, 3, staged="refused AG031 AG033")
def lambda_body_with_a_walrus_kept_inside(n):
    f = lambda k: (m := k + 1) * m if k > 1 else 0  # noqa: E731
    return f(n)


@cases(0, 3)
def truth_of_a_number_in_or(n):
    return n or 7


@cases(0, 3)
def truth_of_a_number_in_and(n):
    return n and n + 1


@cases(0, 3)
def default_by_or_of_a_call(n):
    m = Meter()
    r = m.read(n) or m.read(5)
    return r, m.reads


@cases(0, 3)
def assertion_with_an_effect(n):
    m = Meter()
    assert m.read(n) >= 0, "negative"
    return m.reads


@cases(0, 3)
def subscript_with_an_effect(n):
    m = Meter()
    xs = [10, 20, 30]
    r = xs[m.read(1)] + n
    return r, m.reads


@cases(0, 3)
def effect_in_an_argument_default(n):
    m = Meter()

    def f(a, b=m.read(2)):
        return a + b

    r = f(n) + f(n)
    return r, m.reads


@cases(0, 3)
def value_of_and_in_or(n):
    return n > 2 and 7 or 6, n and 5 or 6, n > 2 and n > 1 and 9 or n


@cases(0, 3)
def value_of_or_in_and(n):
    return (n or 0) and 5, (n > 2 or n > 9 or n) and n, (n > 2 or 0) and 4


@cases(0, 3)
def unlike_values_of_and_in_or(n):
    return (n > 2 and (n, 1)) or (0, 0), n > 2 and "a" or "b"
