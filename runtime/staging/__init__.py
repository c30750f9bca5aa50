"""The backend of converted code."""
