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


class EmptyStore(Store):
    def __init__(self):
        super().__init__()
        self.rows = {}


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


@cases((3, 2), (1, 5), (0, 0))
def transaction_of_texts(n, bad):
    db = EmptyStore()
    with db.transaction() as rows:
        for i in range(n):
            rows[f"k{i}"] = i * i
    return db.rows


@cases((3, 2), (1, 5), (0, 0))
def transaction_of_texts_with_another(n, bad):
    db = EmptyStore()
    for i in range(n):
        db.rows[f"k{i}"] = i * i
    with db.transaction() as rows:
        rows["extra"] = bad
        rows[f"k{bad}"] += 100
    return db.rows


@cases((3, 2), (1, 5), (0, 0))
def transaction_that_fails(n, bad):
    db = EmptyStore()
    for i in range(n):
        db.rows[f"k{i}"] = i * i
    with db.transaction() as rows:
        rows[f"k{bad}"] += 100
    return db.rows


@cases((3, 2), (1, 5), (0, 0))
def missing_under_a_handler(n, bad):
    db = EmptyStore()
    for i in range(n):
        db.rows[f"k{i}"] = i * i
    try:
        db.rows[f"k{bad}"] += 100
    except KeyError:
        db.rolled = 1
    return db.rows


@cases((3, 2), (1, 5), (0, 0))
def staged_keys(n, bad):
    db = EmptyStore()
    for i in range(n):
        db.rows[i] = i * i
    backup = dict(db.rows)
    try:
        db.rows[7] = 1
        db.rows[bad] += 100
    except KeyError:
        db.rows = backup
    return db.rows


@cases(1, 5, 0)
def list_of_another_type(n):
    s = Holder()
    s.xs = [1]
    backup = list(s.xs)
    try:
        s.xs.append(n * 0.5)
        if n > 3:
            raise KeyError
    except KeyError:
        s.xs = backup
    return s.xs


@cases(1, 5, 0)
def list_of_staged_length(n):
    s = Holder()
    s.xs = []
    for i in range(n):
        s.xs.append(i)
    backup = list(s.xs)
    xs = s.xs
    try:
        s.xs.append(n * 0.5)
        if n > 3:
            raise KeyError
    except KeyError:
        s.xs = backup
    s.xs.append(7)
    return s.xs, xs, backup


@cases(1, 5, 0)
def list_of_pairs(n):
    s = Holder()
    s.xs = []
    for i in range(n):
        s.xs.append((i, "a"))
    backup = s.xs[:]
    try:
        s.xs.append((n, "b" if n > 2 else "c"))
        if n > 3:
            raise KeyError
    except KeyError:
        s.xs = backup
    return s.xs


@cases(1, 5, 0)
def set_of_staged_elements(n):
    s = Holder()
    s.seen = set()
    for i in range(n):
        s.seen.add(i * i)
    backup = set(s.seen)
    try:
        s.seen.add(n)
        s.seen.discard(0)
        if n > 3:
            raise KeyError
    except KeyError:
        s.seen = backup
    return sorted(s.seen)


@cases(1, 5, 0)
def lists_under_staged_keys(n):
    s = Holder()
    s.d = {}
    for i in range(n):
        s.d.setdefault(i % 2, []).append(i)
    backup = {k: list(v) for k, v in s.d.items()}
    try:
        s.d.setdefault(5, []).append(n)
        if n > 3:
            raise KeyError
        s.d[0].append(9)
    except KeyError:
        s.d = backup
    return s.d


@cases(1, 5, 0)
def values_of_another_type(n):
    s = Holder()
    s.d = {}
    for i in range(n):
        s.d[i] = i
    backup = dict(s.d)
    try:
        s.d[0] = n * 1.5
        if n > 3:
            raise KeyError
    except KeyError:
        s.d = backup
    return s.d, backup


@cases(1, 5, 0, staged="refused AG032")
def replaced_in_one_branch(n):
    s = Holder()
    s.d = {}
    for i in range(n):
        s.d[i] = i
    if n > 3:
        s.d = {7: 1}
    else:
        s.d["x"] = 2
    return s.d


@cases(1, 5, 0)
def list_replaced_in_one_branch(n):
    s = Holder()
    s.xs = []
    for i in range(n):
        s.xs.append(i)
    if n > 3:
        s.xs = [7]
    else:
        s.xs.append(2.5)
        s.xs[0] = 1
    return s.xs


class Rejected(Exception):
    pass


class Account:
    def __init__(self, **values):
        self.values = values

    @contextmanager
    def transaction(self):
        backup = dict(self.values)
        try:
            yield self.values
        except Rejected:
            self.values = backup


@cases(([3, 4, 1], 5), ([9, 1, 1], 5), ([0, -2, 5], 3))
def two_values(amounts, stock):
    account = Account(stock=stock, sold=0)
    for amount in amounts:
        with account.transaction() as values:
            values["sold"] += amount
            if amount <= 0:
                raise Rejected
            values["stock"] -= amount
            if values["stock"] < 0:
                raise Rejected
    return account.values


@cases((3, 9), (9, 9), (1, 1))
def keys_in_another_order_than_theirs(p, q):
    s = Holder()
    s.values = {"z": 10, "b": 1, "m": 2}
    for amount in (p, q):
        backup = dict(s.values)
        s.values["z"] -= amount
        s.values["m"] += amount
        if s.values["z"] < 3:
            s.values = backup
    return s.values
