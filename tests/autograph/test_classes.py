"""Methods, `super`, private names, static and class methods, properties, and class bodies."""

from __future__ import annotations

from autograph import to_graph
from tests.autograph.differential import assert_all_same, assert_same, assert_same_made, define
from tests.autograph.staged import assert_all_staged_same


class Account:
    """An account, for the tests."""

    rate = 2

    def __init__(self, balance):
        self.balance = balance
        self.log = []

    def move(self, amount):
        if amount > 0:
            self.balance += amount
        elif -amount > self.balance:
            self.log.append("refused")
            return False
        else:
            self.balance += amount
        self.log.append(amount)
        return True

    @classmethod
    def open(cls, *amounts):
        account = cls(0)
        for amount in amounts:
            if amount is not None:
                account.move(amount)
        return account

    @staticmethod
    def larger(a, b):
        return a if a > b else b

    @property
    def state(self):
        return "rich" if self.balance > 100 and self.log else "poor"

    @state.setter
    def state(self, value):
        if value == "rich":
            self.balance = 1000
        else:
            self.balance = 0


def test_bound_methods():
    def moves(make):
        return [to_graph(make.move)(amount) for amount in (5, -3, -90)], vars(make)

    account, other = Account(1), Account(1)
    assert moves(account) == ([other.move(a) for a in (5, -3, -90)], vars(other))


def test_methods_called_from_converted_code():
    def run(amounts):
        account = Account.open(*amounts)
        for amount in amounts:
            if amount and account.move(-amount):
                account.state = account.state
        return account.balance, account.log, account.state, Account.larger(1, 2)

    assert_all_same(run, [([1, None, 300],), ([],)])


def test_static_and_class_methods_and_properties():
    assert to_graph(Account.larger)(3, 2) == 3
    assert to_graph(Account.open)(1, None, 2).balance == 3
    assert_same(Account.state.fget, Account(500))
    account = Account(1)
    to_graph(Account.state.fset)(account, "rich")
    assert account.balance == 1000


def test_unbound_methods_take_their_object():
    assert_same(Account.move, Account(3), 4)
    assert_same(Account.move, Account(3), -4)


class _Base:
    def area(self, x=1):
        return ("base", x)

    @classmethod
    def make(cls):
        return ("base", cls.__name__)


class _Child(_Base):
    def area(self, x=2):
        if x > 0:
            for _ in range(2):
                below = super().area(x)
            return ("child", below, __class__.__name__)
        return super(_Child, self).area()

    @classmethod
    def make(cls):
        if cls is not None and cls.__name__:
            return (super().make(), __class__)
        return None

    def in_lambda(self):
        return (lambda: super().area(5))() if self else None

    def in_comprehension(self):
        parent = super()
        return [parent.area(i) for i in range(2) if i or self]

    def rebound(self, other):
        if other:
            self = other
        return super().area()


def test_super_without_arguments():
    for x in (1, 0, -1):
        assert_same(_Child.area, _Child(), x)
    assert_same(_Child().make)
    assert_same(_Child.make.__func__, _Child)
    assert_same(_Child.in_comprehension, _Child())
    assert_same(_Child.rebound, _Child(), None)
    assert_same(_Child.rebound, _Child(), _Child())
    assert_same(_Child.rebound, _Child(), 3)


def test_super_in_a_lambda_of_no_arguments_raises_what_python_raises():
    assert_same(_Child.in_lambda, _Child())


def test_super_in_classes_defined_in_a_function():
    def run(x):
        class A:
            def go(self, n):
                return ["A", n]

        class B(A):
            def go(self, n):
                if n > 0:
                    while n > 1:
                        n -= 1
                    return ["B", *super().go(n), __class__.__qualname__]
                return super().go(n)

        class C(B):
            def __init__(self):
                super().__init__()
                if x:
                    self.go = super().go

        return C().go(x), B().go(x), A.__qualname__, A.go.__qualname__, [c.__name__ for c in C.__mro__]

    assert_all_same(run, [0, 1, 3])


class _Private:
    __secret = 3

    def __init__(self):
        self.__count = 0

    def __bump(self, __by=1):
        if __by > 0:
            self.__count += __by
        return self.__count

    def run(self, items):
        __local = 0
        for __item in items:
            if __item > 1:
                __local += self.__bump(__item)
                self.__secret = __local
        return __local, self.__secret, self.__count, [__item for __item in items]


