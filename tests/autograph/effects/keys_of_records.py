"""Keys of dicts and elements of sets that are objects of frozen dataclasses, with staged fields."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases

Edge = namedtuple("Edge", "source target")


@dataclass(frozen=True)
class Position:
    x: int
    y: int


@dataclass(frozen=True)
class Place3(Position):
    z: int = 0


@dataclass(frozen=True)
class Named:
    name: str
    at: Position


@dataclass(frozen=True, slots=True)
class Slotted:
    x: int
    y: float = 0.0


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: int


@dataclass(frozen=True)
class Tagged:
    x: int
    tag: str = field(default="", compare=False)


@dataclass(frozen=True)
class Loose:
    x: int

    def __eq__(self, other):
        return self.x % 3 == other.x % 3

    def __hash__(self):
        return self.x % 3


@cases((0, 0), (1, 2), (2, 1))
def garden_beds(x, y):
    beds = {Position(0, 0): "roses", Position(1, 2): "tulips", Position(2, 1): "herbs"}
    spot = Position(x, y)
    if spot in beds:
        return len(beds[spot])
    return 0


@cases((0, 0), (1, 2), (3, 3))
def water_in_beds(x, y):
    beds = {Position(0, 0): 4, Position(1, 2): 7}
    beds[Position(x, y)] = beds.get(Position(x, y), 0) + 1
    total = 0
    for place, water in beds.items():
        total += water * (place.x + 1) + place.y
    return total


@cases((1, 2, 1), (3, 3, 3))
def hand_of_cards(a, b, c):
    hand = {Card(a, 0), Card(b, 1), Card(c, 0)}
    return len(hand), Card(a, 0) in hand, sum(card.rank for card in hand)


@cases((1, 2, 1), (3, 1, 2))
def edges_as_keys(a, b, c):
    weights = {}
    for s, t, w in [(a, b, 5), (b, c, 2), (a, c, 7)]:
        weights[Edge(s, t)] = weights.get(Edge(s, t), 0) + w
    return sum(w for e, w in weights.items() if e.source == a), len(weights)


@cases((1, 2), (3, 4))
def missing_key(a, b):
    d = {Position(1, 2): 5}
    return d[Position(a, b)]


@cases((1, 2), (3, 4))
def nested_key(a, b):
    d = {Named("ann", Position(1, 2)): 5, Named("bob", Position(a, b)): 7}
    d[Named("ann", Position(a, b))] = 9
    return sum(d.values()), len(d), [k.name for k in d]


@cases((1, 2), (4, 4))
def slotted(a, b):
    d = {Slotted(1): 5, Slotted(a, 2.0): 6}
    d[Slotted(b)] = 8
    return d.get(Slotted(a), 0), len(d), Slotted(a) in d


@cases((1, 2), (4, 4))
def inherited(a, b):
    d = {Position(1, 2): 5, Place3(1, 2): 6}
    return d.get(Position(a, b), 0), Place3(a, b) in d


@cases((1, 2), (4, 4))
def apart_from_tuples(a, b):
    d = {Position(a, b): 5}
    return (a, b) in d, (1, 2) in d, Position(1, 2) in d


@cases((1, 2), (4, 4))
def returned(a, b):
    return {Position(a, b): 5}, {Position(a, a), Position(b, a)}


@cases((1, 2), (4, 4))
def walked(a, b):
    seen = set()
    here = Position(0, 0)
    for _ in range(a + b):
        seen.add(here)
        here = Position((here.x + a) % 3, (here.y + 1) % 2)
    return len(seen), here in seen


@cases((1, 2), (4, 4))
def counted(a, b):
    counts = {}
    for p in [Position(a, 0), Position(b, 0), Position(1, 0)]:
        counts[p] = counts.get(p, 0) + 1
    best = max(counts, key=counts.get)
    return best.x, counts[best], sorted((p.x, n) for p, n in counts.items())


@cases((1, 2), (3, 4), staged="refused AG053 AG032")
def tagged(a, b):
    d = {Tagged(1, "x"): 5}
    return d.get(Tagged(a, "y"), 0)


@cases((1, 2), (4, 4), staged="refused AG053")
def loose(a, b):
    d = {Loose(1): 5}
    return d.get(Loose(a), 0)


@cases((0, 3), (2, 2), (5, 1))
def garden_watering_plan(rain, thirst):
    @dataclass(frozen=True)
    class Bed:
        name: str
        need: int

    beds = [Bed("kale", 4), Bed("mint", 2 * thirst), Bed("sage", 1)]
    plan = {bed: max(0, bed.need - rain) for bed in beds}
    dry = {bed.name: litres for bed, litres in plan.items() if litres}
    if not dry:
        return "skip"
    neediest = max(dry.items(), key=lambda item: item[1])
    return neediest, sum(dry.values())


@dataclass(frozen=True)
class Bounds:
    lo: int
    hi: int


@cases((2, 3), (5, 5), (9, 1))
def read_by_each_key(a, b):
    seen = {}
    for i in range(a):
        k = Bounds(min(i, b), max(i, b))
        seen[k] = seen.get(k, 0) + 1
    t = 0
    for k in seen:
        t += seen[k]
    return t


@cases((2, 3), (5, 5), (9, 1))
def most_frequent_key(a, b):
    seen = {}
    for i in range(a):
        k = Bounds(min(i, b), max(i, b))
        seen[k] = seen.get(k, 0) + 1
    best = max(seen, key=lambda k: seen[k])
    return best.lo, best.hi, seen[best]


@cases((2, 3), (5, 5), (9, 1))
def most_frequent_of_pairs(a, b):
    seen = {}
    for i in range(a):
        for j in range(b):
            k = Bounds(min(i, j), max(i, j))
            seen[k] = seen.get(k, 0) + 1
    best = max(seen, key=lambda k: (seen[k], k.lo, k.hi))
    return best.lo, best.hi
