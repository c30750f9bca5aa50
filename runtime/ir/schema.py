"""How an operation is declared: once, as one row of the table `OPS`.

    ADD = op('AddV2', 'x: T, y: T -> z: T', shapes=broadcast, T=NUMBER)

The signature names the inputs and their types. A type is a dtype (`int32`), alternatives (`int32|int64`), or a
variable that inputs and outputs share (`T`), restricted by a keyword of `op`; a variable that no input binds is an
attribute of that name. `any` is any type, `values: N * T` stands for any number of values of one type, and `data: *`
for any number of any types. An output whose name is left out is called `output`. After a semicolon come the attributes,
with their types (`ATTRIBUTES`) and, of those that may be left out, what they are then:
`input: T, axis: int32; keep_dims: bool = False -> T`; `name: str?` may be left out and is nothing then. The signature
gives arity, the checks of dtypes that TensorFlow makes, the dtypes of the outputs, and the type attributes that a
printed graph shows. Beside it are

- `shapes(*inputs, **attrs)`: the static shape of the output, or a list of shapes when there are several;
- or `infer(*inputs, **attrs)`: whole types of the outputs, where those of the inputs do not say them (`-> *`);
- `effects`: what it reads or writes besides its inputs and outputs;
- `tags`: what passes may do with it.

What runs, differentiates or writes operations registers a column from outside:

    kernel[ADD] = np.add
    gradient[ADD] = ...

- `kernel(*arrays, **attrs)`: pure numpy, from arrays (or numpy scalars) to an array, or a tuple of them;
- `in_place(*arrays, **attrs)`: the kernel of an update that changes its first input and returns that;
- `gradient(node, *cotangents)`: a gradient, or None, per input, written with public operations. `node` has `inputs`,
  `outputs` and `attrs`, be it a node of a graph or a record of an eager call.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec


class Effect(enum.Flag):
    """What an operation does besides computing its outputs.

    READ and WRITE concern input 0 and the other resources among the inputs. OUTPUT prints, asserts or calls Python: it
    is never pruned, and ordered among its like. RANDOM draws from a stream of random numbers: run again, it gives
    others. FRESH makes something new, such as a list that is then added to: run again, it makes another like it.
    Neither is merged nor folded, and both may be pruned.
    """

    NONE = 0
    READ = enum.auto()
    WRITE = enum.auto()
    OUTPUT = enum.auto()
    RANDOM = enum.auto()
    FRESH = enum.auto()


class Tag(enum.Flag):
    """What else is known of an operation.

    TOTAL: it cannot fail on inputs whose static types were accepted; it may run where the program might not have run
    it. TOTAL_IF_FIT: neither can this one, if the shapes of its inputs are known, and so are known to fit. FOLDED: its
    value is computed while a graph is built, where those of its inputs are known. MOVED: its numbers are such as were
    there before. VIEW: NumPy makes its result a view of the first input. CHECK: it raises an error, or does nothing.
    """

    NONE = 0
    TOTAL = enum.auto()
    TOTAL_IF_FIT = enum.auto()
    FOLDED = enum.auto()
    MOVED = enum.auto()
    VIEW = enum.auto()
    CHECK = enum.auto()


TOTAL, TOTAL_IF_FIT, FOLDED = Tag.TOTAL, Tag.TOTAL_IF_FIT, Tag.FOLDED
MOVED, CHECK = Tag.MOVED, Tag.CHECK
VIEW = Tag.VIEW | MOVED


@dataclass(frozen=True)
class Parameter:
    """One input, or output, of a signature.

    Attributes:
        name: of the input or output.
        variable: the type variable it has, if any.
        allowed: the dtypes it may have; None for any.
        repeated: whether it stands for any number of values of one type.
    """

    name: str
    variable: str | None
    allowed: frozenset[DType] | None
    repeated: bool = False

    @property
    def is_untyped(self) -> bool:
        """Whether it stands for any number of values of any types."""
        return self.repeated and self.variable is None and self.allowed is None

    @property
    def dtype(self) -> DType | None:
        """The only dtype it may have, if there is just one."""
        return next(iter(self.allowed)) if self.allowed is not None and len(self.allowed) == 1 else None


#: What an attribute may be: the types of its values, or of the items of a sequence of them. What is `any` may be
#: anything that a file can hold, and an `object` what none can. Of what is `spatial` there is one for each dimension
#: of an image but batch and channels.
ATTRIBUTES: dict[str, tuple[type, ...]] = {
    "any": (object,),
    "array": (np.ndarray,),
    "bool": (bool,),
    "bytes": (bytes,),
    "dtype": (DType,),
    "dtypes": (DType,),
    "float": (float, int),
    "int": (int,),
    "ints": (int,),
    "object": (object,),
    "shape": (TensorShape,),
    "shapes": (TensorShape,),
    "spec": (TensorSpec,),
    "spatial": (int,),
    "specs": (TensorSpec,),
    "str": (str,),
    "stream": (object,),
    "strs": (str,),
}

#: Those whose values are sequences.
_SEQUENCES = frozenset({"dtypes", "ints", "shapes", "spatial", "specs", "strs"})


@dataclass(frozen=True)
class Attribute:
    """An attribute of an operation.

    Attributes:
        name: of the attribute.
        type: one of `ATTRIBUTES`.
        required: whether each node has it.
        default: what it is where a node has none; `ABSENT` if it is nothing then.
    """

    name: str
    type: str
    required: bool = True
    default: Any = None

    def takes(self, value: Any) -> bool:
        """Whether it may be `value`."""
        if value is None:
            return self.type in ("any", "object") or (not self.required and self.default is None)
        allowed = ATTRIBUTES[self.type]
        if self.type in _SEQUENCES:
            return isinstance(value, (tuple, list)) and all(_is_of(item, allowed) for item in value)
        return _is_of(value, allowed)


def _is_of(value: Any, allowed: tuple[type, ...]) -> bool:
    return type(value) in allowed or (type(value) is not bool and isinstance(value, allowed))


#: In place of a default: an attribute that a node may do without.
ABSENT: Any = enum.Enum("Absent", "ABSENT").ABSENT  # type: ignore[attr-defined]


class Signature:
    """The types of an operation's inputs, attributes and outputs, parsed from text as the module describes."""

    def __init__(self, text: str, variables: Mapping[str, Iterable[DType]]):
        self.text = text
        self.variables = {name: frozenset(allowed) for name, allowed in variables.items()}
        inputs, _, outputs = text.partition("->")
        inputs, _, attributes = inputs.partition(";")
        self.inputs = [self._parameter(part) for part in inputs.split(",") if part.strip()]
        self.outputs = [self._parameter(part, "output") for part in outputs.split(",") if part.strip()]
        if len({p.name for p in self.outputs}) < len(self.outputs):
            raise ValueError(f"two outputs have one name: {text}")
        self.variadic = any(p.repeated for p in self.inputs)
        bound = {p.variable for p in self.inputs}
        free = dict.fromkeys(p.variable for p in self.outputs if p.variable is not None and p.variable not in bound)
        parts = [part for part in attributes.split(",") if part.strip()]
        #: Whether it may have any others, as an operation that makes a dataset has those of TensorFlow.
        self.open_ended = any(part.strip() == "**" for part in parts)
        found = [_attribute(part) for part in parts if part.strip() != "**"]
        self.attributes = {a.name: a for a in (*found, *(Attribute(name, "dtype") for name in free))}

    def _parameter(self, text: str, default: str = "") -> Parameter:
        name, _, kind = text.rpartition(":")
        name = name.strip() or default
        repeated = kind.strip().startswith("N *")
        kind = kind.strip().removeprefix("N *").strip()
        if kind == "*":
            return Parameter(name, None, None, True)
        if kind == "any":
            return Parameter(name, None, None)
        allowed = [_NAMES.get(part.strip()) for part in kind.split("|")]
        if None in allowed:
            return Parameter(name, kind, self.variables.get(kind), repeated)
        return Parameter(name, None, frozenset(allowed), repeated)  # type: ignore[arg-type]

    def spread(self, count: int) -> list[Parameter]:
        """The parameter of each of `count` inputs, with repeated ones spread out."""
        if not self.variadic:
            return self.inputs
        extra = count - len(self.inputs)
        spread: list[Parameter] = []
        for parameter in self.inputs:
            spread.extend([parameter] * (1 + extra if parameter.repeated else 1))
        return spread

    def bind(self, given: Sequence[DType]) -> dict[str, DType]:
        """The dtypes of the type variables.

        Raises:
            DtypeMismatch: if the inputs cannot have these dtypes.
        """
        bound: dict[str, DType] = {}
        for position, (parameter, dtype) in enumerate(zip(self.spread(len(given)), given, strict=True)):
            if parameter.variable is not None:
                expected = bound.setdefault(parameter.variable, dtype)
                if expected is not dtype:
                    raise DtypeMismatch(position, parameter, dtype, expected)
            if parameter.allowed is not None and dtype not in parameter.allowed:
                raise DtypeMismatch(position, parameter, dtype, parameter.dtype)
        return bound


