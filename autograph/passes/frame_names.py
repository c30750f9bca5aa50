"""`locals()`, `vars()` and `dir()` do not tell the names that conversion added.

locals()    ->    ag__.user_names(locals(), "if_body", "did_return")
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.eligibility import walk_own
from autograph.analysis.scopes import names_of
from autograph.passes.logical import is_operator
from autograph.source.names import Namer


def hide_added_names(function: Any, namer: Namer) -> None:
    """Completes, in place, the calls of one function (not of those nested in it) that tell its names."""
    if isinstance(function, gast.Lambda) or "reads_frame" not in function.__dict__:
        return
    added = sorted(names_of(function.body).binds & namer.added)
    for node in walk_own(function.body):
        if isinstance(node, gast.Call) and is_operator(node) and node.func.attr == "user_names":
            node.args += [gast.copy_location(gast.Constant(name, None), node) for name in added]
