"""Ragged and sparse tensors."""
