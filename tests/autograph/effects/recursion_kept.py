"""Recursion that is given longer strings and lists by each call, and keeps them: parentheses, queens, permutations."""

# ruff: noqa: RUF005  as people write it

from tests.autograph.effects.outcomes import cases


@cases(1, 3, staged="refused AG052")
def kept_and_changed_by_the_caller(n):
    kept = []

    def go(k, path):
        if k == n:
            kept.append(path)
            return
        mine = path + [k]
        go(k + 1, mine)
        mine.append(100 + k)

    go(0, [])
    return kept


@cases(1, 3, staged="refused AG052")
def kept_and_changed_where_kept(n):
    kept = []

    def go(k, path):
        kept.append(path)
        kept[-1].append(k * 10)
        if k == n:
            return len(path)
        return go(k + 1, path + [k]) + len(path)

    r = go(0, [])
    return kept, r


@cases(1, 3, jax="refused")
def changed_own(n):
    def go(k, path):
        path.append(k)
        if k == n:
            return sum(path)
        r = go(k + 1, path + [7])
        path.append(r)
        return r + len(path)

    return go(0, [])


@cases(1, 3, staged="refused AG052")
def returned_own(n):
    def go(k, path):
        if k == n:
            return path
        r = go(k + 1, path + [k])
        r.append(k)
        return r

    return go(0, [])


@cases(1, 3, staged="refused AG052")
def kept_and_returned(n):
    kept = []

    def go(k, path):
        if k == n:
            kept.append(path)
            return path
        r = go(k + 1, path + [k])
        r.append(k)
        return r

    return go(0, []), kept


@cases(1, 3, staged="refused AG052")
def given_one_that_is_kept(n):
    kept = []
    start = []

    def go(k, path):
        if k == n:
            kept.append(path)
            return
        go(k + 1, path + [k])
        go(k + 1, path + [-k])

    go(0, start)
    start.append(5)
    return kept, start


@cases(0, 1, 3, jax="refused")
def binary_strings(n):
    out = []

    def go(s):
        if len(s) == n:
            out.append(s)
            return
        go(s + "0")
        go(s + "1")

    go("")
    return out


@cases(0, 1, 3, jax="refused")
def letters(n):
    out = []

    def go(s, k):
        if k == 0:
            out.append(s)
            return
        for c in "ab":
            if not s.endswith("aa"):
                go(s + c, k - 1)

    go("", n)
    return out, len(out)


@cases(0, 1, 3)
def returned_string(n):
    def go(k):
        if k == 0:
            return "x"
        return go(k - 1) + "y"

    return go(n)


@cases(0, 2, 3, jax="refused")
def yielded(n):
    def go(s, opened, closed):
        if len(s) == 2 * n:
            return [s]
        found = []
        if opened < n:
            found += go(s + "(", opened + 1, closed)
        if closed < opened:
            found += go(s + ")", opened, closed + 1)
        return found

    return go("", 0, 0)


@cases(0, 2, 3, jax="refused")
def counted(n):
    count = 0

    def go(s, opened, closed):
        nonlocal count
        if len(s) == 2 * n:
            count += s.count("()")
            return
        if opened < n:
            go(s + "(", opened + 1, closed)
        if closed < opened:
            go(s + ")", opened, closed + 1)

    go("", 0, 0)
    return count


@cases(0, 2, 3, jax="refused")
def pieces(n):
    out = []

    def go(parts, k):
        if k == 0:
            out.append("".join(parts))
            return
        for c in "xy":
            go(parts + [c], k - 1)

    go([], n)
    return out


@cases(0, 2, 3, jax="refused")
def permutations(n):
    out = []

    def go(rest, done):
        if not rest:
            out.append(done)
            return
        for i in range(len(rest)):
            go(rest[:i] + rest[i + 1 :], done + [rest[i]])

    go(list(range(n)), [])
    return out


@cases(0, 2, 3, jax="refused")
def permuted_text(n):
    out = []

    def go(rest, done):
        if not rest:
            out.append(done)
            return
        for i, c in enumerate(rest):
            go(rest[:i] + rest[i + 1 :], done + c)

    go("abc"[:n], "")
    return out


