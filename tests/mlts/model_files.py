"""The model files of ``NN_CONFORMANCE_MODELS``: a folder of ``.tflite`` files with ``.npz`` files.

The ``.npz`` file of a model has its inputs ``in0``, ``in1`` ... and the outputs ``out0`` ... of
LiteRT's reference kernels.
"""

import os
import random
from pathlib import Path

import pytest

FOLDER = os.environ.get("NN_CONFORMANCE_MODELS")
PATHS = sorted(Path(FOLDER).glob("*.tflite")) if FOLDER else []
needs_models = pytest.mark.skipif(not PATHS, reason="NN_CONFORMANCE_MODELS names no model files")
SMALL = [path for path in PATHS if path.stat().st_size < 60_000]


def damaged(content: bytes, seed: int) -> bytes:
    """Return the content with a few seeded changes: bytes, words, swaps of blocks, truncation."""
    source = random.Random(seed)
    data = bytearray(content)
    for _ in range(source.choice((1, 1, 2, 4, 16))):
        # Half of the changes are near an end, where a flatbuffer keeps most of its tables.
        near = min(len(data), 4096)
        start = source.choice((0, len(data) - near, 0)) if source.random() < 0.5 else None
        at = (
            source.randrange(len(data) - 4) if start is None else start + source.randrange(near - 4)
        )
        kind = source.randrange(4)
        if kind == 0:
            data[at] ^= 1 << source.randrange(8)
        elif kind == 1:
            data[at] = source.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif kind == 2:
            word = source.choice((0, 1, 4, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, len(data)))
            at -= at % 4
            data[at : at + 4] = word.to_bytes(4, "little")
        else:
            other = source.randrange(len(data) - 4)
            data[at : at + 4] = data[other : other + 4]
    if source.random() < 0.05:
        del data[source.randrange(len(data)) :]
    return bytes(data)
