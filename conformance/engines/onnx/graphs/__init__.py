"""ONNX graphs: structure, serialization, and the lowering of one operation to nodes."""
