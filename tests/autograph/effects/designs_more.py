"""Programs as they are written: strategies, state machines, commands, pipelines, games."""

# ruff: noqa: E731 - lambdas with a name are tested
from __future__ import annotations

import functools
import operator

from tests.autograph.effects.outcomes import cases


class Account:
    def __init__(self, owner, balance):
        self.owner, self.balance = owner, balance

    def withdraw(self, x):
        if x > self.balance:
            raise ValueError("insufficient")
        self.balance -= x
        return x


class Savings(Account):
    rate = 2

    def withdraw(self, x):
        fee = 1
        return super().withdraw(x + fee) - fee


class Overdraft(Account):
    def __init__(self, owner, balance, limit):
        super().__init__(owner, balance)
        self.limit = limit

    def withdraw(self, x):
        if x > self.balance + self.limit:
            raise ValueError("limit")
        self.balance -= x
        return x


@cases((0, 30), (1, 30), (2, 150), (1, 150), (0, 150))
def bank(kind, x):
    if kind == 0:
        a = Account("a", 100)
    elif kind == 1:
        a = Savings("b", 100)
    else:
        a = Overdraft("c", 100, 80)
    try:
        got = a.withdraw(x)
    except ValueError:
        got = -1
    return got, a.balance


@cases((0, 3), (1, 3), (2, 3), (3, 3))
def calculator(op, n):
    ops = {0: operator.add, 1: operator.sub, 2: operator.mul, 3: lambda a, b: a**b}
    return ops[op](n, 2)


@cases((0, 3), (1, 3), (2, 5))
def state_machine(n, m):
    class M:
        def __init__(self):
            self.state = self.start
            self.count = 0

        def start(self, c):
            if c > 0:
                self.state = self.number

        def number(self, c):
            self.count += c
            if c == 0:
                self.state = self.done

        def done(self, c):
            self.count += 100

        def feed(self, c):
            self.state(c)

    x = M()
    for c in (n, m, 0, n):
        x.feed(c)
    return x.count


@cases((0, 3), (1, 3), (5, 5))
def state_machine_loop(n, m):
    class M:
        def __init__(self):
            self.state = self.start
            self.count = 0

        def start(self, c):
            self.count += 1
            if c % 2 == 0:
                self.state = self.number

        def number(self, c):
            self.count += c
            if c % 3 == 0:
                self.state = self.done

        def done(self, c):
            self.count += 100
            self.state = self.start

    x = M()
    i = n
    while i < n + m:
        x.state(i)
        i += 1
    return x.count, x.state == x.start


@cases((0, 3), (1, 3), (5, 5))
def middleware(n, m):
    def double(nxt):
        return lambda x: nxt(x * 2)

    def inc(nxt):
        return lambda x: nxt(x + 1)

    handler = lambda x: x
    if n > 0:
        handler = double(handler)
    if m > 3:
        handler = inc(handler)
    return handler(n + m)


@cases((0, 3), (1, 3), (5, 5))
def memo_choice(n, m):
    cache = {}

    def slow(x):
        return x * x

    def fast(x):
        if 1 not in cache:
            cache[1] = 5
        return cache[1] + x

    f = slow if n > 0 else fast
    return f(m) + f(m + 1), len(cache)


@cases((0, 3), (1, 3), (5, 5))
def observers(n, m):
    class Subject:
        def __init__(self):
            self.handlers = []
            self.total = 0

        def on(self, h):
            self.handlers.append(h)

        def fire(self, x):
            for h in self.handlers:
                self.total += h(x)

    s = Subject()
    s.on((lambda x: x + 1) if n > 0 else (lambda x: x * 10))
    s.on(lambda x: -x)
    s.fire(m)
    s.fire(n)
    return s.total


