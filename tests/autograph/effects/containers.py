"""Contents of containers that a staged statement changes: list, set, deque, Counter, defaultdict, bytearray."""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict, defaultdict, deque

from tests.autograph.effects.outcomes import cases


@cases(0, 3, staged="refused")
def set_add_in_one(n):
    s = set()
    if n > 2:
        s.add(1)
    return len(s)


@cases(0, 3)
def set_add_in_both(n):
    s = {0}
    r = 0
    if n > 2:
        s.add(1)
        r = n
    else:
        s.add(1)
    return len(s), r


@cases(0, 3, staged="refused")
def set_discard_in_one(n):
    s = {1, 2, 3}
    if n > 2:
        s.discard(2)
    return sorted(s)


@cases(0, 3, staged="refused")
def set_union_in_place_in_one(n):
    s = {1}
    if n > 2:
        s |= {2, 3}
    return len(s)


@cases(0, 3, staged="refused")
def set_of_seen_numbers(n):
    seen = set()
    repeats = 0
    for i in range(n):
        if i % 2 in seen:
            repeats += 1
        seen.add(i % 2)
    return repeats


@cases(0, 3)
def deque_popleft_in_one(n):
    q = deque([1, 2, 3])
    if n > 2:
        q.popleft()
    return len(q)


@cases(0, 3)
def deque_rotated_by_hand_in_one(n):
    q = deque([1, 2, 3])
    if n > 2:
        q.append(q.popleft())
    return list(q)


@cases(0, 3)
def deque_window_of_fixed_length(n):
    window = deque([0, 0, 0], maxlen=3)
    for i in range(n):
        window.append(i)
    return list(window)


@cases(0, 3)
def deque_work_list(n):
    q = deque([n])
    steps = 0
    while q:
        k = q.popleft()
        steps += 1
        if k > 0:
            q.append(k - 1)
    return steps


@cases(0, 3)
def counter_with_the_key_in_one(n):
    c = Counter(a=1)
    if n > 2:
        c["a"] += 1
    return c["a"]


@cases(0, 3, staged="refused")
def counter_without_the_key_in_one(n):
    c = Counter()
    if n > 2:
        c["a"] += 1
    return c["a"]


@cases(0, 3)
def counter_in_a_loop(n):
    c = Counter(odd=0, even=0)
    for i in range(n):
        c["odd" if False else "even"] += i
        c["odd"] += 1
    return c["odd"], c["even"]


@cases(0, 3, staged="refused")
def counter_update_in_one(n):
    c = Counter("ab")
    if n > 2:
        c.update("aac")
    return c["a"], len(c)


@cases(0, 3, staged="refused")
def defaultdict_in_one(n):
    d = defaultdict(int)
    if n > 2:
        d["x"] += 1
    return len(d)


@cases(0, 3)
def defaultdict_in_both(n):
    d = defaultdict(int)
    if n > 2:
        d["x"] += n
    else:
        d["x"] -= 1
    return d["x"]


@cases(0, 3, staged="refused")
def defaultdict_of_lists_in_one(n):
    groups = defaultdict(list)
    groups["a"].append(1)
    if n > 2:
        groups["a"].append(2)
    return len(groups["a"])


@cases(0, 3, staged="refused")
def defaultdict_reading_makes_a_key(n):
    d = defaultdict(int)
    r = 0
    if n > 2:
        r = d["x"] + 1
    return r, len(d)


@cases(0, 3, staged="refused")
def bytearray_item_in_one(n):
    b = bytearray(3)
    if n > 2:
        b[0] = 7
    return b[0]


@cases(0, 3, staged="refused")
def bytearray_extended_in_one(n):
    b = bytearray(b"ab")
    if n > 2:
        b.extend(b"c")
    return len(b)


@cases(0, 3, staged="refused")
def array_module_item_in_one(n):
    a = array("i", [1, 2])
    if n > 2:
        a[0] = 9
    return a[0]


@cases(0, 3)
def list_extend_in_both(n):
    xs = [n]
    if n > 2:
        xs.extend([1, 2])
    else:
        xs += [3, 4]
    return xs


@cases(0, 3)
def list_extend_in_one(n):
    xs = [0]
    if n > 2:
        xs.extend([1, 2])
    return len(xs)


@cases(0, 3)
def list_plus_assign_in_one(n):
    xs = [0]
    if n > 2:
        xs += [1]
    return len(xs)


@cases(0, 3)
def list_reverse_in_one(n):
    xs = [1, 2, 3]
    if n > 2:
        xs.reverse()
    return xs


@cases(0, 3)
def list_sort_in_one(n):
    xs = [3, 1, 2]
    if n > 2:
        xs.sort()
    return xs


@cases(0, 3)
def list_insert_in_one(n):
    xs = [1, 2]
    if n > 2:
        xs.insert(0, 9)
    return xs[0]


@cases(0, 3)
def list_pop_in_one(n):
    xs = [1, 2, 3]
    last = 0
    if n > 2:
        last = xs.pop()
    return last, len(xs)


@cases(0, 3)
def list_pop_in_both(n):
    xs = [1, 2, 3]
    if n > 2:
        r = xs.pop()
    else:
        r = xs.pop(0)
    return r, xs


