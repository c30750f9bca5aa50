"""Functions that call themselves, and whose results are tuples of lists, or lists that they are given."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(3, 1, 5, 4)
def hanoi_pegs(n):
    pegs = [list(range(n, 0, -1)), [], []]

    def move(k, src, dst, via):
        if k == 0:
            return
        move(k - 1, src, via, dst)
        disk = pegs[src].pop()
        pegs[dst].append(disk)
        move(k - 1, via, dst, src)

    move(n, 0, 2, 1)
    return pegs


@cases(3, 1, 5, 4)
def hanoi_named(n):
    pegs = {"a": list(range(n, 0, -1)), "b": [], "c": []}

    def move(k, src, dst, via):
        if k > 0:
            move(k - 1, src, via, dst)
            disk = pegs[src].pop()
            pegs[dst].append(disk)
            move(k - 1, via, dst, src)

    move(n, "a", "c", "b")
    return pegs


@cases(3, 1, 5, 4)
def hanoi_checked(n):
    pegs = [list(range(n, 0, -1)), [], []]
    moves = []

    def move(k, src, dst, via):
        if k == 0:
            return
        move(k - 1, src, via, dst)
        disk = pegs[src].pop()
        if pegs[dst] and pegs[dst][-1] < disk:
            raise RuntimeError("illegal move")
        pegs[dst].append(disk)
        moves.append((src, dst))
        move(k - 1, via, dst, src)

    move(n, 0, 2, 1)
    return len(moves), moves[0], pegs


@cases((7, 6), (3, 8), (11, 1), (2, 9))
def merge_only_list(seed, n):
    def merge_sort(xs):
        if len(xs) <= 1:
            return xs
        mid = len(xs) // 2
        left = merge_sort(xs[:mid])
        right = merge_sort(xs[mid:])
        out = []
        i = j = 0
        while i < len(left) and j < len(right):
            if left[i] <= right[j]:
                out.append(left[i])
                i += 1
            else:
                out.append(right[j])
                j += 1
        out.extend(left[i:])
        out.extend(right[j:])
        return out

    xs = []
    x = seed
    for _ in range(n):
        x = (x * 37 + 11) % 101
        xs.append(x)
    return merge_sort(xs)


@cases((7, 6), (3, 8), (11, 1), (2, 9))
def pair_of_lists(seed, n):
    def parts(xs):
        if len(xs) == 0:
            return [], []
        low, high = parts(xs[1:])
        if xs[0] > 50:
            return low, [xs[0], *high]
        return [xs[0], *low], high

    xs = []
    x = seed
    for _ in range(n):
        x = (x * 37 + 11) % 101
        xs.append(x)
    return parts(xs)


@cases((7, 6), (3, 8), (11, 1), (2, 9))
def merge_returned(seed, n):
    def merge_sort(xs):
        if len(xs) <= 1:
            return xs, 0
        mid = len(xs) // 2
        left, a = merge_sort(xs[:mid])
        right, b = merge_sort(xs[mid:])
        out = []
        i = j = 0
        inv = a + b
        while i < len(left) and j < len(right):
            if left[i] <= right[j]:
                out.append(left[i])
                i += 1
            else:
                out.append(right[j])
                j += 1
                inv += len(left) - i
        out.extend(left[i:])
        out.extend(right[j:])
        return out, inv

    xs = []
    x = seed
    for _ in range(n):
        x = (x * 37 + 11) % 101
        xs.append(x)
    return merge_sort(xs)


@cases(0, 3, 6)
def list_and_depth(n):
    def down(k):
        if k <= 0:
            return [], 0
        items, depth = down(k - 1)
        items.append(k * n)
        return items, depth + 1

    return down(n)


def halves(xs):
    if len(xs) < 2:
        return xs
    return [*halves(xs[1:]), xs[0]]


@cases(0, 3, 6)
def what_is_given_or_new(n):
    return halves([n + k for k in range(n)])


@cases(0, 3, staged="refused AG024", jax="refused AG021")
def result_is_changed_that_may_be_given(n):
    xs = list(range(n))
    ys = halves(xs)
    ys.append(-1)
    return xs, ys


@cases(0, 3, staged="refused AG024", jax="refused AG021")
def given_is_changed_that_may_be_the_result(n):
    xs = list(range(n))
    ys = halves(xs)
    xs.append(-1)
    return xs, ys


@cases(0, 3, staged="refused AG024", jax="refused AG021")
def result_is_compared_with_the_given(n):
    xs = list(range(n))
    return halves(xs) is xs


@cases(0, 3, 5)
def two_lists_and_a_text(n):
    def split(k):
        if k == 0:
            return [], [], "end"
        low, high, text = split(k - 1)
        if (k * 7) % 3 == 0:
            return [*low, k], high, text
        return low, [*high, k], "some"

    return split(n)


class Folder:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent

    def path(self):
        return (self.parent.path() if self.parent else "") + "/" + self.name


@cases(0, 1, 4)
def paths_of_ever_longer_texts(n):
    root = Folder("r")
    at = root
    for i in range(n):
        at = Folder(str(i), at)
    return at.path(), at is root


SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


@cases(0, 7, 10, 342, 7008)
def numbers_in_words(n):
    def words(n):
        if n < 10:
            return SMALL[n]
        rest = n % 10
        return words(n // 10) + ("-" + SMALL[rest] if rest else "")

    return words(n)


@cases(([3, 34, 4, 12, 5, 2], 9), ([3, 1], 8), ([2, 4], 6))
def list_or_none(xs, target):
    def find(i, left):
        if left == 0:
            return []
        if i == len(xs) or left < 0:
            return None
        taken = find(i + 1, left - xs[i])
        if taken is not None:
            return [xs[i], *taken]
        return find(i + 1, left)

    return find(0, target)


@cases((4, 3), (5, 0), (0, 0))
def given_list_or_none(n, k):
    def go(m, path):
        if m < 0:
            return None
        if m == 0:
            return path
        found = go(m - 3, [*path, 3])
        return go(m - 2, [*path, 2]) if found is None else found

    found = go(n, [])
    if found is None:
        return "none"
    found.append(k)
    return found, len(found)


@cases((4, 3), (5, 0), (1, 0))
def text_or_none(n, k):
    def go(m):
        if m == k:
            return "x"
        if m < 0:
            return None
        text = go(m - 1)
        return None if text is None else text + str(m)

    return go(n)


@cases((4, 3), (5, 0), (1, 0))
def number_and_longer_text(n, k):
    def go(m):
        if m <= 0:
            return 0, "s"
        total, text = go(m - 1)
        return total + m, text + str(m * k)

    return go(n)


@cases((4, 3), (5, 0), (1, 0))
def pair_with_a_text_or_none(n, k):
    def go(m):
        if m <= 0:
            return None
        found = go(m - 1)
        return (m, f"{m}!") if found is None else (found[0] + m, found[1] + "?" * k)

    return go(n)
