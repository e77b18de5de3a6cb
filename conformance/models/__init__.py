"""Real models: import of ``.tflite`` files as models of the contract, and as cases.

The format is read with the schema classes of ``ai_edge_litert`` (extra ``litert``). Modules outside
this package import it only if a ``.tflite`` file is given.
"""
