"""Fizzbuzz: a staged loop with `continue`, an early `break`, and printing from inside the graph."""

import runtime as tf


def fizzbuzz(n, longest):
    """Prints the game up to `n`, and stops after `longest` lines. Returns how many numbers were left as they are."""
    numbers = 0
    for i in tf.range(1, n + 1):
        if i > longest:
            tf.print("...")
            break
        if i % 15 == 0:
            tf.print("fizzbuzz")
            continue
        if i % 3 == 0:
            tf.print("fizz")
        elif i % 5 == 0:
            tf.print("buzz")
        else:
            tf.print(i)
            numbers += 1
    return numbers


staged_fizzbuzz = tf.function(fizzbuzz)


def main():
    print(tf.autograph.to_code(fizzbuzz))
    eager = fizzbuzz(tf.constant(20), 16)
    print("staged:")
    staged = staged_fizzbuzz(tf.constant(20), 16)
    assert int(eager) == int(staged) == 9, (eager, staged)


if __name__ == "__main__":
    main()
