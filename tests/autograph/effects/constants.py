"""Strings and members of enumerations that differ from path to path."""

# ruff: noqa: UP031 - the older ways to make text are tested as well
from __future__ import annotations

import string
from enum import Enum, IntEnum, IntFlag, StrEnum

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def parity(n):
    return "even" if n % 2 == 0 else "odd"


@cases(-1, 0, 3)
def sign(n):
    if n > 0:
        return "positive"
    if n < 0:
        return "negative"
    return "zero"


@cases(0, 3)
def label_compared(n):
    label = "big" if n > 2 else "small"
    if label == "big":
        return n * 2
    return n


@cases(0, 3, 7)
def state_machine(n):
    state = "start"
    steps = 0
    while state != "done":
        if state == "start":
            state = "run" if n > 2 else "done"
        elif state == "run":
            n -= 2
            if n <= 2:
                state = "done"
        steps += 1
    return state, steps, n


@cases(0, 3, 5)
def state_of_an_object(n):
    class Light:
        def __init__(self):
            self.color = "red"

        def advance(self):
            if self.color == "red":
                self.color = "green"
            elif self.color == "green":
                self.color = "yellow"
            else:
                self.color = "red"

    light = Light()
    for _ in range(n):
        light.advance()
    return light.color


@cases(0, 3, 5)
def looked_up(n):
    prices = {"small": 3, "big": 10}
    size = "big" if n > 3 else "small"
    return prices[size] * n, prices.get(size, 0)


@cases(0, 1, 2)
def from_a_table(n):
    names = ["zero", "one", "two"]
    name = names[n]
    return name, len(name), name == "two"


@cases(0, 3)
def methods(n):
    word = "Big" if n > 2 else "small one"
    return word.upper(), word.startswith("B"), len(word), word[0], word + "!", "<" + word + ">", word * 2


@cases(0, 3)
def letter_in_a_word(n):
    word = "Big" if n > 2 else "small one"
    return "a" in word


@cases(0, 3)
def truth(n):
    word = "yes" if n > 2 else ""
    if word:
        return 1
    return 0 if not word else 2


@cases(0, 3)
def membership(n):
    word = "cat" if n > 2 else "dog"
    return word in ("cat", "cow"), word in {"dog"}, word not in ["bird"]


@cases(0, 3)
def formatted(n):
    word = "cat" if n > 2 else "dog"
    return f"a {word}", f"{n} {word:>5}", "%s" % word, str(word)


@cases(0, 3)
def pairs(n):
    one = "a" if n > 2 else "b"
    two = "x" if n > 1 else "y"
    return one + two, one < two, one == two, one != "a"


@cases(0, 3)
def none_or_string(n):
    name = None
    if n > 2:
        name = "big"
    return "none" if name is None else name


@cases(0, 2, 4)
def matched(n):
    color = "red" if n > 3 else "green" if n > 1 else "blue"
    match color:
        case "red":
            return 1
        case "green" | "yellow":
            return 2
        case other:
            return 3


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


@cases(0, 3)
def enumeration(n):
    color = Color.RED if n > 2 else Color.BLUE
    if color is Color.RED:
        return 10, color.value, color.name, color == Color.BLUE
    return 20, color.value, color.name, color == Color.BLUE


@cases(0, 1, 5)
def enumeration_in_a_loop(n):
    color = Color.RED
    seen = 0
    for i in range(n):
        if color == Color.RED:
            color = Color.GREEN
        elif color == Color.GREEN:
            color = Color.BLUE
        else:
            color = Color.RED
            seen += i
    return color == Color.GREEN, seen


@cases(1, 3, 5, 15)
def fizz_buzz(n):
    out = ""
    if n % 3 == 0:
        out += "Fizz"
    if n % 5 == 0:
        out += "Buzz"
    return out or str(n)


@cases(0, 3)
def commands(n):
    total = 0
    for command in ["add", "sub", "add"]:
        if n > 2:
            command = "sub"
        if command == "add":
            total += n
        else:
            total -= 1
    return total


@cases(0, 3, jax="refused AG015")
def string_grown(n):
    text = "a"
    for _ in range(n):
        text += "b"
    return text


@cases(0, 3)
def string_and_number(n):
    kind = "int" if n > 2 else "none"
    value = n
    for _ in range(3):
        if kind == "int":
            value += 1
            kind = "none"
        else:
            kind = "int"
    return kind, value


@cases(0, 3, staged="refused AG055")
def key_of_a_new_dict(n):
    word = "a" if n > 2 else "b"
    return {word: 1}


@cases(0, 3)
def strings_in_a_list(n):
    words = ["a", "b"]
    if n > 2:
        words = ["b", "a"]
    return words


