"""Libraries that are converted as a whole, under their own tests. A developer's tool: it installs them with pip.

python -m tests.packages toolz chardet
"""
