"""The HTML page of models and drivers: accuracy, latency, compilation, memory and stress."""