class __Dunder:
    def run(self, x):
        if x:
            self.__a = x
        return vars(self)


def test_private_names_are_mangled():
    assert_same(_Private.run, _Private(), [1, 2, 3])
    assert_same(_Private._Private__bump, _Private(), 2)
    assert_same(_Private._Private__bump, _Private(), _Private__by=0)
    assert_same(__Dunder.run, __Dunder(), 1)


def test_private_names_in_classes_defined_in_a_function():
    def run(x):
        class _Hidden:
            def __init__(self):
                self.__value = x

            def get(self):
                if self.__value:
                    self.__value += 1
                    return self.__value
                return None

        hidden = _Hidden()
        return hidden.get(), vars(hidden)

    assert_all_same(run, [0, 1])


def test_class_bodies_run_as_they_are():
    run = define("""
        def run(x):
            size = 3
            class Table:
                "docstring"
                kind: str = "even" if x % 2 == 0 else "odd"
                rows = [i for i in range(size) if i or x]
                if x > 0:
                    def value(self):
                        if x > 1:
                            return "big"
                        return "small"
                else:
                    value = lambda self: "none" if x else "zero"
                for size in range(x):
                    last = size
                    if size == 1:
                        break
                else:
                    last = "all"
                class Inner:
                    y = x
                    def f(self):
                        return [self.y for _ in range(2)] if self.y else None
            return (Table.kind, Table.rows, Table().value(), Table.last, Table.Inner().f(), size, Table.__doc__,
                    Table.__annotations__, Table.Inner.__qualname__, Table.value.__qualname__,
                    sorted(k for k in vars(Table) if not k.startswith("__")))
    """)
    assert_all_same(run, [0, 1, 2, 3])


def test_metaclasses_and_class_keywords():
    def run(x):
        class Meta(type):
            def __new__(cls, name, bases, namespace, **options):
                if options.get("upper"):
                    name = name.upper()
                return super().__new__(cls, name, bases, namespace)

            def __init__(cls, name, bases, namespace, **options):
                super().__init__(name, bases, namespace)
                for key, value in options.items():
                    setattr(cls, key, value)

            def __call__(cls, *args):
                instance = super().__call__()
                if args:
                    instance.args = args
                return instance

        class Made(metaclass=Meta, upper=x > 0, other=x and "y"):
            def __init_subclass__(cls, **options):
                cls.options = options if options else None

        class Sub(Made, extra=1):
            pass

        return Made.__name__, Made.other, Sub.__name__, vars(Made(1)), getattr(Sub, "options", None)

    assert_all_same(run, [0, 1])


def test_dataclasses_and_decorated_classes():
    def run(x):
        import dataclasses

        @dataclasses.dataclass(order=bool(x))
        class Point:
            x: int
            y: int = 2 if x else 3

            def __post_init__(self):
                if self.x > self.y:
                    self.x, self.y = self.y, self.x

        return repr(Point(5)), Point(1) == Point(1, 2), sorted(f.name for f in dataclasses.fields(Point))

    assert_all_same(run, [0, 1])


def test_special_methods():
    def run(n):
        class Vector:
            def __init__(self, *items):
                self.items = items

            def __add__(self, other):
                if not isinstance(other, Vector):
                    return NotImplemented
                return Vector(*[a + b for a, b in zip(self.items, other.items)])

            def __iter__(self):
                for item in self.items:
                    if item >= 0:
                        yield item

            def __len__(self):
                count = 0
                for _ in self:
                    count += 1
                return count

            def __getattr__(self, name):
                if name.startswith("item"):
                    return self.items[int(name[4:])]
                raise AttributeError(name)

            def __eq__(self, other):
                return isinstance(other, Vector) and self.items == other.items

            def __hash__(self):
                return hash(self.items)

            def __enter__(self):
                return self

            def __exit__(self, *error):
                return error[0] is KeyError

        v = Vector(*range(-1, n)) + Vector(*range(n + 1))
        with v as w:
            if n > 2:
                raise KeyError
        return list(v), len(v), v.item0, v == w, v + 1 if n == 1 else None

    assert_all_same(run, [0, 1, 2, 3])


