"""Where lines that are too long are broken: a row of the table is both what is printed and what is to be printed."""

from __future__ import annotations

import ast

import pytest

from autograph.source.printer import to_source
from tests.autograph.source.printing import assert_printed, rows

LONG_LINES = """
result = function(argument, keyword=value)
---
result = function(
    first_argument, *rest, keyword=value
)
---
result = function(
    first_argument,
    second_argument,
    keyword=value,
)
---
first_target, second_target = (
    first_value,
    second_value,
)
---
value = (
    first_operand + second_operand - third
)
---
value = first_operand + function(
    argument, another_argument
)
---
value = (
    first if condition else second_alternate
)
---
call(
    argument,
    (
        first_alternative
        if the_condition_holds
        else second_alternative
    ),
)
---
if (
    first_condition
    and second_condition
    or third_condition
):
    pass
---
return_value = {
    "key": value,
    "another": other,
    "third": 3,
}
---
from package.module import (
    first_name,
    second_name,
)
---
def function(
    parameter, another, third
) -> dict[str, int]:
    pass
---
def function(
    parameter: dict[str, int],
    another: str = "default",
    **rest,
):
    pass
---
def function_with_a_very_long_name_(
    parameter,
):
    pass
---
class ClassName(
    FirstBase, SecondBase, metaclass=Meta
):
    pass
---
value = [
    element
    for element in the_iterable
    if condition
]
---
value = (
    receiver.method(argument)
    .other(argument)
    .last()
)
---
function(argument)[
    index_number_one, index_number_two
] = 1
---
assert (
    condition_of_the_assertion
), f"the message: {that_it_has}"
---
with (
    context_manager(a) as first,
    context_manager(b) as second,
):
    pass
---
raise ValueError(
    "something is wrong with it" % arguments
)
---
value = "a string that is longer than the line has room for"
"""


@pytest.mark.parametrize("source", rows(LONG_LINES))
def test_a_line_that_is_too_long_is_broken_as_black_breaks_it(source: str) -> None:
    assert_printed(source, source, line_length=44)


def test_parentheses_are_not_put_around_several_targets_of_del() -> None:
    # They would make one target of them, a tuple.
    assert_printed("del aaaa, bbbb", "del aaaa, bbbb\n", line_length=5)


def test_an_expression_stays_on_one_line() -> None:
    source = f"f({', '.join(['argument'] * 50)})"
    assert to_source(ast.parse(source, mode="eval"), line_length=20) == source
