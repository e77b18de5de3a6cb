"""Fuzz targets for drivers and for the readers of this project, with oracles and campaigns."""
