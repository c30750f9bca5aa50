"""Lists, dicts and sets that were there before the program, and whose length or keys a tensor decides."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from functools import partial

from tests.autograph.effects.outcomes import cases

LOG = []
ALSO_LOG = LOG
ITEMS = [3, 1, 2]
TABLE = {"a": 1}
CACHE = {}
SEEN = set()
RECENT = deque([1], maxlen=3)
COUNTS = Counter()
GROUPS = defaultdict(list)
ORDERED = OrderedDict(first=1)
ROWS = {"one": [1], "two": []}
NESTED = [[1], [2, 3]]
PAIR = (LOG, 0)
NOTE = LOG.append
PUT = partial(LOG.insert, 0)


class Recorder:
    shared = []  # noqa: RUF012

    def __init__(self):
        self.items = []
        self.by_name = {}

    def add(self, n):
        self.items.append(n)

    def add_if(self, n, limit):
        if n > limit:
            self.add(n)
        return len(self.items)


RECORDER = Recorder()


class Slots:
    __slots__ = ("items",)

    def __init__(self):
        self.items = [0]


SLOTS = Slots()


@cases(0, 3, outer=("LOG",))
def appended_on_one_path(n):
    LOG.append(0)
    if n > 2:
        LOG.append(n)
    LOG.append(9)
    return len(LOG)


@cases(0, 3, outer=("LOG",))
def appended_strings(n):
    LOG.append("received")
    if n > 2:
        LOG.append("large")
    return len(LOG)


@cases(0, 3, outer=("LOG",))
def returned_as_well(n):
    if n > 2:
        LOG.append(n)
    return LOG


@cases(0, 3, outer=("LOG", "ALSO_LOG"))
def by_two_names(n):
    if n > 2:
        LOG.append(n)
    ALSO_LOG.append(1)
    return len(LOG), len(ALSO_LOG), LOG is ALSO_LOG


@cases(0, 3, outer=("LOG", "PAIR"))
def in_a_tuple(n):
    if n > 2:
        LOG.append(n)
    PAIR[0].append(5)
    return len(PAIR[0]), PAIR[1], PAIR[0] is LOG


@cases(0, 3, outer=("LOG", "NOTE", "PUT"))
def by_a_method_that_is_kept(n):
    if n > 2:
        NOTE(n)
    NOTE(7)
    PUT(8)
    return len(LOG)


@cases(0, 3, outer=("LOG",))
def by_a_local_name(n):
    log = LOG
    if n > 2:
        log.append(n)
    LOG.append(1)
    return len(log)


@cases(0, 3, outer=("LOG",))
def by_a_function(n):
    def note(message, level):
        if level < n:
            LOG.append(message)

    note("a", 1)
    note("b", 2)
    note("c", 7)
    return len(LOG)


@cases(0, 1, 4, outer=("LOG",))
def in_a_loop(n):
    for i in range(n):
        if i % 2 == 1:
            LOG.append(i)
    return len(LOG)


@cases(0, 1, 4, outer=("LOG",))
def in_a_loop_of_python(n):
    for step in range(3):
        if step < n:
            LOG.append(step)
        if step > n:
            LOG.append("early")
            return len(LOG)
    return -1


@cases(0, 3, outer=("ITEMS",))
def gone_over_afterwards(n):
    if n > 2:
        ITEMS.append(n)
    total = 0
    for item in ITEMS:
        total += item
    return total, max(ITEMS), sorted(ITEMS)


@cases(0, 3, outer=("ITEMS",))
def cleared(n):
    if n > 2:
        ITEMS.clear()
    else:
        ITEMS.append(n)
    return len(ITEMS)


@cases(0, 3, outer=("ITEMS",))
def extended(n):
    global ITEMS
    if n > 2:
        ITEMS += [n, n + 1]
    return len(ITEMS)


@cases(0, 2, 5, outer=("ITEMS",))
def rebound(n):
    global ITEMS
    if n > 3:
        ITEMS = sorted(ITEMS)
    elif n:
        ITEMS[n] = 99
    ITEMS = [*ITEMS, n]
    return len(ITEMS)


@cases(0, 3, outer=("ITEMS",))
def replaced_by_another(n):
    global ITEMS
    old = ITEMS
    if n > 2:
        ITEMS.append(n)
    ITEMS = [n]
    return len(old)


@cases(0, 3, outer=("TABLE",))
def new_key_on_one_path(n):
    if n > 2:
        TABLE["b"] = n
    return len(TABLE), "b" in TABLE


@cases(0, 3, outer=("TABLE",))
def deleted_key_on_one_path(n):
    if n > 2:
        del TABLE["a"]
    return TABLE.get("a", -1)


@cases((3,), (5,), (8,), outer=("TABLE",))
def changed_and_restored(load):
    saved = TABLE["a"]
    TABLE["mode"] = "busy" if load >= saved + 4 else "calm"
    try:
        TABLE["a"] = load
        if load > 6:
            raise MemoryError("overload")
        return TABLE["mode"]
    except MemoryError:
        TABLE["errors"] = 1
        return None
    finally:
        TABLE["a"] = saved


@cases(0, 3, outer=("SEEN",))
def added_to_a_set(n):
    if n > 2:
        SEEN.add("large")
    return len(SEEN)


@cases(0, 3, 5, outer=("SEEN",))
def tensors_in_a_set(n):
    SEEN.add(3)
    SEEN.add(n)
    return len(SEEN)


@cases(0, 1, 4, outer=("CACHE",))
def kept_by_number(n):
    if n not in CACHE:
        CACHE[n] = n * n
    return len(CACHE)


@cases(1, 4, 6, outer=("CACHE",))
def kept_by_recursion(n):
    def factorial(k):
        if k in CACHE:
            return CACHE[k]
        result = 1 if k <= 1 else k * factorial(k - 1)
        CACHE[k] = result
        return result

    return factorial(n), factorial(3)


@cases(0, 3, outer=("RECENT",))
def of_a_deque(n):
    RECENT.append(2)
    if n > 2:
        RECENT.append(n)
        RECENT.append(n + 1)
    return len(RECENT)


@cases(0, 3, outer=("COUNTS",))
def counted(n):
    COUNTS["all"] += 1
    if n > 2:
        COUNTS["large"] += n
    return sum(COUNTS.values())


@cases(0, 3, outer=("GROUPS",))
def grouped(n):
    if n > 2:
        GROUPS["large"].append(n)
    return len(GROUPS)


@cases(0, 3, outer=("ORDERED",))
def of_an_ordered_dict(n):
    if n > 2:
        ORDERED["second"] = n
    return list(ORDERED)


@cases(0, 3, outer=("ROWS",))
def a_list_in_a_dict(n):
    if n > 2:
        ROWS["two"].append(n)
    ROWS["one"].append(n)
    return len(ROWS["two"])


@cases(0, 3, outer=("NESTED",))
def a_list_in_a_list(n):
    if n > 2:
        NESTED[0].append(n)
    return len(NESTED[0]), len(NESTED)


@cases(0, 3, outer=("RECORDER",))
def of_an_object(n):
    if n > 2:
        RECORDER.items.append(n)
    return len(RECORDER.items)


@cases(0, 3, outer=("RECORDER",))
def by_methods_of_an_object(n):
    RECORDER.add(1)
    first = RECORDER.add_if(n, 2)
    return first, RECORDER.add_if(n, 0)


@cases(0, 3, outer=("RECORDER",))
def a_dict_of_an_object(n):
    if n > 2:
        RECORDER.by_name["n"] = n
    return len(RECORDER.by_name)


@cases(0, 3, outer=("Recorder",))
def of_a_class(n):
    if n > 2:
        Recorder.shared.append(n)
    return len(RECORDER.shared), RECORDER.shared is Recorder.shared


@cases(0, 3, outer=("SLOTS",))
def in_slots(n):
    if n > 2:
        SLOTS.items.append(n)
    return len(SLOTS.items)


@cases(0, 3)
def default_of_a_function_within(n):
    def note(item, into=[]):
        into.append(item)
        return into

    note(0)
    if n > 2:
        note(n)
    return note(5), len(note(n, []))


@cases(0, 3)
def default_by_name_alone(n):
    def note(item, *, into=[]):
        if item > 2:
            into.append(item)
        return len(into)

    return note(n), note(4), note(n)


@cases(-1, 2, outer=("LOG",))
def raises_before(n):
    if n < 0:
        raise ValueError("negative")
    if n > 1:
        LOG.append(n)
    return len(LOG)


@cases(-1, 0, 2, outer=("LOG",))
def raises_after(n):
    if n > 1 or n < 0:
        LOG.append(n)
    if n < 0:
        raise ValueError("negative")
    return len(LOG)


@cases(-1, 0, 2, outer=("LOG",))
def raises_in_between(n):
    LOG.append("begin")
    if n < 0:
        raise ValueError("negative")
    LOG.append("end")
    return len(LOG)


@cases(0, 2, outer=("ITEMS",))
def read_by_a_place_that_may_not_be_there(n):
    for i in range(n):
        ITEMS.append(i)
    return ITEMS[n + 1]


@cases(0, 1, 4, 9, outer=("CACHE",))
def looked_up(n):
    if n in CACHE:
        return CACHE[n]
    CACHE[n] = n * n
    return CACHE[n]


@cases(0, 3, outer=("LOG",))
def swallowed_by_a_handler(n):
    try:
        LOG.append("try")
        if n > 2:
            raise ValueError
        LOG.append("body")
    except ValueError:
        LOG.append("handler")
    finally:
        LOG.append("finally")
    return len(LOG)


@cases(0, 3, outer=("LOG",))
def by_a_generator(n):
    def notes():
        for i in range(2):
            if i < n:
                LOG.append(i)
            yield i

    return sum(notes()), len(LOG)


@cases(0, 3, outer=("LOG",))
def by_a_decorator(n):
    def logged(function):
        def run(*args):
            result = function(*args)
            if result > 2:
                LOG.append((function.__name__, result))
            return result

        return run

    @logged
    def double(x):
        return x * 2

    return double(n), double(1), len(LOG)


@cases(0, 3, outer=("ITEMS",))
def popped(n):
    taken = -1
    if n > 2:
        taken = ITEMS.pop()
    return taken, len(ITEMS)


@cases(0, 1, 3, outer=("ITEMS",))
def emptied_by_a_loop(n):
    total = 0
    while len(ITEMS) > n:
        total += ITEMS.pop()
    return total


@cases(0, 3, outer=("ITEMS",))
def sorted_on_one_path(n):
    if n > 2:
        ITEMS.append(n)
        ITEMS.sort()
    return ITEMS[0]


KEPT = [ITEMS]


@cases(0, 3, outer=("ITEMS", "KEPT"))
def replaced_where_another_has_it(n):
    global ITEMS
    KEPT[0] = ITEMS
    if n > 2:
        ITEMS.append(n)
    ITEMS = [n]
    return len(KEPT[0])


@cases((1, 1), (1, 3), (2, 0), outer=("NESTED",), staged="refused AG029")
def put_into_another(n, m):
    NESTED.append(ITEMS)
    if n > 1:
        NESTED[2].append(m)
    return len(ITEMS)


@cases(0, 4, 9, outer=("LOG",))
def appended_in_a_branch_in_a_branch(n):
    if n > 3:
        LOG.append(("high", n))
        if n > 5:
            LOG.append(("critical", n))
    return n


@cases(0, 4, 9, outer=("TABLE",))
def keys_in_a_branch_in_a_branch(n):
    if n > 3:
        TABLE["high"] = n
        if n > 5:
            TABLE["critical"] = n
            del TABLE["a"]
    elif n < 1:
        TABLE["low"] = 1
    return len(TABLE)


@cases(0, 1, 4, outer=("LOG", "TABLE"))
def branches_in_loops_in_branches(n):
    if n > 0:
        for i in range(n):
            if i % 2:
                LOG.append(i)
                TABLE["odd"] = i
            else:
                while len(LOG) > 1:
                    TABLE["gone"] = LOG.pop()
    return len(LOG), len(TABLE)


@cases(0, 1, 2, outer=("ITEMS", "LOG"))
def one_of_two(n):
    target = ITEMS if n > 1 else LOG
    target.append(n)
    return len(ITEMS), len(LOG)


@cases((0, 0), (1, 0), (0, 1), (1, 1), outer=("ITEMS", "LOG"))
def one_of_two_on_one_path(n, m):
    target = ITEMS if n else LOG
    if m:
        target.append(m)
    return len(ITEMS), len(LOG), len(target)
