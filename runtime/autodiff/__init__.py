"""Automatic differentiation: tapes, the gradients of graphs, and what is built on them."""