def test_attribute_and_item_state():
    def run(items):
        class Holder:
            total = 0

        holder, table = Holder(), {"n": 0, "path": {"deep": [0, 0]}}
        for i, item in enumerate(items):
            if item > 0:
                holder.total += item
                table["n"] += 1
                table["path"]["deep"][0] += item
            else:
                table[i] = holder.total
                holder.last = i
            while table["n"] > 2:
                table["n"] -= 2
                holder.path = holder
                holder.path.path.total -= 1
        return vars(holder) if not hasattr(holder, "path") else holder.total, table

    assert_all_same(run, [([1, 2, 3],), ([-1, 5, -1],), ([],)])


def test_attributes_with_side_effects_are_touched_as_often_as_python_touches_them():
    def run(x):
        class Loud:
            def __init__(self):
                self.__dict__["value"] = 0

            def __getattribute__(self, name):
                if name != "__dict__":
                    print("get", name)
                return super().__getattribute__(name)

            def __setattr__(self, name, value):
                print("set", name, value)
                self.__dict__[name] = value

            def __getitem__(self, key):
                print("item", key)
                return 1

            def __setitem__(self, key, value):
                print("set item", key, value)

        loud = Loud()
        if x > 0:
            loud.value += x
            loud["a"] += 1
        for i in range(x):
            loud.value = i
            loud[i] = loud.value
        while loud.value > 1:
            loud.value -= 1
        return x

    assert_all_same(run, [0, 1, 3])


def test_slots_and_descriptors():
    def run(x):
        class Slotted:
            __slots__ = ("a", "b")

            def fill(self):
                if x > 0:
                    self.a = x
                elif x < 0:
                    del self.a
                return getattr(self, "a", "unset"), hasattr(self, "b")

        return Slotted().fill()

    assert_all_same(run, [0, 1, -1])


def test_objects_compared_by_identity_in_a_method():
    assert_same_made(lambda: Account(3).move, 5)


# Staged


def test_staged_methods(system):
    class Model:
        def __init__(self, scale):
            self.scale = scale

        def step(self, x):
            if x > 1:
                return x * self.scale
            return x

        def __call__(self, x):
            for _ in range(2):
                x = self.step(x)
            return x

    def run(x):
        return Model(2.0)(x)

    assert_all_staged_same(system, run, [0.5, 1.5])


def test_staged_super(system):
    class Base:
        def f(self, x):
            if x > 0:
                return x * 2
            return x

    class Child(Base):
        def f(self, x):
            if x > 10:
                x = x - 10
            else:
                x = super().f(x)
            return super().f(x)

    def run(x):
        return Child().f(x)

    assert_all_staged_same(system, run, [-1.0, 3.0, 12.0])


def test_attributes_changed_in_staged_statements(system):
    class Counter:
        def __init__(self, start):
            self.count = start
            self.table = {"n": start}

    def run(x):
        counter = Counter(x * 0)
        if x > 0:
            counter.count = counter.count + x
            counter.table["n"] = counter.table["n"] + 1
        while counter.count > 3:
            counter.count = counter.count - 2
            counter.table["n"] = counter.table["n"] + 10
        return counter.count, counter.table["n"]

    assert_all_staged_same(system, run, [-1.0, 2.0, 9.0])


def test_private_attributes_changed_in_staged_statements(system):
    class Counter:
        def __init__(self, start):
            self.__count = start

        def run(self, x):
            if x > 0:
                self.__count = self.__count + x
                self.__fresh = x
            else:
                self.__fresh = -x
                self.__count = self.__count - x
            return self.__count + self.__fresh

    def run(x):
        return Counter(x * 0).run(x)

    assert_all_staged_same(system, run, [-1.0, 2.0])


def test_attributes_changed_by_a_method_called_in_a_staged_statement(system):
    class Counter:
        def __init__(self, start):
            self.count = start

        def add(self, x):
            self.count = self.count + x

    def run(x):
        counter = Counter(x * 0)
        if x > 0:
            counter.add(x)
        i = x * 0
        while i < 3:
            counter.add(i)
            i = i + 1
        return counter.count

    assert_all_staged_same(system, run, [-1.0, 2.0])
