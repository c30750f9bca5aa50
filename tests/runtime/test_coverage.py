"""Names of TensorFlow that are not covered say so, and name the nearest that is."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.parametrize(
    ("namespace", "name", "nearest"),
    [
        (tf.math, "erfcinv", "tf.math.erfinv"),
        (tf.linalg, "lu_solve", "tf.linalg.solve"),
        (tf.nn, "crelu", "tf.nn.relu"),
        (tf, "batch_to_space", None),
        (tf.io, "encode_base64", None),
    ],
)
def test_what_is_not_covered_names_the_nearest(namespace, name: str, nearest: str | None) -> None:
    with pytest.raises(AttributeError, match="this part of TensorFlow is not covered") as caught:
        getattr(namespace, name)
    assert nearest is None or str(caught.value).endswith(f"the nearest name that is: {nearest}")
