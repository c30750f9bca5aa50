"""Small control-flow programs of the kind users write for `tf.function`, drawn from a seed as Python text.

Each program is a module that defines `program(n, x, k, c, d, v)`: `n` and `c` are integer scalars, `d` a float scalar,
`x` a vector of floats, `k` a vector of integers, `v` a `Variable`. It runs on any system with the names of TensorFlow 2, `tf`, and logs what it prints with `tf.print(..., output_stream=LOG)`.

Numbers are small multiples of 1/2 that grow slowly, so that results are exact in any precision.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Lines = list[str]

PREAMBLE = """\
class State:
    def __init__(self, total):
        self.total = total

    def add(self, amount):
        self.total = self.total + amount
        return self.total


def clip(value, low=-8, high=8):
    if value > high:
        value = value * 0 + high
    elif value < low:
        value = value * 0 + low
    return value


def first_above(values, limit):
    for value in values:
        if value > limit:
            return value
    return limit


def twice(function, value):
    return function(function(value))


"""

#: Local variables by what they hold; each is bound before the first drawn statement.
INITIAL = {
    "a": "0", "b": "c", "e": "c * 2 - 1",
    "f": "1.5", "g": "d", "h": "d - 0.5",
    "p": "True", "q": "c > 0",
    "u": "x", "w": "x * 2.0",
    "items": "[c, n]", "table": "{'one': d, 'two': c}", "pair": "(c, d)",
    "text": "tf.constant('a')", "state": "State(d * 0.0 + 1.0)",
}  # fmt: skip

#: What TensorFlow's AutoGraph refuses or takes for something else.
ONLY_HERE = ("any(k", "assert ", "state.", "max({0}", "min({0}", "first_above")

INTEGERS = ("a", "b", "e")
FLOATS = ("f", "g", "h")
BOOLS = ("p", "q")
VECTORS = ("u", "w")
RETURN = "return a, b, e, f, g, h, p, q, tf.reduce_sum(u), tf.reduce_sum(w), items[0], table, pair, text, state.total"


class Program:
    """One program under construction.

    Attributes:
        random: where choices come from.
        plain: whether only what TensorFlow's own AutoGraph accepts is drawn.
    """

    def __init__(self, seed: int, plain: bool):
        self.random = random.Random(seed)
        self.plain = plain
        self._names = 0

    def text(self) -> str:
        lines = [f"{name} = {value}" for name, value in INITIAL.items()]
        lines += self.block(0, False, ())
        lines.append(RETURN)
        return PREAMBLE + "\n".join(["def program(n, x, k, c, d, v):", *_indented(lines)]) + "\n"

    # -- choices -----------------------------------------------------------------------------------------------------

    def one(self, *choices: str) -> str:
        if self.plain:
            choices = tuple(choice for choice in choices if not any(word in choice for word in ONLY_HERE))
        return self.random.choice(choices)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def name(self, base: str) -> str:
        self._names += 1
        return f"{base}{self._names}"

    # -- expressions -------------------------------------------------------------------------------------------------

    def integer(self, loops: tuple[str, ...] = ()) -> str:
        one, other = (self.one(*INTEGERS, "n", "c", "1", "2", *loops) for _ in range(2))
        form = self.one(
            "{0} + {1}", "{0} - {1}", "({0} * 2 + {1}) % 7", "{0} // 2", "-{0}", "abs({0})", "{0} if {2} else {1}",
            "max({0}, {1})", "min({0}, 3)", "tf.reduce_max(k) - {0}", "clip({0})", "k[0] + {1}", "len(items) + {0}",
            "items[-1]", "table['two'] + 1", "tf.size(u) - {0}", "tf.cast({3}, tf.int32)", "pair[0] + 1",
            "twice(lambda t: t + 1, {0})", "int({3})",
        )  # fmt: skip
        return form.format(one, other, self.condition(loops), self.one(*FLOATS))

    def number(self, loops: tuple[str, ...] = ()) -> str:
        one, other = (self.one(*FLOATS, "d", "0.5", "2.0") for _ in range(2))
        integer = self.one(*INTEGERS, "n")
        form = self.one(
            "{0} + {1}", "{0} - {1}", "{0} * 0.5", "-{0}", "abs({0})", "{0} if {2} else {1}", "max({0}, {1})",
            "tf.minimum({0}, {1})", "clip({0})", "u[0] - {0}", "tf.reduce_sum(x) + {0}", "table['one'] - {1}",
            "tf.cast({3}, tf.float32) + {0}", "first_above(x, d)", "tf.where({2}, d, d + 1.0)", "pair[1] * 0.5",
            "float({3})", "twice(clip, {0} + 4.0)", "state.total + 1.0", "v + {0}", "x[n - n] + {1}",
        )  # fmt: skip
        return form.format(one, other, self.condition(loops), integer)

    def condition(self, loops: tuple[str, ...] = ()) -> str:
        integer, other = (self.one(*INTEGERS, "n", "c", *loops) for _ in range(2))
        number, bound = self.one(*FLOATS, "d", "v", "x[0]"), self.one("0.0", "1.5", "d")
        truth = self.one(*BOOLS)
        form = self.one(
            "{0} > 1", "{2} > {3}", "{0} % 2 == 0", "{2} < {3}", "{0} == {1}", "{0} != {1}", "{4}", "not {4}",
            "{0} > 0 and {2} < 2.0", "{0} > 0 or {2} < 2.0", "not ({0} > 1 or {4})", "0 <= {0} < 3",
            "{4} and not {2} > 1.0", "tf.reduce_any(x > {2})", "tf.equal({0}, 2)", "bool({0} > 2)", "any(k > {0})",
            "text == 'a'", "len(items) > 2", "{0} <= {1} <= 5", "n > 0 and {0} // 2 < 3",
        )  # fmt: skip
        return form.format(integer, other, number, bound, truth)

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        count = self.random.randint(*((2, 4), (1, 2), (1, 1), (1, 1))[depth])
        return [line for _ in range(count) for line in self.statement(depth, loop, loops)]

    def statement(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        kinds: list[Callable[[int, bool, tuple[str, ...]], Lines]] = [self.assign] * 5
        kinds += [self.structure, self.effect, self.helper]
        if depth < 3:
            kinds += [self.branch] * 4 + [self.for_loop] * 3 + [self.while_loop] * 2 + [self.array]
        if loop:
            kinds += [self.jump] * 2
        if depth and not self.plain:
            kinds += [self.early_return]
        return self.random.choice(kinds)(depth, loop, loops)

    def assign(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        integer, number = self.one(*INTEGERS), self.one(*FLOATS)
        return [
            self.one(
                f"{integer} = {self.integer(loops)}",
                f"{number} = {self.number(loops)}",
                f"{integer} {self.one('+=', '-=')} {self.one('1', '2', 'n', 'c', *loops)}",
                f"{number} {self.one('+=', '-=')} {self.one('0.5', '1', 'd', 'v')}",
                f"{self.one(*BOOLS)} = {self.condition(loops)}",
                f"{self.one(*VECTORS)} = {self.vector()}",
                f"{integer}, {number} = {self.integer(loops)}, {self.number(loops)}",
                "b, e = e, b",
                "g, h = h, g",
                f"text = tf.strings.join([{self.one('text, text', chr(34) + 'b' + chr(34) + ', text')}])"
                if not loop
                else f"text = tf.where({self.condition(loops)}, 'a', 'b')",
            )
        ]

    def vector(self) -> str:
        return self.one("u + 1.0", "w - u", "-u", "tf.maximum(u, w)", "tf.reverse(w, [0])", "u * 0.5", "w + d", "x",
                        "tf.where(u > 0.0, u, w)", "tf.abs(w)", "tf.stack([d, d])[:1] + u * 0.0")  # fmt: skip

    def structure(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        return [
            self.one(
                f"table['two'] = {self.integer(loops)}",
                f"table['one'] = {self.number(loops)}",
                f"items[0] = {self.integer(loops)}",
                f"pair = (pair[0] + 1, {self.number(loops)})",
                f"items = [{self.integer(loops)}, items[1]]",
                f"pair = (pair[0], tf.cast({self.integer(loops)}, tf.float32))",
            )
        ]

    def effect(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        return [
            self.one(
                f"v.assign({self.number(loops)})",
                f"v.assign_add({self.one('d', '1.0', '0.5')})",
                f"v.assign_sub({self.one('d', '1.0')})",
                f"tf.print({self.one(*INTEGERS)}, {self.one(*FLOATS, 'v')}, output_stream=LOG)",
                f"state.total = {self.number(loops)}",
                f"g = state.add({self.one('d', '0.5')})",
                f"assert {self.condition(loops)} or {self.one('n >= 0', 'n > 1')}, 'refused'",
                f"tf.debugging.assert_greater({self.integer(loops)} + n, {self.one('-100', '-100', '0')})",
            )
        ]

    def helper(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        name = self.name("local")
        return self.random.choice([
            [
                f"def {name}(t):",
                f"    if {self.condition()}:",
                "        t = t + 1",
                f"    return t {self.one('+', '-')} 1",
                f"b = {name}(b)",
            ],
            [f"{name} = lambda t: t if {self.condition()} else t + 1.0", f"g = {name}(g)"],
            [
                f"{name} = None",
                f"if {name} is None:",
                f"    {name} = {self.integer(loops)}",
                f"e = {name}",
            ],
            [f"with tf.name_scope('{name}'):", *_indented(self.assign(depth, loop, loops))],
            [f"{name} = [t + 1 for t in items]", f"b = {name}[0]"],
            ["try:", *_indented(self.assign(depth, loop, loops)), "finally:", "    a = a + 1"],
        ])  # fmt: skip

    def branch(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        lines = [f"if {self.condition(loops)}:", *_indented(self.block(depth + 1, loop, loops))]
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            lines += [f"elif {self.condition(loops)}:", *_indented(self.block(depth + 1, loop, loops))]
        if self.chance(50):
            lines += ["else:", *_indented(self.block(depth + 1, loop, loops))]
        return lines

    def for_loop(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        name = self.name("i")
        heads = [
            (f"for {name} in range(n):", (name,), ()),
            (f"for {name} in range(2):", (name,), ()),
            (f"for {name} in range(1, n + 1, 2):", (name,), ()),
            (f"for {name} in tf.range(n):", (name,), ()),
            (f"for {name} in tf.range(n):", (name,), ()),
            (f"for {name} in tf.range(3, 0, -1):", (name,), ()),
            (f"for {name} in x:", (), (name,)),
            (f"for {name} in k:", (name,), ()),
            (f"for {name} in tf.reshape(x, [-1, 1]):", (), (f"{name}[0]",)),
            (f"for {name} in [c, n]:", (name,), ()),
            (f"for {name}, y{name} in enumerate(x):", (name,), (f"y{name}",)),
            (f"for {name}, y{name} in enumerate([d, 2.0]):", (name,), (f"y{name}",)),
            (f"for {name}, y{name} in zip(k, x):", (name,), (f"y{name}",)),
            (f"for {name}, y{name} in zip([1, 2], x):", (name,), (f"y{name}",)),
            (f"for {name}, y{name} in {{'s': d, 't': 1.0}}.items():", (), (f"y{name}",)),
        ]
        if self.plain:
            heads = [head for head in heads if not any(word in head[0] for word in ("zip", "in [", "(x):", "([d", "{"))]
        head, integers, floats = self.random.choice(heads)
        body = self.block(depth + 1, True, (*loops, *integers))
        for element in floats:
            body.append(f"{self.one('g', 'h')} {self.one('+=', '-=')} {element}")
        lines = [head, *_indented(body)]
        if not self.plain and self.chance(10):
            lines += ["else:", *_indented(self.assign(depth, loop, loops))]
        return lines

    def while_loop(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        name = self.name("t")
        more = self.one("", "", f" and ({self.condition(loops)})")
        start, limit = self.one("0", "tf.constant(0)"), self.one("n", "3", "tf.size(x)")
        if self.chance(20):
            # The test is at the end.
            body = self.block(depth + 1, True, (*loops, name))
            return [f"{name} = tf.constant(0)", "while True:", f"    {name} += 1", f"    if {name} > {limit}:",
                    "        break", *_indented(body)]  # fmt: skip
        body = self.block(depth + 1, True, (*loops, name))
        return [f"{name} = {start}", f"while {name} < {limit}{more}:", f"    {name} += 1", *_indented(body)]

    def array(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        name, index = self.name("array"), self.name("i")
        return self.random.choice([
            [
                f"{name} = tf.TensorArray(tf.float32, size=0, dynamic_size=True)",
                f"for {index} in tf.range(n):",
                *_indented(self.assign(depth + 1, True, (*loops, index)) if self.chance(50) else []),
                f"    {name} = {name}.write({index}, d + tf.cast({index}, tf.float32))",
                f"h = tf.reduce_sum({name}.stack()) + h",
            ],
            [
                f"{name} = []",
                f"for {index} in range(3):",
                f"    {name}.append({index} + c)",
                f"b = tf.reduce_sum(tf.stack({name}))",
            ],
            [
                f"{name} = tf.zeros([0])",
                f"for {index} in tf.range(n):",
                "    tf.autograph.experimental.set_loop_options(",
                f"        shape_invariants=[({name}, tf.TensorShape([None]))])",
                f"    {name} = tf.concat([{name}, [d]], 0)",
                f"h = h + tf.reduce_sum({name})",
            ],
        ])  # fmt: skip

    def jump(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        lines = [f"if {self.condition(loops)}:"]
        if self.chance(40):
            lines += _indented(self.assign(depth, loop, loops))
        return [*lines, f"    {self.one('break', 'continue')}"]

    def early_return(self, depth: int, loop: bool, loops: tuple[str, ...]) -> Lines:
        return [f"if {self.condition(loops)}:", f"    {RETURN}"]


def program(seed: int, plain: bool = False) -> str:
    """The text of the program number `seed`."""
    return Program(seed, plain).text()


def arguments(seed: int) -> list[dict[str, object]]:
    """What the program number `seed` is called with: a few sets of arguments, as numbers and lists."""
    draw = random.Random(f"arguments {seed}")
    return [
        {
            "n": draw.randint(0, 4),
            "x": [draw.randint(-8, 8) / 2 for _ in range(3)],
            "k": [draw.randint(-3, 4) for _ in range(2)],
            "c": draw.randint(-3, 4),
            "d": draw.randint(-8, 8) / 2,
        }
        for _ in range(3)
    ]


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]
