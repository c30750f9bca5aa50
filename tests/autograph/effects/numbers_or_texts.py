"""Values that are a number on one path and a string, a tuple, a list or None on another: tokens, operands, results."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@cases(*ARGUMENTS)
def one_operand_of_an_instruction(n):
    code = [("x", 1), ("y", "b"), ("x", 3)]
    op, v = code[n]
    d = {"b": 7}
    if op == "x":
        return v + 1
    return d[v]


@cases(*ARGUMENTS)
def a_number_where_the_kind_says_so(n):
    code = [("x", 1), ("y", "b"), ("x", 3)]
    op, v = code[n]
    t = 0
    if op == "x":
        t = v
    return t


@cases(*ARGUMENTS)
def none_where_the_kind_says_so(n):
    code = [("x", 1), ("y", None), ("x", 3)]
    op, v = code[n]
    t = 0
    if op == "x":
        t += v
    return t


@cases(*ARGUMENTS)
def added_where_the_kind_says_so(n):
    code = [("x", 1), ("y", "b"), ("x", 3)]
    op, v = code[n]
    t = 0
    if op == "x":
        t += v
    return t


@cases(*ARGUMENTS)
def a_stack_of_operands(n):
    code = [("x", 1), ("y", "b"), ("x", 3)]
    stack = [0]
    for i in range(n + 1):
        op, v = code[i]
        if op == "x":
            stack.append(v)
        else:
            stack.append(len(v))
    return sum(stack), len(stack)


@cases(*ARGUMENTS)
def operands_of_patterns(n):
    code = [("x", 1), ("y", "b"), ("x", 3)]
    stack = [0]
    for i in range(n + 1):
        match code[i]:
            case ("x", v):
                stack.append(v)
            case ("y", w):
                stack.append(len(w))
    return sum(stack), len(stack)


@cases(*ARGUMENTS, jax="refused AG032")
def instructions_of_two_lengths(n):
    code = [("push", 1), ("push", 4), ("add",)]
    stack = []
    pc = 0
    while pc < n + 1:
        ins = code[pc]
        if ins[0] == "push":
            stack.append(ins[1])
        else:
            stack.append(stack.pop() + stack.pop())
        pc += 1
    return stack[-1]


@cases(*ARGUMENTS)
def instructions_with_none(n):
    code = [("push", 1), ("push", 4), ("add", None)]
    stack = []
    pc = 0
    while pc < n + 1:
        op, arg = code[pc]
        if op == "push":
            stack.append(arg)
        else:
            stack.append(stack.pop() + stack.pop())
        pc += 1
    return stack[-1]


@cases(*ARGUMENTS)
def tokens_told_by_equality(n):
    toks = [1, "+", 2, "*", 3]
    t = 0
    for i in range(n + 2):
        x = toks[i]
        if x == "+":
            t += 100
        elif x == "*":
            t *= 2
        else:
            t += x
    return t


@cases(*ARGUMENTS)
def tokens_told_by_class(n):
    toks = [1, "+", 2, "*", 3]
    t = 0
    for i in range(n + 2):
        x = toks[i]
        if isinstance(x, int):
            t += x
        elif x == "*":
            t *= 2
    return t


@cases(*ARGUMENTS)
def a_machine_with_jumps(n):
    regs = {"x": n, "y": 2, "acc": 0}
    code = [("add", "acc", "y"), ("dec", "x", None), ("jmp", None, -2)]
    pc = 0
    for _ in range(4):
        op, a, b = code[pc]
        if op == "add":
            regs[a] += regs[b]
        elif op == "dec":
            regs[a] -= 1
        else:
            pc += b
            continue
        pc += 1
    return regs["acc"], regs["x"]


@cases(*ARGUMENTS)
def one_of_four_kinds(n):
    xs = [1, "b", 3.5, None]
    x = xs[n]
    if isinstance(x, str):
        return 10.0
    if x is None:
        return -1.0
    return float(x) + 1


@cases(*ARGUMENTS)
def all_four_kinds(n):
    xs = [1, "b", 3.5, None]
    t = 0.0
    for i in range(n + 1):
        x = xs[i]
        if isinstance(x, int):
            t += x
        elif isinstance(x, str):
            t += len(x) * 10
        elif isinstance(x, float):
            t += x * 2
        else:
            t -= 1
    return t


@cases(*ARGUMENTS)
def told_by_type(n):
    def tok(i):
        if i % 2:
            return "+"
        return i

    t = 0
    for i in range(n + 1):
        x = tok(i)
        if type(x) is int:
            t += x
        else:
            t += 100
    return t


@cases(*ARGUMENTS)
def tokens_evaluated(n):
    stack = []
    for tok in [1, 2, "+", 3, "*"][: n + 2]:
        if isinstance(tok, int):
            stack.append(tok)
        else:
            b = stack.pop()
            a = stack.pop()
            stack.append(a + b if tok == "+" else a * b)
    return stack[-1]


@cases(*ARGUMENTS, jax="refused AG032")
def a_parser_of_tokens(n):
    toks = [1, "+", 2, "*", 3]
    pos = 0

    def term():
        nonlocal pos
        v = toks[pos]
        pos += 1
        return v

    t = term()
    while pos < 2 * (n if n < 3 else 2):
        op = term()
        if op == "+":
            t += term()
        else:
            t *= term()
    return t


@cases(*ARGUMENTS)
def values_of_a_record(n):
    r = {"a": 1, "b": "zz", "c": None}
    for i in range(n):
        if i == 1:
            r["b"] = 5
        if i == 2:
            r["c"] = i
    v = r["b"]
    out = v if isinstance(v, int) else len(v)
    return out, -1 if r["c"] is None else r["c"]


@cases(*ARGUMENTS)
def a_nested_expression(n):
    e = ("add", 1, ("mul", 2, n))

    def ev(e):
        if isinstance(e, tuple):
            op, a, b = e
            if op == "add":
                return ev(a) + ev(b)
            return ev(a) * ev(b)
        return e

    return ev(e)


@cases(*ARGUMENTS)
def a_number_or_a_word(n):
    def find(k):
        for i in range(5):
            if i * i > k:
                return i
        return "none"

    r = find(n * 5)
    return r if r != "none" else -1


@cases(*ARGUMENTS)
def either_of_two_kinds(n):
    x = n if n > 1 else "abc"
    return x * 2 if isinstance(x, int) else len(x * 2)


@cases(*ARGUMENTS)
def a_log_of_pairs(n):
    log = []
    for i in range(n):
        if i % 2:
            log.append(("set", i))
        else:
            log.append(("del", "k"))
    t = 0
    for op, v in log:
        if op == "set":
            t += v
        else:
            t += len(v)
    return t


@cases(*ARGUMENTS)
def a_queue_with_a_word(n):
    q = [n, "stop", 3]
    t = 0
    while q:
        x = q.pop(0)
        if x == "stop":
            break
        t += x
    return t, len(q)


@cases(*ARGUMENTS)
def a_result_and_a_message(n):
    ok = n > 1
    res = (ok, n if ok else "err")
    good, v = res
    return v if good else -len(v)


@cases(*ARGUMENTS)
def items_or_lists(n):
    total = 0
    for item in [n, [1, n], [2, 3, n], 4]:
        if isinstance(item, list):
            total += sum(item)
        else:
            total += item
    return total


@cases(*ARGUMENTS)
def items_or_lists_by_place(n):
    items = [n, [1, 2], 4, [5]]
    t = 0
    for i in range(n + 1):
        x = items[i]
        t += sum(x) if isinstance(x, list) else x
    return t


@cases(*ARGUMENTS)
def instructions_matched(n):
    match [("push", 3), ("pop",), ("jump", "end"), ("halt",)][n]:
        case ("push", int(v)):
            return v
        case ("jump", str(w)):
            return len(w)
        case ("pop",):
            return -1
        case _:
            return -2
