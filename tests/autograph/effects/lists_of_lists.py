"""Lists of lists that grow while the program runs: backtracking with a path, queues of paths, groups."""

# ruff: noqa: RUF005  as people write it

from __future__ import annotations

from collections import defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(4, 7, jax="refused")
def subset_sums(target):
    nums = [2, 3, 5]
    found = []

    def go(i, chosen, rest):
        if rest == 0:
            found.append(chosen[:])
            return
        if i == len(nums) or rest < 0:
            return
        chosen.append(nums[i])
        go(i + 1, chosen, rest - nums[i])
        chosen.pop()
        go(i + 1, chosen, rest)

    go(0, [], target)
    return found


@cases(0, 2, 7, jax="refused")
def combination_sum(target):
    candidates = [2, 3, 6, 7]
    found = []

    def backtrack(start, path, total):
        if total == target:
            found.append(list(path))
            return
        for i in range(start, len(candidates)):
            c = candidates[i]
            if total + c > target:
                break
            path.append(c)
            backtrack(i, path, total + c)
            path.pop()

    backtrack(0, [], 0)
    return found


@cases(0, 2, 7, jax="refused")
def paths_made_anew(target):
    candidates = [2, 3, 7]
    found = []

    def go(start, path, total):
        if total == target:
            found.append(list(path))
            return
        for i in range(start, len(candidates)):
            if total + candidates[i] <= target:
                go(i, path + [candidates[i]], total + candidates[i])

    go(0, [], 0)
    return found


@cases(1, 20, jax="refused")
def deep(n):
    found = []

    def go(i, left, right):
        if i == n:
            found.append((left[:], right[:]))
            return
        left.append(i)
        if i % 4 == 0:
            go(i + 1, left, right)
        left.pop()
        right.append(i)
        go(i + 1, left, right)
        right.pop()

    go(0, [], [])
    return found


@cases(1, 3, jax="refused")
def given_twice(n):
    found = []
    path = []

    def go(i, left, right):
        if i == n:
            found.append(left[:])
            return
        left.append(i)
        right.append(-i)
        go(i + 1, left, right)

    go(0, path, path)
    return found, path


@cases(1, 3, jax="refused")
def seen_by_the_caller(n):
    found = []
    path = [5]

    def go(i, p):
        if i == n:
            found.append(p.copy())
            return
        p.append(i)
        go(i + 1, p)

    go(0, path)
    return found, path


@cases(0, 1, 3, staged="refused AG053 AG052 AG024")
def the_path_itself(n):
    found = []

    def go(i, path):
        if i == n:
            found.append(path)
            return
        path.append(i)
        go(i + 1, path)

    go(0, [])
    return found


@cases(0, 1, 3, staged="refused AG052 AG053 AG024")
def the_path_itself_changed(n):
    found = []
    path = []

    def go(i):
        found.append(path)
        if i < n:
            path.append(i)
            go(i + 1)

    go(0)
    path.append(7)
    return found


@cases(0, 1, 3, staged="refused AG052")
def in_a_tuple(n):
    found = []

    def go(i, state):
        path, total = state
        if i == n:
            found.append(path[:])
            return
        path.append(i)
        go(i + 1, (path, total + i))
        path.pop()

    go(0, ([], 0))
    return found


@cases(1, 20, jax="refused")
def found_changed_afterwards(n):
    found = []

    def go(i, path):
        if i == n:
            found.append(path[:])
            return
        path.append(i)
        go(i + 1, path)
        path.pop()

    go(0, [])
    for path in found:
        path.append(100)
    found[0].append(n)
    return found


@cases(1, 20, jax="refused")
def made_in_each_call(n):
    found = []

    def go(i):
        mine = []
        if i % 2:
            mine.append(i)
        if i < n:
            go(i + 1)
            mine.append(-i)
        found.append(mine)

    go(0)
    return found


@cases(1, 3, jax="refused")
def with_a_result(n):
    found = []

    def go(i, path):
        if i == n:
            found.append(path[:])
            return 1
        path.append(i)
        count = go(i + 1, path)
        path.pop()
        return count + go(i + 1, path)

    return go(0, []), found


@cases((2, 2), (0, 2), (3, 0), jax="refused")
def first_path_returned(start, goal):
    queue = [[start]]
    while queue:
        path = queue.pop()
        if path[-1] == goal:
            return path
        for following in range(3):
            if following > path[-1]:
                queue.append(path + [following])
    return None


@cases((2, 2), (0, 2), jax="refused")
def first_path_kept(start, goal):
    queue = [[start]]
    found = None
    while queue:
        path = queue.pop()
        if path[-1] == goal:
            found = path
            break
        queue.append(path + [path[-1] + 1])
    return found, len(found), found[0]


@cases((0, 4), (2, 2), (3, 0), jax="refused")
def shortest_path(start, goal):
    edges = {0: [1, 2], 1: [3], 2: [3, 4], 3: [4], 4: []}
    queue = deque([[start]])
    seen = {start}
    while queue:
        path = queue.popleft()
        node = path[-1]
        if node == goal:
            return path
        for following in edges[node]:
            if following not in seen:
                seen.add(following)
                queue.append(path + [following])
    return None


