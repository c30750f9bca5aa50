"""Executors: from a graph to something that runs."""