def _attribute(text: str) -> Attribute:
    """An attribute, parsed: `keep_dims: bool = False`."""
    name, _, rest = text.partition(":")
    kind, has_default, default = (part.strip() for part in rest.partition("="))
    value = ast.literal_eval(default) if has_default else None
    if kind.endswith("?"):
        kind, has_default, value = kind[:-1], "?", ABSENT
    if kind not in ATTRIBUTES:
        raise ValueError(f"an attribute cannot be of type {kind!r}: {text.strip()}")
    return Attribute(name.strip(), kind, not has_default, value)


class DtypeMismatch(Exception):
    """An input has a dtype that the signature does not allow; callers make it the error their world raises.

    Attributes:
        position: of the input.
        parameter: of the signature.
        dtype: what the input has.
        expected: the one dtype it should have, or None where several are allowed.
    """

    def __init__(self, position: int, parameter: Parameter, dtype: DType, expected: DType | None):
        super().__init__(position, parameter, dtype, expected)
        self.position = position
        self.parameter = parameter
        self.dtype = dtype
        self.expected = expected


@dataclass(eq=False)
class Op:
    """A declared operation. See the module for the meaning of the columns."""

    name: str
    signature: Signature
    infer: Callable[..., Sequence[TensorSpec]]
    effects: Effect = Effect.NONE
    tags: Tag = Tag.NONE
    outputs: int | Callable[..., int] = 1
    #: The columns that others fill.
    kernel: Callable[..., Any] = None  # type: ignore[assignment]
    in_place: Callable[..., Any] | None = None
    gradient: Callable[..., Any] | None = None
    structured_gradient: Callable[..., Any] | None = None
    #: Input dtypes that eager calls have passed already: checking them again is one look-up.
    accepted: set[Any] = field(default_factory=set, repr=False)

    def type_attrs(self, inputs: Sequence[DType]) -> dict[str, DType | int]:
        """The attributes that the types of the inputs determine: `{'T': float32, 'N': 2}`."""
        attrs: dict[str, DType | int] = dict(self.signature.bind(inputs))
        if any(p.repeated and not p.is_untyped for p in self.signature.inputs):
            attrs["N"] = len(inputs) - len(self.signature.inputs) + 1
        return attrs

    def in_order(self, attrs: Mapping[str, Any]) -> dict[str, Any]:
        """Attributes of a node in the order of the signature, after it those that it does not name."""
        declared = self.signature.attributes
        return {**{name: attrs[name] for name in declared if name in attrs}, **attrs}

    def __repr__(self) -> str:
        return f"<Op {self.name}>"

    def __reduce__(self) -> Any:
        return OPS.__getitem__, (self.name,)


