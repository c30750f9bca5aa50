"""Random programs about which objects are one: `program(n)`, over a few objects and lists that variables share.

What a variable is depends on numbers that are staged; everything that the objects hold at the end is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Box:
    """An object with a number, a list and another object."""

    def __init__(self, v: Any, link: Any):
        self.v = v
        self.items = [v]
        self.link = link

    def add(self, k: Any) -> Any:
        self.v += k
        return self


def namespace() -> dict[str, Any]:
    """What the programs find around them."""
    return {"Box": Box}


_FIRST = """
root = Box(9, None)
a = Box(1, root)
b = Box(2, a)
c = Box(3, b)
p, q = a, b
xs, ys = [1, 2], [3, 4]
zs = xs
boxes = [a, b]
"""
_RETURNED = ["p.v", "q.v", "p.link.v", "boxes[0].v", "boxes[1].v"]
_RETURNED += [f"{name}.{what}" for name in "abc" for what in ("v", "link.v")]
_RETURNED += [f"{of}({xs})" for of in ("len", "sum") for xs in ("xs", "ys", "zs", "a.items", "b.items", "c.items")]


class _Writer:
    def __init__(self, between: Callable[[int, int], int]):
        self.between = between
        self.depth = 0

    def pick(self, *options: str) -> str:
        return options[self.between(0, len(options) - 1)]

    def box(self) -> str:
        linked = ["p.link", "q.link", "a.link"] if self.between(0, 9) < 4 else []
        return self.pick("a", "b", "c", "p", "q", *linked)

    def variable(self) -> str:
        return self.pick("p", "q", "p", "q", "a", "c")

    def list(self) -> str:
        return f"{self.box()}.items" if self.between(0, 9) < 3 else self.pick("xs", "ys", "zs")

    def number(self) -> str:
        return self.pick(str(self.between(0, 9)), "n", f"{self.box()}.v", f"len({self.list()})")

    def test(self) -> str:
        compared = f"{self.box()}.v > {self.between(0, 6)}"
        return self.pick(
            "n > 2", "n > 0", "n % 2 == 0", "n == 1", compared, f"len({self.list()}) > 2", f"{self.box()}.v % 2 == 0"
        )

    def simple(self) -> str:
        box, xs, number = self.box(), self.list(), self.number()
        chosen = f"{self.variable()} = {box} if {self.test()} else {self.box()}"
        place = self.pick("n % 2", "0", "1")
        stores = [f"{box}.v {self.pick('=', '+=')} {number}", f"{box}.add({number})", f"boxes[{place}].v += 1"]
        stores += [f"{xs}.append({number})", f"{xs}[0] {self.pick('=', '+=')} {number}", f"{xs}.pop()"]
        binds = [f"{self.variable()} = {box}", f"{self.variable()} = boxes[{place}]", f"zs = [{number}]"]
        binds += [f"zs = {xs} if {self.test()} else {self.list()}", f"{self.variable()} = Box({number}, {box})"]
        links = [f"{box}.link = {self.box()}", f"{box}.items = {xs}", f"boxes[{self.pick('0', '1')}] = {box}"]
        return self.pick(chosen, chosen, chosen, *stores, *stores, *binds, *links)

    def statement(self) -> list[str]:
        if self.depth == 2 or self.between(0, 9) < 7:
            return [self.simple()]
        self.depth += 1
        if self.between(0, 3):
            lines = [f"if {self.test()}:", *self.block()]
            lines += ["else:", *self.block()] if self.between(0, 1) else []
        else:
            lines = [f"for i in range({self.pick('n', 'n', '2')}):", *self.block()]
        self.depth -= 1
        return lines

    def block(self) -> list[str]:
        return ["    " + line for _ in range(self.between(1, 3)) for line in self.statement()]


def aliases_written(between: Callable[[int, int], int]) -> str:
    """The text of a program.

    Args:
        between: draws a number from the first to the last given.
    """
    writer = _Writer(between)
    lines = [*_FIRST.split("\n")[1:-1], *(line for _ in range(between(3, 8)) for line in writer.statement())]
    lines.append(f"return {', '.join(_RETURNED)}")
    return "def program(n):\n" + "".join(f"    {line}\n" for line in lines)
