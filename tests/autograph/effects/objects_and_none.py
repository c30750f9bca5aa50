"""`x and x.attr`, `x.attr if x else ...`, `x or y` of what may be None: an object, a list, a number, a string."""

from __future__ import annotations

from typing import Any

from tests.autograph.effects.outcomes import cases


class Node:
    def __init__(self, value: Any, next: Any = None):
        self.value = value
        self.next = next


class Falsy(Node):
    def __bool__(self) -> Any:
        return self.value > 3


class Sized(Node):
    def __len__(self) -> Any:
        return self.value


@cases(0, 1, 2, 3, 4, 6)
def searched(n):
    node = Node(1, Node(2, Node(3)))
    while node and node.value != n:
        node = node.next
    return node.value if node else -1


@cases(0, 1, 2, 3, 4, 6)
def searched_by_and(n):
    node = Node(1, Node(2, Node(3)))
    while node and node.value != n:
        node = node.next
    return node and node.value


@cases(0, 1, 2, 3, 4, 6)
def value_or_none(n):
    node = Node(n) if n > 1 else None
    found = node and node.value
    return found, found is None, (node and node.value) == 3


@cases(0, 1, 2, 3, 4, 6)
def value_or_a_default(n):
    node = Node(n - 2) if n > 1 else None
    return (node and node.value) or 7, (node.value if node else 0) + (node and node.value or 7)


@cases(0, 1, 2, 3, 4, 6)
def chain(n):
    node = Node(n, Node(5, Node(6) if n > 3 else None) if n > 2 else None) if n > 1 else None
    second = node and node.next
    third = second and second.next
    return third and third.value, third.value if third else -1, node and node.next and node.next.value


@cases(0, 1, 2, 3, 4, 6)
def strings(n):
    class Person:
        def __init__(self, name, boss=None):
            self.name = name
            self.boss = boss

    first = Person("ann")
    second = Person("bob", first)
    person = second if n > 1 else None
    boss = person and person.boss
    name = boss and boss.name
    return name or "none", boss.name if boss else "-"


@cases(0, 1, 2, 3, 4, 6)
def inserted(n):
    head = Node(1, Node(2, Node(3)))
    node, prev = head, None
    while node and node.value < n:
        prev, node = node, node.next
    made = Node(n, node)
    if prev:
        prev.next = made
    else:
        head = made
    out = []
    node = head
    while node:
        out.append(node.value)
        node = node.next
    return out


@cases(0, 1, 2, 3, 4, 6)
def changed_where_it_is(n):
    node = Node(n) if n > 1 else None
    other = node or Node(10)
    other.value += 1
    return other.value, node and node.value, node is other


@cases(0, 1, 2, 3, 4, 6)
def falsy_objects(n):
    node = Falsy(n) if n > 1 else None
    found = node and node.value
    return (1 if found is None else 2), found.value if isinstance(found, Falsy) else found


@cases(0, 1, 2, 3, 4, 6)
def falsy_objects_tested(n):
    node = Falsy(n) if n > 1 else None
    return (1 if node else 2), (3 if node is None else 4), (node or Node(9)).value


@cases(0, 1, 2, 3, 4, 6)
def sized_objects(n):
    node = Sized(n - 2) if n > 1 else None
    if node:
        return node.value
    return -1 if node is None else -2


@cases(0, 1, 2, 3, 4, 6)
def lists(n):
    xs = [1, 2, n] if n > 2 else None
    return xs and xs[2], (xs or [9])[0], len(xs) if xs else 0


@cases(0, 1, 2, 3, 4, 6)
def lists_emptied_after_the_test(n):
    xs = [1, 2, n] if n > 2 else None
    found = bool(xs)
    if xs is not None:
        xs.clear()
    if not found:
        return -1 if xs is None else -2
    return (5 if xs else 6), len(xs)


@cases(0, 1, 2, 3, 4, 6)
def lists_that_may_be_empty(n):
    xs = []
    for i in range(n - 2):
        xs.append(i)
    ys = xs if n > 1 else None
    return (1 if ys else 2), (3 if ys is None else 4), len(ys or [5, 5])


@cases(0, 1, 2, 3, 4, 6)
def empty_lists(n):
    xs = [] if n > 1 else None
    found = xs and xs[0]
    return found is None, found == [], (1 if xs else 2), (3 if xs is None else 4)


@cases(0, 1, 2, 3, 4, 6)
def numbers(n):
    x = n - 2 if n > 1 else None
    return x and x + 1, x or -5, (1 if x else 2), (3 if x is None else 4)


@cases(0, 1, 2, 3, 4, 6)
def constant_numbers(n):
    x = 3 if n > 1 else None
    y = 0 if n > 2 else None
    return x and x + n, y and y + n, x or -5, y or -6, (1 if not y else 2), y is None


