"""Dicts that gain keys where something goes well, and are replaced by what they were where it does not."""

from __future__ import annotations

from contextlib import contextmanager

from tests.autograph.effects.outcomes import cases


class Store:
    def __init__(self):
        self.rows = {"a": 1, "b": 2}
        self.rolled = 0

    @contextmanager
    def transaction(self):
        backup = dict(self.rows)
        try:
            yield self.rows
        except KeyError:
            self.rows = backup
            self.rolled += 1


class Holder:
    pass


class Part:
    def __init__(self):
        self.v = 0


@cases(1, 5)
def plain_try(n):
    s = Store()
    backup = dict(s.rows)
    try:
        s.rows["a"] += n
        if n > 3:
            raise KeyError
    except KeyError:
        s.rows = backup
    return s.rows


@cases(1, 5)
def plain_named(n):
    s = Store()
    backup = dict(s.rows)
    rows = s.rows
    try:
        rows["a"] += n
        if n > 3:
            raise KeyError
    except KeyError:
        s.rows = backup
    return s.rows


@cases(1, 5)
def plain_named_after(n):
    s = Store()
    backup = dict(s.rows)
    rows = s.rows
    try:
        rows["a"] += n
        if n > 3:
            raise KeyError
    except KeyError:
        s.rows = backup
    rows["b"] = 7
    return s.rows, rows


@cases(1, 5)
def plain_new_key(n):
    s = Store()
    backup = dict(s.rows)
    rows = s.rows
    try:
        rows["c"] = n
        if n > 3:
            raise KeyError
    except KeyError:
        s.rows = backup
    return s.rows


@cases(1, 5)
def with_manager(n):
    s = Store()
    with s.transaction() as rows:
        rows["a"] += n
        if n > 3:
            raise KeyError
    return s.rows, s.rolled


@cases(1, 5)
def with_new_key(n):
    s = Store()
    with s.transaction() as rows:
        rows["c"] = n
        if n > 3:
            raise KeyError
    return s.rows, s.rolled


@cases(1, 5)
def with_two(n):
    s = Store()
    with s.transaction() as rows:
        rows["c"] = n
        if n > 3:
            raise KeyError
    with s.transaction() as rows:
        rows["a"] = n
        if n > 3:
            raise KeyError
    return s.rows, s.rolled


@cases(1, 5)
def with_one_known(n):
    s = Store()
    with s.transaction() as rows:
        rows["a"] += n
    with s.transaction() as rows:
        rows["b"] = n
        if n > 3:
            raise KeyError
    return s.rows, s.rolled


@cases(0, 5)
def list_in_a_variable(n):
    data = {"xs": [3]}
    backup = {"xs": list(data["xs"])}
    try:
        data["xs"].append(1)
        data["ok"] = True
        if n > 3:
            raise KeyError
    except KeyError:
        data = backup
    return data


@cases(0, 5)
def list_in_it(n):
    s = Holder()
    s.data = {"xs": [3]}
    backup = {"xs": list(s.data["xs"])}
    try:
        s.data["xs"].append(1)
        s.data["ok"] = True
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = backup
    return s.data


@cases(0, 5)
def list_changed_afterwards(n):
    s = Holder()
    s.data = {"xs": [3]}
    backup = {"xs": list(s.data["xs"])}
    try:
        s.data["xs"].append(1)
        s.data["ok"] = True
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = backup
    s.data["xs"].append(2)
    return s.data


@cases(0, 5, staged="refused AG024")
def dict_in_it_by_another_name(n):
    s = Holder()
    s.data = {"xs": [3], "o": {"a": 1}}
    backup = {"xs": list(s.data["xs"]), "o": dict(s.data["o"])}
    rows = s.data
    try:
        rows["o"]["a"] = n
        rows["o"]["b"] = n
        rows["xs"].append(n)
        rows["n"] = n
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = backup
    s.data["xs"].append(2)
    return s.data, rows


@cases(0, 5)
def object_in_it(n):
    s = Holder()
    p = Part()
    s.data = {"p": p}
    backup = {"p": Part()}
    try:
        s.data["p"].v += 1
        s.data["n"] = n
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = backup
    s.data["p"].v += 10
    return s.data["p"].v, p.v, backup["p"].v


@cases(0, 5)
def key_deleted(n):
    s = Holder()
    s.data = {"a": 1, "b": 2}
    try:
        del s.data["a"]
        s.data["c"] = 3
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = {"z": 0}
    s.data["a"] = 9
    return s.data, list(s.data)


@cases(0, 5)
def set_replaced(n):
    s = Holder()
    s.data = {1, 2}
    try:
        s.data.add(n)
        if n > 3:
            raise KeyError
    except KeyError:
        s.data = {0}
    return sorted(s.data)


@cases(0, 5)
def in_a_loop(n):
    s = Holder()
    s.data = {}
    old = {}
    for i in range(3):
        old = dict(s.data)
        try:
            s.data[i] = n
            if (n + i) % 3 == 1:
                raise KeyError
        except KeyError:
            s.data = old
    return s.data