@cases((0, 3), (1, 3), (5, 5))
def game(n, m):
    class Unit:
        def __init__(self, hp, dmg):
            self.hp, self.dmg = hp, dmg

        def attack(self, o):
            o.hp -= self.dmg

        def alive(self):
            return self.hp > 0

    class Mage(Unit):
        def attack(self, o):
            o.hp -= self.dmg * 2
            self.hp -= 1

    hero = Mage(10, 2) if n > 0 else Unit(12, 3)
    foe = Unit(9, m)
    turns = 0
    while hero.alive() and foe.alive():
        hero.attack(foe)
        if foe.alive():
            foe.attack(hero)
        turns += 1
        if turns > 20:
            break
    return hero.hp, foe.hp, turns


@cases((0, 3), (1, 3), (5, 5))
def game_turns(n, m):
    class Unit:
        def __init__(self, hp, dmg):
            self.hp, self.dmg = hp, dmg

        def attack(self, o):
            o.hp -= self.dmg

    a, b = Unit(20, n + 1), Unit(15, m)
    cur, other = a, b
    turns = 0
    while a.hp > 0 and b.hp > 0:
        cur.attack(other)
        cur, other = other, cur
        turns += 1
    return a.hp, b.hp, turns, (1 if cur is a else 2)


@cases((0, 3), (1, 3), (5, 5))
def game_turns_unlike(n, m):
    class Unit:
        def __init__(self, hp, dmg):
            self.hp, self.dmg = hp, dmg

        def attack(self, o):
            o.hp -= self.dmg

    class Mage(Unit):
        def attack(self, o):
            o.hp -= self.dmg * 2

    a, b = Unit(20, n + 1), Mage(15, m)
    cur, other = a, b
    turns = 0
    while a.hp > 0 and b.hp > 0:
        cur.attack(other)
        cur, other = other, cur
        turns += 1
    return a.hp, b.hp, turns, (1 if isinstance(cur, Mage) else 2)


@cases((0, 3), (1, 3), (5, 5))
def elevator(n, m):
    class Elevator:
        def __init__(self):
            self.floor = 0
            self.move = self.up

        def up(self):
            self.floor += 1

        def down(self):
            self.floor -= 1

        def step(self):
            if self.floor >= 3:
                self.move = self.down
            elif self.floor <= 0:
                self.move = self.up
            self.move()

    e = Elevator()
    for _ in range(n + m):
        e.step()
    return e.floor


@cases((0, 3), (1, 3), (5, 5))
def expression_tree(n, m):
    class Const:
        def __init__(self, v):
            self.v = v

        def eval(self):
            return self.v

    class Add:
        def __init__(self, a, b):
            self.a, self.b = a, b

        def eval(self):
            return self.a.eval() + self.b.eval()

    class Mul(Add):
        def eval(self):
            return self.a.eval() * self.b.eval()

    t = Mul(Const(n), Const(2)) if n > 0 else Add(Const(m), Const(1))
    t = Add(t, Mul(t, Const(m)))
    return t.eval()


@cases((0, 3), (1, 3), (5, 5))
def parser_result(n, m):
    class Ok:
        def __init__(self, v):
            self.value = v

        is_ok = True

        def map(self, f):
            return Ok(f(self.value))

        def unwrap_or(self, d):
            return self.value

    class Err:
        def __init__(self, e):
            self.error = e

        is_ok = False

        def map(self, f):
            return self

        def unwrap_or(self, d):
            return d

    def parse(x):
        return Ok(x) if x > 0 else Err("bad")

    r = parse(n).map(lambda v: v * 10).map(lambda v: v + m)
    return r.unwrap_or(-1), r.is_ok


@cases((0, 3), (1, 3), (5, 5))
def command_undo(n, m):
    class AddCmd:
        def __init__(self, k):
            self.k = k

        def do(self, x):
            return x + self.k

        def undo(self, x):
            return x - self.k

    class MulCmd:
        def __init__(self, k):
            self.k = k

        def do(self, x):
            return x * self.k

        def undo(self, x):
            return x // self.k

    c = AddCmd(n) if n > 0 else MulCmd(m)
    x = c.do(7)
    y = c.undo(x)
    return x, y


