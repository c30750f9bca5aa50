"""What Python raises on a path that a tensor decides: the program raises it there, and nowhere else.

Each statement of the table is one that Python refuses, in a branch of a staged `if`; the function is called on its path
and beside it. Converted functions are read from files, so that the table is written to one.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tests.autograph.effects.outcomes import Program, outcome

IMPORTS = """
import bisect, collections, dataclasses, enum, functools, heapq, itertools, math, operator, random, statistics
import numpy as np

class Obj:
    x = 1
    def __getitem__(self, key): raise KeyError(key)

class Slots:
    __slots__ = ("x",)

@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: int

NT = collections.namedtuple("NT", "a b")

class Color(enum.Enum):
    RED = 1
"""
BOUND = {
    "dq": "collections.deque()", "dq3": "collections.deque([1, 2], maxlen=2)", "d": "{}",
    "dd": "collections.defaultdict(int)", "c": "collections.Counter()", "od": "collections.OrderedDict()",
    "s": "set()", "xs": "[]", "ys": "[1, 2]", "t": "(1, 2)", "txt": "'ab'", "ba": "bytearray(b'ab')",
    "a": "np.zeros(2)", "o": "Obj()", "p": "Point(1, 2)", "nt": "NT(1, 2)", "it": "iter([])", "none": "None",
    "sl": "Slots()",
}  # fmt: skip
#: Statements that Python refuses.
REFUSED = """
dq.popleft()
dq.pop()
dq[0]
dq[0] = 1
del dq[0]
dq[0] += 1
dq.remove(3)
dq.index(3)
d["k"]
del d["k"]
d["k"] += 1
d.pop("k")
d.popitem()
dd.pop("k")
del dd["k"]
c.most_common(1)[0]
c.pop("k")
del od["k"]
od.popitem()
od.move_to_end("k")
s.pop()
s.remove(1)
xs.pop()
xs.pop(0)
xs[0]
xs[-1]
xs[0] = 1
xs[0] += 1
del xs[0]
xs.remove(3)
xs.index(3)
xs[0:2] = 5
ys[::2] = [1, 2, 3]
ys[5] = 1
ys[5][0] = 1
ys[-3]
del ys[4]
del ys["a"]
ys["a"]
ys.insert("a", 1)
a, b, c3 = ys
a, b = xs
[a] = ys
a, *b = xs
for (a, b) in ys: pass
t[5]
t[0] = 1
t.index(5)
txt[9]
txt[0] = "b"
txt.index("z")
int(txt)
float(txt)
txt + 1
txt * txt
1 + txt
ba[5]
ba[5] = 1
ba[0] = 300
a[5]
a[5] = 1
a[0, 0]
a[5] += 1
a.reshape(3)
a @ np.zeros(3)
a + np.zeros(3)
np.zeros(2)[7]
o.y
o.y += 1
del o.y
o["k"]
o()
o + 1
o < o
len(o)
iter(o)[0]
sl.x
sl.z = 1
p.x = 5
p.z
nt.a = 5
nt.z
nt._replace(z=1)
next(it)
none.x
none[0]
none + 1
none()
none < 1
1 / 0
1 // 0
5 % 0
2 ** -1 / 0
math.sqrt(-1)
math.log(0)
math.factorial(-1)
heapq.heappop(xs)
min(xs)
max(xs)
sum(["a"])
statistics.mean(xs)
functools.reduce(operator.add, xs)
Color(7)
Color["BLUE"]
undefined_name
dict([1])
dict([(1, 2, 3)])
list(5)
set([[1]])
int("x1")
int([1])
range(1, 2, 0)
chr(-1)
ord("ab")
"%d" % "a"
"{}".format()
"{x}".format(y=1)
getattr(o, "zz")
setattr(sl, "zz", 1)
delattr(o, "zz")
zip(5)
enumerate(5)
sorted([1, "a"])
[1, "a"].sort()
bytes([300])
abs("a")
round("a")
pow("a", 2)
divmod(1, 0)
dict(a=1)["b"]
{}["x"]
[][0]
()[0]
""[0]
raise ValueError("own")
assert False, "no"
operator.itemgetter(5)(ys)
operator.attrgetter("zz")(o)
itertools.islice(ys, -1)
next(iter(xs))
list(zip(ys, strict=5, q=1))
"a".join([1, 2])
"a".split("")
"abc".encode("nope")
random.choice(xs)
d[[1]] = 2
s.add([1])
hash([1])
d[ys]
Obj(1, 2)
NT(1)
Point(1)
(lambda x: x)()
math.gcd("a", 1)
frozenset([[1]])
slice(1)[0]
with none: pass
for i in none: pass
import nope_module
from math import nope_name
global_missing()
del undefined_local
dq3.rotate("a")
dq3.insert(5, 1)
class Bad(5): pass
x: int = none.y
match_ = {1: 2}[3]
lst = [i[0] for i in [1]]
total = sum(x[0] for x in [1])
""".strip().splitlines()


def function(number: int, statement: str) -> str:
    bound = [f"    {name} = {value}" for name, value in BOUND.items() if re.search(rf"\b{name}\b", statement)]
    lines = [f"def refused_{number}(n):", *bound, "    r = 0", "    if n > 2:", "        r = 1", "    elif n > 0:"]
    return "\n".join([*lines, f"        {statement}", "        r = 2", "    return r"])


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    path = Path(tmp_path_factory.mktemp("paths")) / "refused_on_a_path.py"
    path.write_text("\n\n".join([IMPORTS, *[function(k, text) for k, text in enumerate(REFUSED)]]) + "\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    yield made
    del sys.modules[path.stem]


@pytest.mark.parametrize("system", ["runtime", "jax"])
def test_python_refuses_it_on_its_path_only(module, system):
    if system == "jax":
        pytest.importorskip("jax")
    unlike = []
    for number, statement in enumerate(REFUSED):
        made = getattr(module, f"refused_{number}")
        found = outcome(system, Program(statement, made, ((3,), (1,), (0,)), {system: "equal"}))
        if found.kind != "equal":
            unlike.append(f"{statement}: {found.kind} {found.code} {found.arguments} {found.detail[:200]}")
    assert not unlike, "\n".join(unlike)


def test_python_refuses_all_of_the_table(module):
    for number in range(len(REFUSED)):
        with pytest.raises(Exception):
            getattr(module, f"refused_{number}")(1)
