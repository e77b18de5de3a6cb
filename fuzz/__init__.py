"""Fuzz targets against argument validation, and their campaign runner (nn-conformance)."""