@cases(0, 1, 6, 13, jax="refused")
def binary_runs(n):
    runs = []
    last = None
    while n:
        n, bit = divmod(n, 2)
        if bit == last:
            runs[-1][1] += 1
        else:
            runs.append([bit, 1])
            last = bit
    return runs


@cases((3, 6), (9, 12), (16, 20), jax="refused")
def merged_intervals(low, high):
    spans = sorted([(1, 4), (8, 10), (low, high), (15, 18)])
    merged = [list(spans[0])]
    for a, b in spans[1:]:
        if a <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], b)
        else:
            merged.append([a, b])
    return merged, sum(b - a for a, b in merged)


@cases(0, 1, 6, 13, jax="refused")
def groups_of_three(n):
    groups = []
    for i in range(n):
        if groups and len(groups[-1]) < 3:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


@cases((0, 4), (2, 2), (4, 0), jax="refused")
def shortest_path_of_edges(start, goal):
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 3), (1, 4)]
    neighbours = defaultdict(list)
    for u, v in edges:
        neighbours[u].append(v)
        neighbours[v].append(u)
    queue = deque([[start]])
    seen = {start}
    while queue:
        path = queue.popleft()
        node = path[-1]
        if node == goal:
            return path
        for following in neighbours[node]:
            if following not in seen:
                seen.add(following)
                queue.append(path + [following])
    return None


@cases(1, 3, jax="refused")
def groups_that_grow_while_looped_over(n):
    groups = [[i] for i in range(n)]
    for group in groups:
        for x in group:
            if x < n and len(groups[-1]) < 5:
                groups[-1].append(x + 1)
    return groups


@cases(0, 2, 5)
def filtered_rows(n):
    rows = [[j for j in range(i) if j % 2] for i in range(n)]
    return len(rows), sum(map(len, rows)), rows


@cases(1, 2, 5)
def edges_from_a_table_of_rows(n):
    near = {i: [j for j in range(n) if j != i and (i + j) % 5 == 1] for i in range(n)}
    edges = 0
    for u in near:
        for v in near[u]:
            edges += u < v
    return edges, len(near)


@cases(2, 5, 8)
def bridges(n):
    near = {i: [j for j in range(n) if j != i and (i + j) % 5 == 1] for i in range(n)}
    order, low = {}, {}
    found = 0

    def explore(u, parent):
        nonlocal found
        order[u] = low[u] = len(order)
        for v in near[u]:
            if v == parent:
                continue
            if v not in order:
                explore(v, u)
                found += low[v] > order[u]
                low[u] = min(low[u], low[v])
            else:
                low[u] = min(low[u], order[v])

    explore(0, -1)
    return found, len(order)


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), ([1, 2, 3], 3))
def rows_turned_now_and_then(keys, n):
    out = []
    flip = False
    while n > 0:
        row = keys[:n]
        out.append(row[::-1] if flip else row)
        flip = not flip
        n -= 1
    return out, sum(map(len, out)), [sum(row) for row in out]


class Leaf:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None


def grown(keys):
    root = Leaf(keys[0])
    for key in keys[1:]:
        at, parent = root, None
        while at is not None:
            parent = at
            at = at.left if key < at.key else at.right
        if key < parent.key:
            parent.left = Leaf(key)
        else:
            parent.right = Leaf(key)
    return root


@cases([8, 3, 10], [1, 2, 3], [2, 1, 3])
def levels_from_left_and_right(keys):
    level, out, flip = [grown(keys)], [], False
    while level:
        found = [leaf.key for leaf in level]
        out.append(found[::-1] if flip else found)
        flip = not flip
        level = [child for leaf in level for child in (leaf.left, leaf.right) if child]
    return out


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), staged="refused AG024")
def row_that_was_chosen_is_changed(keys, n):
    out = []
    for i in range(n):
        row = keys[:n]
        out.append(row[::-1] if i % 2 else row)
        row.append(7)
    return out


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), staged="refused AG024")
def rows_are_changed_before_one_is_chosen(keys, n):
    out = []
    for i in range(n):
        if out:
            out[-1].append(n)
        row = keys[:n]
        out.append(row[::-1] if i % 2 else row)
    return out


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), staged="refused AG024")
def rows_are_changed_after_one_is_chosen(keys, n):
    out = []
    for i in range(n):
        row = keys[:n]
        out.append(row[::-1] if i % 2 else row)
    for row in out:
        row.append(1)
    return out


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), staged="refused AG032")
def lists_are_chosen_again(keys, n):
    out = []
    one, other = keys[:n], keys[1:n]
    for i in range(n):
        out.append(one if i % 2 else other)
    return out, one


@cases(([8, 3, 10], 2), ([1, 2, 3], 0), staged="refused AG024")
def row_that_was_chosen_is_compared(keys, n):
    out, same = [], 0
    for i in range(n):
        row = keys[:n]
        out.append(row[::-1] if i % 2 else row)
        same += out[-1] is row
    return out, same
