"""Computations that several kernels share: numerics, fast paths, matrix products, cells."""
