"""Classes of the user's that extend those of `collections.abc`, `UserDict` and `UserList`, which do the rest for them."""

from collections import UserDict, UserList
from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set
from itertools import chain

from tests.autograph.effects.outcomes import cases


class Shelf(MutableSequence):
    def __init__(self, items=()):
        self.items = list(items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __len__(self):
        return len(self.items)

    def insert(self, i, v):
        self.items.insert(i, v)


@cases(1, 4, 7)
def contains(v):
    s = Shelf([4, 2])
    return v in s, v + 1 not in s


@cases(1, 4, 7)
def count_(v):
    s = Shelf([4, 2, 4])
    return s.count(v), s.count(4)


@cases(1, 4, 2)
def index_(v):
    s = Shelf([4, 2, 4])
    return s.index(v)


@cases(1, 4, 2)
def index_caught(v):
    s = Shelf([4, 2, 4])
    try:
        at = s.index(v)
    except ValueError:
        at = -1
    return at


@cases(1, 4, 2)
def index_start(v):
    s = Shelf([4, 2, 4])
    try:
        at = s.index(v, 1)
    except ValueError:
        at = -1
    return at


@cases(1, 4, 2)
def pop_(v):
    s = Shelf([4, 2, v])
    a = s.pop()
    b = s.pop(0)
    return a, b, list(s), len(s)


@cases(1, 4, 2)
def remove_(v):
    s = Shelf([4, 2, 1, 4])
    s.remove(v)
    return list(s)


@cases(1, 4, 2)
def reverse_(v):
    s = Shelf([4, 2, v])
    s.reverse()
    return list(s), [*reversed(s)]


@cases(1, 4, 2)
def extend_(v):
    s = Shelf([4, 2, v])
    s.extend([v, v + 1])
    s += [9]
    s.extend(s)
    return s.items


@cases(0, 1, 3)
def append_loop(n):
    s = Shelf([])
    for i in range(n):
        s.append(i * i)
    return list(s), len(s)


@cases(0, 1, 3)
def append_if(n):
    s = Shelf([5])
    if n > 0:
        s.append(n)
    return s.items, len(s)


@cases(0, 1, 3)
def for_over(n):
    s = Shelf([5, n])
    if n > 0:
        s.append(n)
    t = 0
    for x in s:
        t += x
    return t, sum(s), max(s)


@cases(0, 1, 3)
def clear_if(n):
    s = Shelf([5, n])
    if n > 1:
        s.clear()
    return s.items


class Grades(Mapping):
    def __init__(self, **kw):
        self.data = kw

    def __getitem__(self, k):
        return self.data[k]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


@cases(0, 1, 3)
def mapping_get(n):
    g = Grades(a=n, b=2)
    return g.get("a"), g.get("z"), g.get("z", n), "a" in g, "z" in g


@cases(0, 1, 2)
def mapping_eq(n):
    return Grades(a=n, b=2) == Grades(a=2, b=2), Grades(a=n) == {"a": 1}, Grades(a=n) != {"a": 1}


@cases(0, 1, 2)
def mapping_views(n):
    g = Grades(a=n, b=2)
    return (
        list(g.items()),
        list(g.values()),
        list(g.keys()),
        {k: v + 1 for k, v in g.items()},
        n in g.values(),
        sum(g.values()),
    )


@cases(0, 1, 2)
def mapping_if_eq(n):
    if Grades(a=n) == Grades(a=1):
        return 1
    return 0


class Table(MutableMapping):
    def __init__(self, *a, **k):
        self.data = {}
        self.update(*a, **k)

    def __getitem__(self, k):
        return self.data[k]

    def __setitem__(self, k, v):
        self.data[k] = v

    def __delitem__(self, k):
        del self.data[k]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


@cases(0, 1, 2)
def mutable_update(n):
    t = Table(a=n, b=2)
    t.update({"c": n + 1})
    t.update([("d", n)], e=5)
    return dict(t), t.pop("a"), t.pop("zz", n), t.setdefault("b", 7), t.setdefault("q", n), len(t)


@cases(0, 1, 2)
def mutable_if(n):
    t = Table(a=n, b=2)
    if n > 0:
        t["c"] = 3
    return dict(t), "c" in t, t.get("c", 0)


@cases(0, 1, 2)
def mutable_if_pop(n):
    t = Table(a=n, b=2)
    if n > 0:
        t.pop("a")
    return t.data, t.get("a", 0)


@cases(0, 1, 2)
def mutable_staged_key(n):
    t = Table()
    for k in (1, 2, 1):
        t[k * n] = t.get(k * n, 0) + 1
    return t.data


@cases(0, 1, 2)
def mutable_staged_setdefault(n):
    t = Table()
    for k in (1, 2, 1):
        t.setdefault(k + n, []).append(k)
    return t.data


class Bag(Set):
    def __init__(self, items):
        self.items = []
        for x in items:
            if x not in self.items:
                self.items.append(x)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)


