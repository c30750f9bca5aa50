"""Random numbers that are TensorFlow's, bit for bit: the counter-based generator Philox 4x32-10, and its distributions.

The generator is a function of a key and a counter (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011):
each counter gives a block of four 32-bit words, and numbers are made of these words in order.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dtypes import DType

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF

#: Up to this many blocks, integers of Python are faster than arrays.
_FEW = 6

#: Blocks that are worked on at once, so that they stay in the processor's cache.
_CHUNK = 4096

#: How many blocks a stateful operation lays aside for each number, used or not.
RESERVED = 256

#: How many words each number may use up where some are passed over.
_WORDS_FOR_ONE = 256


class Philox:
    """A generator at a place of its sequence.

    Args:
        key: 64 bits.
        counter: 128 bits: the number of the next block.
    """

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int = 0):
        self.key = key & _LONG
        self.counter = counter & (_LONG << 64 | _LONG)

    @classmethod
    def of_seeds(cls, seed: int, op_seed: int) -> Philox:
        """The generator of a stateful operation, by the seed of the program and its own."""
        return cls(seed, (op_seed & _LONG) << 64)

    @classmethod
    def scrambled(cls, seed: int, other: int) -> Philox:
        """The generator of a stateless operation, by its seed: two integers."""
        mixed = cls(0x02461E293EC8F720, (seed & _LONG) | (other & _LONG) << 64).words(4)
        first, second, third, fourth = (int(word) for word in mixed)
        return cls(first | second << 32, (third | fourth << 32) << 64)

    def skip(self, blocks: int) -> None:
        """Moves on."""
        self.counter = (self.counter + blocks) & (_LONG << 64 | _LONG)

    def words(self, count: int) -> np.ndarray:
        """The next `count` words, as uint32; the generator stays where it is."""
        blocks = -(-count // 4)
        if blocks <= _FEW:
            flat = [word for i in range(blocks) for word in self._block(self.counter + i)]
            return np.array(flat[:count], np.uint32)
        return self.blocks(np.arange(blocks, dtype=np.uint64)).reshape(-1)[:count]

    def blocks(self, offsets: np.ndarray) -> np.ndarray:
        """The blocks at these distances from here: a row of four words for each."""
        result = np.empty((len(offsets), 4), np.uint32)
        for start in range(0, len(offsets), _CHUNK):
            self._fill(result[start : start + _CHUNK], offsets[start : start + _CHUNK])
        return result

    def _block(self, counter: int) -> tuple[int, int, int, int]:
        a, b, c, d = counter & _WORD, counter >> 32 & _WORD, counter >> 64 & _WORD, counter >> 96 & _WORD
        k, m = self.key & _WORD, self.key >> 32
        for _ in range(_ROUNDS):
            left, right = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
            a, b, c, d = right >> 32 ^ b ^ k, right & _WORD, left >> 32 ^ d ^ m, left & _WORD
            k, m = k + _WEYL[0] & _WORD, m + _WEYL[1] & _WORD
        return a, b, c, d

    def _fill(self, result: np.ndarray, offsets: np.ndarray) -> None:
        low, high = np.uint64(self.counter & _LONG), np.uint64(self.counter >> 64)
        bottom = offsets + low
        top = high + (bottom < offsets)  # where the lower half ran over
        word, shift = np.uint64(_WORD), np.uint64(32)
        a, b, c, d = bottom & word, bottom >> shift, top & word, top >> shift
        left, right = np.empty_like(a), np.empty_like(a)
        k, m = self.key & _WORD, self.key >> 32
        for _ in range(_ROUNDS):
            np.multiply(a, np.uint64(_MULTIPLIERS[0]), out=left)
            np.multiply(c, np.uint64(_MULTIPLIERS[1]), out=right)
            np.right_shift(right, shift, out=a)
            a ^= b
            a ^= np.uint64(k)
            np.bitwise_and(right, word, out=b)
            np.right_shift(left, shift, out=c)
            c ^= d
            c ^= np.uint64(m)
            np.bitwise_and(left, word, out=d)
            k, m = k + _WEYL[0] & _WORD, m + _WEYL[1] & _WORD
        for column, words in enumerate((a, b, c, d)):
            result[:, column] = words

    def numpy(self) -> np.random.Generator:
        """A generator of numpy's that this place decides, for distributions that are not TensorFlow's bit for bit."""
        entropy = [self.key, self.counter & _LONG, self.counter >> 64]
        return np.random.Generator(np.random.Philox(np.random.SeedSequence(entropy)))


# -- distributions: a generator and a shape to an array --------------------------------------------------------------


def uniforms(generator: Philox, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """Numbers in [0, 1): the words are the digits behind a one."""
    count = math.prod(shape)
    if dtype is dtypes.float64:
        return _doubles(generator.words(2 * count)).reshape(shape)
    words = generator.words(count)
    if dtype is dtypes.float16:
        ones = ((words & np.uint32(0x3FF)) | np.uint32(15 << 10)).astype(np.uint16).view(np.float16)
        return np.asarray(ones - np.float16(1)).reshape(shape)
    if dtype is dtypes.bfloat16:
        numbers = ((words & np.uint32(0x7F)) << np.uint32(16) | np.uint32(127 << 23)).view(np.float32) - np.float32(1)
        return np.asarray(numbers.astype(dtype.dtype)).reshape(shape)
    return _floats(words).reshape(shape)


def _floats(words: np.ndarray) -> np.ndarray:
    digits = words & np.uint32(0x7FFFFF)
    digits |= np.uint32(127 << 23)
    numbers = digits.view(np.float32)
    numbers -= np.float32(1)
    return numbers


def _doubles(words: np.ndarray) -> np.ndarray:
    pairs = words.reshape(-1, 2).astype(np.uint64)
    digits = (pairs[:, 0] & np.uint64(0xFFFFF)) << np.uint64(32) | pairs[:, 1]
    return (digits | np.uint64(1023 << 52)).view(np.float64) - 1.0


def normals(generator: Philox, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """Numbers of the standard normal distribution (Box and Muller, 1958)."""
    count = math.prod(shape)
    width = 4 if dtype is dtypes.float64 else 2
    numbers = _box_muller(generator.words(-(-count // 2) * width), width)
    return numbers[:count].astype(dtype.dtype).reshape(shape)


def _box_muller(words: np.ndarray, width: int) -> np.ndarray:
    """Two normal numbers for each two uniform ones, which `width` words make.

    Functions of 32-bit numbers are rounded once, from 64 bits, as the C library's are.
    """
    uniform = (_doubles if width == 4 else _floats)(words).reshape(-1, 2)
    kind = uniform.dtype.type
    logarithm = np.log(np.maximum(uniform[:, 0], kind(1e-7)).astype(np.float64)).astype(kind)
    radius = np.sqrt(kind(-2) * logarithm)
    angle = (2 * math.pi * uniform[:, 1].astype(np.float64)).astype(kind).astype(np.float64)
    result = np.empty_like(uniform)
    np.multiply(np.sin(angle).astype(kind), radius, out=result[:, 0])
    np.multiply(np.cos(angle).astype(kind), radius, out=result[:, 1])
    return result.reshape(-1)


def truncated_normals(generator: Philox, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """As `normals`, passing over what is two or more away from zero.

    Numbers come in groups that fill a block when none is passed over; each has blocks of its own to draw from.
    """
    count = math.prod(shape)
    width, size = (4, 2) if dtype is dtypes.float64 else (2, 4)
    groups = np.arange(-(-count // size), dtype=np.uint64)
    result = np.empty((len(groups), size), np.float64 if width == 4 else np.float32)
    missing = groups
    blocks = 1
    while len(missing):
        starts = missing * np.uint64(size * _WORDS_FOR_ONE // 4)
        words = generator.blocks((starts[:, None] + np.arange(blocks, dtype=np.uint64)).reshape(-1))
        drawn = _box_muller(words.reshape(-1), width).reshape(len(missing), -1)
        kept = np.abs(drawn) < 2
        enough = kept.sum(axis=1) >= size
        taken = kept & (kept.cumsum(axis=1) <= size)
        result[missing[enough].astype(np.int64)] = drawn[enough][taken[enough]].reshape(-1, size)
        missing = missing[~enough]
        blocks *= 4
    return result.reshape(-1)[:count].astype(dtype.dtype).reshape(shape)


def full_integers(generator: Philox, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """Integers that are equally likely over all of their dtype."""
    count = math.prod(shape)
    if dtype.size == 4:
        return generator.words(count).view(dtype.dtype).reshape(shape)
    pairs = generator.words(2 * count).reshape(-1, 2).astype(np.uint64)
    return np.asarray(pairs[:, 0] | pairs[:, 1] << np.uint64(32)).view(dtype.dtype).reshape(shape)


def integers(generator: Philox, shape: tuple[int, ...], low: Any, high: Any) -> np.ndarray:
    """Integers in [low, high)."""
    if low >= high:
        raise errors.InvalidArgumentError(None, None, f"Need minval < maxval, got {low} >= {high}")
    dtype = dtypes.from_numpy(np.asarray(low).dtype)
    unsigned = np.dtype(f"uint{8 * dtype.size}").type
    drawn = full_integers(generator, shape, dtype).view(unsigned) % unsigned(int(high) - int(low))
    return (drawn + unsigned(int(low) & (_WORD if dtype.size == 4 else _LONG))).view(dtype.dtype)


def permutation(generator: Philox, count: int) -> np.ndarray:
    """The order that shuffling `count` things gives: each place takes one of those from there on (Fisher and Yates)."""
    order = list(range(count))
    words = generator.words(max(count - 1, 0)).tolist()
    for i, word in enumerate(words):
        j = i + word % (count - i)
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)


def categories(generator: Philox, logits: np.ndarray, count: int) -> np.ndarray:
    """`count` samples of categories for each row of unnormalised log-probabilities: where a uniform number falls.

    Args:
        generator: draws a double for each sample.
        logits: of shape `[batch, classes]`; what is not finite is never sampled.
        count: of samples.
    """
    draws = _doubles(generator.words(2 * len(logits) * count)).reshape(len(logits), count)
    result = np.empty((len(logits), count), np.int64)
    finite = np.isfinite(logits)
    highest = np.where(finite, logits, np.finfo(np.float32).min).max(axis=1, keepdims=True, initial=-np.inf)
    weights = np.where(finite, np.exp(logits.astype(np.float64) - highest), 0.0)
    ends = weights.cumsum(axis=1)
    for row, end, draw in zip(result, ends, draws, strict=True):
        row[:] = np.searchsorted(end, draw * end[-1], side="right")
    return result


def reserved_for_categories(size: int, batch: int) -> int:
    """How many blocks a stateful operation lays aside for samples: two numbers each, in whole blocks for each row."""
    return -(-size // max(batch, 1) // 4) * 4 * batch * 2 * RESERVED
