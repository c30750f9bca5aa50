"""Lists and dicts that a staged function is given, of which its system makes copies: it may not change them."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3, [1, 2]), staged="refused AG029")
def appended(n, xs):
    xs.append(n)
    return len(xs)


@cases((3, [1, 2]), staged="refused AG029")
def stored(n, xs):
    xs[0] = n
    return xs[1]


@cases((0, [1, 2]), (3, [1, 2]), staged="refused AG029")
def stored_on_one_path(n, xs):
    if n > 1:
        xs[0] += 1
    return xs[0]


@cases((3, [[1], [2]]), staged="refused AG029")
def part_changes(n, rows):
    rows[1].append(n)
    return len(rows[1])


@cases((0, [3, 1]), (3, [3, 1]), staged="refused AG029")
def changed_under_a_handler(n, xs):
    try:
        xs.append(1)
        if n > 1:
            raise ValueError
    except ValueError:
        return 9
    return n


@cases((0, [3, 1, 2]), (3, [3, 1, 2]))
def copy_changes(n, xs):
    xs = list(xs)
    xs.append(n)
    xs.sort()
    return xs


@cases((3, [1, 2]))
def changed_and_changed_back(n, xs):
    xs[0], xs[1] = xs[1], xs[0]
    first = xs[0] + n
    xs[0], xs[1] = xs[1], xs[0]
    return first


@cases(0, 3)
def default_is_not_changed(n, scale=[2, 3]):
    return n * scale[0] + scale[1]


@cases(0, 3)
def default_is_rebound(n, found=None):
    found = found or []
    found.append(n)
    return found
