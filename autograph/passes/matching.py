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
whether they match. A `match` of such patterns alone stays as it is: what it asks can only be answered by Python.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import first_statement, names_of, parameters
from autograph.source.names import Namer
from autograph.source.schema import rewrite_blocks
from autograph.source.templates import expression, instantiate, located, template

_CASE_TEST = template("""
def case_test():
    nonlocal outer_names
    global global_names
    match subject:
        case _:
            return True
    return False
""")


def convert_matches(function: Any, namer: Namer) -> None:
    """Rewrites, in place, the `match` statements of one function (not of those nested in it)."""
    converter = _Converter(function, namer)
    function.body = converter.block(function.body)
    if converter.moved:
        names = names_of(function.body)
        missing = converter.moved - names.binds - names.globals - names.nonlocals - set(parameters(function))
        start = first_statement(function.body)
        at = function.body[start]
        function.body[start:start] = [
            new for name in sorted(missing) for new in instantiate(template("name: object"), at, name=name)
        ]


class _Converter:
    def __init__(self, function: Any, namer: Namer):
        self.function = function
        self.namer = namer
        #: Names that are bound in functions which test a pattern.
        self.moved: set[str] = set()

    def block(self, statements: list[Any]) -> list[Any]:
        new: list[Any] = []
        for statement in statements:
            rewrite_blocks(statement, self.block)
            if isinstance(statement, gast.Match):
                for case in statement.cases:
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
            test = self.test(pattern, subject, before)
            bound = pattern.name if isinstance(pattern, gast.MatchAs) else None
            if bound is not None and case.guard is not None:
                # The name is bound before the guard is asked, and stays so whatever the answer.
                test = expression(
                    "test and (name := subject, guard)[1]",
                    pattern,
                    test=test,
                    name=bound,
                    subject=subject,
                    guard=case.guard,
                )
            elif case.guard is not None:
                test = expression("test and guard", pattern, test=test, guard=case.guard)
            elif bound is not None:
                bind = instantiate(template("name = subject"), pattern, name=bound, subject=subject)
                case.body = bind + case.body
        if test is None:
            return before + case.body
        branch = gast.If(test, case.body, self.cases(rest, subject))
        return [*before, located(branch, pattern)]

    def test(self, pattern: Any, subject: str, before: list[Any]) -> Any:
        """An expression that tells whether a pattern matches; definitions it needs are added to `before`."""
        if isinstance(pattern, gast.MatchAs):
            if pattern.pattern is None:
                return located(gast.Constant(True, None), pattern)
            return self.test(pattern.pattern, subject, before)
        if isinstance(pattern, gast.MatchValue):
            return expression("subject == value", pattern, subject=subject, value=pattern.value)
        if isinstance(pattern, gast.MatchSingleton):
            value = located(gast.Constant(pattern.value, None), pattern)
            return expression("subject is value", pattern, subject=subject, value=value)
        if isinstance(pattern, gast.MatchOr) and not names_of(pattern).binds:
            tests = [self.test(alternative, subject, before) for alternative in pattern.patterns]
            return located(gast.BoolOp(gast.Or(), tests), pattern)
        if _is_number_class(pattern):
            return expression("ag__.is_instance(subject, cls)", pattern, subject=subject, cls=pattern.cls)
        bound = names_of(pattern).binds
        declared = names_of(self.function.body).globals
        name = self.namer.function("case_test")
        tests = instantiate(
            _CASE_TEST,
            pattern,
            case_test=name,
            subject=subject,
            outer_names=sorted(bound - declared),
            global_names=sorted(bound & declared),
        )
        tests[0].body[-2].cases[0].pattern = pattern
        before += tests
        self.moved |= bound - declared
        return expression("name()", pattern, name=name)


def _can_be_staged(case: Any) -> bool:
    """Whether a tensor could answer to a case: it has a guard, or compares with values."""
    pattern = case.pattern
    while isinstance(pattern, gast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    patterns = pattern.patterns if isinstance(pattern, gast.MatchOr) else [pattern]
    return case.guard is not None or any(isinstance(p, gast.MatchValue) or _is_number_class(p) for p in patterns)


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
