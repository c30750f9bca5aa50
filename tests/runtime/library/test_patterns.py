"""Regular expressions: what TensorFlow 2.21 makes of them."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.parametrize(
    ("text", "pattern", "rewrite", "expected"),
    [
        ("a1b2", r"\d", r"<\0>", b"a<1>b<2>"),
        ("a1b2", r"(\d)", r"\1\1", b"a11b22"),
        ("a1b2", r"\d", r"\\0", rb"a\0b\0"),
        ("a1b2", r"\d", r"\2", b"a1b2"),
        ("a1b2", r"\d", r"\n", b"ab"),
        ("abc", "[[:alpha:]]", "x", b"xxx"),
        ("a.b", r"\Q.\E", "x", b"axb"),
        ("aBc", "(?i)b", "x", b"axc"),
        ("h\u00e9llo", "\u00e9", "e", b"hello"),
        ("h\u00e9llo", ".", "x", b"xxxxx"),
        ("a\nb", "a.b", "x", b"a\nb"),
        ("a\nb", "(?s)a.b", "x", b"x"),
        ("aaa", "a*?", "x", b"xaxaxax"),
        ("abc", "", "-", b"-a-b-c-"),
        ("a[b]!", "[[!]", "", b"ab]"),
    ],
)
def test_matches_are_replaced(text: str, pattern: str, rewrite: str, expected: bytes) -> None:
    assert tf.strings.regex_replace(text, pattern, rewrite).numpy() == expected


def test_the_first_match_alone_is_replaced_if_asked() -> None:
    assert tf.strings.regex_replace("aaa", "a", "x", replace_global=False).numpy() == b"xaa"


def test_a_full_match_is_of_everything_and_a_point_is_no_end_of_line() -> None:
    assert tf.strings.regex_full_match(["a\nb", "axb", "axbc"], "a.b").numpy().tolist() == [False, True, False]


def test_bytes_that_are_no_text_survive() -> None:
    assert tf.strings.regex_replace(b"\xffa", "a", "b").numpy() == b"\xffb"


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\("):
        tf.strings.regex_replace("a(b", "(", "x")
