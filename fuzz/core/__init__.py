"""The common parts of the fuzz targets: findings, the session with the driver, recorded state."""
