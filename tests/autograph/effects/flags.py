"""Flags of enumerations, made of numbers that are staged and changed on paths."""

from __future__ import annotations

import enum

from tests.autograph.effects.outcomes import cases


class Perm(enum.IntFlag):
    R = 4
    W = 2
    X = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2
    EXEC = 4


@cases((7, 1), (4, 2), (0, 7), (5, 5))
def taken_away(mode, mask):
    p = Perm(mode) & ~Perm(mask)
    count = sum(1 for flag in Perm if flag in p)
    if Perm.W in p:
        p |= Perm.R
    if not p:
        return 0, count, False
    return int(p), count, Perm.X in p


@cases(0, 3, 5, 7)
def given_on_a_path(mask):
    p = Access(mask)
    if Access.EXEC in p and Access.READ not in p:
        return -1, 0
    p |= Access.READ
    if p & Access.WRITE:
        p &= ~Access.EXEC
    return p.value, sum(1 for flag in Access if flag in p)


@cases((7, 2), (4, 4), (0, 1), (5, 2))
def listed(mode, revoke):
    remaining = Perm(mode) & ~Perm(revoke)
    names = [flag for flag in Perm if flag in remaining]
    return int(remaining), bool(remaining & Perm.W), len(names)


@cases(7, 4, 0, 5)
def changed_in_a_loop(n):
    p = Perm.R
    if n > 4:
        p |= Perm.W
    q = Perm(0)
    for i in range(n):
        if i % 2:
            q ^= Perm.X
    return p.value, q == Perm.X, (p | q).value, len(p & Perm.R)


@cases(7, 4, 0)
def of_other_bits(n):
    return Access(n & 7).value, Access(n % 4) == Access.READ


@cases(3, 9, staged="refused AG055")
def of_bits_that_no_flag_has(n):
    return Perm(n).value


@cases(-1, 3, staged="refused AG055")
def of_a_negative_number(n):
    return Perm(n).value
