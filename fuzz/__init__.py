"""Reserved for fuzz targets against argument validation (nn-conformance); empty."""
