"""What objects hold that nothing shows: attributes of exceptions, functions and classes, objects of types written in C,
caches, and what is printed to a stream of the program's.
"""

from __future__ import annotations

import contextlib
import contextvars
import csv
import ctypes
import decimal
import functools
import hashlib
import io
import queue
import re
import struct
import threading
import warnings
import xml.etree.ElementTree as ElementTree
import zlib

import numpy as np

from tests.autograph.effects.outcomes import cases


class Failure(Exception):
    pass


@cases(0, 3)
def arguments_of_an_exception(n):
    e = Failure(1)
    if n > 2:
        e.args = (n,)
    return e.args[0]


@cases(0, 3)
def arguments_of_an_exception_in_a_loop(n):
    e = Failure(1)
    i = 0
    while i < n:
        e.args = (i,)
        i += 1
    return e.args[0]


@cases(0, 3, staged="refused AG011")
def more_arguments_in_a_handler(n):
    try:
        try:
            raise Failure(1, 2)
        except Failure as e:
            if n > 2:
                e.args = (*e.args, 7)
            raise
    except Failure as e:
        return len(e.args)


@cases(0, 3, jax="refused AG029")
def number_of_an_error(n):
    e = OSError(1, "a")
    if n > 2:
        e.errno = 5
    return e.errno


@cases(0, 3, jax="refused AG029")
def value_of_a_stop(n):
    e = StopIteration(1)
    if n > 2:
        e.value = 5
    return e.value


@cases(0, 3, staged="refused AG024")
def cause_of_an_exception(n):
    e = Failure(1)
    if n > 2:
        e.__cause__ = KeyError(2)
    return e.__cause__ is None


@cases(0, 3, staged="refused AG025")
def context_of_an_exception(n):
    e = Failure(1)
    if n > 2:
        e.__context__ = Failure(2)
    return e.__context__ is None


@cases(0, 3, staged="refused AG024")
def suppressed_context_of_an_exception(n):
    e = Failure(1)
    if n > 2:
        e.__suppress_context__ = True
    return e.__suppress_context__


@cases(0, 3, staged="refused AG024")
def class_of_an_object(n):
    class One:
        def f(self):
            return 1

    class Two(One):
        def f(self):
            return 2

    o = One()
    if n > 2:
        o.__class__ = Two
    return o.f()


@cases(0, 3)
def class_of_an_object_put_back(n):
    class One:
        def f(self):
            return 1

    class Two(One):
        def f(self):
            return 2

    o = One()
    if n > 2:
        o.__class__ = Two
        r = o.f()
        o.__class__ = One
    else:
        r = o.f()
    return r


@cases(0, 3, staged="refused AG024")
def class_that_toggles(n):
    class Off:
        def toggle(self):
            self.__class__ = On

        def v(self):
            return 0

    class On(Off):
        def toggle(self):
            self.__class__ = Off

        def v(self):
            return 1

    s = Off()
    for _ in range(n):
        s.toggle()
    return s.v()


@cases(0, 3, staged="refused AG024")
def defaults_of_a_function(n):
    def f(a=1):
        return a

    if n > 2:
        f.__defaults__ = (4,)
    return f()


@cases(0, 3, staged="refused AG024")
def defaults_of_a_function_by_setattr(n):
    def f(a=1):
        return a

    if n > 2:
        setattr(f, "__defaults__", (4,))
    return f()


@cases(0, 3, staged="refused AG024")
def keyword_defaults_of_a_function(n):
    def f(*, a=1):
        return a

    if n > 2:
        f.__kwdefaults__ = {"a": 4}
    return f()


@cases(0, 3, staged="refused AG024")
def code_of_a_function(n):
    def f():
        return 1

    def g():
        return 2

    if n > 2:
        f.__code__ = g.__code__
    return f()


@cases(0, 3, staged="refused AG024")
def name_of_a_function(n):
    def f():
        return 1

    if n > 2:
        f.__name__ = "ggg"
    return len(f.__name__)


@cases(0, 3, staged="refused AG024")
def name_of_a_class(n):
    class A:
        pass

    if n > 2:
        A.__name__ = "BBB"
    return len(A.__name__)


