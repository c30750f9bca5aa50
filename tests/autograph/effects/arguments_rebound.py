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
