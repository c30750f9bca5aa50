"""`tf.keras.layers`: what models are made of."""

from runtime.keras.coverage import refusing
from runtime.keras.layers.activation import Activation, LeakyReLU, ReLU, Softmax
from runtime.keras.layers.base import Layer
from runtime.keras.layers.cells import GRUCell, LSTMCell, SimpleRNNCell
from runtime.keras.layers.convolutional import Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose
from runtime.keras.layers.core import Dense, Embedding, Input, InputLayer, Lambda
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.merging import Add, Concatenate, Multiply, add, concatenate, multiply
from runtime.keras.layers.normalization import BatchNormalization, LayerNormalization
from runtime.keras.layers.pooling import AveragePooling2D, GlobalAveragePooling1D, GlobalAveragePooling2D, MaxPooling2D
from runtime.keras.layers.preprocessing import Normalization, Rescaling
from runtime.keras.layers.recurrent import GRU, LSTM, RNN, SimpleRNN
from runtime.keras.layers.regularization import Dropout
from runtime.keras.layers.reshaping import Flatten, Reshape, ZeroPadding2D
from runtime.keras.serialization import deserialize_keras_object as deserialize
from runtime.keras.serialization import serialize_keras_object as serialize

Convolution1D, Convolution1DTranspose = Conv1D, Conv1DTranspose
Convolution2D, Convolution2DTranspose = Conv2D, Conv2DTranspose
MaxPool2D, AvgPool2D = MaxPooling2D, AveragePooling2D
GlobalAvgPool1D, GlobalAvgPool2D = GlobalAveragePooling1D, GlobalAveragePooling2D

__all__ = [
    "GRU", "LSTM", "RNN", "Activation", "Add", "AveragePooling2D", "AvgPool2D", "BatchNormalization", "Concatenate",
    "Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Convolution1D", "Convolution1DTranspose",
    "Convolution2D", "Convolution2DTranspose", "Dense", "Dropout", "Embedding", "Flatten", "GRUCell",
    "GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalAvgPool1D", "GlobalAvgPool2D", "Input", "InputLayer",
    "InputSpec", "LSTMCell", "Lambda", "Layer", "LayerNormalization", "LeakyReLU", "MaxPool2D", "MaxPooling2D",
    "Multiply", "Normalization", "ReLU", "Rescaling", "Reshape", "SimpleRNN", "SimpleRNNCell", "Softmax",
    "ZeroPadding2D", "add", "concatenate", "deserialize", "multiply", "serialize",
]  # fmt: skip

__getattr__ = refusing("tf.keras.layers", __all__)
