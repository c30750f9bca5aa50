"""Objects of dataclasses among results, on one path only, or as one of several."""

from __future__ import annotations

from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


@dataclass(frozen=True)
class F:
    a: int
    b: int = 1


@dataclass(frozen=True)
class G:
    x: float


@cases((3, 2), (0, 1))
def in_a_tuple(n, k):
    return 2, F(n)


@cases((3, 2), (0, 1))
def in_a_dict(n, k):
    return {"a": F(n)}


@cases((3, 2), (0, 1))
def beside_a_key_of_one_path(n, k):
    d = {"a": F(n)}
    if n > 2:
        d["b"] = n
    return d


@cases((3, 2), (0, 1))
def or_a_number_in_a_tuple(n, k):
    if n > 2:
        return 1, 2.5
    return 2, F(n)


@cases((3, 2), (0, 1))
def one_of_two_in_a_list(n, k):
    return [F(n) if n > 1 else F(k, 3), 5]


@cases((3, 2), (0, 1))
def list_of_staged_length(n, k):
    return [F(i) for i in range(n)]


@cases((3, 2), (0, 1))
def or_none_in_a_list(n, k):
    return [F(n) if n > 1 else None, 5]


@cases((3, 2), (0, 1))
def or_none(n, k):
    if n > 1:
        return F(n, k)
    return None


@cases((3, 2), (0, 1))
def of_one_class_or_another(n, k):
    if n > 1:
        return F(n, k)
    return G(n * 1.5)


@cases((3, 2), (0, 1))
def within_others(n, k):
    return {"p": F(n) if n > k else 7, "q": [G(1.0), F(k)][n > 1]}


@dataclass
class Held:
    v: int


@cases((3, 2), (0, 1), staged="refused AG054")
def attribute_of_one_path(n, k):
    o = Held(n)
    if k > 1:
        o.extra = n
    return o
