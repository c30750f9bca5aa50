"""What is counted of sets of which a tensor decides what is in them."""

from __future__ import annotations

from collections import Counter

from tests.autograph.effects.outcomes import cases


@cases(1, 3)
def game_of_life(steps):
    cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    for _ in range(4):
        if steps <= 0:
            break
        steps -= 1
        counts = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        cells = {c for c, n in counts.items() if n == 3 or (n == 2 and c in cells)}
    return sorted(cells)


@cases(1, 2, 4, jax="refused AG022")
def life_in_loops(steps):
    cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    for _ in range(steps):
        counts = Counter()
        for x, y in cells:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        counts[x + dx, y + dy] += 1
        cells = {c for c, n in counts.items() if n == 3 or (n == 2 and c in cells)}
    return sorted(cells)


@cases(1, 2, 4)
def counted_nested(n):
    cells = {1, 2, n}
    counts = Counter(x + d for x in cells for d in (0, 1))
    return sorted(c for c, k in counts.items() if k == 2)


@cases(1, 2, 4)
def counted_then_set(n):
    cells = {(0, 1), (1, 1), (n, 2)}
    counts = Counter((x + 1, y) for x, y in cells)
    kept = {c for c, k in counts.items() if k == 1}
    return sorted(kept)


@cases(1, 2, 4)
def sorted_discarded(n):
    cells = {(0, 1), (1, 1), (2, 2)}
    cells.discard((n, n))
    return sorted(cells), len(cells)


@cases(1, 2, 4, jax="refused AG022")
def in_a_loop(n):
    cells = {(1, 0), (2, 1), (0, 2)}
    for _ in range(n):
        counts = Counter((x + dx, y) for x, y in cells for dx in (-1, 0, 1))
        cells = {c for c, k in counts.items() if k == 1}
    return sorted(cells)


@cases(1, 2, 4)
def loop_break_counter(n):
    cells = {1, 2, 5}
    for _ in range(3):
        if n <= 0:
            break
        n -= 1
        counts = Counter(x // 2 for x in cells)
        cells = {c + 1 for c, k in counts.items() if k == 1}
    return sorted(cells)
