"""Texts that functions of Python's library make, of numbers and texts that are known only when the program runs."""

from __future__ import annotations

import html
import posixpath
import shlex
import string
import textwrap
import urllib.parse

from tests.autograph.effects.outcomes import cases


@cases((20,), (33,), (60,))
def wrap_paragraph(width):
    text = "The quick brown fox jumps over the lazy dog while the cat sleeps on the warm stove."
    lines = textwrap.wrap(text, width=width)
    longest = max(lines, key=len)
    return len(lines), longest, [len(line) for line in lines]


@cases((20,), (33,), (60,))
def fill(width):
    text = "The quick brown fox jumps over the lazy dog while the cat sleeps on the warm stove."
    s = textwrap.fill(text, width)
    return s, s.count("\n"), len(s)


@cases((2, 4), (0, 1))
def indent(n, k):
    body = "\n".join(f"line {i}" for i in range(n))
    t = textwrap.indent(body, " " * k)
    return t, t.upper(), textwrap.indent(f"a{n}\nb", "> ")


@cases((3, 2), (0, 1))
def template(n, k):
    t = string.Template("$name has $count item${s} for $$${price}")
    a = t.substitute(name="bob", count=n, s="" if n == 1 else "s", price=n * k)
    b = t.safe_substitute({"name": "x", "count": k})
    return a, b, len(a)


@cases((3,), (1,))
def template_missing(n):
    t = string.Template("$a $b")
    try:
        return t.substitute(a=n)
    except KeyError as e:
        return f"missing {e}"


@cases((3,), (-1,))
def escapes(n):
    s = f"<b>{n}&</b>"
    e = html.escape(s)
    return e, html.unescape(e) == s, urllib.parse.quote(f"a b{n}/c"), posixpath.join("a", f"f{n}.txt"), len(e)


@cases((3,), (-1,))
def quoted(n):
    return shlex.quote(f"a b{n}"), len(shlex.quote(f"a{n}'"))


@cases((3,), (0,), staged="refused AG055")
def cut_to_lines(n):
    return textwrap.fill(f"a b c {n}", 3, max_lines=2)


@cases((3,), (0,))
def known_width_that_is_none(n):
    try:
        return textwrap.fill(f"a b c {n}", 0)
    except ValueError as e:
        return str(e)


@cases((0,), (5,))
def bad_width(n):
    try:
        return textwrap.wrap("some words here", n)
    except ValueError as e:
        return str(e)


@cases((3,), jax="refused AG055")
def text_longer_than_there_is_room_for(n):
    return len(html.escape(f"{n}" + '"' * 100))
