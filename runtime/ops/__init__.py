"""Schemas of operations and their shape rules, a file per family."""
