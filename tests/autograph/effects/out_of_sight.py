"""What happens in code that is not converted, or that Python runs of itself: in the bodies of classes, in C, in hooks."""

# ruff: noqa: F507, UP031 - `%` is tested as well
import abc
import copyreg
import dataclasses
import functools
import gc
import io
import random
import sys
import threading
import types
import weakref
import xml.etree.ElementTree as ET

from tests.autograph.effects.outcomes import cases

NUMBERS = 3, 0, -2


# Classes that a branch defines


@cases(*NUMBERS, staged="refused AG025")
def class_body_that_appends(n):
    xs = []
    if n > 0:

        class _Made:
            xs.append(1)

    return xs


@cases(*NUMBERS, staged="refused AG025")
def class_body_that_stores(n):
    o = types.SimpleNamespace(v=1)
    if n > 0:

        class _Made:
            o.v = n

    return o.v


@cases(*NUMBERS, staged="refused AG025")
def class_body_that_advances(n):
    it = map(abs, [1, 2, 3])
    if n > 0:

        class _Made:
            x = next(it)

    return list(it)


@cases(*NUMBERS)
def class_keyword_that_appends(n):
    xs = []

    class Base:
        def __init_subclass__(cls, k=None):
            pass

    if n > 0:

        class _Made(Base, k=xs.append(3)):
            pass

    return xs


@cases(*NUMBERS)
def metaclass_expression_that_appends(n):
    xs = []
    if n > 0:

        class _Made(metaclass=(xs.append(3) or type)):
            pass

    return xs


@cases(*NUMBERS)
def class_with_attributes_in_a_branch(n):
    total = 0
    if n > 0:

        class Made:
            """What it is."""

            names = ("a", "b")
            sizes = ("a", 1), ("b", 2)
            most = max(3, 4) if False else 5

            def size(self, name):
                return dict(self.sizes)[name] * n

        total = Made().size("b") + Made.most
    return total


# Code in strings


@cases(*NUMBERS, staged="refused AG025")
def code_that_exec_runs(n):
    xs = []
    if n > 0:
        exec("xs.append(1)", {"xs": xs})
    return xs


@cases(*NUMBERS, staged="refused AG025")
def code_that_eval_runs(n):
    d = {"a": 1}
    if n > 0:
        eval("d.update(a=5)", {"d": d})
    return d


@cases(*NUMBERS)
def expression_that_eval_runs(n):
    v = 0
    if n > 0:
        v = eval("n + 1", {"n": n})
    return v


@cases(*NUMBERS)
def function_that_exec_makes(n):
    names = {}
    exec("def f(x):\n    return x + 1", names)
    if n > 0:
        n = names["f"](n)
    return n


# Iterators that Python advances


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_is_unpacked(n):
    it = map(abs, [1, 2, 3])
    if n > 0:
        _, _, _ = it
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_is_printed(n):
    it = zip([1, 2, 3], "abc")
    if n > 0:
        print(*it, file=io.StringIO())
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_an_exception_is_given(n):
    it = filter(None, [1, 2])
    if n > 0:
        ValueError(*it)
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_bytes_are_made_of(n):
    it = iter([1, 2])
    if n > 0:
        bytes(it)
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_is_added_to_a_list(n):
    it = map(abs, [1, 2])
    q = []
    if n > 0:
        q += it
    return list(it), q


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_an_object_holds(n):
    o = types.SimpleNamespace(it=map(abs, [1, 2]))
    if n > 0:
        _, _ = o.it
    return list(o.it)


@cases(*NUMBERS)
def iterator_of_a_list_that_grows(n):
    xs = [1, 2]
    it = iter(xs)
    if n > 0:
        xs.append(n)
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def generator_that_is_unpacked(n):
    def numbers():
        yield 1
        yield 2

    it = numbers()
    if n > 0:
        _, _ = it
    return list(it)