@cases(0, 1, 2, 3, 4, 6)
def constant_strings(n):
    s = "ab" if n > 1 else None
    t = "" if n > 2 else None
    return (s and len(s)), (s or "none"), (t or "empty"), (1 if not t else 2), t is None


@cases(0, 1, 2, 3, 4, 6)
def negated(n):
    node = Node(n) if n > 1 else None
    if not node:
        return -1
    is_large = node and node.value > 3
    return node.value if not is_large else 100


@cases(0, 1, 2, 3, 4, 6)
def truth_kept(n):
    node = Node(n) if n > 1 else None
    is_there = bool(node)
    node_was = node
    node = None if n == 3 else node
    if is_there:
        return node_was.value, node is None
    return 0, node is None


@cases(0, 1, 2, 3, 4, 6)
def one_of_two_objects_or_none(n):
    a, b = Node(1), Node(2)
    node = a if n > 3 else b if n > 1 else None
    found = node and node.value
    if node:
        node.value = 9
    return found, a.value, b.value, node is a


@cases(0, 1, 2, 3, 4, 6, staged="refused AG038")
def object_or_number(n):
    node = Node(n) if n > 3 else 0 if n > 1 else None
    found = node and node.value
    return found, found is None


@cases(0, 1, 2, 3, 4, 6)
def in_comprehensions(n):
    nodes = [Node(i) if n > i else None for i in range(4)]
    return [node and node.value for node in nodes], sum(node.value for node in nodes if node)


@cases(0, 1, 2, 3, 4, 6)
def in_loops(n):
    node, total = None, 0
    for i in range(n):
        total += (node and node.value) or 1
        if i % 2 == 0:
            node = Node(i)
        elif i == 3:
            node = None
    return total, node.value if node else -1


@cases(0, 1, 2, 3, 4, 6)
def in_a_try(n):
    node = Node(n - 2) if n > 1 else None
    try:
        return 6 // (node and node.value)
    except ZeroDivisionError:
        return -1
    except TypeError as error:
        return str(error)


@cases(0, 1, 2, 3, 4, 6)
def quotient(n):
    x = n - 2 if n > 1 else None
    try:
        return 6 // x
    except ZeroDivisionError:
        return -1
    except TypeError as error:
        return str(error)


@cases(0, 1, 2, 3, 4, 6)
def remainder(n):
    x = n - 2 if n > 1 else None
    try:
        return 6 % x
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 3, 4, 6)
def quotient_of_itself(n):
    x = n - 2 if n > 1 else None
    try:
        return x / x
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 3, 4, 6)
def quotient_by_one_of_two_numbers(n):
    x = n - 2 if n > 1 else 0.0
    try:
        return 6 // x
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 3, 4, 6)
def divided_in_place(n):
    x = n - 2 if n > 1 else None
    try:
        y = 6
        y //= x
        return y
    except ZeroDivisionError:
        return -1


@cases(0, 1, 2, 3, 4, 6)
def quotient_and_remainder(n):
    xs = [n - 2, None] if n > 1 else [None, 1]
    try:
        return divmod(6, xs[0])
    except ZeroDivisionError:
        return -1
    except TypeError:
        return -2


@cases(0, 1, 2, 3, 4, 6)
def shifted(n):
    x = n - 3 if n > 1 else None
    try:
        return 6 << x, 64 >> (x and x + 1)
    except ValueError as error:
        return str(error)
    except TypeError:
        return -2


@cases(0, 1, 2, 3, 4, 6)
def power(n):
    x = n - 2 if n > 1 else None
    try:
        return x**-1
    except ZeroDivisionError:
        return -1.0
    except TypeError:
        return -2.0


@cases(2.0, 3.0, 1.0)
def quotient_of_floats(v):
    x = v - 2.0 if v > 1.0 else None
    try:
        return v / x
    except ZeroDivisionError as error:
        return str(error)
    except TypeError as error:
        return str(error)


@cases(2, 3, 4, 6)
def quotient_of_tensors(n):
    x = n - 2 if n > 1 else None
    try:
        return n // x, divmod(n, x), n % x
    except ZeroDivisionError as error:
        return str(error)


@cases(0, 1)
def quotient_of_a_number_and_none(n):
    x = n - 2 if n > 1 else None
    try:
        n //= x
    except TypeError:
        return "none"
    return n


@cases(6, 1, 3)
def values_of_a_dict_that_is_called(n):
    kept = dict(a=n, b=n if n > 2 else None)
    if kept["b"] is None:
        return kept, 0
    return kept, kept["b"] + 1
