"""Large and deep functions convert, in time that grows with their size, and run."""

from __future__ import annotations

import pytest

from tests.autograph.differential import assert_all_same, define


def test_a_function_of_5000_lines():
    lines = ["def f(x):", "    total = 0"]
    for i in range(1250):
        lines += [f"    if x > {i}:", f"        total += {i}", "    else:", f"        total -= y_{i % 7} if x else 1"]
        if i < 7:
            lines.insert(2, f"    y_{i} = {i}")
    lines += ["    return total"]
    f = define("\n".join(lines))
    assert_all_same(f, [0, 5, 2000])


def test_a_function_of_1000_loops():
    lines = ["def f(x):", "    total = 0"]
    for i in range(1000):
        lines += ["    for i in range(x):", "        if i > 3:", "            break", f"        total += i * {i}"]
    f = define("\n".join([*lines, "    return total"]))
    assert_all_same(f, [0, 3, 6])


@pytest.mark.parametrize("statement", ["if x >= {0}:", "for i{0} in range(x):", "while x > {0}:"])
def test_statements_nested_twenty_deep(statement):
    lines = ["def f(x):", "    total = 0"]
    for level in range(20):
        pad = "    " * (level + 1)
        lines += [pad + statement.format(level), f"{pad}    total += {level}"]
        if "while" in statement:
            lines.append(f"{pad}    x -= 1")
    f = define("\n".join([*lines, "    return total, x"]))
    assert_all_same(f, [0, 1, 2] if "for" in statement else [0, 3, 30])


def test_branches_nested_ninety_deep():
    lines = ["def f(x):"]
    for level in range(90):
        pad = "    " * (level + 1)
        lines += [f"{pad}if x > {level}:"]
    lines += ["    " * 91 + "return 'deep'"]
    f = define("\n".join([*lines, "    return 'shallow'"]))
    assert_all_same(f, [0, 50, 91])


def test_functions_nested_fifteen_deep():
    lines = []
    for level in range(15):
        pad = "    " * level
        lines += [f"{pad}def f{level}(x):", f"{pad}    if x < 0: return {level}"]
    lines += ["    " * 15 + "return x"]
    for level in reversed(range(1, 15)):
        lines += ["    " * level + f"for _ in range(2): x = f{level}(x - (x == {level}))", "    " * level + "return x"]
    f = define("\n".join(lines), "f0")
    assert_all_same(f, [-1, 0, 100])


def test_expressions_nested_deep():
    f = define("def f(x):\n    return " + "not " * 80 + "x")
    assert_all_same(f, [0, 1])
    g = define("def g(x):\n    return " + "(x and " * 60 + "x" + ")" * 60)
    assert_all_same(g, [0, 1])
    h = define("def h(x):\n    return " + "abs(" * 60 + "x" + ")" * 60)
    assert_all_same(h, [-1])
    k = define("def k(x):\n    return " + "[y if y else x for y in " * 15 + "[x]" + "]" * 15)
    assert_all_same(k, [0, 3])


def test_a_thousand_variables():
    lines = ["def f(x):"] + [f"    v{i} = {i}" for i in range(1000)] + ["    while x > 0:", "        x -= 1"]
    lines += [f"        v{i} += x" for i in range(1000)] + ["        if x == 2:"]
    lines += [f"            v{i}, v{999 - i} = v{999 - i}, v{i}" for i in range(500)]
    f = define("\n".join([*lines, "    return [" + ", ".join(f"v{i}" for i in range(1000)) + "]"]))
    assert_all_same(f, [0, 5])


def test_a_sum_of_1000_terms():
    f = define("def f(x):\n    if x: return " + " + ".join(["x"] * 1000) + "\n    return 0")
    assert_all_same(f, [0, 5])


def test_guard_clauses_within_loops_within_guard_clauses():
    lines = ["def f(x, y):", "    n = 0"]
    for i in range(30):
        lines += [f"    if x == {i}:", f"        return 'x', {i}, n", "    for j in range(3):"]
        lines += [f"        if y == j + {3 * i}:", "            break", "        n += 1", "    else:"]
        lines += [f"        if x == -{i}:", "            return 'else', n", "        continue_ = n"]
        lines += ["    if n > 200:", "        return 'many'"]
    f = define("\n".join([*lines, "    return n, continue_"]))
    assert_all_same(f, [(29, 1), (0, 0), (99, 5), (-3, 4), (12, 20), (99, 99)])
