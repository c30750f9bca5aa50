"""Numbers, strings and objects in one place: in trees, records, closures, caches and what is unpacked."""

from __future__ import annotations

from collections import namedtuple

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


class Num:
    def __init__(self, v):
        self.v = v

    def ev(self):
        return self.v


class Add:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def ev(self):
        left = self.left.ev() if isinstance(self.left, (Num, Add)) else self.left
        right = self.right.ev() if isinstance(self.right, (Num, Add)) else self.right
        return left + right


@cases(*ARGUMENTS)
def nodes_or_numbers(n):
    e = Add(Num(n), 2)
    if n > 2:
        e = Add(e, Num(1))
    return e.ev()


@cases(*ARGUMENTS)
def an_object_or_a_number(n):
    x = Num(n) if n % 2 else n
    if isinstance(x, Num):
        x.v += 10
        return x.ev()
    return x


@cases(*ARGUMENTS)
def objects_in_a_list(n):
    xs = [n, Num(3), "s"]
    t = 0
    for x in xs:
        if isinstance(x, Num):
            x.v += n
            t += x.v
        elif isinstance(x, str):
            t += 100
        else:
            t += x
    return t


@cases(*ARGUMENTS)
def one_item_changed(n):
    xs = [n, Num(3), "s", None]
    x = xs[n % 4]
    if isinstance(x, Num):
        x.v = 9
    y = xs[1]
    return y.v, x is None, x == "s"


@cases(*ARGUMENTS)
def a_default_of_none(n):
    def f(v, scale=None):
        if scale is None:
            scale = "x"
        if isinstance(scale, str):
            return v + len(scale)
        return v * scale

    s = None if n < 2 else n if n < 4 else "long"
    return f(n, s), f(n)


@cases(*ARGUMENTS)
def rows_with_texts(n):
    rows = [("a", 3), ("b", None), ("c", "7")]
    tot = 0
    for k, v in rows:
        if v is None:
            v = n
        elif isinstance(v, str):
            v = int(v)
        if v > n:
            tot += v
    return tot


@cases(*ARGUMENTS)
def generated(n):
    def gen(k):
        for i in range(k):
            yield i if i % 2 else "e"

    return sum(1 for v in gen(n) if v == "e"), sum(v for v in gen(n) if v != "e")


@cases(*ARGUMENTS)
def raised_for_texts(n):
    x = "a" if n > 2 else n
    try:
        if isinstance(x, str):
            raise ValueError(x)
        y = x + 1
    except ValueError:
        y = -1
    finally:
        z = 3
    return y + z


@cases(*ARGUMENTS)
def a_result_or_a_word(n):
    memo = {}

    def fib(k):
        if k in memo:
            return memo[k]
        r = k if k < 2 else fib(k - 1) + fib(k - 2)
        memo[k] = r
        return r

    out = fib(n) if n < 4 else "big"
    return out if out != "big" else -1


@cases(*ARGUMENTS)
def named_tuples(n):
    P = namedtuple("P", "kind val")
    ps = [P("i", 1), P("s", "xx"), P("i", n)]
    best = ps[0]
    for p in ps:
        if p.kind == "i" and p.val > best.val:
            best = p
    return best.val, sum(len(p.val) for p in ps if p.kind == "s")


@cases(*ARGUMENTS)
def settings_changed(n):
    settings = {"level": 1, "mode": "slow"}
    for i in range(n):
        if i % 2:
            settings["level"] += i
        else:
            settings["mode"] = "fast" if settings["level"] > 1 else "mid"
    return settings["level"], len(settings["mode"])


@cases(*ARGUMENTS)
def an_item_that_becomes_a_text(n):
    o = {"v": 0}
    for i in range(n):
        o["v"] = o["v"] + 1 if isinstance(o["v"], int) else 0
        if o["v"] == 2:
            o["v"] = "two"
    return -2 if o["v"] == "two" else o["v"]


@cases(*ARGUMENTS)
def a_state_of_a_class(n):
    class T:
        state = "off"

        def press(self):
            if self.state == "off":
                self.state = 1
            elif self.state == 3:
                self.state = "off"
            else:
                self.state += 1

    t = T()
    for _ in range(n):
        t.press()
    return 0 if t.state == "off" else t.state


@cases(*ARGUMENTS)
def tokens_on_a_stack(n):
    stack = []
    for tok in ("3 4 + 2 *" if n > 2 else "1 2 +").split():
        if tok == "+":
            stack.append(stack.pop() + stack.pop())
        elif tok == "*":
            stack.append(stack.pop() * stack.pop())
        else:
            stack.append(int(tok))
    return stack[0], n


@cases(*ARGUMENTS)
def lists_with_unlike_items(n):
    xs = []
    for i in range(n):
        xs.append([i, "p"] if i % 2 else [i, i * i])
    t = 0
    for x in xs:
        if x[1] == "p":
            x[1] = 100
        t += x[0] + x[1]
    return t


@cases(*ARGUMENTS)
def names_exchanged(n):
    a, b = n, "b"
    for _ in range(n):
        a, b = b, a
    return (a, b == "b") if isinstance(a, int) else (b, a != "b")


@cases(*ARGUMENTS)
def bound_by_a_closure(n):
    x = 5

    def setx(v):
        nonlocal x
        x = v

    if n > 1:
        setx("five")
    if n > 2:
        setx(n)
    return x if isinstance(x, int) else len(x)


@cases(*ARGUMENTS)
def looked_up_in_a_cache(n):
    cache = {}
    for i in range(n):
        k = i % 3
        v = cache.get(k, "miss")
        if v == "miss":
            cache[k] = i
        else:
            cache[k] = v + i
    return sum(cache.values()), len(cache)


@cases(*ARGUMENTS)
def a_star_for_the_rest(n):
    v = ("ok", n) if n % 2 else ("err", "bad", 4)
    tag, *rest = v
    return len(rest), tag == "ok"


@cases(*ARGUMENTS)
def tags_and_the_rest(n):
    v = ("ok", n) if n % 2 else ("err", "bad", 4)
    tag, *rest = v
    return len(rest), tag == "ok"


@cases(*ARGUMENTS)
def operands_of_an_instruction(n):
    v = [("ld", n), ("add", 1, 2), ("halt",), ("jmp", 2)][n]
    op, *args = v
    t = 0
    for x in args:
        t += x
    return t, op == "add", len(args)


@cases(*ARGUMENTS)
def nothing_to_unpack(n):
    v = [("ld", n), ("add", 1, 2), 5, ("jmp", 2)][n]
    try:
        _, *args = v
    except TypeError:
        return -1
    return sum(args)


@cases(*ARGUMENTS)
def all_but_the_last(n):
    v = [("ld", n), ("add", 1, 2), ("halt",), ("jmp", 2)][n]
    *args, last = v
    return len(args), last == "halt"
