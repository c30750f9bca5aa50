"""`tf.keras.callbacks`: what is told of everything that happens while a model is trained."""

from __future__ import annotations

from runtime.keras.callbacks.callback import Callback, CallbackList, History, ProgbarLogger
from runtime.keras.callbacks.stopping import EarlyStopping, LearningRateScheduler, ReduceLROnPlateau, TerminateOnNaN
from runtime.keras.callbacks.writing import BackupAndRestore, CSVLogger, LambdaCallback, ModelCheckpoint, TensorBoard

__all__ = [
    "BackupAndRestore", "CSVLogger", "Callback", "CallbackList", "EarlyStopping", "History", "LambdaCallback",
    "LearningRateScheduler", "ModelCheckpoint", "ProgbarLogger", "ReduceLROnPlateau", "TensorBoard", "TerminateOnNaN",
]  # fmt: skip