@cases(0, 3)
def constant_returned(n):
    n += 1
    return "always"


@cases(0, 3)
def match_of_a_bool(n):
    match n > 2:
        case True:
            return 1
        case False:
            return 2


@cases(0, 3, 7)
def match_of_a_bool_in_a_sequence(n):
    match (n, n > 2):
        case (k, True) if k < 5:
            r = k * 10
        case [a, b]:
            r = a
    return r


@cases(0, 3)
def match_of_none_in_a_sequence(n):
    x = n if n > 2 else None
    match (x, 1):
        case (None, _):
            return -1
        case (k, 1):
            return k
    return 9


@cases(0, 3)
def match_of_a_string_in_a_sequence(n):
    s = "red" if n > 2 else "blue"
    match (s, n):
        case ("red", k):
            return k
        case ("blue", 0):
            return 5
    return 7


@cases(0, 3)
def match_of_none(n):
    x = n if n > 2 else None
    match x:
        case None:
            return -1
        case k:
            return k


@cases(0, 3, staged="refused AG023 AG033")
def match_of_a_list_of_staged_length(n):
    xs = [1, 3]
    if n > 2:
        xs.append(9)
    match xs:
        case [a, b]:
            return a + b
        case [a, b, c]:
            return c


@cases(0, 1, 3, -1, 4)
def letter_of_a_string(n):
    return "NESW"[n]


@cases(0, 5, 3)
def letters_in_a_loop(n):
    heading = 0
    x = y = 0
    for i in range(n):
        direction = "NESW"[heading % 4]
        if direction == "N":
            y += 1
        elif direction in "EW":
            x += 1 if direction == "E" else -1
        heading += 1 if i % 2 else 3
    return x, y, "NESW"[heading % 4].lower(), ord("NESW"[heading % 4])


@cases(0, 3, 6, 9, -2, -10)
def prefix(n):
    word = "kitten"
    return word[:n], word[n:], word[1:n], word[n::-1], len(word[:n])


@cases(0, 1, 2)
def digit_of_bytes(n):
    return b"az\x00"[n], bytes([7, 8, 9])[n]


@cases(0, 9, 15, 16)
def hex_digit(n):
    digits = "0123456789abcdef"
    return "0x" + digits[n], f"<{digits[n]}>"


@cases(0, 26, 51, 77)
def long_alphabet(n):
    return string.printable[n]


@cases(5, 1, 300)
def letters_of_a_number(n):
    return "abc"[n % 3] + "xyz"[n % 2], ["N", "E"][n % 2] + "NESW"[n % 4]


@cases(1, 3)
def letter_of_a_chosen_word(n):
    word = "left" if n > 2 else "right"
    return word[n], word[1], word[-2:]


@cases(0, 1, 5)
def caught(n):
    try:
        return "ab"[n]
    except IndexError as e:
        return str(e)


@cases(0, 2, 4)
def vowels(n):
    return "banana"[n] in "aeiou", "banana".count("a"), "banana"[n] == "n"


class Grid:
    rows = ("#..", "..#", ".#.")

    def __getitem__(self, at):
        return self.rows[at[0]][at[1]]


@cases((0, 0), (1, 2), (2, 2), (2, 3))
def maze(r, c):
    return Grid()[r, c] == "#", Grid.rows[r][c]


@cases(0, 5, 255, -7)
def bases(n):
    return bin(n), hex(n), oct(n), bin(n > 2), f"{bin(n)}!"


@cases(97, 10, 1114111)
def character(n):
    return chr(n), chr(n) + "b"


@cases(0, 3, 25, -1)
def caesar(shift):
    out = ""
    for ch in "Hello, zoo":
        if ch.isalpha():
            base = ord("a") if ch.islower() else ord("A")
            out += chr((ord(ch) - base + shift) % 26 + base)
        else:
            out += ch
    return out


@cases(0, 3, -1, 1114112)
def character_out_of_range(n):
    try:
        return "x" + chr(n)
    except ValueError as e:
        return str(e)


@cases((0, 1), (1, 4), (2, 2), (-3, -1), (4, 100), (-100, 3), (3, -100))
def part_of_a_word(a, b):
    return "stone"[a:b], "abc"[b:a:-1]


@cases((0, 1), (1, 4))
def part_of_a_long_text(a, b):
    return ("stone" * 4)[a:b]


@cases(1, 4, staged="refused AG032")
def every_nth(a):
    return "stone"[::a]


class Op(IntEnum):
    PUSH = 0
    ADD = 1
    JUMP = 2
    HALT = 3


class Perm(IntFlag):
    R = 1
    W = 2
    X = 4


