"""Objects chosen by a staged condition: slots, wrapped containers, slices, missing keys, and stores by functions."""

from __future__ import annotations

import dataclasses
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict

from tests.autograph.effects.outcomes import cases


class Slotted:
    """An object with a list in a slot."""

    __slots__ = ("y",)

    def __init__(self, y):
        self.y = y

    @property
    def first(self):
        return self.y

    def put(self, k):
        self.y.append(k)


class Derived(Slotted):
    """An object with a slot of its own, and one of its base."""

    __slots__ = ("z",)

    def __init__(self, y):
        super().__init__(y)
        self.z = Slotted({"a": y[0]})


@dataclasses.dataclass(slots=True)
class Record:
    """A dataclass with slots."""

    y: list


class Both:
    """An object with a number and a list of it."""

    def __init__(self, v):
        self.v = v
        self.l = [v]


class Other(Both):
    """An object of another class."""


class Items(UserList):
    """A list of the user's."""


@cases(0, 3)
def item_of_a_slot(n):
    a, b = Slotted([1]), Slotted([2])
    c = a if n > 0 else b
    c.y[0] = 9
    return a.y, b.y, c.y


@cases(0, 3)
def slot_read_after_a_change(n):
    a, b = Slotted([1]), Slotted([2])
    c = a if n > 0 else b
    a.y[0] = 9
    b.y.append(n)
    return c.y


@cases(0, 3)
def methods_of_slots(n):
    a, b = Derived([1]), Derived([2])
    c = a if n > 0 else b
    c.put(n)
    c.first[0] = 7
    c.z.y["a"] = 8
    return a.y, b.y, a.z.y, b.z.y


@cases(0, 3)
def slots_of_a_dataclass(n):
    a, b = Record([1]), Record([2])
    if n > 0:
        c = a
    else:
        c = b
    c.y[0] += n + 5
    return a.y, b.y


@cases(0, 3)
def slots_after_a_loop(n):
    a, b = Slotted([1]), Slotted([2])
    y, z = a, b
    i = 0
    while i < n:
        y, z = z, y
        i += 1
    z.y[0] = 9
    return a.y, b.y


@cases(0, 3)
def item_of_a_user_list(n):
    a, b = UserList([0]), UserList([1])
    c = a if n > 0 else b
    c[0] = 6
    c[0] += n
    return a[0], b[0]


@cases(0, 3)
def user_list_read_after_a_change(n):
    a, b = Items([0]), Items([1])
    c = a if n > 0 else b
    a[0] = 60
    b[0] = 70
    return c[0]


@cases(0, 3)
def one_of_some_user_lists(n):
    xs = [UserList([0]), UserList([0])]
    xs[n > 0][0] += 5
    return xs[0][0], xs[1][0]


@cases(0, 3)
def item_of_a_user_dict(n):
    a, b = UserDict(x=0), UserDict(x=1)
    c = a if n > 0 else b
    c["x"] = 6
    a["x"] += 1
    return a["x"], b["x"], c["x"]


@cases(0, 3)
def slices_that_change_the_length(n):
    a, b = [1], [2]
    c = a if n > 0 else b
    c[0:0] = [9]
    c[5:9] = [n]
    c[2:1] = [n, n]
    return a, b


@cases(0, 3)
def slice_that_is_taken_out(n):
    a, b = [1, 5], [2, 6]
    c = a if n > 0 else b
    c[0:1] = []
    return a, b


@cases(0, 3)
def slice_in_a_branch(n):
    a, b = [3, 1, 2], [6, 5, 4]
    c = a if n > 0 else b
    if n < 2:
        c[1:2] = [n, n]
    return a, b, c


@cases(0, 1, 3)
def counter_key_deleted(n):
    a, b = Counter(x=1), Counter(x=2)
    c = a if n > 0 else b
    del c["x"]
    del c["z"]
    return a["x"], b["x"], len(a), len(b)


@cases(0, 1, 3)
def counter_key_deleted_in_a_loop(n):
    c = Counter(x=1, y=n)
    i = 0
    while i < n:
        del c["x"]
        i += 1
    return c["x"], c["y"], len(c)


@cases(0, 1, 3)
def counter_staged_key_deleted(n):
    c = Counter([n, 3, 4])
    del c[n]
    del c[n + 5]
    return c[n], c[3], c[4], len(c)


@cases(0, 3)
def missing_keys_in_a_loop(n):
    a, b = defaultdict(int), defaultdict(int)
    c = a if n > 0 else b
    for k in ("x", "y", "x"):
        c[k] += c[k] + 1
    return dict(a), dict(b)


@cases(0, 3)
def missing_key_that_is_updated(n):
    a, b = defaultdict(int), defaultdict(int)
    c = a if n > 0 else b
    c["x"] += n
    return dict(a), dict(b)


@cases(0, 3, staged="refused AG024")
def missing_key_that_is_read(n):
    a, b = defaultdict(int), defaultdict(int)
    c = a if n > 0 else b
    t = c["x"]
    return len(a), len(b), t


@cases(0, 3, staged="refused AG024")
def missing_key_of_an_original(n):
    a, b = defaultdict(list), defaultdict(list)
    c = a if n > 0 else b
    b["x"].append(n)
    c["x"].append(1)
    a["x"].append(1)
    return dict(a), dict(b)


@cases(0, 3, staged="refused AG024")
def missing_key_on_both_paths(n):
    a, b = defaultdict(int), defaultdict(int)
    c = a if n > 0 else b
    if n > 1:
        t = c["x"] + 1
    else:
        t = c["x"] + 2
    return dict(a), dict(b), t


