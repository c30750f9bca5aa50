"""Objects and lists that a loop or a branch leaves one of several names for: what is done by any is done to all."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Held:
    def __init__(self, value, link=None):
        self.value = value
        self.items = [value]
        self.link = link

    def add(self, more):
        self.value += more


@cases(0, 1)
def followed_to_none_and_changed(n):
    root = Held(9)
    first = Held(1, root)
    found = first
    for _ in range(n):
        found = found.link
    first.value += 1
    return found.value, first.value


@cases(0, 1, 2)
def followed_to_none_and_changed_by_another(n):
    root = Held(9)
    first = Held(1, root)
    second = Held(2, first)
    found, held = first, [first, second]
    for _ in range(n):
        found = second if first.value > 3 else found.link
    held[0].value += 1
    return found.value, first.value, second.value


@cases(0, 1, 2, 3)
def link_becomes_another_and_is_changed(n):
    root = Held(9)
    first = Held(1, root)
    second = Held(2, first)
    third = Held(6, first)
    for _ in range(n):
        if n == 1:
            third.link.add(2)
        else:
            second.link = first.link
    return third.value, third.link.value, first.value, second.value, second.link.value


@cases(0, 1, 2)
def one_of_lists_chosen_where_the_other_path_raises(n):
    one, two, others = [1], [2], [3, 4]
    chosen = one if n % 2 == 0 else two
    if n < 5:
        found = chosen if n > 0 else others
    else:
        found.append(1)
    found[0] += n
    return found, one, two, others


@cases(0, 1, 2)
def items_of_one_chosen_where_the_other_path_raises(n):
    one, two, others = Held(1), Held(2), [3, 4]
    chosen = one if n % 2 == 0 else two
    if n < 5:
        found = chosen.items if n > 0 else others
    else:
        found.append(1)
    found[0] += n
    return found, one.items, two.items, others


@cases(0, 1, 2)
def one_of_lists_chosen_or_none(n):
    one, two, others, found = [1], [2], [3, 4], None
    chosen = one if n % 2 == 0 else two
    if n < 5:
        found = chosen if n > 0 else others
    if found is not None:
        found[0] += n
    return found, one, two, others
