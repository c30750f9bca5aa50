"""Functions of functions: `map_fn`, `scan`, `py_function`."""
