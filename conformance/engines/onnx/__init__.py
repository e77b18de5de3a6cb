"""Translation of models of the contract to ONNX."""
