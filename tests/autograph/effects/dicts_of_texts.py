"""Dicts made of others of which the program decides what keys they have, with values that are texts or may be None."""

from collections import defaultdict

from tests.autograph.effects.outcomes import cases

STAFF = [("ada", "eng", 1), ("bob", "ops", 2), ("cy", "eng", 3)]


def by_department(least):
    names = defaultdict(list)
    for who, department, rank in STAFF:
        if rank >= least:
            names[department].append(who)
    return names


@cases(0, 2, 3, 9)
def names_joined(least):
    return {key: ",".join(names) for key, names in by_department(least).items()}


@cases(0, 2, 3, 9)
def names_joined_and_measured(least):
    joined = {key: "-".join(names) for key, names in by_department(least).items()}
    return sum(len(text) for text in joined.values()), "eng" in joined, list(joined)


@cases(0, 2, 3, 9)
def a_dict_of_pairs(least):
    return dict((key, "+".join(names)) for key, names in by_department(least).items())


@cases(0, 2, 3, 9)
def values_that_may_be_none(least):
    return {key: (len(names) if len(names) > 1 else None) for key, names in by_department(least).items()}


@cases(0, 2, 3, 9)
def read_by_key(least):
    joined = {key: ",".join(names) for key, names in by_department(least).items()}
    return joined.get("eng", "nobody"), joined.get("ops", "nobody")


@cases(0, 2, 3, 9)
def one_line_each(least):
    joined = {key: ",".join(names) for key, names in by_department(least).items()}
    return "\n".join(f"{key}: {text}" for key, text in joined.items())


@cases(80, 2, 0)
def payroll(least):
    totals = defaultdict(int)
    for _, department, rank in STAFF:
        if rank >= least:
            totals[department] += rank
    if not totals:
        return "nobody"
    best = max(totals, key=lambda key: totals[key])
    return best, dict(totals), {key: ",".join(names) for key, names in by_department(least).items()}
