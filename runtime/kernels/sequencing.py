"""Kernels: names of `tf` that are about when and where operations run."""

from __future__ import annotations

import time

import numpy as np

from runtime.ir.schema import kernels
from runtime.ops import sequencing as ops

kernels[ops.NO_OP] = lambda: ()
kernels[ops.TIMESTAMP] = lambda: np.float64(time.time())
