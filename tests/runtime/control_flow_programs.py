"""Small control-flow programs over tensors, drawn by Hypothesis as Python text.

Floats are small multiples of 1/2, so that sums, differences and extremes of them are exact in any order and precision.
`a` and `b` begin as Python numbers, `c` and `d` as tensors; `n` is a scalar tensor, `x` and `k` vectors.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

INTEGERS = ("a", "c")
FLOATS = ("b", "d")
RETURN = "return a, b, c, d"


class _Scope:
    """Where a statement stands: how deep, in which loops, and what loop variables it sees."""

    def __init__(self, depth: int = 0, loop: bool = False, weak: tuple[str, ...] = (), floats: tuple[str, ...] = ()):
        self.depth = depth
        self.loop = loop
        #: Variables that are Python integers in the original program, whatever they are staged.
        self.weak = weak
        self.floats = floats

    def inside(self, loop: bool = False, weak: str | None = None, floats: str | None = None) -> _Scope:
        return _Scope(
            self.depth + 1, self.loop or loop, (*self.weak, weak) if weak else self.weak,
            (*self.floats, floats) if floats else self.floats,
        )  # fmt: skip


@st.composite
def programs(draw: Any) -> str:
    """The text of a function `program(n, x, k, c, d)` that returns four numbers."""
    body = _block(draw, _Scope())
    lines = ["def program(n, x, k, c, d):", "    a = 0", "    b = 1.5", *_indented(body), f"    {RETURN}"]
    return "\n".join(lines) + "\n"


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _block(draw: Any, scope: _Scope) -> list[str]:
    count = draw(st.integers(1, 3 if scope.depth == 0 else 2 if scope.depth == 1 else 1))
    return [line for _ in range(count) for line in _statement(draw, scope)]


def _statement(draw: Any, scope: _Scope) -> list[str]:
    kinds = ["assign", "assign", "augment"]
    if scope.depth < 3:
        kinds += ["if", "if", "for", "while"]
    if scope.loop:
        kinds += ["jump", "jump"]
    if scope.depth:
        kinds.append("return")
    return _STATEMENTS[draw(st.sampled_from(kinds))](draw, scope)


def _assign(draw: Any, scope: _Scope) -> list[str]:
    if draw(st.booleans()):
        return [f"{draw(st.sampled_from(INTEGERS))} = {_integer(draw, scope)}"]
    return [f"{draw(st.sampled_from(FLOATS))} = {_float(draw, scope)}"]


def _augment(draw: Any, scope: _Scope) -> list[str]:
    operator = draw(st.sampled_from(["+=", "-="]))
    if draw(st.booleans()):
        return [f"{draw(st.sampled_from(INTEGERS))} {operator} {draw(st.sampled_from(('1', '2', 'n', *scope.weak)))}"]
    return [f"{draw(st.sampled_from(FLOATS))} {operator} {draw(st.sampled_from(('1', '0.5', 'd', *scope.weak)))}"]


def _if(draw: Any, scope: _Scope) -> list[str]:
    lines = [f"if {_condition(draw, scope)}:", *_indented(_block(draw, scope.inside()))]
    if draw(st.booleans()):
        lines += [f"elif {_condition(draw, scope)}:", *_indented(_block(draw, scope.inside()))]
    if draw(st.booleans()):
        lines += ["else:", *_indented(_block(draw, scope.inside()))]
    return lines


def _for(draw: Any, scope: _Scope) -> list[str]:
    name = f"i{scope.depth}"
    head, weak, floats = draw(
        st.sampled_from([
            (f"for {name} in range(n):", name, None),
            (f"for {name} in range(1, n + 1, 2):", name, None),
            (f"for {name} in range(2):", name, None),
            (f"for {name} in tf.range(n):", None, None),
            (f"for {name} in tf.range(3, 0, -1):", None, None),
            (f"for {name} in x:", None, name),
            (f"for {name} in k:", None, None),
            (f"for {name}, e{name} in enumerate(x):", name, f"e{name}"),
            (f"for {name}, e{name} in zip(range(n), x):", name, f"e{name}"),
        ])
    )  # fmt: skip
    lines = [head, *_indented(_block(draw, scope.inside(True, weak, floats)))]
    if draw(st.integers(0, 4)) == 0:
        lines += ["else:", *_indented(_block(draw, scope))]
    return lines


def _while(draw: Any, scope: _Scope) -> list[str]:
    name = f"w{scope.depth}"
    limit = draw(st.sampled_from(["n", "3", "tf.size(x)"]))
    more = draw(st.sampled_from(["", f" and ({_condition(draw, scope)})"]))
    body = _block(draw, scope.inside(True, name))
    return [f"{name} = 0", f"while {name} < {limit}{more}:", f"    {name} += 1", *_indented(body)]


def _jump(draw: Any, scope: _Scope) -> list[str]:
    return [f"if {_condition(draw, scope)}:", f"    {draw(st.sampled_from(['break', 'continue']))}"]


def _return(draw: Any, scope: _Scope) -> list[str]:
    return [f"if {_condition(draw, scope)}:", f"    {RETURN}"]


_STATEMENTS = {
    "assign": _assign, "augment": _augment, "if": _if, "for": _for, "while": _while, "jump": _jump, "return": _return,
}  # fmt: skip


def _integer(draw: Any, scope: _Scope) -> str:
    one, other = (draw(st.sampled_from((*INTEGERS, *scope.weak, "n", "1", "3"))) for _ in range(2))
    form = draw(st.sampled_from(["{0} + {1}", "{0} - {1}", "({0} * 2 + {1}) % 7", "{0} // 2", "-{0}", "{0}", "abs({0})",
                                 "{0} if {2} else {1}", "max({0}, {1})"]))  # fmt: skip
    return form.format(one, other, _condition(draw, scope))


def _float(draw: Any, scope: _Scope) -> str:
    one, other = (draw(st.sampled_from((*FLOATS, *scope.floats, "d", "0.5", "2.0"))) for _ in range(2))
    weak = draw(st.sampled_from(("1", *scope.weak)))
    form = draw(st.sampled_from(["{0} + {1}", "{0} - {1}", "{0} + {3}", "-{0}", "abs({0})", "{0} if {2} else {1}",
                                 "tf.maximum(d, {3})", "tf.minimum(d, {0})", "tf.where({0} > d, {0} * 1, d)",
                                 "tf.clip_by_value(d, -4.0, {3})", "d * {3} - {0}"]))  # fmt: skip
    return form.format(one, other, _condition(draw, scope), weak)


def _condition(draw: Any, scope: _Scope) -> str:
    integer = draw(st.sampled_from((*INTEGERS, "n", *scope.weak)))
    number = draw(st.sampled_from((*FLOATS, *scope.floats)))
    form = draw(st.sampled_from(["{0} > 1", "{1} > 0", "{0} % 2 == 0", "{1} < d", "{0} > 0 and {1} < 2", "not {1} > 1",
                                 "0 <= {0} < 3", "{1} != 0.5 or {0} == n"]))  # fmt: skip
    return form.format(integer, number)


def arguments() -> Any:
    """What the programs are called with, as numbers and lists: `n, x, k, c, d`."""
    halves = st.integers(-8, 8).map(lambda i: i / 2)
    small = st.integers(-3, 4)
    return st.tuples(
        st.integers(0, 4), st.lists(halves, min_size=1, max_size=3), st.lists(small, min_size=1, max_size=3), small,
        halves,
    )  # fmt: skip
