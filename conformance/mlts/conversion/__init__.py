"""Conversion of TFLite operators to operations of the contract: one function per builtin.

The modules are grouped by family; ``converters`` collects their tables. A converter that finds no
equal in the contract raises ``NotExpressibleError`` with the reason.
"""
