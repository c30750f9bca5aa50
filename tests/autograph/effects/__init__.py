"""Programs with effects, as Python programmers write them, plain against staged; `outcomes.py` compares them."""
