"""Compilation caching: a client's folder, and the helpers of drivers that cache.

``client_cache`` has the client's side: it chooses tokens, creates and opens cache files, and
prepares models from them. The other modules are for drivers. ``blob_store`` is a persistent store
for drivers that keep compiled models, or the digests of their cache files, themselves.
``secure_cache`` saves compilations in the client's cache files such that a modified file is
detected; ``token_map`` remembers what the driver wrote for each token, and ``driver_cache_files``
reads and writes the files.
"""
