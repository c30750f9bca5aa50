"""Lists of staged values compared with one that may be None, and tuples that methods return."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from tests.autograph.effects.outcomes import cases


@cases(1, 2, 4)
def until_nothing_changes(n):
    marks = None
    rounds = 0
    for step in range(n):
        rounds += 1
        now = [min(i, step, 1) for i in range(3)]
        if now == marks:
            break
        marks = now
    return marks, rounds


@cases((1, 2.0), (4, 0.5))
def nearest_of_two(times, first):
    points = [1.0, 1.5, 8.0, 9.5]
    middles = [first, 10.0]
    groups = None
    for _ in range(times):
        near = [min(range(2), key=lambda c: abs(p - middles[c])) for p in points]
        if groups == near:
            break
        groups = near
        for c in range(2):
            members = [p for p, group in zip(points, groups) if group == c]
            if members:
                middles[c] = sum(members) / len(members)
    return groups, middles


@cases(0, 3)
def unlike_none(n):
    best = None
    for i in range(n):
        if best != [i // 2]:
            best = [i // 2]
    return best, best != [1], [1] != best


@total_ordering
@dataclass(frozen=True)
class Release:
    major: int
    minor: int = 0

    def key(self):
        return self.major, self.minor

    def __eq__(self, other):
        return self.key() == other.key()

    def __lt__(self, other):
        return self.key() < other.key()


@cases((1, 0), (2, 7))
def releases_in_order(a, b):
    known = [Release(a, 4), Release(1, b), Release(1)]
    return max(known).key(), sorted(known)[0].minor, Release(a) < Release(1, b), Release(1) in known


@cases((1, 0), (2, 7))
def release_that_is_not_new(a, b):
    latest = Release(2, 7)
    if Release(a, b) >= latest:
        return "not older", Release(a, b) == latest
    return "older", Release(a, b) == latest


@cases(0, 1)
def with_multiples(n):
    board = [[" "] * 3 for _ in range(3)]
    board[0][n] = "X"
    line = board[0]
    p = "X" if n else "O"
    return line == [p] * 3, line == [" ", "X", " "], line != [p, " ", " "]


@cases((1, 4), (3, 3), (9, 2))
def any_line(first, second):
    board = [[" "] * 3 for _ in range(3)]
    r, c = divmod(first - 1, 3)
    player = "X"
    if second > 2:
        player = "O"
    board[r][c] = player
    lines = board + [list(col) for col in zip(*board)]
    return any(line == [player] * 3 for line in lines)


@cases((1, 4), (3, 3), (9, 2))
def loop_rows(first, second):
    board = [[" "] * 3 for _ in range(3)]
    player = "X"
    for mv in [first, second, 5]:
        r, c = divmod(mv - 1, 3)
        board[r][c] = player
        if any(line == [player] * 3 for line in board):
            return player
        player = "O" if player == "X" else "X"
    return None


@cases((1, 4), (3, 3), (9, 2))
def loop_rows_diag(first, second):
    board = [[" "] * 3 for _ in range(3)]
    player = "X"
    for mv in [first, second, 5]:
        r, c = divmod(mv - 1, 3)
        board[r][c] = player
        lines = board + [list(col) for col in zip(*board)] + [[board[i][i] for i in range(3)]]
        if any(line == [player] * 3 for line in lines):
            return player
        player = "O" if player == "X" else "X"
    return None


@cases(0, 1, 2)
def items_that_only_equal_ones_come_to(x):
    try:
        return (x, "a") < (1, 2)
    except TypeError:
        return "unlike"


@cases(0, 2)
def items_that_are_not_come_to(x):
    return (x, None) < (1, 2), max((x, None), (1, 2)), [x, None] > [1, 3], sorted([(x, "a"), (1, 5)])


@cases((1, 2), (4, 3), (0, 1))
def what_a_function_makes_is_ordered(n, k):
    def key(x):
        return x % 3, -x

    best = n
    for x in (k, n + 1, k * 2):
        if key(x) > key(best):
            best = x
    return best, key(n) <= key(k)
