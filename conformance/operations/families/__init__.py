"""Operands, conditions, shapes and kernels that families of similar operations share."""
