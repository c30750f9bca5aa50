"""What is noted on the nodes of a tree while it is converted."""

from __future__ import annotations

import random

import gast

from autograph.analysis.own_nodes import Nodes
from autograph.passes import convert_tree
from autograph.source.names import Namer
from autograph.source.schema import ANNOTATIONS
from autograph.source.walking import walk
from tests.autograph.programs import written
from tests.autograph.skeletons import KINDS, skeleton

_LOCATION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def test_every_attribute_that_conversion_gives_a_node_is_declared():
    draw = random.Random(0)
    programs = [skeleton(draw, kind) for kind in KINDS for _ in range(3)]
    programs += [written(draw.randint, 16, 4) for _ in range(20)]
    noted = set()
    for program in programs:
        tree = gast.parse(program)
        function = [node for node in tree.body if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef))][-1]
        convert_tree(Nodes(function), Namer(walk(function)))
        for node in walk(function):
            noted |= set(node.__dict__) - {*node._fields, *_LOCATION}
    assert noted - set(ANNOTATIONS) == set()
    assert {"plain_reason", "generated"} <= noted
