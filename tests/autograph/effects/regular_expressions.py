"""`re` of texts that are known only when the program runs."""

from __future__ import annotations

import re

from tests.autograph.effects.outcomes import cases


@cases((5,), (12,), (0,))
def digits(n):
    m = re.match(r"(\d+)-(\w+)", f"{n}-abc")
    return m.group(1), m[2], m.start(), m.end(), m.span(1), m.groups(), int(m[1]) + 1


@cases((5,), (12,), (-3,))
def maybe(n):
    m = re.fullmatch(r"\d+", f"{n}")
    if m:
        return "number " + m.group()
    return "none"


@cases((5,), (12,), (-3,))
def walrus_search(n):
    if (m := re.search(r"-(\d+)", f"x{n}y")) is not None:
        return m.group(1), m.start()
    return None


@cases(([5, 3, 8], 2), ([1, 1, 1], 5), ([7, 0, 2], 0))
def dice_notation(rolls, modifier):
    text = f"{len(rolls)}d8{modifier:+d}"
    m = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", text)
    count, sides = int(m[1]), int(m[2])
    mod = int(m[3] or 0)
    for r in rolls:
        if not 1 <= r <= sides:
            return f"{text}: impossible roll {r}"
    crits = rolls.count(sides)
    return text, sum(rolls[:count]) + mod, crits


@cases((5, 7), (12, 0), (-3, 100))
def findall(a, b):
    text = f"a={a}, b={b}, c=7"
    return re.findall(r"\d+", text), re.findall(r"(\w)=(-?\d+)", text), sum(int(x) for x in re.findall(r"\d+", text))


@cases((5, 7), (12, 0), (-3, 100))
def finditer(a, b):
    text = f"a={a}, b={b}, c=7"
    out = {}
    for m in re.finditer(r"(?P<key>\w)=(?P<value>-?\d+)", text):
        out[m.group("key")] = int(m["value"])
    return out


@cases((5, 7), (12, 0), (-3, 100))
def split(a, b):
    text = f"{a}, {b};{a}  x"
    return re.split(r"[,; ]+", text), re.split(r"[,; ]+", text, maxsplit=1)


@cases((5, 7), (12, 0), (-3, 100))
def sub(a, b):
    text = f"{a} apples and {b} pears"
    return re.sub(r"\d+", "#", text), re.sub(r"(\d+) (\w+)", r"\2 x\1", text), re.subn(r"\d", "d", text)


@cases((5, 7), (12, 0), (-3, 100))
def sub_function(a, b):
    text = f"{a} apples and {b} pears"
    return re.sub(r"\d+", lambda m: str(int(m.group()) * 2), text)


@cases((1, 5), (2, 0), (0, 11))
def render_template(count, price):
    template = "Dear {{name}}, you ordered {{count}} {{item}} for {{total}}. {{unknown}}"
    context = {
        "name": "Kim",
        "count": count,
        "item": "book" if count == 1 else "books",
        "total": f"${count * price}.00",
    }
    missing = []

    def replace(match):
        key = match.group(1)
        try:
            return str(context[key])
        except KeyError:
            missing.append(key)
            return "?"

    return re.sub(r"\{\{(\w+)\}\}", replace, template), missing


TOKEN = re.compile(r"\s*(?:(?P<num>\d+)|(?P<op>[-+*/()]))")


@cases((3, 4), (10, 2), (0, 5))
def tokenizer(a, b):
    text = f"({a} + {b}) * 2"
    pos, out, nums = 0, [], 0
    while pos < len(text):
        m = TOKEN.match(text, pos)
        if not m:
            raise ValueError(f"bad character at {pos}")
        if m.lastgroup == "num":
            nums += int(m.group("num"))
        out.append(m.group(m.lastgroup))
        pos = m.end()
    return out, nums


@cases((3,), (1,), (0,))
def known_text(k):
    text = "one 1 two 22 three 333"
    m = re.compile(r"\d+").search(text, k * 7)
    return m.group(), m.start()


@cases((3,), (1,), (0,))
def lines(k):
    log = f"INFO start {k}\nERROR code={k * 10}\nINFO done"
    errs = []
    for line in log.splitlines():
        m = re.match(r"(?P<level>[A-Z]+) (?P<rest>.*)", line)
        if m and m["level"] == "ERROR":
            errs.append(m["rest"])
    return errs


