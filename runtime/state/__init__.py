"""Variables, tensor arrays and modules: what has a value that changes."""
