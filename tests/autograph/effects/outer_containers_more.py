"""Containers of before the program by other ways: methods and functions that change them, closures, what leads to them."""

from __future__ import annotations

import bisect
import heapq
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases

LOG = [4, 2, 7]
HEAP = [2, 5, 9]
SORTED = [1, 4, 8]
TABLE = {"a": 1, "b": 2}
SEEN = {1, 2}
RECENT = deque([1, 2, 3])
COUNTS = Counter("ab")
HOLDER = {"log": LOG, "rest": (LOG, 1)}


@dataclass
class Account:
    balance: int = 0
    entries: list = field(default_factory=list)

    @property
    def last(self):
        return self.entries[-1] if self.entries else -1

    def deposit(self, n):
        if n <= 0:
            raise ValueError("not positive")
        self.balance += n
        self.entries.append(n)


ACCOUNT = Account()


@cases(0, 1, 3, outer=("LOG",))
def changed_by_items(n):
    if n > 2:
        del LOG[0]
    elif n:
        LOG[1:2] = [n, n]
    return LOG[0]


@cases(0, 2, 7, 9, outer=("LOG",))
def removed_if_there(n):
    if n in LOG:
        LOG.remove(n)
    return len(LOG)


@cases(0, 2, outer=("LOG",))
def repeated_in_place(n):
    global LOG
    if n > 1:
        LOG *= 2
    return len(LOG)


@cases(0, 2, outer=("LOG",))
def emptied_by_a_slice(n):
    if n > 1:
        LOG[:] = []
    return sum(LOG)


@cases(0, 2, outer=("LOG",))
def sorted_and_turned(n):
    LOG.sort()
    if n > 1:
        LOG.reverse()
        LOG.insert(0, n)
    return LOG[0], LOG[-1]


@cases(0, 3, 7, outer=("HEAP",))
def pushed_on_a_heap(n):
    if n > 2:
        heapq.heappush(HEAP, n)
    else:
        heapq.heappop(HEAP)
    return HEAP[0]


@cases(0, 3, 9, outer=("SORTED",))
def put_in_order(n):
    if n > 2:
        bisect.insort(SORTED, n)
    return bisect.bisect_left(SORTED, 4)


@cases(0, 3, outer=("TABLE",))
def by_methods_of_dicts(n):
    if n > 2:
        TABLE.update(c=n, a=5)
        TABLE.pop("b")
    first = TABLE.setdefault("d", n)
    return first, sorted(TABLE)


@cases(0, 3, outer=("TABLE",))
def cleared_and_filled(n):
    if n > 2:
        TABLE.clear()
        TABLE["z"] = n
    return len(TABLE), "a" in TABLE


@cases(0, 3, outer=("SEEN",))
def by_operators_of_sets(n):
    global SEEN
    if n > 2:
        SEEN |= {5}
        SEEN.discard(1)
    return len(SEEN)


@cases(0, 2, 4, outer=("RECENT",))
def at_both_ends(n):
    if n > 3:
        RECENT.appendleft(n)
        RECENT.rotate(1)
    elif n:
        RECENT.popleft()
    return RECENT[0], len(RECENT)


@cases(0, 3, outer=("COUNTS",))
def counts_updated(n):
    if n > 2:
        COUNTS.update("bc")
    return COUNTS["b"], COUNTS["z"]


@cases(0, 3, outer=("LOG", "HOLDER"))
def by_a_dict_that_has_it(n):
    if n > 2:
        HOLDER["log"].append(n)
    return len(HOLDER["log"]), len(HOLDER["rest"][0])


@cases(0, 3, outer=("ACCOUNT",))
def by_names_of_attributes(n):
    if n > 2:
        getattr(ACCOUNT, "entries").append(n)
    return ACCOUNT.last


@cases(-1, 0, 3, outer=("ACCOUNT",))
def by_a_method_that_may_raise(n):
    ACCOUNT.deposit(5)
    ACCOUNT.deposit(n)
    return ACCOUNT.balance, ACCOUNT.last


@cases(-1, 0, 3, outer=("ACCOUNT",))
def by_a_method_under_a_handler(n):
    try:
        ACCOUNT.deposit(n)
    except ValueError as error:
        return str(error)
    return ACCOUNT.balance


@cases(0, 2, 4, outer=("ACCOUNT",))
def by_a_loop_that_is_left(n):
    for amount in (3, 1, 2, 5):
        if amount > n:
            break
        ACCOUNT.deposit(amount)
    else:
        ACCOUNT.entries.append(-1)
    return ACCOUNT.balance


@cases(0, 3, outer=("LOG",), staged="refused AG021")
def by_a_comprehension(n):
    found = [LOG.append(k) or k for k in (1, 2, 3) if k < n]
    return found, len(LOG)


@cases(0, 3, outer=("LOG",))
def by_a_parameter(n):
    def note(target, value):
        if value > 2:
            target.append(value)
        return target

    same = note(LOG, n)
    note(same, n + 1)
    return same is LOG, len(same)


@cases(0, 3, outer=("LOG",))
def copied_before_and_after(n):
    before = list(LOG)
    if n > 2:
        LOG.append(n)
    after = LOG.copy()
    return len(before), len(after), before == after


@cases(0, 3, outer=("LOG",))
def unpacked(n):
    if n > 2:
        LOG.pop()
    first, *rest = LOG
    return first, rest


@cases(0, 1, 3, outer=("LOG",))
def by_recursion(n):
    def down(k):
        if k <= 0:
            return 0
        LOG.append(k)
        return 1 + down(k - 1)

    return down(n), len(LOG)


@cases(0, 3, outer=("LOG",))
def compared(n):
    if n > 2:
        LOG.append(n)
    return LOG == [4, 2, 7], LOG == [4, 2, 7, 3], 3 in LOG


@cases(0, 3, outer=("LOG",))
def shown(n):
    if n > 2:
        LOG.append(n)
    return f"{len(LOG)} of {sum(LOG)}"


@cases(0, 3, outer=("LOG",))
def by_a_context_manager(n):
    class Noted:
        def __enter__(self):
            LOG.append(1)
            return LOG

        def __exit__(self, *raised):
            LOG.append(9)

    with Noted() as log:
        if n > 2:
            log.append(n)
    return len(LOG)


@cases(0, 2, outer=("LOG",))
def while_it_has_elements(n):
    total = 0
    while LOG and total < n * 4:
        total += LOG.pop()
    return total


@cases(0, 3, outer=("LOG",))
def restored_at_the_end(n):
    saved = LOG[:]
    try:
        if n > 2:
            LOG.append(n)
        return sum(LOG)
    finally:
        LOG[:] = saved


@cases(0, 3, outer=("LOG",))
def bound_to_another_and_back(n):
    global LOG
    before = LOG
    LOG = []
    if n > 2:
        LOG.append(n)
    count = len(LOG)
    LOG = before
    return count, len(LOG)


@cases(0, 2, 4, outer=("LOG", "TABLE"))
def raises_of_python_after_it_changed(n):
    LOG.append(n)
    return TABLE["a"] + LOG[n + 1]


@cases(0, 3, outer=("TABLE",))
def a_list_within_comes_to_be(n):
    if n > 2:
        TABLE.setdefault("list", []).append(n)
    return len(TABLE)


GROUPS = defaultdict(list, one=[1])


@cases(0, 3, outer=("GROUPS",))
def of_groups(n):
    GROUPS["one"].append(2)
    if n > 2:
        GROUPS["one"].append(n)
    return len(GROUPS["one"])
