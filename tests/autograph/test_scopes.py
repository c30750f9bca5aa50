"""Where names live, and who looks at them: scopes, `del`, annotations, `locals`, `exec`, the module of a caller."""

from __future__ import annotations

from tests.autograph.differential import check_program


def test_names_deleted_in_branches_and_loops_as_eval_sees_them():
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
            r = []
            for n in "abcdi":
                try: r.append(eval(n))
                except NameError as e: r.append(str(e))
            return r, l, vars(o), dd
        """,
        0,
        1,
    )


def test_scopes_of_comprehensions():
    check_program(
        """
        def f(x):
            i = 10
            fs = [lambda: i for i in range(3)]
            gs = [(lambda j: lambda: j + i)(j) for j in range(2)]
            l = [[(i, j) for j in range(i) if j or x] for i in range(3)]
            d = {i: [i for i in range(i)] for i in range(3)}
            class C:
                k = 3
                v = [k2 for k2 in range(k)]
                try:
                    w = [k for _ in range(1)]
                except NameError as e:
                    w = "NE"
            g = (i for i in [1, 2] if x)
            i = 20
            return [h() for h in fs], [h() for h in gs], l, d, i, C.v, C.w, list(g), [x for x in [x] if x]
        """,
        0,
        1,
    )


def test_global_and_nonlocal_at_every_depth():
    check_program(
        """
        G = 0
        def f(x):
            global G
            n = 0
            def a():
                nonlocal n
                if x:
                    n += 1
                def b():
                    nonlocal n
                    global G, H
                    for i in range(3):
                        n += i
                        G += n
                        if n > 3: H = G
                    class K:
                        nonlocal n
                        n = n + 100
                        global G
                        G += 1
                        m = n
                    return K.m
                return b()
            r = a()
            try: return r, n, G, H
            finally:
                G = 0
        """,
        1,
        2,
    )


def test_annotations_of_local_variables_are_not_evaluated():
    check_program(
        """
        def f(x):
            a: undefined_type = 3
            b: undefined_type
            if x:
                c: also_undefined[x] = 4
                (d): nope = 5
                o = type("O", (), {})()
                o.attr: int = 7
                l = [0]
                l[0]: int = 8
                e: int
            for i in range(2):
                g: "str" = i
            class C:
                y: int = 3
                if x: z: str
            return a, g, C.__annotations__, (c, d, o.attr, l) if x else None
        """,
        0,
        1,
    )


def test_annotations_as_text():
    check_program(
        """
        from __future__ import annotations
        def f(x: nope, *a: nope2) -> nope3:
            def g(y: undefined[0] = 3) -> also.undefined:
                if y: return y
            z: qq.rr = 3
            if x:
                w: qq = 3
                def h(y: undefined[0] = 3) -> also.undefined: return y or 1
                return h.__annotations__, w
            return g.__annotations__, z
        """,
        0,
        1,
    )


def test_functions_that_look_at_their_own_variables():
    check_program(
        """
        def f(x):
            y = 3
            if x:
                z = eval("x + y")
                exec("q = x", globals(), d := {"x": x})
                w = sorted(locals())
            else:
                w = sorted(vars()), dir()
            for i in range(2):
                y += eval("i")
            return y, w, [eval("k", {"k": k}) for k in range(2)]
        """,
        0,
        1,
    )


def test_the_rest_of_a_function_that_looks_at_its_own_variables_converts():
    check_program(
        """
        def f(x):
            for i in range(3):
                if i > x:
                    break
                for j in range(i):
                    y = i, j
            else:
                return sorted(locals())
            seen = [sorted(locals()), dir(), "y" in vars(), eval("i + x")]
            if x == 1:
                return seen, [k for k in locals().copy() if k != "seen"]
            try:
                if x > 1:
                    return sorted(vars())
            finally:
                z = x > 1 and sorted(locals())
            exec("assert x < 1")
            return z, eval("(y, i, j)") if x else y
        """,
        -1,
        0,
        1,
        2,
        3,
    )


def test_exec_and_eval_with_namespaces():
    check_program(
        """
        def f(x):
            ns = {}
            if x:
                exec("a = 1\\nif x: a = 2", {"x": x}, ns)
            return ns, (lambda: eval("1 + 1"))(), sorted(k for k in globals() if k == "f")
        """,
        0,
        1,
    )


def test_locals_of_nested_functions():
    check_program(
        """
        def f(x):
            def g(a):
                b = a or 1
                if a: c = locals()
                else: c = dict(locals())
                return sorted(c)
            def h():
                if x: return sorted(locals())
            return g(x), h(), "{x}".format(**locals()), "%(x)s" % locals()
        """,
        0,
        1,
    )


def test_functions_that_ask_for_the_module_of_their_caller():
    check_program(
        """
        import collections, enum, typing, warnings, logging, inspect, sys
        def f(x):
            out = []
            if x:
                P = collections.namedtuple("P", "a b")
                E = enum.Enum("E", "A B")
                T = typing.TypeVar("T")
                TD = typing.TypedDict("TD", {"a": int})
                NT = typing.NamedTuple("NT", [("a", int)])
                NW = typing.NewType("NW", int)
            else:
                for _ in range(1):
                    P = collections.namedtuple("P", "a b")
                    E = enum.Enum("E", "A B")
                    T = typing.TypeVar("T")
                    TD = typing.TypedDict("TD", {"a": int})
                    NT = typing.NamedTuple("NT", [("a", int)])
                    NW = typing.NewType("NW", int)
            return [c.__module__ for c in (P, E, T, TD, NT, NW)]
        """,
        0,
        1,
    )


def test_the_same_in_operands_that_wait():
    check_program(
        """
        import collections
        def f(x):
            P = x and collections.namedtuple("P", "a b") or collections.namedtuple("Q", "a")
            Q = collections.namedtuple("R", "a") if x else collections.namedtuple("S", "b")
            return P.__module__, Q.__module__
        """,
        0,
        1,
    )


def test_warnings_that_point_at_a_caller():
    check_program(
        """
        import warnings
        def f(x):
            def old(v):
                if v:
                    warnings.warn("old", DeprecationWarning, stacklevel=2)
                for i in range(2):
                    if i: warnings.warn("older", DeprecationWarning, 2)
                return v
            def older():
                warnings.warn("oldest", stacklevel=3)
            def mid():
                older()
            with warnings.catch_warnings(record=True) as w:
                warnings.simplefilter("always")
                if x:
                    old(x)
                else:
                    while not x:
                        x = old(1)
                for i in range(1):
                    if x: mid()
                warnings.warn("here")
                if x: warnings.warn("there")
                if x and mid(): pass
                y = mid() if x else old(1)
            return [(str(m.message), m.lineno, m.filename[:5]) for m in w]
        """,
        0,
        1,
    )
