"""Recursion on tensors that an index or a list of Python's ends: subsets, knapsacks, paths."""

# ruff: noqa: RUF005  as people write it

from tests.autograph.effects.outcomes import cases


@cases(5, 8, 100, jax="refused")
def subset_tuples(target):
    nums = [3, 1, 4]
    found = []

    def go(i, left, chosen):
        if left == 0:
            found.append(tuple(chosen))
            return
        if i == len(nums) or left < 0:
            return
        chosen.append(nums[i])
        go(i + 1, left - nums[i], chosen)
        chosen.pop()
        go(i + 1, left, chosen)

    go(0, target, [])
    return found


@cases(5, 8, 3, jax="refused")
def subset_paths(target):
    nums = [3, 1, 4]
    found = []

    def go(i, left, path):
        if left == 0:
            found.append(path)
            return
        if i == len(nums) or left < 0:
            return
        go(i + 1, left - nums[i], path + [nums[i]])
        go(i + 1, left, path)

    go(0, target, [])
    return found


@cases(5, 8, 3, jax="refused")
def rest_of_the_items(target):
    found = []

    def go(items, left, path):
        if left == 0:
            found.append(path)
            return
        if not items:
            return
        go(items[1:], left - items[0], path + [items[0]])
        go(items[1:], left, path)

    go([3, 1, 4], target, [])
    return found


@cases(5, 8, 3, staged="refused AG052")
def downwards(target):
    nums = (3, 1, 4)

    def count(k, left):
        if left == 0:
            return [[]]
        if k == 0 or left < 0:
            return []
        with_it = [s + [nums[k - 1]] for s in count(k - 1, left - nums[k - 1])]
        return with_it + count(k - 1, left)

    return count(len(nums), target)


@cases(5, 8, 3, jax="refused")
def named_choices(target):
    found = []
    items = {"a": 3, "b": 1, "c": 4}

    def go(names, left, chosen):
        if left == 0:
            found.append(chosen)
            return
        if not names or left < 0:
            return
        first = names[0]
        go(names[1:], left - items[first], chosen + first)
        go(names[1:], left, chosen)

    go(list(items), target, "")
    return found


@cases(2, 8, 100, jax="refused")
def knapsack(room):
    items = [(3, 4), (4, 5), (2, 3)]

    def best(i, room):
        if i == len(items):
            return 0, []
        value, names = best(i + 1, room)
        w, v = items[i]
        if w <= room:
            other, more = best(i + 1, room - w)
            if other + v > value:
                return other + v, [i] + more
        return value, names

    return best(0, room)


class Item:
    def __init__(self, weight):
        self.weight = weight


@cases(5, 8, 3, jax="refused")
def of_objects(target):
    items = [Item(3), Item(1), Item(4)]
    found = []

    def go(i, left, total):
        if left == 0:
            found.append((i, total))
            return
        if i == len(items) or left < 0:
            return
        go(i + 1, left - items[i].weight, total * 10 + i)
        go(i + 1, left, total)

    go(0, target, 1)
    return found


@cases(0, 2, 9, jax="refused")
def grid_paths(blocked):
    paths = []

    def walk(r, c, path):
        if r * 3 + c == blocked:
            return
        if r == 1 and c == 2:
            paths.append(path)
            return
        if r < 1:
            walk(r + 1, c, path + "D")
        if c < 2:
            walk(r, c + 1, path + "R")

    walk(0, 0, "")
    return paths


@cases(1, 5, staged="refused AG021 AG022")
def unbounded_number(n):
    seen = []

    def go(depth, k, path):
        seen.append(path)
        if k <= 0:
            return depth
        return go(depth + 1, k - 1, path + (k,))

    return go(0, n, ()), seen
