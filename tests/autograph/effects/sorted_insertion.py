"""Insertion into a list that is kept sorted, and deletion from it, while a loop goes over it."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3, 4, 6)
def before_the_first_larger(n):
    xs = [1, 3, 5]
    for i, y in enumerate(xs):
        if y > n:
            xs.insert(i, n)
            break
    return xs


@cases(0, 1, 2, 3, 4, 6)
def or_at_the_end(n):
    xs = [1, 3, 5]
    for i, y in enumerate(xs):
        if y > n:
            xs.insert(i, n)
            break
    else:
        xs.append(n)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def several(n):
    xs = []
    for v in [3, n, 2, 5]:
        for i, y in enumerate(xs):
            if y > v:
                xs.insert(i, v)
                break
        else:
            xs.append(v)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def staged_number_of_them(n):
    xs = []
    for v in range(n):
        w = (v * 7) % 5
        for i, y in enumerate(xs):
            if y > w:
                xs.insert(i, w)
                break
        else:
            xs.append(w)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def by_a_method(n):
    class Q:
        def __init__(self):
            self.items = [1, 3, 5]

        def push(self, v):
            for i, y in enumerate(self.items):
                if y > v:
                    self.items.insert(i, v)
                    return
            self.items.append(v)

    q = Q()
    q.push(n)
    q.push(n - 1)
    return q.items


@cases(0, 1, 2, 3, 4, 6)
def of_pairs(n):
    xs = [[1, 2], [3, 4], [5, 0]]
    for i, (k, v) in enumerate(xs):
        if k > n:
            xs.insert(i, [n, 9])
            break
    else:
        xs.append([n, 9])
    return xs


@cases(0, 1, 2, 3, 4, 6)
def by_position(n):
    xs = [1, 3, 5]
    for i in range(len(xs)):
        if xs[i] > n:
            xs.insert(i, n)
            break
    else:
        xs.append(n)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def deleted(n):
    xs = [1, 3, 3, 5]
    for i, y in enumerate(xs):
        if y == n:
            del xs[i]
            break
    return xs


@cases(0, 1, 2, 3, 4, 6)
def removed_while_looped_over(n):
    xs = [1, 3, 3, 5]
    for x in xs:
        if x == n:
            xs.remove(x)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def of_a_list_with_two_names(n):
    xs = [1, 3, 5]
    ys = xs
    for i, y in enumerate(xs):
        if y > n:
            ys.insert(i, n)
            break
    return xs, ys is xs, len(ys)


@cases(0, 1, 2, 3, 4, 6)
def goes_on_after_it(n):
    xs, seen = [1, 3, 5], []
    done = False
    for i, y in enumerate(xs):
        seen.append(y)
        if y > n and not done:
            xs.insert(i, n)
            done = True
    return xs, seen


@cases(0, 1, 2, 3, 4, 6)
def of_the_values_of_a_dict(n):
    groups = {"a": [1, 4], "b": [2]}
    for key in groups:
        for i, y in enumerate(groups[key]):
            if y > n:
                groups[key].insert(i, n)
                break
        else:
            groups[key].append(n)
    return groups


@cases(0, 1, 2, 3, 4, 6)
def by_a_function(n):
    def put(xs, v):
        for i, y in enumerate(xs):
            if y >= v:
                if y != v:
                    xs.insert(i, v)
                return i
        xs.append(v)
        return len(xs) - 1

    xs = [2, 4]
    return [put(xs, n), put(xs, 3), put(xs, n)], xs


@cases(0, 1, 2, 3, 4, 6)
def in_a_try(n):
    xs = [1, 3, 5]
    try:
        for i, y in enumerate(xs):
            if y > n:
                xs.insert(i, 6 // n)
                break
        else:
            xs.append(xs.index(n))
    except ZeroDivisionError:
        xs.append(-1)
    except ValueError:
        xs.append(-2)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def with_a_key(n):
    xs = [(1, "a"), (3, "b"), (5, "c")]
    for i, (y, _) in enumerate(xs):
        if y > n:
            xs.insert(i, (n, "new"))
            break
    else:
        xs.append((n, "last"))
    return xs, "".join(name for _, name in xs)


@cases(0, 1, 2, 3, 4, 6)
def in_reverse(n):
    xs = [1, 3, 5]
    for i, y in reversed(list(enumerate(xs))):
        if y <= n:
            xs.insert(i + 1, n)
            break
    else:
        xs.insert(0, n)
    return xs


@cases(0, 1, 2, 3, 4, 6)
def beside_another(n):
    keys, values = [1, 3, 5], [10, 30, 50]
    for i, (k, v) in enumerate(zip(keys, values)):
        if k > n:
            keys.insert(i, n)
            values.insert(i, v - 1)
            break
    return keys, values
