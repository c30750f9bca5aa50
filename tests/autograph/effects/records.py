"""Lists, dicts and objects in lists of staged length that are changed there: records, of unlike parts."""

from __future__ import annotations

import copy
import functools
from collections import deque
from dataclasses import asdict, dataclass, field

from tests.autograph.effects.outcomes import cases


@cases(1, 2, 4)
def round_robin_lists(quantum):
    queue = deque([["a", 5], ["b", 2], ["c", 4]])
    order = []
    while queue:
        task = queue.popleft()
        task[1] -= quantum
        if task[1] > 0:
            queue.append(task)
        else:
            order.append(task[0])
    return order


@dataclass
class Job:
    name: str
    left: int
    waits: int = 0


@cases(1, 2, 4)
def round_robin_dataclass(quantum):
    queue = deque([Job("a", 5), Job("b", 2), Job("c", 4)])
    done = []
    clock = 0
    while queue:
        job = queue.popleft()
        run = min(quantum, job.left)
        clock += run
        job.left -= run
        if job.left > 0:
            job.waits += 1
            queue.append(job)
        else:
            done.append((job.name, clock, job.waits))
    return done


@cases(1, 2, 4)
def round_robin_dicts(quantum):
    queue = [{"name": "a", "left": 5}, {"name": "b", "left": 2}]
    done = []
    while queue:
        job = queue.pop(0)
        job["left"] -= quantum
        if job["left"] > 0:
            queue.append(job)
        else:
            done.append(job["name"])
    return done


class Particle:
    def __init__(self, x, v):
        self.x = x
        self.v = v

    def step(self):
        self.x += self.v
        if self.x > 5:
            self.v = -self.v


@cases((1, 2), (3, 4), (0, 1))
def objects_in_loop(n, steps):
    ps = []
    for i in range(n):
        ps.append(Particle(i, i + 1))
    for _ in range(steps):
        for p in ps:
            p.step()
    return [p.x for p in ps]


@cases((1, 2), (3, 4), (0, 1))
def objects_in_comp(n, steps):
    ps = [Particle(i, i + 1) for i in range(n)]
    for _ in range(steps):
        for p in ps:
            p.step()
    return sum(p.x for p in ps)


@cases((2, 0), (3, 1))
def obj_repeated(n, k):
    p = Particle(1, 2)
    ps = [p] * n
    ps[k].x = 7
    return [q.x for q in ps], p.x


@cases(2, 3)
def rows_shared_by_repetition(n):
    grid = [[0, 0]] * n
    grid[0][1] = 5
    return grid


@dataclass
class Task:
    name: str
    prio: int
    deps: list = field(default_factory=list)


@cases((0, 1), (2, 2))
def tasks_by_priority(p, q):
    tasks = [Task("a", p), Task("b", q), Task("c", 1)]
    tasks.sort(key=lambda t: (-t.prio, t.name))
    out = []
    while tasks:
        t = tasks.pop(0)
        if t.prio > 1:
            t.prio -= 1
            tasks.append(t)
        else:
            out.append(t.name)
    return out


@cases((1, 3), (2, 0))
def merge_intervals(a, b):
    spans = [[1, 3], [a, b + 4], [8, 9]]
    spans.sort()
    out = []
    for s in spans:
        if out and s[0] <= out[-1][1]:
            out[-1][1] = max(out[-1][1], s[1])
        else:
            out.append(s)
    return out


@cases(0, 2, 3)
def leader_list(k):
    board = []
    for name, score in [("a", 1), ("b", k), ("c", 2)]:
        if score > 0:
            board.append([name, score])
    board.sort(key=lambda r: r[1], reverse=True)
    if board:
        board[0][1] += 100
    return board


@cases((1, 2), (5, 0))
def list_queue_held(a, b):
    x = ["x", a]
    nodes = [x, ["y", b]]
    turns = 0
    while nodes:
        n = nodes.pop(0)
        turns += 1
        if n[1] > 2:
            n[1] -= 2
            nodes.append(n)
    return turns, x


class P:
    def __init__(self, x, v=1):
        self.x = x
        self.v = v

    def step(self, by=1):
        self.x += self.v * by
        return self

    @property
    def double(self):
        return self.x * 2

    @double.setter
    def double(self, value):
        self.x = value // 2

    def __lt__(self, other):
        return self.x < other.x


@cases((1, 3), (4, 0), (2, 2))
def same_record_twice(n, k):
    a = ["a", n]
    queue = deque([a, ["b", k], a])
    out = []
    while queue:
        t = queue.popleft()
        t[1] -= 1
        if t[1] > 0:
            queue.append(t)
        else:
            out.append(t[0])
    return out, a


