"""Fuzz targets of nn-conformance for drivers and for its own readers, with oracles."""
