"""`match` with value patterns or guards as a chain of `if`, so that a staged subject can be matched.

    match x:                       subject = x
        case 0:                    if subject == 0:
            a                          a
        case 1 | 2:                elif subject == 1 or subject == 2:
            b              ->          b
        case n if n > 9:           else:
            c                          n = subject
        case _:                        if n > 9:
            d                              c
                                       else:
                                           d

Patterns that look inside the subject (sequences, mappings, classes) are left to Python, in a function that answers
with what they capture. Numbers in them are compared afterwards, for what they are compared with may be staged, and so
are patterns in them matched, for a part may be one of several values; what the pattern captures is bound when all of it
has matched:

        case (0, (y, _)):          parts = ag__.matched(subject, case_test)                # of `case (part, part_1)`
            a             ->       parts_1 = ag__.matched_part(parts, 1, case_test_1)      # of `case (part, _)`
                                   if parts is not None and parts[0] == 0 and parts_1 is not None:
                                       y = parts_1[0]
                                       a

A `match` of patterns without numbers stays as it is, unless it asks for a length or a class: what it asks can only be
answered by Python.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import names_of
from autograph.passes.stores import birth_of
from autograph.source.names import Namer
from autograph.source.schema import rewrite_blocks
from autograph.source.templates import expression, instantiate, located, template

_CASE_TEST = template("""
def case_test(value):
    match value:
        case _:
            return captured
    return None
