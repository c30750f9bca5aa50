"""Lists that an iterator goes over, and that become longer or shorter meanwhile."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 4, 9)
def insert_sorted(x):
    items = [1, 3, 5, 7]
    for i, item in enumerate(items):
        if x < item:
            items.insert(i, x)
            break
    else:
        items.append(x)
    return items


@cases(0, 4, 9)
def insert_and_return(x):
    items = [1, 3, 5, 7]
    for i, item in enumerate(items):
        if x < item:
            items.insert(i, x)
            return i, items
    items.append(x)
    return -1, items


@cases(0, 3, 9)
def delete_at(x):
    items = [1, 3, 5, 7]
    for i, item in enumerate(items):
        if x == item:
            del items[i]
            break
    return items


@cases(0, 3, 9)
def delete_and_go_on(x):
    items = [1, 3, 3, 5, 7]
    seen = []
    for i, item in enumerate(items):
        seen.append((i, item))
        if x == item:
            del items[i]
    return items, seen


@cases(0, 3, 9)
def append_and_go_on(x):
    items = [1, 3, 5]
    seen = 0
    for i, item in enumerate(items):
        seen += i * item
        if item < x and len(items) < 8:
            items.append(item + 2)
    return items, seen


@cases(0, 3, 9)
def from_one(x):
    items = [1, 3, 5, 7]
    for i, item in enumerate(items, 1):
        if x <= item:
            items.insert(i, x)
            break
    return items


@cases(0, 3, 9)
def by_start(x):
    items = [1, 3, 5, 7]
    for i, item in enumerate(items, start=x):
        if i == 3:
            items.pop()
            break
    return items


@cases(0, 3, 9)
def zipped(x):
    names, ages = ["a", "b", "c"], [3, 5, 9]
    for name, age in zip(names, ages):
        if age == x:
            names.remove(name)
            ages.remove(age)
            break
    return names, ages


@cases(0, 3, 9)
def zipped_and_goes_on(x):
    a, b = [1, 2, 3], [3, 5, 9]
    seen = []
    for p, q in zip(a, b):
        seen.append(p + q)
        if q == x:
            a.append(x)
            b.append(p)
        if len(a) > 5:
            break
    return a, b, seen


@cases(0, 3, 9)
def zipped_one_grows(x):
    a, b = [1, 2], [3, 5, 9, 11]
    seen = []
    for p, q in zip(a, b):
        seen.append(p + q)
        if q > x:
            a.append(q)
    return a, b, seen


@cases(0, 3, 7)
def backwards(x):
    items = [1, 3, 5, 7]
    for item in reversed(items):
        if item == x:
            items.remove(item)
            break
    return items


@cases(0, 3, 7)
def backwards_and_goes_on(x):
    items = [1, 3, 5, 3, 7]
    seen = []
    for item in reversed(items):
        seen.append(item)
        if item == x:
            items.remove(item)
    return items, seen


@cases(0, 3, 7)
def backwards_and_clears(x):
    items = [1, 3, 5, 3, 7]
    seen = []
    for item in reversed(items):
        seen.append(item)
        if item == x:
            items.clear()
    return items, seen


@cases(0, 3, 7)
def backwards_and_appends(x):
    items = [1, 3, 5, 3, 7]
    seen = []
    for item in reversed(items):
        seen.append(item)
        if item == x:
            items.append(10)
    return items, seen


@cases(0, 3, 7)
def enumerated_backwards(x):
    items = [1, 3, 5, 3, 7]
    for i, item in reversed(list(enumerate(items))):
        if item == x:
            del items[i]
    return items


@cases(0, 3, 7)
def enumerated_reversed(x):
    items = [1, 3, 5, 3, 7]
    seen = []
    for i, item in enumerate(reversed(items)):
        seen.append(i)
        if item == x:
            items.remove(item)
    return items, seen


@cases(0, 3, 7)
def enumerated_zip(x):
    a, b = [1, 3, 5], [3, 5, 9]
    for i, (p, q) in enumerate(zip(a, b)):
        if p == x:
            a.insert(i, q)
            break
        if q == x:
            b.pop(i)
            break
    return a, b


@cases(0, 3, 7)
def words(n):
    names = ["ann", "bo", "charlie"]
    for i, name in enumerate(names):
        if len(name) == n:
            names.insert(i, "new")
            break
    return names


@cases(0, 3, 7)
def pairs(n):
    pairs = [("a", 1), ("b", 3), ("c", 4)]
    for i, (name, size) in enumerate(pairs):
        if size >= n:
            pairs.insert(i, ("new", n))
            break
    else:
        pairs.append(("last", n))
    return pairs


class Queue:
    def __init__(self):
        self.items = [(1, "low"), (5, "high")]

    def push(self, level, name):
        for i, (other, _) in enumerate(self.items):
            if level < other:
                self.items.insert(i, (level, name))
                return i
        self.items.append((level, name))
        return len(self.items) - 1


@cases(0, 3, 7)
def priority_queue(n):
    queue = Queue()
    at = queue.push(n, "new")
    queue.push(4, "mid")
    queue.push(n + 1, "other")
    return at, queue.items


def _insert(items, x):
    for i, item in enumerate(items):
        if x < item:
            items.insert(i, x)
            return
    items.append(x)


@cases(0, 3, 7)
def called(n):
    items = []
    for x in (4, n, 2, n + 1):
        _insert(items, x)
    return items


@cases(0, 3, 7)
def in_a_staged_loop(n):
    items = [5]
    for x in range(n):
        for i, item in enumerate(items):
            if x * 3 % 7 < item:
                items.insert(i, x * 3 % 7)
                break
        else:
            items.append(x * 3 % 7)
    return items


@cases(0, 3, 7)
def another_name(n):
    xs = [1, 3, 5]
    ys = xs
    for i, x in enumerate(xs):
        if x >= n:
            ys.insert(i, n)
            break
    return xs, ys, xs is ys


@cases(0, 3, 7)
def bound_iterator(n):
    xs = [1, 3, 5]
    pairs = enumerate(xs)
    for i, x in pairs:
        if x >= n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7)
def bound_iterator_goes_on(n):
    xs = [1, 3, 5]
    pairs = enumerate(xs)
    for i, x in pairs:
        if x >= n:
            xs.insert(i, n)
            break
    return xs, list(pairs)


@cases(0, 3, 7)
def over_a_copy(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs[:]):
        if x == n:
            xs.remove(x)
    return xs


@cases(0, 3, 7)
def items_of_a_dict(n):
    groups = {"a": [1, 3], "b": [5, 7]}
    for name, xs in groups.items():
        for i, x in enumerate(xs):
            if x == n:
                xs.pop(i)
                break
    return groups


@cases(0, 3, 7)
def list_in_list(n):
    rows = [[1, 3], [5, 7]]
    for row in rows:
        for i, x in enumerate(row):
            if x == n:
                row.pop(i)
                break
    return rows


@cases(0, 3, 7, jax="refused AG022")
def rebound(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            xs = [*xs[:i], n, n, *xs[i:]]
            break
    return xs


@cases(0, 3, 7, jax="refused AG022")
def sliced_in(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            xs[i:i] = [n, n]
            break
    return xs


@cases(0, 3, 7)
def cuts_off(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            del xs[i:]
            break
    return xs


@cases(0, 3, 7)
def augmented(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            xs += [i]
            break
    return xs


@cases(0, 3, 7)
def by_range_len(n):
    xs = [1, 3, 5, 7]
    for i in range(len(xs)):
        if xs[i] == n:
            xs.pop(i)
            break
    return xs


@cases(0, 3, 7)
def by_range_len_goes_on(n):
    xs = [1, 3, 5, 3, 7]
    for i in range(len(xs) - 1, -1, -1):
        if xs[i] == n:
            xs.pop(i)
    return xs


@cases(0, 3, 7)
def directly_with_break(n):
    xs = [1, 3, 5, 7]
    for x in xs:
        if x == n:
            xs.remove(x)
            break
    return xs


@cases(0, 3, 7)
def directly_with_return(n):
    xs = [1, 3, 5, 7]
    for x in xs:
        if x == n:
            xs.remove(x)
            return xs, True
    return xs, False


@cases(0, 3, 7)
def raises_after_change(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            xs.pop(i)
            raise ValueError(len(xs))
    return xs


@cases(0, 3, 7)
def caught_after_change(n):
    xs = [1, 3, 5, 7]
    try:
        for i, x in enumerate(xs):
            if x == n:
                xs.pop(i)
                raise ValueError(len(xs))
    except ValueError as e:
        return xs, str(e)
    return xs, None


@cases(0, 3, 7)
def mapped(n):
    xs = [1, 3, 5, 7]
    for x in map(lambda v: v + 1, xs):
        if x == n + 1:
            xs.append(n)
            break
    return xs


@cases(0, 3, 7)
def filtered(n):
    xs = [1, 3, 5, 7]
    for x in filter(lambda v: v > 1, xs):
        if x == n:
            xs.append(n)
            break
    return xs


@cases(0, 3, 7)
def iterated(n):
    xs = [1, 3, 5, 7]
    for x in iter(xs):
        if x == n:
            xs.append(n)
            break
    return xs


@cases(0, 3, 7)
def by_generator(n):
    xs = [1, 3, 5, 7]

    def walk():
        for i, x in enumerate(xs):
            yield i, x + 0

    for i, x in walk():
        if x == n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 3, 7)
def in_a_branch(n):
    xs = [1, 3, 5, 7]
    if n > 1:
        for i, x in enumerate(xs):
            if x == n:
                xs.insert(i, n)
                break
        else:
            xs.append(n)
    return xs


@cases(0, 3, 7)
def twice(n):
    xs = [1, 3, 5, 7]
    for i, x in enumerate(xs):
        if x == n:
            xs.insert(i, n)
            break
    for i, x in enumerate(xs):
        if x > n:
            xs.insert(i, x - 1)
            break
    return xs


@cases(0, 3, 7)
def while_around(n):
    xs = [1, 3, 5, 7]
    changed = True
    while changed:
        changed = False
        for i, x in enumerate(xs):
            if x > n:
                xs.pop(i)
                changed = True
                break
    return xs


@cases(0, 3, 7)
def nested_loops_over_one(n):
    xs = [1, 3, 5, 7]
    for i, a in enumerate(xs):
        for j, b in enumerate(xs):
            if i < j and a + b == n + 1:
                xs.append(a * b)
                break
        if len(xs) > 4:
            break
    return xs


@cases(0, 3, 7)
def objects(n):
    class Item:
        def __init__(self, size):
            self.size = size

    items = [Item(1), Item(3), Item(5)]
    for i, item in enumerate(items):
        if item.size >= n:
            items.insert(i, Item(n))
            break
    return [item.size for item in items]


@cases(0, 3, 7)
def lists_in_list_inserted(n):
    rows = [[1, 2], [3, 4], [5, 6]]
    for i, row in enumerate(rows):
        if row[0] >= n:
            rows.insert(i, [n, 0])
            break
    return rows


class Item:
    def __init__(self, size):
        self.size = size


@cases(0, 3, 7)
def objects_insert(n):
    items = [Item(1), Item(3), Item(5)]
    if n > 2:
        items.insert(1, Item(n))
    return [item.size for item in items]


@cases(0, 3, 7)
def objects_append(n):
    items = [Item(1), Item(3), Item(5)]
    if n > 2:
        items.append(Item(n))
    return [item.size for item in items]


@cases(0, 3, 7)
def objects_pop(n):
    items = [Item(1), Item(3), Item(5)]
    if n > 2:
        items.pop(1)
    return [item.size for item in items]


@cases(0, 3, 7)
def objects_loop_remove(n):
    items = [Item(1), Item(3), Item(5)]
    for item in items:
        if item.size == n:
            items.remove(item)
            break
    return [item.size for item in items]


@cases(0, 3, 7)
def objects_loop_pop(n):
    items = [Item(1), Item(3), Item(5)]
    for i, item in enumerate(items):
        if item.size == n:
            items.pop(i)
            break
    return [item.size for item in items]
