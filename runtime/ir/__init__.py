"""Graphs and what they consist of."""
