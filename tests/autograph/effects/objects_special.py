"""Classes of the program's own whose methods Python calls: operators, comparisons, items, loops, `with`, properties."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass
from typing import Any

from tests.autograph.effects.outcomes import cases


class Amount:
    """Stops at 10, compares itself, and is true where it is not 0."""

    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        if not isinstance(other, Amount):
            return NotImplemented
        return self.x == other.x

    def __lt__(self, other):
        if self.x < 0:
            return True
        return self.x < other.x

    __hash__ = None

    def __add__(self, other):
        made = Amount(self.x + (other.x if isinstance(other, Amount) else other))
        if made.x > 10:
            made.x = 10
        return made

    __radd__ = __add__

    def __iadd__(self, other):
        if other > 2:
            self.x += other
        return self

    def __neg__(self):
        return Amount(-self.x if self.x > 0 else self.x)

    def __bool__(self):
        return self.x != 0


@cases(0, 3, 12)
def binary_and_reflected_operators(n):
    return (Amount(n) + 5).x, (1 + Amount(n)).x, (Amount(n) + Amount(4)).x, (-Amount(n)).x


@cases(0, 3, 12)
def sum_calls_the_reflected_operator(n):
    return sum([Amount(n), Amount(2), Amount(4)]).x


@cases(0, 3)
def in_place_operator_in_a_loop(n):
    amount = Amount(1)
    alias = amount
    for i in range(n + 2):
        amount += i
    return amount.x, alias.x, alias is amount


@cases(0, 3)
def equal_or_not(n):
    a = Amount(n)
    return a == Amount(3), a != Amount(3), a == 3, a != 3


@cases(0, 3, -2)
def compared_in_conditions(n):
    r = 0
    if Amount(n) < Amount(2):
        r += 1
    if Amount(n) > Amount(2) and Amount(n) == Amount(3):
        r += 10
    return r + (100 if Amount(0) == Amount(n) == Amount(0) else 200)


@cases(0, 3, 5)
def found_in_lists(n):
    amounts = [Amount(0), Amount(3)]
    return (
        Amount(n) in amounts,
        Amount(n) not in amounts,
        [*amounts, Amount(n)].index(Amount(n)),
        amounts.count(Amount(n)),
    )


@cases(0, 3, 5)
def compared_within_tuples(n):
    return (Amount(n), 1) == (Amount(3), 1), (Amount(n), 2) < (Amount(3), 1)


@cases(0, 3)
def sorted_by_a_key_that_compares_itself(n):
    return sorted([3, 1, 4], key=lambda k: Amount(abs(k - n)))


@cases(0, 3)
def smallest_by_a_key_that_compares_itself(n):
    return min([3, 1, 4], key=lambda k: Amount(abs(k - n))), max(3, 1, 4, key=lambda k: Amount(abs(k - n)))


@cases(0, 3)
def truth_of_an_object(n):
    a = Amount(n)
    r = 0
    if a:
        r += 1
    if not a:
        r += 10
    return r + (100 if a else 200), bool(a)


@cases((0, 2), (3, 0), (0, 0), (3, 2))
def truth_of_operands(n, m):
    a, b = Amount(n), Amount(m)
    r = 0
    if a and b:
        r += 1
    if a or b:
        r += 10
    return r, bool(a and b), any([a, b]), all([a, b]), sum(1 for v in (a, b) if v)


@cases(0, 3)
def loop_while_an_object_is_true(n):
    a = Amount(n)
    total = 0
    while a:
        total += a.x
        a.x -= 1
    return total


@cases(0, 3)
def assertion_of_an_object(n):
    assert Amount(n + 1)
    return n


@cases(0, 3, staged="refused")
def one_of_several_objects(n):
    return min([Amount(n), Amount(2)]).x


class Counted(Amount):
    """Counts its comparisons."""

    def __init__(self, x, log):
        super().__init__(x)
        self.log = log

    def __eq__(self, other):
        self.log["equal"] += 1
        return self.x == other.x

    def __lt__(self, other):
        self.log["less"] += 1
        return self.x < other.x


@cases(0, 3)
def comparisons_with_effects(n):
    log = {"equal": 0, "less": 0}
    a = Counted(n, log)
    found = a == Amount(3), Counted(3, log) < a, a != Amount(0), [a].index(Counted(n, log))
    return found, sorted([Counted(2, log), Counted(1, log)])[0].x, log


@cases(0, 3, 5, staged="refused AG025")
def found_by_comparisons_with_effects(n):
    log = {"equal": 0, "less": 0}
    return Counted(n, log) in [Counted(3, log), Counted(5, log)], log


@cases(0, 3, 5, staged="refused AG025")
def sorted_by_comparisons_with_effects(n):
    log = {"equal": 0, "less": 0}
    return sorted([3, 1, 4], key=lambda k: Counted(abs(k - n), log)), log


@functools.total_ordering
class Rank:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x

    def __lt__(self, other):
        if self.x < 0:
            return False
        return self.x < other.x


@cases(-1, 3, 5)
def total_ordering(n):
    return Rank(n) > Rank(3), Rank(n) >= Rank(3), Rank(n) <= Rank(3), Rank(n) < Rank(3), Rank(n) != Rank(3)


@dataclass(order=True)
class Job:
    priority: int
    cost: int = 2
    label: int = dataclasses.field(default=0, compare=False)

    def __post_init__(self):
        if self.cost > 5:
            self.cost = 5


@dataclass(frozen=True)
class Pair:
    amount: Amount
    counts: tuple[Any, ...] = ()


@cases(-1, 3, 5)
def dataclasses_compare_their_fields(n):
    return Job(n) == Job(3), Job(n) != Job(3), Job(n) < Job(3, 3), Job(n, label=4) >= Job(3), Job(3, n) > Job(3)


@cases(-1, 3, 5)
def dataclasses_compare_objects_in_them(n):
    return Pair(Amount(n)) == Pair(Amount(3)), Pair(Amount(3), (n,)) == Pair(Amount(3), (5,))


@cases(-1, 3, 8)
def dataclass_with_a_post_init(n):
    job = Job(1, n)
    other = dataclasses.replace(job, cost=n + 2)
    return job.cost, other.cost, job == other


class Meter:
    def __init__(self, value):
        self._value = value
        self.clamped = 0

    @property
    def value(self):
        if self._value > 4:
            return 4
        return self._value

    @value.setter
    def value(self, value):
        if value < 0:
            self.clamped += 1
            value = 0
        self._value = value

    @value.deleter
    def value(self):
        self._value = 1 if self._value > 3 else 2

    @functools.cached_property
    def doubled(self):
        self.clamped += 10
        if self._value > 2:
            return 100
        return self._value * 2


@cases(1, 5, -3)
def property_with_branches(n):
    meter = Meter(0)
    meter.value = n
    meter.value -= 2
    return meter.value, meter.clamped


@cases(1, 5)
def property_deleted(n):
    meter = Meter(n)
    if n > 2:
        meter.value += 1
    del meter.value
    return meter.value


@cases(1, 5)
def cached_property_runs_once(n):
    meter = Meter(n)
    return meter.doubled, meter.doubled, meter.clamped


@cases(1, 5, staged="refused")
def cached_property_first_read_in_one_branch(n):
    meter = Meter(n)
    total = 0
    if n > 2:
        total = meter.doubled
    return total + meter.doubled, meter.clamped


@cases(0, 3)
def property_that_asks_for_none(n):
    class Best:
        value = None

        @property
        def found(self):
            return self.value is not None

    best = Best()
    best.value = None
    if n > 2:
        best.value = n
    return best.found


class Lazy:
    """Has any attribute, and stores `n` as one more."""

    def __init__(self, n):
        self.n = n

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self.n > 2:
            return len(name)
        return 0

    def __setattr__(self, name, value):
        if name == "n" and value is not None:
            object.__setattr__(self, "n", value + 1 if value > 0 else value)
        else:
            object.__setattr__(self, name, value)


@cases(0, 1, 5)
def attributes_made_as_they_are_asked_for(n):
    lazy = Lazy(n)
    lazy.n = lazy.n + 1
    return lazy.color, lazy.n, hasattr(lazy, "_hidden")


@cases(0, 5, staged="refused")
def attribute_that_may_be_missing(n):
    class Missing:
        @property
        def value(self):
            if n > 2:
                raise AttributeError("value")
            return n

    return getattr(Missing(), "value", -1)


class Level:
    """A descriptor."""

    def __get__(self, holder, kind=None):
        return holder._level if holder._level < 5 else 5

    def __set__(self, holder, value):
        if value < 0:
            value = 0
        holder._level = value


class Tank:
    level = Level()


@cases(0, 8, -8)
def descriptor_of_the_programs_own(n):
    tank = Tank()
    tank.level = n
    tank.level += 1
    return tank.level


class Board:
    def __init__(self, width, height):
        self.width = width
        self.cells = [0] * (width * height)

    def __getitem__(self, at):
        x, y = at
        if x < 0:
            return -1
        return self.cells[y * self.width + x]

    def __setitem__(self, at, value):
        x, y = at
        if value > 0:
            self.cells[y * self.width + x] = value

    def __delitem__(self, at):
        self[at[0], at[1]] = 9

    def __contains__(self, value):
        return any(cell == value for cell in self.cells)

    def __iter__(self):
        for cell in self.cells:
            yield cell if cell > 1 else 1

    def __len__(self):
        return len([cell for cell in self.cells if cell is not None])


@cases((0, 4), (1, 5), (3, 6), (2, -1))
def items_at_staged_places(x, v):
    board = Board(2, 2)
    board[x % 2, x // 2] = v
    board[0, 0] += v
    if v > 4:
        del board[1, 1]
    return board.cells, board[x - 3, 0]


@cases(0, 3)
def loop_over_a_generator_method(n):
    board = Board(2, 2)
    board[0, 1] = n
    total = 0
    for cell in board:
        total += cell
    return total, sum(board), list(board), max(board), n in board, len(board)


class Size:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n if self.n > 0 else 0

    def __int__(self):
        return self.n if self.n < 4 else 4

    def __abs__(self):
        if self.n < 0:
            return -self.n
        return self.n


@cases(0, -3, 5)
def length_and_conversions(n):
    size = Size(n)
    r = 0
    if size:
        r = 1
    if len(size) > 3:
        r += 10
    return r, len(size), int(size), abs(size), not size


class Steps:
    def __init__(self, count, n):
        self.count, self.n, self.i = count, n, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.count:
            raise StopIteration
        self.i += 1
        if self.n > 2:
            return self.i * 10
        return self.i


@cases(0, 3)
def iterator_with_branches(n):
    steps = Steps(3, n)
    total = next(steps)
    for step in steps:
        total += step
    return total, steps.i, sum(Steps(2, n)), list(Steps(2, n))


@cases(0, 3)
def iterator_advanced_in_a_branch(n):
    steps = Steps(3, n)
    total = 0
    if n > 1:
        for step in steps:
            total += step
    return total, steps.i


@cases(0, 3, staged="refused AG026")
def iterator_that_ends_at_a_staged_place(n):
    total = 0
    for step in Steps(n, 0):
        total += step
    return total


@cases(0, 3, staged="refused AG026")
def items_that_end_at_a_staged_place(n):
    class Evens:
        def __getitem__(self, i):
            if i >= n:
                raise IndexError
            return i * 2

    return sum(Evens())


@cases(0, 3)
def loop_by_items(n):
    class Evens:
        def __getitem__(self, i):
            if i >= 3:
                raise IndexError
            return i * 2 if n > i else 0

    total = 0
    for even in Evens():
        total += even
    return total


@cases(1, 2, 10, staged="refused AG025")
def break_from_a_loop_whose_iterator_has_effects(n):
    seen = []

    class Logged(Steps):
        def __next__(self):
            step = super().__next__()
            seen.append(step)
            return step

    total = 0
    for step in Logged(3, 0):
        if step > n:
            break
        total += step
    return total, seen


class Scope:
    def __init__(self, n, ends):
        self.n, self.ends, self.depth = n, ends, 0

    def __enter__(self):
        self.depth += 1
        if self.n > 2:
            self.depth += 10
        return self

    def __exit__(self, *error):
        if self.n > 3:
            self.depth -= 1
        self.ends["depth"] = self.depth


@cases(0, 3, 5)
def context_manager_with_branches(n):
    ends = {"depth": 0}
    with Scope(n, ends) as scope:
        if n > 1:
            scope.depth += 2
    return scope.depth, ends


@cases(0, 3, staged="refused AG026")
def context_manager_that_catches(n):
    class Ignoring:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            return kind is ValueError

    r = 0
    with Ignoring():
        if n > 2:
            raise ValueError("too large")
        r = 1
    return r


@cases(0, 3, jax="refused AG027")
def context_manager_that_does_not_catch(n):
    with Scope(n, {}) as scope:
        if n > 2:
            raise ValueError("too large")
    return scope.depth


class Clipped:
    def __add__(self, other):
        if self.x > 2:
            return Plain(self.x)
        return Plain(self.x + other)


class Plain(Clipped):
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return super().__add__(other + 1)


@cases(0, 3)
def operator_of_a_mixin(n):
    class Slotted(Amount):
        __slots__ = ()

    return (Plain(n + 1) + 4).x if n < 0 else 0, Slotted(n) == Amount(3), Amount(3) == Slotted(n)


LIMIT = Amount(3)
KEPT = {"all": [Board(1, 1), Amount(4)]}


@cases(0, 3, 8)
def objects_that_were_there_before(n):
    return LIMIT == Amount(n), (KEPT["all"][1] + Amount(n)).x, (LIMIT + n).x


class Indexed(type):
    def __getitem__(cls, k):
        return k + 1 if k > 2 else 0


class Table(metaclass=Indexed):
    pass


@cases(0, 3)
def special_method_of_a_metaclass(n):
    return Table[n]


class Tally:
    def __init__(self, total=1):
        self.total = total

    def __isub__(self, other):
        if other > 3:
            return NotImplemented
        self.total -= other
        return self

    def __iadd__(self, other):
        if other > 3:
            return NotImplemented
        self.total += other
        return self

    def __add__(self, other):
        return Tally(self.total + 100 * other)

    def __mul__(self, other):
        if other > 3:
            return NotImplemented
        return self

    def __ior__(self, other):
        if isinstance(other, str):
            return NotImplemented
        self.total += other
        return self

    def __or__(self, other):
        return Tally(len(other))


@cases(1, 5, staged="refused AG011")
def update_left_to_nobody_on_one_path(n):
    tally = Tally()
    try:
        tally -= n
        return "done"
    except TypeError:
        return "type"


@cases(1, 5, staged="refused AG011")
def update_left_to_the_operator_on_one_path(n):
    tally = Tally()
    tally += n
    return tally.total


@cases(1, 5, staged="refused AG011")
def operator_left_to_the_other_operand_on_one_path(n):
    try:
        return (Tally() * n).total
    except TypeError:
        return -1


@cases(1, 5)
def update_left_to_the_operator_on_all_paths(n):
    tally = Tally(n)
    tally |= n
    before = tally.total
    tally |= "abc"
    return before, tally.total, Tally().__iadd__(2).total