@cases(*NUMBERS, staged="refused AG025")
def generator_that_bytes_are_made_of(n):
    it = (x for x in [1, 2])
    if n > 0:
        bytes(it)
    return list(it)


@cases(*NUMBERS)
def generator_that_is_added_to_a_list(n):
    def numbers():
        yield 1
        yield 2

    it = numbers()
    q = []
    if n > 0:
        q += it
    return list(it), q


# Hooks that are asked once


@cases(*NUMBERS)
def property_that_getattr_asks(n):
    seen = []

    class Made:
        @property
        def p(self):
            seen.append(1)
            return n

    return getattr(Made(), "p", 0), seen


@cases(*NUMBERS)
def hook_that_getattr_asks(n):
    seen = []

    class Made:
        def __getattr__(self, name):
            seen.append(name)
            return n

    return getattr(Made(), "other", 0), seen


@cases(*NUMBERS)
def object_with_a_hook_that_is_called(n):
    seen = []

    class Made:
        def __getattr__(self, name):
            seen.append(name)
            raise AttributeError(name)

        def __call__(self):
            seen.append(n)

    if n > 0:
        Made()()
    return seen


@cases(*NUMBERS)
def object_that_is_compared_and_called(n):
    seen = []

    class Made:
        def __eq__(self, other):
            seen.append(1)
            return True

        def __call__(self, x):
            return x + 1

    made = Made()
    if n > 0:
        n = made(n)
    return n, seen


@cases(*NUMBERS, staged="refused AG033")
def class_that_says_what_its_instances_are(n):
    class Meta(type):
        def __instancecheck__(cls, value):
            return value > 2

    class Made(metaclass=Meta):
        pass

    return isinstance(n, Made)


# What functions of the library change


@cases(*NUMBERS)
def exit_under_a_handler(n):
    try:
        if n > 0:
            sys.exit(n)
    except SystemExit as error:
        return error.code
    return 0


@cases(*NUMBERS)
def note_of_an_exception(n):
    error = KeyError(1)
    error.add_note("a")
    if n > 0:
        error.add_note("b")
    return error.__notes__


@cases(*NUMBERS)
def attribute_that_type_stores(n):
    class Made:
        a = 1

    if n > 0:
        type.__setattr__(Made, "a", n)
    return Made().a


@cases(*NUMBERS, staged="refused AG025")
def class_that_is_registered(n):
    class Base(abc.ABC):
        pass

    class Made:
        pass

    if n > 0:
        Base.register(Made)
    return isinstance(Made(), Base)


@cases(*NUMBERS, staged="refused AG025")
def class_that_is_copied_otherwise(n):
    class Made:
        pass

    if n > 0:
        copyreg.pickle(Made, lambda made: (int, (5,)))
    return n


@cases(*NUMBERS, staged="refused AG025")
def element_that_gets_another(n):
    element = ET.Element("a")
    if n > 0:
        ET.SubElement(element, "b")
    return ET.tostring(element).decode()


@cases(*NUMBERS, staged="refused AG025")
def collector_that_is_told(n):
    before = gc.get_threshold()
    if n > 0:
        gc.set_threshold(*before)
    return n


@cases(*NUMBERS, staged="refused AG025")
def finalizer_that_is_called(n):
    class Made:
        pass

    log = []
    made = Made()
    finalize = weakref.finalize(made, log.append, 1)
    if n > 0:
        finalize()
    return finalize.alive


@cases(*NUMBERS)
def names_that_a_function_takes_over(n):
    def named(x):
        return x

    if n > 0:

        @functools.wraps(named)
        def made(x):
            return x + 2

        n = made(n)
    return n


@cases(*NUMBERS, staged="refused AG025")
def class_that_gets_methods(n):
    class Made:
        def __lt__(self, other):
            return True

    if n > 0:
        functools.total_ordering(Made)
    return "__ge__" in Made.__dict__


