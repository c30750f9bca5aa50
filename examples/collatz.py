"""The Collatz sequence: a branch inside a loop, both decided by tensors."""

import runtime as tf


def collatz(n):
    steps = 0
    highest = n
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        if n > highest:
            highest = n
        steps += 1
    return steps, highest


staged_collatz = tf.function(collatz)


def main():
    print(tf.autograph.to_code(collatz))
    for n in (6, 7, 27, 97):
        steps, highest = collatz(n)
        staged_steps, staged_highest = staged_collatz(tf.constant(n))
        print(f"{n:3d}: {steps:3d} steps up to {highest}; staged {staged_steps} up to {staged_highest}")
        assert (steps, highest) == (int(staged_steps), int(staged_highest))
    print(staged_collatz.get_concrete_function(tf.constant(0)).graph)


if __name__ == "__main__":
    main()