@cases(0, 3, staged="refused AG024")
def bases_of_a_class(n):
    class A:
        def f(self):
            return 1

    class B:
        def f(self):
            return 2

    class C(A):
        pass

    if n > 2:
        C.__bases__ = (B,)
    return C().f()


@cases(0, 3, staged="refused AG025")
def special_method_of_a_class(n):
    class A:
        def __len__(self):
            return 1

    if n > 2:
        A.__len__ = lambda self: 5
    return len(A())


@cases(0, 3)
def contents_of_a_cell(n):
    x = 1

    def f():
        return x

    if n > 2:
        f.__closure__[0].cell_contents = 5
    return f()


@cases(0, 3, staged="refused AG025")
def context_variable_set(n):
    v = contextvars.ContextVar("v", default=1)
    if n > 2:
        v.set(5)
    return v.get()


@cases(0, 3)
def context_variable_read(n):
    v = contextvars.ContextVar("v", default=4)
    return v.get() if n > 2 else 0


@cases(0, 3, staged="refused AG025")
def precision_of_decimals(n):
    with decimal.localcontext() as c:
        c.prec = 5
        if n > 2:
            c.prec = 2
        return int(decimal.Decimal(1) / 3 * 100000)


@cases(0, 3, staged="refused AG025")
def text_of_an_element(n):
    e = ElementTree.Element("a")
    e.text = "x"
    if n > 2:
        e.text = "yy"
    return len(e.text)


@cases(0, 3, staged="refused AG025")
def text_of_an_element_by_setattr(n):
    e = ElementTree.Element("a")
    if n > 2:
        setattr(e, "text", "x")
    return e.text is None


@cases(0, 3, staged="refused AG025")
def child_of_an_element(n):
    e = ElementTree.Element("a")
    if n > 2:
        e.append(ElementTree.Element("b"))
    return len(e)


@cases(0, 3)
def element_made_in_a_branch(n):
    r = 0
    if n > 2:
        e = ElementTree.Element("a")
        e.append(ElementTree.Element("b"))
        e.text = "xx"
        r = len(e) + len(e.text)
    return r


@cases(0, 3, staged="refused AG025")
def hash_updated(n):
    h = hashlib.md5()
    if n > 2:
        h.update(b"x")
    return h.digest()[0]


@cases(0, 3)
def hash_made_in_a_branch(n):
    r = 0
    if n > 2:
        h = hashlib.md5()
        h.update(b"x")
        r = h.digest()[0]
    return r


@cases(0, 3, staged="refused AG025")
def value_of_ctypes(n):
    c = ctypes.c_int(1)
    if n > 2:
        c.value = 5
    return c.value


@cases(0, 3, staged="refused AG025")
def array_of_ctypes(n):
    c = (ctypes.c_int * 3)(1, 2, 3)
    if n > 2:
        c[0] = 5
    return c[0]


class Pair(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int))


@cases(0, 3, staged="refused AG025")
def structure_of_ctypes(n):
    c = Pair(1, 2)
    if n > 2:
        c.x = 5
    return c.x


@cases(0, 3, staged="refused AG025")
def put_into_a_queue(n):
    q = queue.SimpleQueue()
    if n > 2:
        q.put(1)
    return q.qsize()


@cases(0, 3, staged="refused AG025")
def lock_acquired(n):
    lock = threading.Lock()
    if n > 2:
        lock.acquire()
    return lock.locked()


@cases(0, 3, staged="refused AG025")
def compressed(n):
    d = zlib.compressobj()
    if n > 2:
        d.compress(b"zzz")
    return len(d.flush())


@cases(0, 3, staged="refused AG025")
def scanner_advanced(n):
    p = re.compile("a").scanner("aaa")
    if n > 2:
        p.match()
    return p.match().start()


@cases(0, 3, staged="refused AG025")
def view_released(n):
    b = memoryview(bytearray(b"ab"))
    if n > 2:
        b.release()
    return len(b) if n < 2 else -1


@cases(0, 3)
def what_cannot_change(n):
    p = re.compile("a(b)")
    s = struct.Struct("<i")
    d = decimal.Decimal("1.5")
    a = np.arange(6)
    r = 0
    if n > 2:
        r = len(p.match("abab").group(1)) + len(p.sub("", "ab")) + s.unpack(s.pack(5))[0]
        r += int(d.sqrt()) + int(a.reshape(2, 3).sum()) + a.dtype.itemsize
    return r


