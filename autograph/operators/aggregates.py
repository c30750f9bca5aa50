"""What builtins make of a staged iterable, as ordinary loops. `autograph.operators.builtins` runs them converted.

`test` and `element` are those of a comprehension; `depth` counts the `for` clauses after the first, for which `element`
answers with the iterable, the test and the element of the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter, lt
from typing import Any

from autograph.operators.bools import either
from autograph.operators.comparisons import compare, equal, number
from autograph.operators.frames import acts_for_program


def total(depth: int, start: Any, items: Any, test: Any, element: Any) -> Any:
    """`sum`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:  # noqa: SIM108 - what is staged is a statement
                start = total(depth - 1, start, *element(x))
            else:
                start = start + number(element(x))
    return start


def total_of_objects(start: Any, items: Any) -> Any:
    """`sum` of what only the sum of the start and the first is like."""
    if len(items) == 0:
        return start
    made = start + items[0]
    for place in range(1, len(items)):
        made = made + items[place]
    return made


def count(depth: int, start: Any, items: Any, test: Any, element: Any) -> Any:
    """`len(list(...))`."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                start = count(depth - 1, start, *element(x))
            else:
                element(x)
                start = start + 1
    return start


def as_lists(rows: Any) -> Any:
    """`tolist` of an array of rows."""
    return [row.tolist() for row in rows]


def exists(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`any`: stops at the first."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if exists(depth - 1, *element(x)):
                    return True
            elif element(x):
                return True
    return False


def holds(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`all`: stops at the first for which it does not."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if not holds(depth - 1, *element(x)):
                    return False
            elif not element(x):
                return False
    return True


def exists_in_list(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`any` of a list, all of which is made."""
    found = False
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if exists_in_list(depth - 1, *element(x)):
                    found = True
            elif element(x):
                found = True
    return found


