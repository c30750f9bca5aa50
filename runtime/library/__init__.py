"""The functions that users call, a file per family."""
