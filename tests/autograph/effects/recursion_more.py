"""Functions that call themselves: in every construct, as every kind of function, with every kind of result."""

from __future__ import annotations

from collections import Counter

from tests.autograph.effects.outcomes import cases


def fib_with_memo(k, memo=None):
    if memo is None:
        memo = {}
    if k in memo:
        return memo[k]
    if k < 2:
        return k
    memo[k] = fib_with_memo(k - 1, memo) + fib_with_memo(k - 2, memo)
    return memo[k]


@cases(1, 4)
def default_none(n):
    return fib_with_memo(n)


@cases(2, 4, staged="refused AG052")
def yields(n):
    def walk(k):
        if k > 0:
            yield k
            yield from walk(k - 1)

    return list(walk(n))


@cases(2, 4)
def comprehension(n):
    def f(k):
        if k <= 0:
            return 1
        return sum(f(k - i) for i in range(1, 3))

    return f(n)


@cases(2, 4)
def mapped(n):
    def f(k):
        if k <= 0:
            return 1
        return max(map(f, [k - 1, k - 2])) + 1

    return f(n)


@cases(2, 4)
def listed(n):
    def f(k):
        if k <= 0:
            return 1
        return sum([f(k - 1) for _ in range(2)])

    return f(n)


@cases(2, 6)
def anys(n):
    def f(k, t):
        if t == 0:
            return True
        if t < 0 or k == 0:
            return False
        return any(f(k - 1, t - c) for c in [3, 5])

    return f(4, n), f(4, n + 1)


@cases(2, 6)
def lambdas(n):
    fact = lambda k: 1 if k <= 1 else k * fact(k - 1)  # noqa: E731
    return fact(n)


class C:
    base = 2

    @staticmethod
    def s(k):
        return 1 if k <= 0 else C.s(k - 1) * 2

    @classmethod
    def c(cls, k):
        return 1 if k <= 0 else cls.c(k - 1) + cls.base

    def __call__(self, k):
        return 0 if k <= 0 else self(k - 1) + k


@cases(2, 6)
def kinds_of_methods(n):
    return C.s(n), C.c(n), C()(n)


@cases(2, 6)
def any_arguments(n):
    def f(*args):
        if args[0] <= 0:
            return args[1]
        return f(args[0] - 1, args[1] + args[0])

    return f(n, 0)


@cases(2, 6)
def any_keywords(n):
    def f(k, **o):
        if k <= 0:
            return o["acc"]
        return f(k - 1, acc=o["acc"] + k)

    return f(n, acc=0)


@cases(0, 2, 6)
def strings(n):
    def f(k):
        if k <= 0:
            return "."
        return "a" + f(k - 1) + "b"

    return f(n)


@cases(0, 2, 6)
def tuples(n):
    def f(k):
        if k <= 0:
            return 0, 1.5
        a, b = f(k - 1)
        return a + k, b * 2

    return f(n)


@cases(0, 2, 6)
def lists(n):
    def f(k):
        if k <= 0:
            return []
        return [*f(k - 1), k]

    return f(n)


@cases(0, 2, 5)
def none_some(n):
    def f(k):
        if k == 3:
            return None
        if k <= 0:
            return 7
        return f(k - 1)

    return f(n)


@cases(0, 2, 5)
def mixed(n):
    def f(k):
        if k <= 0:
            return 1
        return f(k - 1) * 0.5

    return f(n)


@cases(0, 2, 5)
def boolint(n):
    def f(k):
        if k <= 0:
            return True
        return not f(k - 1)

    return f(n)


@cases(1, 3, 8)
def early(n):
    def f(k):
        if k == 0:
            return True
        for c in [3, 4]:
            if k >= c:
                if f(k - c):
                    return True
        return False

    return f(n)


@cases(1, 3, 8)
def raising(n):
    def f(k):
        if k == 5:
            raise ValueError(k)
        return 0 if k <= 0 else f(k - 1) + 1

    try:
        return f(n)
    except ValueError as e:
        return -e.args[0]


