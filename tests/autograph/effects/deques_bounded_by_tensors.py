"""Deques whose `maxlen` is staged."""

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases((2, 5), (0, 3), (3, 0), (4, 4))
def the_last_of_a_loop(most, n):
    last = deque(maxlen=most)
    for i in range(n):
        last.append(i)
    return list(last), len(last), sum(last), last.maxlen


@cases((2, 5), (0, 3), (3, 0), (4, 4))
def from_the_left(most, n):
    last = deque([7, 8], maxlen=most)
    for i in range(n):
        last.appendleft(i)
    return list(last)


@cases(0, 1, 2, 5)
def of_known_items(most):
    last = deque([1, 2, 3], most)
    last.append(4)
    last.extend([5, 6])
    return list(last)


@cases(1, 2, 5)
def letters_that_are_dropped(most):
    last = deque(maxlen=most)
    dropped = []
    for letter in "abcdefg":
        if len(last) == last.maxlen:
            dropped.append(last[0])
        last.append(letter)
    return "".join(last), "".join(dropped)


class Window:
    def __init__(self, size):
        self.items = deque(maxlen=size)

    def mean_with(self, value):
        self.items.append(value)
        return sum(self.items) / len(self.items)


@cases((2, 1.5), (4, 2.0))
def means_of_a_window(size, t):
    window = Window(size)
    return [window.mean_with(x * t) for x in (1.0, 2.0, 6.0, 3.0)]


@cases((2, 3), (1, 2))
def begun_anew(most, n):
    last = deque(maxlen=most)
    for i in range(n):
        if i == 2:
            last = deque(maxlen=most)
        last.append(i)
    return list(last)


@cases((2, 3), (4, 2))
def methods(most, n):
    last = deque([1, 2], maxlen=most)
    last.rotate(1)
    last.extendleft([n, 5])
    copy = last.copy()
    copy.append(9)
    popped = last.pop()
    return list(last), list(copy), popped, copy.maxlen, 5 in last


@cases((2, 3), (5, 2))
def an_item_that_may_have_no_place(most, n):
    last = deque(range(4), maxlen=most)
    last.insert(0, n)
    return list(last)


@cases(-1, 2)
def a_negative_length(most):
    last = deque(maxlen=most)
    last.append(1)
    return list(last)


@cases((2, 3), staged="refused AG011")
def of_two_lengths(most, n):
    if n > 2:
        last = deque(maxlen=most + 1)
    else:
        last = deque(maxlen=most)
    last.append(1)
    return list(last)


@cases(2, staged="refused AG033")
def given_back(most):
    last = deque(maxlen=most)
    last.append(1)
    return last
