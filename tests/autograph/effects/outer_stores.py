"""Globals, attributes of functions, classes and objects, and items that outlive the staged function: stored when it ran."""

from __future__ import annotations

import contextlib
import functools
from collections import Counter, deque

from tests.autograph.effects.outcomes import cases


def counted(fn):
    @functools.wraps(fn)
    def inner(*args):
        inner.calls += 1
        return fn(*args)

    inner.calls = 0
    return inner


@cases(0, 3, 7)
def decorated_calls(n):
    @counted
    def step(x):
        return x * 2 + 1

    x = n
    while x < 20:
        x = step(x)
    return x, step.calls


@cases(0, 3)
def counted_in_branch(n):
    @counted
    def step(x):
        return x * 2 + 1

    if n > 1:
        n = step(n)
    n = step(n)
    return n, step.calls


def logged(fn):
    def wrapper(x):
        wrapper.last = x
        wrapper.total += x
        return fn(x)

    wrapper.last = None
    wrapper.total = 0
    return wrapper


@cases(0, 4)
def attr_last(n):
    f = logged(lambda v: v + 1)
    for i in range(n):
        f(i * n)
    return f.total, f.last


counter = 0


@cases(0, 3, outer=("counter",))
def global_counter(n):
    global counter
    counter = 0
    for i in range(n):
        counter += i
    return counter


@cases(0, 3, outer=("counter",))
def global_counter_func(n):
    global counter
    counter = 0

    def bump(k):
        global counter
        if k % 2 == 0:
            counter += k

    for i in range(n):
        bump(i)
    return counter


CONFIG = {"scale": 1}


@contextlib.contextmanager
def override(**kw):
    saved = dict(CONFIG)
    CONFIG.update(kw)
    try:
        yield
    finally:
        CONFIG.clear()
        CONFIG.update(saved)


def scaled(x):
    return x * CONFIG["scale"]


@cases(2, 5, outer=("CONFIG",))
def with_override(n):
    with override(scale=n):
        a = scaled(3)
    return a, scaled(3)


class Settings:
    level = 0


@contextlib.contextmanager
def at_level(v):
    old = Settings.level
    Settings.level = v
    try:
        yield Settings
    finally:
        Settings.level = old


@cases(2, 5, 0)
def nested_level(n):
    out = []
    with at_level(n):
        out.append(Settings.level + 1)
        with at_level(n * 2):
            out.append(Settings.level)
        out.append(Settings.level)
    return out, Settings.level


STACK = []


@cases(2, 5, 0, outer=("STACK",))
def global_stack_balanced(n):
    STACK.append(n)
    try:
        x = STACK[-1] * 2
        if x > 6:
            x += STACK[0]
    finally:
        STACK.pop()
    return x


@cases(1, 4, outer=("counter",))
def global_set_back(n):
    global counter
    old = counter
    counter = n
    r = use_counter() + 1
    counter = old
    return r


def use_counter():
    return counter * 10


@cases(1, 4)
def mutable_default(n):
    def add(x, acc=[]):
        acc.append(x)
        return sum(acc)

    add(n)
    add(n + 1)
    return add(2)


def static_counter():
    static_counter.n += 1
    return static_counter.n


@cases(1, 4)
def static_var(k):
    static_counter.n = 0
    for _ in range(k):
        static_counter()
    return static_counter.n


TOTALS = {"a": 0, "b": 0}


@cases(1, 4, outer=("TOTALS",))
def global_dict_end(k):
    TOTALS["a"] = 0
    for i in range(k):
        TOTALS["a"] += i
    return TOTALS["a"]


class Registry:
    count = 0

    @classmethod
    def add(cls, x):
        cls.count += x
        return cls.count


@cases(1, 4, outer=("Registry",))
def class_counter(k):
    Registry.count = 0
    for i in range(k):
        Registry.add(i)
    return Registry.count


@cases(0, 2, 5, staged="refused AG018")
def closure_counter_attr(n):
    def tick():
        tick.n = getattr(tick, "n", 0) + 1
        return tick.n

    r = 0
    for _ in range(n):
        r = tick()
    return r


LAST = None


@cases(0, 2, outer=("LAST",))
def remember_last(n):
    global LAST
    LAST = n * 2
    return LAST + 1


@cases(0, 2, outer=("counter",))
def global_accumulates(n):
    global counter
    counter += n
    return counter


MODE = "idle"


def set_mode(level):
    global MODE
    if level >= 8:
        MODE = "alarm"
    elif level >= 4 and MODE != "alarm":
        MODE = "warn"


