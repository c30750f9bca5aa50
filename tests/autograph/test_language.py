"""Every kind of statement and expression, in the odd places where Python allows it: converted, it does the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import autograph
from tests.autograph.differential import check_program

since_3_12 = pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
since_3_13 = pytest.mark.skipif(sys.version_info < (3, 13), reason="syntax of Python 3.13")


@since_3_12
def test_type_parameters_and_aliases_in_functions():
    check_program(
        """
        def f(x):
            def first[T, *Ts, **P](items: list[T], default: T = None) -> T:
                if items: return items[0]
                return default
            class Box[T]:
                def __init__(self, v: T): self.v = v
                def get[U](self, other: U) -> T | U:
                    if self.v: return self.v
                    return other
            type Alias[K] = dict[K, list[x]] 
            type Rec = list[Rec]
            if x > 0:
                type In = int | str
                class Inner[T: int]:
                    y = x
                    def m(self) -> T:
                        return T.__name__, x if x else 0
            return first([]), first([x]), Box(x).get("o"), Alias.__name__, Alias.__type_params__, repr(Rec.__value__), first.__type_params__, Box.__type_params__, (In.__value__, Inner().m(), Inner.__type_params__) if x > 0 else None
        """,
        0,
        1,
    )


@since_3_12
def test_values_of_aliases_are_evaluated_late():
    check_program(
        """
        def f(x):
            if x:
                type A = undefined_name | y
                try: A.__value__
                except NameError as e: print(e)
                undefined = 1
            y = 5
            return A.__name__ if x else y
        """,
        0,
        1,
    )


@since_3_12
def test_a_generic_function():
    check_program(
        """
        def f[T: (int, str)](x: T, *, k: list[T] = None) -> T:
            if x:
                return T.__constraints__, x
            return T.__name__
        """,
        0,
        1,
    )


@since_3_13
def test_defaults_of_type_parameters():
    check_program(
        """
        def f(x):
            def g[T = int, *Ts = *tuple[int, ...], **P = [int]](a: T):
                return T.__default__ if a else None
            class C[T = str]: pass
            type L[T = list[x]] = list[T]
            return g(x), C.__type_params__[0].__default__, g.__type_params__[0].has_default()
        """,
        0,
        1,
    )


@since_3_12
def test_formatted_strings_in_formatted_strings():
    check_program(
        """
        def f(x, d):
            return f"{x!r:>{10 if x else 5}} {d['k'] if x else 'none'} {f'{f"{x}"}'} {'a' if x else "b"} {x=} {x and d=!s} {(lambda y: y or 3)(x)}" + (f"{'\\n'.join(['a', str(x)])}")
        """,
        (0, {"k": 1}),
        (1, {"k": 2}),
    )


def test_formatted_strings():
    check_program(
        """
        def f(x, d):
            return f"{x!r:>{10 if x else 5}} {d['k'] if x else 'none'} {x=} {x and d=!s} {(lambda y: y or 3)(x)} {(y := x or 4)} {y}"
        """,
        (0, {"k": 1}),
        (1, {"k": 2}),
    )


def test_exception_groups_in_loops():
    check_program(
        """
        def f(x):
            out = []
            for i in range(3):
                try:
                    if x == i: raise ExceptionGroup("g", [ValueError(i), TypeError(i)])
                    elif x > 5: raise KeyError(x)
                except* ValueError as e:
                    out.append(repr(e))
                    if i: out.append("i")
                except* (TypeError, KeyError) as e:
                    out.append(repr(e.exceptions))
                    for j in range(2): out.append(j)
                else:
                    out.append("else")
                finally:
                    out.append("f")
            return out
        """,
        0,
        1,
        2,
        9,
    )


def test_del_of_everything_that_can_be_deleted():
    check_program(
        """
        def f(x):
            a = b = c = d = 1
            l = list(range(9)); o = type("O", (), {})(); o.p = o.q = 1; dd = {1: [1, 2]}
            if x:
                del a, (b, [c])
                del l[0], l[1:3], o.p, dd[1][0]
            for i in range(2):
                if x > 1:
                    del d
                else:
                    d = i
                if i and x: del i
            try: print(a, b)
            except UnboundLocalError as e: print(e)
            try: print(i)
            except UnboundLocalError as e: print(e)
            return l, vars(o), dd
        """,
        0,
        1,
        2,
    )


def test_stars_wherever_they_may_stand():
    check_program(
        """
        def f(x, y):
            a, *b = y if x else [*y, 9]
            *c, (d, *e) = [*b, (1, 2, *y)]
            for p, *q in [(1, 2, 3), (4,)]:
                if p > x: print(p, *q, sep="-")
            g = {**({"a": 1} if x else {}), "z": 2}
            h = [*(y if x else ()), *[i for i in y if i]]
            s = {*y, *b}
            t = *y, *b
            def k(*args, **kw): return args, kw
            def r():
                return *y, x
            def ge():
                yield *y, x
            u = y[*b[:0], 0] if x else y[0]
            return a, b, c, d, e, g, h, s, t, k(*y, *b, **g, w=x or 3), r(), list(ge()), u
        """,
        (0, [1, 2]),
        (1, [3, 4]),
    )


def test_walrus_wherever_it_may_stand():
    check_program(
        """
        def f(x):
            if (n := x + 1) > 1 and (m := n * 2): print(n, m)
            while (n := n - 1) > 0 or (k := 0): print(n)
            l = [y := x, y ** 2, (z := y) or 3]
            d = {(a := 1): (b := 2)}
            g = list((w := v) for v in range(3) if (h := v) or x)
            t = (lambda q: (r := q) and r)(x)
            s = f"{(u := x)} {u:>{(width := 5)}}"
            assert (e := x) is not None, (e2 := "msg")
            for i in (it := range(2)): pass
            with __import__("contextlib").nullcontext(cm := x) as c: pass
            o = l[(idx := 0)]
            if any((witness := v) > 1 for v in range(3)): print(witness)
            def dflt(p=(dv := 5)): return p
            @(deco := (lambda fn: fn))
            def decorated(): return 7
            return n, y, z, a, b, g, w, h, t, s, u, width, e, it, cm, c, o, idx, dv, decorated()
        """,
        0,
        1,
        3,
    )


def test_classes_in_functions():
    check_program(
        """
        def f(x):
            class A:
                def who(self): return "A"
                y = [i for i in range(x)]
                if x:
                    z = [y_ for y_ in (lambda: [1])()]
                else:
                    z = "none"
                for k in range(2):
                    exec(f"attr{k} = k")
            class B(A):
                def who(self):
                    if x:
                        def inner():
                            return super(B, self).who() + __class__.__name__
                        return inner()
                    return [super().who() for _ in range(2)] if False else super().who()
                def comp(self):
                    return [__class__.__name__ for _ in range(2)]
                def nested(self):
                    return (lambda: __class__)().__name__, [*map(lambda s: super(__class__, s).who(), [self])]
                __priv = 3
                def mang(self):
                    for __i in range(2):
                        self.__v = __i
                        if x: __w = __i
                        else: __w = 2
                    def __g(__p): return __p
                    return self.__priv, self.__v, __w, __g(__p=3), vars(self)
                def kw(self, *, __k=5):
                    return self.kwh(__k=__k) if x else __k
                def kwh(self, **kw): return kw
            b = B()
            return b.who(), b.comp(), b.nested(), b.mang(), b.kw(), A.y, A.z, A.attr1, A.k
        """,
        0,
        1,
    )


def test_generators_that_are_sent_to_thrown_at_and_closed():
    check_program(
        """
        def f(x):
            log = []
            def g(n):
                try:
                    for i in range(n):
                        try:
                            got = yield i
                            if got: log.append(got)
                            while got and got > 0:
                                got = yield "w", got
                        except ValueError as e:
                            log.append(repr(e))
                            if x: return "ret"
                            continue
                        else:
                            log.append("else")
                except GeneratorExit:
                    log.append("exit"); raise
                finally:
                    log.append("fin")
                return n
            it = g(3)
            log.append(next(it))
            try:
                log.append(it.send(2)); log.append(it.send(0)); log.append(it.throw(ValueError("v"))); it.close(); it.close()
                log.append(next(it, "done"))
            except StopIteration as s: log.append(s.value)
            def d():
                r = yield from g(2)
                if r: yield r
                r2 = yield from (i for i in range(x))
                return r2
            log += list(d())
            return log
        """,
        0,
        1,
    )


def test_everything_asynchronous():
    check_program(
        """
        import asyncio, contextlib
        def f(x):
            async def ag(n):
                for i in range(n):
                    if i == x: continue
                    await asyncio.sleep(0)
                    got = yield i
                    if got: yield got
            @contextlib.asynccontextmanager
            async def cm(v):
                if v: print("enter")
                try: yield v
                finally: print("leave" if v else "left")
            async def main():
                out = []
                async for i in ag(4):
                    if i == 2: out.append("two"); continue
                    if i > 2: break
                    out.append(i)
                else:
                    out.append("else")
                async with cm(x) as a, cm(1) as b:
                    if a: out.append((a, b))
                    else:
                        while not a: a = await asyncio.sleep(0, 5)
                out.append([i async for i in ag(3) if i or await asyncio.sleep(0, x)])
                out.append({i: await asyncio.sleep(0, i) async for i in ag(3)})
                out.append([await asyncio.sleep(0, i) if i else "z" for i in range(2)])
                out.append(await (asyncio.sleep(0, 1) if x else asyncio.sleep(0, 2)))
                out.append((await asyncio.sleep(0, x)) and (await asyncio.sleep(0, 3)) or 4)
                g = ag(3); out.append(await g.__anext__()); out.append(await g.asend(7)); await g.aclose()
                try:
                    async with asyncio.timeout(5):
                        if x: raise KeyError(x)
                except KeyError as e: out.append(repr(e))
                async with asyncio.TaskGroup() as tg:
                    ts = [tg.create_task(asyncio.sleep(0, i)) for i in range(2) if i or x]
                return out, [t.result() for t in ts], [z async for z in (y async for y in ag(2))]
            return asyncio.run(main())
        """,
        0,
        1,
        2,
    )


def test_lambdas_wherever_they_may_stand():
    check_program(
        """
        def f(x, k=lambda y: y and 1, *, z=(lambda: 0) if True else None):
            table = {"a": lambda v: v or 2, "b": lambda v: v and 3}
            s = sorted([3, 1, 2], key=lambda v: -v if x else v)
            a, b = (lambda: 1 if x else 2), (lambda: 3 if x else 4)
            c = (lambda *a, **k: (a, k))(1, q=2)
            d = [fn(x) for fn in (lambda t: t and 1, lambda t: t or 5)]
            def deco(p): return lambda fn: lambda *a: (p(x), fn(*a))
            @deco(lambda v: v or "zero")
            def inner(w): return w if w else "w"
            return k(x), z(), table["a"](x), table["b"](x), s, a(), b(), c, d, inner(x), (lambda: (yield))().__class__.__name__ if x else 0
        """,
        0,
        1,
    )


def test_definitions_and_imports_in_branches():
    check_program(
        """
        def f(x):
            if x:
                def g(): return "a" if x else "b"
                class K: 
                    v = 1
            elif x is None:
                g = None
            else:
                def g(): return "c" if x else "d"
                class K:
                    v = 2
            try:
                import json as j
            except ImportError:
                j = None
            for n in range(2):
                def h(n=n): return n or "zero"
            with open("/dev/null") as fh:
                def r(): return fh.closed
            from os import path, sep as s
            if x: import os.path as op, sys
            return g() if g else None, K.v if g else None, j.__name__, h(), r(), path.__name__, s, op.__name__ if x else 0
        """,
        0,
        1,
    )


def test_leaving_loops_through_finally():
    check_program(
        """
        def f(x):
            for i in range(3):
                try:
                    if i == x: return i
                    try:
                        if i + 1 == x: break
                    finally:
                        print("inner", i)
                finally:
                    print("outer", i)
            else:
                return "else"
            return "broke"
        """,
        0,
        1,
        2,
        5,
    )


def test_loops_over_attributes_items_and_patterns():
    check_program(
        """
        def f(x):
            o = type("O", (), {})()
            d = {}
            l = [0, 0]
            for o.a in range(3):
                if o.a == x: break
            for d["k"], (l[0], *l[1:]) in [(1, (2, 3)), (4, (5, 6, 7))]:
                if d["k"] > x: print(l)
            for (i) in range(2): pass
            for [a, b] in [(1, 2)]: pass
            for i, i in [(1, 2)]: print(i)
            return o.a, d, l, a, b, i
        """,
        0,
        1,
        7,
    )


def test_assignments_of_every_form():
    check_program(
        """
        def f(x):
            a = b = c = [] if x else {}
            (p, q), r = (1, 2), 3
            p, q = q, p
            a, a = 1, 2
            i = 0
            i, l = 1, [5, 6]
            i, l[i] = 0, "w"
            l[:] = [*l, 9]
            l[0:1], l[-1] = [7, 7], 8
            s = t = u = x
            s += 1; t -= 1; u **= 2; u //= 1; u %= 5; u <<= 1; u >>= 1; u |= 4; u &= 7; u ^= 1
            m = {}
            m.setdefault("k", []).append(x)
            m["k"] += [1]
            m["n"] = m["z"] = 0
            m["n"] += x and 1
            return a, b, c, p, q, r, i, l, s, t, u, m
        """,
        0,
        1,
    )


def test_decorators_of_every_kind():
    check_program(
        """
        import functools, contextlib, typing, dataclasses, enum, abc
        def f(x):
            calls = []
            def trace(tag):
                def deco(fn):
                    @functools.wraps(fn)
                    def w(*a, **k):
                        calls.append((tag, fn.__name__))
                        return fn(*a, **k) if a or k or x else fn(*a)
                    return w
                return deco
            @trace("a")
            @trace("b" if x else "c")
            def one(v=1): return v or 2
            class Deco:
                def __init__(self, fn): functools.update_wrapper(self, fn); self.fn = fn; self.n = 0
                def __call__(self, *a):
                    self.n += 1
                    return self.fn(*a) if self.n < 2 else None
                def __get__(self, o, t=None): return functools.partial(self, o) if o else self
            @Deco
            def two(v): return v and 3
            @functools.lru_cache(maxsize=None)
            def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
            @functools.cache
            def cached(n):
                for i in range(n):
                    if i > 2: return i
                return "none"
            @contextlib.contextmanager
            def cm(v):
                try: yield v or "zero"
                finally: calls.append("closed")
            @functools.singledispatch
            def sd(v): return "object"
            @sd.register
            def _(v: int): return "pos" if v > 0 else "int"
            @sd.register(str)
            def _(v):
                return "str" if v else "empty"
            class M:
                def __init__(self, v): self.v = v
                @functools.singledispatchmethod
                def sm(self, v): return "obj" if v else "falsy"
                @sm.register
                def _(self, v: int): return "int" if v > self.v else "small"
                @property
                def p(self): return self.v if x else -1
                @p.setter
                def p(self, n):
                    if n: self.v = n
                @p.deleter
                def p(self): self.v = None
                @functools.cached_property
                def cp(self):
                    calls.append("cp")
                    return self.v or "cp"
                @classmethod
                def make(cls, v): return cls(v) if v else cls(9)
                @staticmethod
                def st(v): return v or "st"
                @trace("m")
                def tm(self): return self.v if self.v else 0
                @Deco
                def dm(self, *a): return self.v, a
                @contextlib.contextmanager
                def cmm(self): yield self.v if self.v else 3
                @typing.overload
                def ov(self, a: int) -> int: ...
                @typing.overload
                def ov(self, a: str) -> str: ...
                def ov(self, a): return a * 2 if a else a
                pm = functools.partialmethod(lambda self, a, b: (a, b, self.v) if b else a, 5)
                @classmethod
                @functools.lru_cache
                def clc(cls, n): return n if n else cls.__name__
            @functools.total_ordering
            class T:
                def __init__(self, v): self.v = v
                def __eq__(self, o): return self.v == o.v if isinstance(o, T) else NotImplemented
                def __lt__(self, o): return self.v < o.v if isinstance(o, T) else NotImplemented
            @dataclasses.dataclass(order=True, frozen=bool(x))
            class D:
                a: int
                b: list = dataclasses.field(default_factory=lambda: [x] if x else [])
                def __post_init__(self):
                    if self.a < 0: raise ValueError(self.a)
                def m(self): return self.a or "a0"
            class E(enum.Enum):
                A = 1 if x else 5
                B = enum.auto()
                @property
                def lab(self): return self.name.lower() if self.value > 1 else self.name
                def __bool__(self): return self.value > 1
                @classmethod
                def _missing_(cls, v): return cls.B if v == "b" else None
            class AB(abc.ABC):
                @abc.abstractmethod
                def q(self): ...
                @staticmethod
                @abc.abstractmethod
                def qq(): ...
            class N(typing.NamedTuple):
                a: int
                b: str = "x"
                def m(self): return self.a if self.a else self.b
            class TD(typing.TypedDict, total=False):
                k: int
            with cm(x) as c: calls.append(c)
            m = M.make(x)
            with m.cmm() as mm: calls.append(mm)
            m.p = 7; m.p = 0
            r = [one(), one.__name__, one.__wrapped__.__name__, two(x), two(1), two.n, fib(10), fib.cache_info().hits, cached(9), sd(1), sd(-1), sd(""), sd(3.0),
              m.sm("a"), m.sm(100), m.p, m.cp, m.cp, M.st(0), m.tm(), m.dm(1), m.ov("a"), m.pm(6), M.clc(0), T(1) < T(2), T(2) >= T(1), T(1) <= T(1), repr(D(3)), D(1) < D(2), D(0).m(),
              E.A.lab, E.B.lab, bool(E.A), repr(E("b")), N(0).m(), repr(N(1)), TD(k=x), len(AB.__abstractmethods__)]
            del m.p
            try: D(-1)
            except ValueError as e: r.append(repr(e))
            try: AB()
            except TypeError: r.append("abstract")
            return r, calls, m.v
        """,
        0,
        1,
    )


def test_conversion_compares_no_bytes_with_text(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        """
import autograph

def kind(a):
    if a == b"x":
        return b"small"
    return b"large" if a in (b"y", b"z") else None

print(autograph.to_graph(kind)(b"y").decode())
"""
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(autograph.__file__).parents[1])}
    command = [sys.executable, "-bb", str(program)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("large\n", "")
