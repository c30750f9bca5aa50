"""Lists of staged length whose elements are unlike: strings and numbers, tuples and None."""

from tests.autograph.effects.outcomes import cases


@cases((1, 10), (0, 3), (4, 0))
def take_while(step, limit):
    out = []
    x = 0
    for _ in range(6):
        if x >= limit:
            break
        out.append(x)
        x += step
    else:
        out.append("all")
    return out


@cases(10, 0, -4)
def nested_try(n):
    log = []
    try:
        log.append("outer")
        try:
            if n < 0:
                raise KeyError("neg")
            value = 100 // n
        except ZeroDivisionError:
            log.append("zero")
            value = 0
        else:
            log.append("else")
        finally:
            log.append("finally")
        log.append(value)
    except KeyError:
        log.append("key")
    return log


@cases((3, 4), (0, 5), (6, 1))
def predator_prey(foxes, rabbits):
    years = 0
    trace = []
    while years < 6 and foxes > 0 and rabbits > 0:
        eaten = min(rabbits, foxes)
        rabbits = (rabbits - eaten) * 2 + 1
        if eaten < foxes:
            foxes -= 1
        else:
            foxes += eaten // 3
        trace.append((foxes, rabbits))
        years += 1
    else:
        if years < 6:
            trace.append("extinct")
    return years, trace


@cases(0, 2, 5)
def with_none(n):
    out = []
    for i in range(n):
        if i % 2:
            out.append(i)
        else:
            out.append(None)
    return out


@cases(0, 2, 5)
def none_first(n):
    out = [None]
    for i in range(n):
        out.append(i)
    return out, out[0], len(out)


@cases(0, 2, 5)
def count_none(n):
    out = [None, 3]
    if n > 1:
        out.append(n)
    return sum(1 for x in out if x is None), [x for x in out if x is not None]


@cases(0, 2, 5)
def pairs_unlike(n):
    out = []
    for i in range(n):
        out.append(("even", i) if i % 2 == 0 else ("odd", None))
    names = [name for name, _ in out]
    return out, names


@cases(0, 2, 5)
def mixed(n):
    out = [1, "a"]
    if n > 1:
        out.append((n, 2.5))
    if n > 3:
        out.append(None)
        out.append(n > 4)
    return out, len(out)


@cases(0, 2, 5)
def popped(n):
    out = [1, "a"]
    if n > 1:
        out.append(n)
    x = out.pop()
    return x, out


@cases(0, 2, 5)
def reversed_unlike(n):
    out = [1, "a"]
    if n > 1:
        out.append(None)
    out.reverse()
    out.insert(1, "ins")
    return out, out[::-1], out[:1]


@cases(0, 2, 5)
def extended(n):
    a, b = [1], ["x"]
    if n > 1:
        a.append(n)
    if n > 3:
        b.append("y")
    a.extend(b)
    return a, b, a + b


@cases(0, 2, 5, staged="refused")
def extended_other_order(n):
    a, b = [1, "x"], ["x", 1]
    if n > 1:
        a.append(n)
        b.append(n)
    return a + b


@cases(0, 2, 5, staged="refused")
def loop_over(n):
    events = []
    for i in range(n):
        if i == 1:
            events.append("tick")
        events.append(i)
    out = 0
    for e in events:
        if isinstance(e, str):
            out += 10
        else:
            out += e
    return out


@cases(0, 2, 5, staged="refused")
def compare(n):
    log = []
    if n > 1:
        log.append(n)
    log.append("end")
    return log[-1] == "end", "end" in log, log == [2, "end"], log.count("end")


@cases(0, 2, 5)
def stops(n):
    log = ["start"]
    for i in range(n):
        if i > 3:
            log.append(("over", i))
            break
        log.append(i)
    else:
        log.append("done")
    log.append(None)
    return log


@cases(0, 2, 5)
def dicts_of(n):
    events = []
    for i in range(n):
        events.append({"i": i, "what": "up" if i % 2 else None})
    return events


@cases(0, 2, 5, staged="refused")
def tuples_lens(n):
    out = [()]
    for i in range(n):
        out.append((i,) if i % 2 else (i, i))
    return out


@cases((1, 3), (3, 1), (0, 0))
def transfer(amount, start):
    history = []
    try:
        if amount > start:
            raise ValueError(amount - start)
        history.append(("out", amount))
    except ValueError as e:
        return "short", e.args[0], history
    finally:
        history.append("end")
    return history