@cases(*NUMBERS)
def class_that_is_made_a_dataclass_where_it_is(n):
    if n > 0:

        @dataclasses.dataclass
        class Made:
            x: int = 0
            y: int = dataclasses.field(default=2)

        n = Made(n).x + Made(1).y
    return n


@cases(*NUMBERS, staged="refused AG025")
def thread_that_is_started(n):
    xs = []
    thread = threading.Thread(target=lambda: xs.append(n + 1))
    thread.start()
    thread.join()
    return xs


# What is done in a `try` that has to be staged


@cases(*NUMBERS, staged="refused AG025")
def code_that_exec_runs_before_a_raise(n):
    xs = []
    try:
        exec("xs.append(1)", {"xs": xs})
        if n > 0:
            raise ValueError
    except ValueError:
        xs.append(2)
    return xs


@cases(*NUMBERS, staged="refused AG025")
def iterator_that_is_unpacked_before_a_raise(n):
    it = map(abs, [1, 2, 3])
    a = b = 0
    try:
        a, b = it
        if n > 0:
            raise ValueError
    except ValueError:
        a += 10
    except TypeError:
        a += 20
    return a, b, list(it)


@cases(*NUMBERS)
def note_before_a_raise(n):
    error = KeyError(1)
    error.add_note("a")
    try:
        error.add_note("b")
        if n > 0:
            raise ValueError
    except ValueError:
        pass
    return error.__notes__


# Hooks that have an answer of their own


class Config:
    def __init__(self):
        self.__dict__["values"] = {"a": 1}

    def __getattr__(self, name):
        return self.__dict__["values"][name]


@cases(*NUMBERS)
def hook_that_raises_another_error(n):
    made = Config()

    def chosen(k):
        if k > 0:
            return made
        return made

    kept = last = Config()
    total = 0
    for _ in range(n):
        total += 1
        last = kept
    return chosen(n).a, sum([made.a for i in range(n) if i < 3]), total, last.a


@cases(*NUMBERS, staged="refused AG053")
def hash_that_is_staged_under_a_handler(n):
    class Made:
        def __hash__(self):
            return n

    try:
        return hash(Made())
    except TypeError:
        return "none"


@cases(*NUMBERS, runtime="refused AG053")
def library_that_computes_with_what_is_staged_under_a_handler(n):
    try:
        return random.Random(1).uniform(n, 4)
    except TypeError:
        return "none"


# Generators of which a branch changes what they read


@cases(*NUMBERS)
def generator_of_a_variable_that_a_branch_binds(n):
    total = 0

    def numbers():
        for x in [1, 2, 3]:
            yield x + total

    it = numbers()
    first = next(it)
    if n > 0:
        total += 5
    return first, list(it)


@cases(*NUMBERS, staged="refused AG025")
def generator_of_equal_items_that_is_unpacked(n):
    def numbers():
        for x in [4, 4, 4]:
            yield x + 1

    it = numbers()
    next(it)
    kept = [0]
    if n > 0:
        kept[0], _ = it
    return list(it), kept


# What `%` asks objects for


@cases(*NUMBERS)
def percent_of_an_object_with_items(n):
    class Made:
        def __getitem__(self, name):
            return n if name == "a" else name

    return "%(a)s and %(b)s" % Made(), "x" % Made()


@cases(*NUMBERS)
def percent_of_objects_that_say_numbers(n):
    class Made:
        def __int__(self):
            return n

        def __float__(self):
            return n / 2

    class Place:
        def __index__(self):
            return n + 10

    return "%d|%5d|%i" % (Made(), Made(), Made()), "%.2f" % Made(), "%x %d %o" % (Place(), Place(), Place())


@cases(*NUMBERS)
def percent_of_an_object_that_says_no_number(n):
    class Made:
        def __str__(self):
            return str(n)

    try:
        return "%d" % Made()
    except TypeError as error:
        return str(error)
