"""A call stack of staged length, as an ordinary class and a loop. They are run converted.

A function that calls itself is run for the arguments on top of the stack. Where it calls itself it is given the result
of that call, if that is known by then; else it ends there, the arguments of the call are put on the stack, and it is
run anew when their result is known. So its body is traced once, however often it calls itself, one call in the other.

After Radul et al., Automatically Batching Control-Intensive Programs for Modern Accelerators (2020), who keep instead
of the results what a call had computed so far.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.lists import StagedList


class Called(BaseException):
    """Ends the body of a function at a call of itself whose result is not known."""


class CallStack:
    """The calls of a function that have not returned.

    Attributes:
        arguments: of each of these calls its arguments.
        answered: of each, how many calls it has made whose results are known.
        results: the results of all these, in that order.
        most: how many calls there may be.
        top: the position of the last call.
        held: how many results there are.
        count: how many calls the last call has made since its body was begun.
        asked: the arguments of the one whose result is not known.
    """

    def __init__(self, arguments: StagedList, answered: StagedList, results: StagedList, most: int, top: Any):
        self.arguments = arguments
        self.answered = answered
        self.results = results
        self.most = most
        self.top = top
        self.held = top
        self.count = top
        self.asked = arguments.at(0)

    def result(self, arguments: Any, leave: Any) -> Any:
        """The result of a call that the last call makes; it ends with `leave` where that is not known."""
        number = self.count
        self.count = number + 1
        answered = self.answered.at(self.top)
        if number >= answered:
            self.asked = arguments
            leave()
            raise Called
        return self.results.at(self.held - answered + number)


def evaluated(stack: CallStack, body: Any) -> Any:
    """The result of the first call, where `body` runs the function for the arguments of the last."""
    while stack.top >= 0:
        stack.count = 0
        try:
            result = body()
        except Called:
            stack.top += 1
            if stack.top >= stack.most:
                raise RecursionError("maximum recursion depth exceeded") from None
            stack.arguments.put(stack.top, stack.asked)
            stack.answered.put(stack.top, 0)
        else:
            stack.held -= stack.answered.at(stack.top)
            stack.results.put(stack.held, result)
            stack.held += 1
            stack.top -= 1
            if stack.top >= 0:
                stack.answered.put(stack.top, stack.answered.at(stack.top) + 1)
    return stack.results.at(0)
