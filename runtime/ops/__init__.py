"""Operations: one file per family, each operation declared once. The public names are in `runtime.ops.public`.

This file imports nothing, so that graphs can use `runtime.ops.declare` while the families, which need graphs, do not
exist yet.
"""
