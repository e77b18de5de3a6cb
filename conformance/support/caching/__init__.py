"""Safe compilation caching for drivers written in Python.

``CacheFiles`` reads and writes the files of a preparation, ``TokenMap`` remembers what the driver
wrote for each token, and ``SecureCache`` combines both so that modified files are detected.
"""

from conformance.support.caching.cache_files import CacheFileError, CacheFiles
from conformance.support.caching.secure_cache import NotCachedError, SecureCache
from conformance.support.caching.token_map import TokenEntry, TokenMap

__all__ = [
    "CacheFileError",
    "CacheFiles",
    "NotCachedError",
    "SecureCache",
    "TokenEntry",
    "TokenMap",
]