""")


def convert_matches(function: Any, namer: Namer, nodes: OwnNodes) -> None:
    """Rewrites, in place, the `match` statements of one function (not of those nested in it).

    Args:
        function: its tree.
        namer: gives names that the tree does not use.
        nodes: the nodes of the function.
    """
    if nodes[gast.Match]:
        function.body = _Converter(namer).block(function.body)


def _births(pattern: Any) -> list[Any]:
    """Statements that say that the lists and dicts came to be which a pattern makes of the rest of what it matches."""
    stars = [n.name for n in gast.walk(pattern) if isinstance(n, gast.MatchStar)]
    rests = [n.rest for n in gast.walk(pattern) if isinstance(n, gast.MatchMapping)]
    return [birth_of(name, pattern) for name in (*stars, *rests) if name is not None]


class _Converter:
    def __init__(self, namer: Namer):
        self.namer = namer

    def block(self, statements: list[Any]) -> list[Any]:
        new: list[Any] = []
        for statement in statements:
            rewrite_blocks(statement, self.block)
            if isinstance(statement, gast.Match):
                for case in statement.cases:
                    case.body = [*_births(case.pattern), *case.body]
                    case.pattern = _with_capture_outside(case.pattern)
            if isinstance(statement, gast.Match) and any(map(_can_be_staged, statement.cases)):
                new += self.match(statement)
            else:
                new.append(statement)
        return new

    def match(self, statement: Any) -> list[Any]:
        subject = self.namer.variable("subject")
        new = instantiate(template("name = value"), statement, name=subject, value=statement.subject)
        return new + self.cases(statement.cases, subject)

    def cases(self, cases: list[Any], subject: str) -> list[Any]:
        if not cases:
            return []
        case, rest = cases[0], cases[1:]
        pattern = case.pattern
        before: list[Any] = []
        if isinstance(pattern, gast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                before = instantiate(template("name = subject"), pattern, name=pattern.name, subject=subject)
            test = case.guard
        else:
            captures: list[tuple[str, str]] = []
            test = self.test(pattern, subject, before, captures)
            if isinstance(pattern, gast.MatchAs) and pattern.name is not None:
                captures.append((pattern.name, subject))
            if case.guard is not None:
                # The names are bound before the guard is asked, and stay so whatever the answer.
                bindings = "".join(f"{name} := {value}, " for name, value in captures)
                text = f"test and ({bindings}guard)[{len(captures)}]" if captures else "test and guard"
                test = expression(text, pattern, test=test, guard=case.guard)
            else:
                bound = [s for name, value in captures for s in instantiate(template(f"{name} = {value}"), pattern)]
                case.body = bound + case.body
        if test is None:
            return before + case.body
        branch = gast.If(test, case.body, self.cases(rest, subject))
        return [*before, located(branch, pattern)]

    def test(
        self,
        pattern: Any,
        subject: str,
        before: list[Any],
        captures: list[tuple[str, str]],
        part_of: tuple[str, int] | None = None,
    ) -> Any:
        """An expression that tells whether a pattern matches.

        Args:
            pattern: the pattern.
            subject: the text of what it is matched with.
            before: statements that the expression needs are added to it.
            captures: the names that are to be bound when it has matched are added, each with a text for its value.
            part_of: the variable with what another pattern has captured, if the subject is one of that, and which.
        """
        if isinstance(pattern, gast.MatchAs):
            if pattern.pattern is None:
                return located(gast.Constant(True, None), pattern)
            return self.test(pattern.pattern, subject, before, captures, part_of)
        if isinstance(pattern, gast.MatchValue):
            return expression(f"{subject} == value", pattern, value=pattern.value)
        if isinstance(pattern, gast.MatchSingleton):
            value = located(gast.Constant(pattern.value, None), pattern)
            return expression(f"{subject} is value", pattern, value=value)
        if isinstance(pattern, gast.MatchOr) and not names_of(pattern).binds:
            tests = [self.test(alternative, subject, before, [], part_of) for alternative in pattern.patterns]
            return located(gast.BoolOp(gast.Or(), tests), pattern)
        if isinstance(pattern, gast.MatchOr) and any(_has_constants(p) or _looks_within(p) for p in pattern.patterns):
            return self.alternatives(pattern, subject, before, captures, part_of)
        if _is_number_class(pattern):
            asked = expression(f"ag__.is_instance({subject}, cls)", pattern, cls=pattern.cls)
            asked.may_be_staged = True
            return asked
        parts = _Parts(self)
        pattern = parts.captured(pattern)
        name = self.namer.function("case_test")
        result = self.namer.variable("parts")
        values = expression(f"({''.join(f'{part}, ' for part in parts.captures)})", pattern)
        tests = instantiate(
            _CASE_TEST,
            pattern,
            case_test=name,
            value=self.namer.variable("value"),
            captured=values,
        )
        tests[0].body[0].cases[0].pattern = pattern
        made = f"matched({subject}" if part_of is None else "matched_part({}, {}".format(*part_of)
        before += [*tests, *instantiate(template(f"{result} = ag__.{made}, {name})"), pattern)]
        places = {part: f"{result}[{i}]" for i, part in enumerate(parts.captures)}
        captures += [(wanted, places[part]) for wanted, part in parts.names.items()]
        answer = expression(f"{result} is not None", pattern)
        conditions = [
            self.test(inner, places[part], before, captures, (result, parts.captures.index(part)))
            for inner, part in parts.inner
        ]
        return located(gast.BoolOp(gast.And(), [answer, *conditions]), pattern) if conditions else answer

    def alternatives(
        self,
        pattern: Any,
        subject: str,
        before: list[Any],
        captures: list[tuple[str, str]],
        part_of: tuple[str, int] | None,
    ) -> Any:
        """Likewise of a pattern of alternatives with names, each of which is kept by the one that matches."""
        kept = {name: self.namer.variable(name) for name in sorted(names_of(pattern).binds)}
        tests = []
        for alternative in pattern.patterns:
            found: list[tuple[str, str]] = []
            test = self.test(alternative, subject, before, found, part_of)
            if isinstance(alternative, gast.MatchAs) and alternative.name is not None:
                found.append((alternative.name, subject))
            bindings = "".join(f"{kept[name]} := {value}, " for name, value in found)
            tests.append(expression(f"test and ({bindings}True)[{len(found)}]", pattern, test=test))
        captures += kept.items()
        return located(gast.BoolOp(gast.Or(), tests), pattern)


class _Parts:
    """A pattern that captures, under names of its own, what is a constant or a name in another."""

    def __init__(self, converter: _Converter):
        self.namer = converter.namer
        #: The names of its own.
        self.captures: list[str] = []
        #: For each name of the other the one that stands for it.
        self.names: dict[str, str] = {}
        #: The patterns in it that are matched afterwards, with the names that stand for what is there.
        self.inner: list[tuple[Any, str]] = []

    def captured(self, pattern: Any, looks: bool = True, is_inner: bool = False) -> Any:
        """The pattern in place of another.

        Args:
            pattern: the other.
            looks: whether constants and patterns in it are captured.
            is_inner: whether it is itself in another.
        """
        pattern = _with_capture_outside(pattern)
        kind = type(pattern)
        if looks and (_is_constant(pattern) or _is_number_class(pattern) or (is_inner and _looks(pattern))):
            part = self.part()
            if kind is gast.MatchAs and pattern.name is not None:
                self.names[pattern.name] = part
            self.inner.append((pattern, part))
            return located(gast.MatchAs(None, part), pattern)

        def inner(patterns: list[Any], looks: bool = looks) -> list[Any]:
            return [self.captured(part, looks, is_inner=True) for part in patterns]

        new: Any = pattern
        if kind is gast.MatchOr:
            new = gast.MatchOr(inner(pattern.patterns, looks=False))
        elif kind is gast.MatchSequence:
            new = gast.MatchSequence(inner(pattern.patterns))
        elif kind is gast.MatchClass:
            new = gast.MatchClass(pattern.cls, inner(pattern.patterns), pattern.kwd_attrs, inner(pattern.kwd_patterns))
        elif kind is gast.MatchMapping:
            new = gast.MatchMapping(pattern.keys, inner(pattern.patterns), self.name(pattern.rest))
        elif kind is gast.MatchStar:
            new = gast.MatchStar(self.name(pattern.name))
        elif kind is gast.MatchAs and pattern.name is not None:
            within = None if pattern.pattern is None else self.captured(pattern.pattern, looks)
            new = gast.MatchAs(within, self.name(pattern.name))
        return located(new, pattern)

    def name(self, wanted: str | None) -> str | None:
        """The name that stands for one of the other pattern, the same in all alternatives."""
        if wanted is not None and wanted not in self.names:
            self.names[wanted] = self.part()
        return None if wanted is None else self.names[wanted]

    def part(self) -> str:
        self.captures.append(self.namer.variable("part"))
        return self.captures[-1]


def _can_be_staged(case: Any) -> bool:
    """Whether a tensor could answer to a case: it has a guard, compares with values, asks for a class or a length."""
    pattern = case.pattern
    while isinstance(pattern, gast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    patterns = pattern.patterns if isinstance(pattern, gast.MatchOr) else [pattern]
    return case.guard is not None or any(isinstance(p, _ASKING) or _has_constants(p) for p in patterns)


#: Patterns that ask for a class, or for a length.
_ASKING = (gast.MatchClass, gast.MatchMapping, gast.MatchSequence)


def _is_constant(pattern: Any) -> bool:
    """Whether a pattern is a constant: a value that is written out or has a dotted name, True, False or None."""
    return isinstance(pattern, (gast.MatchValue, gast.MatchSingleton))


def _has_constants(pattern: Any) -> bool:
    """Whether a pattern is a constant, or looks inside the subject for one; all alternatives of it, if it has some."""
    pattern = _with_capture_outside(pattern)
    if isinstance(pattern, gast.MatchOr):
        return not names_of(pattern).binds and all(_is_constant(p) or _is_number_class(p) for p in pattern.patterns)
    return _is_constant(pattern) or _is_number_class(pattern) or any(map(_has_constants, _inner(pattern)))


def _looks(pattern: Any) -> bool:
    """Whether a pattern looks at more than whether there is something: all but a name."""
    return not isinstance(pattern, (gast.MatchStar, gast.MatchAs)) or getattr(pattern, "pattern", None) is not None


def _looks_within(pattern: Any) -> bool:
    """Whether a pattern looks into parts of what it is matched with."""
    if isinstance(pattern, (gast.MatchOr, gast.MatchAs)):
        return any(map(_looks_within, _inner(pattern)))
    return any(isinstance(node, _ASKING) for part in _inner(pattern) for node in gast.walk(part))


def _inner(pattern: Any) -> list[Any]:
    """The patterns that a pattern is made of."""
    parts = [*(getattr(pattern, "patterns", None) or ()), *(getattr(pattern, "kwd_patterns", None) or ())]
    within = getattr(pattern, "pattern", None)
    return [*parts, within] if within is not None else parts


def _with_capture_outside(pattern: Any) -> Any:
    """`int(k)` as `int() as k`: a number is all that the pattern of its class looks at."""
    if isinstance(pattern, gast.MatchClass) and len(pattern.patterns) == 1 and not pattern.kwd_patterns:
        inner = pattern.patterns[0]
        bare = located(gast.MatchClass(pattern.cls, [], [], []), pattern)
        if isinstance(inner, gast.MatchAs) and inner.pattern is None and _is_number_class(bare):
            return located(gast.MatchAs(bare, inner.name), pattern) if inner.name is not None else bare
    return pattern


def _is_number_class(pattern: Any) -> bool:
    """Whether a pattern is `int()` or its like, which staged numbers are instances of."""
    return (
        isinstance(pattern, gast.MatchClass)
        and isinstance(pattern.cls, gast.Name)
        and pattern.cls.id in ("bool", "int", "float", "complex")
        and not pattern.patterns
        and not pattern.kwd_patterns
    )
