"""Kernels: convolutions over one, two or three spatial dimensions, dilated or in groups."""

from __future__ import annotations

from runtime.ir.schema import kernels
from runtime.kernels.convolution_kernels import backprop_filter, backprop_input, convolve
from runtime.ops import convolution as ops

kernels[ops.CONV2D] = convolve
kernels[ops.CONV2D_TO_INPUT] = backprop_input
kernels[ops.CONV2D_TO_FILTER] = backprop_filter
kernels[ops.CONV3D] = convolve
kernels[ops.CONV3D_TO_INPUT] = backprop_input
kernels[ops.CONV3D_TO_FILTER] = backprop_filter
