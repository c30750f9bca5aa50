"""`tf.image`: values that TensorFlow 2.21 computes, and the definitions of what it does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RAMP = np.arange(24, dtype=np.float32).reshape(2, 4, 3) / 24


def test_turning_is_that_of_numpy() -> None:
    np.testing.assert_array_equal(tf.image.flip_left_right(RAMP), RAMP[:, ::-1])
    np.testing.assert_array_equal(tf.image.flip_up_down(RAMP), RAMP[::-1])
    np.testing.assert_array_equal(tf.image.transpose(RAMP), RAMP.transpose(1, 0, 2))
    for k in range(5):
        np.testing.assert_array_equal(tf.image.rot90(RAMP, k), np.rot90(RAMP, k))
        np.testing.assert_array_equal(tf.image.rot90(RAMP[None], k)[0], np.rot90(RAMP, k))


def test_cutting_and_filling_keep_the_middle_or_the_place() -> None:
    assert tf.image.central_crop(np.ones([4, 6, 1]), 0.5).shape == [2, 4, 1]
    np.testing.assert_array_equal(tf.image.crop_to_bounding_box(RAMP, 1, 1, 1, 2), RAMP[1:2, 1:3])
    padded = tf.image.pad_to_bounding_box(RAMP, 1, 0, 4, 5)
    np.testing.assert_array_equal(padded, np.pad(RAMP, [[1, 1], [0, 1], [0, 0]]))
    np.testing.assert_array_equal(
        tf.image.resize_with_crop_or_pad(RAMP, 4, 2), np.pad(RAMP, [[1, 1], [0, 0], [0, 0]])[:, 1:3]
    )
    assert tf.image.resize_with_pad(RAMP, 6, 6).shape == [6, 6, 3]


@pytest.mark.parametrize(
    ("size", "options", "expected"),
    [
        ((1, 4), {}, [1.0, 1.5, 2.5, 3.0]),
        ((1, 3), {}, [1.0, 2.0, 3.0]),
        ((1, 1), {}, [2.0]),
        ((1, 4), {"method": "nearest"}, [1.0, 1.0, 3.0, 3.0]),
        ((2, 9), {"preserve_aspect_ratio": True}, [1.0, 1.5, 2.5, 3.0] * 2),
    ],
)
def test_a_row_of_two_elements_is_resized(size: Any, options: dict[str, Any], expected: list[float]) -> None:
    found = tf.image.resize([[[1.0], [3.0]]], size, **options)
    np.testing.assert_allclose(found.numpy().ravel(), expected)


def test_antialiasing_counts_all_that_a_new_element_covers() -> None:
    x = np.zeros([1, 8, 1], np.float32)
    x[0, 3] = 8
    plain = tf.image.resize(x, [1, 2]).numpy().ravel()
    smooth = tf.image.resize(x, [1, 2], antialias=True).numpy().ravel()
    np.testing.assert_allclose(plain, [0, 0])
    np.testing.assert_allclose(smooth, [1.4285715, 0.8571429], rtol=1e-6)


def test_colours_are_converted() -> None:
    image = tf.constant([[[0.5, 0.25, 0.0], [0.2, 0.4, 0.8]]])
    np.testing.assert_allclose(tf.image.rgb_to_hsv(image), [[[1 / 12, 1.0, 0.5], [0.6111111, 0.75, 0.8]]], rtol=1e-5)
    np.testing.assert_allclose(tf.image.hsv_to_rgb(tf.image.rgb_to_hsv(image)), image, atol=1e-6)
    np.testing.assert_allclose(tf.image.rgb_to_grayscale(image)[0, :, 0], [0.2962, 0.38578], rtol=1e-5)
    assert tf.image.grayscale_to_rgb(image[..., :1]).shape == [1, 2, 3]
    np.testing.assert_allclose(tf.image.adjust_brightness(image, 0.1), image + 0.1)
    np.testing.assert_allclose(tf.image.adjust_contrast(image, 2.0)[0, :, 0], [0.65, 0.05], atol=1e-6)
    np.testing.assert_allclose(tf.image.adjust_saturation(image, 0.5)[0, 0], [0.5, 0.375, 0.25], atol=1e-6)
    np.testing.assert_allclose(tf.image.adjust_hue(image, 1 / 3)[0, 0], [0.0, 0.5, 0.25], atol=1e-6)
    np.testing.assert_allclose(tf.image.adjust_gamma(image, 2.0), np.square(image))


def test_dtypes_are_scaled_to_their_range() -> None:
    np.testing.assert_allclose(tf.image.convert_image_dtype(np.uint8([[[255, 51]]]), tf.float32), [[[1.0, 0.2]]])
    assert tf.image.convert_image_dtype([[[1.0, 0.5]]], tf.uint8).numpy().ravel().tolist() == [255, 127]
    assert tf.image.convert_image_dtype([[[1.5, -1.0]]], tf.uint8, saturate=True).numpy().ravel().tolist() == [255, 0]
    assert tf.image.convert_image_dtype(np.uint8([[[2]]]), tf.int16).numpy().item() == 256
    assert tf.image.adjust_brightness(np.uint8([[[250, 10]]]), 0.1).numpy().ravel().tolist() == [255, 35]


def test_measures() -> None:
    standard = tf.image.per_image_standardization(RAMP)
    np.testing.assert_allclose([np.mean(standard), np.std(standard)], [0, 1], atol=1e-6)
    np.testing.assert_allclose(tf.image.total_variation([[[1.0], [3.0]], [[0.0], [7.0]]]), 2 + 7 + 1 + 4)
    np.testing.assert_allclose(tf.image.psnr(np.ones([2, 2, 1]), np.full([2, 2, 1], 0.9), 1.0), 20.0, rtol=1e-5)


def test_random_changes_depend_on_the_seed_alone_and_work_in_functions() -> None:
    @tf.function
    def augmented(image, seed):
        image = tf.image.stateless_random_flip_left_right(image, seed)
        image = tf.image.stateless_random_brightness(image, 0.2, seed)
        return tf.image.stateless_random_crop(image, [2, 2, 3], seed)

    first, second = (augmented(tf.constant(RAMP), tf.constant([1, 2])) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert first.shape == [2, 2, 3]
    assert tf.image.random_crop(RAMP, [1, 2, 3]).shape == [1, 2, 3]
    flips = {tf.image.random_flip_left_right(RAMP, seed).numpy().tobytes() for seed in range(20)}
    assert flips == {RAMP.tobytes(), RAMP[:, ::-1].tobytes()}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.image.flip_left_right([1.0]), "must have either 3 or 4 dimensions"),
        (lambda: tf.image.resize(RAMP, [2]), "'size' must be a 1-D Tensor of 2 elements: new_height, new_width"),
        (lambda: tf.image.resize(RAMP, [2, 2], "bicubic"), "'bicubic' is not covered: use 'bilinear' or 'nearest'"),
        (lambda: tf.image.central_crop(RAMP, 2.0), r"central_fraction must be within \(0, 1\]"),
        (lambda: tf.image.crop_to_bounding_box(RAMP, 0, 0, 9, 1), r"height must be >= target \+ offset"),
        (lambda: tf.image.pad_to_bounding_box(RAMP, 0, 0, 1, 9), "height must be <= target - offset"),
        (lambda: tf.image.random_brightness(RAMP, -1.0), "max_delta must be non-negative"),
        (lambda: tf.image.random_contrast(RAMP, 2.0, 1.0), "upper must be > lower"),
        (lambda: tf.image.rgb_to_grayscale(RAMP[..., :2]), "Input RGB images must have 3 channels"),
    ],
)
def test_mistakes_are_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_the_adjustment_of_contrast_has_no_gradient() -> None:
    x = tf.constant(np.arange(12.0).reshape(1, 2, 2, 3), tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.image.adjust_contrast(x, 2.0)
    with pytest.raises(LookupError, match="no entry for: AdjustContrastv2"):
        tape.gradient(y, x)
