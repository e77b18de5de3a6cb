"""Networks that the project builds itself: architectures with seeded or trained weights.

They need no download. ``image_network`` describes a network of layers, ``mobilenet`` and ``digits``
build such networks, ``quantization`` returns their 8-bit and float16 forms, and ``acoustic`` builds
LSTM models with state.
"""
