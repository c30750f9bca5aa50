"""Results, and elements of lists, that are a list or a tuple in a pool on one path, and something else on another."""

from __future__ import annotations

import heapq

from tests.autograph.effects.outcomes import cases


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_or_text_of_one_length(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
        elif x > heap[0]:
            heap[0] = x
            out.append(f"-{x}")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuples_of_a_growing_list(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def text_or_number(xs, k):
    out = []
    for x in xs:
        if x > k:
            out.append(f"-{x}")
        else:
            out.append(x)
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def sorted_tuple_or_text(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
        elif x > heap[0]:
            dropped = heap[0]
            heap[0] = x
            out.append(f"-{dropped}")
        out.append(tuple(sorted(heap)))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_or_number(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
        elif x > heap[0]:
            dropped = heap[0]
            heap[0] = x
            out.append(dropped)
        out.append(tuple(sorted(heap)))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_or_text_of_what_a_heap_gives(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
        elif x > heap[0]:
            dropped = heapq.heapreplace(heap, x)
            out.append(f"-{dropped}")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_or_constant(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heapq.heappush(heap, x)
        elif x > heap[0]:
            heap[0] = x
            out.append("-")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_of_a_list_with_inserted_or_constant(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.insert(0, x)
        elif x > heap[0]:
            out.append("-")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def tuple_of_a_reversed_list_or_constant(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
            heap.reverse()
        elif x > heap[0]:
            out.append("-")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def heap_as_a_tuple_or_text(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heapq.heappush(heap, x)
        elif x > heap[0]:
            dropped = heapq.heapreplace(heap, x)
            out.append(f"-{dropped}")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def inserted_or_text(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.insert(0, x)
        elif x > heap[0]:
            out.append(f"-{x}")
        out.append(tuple(heap))
    return out


@cases(([5, 1, 4], 2), ([1, 1, 1], 3), ([8, -8, 0], 1))
def reversed_or_text(xs, k):
    heap = []
    out = []
    for x in xs:
        if len(heap) < k:
            heap.append(x)
            heap.reverse()
        elif x > heap[0]:
            out.append(f"{x}")
        out.append(tuple(heap))
    return out


@cases(([1, 2, 3, 4], 3), ([1, 1, 2, 2], 2), ([5, 5, 5, 5], 0))
def c(xs, k):
    out = []
    for i in range(4):
        c = [x for x in xs if x > i]
        if c:
            out.append(("row", i, sorted(c)))
    return out


@cases(([1, 2, 3, 4], 3), ([1, 1, 2, 2], 2), ([5, 5, 5, 5], 0))
def records_of_three_kinds(xs, k):
    out = []
    for i in range(4):
        c = [x for x in xs if x > i]
        if xs[i] > k:
            out.append(("row", i, c))
        elif xs[i] > 1:
            out.append(("n", i, 0))
    return out


@cases(([1, 2, 3, 4], 3), ([1, 1, 2, 2], 2), ([5, 5, 5, 5], 0))
def records_after_others(xs, k):
    out = []
    for i in range(4):
        c = [x for x in xs if x > i]
        if xs[i] > k:
            out.append(("row", i, sorted(c)))
    for i in range(4):
        if xs[i] > 1:
            out.append(("n", i, 0))
    return out, out[:2]


@cases(([1, 2, 3, 4], 3), ([1, 1, 2, 2], 2), ([5, 5, 5, 5], 0))
def records_of_two_lengths(xs, k):
    out = []
    for i in range(4):
        c = [x for x in xs if x > i]
        if c:
            out.append(("row", i, sorted(c)))
    for i in range(4):
        if xs[i] > 1:
            out.append(("n", i))
    return out[:2]


@cases(([1, 2, 3, 4], 3), ([1, 1, 2, 2], 2), ([5, 5, 5, 5], 0))
def records_of_both_kinds_in_turn(xs, k):
    out = []
    for i in range(4):
        c = [x for x in xs if x > i]
        if c:
            out.append(("row", i, sorted(c)))
        if xs[i] > 1:
            out.append(("n", i, 0))
    return out[:3]
