"""What a converted function has in common with the original: name, signature, globals, closure cells."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import inspect
import threading

import pytest

from autograph import conversion, convert, do_not_convert, to_code, to_graph
from tests.autograph.differential import define, tracing

factor = 2


def scaled(x: int, /, y: int = 3, *rest: int, flag: bool = False, **options: int) -> int:
    """Scales x."""
    if flag:
        return x * factor + y
    return x


scaled.label = "marked"  # type: ignore[attr-defined]


def test_a_converted_function_has_the_name_signature_and_documentation_of_the_original():
    converted = to_graph(scaled)
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__", "__defaults__"):
        assert getattr(converted, attribute) == getattr(scaled, attribute)
    assert converted.__kwdefaults__ == {"flag": False}
    assert inspect.signature(converted) == inspect.signature(scaled)
    assert converted.label == "marked"
    assert converted.__code__.co_filename == __file__
    assert converted.__code__.co_firstlineno == scaled.__code__.co_firstlineno
    assert inspect.getsource(converted) == inspect.getsource(scaled)


def test_a_decorated_function_has_the_name_signature_and_documentation_of_the_original():
    decorated = convert(scaled)
    assert inspect.signature(decorated) == inspect.signature(scaled)
    assert (decorated.__name__, decorated.__doc__, decorated.__wrapped__) == ("scaled", "Scales x.", scaled)
    assert convert(decorated) is decorated
    assert convert()(scaled)(2) == 2


def test_globals_are_shared_and_not_written_to(monkeypatch):
    before = set(globals())
    converted = to_graph(scaled)
    assert converted(1, flag=True) == 5
    monkeypatch.setitem(globals(), "factor", 10)
    assert converted(1, flag=True) == 13
    assert converted.__globals__ is globals()
    assert set(globals()) == before


def test_closure_cells_are_shared():
    total = 0

    def add(x):
        nonlocal total
        if x > 0:
            total += x
        return total

    converted = to_graph(add)
    assert converted(2) == 2
    total = 10
    assert (converted(1), add(1), converted(0), total) == (11, 12, 12, 12)
    shared = dict(zip(add.__code__.co_freevars, add.__closure__))
    for name, cell in zip(converted.__code__.co_freevars, converted.__closure__):
        assert name in ("ag__", "ag__entry") or cell is shared[name]


def test_a_closure_variable_that_is_not_bound_yet():
    def use():
        if later:
            return later + 1
        return 0

    converted = to_graph(use)
    with pytest.raises(NameError, match="free variable 'later'"):
        converted()
    later = 4
    assert converted() == 5


def test_functions_of_one_definition_share_the_converted_code():
    def make(n):
        def f(x):
            if x > n:
                return n
            return x

        return f

    one, two = to_graph(make(1)), to_graph(make(2))
    assert one.__code__ is two.__code__
    assert (one(5), two(5)) == (1, 2)


def test_converting_again_gives_the_same():
    converted = to_graph(scaled)
    assert to_graph(converted) is converted
    assert to_graph(convert(scaled)).__code__ is converted.__code__


def test_lambdas_keep_their_name():
    f = lambda x: x if x else 1  # noqa: E731
    assert (to_graph(f).__name__, to_graph(f).__qualname__) == (f.__name__, f.__qualname__)


def test_what_is_no_function_is_refused():
    for wrong in (3, None, "f", len, int, property(len)):
        with pytest.raises(TypeError, match="only Python functions can be converted, not"):
            to_graph(wrong)
        with pytest.raises(TypeError, match="`convert` takes a Python function, not"):
            convert(wrong) if wrong is not None else convert(convert)(len)


def test_a_marked_function_is_not_converted_when_called():
    calls = []

    @do_not_convert
    def plain(x):
        calls.append(plain.__code__)
        return x

    @do_not_convert()
    def other(x):
        return plain(x)

    def run(x):
        if x:
            return plain(x) + other(x)
        return 0

    with tracing():
        assert to_graph(run)(2) == 4
    assert all(code is plain.__code__ for code in calls) and len(calls) == 2
    assert do_not_convert(functools.partial(scaled, 3))() == 3


def test_static_and_class_methods_can_be_decorated():
    class Tool:
        @convert
        @staticmethod
        def double(x):
            return x * 2 if x else 0

        @convert
        @classmethod
        def name(cls, x):
            return cls.__name__ if x else None

        @convert
        def method(self, x):
            return self.double(x) or x

    with tracing():
        assert (Tool.double(2), Tool.name(1), Tool().method(3)) == (4, "Tool", 6)


def test_many_threads_convert_a_function_once(monkeypatch):
    count = 0
    inner = conversion.compile_function

    def counted(*args):
        nonlocal count
        count += 1
        return inner(*args)

    monkeypatch.setattr(conversion, "compile_function", counted)
    function = define("def f(x):\n    while x > 5:\n        x -= 1\n    return x")
    barrier = threading.Barrier(8)
    results = []

    def work():
        barrier.wait()
        results.append(to_graph(function)(9))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [5] * 8
    assert count == 1


def test_convert_takes_methods_partials_and_objects_that_can_be_called():
    class Scaler:
        def __init__(self, factor):
            self.factor = factor

        def __call__(self, x):
            return x * self.factor if x > 0 else 0

    scaler = Scaler(3)
    for wrapped in (convert(scaler), convert(scaler.__call__), convert(functools.partial(Scaler.__call__, scaler))):
        assert (wrapped(2), wrapped(-2)) == (6, 0)
        with tracing():
            assert (wrapped(2), wrapped(-2)) == (6, 0)


def test_a_class_that_is_converted_stays_the_class_and_its_functions_are_converted():
    class Base:
        pass

    class Counter(Base):
        step = 2

        def __init__(self, start):
            super().__init__()
            self.total = start if start > 0 else 0

        def advance(self, n):
            while n > 0:
                self.total += self.step
                n -= 1
            return self.total

        @classmethod
        def at(cls, start):
            return cls(start)

        @staticmethod
        def sign(x):
            return 1 if x > 0 else -1

    original = Counter.advance
    assert convert(Counter) is Counter
    assert Counter.advance is not original and Counter.advance.__wrapped__ is original
    for _ in range(2):
        with tracing():
            assert (Counter(-1).advance(3), Counter.at(5).total, Counter.sign(-2)) == (6, 5, -1)
        assert (Counter(-1).advance(3), Counter.at(5).total, Counter.sign(-2)) == (6, 5, -1)


def test_functions_of_a_class_that_have_no_source_stay_as_they_are():
    @convert
    @dataclasses.dataclass
    class Point:
        x: int

        def sign(self):
            return 1 if self.x > 0 else -1

    with tracing():
        assert (Point(3), Point(3).sign()) == (Point(3), 1)


def test_the_converted_form_of_a_class_makes_its_instances():
    class Point:
        def __init__(self, x):
            self.x = x if x > 0 else 0

    make = to_graph(Point)
    assert make.__name__ == "Point"
    assert type(make(3)) is Point and (make(3).x, make(-3).x) == (3, 0)
    with tracing():
        assert type(make(3)) is Point and (make(3).x, make(-3).x) == (3, 0)
    assert to_code(Point).startswith("def __init__(self, x):")


async def coroutine(x):
    return x if x else 1


def generator(x):
    while x:
        x -= 1
        got = yield x
        if got:
            x = got
    return "end"


async def asynchronous_generator(x):
    while x:
        x -= 1
        yield x


@pytest.mark.parametrize("form", [convert, to_graph])
def test_inspect_tells_the_kind_of_a_converted_function(form):
    for function in (coroutine, generator, asynchronous_generator, scaled):
        for kind in (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction):
            assert kind(form(function)) == kind(function)


def test_calls_of_coroutines_and_generators_run_under_convert():
    def outcome(f, g, h):
        async def collected():
            return [x async for x in h(3)], await f(0)

        running = g(4)
        log = [next(running), running.send(2), *running]
        return log, running.gi_code.co_name, asyncio.run(collected())

    plain = outcome(coroutine, generator, asynchronous_generator)
    converted = [convert(f) for f in (coroutine, generator, asynchronous_generator)]
    assert outcome(*converted) == plain
    with tracing():
        assert outcome(*converted) == plain


def test_to_code_looks_behind_wrappers():
    def logged(f):
        @functools.wraps(f)
        def call(*args):
            return f(*args)

        return call

    def sign(x):
        return 1 if x > 0 else -1

    expected = to_code(sign)
    assert "ag__.if_exp" in expected
    assert to_code(logged(sign)) == to_code(convert(logged(logged(sign)))) == expected
    assert to_code(functools.lru_cache(sign)) == to_code(functools.partial(logged(sign), 1)) == expected


def test_to_code_looks_behind_graph_functions():
    import runtime as tf

    @tf.function
    def sign(x):
        return 1 if x > 0 else -1

    assert to_code(sign) == to_code(sign.python_function)
    assert convert(sign) is to_graph(sign) is sign


def test_to_code_looks_behind_functions_of_jax():
    jax = pytest.importorskip("jax")

    @jax.jit
    @convert
    def sign(x):
        return 1 if x > 0 else -1

    assert to_code(sign).startswith("def sign(x):\n    return ag__.if_exp(")


def test_what_is_wrapped_around_itself_is_refused():
    def f(x):
        return x

    f.__wrapped__ = f
    with pytest.raises(TypeError, match="is wrapped around itself"):
        to_code(f)


def test_a_converted_function_does_not_keep_the_original_alive():
    import gc
    import weakref

    def make():
        def f(x):
            return 1 if x else 2

        return f

    f = make()
    converted = to_graph(f)
    gone = weakref.ref(f)
    del f
    gc.collect()
    assert gone() is None
    assert converted(0) == 2


def test_functions_called_while_staging_can_be_collected():
    import gc
    import weakref

    def run():
        def inner(x):
            if x:
                return 1
            return 2

        inner(1)
        return weakref.ref(inner)

    with tracing():
        gone = to_graph(run)()
    gc.collect()
    assert gone() is None


def test_functions_that_know_themselves_can_be_collected_after_staging():
    import gc
    import weakref

    import runtime as tf

    def nested(n):
        def down(k):
            return 0 if k == 0 else down(k - 1)

        found.append(weakref.ref(down))
        return n + down(3)

    def outside():
        def down(k):
            return 0 if k == 0 else down(k - 1)

        found.append(weakref.ref(down))
        return tf.function(lambda n: n + down(3))

    found: list = []
    tf.function(nested)(tf.constant(1))
    outside()(tf.constant(1))
    gc.collect()
    assert [reference() for reference in found] == [None, None]