@cases(0, 3, staged="refused AG025")
def flat_items_of_an_array(n):
    b = np.zeros(3, int)
    if n > 2:
        b.flat[0] = 3
    return b[0]


@cases(0, 3, staged="refused AG025")
def field_of_a_record(n):
    a = np.zeros(3, dtype=[("x", int)])
    r = a[0]
    if n > 2:
        r["x"] = 3
    return a["x"][0]


@cases(0, 3, staged="refused AG025")
def flags_of_an_array(n):
    a = np.zeros(3, int)
    if n > 2:
        a.flags.writeable = False
    return a.flags.writeable


@cases(0, 3, staged="refused AG025")
def implementation_registered(n):
    @functools.singledispatch
    def f(x):
        return 1

    if n > 2:
        f.register(str, lambda x: 2)
    return f("a")


# Caches


@functools.cache
def fibonacci(k):
    return k if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)


@cases(0, 3)
def cache_of_constants(n):
    r = fibonacci(10) if n > 2 else fibonacci(12)
    return r + fibonacci(8)


@cases(0, 3, staged="refused AG025")
def cache_filled(n):
    c = [0]

    @functools.cache
    def f(k):
        c[0] += 1
        return k

    if n > 2:
        f(1)
    f(1)
    return c[0]


@cases(0, 3, staged="refused AG025")
def cache_of_a_method_filled(n):
    class Adder:
        def __init__(self):
            self.c = 0

        @functools.lru_cache
        def f(self, k):
            self.c += 1
            return k + self.c

    a = Adder()
    x = a.f(1) if n > 2 else 0
    return x, a.f(1), a.f(2)


@cases(0, 3, staged="refused AG025")
def cache_of_what_changes(n):
    m = [1]

    @functools.cache
    def f():
        return m[0] * 10

    a = 0
    if n > 2:
        m[0] = 2
        a = f()
    m[0] = 3
    return a, f()


@cases(0, 3, staged="refused AG025")
def cache_that_forgets(n):
    @functools.lru_cache(maxsize=1)
    def f(k):
        return [k]

    a = f(1)
    if n > 2:
        f(2)
    return f(1) is a


@cases(0, 3, staged="refused AG025")
def cache_cleared(n):
    c = [0]

    @functools.lru_cache
    def f(k):
        c[0] += 1
        return k

    f(1)
    if n > 2:
        f.cache_clear()
    f(1)
    return c[0]


@cases(0, 3, staged="refused AG025")
def statistics_of_a_cache(n):
    fibonacci.cache_clear()
    if n > 2:
        fibonacci(3)
    return fibonacci.cache_info().misses


@cases(0, 3, staged="refused AG025")
def staged_value_in_a_cache(n):
    @functools.cache
    def f():
        return n * 2

    r = f() if n > 2 else 0
    return r + f()


@cases(0, 3)
def staged_value_in_a_cache_of_the_program(n):
    @functools.cache
    def go(i):
        if i >= 4:
            return n
        return go(i + 1) + go(i + 2)

    return go(0)


# Streams


@cases(0, 3, staged="refused AG024")
def printed_to_a_stream(n):
    out = io.StringIO()
    if n > 2:
        print("x", file=out)
    return len(out.getvalue())


@cases(0, 3)
def printed_to_a_stream_on_both_paths(n):
    out = io.StringIO()
    if n > 2:
        print("x", file=out)
    else:
        print("x", file=out)
    return len(out.getvalue())


@cases(0, 3, staged="refused AG024")
def printed_to_a_stream_in_a_loop(n):
    out = io.StringIO()
    for _ in range(n):
        print("x", file=out)
    return len(out.getvalue())


@cases(0, 3, staged="refused AG024")
def printed_where_it_is_redirected(n):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if n > 2:
            print("x")
    return len(out.getvalue())


@cases(0, 3, staged="refused AG025")
def row_written(n):
    out = io.StringIO()
    w = csv.writer(out)
    if n > 2:
        w.writerow([1, 2])
    return len(out.getvalue())


@cases(0, 3, staged="refused AG021")
def warning_recorded(n):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        if n > 2:
            warnings.warn("x")
    return len(w)
