"""Special methods and properties of the program's classes: what a class is while a program is staged, and afterwards."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import pickle
import threading
import traceback

import pytest

from autograph.operators import classes
from tests.autograph.differential import assert_all_same, define
from tests.autograph.staged import Jax, Runtime, assert_all_staged_same, staging_error
from tests.autograph.test_errors import dedented, with_any_file


@pytest.fixture(params=[Runtime, Jax], ids=["runtime", "jax"])
def system(request):
    return request.param()


class Point:
    """Prints what Python calls."""

    def __init__(self, x):
        self._x = x

    @property
    def x(self):
        print("get x")
        return self._x

    @x.setter
    def x(self, x):
        print("set x")
        self._x = x if x < 9 else 9

    @functools.cached_property
    def square(self):
        print("square")
        return self._x**2

    def __add__(self, other):
        print("add")
        if not isinstance(other, Point):
            return NotImplemented
        return type(self)(self._x + other._x)

    def __radd__(self, other):
        print("radd")
        return type(self)(other + self._x)

    def __eq__(self, other):
        print("eq")
        return self._x == other._x if isinstance(other, Point) else NotImplemented

    def __lt__(self, other):
        print("lt")
        return self._x < other._x

    __hash__ = object.__hash__

    def __bool__(self):
        print("bool")
        return self._x > 0

    def __len__(self):
        print("len")
        return self._x

    def __getitem__(self, k):
        print("getitem", k)
        if k >= 2:
            raise IndexError(k)
        return self._x + k

    def __getattr__(self, name):
        print("getattr", name)
        raise AttributeError(name)

    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, kind, error, traceback):
        print("exit", kind)
        return kind is KeyError


@dataclasses.dataclass(order=True)
class Ordered:
    first: object
    second: object = 2


def test_methods_that_python_calls_run_as_often_and_in_the_order_that_they_run_in_plain_code():
    def run(n):
        p, q = Point(n), Point(2)
        p.x += 1
        found = [p == q, p != q, p < q, p > q, p != 3, p in [q, p], [q, p].index(p), min(p, q)._x, sorted([q, p])[0]._x]
        found += [
            (p, 1) == (q, 1),
            (p, 1) < (q, 1),
            (p + q)._x,
            sum([p, q])._x,
            len(p),
            bool(p),
            not p,
            p.square,
            p.square,
        ]
        if p and q:
            found.append("both")
        while p:
            p.x -= 1
        for item in q:
            found.append(item)
        with p, q as entered:
            found.append(entered is q)
            raise KeyError(n)
        return found, hasattr(p, "missing"), getattr(p, "missing", 4), list(q), 3 in q, p or q is q

    assert_all_same(run, [0, 3, 12])


def test_dataclasses_compare_as_python_does():
    def run(a, b):
        c, d = Ordered(nan, 1), Ordered(nan, 1)
        of_nan = c == d, c != d, c < d, c >= d, c == c, (c, 1) == (c, 1)
        return a == b, a != b, a < b, a >= b, a == 3, a.__eq__(3), Ordered(nan) == a, (a, b) == (b, a), of_nan

    nan = float("nan")
    assert_all_same(run, [(Ordered(1), Ordered(1)), (Ordered(1), Ordered(1, 3))])
    assert_all_same(run, [(Ordered("a"), Ordered(1))])  # which have no order


def namespaces(cls):
    return {name: value for name, value in vars(cls).items() if not name.startswith("__static")}


def test_a_class_is_after_staging_what_it_was_before(system):
    @functools.total_ordering
    class Kept:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        def __lt__(self, other):
            return self.n < other.n

        @property
        def value(self):
            return self.n

    before = namespaces(Kept)

    def run(n):
        if Kept(n) != Kept(3) and Kept(n) >= Kept(4):
            n += Kept(n).value
        return n

    assert_all_staged_same(system, run, [(3,), (5,)])
    assert namespaces(Kept) == before
    assert list(namespaces(Kept)) == list(before)
    assert inspect.getsource(Kept.__eq__).lstrip().startswith("def __eq__")


def test_a_class_is_what_it_was_when_staging_ends_in_an_error(system):
    before = namespaces(Point)

    def run(n):
        point = Point(1)
        point.x += 1
        raise LookupError

    with pytest.raises(LookupError):
        system.stage(run)(system.tensor(1))
    assert namespaces(Point) == before
    assert pickle.loads(pickle.dumps(Point(3)))._x == 3


def test_a_class_that_is_staged_often_stays_changed_and_does_the_same(system, monkeypatch):
    monkeypatch.setattr(classes, "_MOST_CHANGES", 2)

    class Often:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        @property
        def value(self):
            return self.n if self.n > 2 else 2

        @functools.cached_property
        def kept(self):
            return self.value + 1

        def __enter__(self):
            return self.kept

        def __exit__(self, *error):
            pass

    def run(n):
        with Often(n) as kept:
            if Often(n) != Often(3):
                kept += Often(n).value
        return kept

    namespace_after = []
    for _ in range(5):
        assert_all_staged_same(system, run, [(1,), (3,)])
        namespace_after.append(namespaces(Often))
    assert namespace_after[0] == namespace_after[1] != namespace_after[2]
    assert namespace_after[2] == namespace_after[3] == namespace_after[4]
    assert [run(n) for n in (1, 3)] == [5, 4]
    assert Often(1) == Often(1)
    assert (Often(1) != Often(1)) is False


def test_what_a_program_puts_into_a_class_while_it_is_staged_stays_there(system):
    class Changed:
        def __add__(self, other):
            return other

    def add(self, other):
        return other + 1

    def run(n):
        result = Changed() + n
        Changed.__add__ = add
        return result + (Changed() + n)

    assert int(system.stage(run)(system.tensor(3))) == 7
    assert Changed.__add__ is add


def test_a_class_made_of_one_that_is_being_staged_is_converted_too(system):
    class Base:
        def __init__(self, n):
            self.n = n

        def __neg__(self):
            return self.n if self.n > 2 else 0

    def run(n):
        first = -Base(n)

        class Derived(Base):
            __pos__ = Base.__neg__

            def __neg__(self):
                return super().__neg__() + 1

        return first, -Derived(n), +Derived(n)

    assert_all_staged_same(system, run, [(1,), (3,)])


def test_other_threads_run_the_methods_themselves_while_one_stages(system):
    class Shared:
        def __init__(self, n):
            self.n = n

        def __bool__(self):
            return self.n > 2

        def __eq__(self, other):
            threads.append(threading.current_thread())
            return self.n == other.n

    threads, seen = [], []

    def plainly():
        seen.append((Shared(1) == Shared(1), Shared(1) != Shared(1), bool(Shared(3)), not Shared(3)))

    def run(n):
        if Shared(n) == Shared(3):
            n += 1
        thread = threading.Thread(target=plainly)
        thread.start()
        thread.join()
        return n

    assert int(system.stage(run)(system.tensor(3))) == 4
    assert seen == [(True, False, True, False)]
    assert len(set(threads)) == 2


def test_a_traceback_has_no_frame_of_an_operator_in_a_special_method(system):
    class Broken:
        @property
        def value(self):
            return {}["missing"]

        def __add__(self, other):
            return self.value

        def __bool__(self):
            return self + 1

    def run(n):
        if Broken():
            return n
        return 0

    with pytest.raises(KeyError) as caught:
        system.stage(run)(system.tensor(1))
    names = [frame.name for frame in traceback.extract_tb(caught.tb) if frame.filename == __file__]
    others = [frame.filename for frame in traceback.extract_tb(caught.tb) if "/autograph/operators/" in frame.filename]
    assert names[-4:] == ["run", "__bool__", "__add__", "value"]
    assert not others


def test_an_iterator_that_ends_at_a_staged_place_is_refused(system):
    program = define("""
        class Down:
            def __init__(self, n):
                self.n = n

            def __iter__(self):
                return self

            def __next__(self):
                if self.n <= 0:
                    raise StopIteration
                self.n -= 1
                return self.n

        def total(n):
            first, second = Down(n)
            return first
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        StopIteration is raised on one path of staged code, where it would be caught [AG026]
         --> FILE:9:12 in __next__
          |
        9 |         if self.n <= 0:
          |            ^^^^^^^^^^^
          = Python, which called `__next__`, would catch it while the function is traced; which path is taken is known only when the graph runs
          = help: ask for the condition with `if` where the result is used, instead of raising
    """)
