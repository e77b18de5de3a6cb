"""Models, cache files and calls for the checks of compilation caching.

``cached_models`` has the models with their expected results, ``cache_files`` the files of a client,
``cache_tester`` the calls that save and retrieve prepared models, ``tampering`` the changes to
files that a driver must detect.
"""
