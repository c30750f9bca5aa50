"""Which groups of a regular expression may have no part in a match: those that have none in a match are among them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph.operators.regex_groups import may_be_left_out

_ATOMS = st.sampled_from(["a", "b", ".", r"\(", r"\|", "[(]", "[]|)]", r"[^\]?]", "(?#no ( group)", "x{2}", "y{,2}"])


def _pieces(inner):
    group = st.tuples(
        st.sampled_from(["(", "(?:", "(?=", "(?!"]), inner, st.sampled_from([")", ")?", ")*", ")+", "){0,1}"])
    )
    return (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | group.map("".join)
        | st.tuples(inner, inner).map("|".join)
    )


@given(st.recursive(_ATOMS, _pieces, max_leaves=8), st.lists(st.text("abxy()|", max_size=6), max_size=6))
def test_a_group_that_has_no_part_in_a_match_may_have_none(text, strings):
    pattern = re.compile(text)
    for match in filter(None, map(pattern.search, strings)):
        assert all(may_be_left_out(pattern, k) for k in range(1, pattern.groups + 1) if match[k] is None)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        (r"(\d+)-(\w+)", set()),
        (r"(\d+)d(\d+)([+-]\d+)?", {3}),
        (r"(a)|(b)", {1, 2}),
        (r"(a|b)c", set()),
        (r"((a)|b)c", {2}),
        (r"(?:(a))*(b)+", {1}),
        (r"(?P<x>a)(?P<y>b){0}", {2}),
        (r"(a)(?!(b))", {2}),
        (r"[(](a)\(", set()),
        (r"(a)(?(1)(b)|c)", {2}),
        (r"(?i:(a))(?i:(b))?", {2}),
        (r"(a){1,2}(b){,2}", {2}),
        (r"(a)b?(c) *(d){2}", set()),
    ],
)
def test_the_groups_that_may_be_left_out(text, left_out):
    pattern = re.compile(text)
    assert {k for k in range(1, pattern.groups + 1) if may_be_left_out(pattern, k)} == left_out


def test_each_group_may_be_left_out_of_a_pattern_with_comments():
    pattern = re.compile(r"(a) # (", re.VERBOSE)
    assert may_be_left_out(pattern, 1)
