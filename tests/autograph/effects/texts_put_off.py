"""Texts of floats, of which methods make others: when the program has run."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(1.0, 22.456, -3.5)
def right_justified(x):
    return f"{x:.2f}".rjust(8) + "|"


@cases(1.0, 22.456, -3.5)
def padded_str(x):
    return str(x).rjust(8) + "|"


@cases(1.0, 22.456, -3.5)
def centred(x):
    return f"{x:.1f}".center(9, "*")


@cases(1.0, 22.456, -3.5)
def nested_format(x):
    return f"{f'{x:.2f}':>8}"


@cases(1.0, 22.456, -3.5)
def zero_filled(x):
    return f"{x:.2f}".zfill(8)


@cases(1.0, 22.456, -3.5)
def with_prefix(x):
    return ("$" + f"{x:.2f}").ljust(9, ".") + "end"


@cases((1.0, 3), (22.456, 9))
def staged_width(x, w):
    return f"{x:.2f}".rjust(w)


@cases((1.0, 3), (22.456, 9))
def upper(x, n):
    return f"{x:.2e}".upper()


@cases((1.0, 3), (22.456, 9))
def replaced(x, n):
    return f"{x:.2f}".replace(".", ",")


@cases((1.0, 3), (22.456, 9), staged="refused AG055")
def length_of(x, n):
    return len(f"{x:.2f}")


@cases((1.0, 3), (22.456, 9))
def stripped(x, n):
    return f"{x:.2f}".rstrip("0").rstrip(".")


@cases((1.0, 3), (22.456, 9), staged="refused AG055")
def built_up(x, n):
    s = ""
    for i in range(n):
        s += f"{x * i:.1f};"
    return s
