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
                                 ag__.if_stmt(x > 0, if_body, else_body, get_state, set_state, ("x",), 1)

The state of a statement is what it may change that is still read after it, or in another branch or iteration:
variables, and attributes and items at fixed places (`self.x`, `d["k"]`). Variables stay variables of the function they
belong to, whose values live as long as it runs; only the target of a loop may become a parameter of the body.

What is in a loop is executed often, but its closures need to be made only once: they stand before the outermost loop
around them. So they see the variables of the function, and no parameter of another closure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import gast

from autograph.analysis.liveness import annotate_liveness
from autograph.analysis.plain import converts, is_plain_test, plain_reason
from autograph.analysis.scopes import Names, first_statement, names_of, parameters
from autograph.source.names import Namer
from autograph.source.schema import COMPOUND, LOOPS, SCOPES, STATEMENTS, blocks, rewrite_blocks
from autograph.source.templates import expression, first_line_of, instantiate, is_nothing, located, nothing, template
from autograph.source.walking import children

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
_LOOP = template("""
def loop_body(item):
    nonlocal outer_names
    global global_names
    body
""")


def convert_control_flow(function: Any, namer: Namer, announcing: bool) -> None:
    """Converts, in place, the control flow of one function (not of those nested in it, which come before it).

    Where stores to attributes and items are announced, they are not in the state of the statements too.
    """
    if isinstance(function, gast.Lambda):
        return
    if any(converts(statement) for statement in _statements(function.body)):
        _Converter(function, namer, announcing).run()
    else:
        _check_plain_tests(function.body)


def _statements(body: list[Any]) -> Any:
    for statement in body:
        yield statement
        for _, block in blocks(statement):
            yield from _statements(block)


def _check_plain_tests(body: list[Any]) -> None:
    for statement in _statements(body):
        _check_plain_test(statement)


def _check_plain_test(statement: Any) -> None:
    """Has a test that must be a Python bool say so when it is not."""
    reason = plain_reason(statement)
    if reason and isinstance(statement, (gast.If, gast.While)) and not is_plain_test(statement.test):
        statement.test = expression(
            "ag__.plain_bool(test, reason)", statement.test, test=statement.test, reason=gast.Constant(reason, None)
        )


