"""The errors of effects that staging cannot join, carry or undo: their whole text, with place, reason and repair."""

from __future__ import annotations

import datetime
import re
import textwrap

import numpy as np
import pytest

from autograph import StagingError
from autograph.modules import convert_module
from tests.autograph.differential import define
from tests.autograph.staged import Runtime, staging_error
from tests.autograph.test_errors import dedented, with_any_file

_ALL = ("runtime", "jax")

#: What is refused: a program, the text of the error for a staged 3, and the systems that raise it.
ERRORS = {
    "AG010 an object that got its attributes in another order": (
        """
        class Box:
            pass

        def listed(n):
            box = Box()
            if n > 2:
                box.a, box.b = 1, n
            else:
                box.b, box.a = 1, n
            return list(vars(box))
        """,
        """
        'box' is asked for all its attributes, and got them in another order on some paths of the program [AG010]
          --> FILE:10:17 in listed
           |
        10 |     return list(vars(box))
           |                 ^^^^^^^^^
           = their order is known only when the program runs
           = help: sort them: `sorted(vars(o).items())`; or give it its attributes in one order, before the branch
        """,
        _ALL,
    ),
    "AG024 an object that is changed after it was asked for its attributes": (
        """
        class Box:
            pass

        def kept(n):
            box = Box()
            if n > 2:
                box.a = n
            known = vars(box)
            box.b = 1
            return known
        """,
        """
        an object is changed whose `__dict__` was asked for, and has 'a' on some paths of the program only [AG024]
         --> FILE:9:5 in kept
          |
        9 |     box.b = 1
          |     ^^^
          = what stands for its `__dict__` would not change with it
          = help: copy it, `dict(vars(o))`, or give the object 'a' where it is made: `self.a = None`
        """,
        ("runtime",),
    ),
    "AG032 a set of staged elements as a key": (
        """
        def known(n):
            seen = set()
            seen.add(frozenset((n, 1)))
            return len(seen)
        """,
        """
        a frozenset whose elements a tensor decides is a key of a dict, or an element of a set [AG032]
         --> FILE:3:5 in known
          |
        3 |     seen.add(frozenset((n, 1)))
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = keys are compared when the program runs, and a set has no order to compare it by
          = help: use a tuple of the elements in order: `tuple(sorted((a, b)))`
        """,
        _ALL,
    ),
    "AG011 an attribute that holds a name": (
        """
        class Box:
            mode = "early"

        def mark(n):
            box = Box()
            box.mode = "early"
            if n > 2:
                box.mode = n
            return {box.mode: n}
        """,
        """
        'box.mode' is int32 of shape () after one branch of a staged `if` and a str after the other [AG011]
         --> FILE:7:8 in mark
          |
        7 |     if n > 2:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: give 'box.mode' the same structure in both branches
        """,
        _ALL,
    ),
    "AG012 a function that binds a variable it captured": (
        """
        def counted(n):
            def counter(start):
                count = start

                def bump():
                    nonlocal count
                    count += 1
                    return count

                return bump

            bump = counter(n) if n > 2 else counter(0)
            return bump(), bump()
        """,
        """
        a staged conditional chooses `bump`, which has the variable 'count' of its own [AG012]
          --> FILE:12:12 in counted
           |
        12 |     bump = counter(n) if n > 2 else counter(0)
           |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           = each of the functions that it may be has a 'count', which may be bound again
           = help: keep 'count' as an attribute of an object
        """,
        _ALL,
    ),
    "AG010 an attribute that one branch makes": (
        """
        def mark(n):
            box = ValueError()
            if n > 2:
                box.double = n * 2
            return getattr(box, "double", 0)
        """,
        """
        'box.double' has a value in one branch of a staged `if` but not in the other [AG010]
         --> FILE:3:8 in mark
          |
        3 |     if n > 2:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = 'box.double' is assigned on line 4
          = help: assign 'box.double' before the `if`, or in both of its branches
        """,
        _ALL,
    ),
    "AG018 an item that a loop makes, and asks for": (
        """
        def count(n):
            seen = {}
            keys = seen.keys()
            for i in range(n):
                seen["n"] = seen.get("n", 0) + i
            return len(keys)
        """,
        """
        'seen['n']' is first assigned in a staged loop, which also depends on whether it was [AG018]
         --> FILE:4:14 in count
          |
        4 |     for i in range(n):
          |              ^^^^^^^^
          = the body is traced once for all iterations, and in the first it has no value
          = help: assign 'seen['n']' before the loop
        """,
        _ALL,
    ),
    "AG018 a variable that an iteration reads before it sets it": (
        """
        def differences(n):
            total = 0
            for i in range(n):
                if i > 0:
                    total += i - last
                last = i
            return total
        """,
        """
        'last' is first assigned in a staged loop, which also depends on whether it was [AG018]
         --> FILE:4:12 in differences
          |
        4 |         if i > 0:
          |            ^^^^^
          = the body is traced once for all iterations, and in the first it has no value
          = help: assign 'last' before the loop
        """,
        ("jax",),
    ),
    "AG021 a list that an iterator has": (
        """
        def mark(n):
            import itertools

            xs = []
            rest = itertools.chain(xs)
            if n > 2:
                xs.append(n)
            return sum(rest)
        """,
        """
        'xs' has 1 elements after one branch of a staged `if` and 0 after the other [AG021]
         --> FILE:6:8 in mark
          |
        6 |     if n > 2:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = an iterator goes over it
          = help: append as often in either branch, or tensors of one type to a list that one variable holds
        """,
        _ALL,
    ),
    "AG022 a list that an iterator goes over": (
        """
        def mark(n):
            import itertools

            rows = [1]
            rest = itertools.chain(rows)
            while n > 0:
                rows.append(n)
                n -= 1
            return next(rest)
        """,
        """
        'rows' changes its length in a staged `while` [AG022]
         --> FILE:6:11 in mark
          |
        6 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = an iterator goes over it
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        _ALL,
    ),
    "AG024 a bytearray that one branch adds to": (
        """
        def mark(n):
            seen = bytearray()
            if n > 2:
                seen.append(1)
            return len(seen)
        """,
        """
        'seen' is changed in one branch of a staged `if`, and not, or otherwise, in the other [AG024]
         --> FILE:3:8 in mark
          |
        3 |     if n > 2:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = the graph decides which branch runs, and can only choose between tensors
          = help: keep it in tensors (an array as `tf.constant(array)` or `jnp.asarray(array)`), or change it outside
        """,
        _ALL,
    ),
    "AG024 a bytearray that a loop adds to": (
        """
        def mark(n):
            seen = bytearray()
            while n > 2:
                seen.append(2)
                n -= 1
            return len(seen)
        """,
        """
        'seen' is changed in a staged `while` [AG024]
         --> FILE:3:11 in mark
          |
        3 |     while n > 2:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = the body is traced once, and how often it runs is known only when the graph runs
          = help: keep it in tensors (an array as `tf.constant(array)` or `jnp.asarray(array)`), or change it outside
        """,
        _ALL,
    ),
    "AG024 lists that change, and change places": (
        """
        def mark(n):
            now, then = [1, 2], [3, 4]
            both = [now, then]
            for i in range(n):
                then[0] = now[0] + i
                now, then = then, now
            return both
        """,
        """
        'now' stands for one list or object after another in a staged `for` which also changes them [AG024]
         --> FILE:4:14 in mark
          |
        4 |     for i in range(n):
          |              ^^^^^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = help: make a new list in each iteration, or keep the elements in a tensor
        """,
        _ALL,
    ),
    "AG024 a list that is one of two": (
        """
        def mark(n):
            one, other = [1], [2]
            chosen = one if n > 2 else other
            chosen *= 2
            return one
        """,
        """
        'chosen' is changed, and a staged conditional chose between it and another object [AG024]
         --> FILE:4:5 in mark
          |
        4 |     chosen *= 2
          |     ^^^^^^
          = which of them it is, is known when the graph runs
          = help: change it by its methods and items (`xs.append(y)`, `xs[i] = y`), or choose a copy (`xs[:]`, `dict(d)`)
        """,
        _ALL,
    ),
    "AG024 an object that is one of two, compared": (
        """
        def first(n):
            one, other = [1], [2]
            chosen = one
            for _ in range(n):
                chosen = other
            return chosen is one
        """,
        """
        'chosen' is compared by `is`, and a staged conditional chose between it and another object [AG024]
         --> FILE:6:12 in first
          |
        6 |     return chosen is one
          |            ^^^^^^^^^^^^^
          = which of them it is, is known when the graph runs
          = help: compare what the choice depends on
        """,
        _ALL,
    ),
    "AG025 an iterator": (
        """
        def mark(n):
            numbers = reversed([1, 2, 3])
            if n > 2:
                n += next(numbers)
            return n
        """,
        """
        a list reverseiterator is advanced in a staged branch or loop [AG025]
         --> FILE:4:14 in mark
          |
        4 |         n += next(numbers)
          |              ^^^^^^^^^^^^^
          = it moves on once, while the program is staged, whichever path is taken when it runs
          = help: take the element before, or loop over a list or a tensor
        """,
        _ALL,
    ),
    "AG025 a file": (
        """
        def mark(n):
            with open("/dev/null", "w") as file:
                if n > 2:
                    file.write("big")
            return n
        """,
        """
        a file is read or written in a staged branch or loop [AG025]
         --> FILE:4:13 in mark
          |
        4 |             file.write("big")
          |             ^^^^^^^^^^^^^^^^^
          = it happens once, while the program is staged, whichever path is taken when it runs
          = help: do it outside, or return what is to be written
        """,
        _ALL,
    ),
    "AG026 an exception that is caught": (
        """
        def mark(n):
            try:
                if n > 2:
                    raise ValueError("big")
            finally:
                return n
        """,
        """
        ValueError is raised on one path of staged code, where a handler would catch it [AG026]
         --> FILE:3:12 in mark
          |
        3 |         if n > 2:
          |            ^^^^^
          = what would handle it is at FILE:6 in mark, and is run as Python's own; which path is taken is known only when the graph runs, after that was left
          = help: ask for the condition with `if` instead of raising and catching
        """,
        _ALL,
    ),
    "AG027 an exception": (
        """
        def mark(n):
            if n > 2:
                raise ValueError("big")
            return n
        """,
        """
        ValueError is raised on one path of staged code, and jax cannot raise when it runs: big [AG027]
         --> FILE:2:8 in mark
          |
        2 |     if n > 2:
          |        ^^^^^
          = help: return a value that says so, check the condition outside of jax, have `jax.jit` call the converted function itself, or use `checkify`
        """,
        ("jax",),
    ),
    "AG027 an exception on every path, runtime": (
        """
        def mark(n):
            if n > 2:
                raise ValueError("big")
            raise KeyError("small")
        """,
        """
        a staged function raises on every path through it, at last KeyError: 'small' [AG027]
           = a graph without an end cannot be run
           = help: return a value from one path
        """,
        ("runtime",),
    ),
    "AG027 an exception on every path, jax": (
        """
        def mark(n):
            if n > 2:
                raise ValueError("big")
            raise KeyError("small")
        """,
        """
        ValueError is raised on one path of staged code, and jax cannot raise when it runs: big [AG027]
         --> FILE:2:8 in mark
          |
        2 |     if n > 2:
          |        ^^^^^
          = help: return a value that says so, check the condition outside of jax, have `jax.jit` call the converted function itself, or use `checkify`
        """,
        ("jax",),
    ),
    "AG028 an array of which a variable has a part": (
        """
        def mark(n):
            import numpy as np
            table = np.zeros(3)
            part = table[1:]
            table[n] = 1
            return part[0]
        """,
        """
        a tensor is changed in place, and 'part' has the same array, or a part of it [AG028]
         --> FILE:5:5 in mark
          |
        5 |     table[n] = 1
          |     ^^^^^^^^
          = an array of NumPy changes for all who have it, or a view of it; in a graph each has its own tensor
          = help: make another array, `c = c + 1`, or give the other a copy: `d = c + 0`
        """,
        _ALL,
    ),
    "AG028 an array that two variables have in some iterations": (
        """
        def mark(n):
            import numpy as np
            table = np.zeros(3)
            last = table
            for i in range(n):
                table[i] = 1
                last = table.copy()
            return last[0]
        """,
        """
        an array is changed in place in a staged `for`, and 'last' and 'table' have it, but not in every iteration [AG028]
         --> FILE:5:14 in mark
          |
        5 |     for i in range(n):
          |              ^^^^^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = an array of NumPy changes for all who have it; in a graph each variable has its own tensor
          = help: give one of them a copy: `b = a.copy()`
        """,
        _ALL,
    ),
    "AG028 an array that is an element of a list": (
        """
        def collect(n):
            import numpy as np
            row = np.zeros(3)
            rows = [row]
            if n > 1:
                rows.append(row)
            row[0] = 1
            return row[0], len(rows)
        """,
        """
        an array is changed in place, and is an element of a list or a dict that a graph makes [AG028]
         --> FILE:7:5 in collect
          |
        7 |     row[0] = 1
          |     ^^^^^^
          = in a graph such a list, or such a dict, has a copy of what was in the array
          = help: put a copy into it, `xs.append(c + 0)`, or make another array: `c = c + 1`, `xs[i] = xs[i] + 1`
        """,
        _ALL,
    ),
    "AG029 a global object keeps one of several": (
        """
        from dataclasses import dataclass

        @dataclass
        class Place:
            x: float

        class Game:
            place = Place(1.0)

        game = Game()

        def move(n):
            if n > 2:
                game.place = Place(2.0)
            return game.place.x
        """,
        """
        'Game.place' would hold a copy of an object from outside of a staged function when that has ended [AG029]
           = which object it is only the program knows, which gives back what is in it; others may have that object
           = help: return what is to be stored and store it outside, or store a new object on every path
        """,
        ("runtime",),
    ),
    "AG029 a tensor that a global object keeps": (
        """
        class Box:
            items = None

        box = Box()

        def mark(n):
            box.items = [n]
            return box.items
        """,
        """
        'Box.items' is given a tensor by a staged function, and would hold it when the function has ended [AG029]
           = the tensor is part of the graph, and has no value outside; what it stands for is another each time
           = help: return the value and store it outside, or keep it in a variable of the system (`tf.Variable`)
        """,
        _ALL,
    ),
    "AG051 an item that has another key each time": (
        """
        def mark(n):
            seen = {}
            for i in range(n):
                seen[object()] = i
            return n
        """,
        """
        the variables of a staged `for` do not settle: each iteration gives them other types, or more parts [AG051]
         --> FILE:3:14 in mark
          |
        3 |     for i in range(n):
          |              ^^^^^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = help: start the variables with values of the types and structures that the loop keeps
        """,
        _ALL,
    ),
    "AG052 recursion that a tensor would end": (
        """
        def mark(n):
            if n < 2:
                return n
            return n * mark(n - 1)
        """,
        """
        'mark' calls itself again and again while it is traced [AG052]
         --> FILE:4:16 in mark
          |
        4 |     return n * mark(n - 1)
          |                ^^^^^^^^^^^
          = only a tensor could end that, and both branches of a staged `if` are traced, the one that calls it too
          = help: write the recursion as a loop, or let a Python number end it
        """,
        ("jax",),
    ),
    "AG054 an operand that may be None": (
        """
        def best(n):
            best = None
            for i in range(n):
                if best is None or i * (5 - i) > best:
                    best = i * (5 - i)
            return best + 1
        """,
        """
        'best' may be None here, which only the program knows when it runs [AG054]
         --> FILE:6:12 in best
          |
        6 |     return best + 1
          |            ^^^^^^^^ it is an operand of `+`
          = it is None on one path through line 3, and has a value on another
          = help: ask `is None` first, and go on with the value in the branch where it is not
        """,
        ("jax",),
    ),
    "AG054 a function that is not converted": (
        """
        import copy
        def show(n):
            best = None
            if n > 2:
                best = n
            copy.copy(best)
            return n
        """,
        """
        'best' may be None here, which only the program knows when it runs [AG054]
         --> FILE:6:5 in show
          |
        6 |     copy.copy(best)
          |     ^^^^^^^^^^^^^^^ it is passed to `copy`, which is not converted
          = it is None on one path through line 4, and has a value on another
          = help: ask `is None` first, and go on with the value in the branch where it is not
        """,
        _ALL,
    ),
    "AG055 the length of a text that shows a dict": (
        """
        def width(n):
            return len(str({"n": n}))
        """,
        """
        a text is asked for its characters, and shows what is not a number, a bool or a string [AG055]
         --> FILE:2:12 in width
          |
        2 |     return len(str({"n": n}))
          |            ^^^^^^^^^^^^^^^^^^
          = the digits of a number are computed when the program runs; the text of a dict, say, is not
          = help: work with the number, or return the text, and ask for its characters outside of the staged function
        """,
        _ALL,
    ),
    "AG020 the body of a class": (
        """
        def made(n):
            class C:
                v = 0
                if n > 3:
                    v = 1
            return C.v
        """,
        """
        a tensor decides a statement in the body of a class, which can only be run as Python [AG020]
         --> FILE:4:12 in C
          |
        4 |         if n > 3:
          |            ^^^^^
          = its value is known only when the program runs, and Python asks whether it is true now
          = help: decide it before the class, in a statement of the function, or in a method
        """,
        _ALL,
    ),
    "AG055 bytes of a text": (
        """
        def coded(n):
            return str(n).encode()
        """,
        """
        the text of a tensor is asked for `encode`, and is known only when the program runs [AG055]
         --> FILE:2:12 in coded
          |
        2 |     return str(n).encode()
          |            ^^^^^^^^^^^^^
          = it may be printed, returned, kept in a list, and be the message of an exception
          = help: work with the number: compare it, use it as a key, take its digits with `//` and `%`
        """,
        _ALL,
    ),
    "AG053 bytes of a number": (
        """
        def packed(n):
            return n.to_bytes(2, "big")
        """,
        """
        a tensor is asked for `to_bytes`, which an int has [AG053]
         --> FILE:2:12 in packed
          |
        2 |     return n.to_bytes(2, "big")
          |            ^^^^^^^^^^
          = it is the number of a program that runs later, and has no such method
          = help: compute it by arithmetic, with `//` and `%`, or outside of the staged function
        """,
        _ALL,
    ),
    "AG055 the hash of a text": (
        """
        def hashed(n):
            return hash("item %d" % n)
        """,
        """
        the text of a tensor is used as a key, and is known only when the program runs [AG055]
         --> FILE:2:12 in hashed
          |
        2 |     return hash("item %d" % n)
          |            ^^^^^^^^^^^^^^^^^^^
          = it may be printed, returned, kept in a list, and be the message of an exception
          = help: work with the number: compare it, use it as a key, take its digits with `//` and `%`
        """,
        _ALL,
    ),
}


@pytest.mark.parametrize("source, expected, systems", ERRORS.values(), ids=ERRORS)
def test_errors_of_effects(system, source, expected, systems):
    if system.name not in systems:
        pytest.skip(f"another text, or none, on {system.name}")
    assert with_any_file(staging_error(system, define(source), 3)) == dedented(expected)


def test_a_loop_whose_variables_do_not_settle_says_so(system, monkeypatch):
    monkeypatch.setattr("autograph.operators.loops._MAX_TRACES", 1)
    program = define("""
        def mean(n):
            total = 0
            while n > 0:
                total += 0.5
                n -= 1
            return total
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        the variables of a staged `while` do not settle: each iteration gives them other types, or more parts [AG051]
         --> FILE:3:11 in mean
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start the variables with values of the types and structures that the loop keeps
    """)


@pytest.mark.parametrize("source, expected, systems", ERRORS.values(), ids=ERRORS)
def test_files_that_were_written_converted_have_the_same_errors(system, source, expected, systems):
    if system.name not in systems:
        pytest.skip(f"another text, or none, on {system.name}")
    written = define(convert_module(textwrap.dedent(source)))
    error = staging_error(system, written, 3)
    assert error.splitlines()[0] == dedented(expected).splitlines()[0]
    assert ("-->" in error) == ("-->" in expected)


def test_errors_of_operations_keep_their_type_and_say_where_they_are(system):
    def mark(n):
        return n.no_such_attribute

    with pytest.raises(AttributeError, match="no_such_attribute") as caught:
        system.stage(mark)(system.tensor(np.int32(3)))
    line = mark.__code__.co_firstlineno + 1
    assert caught.value.__notes__[0].splitlines() == [
        "an operation of a staged function does not take what it is given [AG053]",
        f" --> {__file__}:{line}:16 in mark",
        "  = `n` is int32 of shape ()",
    ]


def test_an_error_that_numbers_would_not_raise_passes_the_handlers_of_the_program(system):
    def days(n):
        try:
            return datetime.timedelta(n).days
        except TypeError:
            return -1

    with pytest.raises(StagingError) as caught:
        system.stage(days)(system.tensor(np.int32(3)))
    line = days.__code__.co_firstlineno + 2
    text = [line.lstrip() for line in str(caught.value).splitlines()]
    assert text[:2] == [
        "an operation of a staged function does not take what it is given [AG053]",
        f"--> {__file__}:{line}:20 in days",
    ]
    assert re.fullmatch(
        r"= it raises `TypeError: unsupported type for timedelta days component: \w+`, which a handler of the program's "
        "would take for its own",
        text[-2],
    )
    assert text[-1] == "= help: use an operation on tensors, or move it out of the `try`"


def test_errors_of_two_types_name_the_variables_and_the_cast():
    def scaled(n, scale):
        if n > scale.factor:
            return 1
        return 0

    class Scale:
        def __init__(self, factor):
            self.factor = factor

    system = Runtime()
    with pytest.raises(TypeError, match="float32 that does not match type int32") as caught:
        system.stage(lambda n, x: scaled(n, Scale(x)))(system.tensor([1]), system.tensor([2.5]))
    assert caught.value.__notes__[0].splitlines()[2:] == [
        "  = `n` is int32 of shape (1,)",
        "  = `scale.factor` is float32 of shape (1,)",
        "  = help: cast one to the type of the other: `tf.cast(n, tf.float32)`",
    ]


def test_exceptions_that_python_raises_are_staged_as_those_of_raise_are(system):
    def mark(n):
        if n > 2:
            int("x")
        return n

    if system.name == "jax":
        with pytest.raises(StagingError, match="AG027"):
            system.stage_within(mark)(system.tensor(1))
    staged = system.stage(mark)
    assert int(staged(system.tensor(1))) == 1
    with pytest.raises(ValueError, match="invalid literal"):
        staged(system.tensor(3))


def test_a_property_that_is_not_converted_cannot_ask_for_what_may_be_none(system):
    program = define("""
        import autograph

        class Best:
            value = None

            @property
            @autograph.do_not_convert
            def found(self):
                return self.value is not None

        def seek(n):
            best = Best()
            best.value = None
            if n > 2:
                best.value = n
            return best.found
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        'Best.value' may be None here, which only the program knows when it runs [AG054]
          --> FILE:14:8 in seek
           |
        14 |     if n > 2:
           |        ^^^^^ it is kept where `Best.found`, which Python calls itself, asks whether it is None
           = help: ask `is None` first, and go on with the value in the branch where it is not
    """)


def test_a_global_variable_is_bound_on_some_paths(system):
    program = define("""
        def keep(n):
            global KEPT
            if n > 2:
                KEPT = n
            return n
    """)
    if system.name == "jax":  # where no variable can be
        with pytest.raises(StagingError, match=r"'KEPT' has a value in one branch .*\[AG010"):
            system.stage_within(program)(system.tensor(3))
        return
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        the global variable 'KEPT' has a value on some paths of a staged statement only [AG010]
         --> FILE:3:8 in keep
          |
        3 |     if n > 2:
          |        ^^^^^
          = whether it has one would have to be checked wherever any function reads it
          = help: give it a value before, None say, and ask for that: `if KEPT is None`
    """)


def test_the_key_of_a_sort_changes_the_list(system):
    program = define("""
        def arrange(n):
            values = []
            for i in range(n):
                values.append(i)

            def key(value):
                values.append(0)
                return value

            values.sort(key=key)
            return values
    """)
    if system.name == "jax":  # whose list has no room for what a loop appends
        with pytest.raises(StagingError, match=r"'values' changes its length .*\[AG022"):
            system.stage_within(program)(system.tensor(3))
        return
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        'values' is changed by the key that it is sorted by [AG022]
          --> FILE:10:5 in arrange
           |
        10 |     values.sort(key=key)
           |     ^^^^^^^^^^^^^^^^^^^^
           = Python finds the list empty meanwhile, and raises a ValueError after it has sorted it
           = help: change it before or after it is sorted
    """)


def test_the_key_of_a_sort_raises_under_a_handler(system):
    program = define("""
        def arrange(n):
            values = [3, 1, 2]

            def key(value):
                if n > value:
                    raise KeyError(value)
                return value

            try:
                values.sort(key=key)
            except KeyError:
                return 0
            return values[0]
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        the key that a list is sorted by raises on some paths, and a handler would catch it [AG026]
          --> FILE:10:9 in arrange
           |
        10 |         values.sort(key=key)
           |         ^^^^^^^^^^^^^^^^^^^^
           = the list is empty while it is sorted
           = help: find the keys before: `keys = [key(x) for x in xs]`
    """)


def test_an_exception_that_a_list_has_is_identified(system):
    program = define("""
        def collect(n):
            first, errors = ValueError("no"), []
            for i in range(n):
                if i % 2:
                    errors.append(ValueError("no"))
            return errors[0] is first
    """)
    if system.name == "jax":  # which has no lists of any length there
        return
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        a ValueError is compared by `is`, and a list of staged length has it [AG024]
         --> FILE:6:12 in collect
          |
        6 |     return errors[0] is first
          |            ^^^^^^^^^^^^^^^^^^
          = such a list holds what an exception was given, and not which one it is
          = help: compare what they were given: `one.args == other.args`
    """)