@cases((1, 3), (4, 0), (2, 2))
def same_object_twice(n, k):
    a = P(n)
    ps = [a, P(k), a]
    for i in range(n):
        ps.append(P(i))
        ps.append(a)
    for p in ps:
        p.step()
    return a.x, [p.x for p in ps], ps[0] is ps[2], ps[0] is ps[1]


@cases((1, 3), (4, 0), (2, 2))
def variable_changes_after(n, k):
    a = {"x": n, "s": "one"}
    items = []
    for i in range(n):
        items.append(a)
        items.append({"x": i, "s": "two"})
    a["x"] = 100
    a["s"] = "three"
    return [(i["s"], i["x"]) for i in items], len(items)


@cases((1, 3), (4, 0), (2, 2))
def two_lists_one_record(n, k):
    todo, every = [], []
    for i in range(n):
        job = Job("j", i)
        todo.append(job)
        every.append(job)
    while todo:
        job = todo.pop()
        job.left += k
        job.name = "done"
    return [(j.name, j.left) for j in every]


@cases((1, 3), (4, 0), (2, 2))
def copies_are_apart(n, k):
    todo = []
    base = ["b", k]
    for i in range(n):
        todo.append(base.copy())
        todo.append(list(base))
        todo.append(base[:])
        todo.append(base)
        base[1] += 1
    return todo, base


@cases((1, 3), (4, 0), (2, 2))
def branch_alias(n, k):
    a, b = ["a", 1], ["b", 2]
    q = []
    for i in range(n):
        q.append(a if i % 2 else b)
    c = a if k > 2 else b
    c[1] += 10
    for r in q:
        r[1] += 1
    return a, b, c, q


@cases((1, 3), (4, 0), (2, 2))
def held_in_dict(n, k):
    jobs = {"x": Job("x", n), "y": Job("y", k)}
    queue = [jobs["x"], jobs["y"]]
    while queue:
        j = queue.pop(0)
        j.left -= 2
        if j.left > 0:
            queue.append(j)
    return jobs["x"].left, jobs["y"].left


@cases((1, 3), (4, 0), (2, 2), jax="refused")
def key_of_dict(n, k):
    a, b = P(n), P(k)
    cost = {a: 5, b: 6}
    ps = [a]
    for i in range(n):
        ps.append(b)
        ps[-1].x += 1
    return [cost[p] for p in ps], a.x, b.x


@cases((1, 3), (4, 0), (2, 2), jax="refused")
def in_a_set(n, k):
    a, b = P(n), P(k)
    seen = {a}
    ps = []
    for i in range(n):
        ps.append(a)
        ps[-1].x += 1
    return [p in seen for p in ps], a.x, b in seen


@cases((1, 3), (4, 0), (2, 2), jax="refused")
def bound_method_held(n, k):
    a = P(n)
    step = a.step
    ps = []
    for i in range(n):
        ps.append(a)
        ps[-1].x += 1
    step()
    return a.x, [p.x for p in ps]


@cases((1, 3), (4, 0), (2, 2), jax="refused")
def namespace_held(n, k):
    a = P(n)
    ns = vars(a)
    ps = []
    for i in range(n):
        ps.append(a)
        ps[-1].x += 1
    ns["x"] = 50
    return a.x, [p.x for p in ps]


@cases((1, 3), (4, 0), (2, 2))
def chained_methods(n, k):
    ps = []
    for i in range(n):
        ps.append(P(i).step(k).step())
    for p in ps:
        p.double = p.double + 4
    return [p.x for p in ps], sum(p.double for p in ps)


@cases((1, 3), (4, 0), (2, 2))
def sorted_by_lt(n, k):
    ps = []
    for i in range(n):
        ps.append(P((i * k) % 3))
    ps.sort()
    if ps:
        ps[0].x = -5
    return [p.x for p in ps]


@cases((1, 3), (4, 0), (2, 2))
def max_of_objects(n, k):
    ps = []
    for i in range(n + 1):
        ps.append(P((i * k) % 3, i))
    best = max(ps, key=lambda p: p.x)
    best.x += 100
    return [p.x for p in ps], best.v


@cases((1, 3), (4, 0), (2, 2))
def text_of_objects(n, k):
    js = []
    for i in range(n):
        js.append(Job("a", i))
        js[-1].left += k
    return f"{js[0]}", str(js[-1]), [str(j) for j in js]


@cases((1, 3), (4, 0), (2, 2))
def asdict_of_objects(n, k):
    js = []
    for i in range(n):
        js.append(Job("a", i))
        js[-1].left += k
    return [asdict(j) for j in js]


@cases((1, 3), (4, 0), (2, 2))
def attribute_asked(n, k):
    ps = []
    for i in range(n):
        ps.append(P(i))
        ps[-1].x += 1
    return (
        [hasattr(p, "x") for p in ps],
        [hasattr(p, "y") for p in ps],
        [getattr(p, "y", 3) for p in ps],
        [isinstance(p, P) for p in ps],
        [type(p) is P for p in ps],
    )


