"""The oracles of the fuzz targets: each module runs one input and returns a finding or ``None``."""
