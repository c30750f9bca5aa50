"""What a function returns in which there are rows: numbers of these, and what is in the pools that they are of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from autograph.operators import container_errors
from autograph.operators.choices import later
from autograph.operators.either import Either
from autograph.operators.forms import Form
from autograph.operators.lists import StagedList, form_in
from autograph.operators.rows import SEQUENCES, Pool, Row
from autograph.operators.structures import Node, Optional, put_together, take_apart
from autograph.operators.tables import Table
from autograph.operators.tables import as_python as table_as_python
from autograph.operators.text import with_numbers
from autograph.staging import Composite, register_composite


class WithRows:
    """A row, a list or a dict with the pools of the rows in it.

    Attributes:
        value: the value, in which rows are numbers.
        like: the value that it was.
        pools: the pools of its rows, and of the rows in these, with what an entry of each is; None of one without any.
        contents: the entries of each pool, in which rows are numbers; None of one without any.
    """

    def __init__(self, value: Any, like: Any, pools: Sequence[tuple[Pool, Node | None]], contents: Sequence[Any]):
        self.value = value
        self.like = like
        self.pools = pools
        self.contents = contents


def with_pools(value: Any) -> Any:
    """What a function returns in place of a value: the value itself if there are no rows in it."""
    pools = list(_pools_of(_node_of(value)))
    if not pools:
        return value
    entries: list[StagedList | None] = []
    for pool in pools:
        held = _entries(pool)
        pools += [] if held is None else [inner for inner in _pools_of(held.form.node) if inner not in pools]
        entries.append(held)
    nodes = [None if held is None else held.form.node for held in entries]
    contents = [None if held is None else _numbered(held) for held in entries]
    return WithRows(_numbered(value), value, [*zip(pools, nodes, strict=True)], contents)


def _entries(pool: Pool) -> StagedList | None:
    """What is in the rows of a pool; None if nothing is."""
    if pool.keys is None:
        return pool.items.entries if type(pool.items) is Table else None
    if type(pool.items) is StagedList:
        return pool.items
    form = form_in(pool.backend, pool.items, pool.items)
    if form is None:
        container_errors.unlike_items(pool.items, "they are not numbers or tensors of one type")
    return StagedList.of(pool.backend, pool.items, form)


def _with_pools_within(value: Any) -> Any:
    """A value with what a function would return in place of each part of it that has rows."""
    node = take_apart(value, [])
    return _held(node) if any(part.kind in WITH_ROWS for part in node.containers()) else value


def _held(node: Node) -> Any:
    if node.kind in WITH_ROWS:
        return with_pools(node.value)
    parts = [_held(part) for part in node.parts]
    are_own = all(one is part.value for one, part in zip(parts, node.parts, strict=True))
    return node.value if are_own else put_together(node, parts, fresh=True)


later["with pools"] = _with_pools_within

#: In what there may be rows.
WITH_ROWS = frozenset({Row, StagedList, Table})


def _node_of(value: Any) -> Node:
    if type(value) is Row:
        return take_apart(value, [])
    return (value.entries if type(value) is Table else value).form.node


def _pools_of(node: Node) -> dict[Pool, None]:
    return dict.fromkeys(part.label for part in node.containers() if part.kind is Row)


def _numbered(value: Any) -> Any:
    """A value with the numbers of rows in place of them."""
    if type(value) is Row:
        return value.number
    held = value.entries if type(value) is Table else value
    form = Form(_without_rows(held.form.node), held.form.types)
    return StagedList(held.backend, list, form, held.length, held.buffers)


def _without_rows(node: Node, is_option: bool = False) -> Node:
    if node.kind is Row:
        return _numbered_row(node) if is_option else node.parts[0]
    parts = [_without_rows(part, node.kind is Either) for part in node.parts]
    return Node(node.value, node.kind, node.label, parts, node.index)


def _numbered_row(node: Node) -> Node:
    """What stands for a row where there may be something else."""
    like = take_apart(node.label.numbered(0), [])
    return Node(like.value, like.kind, like.label, node.parts, -1)


def components(held: WithRows) -> list[Any]:
    """The value, and the entries of each pool."""
    return [held.value, *held.contents]


def with_components(like: WithRows, parts: Sequence[Any]) -> WithRows:
    """Another value, and other entries."""
    return WithRows(parts[0], like.like, like.pools, parts[1:])


def as_python(held: WithRows) -> Any:
    """The value of Python's that a value is, once the program has run."""
    rows = _Rows()
    pairs = [*zip(held.pools, held.contents, strict=True)]
    for (pool, node), entries in pairs:
        for (row, _), content in entries or () if pool.kind is tuple else ():
            assert node is not None
            rows.tuples[pool, int(row)].append((node.parts[1], content))
    for (pool, node), entries in pairs:
        if pool.keys is not None:
            assert node is not None
            for number, record in enumerate(entries):
                for key, part, content in zip(pool.keys, node.parts, record, strict=True):
                    _add(rows.of(pool, number), key, _with_rows(rows, part, content))
            continue
        for (row, key), content in entries or () if pool.kind is not tuple else ():
            assert node is not None
            _add(rows.of(pool, row), with_numbers([key])[0], _with_rows(rows, node.parts[1], content))
    like = held.like
    if type(like) is Row:
        return rows.of(like.pool, held.value)
    found = [_with_rows(rows, _node_of(like), element) for element in held.value]
    return table_as_python(like, found) if type(like) is Table else like.kind(found)