class _Converter:
    def __init__(self, function: Any, namer: Namer, announcing: bool):
        self.function = function
        self.announcing = announcing
        self.namer = namer
        self.known: dict[int, Names] = {}
        #: What is stored to in compound statements, by identity of the statement, which is kept beside it.
        self.stored: dict[int, tuple[Any, list[Any]]] = {}
        self.names = names_of(function.body, self.known)
        self.own_parameters = set(parameters(function))
        self.total = self.names.mentions.copy()
        self.total.update(self.own_parameters)
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
        #: How many blocks are around the code at hand.
        self.level = 0
        #: Whether code in the function finds its variables by name, so that all of them must be there.
        self.reads_frame = "reads_frame" in function.__dict__
        self.shared = self.names.captured | self.names.captured_binds | self.names.nonlocals | self.names.globals
        if self.reads_frame:
            self.shared |= self.names.binds | self.own_parameters

    def run(self) -> None:
        function, names = self.function, self.names
        annotate_liveness(function)
        owned = names.binds - names.globals - names.nonlocals - self.own_parameters
        body = self.block(function.body)
        start = first_statement(body)
        function.body = body[:start] + _declarations(body, owned, function) + body[start:]

    def block(self, statements: list[Any]) -> list[Any]:
        self.level += 1
        new = self.converted(statements)
        self.level -= 1
        return new

    def converted(self, statements: list[Any]) -> list[Any]:
        new: list[Any] = []
        for statement in statements:
            if isinstance(statement, gast.AnnAssign) and self.depth and isinstance(statement.target, gast.Name):
                new += _without_annotation(statement)
            elif isinstance(statement, LOOPS) and self.hoisted is None:
                new += self.outermost_loop(statement)
            else:
                new += self.statement(statement)
        return new

    def outermost_loop(self, statement: Any) -> list[Any]:
        known, self.hoisted, self.outermost = self.accessors.copy(), [], first_line_of(statement)
        self.in_loop.clear()
        new = self.statement(statement)
        hoisted, self.hoisted = self.hoisted, None
        if self.level > 1:
            self.accessors = known
        return hoisted + new

    def statement(self, statement: Any) -> list[Any]:
        if converts(statement):
            return _CONVERTERS[type(statement)](self, statement)
        _check_plain_test(statement)
        rewrite_blocks(statement, self.block)
        return [statement]

    # Statements

    def if_(self, statement: Any) -> list[Any]:
        names = names_of([*statement.body, *statement.orelse], self.known)
        modified, captured = self.modified(names), self.shared - self.captured_within(names)
        outputs = sorted(modified & (statement.live_out | captured))
        inputs = sorted((modified & (statement.live_in | captured)) - set(outputs))
        places = self.places(statement, names)
        accessors, new = self.state(statement, outputs, places, inputs)
        branches = []
        for wanted, block in (("if_body", statement.body), ("else_body", statement.orelse)):
            if not block or is_nothing(block):
                branches.append(gast.Constant(None, None))
                continue
            name = self.closure_name(wanted)
            new += self.closure(_BRANCH, statement, block, {"branch": name})
            branches.append(gast.Name(name, gast.Load(), None, None))
        count = [gast.Constant(len(outputs) + len(places), None)] if accessors else []
        return new + self.call("if_stmt", statement.test, statement.test, *branches, *accessors, *count)

    def while_(self, statement: Any) -> list[Any]:
        options = _taken_options(statement)
        names = names_of([statement.test, *statement.body], self.known)
        variables = sorted(self.modified(names) & (statement.live_in | statement.live_out | self.shared))
        places = self.places(statement, names)
        accessors, new = self.state(statement, variables, places, [])
        test = self.closure_name("loop_test")
        body = self.closure_name("loop_body")
        new += self.test(statement.test, test)
        new += self.closure(_BRANCH, statement, statement.body, {"branch": body})
        functions = [gast.Name(name, gast.Load(), None, None) for name in (test, body)]
        return new + self.call("while_stmt", statement.test, *functions, *accessors, options=options)

    def for_(self, statement: Any) -> list[Any]:
        extra_test = statement.__dict__.get("extra_test")
        options = _taken_options(statement)
        names = names_of([statement.target, *statement.body], self.known)
        variables = sorted(self.modified(names) & (statement.live_in | statement.live_out | self.shared))
        places = self.places(statement, names)
        accessors, new = self.state(statement, variables, places, [])
        test: Any = gast.Constant(None, None)
        if extra_test is not None:
            name = self.closure_name("extra_test")
            new += self.test(extra_test, name)
            test = gast.Name(name, gast.Load(), None, None)
        block = statement.body
        target = statement.target
        body = self.closure_name("loop_body")
        if isinstance(target, gast.Name) and self.is_own(target.id, names, variables, block):
            item = target.id
        else:
            item = self.namer.variable("item")
            block = instantiate(template("target = item"), target, target=target, item=item) + block
        new += self.closure(_LOOP, statement, block, {"loop_body": body, "item": item}, item)
        loop = gast.Name(body, gast.Load(), None, None)
        return new + self.call("for_stmt", statement.iter, statement.iter, test, loop, *accessors, options=options)

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

    def captured_within(self, names: Names) -> set[str]:
        """The names that only functions defined in some code read, and nothing outside of it mentions."""
        if self.reads_frame:
            return set()
        others = self.names.globals | self.names.nonlocals | self.names.captured_binds
        return {name for name in names.captured - others if names.mentions[name] == self.total[name]}

    def is_own(self, name: str, within: Names, state: list[Any], block: list[Any]) -> bool:
        """Whether a name is mentioned nowhere but in the closure of one block, outside of those within it."""
        if name in state or name in self.shared or within.mentions[name] < self.total[name]:
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

    def state(
        self, statement: Any, outputs: list[str], places: dict[str, Any], inputs: list[str]
    ) -> tuple[list[Any], list[Any]]:
        """The arguments that pass on the accessors of a statement's state, and their definitions as far as they are
        to stand before it; nothing for no state."""
        symbols = [*outputs, *places, *inputs]
        if not symbols:
            return [], []
        names = gast.Tuple([gast.Constant(symbol, None) for symbol in symbols], gast.Load())
        known = self.accessors.get(tuple(symbols))
        new: list[Any] = []
        if known is None:
            known, new = self.new_accessors(statement, symbols, places, [*outputs, *inputs])
            if self.level == 1 or self.hoisted is not None:
                self.accessors[tuple(symbols)] = known
        return [*(gast.Name(name, gast.Load(), None, None) for name in known), names], new

    def new_accessors(
        self, statement: Any, symbols: list[str], places: dict[str, Any], variables: list[str]
    ) -> tuple[tuple[str, str], list[Any]]:
        """The names of two functions that read and write what the symbols stand for, and their definitions."""
        values: list[Any] = []
        targets: list[Any] = []
        for symbol in symbols:
            for ctx, found in ((gast.Load(), values), (gast.Store(), targets)):
                place = places.get(symbol)
                found.append(_copied(place, ctx) if place is not None else gast.Name(symbol, ctx, None, None))
        accessors = self.namer.function("get_state"), self.namer.function("set_state")
        new = instantiate(
            _STATE,
            self.origin(statement),
            get_state=accessors[0],
            set_state=accessors[1],
            values="state" if "state" not in symbols else self.namer.variable("state"),
            state=located(gast.Tuple(values, gast.Load()), statement),
            targets=located(gast.Tuple(targets, gast.Store()), statement),
            **self.declared(variables),
        )
        return accessors, self.placed(new)

    def origin(self, statement: Any) -> Any:
        """What the definitions of closures for a statement are located at."""
        return statement if self.hoisted is None else self.outermost

    def placed(self, definitions: list[Any]) -> list[Any]:
        """Those that are to stand right before their statement; the others are taken to where they belong."""
        if self.hoisted is None:
            return definitions
        self.hoisted += definitions
        return []

    def declared(self, names: list[str]) -> dict[str, list[str]]:
        return {
            "outer_names": [name for name in names if name not in self.names.globals],
            "global_names": [name for name in names if name in self.names.globals],
        }

    def closure(
        self, text: list[Any], statement: Any, block: list[Any], rename: dict[str, str], parameter: str | None = None
    ) -> list[Any]:
        """The definition of a function whose body is a block of the statement."""
        bound = names_of(block, self.known).binds - {parameter}
        self.depth += 1
        body = self.block(block)
        self.depth -= 1
        # A declaration that nothing here needs is not made: the closures within make their own.
        direct = names_of([s for s in body if "generated" not in s.__dict__]).binds
        declared = self.declared(sorted(bound & direct))
        return self.placed(instantiate(text, self.origin(statement), body=body, **rename, **declared))

    def test(self, test: Any, name: str) -> list[Any]:
        outer = sorted(names_of(test).binds)
        new = instantiate(_TEST, self.origin(test), loop_test=name, test=test, **self.declared(outer))
        new[0].body[-1].is_test = True
        return self.placed(new)

    def stores(self, nodes: list[Any]) -> list[Any]:
        """The attributes and items that are stored to in some nodes, not in functions defined there."""
        found = []
        stack = nodes
        while stack:
            node = stack.pop()
            if isinstance(node, SCOPES):
                continue
            if isinstance(node, (gast.Attribute, gast.Subscript)) and not isinstance(node.ctx, gast.Load):
                found.append(node)
            if type(node) not in COMPOUND:
                stack += children(node)
                continue
            known = self.stored.get(id(node))
            if known is None:
                known = self.stored[id(node)] = (node, self.stores(children(node)))
            found += known[1]
        return found

    def places(self, statement: Any, names: Names) -> dict[str, Any]:
        """The attributes and items that a statement writes and that stay where they are while it runs."""
        found: dict[str, Any] = {}
        if self.announcing:
            return found
        for node in self.stores([inner for _, block in blocks(statement) for inner in block]):
            root = _root_of_fixed_place(node, names.binds)
            if root is not None and root not in names.binds:
                found.setdefault(_text(node), node)
        return found

    def call(self, operator: str, at: Any, *arguments: Any, options: Any = None) -> list[Any]:
        function = gast.Attribute(gast.Name("ag__", gast.Load(), None, None), operator, gast.Load())
        count = len(arguments)
        while count > 2 and isinstance(arguments[count - 1], gast.Constant) and arguments[count - 1].value is None:
            count -= 1
        keywords = [gast.keyword("options", options)] if options is not None else []
        return [located(gast.Expr(gast.Call(function, list(arguments[:count]), keywords)), at)]