@cases((0, 3), (1, 3), (5, 5))
def template_method(n, m):
    class Report:
        def render(self):
            return self.header() + self.body() + self.footer()

        def header(self):
            return 1

        def footer(self):
            return 2

        def body(self):
            raise NotImplementedError

    class Short(Report):
        def body(self):
            return 10

    class Long(Report):
        def body(self):
            return 100 * m

        def footer(self):
            return super().footer() + 5

    return (Short() if n > 0 else Long()).render()


@cases((0, 3), (1, 3), (5, 5))
def sort_key_of_choice(n, m):
    keys = {0: lambda p: p[0], 1: lambda p: -p[1]}
    k = keys[0] if n > 0 else keys[1]
    return sorted([(3, 1), (1, 5), (2, 3)], key=k)


@cases((0, 3), (1, 3), (5, 5))
def best_by(n, m):
    score = (lambda x: x % 3) if n > 0 else (lambda x: -x)
    best = None
    for x in (4, 7, m):
        if best is None or score(x) > score(best):
            best = x
    return best


@cases((0, 3), (1, 3), (5, 5))
def pipeline(n, m):
    steps = [lambda x: x + 1, (lambda x: x * 2) if n > 0 else (lambda x: x - 2), lambda x: x**2]
    return functools.reduce(lambda acc, f: f(acc), steps, m)


@cases((0, 3), (1, 3), (2, 5))
def dispatch_in_loop(n, m):
    def inc(x):
        return x + 1

    def dbl(x):
        return x * 2

    def neg(x):
        return -x

    table = [inc, dbl, neg]
    x = m
    for i in range(5):
        x = table[(i + n) % 3](x)
    return x


@cases((0, 3), (1, 3), (2, 5))
def dispatch_in_staged_loop(n, m):
    def inc(x):
        return x + 1

    def dbl(x):
        return x * 2

    def neg(x):
        return -x

    table = {0: inc, 1: dbl, 2: neg}
    x = m
    for i in range(n + 2):
        x = table[i % 3](x)
    return x


@cases((0, 3), (1, 3), (2, 5))
def newton_or_bisect(n, m):
    def newton(f, x):
        return x - f(x) / (2 * x)

    def damped(f, x):
        return x - 0.5 * f(x) / (2 * x)

    step = newton if n > 0 else damped
    x = m * 1.0
    for _ in range(4):
        x = step(lambda v: v * v - 2, x)
    return x


@cases((0, 3), (1, 3), (2, 5), staged="refused AG033")
def lazy_default(n, m):
    def make():
        return 7

    v = n if n > 0 else make
    return v() if callable(v) else v


@cases((0, 3), (1, 3), (2, 5))
def iterator_choice(n, m):
    def evens(k):
        return [i * 2 for i in range(k)]

    def odds(k):
        return [i * 2 + 1 for i in range(k)]

    return sum((evens if n > 0 else odds)(4))


@cases((0, 3), (1, 3), (2, 5))
def gen_choice(n, m):
    def evens(k):
        for i in range(k):
            yield i * 2

    def odds(k):
        for i in range(k):
            yield i * 2 + 1

    f = evens if n > 0 else odds
    t = 0
    for x in f(4):
        t = t * 3 + x
    return t


@cases((0, 3), (1, 3), (2, 5))
def optional_callback(n, m):
    def run(x, on_done=None):
        x += 1
        if on_done:
            on_done(x)
        return x

    seen = {"v": 0}

    def record(x):
        seen["v"] = x

    run(m, record if n > 0 else None)
    return seen["v"]


class Bounded:
    def __init__(self, room):
        self.room = room
        self.values = {}

    def put(self, key, value):
        if key not in self.values and len(self.values) >= self.room:
            del self.values[min(self.values)]
        self.values[key] = value


@cases((2, 5), (3, 25), (1, 8))
def dict_of_an_attribute_makes_room(room, n):
    held = Bounded(room)
    for i in range(n):
        held.put(i * 3 % 7, i)
    return sum(held.values.values()), len(held.values)
