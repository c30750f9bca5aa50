"""Newton's method for a square root: a `while` whose condition is a tensor."""

import runtime as tf


def newton_sqrt(a, tolerance=1e-6):
    x = a
    steps = 0
    while abs(x * x - a) > tolerance * a:
        x = (x + a / x) / 2.0
        steps += 1
    return x, steps


staged_sqrt = tf.function(newton_sqrt)


def main():
    print(tf.autograph.to_code(newton_sqrt))
    print("      a   plain floats         staged")
    for a in (2.0, 10.0, 12345.0):
        plain, plain_steps = newton_sqrt(a)
        staged, staged_steps = staged_sqrt(tf.constant(a))
        print(f"{a:7g}   {plain:10.6f} ({plain_steps:2d})   {float(staged):10.5f} ({int(staged_steps):2d})")
        assert abs(plain - float(staged)) < 1e-4 * plain
    print("traces:", staged_sqrt.experimental_get_tracing_count())


if __name__ == "__main__":
    main()
