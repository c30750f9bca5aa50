"""Nested structures of Python containers, with the meaning of `tf.nest`.

A structure is a list, tuple, namedtuple, mapping, deque, attrs object, or a class that has `__tf_flatten__` and
`__tf_unflatten__`; everything else, None among it, is a leaf. Mappings go by sorted key. It is written here and not
taken from optree, which orders an `OrderedDict` by insertion, and takes other mappings and attrs objects as leaves.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any


def is_nested(structure: Any) -> bool:
    """Whether `structure` is a container, as opposed to a leaf.

    >>> is_nested([]), is_nested('ab'), is_nested(None)
    (True, False, False)
    """
    kind = type(structure)
    return kind in _PLAIN or (kind not in _LEAVES and _is_container(kind))


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves of `structure`, in order.

    Args:
        structure: a leaf or a nested structure.
        expand_composites: accepted for compatibility.

    Returns:
        A list; of `structure` itself if it is a leaf.

    >>> flatten({'b': [1, None], 'a': (2,)})
    [2, 1, None]
    """
    leaves: list[Any] = []
    _flatten_into(structure, leaves)
    return leaves


def pack_sequence_as(structure: Any, flat_sequence: Sequence[Any], expand_composites: bool = False) -> Any:
    """A structure like `structure`, with the leaves replaced by those of `flat_sequence`.

    Args:
        structure: a leaf or a nested structure.
        flat_sequence: the new leaves, in the order of `flatten`.
        expand_composites: accepted for compatibility.

    Raises:
        ValueError: if the numbers of leaves differ.
        TypeError: if `flat_sequence` is not a sequence.

    >>> pack_sequence_as({'b': 1, 'a': [2]}, ['x', 'y'])
    {'b': 'y', 'a': ['x']}
    """
    if not is_nested(flat_sequence):
        raise TypeError(
            f"Attempted to pack value:\n  {flat_sequence}\ninto a structure, "
            f"but found incompatible type `{type(flat_sequence)}` instead."
        )
    if not is_nested(structure):
        if len(flat_sequence) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {structure}\nHowever the input is a sequence "
                f"({type(flat_sequence)}) of length {len(flat_sequence)}.\n  {flat_sequence}\n"
                "nest cannot guarantee that it is safe to map one to the other."
            )
        return flat_sequence[0]
    count = len(flatten(structure))
    if count != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had {len(flat_sequence)} items.  "
            f"Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return _pack(structure, iter(flat_sequence))


def map_structure(func: Callable[..., Any], *structures: Any, **options: Any) -> Any:
    """Applies `func` to the leaves of structures that are alike.

    Args:
        func: takes one leaf of each structure.
        *structures: one or more; they must have the same structure.
        **options: `check_types` (True) and `expand_composites`, as of `assert_same_structure`.

    Returns:
        A structure like the first, of the results.

    Raises:
        TypeError: if `func` is not callable, or types of containers differ.
        ValueError: if there is no structure, or they differ.

    >>> map_structure(lambda x, y: x + y, {'a': 1, 'b': [2]}, {'a': 10, 'b': [20]})
    {'a': 11, 'b': [22]}
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    check_types = options.pop("check_types", True)
    options.pop("expand_composites", None)
    if options:
        raise ValueError(f"Only valid keyword arguments are `check_types` and `expand_composites`, got: {set(options)}")
    for other in structures[1:]:
        assert_same_structure(structures[0], other, check_types=check_types)
    if not is_nested(structures[0]):
        return func(*structures)
    leaves = [func(*args) for args in zip(*map(flatten, structures), strict=True)]
    return _pack(structures[0], iter(leaves))


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Checks that two structures nest in the same way.

    Args:
        nest1: a structure.
        nest2: another.
        check_types: whether the types of containers must agree too.
        expand_composites: accepted for compatibility.

    Raises:
        ValueError: if the nesting differs.
        TypeError: if `check_types` and the type of a container differs.
    """
    problem = _difference(nest1, nest2, check_types)
    if problem is None:
        return
    kind, text = problem
    raise kind(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {_typed(nest1)}\n\nSecond structure: {_typed(nest2)}\n\nMore specifically: {text}\n"
        f"Entire first structure:\n{_dots(nest1)}\nEntire second structure:\n{_dots(nest2)}"
    )