#: Every operation, by name.
OPS: dict[str, Op] = {}


class Column:
    """What something that treats operations knows of each: `column[OP] = value`, once.

    Args:
        name: what it is called.
        default: what is known of operations without a row.
    """

    def __init__(self, name: str, default: Any = None):
        self.name = name
        self._default = default
        self._rows: dict[Op, Any] = {}

    def __setitem__(self, op: Op, value: Any) -> None:
        if op in self._rows:
            raise ValueError(f"operation {op.name} has a {self.name} already")
        self._rows[op] = value

    def fill(self, ops: Iterable[Op], value: Any) -> None:
        """Gives several operations the same row."""
        for op in ops:
            self[op] = value

    def __getitem__(self, op: Op) -> Any:
        return self._rows.get(op, self._default)

    def __contains__(self, op: Op) -> bool:
        return op in self._rows


class Field(Column):
    """A column that is an attribute of operations too, of the same name: what every call of one asks for."""

    def __setitem__(self, op: Op, value: Any) -> None:
        super().__setitem__(op, value)
        setattr(op, self.name, value)


#: The columns of the interpreter, and of differentiation. A structured gradient takes cotangents as they are: one that
#: is None, or is made of slices, stays so. It is asked first.
kernels = Field("kernel")
in_place_kernels = Field("in_place")
gradients = Field("gradient")
structured_gradients = Field("structured_gradient")


def updates(op: Op, in_place: Callable[..., Any]) -> None:
    """Gives an update its kernels: what changes its first input and returns that, and what does so to a copy."""
    in_place_kernels[op] = in_place
    kernels[op] = lambda array, *others, **attrs: in_place(array.copy(), *others, **attrs)


#: What the regions of an operation are called, where their number is given.
region_names = Column("names of regions", default=())

#: What an operation does outside of the program, in words; None for nothing. Or a function of the node that says it.
acts_outside = Column("act outside of the program")


def no_gradient(node: Any, *cotangents: Any) -> list[None]:
    """For what has derivative zero, or none."""
    return [None] * len(node.inputs)