@cases(0, 1, 2)
def set_ops(n):
    a, b = Bag([1, 2, 3]), Bag([2, n])
    return sorted(a & b), len(a | b), a <= b, b <= a, a == b, a.isdisjoint(b), sorted(a - b), sorted(a ^ b)


@cases(0, 1, 2)
def set_le(n):
    a, b = Bag([1, 2, 3]), Bag([2, n])
    return b <= a, a.isdisjoint(b), a == b, b < a, a >= b


@cases(0, 1, 2)
def set_and(n):
    a, b = Bag([1, 2, 3]), Bag([2, n])
    return list(a & b)


@cases(0, 1, 2)
def set_or(n):
    a, b = Bag([1, 2, 3]), Bag([2, n])
    return list(a | b)


@cases(0, 1, 2)
def set_sub(n):
    a, b = Bag([1, 2, 3]), Bag([2, n])
    return list(a - b)


class Pile(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for x in items:
            self.add(x)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def discard(self, x):
        if x in self.items:
            self.items.remove(x)


@cases(0, 1, 2)
def pile(n):
    p = Pile([1, 2])
    p.add(n)
    p |= {7}
    p -= {1}
    return list(p), len(p), n in p


@cases(0, 1, 2)
def pile_remove(n):
    p = Pile([1, 2])
    p.remove(n)
    return list(p)


@cases(0, 1, 2)
def pile_remove_caught(n):
    p = Pile([1, 2])
    try:
        p.remove(n)
    except KeyError:
        return "none"
    return list(p)


class Line(Sequence):
    def __init__(self, n, step):
        self.n, self.step = n, step

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= len(self):
            raise IndexError(i)
        return i * self.step


@cases(0, 1, 2)
def line(k):
    made = Line(4, k)
    return list(made), 4 in made, made.count(0), k in made, sum(made), list(reversed(made))


@cases(0, 1, 2)
def line_staged(k):
    made = Line(k, 3)
    t = 0
    for x in made:
        t += x
    return t, len(made)


@cases(0, 1, 2)
def line_in(k):
    made = Line(k, 3)
    return 3 in made


@cases(0, 1, 2)
def line_list(k):
    return list(Line(k, 3))


class Shop(UserDict):
    def total(self):
        return sum(self.data.values())


@cases(0, 1, 2)
def userdict(k):
    s = Shop(a=k)
    s["b"] = 2
    s.update(c=k)
    if k > 1:
        s["a"] += 1
    return s.total(), dict(s), "a" in s, s.get("q"), s == {"a": 1, "b": 2, "c": 1}


class Rows(UserList):
    def total(self):
        return sum(self.data)


@cases(0, 1, 2)
def userlist(k):
    s = Rows([k, 2])
    s.append(3)
    if k > 1:
        s.append(k)
    return s.total(), list(s), 2 in s, s.count(k), s == [1, 2, 3], s[1:].data, (s + Rows([4])).data


class Countdown(Iterator):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


@cases(0, 1, 3)
def countdown(n):
    c = Countdown(n)
    return sum(c), list(c)


class Ring(Sequence):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError("ring")
        return self.items[i]


@cases(0, 1, 3)
def ring(n):
    r = Ring([n, 5, 1])
    return r[1:], r[-1], 5 in r, n in r, r.index(5), list(r), [*reversed(r)], isinstance(r, Sequence), r.count(1)


@cases(0, 1, 7)
def ring_index_staged(n):
    r = Ring([3, 5, 1])
    try:
        return r[n]
    except IndexError as e:
        return str(e)


@cases(0, 1, 7)
def raised_out(n):
    return Ring([3, 5, 1]).index(n)


@cases(0, 1, 7)
def pop_if(n):
    s = Shelf([3, n])
    if n > 0:
        x = s.pop()
    else:
        x = s.pop(0)
    return x, list(s), s.count(n)


@cases(0, 1, 7)
def remove_try(n):
    s = Shelf([3, 1])
    try:
        s.remove(n)
        found = True
    except ValueError:
        found = False
    return found, len(s), s.items


@cases(0, 1, 4)
def while_pop(n):
    s = Shelf(range(5))
    t = 0
    while len(s) > n:
        t += s.pop()
    return t, s.items


@cases(0, 1, 4)
def loop_extend(n):
    s = Shelf()
    for i in range(n):
        s.extend([i, i * 2])
    s.reverse()
    return list(s)


@cases(0, 1, 4)
def insert_if(n):
    s = Shelf([9])
    if n % 2:
        s.insert(0, n)
    s += [n]
    return s.items, s.index(n), 9 in s


@cases(0, 1, 4)
def shared(n):
    s = Shelf([9])
    t = s
    if n:
        t.append(n)
    return len(s), s[-1], t.items


class Default(MutableMapping):
    def __init__(self):
        self.store = {}
        self.reads = 0

    def __getitem__(self, k):
        self.reads += 1
        return self.store[k]

    def __setitem__(self, k, v):
        self.store[k] = v

    def __delitem__(self, k):
        del self.store[k]

    def __iter__(self):
        return iter(self.store)

    def __len__(self):
        return len(self.store)


@cases(0, 1, 4)
def reads(n):
    d = Default()
    d["x"] = n
    if n:
        d.get("x")
    if "y" in d:
        return -1
    return d.get("x", 1), d.get("y", 1), d.reads, d.setdefault("y", n), d.reads


@cases(0, 1, 4)
def pops(n):
    d = Default()
    d["x"] = n
    d["y"] = 1
    if n > 1:
        a = d.pop("x")
    else:
        a = d.pop("z", None)
    return a, len(d), list(d.items())


@cases(0, 1, 4)
def pop_missing(n):
    d = Default()
    d["x"] = n
    try:
        if n > 1:
            d.pop("zz")
    except KeyError as e:
        return e.args[0]
    return "fine"


@cases(0, 1, 4)
def clear_map(n):
    d = Default()
    d["x"] = n
    if n > 1:
        d.clear()
    return len(d), d.store


@cases(0, 1, 4)
def values_in(n):
    d = Table(a=1, b=n)
    return n in d.values(), 4 in d.values(), ("a", n) in d.items(), "b" in d.keys(), max(d.values())


@cases(0, 1, 4)
def max_by(n):
    d = Table(a=1, b=n, c=2)
    return max(d, key=d.get), sorted(d, key=lambda k: d[k]), min(d.items(), key=lambda kv: kv[1])


@cases(0, 1, 2)
def update_if(n):
    d = Table(a=1)
    if n:
        d.update(a=n, b=2)
    return d.data, len(d)


@cases(0, 1, 2)
def tally(n):
    d = Table()
    for w in [n, 1, 2, n]:
        d[w] = d.get(w, 0) + 1
    return d.data, len(d), d[1]


@cases(0, 1, 2)
def pile_ops(n):
    p = Pile([1, 2])
    if n > 1:
        p.add(5)
    p.discard(n)
    return len(p), 5 in p, list(p), p == {1, 5}, p <= {1, 2, 5}


@cases(0, 1, 2)
def pile_pop(n):
    p = Pile([n, 2])
    x = p.pop()
    return x, len(p)


@cases(0, 1, 2)
def pile_clear(n):
    p = Pile([n, 2])
    if n:
        p.clear()
    return len(p)


@cases(0, 1, 2)
def pile_xor(n):
    p = Pile([1, 2])
    p ^= Pile([n])
    return sorted(p)


@cases(0, 1, 2)
def pile_and(n):
    p = Pile([1, 2, n])
    p &= {n, 2}
    return sorted(p)


class Tags(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)

    def __missing__(self, k):
        return -1


@cases(0, 1, 2)
def tags(n):
    t = Tags(a=n)
    t["b"] = 1
    t.update({"c": n + 1})
    return t["q"], t["a"], t.data, "q" in t, t.get("q"), len(t), (t | {"a": 5}).data


@cases(0, 1, 2)
def tags_if(n):
    t = Tags(a=n)
    if n > 0:
        t["z"] = n
    return t["z"], len(t), "z" in t


class Col(UserList):
    def push(self, x):
        self.append(x)
        return self


@cases(0, 1, 2)
def col(n):
    c = Col([3]).push(n).push(1)
    if n > 0:
        c.insert(0, 8)
    c.sort()
    return c.data, c[0], c.index(1), (c * 2).data, (c + c).data, c == [1, 2, 3, 8]


@cases(0, 1, 2)
def col_loop(n):
    c = Col()
    for i in range(n):
        c.append(i)
    return len(c), list(c), c.data, bool(c), sum(c)


@cases(0, 1, 2)
def col_pop(n):
    c = Col([1, 2, 3])
    while len(c) > n:
        c.pop()
    return c.data


# Dicts of them


def table_of_three(n):
    t = Table(a=n, b=2)
    if n > 0:
        t["c"] = 3
    return t


@cases(0, 1, 2)
def comprehension_of_a_mapping(n):
    t = table_of_three(n)
    return {k: t[k] for k in t}


@cases(0, 1, 2)
def loop_of_a_mapping(n):
    t = table_of_three(n)
    d = {}
    for k in t:
        d[k] = t[k]
    return d


@cases(0, 1, 2)
def keys_of_a_mapping(n):
    t = table_of_three(n)
    d = {}
    for k in t.keys():
        d[k] = t[k]
    return d


@cases(0, 1, 2)
def pairs_of_a_mapping(n):
    t = table_of_three(n)
    return dict([(k, t[k]) for k in t])


@cases(0, 1, 2)
def items_of_a_mapping(n):
    t = table_of_three(n)
    return sum(v for k, v in t.items()), len(t), sum(t.values())


@cases(0, 1, 2)
def equals_of_a_mapping(n):
    t = table_of_three(n)
    return t == {"a": 1, "b": 2, "c": 3}


@cases(0, 1, 2)
def dict_of_a_mapping(n):
    t = table_of_three(n)
    return dict(t)


@cases(0, 1, 2)
def starred_of_a_mapping(n):
    t = table_of_three(n)
    return {**t, "z": 1}


@cases(0, 1, 2)
def updated_of_a_mapping(n):
    d = {}
    d.update(table_of_three(n))
    return d


@cases(0, 1, 2)
def popitem_of_a_mapping(n):
    t = table_of_three(n)
    return t.popitem(), len(t)


def table_of_staged_keys(n):
    t = Table()
    t[n] = 1
    t[1] = 2
    return t


@cases(0, 1, 2)
def comprehension_of_a_mapping_2(n):
    t = table_of_staged_keys(n)
    return {k: t[k] for k in t}


@cases(0, 1, 2)
def dict_of_a_mapping_2(n):
    t = table_of_staged_keys(n)
    return dict(t)


@cases(0, 1, 2)
def starred_of_a_mapping_2(n):
    t = table_of_staged_keys(n)
    return {**t, 7: 1}


@cases(0, 1, 2)
def updated_of_a_mapping_2(n):
    d = {}
    d.update(table_of_staged_keys(n))
    return d


@cases(0, 1, 2)
def equal2(n):
    return (
        table_of_staged_keys(n) == {1: 2},
        len(table_of_staged_keys(n)),
        list(table_of_staged_keys(n)),
        sorted(table_of_staged_keys(n).items()),
    )


@cases(0, 1, 2)
def dict_of_a_mapping_3(n):
    return dict(Grades(a=n, b=1)), {**Grades(a=n)}


def _total(**kw):
    return sum(kw.values())


@cases(0, 1, 2)
def doublestar(n):
    return _total(**Grades(a=n, b=1))


# Classes that have items, and do not say how to go over them


class Steps:
    def __init__(self, n, step):
        self.n, self.step = n, step

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= len(self):
            raise IndexError(i)
        return i * self.step


@cases(0, 1, 2)
def steps_staged(k):
    made = Steps(k, 3)
    t = 0
    for x in made:
        t += x
    return t, len(made)


@cases(0, 1, 2)
def steps_in(k):
    made = Steps(k, 3)
    return 3 in made


@cases(0, 1, 2)
def steps_list(k):
    return list(Steps(k, 3))


class Plank:
    def __init__(self, items=()):
        self.items = list(items)

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)

    def insert(self, i, v):
        self.items.insert(i, v)

    def append(self, v):
        self.insert(len(self), v)


