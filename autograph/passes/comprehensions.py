"""Comprehensions over what may be staged, filtered by what may be staged.

    [f(x) for x in xs]           ->  ag__.listed([f(x) for x in ag__.elements(xs, None, lambda x: f(x))])
    sum(x for x in xs if x > 0)  ->  ag__.call(sum)(ag__.listed(x for x in
                                         ag__.elements(xs, lambda x: x > 0, lambda x: x, sum) if x > 0))

Where nothing is staged, `elements` is the iterable, and `listed` the list or the generator. Otherwise what makes an
element, and what keeps it, is there to be staged. Only a list, and what is given to a builtin that makes one value
of many, can be so. Other comprehensions loop over `ag__.elements(xs)`, whose number must be known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import gast

from autograph.passes.calls import spread
from autograph.passes.logical import lambda_of, names_bound, operator_call
from autograph.source.schema import COMPREHENSIONS
from autograph.source.templates import located
from autograph.source.walking import children, walk

#: Builtins that make one value of many.
AGGREGATES = frozenset({
    "sum", "any", "all", "min", "max", "len", "list", "tuple", "sorted", "next", "set", "frozenset", "dict", "Counter",
    "deque",
})  # fmt: skip

#: How deep comprehensions may nest whose code is there twice.
_MAX_NESTING = 3

#: Iterables that are no tensors.
_WRITTEN_OUT = (gast.List, gast.Tuple, gast.Set, gast.Dict, gast.Constant, *COMPREHENSIONS)


def mark_stageable(node: Any, can_define: bool) -> None:
    """Tells, before its parts are converted, whether the parts of a comprehension may be there once more, in closures.

    Not so where something in it would see that its variable is another one for each element, or binds a name and no
    function can be defined that does.

    Args:
        node: the comprehension.
        can_define: whether functions can be defined before the statement that it is in.
    """
    first = node.generators[0].iter
    parts = [*_made(node), *(part for generator in node.generators for part in (*generator.ifs, generator.iter))]
    bound = [names_bound(part) for part in parts]
    targets = frozenset(name for generator in node.generators for name in _targets(generator.target))
    node.binds = any(bound)
    node.sets_first = names_set_first(node) if node.binds and can_define else set()
    node.stageable = (
        all(not generator.is_async and _is_pattern(generator.target) for generator in node.generators)
        and all(names is not None and (can_define or not names) for names in bound)
        and not any(_captures(part, targets) for part in parts if part is not first)  # which is there once
        and _nesting(parts) < _MAX_NESTING
    )
    node.captures = isinstance(node, gast.ListComp) and len(node.generators) == 1 and _only_captures(node, targets)


def _only_captures(node: Any, targets: frozenset[str]) -> bool:
    """Whether a list is of functions alone that refer to the variable of the last item, when they are called."""
    is_plain = isinstance(node.elt, gast.Lambda) and _is_pattern(node.generators[0].target) and not node.binds
    if not is_plain or node.generators[0].ifs or node.generators[0].is_async or not _refers_to(node.elt, targets):
        return False
    given = [*(node.elt.args.defaults or ()), *filter(None, node.elt.args.kw_defaults or ())]
    return not any(isinstance(part, gast.Name) and part.id in targets for value in given for part in walk(value))


def names_set_first(node: Any) -> set[str]:
    """The names that a comprehension binds for every item, before it reads them for that item."""
    found: set[str] = set()
    earlier: set[str] = set()
    parts = [part for generator in node.generators for part in (generator.iter, *generator.ifs)]
    sure = [generator.ifs[0] for generator in node.generators if generator.ifs]
    for part in (*parts, made := _made(node)[0]):  # in the order in which Python evaluates them
        if part is made or any(part is condition for condition in sure):
            found |= _set_first_in(part) - earlier
        earlier |= {name.id for name in walk(part) if isinstance(name, gast.Name)}
    return found


def _set_first_in(expression: Any) -> set[str]:
    """The names that an expression is sure to bind, before it reads them."""
    found, waiting = {}, [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, gast.NamedExpr):
            found[part.target.id] = part
        if isinstance(part, gast.BoolOp):
            waiting.append(part.values[0])
        elif isinstance(part, gast.IfExp):
            waiting.append(part.test)
        elif not isinstance(part, (gast.Lambda, *COMPREHENSIONS)):
            waiting += children(part)
    for part in walk(expression):
        if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Load) and part.id in found:
            end = found[part.id].end_lineno, found[part.id].end_col_offset
            if (part.lineno, part.col_offset) < end:
                del found[part.id]
    return set(found)


def _made(node: Any) -> list[Any]:
    """What a comprehension makes of an item: an element, or a key and its value."""
    return [node.key, node.value] if isinstance(node, gast.DictComp) else [node.elt]


def _captures(node: Any, targets: frozenset[str]) -> bool:
    """Whether a function, or a generator that is not used up at once, may refer to a variable for each item later."""
    every = [part for part in walk(node) if isinstance(part, gast.Call)]
    calls = [part for part in every if isinstance(part.func, gast.Name)]
    used_up = {id(call.args[0]) for call in calls if call.args and call.func.id in AGGREGATES}
    used_up |= {id(c.args[0]) for c in every if c.args and isinstance(c.func, gast.Attribute) and _uses_up_all(c.func)}
    words = [word for call in calls if call.func.id in _ORDERING for word in call.keywords]
    used_up |= {id(word.value) for word in words if word.arg == "key"}
    return any(
        isinstance(part, (gast.Lambda, gast.GeneratorExp)) and id(part) not in used_up and _refers_to(part, targets)
        for part in walk(node)
    )


def _refers_to(node: Any, names: frozenset[str]) -> bool:
    """Whether what runs later of a function or a generator refers to some variables that are not its own."""
    if isinstance(node, gast.GeneratorExp):
        own = {name for generator in node.generators for name in _targets(generator.target)}
        parts: Any = [*node.generators[0].ifs, *node.generators[1:], node.elt]
    else:
        own = {part.id for part in walk(node.args) if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Param)}
        parts = [node.body]
    return any(isinstance(part, gast.Name) and part.id in names - own for body in parts for part in walk(body))


#: Builtins that call what they are given for `key`, and do not keep it.
_ORDERING = frozenset({"min", "max", "sorted"})


def mark_aggregates(call: Any) -> None:
    """Tells the comprehension that is given to a builtin what will become of it, before either is converted.

    What is joined to a string is a list: Python makes one. So is what numbers are multiplied of, all of which are made.
    """
    function = call.func
    if isinstance(function, gast.Attribute) and _uses_up_all(function):
        if len(call.args) == 1 and isinstance(call.args[0], gast.GeneratorExp):
            made = call.args[0]
            call.args[0] = located(gast.ListComp(made.elt, made.generators), made)
        return
    if not isinstance(function, gast.Name) or function.id not in AGGREGATES or not call.args:
        return
    given = call.args[0]
    if isinstance(given, (gast.GeneratorExp, gast.ListComp)):
        given.__dict__.setdefault("aggregate", function.id)
    elif function.id == "len" and isinstance(given, gast.Call) and len(given.args) == 1 and not given.keywords:
        inner = given.args[0]
        if isinstance(given.func, gast.Name) and given.func.id == "list" and isinstance(inner, gast.GeneratorExp):
            inner.aggregate = "len"


def _uses_up_all(function: Any) -> bool:
    """Whether an attribute is `math.prod`, or the method `join` of a string that is written out."""
    if isinstance(function.value, gast.Constant):
        return bool(function.attr == "join")
    return isinstance(function.value, gast.Name) and (function.value.id, function.attr) == ("math", "prod")


def convert_comprehension(node: Any, defined: Callable[[Any, Any], Any]) -> Any:
    """A comprehension whose parts are converted.

    Args:
        node: the comprehension.
        defined: what stands for a lambda that binds names, of it: a function that is defined before the statement.
    """
    first = node.generators[0]
    aggregate = node.__dict__.get("aggregate")
    kind = _KEYED.get(type(node))
    if (isinstance(node, gast.ListComp) or aggregate or kind) and _is_stageable(node):
        filtered = any(generator.ifs for generator in node.generators)
        if aggregate or kind or filtered or node.binds or not isinstance(first.iter, _WRITTEN_OUT):
            made = _made(node)
            whole = made[0] if len(made) == 1 else located(gast.Tuple(made, gast.Load()), node)
            define = partial(_defined, defined, node) if node.binds else None
            test, element = _closures(node.generators, whole, define)
            if node.binds:
                test, element = defined(test, node), defined(element, node)
            callee = [gast.Name(aggregate, gast.Load(), None, None)] if aggregate else []
            if kind:
                callee = [gast.Constant(kind, None)]
            depth = [gast.Constant(len(node.generators) - 1, None)] if len(node.generators) > 1 else []
            if depth and not callee:
                callee = [gast.Constant(None, None)]
            if isinstance(first.iter, gast.GeneratorExp):
                first.iter = operator_call("new", first.iter, first.iter)
            first.iter = operator_call("elements", first.iter, _copy(first.iter), test, element, *callee, *depth)
            return operator_call("listed", node, node)
    if node.__dict__.get("captures") and not isinstance(first.iter, _WRITTEN_OUT):
        test, element = _closures(node.generators, node.elt)
        for part in walk(element):  # Python would take equal code for the same, and for that of one name
            if isinstance(part, gast.Lambda) and part is not element:
                part.body.end_col_offset = (getattr(part.body, "end_col_offset", None) or 0) + 1
        last = gast.Constant("last", None)
        first.iter = operator_call("elements", first.iter, _copy(first.iter), test, element, last)
        return operator_call("listed", node, node)
    if isinstance(node, gast.GeneratorExp) and len(node.generators) == 1 and _is_stageable(node) and not node.binds:
        if first.ifs or not isinstance(first.iter, _WRITTEN_OUT):
            test, element = _closures(node.generators, node.elt)
            later = gast.Constant("later", None)
            first.iter = operator_call("elements", first.iter, _copy(first.iter), test, element, later)
            return operator_call("listed", node, node)
    for generator in node.generators:
        if not generator.is_async and not isinstance(generator.iter, _WRITTEN_OUT):
            generator.iter = operator_call("elements", generator.iter, generator.iter)
    return node


#: Comprehensions that look for what they make among what they have.
_KEYED = {gast.SetComp: "set", gast.DictComp: "dict"}


def convert_display(node: Any) -> Any:
    """`[a, *b]` and `(a, *b)`; `{a, b}` and `{k: v}`, where a key is not written out or a dict is unpacked."""
    if isinstance(node, (gast.List, gast.Tuple)):
        starred = [part for part in node.elts if isinstance(part, gast.Starred)]
        if not starred or not isinstance(node.ctx, gast.Load):
            return node
        for part in starred:
            part.value = spread(part.value)
        return operator_call("display", node, node)
    if isinstance(node, gast.Set):
        if all(isinstance(element, gast.Constant) for element in node.elts):
            return node
        for part in node.elts:
            if isinstance(part, gast.Starred):
                part.value = spread(part.value)
        return operator_call("set_display", node, *node.elts)
    if all(isinstance(key, gast.Constant) for key in node.keys):
        return node
    pairs = [
        [operator_call("mapping_of", value, value)] if key is None else [key, value]
        for key, value in zip(node.keys, node.values, strict=True)
    ]
    return operator_call("dict_display", node, *(gast.Tuple(pair, gast.Load()) for pair in pairs))


def _is_stageable(node: Any) -> bool:
    return bool(node.__dict__.get("stageable")) and (node.binds or not _binds(node))


def _binds(node: Any) -> bool:
    """Whether a comprehension has come to bind a name (the middle of `a < f(x) < b`), which Python does not allow in
    what it goes over, where its parts would stand as closures.
    """
    return any(isinstance(part, gast.NamedExpr) for part in walk(node))


def _is_pattern(target: Any) -> bool:
    if isinstance(target, (gast.Tuple, gast.List)):
        return all(_is_pattern(part) or _is_starred_name(part) for part in target.elts)
    return isinstance(target, gast.Name)


def _is_starred_name(target: Any) -> bool:
    return isinstance(target, gast.Starred) and isinstance(target.value, gast.Name)


def _nesting(nodes: Iterable[Any]) -> int:
    depth = 0
    for node in nodes:
        inner = sum(isinstance(part, COMPREHENSIONS) for part in walk(node))
        depth = max(depth, inner)
    return depth


def _closures(
    generators: list[Any],
    element: Any,
    define: Callable[[Any, list[str]], Any] | None = None,
    around: Sequence[str] = (),
) -> tuple[Any, Any]:
    """The test and the element of the first clause, as functions of its target.

    Args:
        generators: the clauses.
        element: what the last of them makes.
        define: gives what stands for an expression that may bind names, and reads others.
        around: the variables of the clauses around the first.
    """
    first, *rest = generators
    names = [*dict.fromkeys((*around, *_targets(first.target)))]
    defined = define if around or not isinstance(first.target, gast.Name) else None
    made = _copy(element)
    if rest:
        inner_test, inner_element = _closures(rest, element, define, names)
        made = gast.Tuple([_copy(rest[0].iter), inner_test, inner_element], gast.Load())
    test: Any = gast.Constant(None, None)
    if first.ifs:
        conditions = [_copy(condition) for condition in first.ifs]
        test = conditions[0]
        if len(conditions) > 1:
            waiting = [lambda_of(condition) for condition in conditions[1:]]
            test = gast.Call(operator_call("and_test", conditions[0], conditions[0], *waiting), [], [])
        if defined is not None:
            test = defined(located(test, first.iter), names)
        test = _function_of(first.target, test, first.iter)
    if defined is not None:
        made = defined(made, names)
    return test, _function_of(first.target, made, element)


def _targets(target: Any) -> list[str]:
    """The names that a target binds, in order."""
    return [part.id for part in walk(target) if isinstance(part, gast.Name)]


def _defined(defined: Callable[[Any, Any], Any], node: Any, body: Any, names: list[str]) -> Any:
    """A call of the function that is defined before the statement for an expression, if that binds."""
    made = located(gast.Lambda(_parameters(names), body), body)
    made.generated = True
    function = defined(made, node)
    if function is made:
        return body
    return located(gast.Call(function, [gast.Name(name, gast.Load(), None, None) for name in names], []), body)


def _function_of(target: Any, body: Any, at: Any) -> Any:
    """`lambda target: body`, where the target may be a pattern."""
    if isinstance(target, gast.Name):
        made = gast.Lambda(_parameters([target.id]), body)
    else:
        made = gast.Lambda(_parameters(["ag__item"]), _unpacked("ag__item", target, body))
    made.generated = True
    return located(made, at)


def _unpacked(name: str, pattern: Any, body: Any) -> Any:
    """`body`, with the names of a pattern bound to the parts of what a name holds."""
    names: list[str] = []
    bound_later: set[str] = set()
    star = next((index for index, part in enumerate(pattern.elts) if isinstance(part, gast.Starred)), None)
    parts = [part.value if index == star else part for index, part in enumerate(pattern.elts)]
    for index, part in reversed(list(enumerate(parts))):
        plain = isinstance(part, gast.Name) and part.id not in bound_later
        names.insert(0, part.id if plain else f"{name}_{index}")
        if isinstance(part, gast.Name):
            bound_later.add(part.id)
        else:
            inner = {target.id for target in walk(part) if isinstance(target, gast.Name)}
            if inner & bound_later:
                part = _without(part, bound_later)
            bound_later |= inner
            body = _unpacked(names[0], part, body)
    counts = [len(names)] if star is None else [star, len(names) - star - 1]
    given = gast.Name(name, gast.Load(), None, None), *(gast.Constant(count, None) for count in counts)
    held: Any = operator_call("parts", pattern, *given)
    value = gast.Starred(held, gast.Load())
    inner = gast.Lambda(_parameters(names), body)
    inner.generated = True
    return gast.Call(inner, [value], [])


def _without(pattern: Any, names: set[str]) -> Any:
    """A pattern in which some names, that are bound anew later, bind what nobody reads."""
    new = _copy(pattern)
    for target in walk(new):
        if isinstance(target, gast.Name) and target.id in names:
            target.id = f"ag__{target.id}"
    return new


def _parameters(names: list[str]) -> Any:
    return gast.arguments([gast.Name(name, gast.Param(), None, None) for name in names], [], None, [], [], None, [])


def _copy(node: Any) -> Any:
    """A second node of everything under one: positions stay, nothing is shared."""
    if isinstance(node, list):
        return [_copy(item) for item in node]
    if not isinstance(node, gast.AST):
        return node
    kind: Any = type(node)
    new = kind.__new__(kind)
    for name, value in node.__dict__.items():
        new.__dict__[name] = _copy(value) if isinstance(value, (list, gast.AST)) else value
    return new