class _Rows:
    """The containers of Python's that rows are.

    Attributes:
        tuples: of the rows that are tuples, by pool and number, each item and how it is made: a tuple is made of all.
    """

    def __init__(self) -> None:
        self.made: dict[tuple[Pool, int], Any] = {}
        self.tuples: dict[tuple[Pool, int], list[tuple[Node, Any]]] = defaultdict(list)

    def of(self, pool: Pool, number: Any) -> Any:
        """The container that a row is."""
        key = pool, int(number)
        if key not in self.made:
            self.made[key] = self._new(pool, key)
        return self.made[key]

    def _new(self, pool: Pool, key: tuple[Pool, int]) -> Any:
        if pool.kind is tuple:
            return tuple([_with_rows(self, node, content) for node, content in self.tuples[key]])
        is_made_by_call = not pool.is_of_objects and pool.kind is not defaultdict
        return pool.kind() if is_made_by_call else _empty(pool)


def _empty(pool: Pool) -> Any:
    return defaultdict(pool.factory) if pool.kind is defaultdict else object.__new__(pool.kind)


def _add(container: Any, key: Any, content: Any) -> None:
    if type(container) in SEQUENCES:
        container.append(content)
    elif type(container) is set:
        container.add(key)
    elif isinstance(container, dict):
        container[key] = content
    else:
        object.__setattr__(container, key, content)


def _with_rows(rows: _Rows, node: Node, value: Any) -> Any:
    """A value in which rows are numbers, with the containers in their place."""
    if node.kind is Row:
        return rows.of(node.label, value)
    if not _pools_of(node):
        return value
    if node.kind is Optional:
        return None if value is None else _with_rows(rows, node.parts[1], value)
    if node.kind is Either:
        pool = next((pool for pool in _pools_of(node) if type(value) is pool.numbered), None)
        if pool is not None:
            return rows.of(pool, value.number)
        tree = take_apart(value, [])
        alike = [part for part in node.parts[1::2] if part.kind is tree.kind and part.label == tree.label]
        return _with_rows(rows, alike[0], value) if alike else value
    tree = take_apart(value, [])
    pairs = zip(node.parts, tree.parts, strict=True)
    return put_together(tree, [_with_rows(rows, known, part.value) for known, part in pairs], fresh=True)


def _rebuilt(like: WithRows, parts: Sequence[Any]) -> Any:
    made = with_components(like, parts)
    return made if like.pools[0][0].backend.is_tracing() else as_python(made)


register_composite(WithRows, Composite(components, _rebuilt))