def flatten_with_paths(structure: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves of `structure`, each with the keys and indices that lead to it.

    >>> flatten_with_paths({'a': [1, 2]})
    [(('a', 0), 1), (('a', 1), 2)]
    """
    if not is_nested(structure):
        return [((), structure)]
    return [
        ((key, *path), leaf)
        for key, child in zip(keys(structure), children(structure), strict=True)
        for path, leaf in flatten_with_paths(child)
    ]


#: The common containers and leaves, answered without looking at their classes.
_PLAIN = frozenset({list, tuple, dict})
_LEAVES = {int, float, str, bytes, bool, complex, type(None)}


def register_leaf(kind: type) -> None:
    """Has values of a type be leaves, whatever its class says."""
    _LEAVES.add(kind)


def _is_container(kind: type) -> bool:
    if issubclass(kind, (list, tuple, Mapping, collections.deque, range)):
        return True
    if hasattr(kind, "__attrs_attrs__") or hasattr(kind, "__tf_flatten__"):
        return True
    if not kind.__flags__ & (1 << 9):
        _LEAVES.add(kind)  # only classes that cannot change are remembered: the set must not keep user classes alive
    return False


def _flatten_into(structure: Any, leaves: list[Any]) -> None:
    kind = type(structure)
    if kind is list or kind is tuple:
        for child in structure:
            _flatten_into(child, leaves)
    elif kind in _LEAVES or not is_nested(structure):
        leaves.append(structure)
    else:
        for child in children(structure):
            _flatten_into(child, leaves)


def keys(structure: Any) -> Sequence[Any]:
    """What the children of a nested structure are known by, in the order of `children`."""
    if isinstance(structure, Mapping):
        return sorted(structure)
    if hasattr(type(structure), "__attrs_attrs__"):
        return [field.name for field in type(structure).__attrs_attrs__]
    return getattr(structure, "_fields", None) or range(len(children(structure)))


def children(structure: Any) -> Sequence[Any]:
    """The structures that a nested structure is made of; those of a dict by sorted key."""
    kind = type(structure)
    if isinstance(structure, Mapping):
        return [structure[key] for key in sorted(structure)]
    if hasattr(kind, "__attrs_attrs__"):
        return [getattr(structure, field.name) for field in kind.__attrs_attrs__]
    if hasattr(kind, "__tf_flatten__"):
        return structure.__tf_flatten__()[1]
    # A class of tuples may say itself how it is gone over.
    return structure if kind is tuple or not isinstance(structure, tuple) else [*tuple.__iter__(structure)]


def metadata(structure: Any) -> Any:
    """What a class with `__tf_flatten__` says of an instance beside its components; None for other containers."""
    return structure.__tf_flatten__()[0] if hasattr(type(structure), "__tf_flatten__") else None


def _pack(structure: Any, leaves: Iterator[Any]) -> Any:
    if not is_nested(structure):
        return next(leaves)
    return with_children(structure, [_pack(child, leaves) for child in children(structure)])


#: Of types that a `class` statement makes (Py_TPFLAGS_HEAPTYPE).
_HEAP_TYPE = 1 << 9


def with_children(structure: Any, parts: list[Any]) -> Any:
    """A container like `structure`, of other parts, in the order of `children`."""
    kind = type(structure)
    if kind is list or kind is range:
        return parts
    if kind is tuple:
        return tuple(parts)
    if isinstance(structure, Mapping):
        return _pack_mapping(structure, dict(zip(sorted(structure), parts, strict=True)))
    if hasattr(kind, "__attrs_attrs__"):
        return kind(*parts)
    if hasattr(kind, "__tf_flatten__"):
        return kind.__tf_unflatten__(structure.__tf_flatten__()[0], tuple(parts))
    if issubclass(kind, tuple) and kind.__flags__ & _HEAP_TYPE and not hasattr(kind, "n_sequence_fields"):
        return tuple.__new__(kind, parts)  # the `__new__` of a user's class may make other items of them
    return kind(parts)


def _pack_mapping(structure: Any, items: dict[Any, Any]) -> Any:
    # The order of keys is the original's, although leaves come by sorted key.
    ordered = {key: items[key] for key in structure}
    if isinstance(structure, collections.defaultdict):
        return type(structure)(structure.default_factory, ordered)
    return type(structure)(ordered)


def _difference(first: Any, second: Any, check_types: bool) -> tuple[type[Exception], str] | None:
    """What makes two structures differ, and the error it is."""
    if not is_nested(first) or not is_nested(second):
        if is_nested(first) == is_nested(second):
            return None
        nested, leaf = (first, second) if is_nested(first) else (second, first)
        return ValueError, f'Substructure "{_typed(nested)}" is a sequence, while substructure "{_typed(leaf)}" is not'
    if check_types and not _same_kind(first, second):
        return TypeError, (
            f"The two namedtuples don't have the same sequence type. First structure {_typed(first)} has type "
            f"{type(first).__name__}, while second structure {_typed(second)} has type {type(second).__name__}"
        )
    if isinstance(first, Mapping) and isinstance(second, Mapping) and set(first) != set(second):
        return ValueError, (
            "The two dictionaries don't have the same set of keys. First structure has keys "
            f"{_typed(list(first))}, while second structure has keys {_typed(list(second))}"
        )
    left, right = children(first), children(second)
    if len(left) != len(right):
        return ValueError, (
            f"The two structures don't have the same number of elements. First structure: {_typed(first)}. "
            f"Second structure: {_typed(second)}"
        )
    return next(
        filter(None, (_difference(a, b, check_types) for a, b in zip(left, right, strict=True))),
        None,
    )


def _same_kind(first: Any, second: Any) -> bool:
    if type(first) is type(second) or (isinstance(first, Mapping) and isinstance(second, Mapping)):
        return True
    fields = getattr(first, "_fields", None)
    return (
        fields is not None
        and fields == getattr(second, "_fields", ())
        and (type(first).__name__ == type(second).__name__)
    )


def _typed(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


def _dots(structure: Any) -> str:
    """The outline of a structure, with a dot for each leaf."""
    return repr(map_structure(lambda _: _DOT, structure))


class _Dot:
    def __repr__(self) -> str:
        return "."


_DOT = _Dot()