class Solver:
    def __init__(self, n):
        self.n = n
        self.found = []

    def place(self, row, cols):
        if row == self.n:
            self.found.append(cols)
            return
        for c in range(self.n):
            if all(c != cc and abs(c - cc) != row - r for r, cc in enumerate(cols)):
                self.place(row + 1, cols + [c])


@cases(1, 4, jax="refused")
def in_a_class(n):
    s = Solver(n)
    s.place(0, [])
    return s.found


@cases((2, 3), (1, 0), staged="refused AG052")
def partition(n, m):
    found = []

    def go(rest, largest, parts):
        if rest == 0:
            found.append(parts)
            return
        if largest == 0 or rest < 0:
            return
        go(rest - largest, largest, parts + [largest])
        go(rest, largest - 1, parts)

    go(n, m, [])
    return found


@cases(0, 2, 3, jax="refused")
def generate_parens(n):
    out = []

    def rec(s, opened, closed):
        if len(s) == 2 * n:
            out.append(s)
            return
        if opened < n:
            rec(s + "(", opened + 1, closed)
        if closed < opened:
            rec(s + ")", opened, closed + 1)

    rec("", 0, 0)
    return out


@cases(1, 4, jax="refused")
def queens(n):
    solutions = []

    def place(row, cols):
        if row == n:
            solutions.append(cols)
            return
        for c in range(n):
            if all(c != cc and abs(c - cc) != row - r for r, cc in enumerate(cols)):
                place(row + 1, cols + [c])

    place(0, [])
    return len(solutions), solutions[0] if solutions else None


@cases((7, 0), (3, 1))
def texts_made_stored_to_a_list(mark, col):
    grid, log = list("##."), []
    fill = str(mark)

    def visit(c):
        log.append(c)
        if not 0 <= c < 3 or grid[c] != "#":
            log.append(-5)
            return
        grid[c] = fill
        visit(c + 1)
        visit(c - 1)

    visit(col)
    return grid, log


@cases((7, 0, 0), (3, 0, 1))
def texts_made_stored_to_rows(mark, row, col):
    grid = [list("##."), list("#..")]
    fill, count = str(mark), 0

    def visit(r, c):
        nonlocal count
        if not (0 <= r < 2 and 0 <= c < 3) or grid[r][c] != "#":
            return
        grid[r][c] = fill
        count += 1
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            visit(r + dr, c + dc)

    visit(row, col)
    return count, grid


@cases((7, 3), (3, 2))
def text_made_stored_to_a_variable(mark, k):
    last = "none"

    def visit(c):
        nonlocal last
        if c <= 0:
            return 0
        before = last
        last = f"{c}:{mark}"
        r = visit(c - 1)
        s = visit(c - 2)
        return r + s + len(before)

    return visit(k), last


@cases((3, "ab"), (0, "q"), (1, ""))
def first_text_or_none_of_leaves(depth, label):
    first = None
    leaves = []

    def walk(d, name):
        nonlocal first
        if d == 0:
            first = name if first is None else first
            leaves.append(name)
            return
        walk(d - 1, name + "l")
        if d > 1:
            walk(d - 2, name + "r")

    walk(depth, label)
    return first, leaves


@cases((3, "ab"), (0, "q"), (1, ""))
def first_text_of_leaves(depth, label):
    first = ""
    n = 0

    def walk(d, name):
        nonlocal first, n
        n += 1
        if d == 0:
            first = name if first == "" else first
            return
        walk(d - 1, name + "l")
        if d > 1:
            walk(d - 2, name + "r")

    walk(depth, label)
    return first, n


@cases((3, "ab"), (0, "q"), (1, ""))
def last_text_or_none_of_leaves(depth, label):
    last = None
    n = 0

    def walk(d, name):
        nonlocal last, n
        n += 1
        if d == 0:
            last = name
            return
        walk(d - 1, name + "l")
        if d > 1:
            walk(d - 2, name + "r")

    walk(depth, label)
    return last, n


@cases((3, 5), (0, 1), (1, 2))
def first_number_or_none_of_leaves(depth, v):
    first = None
    n = 0

    def walk(d, t):
        nonlocal first, n
        n += 1
        if d == 0:
            first = t if first is None else first
            return
        walk(d - 1, t + 1)
        if d > 1:
            walk(d - 2, t * 2)

    walk(depth, v)
    return first, n