@cases(0, 3, staged="refused AG011")
def unlike_factories(n):
    a, b = defaultdict(lambda: 5), defaultdict(lambda: 6)
    c = a if n > 0 else b
    return c["x"]


@cases(0, 3)
def factory_that_is_replaced(n):
    a = defaultdict(int)
    a.default_factory = list
    if n > 0:
        a["x"].append(n)
    return dict(a)


@cases(0, 3, staged="refused AG024")
def update_of_vars(n):
    a, b = Both(1), Both(2)
    c = a if n > 0 else b
    vars(c).update(v=9)
    return a.v, b.v


@cases(0, 3, staged="refused AG024")
def all_attributes_at_once(n):
    a, b = Both(1), Both(2)
    c = a if n > 0 else b
    c.__dict__ = {"v": 9, "l": []}
    return a.v, b.v


@cases(0, 3, staged="refused AG024")
def another_class(n):
    a, b = Both(1), Both(2)
    c = a if n > 0 else b
    c.__class__ = Other
    return isinstance(a, Other), isinstance(b, Other)


@cases(0, 3, staged="refused AG024")
def another_class_by_setattr(n):
    a, b = Both(1), Both(2)
    c = a if n > 0 else b
    setattr(c, "__class__", Other)
    return isinstance(a, Other), isinstance(b, Other)


@cases(0, 3)
def setattr_after_a_loop(n):
    a, b = Both(1), Both(2)
    z = a
    i = 0
    while i < n:
        z = b
        i += 1
    setattr(z, "v", 9)
    return a.v, b.v


@cases(0, 3)
def setattr_of_object_after_a_swap(n):
    a, b = Both(1), Both(2)
    y, z = a, b
    for _ in range(n):
        y, z = z, y
    object.__setattr__(z, "v", n + 9)
    return a.v, b.v, y.v


@cases(0, 3, staged="refused AG010")
def delattr_after_a_loop(n):
    a, b = Both(1), Both(2)
    z = a
    i = 0
    while i < n:
        z = b
        i += 1
    delattr(z, "v")
    return hasattr(a, "v"), hasattr(b, "v")


@cases(0, 3, staged="refused AG024")
def namespace_after_a_loop(n):
    a, b = Both(1), Both(2)
    z = a
    i = 0
    while i < n:
        z = b
        i += 1
    z.__dict__["v"] = 9
    return a.v, b.v


@cases(0, 3, staged="refused AG024")
def vars_after_a_swap(n):
    a, b = Both(1), Both(2)
    y, z = a, b
    i = 0
    while i < n:
        y, z = z, y
        i += 1
    return vars(z)["v"], y.v


@cases(0, 3, staged="refused AG021")
def popped_in_an_append(n):
    a, b = Both(1), Both(2)
    y, z = a, b
    i = 0
    while i < n:
        y, z = z, y
        i += 1
    z.l.append(z.l.pop(0) + n)
    return a.l, b.l, y.v


@cases(0, 3, staged="refused AG021")
def popped_in_an_append_of_what_changed_places(n):
    a, b = Both(1), Both(2)
    y, z = a, b
    i = 0
    while i < n:
        y, z = z, y
        i += 1
    z.l.append(z.l.pop(0) + n)
    return a.l, b.l


@cases(0, 3)
def popped_before_an_append(n):
    a, b = Both(1), Both(2)
    y, z = a, b
    i = 0
    while i < n:
        y, z = z, y
        i += 1
    first = z.l.pop(0)
    z.l.append(first + n)
    return a.l, b.l, y.v


@cases(0, 3, staged="refused AG021")
def read_and_popped_in_an_expression(n):
    xs = [[1], [2]]
    pair = (xs[n > 0], xs[n > 0].pop(0) + n)
    return xs, pair


@cases(0, 3)
def key_deleted_on_both_paths(n):
    a, b = {"a": 1, "b": 2}, {"a": 5, "b": 6}
    z = b
    if n > 0:
        del z["a"]
    else:
        z = a
        del z["a"]
    return list(z.items()), list(a.items())


@cases(0, 3)
def key_popped_on_both_paths(n):
    a, b = OrderedDict(a=1, b=2), OrderedDict(a=5, b=6)
    z = b
    if n > 0:
        x = z.pop("a")
        y = b
    else:
        z, y = a, z
        x = z.pop("a")
    return list(z.items()), len(a), len(b), len(y), x


@cases(0, 3)
def counter_key_deleted_on_both_paths(n):
    a, b = Counter(a=1, b=2), Counter(a=5, b=6)
    z = b
    if n > 0:
        del z["a"]
    else:
        z = a
        del z["a"]
    return list(z.items()), list(a.items())


@cases(0, 3, staged="refused AG024")
def method_of_a_class_in_a_branch(n):
    class A:
        def f(self):
            return 1

    a = A()
    if n > 0:
        A.f = lambda self: 2
    return a.f()


@cases(0, 3, staged="refused AG024")
def method_of_a_class_in_both_branches(n):
    class A:
        pass

    if n > 0:
        A.f = lambda self: 2
    else:
        A.f = lambda self: 3
    return A().f()


@cases(0, 3)
def nothing_left_to_pop(n):
    a, b = OrderedDict(a=1), OrderedDict(a=5)
    c = a if n > 0 else b
    c.popitem()
    if n > 0:
        a.popitem()
    return len(a), len(b)
