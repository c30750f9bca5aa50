"""Adapters: systems that converted code can be staged onto, beside the embedded runtime."""
