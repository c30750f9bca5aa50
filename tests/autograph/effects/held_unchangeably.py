"""`+=` on items of what cannot be stored to: tuples, and views of dicts."""

from __future__ import annotations

import types

from tests.autograph.effects.outcomes import cases


@cases((1, 2), (7, 0))
def a_list_in_a_view_of_a_dict_grows(a, b):
    m = types.MappingProxyType({"k": [1]})
    if a > 5:
        try:
            m["k"] += [2]
        except TypeError:
            b = 0
    return m["k"], b


@cases((1, 2), (3, 0))
def a_view_of_a_dict_in_a_branch(a, b):
    m = types.MappingProxyType({"k": [1]})
    if a > 5:
        m["k"] += [2]
    return m["k"]


@cases((1, 2), (7, 0), jax="refused AG022")
def a_view_of_a_dict_in_a_while(a, b):
    m = types.MappingProxyType({"k": [1]})
    i = 0
    try:
        while i < b:
            i += 1
            m["k"] += [2]
    except TypeError:
        b = 10
    return m["k"], b


@cases((1, 2), (7, 0))
def a_view_of_a_dict_is_stored_to(a, b):
    m = types.MappingProxyType({"k": 1})
    if a > 5:
        try:
            m["k"] = 2
        except TypeError:
            b = 5
    return m["k"], b


@cases(0, 3, jax="refused AG022")
def tuple_iadd_while(n):
    t = ([1],)
    i = 0
    try:
        while i < n:
            i += 1
            t[0] += [i]
    except TypeError:
        pass
    return t[0], i


@cases(0, 3)
def tuple_iadd_caught_in_while(n):
    t = ([1],)
    i = 0
    while i < n:
        i += 1
        try:
            t[0] += [i]
        except TypeError:
            i += 1
    return t[0], i


@cases(0, 3, jax="refused AG022")
def tuple_iadd_for(n):
    t = ([1], 2)
    i = 0
    try:
        for i in range(n):
            t[0] += [i]
    except TypeError:
        i = 7
    else:
        i = 8
    finally:
        i += 1
    return t[0], i


@cases(0, 3)
def tuple_iadd_number(n):
    t = (1, 2)
    i = 0
    try:
        while i < n:
            i += 1
            t[0] += i
    except TypeError:
        i = 70
    return t[0], i
