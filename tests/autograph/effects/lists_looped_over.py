"""Lists that a loop goes over, and its body makes longer or shorter under a staged condition."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

NEIGHBOURS = {0: [1, 2], 1: [3], 2: [3, 4], 3: [], 4: [0]}


@cases((0, 1), (2, 1), (1, 2))
def appended_to_meanwhile(n, k):
    xs, seen = [1, 2, 3, 4], []
    for x in xs:
        seen.append(x)
        if x == n:
            xs.append(k + 10)
        if len(xs) > 6:
            break
    return xs, seen


@cases((0, 1), (2, 1), (1, 2))
def removed_from_meanwhile(n, k):
    xs = [1, 2, 2, 3, 4]
    for x in xs:
        if x == n:
            xs.remove(x)
    return xs, k


@cases(0, 1, 3)
def search_of_a_graph(n):
    order = [n]
    for node in order:
        for other in NEIGHBOURS[node]:
            if other not in order:
                order.append(other)
    return order


@cases(0, 1, 3)
def search_from_a_known_place(n):
    order = [0]
    for node in order:
        for other in NEIGHBOURS[node]:
            if other not in order and other != n:
                order.append(other)
    return order


@cases(0, 2, 5)
def search_with_an_end(n):
    queue, parents = [0], {0: -1}
    for node in queue:
        if node == n:
            break
        for step in (1, 3):
            other = (node + step) % 7
            if other not in parents:
                parents[other] = node
                queue.append(other)
    else:
        return -1
    return len(queue), parents[n]


class Agenda:
    def __init__(self, first):
        self.items = [first]
        self.done = 0

    def work(self, limit):
        for item in self.items:
            self.done += item
            if item * 2 < limit:
                self.items.append(item * 2)
            if item + 3 < limit:
                self.items.append(item + 3)
        return self.done


@cases(0, 4, 7)
def list_of_an_object(n):
    agenda = Agenda(1)
    return agenda.work(n), agenda.items


def _closure(start, limit):
    found = [start]
    for value in found:
        for other in (value * 2, value + 5):
            if other <= limit and other not in found:
                found.append(other)
    return sorted(found)


@cases((1, 3), (2, 12), (3, 10))
def list_of_a_called_function(n, limit):
    return _closure(n, limit), _closure(1, 4 + n)


@cases((1, 3), (2, 12), (3, 10))
def two_lists(n, limit):
    xs, ys = [1], [2]
    for x in xs:
        if x + n < limit:
            xs.append(x + n)
            ys.append(x)
    for y in ys:
        if y * 3 < limit:
            ys.append(y * 3)
    return xs, ys


@cases(0, 1, 3)
def another_name_sees_it(n):
    xs = [1, 2, 3]
    ys = xs
    for x in xs:
        if x == n:
            ys.append(9)
    return xs, ys, xs is ys


@cases(0, 1, 3)
def words(n):
    names = ["a", "b"]
    for name in names:
        if len(names) < 2 + n:
            names.append(name)
    return names


@cases(0, 1, 3)
def pairs(n):
    pairs = [(0, 0)]
    for x, y in pairs:
        if x < n:
            pairs.append((x + 1, y + x))
    return pairs


@cases(0, 1, 3, staged="refused AG022")
def rows_of_lists(n):
    rows = [[0]]
    for row in rows:
        if len(row) <= n:
            rows.append([*row, len(row)])
    return rows


@cases(0, 1, 3)
def numbers_that_become_floats(n):
    xs = [1, 2]
    for x in xs:
        if x > 1 and len(xs) < n + 1:
            xs.append(x / 2)
    return len(xs)


@cases(0, 1, 3)
def grows_whatever_is_staged(n):
    xs = [1]
    for x in xs:
        if len(xs) < 4:
            xs.append(x + n)
    return xs