_CONVERTERS: dict[type, Callable[[_Converter, Any], list[Any]]] = {
    gast.If: _Converter.if_,
    gast.While: _Converter.while_,
    gast.For: _Converter.for_,
}


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


def _declarations(body: list[Any], owned: set[str], at: Any) -> list[Any]:
    """Bare annotations for the names that `body` uses as its own and no longer binds itself."""
    names = names_of(body)
    used = names.captured_binds | names.captured | names.reads
    return [
        new
        for name in sorted((owned - names.binds) & used)
        for new in instantiate(template("name: object"), at, name=name)
    ]


def _without_annotation(statement: Any) -> list[Any]:
    """The assignment alone: a variable of the function around a closure cannot be annotated in the closure.

    Python does not evaluate annotations of local variables.
    """
    if statement.value is None:
        return nothing(statement)
    return [located(gast.Assign([statement.target], statement.value, None), statement)]


def _root_of_fixed_place(node: Any, bound: set[str]) -> str | None:
    """The variable a place hangs on, if it and whatever else the place is named by does not change."""
    while not isinstance(node, gast.Name):
        if isinstance(node, gast.Subscript):
            key = node.slice
            if not (isinstance(key, gast.Constant) or (isinstance(key, gast.Name) and key.id not in bound)):
                return None
        elif not isinstance(node, gast.Attribute):
            return None
        node = node.value
    return node.id


def _text(node: Any) -> str:
    if isinstance(node, gast.Name):
        return node.id
    if isinstance(node, gast.Constant):
        return repr(node.value)
    if isinstance(node, gast.Attribute):
        return f"{_text(node.value)}.{node.attr}"
    return f"{_text(node.value)}[{_text(node.slice)}]"


def _copied(node: Any, ctx: Any) -> Any:
    """A new, unlocated tree of a place, to be read or stored to."""
    if isinstance(node, gast.Name):
        return gast.Name(node.id, ctx, None, None)
    if isinstance(node, gast.Constant):
        return gast.Constant(node.value, None)
    if isinstance(node, gast.Attribute):
        return gast.Attribute(_copied(node.value, gast.Load()), node.attr, ctx)
    return gast.Subscript(_copied(node.value, gast.Load()), _copied(node.slice, gast.Load()), ctx)
