"""Random programs about one kind of value each: `program(n, m)`, over two variables that may share it, and a list.

Every statement that programs are made of does something to what the variables hold, in place or not; conditions,
loops, handlers, inner functions and patterns stand around some of them. What is seen of the variables is returned.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


class Node:
    """An object with a number, a list and another object; `total` is its class's until it gets one of its own."""

    total = 0

    def __init__(self, a: Any):
        self.a = a
        self.items = [a]
        self.b: Any = None

    def value(self) -> Any:
        return self.a * 2 + len(self.items)

    def set(self, x: Any) -> None:
        if x > 1:
            self.a = x
        else:
            self.items.append(x)


def seen(o: Node) -> Any:
    """What is in an object."""
    return o.a, list(o.items), o.total, None if o.b is None else (o.b.a, o.b.items)


@contextmanager
def entered() -> Iterator[None]:
    yield


def others(n: Any) -> Iterator[Any]:
    """A generator that skips an item."""
    for i in range(4):
        if i == n:
            continue
        yield i + n


def namespace() -> dict[str, Any]:
    """What the programs find around them."""
    return {"Node": Node, "seen": seen, "entered": entered, "others": others, "itertools": itertools}


@dataclass(frozen=True)
class Kind:
    """What programs about one kind of value are made of; `#` stands for a number.

    Attributes:
        first: what binds the variables.
        shown: expressions that tell what is in them.
        changes: statements.
    """

    first: str
    shown: str
    changes: str

    def variables(self) -> list[str]:
        """The names of the variables, which inner functions bind as well."""
        return [line.split(" =")[0] for line in _lines(self.first)]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


