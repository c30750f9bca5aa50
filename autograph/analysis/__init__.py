"""What a pass needs to know of a function before it rewrites it."""
