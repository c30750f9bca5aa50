"""Programs whose outcome is not yet right, by system; `python -m tests.autograph.effects --record` writes it."""

PENDING = frozenset(
    [
        "jax aliases.double_buffer",
        "jax aliases.swapped_lists",
        "runtime aliases.double_buffer",
        "runtime aliases.swapped_lists",
    ]
)