def holds_in_list(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`all` of a list, likewise."""
    held = True
    for x in items:
        if test is None or test(x):
            if depth > 0:
                if not holds_in_list(depth - 1, *element(x)):
                    held = False
            elif not element(x):
                held = False
    return held


def repeats(items: Any, key: Any) -> Any:
    """Whether two items that are next to each other have the same key."""
    found = False
    for position in range(1, len(items)):
        if equal(key(items[position - 1]), key(items[position])):
            found = True
    return found


def in_places(elements: Any, places: int, growths: Any) -> tuple[Any, Any]:
    """The elements of a set in the order of their places in a table, and whether no two are at one.

    Args:
        places: how many there are at first.
        growths: with how many elements there are how many, from few to many.
    """
    count = len(elements)
    for least, more in growths:
        if count >= least:
            places = more

    def place(element: Any) -> Any:
        return (element - 1 if element == -1 else element) % places  # the hash of -1 is -2

    found = sorted(elements, key=place)
    return found, not repeats(found, place)


@acts_for_program
def first(items: Any, test: Any, element: Any, otherwise: Any) -> Any:
    """`next`, of a new generator."""
    for x in items:
        if test is None or test(x):
            return element(x)
    return otherwise()


def extreme(
    depth: int, key: Any, better: Any, found: Any, best: Any, best_key: Any, items: Any, test: Any, element: Any
) -> Any:
    """`min` and `max`: whether there is one, the item and its key."""
    for x in items:
        if test is None or test(x):
            if depth > 0:
                found, best, best_key = extreme(depth - 1, key, better, found, best, best_key, *element(x))
            else:
                value = element(x)
                value_key = key(value)
                if not found or better(value_key, best_key):
                    found, best, best_key = True, value, value_key
    return found, best, best_key


def generated(items: Any, test: Any, element: Any) -> Any:
    """A generator expression of one clause."""
    for x in items:
        if test is None or test(x):
            yield element(x)


def collected(depth: int, items: Any, test: Any, element: Any) -> Any:
    """`list`."""
    out = []
    for x in items:
        if test is None or test(x):
            if depth > 0:
                for y in collected(depth - 1, *element(x)):
                    out.append(y)  # noqa: PERF402 - a list that grows when the program runs
            else:
                out.append(element(x))
    return out


def kept_in_dict(items: Any, test: Any, element: Any) -> Any:
    """`{key: value for x in items if ...}`."""
    out = {}
    for x in items:
        if test(x):
            key, value = element(x)
            out[key] = value
    return out


def folded(function: Any, items: Any, value: Any) -> Any:
    """`functools.reduce`."""
    for x in items:
        value = function(value, x)
    return value


# Lists of staged length: their elements, or the leaves of these, by positions that are within the list


def closed(values: Any, start: Any, stop: Any) -> None:
    """Moves the elements from `stop` on to `start`."""
    for k in range(len(values) - stop):
        values.put_leaves(start + k, values.leaves_at(stop + k))


def closed_each(values: Any, start: Any, step: Any, count: Any) -> None:
    """Moves the elements over those that are `step` apart, of which there are `count` from `start` on."""
    for k in range(len(values) - start):
        before = (k + step - 1) // step
        if k % step != 0 or before >= count:
            moved = before if before < count else count
            values.put_leaves(start + k - moved, values.leaves_at(start + k))


def stored_each(values: Any, items: Any, start: Any, step: Any, count: Any) -> None:
    """Stores other elements at places that are `step` apart."""
    for k in range(count):
        values.put_leaves(start + k * step, items.leaves_at(k))


def opened(values: Any, start: Any) -> None:
    """Moves the elements from `start` on by one, over the last."""
    last = len(values) - 1
    for k in range(last - start):
        values.put_leaves(last - k, values.leaves_at(last - k - 1))


def without_first(values: Any, most: Any) -> None:
    """Takes the first element away if there are as many as there can be."""
    if len(values) >= most:
        closed(values, 0, 1)
        values.length = values.length - 1


def without_last(values: Any, most: Any) -> None:
    """Takes the last element away if there are as many as there can be."""
    if len(values) >= most:
        values.length = values.length - 1


def extended(values: Any, items: Any) -> Any:
    """`list.extend`; the list, which may be another one then, of staged length."""
    for x in items:
        values.append(x)
    return values


def extended_left(values: Any, items: Any) -> None:
    """`deque.extendleft`."""
    for x in items:
        values.appendleft(x)


def text_of_elements(values: Any) -> str:
    """The text of a list."""
    return "[" + ", ".join([repr(value) for value in values]) + "]"


def added(values: Any, items: Any) -> None:
    """`set.update`."""
    for x in items:
        values.add(x)


def discarded(values: Any, items: Any) -> None:
    """`set.difference_update`."""
    for x in items:
        values.discard(x)


def stored(mapping: Any, pairs: Any) -> None:
    """`dict.update`."""
    for key, value in pairs:
        mapping[key] = value


def repeated(values: Any, into: Any, times: Any) -> None:
    """`list * times`."""
    for _ in range(times):
        into.extend(values)


def rotated(values: Any, steps: Any, is_forward: bool) -> None:
    """`deque.rotate`."""
    for _ in steps:
        if len(values) > 0:
            if is_forward:
                values.insert(0, values.pop())
            else:
                values.append(values.pop(0))


def put_further(values: Any, into: Any, steps: Any) -> None:
    """Stores the elements of a list in another, each so many places further on."""
    for k in range(len(values)):
        into.put_leaves(k, values.leaves_at((k - steps) % len(values)))


def heappush(heap: Any, item: Any) -> None:
    """`heapq.heappush`."""
    heap.append(item)
    _rises(heap, 0, len(heap) - 1)


def heappop(heap: Any) -> Any:
    """`heapq.heappop`."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    return heapreplace(heap, last)


def heapreplace(heap: Any, item: Any) -> Any:
    """`heapq.heapreplace`."""
    smallest = heap[0]
    heap[0] = item
    _sinks(heap, 0)
    return smallest


def heappushpop(heap: Any, item: Any) -> Any:
    """`heapq.heappushpop`."""
    if len(heap) > 0 and compare(lt, heap[0], item):
        return heapreplace(heap, item)
    return item


def heapify(heap: Any) -> None:
    """`heapq.heapify`."""
    for position in reversed(range(len(heap) // 2)):
        _sinks(heap, position)


def _rises(heap: Any, start: Any, position: Any) -> None:
    """Moves the element at a position up, as far as it is smaller than those above."""
    item = heap[position]
    while position > start:
        above = (position - 1) // 2
        if not compare(lt, item, heap[above]):
            break
        heap[position] = heap[above]
        position = above
    heap[position] = item


def _sinks(heap: Any, start: Any) -> None:
    """Moves the element at a position down to a leaf, past the smaller of two each time, and up from there."""
    item, position = heap[start], start
    below = 2 * position + 1
    while below < len(heap):
        if below + 1 < len(heap) and not compare(lt, heap[below], heap[below + 1]):
            below = below + 1
        heap[position] = heap[below]
        position = below
        below = 2 * position + 1
    heap[position] = item
    _rises(heap, start, position)


def bisected(values: Any, value: Any, low: Any, high: Any, key: Any, is_left: bool) -> Any:
    """`bisect.bisect_left` and `bisect_right`."""
    while low < high:
        middle = (low + high) // 2
        found = values[middle] if key is None else key(values[middle])
        if compare(lt, found, value) if is_left else not compare(lt, value, found):
            low = middle + 1
        else:
            high = middle
    return low


def smallest(n: Any, iterable: Any, key: Any = None) -> Any:
    """`heapq.nsmallest`."""
    return sorted(iterable, key=key)[: max(n, 0)]


def largest(n: Any, iterable: Any, key: Any = None) -> Any:
    """`heapq.nlargest`."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def merged(iterables: Any, key: Any, reverse: Any) -> Any:
    """`heapq.merge` of sequences: of two at a time, the first in order of what each begins with."""
    found: Any = []
    for iterable in iterables:
        found = merged_two(found, list(iterable), key, reverse)
    return iter(found)


def merged_two(values: Any, others: Any, key: Any, reverse: Any) -> Any:
    """Two lists as one."""
    out = []
    at = other = 0
    while at < len(values) and other < len(others):
        one = values[at] if key is None else key(values[at])
        two = others[other] if key is None else key(others[other])
        if compare(lt, one, two) if reverse else compare(lt, two, one):
            out.append(others[other])
            other = other + 1
        else:
            out.append(values[at])
            at = at + 1
    out.extend(values[at:])
    out.extend(others[other:])
    return out


def most_common(counts: Any, n: Any = None) -> Any:
    """`Counter.most_common`."""
    return at_most(sorted(counts.items(), key=itemgetter(1), reverse=True), n)


def added_to_counter(counts: Any, source: Any = None, /, **more: Any) -> None:
    """`Counter.update`."""
    if isinstance(source, Mapping) and not isinstance(source, (set, frozenset)):
        for key, number_of in source.items():
            counts[key] = number_of + counts.get(key, 0)
    elif source is not None:
        for key in source:
            counts[key] = counts.get(key, 0) + 1
    for key, number_of in more.items():
        counts[key] = number_of + counts.get(key, 0)


def taken_from_counter(counts: Any, source: Any = None, /, **more: Any) -> None:
    """`Counter.subtract`."""
    if isinstance(source, Mapping) and not isinstance(source, (set, frozenset)):
        for key, number_of in source.items():
            counts[key] = counts.get(key, 0) - number_of
    elif source is not None:
        for key in source:
            counts[key] = counts.get(key, 0) - 1
    for key, number_of in more.items():
        counts[key] = counts.get(key, 0) - number_of


def keep_positive(counts: Any) -> Any:
    """What counters do at the end of `+=` and its like."""
    for key in list(counts):
        if not counts[key] > 0:
            del counts[key]
    return counts


def elements(counts: Any) -> Any:
    """`Counter.elements`."""
    for key, number_of in counts.items():
        for _ in range(number_of):
            yield key


def at_most(items: Any, number_of: Any) -> Any:
    """The first of some items; all of them, if the number is None."""
    return items if number_of is None else items[: max(number_of, 0)]


def position_of(values: Any, value: Any, start: Any, stop: Any) -> Any:
    """The position of the first element that is equal to a value; -1 if there is none."""
    for k in range(start, stop):
        if equal(values.at(k), value):
            return k
    return -1


def place_of(values: Any, value: Any) -> Any:
    """The position of the first element that is equal to a value; how many there are, if none is."""
    for k in range(len(values)):
        if equal(values.at(k), value):
            return k
    return len(values)


def occurrences(values: Any, value: Any) -> Any:
    """`list.count`."""
    number_of = 0
    for k in range(len(values)):
        if equal(values.at(k), value):
            number_of = number_of + 1
    return number_of


def exact_total(values: Any) -> Any:
    """`math.fsum`, with what each addition rounds off added apart (Knuth, The Art of Computer Programming, 4.2.2)."""
    total, rest = 0.0, 0.0
    is_nan = False
    for x in values:
        made = total + x
        taken = made - total
        rest = rest + ((total - (made - taken)) + (x - taken))
        is_nan = either(is_nan, x != x)
        total = made
    if total != total and not is_nan:
        raise ValueError("-inf + inf in fsum")
    return total if rest != rest else total + rest


def alike(values: Any, others: Any) -> Any:
    """`list == list`."""
    if len(values) != len(others):
        return False
    return all(equal(values.at(k), others.at(k)) for k in range(len(values)))


def ordered(values: Any, others: Any, comparison: Any, compared: Any) -> Any:
    """`list < list` and the like: the first items that differ decide, or else the lengths."""
    for k in range(min(len(values), len(others))):
        if not equal(values.at(k), others.at(k)):
            return compared(comparison, values.at(k), others.at(k))
    return comparison(len(values), len(others))


def check_unpacked_at_least(values: Any, count: Any) -> None:
    """Likewise, where a target with a star takes the rest."""
    if len(values) < count:
        raise ValueError(f"not enough values to unpack (expected at least {count}, got {len(values)})")


def pairs_of(mapping: Any, keys: Any) -> list[Any]:
    """The keys of an object, each with what the object has for it."""
    return [(key, mapping[key]) for key in keys]


def each_copied(values: Any, copied: Any) -> Any:
    """A list of copies."""
    return [copied(value) for value in values]


def put_again(values: Any, into: Any) -> None:
    """Adds the elements of a list to another, as what they are."""
    for k in range(len(values)):
        into.put_last(values.at(k))


def turned(values: Any) -> None:
    """`list.reverse`."""
    last = len(values) - 1
    for k in range(len(values) // 2):
        first = values.leaves_at(k)
        values.put_leaves(k, values.leaves_at(last - k))
        values.put_leaves(last - k, first)


def sorted_in_place(values: Any, keys: Any, reverse: Any, precedes: Any) -> None:
    """`list.sort`: each element is moved to the left as long as its key is strictly better."""
    for k in range(1, len(values)):
        value, place, key = values.leaves_at(k), keys.leaves_at(k), keys.at(k)
        at = k
        while at > 0 and precedes(reverse, key, keys.at(max(at - 1, 0))):
            values.put_leaves(at, values.leaves_at(at - 1))
            keys.put_leaves(at, keys.leaves_at(at - 1))
            at = at - 1
        values.put_leaves(at, value)
        keys.put_leaves(at, place)


# Dicts of staged keys


def put_one(items: Any, key: Any, options: Any, value: Any) -> None:
    """`items[key] = value`, where the key is one of some."""
    for option in options:
        if equal(option, key):
            items[option] = value


def add_one(items: Any, key: Any, options: Any) -> None:
    """`items.add(key)`, likewise."""
    for option in options:
        if equal(option, key):
            items.add(option)


def put_missing(items: Any, key: Any, options: Any, value: Any) -> None:
    """`items.setdefault(key, value)`, likewise."""
    for option in options:
        if equal(option, key) and option not in items:
            items[option] = value


def ask_for_one(items: Any, key: Any, options: Any) -> None:
    """`items[key]` of a dict that makes what is missing, likewise."""
    for option in options:
        if equal(option, key):
            items[option]


def remove_one(items: Any, key: Any, options: Any) -> None:
    """Takes away the one of some keys that a key is."""
    for option in options:
        if equal(option, key):
            items.pop(option, None)


def discard_one(items: Any, key: Any, options: Any) -> None:
    """Takes away the one of some elements that an element is."""
    for option in options:
        if equal(option, key):
            items.discard(option)


def popped_item(items: Any, keys: Any) -> Any:
    """The first of some keys that there is, and its value; it is taken away."""
    for key in keys[:-1]:
        if key in items:
            return key, items.pop(key)
    return keys[-1], items.pop(keys[-1])


def popped_by_stamp(items: Any, keys: Any, better: Any) -> Any:
    """The first or the last item of a dict whose order is staged; it is taken away."""
    found, best = False, 0
    for key in keys:
        if key in items:
            if not found or better(items.stamps[key], best):
                found, best = True, items.stamps[key]
    for key in keys[:-1]:
        if key in items:
            if items.stamps[key] == best:
                return key, items.pop(key)
    return keys[-1], items.pop(keys[-1])


def emptied(items: Any, key: Any, condition: Any) -> None:
    """Takes all away from the value of a key, if there is one, where a condition holds."""
    if condition:
        items.value(key).clear()


def updated(items: Any, others: Any, keys: Any, add: Any) -> None:
    """`items.update(others)`."""
    for key in keys:
        if key in others:
            add(items, key, others.value(key))


def updated_with_pairs(items: Any, pairs: Any, add: Any, is_counted: Any) -> None:
    """`items.update(pairs)`; of a counter, its keys."""
    for pair in pairs:
        if is_counted:
            add(items, pair, 1)
        else:
            add(items, pair[0], pair[1])


def of_keys(items: Any, keys: Any, element: Any) -> Any:
    """The elements of the keys that there are."""
    out = []
    for key in keys:
        if key in items:
            out.append(element(key))  # noqa: PERF401 - a list that grows when the program runs
    return out


# Dicts and sets whose keys are tensors


def removed_where(items: Any, condition: Any, position: Any, remove: Any) -> None:
    """Takes the entry at a position away where a condition holds."""
    if condition:
        remove(items, position)


def put_unless(items: Any, element: Any, is_absent: Any) -> None:
    if not is_absent:
        items.add(element)


def put_each(items: Any, elements: Any) -> None:
    """`set.update`."""
    for element in elements:
        items.put(element)


def mapped_by(mapping: Any) -> Any:
    """`dict(mapping)`, of an object of a class of the user's."""
    made = {}
    for key in mapping.keys():  # noqa: SIM118 - as Python asks for them
        made[key] = mapping[key]
    return made


def put_pairs(items: Any, pairs: Any) -> None:
    """`dict.update`."""
    for pair in pairs:
        items.put(pair[0], pair[1])


def put_those_in(into: Any, elements: Any, others: Any, is_kept: Any) -> None:
    """Puts the elements that are among others, or that are not."""
    for element in elements:
        if (element in others) == is_kept:
            into.put(element)


def all_in(entries: Any, others: Any, compared: Any) -> Any:
    """Whether another dict has all keys of some entries, and equal values; of sets, the keys."""
    for entry in entries:
        if entry[0] not in others:
            return False
        if compared is not None and not compared(entry[1], others.at_key(entry[0])):
            return False
    return True


def counted(items: Any, source: Any, has_counts: Any, combined: Any, number_of: Any) -> None:
    """`Counter.update` and `subtract`, of pairs of elements and counts or of elements."""
    for element in source:
        if has_counts:
            items.put(element[0], combined(number_of(items.get(element[0], 0)), element[1]))
        else:
            items.put(element, combined(number_of(items.get(element, 0)), 1))


def paired(keys: Any, value: Any) -> Any:
    """Pairs of each key and one value."""
    return [(key, value) for key in keys]


# Lists, dicts and sets in a pool: entries of which the key is the number of a row, and an index or a key in that


def added_row(pool: Any) -> Any:
    """The number of a new row."""
    number_of = len(pool.sizes)
    pool.sizes.append(0)
    return number_of


def added_record(pool: Any, values: Any) -> Any:
    """The number of a new record, which may hold others that become records of the pool where it is appended."""
    pool.items.append(values)
    return len(pool.items) - 1


def record_at(pool: Any, number_of: Any) -> Any:
    """What is in a record."""
    return pool.items[number_of]


def with_item(values: Any, key: Any, value: Any) -> Any:
    """What becomes of a list or a dict of which an item is stored."""
    values[key] = value
    return values


def stored_record(pool: Any, number_of: Any, values: Any) -> None:
    """Has a record hold something else."""
    pool.items[number_of] = values


def size_of_row(pool: Any, row: Any) -> Any:
    """How many elements a row has."""
    return pool.sizes[row]


def resized_row(pool: Any, row: Any, size: Any) -> None:
    """Has a row have so many elements."""
    pool.sizes[row] = size


def each_given(function: Any, items: Any) -> None:
    """Calls a function with each item."""
    for x in items:
        function(x)


def elements_of_row(entries: Any, row: Any, into: Any, element: Any) -> None:
    """Adds the elements of a row to a list."""
    for entry in entries:
        if entry[0][0] == row:
            into.append(element(entry))


def entries_of_others(entries: Any, row: Any, into: Any) -> None:
    """Adds the entries of all rows but one to a list."""
    for entry in entries:
        if entry[0][0] != row:
            into.append(entry)


def shifted_row(entries: Any, row: Any, index: Any) -> None:
    """Moves the elements of a row behind an index forward by one."""
    for k in range(len(entries)):
        entry = entries.at(k)
        if entry[0][0] == row and entry[0][1] > index:
            entries.put(k, ((row, entry[0][1] - 1), entry[1]))
