"""The full text of each error that a user can see, with the program that causes it."""

from __future__ import annotations

import linecache
import re
import textwrap
from pathlib import Path

import pytest

import autograph
from autograph import AutographError, ConversionError, StagingError, to_code, to_graph
from autograph.formatting import reformatted
from tests.autograph.differential import define, tracing
from tests.autograph.staged import staging_error

_ALL = ("runtime", "jax")

#: The program, what it is called with, the text of the error, and the systems it is an error on.
STAGING_ERRORS = {
    "AG010 a variable of one branch": (
        """
        def scale(x, n):
            if n > 0:
                y = x / n
            z = n
            return y
        """,
        (1.0, 2.0),
        """
        'y' has a value in one branch of a staged `if` but not in the other [AG010]
         --> FILE:2:8 in scale
          |
        2 |     if n > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = 'y' is assigned on line 3, and used after the `if` on line 5
          = help: assign 'y' before the `if`, or in both of its branches
        """,
        ("jax",),
    ),
    "AG011 branches that build different things": (
        """
        def pick(x):
            if x > 0:
                y = (x, x)
            else:
                y = {"a": x}
            return {y: x}
        """,
        (1.0,),
        """
        'y' is a tuple of 2 after one branch of a staged `if` and a dict with the keys 'a' after the other [AG011]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: give 'y' the same structure in both branches
        """,
        _ALL,
    ),
    "AG011 returned values that are built differently": (
        """
        def pick(x):
            if x > 0:
                return x, x
            return [x]

        def first(x):
            return {pick(x): x}
        """,
        (1.0,),
        """
        the function returns a tuple of 2 from one branch of a staged `if` and a list of 1 from the other [AG011]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: return values of one structure from every path; a path without `return` returns None
        """,
        _ALL,
    ),
    "AG012 objects that differ": (
        """
        def pick(x):
            if x > 0:
                y = range(3)
            else:
                y = x
            return y
        """,
        (1.0,),
        """
        'y' is a range in one branch of a staged `if` and float32 of shape () in the other [AG012]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = the graph decides when it runs, and can only choose between tensors
          = help: make it a tensor, a number or the same object in both branches
        """,
        _ALL,
    ),
    "AG011 a string and a number": (
        """
        def pick(x):
            if x > 0:
                return "up"
            return 0

        def louder(x):
            return {pick(x): 2}
        """,
        (1.0,),
        """
        the function returns a str from one branch of a staged `if` and an int from the other [AG011]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: return values of one structure from every path; a path without `return` returns None
        """,
        ("jax",),
    ),
    "AG013 tensors of types that do not meet": (
        """
        def pick(x, rows):
            if x > 0:
                y = rows
            else:
                y = rows > 0
            return y + 1
        """,
        (1.0, [1.0, 2.0]),
        """
        'y' is float32 of shape (2,) in one branch of a staged `if` and bool of shape (2,) in the other [AG013]
         --> FILE:2:8 in pick
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = help: cast one of them, so that both branches agree
        """,
        _ALL,
    ),
    "AG014 a loop variable that is built differently": (
        """
        def grow(n):
            pair = (n,)
            while n > 0:
                pair = [n, n]
                n = n - 1
            return pair
        """,
        (1.0,),
        """
        'pair' is a tuple of 1 before a staged `while` and a list of 2 after an iteration [AG014]
         --> FILE:3:11 in grow
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start 'pair' with a value of the structure that the loop gives it
        """,
        _ALL,
    ),
    "AG014 a loop variable that is built otherwise": (
        """
        def last(rows):
            pair = (0.0,)
            for row in rows:
                pair = [row, row]
            return pair
        """,
        ([1.0, 2.0],),
        """
        'pair' is a tuple of 1 before a staged `for` and a list of 2 after an iteration [AG014]
         --> FILE:3:16 in last
          |
        3 |     for row in rows:
          |                ^^^^ this iterable is a tensor, so the loop becomes part of the graph
          = help: start 'pair' with a value of the structure that the loop gives it
        """,
        _ALL,
    ),
    "AG014 tuples of one kind on the outside": (
        """
        def pair(n):
            pair = (1, (2, 3))
            while n > 0:
                pair = (1, [2, 3, 4])
                n = n - 1
            return pair
        """,
        (3,),
        """
        'pair[1]' is a tuple of 2 before a staged `while` and a list of 3 after an iteration [AG014]
         --> FILE:3:11 in pair
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start 'pair' with a value of the structure that the loop gives it
        """,
        _ALL,
    ),
    "AG015 a loop variable that is no tensor": (
        """
        def name(n):
            marker = object()
            while n > 0:
                marker = object()
                n = n - 1
            return marker
        """,
        (1.0,),
        """
        'marker' is an object before a staged `while` and an object after an iteration [AG015]
         --> FILE:3:11 in name
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = how often the loop runs is known only when the graph runs, so its variables must be tensors
          = help: start 'marker' with a tensor or a number of the type that the loop gives it
        """,
        _ALL,
    ),
    "AG015 a set of other strings": (
        """
        def name(n):
            alive = {"a", "b"}
            while n > 0:
                alive = {"c"}
                n = n - 1
            return alive
        """,
        (1.0,),
        """
        'alive' is a set with the elements 'a', 'b' before a staged `while` and a set with the elements 'c' after an iteration [AG015]
         --> FILE:3:11 in name
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = how often the loop runs is known only when the graph runs, so its variables must be tensors
          = help: start 'alive' with a tensor or a number of the type that the loop gives it
        """,
        _ALL,
    ),
    "AG016 a loop variable that changes its type": (
        """
        def grow(n, rows):
            while n > 0:
                rows = rows > n
                n = n - 1
            return rows
        """,
        (1.0, [1.0, 2.0]),
        """
        'rows' is float32 of shape (2,) before a staged `while` and bool of shape (2,) after an iteration [AG016]
         --> FILE:2:11 in grow
          |
        2 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: start 'rows' with the type that the loop gives it, or cast it in the loop
        """,
        _ALL,
    ),
    "AG017 a variable deleted in a loop": (
        """
        def forget(n):
            y = n
            while n > 0:
                n = n - 1
                if y is not None:
                    del y
            return y
        """,
        (1.0,),
        """
        'y' is deleted in a staged `while` [AG017]
         --> FILE:3:11 in forget
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = help: leave 'y' bound, or delete it after the loop
        """,
        _ALL,
    ),
    "AG018 a variable first assigned in a loop": (
        """
        def last(n):
            while n > 0:
                y = n
                n = n - 1
            return y
        """,
        (1.0,),
        """
        'y' is first assigned in a staged `while`, and used after it [AG018]
         --> FILE:2:11 in last
          |
        2 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = the loop may run no iteration, and then the variable has no value
          = help: assign 'y' before the loop
        """,
        ("jax",),
    ),
    "AG019 a scalar looped over": (
        """
        def each(x):
            for y in x:
                print(y)
        """,
        (1.0,),
        """
        a traced array of shape () cannot be looped over [AG019]
         --> FILE:2:14 in each
          |
        2 |     for y in x:
          |              ^
          = help: loop over a tensor with at least one dimension
        """,
        ("jax",),
    ),
    "AG020 a statement that yields": (
        """
        def positive(xs):
            for x in xs:
                if x > 0:
                    yield x

        def run(x):
            numbers = positive([x])
            return next(numbers) - next(numbers)
        """,
        (1.0,),
        """
        a tensor decides a statement that can only be run as Python [AG020]
         --> FILE:3:12 in positive
          |
        3 |         if x > 0:
          |            ^^^^^ this condition is a tensor
          = the statement stays plain Python: it waits or yields inside
          = help: move the condition into a function of its own, or make it a Python value
        """,
        _ALL,
    ),
    "AG020 a function that looks at its variables": (
        """
        def run(x):
            while x > 0:
                x = x - 1
                y = locals()
            return y
        """,
        (1.0,),
        """
        a tensor decides a statement that can only be run as Python [AG020]
         --> FILE:2:11 in run
          |
        2 |     while x > 0:
          |           ^^^^^ this condition is a tensor
          = the statement stays plain Python: it looks at the variables of the function with `locals()`
          = help: move the condition into a function of its own, or make it a Python value
        """,
        _ALL,
    ),
    "AG021 a list of objects that one branch appends to": (
        """
        def collect(x):
            items = [x]
            if x > 0:
                items.append(object())
            return items
        """,
        (1.0,),
        """
        'items' has 2 elements after one branch of a staged `if` and 1 after the other [AG021]
         --> FILE:3:8 in collect
          |
        3 |     if x > 0:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = a list of staged length can only hold tensors and numbers of one type
          = help: append as often in either branch, or tensors of one type to a list that one variable holds
        """,
        _ALL,
    ),
    "AG022 a list of objects that grows in a loop": (
        """
        def collect(n):
            items = []
            while n > 0:
                items.append(object())
                n = n - 1
            return items
        """,
        (3.0,),
        """
        'items' changes its length in a staged `while` [AG022]
         --> FILE:3:11 in collect
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = its elements are not numbers or tensors of one type, made alike
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        _ALL,
    ),
    "AG022 a list that grows on a system where it cannot without bound": (
        """
        def collect(n):
            items = []
            while n > 0:
                items.append(n * 2)
                n = n - 1
            return items
        """,
        (3,),
        """
        'items' changes its length in a staged `while` [AG022]
         --> FILE:3:11 in collect
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = jax has to know how long a list can get, and does not know how often the loop runs
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        ("jax",),
    ),
    "AG051 a list of strings that get longer": (
        """
        def words(n):
            found = ["a"]
            while n > 0:
                found.append(found[-1] + "b")
                n = n - 1
            return found
        """,
        (3,),
        """
        'found' is a list of strings, and each iteration of a staged `while` makes longer ones of them [AG051]
         --> FILE:3:11 in words
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = the strings of such a list are some that are known before the program runs
          = help: keep numbers, or tuples of some length, in 'found', and make strings of them after the loop
        """,
        ("jax",),
    ),
    "AG022 a list that needs room for more than there is memory": (
        """
        def collect(n):
            items = []
            while n > 0:
                ag.set_loop_options(maximum_iterations=2**29)
                items.append(n * 2)
                n = n - 1
            return items
        """,
        (3,),
        """
        a list needs room for 536,870,913 numbers [AG022]
         --> FILE:5:9 in collect
          |
        5 |         items.append(n * 2)
          |         ^^^^^^^^^^^^^^^^^^^
          = it has room for as many elements as it can get, and loops in loops make it longer each
          = help: say that the loops run less often: autograph.set_loop_options(maximum_iterations=...)
        """,
        ("jax",),
    ),
    "AG022 another element than the others": (
        """
        def collect(n):
            items = []
            if n > 0:
                items.append(n)
            items.append(object())
            return items
        """,
        (3,),
        """
        the length of 'items' is staged, and it cannot hold this element [AG022]
         --> FILE:5:5 in collect
          |
        5 |     items.append(object())
          |     ^^^^^^^^^^^^^^^^^^^^^^
          = its elements are not numbers or tensors of one type, made alike
          = help: append tensors of one type, or collect the values in a tensor of fixed shape
        """,
        _ALL,
    ),
    "AG053 a bool that is inverted": (
        """
        def flipped(n):
            positive = n > 0
            return ~positive
        """,
        (3,),
        """
        `~` is asked of a bool [AG053]
         --> FILE:3:13 in flipped
          |
        3 |     return ~positive
          |             ^^^^^^^^
          = to Python it is an integer, -1 or -2, and to tensors it is a bool
          = help: write `not x`, or `~int(x)` for the integer
        """,
        _ALL,
    ),
    "AG032 a function whose results are kept reads a variable": (
        """
        def price(n):
            from functools import lru_cache

            prices = [1, 5, 9]

            @lru_cache
            def priced(k):
                return prices[k]

            first = priced(0)
            prices = [2, 6, 8]
            return first + priced(n)
        """,
        (1,),
        """
        a tensor is given to `priced`, whose results `functools.lru_cache` keeps by its arguments [AG032]
          --> FILE:12:20 in price
           |
        12 |     return first + priced(n)
           |                    ^^^^^^^^^
           = it reads a variable that is bound more than once, and may have had another value in an earlier call
           = help: remove `@lru_cache`, or pass a Python number
        """,
        _ALL,
    ),
    "AG032 a cached function that gives lists": (
        """
        from functools import cache

        def halves(n):
            @cache
            def both(k):
                return [k, k // 2]

            return both(n)
        """,
        (4,),
        """
        a tensor is given to `both`, whose results `functools.lru_cache` keeps by its arguments [AG032]
         --> FILE:8:12 in halves
          |
        8 |     return both(n)
          |            ^^^^^^^
          = its result is no number, string or tuple of such, and would be the same object every time
          = help: remove `@lru_cache`, or pass a Python number
        """,
        _ALL,
    ),
    "AG054 a conditional expression that a variable has": (
        """
        def shown(n):
            best = None
            if n > 1:
                best = n
            shown = best if n > 2 else 0
            return shown * 2
        """,
        (3,),
        """
        'shown' may be None here, which only the program knows when it runs [AG054]
         --> FILE:6:12 in shown
          |
        6 |     return shown * 2
          |            ^^^^^^^^^ it is an operand of `*`
          = it is None on one path through line 5, and has a value on another
          = help: ask `is None` first, and go on with the value in the branch where it is not
        """,
        ("jax",),
    ),
    "AG054 a conditional expression that no variable has": (
        """
        def shown(n):
            best = None
            if n > 1:
                best = n
            return (best if n > 2 else 0) * 2
        """,
        (3,),
        """
        the expression may be None here, which only the program knows when it runs [AG054]
         --> FILE:5:12 in shown
          |
        5 |     return (best if n > 2 else 0) * 2
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^^ it is an operand of `*`
          = help: ask `is None` first, and go on with the value in the branch where it is not
        """,
        ("jax",),
    ),
    "AG033 groups of what is staged": (
        """
        def runs(n):
            from itertools import groupby

            seen = []
            key = lambda x: seen.append(x) or x > 1
            return [k for k, g in groupby([n, n + 1], key)], seen
        """,
        (3,),
        """
        `itertools.groupby` asks a tensor whether the key of an item is that of the one before [AG033]
         --> FILE:6:27 in runs
          |
        6 |     return [k for k, g in groupby([n, n + 1], key)], seen
          |                           ^^^^^^^^^^^^^^^^^^^^^^^^
          = Python asks that while the program is staged, and the tensor has its value only when the program runs
          = help: go over the items in a `for` that keeps the key of the last, and appends a group where it is another
        """,
        _ALL,
    ),
    "AG032 a tuple of staged length in a set": (
        """
        def batches(n):
            found, batch = [], []
            for i in [1, 2, 3]:
                batch.append(i)
                if len(batch) >= n:
                    found.append(tuple(batch))
                    batch = []
            return len({t for t in found})
        """,
        (2,),
        """
        a tuple whose length a tensor decides is the key of a dict, or in a set [AG032]
         --> FILE:8:28 in batches
          |
        8 |     return len({t for t in found})
          |                            ^^^^^
          = a dict finds a key by what is in it, which is known only when the program runs
          = help: look in a list of them, `t in ts`, or use tuples for keys whose length the text says: `(a, b)`
        """,
        _ALL,
    ),
    "AG033 islice of as many items as a tensor says": (
        """
        def firsts(n):
            from itertools import cycle, islice

            return list(islice(cycle([2, 3]), n, 5))
        """,
        (3,),
        """
        `itertools.islice` asks a tensor how many items it takes [AG033]
         --> FILE:4:17 in firsts
          |
        4 |     return list(islice(cycle([2, 3]), n, 5))
          |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = Python asks that while the program is staged, and the tensor has its value only when the program runs
          = help: take a slice of a list (`list(items)[:n]`), or leave a `for` over the items by `break`
        """,
        _ALL,
    ),
    "AG033 a list of staged length as arguments": (
        """
        def total(n):
            def added(a, b=1):
                return a + b

            kept = [x for x in [1, 2, 3] if x > n]
            return added(*kept)
        """,
        (1,),
        """
        a tensor decides how many arguments `added` is given [AG033]
         --> FILE:6:12 in total
          |
        6 |     return added(*kept)
          |            ^^^^^^^^^^^^
          = they are the elements of a list whose length is known only when the program runs
          = help: give it the list, or the elements that it takes: `f(xs[0], xs[1])`
        """,
        _ALL,
    ),
    "AG023 a comprehension of unknown length, runtime": (
        """
        def double(n):
            return bytes(i * 2 for i in range(n))
        """,
        (3,),
        """
        Python draws from a generator, and a tensor decides how many items it has [AG023]
         --> FILE:2:12 in double
          |
        2 |     return bytes(i * 2 for i in range(n))
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = it is part of the graph where all of it is used at once: by a `for` without `break`, by list, by sum
          = help: make a list of it: `list(...)`
        """,
        ("runtime",),
    ),
    "AG023 a comprehension of unknown length, jax": (
        """
        def double(n):
            return [i * 2 for i in range(n)]
        """,
        (3,),
        """
        a comprehension over a tensor needs to know how many elements there are [AG023]
         --> FILE:2:28 in double
          |
        2 |     return [i * 2 for i in range(n)]
          |                            ^^^^^^^^ this iterable is a tensor
          = the number of elements is known only when the program runs
          = help: give the tensor a static first dimension, or write the comprehension as a `for` loop that appends
        """,
        ("jax",),
    ),
    "AG023 a generator that is advanced": (
        """
        def first(n):
            from contextlib import nullcontext
            def squares():
                for i in range(n):
                    with nullcontext():
                        yield i * i
            found = squares()
            return next(found), next(found, -1)
        """,
        (3,),
        """
        Python draws from a generator, and a tensor decides how many items it has [AG023]
         --> FILE:4:18 in squares
          |
        4 |         for i in range(n):
          |                  ^^^^^^^^
          = it is part of the graph where all of it is used at once: by a `for` without `break`, by list, by sum
          = help: make a list of it: `list(...)`
        """,
        _ALL,
    ),
    "AG024 an element of a list of staged length is changed": (
        """
        def widened(n):
            spans = []
            for i in range(n):
                span = [i, "a", [n]]
                spans.append(span)
                span[2].append(n)
            return spans
        """,
        (3,),
        """
        a list is changed, and is an element of a list of staged length [AG024]
         --> FILE:6:9 in widened
          |
        6 |         span[2].append(n)
          |         ^^^^^^^^^^^^^^^^^
          = such a list keeps what its elements hold, and would not see what becomes of the list itself
          = help: change it before it is appended, or put another in its place: `xs[i] = [*xs[i][:-1], value]`
        """,
        _ALL,
    ),
    "AG030 bytes of what passes a staged filter": (
        """
        def kept(n):
            return bytes(x for x in [1, n, 3] if x > 1)
        """,
        (2,),
        """
        a tensor decides which elements are kept [AG030]
         --> FILE:2:12 in kept
          |
        2 |     return bytes(x for x in [1, n, 3] if x > 1)
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = a list has its length while the program is staged; which elements are kept is known when it runs
          = help: give it to sum, any, all, min, max or len(list(...))
        """,
        _ALL,
    ),
    "AG031 comparing what the text does not show to be tuples": (
        """
        def earlier(n):
            def is_before(one, other):
                return one < other
            return is_before((n, 15), (12, 30))
        """,
        (12,),
        """
        values that hold tensors are compared [AG031]
         --> FILE:3:16 in is_before
          |
        3 |         return one < other
          |                ^^^^^^^^^^^
          = its value is known only when the program runs, and Python asks whether it is true now
          = help: compare them item by item, or write one side as a tuple: `(a, b) < (c, d)` is staged
        """,
        ("runtime",),
    ),
    "AG031 looking for a part of a text that nothing shows to be staged": (
        """
        def has_value(n):
            def has(line):
                return "=" in line
            return has(["a=1", "# note"][n])
        """,
        (1,),
        """
        `in` looks for a part of a text that is known only when the program runs, where it stays Python's [AG031]
         --> FILE:3:16 in has
          |
        3 |         return "=" in line
          |                ^^^^^^^^^^^
          = its value is known only when the program runs, and Python asks whether it is true now
          = help: count it, which is staged: `line.count('=') > 0`
        """,
        _ALL,
    ),
    "AG031 looking into an iterator": (
        """
        def found(n):
            return n in reversed([1, 2])
        """,
        (1,),
        """
        `in` cannot look for a tensor in a list_reverseiterator [AG031]
         --> FILE:2:12 in found
          |
        2 |     return n in reversed([1, 2])
          |            ^^^^^^^^^^^^^^^^^^^^^
          = the graph decides when it runs whether it is there, and knows only tensors
          = help: look in a list, a tuple, a range, the keys of a dict or a tensor
        """,
        _ALL,
    ),
    "AG032 a text that is repeated where it may be a number": (
        """
        def scaled(n):
            x = [3, "+", 4][n]
            return (n + 1) * x
        """,
        (1,),
        """
        a text or a tuple is repeated as often as a tensor says, and may be a number as well [AG032]
         --> FILE:3:12 in scaled
          |
        3 |     return (n + 1) * x
          |            ^^^^^^^^^^^
          = what it is, is known only when the program runs, and it is no number here
          = help: test which of them it is first: `if isinstance(x, str):`
        """,
        _ALL,
    ),
    "AG032 texts that are joined where they may be numbers": (
        """
        def joined(n):
            x, y = [3, "+", 4][n], [5, "-", 6][n]
            return x + y
        """,
        (1,),
        """
        texts are joined or formatted that may be numbers as well [AG032]
         --> FILE:3:12 in joined
          |
        3 |     return x + y
          |            ^^^^^
          = what they are, is known only when the program runs, and the result would be a number or a text again
          = help: test which of them it is first: `if isinstance(x, str):`
        """,
        ("runtime",),
    ),
    "AG032 a number for a key of a dict of texts": (
        """
        def stored(n):
            counts = {"a": 1, "b": 2}
            key = ["a", 7, "b"][n] if n < 2 else n
            counts[key] = 5
            return counts["a"]
        """,
        (1,),
        """
        a tensor would be a key of 'counts', whose other keys are texts [AG032]
         --> FILE:4:5 in stored
          |
        4 |     counts[key] = 5
          |     ^^^^^^^^^^^
          = keys that are known only when the program runs are kept in one tensor, and so are all others with them
          = help: test which of them it is first: `if isinstance(key, str):`
        """,
        _ALL,
    ),
    "AG013 the class of what NumPy may have made": (
        """
        import numpy as np

        def kind(n):
            return isinstance(np.full(3, n), np.ndarray)
        """,
        (1,),
        """
        an array is asked for its type, and may stand for one of NumPy's [AG013]
         --> FILE:4:12 in kind
          |
        4 |     return isinstance(np.full(3, n), np.ndarray)
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = what NumPy's functions make of staged values is an array of the system, as those are that it is given
          = help: ask for the type before the function is staged, or make arrays by the system's own functions
        """,
        ("jax",),
    ),
    "AG032 choosing between a string and a number": (
        """
        def name_of(n):
            names = ["one", 2]
            return {names[n]: 2}
        """,
        (1,),
        """
        a tensor cannot choose among the items of a list of 2 [AG032]
         --> FILE:3:13 in name_of
          |
        3 |     return {names[n]: 2}
          |             ^^^^^^^^ this item is chosen when the graph runs
          = they are not made alike
          = help: keep numbers, or tensors of one type, in it; or choose with `if`
        """,
        _ALL,
    ),
    "AG032 a list under a staged key that a variable gets afterwards": (
        """
        def stored(n):
            d = {}
            d[n] = xs = []
            xs.append(1)
            return d
        """,
        (1,),
        """
        a tensor is the key of a list, which others may have as well [AG032]
         --> FILE:3:5 in stored
          |
        3 |     d[n] = xs = []
          |     ^^^^
          = the assignment that stores it gives it to a variable afterwards
          = help: give it to the variable first: `xs = d[k] = []`
        """,
        _ALL,
    ),
    "AG022 lists under staged keys changed while one is looped over": (
        """
        def changed(n):
            d = {n: [1], n + 1: [2]}
            for k, x in enumerate(d[n]):
                d[n + 1].append(x)
            return d
        """,
        (1,),
        """
        a list under a staged key is looped over while such are changed [AG022]
         --> FILE:3:17 in changed
          |
        3 |     for k, x in enumerate(d[n]):
          |                 ^^^^^^^^^^^^^^^
          = which of them is meant is known only when the program runs: it may be the one that is looped over
          = help: loop over a copy: `list(x)`
        """,
        ("runtime",),
    ),
    "AG032 a deep copy of lists under staged keys": (
        """
        import copy

        def copied(n):
            d = {n: [1]}
            return copy.deepcopy(d)
        """,
        (1,),
        """
        lists or dicts that are values of a dict with staged keys are copied with it [AG032]
         --> FILE:5:12 in copied
          |
        5 |     return copy.deepcopy(d)
          |            ^^^^^^^^^^^^^^^^
          = which of them are one and the same is known only when the program runs
          = help: copy them one by one: `{k: list(v) for k, v in d.items()}`
        """,
        _ALL,
    ),
    "AG024 changing a list that was chosen": (
        """
        def changed(n):
            table = [[1, 2], [3, 4]]
            row = table[n]
            row *= 2
            return table[0][0]
        """,
        (1,),
        """
        'row' is changed, and a staged conditional chose between it and another object [AG024]
         --> FILE:4:5 in changed
          |
        4 |     row *= 2
          |     ^^^
          = which of them it is, is known when the graph runs
          = help: change it by its methods and items (`xs.append(y)`, `xs[i] = y`), or choose a copy (`xs[:]`, `dict(d)`)
        """,
        _ALL,
    ),
    "AG032 a list stored among strings": (
        """
        def named(n):
            names = ["one", "two"]
            names[n] = [3]
            return n
        """,
        (1,),
        """
        a tensor cannot choose among the items of a list of 2 [AG032]
         --> FILE:3:5 in named
          |
        3 |     names[n] = [3]
          |     ^^^^^^^^ this item is chosen when the graph runs
          = they are not made alike
          = help: keep numbers, or tensors of one type, in it; or choose with `if`
        """,
        _ALL,
    ),
    "AG032 a slice of a list of numbers and an object": (
        """
        def rest(n):
            return [1, ..., 3][n:]
        """,
        (1,),
        """
        a tensor cannot choose among the items of a list of 3 [AG032]
         --> FILE:2:12 in rest
          |
        2 |     return [1, ..., 3][n:]
          |            ^^^^^^^^^^^^^^^ this item is chosen when the graph runs
          = they are not numbers or tensors of one type
          = help: keep numbers, or tensors of one type, in it; or choose with `if`
        """,
        _ALL,
    ),
    "AG032 a key of a dict": (
        """
        def counted(n):
            return dict.setdefault({}, n, 1)
        """,
        (1,),
        """
        a tensor is a key of a dict or an item of a set [AG032]
         --> FILE:2:12 in counted
          |
        2 |     return dict.setdefault({}, n, 1)
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^
          = its value is known only when the program runs, and Python asks for a hash now
          = Tensor is unhashable. Instead, use tensor.ref() as the key.
          = help: use a list or a tuple, or numbers that are known while the program is staged
        """,
        ("runtime",),
    ),
    "AG032 keys and values that are unlike": (
        """
        def counted(n):
            d = {"a": 1}
            d.setdefault(n, 2)
            return d
        """,
        (1,),
        """
        a tensor is a key of 'd', whose keys and values are not all numbers, made alike [AG032]
         --> FILE:3:5 in counted
          |
        3 |     d.setdefault(n, 2)
          |     ^^^^^^^^^^^^^^^^^^
          = keys that are known only when the program runs are kept in one tensor, and so are their values
          = help: use numbers, or tuples of them, for keys and values, and one dict for each kind of value
        """,
        _ALL,
    ),
    "AG032 a dict that something else has": (
        """
        def counted(n):
            d = {}
            keys = d.keys()
            d[n] = 2
            return len(keys)
        """,
        (1,),
        """
        a tensor is a key of 'd', which cannot get staged keys [AG032]
         --> FILE:4:5 in counted
          |
        4 |     d[n] = 2
          |     ^^^^
          = `dict.keys()` of it is held, which goes over it
          = help: keep it in a variable, an attribute, a list or a dict, and nowhere else
        """,
        _ALL,
    ),
    "AG033 a function written in C": (
        """
        def error(x):
            import math
            return math.gamma(x)
        """,
        (4.0,),
        """
        `math.gamma` asks a tensor for its value [AG033]
         --> FILE:3:12 in error
          |
        3 |     return math.gamma(x)
          |            ^^^^^^^^^^^^^
          = its value is known only when the program runs, and Python asks for a number now
          = help: call an operation on tensors, or a function that is converted
        """,
        ("runtime",),
    ),
    "AG033 taking a tensor apart": (
        """
        def first(x):
            a, b = x
            return a
        """,
        ([1, 2],),
        """
        a tensor is taken apart by Python [AG033]
         --> FILE:2:5 in first
          |
        2 |     a, b = x
          |     ^^^^
          = its value is known only when the program runs, and Python asks for its items now
          = help: loop over it with `for`, or use x[0], x[1] or an operation that gives a list
        """,
        ("runtime",),
    ),
    "AG034 arguments that have no staged meaning, runtime": (
        """
        def length(x):
            return len(x)
        """,
        (4,),
        """
        `len` cannot be staged with these arguments [AG034]
         --> FILE:2:12 in length
          |
        2 |     return len(x)
          |            ^^^^^^
          = len requires a tensor that is not a scalar
          = help: use an operation on tensors instead
        """,
        ("runtime",),
    ),
    "AG034 arguments that have no staged meaning, jax": (
        """
        def length(x):
            return len(x)
        """,
        (4,),
        """
        `len` cannot be staged with these arguments [AG034]
         --> FILE:2:12 in length
          |
        2 |     return len(x)
          |            ^^^^^^
          = len() of unsized object
          = help: use an operation on tensors instead
        """,
        ("jax",),
    ),
    "AG035 a condition that is no scalar": (
        """
        def relu(x):
            if x > 0:
                return x
            return x * 0
        """,
        ([1.0, -2.0],),
        """
        a condition is bool of shape (2,), which has more than one truth value [AG035]
         --> FILE:2:8 in relu
          |
        2 |     if x > 0:
          |        ^^^^^ this condition is a tensor
          = help: reduce it with any() or all(), or choose element by element with `where`
        """,
        _ALL,
    ),
    "AG035 a test of a loop that is no scalar": (
        """
        def halved(x):
            while x > 1:
                x = x / 2
            return x
        """,
        ([1.0, 2.0],),
        """
        a condition is bool of shape (2,), which has more than one truth value [AG035]
         --> FILE:2:11 in halved
          |
        2 |     while x > 1:
          |           ^^^^^ this condition is a tensor
          = help: reduce it with any() or all(), or choose element by element with `where`
        """,
        _ALL,
    ),
    "AG037 a shape that grows in a loop": (
        """
        def doubled(x, n):
            import jax.numpy as jnp
            while n > 0:
                x = jnp.concatenate([x, x])
                n = n - 1
            return x
        """,
        ([1.0], 3),
        """
        'x' is float32 of shape (1,) before a staged `while` and float32 of shape (2,) after an iteration [AG037]
         --> FILE:3:11 in doubled
          |
        3 |     while n > 0:
          |           ^^^^^ this condition is a tensor, so the loop becomes part of the graph
          = jax has one shape for a variable throughout a loop
          = help: start 'x' with the shape that it ends with, and write into it: `x[i] = value`
        """,
        ("jax",),
    ),
    "AG038 an object": (
        """
        class Point:
            def __init__(self, x):
                self.x = x

        def moved(x):
            return [Point(x + 1)]
        """,
        (1.0,),
        """
        a staged function returns a Point [AG038]
           = runtime gives back tensors, and tuples, lists and dicts of them
           = help: return what it holds (`o.v`), in a tuple or a dict, or make the class a dataclass
        """,
        ("runtime",),
    ),
    "AG038 a function": (
        """
        def adder(n):
            return lambda x: x + n
        """,
        (1,),
        """
        a staged function returns a function [AG038]
           = runtime gives back tensors, and tuples, lists and dicts of them
           = help: call it, and return what it returns
        """,
        ("runtime",),
    ),
    "AG038 an exception": (
        """
        def checked(n):
            return n, ValueError("below zero")
        """,
        (1,),
        """
        a staged function returns a ValueError [AG038]
           = runtime gives back tensors, and tuples, lists and dicts of them
           = help: raise it, or return what it says: a number, or a string
        """,
        ("runtime",),
    ),
    "AG025 a generator that has tensors of a branch": (
        """
        def products(pairs):
            for a, b in pairs:
                yield a * b

        def listed(n, m):
            g = iter([1, 2, 3])
            if m > n:
                g = products([(1, n + 1), (2, n + 2)])
            return list(g)
        """,
        (0, 1),
        """
        'g' is a generator in one branch of a staged `if`, and has tensors of it [AG025]
         --> FILE:7:8 in listed
          |
        7 |     if m > n:
          |        ^^^^^ this condition is a tensor, so both branches become part of the graph
          = they have their values only where that branch runs, and nothing tells what takes their place elsewhere
          = help: have a list of what it gives: `list(g)`
        """,
        _ALL,
    ),
    "AG025 the body of a class that does something": (
        """
        def counted(n, seen=()):
            made = [*seen]
            if n > 0:
                class Kind:
                    made.append(1)
            return made
        """,
        (1,),
        """
        the body of class 'Kind' may change something in a staged branch or loop [AG025]
         --> FILE:4:9 in counted
          |
        4 |         class Kind:
          |         ^
          = it is run once, while the program is staged, whichever path is taken when it runs
          = help: define the class where no tensor decides whether it is, or do that outside of it
        """,
        _ALL,
    ),
    "AG025 code that exec runs": (
        """
        def counted(n, seen=()):
            made = [*seen]
            if n > 0:
                exec("made.append(1)", {"made": made})
            return made
        """,
        (1,),
        """
        `exec` runs code in a staged branch or loop [AG025]
         --> FILE:4:9 in counted
          |
        4 |         exec("made.append(1)", {"made": made})
          |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = what that changes is changed once, while the program is staged, whichever path is taken when it runs
          = help: write the code where it is run
        """,
        _ALL,
    ),
    "AG025 an iterator that is unpacked": (
        """
        def first_two(n):
            it = map(abs, [1, 2, 3])
            if n > 0:
                a, b = it
            return sum(it)
        """,
        (1,),
        """
        a map is advanced in a staged branch or loop [AG025]
         --> FILE:3:8 in first_two
          |
        3 |     if n > 0:
          |        ^^^^^
          = it moves on once, while the program is staged, whichever path is taken when it runs
          = help: take the element before, or loop over a list or a tensor
        """,
        _ALL,
    ),
    "AG032 a store to a key that a dict does not have": (
        """
        def stored(n):
            table = {KeyError: 1, 1: ValueError}
            table[n] = None
            return len(table)
        """,
        (5,),
        """
        a tensor is stored to a key that a dict does not have [AG032]
         --> FILE:3:5 in stored
          |
        3 |     table[n] = None
          |     ^^^^^^^^
          = the dict can be given no keys when the program runs: those that it has, or their values, are unlike
          = help: give it the key before, or keep what has keys that tensors decide in a dict of its own
        """,
        ("runtime",),
    ),
    "AG032 a store to a slice of a staged step of one": (
        """
        def stored(n):
            xs = [1, 2, 3]
            xs[::n] = [0]
            return xs
        """,
        (1,),
        """
        a slice with a step that a tensor decides is stored to, and the step is 1 [AG032]
         --> FILE:3:5 in stored
          |
        3 |     xs[::n] = [0]
          |     ^^^^^^^
          = the list would get another length then, and has that of the slice with any other step
          = help: store to `xs[start:stop]` where the step is 1, or store the items one by one
        """,
        ("runtime",),
    ),
    "AG055 a character beyond the table": (
        """
        def upper(n):
            return chr(n).upper()
        """,
        (0x3B1,),
        """
        a tensor decides which character it is, and one beyond 'ɏ' is looked up [AG055]
         --> FILE:2:12 in upper
          |
        2 |     return chr(n).upper()
          |            ^^^^^^^^^^^^^^
          = there is a table of the characters up to that one
          = help: compare it with others by `ord(c)`
        """,
        ("runtime",),
    ),
    "AG025 code that is run again": (
        """
        def counted(n, seen=()):
            made = [*seen]
            try:
                exec("made.append(1)", {"made": made})
                if n > 0:
                    raise ValueError
            except ValueError:
                made.append(2)
            return made
        """,
        (1,),
        """
        `exec` runs code in a statement that is run again [AG025]
         --> FILE:4:9 in counted
          |
        4 |         exec("made.append(1)", {"made": made})
          |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = a tensor turned out to decide how the statement ends, and what it had done is taken back
          = help: do it before the statement
        """,
        _ALL,
    ),
    "AG025 a thread that is started": (
        """
        import threading

        def computed(n):
            found = []
            threading.Thread(target=lambda: found.append(n)).start()
            return found
        """,
        (1,),
        """
        a thread is started that has tensors of a staged function [AG025]
         --> FILE:5:5 in computed
          |
        5 |     threading.Thread(target=lambda: found.append(n)).start()
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = what it does is not part of the program that is staged, and it has no part in that
          = help: start it outside, or call the function that it runs
        """,
        _ALL,
    ),
    "AG025 a cycle of a list that has changed": (
        """
        import itertools

        def dealt(n):
            names = [1, 2]
            order = itertools.cycle(names)
            names.append(3)
            return n + next(order)
        """,
        (1,),
        """
        the list that an `itertools.cycle` was made of has changed since [AG025]
         --> FILE:7:16 in dealt
          |
        7 |     return n + next(order)
          |                ^^^^^^^^^^^
          = Python takes an item from it in the first round, and from a copy in the others
          = help: give it a copy: itertools.cycle(tuple(xs))
        """,
        _ALL,
    ),
    "AG037 a shape that differs between branches": (
        """
        def first(x):
            if x[0] > 0:
                y = x[:1]
            else:
                y = x
            return y + 1
        """,
        ([1.0, 2.0],),
        """
        'y' is float32 of shape (1,) in one branch of a staged `if` and float32 of shape (2,) in the other [AG037]
         --> FILE:2:8 in first
          |
        2 |     if x[0] > 0:
          |        ^^^^^^^^ this condition is a tensor, so both branches become part of the graph
          = jax knows the shape of a value before the program runs
          = help: give it one shape in both branches: reshape, pad or broadcast the smaller one
        """,
        ("jax",),
    ),
}