@cases(0, 2, 5)
def cand(n):
    grid = [None] * 4
    grid[n % 4] = n
    out = []
    for c in grid:
        if c is None:
            out.append("-")
        else:
            out.append(c)
    return out, grid


@cases(10, 3, 1)
def subset_sums(target):
    nums = [1, 2, 3, 4]
    found = []
    for mask in range(1 << len(nums)):
        chosen = [v for i, v in enumerate(nums) if mask >> i & 1]
        if sum(chosen) == target:
            found.append(chosen)
    return found


@cases(10, 3, 1)
def literals_of_three_lengths(target):
    found = []
    for k in range(3):
        c = [1, 2] if k == 1 else [k] if k == 0 else []
        if k + 1 == target:
            found.append(c)
    return found


@cases(10, 3, 1)
def comprehensions_of_three_lengths(target):
    found = []
    for k in range(3):
        c = [j for j in range(k)]
        if k + 1 == target:
            found.append(c)
    return found


@cases(0, 1, 2)
def empty_lists(n):
    out = []
    for i in range(n):
        out.append([])
    return out, len(out)


@cases(0, 1, 2)
def empty_tuples(n):
    out = []
    for i in range(n):
        out.append(())
    return out


@cases(0, 1, 2)
def empty_lists_and_others(n):
    out = []
    for i in range(n):
        out.append([])
    out.append([n, n])
    if n > 1:
        out.append([5])
    return out, out[-1]


@cases(10, 3, 1)
def unlike_lists_read_where_they_were_made(target):
    found = []
    sizes = []
    for k in range(3):
        c = [j for j in range(k)]
        if k + 1 == target:
            found.append(c)
        sizes.append(len(c))
    return found, sizes, [len(f) for f in found], [sum(f) for f in found]


@cases(1, 2, 9)
def an_empty_list_after_others(target):
    found = [[1, 2]]
    if target > 1:
        found.append([])
    if target > 2:
        found.append([3])
    return found


@cases(1, 2, 9)
def empty_lists_sliced(target):
    rows = [[], [], []]
    return rows[:target], rows[target:]


@cases(0, 2)
def a_stack_of_empty_lists(k):
    stack = [[]]
    seen = 0
    while stack:
        top = stack.pop()
        seen += 1
        if seen < k:
            stack.append([])
    return seen


@cases(10, 3, 1)
def one_list_appended_twice(target):
    found = []
    for k in range(3):
        c = [j for j in range(k)]
        if k + 1 == target:
            found.append(c)
            found.append(c)
    return found


@cases(0, 1, 2)
def an_empty_list_repeated(n):
    rows = [[]] * n
    return rows


@cases(0, 1, 2, staged="refused AG024")
def empty_lists_filled(n):
    out = []
    for i in range(n):
        out.append([])
    for row in out:
        row.append(n)
    return out


@cases(10, 3, 1, staged="refused AG024")
def an_unlike_list_changed_after(target):
    found = []
    for k in range(3):
        c = [j for j in range(k)]
        if k + 1 == target:
            found.append(c)
        c.append(7)
    return found


@cases(1, 2, staged="refused AG024")
def an_empty_list_repeated_and_filled(n):
    rows = [[]] * n
    rows[0].append(4)
    return rows


@cases(3, 0, 1)
def none_among_numbers(n):
    def positive(k):
        if k > 0:
            return k

    out = []
    for i in range(n):
        out.append(None if i % 2 else i)
    return out, [positive(k) for k in range(n, n + 3)], [k if k > 1 else None for k in range(n)]


@cases(0, 3, staged="refused AG011")
def rows_of_known_and_of_staged_length(n):
    rows = [[1, 2], [3, 4]]
    if n > 1:
        rows.append([j for j in range(n)])
    return rows


@cases(([1, 2, 3, 4, 5, 6, 7, 8], 3), ([8, 7, 6, 5, 4, 3, 2, 1], 5), staged="refused AG011")
def sums_and_a_tuple_of_the_rest(xs, n):
    out = []
    for i in range(0, len(xs), n):
        chunk = xs[i : i + n]
        if len(chunk) < n:
            out.append(tuple(chunk))
        else:
            out.append(sum(chunk))
    return out
