"""Dicts of which a number decides what keys they have: given as keywords, and matched by patterns."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass

from tests.autograph.effects.outcomes import cases


def total(kind=1, amount=2):
    return kind * 10 + amount


def needing(kind, amount):
    return kind * 10 + amount


def anything(**options):
    return len(options) * 10 + options.get("amount", 5)


@dataclass
class Order:
    kind: int = 1
    amount: int = 2
    unit: int = 3

    def cost(self, *, tax=0, rebate=0):
        return self.amount * self.unit + tax - rebate


class Priced(Order):
    def __init__(self, price=4, **others):
        super().__init__(**others)
        self.price = price


def event_of(kind, amount):
    event = {"kind": kind}
    if amount:
        event["amount"] = amount
    return event


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def keywords_with_defaults(kind, amount):
    return total(**event_of(kind, amount))


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def any_keywords(kind, amount):
    return anything(**event_of(kind, amount)), anything(other=1, **event_of(kind, amount))


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def keyword_that_is_needed(kind, amount):
    return needing(**event_of(kind, amount))


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def keyword_that_is_not_known(kind, amount):
    options = {"kind": kind}
    if amount > 2:
        options["colour"] = amount
    return total(**options)


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def other_keywords_on_the_other_path(kind, amount):
    if amount:
        options = {"kind": kind, "unit": 4}
    else:
        options = {"amount": kind}
    made = Order(**options)
    return made.kind, made.amount, made.unit


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def passed_on_to_a_base_class(kind, amount):
    options = event_of(kind, amount)
    if kind > 0:
        options["price"] = kind
    made = Priced(**options)
    return made.kind, made.amount, made.price


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def to_a_method_with_effects(kind, amount):
    log, options = [], {}
    if amount:
        options["tax"] = amount
    if kind < 0:
        options["rebate"] = kind

    def noted(order, **given):
        log.append(len(given))
        return order.cost(**given)

    return noted(Order(kind), **options), log, len(options)


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def to_builtins(kind, amount):
    made = dict(**event_of(kind, amount), last=9)
    return len(made), list(made)[-1], sum(made.values()), {**event_of(kind, amount), "kind": 7}["kind"]


@cases((1, 2), (-1, 0), (0, 0), (40, 3), staged="refused AG033")
def too_many_keywords(kind, amount):
    options = {}
    for k, name in enumerate("abcdef"):
        if kind > k:
            options[name] = amount
    return anything(**options)


@cases(3, 0, 5)
def in_a_loop(n):
    t = 0
    for i in range(n):
        options = {"kind": i}
        if i % 2:
            options["amount"] = i
        t += total(**options)
    return t


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def mapping_patterns(kind, amount):
    match event_of(kind, amount):
        case {"kind": 0}:
            return 0
        case {"kind": k, "amount": a} if k > 0:
            return k * a
        case {"amount": a}:
            return -a
        case _:
            return 99


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def the_others(kind, amount):
    match event_of(kind, amount):
        case {"amount": a, **rest}:
            return a + len(rest)
        case {"kind": k, **rest}:
            return k - len(rest)


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def the_dict_itself(kind, amount):
    event = event_of(kind, amount)
    match event:
        case {"amount": int()} as found:
            found["amount"] += 1
    return event.get("amount", -1), len(event)


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def a_dict_in_a_dict(kind, amount):
    match {"event": event_of(kind, amount), "kind": kind}:
        case {"event": {"amount": a}}:
            return a
        case {"kind": k}:
            return k - 100


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def other_kinds_of_dicts(kind, amount):
    counts, ordered = defaultdict(int), OrderedDict(first=kind)
    if amount > 1:
        counts["seen"] += amount
        ordered["last"] = amount
    found = []
    for mapping in (counts, ordered):
        match mapping:
            case {"seen": n} | {"last": n}:
                found.append(n)
            case {"first": n}:
                found.append(-n)
            case {}:
                found.append(0)
    return found


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def no_set_is_a_mapping(kind, amount):
    seen = {kind}
    if amount:
        seen.add(amount)
    match seen:
        case {}:
            return 1
        case set():
            return len(seen)


@cases((1, 2), (-1, 0), (0, 0), (40, 3))
def into_a_dict_of_the_call(kind, amount):
    log = []

    def noted(**given):
        log.extend(sorted(given))
        given["new"] = 1
        return len(given)

    options = {"a": kind}
    if amount > 1:
        options["b"] = amount
    if kind > 10:
        del options["a"]
    return noted(**options), len(log), log[0] if log else "none", len(options), "new" in options


@cases((2, 5), (0, 0), (7, 1))
def kept_over_defaults(level, width):
    defaults = {"level": 1, "width": 80, "nested": {"a": 1}}
    overrides = {name: value for name, value in (("level", level), ("width", width)) if value > 0}
    return {**defaults, **overrides}, len(overrides)


@cases((2, 5), (0, 0), (7, 1))
def kept_of_unlike_values(level, width):
    pairs = [("level", level), ("name", "x"), ("width", width)]
    return {name: value for name, value in pairs if name == "name" or value != 0}
