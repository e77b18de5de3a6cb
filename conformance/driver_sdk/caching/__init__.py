"""Helpers of drivers that cache compilations.

``blob_store`` is a persistent store for drivers that keep compiled models, or the digests of their
cache files, themselves. ``driver_cache`` saves compilations in the client's cache files such that a
modified file is detected.
"""
