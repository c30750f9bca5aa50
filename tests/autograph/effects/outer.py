"""Objects that were there before the call: globals, module state, arguments. Staging may read them, and write Python values.

An effect on them that depends on a staged value would leave a symbolic tensor behind, or be applied whatever the value
will be: it is refused.
"""

from __future__ import annotations

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases

LOG = []
CONFIG = {"scale": 2, "mode": "fast"}
GC = Box(n=0, best=None, items=[])
COUNT = 0
CACHE = {}
LIMITS = [1, 2, 3]


def note(what):
    LOG.append(what)


def count_up():
    global COUNT
    COUNT += 1
    return COUNT


def memo(k):
    if "k" not in CACHE:
        CACHE["k"] = 10
    return CACHE["k"] + k


@cases(0, 3, staged="refused", outer=("LOG",))
def appended_in_a_branch(n):
    if n > 2:
        LOG.append("big")
    return n


@cases(0, 3, outer=("LOG",))
def appended_in_both_branches(n):
    if n > 2:
        LOG.append("seen")
        r = 1
    else:
        LOG.append("seen")
        r = 2
    return r


@cases(0, 3, outer=("LOG",))
def appended_without_a_condition(n):
    LOG.append("called")
    if n > 2:
        return 1
    return 0


@cases(0, 3, staged="refused", outer=("LOG",))
def tensor_appended(n):
    LOG.append(n * 2)
    return n


@cases(0, 3, staged="refused", outer=("LOG",))
def appended_in_a_loop(n):
    for i in range(n):
        LOG.append(0)
    return n


@cases(0, 3, staged="refused", outer=("LOG",))
def appended_by_a_function_in_a_branch(n):
    if n > 2:
        note("big")
    return n


@cases(0, 3, staged="refused", outer=("GC",))
def attribute_in_a_branch(n):
    if n > 2:
        GC.n += 1
    return n + 1


@cases(0, 3, staged="refused", outer=("GC",))
def attribute_in_a_loop(n):
    for _ in range(n):
        GC.n += 1
    return GC.n


@cases(0, 3, outer=("GC",))
def attribute_without_a_condition(n):
    GC.n += 1
    return GC.n + n


@cases(0, 3, staged="refused", outer=("GC",))
def attribute_given_a_tensor(n):
    GC.best = n * 2
    return n


@cases(0, 3, outer=("GC",))
def attribute_used_and_put_back(n):
    before = GC.n
    GC.n = 0
    for i in range(n):
        GC.n += i
    r = GC.n
    GC.n = before
    return r


@cases(0, 3, staged="refused", outer=("GC",))
def nested_list_in_a_branch(n):
    if n > 2:
        GC.items.append(1)
    return len(GC.items)


@cases(0, 3, staged="refused", outer=("COUNT",))
def global_number_in_a_branch(n):
    global COUNT
    if n > 2:
        COUNT += 1
    return COUNT


@cases(0, 3, staged="refused", outer=("COUNT",))
def global_number_in_a_loop(n):
    global COUNT
    for i in range(n):
        COUNT += i
    return COUNT


@cases(0, 3, outer=("COUNT",))
def global_number_reset_at_the_end(n):
    global COUNT
    COUNT = 0
    while n > 0:
        COUNT += n
        n -= 1
    total = COUNT
    COUNT = 0
    return total


@cases(0, 3, staged="refused", outer=("COUNT",))
def global_number_by_a_function_in_a_branch(n):
    if n > 2:
        count_up()
    return COUNT


@cases(0, 3, staged="refused", outer=("COUNT",))
def global_number_by_a_function_in_a_test(n):
    while count_up() < n:
        pass
    return COUNT


@cases(0, 3, outer=("COUNT",))
def global_number_by_a_function_always(n):
    k = count_up()
    return n + k