def test_an_attribute_that_one_branch_sets_does_not_exist_after_it(system):
    program = define("""
        def mark(x):
            class Box: pass
            box = Box()
            if x > 0:
                box.y = x
            return box.y
    """)
    form = system.stage(program)
    assert float(form(system.tensor(1.0))) == 1.0
    with pytest.raises(AttributeError, match="has no attribute"):
        form(system.tensor(-1.0))


def test_a_gradient_backwards_through_an_unbounded_loop_names_the_loop():
    jax = pytest.importorskip("jax")
    root = define("""
        def root(x):
            y = x
            while abs(y * y - x) > 1e-3:
                y = (y + x / y) / 2
            return y + 1
    """)
    with pytest.raises(StagingError) as caught:
        jax.jit(jax.grad(to_graph(root)))(2.0)
    assert with_any_file(str(caught.value)) == dedented("""
        a gradient goes backwards through a loop that may run any number of iterations [AG036]
         --> FILE:3:11 in root
          |
        3 |     while abs(y * y - x) > 1e-3:
          |           ^^^^^^^^^^^^^^^^^^^^^ this loop stops when the program says so
          = going back needs what each iteration computed, and JAX does not keep an unknown number of them
          = help: loop over a range whose bounds are Python numbers, or bound the loop with set_loop_options(maximum_iterations=...)
    """)