@cases(1, 3, 8)
def raising_out(n):
    def f(k):
        if k == 5:
            raise KeyError("five")
        return 0 if k <= 0 else f(k - 1) + 1

    return f(n)


@cases(1, 3)
def counter_state(n):
    counts = Counter()

    def f(k):
        counts[k] += 1
        if k > 0:
            f(k - 1)
            f(k - 2)

    f(n)
    return counts[0], counts[1], counts[-1], sum(counts.values())


@cases(1, 3)
def set_state(n):
    seen = set()

    def f(k):
        if k in seen or k < 0:
            return 0
        seen.add(k)
        return 1 + f(k - 1) + f(k - 2)

    return f(n), len(seen)


@cases(1, 4)
def loops(n):
    def f(k):
        total = 0
        while k > 0:
            k -= 1
            if k % 3 == 2:
                continue
            total += f(k // 2) + 1
            if total > 9:
                break
        return total

    return f(n)


@cases(1, 4)
def callable_arg(n):
    def apply(f, k, x):
        if k <= 0:
            return x
        return apply(f, k - 1, f(x))

    return apply(lambda v: v * 2 + 1, n, 1)


@cases(1, 4)
def in_loop(n):
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    t = 0
    for i in range(n + 1):
        t += fib(i)
    return t


@cases(1, 4)
def nested(n):
    def g(k):
        return 0 if k <= 0 else 1 + g(k - 2)

    def f(k):
        return g(k) if k < 2 else f(k - 1) + g(k)

    return f(n)


@cases(1, 4)
def python_int_uses(n):
    names = ["zero", "one", "two", "three", "four", "five"]
    out = []

    def f(k, depth):
        out.append(names[depth])
        if k > 0:
            f(k - 1, depth + 1)

    f(n, 0)
    return out


@cases(1, 4)
def indents(n):
    out = []

    def f(k, depth):
        out.append("  " * depth + str(k))
        if k > 0:
            f(k - 1, depth + 1)

    f(n, 0)
    return out


@cases((1, 2.0), (4, 1.5))
def two_types(n, x):
    def f(k, v):
        return v if k <= 0 else f(k - 1, v + v)

    return f(n, 1), f(n, x)


def memoize(fn):
    cache = {}

    def wrapper(k):
        if k not in cache:
            cache[k] = fn(k)
        return cache[k]

    return wrapper


@cases(1, 6)
def decorated(n):
    @memoize
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)

    return f(n)


@cases((12, 18), (7, 0))
def greatest_divisor(a, b):
    def gcd(a, b):
        return a if b == 0 else gcd(b, a % b)

    return gcd(a, b)


@cases(1, 4)
def aliases(n):
    a = [0, 0]
    b = a

    def f(k):
        if k > 0:
            a[0] += k
            f(k - 1)
            b[1] += a[0]

    f(n)
    return a, b


@cases(1, 4, jax="refused AG052")
def rebinding(n):
    path = []
    best = [0]

    def f(k):
        nonlocal path
        path = [*path, k]
        if k <= 0:
            best[0] = max(best[0], sum(path))
        else:
            f(k - 1)
            f(k - 2)
        path = path[:-1]

    f(n)
    return best, path


@cases(1, 4)
def objects_state(n):
    class Acc:
        pass

    acc = Acc()
    acc.total = 0
    acc.items = []

    def f(k):
        acc.total += k
        acc.items.append(k)
        if k > 1:
            f(k - 1)
            acc.total *= 2
            f(k - 2)

    f(n)
    return acc.total, acc.items


@cases(1, 3)
def inner_defined(n):
    def f(k):
        def g():
            return k * 2

        if k <= 0:
            return 0
        return g() + f(k - 1)

    return f(n)


@cases(1, 3)
def shares_created(n):
    def f(k, acc):
        if k <= 0:
            return acc
        acc = (acc[0] + k, acc[1] * 2)
        return f(k - 1, acc)

    return f(n, (0, 1))


