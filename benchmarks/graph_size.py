"""What a node costs as graphs grow: to trace, to optimise, to compile and to run.

    python benchmarks/graph_size.py [nodes ...]

Each row is a graph of about so many nodes of one shape of program, in microseconds per node. The numbers of a column
stay alike if nothing takes longer than in proportion to the size. Python's collector of garbage looks at the whole heap
from some 70,000 objects on, each time it has grown by a quarter: to trace a graph beyond that takes twice as long.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from typing import Any

import runtime as tf
from runtime.execute.plan import Plan
from runtime.passes import optimised

SIZES = (1_000, 10_000, 100_000)


def chain(x: Any, nodes: int) -> Any:
    """One operation after the other."""
    for _ in range(nodes // 2):
        x = tf.sin(x) * 1.5
    return x


def fan(x: Any, nodes: int) -> Any:
    """Many that are independent of each other, and a tree that adds them up."""
    terms = [x * float(i) for i in range(nodes // 2)]
    while len(terms) > 1:
        terms = [a if b is None else a + b for a, b in zip(terms[::2], [*terms[1::2], None], strict=False)]
    return terms[0]


def shapes(x: Any, nodes: int) -> Any:
    """Shapes that are computed from shapes, which inference looks through."""
    size = tf.shape(x)[0]
    for _ in range(nodes // 4):
        size = size + 1 - 1
        x = tf.reshape(x, [size])
    return x


def regions(x: Any, nodes: int) -> Any:
    """Conditionals that capture what is around them."""
    for _ in range(nodes // 10):
        before = x
        x = tf.cond(tf.reduce_sum(x) > 0.0, lambda before=before: before + 1.0, lambda before=before: before - 1.0)
    return x


def writes(x: Any, nodes: int) -> Any:
    """Writes to a variable, which keep their order."""
    for _ in range(nodes // 2):
        counter.assign_add(1.0)
    return x


counter = tf.Variable(0.0)
PROGRAMS = (chain, fan, shapes, regions, writes)


def timed(function: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds that a call took, and what it returned."""
    start = time.perf_counter()
    result = function()
    return time.perf_counter() - start, result


def measure(program: Callable[[Any, int], Any], nodes: int) -> tuple[int, list[float]]:
    """How many nodes there are, and the microseconds per node of each step."""
    gc.collect()  # the graph before this one
    function = tf.function(lambda x: program(x, nodes), autograph=False)
    tracing, concrete = timed(lambda: function.get_concrete_function(tf.TensorSpec([None])))
    optimising, graph = timed(lambda: optimised(concrete.graph))
    compiling, plan = timed(lambda: Plan(graph, program.__name__))
    argument = tf.constant([1.0])._array
    running, _ = timed(lambda: plan(argument))
    count = len(concrete.graph.nodes)
    return count, [1e6 * seconds / count for seconds in (tracing, optimising, compiling, running)]


def main() -> None:
    sizes = [int(text) for text in sys.argv[1:]] or list(SIZES)
    print(f"{'us per node':12}{'nodes':>9}{'trace':>9}{'optimise':>10}{'compile':>9}{'run':>9}")
    for program in PROGRAMS:
        for size in sizes:
            count, (tracing, optimising, compiling, running) = measure(program, size)
            print(
                f"{program.__name__:12}{count:>9}{tracing:>9.1f}{optimising:>10.1f}{compiling:>9.1f}{running:>9.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
