"""Sets and lists under known keys, of which a staged key picks one: handlers by kind of event, friends by person."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases

FRIENDS = {0: {1, 2}, 1: {0, 1}, 2: set()}


class EventBus:
    def __init__(self):
        self.handlers = {}
        self.log = []

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def emit(self, name, value):
        for handler in self.handlers.get(name, []):
            handler(value)


@cases((0, 2), (1, 1))
def friends_added(u, v):
    friends = {n: set() for n in range(3)}
    for a, b in [(0, 1), (u, v)]:
        friends[a].add(b)
        friends[b].add(a)
    return sorted(friends[1]), len(friends[0]), {k: len(s) for k, s in friends.items()}


@cases((0, 2), (1, 1))
def friends_known(u, v):
    friends = {0: {1, 2}, 1: {0}, 2: {0}}
    return len(friends[u] | friends[v]), v in friends[u], sorted(friends[u]), friends[0]


@cases((0, 2), (1, 1))
def removed(u, v):
    friends = {0: {1, 2}, 1: {0, 1}, 2: {0}}
    friends[u].discard(v)
    return friends, len(friends[u])


@cases((0, 2), (1, 1), (5, 1))
def missing(u, v):
    friends = {0: {1, 2}, 1: {0, 1}, 2: {0}}
    return len(friends[u]) + v


@cases((0, 2), (1, 1))
def from_outside(u, v):
    return len(FRIENDS[u]), v in FRIENDS[u]


@cases((0, 2), (1, 1))
def frozen(u, v):
    return len({0: frozenset({1}), 1: frozenset({1, 2})}[u]) + v


@cases((0, 2), (1, 1))
def held_twice(u, v):
    shared = {1, 2}
    groups = {0: shared, 1: {5}}
    groups[u].add(7 + v)
    return len(shared), len(groups[0]), len(groups[1])


@cases((0, 1), (2, 3))
def walked(start, goal):
    graph = {0: {1, 2}, 1: {3}, 2: {3}, 3: set()}
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            for other in sorted(graph[node]):
                todo.append(other)
    return sorted(seen), goal in seen


@cases(0, 1, 2)
def event_bus(kind):
    heard = []
    handlers = defaultdict(list)
    handlers[0].append(lambda v: heard.append(v + 1))
    handlers[1].append(lambda v: heard.append(v * 2))
    handlers[1].append(lambda v: heard.append(-v))
    for handler in handlers.get(kind, []):
        handler(7)
    return heard


@cases((1, 5), (4, 2))
def bus_of_names(a, b):
    bus = EventBus()
    bus.on("add", lambda v: bus.log.append(v))
    bus.on("add", lambda v: bus.log.append(v * 2))
    bus.on("sub", lambda v: bus.log.append(-v))
    bus.emit("add" if a > 2 else "sub", b)
    bus.emit("add", a)
    return bus.log


@cases(0, 1)
def counting(kind):
    count = 0

    def up(v):
        nonlocal count
        count += v

    def down(v):
        nonlocal count
        count -= v

    handlers = {0: [up], 1: [down, up, up]}
    for handler in handlers[kind]:
        handler(3)
    return count


@cases(0, 1)
def heard_list(kind):
    heard = []
    handlers = {0: [lambda v: heard.append(v)], 1: [lambda v: heard.append(v * 2), lambda v: heard.append(-v)]}
    for handler in handlers[kind]:
        handler(7)
    return heard


@cases(0, 1, 2)
def with_default(kind):
    handlers = {0: [lambda v: v + 1], 1: [lambda v: v * 2, lambda v: -v]}
    total = 0
    for handler in handlers.get(kind, []):
        total += handler(7)
    return total


@cases(0, 1, 2, staged="refused AG021")
def with_default_tuple(kind):
    handlers = {0: [lambda v: v + 1], 1: [lambda v: v * 2, lambda v: -v]}
    total = 0
    for handler in handlers.get(kind, ()):
        total += handler(7)
    return total


@cases(0, 1, 2)
def three(kind):
    handlers = {0: [lambda v: v + 1], 1: [lambda v: v * 2, lambda v: -v], 2: [abs]}
    total = 0
    for handler in handlers[kind]:
        total += handler(7)
    return total


@cases(0, 1, 2)
def three_of_which_one_is_empty(kind):
    handlers = {0: [lambda v: v + 1], 1: [lambda v: v * 2, lambda v: -v], 2: []}
    total = 0
    for handler in handlers[kind]:
        total += handler(7)
    return total


@cases(0, 1, 2)
def get_ints(kind):
    handlers = {0: [4], 1: [5, 6]}
    total = 0
    for handler in handlers.get(kind, []):
        total += handler
    return total


@cases(0, 1, 2, staged="refused AG051 AG021")
def if_functions(kind):
    a, b, c = [lambda v: v + 1], [lambda v: v * 2, lambda v: -v], []
    if kind == 0:
        x = a
    elif kind == 1:
        x = b
    else:
        x = c
    total = 0
    for handler in x:
        total += handler(7)
    return total


@cases((0, 3), (1, 4), (2, 5))
def changed_through(kind, v):
    shelves = {0: [4], 1: [5, 6], 2: []}
    shelves[kind].append(v)
    shelf = shelves[kind]
    shelf.append(1)
    return shelves, len(shelf), shelves[0]


@cases((0, 3), (1, 4), (5, 5))
def default_changed(kind, v):
    shelves = {0: [4], 1: [5, 6]}
    shelf = shelves.get(kind, [])
    shelf.append(v)
    return shelves, shelf


@cases((0, 3), (1, 4), (5, 5))
def default_held(kind, v):
    shelves = {0: [4], 1: [5, 6]}
    empty = []
    shelf = shelves.get(kind, empty)
    shelf.append(v)
    return shelves, shelf, empty


@cases((0, 3), (1, 4), (5, 5))
def functions_changed(kind, v):
    out = []
    shelves = {0: [abs], 1: [lambda x: x + 1, lambda x: x * 2], 2: [lambda x: -x]}
    chosen = shelves.get(kind, [])
    chosen.append(lambda x: x + 100)
    for f in shelves[1]:
        out.append(f(v))
    for f in chosen:
        out.append(f(v))
    return out