@cases(1, 3)
def results_kept(n):
    seen = []

    def f(k):
        if k <= 0:
            return 0
        a = f(k - 1)
        seen.append(a)
        b = f(k - 2)
        seen.append(b * 10)
        return a + b + 1

    return f(n), seen


@cases(1, 3)
def printing(n):
    out = []

    def show(k):
        out.append(k)
        return k

    def f(k):
        if show(k) > 0 and f(k - 1) >= 0 and show(-k) < 0:
            return k
        return 0

    return f(n), out


@cases((2, 3), (3, 1))
def grid(r, c):
    def paths(i, j):
        if i == 0 or j == 0:
            return 1
        return paths(i - 1, j) + paths(i, j - 1)

    return paths(r, c)


@cases(3, 4)
def queens(n):
    count = 0
    cols = [False] * 4
    d1 = [False] * 8
    d2 = [False] * 8

    def place(r):
        nonlocal count
        if r == n:
            count += 1
            return
        for c in range(4):
            if c >= n or cols[c] or d1[r + c] or d2[r - c + 4]:
                continue
            cols[c] = d1[r + c] = d2[r - c + 4] = True
            place(r + 1)
            cols[c] = d1[r + c] = d2[r - c + 4] = False

    place(0)
    return count


@cases(2, 3)
def subsets(n):
    out = []
    xs = [1, 2, 3]

    def go(i, chosen, total):
        if i == len(xs) or i == n:
            out.append(total)
            return
        go(i + 1, chosen + 1, total + xs[i])
        go(i + 1, chosen, total)

    go(0, 0, 0)
    return out


@cases(0, 2)
def grid_filled_from_a_place(n):
    seen = [[n > 1] * 4 for _ in range(3)]

    def fill(r, c):
        if r < 3 and 0 <= c < 4:
            if not seen[r][c]:
                seen[r][c] = True
                fill(r + 1, c)
                fill(r, c + 1)
                fill(r, c - 1)

    fill(0, 1)
    return seen


@cases(2, 3, staged="refused AG052")
def lists_that_change_places(n):
    a, b, c = list(range(4, 0, -1)), [], []

    def move(k, source, target, spare):
        if k == 0:
            return 0
        done = move(k - 1, source, spare, target)
        target.append(source.pop())
        return done + 1 + move(k - 1, spare, target, source)

    return move(n, a, c, b), a, b, c


@cases(4, 5, 3)
def queens_of_sets(n):
    def place(row, columns, up, down):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c in columns or row + c in up or row - c in down:
                continue
            total += place(row + 1, columns | {c}, up | {row + c}, down | {row - c})
        return total

    return place(0, frozenset(), frozenset(), frozenset())


@cases(3, 4, 0)
def sets_that_callers_change(n):
    def go(k, seen):
        if k <= 0:
            return 0
        seen.add(k)
        inner = {k}
        found = go(k - 1, inner)
        return found + len(inner) * 10 + len(seen)

    outer = set()
    return go(n, outer), sorted(outer)


@cases(3, 4, 0)
def sets_that_change_places(n):
    def go(k, a, b):
        if k <= 0:
            return len(a & b), len(a - b), a <= b, a == b, sum(a)
        return go(k - 1, a | {k}, b | {k * 2}) if k % 2 else go(k - 1, b, a)

    return go(n, {1}, {2})


@cases([[1, 0, 1], [1, 0, 0]], [[0, 0, 0], [0, 0, 0]])
def sizes_of_islands(grid):
    seen, sizes = set(), []

    def sink(r, c):
        if not (0 <= r < 2 and 0 <= c < 3) or (r, c) in seen or not grid[r][c]:
            return 0
        seen.add((r, c))
        return 1 + sink(r + 1, c) + sink(r - 1, c) + sink(r, c + 1) + sink(r, c - 1)

    for r in range(2):
        for c in range(3):
            if size := sink(r, c):
                sizes.append(size)
    return sizes, len(seen)
