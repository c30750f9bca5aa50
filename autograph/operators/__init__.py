"""What converted code calls at run time, as `ag__`."""

from __future__ import annotations

import autograph.operators.averages
import autograph.operators.builtins  # to be known to what calls them
import autograph.operators.counters
import autograph.operators.item_by_item
import autograph.operators.json_texts
import autograph.operators.mixins
import autograph.operators.records
import autograph.operators.special_methods
import autograph.operators.splitting  # noqa: F401  to be known to what meets classes
from autograph.operators.arithmetic import operated
from autograph.operators.array_items import sized
from autograph.operators.calls import call, user_names
from autograph.operators.cases import class_of, matched, matched_part, raised
from autograph.operators.caught import caught
from autograph.operators.comparisons import compared, in_, inverted, is_, is_not, number
from autograph.operators.contexts import entering, with_stmt
from autograph.operators.control_flow import for_stmt, if_stmt, is_staging, while_stmt
from autograph.operators.effects import new, new_by_statements, rebinding
from autograph.operators.entering import entered, leaves
from autograph.operators.entry import begins, entry
from autograph.operators.exceptions import assert_stmt, local
from autograph.operators.exits import has_checked_operators
from autograph.operators.formatting import format_part, fstring, percent, shown, shown_as
from autograph.operators.generators import delegated, handing_on, iterated, visit
from autograph.operators.identity import is_instance
from autograph.operators.list_methods import repeated
from autograph.operators.listing import elements, listed
from autograph.operators.logical import and_, and_test, if_exp, not_, or_, or_test, plain_bool
from autograph.operators.managers import managed
from autograph.operators.naming import named
from autograph.operators.number_methods import numeric
from autograph.operators.optionals import bound, free
from autograph.operators.remainders import minus, plus, squared, times
from autograph.operators.resuming import (
    advanced,
    bounds,
    is_before,
    is_running,
    kept,
    placed,
    places_backwards,
    places_numbered,
    places_together,
    restored,
    stands,
)
from autograph.operators.spreading import call_spread, spread_keywords
from autograph.operators.stores import changing, updated, writing
from autograph.operators.subscripts import indexed
from autograph.operators.table_builtins import dict_display, mapping_of, set_display, viewed
from autograph.operators.trying import try_stmt
from autograph.operators.unpacking import apart, display, gathered, parts, spread
from autograph.staging import UNSET

__all__ = [
    "UNSET",
    "advanced",
    "and_",
    "and_test",
    "apart",
    "assert_stmt",
    "begins",
    "bound",
    "bounds",
    "call",
    "call_spread",
    "caught",
    "changing",
    "class_of",
    "compared",
    "delegated",
    "dict_display",
    "display",
    "elements",
    "entered",
    "entering",
    "entry",
    "for_stmt",
    "format_part",
    "free",
    "fstring",
    "gathered",
    "handing_on",
    "has_checked_operators",
    "if_exp",
    "if_stmt",
    "in_",
    "indexed",
    "inverted",
    "is_",
    "is_before",
    "is_instance",
    "is_not",
    "is_running",
    "is_staging",
    "iterated",
    "kept",
    "leaves",
    "listed",
    "local",
    "managed",
    "mapping_of",
    "matched",
    "matched_part",
    "minus",
    "named",
    "new",
    "new_by_statements",
    "not_",
    "number",
    "numeric",
    "operated",
    "or_",
    "or_test",
    "parts",
    "percent",
    "placed",
    "places_backwards",
    "places_numbered",
    "places_together",
    "plain_bool",
    "plus",
    "raised",
    "rebinding",
    "repeated",
    "restored",
    "set_display",
    "shown",
    "shown_as",
    "sized",
    "spread",
    "spread_keywords",
    "squared",
    "stands",
    "times",
    "try_stmt",
    "updated",
    "user_names",
    "viewed",
    "visit",
    "while_stmt",
    "with_stmt",
    "writing",
]