@cases((1, 3), (4, 0), (2, 2))
def matched(n, k):
    js = []
    for i in range(n):
        js.append(Job("a" if i % 2 else "b", i))
        js[-1].left += 1
    out = []
    for j in js:
        match j:
            case Job(name="a", left=x):
                out.append(x)
            case Job(name="b"):
                out.append(-1)
    return out


@cases((1, 3), (4, 0), (2, 2))
def matched_lists(n, k):
    js = []
    for i in range(n):
        js.append(["a" if i % 2 else "b", i])
        js[-1][1] += 1
    out = []
    for j in js:
        match j:
            case ["a", x]:
                out.append(x)
            case [y, x]:
                out.append(-1)
    return out


@cases((1, 3), (4, 0), (2, 2))
def matched_dicts(n, k):
    js = []
    for i in range(n):
        js.append({"op": "a" if i % 2 else "b", "arg": i})
        js[-1]["arg"] += 1
    out = []
    for j in js:
        match j:
            case {"op": "a", "arg": x}:
                out.append(x)
            case {"op": "b"}:
                out.append(-1)
    return out


class Holder:
    def __init__(self, pool):
        self.pool = pool
        self.number = 1
        self.truth = True
        self.contains = "c"


@cases((1, 3), (4, 0), (2, 2))
def attributes_named_as_ours(n, k):
    hs = []
    for i in range(n):
        hs.append(Holder(i))
        hs[-1].pool += k
        hs[-1].number = hs[-1].number + i
        if i == 1:
            hs[-1].truth = False
    return [(h.pool, h.number, h.truth, h.contains) for h in hs]


@cases((1, 3), (4, 0), (2, 2))
def mixed_kinds(n, k):
    xs = []
    for i in range(n):
        if i % 2:
            xs.append(["a", i])
        else:
            xs.append(["b", "c"])
        xs[-1][0] = "z"
    return xs


@cases((1, 3), (4, 0), (2, 2))
def type_changes_in_field(n, k):
    xs = [["a", 1]]
    for i in range(n):
        xs.append(["b", i])
        xs[0][1] = None
        if i == 2:
            xs[0][1] = "text"
    return xs


@cases((1, 3), (4, 0), (2, 2))
def int_to_float_field(n, k):
    xs = [["a", 1]]
    for i in range(n):
        xs.append(["b", i])
        xs[-1][1] /= 2
    return xs


@cases((1, 3), (4, 0), (2, 2))
def record_in_record(n, k):
    xs = []
    inner = ["i", 0]
    for i in range(n):
        xs.append({"in": inner, "own": ["o", i], "k": k})
        xs[-1]["in"][1] += 1
        xs[-1]["own"][1] += 10
    return xs, inner


@cases((1, 3), (4, 0), (2, 2))
def index_errors(n, k):
    xs = []
    for i in range(n):
        xs.append(["a", i])
        xs[-1][1] += 1
    return xs[k][1], xs[0][k]


@cases((1, 3), (4, 0), (2, 2))
def returned_aliases(n, k):
    a = ["a", 0]
    xs = []
    for i in range(n):
        xs.append(a)
        xs[-1][1] += 1
    return xs, a


@cases((1, 3), (4, 0), (2, 2))
def copies_of_objects(n, k):
    ps = [P(1)]
    for i in range(n):
        q = copy.copy(ps[-1])
        q.x += k
        ps.append(q)
    return [p.x for p in ps]


@cases((1, 3), (4, 0), (2, 2))
def turn_by_index(n, k):
    ps = [{"name": "ann", "hp": 10}, {"name": "bob", "hp": 8}]
    turn = 0
    while all(p["hp"] > 0 for p in ps) and turn < 20:
        ps[(turn + 1) % 2]["hp"] -= n + k
        turn += 1
    return ps, turn


@cases((1, 3), (4, 0), (2, 2))
def workers(n, k):
    workers = [["w1", 0], ["w2", 0], ["w3", 0]]
    jobs = []
    for i in range(n + 3):
        jobs.append((f"job{i}", i + k))
    for name, length in jobs:
        w = min(workers, key=lambda w: w[1])
        w[1] += length
    return workers


class Shape:
    def __init__(self, kind, size):
        self.kind, self.size = kind, size

    def area(self):
        return self.size**2 if self.kind == "square" else 3 * self.size**2


@cases((1, 3), (4, 0), (2, 2))
def shapes(n, k):
    shapes = [Shape("square" if i % 2 else "circle", i + k) for i in range(n)]
    big = [s for s in shapes if s.area() > 5]
    for s in big:
        s.size = 0
    return [s.size for s in shapes], sum(s.area() for s in shapes)


