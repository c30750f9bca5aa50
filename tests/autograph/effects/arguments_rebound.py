"""Lists among the arguments, and lists from outside, in whose place a staged loop puts others of other lengths."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 9))
def pairs_summed(nums, k):
    while len(nums) > 1 and k > 0:
        nums = [nums[i] + nums[i + 1] for i in range(len(nums) - 1)]
        k -= 1
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 9))
def first_dropped(nums, k):
    while k > 0:
        nums = nums[1:]
        k -= 1
    return nums, len(nums)


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def number_added(nums, k):
    while k > 0:
        nums = [*nums, k]
        k -= 1
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def number_filtered_out(nums, k):
    for i in range(k):
        nums = [x for x in nums if x != i]
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def sieved(nums, k):
    while nums and nums[0] < k:
        nums = [x for x in nums if x % nums[0]]
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def changed_after(nums, k):
    while k > 0:
        nums = nums[1:]
        k -= 1
    nums.append(5)
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def first_changed_by_another_name(nums, k):
    b = nums
    while k > 0:
        b[0] += 1
        nums = nums[1:]
        k -= 1
    return nums, b


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def changed_after_by_another_name(nums, k):
    b = nums
    while k > 0:
        nums = nums[1:]
        k -= 1
    b[0] = 9
    return nums, b


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def changed_in_the_loop(nums, k):
    b = nums
    while k > 0:
        nums[0] += 5
        nums = nums[1:]
        k -= 1
    return nums, b


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def new_ones_changed(nums, k):
    while k > 0:
        nums = [*nums[1:], k]
        nums[0] += 5
        nums.append(7)
        k -= 1
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def compared_by_identity(nums, k):
    b = nums
    while k > 0:
        nums = nums[1:]
        k -= 1
    return nums is b


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def on_one_path(nums, k):
    b = nums
    while k > 0:
        if nums[0] == k:
            nums = nums[1:]
        k -= 1
    return nums, b


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def swapped(nums, k):
    other = []
    while k > 0:
        other, nums = nums, [*other, k]
        k -= 1
    return nums, other


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def changed_after_in_a_tuple(nums, k):
    t = (nums, 1)
    while k > 0:
        nums = nums[1:]
        k -= 1
    t[0].append(3)
    return nums, t


class H:
    pass


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG024")
def changed_after_in_an_object(nums, k):
    h = H()
    h.v = nums
    while k > 0:
        nums = nums[1:]
        k -= 1
    h.v.append(3)
    return nums, h


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), staged="refused AG022")
def the_list_itself(nums, k):
    while k > 0:
        nums.pop()
        k -= 1
    return nums


DATA = [5, 6, 7, 8]


@cases((2,), (0,), (3,))
def global_list(k):
    xs = DATA
    while k > 0:
        xs = xs[1:]
        k -= 1
    return xs, DATA


@cases((2,), (0,), (3,))
def default_list(k, xs=[1, 2, 3]):
    while k > 0:
        xs = xs[1:]
        k -= 1
    return xs


class Stack:
    def __init__(self, items):
        self.items = items

    def rest(self):
        self.items = self.items[1:]


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def attribute_of_an_object(nums, k):
    s = Stack(nums)
    for _ in range(k):
        s.rest()
    return s.items, len(s.items)


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def by_a_nested_function(nums, k):
    def step():
        nonlocal nums
        nums = nums[1:]

    for _ in range(k):
        step()
    return nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def two_variables(nums, k):
    a = b = nums
    for _ in range(k):
        a = a[1:]
        b = [*b, 1]
    return a, b, nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def nested_loops(nums, k):
    total = 0
    while nums:
        for i in range(k):
            nums = nums[1:]
            total += 1
        nums = nums[1:]
    return total, nums


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def smallest_taken_out(nums, k):
    out = []
    while nums:
        m = min(nums)
        nums = [x for x in nums if x != m]
        out.append(m + k)
    return out


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def halved(nums, k):
    while len(nums) > 1:
        mid = len(nums) // 2
        if nums[mid] > k:
            nums = nums[:mid]
        else:
            nums = nums[mid:]
    return nums[0]


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def quickselect(nums, k):
    while True:
        pivot = nums[0]
        small = [x for x in nums if x < pivot]
        if k < len(small):
            nums = small
        elif k == len(small):
            return pivot
        else:
            k -= len(small) + 1
            nums = [x for x in nums if x > pivot]
            if not nums:
                return -1


@cases(([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3))
def head_and_rest(nums, k):
    total = k
    while nums:
        head, *nums = nums
        total = total * 2 + head
    return total


LISTS = ([1, 2, 3, 4], 2), ([1, 2, 3, 4], 0), ([1, 2, 3, 4], 9)


@cases(*LISTS)
def returned_in_the_loop(nums, k):
    while nums:
        if nums[0] == k:
            return nums, len(nums)
        nums = nums[1:]
    return "none", len(nums)


@cases(*LISTS)
def left_early(nums, k):
    for i in range(k):
        if len(nums) < 2:
            break
        nums = nums[:-1]
    else:
        nums = [*nums, 99]
    return nums


@cases(*LISTS)
def held_twice(nums, k):
    a = nums
    b = [a, a]
    for _ in range(k):
        a = a[1:]
    return a, b, len(b[0])


@cases(*LISTS)
def under_a_key(nums, k):
    d = {"x": nums}
    for _ in range(k):
        d["x"] = d["x"][1:]
    return d, nums


@cases(*LISTS)
def in_a_tuple(nums, k):
    t = (nums, 0)
    for i in range(k):
        t = (t[0][1:], i)
    return t, nums


@cases(*LISTS)
def one_of_two(nums, k):
    other = [7]
    for i in range(k):
        if i % 2:
            nums, other = other, nums
        else:
            nums = [*nums, i]
    return nums, other


@cases(*LISTS)
def back_to_the_first(nums, k):
    keep = nums
    for i in range(k):
        nums = keep if i % 2 else nums[1:]
    return nums, keep


@cases(*LISTS)
def kept_or_none(nums, k):
    best = None
    for i in range(k):
        if best is None or len(nums) > 2:
            best = nums
        nums = nums[1:]
    return best, nums


@cases(*LISTS)
def copied_after(nums, k):
    for i in range(k):
        nums = nums[1:]
    nums = list(nums)
    nums.append(3)
    return nums


@cases(*LISTS)
def two_loops(nums, k):
    for i in range(k):
        nums = nums[1:]
    while nums and nums[-1] > 2:
        nums = nums[:-1]
    return nums


@cases(*LISTS)
def added_to_after(nums, k):
    orig = nums
    for i in range(k):
        nums = [*nums, i]
        nums += [i * 2]
    return nums, orig


@cases(([[1, 2], [3, 4]], 2), ([[1, 2], [3, 4]], 0))
def rows_added(m, k):
    for _ in range(k):
        m = [*m, [k, k]]
    return m


@cases(*LISTS)
def read_by_a_lambda(nums, k):
    def f():
        return len(nums)

    for _ in range(k):
        nums = nums[1:]
    return f(), nums


@cases(*LISTS)
def gone_over_by_a_generator(nums, k):
    g = (x for x in nums)
    for _ in range(k):
        nums = nums[1:]
    return sum(g), nums


@cases(*LISTS)
def gone_over_by_an_iterator(nums, k):
    it = iter(nums)
    for _ in range(k):
        nums = nums[1:]
    return next(it), nums


@cases(*LISTS)
def changed_while_gone_over(nums, k):
    t = 0
    for x in nums:
        if x > k:
            nums = nums[1:]
        t += x
    return t, nums


@cases(*LISTS)
def gone_over_in_the_loop(nums, k):
    t = 0
    for i in range(k):
        for x in nums:
            t += x
        nums = nums[1:]
    return t, nums
