"""What a function puts in order, by `functools.cmp_to_key`."""

from functools import cmp_to_key

from tests.autograph.effects.outcomes import cases


def ascending(x, y):
    return (x > y) - (x < y)


@cases((1, 2), (5, 1), (4, 4))
def a_list_is_sorted_by_a_comparison(a, b):
    key = cmp_to_key(ascending)
    return (
        sorted([a, b, 3], key=key),
        sorted([a, b, 3], key=key, reverse=True),
        max([a, b, 3], key=key),
        min(a, b, key=key),
    )


@cases((1, 2), (5, 1), (0, 1))
def a_list_of_staged_length_is_sorted_by_a_comparison(n, b):
    values = []
    for i in range(n):
        values.append((i * b) % 3)
    down = sorted(values, key=cmp_to_key(lambda x, y: y - x))
    values.sort(key=cmp_to_key(lambda x, y: y - x), reverse=True)
    return down, values


@cases((1, 2), (5, 1))
def the_largest_of_a_list_of_staged_length_is_found_by_a_comparison(n, b):
    values = []
    for i in range(n):
        values.append((i * b) % 3)
    return max(values, key=cmp_to_key(ascending)), min(values, key=cmp_to_key(lambda x, y: y - x))


@cases((1, 2), (5, 1))
def pairs_are_sorted_by_a_comparison_with_branches(a, b):
    def by_parts(p, q):
        if p[0] != q[0]:
            return p[0] - q[0]
        if p[1] > q[1]:
            return -1
        elif p[1] < q[1]:
            return 1
        return 0

    return sorted([(a, 1), (b, 2), (a, 3), (1, 9)], key=cmp_to_key(by_parts))


@cases((1, 2), (5, 1), (-1, 0))
def a_tensor_decides_how_words_are_compared(a, b):
    words = ["pear", "fig", "apple"]
    key = cmp_to_key(lambda p, q: (len(p) - len(q)) * a or (p > q) - (p < q))
    return sorted(words, key=key), min(words, key=key), key("a") < key("b"), key("b") == key("b")


@cases((1, 9), (30, 3), (12, 121))
def digits_are_put_in_the_order_of_the_largest_number(a, b):
    def order(x, y):
        one, other = int(f"{x}{y}"), int(f"{y}{x}")
        return (other > one) - (other < one)

    return "".join(map(str, sorted([3, a, b], key=cmp_to_key(order))))