@cases(0, 3, staged="refused", outer=("CONFIG",))
def dict_item_in_a_branch(n):
    if n > 2:
        CONFIG["scale"] = 5
    return CONFIG["scale"] * n


@cases(0, 3, staged="refused", outer=("CONFIG",))
def dict_string_in_a_branch(n):
    if n > 2:
        CONFIG["mode"] = "slow"
    return n


@cases(0, 3, outer=("CONFIG",))
def dict_item_with_the_value_it_has(n):
    if n > 2:
        CONFIG["mode"] = "fast"
    return n * CONFIG["scale"]


@cases(0, 3, outer=("CONFIG",))
def dict_only_read(n):
    total = 0
    for i in range(n):
        if CONFIG["mode"] == "fast":
            total += i * CONFIG["scale"]
    return total


@cases(0, 3, staged="refused", outer=("CACHE",))
def memo_filled_in_a_branch(n):
    if n > 2:
        return memo(n)
    return 0


@cases(0, 3, outer=("CACHE",))
def memo_filled_always(n):
    r = memo(n)
    if n > 2:
        r += memo(1)
    return r


@cases(0, 3, staged="refused", outer=("LIMITS",))
def list_item_in_a_branch(n):
    if n > 2:
        LIMITS[0] = n
    return LIMITS[0]


@cases(0, 3, outer=("LIMITS",))
def list_only_read(n):
    hits = 0
    for limit in LIMITS:
        if n >= limit:
            hits += 1
    return hits


@cases(0, 3, outer=("LIMITS",))
def local_copy_of_a_list(n):
    mine = LIMITS[:]
    if n > 2:
        mine[0] = n
    return mine


@cases(0, 3, staged="refused", outer=("LIMITS",))
def alias_of_a_global_list(n):
    mine = LIMITS
    if n > 2:
        mine[0] = 7
    return sum(mine)


@cases(0, 3, staged="refused", outer=("LOG", "GC"))
def two_globals_in_a_loop(n):
    while n > 0:
        note(1)
        GC.n -= 1
        n -= 1
    return n


@cases(0, 3, outer=("GC",))
def global_object_only_read_in_a_loop(n):
    total = 0
    while n > GC.n:
        total += n
        n -= 1
    return total


BEST = None


@cases(1, 7, outer=("BEST",))
def best_of_none_before(n):
    global BEST
    if BEST is None or n > BEST:
        BEST = n
    return n


@cases(1, 7, outer=("BEST",))
def global_given_a_tensor(n):
    global BEST
    BEST = n + 1
    return n


@cases((0,), (1,), (-1,), outer=("LOG",), staged="refused AG027")
def logged_after_a_check(n):
    if n < 0:
        raise ValueError("negative")
    LOG.append(1)
    return n


@cases((0,), (1,), (-1,), outer=("LOG",))
def logged_before_a_check(n):
    LOG.append(1)
    if n < 0:
        raise ValueError("negative")
    return n


@cases((0,), (1,), (-1,), outer=("CONFIG",), staged="refused AG027")
def counted_after_an_assert(n):
    assert n >= 0, "negative"
    CONFIG["scale"] += 1
    return n


@cases((0,), (1,), (-1,), outer=("CONFIG",))
def counted_after_a_handler(n):
    try:
        if n < 0:
            raise ValueError("negative")
        r = 1
    except ValueError:
        r = 2
    CONFIG["scale"] += 1
    return r


@cases((0,), (1,), (3,), outer=("LOG",), staged="refused AG027")
def logged_after_an_index(n):
    xs = [1, 2]
    y = xs[n]
    LOG.append(1)
    return y


@cases((0,), (1,), (3,))
def local_after_an_index(n):
    xs = [1, 2]
    log = []
    y = xs[n]
    log.append(1)
    return y, log


@cases((0,), (1,), (3,), outer=("LOG",))
def logged_before_and_after(n):
    LOG.append(0)
    if n > 2:
        raise ValueError("x")
    return LOG[-1]
