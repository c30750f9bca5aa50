"""Methods that call each other until a tensor says that they are done."""

from __future__ import annotations

from collections import defaultdict

from tests.autograph.effects.outcomes import cases


class Parity:
    def __init__(self):
        self.steps = 0

    def even(self, n):
        self.steps += 1
        return n == 0 or self.odd(n - 1)

    def odd(self, n):
        self.steps += 1
        if n == 0:
            return False
        return self.even(n - 1)


@cases(0, 3, 6)
def parity(n):
    counting = Parity()
    return bool(counting.even(n)), counting.steps


class Parser:
    """Of sums and products: 10 is a plus, 11 a times, 12 and 13 are parentheses."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.position = 0

    def peek(self):
        return self.tokens[self.position] if self.position < len(self.tokens) else -1

    def take(self):
        token = self.peek()
        self.position += 1
        return token

    def sum(self):
        value = self.product()
        while self.peek() == 10:
            self.take()
            value += self.product()
        return value

    def product(self):
        value = self.atom()
        while self.peek() == 11:
            self.take()
            value *= self.atom()
        return value

    def atom(self):
        token = self.take()
        if token == 12:
            value = self.sum()
            self.take()
            return value
        if token == 10 or token == 11 or token == -1:
            raise ValueError("no number")
        return token


@cases(([1, 10, 2, 11, 3],), ([12, 1, 10, 2, 13],), ([1, 2, 3, 4, 5],), ([10, 1, 1, 1, 1],))
def parser(tokens):
    return Parser(tokens).sum()


class Walk:
    def __init__(self):
        self.log = []

    def down(self, n):
        self.log.append(n)
        if n > 0:
            self.turn(n - 1)
        if n > 3:
            self.down(n - 3)

    def turn(self, n):
        if n % 2:
            self.down(n - 1)
        else:
            self.log.append(-n)


@cases(0, 3, 6)
def logged(n):
    walk = Walk()
    walk.down(n)
    return walk.log


class Ackermann:
    def __init__(self):
        self.calls = 0

    def of(self, m, n):
        self.calls += 1
        return self.step(m, n) if m else n + 1

    def step(self, m, n):
        if n == 0:
            return self.of(m - 1, 1)
        return self.of(m - 1, self.of(m, n - 1))


@cases((0, 3), (1, 2), (2, 2))
def ackermann(m, n):
    function = Ackermann()
    return function.of(m, n), function.calls


class Sheet:
    def __init__(self):
        self.cells = {}
        self.watchers = defaultdict(set)

    def put(self, name, value):
        self.cells[name] = value
        for watcher in sorted(self.watchers[name]):
            self.compute(watcher)

    def formula(self, name, *inputs):
        for known in inputs:
            self.watchers[known].add(name)
        self.cells[name] = None
        self.compute(name)

    def compute(self, name):
        sources = [known for known, watchers in self.watchers.items() if name in watchers]
        if all(self.cells.get(source) is not None for source in sources):
            self.put(name, sum(self.cells[source] for source in sources))


@cases((1, 2, 3), (0, 0, 0), (-4, 4, 10), staged="refused AG052")
def spreadsheet(a, b, c):
    sheet = Sheet()
    sheet.put("a", a)
    sheet.formula("sum", "a", "b")
    sheet.put("b", b)
    if sheet.cells["sum"] > 0:
        sheet.formula("all", "sum", "c")
        sheet.put("c", c)
    return sheet.cells