@cases((1, 0), (2, 5), (0, 0))
def markdown_to_html(level, stars):
    source = "#" * level + " Title\n\nsome *bold* and `code`\n- one\n- two\n" + "*" * stars
    out = []
    in_list = False
    for line in source.split("\n"):
        if m := re.match(r"(#+) (.*)", line):
            n = len(m[1])
            html = f"<h{n}>{m[2]}</h{n}>"
        elif line.startswith("- "):
            if not in_list:
                out.append("<ul>")
                in_list = True
            out.append(f"<li>{line[2:]}</li>")
            continue
        elif not line.strip():
            continue
        else:
            html = re.sub(r"\*(\w+)\*", r"<b>\1</b>", line)
            html = re.sub(r"`(.+?)`", r"<code>\1</code>", html)
        if in_list:
            out.append("</ul>")
            in_list = False
        out.append(html)
    if in_list:
        out.append("</ul>")
    return out


@cases((5, 7), (12, 1), (0, 3))
def matches_of_two_patterns(a, b):
    found = re.search(r"a(\d+)", f"a{a}") or re.search(r"(b)(\d+)?", f"b{b}")
    other = re.search(r"a(1\d+)", f"a{a}") or re.search(r"(b)(\d+)?", f"b{b}")
    return found.group(), other.group(), other.start(1)


@cases((3,), (7,), (120,))
def group_that_may_be_left_out(n):
    m = re.match(r"(\d)(\d)?(?:x|(\d))?", f"{n}")
    return m.groups(), m.groups("-"), m.lastindex, m.span(3), m[2] is None


@cases((3,), (0,))
def group_that_there_is_not(n):
    m = re.match(r"(\d)", f"{n}")
    try:
        return m.group(n)
    except IndexError as e:
        return str(e)


@cases((3,), (0,))
def none_has_no_groups(n):
    m = re.match(r"[1-9]", f"{n}")
    try:
        return m.group()
    except AttributeError:
        return "none"


@cases((2,), (0,), (-1,))
def as_often_as(n):
    return re.sub("a", lambda m: "b", "aaa", n), re.sub("a", "c", "aaa", n), re.subn("a", f"{n}", "aaa")


@cases((2,), (0,), (5,))
def from_a_place(n):
    digits = re.compile(r"\d+")
    m = digits.search("1 22 333", n)
    return m[0], digits.findall("1 22 333", n), digits.match("1 22 333", n) is None, digits.findall("1 22 333", 0, n)


@cases((3,), (7,), (12,))
def camel(n):
    words = ["get", "user", "name"][: n % 4]
    snake = "_".join(words) + str(n)
    return re.sub(r"_(\w)", lambda m: m.group(1).upper(), snake)


@cases((3,), (7,), (120,))
def chain_of_matches(n):
    ok = []
    for s in (f"{n}", f"a{n}", f"{n}%", f"{n}.5"):
        if re.fullmatch(r"\d{1,2}", s):
            ok.append(("int", s))
        elif re.fullmatch(r"\d+\.\d+", s):
            ok.append(("float", s))
        elif re.search(r"%$", s):
            ok.append(("pct", s[:-1]))
    return ok


@cases((3,), (7,))
def named_groups(n):
    name = f"file{n}.tar.gz"
    m = re.match(r"(?P<stem>[^.]+)\.(?P<ext>.+)", name)
    return m.groupdict() if m else None


@cases((3,), (0,))
def searched_in_what_is_no_text(n):
    try:
        return re.match(r"\d", n) is None
    except TypeError as e:
        return "string" in str(e)


@cases((3,), (0,))
def pattern_of_bytes(n):
    try:
        return re.search(rb"\d", f"{n}") is None
    except TypeError as e:
        return str(e)


@cases((3,), (0,))
def function_that_returns_none(n):
    return re.sub(r"\d", lambda m: None, f"a{n}b1"), re.sub(r"\d", lambda m: None if m[0] == "1" else str(n), "a1b2")


@cases((3,), (0,))
def bytes_that_are_known(n):
    return re.sub(rb"\d", lambda m: b"x", b"a1b2").decode(), n


@cases((3,), (0,))
def function_that_returns_no_text(n):
    try:
        return re.sub(r"\d", lambda m: n, "1ab2")
    except TypeError as e:
        return str(e)