def dedented(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def with_any_file(text: str) -> str:
    return re.sub(r"<program \d+>", "FILE", text)


@pytest.mark.parametrize("source, args, expected, systems", STAGING_ERRORS.values(), ids=STAGING_ERRORS)
def test_errors_of_staging(system, source, args, expected, systems):
    if system.name not in systems:
        pytest.skip(f"no error on {system.name}")
    assert with_any_file(staging_error(system, define(source), *args)) == dedented(expected)


def test_every_code_of_staging_has_its_text_tested():
    package = Path(autograph.__file__).parent
    codes = set(re.findall(r'"(AG\d\d\d)"', "".join(p.read_text() for p in package.rglob("*.py"))))
    tests = Path(__file__).parent.glob("test_*errors.py")
    here = set(re.findall(r"\[(AG\d\d\d)\]", "".join(path.read_text() for path in tests)))
    assert codes <= here


def test_errors_carry_their_parts(system):
    def scale(x):
        if x > 0:
            y = (x,)
        else:
            y = [x]
        return {y: x}

    with pytest.raises(StagingError) as caught:
        system.stage(scale)(system.tensor(1.0))
    error = caught.value
    assert (error.code, error.place.line) == ("AG011", scale.__code__.co_firstlineno + 1)
    assert (error.place.filename, error.place.function) == (__file__, "scale")
    assert isinstance(error, TypeError) and isinstance(error, AutographError)
    assert type(error).__module__ == "autograph"


def test_an_error_within_a_function_that_a_staged_function_calls(system):
    program = define("""
        def helper(v):
            if v > 0:
                result = (v,)
            else:
                result = v
            return result

        def run(x):
            for _ in range(1):
                x = helper(x)
            return {x: 1}
    """)
    assert " in helper\n" in staging_error(system, program, 1.0)


def conversion_error(function) -> str:
    with pytest.raises(ConversionError) as caught:
        to_graph(function)
    with pytest.raises(ConversionError, match=caught.value.code):
        to_code(function)
    return str(caught.value)


def test_source_that_is_not_available():
    namespace = {}
    exec(compile("def hidden(x):\n    return x if x else 1", "<nowhere>", "exec"), namespace)
    assert conversion_error(namespace["hidden"]) == dedented("""
        the source of 'hidden' is not available [AG001]
         --> <nowhere>:1 in hidden
          = functions are converted from their text, and Python does not keep that of this one
          = help: define the function in a file or a notebook, put its text into `linecache.cache`, \
or exclude it with `autograph.do_not_convert`
    """)


def test_functions_on_one_line_that_cannot_be_told_apart(monkeypatch):
    text = "pair = lambda x: x and 1, lambda x: x and 2\n"
    monkeypatch.setitem(linecache.cache, "<changed>", (len(text), None, text.splitlines(True), "<changed>"))
    namespace = {"__loader__": object()}
    exec(compile(text.replace("x and", "bool(x) and"), "<changed>", "exec"), namespace)
    assert conversion_error(namespace["pair"][1]) == dedented("""
        line 1 has several functions that '<lambda>' may be [AG040]
         --> <changed>:1 in <lambda>
          |
        1 | pair = lambda x: x and 1, lambda x: x and 2
          = they begin at columns 8, 27; the code of the function does not say where it is from, \
and differs from what Python makes of the text
          = help: write them on lines of their own
    """)


def test_no_formatter():
    with pytest.raises(AutographError) as caught:
        reformatted("x=1", formatters={})
    assert str(caught.value) == dedented("""
        no formatter is installed [AG041]
           = converted files are printed with lines as long as it takes; ruff or black can break them
           = help: pip install ruff
    """)


def test_source_that_cannot_be_parsed():
    function = define("def f(x):\n    return x if x else 1")
    name = function.__code__.co_filename
    text = "def f(x):\n    return x if\n"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    assert with_any_file(conversion_error(function)) == dedented("""
        the source of 'f' cannot be parsed: expected 'else' after 'if' expression [AG001]
         --> FILE:2 in f
          |
        2 |     return x if
          = the text that Python shows for this file is not the text it was compiled from
          = help: import the module again
    """).replace("expected 'else' after 'if' expression", _syntax_error(text))


def _syntax_error(text: str) -> str:
    with pytest.raises(SyntaxError) as caught:
        compile(text, "x", "exec")
    return caught.value.msg


def edited(before: str, after: str):
    """A function from a text whose file holds another by now."""
    function = define(before)
    name = function.__code__.co_filename
    linecache.cache[name] = (len(after), None, after.splitlines(True), name)
    return function


def test_source_that_is_gone():
    function = edited("x = 1\ndef f(x):\n    return x if x else 1", "def g(x):\n    return x if x else 1\n\n")
    assert with_any_file(conversion_error(function)) == dedented("""
        the definition of 'f' is not at line 2 of its file [AG002]
         --> FILE:2 in f
          |
        2 |     return x if x else 1
          = the file was changed after it was imported, or the function was made by another program
          = help: import the module again, or exclude the function with `autograph.do_not_convert`
    """)


@pytest.mark.parametrize(
    "after",
    [
        "def f(x):\n    return x if x else 2\n",
        "def f(x):\n    return x if x else 1.0\n",
        "def f(x):\n    return x if x else True\n",
        "def f(x):\n    return 1 if x else x\n",
        "def f(x):\n    return x if not x else 1\n",
        "def f(x):\n    y = x\n    return x if x else 1\n",
        "global_ = 1\ndef f(x):\n    return x if x else global_\n",
        "def f(x):\n    return (lambda: x)() if x else 1\n",
        "x = 0\ndef f(x):\n    return x if x else 1\ndef f(x):\n    return x if x else 1\n",
    ],
)
def test_source_that_has_changed_is_not_converted_in_place_of_the_function(after):
    function = edited("def f(x):\n    return x if x else 1", after)
    assert "the file was changed after it was imported" in conversion_error(function)


def test_source_with_another_body():
    function = edited("def f(x):\n    return x if x else 1", "def f(x):\n    return x if x else 2\n")
    assert with_any_file(conversion_error(function)) == dedented("""
        the text of 'f' is not what the function was made from [AG002]
         --> FILE:1 in f
          |
        1 | def f(x):
          = the file was changed after it was imported, or the function was made by another program
          = help: import the module again, or exclude the function with `autograph.do_not_convert`
    """)


def test_a_called_function_without_source_runs_as_it_is():
    namespace = {}
    exec(compile("def hidden(x):\n    return x + 1 if x else 1", "<nowhere>", "exec"), namespace)
    hidden = namespace["hidden"]

    def run(x):
        return [hidden(y) for y in range(x)]

    with tracing():
        assert to_graph(run)(3) == [1, 2, 3]


def test_a_filter_that_is_drawn_from_says_so(system):
    program = define("""
        def kept(n):
            numbers = filter(lambda x: x > 1, [1, n, 3])
            return next(numbers) - next(numbers)
    """)
    text = staging_error(system, program, 2)
    assert text.startswith("a tensor decides which elements are kept [AG030]\n --> ")
    assert "3 |     return next(numbers) - next(numbers)" in text, "which columns, depends on the Python"


def test_a_set_that_a_loop_replaces_is_told_by_its_elements(system):
    program = define("""
        def letters(n):
            found = {"a"}
            for _ in range(n):
                found = {"c", "b"}
            return found
    """)
    text = staging_error(system, program, 2)
    assert (
        "'found' is a set with the elements 'a' before a staged `for` and a set with the elements 'b', 'c' after"
        in text
    )


def test_a_new_list_in_each_iteration_that_outgrows_its_room_is_told_by_the_loop():
    jax = pytest.importorskip("jax")
    rows = define(
        """
        def rows(n):
            row = [1]
            for _ in range(n):
                row = [1] + [row[i] + row[i + 1] for i in range(len(row) - 1)] + [1]
            return row
        """
    )
    program = jax.jit(autograph.convert(rows))
    assert [*map(int, program(3))] == [1, 3, 3, 1]
    with pytest.raises(
        StagingError, match=r"has more than 1000 elements after an iteration of a staged `for` \[AG022\]"
    ):
        program(1100)


def test_a_width_below_zero_is_told_when_the_program_runs():
    import runtime as tf

    shown = define(
        """
        def shown(n, width):
            return f"{n:>{width}}"
        """
    )
    program = tf.function(shown)
    assert program(tf.constant(7), tf.constant(3)) == "  7"
    with pytest.raises(StagingError, match=r"\[AG055\]") as caught:
        program(tf.constant(7), tf.constant(-3))
    summary, place, *_, reason, mend = str(caught.value).splitlines()
    assert summary == "the width of a format is below 0 [AG055]"
    assert place.endswith(" in shown")
    assert reason == "  = it is staged, and Python would take its sign for one that the number is to have"
    assert mend == "  = help: use `abs(width)`, or `max(width, 0)`"


@pytest.mark.parametrize("digits", [-1, 10])
def test_a_precision_out_of_range_is_told_when_the_program_runs(digits):
    import runtime as tf

    shown = define(
        """
        def shown(x, digits):
            return f"{x:.{digits}f}"
        """
    )
    program = tf.function(shown)
    assert program(tf.constant(1.25), tf.constant(9)) == "1.250000000"
    with pytest.raises(StagingError, match=r"\[AG055\]") as caught:
        program(tf.constant(1.25), tf.constant(digits))
    summary, place, *_, reason, mend = str(caught.value).splitlines()
    assert summary == "the precision of a format is below 0, or more than 9 [AG055]"
    assert place.endswith(" in shown")
    assert reason == "  = it is staged, and the program has made a text for each precision from 0 to 9"
    assert mend == "  = help: use `max(0, min(precision, 9))`, or a precision that is no tensor"


def test_a_recursion_whose_trace_has_no_end_is_shown_where_the_function_calls_itself():
    jax = pytest.importorskip("jax")
    count = define(
        """
        def count(n):
            def down(k, seen):
                if k == n:
                    return 1
                return down(k + 1, (k, seen))
            return down(0, ())
        """
    )
    with pytest.raises(StagingError) as found:
        jax.jit(lambda n: autograph.convert(count)(n))(3)
    assert "'down' calls itself again and again while it is traced [AG052]" in str(found.value)
    assert "return down(k + 1, (k, seen))" in str(found.value)
