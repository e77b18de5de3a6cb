"""The content of a ``.tflite`` file, read without trust: offsets and lengths are checked first."""
