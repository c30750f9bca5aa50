"""How values become tensors, and operations are applied to them."""
