"""Compilation caching outside the driver interface: a client's folder, a driver's own store.

``client_cache`` has the client's side: it chooses tokens, creates and opens cache files, and
prepares models from them. ``blob_store`` is a persistent store for drivers that keep compiled
models, or the digests of their cache files, themselves.
"""
