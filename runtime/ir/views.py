"""What the inputs of a node with regions are for, and those of its regions. Their order is known here and nowhere else.

- `If`, `StatelessIf`: a condition, then n values; regions `then` and `else`, each of the n values.
- `Case`, `StatelessCase`: an index, then n values; a region per branch, each of the n values.
- `While`, `StatelessWhile`: what is carried, then invariants; regions `test` and `body` of the same. The output of
  `test` says whether to go on, those of `body` are the next values of what is carried.
- the same with `bounded=True`: a limit in front; the regions have in its place how often the loop has run already.
- `PartitionedCall`, `StatefulPartitionedCall`: arguments, then captured values; the called function, of the same.

A loop has as many outputs as its attribute `carried` says; a bounded one runs at most `limit` times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from runtime.ir.graph import Graph, Node
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, SWITCHES


class View:
    """A node with regions.

    Args:
        node: the node.
        inputs: what stands for its inputs elsewhere: in another graph, in code; by default its own.

    Attributes:
        regions: what it runs.
        passed: what arrives at the inputs of each region, a value for each. (In place of a limit arrives a counter.)
        fixed: how many of the inputs of the regions stay, used or not: the others are captures.
    """

    #: How many inputs the node has before those that are passed.
    skipped: ClassVar[int] = 0

    def __init__(self, node: Node, inputs: Sequence[Any] | None = None):
        self.node = node
        self.inputs = node.inputs if inputs is None else inputs
        self.regions = node.regions
        self.passed = self.inputs[self.skipped :]

    @property
    def fixed(self) -> int:
        return 0


class Conditional(View):
    """A choice between regions, by a condition (the first if it is true) or an index.

    Attributes:
        decision: the condition or index.
    """

    skipped = 1

    @property
    def decision(self) -> Any:
        return self.inputs[0]


class Call(View):
    """A call of a function.

    Attributes:
        body: of the function.
    """

    @property
    def body(self) -> Graph:
        return self.regions[0]

    @property
    def fixed(self) -> int:
        return len(self.inputs)


class Loop(View):
    """A loop.

    Attributes:
        test, body: its regions.
        count: how many values it carries.
        bounded: 1 if there is a limit, which is the first input, and a counter, the first input of the regions; else 0.
        carried: the places of what it carries, among the inputs of the node and of the regions.
        limit: how many iterations there are at most; None for any number.
        initial: the first values of what it carries.
        invariants: what the regions read besides, the same in every iteration.
        results: the last values of what it carries.
    """

    def __init__(self, node: Node, inputs: Sequence[Any] | None = None):
        super().__init__(node, inputs)
        self.test, self.body = node.regions
        self.carried = carried_places(node.attrs)
        self.bounded, self.count = self.carried.start, len(self.carried)

    @property
    def fixed(self) -> int:
        return self.carried.stop

    @property
    def limit(self) -> Any:
        return self.inputs[0] if self.bounded else None

    @property
    def initial(self) -> Sequence[Any]:
        return self.operands(self.inputs)

    @property
    def invariants(self) -> Sequence[Any]:
        return self.inputs[self.fixed :]

    @property
    def results(self) -> Sequence[Any]:
        return self.node.outputs[: self.count]

    def operands(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Those of the inputs of the node, or of a region, that are carried."""
        return inputs[self.bounded : self.fixed]


def carried_places(attrs: Mapping[str, Any]) -> range:
    """The places of what a loop with these attributes carries, among its inputs and those of its regions."""
    bounded = int(bool(attrs.get("bounded")))
    return range(bounded, bounded + attrs["carried"])


VIEWS: dict[Any, type[View]] = {
    **dict.fromkeys([*CONDITIONALS, *SWITCHES], Conditional),
    **dict.fromkeys(LOOPS, Loop),
    **dict.fromkeys(CALLS, Call),
}


def view(node: Node, inputs: Sequence[Any] | None = None) -> Any:
    """The view of a node with regions."""
    return VIEWS[node.op](node, inputs)
