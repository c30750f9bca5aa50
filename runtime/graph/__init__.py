"""Graphs: programs as data. Building, printing and rewriting them."""