@cases(0, 4, 6, 9, 4)
def reset_at_the_start_and_looked_up(level):
    global MODE
    MODE = "idle"
    for step in (0, level, level // 2):
        set_mode(step)
    return {"idle": 0, "warn": 1, "alarm": 2}[MODE]


class Meter:
    reading = 0


@cases(1, 5, -1, 5)
def reset_before_an_exception(n):
    Meter.reading = 1
    for _ in range(n):
        Meter.reading *= 2
    if n < 0:
        raise KeyError(n)
    return Meter.reading


@cases(1, 5, -1, 5)
def reset_after_an_exception(n):
    global LAST
    if n < 0:
        raise ValueError("negative")
    LAST = n
    return LAST


@cases(1, 5, -1, jax="refused AG029", outer=("LAST",))
def asked_for_its_class_before_an_exception(n):
    global LAST
    known = isinstance(LAST, Meter)
    LAST = n
    if n < 0:
        raise ValueError("negative")
    return 1 if known else 0


@cases(1, 5, -1, jax="refused AG029", outer=("MODE",))
def raised_with_what_it_held(n):
    global MODE
    before = MODE
    MODE = "low" if n < 3 else "high"
    if n < 0:
        raise ValueError(before)
    return 1


NOTED = []


@cases(3, -4, 0, 3)
def list_that_is_emptied_at_the_start(n):
    NOTED.clear()
    NOTED.append(1)
    if n > 0:
        NOTED.append(2)
    if n == 0:
        raise ValueError("zero")
    return len(NOTED)


@cases(3, -4, 0, 3)
def list_whose_items_are_deleted_at_the_start(n):
    del NOTED[:]
    for i in range(abs(n)):
        if i % 2:
            NOTED.append(i)
    return len(NOTED), sum(NOTED)


@cases(3, -4, 3, staged="refused AG029", outer=("NOTED",))
def list_that_is_emptied_where_it_is_long(n):
    if len(NOTED) > 1:
        NOTED.clear()
    NOTED.append(n)
    return len(NOTED)


@cases(3, -4, 3, jax="refused AG029", outer=("NOTED",))
def list_that_is_looked_at_before_it_is_emptied(n):
    last = NOTED[-1] if NOTED else 0
    NOTED[:] = [n]
    return last


@cases(3, -4, 3, runtime="refused AG021", jax="refused AG029", outer=("NOTED",))
def list_that_is_emptied_on_a_path(n):
    if n > 0:
        NOTED.clear()
    NOTED.append(n)
    return len(NOTED)


TABLE, TALLY, LATEST = {}, Counter(), deque(maxlen=3)
HITS = 0


def looked_up(key):
    global HITS
    if key in TABLE:
        HITS += 1
        return TABLE[key]
    if key < 0:
        raise KeyError("negative")
    TABLE[key] = key * key % 17
    return TABLE[key]


@cases(5, 0, 12, 30, outer=("HITS", "TABLE"))
def dict_that_is_emptied_at_the_start(n):
    global HITS
    HITS = 0
    TABLE.clear()
    total = 0
    for i in range(n):
        total += looked_up(i % 7)
    return HITS, total, len(TABLE)


@cases(5, 0, -3, jax="refused AG029", outer=("TABLE",))
def dict_that_is_asked_before_it_is_emptied(n):
    known = 1 in TABLE
    TABLE.clear()
    TABLE[n] = looked_up(n) + 1
    return known


@cases(5, 0, 12, outer=("TALLY", "LATEST"))
def counter_and_deque_that_are_emptied(n):
    TALLY.clear()
    LATEST.clear()
    for i in range(n):
        if i % 3 < 2:
            TALLY[i % 5] += 1
            LATEST.append(i)
    if n == 12:
        raise ValueError("twelve")
    return TALLY[0], len(TALLY), sum(LATEST)


def noted(code, level=0):
    if level < 0:
        return
    NOTED.append(code * 10 + level)


@cases(3, -4, 0, 11, outer=("NOTED",))
def list_that_one_of_several_paths_appends_to(n):
    del NOTED[:]
    noted(1)
    if n > 0:
        noted(2, level=n % 3)
    elif n < 0:
        noted(3, n)
    else:
        noted(4, 9)
    for i in range(abs(n)):
        if i & 1:
            noted(i, level=1)
    return len(NOTED), NOTED[0], NOTED[-1], sum(NOTED)