@cases(0, 3)
def list_clear_in_one(n):
    xs = [1, 2]
    if n > 2:
        xs.clear()
    return len(xs)


@cases(0, 3)
def list_remove_in_one(n):
    xs = [1, 2, 3]
    if n > 2:
        xs.remove(2)
    return sum(xs)


@cases(0, 3)
def list_del_item_in_one(n):
    xs = [1, 2, 3]
    if n > 2:
        del xs[0]
    return xs[0]


@cases(0, 3)
def list_rotated_in_a_loop(n):
    xs = [1, 2, 3]
    while n > 0:
        xs.append(xs.pop(0))
        n -= 1
    return xs


@cases(0, 3)
def stack_in_a_loop(n):
    stack = []
    for i in range(n):
        if i % 2 == 0:
            stack.append(i)
        else:
            stack.pop()
    return len(stack)


@cases(0, 3, staged="refused")
def dict_pop_in_one(n):
    d = {"a": 1, "b": 2}
    r = 0
    if n > 2:
        r = d.pop("a")
    return r, len(d)


@cases(0, 3)
def dict_update_in_one(n):
    d = {"a": 1, "b": 2}
    if n > 2:
        d.update(a=5, b=n)
    return d["a"] + d["b"]


@cases(0, 3, staged="refused")
def dict_setdefault_in_one(n):
    d = {}
    if n > 2:
        d.setdefault("a", 3)
    return d.get("a", 0)


@cases(0, 3, staged="refused")
def dict_clear_in_one(n):
    d = {"a": 1}
    if n > 2:
        d.clear()
    return len(d)


@cases(0, 3)
def dict_setdefault_of_a_present_key(n):
    d = {"a": 1}
    if n > 2:
        d["a"] = d.setdefault("a", 5) + n
    return d["a"]


@cases(0, 3, staged="refused")
def ordered_dict_moved_in_one(n):
    d = OrderedDict(a=1, b=2)
    if n > 2:
        d.move_to_end("a")
    return next(iter(d.values()))


@cases(0, 3)
def dict_of_lists_item(n):
    d = {"a": [1, 2], "b": [3, 4]}
    if n > 2:
        d["a"][0] += n
    else:
        d["b"][1] = 0
    return d["a"], d["b"]


@cases(0, 3)
def list_of_dicts_in_a_loop(n):
    rows = [{"v": 1}, {"v": 2}]
    for _ in range(n):
        for row in rows:
            row["v"] *= 2
    return [row["v"] for row in rows]


@cases(0, 3)
def copy_is_not_the_original(n):
    xs = [1, 2]
    ys = list(xs)
    if n > 2:
        ys[0] = n
    return xs, ys


@cases(0, 3)
def dict_copy_is_not_the_original(n):
    d = {"a": 1}
    e = dict(d)
    for i in range(n):
        e["a"] += i
    return d["a"], e["a"]


@cases(0, 3)
def membership_of_a_python_set(n):
    allowed = {1, 3, 5}
    hits = 0
    for i in (1, 2, 3):
        if i in allowed:
            if n > i:
                hits += 1
    return hits


@cases(0, 3)
def heap_as_a_list_in_a_loop(n):
    pending = [3, 1, 2]
    done = 0
    while pending and n > 0:
        done += pending.pop()
        n -= 1
    return done


@cases(1, 3, staged="refused")
def counter_gains_a_key_in_a_loop(n):
    c = Counter()
    while n > 0:
        c["v"] += 1
        n -= 1
    return c["v"]


@cases(1, 3, staged="refused")
def defaultdict_gains_a_key_in_a_loop(n):
    d = defaultdict(int)
    for i in range(n):
        d["v"] += i
    return d["v"]


@cases(0, 5, staged="refused AG024")
def keys_are_added_in_another_order(n):
    d = {}
    if n > 3:
        d["a"] = 1
        d["b"] = 2
    else:
        d["b"] = 2
        d["a"] = 1
    return list(d.values())


@cases(0, 5, staged="refused AG011")
def dicts_of_another_order(n):
    d = {"a": 1, "b": 2} if n > 3 else {"b": n, "a": 1}
    return list(d.values())


@cases(0, 2, 5, staged="refused AG032")
def items_are_counted_under_staged_keys(n):
    seen = {}
    for x in [1, n, 2, n, 9]:
        seen[x] = seen.get(x, 0) + 1
    return max(seen.values())


@cases(0, -4, 4, -5)
def an_index_that_is_not_there(n):
    xs = [7, 3, 0, 8]
    return xs[n]


@cases(0, -4, 4, -5)
def a_store_to_an_index_that_is_not_there(n):
    xs = [7, 3, 0, 8]
    xs[n] = 50
    return xs


@cases(0, 1, 7, runtime="refused AG032")
def a_key_that_is_not_there(n):
    d = {0: 10, 1: 11, 2: 12}
    return d[n]


@cases(0, 1, 3, jax="refused AG022")
def a_list_is_repeated(n):
    table = [0] * (n + 1)
    table[0] = 1
    for i in range(1, n + 1):
        table[i] = table[i - 1] * 2 + 1
    return table[n], sum(table), n * [1, 2]
