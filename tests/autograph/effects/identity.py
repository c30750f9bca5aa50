"""`is`: of objects one of which a variable is, depending on what is staged, and of staged bools."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Box:
    def __init__(self, v, next=None):
        self.v = v
        self.next = next


@cases(0, 3)
def identity(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    if c is a:
        return 1
    return 2


@cases(0, 3)
def identity_of_many(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    d = b if n > 1 else a
    e = c
    return c is a, c is b, c is d, c is not d, e is c, c is None, a is b, d is a


@cases((20, 6), (5, 10), (1, 1), (30, 0))
def duel(hp, armor):
    hero = {"hp": hp, "armor": armor}
    orc = {"hp": 15, "armor": 2}
    turn = 0
    while hero["hp"] > 0 and orc["hp"] > 0 and turn < 50:
        attacker, defender = (hero, orc) if turn % 2 == 0 else (orc, hero)
        strength = 7 if attacker is hero else 8
        defender["hp"] -= max(1, strength - defender["armor"])
        turn += 1
    if hero["hp"] > 0:
        return "hero", turn, hero["hp"]
    return "orc", turn, orc["hp"]


@cases(0, 1, 4)
def bools(n):
    on = False
    switches = 0
    for i in range(n):
        wanted = i % 3 == 0
        if wanted is not on:
            on = wanted
            switches += 1
    return on, switches


class Thermostat:
    def __init__(self, target):
        self.target = target
        self.heating = False
        self.switches = 0

    def update(self, temperature):
        wanted = self.heating
        if temperature < self.target - 1:
            wanted = True
        elif temperature > self.target + 1:
            wanted = False
        if wanted is not self.heating:
            self.heating = wanted
            self.switches += 1


@cases((20.0, 15.0), (20.0, 30.0), (18.0, 18.0))
def thermostat_hour(target, temperature):
    t = Thermostat(target)
    for _ in range(30):
        t.update(temperature)
        temperature += 0.5 if t.heating else -0.25
    return t.switches, t.heating, temperature


@cases(0, 1, 3)
def optional_object(n):
    a, b = Box(1), Box(2)
    c = None
    if n > 0:
        c = a if n > 2 else b
    return c is a, c is b, c is None, a is c


@cases(0, 1, 2, 3)
def of_a_table(n):
    boxes = [Box(1), Box(2), Box(3)]
    boxes.append(boxes[0])
    c = boxes[n]
    return c is boxes[0], c is boxes[1], boxes[3] is c, c is boxes[2]


@cases(0, 1, 2)
def of_a_table_with_none(n):
    a, b = Box(1), Box(2)
    c = [a, None, b][n]
    return c is a, c is b, c is None


@cases(0, 1, 4)
def in_a_loop(n):
    a, b = Box(1), Box(2)
    count = 0
    for i in range(n):
        c = a if i % 2 else b
        if c is a:
            count += 1
        c.v += 1
    return count, a.v, b.v


@cases(0, 1, 4, staged="refused AG024")
def carried(n):
    a, b = Box(1), Box(2)
    last = a
    changes = 0
    for i in range(n):
        c = a if i % 3 else b
        if c is not last:
            changes += 1
        last = c
    return changes, last is a


@cases(0, 1, 4, staged="refused AG024")
def carried_alone(n):
    a, b = Box(1), Box(2)
    last = a
    for i in range(n):
        if i == 2:
            last = b
    return last is a, last is b


@cases(0, 1, 4, staged="refused AG024")
def carried_and_asked(n):
    a = Box(1)
    last = a
    same = 0
    for i in range(n):
        if last is a:
            same += 1
        last = Box(i)
    return same, last is a


@cases(0, 3)
def linked_in_a_branch(n):
    a, b = Box(1), Box(2)
    c = b
    if n > 2:
        d = a if n > 5 else b
        c = d
    return c is a, c is b


@cases(0, 3)
def fresh_or_known(n):
    a = Box(1)
    c = a if n > 2 else Box(1)
    return c is a, c is not a


@cases(0, 3)
def in_a_list(n):
    a, b = Box(1), Box(2)
    xs = [a, b]
    if n > 2:
        xs[0] = b
    return xs[0] is a, xs[0] is xs[1], xs[1] is b


@cases(0, 3)
def attribute(n):
    a, b = Box(1), Box(2)
    h = Box(0, a)
    if n > 2:
        h.next = b
    return h.next is a, h.next is b, (1 if h.next is b else 2)


@cases(6, 1, 3, 10)
def tree_search(key):
    class Tree:
        def __init__(self, key):
            self.key = key
            self.left = None
            self.right = None

        def insert(self, key):
            if key < self.key:
                if self.left is None:
                    self.left = Tree(key)
                else:
                    self.left.insert(key)
            elif key > self.key:
                if self.right is None:
                    self.right = Tree(key)
                else:
                    self.right.insert(key)

    root = Tree(5)
    for k in (2, 8, 1, 6):
        root.insert(k)
    node, depth = root, 0
    while node is not None:
        if key == node.key:
            return "found", depth
        node = node.left if key < node.key else node.right
        depth += 1
    return "missing", depth


@cases(0, 3)
def equality(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    return 5 if c == a else 6


@cases(0, 3)
def lists(n):
    a, b = [1], [1]
    c = a if n > 2 else b
    return c is a, c == a, c is b


@cases(0, 3)
def swapped(n):
    a, b = Box(1), Box(2)
    x, y = a, b
    if n > 2:
        x, y = y, x
    return x is a, y is a, x is y, x is b


@cases(0, 3)
def inequality(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    d = Box(3) if n > 1 else c
    return c != a, c == d, c != d


@cases(0, 3, staged="refused AG024")
def kept_in_a_loop(n):
    a, b = [1], [2]
    c = a
    t = 0
    while n > 0:
        if c is a:
            t += 1
            c = b
        elif c is b:
            t += 10
        n -= 1
    return t, c is a


@cases(0, 3, staged="refused AG024")
def is_frozen_somewhere(n):
    boxes = [Box(i) for i in range(20)]
    c = boxes[n]
    if c is boxes[3]:
        return 1
    return 2


@cases(0, 1, 4)
def bound_in_loop(n):
    boxes = [Box(1), Box(2)]
    same = 0
    for i in range(n):
        x = boxes[i % 2]
        y = boxes[(i + 1) % 3 % 2]
        if x is y:
            same += 1
        else:
            x.v += 1
    return same, boxes[0].v, boxes[1].v


@cases(0, 1, 4)
def returned_object(n):
    def pick(p, q):
        if n > 2:
            return p
        return q

    a, b = Box(1), Box(2)
    c = pick(a, b)
    d = pick(b, a)
    return c is a, c is b, c is d, (c if c is a else d) is a


@cases(0, 1, 4)
def of_try(n):
    a, b = Box(1), Box(2)
    c = a
    try:
        if n > 2:
            raise ValueError
        c = b
    except ValueError:
        pass
    return c is a, c is b


@cases(0, 1, 4)
def swapped_twice(n):
    a, b = Box(1), Box(2)
    x, y = (a, b) if n > 0 else (b, a)
    if n > 2:
        x, y = y, x
    return x is a, y is a, x is y, x is not b


@cases(0, 1, 4)
def in_containers(n):
    a, b = Box(1), Box(2)
    d = {"k": a}
    if n > 2:
        d["k"] = b
    elif n > 0:
        d["k"] = Box(3)
    x = d["k"]
    return x is a, d["k"] is b, x is d["k"]
