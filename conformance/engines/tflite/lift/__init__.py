"""Conversion of TFLite operators to operations of the contract: one function per builtin.

The modules are grouped by family. If the contract cannot express an operator, the converter raises
``NotExpressibleError`` with the reason.
"""