class Tone(StrEnum):
    LOW = "low"
    HIGH = "high"


@cases((3, 0), (0, 2), (5, 9), staged="refused AG021")
def tiny_vm(n, arg):
    program = [(Op.PUSH, n), (Op.PUSH, arg), (Op.ADD, None), (Op.JUMP, 1), (Op.HALT, None)]
    stack = [0]
    pc = ticks = 0
    while ticks < 12:
        op, operand = program[pc]
        ticks += 1
        pc += 1
        if op == Op.PUSH:
            stack.append(operand)
        elif op == Op.ADD:
            stack.append(stack.pop() + stack.pop())
        elif op == Op.JUMP:
            if stack[-1] < 20:
                pc = operand
        else:
            break
    return stack[-1], ticks


@cases(0, 1, 2, 3)
def none_among_numbers(n):
    xs = [4, None, 2, None]
    x = xs[n]
    if x is None:
        return -1
    return x * 2


@cases(0, 1, 2)
def returned_none(n):
    return [None, 3, 2.5][n], (None, "a", "b")[n], [None, (1, 2), (3, None)][n]


@cases(0, 1, 2)
def none_and_objects(n):
    a, b = {"v": 1}, {"v": 2}
    chosen = [a, None, b][n]
    if chosen is not None:
        chosen["v"] += 10
    return a, b


@cases(0, 1, 3)
def int_enum_of_a_table(n):
    op = [Op.PUSH, Op.ADD, Op.JUMP, Op.HALT][n]
    return op.name, op.value, op + n, op * 2, op is Op.ADD, op == n, op < Op.JUMP, n - op, f"{op}", f"{op!r}"


@cases(0, 3)
def int_enum_by_a_condition(n):
    op = Op.ADD if n > 2 else Op.HALT
    if op is Op.ADD:
        return op, op.name
    return op + 1, "none"


@cases(0, 3, 7)
def int_enum_machine(n):
    op = Op.PUSH
    steps = 0
    while op != Op.HALT:
        if op == Op.PUSH:
            op = Op.ADD
        elif op == Op.ADD:
            op = Op.JUMP if n > 2 else Op.HALT
        else:
            n -= 2
            op = Op.ADD
        steps += 1
    return op, steps


@cases(0, 1, 3, staged="refused AG015")
def int_enum_made_an_int(n):
    op = Op.PUSH
    for _ in range(n):
        op = op + 1
    return op


@cases(0, 1, 3)
def index_by_an_int_enum(n):
    op = Op.JUMP if n > 1 else Op.PUSH
    return ["a", "b", "c", "d"][op], [1, 2, 3, 4][op], {Op.PUSH: 5, Op.JUMP: 6}[op], {0: 1, 2: 3}[op]


@cases(0, 1, 3)
def flags(n):
    p = Perm.R
    if n > 0:
        p |= Perm.W
    if n > 2:
        p |= Perm.X
    return bool(p & Perm.W), int(p), p == Perm.R | Perm.W


@cases(0, 1, 3)
def str_enum(n):
    t = Tone.LOW if n > 1 else Tone.HIGH
    s = "low" if n > 0 else "high"
    return t == "low", t == s, t + "er", t.upper(), t is Tone.LOW


@cases(0, 1, 5)
def got_from_a_dict(n):
    found = {0: 3, 1: 4}.get(n)
    return 0 if found is None else found + 1


@cases(0, 2, 4)
def mixed(n):
    return [1, "two", None, Op.ADD, (1, 2)][n]


@cases(0, 1, 2)
def sum_of_optional(n):
    limits = [None, 5, 10]
    limit = limits[n]
    total = 0
    for i in range(8):
        if limit is not None and total + i > limit:
            break
        total += i
    return total


@cases(0, 2)
def none_used(n):
    xs = [3, 4, None]
    try:
        return xs[n] + 1
    except TypeError:
        return -1


@cases(0, 1, 2, staged="refused AG012")
def int_enum_or_int(n):
    op = Op.ADD if n > 1 else n
    return op + 1


@cases(0, 3)
def numbers_of_an_int_enum(n):
    op = Op.ADD if n > 2 else Op.HALT
    total = 0
    for i in range(op):
        total += i + n
    return total, abs(op), op == n, n < op, n * op, -op, op / 2, f"{op:03d}"


@cases(0, 3)
def stored_at_an_int_enum(n):
    op = Op.ADD if n > 2 else Op.HALT
    xs = [1, 2, 3, 4]
    xs[op] += n
    return xs


@cases(0, 3)
def popped_or_none(n):
    xs = [None, 1, None, 2]
    x = xs.pop(n)
    return x, xs