@cases(0, 1, 3)
def plank_append_loop(n):
    s = Plank([])
    for i in range(n):
        s.append(i * i)
    return list(s), len(s)


@cases(0, 1, 3)
def plank_append_if(n):
    s = Plank([5])
    if n > 0:
        s.append(n)
    t = 0
    for x in s:
        t += x
    return s.items, len(s), t, sum(s), 5 in s, 3 in s, [x + 1 for x in s]


def shelf_of(n):
    s = Plank([5])
    if n > 0:
        s.append(n)
    return s


@cases(0, 1, 3)
def plank_loop(n):
    s = shelf_of(n)
    t = 0
    for x in s:
        t += x
    return t


@cases(0, 1, 3)
def plank_summed(n):
    return sum(shelf_of(n))


@cases(0, 1, 3)
def plank_in(n):
    s = shelf_of(n)
    return 5 in s, 3 in s


@cases(0, 1, 3)
def plank_comprehension(n):
    s = shelf_of(n)
    return [x + 1 for x in s]


@cases(0, 1, 3)
def plank_listed(n):
    s = shelf_of(n)
    return list(s)


@cases(0, 1, 3)
def plank_enumerated(n):
    t = 0
    for i, x in enumerate(shelf_of(n)):
        t += i * x
    return t


@cases(0, 1, 3)
def plank_largest(n):
    return max(shelf_of(n)), min(shelf_of(n)), any(x > 2 for x in shelf_of(n))


@cases(0, 1, 3)
def plank_zipped(n):
    t = 0
    for i, x in zip(shelf_of(n), [4, 5]):
        t += i * x
    return t


@cases(0, 1, 3)
def plank_sorted(n):
    return sorted(shelf_of(n)), tuple(shelf_of(n))


class Walkers:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


@cases(0, 1, 2)
def chain_of_objects(n):
    first, second = [1, 2], [5]
    if n > 0:
        second.append(n)
    t = 0
    for x in chain(Walkers(first), Walkers(second)):
        t = t * 10 + x
    return t