KINDS = {
    "lists": Kind(
        """
        xs = [1, n, 3]
        ys = xs
        """,
        """
        xs
        ys
        ys is xs
        xs[::-1]
        len(ys)
        sum(xs)
        xs[-1:]
        sorted(xs)
        xs == ys
        """,
        """
        xs.append(#)
        ys.insert(#, #)
        xs[n % 2] = #
        xs[-1] += 10
        xs = xs + [n]
        xs += [m, k]
        xs *= 2
        ys = list(xs)
        ys, xs = xs, ys
        k = xs.pop()
        k = xs.pop(0)
        xs.extend(ys)
        xs[1:2] = [k, 8]
        del xs[0]
        del ys[-1:]
        xs.reverse()
        xs.sort()
        ys.sort(key=lambda v: -v)
        xs.remove(n)
        xs = [k]
        ys = xs[1:]
        xs = [v for v in ys if v != n]
        xs[:] = ys[::-1]
        xs.clear()
        ys = xs
        k = max(xs, default=7)
        k = xs.index(3) if 3 in xs else -1
        xs = ys[:-1]
        ys[0:0] = [k]
        xs[::2] = [0] * len(xs[::2])
        *xs, k = ys or [9]
        """,
    ),
    "dicts": Kind(
        """
        d = {1: 10, 2: 20, 5: 50}
        e = d
        xs = [3]
        """,
        """
        d
        list(d)
        list(e.values())
        e is d
        len(d)
        sorted(e.items())
        n in d
        d.get(m, -1)
        list(reversed(d))
        """,
        """
        d[#] = #
        d.pop(n, None)
        k = d.pop(m, 7)
        e = dict(d)
        d = {}
        d = {1: k}
        d.update({n: k})
        d |= {m: 1}
        d = d | {m: 1}
        k = d.setdefault(n, k)
        k = d.popitem()[1] if d else k
        d.clear()
        k = next(iter(d), 0)
        e[n] = e.get(n, 0) + 1
        k = sum(d.values())
        d = {v: u for u, v in e.items()}
        k = max(d, default=0)
        for q in list(d): d[q] += 1
        for q, w in e.items(): k += q * w
        e, d = d, e
        xs.append(len(d))
        xs = list(d)
        """,
    ),
    "sets": Kind(
        """
        s = {1, 2, 4}
        u = s
        xs = [3]
        """,
        """
        s
        u
        u is s
        len(s)
        sorted(s)
        n in u
        s <= u
        min(s, default=9)
        """,
        """
        s.add(#)
        s.discard(n)
        u = set(s)
        s |= {n}
        s = s | {m}
        s -= {m}
        s &= {n, 1, 2}
        s ^= {n}
        u.update([n, m])
        s = {n}
        s = set()
        s.clear()
        k = len(s)
        k = max(s, default=3)
        s, u = u, s
        u = s
        k += sum(v for v in s)
        s = {v + 1 for v in u}
        xs = sorted(s)
        s.difference_update({m, 2})
        """,
    ),
    "texts": Kind(
        """
        t = f'a{n}'
        w = 'b'
        xs = [3]
        """,
        """
        [t, w]
        len(t)
        t == w
        t < w
        t[::-1]
        w in t
        t.find('1')
        t.split('1')
        t.replace('a', 'zz', 1)
        t.rjust(5, '.')
        t.partition('1')
        max(t, w)
        """,
        """
        t += 'c'
        t = w + t
        t += str(#)
        w = f'{k}{t}'
        t = t[1:]
        t, w = w, t
        w = t
        t = t.replace('1', 'q')
        t = t.upper()
        t = ''
        w = str(m)
        t = t * 2
        k = len(t)
        k = t.find('1')
        t = t.strip('a')
        t = ''.join(ch for ch in t if ch != '1')
        w = max(t, w)
        w = t[0] if t else 'E'
        t = w.join([t, t])
        t = t.zfill(4)
        for ch in t: k += ord(ch) % 3
        t = ','.join(map(str, xs))
        t = t.removeprefix('a')
        w = t.partition('1')[2]
        t = 'yes' if t < w else 'no'
        """,
    ),
    "objects": Kind(
        """
        o = Node(n)
        p = o
        xs = [o]
        """,
        """
        seen(o)
        seen(p)
        p is o
        [seen(q) for q in xs]
        xs[0] is p
        o.value()
        p.items
        len(xs)
        o.b is None
        o.total
        """,
        """
        o.a = #
        p.a += #
        o.items.append(#)
        p = Node(m)
        o = Node(k)
        o, p = p, o
        p = o
        o.b = None
        o.b = Node(1)
        xs.append(p)
        xs.append(Node(k))
        o.total += n
        k = o.value()
        o.items = p.items
        o.items = [n]
        p.items += [k]
        o.items += p.items
        for q in xs: q.a += 1
        k = xs[-1].a
        o = xs[0]
        xs = xs[1:] or [o]
        o.set(k)
        k = max(xs, key=lambda q: q.a).a
        p = max(xs, key=lambda q: q.a)
        xs.sort(key=lambda q: q.a)
        xs[0] = p
        xs = [o, p]
        o.c = 3
        k = getattr(o, 'c', -1)
        p = o if n > 1 else p
        """,
    ),
    "iterators": Kind(
        """
        xs = [1, 2, 3, n]
        g = iter(xs)
        h = g
        """,
        """
        list(g)
        next(h, 'E')
        list(h)
        g is h
        sum(g)
        list(zip(g, h))
        max(g, default=0)
        n in g
        """,
        """
        k = next(g, 0)
        k += next(h, 5)
        g = iter(xs)
        h = (v * 2 for v in g)
        g = (v + k for v in xs if v != n)
        g, h = h, g
        h = g
        xs.append(k)
        k = sum(g)
        k = n in h
        g = others(n)
        h = others(k)
        g = map(lambda v: v + k, xs)
        g = reversed(xs)
        h = itertools.islice(g, 2)
        h = filter(lambda v: v > n, h)
        xs = list(h)
        for v in g: k += v
        xs[0] = 7
        """,
    ),
    "numbers": Kind(
        """
        x = n * 0.5
        b = n > 1
        xs = [3]
        """,
        """
        x
        b
        str(x)
        f'{k}/{x:.1f}'
        type(k).__name__
        isinstance(b, bool)
        x == k
        b + 1
        k // 2
        x % 3
        ~k
        str(b)
        repr([k])
        """,
        """
        x = k
        k = x
        x //= 2
        k *= 2.0
        b = not b
        b = b and k
        b = k or x
        b ^= True
        b |= n > m
        k = k & 3
        k = int(x)
        k = round(x, 1)
        k = -k // 2
        x = k / 2
        x = min(x, n, m)
        k = divmod(k, 3)[1]
        k = b
        k = bool(k)
        x = sum([x, k, b])
        x, k = k, x
        k <<= 1
        b = x > k > m
        b = None
        k = b if b is not None else 4
        """,
    ),
}

_NUMBERS = ["n", "m", "1", "2", "0", "n + 1", "m - n", "k", "n % 3", "-n", "len(xs)", "(n > m)", "abs(m)"]
_CONDITIONS = ["n > m", "n", "not m", "n > 0 and m", "m % 2", "# > #", "# == #", "# < # < 4", "n in xs", "k != #"]
_CALLS = ["{0}()", "{0}(); {0}()", "if ?: {0}()", "k += {0}()", "for _ in range(2): {0}()", "[{0}() for _ in range(2)]"]
_CASES = ["0", "1", "[1, q]", "[a, q] if a > q", "2 | 3", "int() as q if q > 1"]


