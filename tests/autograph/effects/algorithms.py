"""Ordinary algorithms: numbers, searches, sorting, dynamic programming, linear algebra, learning."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

POINTS = np.array([1.0, 1.5, 8.0, 9.0, 0.5])
SORTED = np.array([1, 3, 5, 7, 11, 13], np.int32)


@cases(2.0, 9.0)
def newton_square_root(a):
    x = a
    for _ in range(20):
        x = (x + a / x) / 2
    return x


@cases(2.0, 9.0)
def newton_until_converged(a):
    x, steps = a, 0
    while abs(x * x - a) > 1e-3:
        x = 0.5 * (x + a / x)
        steps += 1
        if steps >= 50:
            break
    return x


@cases(2.0, 10.0)
def newton_that_may_fail(a):
    x = 1.0
    for _ in range(4):
        x = 0.5 * (x + a / x)
    if abs(x * x - a) > 0.01:
        raise ValueError("no convergence")
    return x


@cases((0.0, 2.0), (1.0, 3.0))
def bisection(low, high):
    while high - low > 1e-3:
        middle = (low + high) / 2
        if middle * middle > 2:
            high = middle
        else:
            low = middle
    return (low + high) / 2


@cases((12, 18), (7, 3), (5, 0))
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@cases((12, 18), (7, 3))
def extended_gcd(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b != 0:
        q = a // b
        a, b = b, a - q * b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


@cases(1, 6, 27)
def collatz(n):
    steps, peak = 0, n
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if n > peak:
            peak = n
    return steps, peak


@cases(2, 9, 13)
def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


@cases(5, 12)
def count_primes(n):
    count = 0
    for k in range(2, n):
        for d in range(2, k):
            if k % d == 0:
                break
        else:
            count += 1
    return count


@cases(10)
def sieve_in_a_python_list(n):
    composite = [False] * 12
    for p in range(2, 12):
        if not composite[p]:
            for multiple in range(p * p, 12, p):
                composite[multiple] = True
    total = 0
    for p in range(2, 12):
        if not composite[p] and p < n:
            total += p
    return total


@cases(6, 10)
def sieve_with_a_staged_limit(n):
    composite = [False] * 12
    for p in range(2, n):
        if not composite[p]:
            m = p * p
            while m < n:
                composite[m] = True
                m += p
    return sum(1 for k in range(2, 12) if not composite[k])


@cases(0, 1, 10)
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@cases(0, 5)
def factorial(n):
    result = 1
    while n > 1:
        result *= n
        n -= 1
    return result


@cases((2, 10), (3, 0))
def power_by_squaring(base, exponent):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


@cases(0, 1234)
def digits_reversed(n):
    r = 0
    while n > 0:
        n, digit = divmod(n, 10)
        r = r * 10 + digit
    return r


@cases((SORTED, 7), (SORTED, 4), (SORTED, 99))
def binary_search(xs, wanted):
    low, high = 0, len(xs) - 1
    while low <= high:
        middle = (low + high) // 2
        if xs[middle] == wanted:
            return middle
        if xs[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@cases(3, 8)
def binary_search_of_a_python_list(wanted):
    xs = [1, 3, 4, 8, 9]
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@cases((np.array([5, 2, 4, 1], np.int32),), (np.array([1, 2, 3, 4], np.int32),))
def insertion_sort(xs):
    for i in range(1, len(xs)):
        key = xs[i]
        j = i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs


@cases((np.array([5, 2, 4, 1], np.int32),))
def selection_sort(xs):
    for i in range(len(xs)):
        least = i
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[least]:
                least = j
        xs[i], xs[least] = xs[least], xs[i]
    return xs


@cases((3, 1, 2), (1, 2, 3))
def sort_three(a, b, c):
    xs = [a, b, c]
    for i in range(2):
        for j in range(2 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


@cases((np.array([1, 2, 3], np.int32), np.array([1, 3, 4], np.int32)))
def edit_distance_of_lists(a, b):
    previous = list(range(len(b) + 1))
    for i in range(len(a)):
        current = [i + 1]
        for j in range(len(b)):
            cost = 0 if a[i] == b[j] else 1
            current.append(min(previous[j] + cost, previous[j + 1] + 1, current[j] + 1))
        previous = current
    return previous[-1]


@cases((np.array([1, 2, 3], np.int32), np.array([1, 3, 4], np.int32)), staged="refused")
def edit_distance_of_an_array(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), np.int32)
    for i in range(len(a) + 1):
        d[i, 0] = i
    for j in range(len(b) + 1):
        d[0, j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[len(a), len(b)]


@cases(0, 7, 11)
def coin_change(amount):
    best = [0] + [99] * 11
    for a in range(1, 12):
        for coin in (1, 4, 5):
            if a >= coin and best[a - coin] + 1 < best[a]:
                best[a] = best[a - coin] + 1
    return best[amount]


@cases((np.array([2, -1, 3, -5, 4], np.int32),), (np.array([-2, -1], np.int32),))
def maximum_subarray(xs):
    best = current = xs[0]
    for k in range(1, len(xs)):
        current = max(xs[k], current + xs[k])
        best = max(best, current)
    return best


@cases((POINTS, 2.0, 5.0))
def k_means_step(points, a, b):
    sum_a = sum_b = 0.0
    count_a = count_b = 0
    for p in points:
        if abs(p - a) < abs(p - b):
            sum_a += p
            count_a += 1
        else:
            sum_b += p
            count_b += 1
    if count_a > 0:
        a = sum_a / count_a
    if count_b > 0:
        b = sum_b / count_b
    return a, b


@cases((POINTS, 0.0, 10.0))
def k_means_until_stable(points, a, b):
    moved = True
    while moved:
        sums, counts = [0.0, 0.0], [0.0, 0.0]
        for p in points:
            if abs(p - a) < abs(p - b):
                sums[0] += p
                counts[0] += 1.0
            else:
                sums[1] += p
                counts[1] += 1.0
        new_a, new_b = sums[0] / counts[0], sums[1] / counts[1]
        moved = abs(new_a - a) + abs(new_b - b) > 1e-4
        a, b = new_a, new_b
    return a, b


@cases(0.05, 0.4)
def gradient_descent_with_early_stopping(rate):
    w, best, patience = 5.0, 1e9, 0
    for _ in range(50):
        loss = (w - 2.0) ** 2
        if loss < best - 1e-3:
            best = loss
            patience = 0
        else:
            patience += 1
            if patience >= 3:
                break
        w -= rate * 2 * (w - 2.0)
    return best


@cases(0.05, 0.4)
def early_stopping_with_none(rate):
    w, best_loss, best_w, bad = 5.0, None, None, 0
    for _ in range(30):
        loss = (w - 2.0) * (w - 2.0)
        if best_loss is None or loss < best_loss:
            best_loss, best_w, bad = loss, w, 0
        else:
            bad += 1
        if bad > 2:
            break
        w = w - rate * 2 * (w - 2.0)
    return best_w


@cases(1, 5)
def matrix_power_of_lists(n):
    a, b, c, d = 1, 0, 0, 1
    p, q, r, s = 1, 1, 1, 0
    while n > 0:
        if n % 2:
            a, b, c, d = a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s
        p, q, r, s = p * p + q * r, p * q + q * s, r * p + s * r, r * q + s * s
        n //= 2
    return b


@cases((POINTS,))
def prefix_sums(xs):
    sums = []
    total = 0.0
    for k in range(len(xs)):
        total += xs[k]
        sums.append(total)
    return sums


@cases((POINTS,))
def prefix_sums_over_elements(xs):
    sums = [0.0]
    for x in xs:
        sums.append(sums[-1] + x)
    return sums


@cases((POINTS,))
def mean_and_variance(xs):
    mean = sum(xs) / len(xs)
    variance = sum((x - mean) ** 2 for x in xs) / len(xs)
    return mean, variance


@cases((POINTS,))
def welford(xs):
    count, mean, m2 = 0, 0.0, 0.0
    for x in xs:
        count += 1
        delta = x - mean
        mean += delta / count
        m2 += delta * (x - mean)
    return mean, m2


@cases((POINTS, 2.0), (POINTS, 100.0))
def argmax_above(xs, limit):
    best, where = limit, -1
    for k, x in enumerate(xs):
        if x > best:
            best, where = x, k
    return best, where


@cases((POINTS, 3))
def moving_average(xs, width):
    window = 0.0
    out = []
    for k in range(len(xs)):
        window += xs[k]
        if k >= 3:
            window -= xs[k - 3]
        out.append(window / 3)
    return out


@cases(0.3, 0.9)
def beam_search_of_width_two(p):
    beam = [(0.0, 0), (-9.0, 1)]
    for step in range(3):
        grown = []
        for score, token in beam:
            for choice in (0, 1):
                gain = p if choice == 1 else 1 - p
                grown.append((score + gain * (step + 1), token * 2 + choice))
        best, second = grown[0], grown[1]
        if second[0] > best[0]:
            best, second = second, best
        for entry in grown[2:]:
            if entry[0] > best[0]:
                best, second = entry, best
            elif entry[0] > second[0]:
                second = entry
        beam = [best, second]
    return [token for _, token in beam]


@cases(1, 2, 4)
def hanoi_moves(n):
    moves = 0
    stack = 1
    while n > 0:
        moves = 2 * moves + stack
        n -= 1
    return moves


@cases(1, 6)
def josephus(n):
    alive = 0
    for k in range(2, n + 1):
        alive = (alive + 3) % k
    return alive


@cases((4, 1), (9, 2))
def integer_root_by_search(n, k):
    root = 0
    while (root + 1) ** 2 <= n:
        root += 1
    return root * k


@cases(5.0, 0.5)
def simpson(upper):
    def f(x):
        return x * x if x > 1 else x

    h = upper / 10
    total = f(0.0) + f(upper)
    for k in range(1, 10):
        total += (4 if k % 2 else 2) * f(k * h)
    return total * h / 3


@cases(3, 7)
def pascal_row(n):
    row = [1, 0, 0, 0, 0, 0, 0, 0]
    for _ in range(n):
        for k in range(7, 0, -1):
            row[k] += row[k - 1]
    return row


@cases((1.0, 0.1), (-2.0, 0.05))
def euler_with_events(x, dt):
    v, bounces = 1.0, 0
    for _ in range(40):
        x += v * dt
        if x > 1.5 or x < -1.5:
            v = -v
            bounces += 1
    return x, bounces


@cases((1, 1), (4, 2))
def ackermann_small_by_loops(m, n):
    total = 0
    for i in range(m):
        for j in range(n):
            total += i * j
            if total > 10:
                break
        else:
            continue
        break
    return total
