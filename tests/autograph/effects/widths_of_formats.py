"""Formats whose width is staged."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases((7, 4), (-123, 2), (5, 0))
def integers(v, width):
    return f"{v:>{width}}|{v:<{width}}|{v:^{width}}|{v:{width}}|{v:=^{width}}"


@cases((7, 4), (-123, 2), (5, 0), (-5, 6))
def signs_and_zeros(v, width):
    return f"{v:0{width}d}|{v:*>{width}}|{v:0>{width}}|{v:+{width}d}|{v:0{width}x}|{v: {width}}|{v:+0{width}}"


@cases((7, 4), (-123, 2), (5, 1))
def strings(v, width):
    name = "yes" if v > 0 else "no"
    return (
        f"{name:>{width}}|{name:{width}}|{'abc':{width}}|{'abc':^{width}}|{name:.1}|{name:-<{width}.2}|{name:0{width}}"
    )


@cases((7, 4), (12, 7), (5, 1))
def of_the_longest(v, more):
    width = len(str(v * 100)) + more
    return f"[{v:>{width}}]" + f"{'-':->{width}}" + f"[{3:{width}d}]"


@cases((7, 5), (0, 3))
def bools(v, width):
    return f"{v > 3:{width}}|{True:<{width}}|{v > 3!s:>{width}}|{v > 3!r:^{width}}"


@cases((2.5, 9), (-1.25, 3))
def floats(x, width):
    return f"{x:{width}.2f}|{x:<{width}.1f}|{x:0{width}.2f}"


@cases((4, 3), (2, 2), (1, 9))
def table(rows, columns):
    width = len(str(rows * columns))
    lines = []
    for r in range(1, rows + 1):
        lines.append(" ".join(f"{r * c:>{width}}" for c in range(1, columns + 1)))
    return "\n".join(lines)


@cases((7, -4), (7, 4), staged="refused AG055")
def below_zero(v, width):
    return f"{v:>{width}}"


@cases((7, 2.0), (8, 3.0), staged="refused AG055")
def of_a_float(v, width):
    return f"{v:{width}}"


@cases((7, 2), (8, 3), staged="refused AG055")
def of_a_list(v, width):
    return f"{[v]!s:{width}}" if v > 100 else f"{[v]:{width}}"


@cases((7, 4), (12, 2), staged="refused AG055")
def of_another_text(v, width):
    form = f">{width}"
    return f"{v:{form}}"


@cases((7, 4), (-12, 2), staged="refused AG055")
def of_one_of_two_alignments(v, width):
    align = ">" if v > 0 else "<"
    return f"{v:{align}5}", width


@cases((7, 4), (12, 2), staged="refused AG055")
def of_a_width_or_none(v, width):
    form = None
    if v > 0:
        form = width
    return f"{v:{form}}"


@cases((7, 4), (-12, 2), staged="refused AG055")
def of_a_width_or_a_text(v, width):
    form = ""
    if v > 0:
        form = width
    return f"{v:{form}}"


@cases((3.14159, 2), (2.5, 0), (-1234.5678, 1))
def staged_precisions(x, digits):
    return f"{x:.{digits}f}", f"{x:.{digits}e}", f"{x:+.{digits}%}", f"{'abcdef':.{digits}}", f"{digits:.{digits}f}"


@cases((3.14159, 2), (2.5, 0), (-1234.5678, 1))
def staged_widths_and_precisions(x, digits):
    return (
        f"{x:{digits + 8}.{digits}f}|{x:<{digits + 8}.{digits}f}|{x:^12.{digits}f}|{x:012.{digits}f}|{x:*>+9.{digits}e}"
    )


@cases((2, [1.5, 2.5, 3.5]), (3, [0.1, 0.2, 0.3]))
def table_of_a_staged_precision(digits, xs):
    rows = [f"{i:<3}{x:>8.{digits}f}" for i, x in enumerate(xs)]
    total = f"{'sum':<3}{sum(xs):>8.{digits}f}"
    return "\n".join([*rows, total])


@cases((3, 2), (4, 5), (5, 0))
def formats_that_are_made(n, k):
    return format(k, f"0{n}b"), format(k, f">{n}"), format("ab", "^" + str(n)), format(n, "d"), format(k, "b")


@cases((3, 2.5), (4, 5.25), (0, 0.125))
def precisions_that_are_made(digits, x):
    form = f"{digits + 6}.{digits}f"
    return format(x, f".{digits}f"), format(x, form), [format(i, f"0{digits}d") for i in range(digits)]


@cases((3, 2), (4, 5), (1, 1))
def formats_in_templates(n, k):
    return "{:0{}b}".format(k, n), "{:{}} {}".format(3, 5, n), "{0:>{1}}|{1}".format(k, n), "{:{}{}}".format(n, "^", 7)


@cases((3, 2), (4, 5), (1, 1))
def formats_in_templates_by_name(n, k):
    return "{x:{w}}".format(x="ab", w=n), "{:>{w}}|{!r:^{w}}".format(n, k, w=6), "{0[0]}-{0[1]:{1}}".format([n, k], n)
