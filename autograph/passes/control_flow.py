"""`if`, `while` and `for` as calls of operators over closures.

    if x > 0:                    def get_state():
        x = x * x                    return (x,)
    else:
        x = 0                    def set_state(state):
                                     nonlocal x
                         ->          (x,) = state

                                 def if_body():
                                     nonlocal x
                                     x = x * x

                                 def else_body():
                                     nonlocal x
                                     x = 0
                                 ag__.if_stmt(x > 0, if_body, else_body, get_state, set_state, ("x",), 1)()

    while x > limit:             if ag__.while_stmt(loop_test, loop_body, get_state, set_state, ("x",)):
        x = x / 2        ->          while loop_test():
                                         loop_body()

    for x in xs:                 for x in ag__.for_stmt(xs, None, loop_body, get_state, set_state, ("total",)):
        total += x       ->          loop_body(x)

An operator returns what Python has still to run: a branch, whether to loop, what to loop over. A branch that ends in an
`if` returns what that has still to run, so that an `elif` is no deeper than the `if`:

    if x > 0:                    def else_body():
        y = 1                        return ag__.if_stmt(x < 0, if_body_1, else_body_1)
    elif x < 0:
        y = 2            ->      branch = ag__.if_stmt(x > 0, if_body, else_body)
    else:                        while branch:
        y = 3                        branch = branch()

The state of a statement is the variables that it may change and that are still read after it, or in another branch or
iteration. They stay variables of the function they belong to, whose values live as long as it runs; only the target of
a loop may become a parameter of the body. What is written to objects is found while the program runs.

    try:                         def try_body():
        y = f(x)                     nonlocal y
    except KeyError:                 y = f(x)
        y = 0
                         ->      def attempt(run_body):
                                     nonlocal y
                                     try:
                                         run_body()
                                     except KeyError:
                                         y = 0
                                 ag__.try_stmt(attempt, try_body, lambda: KeyError, get_state, set_state, ("y",), 1)()

The branches of `if not x` change places.

What is in a loop is executed often, but its closures need to be made only once: they stand before the outermost loop
around them. So they see the variables of the function, and no parameter of another closure.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.assignment import UnboundReads
from autograph.analysis.cfg import FlowGraph
from autograph.analysis.eligibility import converts, is_plain_test, plain_reason, walk_own
from autograph.analysis.escapes import captured_for_later
from autograph.analysis.liveness import annotate_liveness
from autograph.analysis.scopes import Names, first_statement, names_of, parameters
from autograph.passes.logical import operator_call
from autograph.source.names import Namer
from autograph.source.schema import LOOPS, STATEMENTS, blocks, rewrite_blocks, statements_in
from autograph.source.templates import expression, first_line_of, instantiate, is_nothing, located, nothing, template
from autograph.source.walking import children, walk

_STATE = template("""
def get_state():
    return state

def set_state(values):
    nonlocal outer_names
    global global_names
    targets = values
""")
_BRANCH = template("""
def branch():
    nonlocal outer_names
    global global_names
    body
""")
_TEST = template("""
def loop_test():
    nonlocal outer_names
    global global_names
    return test
""")
_ATTEMPT = template("""
def attempt(run_body):
    nonlocal outer_names
    global global_names
    body
""")
_CALL = template("function()")
_RUN = template("call()")
_RUN_TO_END = template("""
branch = call
while branch:
    branch = branch()
""")
_RETURN = template("return call")
_RUN_WHILE = template("""
if call:
    while loop_test():
        loop_body()
""")
_RUN_FOREVER = template("""
if call:
    while True:
        loop_body()
        jump
""")
_RUN_FOR = template("""
for item in call:
    loop_body(item)
    jump
""")
_BREAK = template("""
if left:
    break
""")
_LOOP = template("""
def loop_body(item):
    nonlocal outer_names
    global global_names
    body
