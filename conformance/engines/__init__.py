"""Engines that read ONNX or TFLite models, as drivers, and findings on them."""