class _Writer:
    def __init__(self, between: Callable[[int, int], int], kind: Kind):
        self.between = between
        self.kind = kind
        self.changes = _lines(kind.changes)
        self.named = 0

    def name(self, letter: str) -> str:
        """A name that nothing has yet."""
        self.named += 1
        return f"{letter}{self.named}"

    def pick(self, options: list[str]) -> str:
        """One of some texts, with numbers and conditions in it."""
        text = options[self.between(0, len(options) - 1)]
        text = text.replace("?", self.pick(_CONDITIONS)) if "?" in text else text
        return re.sub("#", lambda _: _NUMBERS[self.between(0, len(_NUMBERS) - 1)], text)

    def block(self, margin: str, depth: int, count: int, in_loop: bool = False) -> list[str]:
        lines = [line for _ in range(count) for line in self.statement(margin, depth)]
        if in_loop and self.between(0, 3) == 0:
            lines.append(f"{margin}if {self.pick(_CONDITIONS)}: {self.pick(['break', 'continue'])}")
        return lines

    def inner(self, margin: str, depth: int, in_loop: bool = False) -> list[str]:
        return self.block(margin + "    ", depth - 1, self.between(1, 2), in_loop)

    def statement(self, margin: str, depth: int) -> list[str]:
        if depth <= 0 or self.between(0, 9) < 4:
            return [margin + self.pick(self.changes)]
        makers = [self.conditional, self.conditional, self.loop, self.attempt, self.function, self.others]
        return makers[self.between(0, len(makers) - 1)](margin, depth)

    def conditional(self, margin: str, depth: int) -> list[str]:
        lines = [f"{margin}if {self.pick(_CONDITIONS)}:", *self.inner(margin, depth)]
        return lines + ([f"{margin}else:", *self.inner(margin, depth)] if self.between(0, 1) else [])

    def loop(self, margin: str, depth: int) -> list[str]:
        if self.between(0, 1):
            header = [f"{margin}for i in range({self.pick(['2', 'n', 'abs(m) % 4'])}):"]
        else:
            z = self.name("z")
            test = f"{margin}while {z} < {self.pick(['2', 'n', 'abs(k) % 4'])}:"
            header = [f"{margin}{z} = 0", test, f"{margin}    {z} += 1"]
        return [*header, *self.inner(margin, depth, in_loop=True)]

    def attempt(self, margin: str, depth: int) -> list[str]:
        lines = [f"{margin}try:", *self.inner(margin, depth)]
        if self.between(0, 3) == 0:
            return [*lines, f"{margin}finally:", *self.inner(margin, 1)]
        lines.append(f"{margin}    if {self.pick(_CONDITIONS)}: raise ValueError('v')")
        return [*lines, f"{margin}except ValueError:", *self.inner(margin, depth)]

    def function(self, margin: str, depth: int) -> list[str]:
        name = self.name("f")
        names = ", ".join(["k", *self.kind.variables()])
        body = [f"{margin}    nonlocal {names}", *self.inner(margin, depth)]
        if self.between(0, 2) == 0:
            body += [f"{margin}    if {self.pick(_CONDITIONS)}: return k", *self.inner(margin, 1)]
        return [f"{margin}def {name}():", *body, f"{margin}    return 4", margin + self.pick(_CALLS).format(name)]

    def others(self, margin: str, depth: int) -> list[str]:
        if self.between(0, 1):
            return [f"{margin}with entered():", *self.inner(margin, depth)]
        subject, case = self.pick(["n", "k", "(n, m)"]), self.pick(_CASES)
        return [
            f"{margin}match {subject}:", f"{margin}    case {case}:", *self.inner(margin + "    ", 1),
            f"{margin}    case _:", *self.inner(margin + "    ", depth),
        ]  # fmt: skip


def kind_written(between: Callable[[int, int], int]) -> str:
    """The text of a program; `between` draws a number between two."""
    kind = [*KINDS.values()][between(0, len(KINDS) - 1)]
    writer = _Writer(between, kind)
    lines = ["    k = 1", *("    " + line for line in _lines(kind.first))]
    lines += writer.block("    ", between(1, 2), between(2, 3))
    shown = _lines(kind.shown)
    told = [shown[between(0, len(shown) - 1)] for _ in range(3)]
    return "\n".join(["def program(n, m):", *lines, f"    return {', '.join(told)}, k, xs"]) + "\n"
