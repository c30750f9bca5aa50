"""Characters of texts that show floats, floats that are read in texts, and lists of texts of several makes."""

# ruff: noqa: UP031 - `%` is tested as well
from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((3.14159, 8), (-2.5, 12), (1000.0, 10))
def columns_of_floats(x, width):
    return f"{x:.2f}".rjust(width), len(f"{x:.3e}"), f"{x}"[:3], f"{x:8.1f}|".strip()


@cases((3.14159, 8), (-2.5, 12), (1000.0, 10))
def rows_as_wide_as_the_widest(x, n):
    rows = [f"{x * k:6.2f}" for k in range(3)]
    w = max(len(r) for r in rows)
    return [r.ljust(w + 2, ".") for r in rows], "-" * w


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def parts_of_a_float(x, n):
    s = str(x)
    whole, _, part = s.partition(".")
    return whole, part, s.replace(".", ","), s.startswith("-"), float(s) + 1


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def other_ways_to_show(x, n):
    return ("%.1f" % x).zfill(8), ("%d items" % n).upper(), f"{n / 3:.0%}".rjust(6), f"{n:.1f}".center(9, "*")


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def floats_added_until_it_is_long(x, n):
    out = ""
    for k in range(n):
        if len(out) > 20:
            break
        out += f"{x + k:.1f};"
    return out


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def compared_and_turned(x, n):
    if f"{x:.1f}" == "3.5":
        return "yes"
    return f"{x:.1f}"[::-1]


@cases((1e30, 8), (-2.5e-8, 12), (0.0, 10))
def very_large_and_very_small(x, n):
    return len(f"{x:.2f}"), str(x).rjust(24), "e" in str(x), f"{x:,.1f}".rjust(60)


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def read_again(x, n):
    text = f"{n},{x}"
    a, b = text.split(",")
    return int(a) + float(b), float(f" {x:.1f} ") * 2, float("inf" if n > 9 else "2")


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def read_where_none_is(x, n):
    text = f"{n}x"
    try:
        return float(text)
    except ValueError as e:
        return str(e)


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def integer_or_float(x, n):
    line = f"port = {n}"
    key, value = [p.strip() for p in line.split("=")]
    try:
        v = int(value)
    except ValueError:
        v = float(value)
    return key, v


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def read_in_a_loop(x, n):
    total = 0.0
    for k in range(n):
        total += float(f"{x + k:.1f}")
    return total


@cases((3.5, 8), (-2.5, 12), (1000.25, 10))
def floats_as_keys(x, n):
    d = {f"{x:.1f}": n, "b": 2}
    return d, f"{x:.1f}" in d


@cases((3, 4), (5, 9))
def width_of_a_tensor_beside_others(n, w):
    lines = ["a"]
    for k in range(n):
        if k % 2:
            lines.append(f"{k:>4d}")
    lines.append(f"{n:>{w}d}")
    return "\n".join(lines)


@cases((3, 4), (5, 9))
def rule_and_a_width(n, w):
    lines = ["a"]
    for k in range(n):
        if k % 2:
            lines.append(f"{k:>4d}")
    lines += ["-" * w, f"{n:>{w}d}"]
    return "\n".join(lines)


@cases((3, 4), (5, 9))
def as_wide_as_the_rule(n, w):
    lines = []
    for k in range(n):
        lines.append(f"{k:>4d}")
    rule = "-" * max(len(line) for line in lines)
    lines += [rule, f"T{n:>{len(rule) - 2}d}"]
    return "\n".join(lines)


@cases((3.5, 4), (5.25, 9))
def floats_beside_others(x, w):
    lines = []
    for k in range(w):
        lines.append(f"{x + k:>6.2f}")
    lines.append(f"T{x:>{w}.2f}")
    return "\n".join(lines)


@cases((3.5, 4), (5.25, 9))
def floats_as_wide_as_the_rule(x, w):
    lines = []
    for k in range(3):
        if k == w:
            continue
        lines.append(f"{x + k:>6.2f}")
    rule = "-" * max(len(line) for line in lines)
    lines += [rule, f"T{x:>{len(rule) - 2}.2f}"]
    return "\n".join(lines)


@cases((3, 8), (-25, 12))
def line_of_as_many(n, width):
    head = "value".ljust(width, ".")
    rule = "-" * len(head)
    return head + rule.replace("-", "=") if n > 0 else rule + head[::-1]
