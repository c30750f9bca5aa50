"""`tf.image`: flipping, cropping, resizing and colours of images, `[height, width, channels]`, or batches of them."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.image.colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_gamma,
    adjust_hue,
    adjust_saturation,
    convert_image_dtype,
    grayscale_to_rgb,
    hsv_to_rgb,
    rgb_to_grayscale,
    rgb_to_hsv,
)
from runtime.image.geometry import (
    ResizeMethod,
    central_crop,
    crop_to_bounding_box,
    flip_left_right,
    flip_up_down,
    pad_to_bounding_box,
    resize,
    resize_with_crop_or_pad,
    resize_with_pad,
    rot90,
    transpose,
)
from runtime.image.measures import image_gradients, per_image_standardization, psnr, total_variation
from runtime.image.randomness import (
    random_brightness,
    random_contrast,
    random_crop,
    random_flip_left_right,
    random_flip_up_down,
    random_hue,
    random_saturation,
    stateless_random_brightness,
    stateless_random_contrast,
    stateless_random_crop,
    stateless_random_flip_left_right,
    stateless_random_flip_up_down,
    stateless_random_hue,
    stateless_random_saturation,
)

__all__ = [
    "ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_saturation",
    "central_crop", "convert_image_dtype", "crop_to_bounding_box", "flip_left_right", "flip_up_down",
    "grayscale_to_rgb", "hsv_to_rgb", "image_gradients", "pad_to_bounding_box", "per_image_standardization", "psnr",
    "random_brightness", "random_contrast", "random_crop", "random_flip_left_right", "random_flip_up_down",
    "random_hue", "random_saturation", "resize", "resize_with_crop_or_pad", "resize_with_pad", "rgb_to_grayscale",
    "rgb_to_hsv", "rot90", "stateless_random_brightness", "stateless_random_contrast", "stateless_random_crop",
    "stateless_random_flip_left_right", "stateless_random_flip_up_down", "stateless_random_hue",
    "stateless_random_saturation", "total_variation", "transpose",
]  # fmt: skip

__getattr__ = not_covered("tf.image", __all__)
