"""`function`: Python functions traced into graphs, once per type of call."""