def test_a_generator_that_was_advanced_is_asked_where_it_stands(system):
    program = define("""
        def iter_to(n):
            while n > 0:
                yield n
                n -= 1


        def left(n):
            items = iter_to(n)
            if n > 1:
                next(items, 0)
            return items.gi_frame is None
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        a generator is asked where it stands, after staged code has advanced it [AG025]
          --> FILE:11:12 in left
           |
        11 |     return items.gi_frame is None
           |            ^^^^^^^^^^^^^^
           = that is known only when the program runs
           = help: set a variable where it ends, and ask for that
    """)


def test_what_a_handler_catches_is_asked_with_effects(system):
    program = define("""
        def ask(n):
            asked = []

            def caught(kind):
                asked.append(1)
                return kind

            try:
                if n > 2:
                    raise KeyError(n)
            except caught(KeyError):
                return 0
            return asked
    """)
    assert with_any_file(staging_error(system, program, 3)) == dedented("""
        'asked' is changed by what says which exceptions an `except` catches [AG025]
         --> FILE:9:12 in ask
          |
        9 |         if n > 2:
          |            ^^^^^
          = that is asked while the program is staged, whether there will be an exception or not
          = help: name the exceptions before the `try`: `caught = choose()`, `except caught:`
    """)


def test_a_generator_that_would_do_something_when_it_is_closed_is_left_open():
    program = define("""
        def left(n):
            log = [0]

            def numbers():
                try:
                    yield 1
                    yield 2
                finally:
                    log[0] += 10

            g = numbers()
            total = next(g)
            if n > 5:
                g.close()
            return total, log
    """)
    text = with_any_file(staging_error(Runtime(), program, 3))
    assert text.startswith("a generator is left in a `try` whose `finally` or handlers run when it is closed, or in")
    assert "closes another [AG025]\n" in text
    assert "Python closes it when nothing has it any more, which the program does not see when it runs" in text
    assert text.rstrip().endswith("= help: close it where it is not needed any more, on all paths: `g.close()`")
