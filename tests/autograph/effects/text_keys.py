"""Texts of tensors as keys of dicts and elements of sets: two are one key where they say the same."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from tests.autograph.effects.outcomes import cases


def word(i):
    if i % 3 == 0:
        return "fizz"
    return str(i)


@cases(0, 3, 10)
def counted(n):
    t = Counter(word(i) for i in range(1, n + 1))
    return t["fizz"]


@cases(0, 3, 10)
def counted_digits_or_not(n):
    t = Counter("number" if word(i).isdigit() else word(i) for i in range(1, n + 1))
    return t["fizz"]


@cases(0, 3, 10)
def one_of_a_word_and_a_number(n):
    t = {}
    for i in range(1, n + 1):
        k = "number" if word(i).isdigit() else word(i)
        t[k] = t.get(k, 0) + 1
    return t.get("fizz", 0)


@cases(0, 3, 10)
def stored_and_looked_up(n):
    d = {}
    d[word(n)] = 1
    return d.get("fizz", 0), "fizz" in d


@cases(0, 3, 10)
def counter_of_one(n):
    d = Counter([word(n)])
    return d["fizz"], "fizz" in d


@cases(0, 3, 10)
def counter_added_to(n):
    d = Counter()
    d[word(n)] += 1
    return d["fizz"], "fizz" in d


@cases(0, 3, 10)
def set_of_words(n):
    s = {word(i) for i in range(n)}
    return "fizz" in s, "2" in s


@cases(0, 3, 10)
def of_a_number(n):
    d = {}
    d[str(n)] = 1
    return d.get("3", 0), "10" in d


@cases(0, 3, 10)
def found_by_itself(n):
    w = "fizz" if n % 3 == 0 else str(n)
    d = {}
    d[w] = 1
    return d[w], w in d


@cases(0, 3, 10)
def numbered_keys(n):
    t = {}
    for i in range(n):
        t[f"k{i % 3}"] = i
    return t.get("k2", -1), "k0" in t


@cases(0, 3, 10)
def two_numbers(n):
    t = {}
    for i in range(n):
        t[f"{i % 3}-{i % 2}"] = i
    return t.get("2-0", -1), "0-1" in t, f"{n % 3}-0" in t


@cases(0, 3)
def beside_a_constant(n):
    t = {"a": 1}
    t[f"k{n}"] = 2
    return t["a"], t.get("k3", 0), len(t)


@cases(0, 3, 10)
def added_to_a_set(n):
    s = set()
    for i in range(n):
        s.add(str(i * i % 7))
    return "2" in s, "5" in s, len(s)


@cases(0, 3, 10)
def sets_of_texts(n):
    s = {f"{i}" for i in range(n)}
    return s & {"1", "2"} == {"1", "2"}, "1" in s


@cases(0, 3, 10)
def in_tuples(n):
    t = {}
    for i in range(n):
        t[str(i), i % 2] = i
    return t.get(("2", 0), -1), ("1", 0) in t


@cases(0, 3, 10)
def counted_and_copied(n):
    t = {}
    for i in range(n):
        k = str(i % 4)
        t[k] = t.get(k, 0) + 1
    u = {}
    for k, v in t.items():
        u[k] = v * 2
    return u.get("1", 0), sum(u.values()), max(t.values(), default=0)


@cases(0, 3, 10)
def of_other_formats(n):
    t = {str(i): i for i in range(n)}
    w = "2" if n > 2 else "1"
    return t.get(w, -1), t.get(str(n - 1), -1), t.get(f"{n - 1}", -1)


@cases(10, staged="refused")
def of_a_fraction(n):
    t = {str(i): i for i in range(n)}
    return t.get(str(n / 2), -1), t.get(str(float(1)), -1)


@cases(0, 3, 10)
def popped(n):
    t = {str(i): i for i in range(n)}
    return t.pop("2", None) is None, len(t)


@cases(0, 3, 25)
def groups(n):
    g = {}
    for i in range(n):
        g.setdefault(f"g{i % 4}", []).append(i)
    return sum(g.get("g1", [])), len(g), len(g.get(f"g{n % 5}", []))


@cases(0, 12)
def that_may_say_the_same(n):
    s = set()
    for i in range(n):
        s.add(f"{i}{i * i}")
        s.add(f"{i * 10}{i}")
    return len(s)


@cases(0, 12, 25)
def hexadecimal(n):
    s = {f"{i % 16:x}": i for i in range(n)}
    return len(s), s.get("a", -1), s.get("3", -1)


@cases(0, 3, 10)
def padded(n):
    s = {f"{i:03d}": i for i in range(n)}
    return s.get("007", -1), s.get("7", -1), s.get(f"{n - 1:03d}", -1)


@cases(0, 3, 10)
def of_bools(n):
    c = Counter(str(i % 2 == 0) for i in range(n))
    return c["True"], c["False"]


@cases(0, 3, 10)
def seen_before(n):
    seen = set()
    x = n
    steps = 0
    while str(x) not in seen and steps < 50:
        seen.add(str(x))
        x = (x * 3 + 1) % 17
        steps += 1
    return steps, len(seen)


@cases(0, 3)
def dicts_compared(n):
    a = {str(i): i for i in range(n)}
    b = {f"{i}": i for i in range(n)}
    return a == b, "3" in a, sorted(a)[:1] == ["0"]


@cases(0, 3, 10)
def with_signs_between(n):
    a = {}
    for i in range(n):
        a[f"{5 - i}-{i - 5}"] = i
    return a.get("5--5", -1), a.get("-1-1", -1), a.get("1--1", -1)


@cases(0, 3, 10)
def memo(n):
    memo = {}

    def f(k):
        key = f"f{k}"
        if key in memo:
            return memo[key]
        v = k * k + 1
        memo[key] = v
        return v

    t = 0
    for i in range(n):
        t += f(i % 5)
    return t, len(memo)


@cases(0, 3, 10)
def operators_of_sets(n):
    a = {str(i) for i in range(n)}
    b = {str(i * 2) for i in range(n)}
    return len(a & b), len(a - b), len(a | b), a <= b


@cases(0, 3, 10)
def with_constants_in_tuples(n):
    a = {}
    for i in range(n):
        a[(str(i % 3), "x" if i % 2 else "y")] = i
    return a.get(("1", "x"), -1), a.get(("0", "y"), -1), len(a)


@cases(0, 3, 10)
def two_numbers_added(n):
    g = defaultdict(int)
    for i in range(n):
        g[f"{i % 2}{i % 3}"] += i
    return g["10"], g["01"], len(g)


@cases(0, 3)
def that_may_say_the_same_in_loops(n):
    g = {}
    for i in range(n):
        for j in range(3):
            g[f"{i}{j}"] = i * 100 + j
    return len(g), g.get("11", -1), g.get("110", -1), g.get("1", -1)


@cases(0, 3, 10)
def words_and_numbers(n):
    c = Counter()
    for i in range(n):
        c["even" if i % 2 == 0 else "odd"] += 1
        c[str(i % 3)] += 1
    return c["even"], c["1"], len(c)


@cases(0, 3, 10)
def updated_with_constants(n):
    a = {str(i): i for i in range(n)}
    a.update({"1": 100})
    a.pop("2", None)
    return sum(a.values()), len(a), list(a.values())[-1:] == [n - 1]


@cases(0, 3)
def written_out_beside_a_constant(n):
    t = {f"k{n}": 1, "a": 2}
    return t["a"], t.get("k3", 0), len(t)


@cases(0, 3, 10)
def two_ways_to_say_it(n):
    s = {str(i) for i in range(n)}
    t = {f"{i}" for i in range(n)}
    return s == t, len(s | t)


@cases((0, 3), (15, 3), (7, 2))
def labels_and_the_rest(n, step):
    labels = defaultdict(list)
    for i in range(1, n + 1):
        if i % step == 0:
            labels[f"m{i // step}"].append(i)
        else:
            labels["rest"].append(i)
    longest = max((len(v) for v in labels.values()), default=0)
    return len(labels), longest, sum(labels.get("rest", []))


@cases(1, 4, 7)
def distances_by_label(n):
    graph = {f"v{i}": [f"v{(2 * i) % n}", f"v{(i + 3) % n}"] for i in range(n)}
    distance = {"v0": 0}
    queue = deque(["v0"])
    while queue:
        here = queue.popleft()
        for there in graph[here]:
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return len(distance), max(distance.values()), distance.get(f"v{n - 1}", -1)
