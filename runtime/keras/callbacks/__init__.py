"""`tf.keras.callbacks`: what is told of everything that happens while a model is trained."""

from runtime.keras.callbacks.callback import Callback, CallbackList, History, ProgbarLogger
from runtime.keras.callbacks.stopping import EarlyStopping, LearningRateScheduler
from runtime.keras.callbacks.writing import ModelCheckpoint, TensorBoard
from runtime.keras.coverage import refusing

__all__ = [
    "Callback", "CallbackList", "EarlyStopping", "History", "LearningRateScheduler", "ModelCheckpoint",
    "ProgbarLogger", "TensorBoard",
]  # fmt: skip

__getattr__ = refusing("tf.keras.callbacks", __all__)
