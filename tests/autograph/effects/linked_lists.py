"""Linked lists that can be gone over, by `__iter__`: reversed, merged, inserted into and deleted from in staged loops."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Link:
    """A value and the links after it, itself first."""

    def __init__(self, value, tail=None):
        self.value = value
        self.tail = tail

    def __iter__(self):
        node = self
        while node is not None:
            yield node.value
            node = node.tail

    def __len__(self):
        node, count = self, 0
        while node:
            count += 1
            node = node.tail
        return count

    def __bool__(self):
        return True


class Chain:
    """A list of links, which may have none."""

    def __init__(self, *values):
        self.head = None
        for value in reversed(values):
            self.head = Link(value, self.head)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.tail

    def reverse(self):
        before, node = None, self.head
        while node:
            node.tail, before, node = before, node, node.tail
        self.head = before

    def insert(self, value):
        if self.head is None or self.head.value >= value:
            self.head = Link(value, self.head)
            return
        node = self.head
        while node.tail is not None and node.tail.value < value:
            node = node.tail
        node.tail = Link(value, node.tail)

    def delete(self, value):
        before, node = None, self.head
        while node is not None:
            if node.value == value:
                if before is None:
                    self.head = node.tail
                else:
                    before.tail = node.tail
                return True
            before, node = node, node.tail
        return False


@cases((2, 0), (3, 7), (1, 1), (9, 4))
def first_reversed(count, value):
    head = Link(value, Link(2, Link(3)))
    before, node, n = None, head, 0
    while node and n < count:
        node.tail, before, node = before, node, node.tail
        n += 1
    head.tail = node
    return list(before)


@cases(0, 1, 2, 7)
def reversed_and_counted_up(count):
    head = Link(1, Link(2, Link(count)))
    before, node, n = None, head, 0
    while node is not None and n < count:
        node.tail, before, node = before, node, node.tail
        n += 1
    return sum(before) if before is not None else -1, max(node) if node else None


@cases((0, 1), (1, 3), (2, 2))
def part_reversed(first, last):
    head = Link(0, Link(1, Link(2)))
    start = before = Link(-1, head)
    for _ in range(first):
        before = before.tail
    node = before.tail
    for _ in range(last - first):
        moved = node.tail
        if moved is None:
            break
        node.tail = moved.tail
        moved.tail = before.tail
        before.tail = moved
    return list(start.tail)


@cases(2, 0)
def reversed_by_recursion(x):
    def reverse(node, before=None):
        if node is None:
            return before
        rest = node.tail
        node.tail = before
        return reverse(rest, node)

    head = Link(x, Link(5, Link(6)))
    if x > 0:
        head = reverse(head)
    return tuple(head), len(head)


@cases(0, 1, 3)
def reversed_if(x):
    chain = Chain(x, 2, 3)
    if x > 0:
        chain.reverse()
    return list(chain)


@cases((1, 5), (4, 4), (9, 0))
def merged_by_recursion(a, b):
    def merge(one, other):
        if one is None:
            return other
        if other is None:
            return one
        if one.value <= other.value:
            one.tail = merge(one.tail, other)
            return one
        other.tail = merge(one, other.tail)
        return other

    return list(merge(Link(a, Link(a + 3)), Link(b, Link(b + 1))))


@cases((1, 5), (9, 0), (4, 4))
def merged_in_a_loop(a, b):
    one, other = Link(a, Link(a + 3)), Link(b, Link(b + 1))
    first = last = Link(None)
    while one and other:
        if one.value <= other.value:
            last.tail, one = one, one.tail
        else:
            last.tail, other = other, other.tail
        last = last.tail
    last.tail = one or other
    return list(first.tail)


@cases((0, 2), (2, 1), (4, 4))
def inserted_in_order(a, b):
    chain = Chain(3)
    chain.insert(a)
    chain.insert(b)
    return [value for value in chain]


@cases((1, 3), (0, 2), (2, 2))
def deleted_by_value(a, b):
    chain = Chain(1, 2, 3)
    return chain.delete(a), chain.delete(b), list(chain), sum(chain)


@cases((1, 2, 3), (2, 2, 1), (1, 1, 1))
def repeated_values_deleted(a, b, c):
    head = Link(a, Link(b, Link(c)))
    node = head
    while node and node.tail:
        if node.value == node.tail.value:
            node.tail = node.tail.tail
        else:
            node = node.tail
    return list(head), len(head)


@cases(1, 2, 3, 9)
def deleted_from_the_end(n):
    head = Link(1, Link(2, Link(3)))
    start = Link(0, head)
    ahead = before = start
    for _ in range(n):
        if ahead.tail is None:
            return "short"
        ahead = ahead.tail
    while ahead.tail:
        ahead, before = ahead.tail, before.tail
    before.tail = before.tail.tail
    return list(start.tail) if start.tail else []


@cases((3, 1, 2), (1, 2, 3))
def sorted_by_insertion(a, b, c):
    head, made = Link(a, Link(b, Link(c))), None
    while head:
        node, head = head, head.tail
        if made is None or made.value >= node.value:
            node.tail, made = made, node
        else:
            at = made
            while at.tail and at.tail.value < node.value:
                at = at.tail
            node.tail, at.tail = at.tail, node
    return list(made)


@cases(0, 1, 3)
def turned(k):
    head = Link(1, Link(2))
    last, count = head, 1
    while last.tail:
        last, count = last.tail, count + 1
    last.tail = head
    for _ in range(count - k % count):
        last = last.tail
    head = last.tail
    last.tail = None
    return list(head)


@cases(0, 1, 3, staged="refused AG014")
def list_of_pairs_reversed(n):
    head = None
    for i in range(n):
        head = [i, head]
    prev, cur = None, head
    while cur is not None:
        cur[1], prev, cur = prev, cur, cur[1]
    return prev


@cases((3, 4), (7, 2), (2, 2))
def added_to_whichever_it_is(a, b):
    x, y = [0], [1]
    t = x if a > b else y
    t += [a, b]
    t.append(9)
    if a > 2:
        t += [b]
    return x, y, t, t is x


@cases((3, 4), (7, 2), (2, 2))
def added_to_in_a_loop(a, b):
    x, y = [0], [1]
    for i in range(b):
        t = x if i % 2 else y
        t += [i]
    return x, y


@cases((3, 4), (7, 2), (2, 2))
def added_to_by_a_function(a, b):
    xs = [[0], [1]]

    def add(t):
        t += [a]
        return t

    found = add(xs[0] if a > b else xs[1])
    found += found
    return xs, found


@cases((3, 4), (7, 2), (2, 2))
def items_of_another_for_whichever_dict_it_is(a, b):
    x, y = {1: 2}, {3: 4}
    t = x if a > b else y
    t |= {5: a}
    return x, y


class GroupLink:
    def __init__(self, value, rest=None):
        self.value = value
        self.rest = rest


def chain_of_links(xs):
    head = None
    for x in reversed(xs):
        head = GroupLink(x, head)
    return head


def values_of_links(n):
    out = []
    while n:
        out.append(n.value)
        n = n.rest
    return out


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 4))
def reversed_in_groups(xs, k):
    def rev(node, k):
        count, probe = 0, node
        while probe and count < k:
            probe = probe.rest
            count += 1
        if count < k:
            return node
        prev = rev(probe, k)
        cur = node
        while count:
            nxt = cur.rest
            cur.rest = prev
            prev = cur
            cur = nxt
            count -= 1
        return prev

    return values_of_links(rev(chain_of_links(xs), k))