""")


#: What closures that were added do with names, as far as the code around them binds names itself.
_NOTHING = Names()


def convert_control_flow(function: Any, namer: Namer, reads: UnboundReads) -> None:
    """Converts, in place, the control flow of one function (not of those nested in it, which come before it).

    Args:
        function: its tree.
        namer: gives names that the tree does not use.
        reads: its reads that may find no value.
    """
    if any(map(converts, statements_in(function.body))):
        _Converter(function, namer, reads).run()
    else:
        _check_plain_tests(function.body)


def _check_plain_tests(body: list[Any]) -> None:
    for statement in statements_in(body):
        _check_plain_test(statement)


def _check_plain_test(statement: Any) -> None:
    """Has a test that must be a Python bool say so when it is not."""
    reason = plain_reason(statement)
    if reason and isinstance(statement, (gast.If, gast.While)) and not is_plain_test(statement.test):
        statement.test = expression(
            "ag__.plain_bool(test, reason)", statement.test, test=statement.test, reason=gast.Constant(reason, None)
        )


class _Converter:
    def __init__(self, function: Any, namer: Namer, reads: UnboundReads):
        self.function = function
        self.namer = namer
        annotate_liveness(reads.graph or FlowGraph(function, reads.known))
        self.known, self.names = reads.known, reads.used
        self.own_parameters = set(parameters(function))
        #: How often each name is mentioned, parameters once more.
        self.total = {**dict.fromkeys(self.own_parameters, 0), **self.names.mentions}
        for name in self.own_parameters:
            self.total[name] += 1
        #: How many closures are around the code at hand.
        self.depth = 0
        #: The closures of statements in a loop, to stand before the outermost loop. None outside of loops.
        self.hoisted: list[Any] | None = None
        #: The start of that loop. A definition that stood on a line of its own would have that line run with it.
        self.outermost: Any = None
        #: How many closures of each kind the outermost loop has so far.
        self.in_loop: Counter[str] = Counter()
        #: The accessors that can be called from the code at hand, by the symbols they are for.
        self.accessors: dict[tuple[str, ...], tuple[str, str]] = {}
        #: The variables that say that a jump is under way.
        self.flags = {s.flag for s in statements_in(function.body) if "flag" in s.__dict__}
        #: The variables that closures declare, and those that are only the parameter of one.
        self.declared_names: set[str] = set()
        self.items: set[str] = set()
        #: Whether the block of the closure at hand returns what is to be run after it.
        self.continues = False
        #: What the function calls the branch that is to be run next.
        self.branch: str | None = None
        #: What stands for the body of a `try` in the rest of it.
        self.run_body: str | None = None
        #: Whether code in the function finds its variables by name, so that all of them must be there.
        self.reads_frame = "reads_frame" in function.__dict__
        self.shared = self.names.captured | self.names.captured_binds | self.names.nonlocals | self.names.globals
        if self.reads_frame:
            self.shared |= self.names.binds | self.own_parameters

    def run(self) -> None:
        function, names = self.function, self.names
        owned = names.binds - names.globals - names.nonlocals - self.own_parameters
        body = self.block(function.body)
        start = first_statement(body)
        function.body = body[:start] + self.declarations(body, owned) + body[start:]

    def block(self, statements: list[Any], is_tail: bool = False) -> list[Any]:
        """A block, converted; `is_tail` says that a branch ends with it."""
        new: list[Any] = []
        known = self.accessors.copy()
        for statement in statements:
            if isinstance(statement, gast.AnnAssign) and self.depth and isinstance(statement.target, gast.Name):
                new += _without_annotation(statement)
            elif isinstance(statement, LOOPS) and self.hoisted is None:
                new += self.outermost_loop(statement)
            else:
                new += self.statement(statement, is_tail and statement is statements[-1])
        if self.hoisted is None:
            self.accessors = known  # others are defined in the block, or may be
        return new

    def declarations(self, body: list[Any], owned: set[str]) -> list[Any]:
        """Bare annotations for the names that `body` uses as its own and no longer binds itself."""
        if not owned:
            return []
        names = self.names
        used = ((names.captured_binds | names.captured | names.reads) - self.items) | self.declared_names
        return [
            new
            for name in sorted((owned - names_of(body, self.known).binds) & used)
            for new in instantiate(template("name: object"), self.function, name=name)
        ]

    def outermost_loop(self, statement: Any) -> list[Any]:
        self.hoisted, self.outermost = [], first_line_of(statement)
        self.in_loop.clear()
        new = self.statement(statement)
        hoisted, self.hoisted = self.hoisted, None
        return hoisted + new

    def statement(self, statement: Any, is_tail: bool = False) -> list[Any]:
        if converts(statement):
            if isinstance(statement, gast.If):
                return self.if_(statement, is_tail)
            return _CONVERSIONS[type(statement)](self, statement)
        _check_plain_test(statement)
        are_tails = is_tail and isinstance(statement, gast.If)
        rewrite_blocks(statement, lambda block: self.block(block, are_tails))
        self.known.pop(statement, None)
        return [statement]

    # Statements

    def if_(self, statement: Any, is_tail: bool) -> list[Any]:
        names = names_of([*statement.body, *statement.orelse], self.known)
        modified, captured = self.modified(names), self.shared - self.captured_within(names, statement)
        outputs = sorted(modified & (statement.live_out | captured))
        inputs = sorted((modified & (statement.live_in | captured)) - set(outputs))
        accessors, new = self.state(statement, [*outputs, *inputs], is_ordered=bool(inputs))
        condition, wanted = statement.test, ["if_body", "else_body"]
        while isinstance(condition, gast.UnaryOp) and isinstance(condition.op, gast.Not):
            condition = condition.operand
            wanted.reverse()
        branches: dict[str, Any] = {}
        outer, self.continues = self.continues, False
        for branch, block in zip(wanted, (statement.body, statement.orelse), strict=True):
            if not block or is_nothing(block):
                branches[branch] = gast.Constant(None, None)
                continue
            name = self.closure_name(branch)
            new += self.closure(_BRANCH, statement, block, {"branch": name}, is_branch=True)
            branches[branch] = gast.Name(name, gast.Load(), None, None)
        continues, self.continues = self.continues, outer or is_tail
        count = [gast.Constant(len(outputs), None)] if accessors else []
        call = self.call(
            "if_stmt", statement.test, condition, branches["if_body"], branches["else_body"], *accessors, *count
        )
        if is_tail:
            return new + instantiate(_RETURN, statement.test, call=call)
        if not continues:
            return new + instantiate(_RUN, statement.test, call=call)
        self.branch = self.branch or self.namer.variable("branch")
        return new + instantiate(_RUN_TO_END, statement.test, branch=self.branch, call=call)

    def while_(self, statement: Any) -> list[Any]:
        options = _taken_options(statement)
        names = names_of([statement.test, *statement.body], self.known)
        # A test that has effects is made at the end of an iteration, for the next one to read what it binds.
        bound_by_test = names_of([statement.test], self.known).binds
        given_to_body = bound_by_test & names_of(statement.body, self.known).mentions.keys()
        variables = sorted({*self.carried(statement, names), *given_to_body})
        accessors, new = self.state(statement, variables)
        test = self.closure_name("loop_test")
        body = self.closure_name("loop_body")
        new += self.test(statement.test, test)
        new += self.closure(_BRANCH, statement, statement.body, {"branch": body})
        functions = [gast.Name(name, gast.Load(), None, None) for name in (test, body)]
        call = self.call("while_stmt", statement.test, *functions, *accessors, options=options)
        at = first_line_of(statement)
        if self.is_left_by_flags(statement.test):
            jump = instantiate(_BREAK, at, left=_flags(statement.test))
            return new + instantiate(_RUN_FOREVER, at, call=call, loop_body=body, jump=jump)
        return new + instantiate(_RUN_WHILE, at, call=call, loop_test=test, loop_body=body)

    def for_(self, statement: Any) -> list[Any]:
        extra_test = statement.__dict__.get("extra_test")
        options = _taken_options(statement)
        names = names_of([statement.target, *statement.body], self.known)
        variables = self.carried(statement, names)
        accessors, new = self.state(statement, variables)
        at = first_line_of(statement)
        test: Any = gast.Constant(None, None)
        jump = []
        if extra_test is not None:
            name = self.closure_name("extra_test")
            new += self.test(extra_test, name)
            test = gast.Name(name, gast.Load(), None, None)
            jump = instantiate(_BREAK, at, left=_flags(extra_test))
        block = statement.body
        target = statement.target
        body = self.closure_name("loop_body")
        if isinstance(target, gast.Name) and self.is_own(target.id, names, variables, block):
            item = target.id
            self.items.add(item)
        else:
            item = self.namer.variable("item")
            block = instantiate(template("target = item"), target, target=target, item=item) + block
        new += self.closure(_LOOP, statement, block, {"loop_body": body, "item": item}, item)
        loop = gast.Name(body, gast.Load(), None, None)
        call = self.call("for_stmt", statement.iter, statement.iter, test, loop, *accessors, options=options)
        return new + instantiate(_RUN_FOR, at, call=call, loop_body=body, item=item, jump=jump)

    def try_(self, statement: Any) -> list[Any]:
        block = [*statement.body, *statement.handlers, *statement.orelse, *statement.finalbody]
        names = names_of(block, self.known)
        modified, captured = self.modified(names), self.shared - self.captured_within(names, statement)
        outputs = sorted(modified & (statement.live_out | captured))
        inputs = sorted((modified & (statement.live_in | captured)) - set(outputs))
        accessors, new = self.state(statement, [*outputs, *inputs], is_ordered=bool(inputs))
        at = first_line_of(statement)
        body, attempt = self.closure_name("try_body"), self.closure_name("attempt")
        self.run_body = self.run_body or self.namer.variable("run_body")
        new += self.closure(_BRANCH, statement, statement.body, {"branch": body})
        rest = gast.Try(
            instantiate(_CALL, first_line_of(statement.body[0]), function=self.run_body),
            statement.handlers,
            statement.orelse,
            statement.finalbody,
        )
        located(rest, statement).plain_reason = "it is staged as a whole"
        rename = {"attempt": attempt, "run_body": self.run_body}
        new += self.closure(_ATTEMPT, statement, [rest], rename, self.run_body)
        functions = [gast.Name(name, gast.Load(), None, None) for name in (attempt, body)]
        count = [gast.Constant(len(outputs), None)] if accessors else []
        if "entered" in statement.__dict__:
            statement.entering.func.attr = "entering"  # which leaves it to the operator
            manager = gast.Name(statement.entered, gast.Load(), None, None)
            call = self.call("with_stmt", at, *functions, manager, *accessors, *count)
        else:
            call = self.call("try_stmt", at, *functions, _caught(statement, at), *accessors, *count)
        return new + instantiate(_RUN, at, call=call)

    # Pieces

    def closure_name(self, wanted: str) -> str:
        """The name of a function for the statement at hand; those of the statements in one loop are all different."""
        if self.hoisted is None:
            return self.namer.closure(wanted, 0)
        self.in_loop[wanted] += 1
        return self.namer.closure(wanted, self.in_loop[wanted] - 1)

    def modified(self, names: Names) -> set[str]:
        """The names that some code may rebind; calls may run whatever nested functions do."""
        return names.binds | (self.names.captured_binds if names.calls else set())

    def carried(self, loop: Any, names: Names) -> list[str]:
        """The variables that a loop may change and that matter to another iteration or afterwards."""
        shared = self.shared - self.captured_within(names, loop)
        return sorted(self.modified(names) & (loop.live_in | loop.live_out | shared))

    def captured_within(self, names: Names, statement: Any) -> set[str]:
        """The names that only functions defined in a statement capture, which run in it, and nothing else mentions."""
        if self.reads_frame:
            return set()
        others = self.names.globals | self.names.nonlocals | self.names.captured_binds
        found = {name for name in names.captured - others if names.mentions[name] == self.total[name]}
        if not found:
            return found
        outside = {name for name, count in names.mentions.items() if count < self.total[name]}
        return found - captured_for_later([statement], outside | statement.live_in)

    def is_own(self, name: str, within: Names, state: list[Any], block: list[Any]) -> bool:
        """Whether a name is mentioned nowhere but in the closure of one block, outside of those within it."""
        if name in state or name in self.shared or within.mentions.get(name, 0) < self.total.get(name, 0):
            return False
        return not any(name in part.mentions for part in self.in_closures(block))

    def in_closures(self, block: list[Any]) -> Iterator[Names]:
        """What a block does with names in the parts of it that become closures."""
        for statement in block:
            if converts(statement):
                in_place = [getattr(statement, field) for field in STATEMENTS[type(statement)].in_place]
                yield names_of([part for part in children(statement) if part not in in_place], self.known)
            else:
                for _, inner in blocks(statement):
                    yield from self.in_closures(inner)

    def state(self, statement: Any, variables: list[str], is_ordered: bool = False) -> tuple[list[Any], list[Any]]:
        """The arguments that pass on the accessors of a statement's state, and their definitions as far as they are
        to stand before it; nothing for no state. Where their order does not matter, it may be another.
        """
        if not variables:
            return [], []
        if not is_ordered:
            variables = next((list(known) for known in self.accessors if {*known} == {*variables}), variables)
        names = gast.Tuple([gast.Constant(name, None) for name in variables], gast.Load())
        known = self.accessors.get(tuple(variables))
        new: list[Any] = []
        if known is None:
            known, new = self.new_accessors(statement, variables)
            self.accessors[tuple(variables)] = known
        return [*(gast.Name(name, gast.Load(), None, None) for name in known), names], new

    def new_accessors(self, statement: Any, variables: list[str]) -> tuple[tuple[str, str], list[Any]]:
        """The names of two functions that read and write variables, and their definitions."""

        def tuple_of(ctx: Any) -> Any:
            return located(gast.Tuple([gast.Name(name, ctx, None, None) for name in variables], ctx), statement)

        accessors = self.namer.function("get_state"), self.namer.function("set_state")
        new = instantiate(
            _STATE,
            self.origin(statement),
            get_state=accessors[0],
            set_state=accessors[1],
            values="state" if "state" not in variables else self.namer.variable("state"),
            state=tuple_of(gast.Load()),
            targets=tuple_of(gast.Store()),
            **self.declared(variables),
        )
        return accessors, self.placed(new)

    def origin(self, statement: Any) -> Any:
        """What the definitions of closures for a statement are located at."""
        return statement if self.hoisted is None else self.outermost

    def placed(self, definitions: list[Any]) -> list[Any]:
        """Those that are to stand right before their statement; the others are taken to where they belong."""
        self.known.update((definition, _NOTHING) for definition in definitions)
        if self.hoisted is None:
            return definitions
        self.hoisted += definitions
        return []

    def declared(self, names: list[str]) -> dict[str, list[str]]:
        self.declared_names.update(names)
        return {
            "outer_names": [name for name in names if name not in self.names.globals],
            "global_names": [name for name in names if name in self.names.globals],
        }

    def closure(
        self,
        text: list[Any],
        statement: Any,
        block: list[Any],
        rename: dict[str, str],
        parameter: str | None = None,
        is_branch: bool = False,
    ) -> list[Any]:
        """The definition of a function whose body is a block of the statement."""
        bound = names_of(block, self.known).binds - {parameter}
        self.depth += 1
        body = self.block(block, is_branch)
        self.depth -= 1
        # A declaration that nothing here needs is not made: the closures within make their own.
        direct = names_of([s for s in body if "generated" not in s.__dict__], self.known).binds if bound else set()
        declared = self.declared(sorted(bound & direct))
        return self.placed(instantiate(text, self.origin(statement), body=body, **rename, **declared))

    def is_left_by_flags(self, test: Any) -> bool:
        """Whether the test of a loop was True, and says by now that none of its jumps is under way."""
        is_not = isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not)
        named = {name.id for name in walk(test) if isinstance(name, gast.Name)} if is_not else set()
        return bool(named) and named <= self.flags

    def test(self, test: Any, name: str) -> list[Any]:
        outer = sorted(names_of(test).binds)
        new = instantiate(_TEST, self.origin(test), loop_test=name, test=test, **self.declared(outer))
        new[0].body[-1].is_test = True
        return self.placed(new)

    def call(self, operator: str, at: Any, *arguments: Any, options: Any = None) -> Any:
        count = len(arguments)
        while count > 2 and isinstance(arguments[count - 1], gast.Constant) and arguments[count - 1].value is None:
            count -= 1
        new = operator_call(operator, at, *arguments[:count])
        new.keywords = [located(gast.keyword("options", options), at)] if options is not None else []
        return new


def _caught(statement: Any, at: Any) -> Any:
    """A function that gives the types which the handlers of a `try` catch: all of them where its `finally` raises."""
    types = [copy.deepcopy(handler.type) for handler in statement.handlers]
    raises = any(isinstance(node, gast.Raise) for node in walk_own(statement.finalbody))
    if raises or any(type_ is None for type_ in types):
        return expression("lambda: BaseException", at)
    return expression("lambda: types", at, types=types[0] if len(types) == 1 else gast.Tuple(types, gast.Load()))


_CONVERSIONS = {gast.While: _Converter.while_, gast.For: _Converter.for_, gast.Try: _Converter.try_}


def _taken_options(loop: Any) -> Any:
    """What `set_loop_options(...)` in a loop's body says of the loop, as an expression, and no longer in the body."""
    for statement in loop.body:
        call: Any = statement.value if isinstance(statement, gast.Expr) else None
        function = call.func if isinstance(call, gast.Call) else None
        if getattr(function, "id", getattr(function, "attr", None)) == "set_loop_options" and not call.args:
            loop.body = [other for other in loop.body if other is not statement] or nothing(statement)
            keys = [option.arg and gast.Constant(option.arg, None) for option in call.keywords]
            return located(gast.Dict(keys, [option.value for option in call.keywords]), call)
    return None


def _flags(extra_test: Any) -> Any:
    """The condition on which a loop is left, of the test whether it goes on: `not did_break`."""
    flags = [node.id for node in walk(extra_test) if isinstance(node, gast.Name)]
    new = expression(" or ".join(flags), extra_test)
    new.generated = True
    return new


def _without_annotation(statement: Any) -> list[Any]:
    """The assignment alone: a variable of the function around a closure cannot be annotated in the closure.

    Python does not evaluate annotations of local variables.
    """
    if statement.value is None:
        return nothing(statement)
    return [located(gast.Assign([statement.target], statement.value, None), statement)]