@cases((1, 3), (4, 0), (2, 2))
def inventory_dict_of_records(n, k):
    stock = {}
    for i in range(n):
        key = i % 3
        if key not in stock:
            stock[key] = {"name": "item", "count": 0}
        stock[key]["count"] += k
    return stock


@cases((1, 3), (4, 0), (2, 2))
def players(n, k):
    a, b = {"name": "ann", "hp": 10}, {"name": "bob", "hp": 8}
    log = []
    attacker, target = a, b
    for i in range(n):
        target["hp"] -= k
        log.append((attacker["name"], target["hp"]))
        if target["hp"] <= 0:
            break
        attacker, target = target, attacker
    return a, b, log


@cases((1, 3), (4, 0), (2, 2))
def object_swap(n, k):
    ps = []
    for i in range(n + 2):
        ps.append(Shape("s", i))
    ps[0], ps[-1] = ps[-1], ps[0]
    ps[0].size = 50
    return [p.size for p in ps]


@cases((1, 3), (4, 0), (2, 2))
def chosen_then_queue(n, k):
    a, b = ["a", 1], ["b", 2]
    c = a if n > k else b
    q = deque([c])
    for i in range(n):
        q.append(["z", i])
    while q:
        t = q.popleft()
        t[1] -= 1
        if t[1] > 0:
            q.append(t)
    return a, b, c


class Base:
    count = 0

    def __init__(self, x):
        self.x = x

    def step(self, k):
        self.x += k

    @classmethod
    def make(cls, x):
        return cls(x)

    @staticmethod
    def twice(x):
        return 2 * x

    @functools.cached_property
    def big(self):
        return self.x * 100


class Store:
    def __init__(self):
        self.items = []
        self.last = None

    def add(self, x):
        item = Base(x)
        self.items.append(item)
        self.last = item

    def total(self):
        return sum(i.x for i in self.items)


class Positive:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, kind=None):
        return obj.__dict__[self.name]

    def __set__(self, obj, value):
        obj.__dict__[self.name] = abs(value)


class Checked:
    x = Positive()

    def __init__(self, x):
        self.x = x


@cases((1, 3), (4, 0), (2, 2), staged="refused AG022")
def descriptor(n, k):
    bs = []
    for i in range(n):
        bs.append(Checked(i))
        bs[-1].x -= k
    return [b.x for b in bs]


@cases((1, 3), (4, 0), (2, 2), staged="refused AG022")
def by_id(n, k):
    bs = []
    a = Base(1)
    for i in range(n):
        bs.append(Base(i))
        bs.append(a)
        bs[-1].step(k)
    seen = set()
    total = 0
    for b in bs:
        if id(b) not in seen:
            seen.add(id(b))
            total += b.x
    return total


@cases((1, 3), (4, 0), (2, 2))
def held_by_object(n, k):
    s = Store()
    s.add(k)
    for i in range(n):
        s.add(i)
        s.last.step(10)
    return s.total(), s.last.x


@cases((1, 3), (4, 0), (2, 2))
def branch_only(n, k):
    bs = [Base(0)]
    for i in range(n):
        if i > 1:
            bs.append(Base(i))
        elif k > 2:
            bs[0].step(k)
        else:
            bs[-1].x = 7
    return [b.x for b in bs]


@cases((1, 3), (4, 0), (2, 2))
def raises_after_change(n, k):
    bs = []
    done = 0
    for i in range(n):
        bs.append(["a", i])
    try:
        for b in bs:
            b[1] += k
            if b[1] > 3:
                raise ValueError(b[0])
            done += 1
    except ValueError as e:
        return str(e), [b[1] for b in bs], done
    return bs, done


@cases((1, 3), (4, 0), (2, 2))
def unlike_lists_compared(n, k):
    bs = []
    for i in range(n):
        bs.append(["a", i])
        bs[-1][1] += k
    return ["a", k] in bs, bs.count(["a", k]), bs[0] == ["a", k], bs[0] != bs[-1], bs[0] < ["b", 0]


@cases((1, 3), (4, 0), (2, 2))
def remove_records(n, k):
    bs = []
    for i in range(n + 1):
        bs.append(["a", i])
        bs[-1][1] += k
    bs.remove(["a", k])
    return bs


@cases((1, 3), (4, 0), (2, 2))
def sorted_in_place_record(n, k):
    bs = []
    for i in range(n + 1):
        bs.append([k, i, 2])
        bs[-1].sort()
        bs[-1].reverse()
    return bs


@cases(1, 2, 5)
def with_none_in_lists_that_change(n):
    rows = []
    for i in range(n):
        row = [i * 3 % 5, i]
        if i % 2:
            row[1] = None
        rows.append(row)
    rows[0][1] = None
    rows[0].append(3)
    return sum(1 for row in rows if row[1] is None), len(rows[0])