def op(
    name: str,
    signature: str,
    *,
    shapes: Callable[..., Any] | None = None,
    infer: Callable[..., Sequence[TensorSpec]] | None = None,
    effects: Effect = Effect.NONE,
    tags: Tag = Tag.NONE,
    outputs: int | Callable[..., int] | None = None,
    **variables: Iterable[DType],
) -> Op:
    """Adds an operation to `OPS`.

    Args:
        name: TensorFlow's name for it.
        signature: the types of inputs, attributes and outputs, as the module describes.
        shapes: infers the static shapes.
        infer: infers whole specs, in place of `shapes`.
        effects: see `Effect`.
        tags: see `Tag`.
        outputs: how many there are, -1 if that differs, or a function of the attributes that says so; by default as the
            signature says.
        **variables: the dtypes each type variable may have.

    Raises:
        ValueError: if the name is taken.
    """
    if name in OPS:
        raise ValueError(f"operation {name} is declared twice")
    parsed = Signature(signature, variables)
    if infer is None:
        assert shapes is not None, f"{name} has neither `infer` nor `shapes`"
        infer = _inference(name, parsed, shapes)
    elif any(not p.is_untyped for p in parsed.inputs):
        infer = _checked(name, parsed, infer)
    if outputs is None:
        outputs = -1 if any(p.is_untyped for p in parsed.outputs) else len(parsed.outputs)
    declared = Op(name, parsed, infer, effects, tags, outputs, _no_kernel(name))
    OPS[name] = declared
    return declared


def declare(
    name: str,
    signature: str,
    kernel: Callable[..., Any] | None = None,
    *,
    gradient: Callable[..., Any] | None = None,
    **others: Any,
) -> Op:
    """An operation (see `op`) with its kernel and its derivative beside it, of a part that few programs load."""
    declared = op(name, signature, **others)
    if kernel is not None:
        kernels[declared] = kernel
    if gradient is not None:
        gradients[declared] = gradient
    return declared


def _inference(name: str, signature: Signature, shapes: Callable[..., Any]) -> Callable[..., Sequence[TensorSpec]]:
    """The function from input tensors to output specs, made of a signature and a shape function."""

    def infer(*inputs: Any, **attrs: Any) -> list[TensorSpec]:
        try:
            bound = signature.bind([x.dtype for x in inputs])
        except DtypeMismatch as mismatch:
            raise graph_type_error(name, signature, mismatch) from None
        found = shapes(*inputs, **attrs)
        if not isinstance(found, list):
            found = [found]
        result = []
        for position, shape in enumerate(found):
            # A repeated output, as of Split, has one type for all.
            output = signature.outputs[min(position, len(signature.outputs) - 1)]
            dtype = output.dtype or bound.get(output.variable or "") or attrs[output.variable]  # type: ignore[index]
            result.append(TensorSpec(shape, dtype))
        return result

    return infer


def _checked(
    name: str, signature: Signature, infer: Callable[..., Sequence[TensorSpec]]
) -> Callable[..., Sequence[TensorSpec]]:
    """`infer`, after the types of the inputs have been found to be those of the signature."""

    def checked(*inputs: Any, **attrs: Any) -> Sequence[TensorSpec]:
        try:
            signature.bind([x.dtype for x in inputs])
        except DtypeMismatch as mismatch:
            raise graph_type_error(name, signature, mismatch) from None
        return infer(*inputs, **attrs)

    return checked


def graph_type_error(name: str, signature: Signature, mismatch: DtypeMismatch) -> TypeError:
    """The error that building a graph raises for an input of a wrong dtype."""
    parameter, dtype, expected = mismatch.parameter, mismatch.dtype, mismatch.expected
    first = next((p for p in signature.inputs if p.variable and p.variable == parameter.variable), parameter)
    if expected is not None and first is not parameter:
        return TypeError(
            f"Input '{parameter.name}' of '{name}' Op has type {dtype.name} that does not match "
            f"type {expected.name} of argument '{first.name}'."
        )
    allowed = ", ".join(d.name for d in dtypes.ALL if parameter.allowed is None or d in parameter.allowed)
    if expected is not None:
        return TypeError(
            f"Input '{parameter.name}' of '{name}' Op has type {dtype.name} that does not match "
            f"expected type of {expected.name}."
        )
    return TypeError(
        f"Value passed to parameter '{parameter.name}' has DataType {dtype.name} not in list of allowed values: "
        f"{allowed}"
    )


def _no_kernel(name: str) -> Callable[..., Any]:
    def kernel(*arrays: Any, **attrs: Any) -> Any:
        raise NotImplementedError(f"{name} is run by the executor itself: it has no kernel")

    return kernel


_NAMES: dict[str, DType] = {d.name: d for d in dtypes.ALL}
